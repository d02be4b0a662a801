// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Exceptions that pages see, which are of their own realm.

export function domException(document, name, message) {
  const { DOMException } = document._window?.global ?? globalThis;
  return new DOMException(message, name);
}

export function unsupported(document, what) {
  return domException(document, 'NotSupportedError',
                      `${what} isn't implemented in the shim`);
}
