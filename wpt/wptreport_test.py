#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of wptreport: python3 wpt/wptreport_test.py.

With a file's name behind it, checks that report instead, as wpt.fyi would.
"""

import json
import os
import re
import stat
import sys
import unittest

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from engine import Engine
from fake_suite import TestWithFolder, write
from manifest import Test
from results import Result, Subtest
import wptreport

REVISION = '0123456789abcdef0123456789abcdef01234567'

TEST_STATUSES = {
    'OK', 'ERROR', 'TIMEOUT', 'CRASH', 'PRECONDITION_FAILED', 'PASS', 'FAIL'
}
SUBTEST_STATUSES = {
    'PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'
}

TEXT = (str, type(None))


def problems(report):
  """What wpt.fyi's results processor and its database refuse, and what its
  pages would show wrongly."""
  info = report.get('run_info', {})
  for key in ('revision', 'product', 'browser_version', 'os'):
    if not isinstance(info.get(key), str) or not info[key]:
      yield f'run_info has no {key}'
  if not re.fullmatch('[0-9a-f]{40}', info.get('revision', '')):
    yield 'run_info.revision is no commit of 40 digits'
  if info.get('browser_channel') not in ('stable', 'beta', 'experimental'):
    yield 'run_info.browser_channel is none'
  for key, value in info.items():
    if not isinstance(value, str):
      yield f'run_info.{key} is no text'
  start, end = report.get('time_start'), report.get('time_end')
  # Milliseconds, of this century.
  if not (isinstance(start, int) and isinstance(end, int) and
          1e12 < start <= end < 1e13):
    yield 'time_start and time_end are no times'
  if not isinstance(report.get('results'), list) or not report['results']:
    yield 'there are no results'
    return
  seen = set()
  for result in report['results']:
    name = result.get('test')
    if not isinstance(name, str) or not re.fullmatch(r'/\S+', name):
      yield f'{name} is no test\'s URL'
    if name in seen:
      yield f'{name} is there twice'
    seen.add(name)
    if result.get('status') not in TEST_STATUSES:
      yield f'{name} has the status {result.get("status")}'
    if not isinstance(result.get('message'), TEXT):
      yield f'{name} has a message that is no text'
    if not isinstance(result.get('duration'), int) or result['duration'] < 0:
      yield f'{name} has no duration'
    if not isinstance(result.get('subtests'), list):
      yield f'{name} has no list of subtests'
      continue
    names = [subtest.get('name') for subtest in result['subtests']]
    if len(names) != len(set(names)):
      yield f'{name} has two subtests of one name'
    for subtest in result['subtests']:
      if (not isinstance(subtest.get('name'), str) or
          subtest.get('status') not in SUBTEST_STATUSES or
          not isinstance(subtest.get('message'), TEXT)):
        yield f'{name} has {subtest}'


class WptReportTest(TestWithFolder):

  def setUp(self):
    super().setUp()
    self.engine = Engine(['shell'], 'v8-encoding', '1.0', '10.2.154.26')

  def write_report(self, info, *results):
    tests = [result.test for result in results]
    report = wptreport.WptReport(self.path('report.json'), info, tests)
    for result in results:
      report.add(result)
    report.finish()
    with open(self.path('report.json'), encoding='utf-8') as file:
      return json.load(file)

  def results(self):
    parts = Test('/encoding/parts.html', 'testharness', 10, 0, ('?1-2', '?3-last'))
    return [
        Result(Test('/encoding/a.any.js?1', 'testharness', 10),
               'OK',
               subtests=[
                   Subtest('x\ud800y \U0001f600', 'PASS', None, 1),
                   Subtest('z', 'FAIL', 'expected "\udfff"', 2)
               ],
               seconds=1.5),
        Result(parts,
               'OK',
               subtests=[Subtest(name, 'PASS', None, i) for i, name in
                         ((3, 'c'), (1, 'a'), (2, 'b'))]),
        Result(Test('/encoding/look.html', 'reftest', 10), 'FAIL', 'because'),
        Result(Test('/encoding/b.any.js', 'testharness', 10), 'CRASH', 'ended'),
    ]

  def test_is_what_wpt_fyi_takes(self):
    info = wptreport.run_info(self.engine, REVISION)
    report = self.write_report(info, *self.results())
    self.assertEqual(list(problems(report)), [])
    self.assertEqual(report['run_info']['revision'], REVISION)
    self.assertEqual(report['run_info']['product'], 'v8-encoding')
    self.assertEqual(report['run_info']['v8_version'], '10.2.154.26')

  def test_what_is_not_known_is_not_there(self):
    info = wptreport.run_info(Engine(['x'], 'x'), None)
    report = self.write_report(info, *self.results())
    self.assertEqual(
        list(problems(report)), [
            'run_info has no revision', 'run_info has no browser_version',
            'run_info.revision is no commit of 40 digits'
        ])
    self.assertEqual([key for key in wptreport.REQUIRED if key not in info],
                     ['revision', 'browser_version'])

  def test_the_check_fails(self):
    info = wptreport.run_info(self.engine, REVISION)
    for change, problem in (
        (lambda r: r['run_info'].update(revision=REVISION[:10]),
         'run_info.revision is no commit of 40 digits'),
        (lambda r: r.update(time_end=0), 'time_start and time_end are no times'),
        (lambda r: r.update(results=[]), 'there are no results'),
        (lambda r: r['results'][0].update(test='/encoding/b.any.html'),
         '/encoding/b.any.html is there twice'),
        (lambda r: r['results'][0].update(status='PASSED'),
         '/encoding/a.any.html?1 has the status PASSED'),
        (lambda r: r['results'][0]['subtests'][0].update(name='z'),
         '/encoding/a.any.html?1 has two subtests of one name'),
        (lambda r: r['results'][2].pop('subtests'),
         '/encoding/parts.html?3-last has no list of subtests'),
    ):
      report = self.write_report(info, *self.results())
      change(report)
      self.assertEqual(list(problems(report)), [problem])

  def test_lone_surrogates_are_as_in_other_reports(self):
    report = self.write_report({}, *self.results())
    subtests = report['results'][0]['subtests']
    self.assertEqual(subtests[0]['name'], 'xU+d800y \U0001f600')
    self.assertEqual(subtests[1]['message'], 'expected "U+dfff"')

  def test_parts_are_tests_of_their_own(self):
    results = self.write_report({}, *self.results())['results']
    self.assertEqual(
        [(r['test'], [s['name'] for s in r['subtests']]) for r in results[1:3]],
        [('/encoding/parts.html?1-2', ['a', 'b']),
         ('/encoding/parts.html?3-last', ['c'])])

  def test_nothing_is_there_until_it_is_complete(self):
    path = self.path('report.json')
    report = wptreport.WptReport(path, {}, [])
    report.add(self.results()[0])
    self.assertRaises(FileNotFoundError, open, path)
    report.abandon()
    self.assertEqual(os.listdir(self.temp), [])

  def test_a_link_stays(self):
    path, target = self.path('report.json'), self.path('folder', 'target.json')
    write(self.temp, {'folder/target.json': 'old'})
    for _ in range(2):
      os.symlink(target, path)
      self.write_report({}, *self.results())
      self.assertEqual(os.readlink(path), target)
      with open(target, encoding='utf-8') as file:
        self.assertEqual(len(json.load(file)['results']), 5)
      self.assertEqual(os.listdir(self.path('folder')), ['target.json'])
      # Then one that leads to nothing yet.
      os.remove(target)
      os.remove(path)

  def test_what_is_no_file_stays(self):
    path = self.path('pipe')
    os.mkfifo(path)
    for end in ('finish', 'abandon'):
      # Both ends, so that nothing waits.
      pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
      try:
        report = wptreport.WptReport(path, {}, [])
        report.add(self.results()[0])
        getattr(report, end)()
        text = os.read(pipe, 1 << 16).decode()
      finally:
        os.close(pipe)
      self.assertRegex(text, '^{"run_info": ')
      complete = re.search(r'\n\],\n"time_end": \d+\}\n$', text)
      self.assertEqual(complete is not None, end == 'finish')
      self.assertTrue(stat.S_ISFIFO(os.stat(path).st_mode))
      self.assertEqual(os.listdir(self.temp), ['pipe'])

  def test_two_runs_with_one_path(self):
    path = self.path('report.json')
    first, second = (wptreport.WptReport(path, {'n': n}, []) for n in ('1', '2'))
    for report in (first, second):
      report.add(self.results()[0])
    for report, n in ((second, '2'), (first, '1')):
      report.finish()
      with open(path, encoding='utf-8') as file:
        self.assertEqual(json.load(file)['run_info'], {'n': n})
    self.assertEqual(os.listdir(self.temp), ['report.json'])

  def test_names_are_those_of_browsers(self):
    urls = ['/encoding/a.any.js?1-1000', '/encoding/b.any.js', '/encoding/c.html',
            '/encoding/d.any.js?x', '/encoding/d.any.html?y', '/encoding/d.any.html?x',
            '/encoding/e.any.js#x?y']
    report = self.write_report(
        {}, *(Result(Test(url, 'testharness', 10), 'OK') for url in urls))
    self.assertEqual(
        [result['test'] for result in report['results']],
        ['/encoding/a.any.html?1-1000', '/encoding/b.any.html', '/encoding/c.html',
         '/encoding/d.any.html?y', '/encoding/d.any.html?x',
         '/encoding/e.any.html#x?y'])

  def test_channels(self):
    for version, channel in (
        ('26.10.0', 'stable'), ('0.1.0', 'stable'), ('2.9.6+dfsg', 'stable'),
        (None, 'stable'), ('27.0.0-nightly20261125a1b2c3d4e5', 'experimental'),
        ('1.4.6-canary.20', 'experimental'), ('3.0.0-rc.1', 'experimental'),
        ('2.9.6+1a2b3c4', 'experimental')):
      info = wptreport.run_info(Engine(['x'], 'x', version), None)
      self.assertEqual(info['browser_channel'], channel, version)


if __name__ == '__main__':
  if len(sys.argv) == 2 and not sys.argv[1].startswith('-'):
    with open(sys.argv[1], encoding='utf-8') as opened:
      sys.exit('\n'.join(problems(json.load(opened))) or 0)
  unittest.main()
