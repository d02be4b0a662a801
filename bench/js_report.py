#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tables of what js_benchmark.py measured with js/codecs.mjs.

Usage: js_report.py [--figures] JSON

--figures prints JSON instead, for page/make.mjs: what each row took, the best
of each row, and means of families.
"""

import argparse
import collections
import dataclasses
import json
import math
import sys

from js_benchmark import median, own
from results import EQUAL, NOTHING, format_time, table

# This library in a V8, the newest first, and what it's called in a table.
# Beside each but the shell stand the classes of the Node that has that V8.
OURS = {
    'ours-in-Node-26': 'Node 26',
    'ours-in-Node-24': 'Node 24',
    'ours-in-Node-22': 'Node 22',
    'ours-in-Node-20': 'Node 20',
    'ours': 'shell',
}
# Processes of their own. Node is measured beside the library already, so no
# table counts what it's ahead in.
PEERS = ('Node', 'Deno', 'Bun', 'Chromium', 'Firefox')
RIVALS = PEERS[1:]
V8_PEERS = ('Node', 'Deno', 'Chromium')
# What isn't counted beside Node's own classes: those are constructed by plain
# JavaScript, and have nothing like the extras.
UNCOUNTED = ('construct', 'extras')


def family_of(row):
  return row.partition('/')[0]


def title_of(row):
  return row.partition('/')[2]


@dataclasses.dataclass
class Figures:
  """Nanoseconds of each row in each column; None where it's absent."""
  columns: list
  rows: dict  # {row: {column: ns}}
  absent: dict  # {row: {column: reason}}
  disagreeing: dict  # {row: {sum: [column...]}}

  @property
  def ours(self):
    return [name for name in OURS if name in self.columns]

  @property
  def peers(self):
    return [name for name in PEERS if name in self.columns]

  def families(self):
    """{family: [row...]}"""
    families = {}
    for row in self.rows:
      families.setdefault(family_of(row), []).append(row)
    return families

  def ratio(self, row, ours, peer):
    """How many times as fast as the peer ours is."""
    cells = self.rows[row]
    if cells.get(ours) and cells.get(peer):
      return cells[peer] / cells[ours]
    return None

  def best(self, row, columns):
    """The column of the fastest of those that have the row, or None."""
    cells = self.rows[row]
    return min((c for c in columns if cells.get(c)),
               key=cells.get,
               default=None)

  def mean_over_best(self, rows, column, columns):
    """The geometric mean of a column's times, each divided by the best of
    `columns` in its row."""
    ratios = []
    for row in rows:
      best = self.best(row, columns)
      if best and self.rows[row].get(column):
        ratios.append(self.rows[row][column] / self.rows[row][best])
    return geometric_mean(ratios)

  def rivals(self):
    """All that isn't this library: of V8 alone, and of all engines."""
    owns = [own(o) for o in self.ours if own(o) in self.columns]
    peers = [p for p in self.peers if p in self.columns]
    return owns + [p for p in peers if p in V8_PEERS], owns + peers

  def contests(self):
    """Who is compared: [(ours, peer)...]. Other runtimes stand against the
    newest V8 that this library was measured in."""
    pairs = [(o, own(o)) for o in self.ours if own(o) in self.columns]
    if self.ours:
      pairs += [(self.ours[0], p) for p in RIVALS if p in self.columns]
    return pairs


def read_figures(report):
  samples, sums = report['samples'], report['sums']
  order = [c for o in OURS for c in (o, own(o))] + list(PEERS)
  columns = [c for c in order if c in samples]
  columns += [c for c in samples if c not in columns]
  rows = {}
  absent = {}
  for column in columns:
    for row in samples[column]:
      rows.setdefault(row, {})[column] = median(samples[column], row)
  for column, reasons in report['absent'].items():
    for row, reason in reasons.items():
      absent.setdefault(row, {})[column] = reason
  disagreeing = {}
  for row in rows:
    groups = collections.defaultdict(list)
    for column in columns:
      if row in sums.get(column, {}):
        groups[sums[column][row]].append(column)
    if len(groups) > 1:
      disagreeing[row] = dict(groups)
  return Figures(columns, rows, absent, disagreeing)


def geometric_mean(values):
  values = [v for v in values if v]
  if not values:
    return None
  return math.exp(sum(map(math.log, values)) / len(values))


def format_ratio(value):
  return NOTHING if value is None else f'{value:.2f}'


def contest_name(ours, peer):
  return f'× {OURS[ours]}' if peer == own(ours) else f'× {peer}'


def family_table(figures, rows):
  ours = figures.ours
  timed = [*ours[:1], *([own(ours[0])] if ours else [])]
  timed += [o for o in ours[1:] if o == 'ours'] + figures.peers
  timed = [c for c in timed if c in figures.columns]
  names = {o: 'ours' if o != 'ours' else 'shell' for o in ours}
  names.update({own(o): 'own' for o in ours})
  contests = figures.contests()
  header = ['ns'] + [names.get(c, c) for c in timed]
  header += [contest_name(*pair) for pair in contests]
  lines = []
  for row in rows:
    cells = figures.rows[row]
    lines.append([title_of(row)] + [format_time(cells.get(c)) for c in timed] +
                 [format_ratio(figures.ratio(row, *pair)) for pair in contests])
  means = [
      format_ratio(geometric_mean(figures.ratio(row, *pair) for row in rows))
      for pair in contests
  ]
  lines.append(['geometric mean'] + [''] * len(timed) + means)
  return table(header, lines)


