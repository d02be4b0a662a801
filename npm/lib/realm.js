// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of a realm, and how they become properties of a global object.

'use strict';

const vm = require('node:vm');

const native = require('./native.js');
const makeFunctions = require('./node_functions.js');
// The text of node_functions.js, which pack.py writes. What String(makeFunctions) gives
// may need names of a bundle, or of a tool that measures coverage.
const functionsText = require('./node_functions.json');

const NAMES = ['TextDecoder', 'TextEncoder', 'TextDecoderStream',
               'TextEncoderStream'];

// As Web IDL has an interface's property of a global object.
function define(target, name, value) {
  Object.defineProperty(target, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

// What makeFunctions() returned in the realm of Node's modules.
const ownFunctions = makeFunctions();

// What it returns in the realm of a context of node:vm.
function makeFunctionsIn(context) {
  const module = { exports: undefined };
  vm.compileFunction(functionsText, ['module'], { parsingContext: context })(module);
  return module.exports();
}

// Puts the four interfaces of the Encoding Standard on the global object of the
// realm that `global` is of. They are the same each time.
function installEncoding(global, { makeInspectable }) {
  native.install(global);
  for (const name of NAMES) {
    makeInspectable(name, global[name].prototype);
  }
}

// The four, and `global` as it was: a realm's interfaces are known to the library
// only if they have been on the global object. Nobody's code runs meanwhile.
function borrowEncoding(global) {
  const before = NAMES.map(
      (name) => Object.getOwnPropertyDescriptor(global, name));
  const interfaces = { __proto__: null };
  try {
    installEncoding(global, ownFunctions);
    for (const name of NAMES) {
      interfaces[name] = global[name];
    }
  } finally {
    NAMES.forEach((name, i) => {
      Reflect.deleteProperty(global, name);
      if (before[i] !== undefined) {
        Object.defineProperty(global, name, { __proto__: null, ...before[i] });
      }
    });
  }
  return interfaces;
}

// Replaces the thirteen interfaces of the Streams Standard.
function installStreams(global, { makeInspectable, makeKnownToNode }) {
  const streams = native.streams(global);
  for (const name of Object.getOwnPropertyNames(streams)) {
    makeInspectable(name, streams[name].prototype);
    define(global, name, streams[name]);
  }
  const { streamState, streamEnd, errorStream } = native.streamFunctions(global);
  for (const [name, stateName] of [['ReadableStream', 'readable'],
                                   ['WritableStream', 'writable']]) {
    makeKnownToNode(
        streams[name].prototype, stateName, streamState, streamEnd, errorStream);
  }
}

// With `streams`, those and the four, which then work over them. Else the four
// alone, over the TransformStream that `global` has, or if it has none, over the
// package's own streams. `functions` are what makeFunctions() returned in the realm.
function install(global, { streams }, functions = ownFunctions) {
  if (streams) {
    installStreams(global, functions);
  }
  useStreams(global, streams);
  installEncoding(global, functions);
}

function useStreams(global, own) {
  native.useOwnStreams(global, own || typeof global.TransformStream !== 'function');
}

module.exports = { borrowEncoding, define, install, makeFunctionsIn, useStreams };
