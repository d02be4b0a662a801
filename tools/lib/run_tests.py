#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs every test of one build. tools/test calls this once all is built.

Usage: run_tests.py ROOT BUILD_DIR [--exhaustive] [--jobs N] [PATTERN]

Three kinds of tests:
  gtest    the executables that BUILD_DIR/tests.json names (build/test.gni);
  command  the commands there, which pass by exiting with 0 and are skipped by
           exiting with 77;
  js       *.test.js and *.test.mjs in ROOT/js-tests and anywhere below ROOT/wpt,
           each run by the shell with the harness, which prints "ok NAME",
           "not ok NAME: reason" or "skip NAME: reason" for each test.

A gtest test may print "cases: NAME KIND NUMBER" to account for what it did; the
sums are printed at the end.

The last line of standard output is "N passed, N failed", with ", N skipped"
after it if any were. Exits with 1 if a test failed or none ran.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'

# The exit status of a command test that can't run here, as in Automake.
STATUS_SKIPPED = 77

# How long a test may take, in seconds, before it counts as hanging. For a
# gtest or js process it is the time from one test's end to the next one's.
TIMEOUT = 120
TIMEOUT_EXHAUSTIVE = 1800

# How much of a test's output is kept: enough for any failure that a person
# reads, and a bound on what a runaway loop prints.
MAX_OUTPUT_LINES = 2000


@dataclasses.dataclass
class Result:
  name: str
  verdict: str
  seconds: float = 0
  output: str = ''


class Reporter:
  """Counts and shows results: live on a terminal, one line each elsewhere.

  Elsewhere only failures if not `lists_all`.
  """

  def __init__(self, stream=sys.stdout, lists_all=True):
    self._stream = stream
    self._lists_all = lists_all
    self._live = stream.isatty()
    self._lock = threading.Lock()
    self.counts = collections.Counter()
    self.cases = collections.Counter()
    self.failed = []
    self.total = 0

  def add(self, result):
    with self._lock:
      self.counts[result.verdict] += 1
      if result.verdict == FAILED:
        self.failed.append(result.name)
        self._print(f'FAILED  {result.name} ({result.seconds:.2f} s)')
        if result.output.strip():
          self._print(indent(result.output))
      elif not self._live and self._lists_all:
        reason = f': {result.output}' if result.verdict == SKIPPED else ''
        self._print(f'{result.verdict:7} {result.name}{reason}')
      if self._live:
        self._show_status(result.name)

  def add_cases(self, name, kind, number):
    with self._lock:
      self.cases[name, kind] += number

  def finish(self, summary=()):
    """Ends the report, with the lines of `summary`. Returns the exit status."""
    for line in summary:
      self._print(line)
    names = dict.fromkeys(name for name, _ in sorted(self.cases))
    for name in names:
      kinds = {k: n for (of, k), n in sorted(self.cases.items()) if of == name}
      self._print(f'cases: {name} {sum(kinds.values())} (' +
                  ', '.join(f'{k} {n}' for k, n in kinds.items()) + ')')
    if len(self.failed) > 1:
      self._print('\nFailed:\n' + indent('\n'.join(sorted(self.failed))))
    skipped = self.counts[SKIPPED]
    self._print(f'{self.counts[PASSED]} passed, {self.counts[FAILED]} failed' +
                (f', {skipped} skipped' if skipped else ''))
    ran = self.counts[PASSED] + self.counts[FAILED]
    return 1 if self.counts[FAILED] or not ran else 0

  def _print(self, text):
    clear = '\r\x1b[K' if self._live else ''
    print(clear + text, file=self._stream, flush=True)

  def _show_status(self, name):
    done = sum(self.counts.values())
    failed = self.counts[FAILED]
    status = f'[{done}/{max(done, self.total)}] '
    if failed:
      status += f'{failed} failed '
    columns = os.get_terminal_size(self._stream.fileno()).columns
    text = (status + name)[:max(columns - 1, 20)]
    print('\r\x1b[K' + text, end='', file=self._stream, flush=True)


def indent(text):
  return '\n'.join('    ' + line for line in text.rstrip().splitlines())


