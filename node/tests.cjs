// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The bindings' C++ tests in the V8 of the Node that runs this; its arguments
// are GoogleTest's. It needs the add-on for that V8, as tools/test --all-v8
// builds it: out/v8-14.6/v8_encoding_tests.node for V8 14.6.

'use strict';

const path = require('path');

const [, version] = /^(\d+\.\d+)\./.exec(process.versions.v8);
const { run } = require(path.join(
    __dirname, '..', 'out', `v8-${version}`, 'v8_encoding_tests.node'));
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const command = [process.execPath, ...process.execArgv, __filename];
process.exit(run(command.map(quote).join(' '), process.argv.slice(2)));
