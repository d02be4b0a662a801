// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The add-on, which node-gyp has compiled when the package was installed.

'use strict';

const path = require('node:path');

const ADDON = path.join(__dirname, '..', 'build', 'Release', 'v8_encoding.node');

try {
  module.exports = require(ADDON);
} catch (error) {
  if (error.code === 'MODULE_NOT_FOUND') {
    error.message = `v8-encoding isn't compiled (${ADDON} is missing): npm hasn't ` +
        'run its install script. Run npm rebuild v8-encoding, from npm 12 on behind ' +
        'npm install-scripts approve v8-encoding. Where this file is a bundle, leave ' +
        'v8-encoding out of the bundle, as an external package';
  } else if (error.code === 'ERR_DLOPEN_FAILED') {
    error.message = 'v8-encoding was compiled for another Node: run ' +
        `npm rebuild v8-encoding (${error.message})`;
  }
  throw error;
}
