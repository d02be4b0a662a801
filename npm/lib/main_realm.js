// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The realm of Node's modules. It has one set of classes, whichever entry point
// is loaded first; register.js turns their streams from Node's to the package's
// own.

'use strict';

const native = require('./native.js');
const { borrowEncoding, define, install } = require('./realm.js');

const interfaces = borrowEncoding(globalThis);
native.useOwnStreams(globalThis, false);

// `util` has the global classes in Node, and has them here.
function replaceInUtil() {
  const util = require('node:util');
  for (const name of ['TextDecoder', 'TextEncoder']) {
    define(util, name, globalThis[name]);
    Object.defineProperty(util, name, { __proto__: null, enumerable: true });
  }
  require('node:module').syncBuiltinESMExports();
}

function register(options) {
  install(globalThis, options);
  replaceInUtil();
}

module.exports = { ...interfaces, register };
