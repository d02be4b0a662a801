#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tables of what js_benchmark.py measured with js/streams.mjs.

Usage: streams_report.py JSON
"""

import json
import sys

from js_benchmark import median

# Those that use this library, in the order of columns: the shell, the shell in
# the V8 of Node, and that over Node's own streams. And those to compare with. What
# isn't in a report is left out.
OURS = ('ours', 'ours-in-Node', 'ours-on-Node')
PEERS = ('Node', 'Deno', 'Bun')
WAYS = {
    'pipe': 'Piped: source.pipeThrough(stream), then reads',
    'sink': 'To a sink: source.pipeThrough(stream).pipeTo(sink), or directly',
    'write': 'Written: writer.write(chunk) for a read that waits'
}
CONVERSIONS = ('decode/ascii', 'encode/ascii', 'decode/html', 'encode/html')
GOAL_SIZE = 1024
# What the time of a row, in a runtime, is to be as a part of the time in another.
# Less than 1 means that it's ahead.
GOALS = (
    ('write/identity', 'ours-in-Node', 'Node', 0.5),
    ('pipe/identity', 'ours-in-Node', 'Node', 0.5),
    ('sink/direct', 'ours-in-Node', 'Node', 0.6),
    *((f'{way}/decode/{kind}', 'ours-in-Node', 'Node', 0.65)
      for way in ('pipe', 'write')
      for kind in ('ascii', 'html')),
    *((f'pipe/decode/{kind}', 'ours-in-Node', peer, 1)
      for kind in ('ascii', 'html')
      for peer in ('Deno', 'Bun')),
    *((f'{way}/encode/{kind}', 'ours-in-Node', peer, 1)
      for way in ('pipe', 'write')
      for kind in ('ascii', 'html')
      for peer in ('Node', 'Deno')),
    *((f'{row}', 'ours', 'ours-in-Node', 1.4)
      for row in ('write/identity', 'pipe/identity', 'sink/direct')),
)


def size_name(size):
  return f'{size // 1024} KiB' if size >= 1024 else f'{size} B'


def over_floor(results, way, conversion, size):
  """What the conversion costs over an identity TransformStream, as a part of
  what that costs."""
  time = median(results, f'{way}/{conversion}/{size}')
  floor = median(results, f'{way}/identity/{size}')
  return None if time is None or floor is None else (time - floor) / floor


def sizes_of(samples):
  return sorted(
      {
          int(name.rpartition('/')[2])
          for results in samples.values()
          for name in results
      },
      reverse=True)


def format_table(rows):
  widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
  for row in rows:
    cells = [row[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
    yield '  '.join(cells).rstrip()


def time_rows(samples, runtimes, way, size):
  """ns per chunk of everything with chunks of one size."""

  def cell(runtime, name):
    time = median(samples[runtime], name)
    return '-' if time is None else f'{time:.0f}'

  direct = ['direct'] if way == 'sink' else []
  for name in (*direct, 'identity', 'prepared', 'fresh', *CONVERSIONS):
    yield [f'{name} {size_name(size)}'
          ] + [cell(runtime, f'{way}/{name}/{size}') for runtime in runtimes]
  if way == 'write':
    for name in CONVERSIONS:
      yield [f'{name} {size_name(size)}, by calls'
            ] + [cell(runtime, f'call/{name}/{size}') for runtime in runtimes]


def use_rows(samples, runtimes):
  """ns per chunk of what programs do with streams of their own, and how many times as
  fast the library is in Node as Node."""
  names = [name for name in samples[runtimes[0]] if name.startswith('use/')]
  for name in sorted(names):
    times = {r: median(samples[r], name) for r in runtimes}
    row = [name.split('/')[1]]
    row += ['-' if time is None else f'{time:.0f}' for time in times.values()]
    if 'ours-in-Node' in times and 'Node' in times:
      row.append(f'{times["Node"] / times["ours-in-Node"]:.2f}')
    yield row


def share_rows(samples, runtimes, way, sizes):
  for name in CONVERSIONS:
    for size in sizes:
      shares = [over_floor(samples[r], way, name, size) for r in runtimes]
      yield [f'{name} {size_name(size)}'
            ] + ['-' if s is None else f'{100 * s:.0f} %' for s in shares]


def speed_rows(samples, ours, peers, way, sizes):
  """GB/s, and how many times as fast as each peer each of ours is."""
  for name in CONVERSIONS:
    for size in sizes:
      full = f'{way}/{name}/{size}'
      row = [f'{name} {size_name(size)}']
      times = {r: median(samples[r], full) for r in (*ours, *peers)}
      row += [
          f'{size / times[r]:.2f}' if times[r] else '-' for r in (*ours, *peers)
      ]
      row += [
          f'{times[p] / times[r]:.2f}' if times[r] and times[p] else '-'
          for r in ours
          for p in peers
      ]
      yield row


def goal_rows(samples):
  """The goals that both runtimes were measured for."""
  for row, runtime, peer, goal in GOALS:
    name = f'{row}/{GOAL_SIZE}'
    times = [median(samples.get(r, {}), name) for r in (runtime, peer)]
    if None in times:
      continue
    ratio = times[0] / times[1]
    reached = ratio < 1 if goal == 1 else ratio <= goal
    yield [
        f'{row} {size_name(GOAL_SIZE)}', f'{runtime} / {peer}', f'{ratio:.2f}',
        f'{goal:g}' if goal != 1 else 'ahead', 'reached' if reached else 'missed'
    ]


def lines(report):
  samples = report['samples']
  names = [name for name, _ in report['runtimes']]
  ours = [name for name in OURS if name in names]
  peers = [name for name in PEERS if name in names]
  runtimes = ours + peers
  sizes = sizes_of(samples)

  yield f'{report["cpu"]}, {report["rounds"]} rounds' + (
      f', {report["commit"]}' if report['commit'] else '')
  for name, version in report['runtimes']:
    yield f'{name}: {version}'
  for way, title in WAYS.items():
    yield ''
    yield title + '. Nanoseconds per chunk:'
    rows = [['', *runtimes]]
    for size in sizes:
      rows += time_rows(samples, runtimes, way, size)
    yield from format_table(rows)
    yield ''
    yield 'Over the identity TransformStream of the same runtime:'
    yield from format_table(
        [['', *runtimes], *share_rows(samples, runtimes, way, sizes)])
    yield ''
    yield 'GB/s, and how many times as fast ours are as each peer:'
    header = ['', *runtimes] + [f'{r}/{p}' for r in ours for p in peers]
    yield from format_table(
        [header, *speed_rows(samples, ours, peers, way, sizes)])
  # Streams that aren't the library's are Node's in the second of Node's runtimes, too.
  runtimes = [r for r in runtimes if r != 'ours-on-Node']
  rows = list(use_rows(samples, runtimes))
  if rows:
    yield ''
    yield 'Streams of a program\'s own. Nanoseconds per chunk:'
    ratio = ['ours-in-Node/Node'] if len(rows[0]) > len(runtimes) + 1 else []
    yield from format_table([['', *runtimes, *ratio], *rows])
  rows = list(goal_rows(samples))
  if rows:
    yield ''
    yield 'Time as a part of the time in another runtime, and what it is to be:'
    yield from format_table([['', 'of', 'ratio', 'goal', ''], *rows])


def main(path):
  with open(path, encoding='utf-8') as file:
    report = json.load(file)
  for line in lines(report):
    print(line)


if __name__ == '__main__':
  main(sys.argv[1])
