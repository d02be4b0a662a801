# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs one test in a process of its own, and what came of it."""

import collections
import dataclasses
import json
import os
import shlex
import signal
import subprocess
import time

from script import ScriptError

# The name that stands for the test itself among its subtests.
HARNESS = '(harness)'

# How much of what else a process prints is kept.
MAX_OUTPUT_LINES = 100


@dataclasses.dataclass
class Subtest:
  name: str
  status: str  # PASS, FAIL, TIMEOUT, NOTRUN or PRECONDITION_FAILED
  message: str | None = None
  index: int | None = None  # from 1, in the order in which they're made


SUBTEST_FIELDS = {field.name for field in dataclasses.fields(Subtest)}


@dataclasses.dataclass
class Result:
  test: object  # manifest.Test
  # OK, ERROR, TIMEOUT, CRASH or PRECONDITION_FAILED; PASS or FAIL of a test that
  # has no subtests.
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

  def read(self, line):
    """Returns true for a line that is a result."""
    record = None
    if line.startswith('{'):
      try:
        record = json.loads(line)
      except ValueError:
        pass
    if not self._is_result(record):
      self._output.append(line)
      return False
    if 'subtest' in record:
      self._result.subtests.append(Subtest(**record['subtest']))
    elif not self._result.status or self._result.status == 'OK':
      # An error after the end is still one.
      self._result.status = record['status']
      self._result.message = record['message']
    return True

  @staticmethod
  def _is_result(record):
    # Tests and runtimes may print JSON of their own.
    if not isinstance(record, dict):
      return False
    subtest = record.get('subtest')
    if isinstance(subtest, dict):
      return {'name', 'status'} <= subtest.keys() <= SUBTEST_FIELDS
    return record.keys() == {'status', 'message'}

  def end(self, status, timed_out, must_exit=True):
    """Settles what the lines have left open. `status` is the process's.

    Unless it `must_exit`, the process may wait for something when all is done.
    """
    result = self._result
    output = result.output = ''.join(self._output).strip()
    if timed_out and not must_exit and result.status == 'OK':
      status, timed_out = 0, False
    if timed_out:
      result.status = 'TIMEOUT'
      result.message = f'ended after {result.test.timeout} s of silence'
    elif status < 0:
      result.status = 'CRASH'
      result.message = f'ended by {signal.Signals(-status).name}'
    elif result.status == 'OK' and status != 0:
      result.status = 'ERROR'
      result.message = f'exited with status {status}'
    elif not result.status:
      result.status = 'ERROR'
      result.message = 'ended before the harness was done'
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
                                           stderr=subprocess.STDOUT,
                                           env={
                                               **os.environ, 'NO_COLOR': '1'
                                           })
    reader.end(status, timed_out, engine.runs_pages)
  except ScriptError as error:
    result.status, result.message = 'ERROR', str(error)
  result.seconds = time.monotonic() - start
  return result
