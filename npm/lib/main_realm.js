// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The realm of Node's modules. It has one set of classes, whichever entry point
// is loaded first; register.js turns their streams from Node's to the package's
// own.

'use strict';

const { borrowEncoding, define, install, useStreams } = require('./realm.js');

const interfaces = borrowEncoding(globalThis);
useStreams(globalThis, false);

// Node's modules may be another realm's: some test runners run these files in a
// context of node:vm. What such a context has ends with it, so that Node's modules
// are then left alone.
const modulesAreOfThisRealm = require('node:util').inspect instanceof Function;

// `util` has the global classes in Node, and has them here.
function replaceInUtil() {
  const util = require('node:util');
  for (const name of ['TextDecoder', 'TextEncoder']) {
    define(util, name, globalThis[name]);
    Object.defineProperty(util, name, { __proto__: null, enumerable: true });
  }
  require('node:module').syncBuiltinESMExports();
}

let streamsAreReplaced = false;

function register(options) {
  install(globalThis, options);
  if (!modulesAreOfThisRealm) {
    return;
  }
  if (options.streams && !streamsAreReplaced) {
    streamsAreReplaced = true;
    require('./replace_in_node.js').replaceInNode();
  }
  replaceInUtil();
}

module.exports = { ...interfaces, register };
