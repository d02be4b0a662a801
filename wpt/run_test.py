#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of the runner, with a suite and engines of its own:
python3 wpt/run_test.py."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

WPT = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from fake_suite import (OK, SHELL, SHELL_ONLY, TestWithFolder, end, failed, passed,
                        subtest, write)
import run
from wptreport_test import problems


class RunTest(TestWithFolder):

  def setUp(self):
    super().setUp()
    self.shell = self.write_program('shell', SHELL)
    write(
        self.temp, {
            'wpt/resources/testharness.js': '',
            'wpt/encoding/good.any.js':
                SHELL_ONLY + passed('a') + passed('b') + OK,
            'expectations.json': '{}',
        })

  def command(self, *arguments):
    return [
        sys.executable,
        os.path.join(WPT, 'run.py'), '--engine', self.shell, '--wpt',
        self.path('wpt'), '--expectations',
        self.path('expectations.json'), *arguments
    ]

  def run_tests(self, *arguments):
    return subprocess.run(self.command(*arguments),
                          capture_output=True,
                          text=True,
                          check=False)

  def assert_refused(self, arguments, message):
    """In this process, as one takes its time to start."""
    with mock.patch('sys.argv', self.command(*arguments)[1:]), mock.patch(
        'sys.stdout', io.TextIOWrapper(io.BytesIO())), mock.patch(
            'sys.stderr', io.StringIO()):
      with self.assertRaisesRegex(run.PROBLEMS, f'^{message}$'):
        run.main()

  def add(self, name, text):
    if name.endswith('.any.js'):
      text = SHELL_ONLY + text
    write(self.temp, {f'wpt/encoding/{name}': text})

  def test_passes(self):
    done = self.run_tests()
    self.assertEqual(done.returncode, 0)
    self.assertEqual(
        done.stdout.splitlines()[2:],
        ['         tests  passed  failed  expected',
         'scripts      1       2       0         0',
         'all          1       2       0         0',
         '',
         '2 passed, 0 failed'])

  def test_ways_to_fail(self):
    for text, message in (
        (passed('a') + failed('b') + OK, 'FAIL b\n        because'),
        (passed('a') + OK + 'crash\n', 'ended by SIGSEGV'),
        (passed('a') + 'signal 40\n', 'ended by signal 40'),
        (passed('a') + 'hang\n', 'ended after 5.0 s of silence'),
        (passed('a') + 'a line\n', 'before the harness was done\n        a line'),
        (passed('a') + OK + 'exit\n', 'exited with status 3'),
        (passed('a') + OK + 'exit 139\n', 'CRASH (harness)\n        ended by SIGSEGV'),
        (passed('a') + OK + 'exit 141\n', 'exited with status 141'),
        (passed('a') + '{"status": "ERROR", "message": "oh"}\n', 'oh'),
        (passed('a') + OK + '{"status": "ERROR", "message": "oh"}\n', 'oh'),
        (OK, 'has no subtest'),
        # A line of the test's own.
        ('{"status": "PASS", "message": null}\n' + passed('a'),
         'ended before the harness was done\n        {"status": "PASS"'),
        # Some of its lines got lost.
        (subtest('a', 'PASS', None, 1) + 'x' + subtest('b', 'FAIL', None, 2) +
         end(2), 'subtest 2 of 2 has no result: lines of results were lost, or had'
         ' other output in them\n        x{"subtest"'),
        (subtest('a', 'PASS', None, 3) + OK, 'subtest 1, 2 of 3 has no result'),
        (subtest('a', 'PASS', None, 1) + end(10**12),
         'subtest 2, 3, 4, 5, 6 of 1000000000000 has no result'),
        (subtest('a', 'PASS', None, 2) + end(1), 'subtest 1 of 1 has no result'),
        (end(0), 'has no subtest'),
        (subtest('a', 'PASS', None, 1) * 2 + end(1),
         '2 subtests have results, and the harness has 1'),
    ):
      self.add('bad.any.js', text)
      # Long enough for a busy machine to start the other tests.
      done = self.run_tests('--timeout-multiplier', '0.5')
      self.assertEqual(done.returncode, 1, text)
      self.assertIn(message, done.stdout)
      self.assertRegex(done.stdout.splitlines()[-1], r'^[234] passed, 1 failed$')

  def test_results_that_never_end(self):
    self.write_program('shell', SHELL.replace(
        'time.sleep(60)',
        'for _ in range(300): print(line[5:], flush=True); time.sleep(0.2)'))
    self.add('bad.any.js', 'hang ' + passed('a'))
    done = self.run_tests('--timeout-multiplier', '0.1', 'encoding/bad.any.js')
    self.assertIn('TIMEOUT (harness)\n        ended after 10.0 s, with results still'
                  ' coming', done.stdout)

  def test_subtests_that_never_end(self):
    self.add(
        'bad.any.js',
        ''.join(subtest(name, 'NOTRUN', None, i, 'begun')
                for i, name in enumerate('abc', 1)) +
        subtest('a', 'TIMEOUT', 'Test timed out', 1, 'begun') +
        subtest('a', 'PASS', None, 1) +
        subtest('b', 'TIMEOUT', 'Test timed out', 2, 'begun') + 'hang\n')
    done = self.run_tests('--timeout-multiplier', '0.1', 'encoding/bad.any.js')
    self.assertIn(
        '    TIMEOUT b\n        Test timed out\n    NOTRUN c\n    TIMEOUT (harness)\n',
        done.stdout)
    self.assertEqual(done.stdout.splitlines()[-1], '1 passed, 3 failed')
    # The harness knows better.
    self.add('bad.any.js', subtest('a', 'NOTRUN', None, 1, 'begun') +
             subtest('a', 'PASS', None, 1) + end(1))
    self.assertEqual(self.run_tests('encoding/bad.any.js').returncode, 0)

  def test_nothing_to_run(self):
    self.assert_refused(
        ['--filter', 'labelz'],
        'none of the 1 tests of encoding/ has "labelz" in its URL; --list prints'
        ' them.')
    self.assert_refused(
        ['encoding/god.any.js'],
        'encoding/god.any.js is no test, file or folder of the suite; did you'
        ' mean encoding/good.any.js\\?')

  def test_paths(self):
    self.add('bad.any.js', failed('b') + OK)
    write(self.temp, {'wpt/streams/c.any.js': SHELL_ONLY + passed('c') + OK})
    for paths, last in (
        (['encoding/good.any.js'], '2 passed, 0 failed'),
        (['encoding/good.any.js', 'streams/'], '3 passed, 0 failed'),
        (['--suite', 'streams'], '1 passed, 0 failed'),
        ([self.path('wpt', 'encoding')], '2 passed, 1 failed'),
    ):
      self.assertEqual(self.run_tests(*paths).stdout.splitlines()[-1], last)

  def test_filter_and_list(self):
    self.add('bad.any.js', failed('b') + OK)
    self.assertEqual(self.run_tests('--filter', 'GOOD').returncode, 0)
    self.assertEqual(
        self.run_tests('--list').stdout,
        '/encoding/bad.any.js\n/encoding/good.any.js\n')

  def test_update_needs_reasons(self):
    self.add('bad.any.js', failed('b') + OK)
    path = os.path.join(self.temp, 'expectations.json')
    self.assertEqual(self.run_tests('--update').returncode, 1)
    self.assertIn('has no reason', self.run_tests().stderr)
    with open(path) as file:
      text = file.read()
    write(self.temp, {
        'expectations.json': text.replace('"reason": ""', '"reason": "r"')
    })
    done = self.run_tests()
    self.assertEqual(done.returncode, 0)
    self.assertEqual(done.stdout.splitlines()[-1], '2 passed, 0 failed')
    self.add('bad.any.js', passed('b') + OK)
    done = self.run_tests('--update')
    self.assertEqual(done.returncode, 1)
    self.assertIn('was expected to fail', done.stdout)
    self.assertEqual(self.run_tests().returncode, 0)

  def test_all_fails_as_expected(self):
    self.add('bad.any.js', failed('b') + OK)
    entries = [{'test': '/encoding/bad.any.js', 'reason': 'r'}]
    write(self.temp, {'expectations.json': json.dumps({'encoding': entries})})
    done = self.run_tests('encoding/bad.any.js')
    self.assertEqual(done.stdout.splitlines()[-1], '0 passed, 0 failed')
    self.assertEqual(done.returncode, 0)

  def test_update_and_what_was_not_run(self):
    self.add('bad.any.js', failed('b') + OK)
    entries = [{'test': '/encoding/good.any.js', 'subtests': ['c'], 'reason': 'r'}]
    write(self.temp, {'expectations.json': json.dumps({'encoding': entries})})
    done = self.run_tests('--update', 'encoding/bad.any.js')
    self.assertRegex(done.stderr, 'has 1 new entries.* needs a reason')
    with open(self.path('expectations.json'), encoding='utf-8') as file:
      self.assertEqual(json.load(file)['encoding'], entries + [{
          'test': '/encoding/bad.any.js',
          'subtests': ['b'],
          'reason': ''
      }])

  def test_update_and_a_crash(self):
    self.add('bad.any.js', passed('a') + 'crash\n')
    done = self.run_tests('--update')
    self.assertIn('has no entry for what crashed (1, the first is'
                  ' /encoding/bad.any.js): no crash is ever expected.', done.stderr)
    with open(self.path('expectations.json'), encoding='utf-8') as file:
      self.assertEqual(json.load(file), {})

  def test_update_splits_an_entry(self):
    self.add('bad.any.js', failed('b') + OK)
    entry = {'test': '/encoding/*.any.js', 'subtests': ['b'], 'reason': 'r'}
    write(self.temp, {'expectations.json': json.dumps({'encoding': [entry]})})
    self.run_tests('--update')
    with open(self.path('expectations.json'), encoding='utf-8') as file:
      self.assertEqual(json.load(file)['encoding'],
                       [{**entry, 'test': '/encoding/bad.any.js'}])

  def test_an_expectation_without_a_test(self):
    entries = [{'test': '/encoding/gone.any.*', 'reason': 'r'}]
    write(self.temp, {'expectations.json': json.dumps({'encoding': entries})})
    done = self.run_tests()
    self.assertEqual(done.returncode, 1)
    self.assertIn('/encoding/gone.any.*: expected to fail, and no test of'
                  ' encoding/ has such a URL', done.stdout)

  def test_arguments_that_make_no_sense(self):
    for arguments, message in (
        (['--suite', 'encodng'],
         r'there is no suite encodng/ in .*, but encoding/\.'),
        (['--jobs', 'x'], r"argument --jobs: 'x' is no whole number above 0; see"
         r' tools/wpt --help\.'),
        (['--jobs', '0'], r"argument --jobs: '0' is no whole number above 0; .*"),
        *((['--timeout-multiplier', text],
           rf"argument --timeout-multiplier: '{text}' is no finite number above 0; .*")
          for text in ('nan', 'inf', '0', '-1', '1e999', 'x')),
        (['--nope'], r'unrecognized arguments: --nope; see tools/wpt --help\.'),
        (['--wpt', self.temp], r'.* is no checkout of web-platform-tests: .*\.'),
        (['--report', self.path('none', 'report.json')],
         r'.*report.json can\'t be written \(No such file or directory\)\.'),
        (['--report', self.temp], r'.* can\'t be written \(Is a directory\)\.'),
        (['--expectations', self.path('none.json')],
         r'.*none.json isn\'t there; --update would make it\.'),
        (['--update', '--expectations', self.path('nodir', 'x.json')],
         r'.*/nodir/x.json can\'t be written \(.*/nodir is no folder\)\.'),
        (['--engine', self.path('none')],
         r'--engine .*none: .*none can\'t be run \(No such file or directory\)\.'),
    ):
      self.assert_refused(arguments, message)
    done = self.run_tests('--jobs', 'x')
    self.assertEqual((done.returncode, done.stdout), (1, ''))
    self.assertRegex(done.stderr, r'^tools/wpt: argument --jobs: .*--help\.\n$')

  def test_no_results_of_a_pipe_that_is_closed(self):
    with subprocess.Popen(self.command('--list'),
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          text=True) as process:
      process.stdout.close()
      self.assertEqual(process.stderr.read(), '')
      self.assertEqual(process.wait(), 141)

  def test_other_output(self):
    self.add(
        'json.any.js', '{"a": 1}\n{"status": 200}\n{"subtest": 7}\n[1]\n'
        '{"status": 5, "message": 7}\n{"status": [], "message": ""}\n'
        '{"status": "OK", "message": "", "count": "1"}\n'
        '{"subtest": {"name": 1, "status": "PASS"}}\n'
        '{"subtest": {"name": "x", "status": "WEIRD"}}\n'
        '{"subtest": {"name": "x", "status": []}}\n'
        '{"subtest": {"name": "x", "status": "PASS", "index": "1"}}\n' +
        '{"a":' * 100000 + '\n' + '\n  ' + passed('a') + '\n' + OK)
    self.assertEqual(self.run_tests('encoding/json.any.js').returncode, 0)
    done = self.run_tests('--verbose', 'encoding/json.any.js')
    self.assertIn('printed besides:\n        {"a": 1}\n', done.stdout)
    self.assertIn('{"a":…\n', done.stdout)
    self.assertLess(len(done.stdout), 10000)

  def test_pages_without_subtests(self):
    for name, source in (('bad-crash.html', ''),
                         ('bad.html', '// <link rel=match href=ref.html>\n')):
      for status, last in (('PASS', '1 passed, 0'), ('FAIL', '0 passed, 1')):
        write(self.temp, {f'wpt/encoding/{name}':
                          source + end(0, status).replace(', "count": 0', '')})
        done = self.run_tests(f'encoding/{name}')
        self.assertEqual(done.stdout.splitlines()[-1], f'{last} failed', name)

  def test_verbose(self):
    message = '\n'.join(f'line {i}' for i in range(30))
    self.add('bad.any.js', ''.join(failed(f'b{i}') for i in range(25)) +
             subtest('long', 'FAIL', message) + OK)
    done = self.run_tests('--rerun', 'tools/wpt --v8 14.6')
    self.assertIn('and 6 more; --verbose shows all', done.stdout)
    self.assertIn('All about one test: tools/wpt --v8 14.6 --verbose'
                  " '/encoding/bad.any.js'\n", done.stdout)
    done = self.run_tests('--verbose')
    self.assertIn(f'$ {self.shell} {WPT}/shim/main.mjs --root', done.stdout)
    self.assertIn('    PASS a\n', done.stdout)
    self.assertIn('    FAIL b24\n        because\n', done.stdout)
    self.assertIn('        line 29\n', done.stdout)

  def test_interrupt(self):
    self.add('hang.any.js', '// META: timeout=long\n' + passed('a') + 'hang\n')
    path = self.path('report.json')
    # A shell that runs tests in the background has them ignore the signal.
    take_signal = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(self.command('--report', path, '--jobs', '2'),
                          stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL,
                          preexec_fn=take_signal,
                          text=True) as process:
      # The one that doesn't hang.
      line = process.stdout.readline()
      process.send_signal(signal.SIGINT)
      lines = process.stdout.read().splitlines()
      self.assertEqual(process.wait(), 130)
    self.assertIn('passed  /encoding/good.any.js', line)
    self.assertEqual(lines[-1],
                     'interrupted after 1 of 2 tests: 2 passed, 0 failed')
    self.assertEqual([name for name in os.listdir(self.temp) if 'report' in name],
                     [])

  def test_signals_end_the_tests_too(self):
    pid = self.path('pid')
    self.write_program('shell', SHELL.replace(
        'time.sleep(60)',
        f'open({pid!r}, "w").write(f"{{os.getpid()}}\\n"); time.sleep(60)'))
    self.add('hang.any.js', '// META: timeout=long\nhang\n')
    for number in (signal.SIGTERM, signal.SIGHUP):
      write(self.temp, {'pid': ''})
      # As where nothing is ignored.
      take_signal = lambda: signal.signal(number, signal.SIG_DFL)
      with subprocess.Popen(self.command('encoding/hang.any.js'),
                            stdout=subprocess.DEVNULL,
                            preexec_fn=take_signal) as process:
        text = ''
        while not text.endswith('\n'):
          time.sleep(0.05)
          with open(pid, encoding='ascii') as file:
            text = file.read()
        process.send_signal(number)
        self.assertEqual(process.wait(), 128 + number)
      with self.assertRaises(ProcessLookupError):
        os.kill(int(text), 0)

  def test_report(self):
    self.add('bad.any.js', failed('b') + OK)
    path = self.path('report.json')
    done = self.run_tests('--report', path)
    self.assertRegex(done.stderr,
                     r'^tools/wpt: .*report.json can\'t go to wpt.fyi, for want of'
                     r' revision: .* has no versions.json and is no git checkout\.$')
    write(self.temp, {'wpt/.source': f'url {"a" * 40}\n'})
    self.assertEqual(self.run_tests('--report', path).stderr, '')
    with open(path, encoding='utf-8') as file:
      report = json.load(file)
    self.assertEqual(list(problems(report)), [])
    self.assertEqual(report['run_info']['revision'], 'a' * 40)
    self.assertEqual(sorted(result['test'] for result in report['results']),
                     ['/encoding/bad.any.html', '/encoding/good.any.html'])


  def test_a_report_that_cannot_be_written(self):
    done = self.run_tests('--report', '/dev/full')
    self.assertEqual(done.returncode, 1)
    lines = done.stdout.splitlines()
    self.assertIn('FAILED  /dev/full can\'t be written (No space left on device)',
                  lines)
    self.assertEqual(lines[-1], '2 passed, 1 failed')

  def test_a_report_to_a_pipe(self):
    path = self.path('pipe')
    os.mkfifo(path)
    self.add('slow.any.js', passed('a') + 'hang\n')
    with subprocess.Popen(self.command('--report', path, '--jobs', '2'),
                          stdout=subprocess.PIPE, text=True) as process:
      with open(path, encoding='utf-8') as report:
        line = ''
        while '"results"' not in line:
          line = report.readline()
        # The other test hangs still.
        self.assertIn('good.any.html', report.readline())
      out, _ = process.communicate()
    self.assertEqual(process.returncode, 1)
    self.assertIn(f'FAILED  {path} can\'t be written (Broken pipe)', out)
    self.assertEqual(out.splitlines()[-1], '3 passed, 2 failed')


