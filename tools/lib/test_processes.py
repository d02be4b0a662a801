# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Starts the processes of tests, and reads what they print."""

import collections
import os
import signal
import subprocess
import threading
import time

# How much of a test's output is kept: enough for any failure that a person
# reads, and a bound on what a runaway loop prints.
MAX_OUTPUT_LINES = 2000


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
