// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Prototypes of prototypes replaced by a proxy that traps, or by null, before
// the first use.

'use strict';

include('hostile.js');

const trap = new Proxy({}, {
  get: newTrap('get'), set: newTrap('set'), has: newTrap('has'),
  getOwnPropertyDescriptor: newTrap('getOwnPropertyDescriptor'),
  defineProperty: newTrap('defineProperty'),
  getPrototypeOf: newTrap('getPrototypeOf'), ownKeys: newTrap('ownKeys'),
});
Object.setPrototypeOf(Uint8Array, trap);
Object.setPrototypeOf(Uint8Array.prototype, trap);
Object.setPrototypeOf(ArrayBuffer, null);
Object.setPrototypeOf(ArrayBuffer.prototype, null);
Object.setPrototypeOf(TextEncoder, trap);
Object.setPrototypeOf(TextDecoder, null);
Object.setPrototypeOf(Function.prototype, null);

testUses('with other prototypes of prototypes');

test('first use with members found through a proxy', () => {
  Object.setPrototypeOf(TextDecoder.prototype, trap);
  Object.setPrototypeOf(TextEncoder.prototype, trap);
  assertEquals(new TextDecoder().decode(bytes('41')), 'A');
  assertEquals(new TextEncoder().encode('A'), bytes('41'));
});
