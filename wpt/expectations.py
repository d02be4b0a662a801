# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Failures that are expected, and why: expectations.json.

{ "encoding": [
    { "test": "/encoding/encodeInto.any.js",
      "subtests": ["…", "…"],
      "v8": "<13.4",
      "reason": "…" } ] }

`test` is a test's URL, "*" in it anything. `subtests` are names, "(harness)" for
the test itself, or instead `matching` is a regular expression that whole names
match. With neither it's all of the test. `v8` says in which versions, as "<13.4"
or ">=11.3". Every subtest that an entry names must be there, and fail.
"""

import json
import operator
import re

PASSED, FAILED, EXPECTED = 'passed', 'failed', 'expected'

FIELDS = {'test', 'subtests', 'matching', 'v8', 'reason'}
COMPARISONS = {
    '<': operator.lt,
    '<=': operator.le,
    '>': operator.gt,
    '>=': operator.ge,
    '=': operator.eq
}

PART = re.compile(r'([<>]=?|=)(\d+\.\d+)', re.ASCII)


class ExpectationsError(Exception):
  """Its message is one sentence, for the user."""


def version(text):
  """(13, 4) of "13.4.114.21", and None of what is no version."""
  match = re.match(r'(\d+)\.(\d+)', text or '', re.ASCII)
  return match and tuple(map(int, match.groups()))


def applies(condition, v8):
  """Whether `v8`, a version, meets all that `condition` says. No other engine
  does, for which it is None."""
  parts = [PART.fullmatch(part) for part in condition.split()]
  if None in parts:
    raise ExpectationsError(f'"{condition}" is no condition for a V8.')
  actual = version(v8)
  return all(
      actual and COMPARISONS[part[1]](actual, version(part[2])) for part in parts)


class Entry:

  def __init__(self, suite, fields, v8):
    self.fields = fields
    if not isinstance(fields, dict) or not isinstance(fields.get('test'), str):
      raise ExpectationsError(f'an entry of "{suite}" names no test.')
    fault = self._fault(fields)
    if fault:
      raise ExpectationsError(f'the entry for {fields["test"]} has {fault}.')
    try:
      self.applies = applies(fields.get('v8', ''), v8)
    except ExpectationsError as error:
      raise ExpectationsError(f'the entry for {fields["test"]}: {error}') from error
    self.names = set(fields.get('subtests', ()))
    self._matches = re.compile(fields.get('matching', '.*'),
                               re.DOTALL).fullmatch
    self.failed = set()  # names of those of its subtests that did fail
    self.seen = False  # whether one of its tests has run

  @staticmethod
  def _fault(fields):
    reason = fields.get('reason')
    if not isinstance(reason, str) or not reason.strip():
      return 'no reason'
    unknown = sorted(set(fields) - FIELDS)
    if unknown:
      return ', '.join(unknown)
    if 'subtests' in fields and 'matching' in fields:
      return 'both subtests and matching'
    names = fields.get('subtests', [''])
    # An empty list would mean all subtests.
    if not isinstance(names, list) or not names or not all(
        isinstance(name, str) for name in names):
      return 'subtests that are no list of names'
    if not isinstance(fields.get('v8', ''), str):
      return 'a v8 that is no text'
    try:
      re.compile(fields.get('matching', ''))
    except (TypeError, ValueError, RecursionError, OverflowError, re.error) as error:
      return f'a matching that is no regular expression ({error})'
    return None

  def has_test(self, url):
    pattern = self.fields['test']
    return pattern == url or '*' in pattern and bool(
        re.fullmatch('.*'.join(map(re.escape, pattern.split('*'))), url))

  def has_subtest(self, name):
    return name in self.names if self.names else bool(self._matches(name))


class Expectations:

  def __init__(self, text, v8=None):
    try:
      self._all = json.loads(text)
    except (ValueError, RecursionError) as error:
      raise ExpectationsError(f'it is no JSON ({error}).') from error
    if not isinstance(self._all, dict):
      raise ExpectationsError('it is no object of suites.')
    for suite, entries in self._all.items():
      if not isinstance(entries, list):
        raise ExpectationsError(f'its "{suite}" is no list of entries.')
    self.entries = {
        suite: [Entry(suite, e, v8) for e in entries]
        for suite, entries in self._all.items()
    }
    self.unexpected = {}  # by test, names of failures that no entry has

  def judge(self, result):
    """Yields each subtest of a result with a verdict and a remark."""
    url = result.test.url
    entries = [
        e for e in self.entries.get(result.test.suite, [])
        if e.applies and e.has_test(url)
    ]
    missing = set()
    for entry in entries:
      entry.seen = True
      missing |= entry.names
    for subtest in result.everything():
      missing.discard(subtest.name)
      entry = next((e for e in entries if e.has_subtest(subtest.name)), None)
      if subtest.status == 'PASS':
        yield subtest, *((FAILED, 'passed, and was expected to fail')
                         if entry else (PASSED, None))
      elif entry:
        entry.failed.add(subtest.name)
        yield subtest, EXPECTED, entry.fields['reason']
      else:
        self.unexpected.setdefault(url, []).append(subtest.name)
        yield subtest, FAILED, subtest.message
    for name in sorted(missing):
      yield None, FAILED, f'expected to fail, and not there: {name}'

  def idle(self):
    """Entries that name whole tests, or patterns, of which nothing failed."""
    return [
        e for entries in self.entries.values() for e in entries
        if e.applies and e.seen and not e.names and not e.failed
    ]

  def stray(self, suite, tests):
    """Entries for a suite that none of `tests`, all of its tests, is meant by."""
    return [
        e for e in self.entries.get(suite, [])
        if not any(e.has_test(test.url) for test in tests)
    ]

  def updated(self):
    """The file as it should be after what judge() has seen."""
    updated = {suite: [] for suite in self._all}
    for suite, entries in self.entries.items():
      for entry in entries:
        fields = dict(entry.fields)
        if entry.applies and entry.seen:
          if not entry.failed:
            continue
          if entry.names:
            fields['subtests'] = [
                n for n in fields['subtests'] if n in entry.failed
            ]
        updated[suite].append(fields)
    for url, names in sorted(self.unexpected.items()):
      suite = url.split('/')[1]
      updated.setdefault(suite, []).append({
          'test': url,
          'subtests': names,
          'reason': ''
      })
    return json.dumps(updated, indent=2, ensure_ascii=True) + '\n'
