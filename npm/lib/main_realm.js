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

// Node makes streams by itself in two places that the package's ought to come from: a
// Blob's, and the branches of a body that fetch() clones.
function replaceInNode() {
  const { ReadableStream } = globalThis;
  const web = require('node:stream/web');
  const tee = web.ReadableStreamTee;
  if (tee !== undefined) {
    web.ReadableStreamTee = (stream, ...rest) =>
        stream instanceof ReadableStream ? stream.tee() : tee(stream, ...rest);
  }
  const { stream } = Blob.prototype;
  define(Blob.prototype, 'stream', {
    stream() { return ReadableStream.from(Reflect.apply(stream, this, [])); },
  }.stream);
  Object.defineProperty(Blob.prototype, 'stream', {
    __proto__: null, enumerable: true,
  });
}

let streamsAreReplaced = false;

function register(options) {
  install(globalThis, options);
  if (options.streams && !streamsAreReplaced) {
    streamsAreReplaced = true;
    replaceInNode();
  }
  replaceInUtil();
}

module.exports = { ...interfaces, register };
