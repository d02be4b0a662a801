// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What each page and script of the suite loads after testharness.js, and every
// user of the suite brings: here it prints lines of JSON.
//
//   {"subtest": {"name", "status", "message", "index"}}   as each one ends
//   {"status", "message"}                                 at the end
//
// The statuses are wptreport.json's words. The index counts subtests from 1, in
// the order in which they were made. The lines are ASCII, whatever the encoding
// of the runtime's output.

'use strict';

(() => {
  const { console, print = (line) => console.log(line) } = globalThis;
  const { stringify: toJson } = JSON;
  const escape = (unit) =>
      `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const stringify = (value) => toJson(value).replace(/[^\0-\x7f]/g, escape);
  // By testharness.js's numbers.
  const SUBTEST = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
  const HARNESS = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];

  // Whoever started this process ends what takes too long, and no one looks at
  // a log in the page.
  setup({ explicit_timeout: true, output: false });

  add_result_callback(({ name, status, message, index }) => {
    print(stringify({
      subtest: {
        name, status: SUBTEST[status], message: message ?? null, index,
      },
    }));
  });
  add_completion_callback((tests, { status, message }) => {
    print(stringify({ status: HARNESS[status], message: message ?? null }));
  });
})();
