// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// URL records and the URL interface. The parser is npm's whatwg-url, but for
// queries, which are percent-encoded after encoding by this project's hook,
// under the encoding that the caller gives.

import { requirePackage } from './require.js';

const { percentEncodeHook } = globalThis;
const machine = requirePackage('whatwg-url/lib/url-state-machine');

// The records are whatwg-url's: { scheme, username, password, host, port, path,
// query, fragment }, where host, query and fragment can be null, port too, and
// path is a list or, if it's opaque, a string. They aren't changed once made.

const SPECIAL = new Set(['ftp', 'file', 'http', 'https', 'ws', 'wss']);

function isSpecial(url) {
  return SPECIAL.has(url.scheme);
}

// The URL standard's *query state*: WebSockets and unknown schemes have UTF-8
// whatever the document has.
function encodeQuery(text, url, encoding) {
  if (!isSpecial(url)) {
    return percentEncodeHook(text, 'utf-8', 'query');
  }
  const label = url.scheme.startsWith('ws') ? 'utf-8' : encoding;
  return percentEncodeHook(text, label, 'special-query');
}

// What comes before a query is often the same many times in a row.
let last = { head: null, base: null, url: null };

function parseHead(head, base) {
  if (last.head !== head || last.base !== base) {
    const url = machine.basicURLParse(`${head}?`, { baseURL: base });
    last = { head, base, url };
  }
  return last.url;
}

// The URL parser: the record of `input`, or null if it's none. `base` is a
// record or null, `encoding` a label.
export function parseUrl(input, base = null, encoding = 'utf-8') {
  const text = input.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\n\r]/g, '');
  const hash = text.indexOf('#');
  const beforeHash = hash < 0 ? text : text.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  if (mark < 0) {
    return machine.basicURLParse(text, { baseURL: base });
  }
  // Wherever the first "?" is, it ends what was before it.
  const head = parseHead(beforeHash.slice(0, mark), base);
  return head && {
    ...head,
    query: encodeQuery(beforeHash.slice(mark + 1), head, encoding),
    fragment: hash < 0
        ? null
        : percentEncodeHook(text.slice(hash + 1), 'utf-8', 'fragment'),
  };
}

export function serializeUrl(url, excludeFragment = false) {
  return machine.serializeURL(url, excludeFragment);
}

// "null" for an opaque one.
export function serializeOrigin(url) {
  return machine.serializeURLOrigin(url);
}

// What the members of Location and of HTMLHyperlinkElementUtils that have the
// same names say of a record.
export const urlParts = {
  __proto__: null,
  href: (url) => serializeUrl(url),
  origin: serializeOrigin,
  protocol: (url) => `${url.scheme}:`,
  username: (url) => url.username,
  password: (url) => url.password,
  host: (url) => url.host === null
      ? ''
      : machine.serializeHost(url.host) +
          (url.port === null ? '' : `:${url.port}`),
  hostname: (url) => url.host === null ? '' : machine.serializeHost(url.host),
  port: (url) => url.port === null ? '' : `${url.port}`,
  pathname: (url) => machine.serializePath(url),
  search: (url) => url.query ? `?${url.query}` : '',
  hash: (url) => url.fragment ? `#${url.fragment}` : '',
};

const { implementation: Setters } = requirePackage('whatwg-url/lib/URL-impl');

// The record that assigning to a part of that name leads to: the setters of
// HTMLHyperlinkElementUtils.
export function setUrlPart(url, name, value, encoding) {
  if (name === 'search') {
    const text = value.replace(/^\?/, '').replace(/[\t\n\r]/g, '');
    return {
      ...url,
      query: value === '' ? null : encodeQuery(text, url, encoding),
    };
  }
  const copy = Object.create(Setters.prototype);
  copy._url = {
    ...url,
    path: typeof url.path === 'string' ? url.path : [...url.path],
  };
  copy[name] = value;
  return copy._url;
}

// Gives a global object its URL and URLSearchParams.
export function installUrl(global) {
  for (const name of ['URL', 'URLSearchParams']) {
    requirePackage(`whatwg-url/lib/${name}`).install(global, ['Window']);
  }
}
