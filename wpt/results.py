# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs one test in a process of its own, and what came of it."""

import collections
import dataclasses
import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, 'tools', 'lib'))

# pylint: disable=wrong-import-position
from script import ScriptError
from test_processes import signal_name

# The name that stands for the test itself among its subtests.
HARNESS = '(harness)'

# How many of its timeouts a test may take in all, if it's never silent for one. Pages
# with thousands of subtests take several on a busy machine.
MAX_TIMEOUTS = 10

# How much of what else a process prints is kept, and of each of these lines.
MAX_OUTPUT_LINES = 100
MAX_OUTPUT_LINE = 4000


@dataclasses.dataclass
class Subtest:
  name: str
  status: str  # PASS, FAIL, TIMEOUT, NOTRUN or PRECONDITION_FAILED
  message: str | None = None
  index: int | None = None  # from 1, in the order in which they're made


SUBTEST_STATUSES = {
    'PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'
}


# What the lines say of a test itself, and of one without subtests; and what only
# the runner says.
STATUSES = {'OK', 'ERROR', 'TIMEOUT', 'PRECONDITION_FAILED'}
STATUSES_WITHOUT_SUBTESTS = STATUSES | {'PASS', 'FAIL'}
CRASH = 'CRASH'

# What a process dies of that crashes or is out of memory. A script that starts an
# engine has 128 more as its own status.
CRASHES = {
    signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGKILL,
    signal.SIGSEGV, signal.SIGSYS, signal.SIGTRAP
}

# How many numbers of subtests a message names.
MAX_NUMBERS = 5


def _is_text(value):
  return value is None or isinstance(value, str)


def _is_number(value):
  return isinstance(value, int) and not isinstance(value, bool)


def _subtest_of(fields):
  """The subtest of a line, or None if it's a test's or runtime's own."""
  if not isinstance(fields, dict):
    return None
  if not {'name', 'status'} <= fields.keys() <= {'name', 'status', 'message', 'index'}:
    return None
  subtest = Subtest(**fields)
  # A status that is a list is in no set.
  if (isinstance(subtest.name, str) and isinstance(subtest.status, str) and
      subtest.status in SUBTEST_STATUSES and _is_text(subtest.message) and
      (subtest.index is None or _is_number(subtest.index))):
    return subtest
  return None


def _is_end(record, kind):
  """Whether it ends a test of that kind. Tests print what looks like it, too."""
  statuses = STATUSES if kind == 'testharness' else STATUSES_WITHOUT_SUBTESTS
  return ({'status', 'message'} <= record.keys() <= {'status', 'message', 'count'}
          and isinstance(record['status'], str) and
          record['status'] in statuses and _is_text(record['message']) and
          _is_number(record.get('count', 0)))


@dataclasses.dataclass
class Result:
  test: object  # manifest.Test
  # One of STATUSES or STATUSES_WITHOUT_SUBTESTS, or CRASH.
  status: str = ''
  message: str | None = None
  subtests: list = dataclasses.field(default_factory=list)
  seconds: float = 0
  command: str = ''  # the process's
  output: str = ''  # what else it printed, the end of it

  def everything(self):
    """The subtests; then, unless all is in them, what stands for the test."""
    yield from self.subtests
    if self.status != 'OK':
      yield Subtest(HARNESS, self.status, self.message)


