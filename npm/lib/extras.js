// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What programs often build out of TextDecoder and TextEncoder, as functions.

'use strict';

module.exports = require('./main_realm.js').extras;

// Never runs. Node reads here which names ES modules can import.
// eslint-disable-next-line no-constant-binary-expression
0 && (module.exports = {
  utf8ByteLength, isWellFormedBytes, decodeRange, encodeIntoAt, encodings, encode,
});
