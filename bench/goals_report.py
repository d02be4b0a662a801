# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""The tables of codec_benchmark's goals: which of goals.py are reached."""

import itertools

import goals
from results import (CEILINGS, EQUAL, best_rival, describe, format_number,
                     ratio, read_results, read_times)


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


def short_target(report):
  """Whose short goals apply."""
  target = report['context'].get('target', '')
  return ('avx512' if target.startswith('AVX3') else
          'avx2' if target.startswith('AVX2') else 'sse4')


class ShortReached:
  """How far the cells of a row of SHORT_ROWS have come."""

  def __init__(self, row, results, times):
    self.row = row
    # (How much of the bound is reached, cell, peer or None, its figure.)
    self.cells = []
    self.missing = 0
    for name in row.cells():
      self._add(name, results.get(name, {}), times.get(name, {}))
    self.cells.sort(key=lambda item: item[0])
    self.passed = sum(item[0] >= 1 for item in self.cells)
    share = getattr(row.bound, 'share', 1)
    self.met = (not self.missing and bool(self.cells) and
                self.passed >= share * len(self.cells))

  def _add(self, name, cell, times):
    bound = self.row.bound
    if 'ours' not in cell:
      self.missing += 1
    elif isinstance(bound, goals.AtMost):
      if 'ours' not in times:
        self.missing += 1
      else:
        ns = times['ours']
        self.cells.append((bound.ns / ns, name, None, f'{format_number(ns)} ns'))
    else:
      peer = best_rival(cell) if bound.peer == goals.BEST else bound.peer
      # Peers lack some encodings.
      if peer in cell:
        times_faster = ratio(cell, peer)
        least = 1 + EQUAL if bound.ahead else 1 - EQUAL
        self.cells.append((times_faster / least, name, peer,
                           f'{format_number(times_faster)}×'))

  def format(self, absent):
    if self.missing or not self.cells:
      return f'not measured ({self.missing or "no"} of {len(self.row.cells())})'
    _, name, peer, figure = self.cells[0]
    operation, rest = name.split('/', 1)
    beside = f', {peer}' if peer else ''
    without = f', without {", ".join(absent)}' if absent else ''
    return (f'{self.passed} of {len(self.cells)}, the worst {figure} '
            f'({operation} {rest}{beside}){without} '
            f'{"✓" if self.met else "missed"}')


def format_bound(bound):
  if isinstance(bound, goals.AtMost):
    return f'≤ {bound.ns:g} ns'
  name = 'the best peer' if bound.peer == goals.BEST else bound.peer
  word = 'ahead of' if bound.ahead else 'no slower than'
  often = '' if bound.share == 1 else f', in {bound.share * 100:g} % of them'
  return f'{word} {name}{often}'


def short_goals_table(report):
  results = read_results(report)
  times = read_times(report)
  target = short_target(report)
  measured = {name for cell in results.values() for name in cell}
  lines = [f'Goals for short texts and beside the best, target '
           f'{report["context"].get("target", "unknown")}. Speeds within '
           f'±{EQUAL * 100:g} % count as equal, and ahead is more.', '',
           '| workloads | goal | reached |', '| --- | --- | --- |']
  met = total = 0
  for row in goals.SHORT_ROWS:
    if target not in row.targets:
      continue
    wanted = (('encoding_rs', 'simdutf')
              if getattr(row.bound, 'peer', None) == goals.BEST else ())
    absent = [name for name in wanted if name not in measured]
    reached = ShortReached(row, results, times)
    # The best of fewer peers is no goal.
    reached.met = reached.met and not absent
    met += reached.met
    total += 1
    lines.append(f'| {row.label} | {format_bound(row.bound)} | '
                 f'{reached.format(absent)} |')
  return '\n'.join(lines + ['', f'{met} of {total} goals reached.'])


def goals_tables(report):
  """Of both kinds of goals."""
  return '\n\n'.join([goals_table(report), short_goals_table(report)])


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
