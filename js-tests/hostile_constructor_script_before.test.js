// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A function of a script in the place of Uint8Array.prototype.constructor.

'use strict';

include('hostile.js');

const constructor = newTrap('a constructor');
constructor.prototype = Uint8Array.prototype;
Object.defineProperty(Uint8Array.prototype, 'constructor',
                      { value: constructor });

testUses('with a script\'s constructor');
