#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Makes Markdown tables of what codec_benchmark measured.

Usage: report.py FILE.json            GB/s of every workload, and ratios
       report.py --goals FILE.json    which goals are reached
       report.py --goals-filter       the workloads that goals are about, for
                                      codec_benchmark's --filter

Figures are medians over the repetitions, which codec_benchmark interleaves.
GB/s are 10^9 bytes of input a second. A ratio is ours divided by the other's:
× of a peer, or the share of a ceiling.
"""

import argparse
import collections
import itertools
import json
import statistics
import sys
import unicodedata

import goals

CEILINGS = ('widen', 'narrow', 'memcpy')
PEERS = ('encoding_rs', 'encoding_rs_fast', 'icu', 'iconv')
NOTHING = '–'


def read_results(report):
  """Returns {workload: {implementation: bytes a second}}, in their order."""
  samples = collections.defaultdict(list)
  for run in report['benchmarks']:
    if run['run_type'] == 'iteration' and not run.get('error_occurred'):
      samples[run['run_name']].append(run['bytes_per_second'])
  results = {}
  for name, values in samples.items():
    workload, implementation = name.rsplit('/', 1)
    results.setdefault(workload, {})[implementation] = statistics.median(values)
  return results


def format_number(value):
  """About three digits that count, and no more than three decimals."""
  digits = 3 if value < 0.1 else 2 if value < 10 else 1 if value < 100 else 0
  return f'{value:.{digits}f}'


def format_speed(bytes_per_second):
  return NOTHING if bytes_per_second is None else format_number(
      bytes_per_second / 1e9)


def ratio(cell, other):
  return cell['ours'] / cell[other] if 'ours' in cell and other in cell else None


def width(text):
  return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)


def table(header, rows):
  """Markdown that also reads well as it is: names left, figures right."""
  lines = [header] + rows
  widths = [max(3, *(width(line[i]) for line in lines))
            for i in range(len(header))]

  def pad(text, i):
    space = ' ' * (widths[i] - width(text))
    return text + space if i == 0 else space + text

  def show(line):
    return '| ' + ' | '.join(pad(text, i) for i, text in enumerate(line)) + ' |'

  rule = '| ' + ' | '.join('-' * w if i == 0 else '-' * (w - 1) + ':'
                           for i, w in enumerate(widths)) + ' |'
  return '\n'.join([show(header), rule] + [show(row) for row in rows])


def describe(report):
  """The lines before the tables: what was measured, and where."""
  context = report['context']
  lines = [f'{context.get("cpu", "unknown CPU")}, '
           f'target {context.get("target", "unknown")}, '
           f'{context.get("compiler", "unknown compiler")}, '
           f'commit {context.get("commit", "unknown")}.']
  peers = [f'{name} {context[name]}' for name in PEERS if name in context]
  if peers:
    lines.append(f'Peers: {"; ".join(peers)}.')
  load = context.get('load_avg')
  if load:
    lines.append(f'Load when it began: {load[0]:.1f} on '
                 f'{context.get("num_cpus", "?")} CPUs. GB/s of input, medians; '
                 '× is ours divided by the peer\'s.')
  return lines


def speed_tables(report):
  results = read_results(report)
  sections = collections.defaultdict(dict)
  for workload, cell in results.items():
    sections[workload.split('/')[0]][workload] = cell

  lines = describe(report)
  for section, cells in sections.items():
    peers = [p for p in PEERS if any(p in cell for cell in cells.values())]
    header = [section, 'ours', 'ceiling', 'share']
    for peer in peers:
      header += [peer, '×']
    rows = []
    for workload, cell in cells.items():
      ceiling = next((c for c in CEILINGS if c in cell), None)
      share = ratio(cell, ceiling)
      row = [workload.split('/', 1)[1], format_speed(cell.get('ours')),
             f'{ceiling} {format_speed(cell[ceiling])}' if ceiling else NOTHING,
             format_number(share) if share else NOTHING]
      for peer in peers:
        times = ratio(cell, peer)
        row += [format_speed(cell.get(peer)),
                format_number(times) if times else NOTHING]
      rows.append(row)
    lines += ['', table(header, rows)]
  return '\n'.join(lines)


def goals_target(report):
  """Whose goals apply: AVX-512's have their own, all else AVX2's."""
  target = report['context'].get('target', '')
  return 'avx512' if target.startswith('AVX3') else 'avx2'


def short_name(workload):
  """decode/GBK/chinese is GBK; Unicode's encodings have several texts."""
  _, encoding, text = workload.split('/')
  if encoding == 'UTF-8':
    return text
  return f'{encoding} {text}' if encoding.startswith('UTF-16') else encoding