class Processes:
  """Starts processes, and ends all that still run if we are interrupted."""

  def __init__(self):
    self._running = set()
    self._lock = threading.Lock()
    self._stopped = False

  def stream(self, command, on_line, timeout, **popen_args):
    """Runs command, hands each line of its output to on_line.

    on_line returns true when it saw progress, which starts the timeout anew.
    Returns the exit status, and whether the process was ended for its silence.
    """
    try:
      process = subprocess.Popen(command,
                                 stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE,
                                 text=True,
                                 errors='replace',
                                 start_new_session=True,
                                 **popen_args)
    except OSError as error:
      on_line(str(error) + '\n')
      return 127, False
    with self._lock:
      self._running.add(process)
      if self._stopped:
        self._kill(process)
    deadline = [time.monotonic() + timeout]
    done = threading.Event()
    timed_out = threading.Event()

    def watch():
      while not done.wait(max(0, deadline[0] - time.monotonic())):
        if time.monotonic() >= deadline[0]:
          timed_out.set()
          self._kill(process)
          return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    with process.stdout:
      for line in process.stdout:
        if on_line(line):
          deadline[0] = time.monotonic() + timeout
    process.wait()
    done.set()
    watcher.join()
    with self._lock:
      self._running.discard(process)
    return process.returncode, timed_out.is_set()

  def stop(self):
    with self._lock:
      self._stopped = True
      for process in self._running:
        self._kill(process)

  @staticmethod
  def _kill(process):
    try:
      os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
      pass


def describe_end(status, timed_out, timeout):
  if timed_out:
    return f'ended after {timeout} s without a result'
  if status < 0:
    return f'ended by {signal.Signals(-status).name}'
  return f'exited with status {status}'


class Tail(collections.deque):
  """The last lines of an output."""

  def __init__(self):
    super().__init__(maxlen=MAX_OUTPUT_LINES)

  def __str__(self):
    return ''.join(self)


def is_disabled(name):
  return any(part.startswith('DISABLED_') for part in re.split(r'[./]', name))


def list_gtest(command, cwd, env, add):
  """Returns the tests of a gtest executable, by name the file that each is in.

  Adds a result that says why if it can't list them.
  """
  with tempfile.TemporaryDirectory() as temp:
    path = os.path.join(temp, 'list.json')
    listed = subprocess.run(
        [*command, '--gtest_list_tests', f'--gtest_output=json:{path}'],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors='replace',
        cwd=cwd,
        env=env)
    try:
      with open(path) as file:
        suites = json.load(file)['testsuites']
    except (OSError, ValueError):
      suites = None
  if listed.returncode != 0 or suites is None:
    add(
        Result(
            os.path.basename(command[-1]), FAILED, 0,
            f'{listed.stdout}\n{describe_end(listed.returncode, False, 0)}'))
    return {}
  tests = {
      f'{suite["name"]}.{test["name"]}': test['file'] for suite in suites
      for test in suite['testsuite']
  }
  return {n: file for n, file in tests.items() if not is_disabled(n)}


CASES = re.compile(r'cases: (\S+) (\S+) (\d+)$')
GTEST_RUN = re.compile(r'\[ RUN      \] (\S+)')
GTEST_END = re.compile(
    r'\[ *(OK|FAILED|SKIPPED) *\] ([^\s,]+)(?:,.*)? \((\d+) ms\)')


