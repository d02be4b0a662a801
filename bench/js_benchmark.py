#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs a JavaScript benchmark in several runtimes, in turns.

Usage: js_benchmark.py SCRIPT OUTPUT [--rounds N] [--commit C] [--parts]
                       --runtime NAME COMMAND... [--runtime NAME COMMAND...]...
                       [--script-args ARGS...]

SCRIPT uses js/harness.mjs, and prints what that prints. Each round runs it once
in each runtime, in another order, so that what else goes on in the machine
slows all of them; with --parts once for each part that the script names when it
is run with --list-parts, as --part=NAME. A runtime whose program isn't there is
left out, with a line that says so.

OUTPUT is JSON, written after each round: who took part, and for each runtime
and workload a list of what each round measured. The reports are made of that,
with median(). What a script measured of its host beside this library stands
under "NAME/own". Why a workload is absent, and the sums of results, which should
be the same everywhere, are kept besides.
"""

import argparse
import dataclasses
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys


@dataclasses.dataclass
class Runtime:
  name: str
  command: list
  version: str = ''

  def is_here(self):
    return all(
        shutil.which(arg) or os.path.exists(arg)
        for arg in self.command
        if os.sep in arg)


def median(results, workload):
  """The median of the rounds' best turns: what else runs on the machine only
  ever makes a turn longer. None if the workload wasn't measured."""
  rounds = results.get(workload)
  return statistics.median(min(turns) for turns in rounds) if rounds else None


def cpu():
  with open('/proc/cpuinfo', encoding='utf-8') as file:
    for line in file:
      if line.startswith('model name'):
        return line.partition(':')[2].strip()
  return platform.machine()


def own(name):
  """The column of the host's classes, beside this library in that runtime."""
  return f'{name}/own'


class Results:
  """What scripts printed, by column and workload."""

  def __init__(self):
    self.samples = {}
    self.absent = {}
    self.sums = {}

  def add(self, runtime, result):
    column = own(runtime.name) if result.get('isHost') else runtime.name
    name = result['name']
    if 'absent' in result:
      self.absent.setdefault(column, {})[name] = result['absent']
      return
    cells = self.samples.setdefault(column, {})
    cells.setdefault(name, []).append(result['ns'])
    if 'sum' in result:
      self.sums.setdefault(column, {})[name] = result['sum']


def run_once(runtime, script, args, results):
  """Adds to the results. False if it failed."""
  done = subprocess.run([*runtime.command, script, *args],
                        stdout=subprocess.PIPE,
                        check=False,
                        text=True)
  for line in done.stdout.splitlines():
    result = json.loads(line)
    if 'runtime' in result:
      runtime.version = result['runtime']
    else:
      results.add(runtime, result)
  return done.returncode == 0


def list_parts(runtimes, script, args):
  done = subprocess.run([*runtimes[0].command, script, '--list-parts', *args],
                        stdout=subprocess.PIPE,
                        check=False,
                        text=True)
  if done.returncode != 0 or not done.stdout:
    sys.exit(f'bench: {script} names nothing to be measured')
  return done.stdout.split()


def measure(runtimes, script, args, rounds, parts, say, keep):
  """Calls keep(results, number of rounds) after each round. The samples are
  {column: {workload: [[nanoseconds of each turn...] of each round...]}}."""
  results = Results()
  order = list(runtimes)
  for i in range(rounds):
    for part in parts:
      random.Random(f'{i} {part}').shuffle(order)
      for runtime in order:
        say(f'round {i + 1} of {rounds}: {part} {runtime.name}'.replace(
            ':  ', ': '))
        part_args = [f'--part={part}'] if part else []
        if not run_once(runtime, script, [*part_args, *args], results):
          sys.exit(f'bench: {" ".join(runtime.command)} {script} failed')
    keep(results, i + 1)


def parse(argv):
  parser = argparse.ArgumentParser(prog='js_benchmark.py')
  parser.add_argument('script')
  parser.add_argument('output')
  parser.add_argument('--rounds', type=int, default=5)
  parser.add_argument('--commit', default='')
  parser.add_argument('--parts', action='store_true')
  # Split by hand: what follows these two are other programs' options.
  argv, _, script_args = partition(argv, '--script-args')
  argv, *commands = split(argv, '--runtime')
  options = parser.parse_args(argv)
  options.runtimes = [Runtime(name, command) for name, *command in commands]
  options.script_args = script_args
  return options


def partition(items, separator):
  if separator not in items:
    return items, None, []
  at = items.index(separator)
  return items[:at], separator, items[at + 1:]


def split(items, separator):
  parts = [[]]
  for item in items:
    if item == separator:
      parts.append([])
    else:
      parts[-1].append(item)
  return parts


def main(argv):
  options = parse(argv)
  runtimes = []
  for runtime in options.runtimes:
    if runtime.is_here():
      runtimes.append(runtime)
    else:
      print(f'bench: no {runtime.name} here: going on without it.',
            file=sys.stderr)

  def say(text):
    if sys.stderr.isatty():
      print(f'\r\x1b[K{text}', end='', file=sys.stderr, flush=True)
    elif options.parts and text:
      # Long enough for a log to say where it is.
      print(text, file=sys.stderr, flush=True)

  def keep(results, rounds):
    with open(options.output, 'w', encoding='utf-8') as file:
      json.dump(
          {
              'cpu': cpu(),
              'commit': options.commit,
              'rounds': rounds,
              'runtimes': [[r.name, r.version] for r in runtimes],
              'samples': results.samples,
              'absent': results.absent,
              'sums': results.sums,
          }, file)

  if not runtimes:
    sys.exit('bench: no runtime is here')
  parts = [''] if not options.parts else list_parts(runtimes, options.script,
                                                    options.script_args)
  measure(runtimes, options.script, options.script_args, options.rounds, parts,
          say, keep)
  say('')


if __name__ == '__main__':
  main(sys.argv[1:])
