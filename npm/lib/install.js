// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

'use strict';

const vm = require('node:vm');

const { defineInterfaces } = require('./realm.js');

// install(context, { streams }) makes the four classes globals of a context of
// node:vm, and the thirteen of streams, too, unless `streams` is false: then
// TextDecoderStream and TextEncoderStream take the TransformStream that the
// context has got from elsewhere by then. Returns `context`.
function install(context, { streams = true } = {}) {
  if (typeof context !== 'object' || context === null || !vm.isContext(context)) {
    const error = new TypeError(
        'The "context" argument must be what vm.createContext() returns.');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  // What vm.createContext() returns is an object of the calling realm, whose
  // properties the context's global object shows.
  defineInterfaces(vm.runInContext('globalThis', context),
                   { streams: Boolean(streams) });
  return context;
}

module.exports = { install };
