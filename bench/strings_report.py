#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs strings_benchmark in several V8s, and prints a table for each.

Usage: strings_report.py [--filter RE] [--quick] NAME=PROGRAM... NAME=NODE:ADDON...
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from results import format_number, format_time, read_times, table

OPERATIONS = {
    'to-string': 'UTF-8 to a string: DecodeToString() · NewFromUtf8()',
    'to-std-string': 'A string to a std::string: EncodeToStdString() · Utf8Value',
    'into-memory': 'A string into memory: EncodeInto() · WriteUtf8()',
    'length': 'The length in UTF-8: Utf8Length() · Utf8Length() of V8\'s',
}
TEXTS = ('ascii', 'french', 'cyrillic', 'chinese', 'emoji', 'html')
SIZES = ('8B', '64B', '1KiB', '64KiB', '1MiB')
FILTER = f'/({"|".join(TEXTS)})/({"|".join(SIZES)})/'
RUN = ('const [addon, ...rest] = process.argv.slice(1);'
       'process.exitCode = require(addon).run(...rest) ? 0 : 1;')


def measure(program, arguments):
  node, _, addon = program.partition(':')
  command = [node, '-e', RUN, addon] if addon else [node]
  with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'times.json')
    done = subprocess.run(
        [*command, path, *arguments], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
      sys.exit(f'{program} failed:\n{done.stderr}')
    with open(path) as file:
      return read_times(json.load(file), of_all=min)


def rows(times, operation):
  """A row for each text: our time, V8's, and how many times ours V8's is."""
  sizes = dict.fromkeys(name.split('/')[2] for name in times)
  texts = dict.fromkeys(name.split('/')[1] for name in times)
  lines = []
  for text in texts:
    cells = []
    for size in sizes:
      cell = times.get(f'{operation}/{text}/{size}', {})
      cells.append(
          f'{format_time(cell["ours"])} · {format_time(cell["V8"])} · '
          f'{format_number(cell["V8"] / cell["ours"])}'
          if len(cell) == 2 else '')
    lines.append([text, *cells])
  return ['', *sizes], lines


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument('--filter', default=FILTER)
  parser.add_argument('--quick', action='store_true')
  parser.add_argument('programs', nargs='+')
  options = parser.parse_args()
  flags = ['--benchmark_repetitions=3',
           f'--benchmark_min_time={0.005 if options.quick else 0.03}',
           '--benchmark_enable_random_interleaving=true']
  for each in options.programs:
    name, _, program = each.partition('=')
    times = measure(program, [options.filter, *flags])
    if not times:
      sys.exit('nothing has a match of --filter.')
    for operation, title in OPERATIONS.items():
      if any(key.startswith(operation + '/') for key in times):
        print(f'\n{name}. {title}. Nanoseconds, and V8\'s by ours:\n')
        print(table(*rows(times, operation)))


main()
