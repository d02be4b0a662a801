// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

'use strict';

const vm = require('node:vm');

const native = require('./native.js');
const realm = require('./realm.js');

// install(context, { streams, extras }) makes the four classes globals of a
// context of node:vm, and the thirteen of streams, too, unless `streams` is
// false: then TextDecoderStream and TextEncoderStream work over the
// TransformStream that the context has by then, if any. With `extras`, the name
// of a property, the context's global object gets the extras, too. Returns
// `context`.
function install(context, { streams = true, extras } = {}) {
  if (typeof context !== 'object' || context === null || !vm.isContext(context)) {
    const error = new TypeError(
        'The "context" argument must be what vm.createContext() returns.');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  // What vm.createContext() returns is an object of the calling realm, whose
  // properties the context's global object shows.
  const global = vm.runInContext('globalThis', context);
  realm.install(
      global, { streams: Boolean(streams) }, realm.makeFunctionsIn(context));
  if (extras !== undefined) {
    realm.define(global, extras, native.extras(global));
  }
  return context;
}

module.exports = { install };
