# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Shows results as they come, and as a table."""

import collections
import os
import sys

from expectations import EXPECTED, FAILED, PASSED

# How many failures of one test are shown, and how much of a message.
MAX_FAILURES = 20
MAX_MESSAGE_LINES = 12

BAR_WIDTH = 24


def indent(text, by='    '):
  return '\n'.join(by + line for line in text.splitlines())


def shorten(message):
  lines = message.strip().splitlines()
  if len(lines) > MAX_MESSAGE_LINES:
    lines[MAX_MESSAGE_LINES:] = ['…']
  return '\n'.join(lines)


class Reporter:
  """Counts results by class and shows them.

  There's a bar on a terminal, else a line for each test; only for those that
  failed if not `lists_all`. If `verbose` there is everything: all subtests, whole
  messages, what else the processes printed.

  `rerun` is the command line to which a test's URL is added, for whoever wants to
  see one again.
  """

  def __init__(self,
               total,
               stream=sys.stdout,
               lists_all=True,
               verbose=False,
               rerun=''):
    self._stream = stream
    self._lists_all = lists_all
    self._verbose = verbose
    self._rerun = rerun
    self._first_failed = None
    self._live = stream.isatty()
    self._total = total
    self._done = 0
    self._groups = collections.defaultdict(collections.Counter)
    self.counts = collections.Counter()

  def add(self, result, judged):
    """`judged` are the triples of Expectations.judge()."""
    counts = collections.Counter(verdict for _, verdict, _ in judged)
    group = self._groups[result.test.group]
    group.update(counts)
    group['tests'] += 1
    self.counts.update(counts)
    self._done += 1
    expected = f', {counts[EXPECTED]} expected to fail' if counts[
        EXPECTED] else ''
    line = (f'{result.test.url}: {counts[PASSED]} passed, '
            f'{counts[FAILED]} failed{expected} ({result.seconds:.1f} s)')
    if counts[FAILED]:
      self._first_failed = self._first_failed or result.test.url
      self._print(f'FAILED  {line}')
    elif self._verbose or not self._live and self._lists_all:
      self._print(f'passed  {line}')
    if self._verbose:
      self._show_everything(result, judged)
    else:
      self._show_failures([j for j in judged if j[1] == FAILED])
    if self._live:
      self._show_bar(result.test.url)

  def _show_failures(self, failures):
    for subtest, _, remark in failures[:MAX_FAILURES]:
      if subtest is None:
        self._print(indent(remark))
      else:
        self._print(indent(f'{subtest.status} {subtest.name}'))
        if remark:
          self._print(indent(shorten(remark), ' ' * 8))
    if len(failures) > MAX_FAILURES:
      self._print(
          indent(f'and {len(failures) - MAX_FAILURES} more; --verbose shows all'))

  def _show_everything(self, result, judged):
    self._print(indent(f'$ {result.command}'))
    for subtest, verdict, remark in judged:
      if subtest is None:
        self._print(indent(remark))
        continue
      expected = ', as expected' if verdict == EXPECTED else ''
      self._print(indent(f'{subtest.status} {subtest.name}{expected}'))
      for text in dict.fromkeys((subtest.message, remark)):
        self._print(indent(text or '', ' ' * 8))
    if result.output:
      self._print(indent('printed besides:'))
      self._print(indent(result.output, ' ' * 8))

  def fail(self, text):
    """A failure of no test's."""
    self.counts[FAILED] += 1
    self._print(f'FAILED  {text}')

  def interrupt(self):
    """Prints what came of the tests until now."""
    self._show_table()
    self._print(f'interrupted after {self._done} of {self._total} tests: '
                f'{self.counts[PASSED]} passed, {self.counts[FAILED]} failed')

  def finish(self):
    """Prints the table and the closing line. Returns the exit status."""
    self._show_table()
    if self._first_failed and self._rerun and not self._verbose:
      self._print('All about one test: '
                  f'{self._rerun} --verbose \'{self._first_failed}\'')
      self._print('')
    self._print(f'{self.counts[PASSED]} passed, {self.counts[FAILED]} failed')
    return 1 if self.counts[FAILED] or not self.counts.total() else 0

  def _show_table(self):
    rows = [('', 'tests', 'passed', 'failed', 'expected')]
    for name in sorted(self._groups):
      group = self._groups[name]
      rows.append((name, *(str(group[key])
                           for key in ('tests', PASSED, FAILED, EXPECTED))))
    rows.append(('all', str(self._done), *(str(self.counts[key])
                                           for key in (PASSED, FAILED, EXPECTED))))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    self._print('')
    for row in rows:
      self._print('  '.join([row[0].ljust(widths[0])] + [
          cell.rjust(width) for cell, width in zip(row[1:], widths[1:])
      ]))
    self._print('')

  def _print(self, text):
    clear = '\r\x1b[K' if self._live else ''
    print(clear + text, file=self._stream, flush=True)

  def _show_bar(self, url):
    filled = BAR_WIDTH * self._done // max(self._total, 1)
    failed = self.counts[FAILED]
    text = (f'[{"#" * filled}{"." * (BAR_WIDTH - filled)}] '
            f'{self._done}/{self._total} tests, {self.counts[PASSED]} passed'
            f'{f", {failed} failed" if failed else ""}  {url}')
    columns = os.get_terminal_size(self._stream.fileno()).columns
    print('\r\x1b[K' + text[:max(columns - 1, 20)],
          end='',
          file=self._stream,
          flush=True)
