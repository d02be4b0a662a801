#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs web-platform-tests. tools/wpt calls this, and says what its options are;
README.md has the contract of --engine.

The last line of standard output is "N passed, N failed", of subtests; failures
that are expected count as neither. Exits with 1 if anything failed or nothing
ran, with 130 if interrupted.
"""

import argparse
import concurrent.futures
import dataclasses
import math
import os
import signal
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'tools', 'lib'))

# pylint: disable=wrong-import-position
import results
import revision
import script
import wptreport
from engine import EngineError, probe
from expectations import Expectations, ExpectationsError
from report import Reporter
from selection import Selection, SelectionError, count_kinds
from test_processes import Processes


class UsageError(Exception):
  """Its message is one sentence, for the user."""


# Each has a sentence for the user.
PROBLEMS = (UsageError, SelectionError, EngineError)


class Parser(argparse.ArgumentParser):

  def error(self, message):
    raise UsageError(f'{message}; see tools/wpt --help.')


def at_least(limit, number, what):
  """A type of arguments: what `number` makes of them, above `limit`, and finite."""

  def convert(text):
    try:
      value = number(text)
    except ValueError:
      value = limit
    # A number that isn't one is above nothing.
    if not limit < value < math.inf:
      raise argparse.ArgumentTypeError(f'\'{text}\' is no {what} above {limit}')
    return value

  return convert


def parse_arguments():
  parser = Parser(prog='tools/wpt', add_help=False, allow_abbrev=False)
  parser.add_argument('paths', nargs='*')
  parser.add_argument('--engine')
  parser.add_argument('--product')
  parser.add_argument('--wpt', required=True)
  parser.add_argument('--suite', action='append', default=[])
  parser.add_argument('--filter', default='')
  parser.add_argument('--list', action='store_true')
  parser.add_argument('--script', action='store_true')
  parser.add_argument('--verbose', action='store_true')
  parser.add_argument('--update', action='store_true')
  parser.add_argument('--report')
  parser.add_argument('--expectations')
  parser.add_argument('--jobs',
                      type=at_least(0, int, 'whole number'),
                      default=os.cpu_count())
  parser.add_argument('--timeout-multiplier',
                      type=at_least(0, float, 'finite number'),
                      default=1)
  # For tools/test: without the pages of the legacy multi-byte encodings, which
  # have all but one in a hundred of the subtests; only failures are shown.
  parser.add_argument('--quick', action='store_true')
  # What to add a test's URL to, to run it alone.
  parser.add_argument('--rerun', default='')
  options = parser.parse_intermixed_args()
  options.paths += [f'{suite}/' for suite in options.suite]
  options.paths = options.paths or ['encoding/']
  if options.update and not options.expectations:
    raise UsageError('--update needs --expectations FILE with an engine that'
                     ' isn\'t this project\'s.')
  return options


def load_expectations(path, may_be_missing, v8):
  if path is None:
    return Expectations('{}', v8)
  try:
    with open(path, encoding='utf-8') as file:
      return Expectations(file.read(), v8)
  except FileNotFoundError as error:
    if may_be_missing:
      return Expectations('{}', v8)
    raise UsageError(f'{path} isn\'t there; --update would make it.') from error
  except (OSError, UnicodeDecodeError) as error:
    raise UsageError(f'{path} can\'t be read ({error}).') from error
  except ExpectationsError as error:
    raise UsageError(f'{os.path.relpath(path, ROOT)}: {error}') from error


def open_report(options, engine, tests):
  if not options.report:
    return None
  commit = None
  try:
    commit = revision.find(options.wpt, sorted({test.suite for test in tests}))
  except revision.NoRevision as error:
    why = f'which commit of web-platform-tests is in {options.wpt} isn\'t known: {error}'
  info = wptreport.run_info(engine, commit)
  if commit and 'browser_version' not in info:
    why = 'the engine doesn\'t say its version; --product NAME/VERSION does'
  missing = [key for key in wptreport.REQUIRED if key not in info]
  if missing:
    warn(f'{options.report} can\'t go to wpt.fyi, for want of'
         f' {" and ".join(missing)}: {why}.')
  try:
    return wptreport.WptReport(options.report, info, tests)
  except OSError as error:
    raise UsageError(
        f'{options.report} can\'t be written ({error.strerror}).') from error


def warn(sentence):
  print(f'tools/wpt: {sentence}', file=sys.stderr, flush=True)


def find_engine(options):
  engine = probe(options.engine)
  if options.product:
    product, _, version = options.product.partition('/')
    engine = dataclasses.replace(engine, product=product, version=version or None)
  return engine


def print_tests(tests, options):
  if options.list:
    for test in tests:
      print(test.url)
    return
  scripts = [test for test in tests if test.is_script]
  if len(scripts) != 1:
    raise UsageError(f'--script is about one test, and {len(scripts)} scripts'
                     f' (.any.js) are meant{"" if scripts else ": pages have none"}.')
  try:
    print(script.compose(options.wpt, scripts[0]), end='')
  except script.ScriptError as error:
    raise UsageError(f'{scripts[0].url}: {error}.') from error


def run_all(tests, engine, options, on_result):
  processes = Processes()
  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    # The longest first, so that none of them is alone at the end.
    tests = sorted(tests, key=lambda test: (-test.timeout, -test.size))
    futures = [
        pool.submit(results.run, test, engine, options.wpt, processes)
        for test in tests
    ]
    try:
      for future in concurrent.futures.as_completed(futures):
        result = future.result()
        # Some of them have tens of thousands of subtests.
        futures.remove(future)
        on_result(result)
    except BaseException:
      processes.stop()
      pool.shutdown(cancel_futures=True)
      raise


def report_entries(selection, tests, runnable, expectations, reporter):
  """Fails for expectations that are of no use."""
  for entry in expectations.idle(runnable):
    reporter.fail(f'{entry.fields["test"]}: expected to fail, and nothing did: '
                  f'{entry.fields["reason"]}')
  for suite in sorted({test.suite for test in tests}):
    for entry in expectations.stray(suite, selection.tests_of(suite)):
      reporter.fail(f'{entry.fields["test"]}: expected to fail, and no test of '
                    f'{suite}/ has such a URL')


def check_update(path):
  """Now rather than when all has run."""
  folder = os.path.dirname(path) or '.'
  if not os.path.isdir(folder):
    raise UsageError(f'{path} can\'t be written ({folder} is no folder).')
  if not os.access(path if os.path.exists(path) else folder, os.W_OK):
    raise UsageError(f'{path} can\'t be written (Permission denied).')


def update(path, expectations, urls, runnable):
  text = expectations.updated(urls, runnable)
  try:
    with open(path, 'w', encoding='utf-8') as file:
      file.write(text)
  except OSError as error:
    raise UsageError(f'{path} can\'t be written ({error.strerror}).') from error
  if expectations.unexpected:
    warn(f'{path} has {len(expectations.unexpected)} new entries, at the end of'
         ' their suites; each needs a reason before anything runs again.')
  if expectations.crashed:
    warn(f'{path} has no entry for what crashed ({len(expectations.crashed)}, the'
         f' first is {expectations.crashed[0]}): no crash is ever expected.')


def main():
  options = parse_arguments()
  sys.stdout.reconfigure(errors='backslashreplace')
  selection = Selection(options.wpt)
  engine = find_engine(options) if options.engine else None
  tests = selection.select(options.paths, options.filter,
                           lambda test: not (options.quick and test.is_slow))
  if engine and not engine.runs_pages:
    for note in () if options.list or options.script else engine.notes():
      warn(note)
    pages, tests = tests, [test for test in tests if engine.can_run(test)]
    if pages and not tests:
      raise UsageError('all tests that are meant are pages, the first of them'
                       f' {pages[0].url}.')
  if options.list or options.script:
    print_tests(tests, options)
    return 0
  if not engine:
    raise UsageError('--engine is needed.')
  others = selection.select_others(options.paths, options.filter)
  if others:
    warn(f'{len(others)} file{"s" * (len(others) > 1)} of kinds that can\'t run'
         f' here: {count_kinds(others)}.')
  tests = [
      dataclasses.replace(test, timeout=test.timeout * options.timeout_multiplier)
      for test in tests
  ]
  if options.update:
    check_update(options.expectations)
  expectations = load_expectations(options.expectations, options.update,
                                   engine.v8)
  report = open_report(options, engine, tests)
  reporter = Reporter(len(tests),
                      lists_all=not options.quick,
                      verbose=options.verbose,
                      rerun=options.rerun)

  def on_report(write, *arguments):
    nonlocal report
    try:
      write(*arguments)
    except OSError as error:
      # The results are worth more than the report of them.
      report.abandon()
      report = None
      reporter.fail(f'{options.report} can\'t be written ({error.strerror})')

  def on_result(result):
    reporter.add(result, list(expectations.judge(result)))
    if report:
      on_report(report.add, result)

  try:
    run_all(tests, engine, options, on_result)
  except BaseException as error:
    if report:
      report.abandon()
    if isinstance(error, KeyboardInterrupt):
      reporter.interrupt()
    raise
  suites = sorted({test.suite for test in tests})
  all_tests = [test for suite in suites for test in selection.tests_of(suite)]
  runnable = [test.whole for test in all_tests if engine.can_run(test)]
  report_entries(selection, tests, runnable, expectations, reporter)
  if report:
    on_report(report.finish)
  if options.update:
    update(options.expectations, expectations, [test.whole for test in all_tests],
           runnable)
  return reporter.finish()


if __name__ == '__main__':
  # Ending this program ends the tests that it runs.
  for ending in (signal.SIGTERM, signal.SIGHUP):
    # What nohup has ignored stays ignored.
    if signal.getsignal(ending) != signal.SIG_IGN:
      signal.signal(ending, lambda number, _: sys.exit(128 + number))
  try:
    status = main()
    # Now, and not where nothing can be done about a pipe that is closed.
    sys.stdout.flush()
    sys.exit(status)
  except PROBLEMS as problem:
    sys.exit(f'tools/wpt: {problem}')
  except KeyboardInterrupt:
    sys.exit(130)
  except BrokenPipeError:
    # As of "| head": nobody is left to tell.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(141)
