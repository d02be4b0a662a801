// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A proxy of Uint8Array in the place of its prototype's constructor.

'use strict';

include('hostile.js');

Object.defineProperty(Uint8Array.prototype, 'constructor', {
  value: new Proxy(Uint8Array, {
    construct: newTrap('construct'), get: newTrap('get'),
    getOwnPropertyDescriptor: newTrap('getOwnPropertyDescriptor'),
    getPrototypeOf: newTrap('getPrototypeOf'),
  }),
});

testUses('with a proxy for the constructor');
