#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of run_tests.py: python3 tools/lib/run_tests_test.py."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import all_v8
import gtest_runs
import run_tests
import test_processes
import test_report

# Stands in for a gtest executable: its tests are S.Pass, S.Fail, S.Skip,
# S.Crash, S.Hang and S.After, and a disabled one.
FAKE_GTEST = r'''#!/usr/bin/env python3
import json, os, sys, time
if '--gtest_list_tests' in sys.argv:
  tests = [{'name': name, 'file': '../../s/a_test.cc'}
           for name in 'Pass Fail Skip Crash Hang After DISABLED_Off'.split()]
  path = next(a for a in sys.argv if a.startswith('--gtest_output='))
  with open(path.split(':')[1], 'w') as file:
    json.dump({'testsuites': [{'name': 'S', 'testsuite': tests}]}, file)
  sys.exit()
flags = next(a for a in sys.argv if a.startswith('--gtest_flagfile='))
names = open(flags.split('=')[1]).read().strip().split('=')[1].split(':')
failed = False
for name in names:
  print('[ RUN      ] ' + name, flush=True)
  print('output of ' + name, flush=True)
  if name == 'S.Crash':
    os.abort()
  if name == 'S.Hang':
    time.sleep(60)
  if name == 'S.Pass':
    print('cases: UTF-8 three-byte 7')
  if name == 'S.Fail':
    failed = True
    print('[  FAILED  ] S.Fail, where GetParam() = 1 (3 ms)')
  elif name == 'S.Skip':
    print('a_test.cc:1: Skipped\nnot here\n[  SKIPPED ] S.Skip (0 ms)')
  else:
    print('no newline[       OK ] %s (12 ms)' % name)
sys.exit(failed)
'''

FAKE_SHELL = r'''#!/usr/bin/env python3
import os, signal
import sys
if 'bad' in sys.argv[2]:
  print('SyntaxError', file=sys.stderr)
  sys.exit(3)
print('ok a: b')
if 'crashes' in sys.argv[2]:
  print('not ok c: 1 != 2', flush=True)
  os.kill(os.getpid(), signal.SIGSEGV)
if 'quits' in sys.argv[2]:
  sys.exit()
if 'loses' in sys.argv[2]:
  print('ran 2 tests')
  sys.exit()
print('hint')
print('not ok c: 1 != 2')
print('skip d: no SharedArrayBuffer')
sys.exit(1)
'''


def executable(path, text):
  with open(path, 'w') as file:
    file.write(text)
  os.chmod(path, 0o755)


# What .ci/run calls once, beside test and wpt.
CI_COMMANDS = ('check-embedders', 'check-release', 'docs', 'lint', 'npm', 'tidy')


