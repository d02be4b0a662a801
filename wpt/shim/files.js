// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the suite's server would answer, from files alone: content types, the
// headers that files beside a file ask for, and the pages that it makes around
// scripts.

import { handle } from './handlers.js';

const { decodeHook, readFile } = globalThis;

const CONTENT_TYPES = {
  __proto__: null,
  css: 'text/css',
  htm: 'text/html',
  html: 'text/html',
  idl: 'text/plain',
  js: 'text/javascript',
  json: 'application/json',
  mjs: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xht: 'application/xhtml+xml',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
};

// What the server has under another name.
const REWRITES = {
  __proto__: null,
  '/resources/WebIDLParser.js': '/resources/webidl2/lib/webidl2.js',
};

// Ours in place of the suite's: what says where results go.
const REPORT = '/resources/testharnessreport.js';
const OUR_REPORT = decodeURIComponent(
    import.meta.url.replace(/^file:\/\//, '').replace(/[^/]*$/, '')) +
    'testharnessreport.js';

function readOrNull(path) {
  try {
    return readFile(path);
  } catch {
    return null;
  }
}

// "Name: value" lines to pairs, names in lower case. The latin1 of headers is
// ASCII here.
function parseHeaders(text) {
  const headers = [];
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) {
      headers.push([line.slice(0, colon).trim().toLowerCase(),
                    line.slice(colon + 1).trim()]);
    }
  }
  return headers;
}

const encode = (text) => new TextEncoder().encode(text);

// The META lines a script begins with: pairs of a key and a value. As for the suite
// itself, those behind any other line don't count.
export function parseMeta(source) {
  const meta = [];
  for (const line of source.split(/\r?\n/)) {
    const match = /^\/\/\s*META:\s*(\w*)=(.*)$/.exec(line);
    if (match === null) {
      break;
    }
    meta.push([match[1], match[2].trim()]);
  }
  return meta;
}

// `relative` as a path of the suite, seen from the path `base`; without its
// query and fragment.
export function resolvePath(relative, base) {
  const path = relative.replace(/[?#].*$/s, '');
  const segments = path.startsWith('/') ? [] : base.split('/').slice(1, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') {
      segments.pop();
    } else if (segment !== '.' && segment !== '') {
      segments.push(segment);
    }
  }
  return `/${segments.join('/')}`;
}

function wrapperPage(script, source) {
  const meta = parseMeta(source);
  const title = meta.find(([key]) => key === 'title');
  const scripts = meta.filter(([key]) => key === 'script');
  const escape = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
      .replace(/</g, '&lt;');
  const timeout = meta.find(([key]) => key === 'timeout');
  return [
    '<!doctype html>',
    '<meta charset=utf-8>',
    ...(title ? [`<title>${escape(title[1])}</title>`] : []),
    ...(timeout ? [`<meta name="timeout" content="${timeout[1]}">`] : []),
    `<script>
self.GLOBAL = {
  isWindow() { return true; },
  isWorker() { return false; },
  isShadowRealm() { return false; },
};
</script>`,
    '<script src="/resources/testharness.js"></script>',
    `<script src="${REPORT}"></script>`,
    ...scripts.map(([, path]) => `<script src="${escape(path)}"></script>`),
    '<div id=log></div>',
    `<script src="${escape(script)}"></script>`,
    '',
  ].join('\n');
}

// Returns an object whose read(path) gives { bytes, contentType, headers } or
// null if there is no such thing. The path begins with "/"; a query is for
// programs of the server. `headers` are all pairs, `contentType` the last value
// of that header.
export function openSuite(root) {
  function readHeaders(path) {
    const headers = [];
    for (const file of [path.replace(/[^/]*$/, '__dir__'), path]) {
      const bytes = readOrNull(`${root}${file}.headers`);
      if (bytes !== null) {
        headers.push(...parseHeaders(new TextDecoder().decode(bytes)));
      }
    }
    return headers;
  }

  function answer(path, bytes, defaultType) {
    const headers = readHeaders(path);
    const types = headers.filter(([name]) => name === 'content-type');
    const contentType = types.length > 0 ? types[types.length - 1][1]
                                         : defaultType;
    if (types.length === 0) {
      headers.push(['content-type', contentType]);
    }
    return { bytes, contentType, headers };
  }

  function read(urlPath) {
    const requested = decodeURIComponent(urlPath.replace(/[?#].*$/s, ''));
    const path = REWRITES[requested] ?? requested;
    if (path === REPORT) {
      return answer(path, readFile(OUR_REPORT), 'text/javascript');
    }
    const bytes = readOrNull(root + path);
    if (bytes !== null) {
      const [, extension] = /\.([^./]*)$/.exec(path) ?? [];
      return answer(path, bytes,
                    CONTENT_TYPES[extension] ?? 'application/octet-stream');
    }
    const handled = handle(path, /^[^?#]*\??([^#]*)/.exec(urlPath)[1]);
    if (handled !== null) {
      return answer(path, handled.bytes, handled.contentType);
    }
    const generated = /^(.*\.(?:window|any))\.html$/.exec(path);
    const script = generated && readOrNull(`${root}${generated[1]}.js`);
    if (!script) {
      return null;
    }
    const page = wrapperPage(`${generated[1]}.js`,
                             new TextDecoder().decode(script));
    return answer(`${generated[1]}.js`, encode(page), 'text/html');
  }

  // The text of a script, which is UTF-8: nothing of the suite asks for another
  // charset.
  function readScript(path) {
    const file = read(path);
    if (file === null) {
      throw new Error(`${path} is not in the suite`);
    }
    return decodeHook(file.bytes, 'utf-8');
  }

  // The file's URL of a path, for modules; `root` is absolute.
  function fileUrl(path) {
    return `file://${encodeURI(root + (REWRITES[path] ?? path))}`;
  }

  return { read, readScript, fileUrl };
}
