// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// For the tests of this folder: pages out of strings.

import { Browser } from './frames.js';

const { createRealm } = globalThis;

// What files.js makes of a folder, of pages by their paths. A page is its text,
// each character a byte, or { type, text }.
export function suiteOf(pages) {
  return {
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
}

// The window of a page, once that has loaded.
export function openPage(pages, path = '/a.html') {
  const global = createRealm();
  return new Promise((resolve) => {
    new Browser(suiteOf(pages)).open(path, global, () => resolve(global));
  });
}

// The target's next event of this type.
export function nextEvent(target, type) {
  return new Promise((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
}
