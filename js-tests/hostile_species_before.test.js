// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Species, and everything on the prototypes of arrays and buffers that reading
// or copying one could ask for, trapped before the first use.

'use strict';

include('hostile.js');

const TypedArray = Object.getPrototypeOf(Uint8Array);

// The traps concern iteration too, so this does without.
function setTraps(object, names) {
  for (let i = 0; i < names.length; ++i) {
    setTrap(object, names[i]);
  }
}

const buffers = [ArrayBuffer, TypedArray, Uint8Array, DataView, Array, Promise];
if (typeof SharedArrayBuffer === 'function') {
  buffers.push(SharedArrayBuffer);
}
for (let i = 0; i < buffers.length; ++i) {
  setTrap(buffers[i], Symbol.species);
  if (i < 4 || i > 5) {
    setTraps(buffers[i].prototype, [
      'buffer', 'byteLength', 'byteOffset', 'length', 'slice', 'set',
      'subarray', 'fill', 'values', 'constructor', 'resizable', 'growable',
      'maxByteLength', 'detached', Symbol.iterator, Symbol.toStringTag,
    ]);
  }
}
const text = [String.prototype, Object.getPrototypeOf([].values()),
              Array.prototype];
for (let i = 0; i < text.length; ++i) {
  setTraps(text[i], ['next', 'toString', 'valueOf', 'codePointAt', 'charCodeAt',
                     'toWellFormed', Symbol.iterator, Symbol.toPrimitive]);
}

testUses('with traps for species and iterators');
