// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Getters and setters on Object.prototype, set before the first use, for every
// name that is read or written on objects of ours or on descriptors.

'use strict';

include('hostile.js');

const { hasOwnProperty } = Object.prototype;

for (const name of ['read', 'written', 'stream', 'fatal', 'ignoreBOM', 'label',
                    'value', 'get', 'set', 'writable', 'enumerable',
                    'configurable', 'prototype', 'buffer', 'byteLength',
                    'byteOffset', 'length', 'then', 'encoding', 'decode',
                    'encode', 'encodeInto', 'TextDecoder', 'TextEncoder',
                    'Uint8Array', Symbol.toPrimitive, Symbol.species,
                    Symbol.iterator, Symbol.isConcatSpreadable,
                    Symbol.unscopables, Symbol.hasInstance]) {
  if (!Reflect.apply(hasOwnProperty, Object.prototype, [name])) {
    setTrap(Object.prototype, name);
  }
}
// Also the index under which the bindings might keep something.
for (const index of [0, 1, 2, 63, 64, 100]) {
  setTrap(Object.prototype, index);
}

testUses('with traps on Object.prototype');

test('a missing member of options is looked for on Object.prototype', () => {
  // That is what Web IDL says, and shows that the traps are set.
  assertThrows(() => new TextDecoder('utf-8', {}), Error);
  assertThrows(() => new TextDecoder().decode(undefined, {}), Error);
});
