// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A constructor that is built in, but not Uint8Array, in the place of
// Uint8Array.prototype.constructor. Proxy has no prototype of its own, so one
// can be put there.

'use strict';

include('hostile.js');

Object.defineProperty(Proxy, 'prototype', { value: Uint8Array.prototype });
Object.defineProperty(Uint8Array.prototype, 'constructor', { value: Proxy });

testUses('with another built-in constructor');
