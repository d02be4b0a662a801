// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// For the tests of this folder: pages out of strings.

import { Browser } from './frames.js';

const { createRealm } = globalThis;

// Each character of a page is a byte. A page is its text, or { type, text }.
export function openPage(pages, path = '/a.html') {
  const suite = {
    read(address) {
      const page = pages[address.replace(/[?#].*$/s, '')];
      if (page === undefined) {
        return null;
      }
      const { type = 'text/html', text } =
          typeof page === 'string' ? { text: page } : page;
      return {
        bytes: Uint8Array.from(text, (c) => c.charCodeAt(0)),
        contentType: type,
        headers: [['content-type', type]],
      };
    },
  };
  const global = createRealm();
  return new Promise((resolve) => {
    new Browser(suite).open(path, global, () => resolve(global));
  });
}

// What the promise's next event of this type is.
export function nextEvent(target, type) {
  return new Promise((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
}
