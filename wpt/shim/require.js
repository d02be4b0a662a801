// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Packages of npm's that are CommonJS, in the shell: what of require() parse5
// and whatwg-url need. A package's file is evaluated once, in this realm.

const { evaluateScript, readFile } = globalThis;

const NODE_MODULES = decodeURIComponent(
    import.meta.url.replace(/^file:\/\//, '')).replace(
    /\/[^/]*\/[^/]*\/[^/]*$/, '/node_modules');

const loaded = new Map();

function readOrNull(path) {
  try {
    return readFile(path, 'utf-8');
  } catch {
    return null;
  }
}

// "a/./b/../c" is "a/c".
function normalize(path) {
  const segments = [];
  for (const segment of path.split('/')) {
    if (segment === '..') {
      segments.pop();
    } else if (segment !== '.') {
      segments.push(segment);
    }
  }
  return segments.join('/');
}

// The path without its extension of what a specifier means in a file; for a
// package alone that is its main file.
function resolve(specifier, importer) {
  if (/^\.\.?\//.test(specifier)) {
    return normalize(importer.replace(/[^/]*$/, '') + specifier);
  }
  const [, name, rest] = /^([^/]+)(?:\/(.*))?$/.exec(specifier);
  if (rest) {
    return `${NODE_MODULES}/${name}/${rest}`;
  }
  const description = readOrNull(`${NODE_MODULES}/${name}/package.json`);
  if (description === null) {
    throw new Error(`${name} is missing: tools/setup gets it from npm`);
  }
  const main = JSON.parse(description).main ?? 'index.js';
  return normalize(`${NODE_MODULES}/${name}/${main}`);
}

function load(specifier, importer) {
  const stem = resolve(specifier, importer);
  for (const path of [stem, `${stem}.js`]) {
    const known = loaded.get(path);
    if (known !== undefined) {
      return known.exports;
    }
    const source = readOrNull(path);
    if (source === null) {
      continue;
    }
    const module = { exports: {} };
    // Before it runs: files may need each other.
    loaded.set(path, module);
    if (path.endsWith('.json')) {
      module.exports = JSON.parse(source);
    } else {
      evaluateScript(
          `(function (exports, require, module) {${source}\n})`, path)(
          module.exports, (other) => load(other, path), module);
    }
    return module.exports;
  }
  throw new Error(`${importer}: there is no ${specifier}`);
}

// What require(specifier) of a program in this project's root would give.
export function requirePackage(specifier) {
  return load(specifier, `${NODE_MODULES}/`);
}
