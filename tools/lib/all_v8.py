#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs tests in several V8s. tools/test --all-v8 and tools/stress call this.

Usage: all_v8.py ROOT [--exhaustive] [--jobs N] [--timeout SECONDS] [PATTERN]
                 [--engine SHELL TESTS]... [--column NAME SHELL TESTS]...
                 [--own-streams SHELL]...

SHELL and TESTS are command lines, each in one argument, of programs with the
same V8. The one is a shell, for js-tests: the program itself, or a Node with
node/run.cjs. The other has the bindings' GoogleTest tests: bindings_tests, or a
Node with node/tests.cjs. NAME is the column's, in place of the V8's version.
Another SHELL, whose streams are its host's own, runs js-tests/stream_* alone, in a
column of its own. Prints failures as they come, at last a table with a row for each
file and a column for each V8, and the line that ends every report of run_tests.py.
Exits with 1 if a test failed or none ran.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import re
import shlex
import signal
import subprocess
import sys

import gtest_runs
import run_tests
from test_processes import Processes
from test_report import FAILED, PASSED, SKIPPED, Reporter


def v8_version(root, shell):
  """What the shell says its V8 is, as "V8 14.6"."""
  command = [*shell, '-e', 'print(versions.v8)']
  done = subprocess.run(command, capture_output=True, text=True, cwd=root)
  if done.returncode != 0 or not done.stdout:
    sys.exit(f'tools/test: {shlex.join(command)} failed:\n{done.stderr}')
  return 'V8 ' + '.'.join(done.stdout.split('.')[:2])


class Table:
  """Counts results by file and engine."""

  def __init__(self, columns):
    self._columns = columns
    self._cells = collections.defaultdict(collections.Counter)
    self._skipped = collections.defaultdict(list)

  def add(self, column, row, result):
    self._cells[row, column][result.verdict] += 1
    if result.verdict == SKIPPED and column not in self._skipped[result.output]:
      self._skipped[result.output].append(column)

  def lines(self):
    """The table, then why tests were skipped, and where."""
    rows = sorted({row for row, _ in self._cells})
    counts = {
        column: sum((self._cells[row, column] for row in rows),
                    collections.Counter()) for column in self._columns
    }
    cells = [['passed/failed/skipped', *self._columns]]
    for row in rows:
      cells.append([row] + [
          self._text(self._cells[row, column]) for column in self._columns
      ])
    cells.append(['all'] + [self._text(counts[c]) for c in self._columns])
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    for line in cells:
      yield '  '.join([line[0].ljust(widths[0])] + [
          cell.rjust(width) for cell, width in zip(line[1:], widths[1:])
      ])
    if self._skipped:
      yield ''
    for reason, columns in sorted(self._skipped.items()):
      where = [c for c in self._columns if c in columns]
      everywhere = len(where) == len(self._columns)
      yield f'skipped: {reason}' + ('' if everywhere else
                                    f' ({", ".join(where)})')

  @staticmethod
  def _text(cell):
    return f'{cell[PASSED]}/{cell[FAILED]}/{cell[SKIPPED]}' if cell else '-'


def main():
  parser = argparse.ArgumentParser(prog='tools/test', add_help=False)
  parser.add_argument('root')
  parser.add_argument('pattern', nargs='?', default='')
  parser.add_argument('--exhaustive', action='store_true')
  parser.add_argument('--jobs', type=int, default=os.cpu_count())
  parser.add_argument('--engine', nargs=2, action='append', default=[])
  parser.add_argument('--column', nargs=3, action='append', default=[])
  parser.add_argument('--timeout', type=int)
  parser.add_argument('--own-streams', action='append', default=[])
  options = parser.parse_intermixed_args()
  root = os.path.abspath(options.root)
  matches = run_tests.compile_pattern(options.pattern).search
  env, timeout = run_tests.environment(options.exhaustive)
  timeout = options.timeout or timeout

  engines = {}
  for commands in options.engine:
    shell, tests = map(shlex.split, commands)
    engines[v8_version(root, shell)] = shell, tests
  for name, *commands in options.column:
    engines[name] = tuple(map(shlex.split, commands))
  own_streams = {}
  for command in options.own_streams:
    shell = shlex.split(command)
    own_streams[v8_version(root, shell) + ' own'] = shell
  table = Table([*engines, *own_streams])
  reporter = Reporter(lists_all=False)
  processes = Processes()

  def run_js(column, shell, path):

    def add(result):
      table.add(column, os.path.relpath(path, root), result)
      reporter.add(result)

    run_tests.JsRun(root, shell, path,
                    column + ' ').run(processes, env, timeout, add, matches)

  def run_gtest(column, command):
    files = {}

    def add(result):
      result = dataclasses.replace(result, name=f'{column} {result.name}')
      # Files are named from the build folder, which is somewhere in the root.
      file = files.get(result.name, os.path.basename(command[-1]))
      table.add(column, re.sub(r'^(\.\./)+', '', file), result)
      reporter.add(result)

    tests = gtest_runs.list_gtest(command, root, env, add)
    files.update({f'{column} {name}': file for name, file in tests.items()})
    gtest_runs.run_gtest(command, root,
                         [n for n in tests if matches(f'{column} {n}')],
                         processes, env, timeout, add, reporter.add_cases)

  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    futures = []
    for column, (shell, tests) in engines.items():
      futures.append(pool.submit(run_gtest, column, tests))
      for path in run_tests.find_js_tests(root):
        futures.append(pool.submit(run_js, column, shell, path))
    for column, shell in own_streams.items():
      for path in run_tests.find_js_tests(root):
        if os.path.basename(path).startswith('stream_'):
          futures.append(pool.submit(run_js, column, shell, path))
    try:
      for future in concurrent.futures.as_completed(futures):
        future.result()
    except BaseException:
      processes.stop()
      pool.shutdown(cancel_futures=True)
      raise
  return reporter.finish(table.lines())


if __name__ == '__main__':
  # Ending this program ends the tests that it runs.
  signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
  try:
    sys.exit(main())
  except KeyboardInterrupt:
    sys.exit(130)
