#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs every test of one build. tools/test calls this once all is built.

Usage: run_tests.py ROOT BUILD_DIR [--exhaustive] [--jobs N] [PATTERN]
       run_tests.py ROOT BUILD_DIR --arch NAME [--whole] [--jobs N] [PATTERN]

Three kinds of tests:
  gtest    the executables that BUILD_DIR/tests.json names (build/test.gni);
  command  the commands there, which pass by exiting with 0 and are skipped by
           exiting with 77;
  js       *.test.js and *.test.mjs in ROOT/js-tests and anywhere below ROOT/wpt,
           each run by the shell with the harness, which prints "ok NAME",
           "not ok NAME: reason" or "skip NAME: reason" for each test, and at
           the end "ran N tests".

With --arch, the codec core's tests and its C API's alone, by what runs programs
of that processor (emulation.py).

A gtest test may print "cases: NAME KIND NUMBER" to account for what it did; the
sums are printed at the end.

The last line of standard output is "N passed, N failed", with ", N skipped"
after it if any were. Exits with 1 if a test failed or none ran.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import emulation
import git_environment
from gtest_runs import list_gtest, run_gtest
from test_processes import Processes, Tail, describe_end
from test_report import FAILED, PASSED, SKIPPED, Reporter, Result

# The exit status of a command test that can't run here, as in Automake.
STATUS_SKIPPED = 77

# How long a test may take, in seconds, before it counts as hanging. For a
# gtest or js process it is the time from one test's end to the next one's. What
# takes longest, some tests of tools, takes 90 on two cores that do as much beside.
TIMEOUT = 300
TIMEOUT_SLOW_BUILD = 600
TIMEOUT_EXHAUSTIVE = 1800

JS_LINE = re.compile(r'(ok|not ok|skip) (.*)')
JS_END = re.compile(r'ran (\d+) tests')


class JsRun:
  """A file of find_js_tests(), run by the shell, which is given as a command.

  `prefix` goes before the names in reports.
  """

  VERDICTS = {'ok': PASSED, 'not ok': FAILED, 'skip': SKIPPED}

  def __init__(self, root, shell, path, prefix=''):
    self.command = [
        *shell,
        os.path.join('js-tests', 'harness.js'),
        os.path.relpath(path, root)
    ]
    self.root = root
    self.name = prefix + os.path.relpath(path, root)
    self.output = Tail()

  def run(self, processes, env, timeout, add, matches):
    verdicts = []
    last = time.monotonic()
    count = None

    def on_line(line):
      nonlocal last, count
      end = JS_END.fullmatch(line.rstrip('\n'))
      if end:
        count = int(end[1])
        return False
      parsed = self.read_line(line)
      if not parsed:
        self.output.append(line)
        return False
      verdict, name, reason = parsed
      verdicts.append(verdict)
      now = time.monotonic()
      if verdict == FAILED:
        reason = f'{self.output}{reason}'
      if matches(name):
        add(Result(name, verdict, now - last, reason))
      last = now
      self.output.clear()
      return True

    status, timed_out = processes.stream(self.command,
                                         on_line,
                                         timeout,
                                         stderr=subprocess.STDOUT,
                                         cwd=self.root,
                                         env=env)
    end = describe_end(status, timed_out, timeout)
    # With 1 the harness ends behind tests that failed, else with 0.
    if timed_out or status not in (0, int(FAILED in verdicts)):
      add(Result(self.name, FAILED, 0, f'{self.output}\n{end}'))
    elif not verdicts:
      add(Result(self.name, FAILED, 0, f'{self.output}\nran no test'))
    elif status == 0 and count != len(verdicts):
      # A test may end the process, with any status.
      why = ('ended in the midst of its tests' if count is None else
             f'ran {count} tests and printed {len(verdicts)}')
      add(Result(self.name, FAILED, 0, f'{self.output}\n{why}'))

  def read_line(self, line):
    match = JS_LINE.fullmatch(line.rstrip('\n'))
    if not match:
      return None
    verdict, rest = self.VERDICTS[match[1]], match[2]
    # A name may hold ": " itself; only these two have a reason after it.
    name, _, reason = (rest, '', '') if verdict == PASSED else (
        rest.partition(': '))
    return verdict, f'{self.name}: {name}', reason


def run_command_test(test, build_dir, processes, env, timeout, add):
  output, errors = Tail(), Tail()
  timeout = test.get('timeout', timeout)
  start = time.monotonic()
  with tempfile.TemporaryFile('w+', errors='replace') as stderr:
    status, timed_out = processes.stream(test['command'],
                                         output.append,
                                         timeout,
                                         stderr=stderr,
                                         cwd=build_dir,
                                         env=env)
    stderr.seek(0)
    errors.extend(stderr)
  seconds = time.monotonic() - start
  if status == STATUS_SKIPPED:
    add(Result(test['name'], SKIPPED, seconds, f'{output}{errors}'.strip()))
    return
  problem = ''
  if status != 0 or timed_out:
    problem = describe_end(status, timed_out, timeout)
  elif 'expected' in test:
    with open(os.path.join(build_dir, test['expected'])) as file:
      expected = file.read()
    if str(output) != expected:
      problem = f'printed something else than expected:\n{expected}'
  add(
      Result(test['name'], FAILED if problem else PASSED, seconds,
             f'{output}{errors}{problem}' if problem else ''))


