# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Starts the processes of tests, and reads what they print."""

import codecs
import collections
import io
import math
import os
import select
import signal
import subprocess
import threading
import time

# How much of a test's output is kept: enough for any failure that a person
# reads, and a bound on what a runaway loop prints.
MAX_OUTPUT_LINES = 2000

# How long a line may be, in characters. What is behind is left out.
MAX_LINE = 1 << 20

# How long to read on when a process has ended and others still have its output
# open, in seconds. What they hand on, as the sed of "test | sed", is there soon.
GRACE = 1

# How often to look whether a process has ended, in seconds: while its output is
# open, and when that has ended, which is at once in all but strange cases.
INTERVAL = 0.1
SHORT_INTERVAL = 0.002


class _Lines:
  """Makes lines of the bytes of an output, and hands them on."""

  def __init__(self, on_line):
    self._on_line = on_line
    self._decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder('utf-8')('replace'), translate=True)
    self._parts = []  # of the line that has no end yet
    self._length = 0

  def add(self, data):
    """Returns whether one of the lines was progress."""
    *ended, rest = self._decoder.decode(data, final=not data).split('\n')
    progress = False
    for part in ended:
      self._add_part(part)
      progress |= bool(self._end_line('\n'))
    self._add_part(rest)
    return progress

  def finish(self):
    """Hands on the last line, if it has no end."""
    self.add(b'')
    if self._length:
      self._end_line('')

  def _add_part(self, part):
    part = part[:MAX_LINE - self._length]
    if part:
      self._parts.append(part)
      self._length += len(part)

  def _end_line(self, end):
    line = ''.join(self._parts) + end
    self._parts, self._length = [], 0
    return self._on_line(line)


class Processes:
  """Starts processes, and ends all that still run if we are interrupted."""

  def __init__(self):
    self._running = set()
    self._lock = threading.Lock()
    self._stopped = False

  def stream(self, command, on_line, timeout, limit=math.inf, **popen_args):
    """Runs command, hands each line of its output to on_line.

    on_line returns true when it saw progress, which starts the timeout anew;
    all together may take `limit`. Returns the exit status, and whether the process
    was ended for one of these.
    """
    try:
      process = self.start(command, **popen_args)
    except OSError as error:
      on_line(str(error) + '\n')
      return 127, False
    return self.read(process, on_line, timeout, limit)

  def start(self, command, **popen_args):
    process = subprocess.Popen(command,
                               stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE,
                               bufsize=0,
                               start_new_session=True,
                               **popen_args)
    with self._lock:
      self._running.add(process)
      if self._stopped:
        self._kill(process)
    return process

  def read(self, process, on_line, timeout, limit=math.inf):
    """stream() of a process of start()."""
    try:
      with process.stdout:
        timed_out = self._read(process, _Lines(on_line), timeout, limit)
    except BaseException:
      self._kill(process)
      raise
    finally:
      process.wait()
      with self._lock:
        self._running.discard(process)
    return process.returncode, timed_out

  def _read(self, process, lines, timeout, limit):
    """Reads until the process has ended, and its output too or GRACE is over: one
    that has left the group survives _kill(), and may have the output open for ever.
    Returns whether the process was ended for its silence, or for the limit."""
    last = time.monotonic() + limit
    deadline = min(time.monotonic() + timeout, last)
    end = None  # when reading ends
    timed_out = False
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    is_open = True
    while is_open or end is None:
      now = time.monotonic()
      if end is None and _has_ended(process):
        end = now + GRACE
      elif end is None and now >= deadline:
        timed_out = True
        self._kill(process)
        deadline = float('inf')
      elif end is not None and now >= end:
        # Before wait(), until which no other group has this number.
        self._kill(process)
        break
      if not is_open:
        time.sleep(SHORT_INTERVAL)
      elif poll.poll(INTERVAL * 1000):
        data = os.read(process.stdout.fileno(), 1 << 16)
        is_open = bool(data)
        if lines.add(data):
          deadline = min(time.monotonic() + timeout, last)
    lines.finish()
    return timed_out

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


def _has_ended(process):
  """Whether it has, without waiting for it, so that its number stays its own."""
  return os.waitid(os.P_PID, process.pid,
                   os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def signal_name(number):
  try:
    return signal.Signals(number).name
  except ValueError:
    # Those of real time have none, but for the first and the last.
    return f'signal {number}'


def describe_end(status, timed_out, timeout):
  if timed_out:
    return f'ended after {timeout} s without a result'
  if status < 0:
    return f'ended by {signal_name(-status)}'
  return f'exited with status {status}'


class Tail(collections.deque):
  """The last lines of an output."""

  def __init__(self):
    super().__init__(maxlen=MAX_OUTPUT_LINES)

  def __str__(self):
    return ''.join(self)
