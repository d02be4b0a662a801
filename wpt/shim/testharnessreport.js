// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What each page and script of the suite loads after testharness.js, and every
// user of the suite brings: here it prints lines of JSON.
//
//   {"begun": {"name", "status", "message", "index"}}     unless it ends at once
//   {"subtest": {"name", "status", "message", "index"}}   as each one ends
//   {"status", "message", "count"}                        at the end
//
// The statuses are wptreport.json's words. The index counts subtests from 1, in
// the order in which they were made; the count is of all of them, so that one
// whose line is lost is missed. The lines are ASCII, whatever the encoding of the
// runtime's output, and an empty one is before each, which ends what others have
// printed without a newline. One that has begun has the status that it gets if the
// process is ended: NOTRUN, and TIMEOUT once its code runs.

'use strict';

(() => {
  const { console, print = (line) => console.log(line) } = globalThis;
  const { stringify: toJson } = JSON;
  const escape = (unit) =>
      `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const report = (record) =>
      print(`\n${toJson(record).replace(/[^\0-\x7f]/g, escape)}`);
  // By testharness.js's numbers.
  const SUBTEST = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
  const HARNESS = ['OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'];

  // Whoever started this process ends what takes too long, and no one looks at
  // a log in the page.
  setup({ explicit_timeout: true, output: false });

  const describe = ({ name, status, message, index }) =>
      ({ name, status: SUBTEST[status], message: message ?? null, index });
  // By index, for no test can change what an object without a prototype does.
  const ended = { __proto__: null };
  const reportSubtest = (test) => {
    ended[test.index] = true;
    report({ subtest: describe(test) });
  };
  add_result_callback(reportSubtest);

  // Most end before the next job: thousands of them on some pages, of which
  // nothing is to be said before.
  let begun = [];
  const told = { __proto__: null };  // the last status by index
  const reportBegun = async () => {
    // Looks nothing up that tests may have changed.
    await undefined;
    const tests = begun;
    begun = [];
    for (let i = 0; i < tests.length; i++) {
      const { index, status } = tests[i];
      if (!ended[index] && told[index] !== status) {
        told[index] = status;
        report({ begun: describe(tests[i]) });
      }
    }
  };
  // As each is made, and at each step of its code.
  add_test_state_callback((test) => {
    begun[begun.length] = test;
    if (begun.length === 1) {
      reportBegun();
    }
  });

  add_completion_callback((tests, { status, message }) => {
    // Some never ended, as after an error of the harness.
    for (let i = 0; i < tests.length; i++) {
      if (!ended[tests[i].index]) {
        reportSubtest(tests[i]);
      }
    }
    report({
      status: HARNESS[status], message: message ?? null, count: tests.length,
    });
  });
})();