class GTestRun:
  """One process of a gtest executable, over some of its tests.

  Verdicts are read from the output as it comes, so that a crash costs only the
  test that crashed; gtest's own JSON report settles the ones whose line got
  garbled by what the test printed.
  """

  VERDICTS = {'OK': PASSED, 'FAILED': FAILED, 'SKIPPED': SKIPPED}

  def __init__(self, command, cwd, names, add_cases):
    self.command = command
    self.cwd = cwd
    self.add_cases = add_cases
    self.pending = dict.fromkeys(names)
    self.running = None
    self.results = []
    self.output = Tail()

  def run(self, processes, env, timeout, add):
    """Runs the tests, returns the names of those that a crash left undone."""

    def on_line(line):
      result = self.read_line(line)
      if result:
        add(result)
      return bool(result)

    with tempfile.TemporaryDirectory() as temp:
      flags = os.path.join(temp, 'flags')
      report = os.path.join(temp, 'report.json')
      # In a file, since a command line has a limit.
      with open(flags, 'w') as file:
        file.write('--gtest_filter=' + ':'.join(self.pending) + '\n')
      status, timed_out = processes.stream(
          [
              *self.command, f'--gtest_flagfile={flags}', '--gtest_color=no',
              f'--gtest_output=json:{report}'
          ],
          on_line,
          timeout,
          stderr=subprocess.STDOUT,
          cwd=self.cwd,
          env=env)
      for result in self.read_report(report):
        add(result)

    end = describe_end(status, timed_out, timeout)
    if self.running:
      self.pending.pop(self.running, None)
      add(
          Result(self.running, FAILED, timeout if timed_out else 0,
                 f'{self.output}\n{end}'))
      return list(self.pending)
    if self.pending:
      # It ended between tests. Running it again would do the same.
      for name in self.pending:
        add(Result(name, FAILED, 0, f'not run: {end}\n{self.output}'))
    elif status != 0 and FAILED not in (r.verdict for r in self.results):
      name = os.path.basename(self.command[-1])
      add(Result(name, FAILED, 0, f'{self.output}\nall tests passed, but {end}'))
    return []

  def read_line(self, line):
    started = GTEST_RUN.search(line)
    if started and started[1] in self.pending:
      self.running = started[1]
      self.output.clear()
      return None
    ended = GTEST_END.search(line)
    if ended and ended[2] == self.running:
      return self._settle(self.running, self.VERDICTS[ended[1]],
                          int(ended[3]) / 1000)
    cases = CASES.match(line)
    if cases:
      self.add_cases(cases[1], cases[2], int(cases[3]))
    self.output.append(line)
    return None

  def read_report(self, path):
    try:
      with open(path) as file:
        report = json.load(file)
    except (OSError, ValueError):
      return
    for suite in report['testsuites']:
      for test in suite['testsuite']:
        name = suite['name'] + '.' + test['name']
        if name in self.pending and test['status'] == 'RUN':
          failures = [f['failure'] for f in test.get('failures', [])]
          self.output.extend(f + '\n' for f in failures)
          verdict = (FAILED if failures else
                     SKIPPED if test['result'] == 'SKIPPED' else PASSED)
          yield self._settle(name, verdict, 0)

  def _settle(self, name, verdict, seconds):
    output = ''
    if verdict == FAILED:
      output = str(self.output)
    elif verdict == SKIPPED:
      # gtest says "FILE:LINE: Skipped", then the reason if there is one.
      lines = [l.strip() for l in self.output if l.strip()]
      output = lines[-1] if lines else ''
    self.output.clear()
    self.running = None
    self.pending.pop(name, None)
    result = Result(name, verdict, seconds, output)
    self.results.append(result)
    return result


def run_gtest(command, cwd, names, processes, env, timeout, add, add_cases):
  """Runs tests of a gtest executable, which is given as a command."""
  # Each round ends with the test that crashed, so this comes to an end.
  while names:
    names = GTestRun(command, cwd, names, add_cases).run(
        processes, env, timeout, add)


JS_LINE = re.compile(r'(ok|not ok|skip) (.*)')


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

    def on_line(line):
      nonlocal last
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
    if status != 0 and FAILED not in verdicts or timed_out:
      add(Result(self.name, FAILED, 0, f'{self.output}\n{end}'))
    elif not verdicts:
      add(Result(self.name, FAILED, 0, f'{self.output}\nran no test'))

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
  env = dict(os.environ)
  # Stack traces with names need no more than binutils.
  env.setdefault('ASAN_OPTIONS', 'allow_addr2line=1')
  env.setdefault('TSAN_OPTIONS', 'allow_addr2line=1')
  env.setdefault('UBSAN_OPTIONS', 'allow_addr2line=1:print_stacktrace=1')
  if not exhaustive:
    return env, TIMEOUT
  env['V8_ENCODING_EXHAUSTIVE'] = '1'
  return env, TIMEOUT_EXHAUSTIVE


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
  parser.add_argument('--jobs', type=int, default=os.cpu_count())
  options = parser.parse_intermixed_args()
  root = os.path.abspath(options.root)
  build_dir = os.path.abspath(options.build_dir)
  matches = compile_pattern(options.pattern).search

  env, timeout = environment(options.exhaustive)

  with open(os.path.join(build_dir, 'tests.json')) as file:
    manifest = json.load(file)
  shell = os.path.join(build_dir, 'shell')
  if options.target:
    env['V8_ENCODING_TARGET'] = options.target
    manifest = [test for test in manifest if test.get('simd')]
    shell = None

  reporter = Reporter()
  processes = Processes()
  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    futures = []

    for test in manifest:
      if test['kind'] != 'gtest':
        continue
      command = [os.path.join(build_dir, test['path'])]
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

    try:
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
