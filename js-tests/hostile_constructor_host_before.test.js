// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A function of the host in the place of Uint8Array.prototype.constructor. What
// it makes is no typed array at all, so taking it for one would break more than
// the result.

'use strict';

include('hostile.js');

// Some are constructors, which nothing but trying tells.
const host = [globalThis.print, globalThis.gc, globalThis.setTimeout,
              globalThis.clearTimeout, globalThis.queueMicrotask].find((fn) => {
  try {
    Reflect.construct(Object, [], fn);
    return true;
  } catch {
    return false;
  }
});

if (host === undefined) {
  test('a constructor of the host', () => skip('none'));
} else {
  Object.defineProperty(host, 'prototype', { value: Uint8Array.prototype });
  Object.defineProperty(Uint8Array.prototype, 'constructor', { value: host });
  testUses('with a constructor of the host');
}
