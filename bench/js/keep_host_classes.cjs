// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Loaded by Node before node/run.cjs, which puts this library's classes in the
// place of Node's: codecs.mjs measures Node's own beside them, in one realm, and
// functions of Node's Buffer beside the extras.

'use strict';

const { Buffer, isUtf8 } = require('buffer');

globalThis.hostClasses = { TextDecoder, TextEncoder, Buffer, isUtf8 };