class EngineTest(TestWithFolder):
  """Another runtime than this project's shell, by way of tools/wpt."""

  def setUp(self):
    super().setUp()
    write(
        self.temp, {
            'wpt/resources/testharness.js': '',
            'wpt/encoding/a.any.js': '// PASSES\n',
            'wpt/encoding/b.any.js': '',
            'wpt/encoding/c.html': '/resources/testharness.js',
        })
    # Takes what it runs for its result.
    self.engine = self.write_program(
        'engine', '#!/usr/bin/env python3\nimport sys\n'
        'text = open(sys.argv[1]).read()\n'
        'if sys.argv[1].endswith("/probe.js"):\n'
        '  print(\'{"engine": {"missingForPages": ["x"],'
        ' "missingForScripts": []}}\')\n'
        'else:\n'
        f'  print({passed("a")!r} if "PASSES" in text else {failed("a")!r})\n'
        f'  print({OK!r})\n')

  def run_tool(self, *arguments):
    return subprocess.run([
        os.path.join(os.path.dirname(WPT), 'tools', 'wpt'), '--wpt', 'wpt',
        *arguments
    ],
                          cwd=self.temp,
                          capture_output=True,
                          text=True,
                          check=False)

  def test_runs_scripts(self):
    done = self.run_tool('--engine', './engine')
    self.assertEqual(done.returncode, 1)
    self.assertEqual(done.stdout.splitlines()[-1], '1 passed, 1 failed')
    self.assertIn('engine runs scripts (.any.js) only', done.stderr)
    self.assertIn("All about one test: tools/wpt --wpt wpt --engine ./engine"
                  " --verbose '/encoding/b.any.js'", done.stdout)
    self.assertEqual(
        self.run_tool('--engine', './engine', 'encoding/a.any.js').returncode, 0)
    done = self.run_tool('--engine=./engine', 'encoding/c.html')
    self.assertEqual(done.returncode, 1)
    self.assertIn('all tests that are meant are pages, the first of them'
                  ' /encoding/c.html.', done.stderr)

  def test_says_how_to_run_one_test_as_this_run_did(self):
    done = self.run_tool('--engine', './engine', '--timeout-multiplier=2',
                         '--product', 'my engine/1', '--jobs', '1')
    self.assertIn("All about one test: tools/wpt --wpt wpt --engine ./engine"
                  " --timeout-multiplier 2 --product 'my engine/1' --verbose"
                  " '/encoding/b.any.js'", done.stdout)

  def test_says_what_cannot_run(self):
    for name in ('x.worker.js', 'y.worker.js', 'z-manual.html'):
      write(self.temp, {f'wpt/encoding/{name}': ''})
    line = "tools/wpt: 3 files of kinds that can't run here: 1 *-manual and" \
        ' 2 *.worker.js.\n'
    done = self.run_tool('--engine', './engine')
    self.assertIn(line, done.stderr)
    self.assertEqual(done.stdout.splitlines()[-1], '1 passed, 1 failed')
    for arguments in (['encoding/a.any.js'], ['--list'], ['--filter', 'any']):
      done = self.run_tool('--engine', './engine', *arguments)
      self.assertNotIn('of kinds', done.stderr)
    done = self.run_tool('--engine', './engine', 'encoding/x.worker.js')
    self.assertEqual((done.returncode, done.stderr), (
        1, 'tools/wpt: encoding/x.worker.js has no tests of kinds that can run'
        ' here, but 1 *.worker.js.\n'))

  def test_lists_what_runs(self):
    done = self.run_tool('--engine', './engine', '--list')
    self.assertEqual(done.stdout, '/encoding/a.any.js\n/encoding/b.any.js\n')

  def test_values_that_look_like_options(self):
    write(self.temp, {'wpt/encoding/b-x.any.js': ''})
    for arguments in (['--filter=-X'], ['--filter', '-X']):
      done = self.run_tool('--engine', './engine', '--list', *arguments)
      self.assertEqual((done.stdout, done.stderr), ('/encoding/b-x.any.js\n', ''))
    done = self.run_tool('--engine', '--none')
    self.assertIn("--engine --none: --none can't be run", done.stderr)

  def test_expectations_of_its_own(self):
    file = ['--expectations', 'mine.json']
    self.assertIn('mine.json isn\'t there',
                  self.run_tool('--engine', './engine', *file).stderr)
    self.assertIn('--update needs --expectations',
                  self.run_tool('--engine', './engine', '--update').stderr)
    self.assertEqual(
        self.run_tool('--engine', './engine', '--update', *file).returncode, 1)
    with open(self.path('mine.json'), encoding='utf-8') as opened:
      text = opened.read()
    write(self.temp, {'mine.json': text.replace('"reason": ""', '"reason": "r"')})
    done = self.run_tool('--engine', './engine', *file)
    self.assertEqual((done.returncode, done.stdout.splitlines()[-1]),
                     (0, '1 passed, 0 failed'))

  def test_report(self):
    done = self.run_tool('--engine', './engine', '--report', 'r.json')
    self.assertRegex(done.stderr, 'for want of revision and browser_version: ')
    write(self.temp, {'wpt/.source': f'url {"a" * 40}\n'})
    done = self.run_tool('--engine', './engine', '--report', 'r.json')
    self.assertRegex(done.stderr, 'for want of browser_version: the engine'
                     ' doesn\'t say its version; --product NAME/VERSION does')
    self.run_tool('--engine', './engine', '--report', 'r.json', '--product',
                  'mine/1.2')
    with open(self.path('r.json'), encoding='utf-8') as file:
      report = json.load(file)
    self.assertEqual(list(problems(report)), [])
    self.assertEqual(report['run_info']['product'], 'mine')

  def test_script(self):
    done = self.run_tool('--engine', './engine', '--script', 'encoding/a.any.js')
    self.assertEqual(done.returncode, 0)
    self.assertIn('"// PASSES', done.stdout)
    done = self.run_tool('--engine', './engine', '--script')
    self.assertIn('--script is about one test, and 2 scripts (.any.js) are meant.',
                  done.stderr)

  def test_says_what_is_wrong_before_anything_is_built(self):
    for arguments, message in (
        (['--jobs', 'x'], "--jobs needs a whole number above 0, not 'x'; see"),
        (['--jobs'], '--jobs needs a value; see tools/wpt --help.'),
        (['--nope'], "'--nope' is not an option; see tools/wpt --help."),
        (['--verbose=1'], '--verbose takes no value; see tools/wpt --help.'),
        (['--list='], '--list takes no value; see tools/wpt --help.'),
        (['--engine', ' '], '--engine needs a command; see tools/wpt --help.'),
        (['--engine', 'x', '--v8', '14.6'], '--v8 is about this project'),
        (['--wpt', '', '--engine', 'x', '--upstream', 'a b'], "'a b' is no commit."),
        (['--v8', '1.0'], 'there is no V8 1.0 but 11.3 12.4 13.6 14.6.'),
    ):
      done = self.run_tool(*arguments)
      self.assertEqual((done.returncode, done.stdout), (1, ''))
      self.assertRegex(done.stderr, f'^tools/wpt: {re.escape(message)}')

  def test_help_names_all_options(self):
    text = self.run_tool('--help').stdout
    for option in ('--filter', '--list', '--verbose', '--v8', '--suite', '--jobs',
                   '--report', '--update', '--wpt', '--upstream', '--engine',
                   '--product', '--script', '--expectations',
                   '--timeout-multiplier', '$CONFIG'):
      self.assertIn(f'\n  {option}' if option[0] == '-' else option, text)
    self.assertTrue(text.startswith('Runs web-platform-tests'))
    self.assertTrue(text.endswith('or none ran.\n'))


if __name__ == '__main__':
  unittest.main()
