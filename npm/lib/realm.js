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

// What makeFunctions() returned in the realm of the package's files.
const ownFunctions = makeFunctions();

// What it returns in the realm of a context of node:vm, or without one in that of
// Node's modules.
function makeFunctionsIn(context) {
  const module = { exports: undefined };
  vm.compileFunction(functionsText, ['module'], { parsingContext: context })(module);
  return module.exports();
}

// Calls fn(), and puts back what `global` had under these names. Nobody's code runs
// meanwhile.
function borrow(global, names, fn) {
  const before = names.map(
      (name) => Object.getOwnPropertyDescriptor(global, name));
  try {
    return fn();
  } finally {
    names.forEach((name, i) => {
      Reflect.deleteProperty(global, name);
      if (before[i] !== undefined) {
        Object.defineProperty(global, name, { __proto__: null, ...before[i] });
      }
    });
  }
}

// The four interfaces of the Encoding Standard, of the realm that `global` is of. They
// are the same each time. The library knows a realm's interfaces only if they have
// been on the global object.
function borrowEncoding(global, { makeInspectable } = ownFunctions) {
  return borrow(global, NAMES, () => {
    native.install(global);
    const interfaces = { __proto__: null };
    for (const name of NAMES) {
      interfaces[name] = global[name];
      makeInspectable(name, interfaces[name].prototype);
    }
    return interfaces;
  });
}

// The thirteen interfaces of the Streams Standard.
function streamsOf(global, { makeInspectable, makeKnownToNode } = ownFunctions) {
  const streams = native.streams(global);
  for (const name of Object.getOwnPropertyNames(streams)) {
    makeInspectable(name, streams[name].prototype);
  }
  const { streamState, streamEnd, errorStream } = native.streamFunctions(global);
  for (const [name, stateName] of [['ReadableStream', 'readable'],
                                   ['WritableStream', 'writable']]) {
    makeKnownToNode(
        streams[name].prototype, stateName, streamState, streamEnd, errorStream);
  }
  return streams;
}

function defineAll(global, interfaces) {
  for (const name of Object.getOwnPropertyNames(interfaces)) {
    define(global, name, interfaces[name]);
  }
}

// Makes the four properties of a global object, and with `streams` the thirteen, too,
// over which the four then work. `functions` are what makeFunctions() returned in the
// realm.
function install(global, { streams }, functions) {
  if (streams) {
    defineAll(global, streamsOf(global, functions));
  }
  useStreams(global, streams);
  defineAll(global, borrowEncoding(global, functions));
}

// Whether the stream classes of a realm work over the package's own streams, or over
// the TransformStream that `source`, a global object, has now: if it has none, over
// the package's own.
function useStreams(global, own, source = global) {
  const { TransformStream } = source;
  if (own || source === global || typeof TransformStream !== 'function') {
    native.useOwnStreams(global, own || typeof TransformStream !== 'function');
    return;
  }
  borrow(global, ['TransformStream'], () => {
    define(global, 'TransformStream', TransformStream);
    native.useOwnStreams(global, false);
  });
}

module.exports = {
  borrowEncoding, define, defineAll, install, makeFunctionsIn, streamsOf, useStreams,
};
