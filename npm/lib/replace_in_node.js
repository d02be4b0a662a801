// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where Node's modules make streams by themselves that the package's ought to come
// from: a Blob's, and the branches of a body that fetch() clones.

'use strict';

const web = require('node:stream/web');

const { define } = require('./realm.js');

function replaceInNode() {
  const { ReadableStream } = globalThis;
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

module.exports = { replaceInNode };