def find_js_tests(root):
  paths = glob.glob(os.path.join(root, 'js-tests', '*'))
  paths += glob.glob(os.path.join(root, 'wpt', '**'), recursive=True)
  return [
      path for path in sorted(paths) if re.search(r'\.test\.m?js$', path)
  ]


def environment(exhaustive):
  """The environment of a test, and how long it may be silent."""
  env = {
      name: value for name, value in git_environment.environment().items()
      # These choose tests.
      if not name.startswith('GTEST_')
  }
  # Stack traces with names need no more than binutils. Some tests ask for more
  # memory than there is.
  for name in 'ASAN_OPTIONS', 'TSAN_OPTIONS':
    env.setdefault(name, 'allow_addr2line=1:allocator_may_return_null=1')
  env.setdefault('UBSAN_OPTIONS', 'allow_addr2line=1:print_stacktrace=1')
  if not exhaustive:
    return env, TIMEOUT
  env['V8_ENCODING_EXHAUSTIVE'] = '1'
  return env, TIMEOUT_EXHAUSTIVE


def is_slow_build(build_dir):
  """Whether GN's arguments ask for sanitizers, counters, or no optimization."""
  try:
    with open(os.path.join(build_dir, 'args.gn')) as file:
      return re.search(
          r'^[^#]*\b(is_(asan|debug|msan|tsan|ubsan)|use_clang_coverage) *= *true',
          file.read(), re.MULTILINE) is not None
  except FileNotFoundError:
    return False


def of_processor(manifest, name):
  """Those of the tests that are about processors, as their emulator runs them."""
  runner = emulation.runner(name)
  for test in manifest:
    if test.get('simd'):
      yield dict(test, runner=runner, path=emulation.program(name, test['path']))
    elif test['name'] == 'src/c_api':
      path, *arguments = test['command']
      yield dict(test,
                 command=[*runner, emulation.program(name, path), *arguments])


def compile_pattern(pattern):
  """A regular expression, or the plain text if it isn't one; in any case."""
  try:
    return re.compile(pattern, re.IGNORECASE)
  except re.error:
    return re.compile(re.escape(pattern), re.IGNORECASE)


def main():
  parser = argparse.ArgumentParser(prog='tools/test', add_help=False)
  parser.add_argument('root')
  parser.add_argument('build_dir')
  parser.add_argument('pattern', nargs='?', default='')
  parser.add_argument('--exhaustive', action='store_true')
  parser.add_argument('--target')
  parser.add_argument('--arch')
  parser.add_argument('--whole', action='store_true')
  parser.add_argument('--jobs', type=int, default=os.cpu_count())
  options = parser.parse_intermixed_args()
  root = os.path.abspath(options.root)
  build_dir = os.path.abspath(options.build_dir)
  matches = compile_pattern(options.pattern).search

  env, timeout = environment(options.exhaustive)
  if is_slow_build(build_dir):
    timeout = max(timeout, TIMEOUT_SLOW_BUILD)

  with open(os.path.join(build_dir, 'tests.json')) as file:
    manifest = json.load(file)
  shell = os.path.join(build_dir, 'shell')
  if options.target:
    env['V8_ENCODING_TARGET'] = options.target
    manifest = [test for test in manifest if test.get('simd')]
    shell = None
  if options.arch:
    env.update(emulation.environment(options.arch))
    timeout = TIMEOUT_EXHAUSTIVE
    manifest = list(of_processor(manifest, options.arch))
    shell = None
    if emulation.is_slow(options.arch) and not options.whole:
      is_meant, is_quick = matches, re.compile(emulation.QUICK).search
      matches = lambda name: is_meant(name) and is_quick(name)

  reporter = Reporter()
  processes = Processes()
  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    futures = []
    try:
      for test in manifest:
        if test['kind'] != 'gtest':
          continue
        command = [
            *test.get('runner', []),
            os.path.join(build_dir, test['path'])
        ]
        names = [
            name for name in list_gtest(command, build_dir, env, reporter.add)
            if matches(name)
        ]
        reporter.total += len(names)
        for i in range(options.jobs):
          if names[i::options.jobs]:
            futures.append(
                pool.submit(run_gtest, command, build_dir, names[i::options.jobs],
                            processes, env, timeout, reporter.add,
                            reporter.add_cases))

      for test in manifest:
        if test['kind'] == 'command' and matches(test['name']):
          reporter.total += 1
          futures.append(
              pool.submit(run_command_test, test, build_dir, processes, env,
                          timeout, reporter.add))

      if shell and os.path.exists(shell):
        for path in find_js_tests(root):
          futures.append(
              pool.submit(
                  JsRun(root, [shell], path).run, processes, env, timeout,
                  reporter.add, matches))

      for future in concurrent.futures.as_completed(futures):
        future.result()
    except BaseException:
      processes.stop()
      pool.shutdown(cancel_futures=True)
      raise

  return reporter.finish()


if __name__ == '__main__':
  # Ending this program ends the tests that it runs.
  signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
  try:
    sys.exit(main())
  except KeyboardInterrupt:
    sys.exit(130)
