// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every global that there is, replaced before the first use.

'use strict';

include('hostile.js');

const { getOwnPropertyDescriptor } = Reflect;
// Those with a capital are the standards' own; the harness and the runtime need
// the others. All are looked at before the first is replaced: some are made only
// then, of others.
const names = [];
for (const name of Reflect.ownKeys(globalThis)) {
  if (typeof name === 'string' && name[0] >= 'A' && name[0] <= 'Z' &&
      getOwnPropertyDescriptor(globalThis, name).configurable) {
    names[names.length] = name;
  }
}
for (let i = 0; i < names.length; ++i) {
  setTrap(globalThis, names[i]);
}

testUses('with all globals replaced');
