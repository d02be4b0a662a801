// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What programs of the suite's server answer, by their paths. They're in Python
// there; each gets the query's parameters and returns a content type and bytes.

const encode = (text) => new TextEncoder().encode(text);

// The suite's queries hold plain labels.
function parseQuery(query) {
  const parameters = new Map();
  for (const pair of query.split('&')) {
    const [name, ...value] = pair.split('=');
    parameters.set(name, decodeURIComponent(value.join('=')));
  }
  return parameters;
}

const HANDLERS = {
  __proto__: null,

  // All bytes but the last.
  '/encoding/resources/single-byte-raw.py': (query) => ({
    contentType: `text/plain;charset=${query.get('label')}`,
    bytes: Uint8Array.from({ length: 255 }, (_, i) => i),
  }),

  '/encoding/resources/text-plain-charset.py': (query) => ({
    contentType: `text/plain;charset=${query.get('label')}`,
    bytes: encode('hello encoding'),
  }),

  '/encoding/resources/json-charset.py': (query) => ({
    contentType: (query.get('type') ?? 'application/json') +
        (query.has('charset') ? `;charset=${query.get('charset')}` : ''),
    bytes: encode('{"text":"\u2603\u00E9"}'),
  }),

  // The label is in the page alone.
  '/encoding/resources/text-html-meta-charset.py': (query) => ({
    contentType: 'text/html',
    bytes: encode(`<!doctype html>\n<meta charset="${query.get('label')}">\n`),
  }),
};

// The answer for a path with its query, or null if no program is there.
export function handle(path, query) {
  return HANDLERS[path]?.(parseQuery(query)) ?? null;
}
