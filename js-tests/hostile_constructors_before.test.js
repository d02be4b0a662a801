// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The constructors of arrays and buffers taken off their prototypes before the
// first use, and all that a subclass could be found by.

'use strict';

include('hostile.js');

const TypedArray = Object.getPrototypeOf(Uint8Array);

for (const constructor of [Uint8Array, ArrayBuffer, TypedArray,
                           globalThis.SharedArrayBuffer, Object, Function,
                           String, TypeError, RangeError]) {
  if (constructor !== undefined) {
    setTrap(constructor.prototype, 'constructor');
    setTrap(constructor, Symbol.species);
    setTrap(constructor, Symbol.hasInstance);
  }
}

testUses('with traps for constructors');