def count(figures, ours, peer, rows):
  """Rows that ours is ahead in, equal, behind."""
  ratios = [figures.ratio(row, ours, peer) for row in rows]
  ratios = [r for r in ratios if r is not None]
  ahead = sum(r > 1 + EQUAL for r in ratios)
  behind = sum(r < 1 - EQUAL for r in ratios)
  return ahead, len(ratios) - ahead - behind, behind


def summary_table(figures):
  contests = figures.contests()
  header = ['ahead/equal/behind'] + [contest_name(*pair) for pair in contests]
  lines = []
  families = {**figures.families(), 'all': list(figures.rows)}
  families[f'all but {" and ".join(UNCOUNTED)}'] = [
      row for row in figures.rows if family_of(row) not in UNCOUNTED
  ]
  for family, rows in families.items():
    lines.append([family] + [
        '/'.join(map(str, count(figures, *pair, rows))) for pair in contests
    ])
  return table(header, lines)


def behind_table(figures, ours, peer):
  """None if ours isn't behind in any row."""
  ratios = {row: figures.ratio(row, ours, peer) for row in figures.rows}
  behind = sorted((r, row) for row, r in ratios.items()
                  if r is not None and r < 1 - EQUAL)
  if not behind:
    return None
  return table(['row', 'ours', 'peer', '×'], [[
      row,
      format_time(figures.rows[row][ours]),
      format_time(figures.rows[row][peer]),
      format_ratio(r)
  ] for r, row in behind])


def difference_lines(figures):
  for row, groups in figures.disagreeing.items():
    parts = [', '.join(columns) for columns in groups.values()]
    yield f'{row}: different results: {" | ".join(parts)}'


def absent_lines(figures):
  """A line for each reason, with the rows, and columns that lack the same."""
  rows_of = {}
  for row, reasons in figures.absent.items():
    for column, reason in reasons.items():
      rows_of.setdefault((reason, column), []).append(row)
  columns_of = {}
  for (reason, column), rows in rows_of.items():
    columns_of.setdefault((reason, tuple(rows)), []).append(column)
  for (reason, rows), columns in columns_of.items():
    yield f'absent in {", ".join(columns)}: {"; ".join(rows)}: {reason}'


def lines(report):
  figures = read_figures(report)
  yield f'{report["cpu"]}, {report["rounds"]} rounds' + (
      f', {report["commit"]}' if report['commit'] else '')
  for name, version in report['runtimes']:
    yield f'{name}: {version}'
  yield ''
  yield ('Nanoseconds a call, of streaming a text. ours and own: this library '
         f'and Node\'s classes in {OURS[figures.ours[0]]}.' if figures.ours else
         'Nanoseconds a call, of streaming a text.')
  yield ('× Node: Node\'s own classes\' time in the same process divided by '
         'ours; × another: that runtime\'s divided by ours in the newest V8.')
  for family, rows in figures.families().items():
    yield ''
    yield f'## {family}'
    yield family_table(figures, rows)
  yield ''
  yield '## Summary'
  yield summary_table(figures)
  for ours, peer in figures.contests():
    behind = behind_table(figures, ours, peer)
    if behind:
      yield ''
      yield f'## {ours} behind {peer}'
      yield behind
  yield ''
  yield from difference_lines(figures)
  yield from absent_lines(figures)


def summarize(report):
  """All that a page shows, as JSON has it."""
  figures = read_figures(report)
  v8_rivals, rivals = figures.rivals()
  families = {}
  for family, rows in figures.families().items():
    families[family] = {
        'rows': rows,
        'over_best_v8': {
            c: figures.mean_over_best(rows, c, v8_rivals)
            for c in figures.columns
        },
        'over_best': {
            c: figures.mean_over_best(rows, c, rivals) for c in figures.columns
        },
    }
  contests = []
  for ours, peer in figures.contests():
    contests.append({
        'ours': ours,
        'peer': peer,
        'families': {
            family: {
                'mean':
                    geometric_mean(
                        figures.ratio(row, ours, peer) for row in rows),
                'ahead_equal_behind':
                    count(figures, ours, peer, rows),
            } for family, rows in {
                **figures.families(), 'all': list(figures.rows)
            }.items()
        },
    })
  keys = ('cpu', 'commit', 'rounds', 'runtimes')
  return {
      **{key: report[key] for key in keys},
      'columns': figures.columns,
      'ours': figures.ours,
      'rows': figures.rows,
      'best_v8': {r: figures.best(r, v8_rivals) for r in figures.rows},
      'best': {r: figures.best(r, rivals) for r in figures.rows},
      'families': families,
      'contests': contests,
      'remarks': [*difference_lines(figures), *absent_lines(figures)],
  }


def main(argv):
  parser = argparse.ArgumentParser(prog='js_report.py')
  parser.add_argument('json')
  parser.add_argument('--figures', action='store_true')
  options = parser.parse_args(argv)
  with open(options.json, encoding='utf-8') as file:
    report = json.load(file)
  if options.figures:
    json.dump(summarize(report), sys.stdout)
    return
  for line in lines(report):
    print(line)


if __name__ == '__main__':
  main(sys.argv[1:])
