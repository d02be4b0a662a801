# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs one test in a process of its own, and what came of it."""

import collections
import dataclasses
import json
import os
import signal
import subprocess
import time

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


@dataclasses.dataclass
class Result:
  test: object  # manifest.Test
  # OK, ERROR, TIMEOUT, CRASH or PRECONDITION_FAILED; PASS or FAIL of a test that
  # has no subtests.
  status: str = ''
  message: str | None = None
  subtests: list = dataclasses.field(default_factory=list)
  seconds: float = 0

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
    if not isinstance(record, dict):
      self._output.append(line)
      return False
    if 'subtest' in record:
      self._result.subtests.append(Subtest(**record['subtest']))
    elif not self._result.status or self._result.status == 'OK':
      # An error after the end is still one.
      self._result.status = record['status']
      self._result.message = record['message']
    return True

  def end(self, status, timed_out):
    """Settles what the lines have left open. `status` is the process's."""
    result = self._result
    output = ''.join(self._output).strip()
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


def run(test, engine, root, wpt, processes):
  """Runs a test with the shell whose command line is `engine`."""
  result = Result(test)
  reader = Reader(result)
  command = [
      *engine, 'wpt/shim/main.mjs', '--root',
      os.path.abspath(wpt), '--test', test.url
  ]
  start = time.monotonic()
  status, timed_out = processes.stream(command,
                                       reader.read,
                                       test.timeout,
                                       stderr=subprocess.STDOUT,
                                       cwd=root)
  result.seconds = time.monotonic() - start
  reader.end(status, timed_out)
  return result