class Reader:
  """Reads the lines that shim/testharnessreport.js prints."""

  def __init__(self, result):
    self._result = result
    self._output = collections.deque(maxlen=MAX_OUTPUT_LINES)
    self._count = None  # of subtests, as the harness says at the end
    self._begun = {}  # by index, what subtests are that never end

  def read(self, line):
    """Returns true for a line that is a result."""
    if self._take(line):
      # The empty line before each of them is the reporter's.
      if self._output and self._output[-1] == '\n':
        self._output.pop()
      return True
    cut = line[:MAX_OUTPUT_LINE] + '…\n'
    self._output.append(cut if len(line) > MAX_OUTPUT_LINE else line)
    return False

  def _take(self, line):
    # console.group() indents what is printed later.
    if not line.lstrip().startswith('{'):
      return False
    try:
      record = json.loads(line)
    except (ValueError, RecursionError):
      return False
    # Tests and runtimes may print JSON of their own.
    subtest = _subtest_of(record.get('subtest'))
    begun = _subtest_of(record.get('begun'))
    if subtest:
      self._result.subtests.append(subtest)
      self._begun.pop(subtest.index, None)
    elif begun:
      self._begun[begun.index] = begun
    elif not _is_end(record, self._result.test.kind):
      return False
    elif not self._result.status or self._result.status == 'OK':
      # An error after the end is still one.
      self._result.status = record['status']
      self._result.message = record['message']
      self._count = record.get('count', self._count)
    return True

  def _lost(self):
    """What is wrong with the numbers of the subtests, if anything is."""
    indexes = [s.index for s in self._result.subtests if s.index is not None]
    count = max(indexes, default=0) if self._count is None else self._count
    seen = set(indexes)
    # Lazily, for what a line says may be any number.
    missing = (i for i in range(1, count + 1) if i not in seen)
    numbers = list(itertools.islice(missing, MAX_NUMBERS))
    if numbers:
      return (f'subtest {", ".join(map(str, numbers))} of {count} has no result:'
              ' lines of results were lost, or had other output in them')
    if len(indexes) != count:
      return f'{len(indexes)} subtests have results, and the harness has {count}'
    return None

  def end(self, status, timed_out, must_exit=True, seconds=0):
    """Settles what the lines have left open. `status` is the process's, which took
    so many seconds.

    Unless it `must_exit`, the process may wait for something when all is done.
    """
    result = self._result
    if not result.status:
      # The harness would have told at its end.
      result.subtests += self._begun.values()
    output = result.output = ''.join(self._output).strip()
    if status - 128 in CRASHES:
      status = 128 - status
    if timed_out and not must_exit and result.status == 'OK':
      status, timed_out = 0, False
    if timed_out:
      result.status = 'TIMEOUT'
      limit = result.test.timeout * MAX_TIMEOUTS
      result.message = (
          f'ended after {limit} s, with results still coming' if seconds >= limit
          else f'ended after {result.test.timeout} s of silence')
    elif status < 0:
      result.status = CRASH
      result.message = f'ended by {signal_name(-status)}'
    elif result.status == 'OK' and status != 0:
      result.status = 'ERROR'
      result.message = f'exited with status {status}'
    elif not result.status:
      result.status = 'ERROR'
      result.message = 'ended before the harness was done'
    elif result.status == 'OK' and self._lost():
      result.status = 'ERROR'
      result.message = self._lost()
    elif result.status == 'OK' and not result.subtests:
      result.status = 'ERROR'
      result.message = 'has no subtest'
    if result.status != 'OK' and output:
      result.message = f'{result.message or ""}\n{output}'.strip()


def run(test, engine, root, processes):
  """Runs a test of the suite in `root`."""
  result = Result(test)
  reader = Reader(result)
  start = time.monotonic()
  try:
    with engine.command_for(test, root) as command:
      result.command = shlex.join(command)
      status, timed_out = processes.stream(command,
                                           reader.read,
                                           test.timeout,
                                           test.timeout * MAX_TIMEOUTS,
                                           stderr=subprocess.STDOUT,
                                           env={
                                               **os.environ, 'NO_COLOR': '1'
                                           })
    reader.end(status, timed_out, engine.runs_pages, time.monotonic() - start)
  except ScriptError as error:
    result.status, result.message = 'ERROR', str(error)
  except Exception:  # pylint: disable=broad-exception-caught
    # Of this test, as when a disk is full; the others run.
    result.status, result.message = 'ERROR', traceback.format_exc()
  result.seconds = time.monotonic() - start
  return result
