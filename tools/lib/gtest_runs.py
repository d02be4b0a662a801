# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Lists and runs the tests of GoogleTest executables."""

import json
import os
import re
import subprocess
import tempfile

from test_processes import Tail, describe_end
from test_report import FAILED, PASSED, SKIPPED, Result


def is_disabled(name):
  return any(part.startswith('DISABLED_') for part in re.split(r'[./]', name))


def path_from(cwd, path):
  """For a program that runs in `cwd`: programs for Windows, under Wine, have no
  absolute paths that begin with a slash."""
  return os.path.relpath(os.path.realpath(path), os.path.realpath(cwd))


def list_gtest(command, cwd, env, add):
  """Returns the tests of a gtest executable, by name the file that each is in.

  Adds a result that says why if it can't list them.
  """
  with tempfile.TemporaryDirectory() as temp:
    path = os.path.join(temp, 'list.json')
    listed = subprocess.run(
        [
            *command, '--gtest_list_tests',
            f'--gtest_output=json:{path_from(cwd, path)}'
        ],
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
              *self.command,
              f'--gtest_flagfile={path_from(self.cwd, flags)}',
              '--gtest_color=no',
              f'--gtest_output=json:{path_from(self.cwd, report)}',
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
