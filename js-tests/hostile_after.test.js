// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The traps of the other files all together, set after the first use.

'use strict';

include('hostile.js');

const TypedArray = Object.getPrototypeOf(Uint8Array);

testUses('with nothing changed');

test('setting the traps', () => {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  Object.defineProperty(Uint8Array.prototype, 'constructor',
                        { value: newTrap('constructor') });
  const targets = [
    { object: Uint8Array, names: [Symbol.species, 'from', 'of'] },
    { object: ArrayBuffer, names: [Symbol.species] },
    { object: ArrayBuffer.prototype,
      names: ['constructor', 'byteLength', 'slice'] },
    { object: TypedArray, names: [Symbol.species] },
    { object: TypedArray.prototype,
      names: ['buffer', 'byteLength', 'byteOffset', 'length', 'set',
              Symbol.iterator, Symbol.toStringTag] },
    { object: Array.prototype, names: [Symbol.iterator] },
    { object: Object.prototype,
      names: ['read', 'written', 'stream', 'fatal', 'ignoreBOM', 'value', 'get',
              'set', '0', '1'] },
    { object: globalThis,
      names: ['Uint8Array', 'ArrayBuffer', 'TextDecoder', 'TextEncoder',
              'TypeError', 'RangeError', 'Object'] },
  ];
  for (let i = 0; i < targets.length; ++i) {
    for (let j = 0; j < targets[i].names.length; ++j) {
      setTrap(targets[i].object, targets[i].names[j]);
    }
  }
  assertEquals(decoder.decode(bytes('41')), 'A');
  assertEquals(encoder.encode('A'), bytes('41'));
});

testUses('with traps set after it');
