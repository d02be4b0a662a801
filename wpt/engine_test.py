#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of engines and the scripts that they run: python3 wpt/engine_test.py
SHELL, with the shell of a build."""

import functools
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

WPT = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(WPT)
sys.path.insert(0, os.path.join(ROOT, 'tools', 'lib'))
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from engine import MAX_OUTPUT_LINE, EngineError, probe
from fake_suite import SHELL, TestWithFolder, write
from manifest import Test
import results
import script
from test_processes import Processes

# Has what script.compose() takes, and what environment.js counts on.
HARNESS = '''
(function(global) {
  'use strict';
  const onState = [], onResult = [], onEnd = [], tests = [];
  Object.assign(global, {
    setup() {},
    add_test_state_callback(callback) { onState.push(callback); },
    add_result_callback(callback) { onResult.push(callback); },
    add_completion_callback(callback) { onEnd.push(callback); },
    test(body, name = global.META_TITLE) {
      const made = { name, status: 3, message: null };
      made.index = tests.push(made);
      onState.forEach((f) => f(made));
      if (!body) return;
      made.status = 0;
      try { body(); } catch (error) { made.status = 1; made.message = error.message; }
      onResult.forEach((f) => f(made));
    },
    done() { onEnd.forEach((f) => f(tests, { status: 0, message: null })); },
  });
})(self);
'''

# As any runtime's program: "node FILE".
NODE = shutil.which('node')

# This project's, if it's given.
SHELL_PATH = None

probe_once = functools.cache(probe)


class ProbeTest(TestWithFolder):

  def engine(self, body):
    return self.write_program('engine', f'#!/bin/sh\n{body}\n')

  def assert_refused(self, command, *messages):
    with self.assertRaises(EngineError) as caught:
      probe(command)
    for message in messages:
      self.assertIn(message, str(caught.exception))

  def test_this_shell(self):
    engine = probe(self.write_program('shell', SHELL))
    self.assertTrue(engine.runs_pages)
    self.assertEqual((engine.product, engine.version, engine.v8),
                     ('v8-encoding', '1.0', '10.2.154.26'))
    self.assertEqual(list(engine.notes()), [])

  def test_another_runtime(self):
    engine = probe(
        self.engine('echo a banner; echo \'{"engine": {"missingForPages":'
                    ' ["a", "b", "c", "d", "e"],'
                    ' "missingForScripts": ["f"]}}\''))
    self.assertFalse(engine.runs_pages)
    self.assertTrue(engine.can_run(Test('/encoding/a.any.js?1', 'testharness', 1)))
    self.assertFalse(engine.can_run(Test('/encoding/a.any.html', 'testharness', 1)))
    self.assertEqual((engine.product, engine.version, engine.v8),
                     ('engine', None, None))
    pages, scripts = engine.notes()
    self.assertIn('engine runs scripts (.any.js) only', pages)
    self.assertIn('(a, b, c, 2 more)', pages)
    self.assertIn('engine has no f:', scripts)

  def test_says_what_is_missing(self):
    self.assert_refused(self.path('none'), 'can\'t be run (No such file')
    self.assert_refused('"', 'No closing quotation')
    self.assert_refused(' ', '--engine needs a command.')
    self.assert_refused(
        self.engine('echo \'print is not defined\' >&2; exit 4'),
        'to have print() or console.log()', 'exited with status 4',
        '\n    print is not defined')
    self.assert_refused(self.engine(':'), '(nothing)')
    self.assert_refused(
        self.engine(r'printf "a\033[31m\tb\n\302\233c\n%01000d" 0'),
        '\n    a\\x1b[31m\tb\n    \\x9bc\n    ' + '0' * MAX_OUTPUT_LINE + '…')
    self.assert_refused(self.engine('kill -40 $$'), 'ended by signal 40')
    self.assert_refused(self.engine('echo \'{"a": 1}\'; echo 1'), 'no engine')
    self.assert_refused(
        self.engine('echo \'{"engine": {}}\'; exit 1'),
        'exited with status 1 after a script that ends well')

  def test_ends_one_that_does_not_end(self):
    # Of whose children one is elsewhere and keeps the output open.
    start = time.monotonic()
    with mock.patch('engine.TIMEOUT', 0.5):
      self.assert_refused(self.engine('setsid sleep 20 & sleep 20'),
                          'didn\'t end within 0.5 s')
    self.assertLess(time.monotonic() - start, 15)

  @unittest.skipUnless(NODE, 'no node on PATH')
  def test_node(self):
    engine = probe(NODE)
    version = subprocess.run([NODE, '--version'],
                             capture_output=True,
                             text=True,
                             check=True).stdout
    self.assertEqual((engine.product, f'v{engine.version}\n'),
                     ('node.js', version))
    self.assertIn('decodeHook', engine.missing_for_pages)
    self.assertTrue(engine.v8)

  @unittest.skipUnless(NODE, 'no node on PATH')
  def test_bun_has_no_v8(self):
    write(
        self.temp, {
            'bun.cjs':
                'Object.defineProperty(process, "versions", { value: {'
                ' bun: "1.4.5", node: "24.3.0", v8: "13.6.233.10-node.18" } });'
        })
    engine = probe(f'{NODE} -r {self.path("bun.cjs")}')
    self.assertEqual((engine.product, engine.version, engine.v8),
                     ('bun', '1.4.5', None))


class ScriptTest(TestWithFolder):
  """What a script of the suite sees, in engines of each kind."""

  @classmethod
  def setUpClass(cls):
    folder = tempfile.TemporaryDirectory()
    cls.addClassCleanup(folder.cleanup)
    cls.with_evaluator = os.path.join(folder.name, 'with_evaluator.js')
    write(
        folder.name, {
            'with_evaluator.js':
                '{ const { load, scriptArgs } = globalThis;'
                ' delete globalThis.readFile; load(scriptArgs[0]); }'
        })

  def setUp(self):
    super().setUp()
    write(
        self.temp, {
            'resources/testharness.js': HARNESS,
            'resources/idlharness.js':
                'const isPlain ='
                ' Object.getPrototypeOf(self) === Object.prototype;',
            'resources/webidl2/lib/webidl2.js': 'const parser = 1;',
            'interfaces/x.idl': 'interface X {};\n// \u00e9\n',
            'encoding/resources/help.js': 'const helped = 1; var sloppy = this;',
        })

  def engines(self):
    if NODE:
      yield NODE
    shell = shlex.quote(os.path.abspath(SHELL_PATH)) if SHELL_PATH else None
    if shell:
      # With evaluateScript(), and with eval() alone.
      yield f'{shell} {os.path.join(WPT, "engines", "least.js")}'
      yield f'{shell} {self.with_evaluator}'

  def run_test(self, engine, source, query=''):
    write(self.temp, {'encoding/a.any.js': source})
    test = Test(f'/encoding/a.any.js{query}', 'testharness', 10)
    return results.run(test, probe_once(engine), self.temp, Processes())

  def assert_passes(self, source, names, query=''):
    for engine in self.engines():
      with self.subTest(engine=engine):
        result = self.run_test(engine, source, query)
        self.assertEqual((result.status, result.message), ('OK', None))
        self.assertEqual(
            [(s.name, s.status, s.message) for s in result.subtests],
            [(name, 'PASS', None) for name in names])

  def test_there_are_engines(self):
    self.assertTrue(list(self.engines()))

  def test_surroundings(self):
    self.assert_passes(
        '// META: title=The title\n'
        '// META: script=resources/help.js?query#hash\n'
        'function check(value) { if (!value) throw new Error("no"); }\n'
        'test(() => {\n'
        '  check(self === globalThis && helped === 1);\n'
        '  check(location.search === "?1-2" && location.hash === "#3");\n'
        '  check(location.pathname === "/encoding/a.any.js");\n'
        '  check(!GLOBAL.isWindow() && !GLOBAL.isWorker());\n'
        '  check((function() { return this })() === self);\n'
        '});\n'
        'done();', ['The title'], '?1-2#3')

  def test_strict_mode(self):
    self.assert_passes(
        '// META: script=resources/help.js\n// A comment.\n\'use strict\';\n'
        'test(() => {\n'
        '  if ((function() { return this })() !== undefined || !helped)\n'
        '    throw new Error("sloppy");\n'
        '}, "strict");\n'
        'done();', ['strict'])

  def test_sloppy_mode_behind_a_strict_script(self):
    write(self.temp, {'encoding/resources/strict.js': "'use strict'; var first = 1;"})
    self.assert_passes(
        '// META: script=resources/strict.js\n'
        'test(() => {\n'
        '  if ((function() { return this })() !== self || !first)\n'
        '    throw new Error("strict");\n'
        '}, "sloppy");\n'
        'done();', ['sloppy'])

  def test_any_text(self):
    name = 'a\u00e9\u4e2d\U0001f600"\\\u2028'
    self.assert_passes(
        'test(() => {}, "a\u00e9\u4e2d\U0001f600\\"\\\\\\u2028");'
        ' test(() => {}, "\\ud800"); done();', [name, '\ud800'])

  def test_lines_that_others_have_begun(self):
    for engine in self.engines():
      with self.subTest(engine=engine):
        begun = self.write_program(
            'begun', '#!/bin/sh\nprintf "no newline "\nprintf oh >&2\n'
            f'exec {engine} "$@"\n')
        result = self.run_test(begun, 'test(() => { throw new Error("no"); }, "a");'
                                      ' test(() => {}, "b"); done();')
        self.assertEqual((result.status, result.output), ('OK', 'no newline oh'))
        self.assertEqual([(s.name, s.status) for s in result.subtests],
                         [('a', 'FAIL'), ('b', 'PASS')])

  def test_lost_lines(self):
    for engine in self.engines():
      with self.subTest(engine=engine):
        swallows = self.write_program(
            'swallows', '#!/bin/sh\n'
            f'{engine} "$@" | sed \'s/^{{"subtest".*FAIL/50% &/\'\n')
        result = self.run_test(swallows, 'test(() => {}, "a");'
                               ' test(() => { throw new Error("no"); }, "b"); done();')
        self.assertEqual(result.status, 'ERROR')
        self.assertRegex(result.message, '^subtest 2 of 2 has no result: .*lost'
                         '.*\n50% {"subtest"')

  def test_subtests_that_never_end(self):
    for engine in self.engines():
      with self.subTest(engine=engine):
        result = self.run_test(engine, 'test(null, "a"); test(() => {}, "b"); done();')
        self.assertEqual(result.status, 'OK')
        self.assertEqual([(s.name, s.status) for s in result.subtests],
                         [('b', 'PASS'), ('a', 'NOTRUN')])
        # If the harness doesn't end either.
        result = self.run_test(engine, 'test(null, "a"); test(() => {}, "b");')
        self.assertEqual((result.status, result.message),
                         ('ERROR', 'ended before the harness was done'))
        self.assertEqual([(s.name, s.status) for s in result.subtests],
                         [('b', 'PASS'), ('a', 'NOTRUN')])

  def test_interfaces(self):
    self.assert_passes(
        '// META: script=/resources/WebIDLParser.js\n'
        '// META: script=/resources/idlharness.js\n'
        'fetch("/interfaces/x.idl").then((r) => r.text()).then((text) => {\n'
        '  test(() => { if (!isPlain || parser !== 1) throw new Error; },'
        ' text);\n'
        '  return fetch("/nothing");\n'
        '}).catch((error) => { test(() => {}, error.name); done(); });',
        ['interface X {};\n// \u00e9\n', 'TypeError'])

  def test_what_does_not_run(self):
    for engine in self.engines():
      with self.subTest(engine=engine):
        result = self.run_test(engine, 'throw new Error("oh")')
        self.assertEqual(result.status, 'ERROR')
        self.assertIn('oh', result.message)
        result = self.run_test(engine, 'test(() => {}, "a")')
        self.assertEqual((result.status, result.message),
                         ('ERROR', 'ended before the harness was done'))
        result = self.run_test(engine, '// META: script=none.js')
        self.assertEqual((result.status, result.message),
                         ('ERROR', '/encoding/none.js is not in the suite'))
        shutil.rmtree(self.path('interfaces'), ignore_errors=True)
        result = self.run_test(engine, '// META: script=/resources/idlharness.js')
        self.assertEqual((result.status, result.message),
                         ('ERROR', '/interfaces/ is not in the suite'))

  def test_an_exception_is_of_one_test(self):
    with mock.patch('script.compose', side_effect=OSError(28, 'No space left')):
      result = self.run_test(next(self.engines()), 'test(() => {}, "a"); done();')
    self.assertEqual(result.status, 'ERROR')
    self.assertIn('No space left', result.message)

  @unittest.skipUnless(NODE, 'no node on PATH')
  def test_may_wait_when_all_is_done(self):
    write(self.temp, {'encoding/a.any.js': 'test(() => {}, "a"); done();\n'
                                           'setInterval(() => {}, 1000);'})
    test = Test('/encoding/a.any.js', 'testharness', 1)
    result = results.run(test, probe_once(NODE), self.temp, Processes())
    self.assertEqual((result.status, len(result.subtests)), ('OK', 1))

  def test_is_read_line_by_line(self):
    write(self.temp, {'encoding/a.any.js': 'one;\ntwo;\nthree;\n'})
    text = script.compose(self.temp, Test('/encoding/a.any.js', 'testharness', 1))
    self.assertIn('\n"two;",\n', text)
    self.assertTrue(text.isascii())


if __name__ == '__main__':
  SHELL_PATH = sys.argv.pop(1) if len(sys.argv) > 1 else None
  unittest.main()
