# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Shows results: as they come, as a table, and as wptreport.json."""

import collections
import json
import os
import platform
import re
import sys
import time

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
  failed if not `lists_all`.
  """

  def __init__(self, total, stream=sys.stdout, lists_all=True):
    self._stream = stream
    self._lists_all = lists_all
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
      self._print(f'FAILED  {line}')
      failures = [j for j in judged if j[1] == FAILED]
      for subtest, _, remark in failures[:MAX_FAILURES]:
        if subtest is None:
          self._print(indent(remark))
        else:
          self._print(indent(f'{subtest.status} {subtest.name}'))
          self._print(indent(shorten(remark or ''), ' ' * 8))
      if len(failures) > MAX_FAILURES:
        self._print(indent(f'and {len(failures) - MAX_FAILURES} more'))
    elif not self._live and self._lists_all:
      self._print(f'passed  {line}')
    if self._live:
      self._show_bar(result.test.url)

  def fail(self, text):
    """A failure of no test's."""
    self.counts[FAILED] += 1
    self._print(f'FAILED  {text}')

  def finish(self):
    """Prints the table and the closing line. Returns the exit status."""
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
    self._print(f'{self.counts[PASSED]} passed, {self.counts[FAILED]} failed')
    ran = self.counts[PASSED] + self.counts[FAILED]
    return 1 if self.counts[FAILED] or not ran else 0

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


def is_in_part(subtest, part):
  """Whether a page runs this subtest with the query "?1-1000"."""
  match = re.fullmatch(r'\?(\d+)-(\d+|last)', part)
  if not match or subtest.index is None:
    return True
  return int(match[1]) <= subtest.index and (match[2] == 'last' or
                                             subtest.index <= int(match[2]))


class WptReport:
  """Writes wptreport.json, the format that wpt.fyi takes, as results come."""

  def __init__(self, path, versions):
    self._file = open(path, 'w', encoding='utf-8')
    run_info = {
        'product': 'v8-encoding',
        'browser_version': versions['v8Encoding'],
        'browser_channel': 'stable',
        'os': 'linux',
        'os_version': platform.release(),
        'processor': platform.machine(),
        'v8_version': versions['v8'],
    }
    self._file.write('{"run_info": ' + json.dumps(run_info) +
                     f',\n"time_start": {self._now()},\n"results": [')
    self._separator = '\n'

  @staticmethod
  def _now():
    return int(time.time() * 1000)

  def add(self, result):
    test = result.test
    for part in test.parts or ('',):
      entry = {
          'test': test.url + part,
          'subtests': [{
              'name': subtest.name,
              'status': subtest.status,
              'message': subtest.message
          } for subtest in result.subtests if is_in_part(subtest, part)],
          'status': result.status,
          'message': result.message,
          'duration': int(result.seconds * 1000 / max(len(test.parts), 1)),
      }
      self._file.write(self._separator + json.dumps(entry))
      self._separator = ',\n'

  def finish(self):
    self._file.write(f'\n],\n"time_end": {self._now()}}}\n')
    self._file.close()
