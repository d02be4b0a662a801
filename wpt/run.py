#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs web-platform-tests in a shell. tools/wpt calls this.

Usage: run.py --engine SHELL --wpt DIR [--suite NAME] [--filter TEXT] [--list]
              [--update] [--report FILE] [--jobs N] [--timeout-multiplier N]
              [--quick] [--expectations FILE]

--quick leaves out the pages of the legacy multi-byte encodings, which have all
but one in a hundred of the subtests, and shows only tests that fail.

SHELL is a command line: the shell of a build, or a Node with node/run.cjs. The
last line of standard output is "N passed, N failed", of subtests; failures that
expectations.json has count as neither. Exits with 1 if anything failed or
nothing ran.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import shlex
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'tools', 'lib'))

# pylint: disable=wrong-import-position
import manifest
import results
from expectations import Expectations, ExpectationsError
from report import Reporter, WptReport
from run_tests import Processes


def fail(message):
  sys.exit(f'tools/wpt: {message}')


def parse_arguments():
  parser = argparse.ArgumentParser(prog='tools/wpt', add_help=False)
  parser.add_argument('--engine', required=True)
  parser.add_argument('--wpt', required=True)
  parser.add_argument('--suite', default='encoding')
  parser.add_argument('--filter', default='')
  parser.add_argument('--list', action='store_true')
  parser.add_argument('--update', action='store_true')
  parser.add_argument('--report')
  parser.add_argument('--jobs', type=int, default=os.cpu_count())
  parser.add_argument('--quick', action='store_true')
  parser.add_argument('--expectations',
                      default=os.path.join(ROOT, 'wpt', 'expectations.json'))
  parser.add_argument('--timeout-multiplier', type=float, default=1)
  return parser.parse_args()


def find_tests(options):
  suite = os.path.join(options.wpt, options.suite)
  if not os.path.isfile(
      os.path.join(options.wpt, 'resources',
                   'testharness.js')) or not os.path.isdir(suite):
    fail(f'{options.wpt} is no checkout of web-platform-tests with'
         f' {options.suite}/ and resources/.')
  return [
      dataclasses.replace(test,
                          timeout=test.timeout * options.timeout_multiplier)
      for test in manifest.find_tests(options.wpt, options.suite)
      if options.filter.lower() in test.url.lower() and
      not (options.quick and test.is_slow)
  ]


def versions(engine):
  """What the shell says its versions are."""
  command = [*engine, '-e', 'print(JSON.stringify(versions))']
  try:
    done = subprocess.run(command,
                          capture_output=True,
                          text=True,
                          cwd=ROOT,
                          check=False)
    return json.loads(done.stdout)
  except (OSError, ValueError) as error:
    fail(f'{shlex.join(command)} doesn\'t run ({error}).')


def main():
  options = parse_arguments()
  sys.stdout.reconfigure(errors='backslashreplace')
  tests = find_tests(options)
  if options.list:
    for test in tests:
      print(test.url)
    return 0

  engine = shlex.split(options.engine)
  engine_versions = versions(engine)
  try:
    with open(options.expectations, encoding='utf-8') as file:
      expectations = Expectations(file.read(), options.suite,
                                  engine_versions['v8'])
  except ExpectationsError as error:
    fail(f'wpt/expectations.json: {error}')

  reporter = Reporter(len(tests), lists_all=not options.quick)
  report = WptReport(options.report, engine_versions) if options.report else None
  processes = Processes()
  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    # The longest first, so that none of them is alone at the end.
    tests.sort(key=lambda test: (-test.timeout, -test.size))
    futures = [
        pool.submit(results.run, test, engine, ROOT, options.wpt, processes)
        for test in tests
    ]
    try:
      for future in concurrent.futures.as_completed(futures):
        result = future.result()
        # Some of them have tens of thousands of subtests.
        futures.remove(future)
        reporter.add(result, list(expectations.judge(result)))
        if report:
          report.add(result)
    except BaseException:
      processes.stop()
      pool.shutdown(cancel_futures=True)
      raise

  for entry in expectations.idle():
    reporter.fail(f'{entry.fields["test"]}: expected to fail, and nothing did: '
                  f'{entry.fields["reason"]}')
  if report:
    report.finish()
  if options.update:
    with open(options.expectations, 'w', encoding='utf-8') as file:
      file.write(expectations.updated())
  return reporter.finish()


if __name__ == '__main__':
  # Ending this program ends the tests that it runs.
  signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
  try:
    sys.exit(main())
  except KeyboardInterrupt:
    sys.exit(130)
