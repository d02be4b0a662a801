// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Uint8Array bound to an argument in the place of its prototype's constructor.

'use strict';

include('hostile.js');

const constructor = Uint8Array.bind(null, 7);
Object.defineProperty(constructor, 'prototype',
                      { value: Uint8Array.prototype });
Object.defineProperty(Uint8Array.prototype, 'constructor',
                      { value: constructor });

testUses('with a bound constructor');
