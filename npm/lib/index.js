// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

'use strict';

const {
  TextDecoder, TextEncoder, TextDecoderStream, TextEncoderStream,
} = require('./main_realm.js');
const { install } = require('./install.js');

// Node finds the names that ES modules import by looking at this text.
exports.TextDecoder = TextDecoder;
exports.TextEncoder = TextEncoder;
exports.TextDecoderStream = TextDecoderStream;
exports.TextEncoderStream = TextEncoderStream;
exports.extras = require('./extras.js');
exports.install = install;
