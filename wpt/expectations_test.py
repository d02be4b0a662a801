#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of expectations, and of those that there are:
python3 wpt/expectations_test.py."""

import json
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from expectations import Expectations, ExpectationsError, applies
import manifest
from results import HARNESS, Result, Subtest

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    'expectations.json')


class ExpectationsTest(unittest.TestCase):

  def judge(self, entries, *subtests, v8='10.2.1', status='OK'):
    expectations = Expectations(json.dumps({'encoding': entries}), v8)
    result = Result(manifest.Test('/encoding/a.any.js?1', 'testharness', 10),
                    status=status,
                    subtests=[Subtest(*subtest) for subtest in subtests])
    verdicts = [(subtest.name if subtest else None, verdict)
                for subtest, verdict, _ in expectations.judge(result)]
    return verdicts, expectations

  def test_failures_and_passes(self):
    entry = {
        'test': '/encoding/a.any.js?1',
        'subtests': ['x', 'y', 'z'],
        'reason': 'r'
    }
    verdicts, expectations = self.judge([entry], ('x', 'FAIL'), ('y', 'PASS'),
                                        ('n', 'PASS'), ('m', 'TIMEOUT'))
    self.assertEqual(verdicts, [('x', 'expected'), ('y', 'failed'),
                                ('n', 'passed'), ('m', 'failed'),
                                (None, 'failed')])
    updated = json.loads(expectations.updated())['encoding']
    self.assertEqual(updated, [{
        **entry, 'subtests': ['x']
    }, {
        'test': '/encoding/a.any.js?1',
        'subtests': ['m'],
        'status': 'TIMEOUT',
        'reason': ''
    }])
    with self.assertRaisesRegex(ExpectationsError, 'has no reason'):
      Expectations(expectations.updated(), '10.2')

  def test_patterns(self):
    entry = {'test': '/encoding/a.any.*', 'matching': 'x.*', 'reason': 'r'}
    verdicts, expectations = self.judge([entry], ('x1', 'FAIL'), ('y', 'FAIL'))
    self.assertEqual(verdicts, [('x1', 'expected'), ('y', 'failed')])
    self.assertEqual(expectations.idle(), [])
    _, expectations = self.judge([entry], ('y', 'PASS'))
    self.assertEqual(len(expectations.idle()), 1)
    self.assertEqual(json.loads(expectations.updated())['encoding'], [])

  def test_the_harness(self):
    entry = {'test': '*', 'subtests': [HARNESS], 'reason': 'r'}
    verdicts, _ = self.judge([entry], ('x', 'PASS'), status='ERROR')
    self.assertEqual(verdicts, [('x', 'passed'), (HARNESS, 'expected')])
    verdicts, _ = self.judge([], status='TIMEOUT')
    self.assertEqual(verdicts, [(HARNESS, 'failed')])
    # What is about all subtests isn't about the test itself.
    for fields in ({}, {'matching': '.*'}):
      verdicts, _ = self.judge([{'test': '*', 'reason': 'r', **fields}],
                               ('x', 'FAIL'), status='ERROR')
      self.assertEqual(verdicts, [('x', 'expected'), (HARNESS, 'failed')])

  def test_crashes_and_hangs(self):
    named = {'test': '*', 'subtests': ['x', HARNESS], 'reason': 'r'}
    for status in ('CRASH', 'TIMEOUT'):
      verdicts, expectations = self.judge([named], ('x', 'FAIL'), status=status)
      self.assertEqual(verdicts, [('x', 'expected'), (HARNESS, 'failed')])
    # No update makes a crash expected, nor forgets what didn't run for one.
    for status, new in (('CRASH', []), ('TIMEOUT', ['TIMEOUT'])):
      _, expectations = self.judge([{**named, 'subtests': ['x', 'y']}],
                                   ('x', 'FAIL'), status=status)
      first, *others = json.loads(expectations.updated())['encoding']
      self.assertEqual(first['subtests'], ['x', 'y'])
      self.assertEqual([e['status'] for e in others], new)
      self.assertEqual(expectations.crashed,
                       [] if new else ['/encoding/a.any.js?1'])

  def test_a_hang_and_what_it_does_not_reach(self):
    entry = {'test': '/encoding/a.any.js?1', 'reason': 'r', 'status': 'TIMEOUT'}
    subtests = ('x', 'TIMEOUT'), ('y', 'PASS'), ('z', 'NOTRUN')
    verdicts, expectations = self.judge([entry], *subtests, status='TIMEOUT')
    self.assertEqual(verdicts[:3],
                     [('x', 'expected'), ('y', 'failed'), ('z', 'failed')])
    entries = json.loads(expectations.updated())['encoding']
    self.assertEqual(entries[0]['subtests'], ['x'])
    for each in entries:
      each['reason'] = 'r'
    verdicts, _ = self.judge(entries, *subtests, status='TIMEOUT')
    self.assertEqual([verdict for _, verdict in verdicts],
                     ['expected', 'passed', 'expected', 'expected'])

  def test_a_status(self):
    for status, actual, verdict in (('TIMEOUT', 'TIMEOUT', 'expected'),
                                    ('TIMEOUT', 'FAIL', 'failed'),
                                    ('FAIL', 'FAIL', 'expected'),
                                    ('FAIL', 'TIMEOUT', 'failed'),
                                    ('FAIL', 'NOTRUN', 'failed'),
                                    (None, 'NOTRUN', 'expected'),
                                    (None, 'TIMEOUT', 'failed')):
      fields = {'status': status} if status else {}
      entry = {'test': '*', 'subtests': ['x'], 'reason': 'r', **fields}
      verdicts, _ = self.judge([entry], ('x', actual))
      self.assertEqual(verdicts, [('x', verdict)], (status, actual))

  def update(self, entries, results, urls):
    """The entries after `results`: by test, what failed and what passed."""

    def judge(entries):
      expectations = Expectations(json.dumps({'encoding': entries}), '10.2')
      for url, names in results.items():
        subtests = [
            Subtest(name, status)
            for part, status in zip(names, ('FAIL', 'PASS')) for name in part
        ]
        result = Result(manifest.Test(url, 'testharness', 10), 'OK',
                        subtests=subtests)
        yield from expectations.judge(result)
      updated.append(json.loads(expectations.updated(urls))['encoding'])
      idle.extend(expectations.idle())

    updated, idle = [], []
    list(judge(entries))
    # What has been updated is settled.
    idle.clear()
    self.assertNotIn('failed', [verdict for _, verdict, _ in judge(updated[0])])
    self.assertEqual((idle, updated[1]), ([], updated[0]))
    return [(e['test'], e.get('subtests'), e['reason']) for e in updated[0]]

  def test_an_update_splits_entries(self):
    a, b, c, every = (f'/encoding/a.any.{kind}' for kind in ('js', 'html', 'c', '*'))
    names = [{'test': every, 'subtests': ['x', 'y'], 'reason': 'r'}]
    whole = [{'test': every, 'reason': 'r'}]
    matching = [{**whole[0], 'matching': '[xy]', 'v8': '<11.0'}]
    for entries, results, urls, expected in (
        # Some of the tests pass.
        (names, {a: ('xy', 'z'), b: ('', 'xyz')}, (a, b), [(a, ['x', 'y'], 'r')]),
        (names, {a: ('x', 'y'), b: ('y', 'x')}, (a, b),
         [(a, ['x'], 'r'), (b, ['y'], 'r')]),
        (names, {a: ('x', 'y'), b: ('x', 'y')}, (a, b), [(every, ['x'], 'r')]),
        (names, {a: ('', 'xy'), b: ('', 'xy')}, (a, b), []),
        # One of them hasn't run.
        (names, {a: ('x', 'y')}, (a, c), [(a, ['x'], 'r'), (c, ['x', 'y'], 'r')]),
        # Some subtests of whole tests pass.
        (whole, {a: ('yx', 'z'), b: ('xyz', '')}, (a, b),
         [(a, ['y', 'x'], 'r'), (b, None, 'r')]),
        (whole, {a: ('', 'x'), b: ('x', '')}, (a, b), [(b, None, 'r')]),
        (whole, {a: ('x', 'y'), b: ('x', 'y')}, (a, b), [(every, ['x'], 'r')]),
        (matching, {a: ('x', 'yz'), b: ('xy', '')}, (a, b),
         [(a, ['x'], 'r'), (b, None, 'r')]),
    ):
      self.assertEqual(self.update(entries, results, urls), expected)

  def test_a_pattern_of_which_some_tests_have_run(self):
    entry = {'test': '/encoding/*', 'matching': 'x|y', 'reason': 'r'}
    runnable = ['/encoding/a.any.js', '/encoding/b.any.js']
    urls = [*runnable, '/encoding/page.html']
    for results, is_idle, new in (
        # Of the other one something may fail.
        ({'a': ''}, False, [('/encoding/*', None)]),
        ({'a': 'x'}, False, [('/encoding/*', None)]),
        ({'a': '', 'b': ''}, True, [('/encoding/page.html', None)]),
        ({'a': 'x', 'b': ''}, False, [('/encoding/a.any.js', None),
                                      ('/encoding/page.html', None)]),
        # What passes is wrong wherever it is.
        ({'a': 'xY'}, False, [('/encoding/a.any.js', ['x']),
                              ('/encoding/b.any.js', None),
                              ('/encoding/page.html', None)]),
    ):
      expectations = Expectations(json.dumps({'encoding': [entry]}), '10.2')
      for name, subtests in results.items():
        result = Result(
            manifest.Test(f'/encoding/{name}.any.js', 'testharness', 10), 'OK',
            subtests=[Subtest(each.lower(), 'FAIL' if each.islower() else 'PASS')
                      for each in subtests or ['Z']])
        list(expectations.judge(result))
      self.assertEqual(bool(expectations.idle(runnable)), is_idle)
      updated = json.loads(expectations.updated(urls, runnable))['encoding']
      self.assertEqual([(e['test'], e.get('subtests')) for e in updated], new)

  def test_a_part_of_a_page(self):
    entries = [{'test': '/encoding/a.html', 'subtests': ['x', 'y'], 'reason': 'r'},
               {'test': '/encoding/a.html', 'matching': 'z.*', 'reason': 'r'}]
    expectations = Expectations(json.dumps({'encoding': entries}), '10.2')
    part = manifest.Test('/encoding/a.html?1-2', 'testharness', 10,
                         page='/encoding/a.html')
    result = Result(part, status='OK', subtests=[Subtest('x', 'FAIL')])
    # What isn't in the part may fail still.
    self.assertEqual([v for _, v, _ in expectations.judge(result)], ['expected'])
    self.assertEqual(expectations.idle(), [])
    self.assertEqual(json.loads(expectations.updated())['encoding'], entries)
    # What is new has the page's URL, too.
    result.subtests = [Subtest('x', 'PASS'), Subtest('new', 'FAIL')]
    self.assertEqual([v for _, v, _ in expectations.judge(result)],
                     ['failed', 'failed'])
    self.assertEqual(json.loads(expectations.updated())['encoding'][-1], {
        'test': '/encoding/a.html',
        'subtests': ['new'],
        'reason': ''
    })

  def test_versions(self):
    for condition, v8, expected in (('<13.5', '12.4.254', True),
                                    ('<13.5', '13.5.1', False),
                                    ('>=9.10 <=10.2', '10.2.154', True),
                                    ('', '10.2', True), ('=10.2', '10.3', False)):
      self.assertEqual(applies(condition, v8), expected)
    self.assertTrue(applies('', None))
    self.assertFalse(applies('<13.5', None))  # in an engine without V8
    self.assertFalse(applies('<13.5', 'none'))
    entry = {'test': '*', 'v8': '>10.2', 'reason': 'r'}
    self.assertEqual(self.judge([entry], ('x', 'FAIL'))[0], [('x', 'failed')])
    self.assertEqual(
        json.loads(self.judge([entry],
                              ('x', 'PASS'))[1].updated())['encoding'], [entry])

  def test_an_update_keeps_what_it_has_not_seen(self):
    kept = {'test': '/encoding/b.any.js', 'subtests': ['y'], 'reason': 'r'}
    other = {'streams': [{'test': '/streams/c.any.js', 'reason': 's'}]}
    text = json.dumps({'encoding': [kept], **other})
    expectations = Expectations(text, '10.2')
    result = Result(manifest.Test('/url/d.any.js', 'testharness', 10),
                    status='OK',
                    subtests=[Subtest('z', 'FAIL')])
    list(expectations.judge(result))
    self.assertEqual(
        json.loads(expectations.updated()), {
            'encoding': [kept],
            **other, 'url': [{
                'test': '/url/d.any.js',
                'subtests': ['z'],
                'reason': ''
            }]
        })

  def test_suites_are_apart(self):
    text = json.dumps({'streams': [{'test': '*', 'reason': 'r'}]})
    expectations = Expectations(text, '10.2')
    for suite, expected in (('encoding', 'failed'), ('streams', 'expected')):
      result = Result(manifest.Test(f'/{suite}/a.any.js', 'testharness', 10),
                      status='OK',
                      subtests=[Subtest('x', 'FAIL')])
      self.assertEqual([v for _, v, _ in expectations.judge(result)], [expected])

  def test_entries_among_those_of_another_suite(self):
    for test in ('/encoding/a.any.js', '/encoding/*', '/encoding', 'a.any.js'):
      with self.assertRaisesRegex(ExpectationsError,
                                  f'^the entry for {re.escape(test)} is among those'
                                  ' of "encodng"'):
        Expectations(json.dumps({'encodng': [{'test': test, 'reason': 'r'}]}))
    for test in ('*', '/enc*', '/encoding/*.html'):
      Expectations(json.dumps({'encoding': [{'test': test, 'reason': 'r'}]}))

  def test_entries_without_a_test(self):
    tests = [manifest.Test('/encoding/a.any.js?1', 'testharness', 10)]
    entries = [{
        'test': name,
        'reason': 'r'
    } for name in ('/encoding/a.any.*', '/encoding/b.any.js')]
    expectations = Expectations(json.dumps({'encoding': entries}), '10.2')
    self.assertEqual(
        [e.fields['test'] for e in expectations.stray('encoding', tests)],
        ['/encoding/b.any.js'])

  def test_what_makes_no_sense(self):
    for entry, message in (
        ({}, 'an entry of "encoding" names no test.'),
        ('a', 'an entry of "encoding" names no test.'),
        ({'test': 'a'}, 'the entry for a has no reason.'),
        ({'test': 'a', 'reason': ' '}, 'the entry for a has no reason.'),
        ({'test': 'a', 'reason': 7}, 'the entry for a has no reason.'),
    ):
      with self.assertRaisesRegex(ExpectationsError, f'^{message}$'):
        self.judge([entry])
    for fields, message in (
        ({'v8': 'new'}, ': "new" is no condition for a V8'),
        ({'v8': 14}, ' has a v8 that is no text'),
        ({'x': 1}, ' has x'),
        ({'subtests': ['b'], 'matching': 'b'}, ' has both subtests and matching'),
        ({'subtests': 'abc'}, ' has subtests that are no list of names'),
        ({'subtests': []}, ' has subtests that are no list of names'),
        ({'subtests': [1]}, ' has subtests that are no list of names'),
        *(({'status': status}, ' has a status that is none of ERROR, FAIL, .*')
          for status in ('CRASH', 'PASS', 'fail', None, [])),
        ({'subtests': None}, ' has subtests that are no list of names'),
        ({'matching': '('}, r' has a matching that is no regular expression \(.*\)'),
        ({'matching': 5}, r' has a matching that is no regular expression \(.*\)'),
    ):
      with self.assertRaisesRegex(ExpectationsError,
                                  rf'^the entry for a{message}\.$'):
        self.judge([{'test': 'a', 'reason': 'r', **fields}])
    for text, message in (
        ('', r'it is no JSON \(.*\)'),
        ('[' * 100000, r'it is no JSON \(.*\)'),
        ('[]', 'it is no object of suites'),
        ('{"encoding": 5}', 'its "encoding" is no list of entries'),
    ):
      with self.assertRaisesRegex(ExpectationsError, rf'^{message}\.$'):
        Expectations(text)


class CommittedFileTest(unittest.TestCase):
  """What a reader of expectations.json may rely on."""

  @classmethod
  def setUpClass(cls):
    with open(FILE, encoding='utf-8') as file:
      cls.text = file.read()
    cls.entries = [e for es in json.loads(cls.text).values() for e in es]

  def test_an_update_without_news_changes_no_byte(self):
    self.assertEqual(Expectations(self.text, '10.2').updated(), self.text)

  def test_reasons_stand_alone(self):
    for entry in self.entries:
      # "It", "This" and the like would be about something outside.
      self.assertRegex(entry['reason'],
                       r'^(The|A|An|V8|Only|Web IDL|[A-Z]\w+ Standard)\b.*\.$',
                       entry['test'])

  def test_reasons_name_the_section_of_a_standard(self):
    for entry in self.entries:
      if re.search(r'Web IDL|standard\b', entry['reason'], re.IGNORECASE):
        self.assertRegex(entry['reason'], r'sections? "', entry['test'])


if __name__ == '__main__':
  unittest.main()