class RunTestsTest(unittest.TestCase):

  def setUp(self):
    self.results = []
    self.report = []  # The lines of the last .ci/run.
    temp = tempfile.TemporaryDirectory()
    self.addCleanup(temp.cleanup)
    self.root = temp.name
    self.processes = test_processes.Processes()
    self.stream = io.StringIO()
    self.reporter = test_report.Reporter(self.stream)

  def by_name(self):
    return {r.name: r for r in self.results}

  def run_gtest(self, names, timeout=10):
    path = os.path.join(self.root, 'fake_tests')
    executable(path, FAKE_GTEST)
    gtest_runs.run_gtest([path], self.root, names, self.processes, None, timeout,
                        self.results.append, self.reporter.add_cases)

  def test_gtest_verdicts(self):
    self.run_gtest(['S.Pass', 'S.Fail', 'S.Skip'])
    results = self.by_name()
    self.assertEqual(results['S.Pass'].verdict, test_report.PASSED)
    self.assertEqual(results['S.Pass'].seconds, 0.012)
    self.assertEqual(results['S.Fail'].verdict, test_report.FAILED)
    self.assertEqual(results['S.Fail'].output, 'output of S.Fail\n')
    self.assertEqual(results['S.Skip'].verdict, test_report.SKIPPED)
    self.assertEqual(results['S.Skip'].output, 'not here')

  def test_gtest_cases_add_up(self):
    self.run_gtest(['S.Pass'])
    self.run_gtest(['S.Pass'])
    self.reporter.add_cases('UTF-8', 'random', 1)
    self.reporter.add_cases('Big5', 'random', 3)
    self.reporter.finish()
    self.assertEqual(
        self.stream.getvalue().splitlines()[:2],
        ['cases: Big5 3 (random 3)', 'cases: UTF-8 15 (random 1, three-byte 14)'])

  def test_gtest_crash_costs_one_test(self):
    self.run_gtest(['S.Pass', 'S.Crash', 'S.After'])
    results = self.by_name()
    self.assertEqual(len(self.results), 3)
    self.assertEqual(results['S.Crash'].verdict, test_report.FAILED)
    self.assertIn('output of S.Crash', results['S.Crash'].output)
    self.assertIn('SIGABRT', results['S.Crash'].output)
    self.assertEqual(results['S.After'].verdict, test_report.PASSED)

  def test_gtest_hang_costs_one_test(self):
    # Long enough for a busy machine to start the test behind it.
    self.run_gtest(['S.Hang', 'S.After'], timeout=5)
    results = self.by_name()
    self.assertIn('ended after 5 s', results['S.Hang'].output)
    self.assertEqual(results['S.After'].verdict, test_report.PASSED)

  def test_gtest_that_cannot_start(self):
    gtest_runs.run_gtest([os.path.join(self.root, 'none')], self.root,
                        ['S.Pass'], self.processes, None, 10,
                        self.results.append, self.reporter.add_cases)
    self.assertEqual(self.by_name()['S.Pass'].verdict, test_report.FAILED)
    self.assertIn('No such file', self.by_name()['S.Pass'].output)

  def test_gtest_list(self):
    path = os.path.join(self.root, 'fake_tests')
    executable(path, FAKE_GTEST)
    tests = gtest_runs.list_gtest([path], self.root, None, self.results.append)
    self.assertEqual(list(tests)[:2], ['S.Pass', 'S.Fail'])
    self.assertEqual(tests['S.Pass'], '../../s/a_test.cc')
    self.assertNotIn('S.DISABLED_Off', tests)
    self.assertEqual(self.results, [])

  def test_gtest_that_cannot_be_listed(self):
    path = os.path.join(self.root, 'fake_tests')
    executable(path, '#!/bin/sh\necho why >&2; exit 3\n')
    tests = gtest_runs.list_gtest([path], self.root, None, self.results.append)
    self.assertEqual(tests, {})
    (result,) = self.results
    self.assertEqual(result.verdict, test_report.FAILED)
    self.assertIn('why', result.output)
    self.assertIn('exited with status 3', result.output)

  def run_js(self, name, pattern=''):
    shell = os.path.join(self.root, 'shell')
    executable(shell, FAKE_SHELL)
    path = os.path.join(self.root, 'js-tests', name)
    run_tests.JsRun(self.root, [shell],
                    path).run(self.processes, None, 10, self.results.append,
                              run_tests.compile_pattern(pattern).search)

  def test_js(self):
    os.mkdir(os.path.join(self.root, 'js-tests'))
    self.run_js('x.test.js')
    results = self.by_name()
    self.assertEqual(len(results), 3)
    prefix = os.path.join('js-tests', 'x.test.js') + ': '
    self.assertEqual(results[prefix + 'a: b'].verdict, test_report.PASSED)
    self.assertEqual(results[prefix + 'c'].output, 'hint\n1 != 2')
    self.assertEqual(results[prefix + 'd'].verdict, test_report.SKIPPED)

  def test_js_pattern(self):
    self.run_js('x.test.js', 'a: b')
    self.assertEqual(len(self.results), 1)

  def test_js_that_fails_before_its_tests(self):
    self.run_js('bad.test.js')
    (result,) = self.results
    self.assertEqual(result.verdict, test_report.FAILED)
    self.assertIn('SyntaxError', result.output)
    self.assertIn('exited with status 3', result.output)

  def test_js_that_crashes_behind_a_failure_that_is_not_meant(self):
    self.run_js('crashes.test.js', 'a: b|d')
    first, last = self.results
    self.assertEqual(first.verdict, test_report.PASSED)
    self.assertEqual(last.verdict, test_report.FAILED)
    self.assertIn('ended by SIGSEGV', last.output)

  def test_the_environment_chooses_neither_tests_nor_a_repository(self):
    with mock.patch.dict(os.environ, GIT_DIR='/x', GIT_INDEX_FILE='x',
                         GTEST_FILTER='x', GIT_AUTHOR_NAME='kept'):
      env, _ = run_tests.environment(False)
    self.assertNotIn('GIT_DIR', env)
    self.assertNotIn('GIT_INDEX_FILE', env)
    self.assertNotIn('GTEST_FILTER', env)
    self.assertEqual(env['GIT_AUTHOR_NAME'], 'kept')

  def test_js_that_ends_before_its_tests(self):
    self.run_js('quits.test.js')
    first, last = self.results
    self.assertEqual(first.verdict, test_report.PASSED)
    self.assertEqual(last.verdict, test_report.FAILED)
    self.assertIn('ended in the midst of its tests', last.output)

  def test_js_that_prints_too_little(self):
    self.run_js('loses.test.js')
    self.assertEqual(self.results[-1].verdict, test_report.FAILED)
    self.assertIn('ran 2 tests and printed 1', self.results[-1].output)

  def test_table_of_engines(self):
    table = all_v8.Table(['V8 10.2', 'V8 14.6'])
    skipped = test_report.Result('d', test_report.SKIPPED, 0, 'no X')
    table.add('V8 10.2', 'a', test_report.Result('b', test_report.PASSED))
    table.add('V8 10.2', 'a', skipped)
    table.add('V8 14.6', 'c', test_report.Result('e', test_report.FAILED))
    self.assertEqual([line.split() for line in table.lines()], [
        ['passed/failed/skipped', 'V8', '10.2', 'V8', '14.6'],
        ['a', '1/0/1', '-'],
        ['c', '-', '0/1/0'],
        ['all', '1/0/1', '0/1/0'],
        [],
        ['skipped:', 'no', 'X', '(V8', '10.2)'],
    ])

  def run_engines(self, *arguments):
    os.mkdir(os.path.join(self.root, 'js-tests'))
    executable(os.path.join(self.root, 'js-tests', 'x.test.js'), '')
    shell = os.path.join(self.root, 'shell')
    executable(
        shell,
        FAKE_SHELL.replace(
            'import sys\n', 'import sys\n'
            'if "-e" in sys.argv:\n'
            '  print("14.6.1"); sys.exit()\n'))
    tests = os.path.join(self.root, 'fake_tests')
    executable(tests, FAKE_GTEST)
    return subprocess.run(
        [sys.executable, all_v8.__file__, self.root, *arguments, shell, tests],
        capture_output=True, text=True)

  def test_engines(self):
    done = self.run_engines('Pass|Fail|Skip|Crash|After|js-tests', '--engine')
    self.assertIn('FAILED  V8 14.6 js-tests/x.test.js: c', done.stdout)
    self.assertIn('FAILED  V8 14.6 S.Crash', done.stdout)
    lines = done.stdout.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.strip()}
    self.assertEqual(rows['js-tests/x.test.js'], ['1/1/1'])
    self.assertEqual(rows['s/a_test.cc'], ['2/2/1'])
    self.assertEqual(rows['all'], ['3/3/2'])
    self.assertEqual(lines[-1], '3 passed, 3 failed, 2 skipped')
    self.assertEqual(done.returncode, 1)

  def test_pattern_behind_options(self):
    done = self.run_engines('--timeout', '60', 'forgotten code S.Pass',
                            '--column', 'forgotten code')
    self.assertEqual(done.stdout.splitlines()[-1], '1 passed, 0 failed',
                     done.stderr)
    self.assertEqual(done.returncode, 0)

  def run_command(self, **test):
    run_tests.run_command_test({'name': 'c', **test}, self.root, self.processes,
                               None, 10, self.results.append)
    return self.results[-1]

  def test_command(self):
    expected = os.path.join(self.root, 'expected')
    with open(expected, 'w') as file:
      file.write('hi\n')
    echo = ['sh', '-c', 'echo hi; echo note >&2']
    self.assertEqual(
        self.run_command(command=echo).verdict, test_report.PASSED)
    self.assertEqual(
        self.run_command(command=echo, expected=expected).verdict,
        test_report.PASSED)
    other = self.run_command(command=['echo', 'ho'], expected=expected)
    self.assertEqual(other.verdict, test_report.FAILED)
    failed = self.run_command(command=['sh', '-c', 'echo why >&2; exit 2'])
    self.assertIn('why', failed.output)
    self.assertIn('exited with status 2', failed.output)
    skipped = self.run_command(command=['sh', '-c', 'echo no X >&2; exit 77'])
    self.assertEqual((skipped.verdict, skipped.output),
                     (test_report.SKIPPED, 'no X'))

  def run_script(self, script, timeout=30):
    """What came of a shell's script, its lines, and how long it took."""
    lines = []
    start = time.monotonic()
    status, timed_out = self.processes.stream(['bash', '-c', script],
                                              lines.append,
                                              timeout,
                                              stderr=subprocess.STDOUT)
    return status, timed_out, lines, time.monotonic() - start

  def test_lines(self):
    for script, expected in (
        (r'printf "a\nb\r\n\303\251\377\nend"', ['a\n', 'b\n', 'é\ufffd\n', 'end']),
        (r'printf "\303"; sleep 0.1; printf "\251\n"', ['é\n']),
        (r'printf "\r"; sleep 0.1; printf "\n\303"', ['\n', '\ufffd']),
        ('exec >&- 2>&-; sleep 0.3; exit 0', []),
        ('echo a; (sleep 0.3; echo b) &', ['a\n', 'b\n']),
    ):
      status, timed_out, lines, _ = self.run_script(script)
      self.assertEqual((status, timed_out, lines), (0, False, expected), script)

  def test_long_lines_are_cut(self):
    size = 3 * test_processes.MAX_LINE
    _, _, lines, _ = self.run_script(f'head -c {size} /dev/zero; echo; echo next')
    self.assertEqual(lines, ['\0' * test_processes.MAX_LINE + '\n', 'next\n'])

  def test_silence_ends_a_process(self):
    for script in ('sleep 30', 'exec >&- 2>&-; sleep 30', 'yes', 'cat /dev/zero'):
      lines = []
      status, timed_out = self.processes.stream(['sh', '-c', script],
                                                lambda line: lines.append(len(line)),
                                                0.5)
      self.assertEqual((status, timed_out), (-9, True), script)
      self.assertLessEqual(max(lines, default=0), test_processes.MAX_LINE)

  def test_progress_goes_on(self):
    status, timed_out = self.processes.stream(
        ['sh', '-c', 'for i in 1 2 3 4; do sleep 0.5; echo; done'],
        lambda line: True, 1.5)
    self.assertEqual((status, timed_out), (0, False))

  def test_progress_without_an_end(self):
    start = time.monotonic()
    status, timed_out = self.processes.stream(
        ['sh', '-c', 'for i in $(seq 60); do sleep 0.5; echo; done'],
        lambda line: True, 30, limit=1.2)
    self.assertEqual((status, timed_out), (-9, True))
    self.assertLess(time.monotonic() - start, 20)

  def test_others_that_keep_the_output_open(self):
    # Those that left the group, which can't be ended, and those that didn't.
    for leave in ('setsid', ''):
      for script, timeout, end in (
          ('echo a', 30, (0, False)),
          ('echo a; exec sleep 30', 0.5, (-9, True)),
          ('echo a; kill -40 $$', 30, (-40, False)),
      ):
        status, timed_out, lines, seconds = self.run_script(
            f'{leave} sleep 25 & {script}', timeout)
        self.assertEqual((status, timed_out, lines), (*end, ['a\n']))
        self.assertLess(seconds, 20)

  def test_stop(self):
    timer = threading.Timer(0.5, self.processes.stop)
    timer.start()
    status, timed_out, _, seconds = self.run_script('setsid sleep 25 & sleep 30')
    timer.join()
    self.assertEqual((status, timed_out), (-9, False))
    self.assertLess(seconds, 20)
    # What is started later ends too.
    self.assertEqual(self.run_script('sleep 30')[:2], (-9, False))

  def test_ends(self):
    self.assertEqual(test_processes.describe_end(-11, False, 5), 'ended by SIGSEGV')
    self.assertEqual(test_processes.describe_end(-40, False, 5), 'ended by signal 40')

  def test_tests_of_a_processor(self):
    manifest = [
        {'kind': 'gtest', 'name': 'src_tests', 'path': 'src_tests',
         'simd': True},
        {'kind': 'gtest', 'name': 'shell_tests', 'path': 'shell_tests'},
        {'kind': 'command', 'name': 'src/c_api', 'command': ['./c_api', 'x']},
        {'kind': 'command', 'name': 'tools/links', 'command': ['links']},
    ]
    core, c_api = run_tests.of_processor(manifest, 'mingw')
    wine = run_tests.emulation.runner('mingw')
    self.assertTrue(wine)
    self.assertEqual((core['runner'], core['path']), (wine, 'src_tests.exe'))
    self.assertEqual(c_api['command'], [*wine, './c_api.exe', 'x'])
    core, c_api = run_tests.of_processor(manifest, 's390x')
    qemu = run_tests.emulation.runner('s390x')
    self.assertEqual((core['runner'], core['path']), (qemu, 'src_tests'))
    self.assertEqual(c_api['command'], [*qemu, './c_api', 'x'])

  def test_pattern_is_an_expression_or_plain_text(self):
    self.assertTrue(run_tests.compile_pattern('^a.*B$').search('AxB'))
    self.assertTrue(run_tests.compile_pattern('f(').search('f(x)'))

  def test_report(self):
    out = io.StringIO()
    reporter = test_report.Reporter(out)
    reporter.add(test_report.Result('a', test_report.PASSED))
    reporter.add(test_report.Result('b', test_report.FAILED, 0, 'why'))
    reporter.add(test_report.Result('c', test_report.PASSED, 61.4))
    reporter.finish()
    self.assertIn('passed  a\n', out.getvalue())
    self.assertIn('    why\n', out.getvalue())
    self.assertIn('passed  c (61 s)\n', out.getvalue())
    self.assertTrue(out.getvalue().endswith('\n2 passed, 1 failed\n'))

  def run_whole(self, *arguments):
    executable(os.path.join(self.root, 'fake_tests'), FAKE_GTEST)
    with open(os.path.join(self.root, 'tests.json'), 'w') as file:
      json.dump([{'kind': 'gtest', 'name': 'f', 'path': 'fake_tests'}], file)
    done = subprocess.run([
        sys.executable, run_tests.__file__, self.root, self.root, *arguments
    ], capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()[-1]

  def test_whole_program(self):
    self.assertEqual(self.run_whole('Pass|After|Off'),
                     (0, '2 passed, 0 failed'))
    self.assertEqual(self.run_whole('Pass|Crash|Skip'),
                     (1, '1 passed, 1 failed, 1 skipped'))
    self.assertEqual(self.run_whole('nothing'), (1, '0 passed, 0 failed'))

  def run_ci(self, plain, all_v8, wpt='echo 0 passed, 0 failed', arguments=(),
             **others):
    """Runs .ci/run with a script in the place of each command of tools/; `others`
    are by their names, with "_" for "-"."""
    ci = os.path.join(self.root, '.ci')
    tools = os.path.join(self.root, 'tools')
    os.makedirs(ci, exist_ok=True)
    os.makedirs(tools, exist_ok=True)
    root = os.path.dirname(
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    shutil.copy(os.path.join(root, '.ci', 'run'), ci)
    scripts = {
        'test':
            f'case "$1" in "") {plain} ;; --all-v8) {all_v8} ;; '
            '*) echo 0 passed, 0 failed ;; esac',
        'setup':
            'exit 0',
        'wpt':
            f'if [ $# = 0 ]; then {wpt}; else echo 0 passed, 0 failed; fi',
        **{name: 'echo 0 passed, 0 failed' for name in CI_COMMANDS},
        **{name.replace('_', '-'): script for name, script in others.items()},
    }
    for name, script in scripts.items():
      executable(os.path.join(tools, name), f'#!/bin/sh\n{script}\n')
    done = subprocess.run([os.path.join(ci, 'run'), *arguments],
                          capture_output=True,
                          text=True)
    if 'kill' not in wpt:
      self.assertEqual(done.stderr, '')
    self.report = done.stdout.splitlines()
    return done.returncode, self.report[-1]

  def test_ci_adds_up(self):
    good, bad = 'echo 3 passed, 0 failed', 'echo 2 passed, 1 failed; exit 1'
    self.assertEqual(self.run_ci(good, good), (0, '6 passed, 0 failed'))
    self.assertEqual(self.run_ci(good, good, arguments=['--one-by-one']),
                     (0, '6 passed, 0 failed'))
    self.assertEqual(self.run_ci(good, good + ', 2 skipped'),
                     (0, '6 passed, 0 failed, 2 skipped'))
    self.assertEqual(self.run_ci(bad, good), (1, '5 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, bad), (1, '5 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, good, good), (0, '9 passed, 0 failed'))
    self.assertEqual(self.run_ci(good, good, bad), (1, '8 passed, 1 failed'))
    for command in CI_COMMANDS:
      self.assertEqual(self.run_ci(good, good, **{command: bad}),
                       (1, '8 passed, 1 failed'))

  def test_ci_says_again_what_failed(self):
    bad = ('echo "FAILED  one (0.01 s)"; echo "    why"; echo "passed  two"; '
           'echo "    of two"; echo "1 passed, 1 failed"; exit 1')
    self.run_ci(bad, 'echo no network; exit 3')
    table = self.report.index('== all of these')
    first = next(i for i, line in enumerate(self.report)
                 if line.startswith('== failed in '))
    self.assertGreater(first, table)
    self.assertCountEqual(self.report[first:-1], [
        '== failed in tools/test', 'FAILED  one (0.01 s)', '    why',
        '== failed in tools/test --all-v8',
        'FAILED  tools/test --all-v8 exited with status 3 and no failed test'
    ])
    self.run_ci('echo 3 passed, 0 failed', 'echo 1 passed, 0 failed')
    self.assertNotIn('failed in', ' '.join(self.report))

  def test_ci_refuses_arguments_before_it_installs(self):
    usage = 'usage: .ci/run [--one-by-one]'
    for arguments, status in (['--help'], 0), (['--typo'], 2):
      self.assertEqual(
          self.run_ci('', '', arguments=arguments, setup='echo installs'),
          (status, usage))

  def test_ci_without_a_report_fails(self):
    good = 'echo 3 passed, 0 failed'
    self.assertEqual(self.run_ci('echo no network; exit 1', good),
                     (1, '3 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, good, setup='exit 1'),
                     (1, '0 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, good, wpt='kill -9 $PPID'),
                     (1, '6 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, 'true'), (1, '3 passed, 1 failed'))
    self.assertEqual(self.run_ci(good, 'echo 0 passed, 0 failed; exit 1'),
                     (1, '3 passed, 1 failed'))


class SlowBuildTest(unittest.TestCase):

  def test_arguments_of_gn(self):
    with tempfile.TemporaryDirectory() as folder:
      self.assertFalse(run_tests.is_slow_build(folder))
      for arguments, is_slow in (('', False), ('is_clang = false', False),
                                 ('is_debug=false', False),
                                 ('is_clang=false is_debug=true', True),
                                 ('use_v8 = false\nis_msan = true', True),
                                 ('# is_asan = true', False)):
        with open(os.path.join(folder, 'args.gn'), 'w') as file:
          file.write(arguments)
        self.assertEqual(run_tests.is_slow_build(folder), is_slow, arguments)


if __name__ == '__main__':
  unittest.main()
