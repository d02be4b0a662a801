# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What came of tests, and how that is shown."""

import collections
import dataclasses
import os
import sys
import threading

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
# A tenth of the seconds that end a test: what takes so long is named with it.
SLOW = 30


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
        took = f' ({result.seconds:.0f} s)' if result.seconds >= SLOW else ''
        self._print(f'{result.verdict:7} {result.name}{took}{reason}')
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
