// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The globals of the project's shell that js-tests/ use beside the standards',
// in a Node with the package: `node --import DIR/shell_globals.mjs`, from a
// folder with the package in node_modules.

import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const { extras, install } = require('v8-encoding');
require('v8-encoding/register');

function define(target, name, value) {
  Object.defineProperty(target, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
}

function addTo(global) {
  define(global, 'createRealm', () => {
    const context = install(vm.createContext(), { extras: 'encodingExtras' });
    const realm = vm.runInContext('globalThis', context);
    addTo(realm);
    return realm;
  });
}

define(globalThis, 'encodingExtras', extras);
addTo(globalThis);
