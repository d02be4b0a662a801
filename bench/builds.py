# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Two builds of codec_benchmark against each other, run in turns.

Usage: builds.py [--rounds N] [--slower N] FIRST=PROGRAM SECOND=PROGRAM
                 [--] [FLAGS OF codec_benchmark...]

Prints how many times as long as the first build the second one takes: geometric
means of each operation and size, then the rows that differ most. A row's time is
the least of all rounds, since neighbours on a machine only ever add to it.
"""

import argparse
import collections
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

from results import format_number, format_time, read_times, table

# What is called the same in the table: encodings that share a codec.
TWO_BYTE = ('GBK', 'gb18030', 'Big5', 'EUC-JP', 'Shift_JIS', 'EUC-KR')
ALONE = ('UTF-8', 'ISO-2022-JP', 'windows-1252')


def family(encoding):
  if encoding in ALONE:
    return encoding
  if encoding in TWO_BYTE:
    return 'two-byte'
  return 'UTF-16' if encoding.startswith('UTF-16') else 'single-byte'


def take_times(report, times):
  """Puts the least nanoseconds a call of each workload into `times`."""
  for workload, of_implementation in read_times(report, of_all=min).items():
    for ns in of_implementation.values():
      times[workload] = min(ns, times.get(workload, ns))


def measure(program, flags):
  with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'times.json')
    done = subprocess.run([program, '--only=ours', f'--json={path}', *flags],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode != 0:
      sys.exit(f'{program} failed:\n{done.stderr}')
    with open(path) as file:
      return json.load(file)


def ratios(first, second):
  """{workload: the second's time divided by the first's}."""
  return {workload: second[workload] / ns for workload, ns in first.items()
          if workload in second}


def means_table(of_workload):
  sizes = []
  cells = collections.defaultdict(list)
  for workload, value in of_workload.items():
    operation, encoding, _, size = workload.split('/')
    if size not in sizes:
      sizes.append(size)
    cells[f'{operation} {family(encoding)}', size].append(value)
  names = sorted({name for name, _ in cells})
  return table(
      ['times as long', *sizes],
      [[name, *(format_number(statistics.geometric_mean(cells[name, size]))
                if (name, size) in cells else '' for size in sizes)]
       for name in names])


def rows_table(names, first, second, of_workload, count):
  slowest = sorted(of_workload, key=of_workload.get, reverse=True)[:count]
  return table(
      ['slowest rows, ns', *names, 'times as long'],
      [[workload, format_time(first[workload]), format_time(second[workload]),
        format_number(of_workload[workload])] for workload in slowest])


def main():
  parser = argparse.ArgumentParser(
      description='Compares two builds of codec_benchmark.')
  parser.add_argument('--rounds', type=int, default=3)
  parser.add_argument('--slower', type=int, default=20,
                      help='how many of the slowest rows to print')
  parser.add_argument('first', metavar='NAME=PROGRAM')
  parser.add_argument('second', metavar='NAME=PROGRAM')
  parser.add_argument('flags', nargs='*')
  args = parser.parse_args()
  builds = [build.split('=', 1) for build in (args.first, args.second)]
  times = {name: {} for name, _ in builds}
  for _ in range(args.rounds):
    # In random order, so that none is always behind the other.
    for name, program in random.sample(builds, len(builds)):
      take_times(measure(program, args.flags), times[name])
  names = list(times)
  first, second = times.values()
  of_workload = ratios(first, second)
  if not of_workload:
    sys.exit('builds.py: no workload was measured in both builds.')
  print(means_table(of_workload))
  print()
  print(rows_table(names, first, second, of_workload, args.slower))
  print()
  print(f'{names[1]} takes '
        f'{format_number(statistics.geometric_mean(of_workload.values()))} '
        f'times as long as {names[0]}, in the geometric mean of '
        f'{len(of_workload)} rows.')


if __name__ == '__main__':
  main()
