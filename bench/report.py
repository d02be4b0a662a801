#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Makes Markdown tables of what codec_benchmark measured.

Usage: report.py FILE.json            every workload and ratios, and where a
                                      peer is ahead
       report.py --behind FILE.json   only where a peer is ahead
       report.py --goals FILE.json    which goals are reached
       report.py --goals-filter       the workloads that goals are about, for
                                      codec_benchmark's --filter

Figures are medians over the repetitions, which codec_benchmark interleaves.
GB/s are 10^9 bytes of input a second, ns are nanoseconds a call. A ratio is our
speed divided by the other's: × of a peer, or the share of a ceiling.
"""

import argparse
import collections
import json
import sys

import goals
from goals_report import goals_tables
from results import (CEILINGS, EQUAL, NOTHING, PEERS, best_rival, describe,
                     format_number, format_speed, format_time, is_cold,
                     is_short, ratio, read_results, read_times, table)


def optional_number(value):
  return NOTHING if value is None else format_number(value)


def show_ceiling(cell):
  ceiling = next((c for c in CEILINGS if c in cell), None)
  return ceiling and f'{ceiling} {format_speed(cell[ceiling])}'


def share_of_ceiling(cell):
  return next((ratio(cell, c) for c in CEILINGS if c in cell), None)


def columns_of(cells, times, cold):
  """A section's: a header, and what makes a text of a workload's figures."""
  has_short = any(is_short(workload) for workload in cells)

  def time(name):
    def show(workload, _):
      shown = cold or is_short(workload)
      return format_time(times.get(workload, {}).get(name) if shown else None)
    return show

  def implementation(name):
    if cold:
      return [(f'{name} ns', time(name))]
    speed = (name, lambda _, cell: format_speed(cell.get(name)))
    return [speed, ('ns', time(name))] if has_short else [speed]

  columns = implementation('ours')
  if not cold:
    columns += [
        ('ceiling', lambda _, cell: show_ceiling(cell) or NOTHING),
        ('share', lambda _, cell: optional_number(share_of_ceiling(cell)))]
  for peer in PEERS:
    if any(peer in cell for cell in cells.values()):
      columns += implementation(peer)
      columns.append(('×', lambda _, cell, peer=peer:
                      optional_number(ratio(cell, peer))))
  return columns


def section_table(section, cells, times, cold):
  """Of the workloads of one operation."""
  columns = columns_of(cells, times, cold)
  return table([section] + [header for header, _ in columns],
               [[workload.split('/', 1)[1]] +
                [show(workload, cell) for _, show in columns]
                for workload, cell in cells.items()])


def speed_tables(report):
  times = read_times(report)
  sections = collections.defaultdict(dict)
  for workload, cell in read_results(report).items():
    sections[workload.split('/')[0]][workload] = cell
  lines = describe(report)
  for section, cells in sections.items():
    lines += ['', section_table(section, cells, times, is_cold(report))]
  return '\n'.join(lines)


def behind_table(report):
  """Every row that a peer is ahead in, the farthest behind first."""
  times = read_times(report)
  target = report['context'].get('target', 'unknown')
  rows = []
  compared = 0
  for workload, cell in read_results(report).items():
    rival = best_rival(cell)
    if rival is None or 'ours' not in cell:
      continue
    compared += 1
    reached = ratio(cell, rival)
    if reached >= 1 - EQUAL:
      continue
    # pylint: disable=cell-var-from-loop
    def figure(name):
      if is_cold(report) or is_short(workload):
        return f'{format_time(times.get(workload, {}).get(name))} ns'
      return f'{format_speed(cell[name])} GB/s'

    name, size = workload.rsplit('/', 1)
    rows.append((reached, [target, name, size, figure('ours'), rival,
                           figure(rival), format_number(reached)]))
  rows.sort(key=lambda row: row[0])
  summary = (f'{len(rows) or "nothing"} of {compared} rows with a peer. '
             f'Speeds within ±{EQUAL * 100:g} % count as equal.')
  if not rows:
    return f'Behind anybody: {summary}'
  return '\n'.join([
      f'Behind anybody: {summary}', '',
      table(['target', 'workload', 'size', 'ours', 'who', 'theirs', 'ratio'],
            [row for _, row in rows], names=2)])


def main():
  parser = argparse.ArgumentParser(
      description='Makes tables of what codec_benchmark measured.')
  parser.add_argument('--behind', action='store_true')
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
  if args.behind:
    print('\n'.join(describe(report) + ['']))
  elif args.goals:
    print(goals_tables(report) + '\n')
  else:
    print(speed_tables(report) + '\n')
  print(behind_table(report))


if __name__ == '__main__':
  sys.exit(main())
