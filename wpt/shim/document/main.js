// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tests that are pages.

const { createRealm, print } = globalThis;
const { stringify } = JSON;

// `url` is a path of the suite, with its query.
export async function openDocument(suite, url) {
  const here = decodeURIComponent(import.meta.url.replace(/^file:\/\//, ''));
  const { openPage } = await createRealm().evaluateScript(
      "import('./engine.js')", here);
  openPage(suite, url.replace(/(\.window)\.js(\?|$)/, '$1.html$2'), globalThis,
           ({ passed, message }) => {
             const result = stringify({
               status: passed ? 'PASS' : 'FAIL',
               message: passed ? null : message,
             });
             print(`\n${result}`);
           });
}
