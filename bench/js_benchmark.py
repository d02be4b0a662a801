#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs a JavaScript benchmark in several runtimes, in turns.

Usage: js_benchmark.py SCRIPT OUTPUT [--rounds N] [--commit C]
                       --runtime NAME COMMAND... [--runtime NAME COMMAND...]...
                       [--script-args ARGS...]

SCRIPT uses js/harness.mjs, and prints what that prints. Each round runs it once
in each runtime, in another order, so that what else goes on in the machine
slows all of them. A runtime whose program isn't there is left out, with a line
that says so. OUTPUT is JSON: who took part, and for each runtime and workload a
list of what each round measured. The reports are made of that, with median().
"""

import argparse
import collections
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


def run_once(runtime, script, args, samples):
  """Adds to samples[runtime.name][workload]. False if it failed."""
  done = subprocess.run([*runtime.command, script, *args],
                        stdout=subprocess.PIPE,
                        check=False,
                        text=True)
  for line in done.stdout.splitlines():
    result = json.loads(line)
    if 'runtime' in result:
      runtime.version = result['runtime']
    else:
      samples[runtime.name][result['name']].append(result['ns'])
  return done.returncode == 0


def measure(runtimes, script, args, rounds, say):
  """{runtime: {workload: [[nanoseconds of each turn...] of each round...]}}"""
  samples = {
      runtime.name: collections.defaultdict(list) for runtime in runtimes
  }
  order = list(runtimes)
  for i in range(rounds):
    random.Random(i).shuffle(order)
    for runtime in order:
      say(f'round {i + 1} of {rounds}: {runtime.name}')
      if not run_once(runtime, script, args, samples):
        sys.exit(f'bench: {" ".join(runtime.command)} {script} failed')
  return samples


def parse(argv):
  parser = argparse.ArgumentParser(prog='js_benchmark.py')
  parser.add_argument('script')
  parser.add_argument('output')
  parser.add_argument('--rounds', type=int, default=5)
  parser.add_argument('--commit', default='')
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

  samples = measure(runtimes, options.script, options.script_args,
                    options.rounds, say)
  say('')
  with open(options.output, 'w', encoding='utf-8') as file:
    json.dump(
        {
            'cpu': cpu(),
            'commit': options.commit,
            'rounds': options.rounds,
            'runtimes': [[r.name, r.version] for r in runtimes],
            'samples': samples,
        }, file)


if __name__ == '__main__':
  main(sys.argv[1:])