class Reached:
  """How far a part's workloads have come."""

  def __init__(self, part, results, target):
    self.part = part
    self.target = target
    self.missing = []
    # (How much of the nearest bound is reached, workload, its ratios.)
    self.cells = []
    for workload in part.workloads:
      cell = results.get(f'{workload}/{goals.SIZE}', {})
      ratios = [ratio(cell, bound.peer) for bound in part.bounds]
      if all(r is None for r in ratios):
        self.missing.append(short_name(workload))
        continue
      progress = max(r / bound.value(target)
                     for r, bound in zip(ratios, part.bounds) if r is not None)
      self.cells.append((progress, workload, ratios))
    self.cells.sort(key=lambda item: item[0])
    self.met = not self.missing and self.cells[0][0] >= 1

  def format(self):
    if self.missing:
      return f'not measured ({", ".join(self.missing)})'
    mark = '✓' if self.met else 'missed'
    if len(self.cells) == 1:
      return f'{self._format_cell(self.cells[0])} {mark}'
    worst, best = self.cells[0], self.cells[-1]
    return (f'{self._format_cell(worst)} ({short_name(worst[1])}) to '
            f'{self._format_cell(best)} ({short_name(best[1])}) {mark}')

  def _format_cell(self, item):
    return ' or '.join(format_number(r) + ('' if is_share(bound) else '×')
                       for r, bound in zip(item[2], self.part.bounds)
                       if r is not None)


def is_share(bound):
  return bound.peer in CEILINGS


def format_goals(parts, target):
  """≥ 6×; 20× encoding_rs; ≥ 0.9 of memcpy."""
  phrases = []
  for bounds, group in itertools.groupby(
      parts, key=lambda part: [bound.measure for bound in part.bounds]):
    group = list(group)
    if len(bounds) == 1:
      unit = bounds[0][1]
      sign = '×' if unit.startswith('×') else ''
      values = [f'{part.bounds[0].value(target):g}{sign}' for part in group]
      phrases.append('≥ ' + '; '.join(values) + unit.removeprefix('×'))
    else:
      phrases += [' or '.join(f'≥ {bound.value(target):g}{bound.measure[1]}'
                              for bound in part.bounds) for part in group]
  return '; '.join(phrases)


def goals_table(report):
  results = read_results(report)
  target = goals_target(report)
  rows = []
  met = total = 0
  for row in goals.ROWS:
    reached = [Reached(part, results, target) for part in row.parts]
    met += sum(r.met for r in reached)
    total += len(reached)
    rows.append([row.label, format_goals(row.parts, target),
                 '; '.join(r.format() for r in reached)])
  kind = 'AVX-512' if target == 'avx512' else 'AVX2'
  lines = describe(report) + [
      f'Goals for {kind}, on texts of a mebibyte that don\'t repeat.', '',
      '| workload | goal | reached |', '| --- | --- | --- |']
  lines += ['| ' + ' | '.join(row) + ' |' for row in rows]
  lines += ['', f'{met} of {total} goals reached.']
  return '\n'.join(lines)


def main():
  parser = argparse.ArgumentParser(
      description='Makes tables of what codec_benchmark measured.')
  parser.add_argument('--goals', action='store_true')
  parser.add_argument('--goals-filter', action='store_true')
  parser.add_argument('file', nargs='?')
  args = parser.parse_args()
  if args.goals_filter:
    print(goals.filter_expression())
    return
  if not args.file:
    parser.error('name the file that codec_benchmark --json wrote.')
  with open(args.file) as file:
    report = json.load(file)
  print(goals_table(report) if args.goals else speed_tables(report))


if __name__ == '__main__':
  sys.exit(main())
