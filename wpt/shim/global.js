// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The global object for *.any.js: what the suite calls a JavaScript shell, which
// is neither a window nor a worker, with fetch() and XMLHttpRequest added.

import { makeFetch } from './fetch.js';
import { parseMeta, resolvePath } from './files.js';
import { runInShadowRealm } from './shadow_realm.js';
import { makeXMLHttpRequest } from './xhr.js';

const { evaluateScript } = globalThis;
const ORIGIN = 'https://web-platform.test';

// A read-only view of where the test is.
function makeLocation(url) {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?/.exec(url);
  return Object.freeze({
    protocol: 'https:',
    host: 'web-platform.test',
    hostname: 'web-platform.test',
    port: '',
    origin: ORIGIN,
    pathname,
    search: search ?? '',
    hash: hash ?? '',
    href: `${ORIGIN}${url}`,
    toString: () => `${ORIGIN}${url}`,
  });
}

function define(name, value) {
  Object.defineProperty(globalThis, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
}

function runScript(suite, path) {
  evaluateScript(suite.readScript(path), path);
}

// Everything but the test itself. `path` is that of its script.
function setUp(suite, url, path) {
  define('self', globalThis);
  define('location', makeLocation(url));
  define('GLOBAL', {
    isWindow: () => false,
    isWorker: () => false,
    isShadowRealm: () => false,
  });
  const resolve = (reference) =>
      /^data:/i.test(reference)
          ? reference
          : resolvePath(reference, path) +
              (/\?[^#]*/.exec(reference)?.[0] ?? '');
  define('fetch', makeFetch(suite, resolve));
  define('XMLHttpRequest', makeXMLHttpRequest(suite, resolve));
  // An interface object's global is a platform object or a plain one, and
  // idlharness.js tells a shell's by this.
  Object.setPrototypeOf(globalThis, Object.prototype);

  runScript(suite, '/resources/testharness.js');
  runScript(suite, '/resources/testharnessreport.js');
}

export function runInShellGlobal(suite, url) {
  const [path] = url.split(/[?#]/);
  setUp(suite, url, path);
  for (const [key, value] of parseMeta(suite.readScript(path))) {
    if (key === 'script') {
      runScript(suite, resolvePath(value, path));
    } else if (key === 'title') {
      // The name of subtests that have none.
      define('META_TITLE', value);
    }
  }
  runScript(suite, path);
}

// For NAME.any.shadowrealm.html.
export function runAroundShadowRealm(suite, url) {
  const [page, search] = url.split(/(?=[?#])/);
  const path = page.replace(/\.shadowrealm\.html$/, '.js');
  setUp(suite, url, path);
  runInShadowRealm(suite, path, search ?? '');
}
