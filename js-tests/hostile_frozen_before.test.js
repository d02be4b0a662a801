// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Frozen prototypes and interface objects, before the first use.

'use strict';

include('hostile.js');

const TypedArray = Object.getPrototypeOf(Uint8Array);

for (const constructor of [Object, Function, Array, ArrayBuffer, TypedArray,
                           Uint8Array, String, Error, TypeError, RangeError,
                           TextDecoder, TextEncoder]) {
  Object.freeze(constructor.prototype);
  Object.freeze(constructor);
}
for (const name of ['TextDecoder', 'TextEncoder', 'Uint8Array']) {
  Object.defineProperty(globalThis, name,
                        { writable: false, configurable: false });
}

testUses('with all frozen');

test('instances can be frozen in mid-stream', () => {
  const decoder = Object.freeze(new TextDecoder());
  const encoder = Object.freeze(new TextEncoder());
  assertEquals(decoder.decode(bytes('E2'), { stream: true }), '');
  assertEquals(decoder.decode(bytes('82 AC')), '\u20AC');
  assertEquals(encoder.encode('\u20AC'), bytes('E2 82 AC'));
  assertEquals(encoder.encodeInto('a', new Uint8Array(1)),
               { read: 1, written: 1 });
});
