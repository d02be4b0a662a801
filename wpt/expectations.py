# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Failures that are expected, and why: expectations.json.

{ "encoding": [
    { "test": "/encoding/encodeInto.any.js",
      "subtests": ["…", "…"],
      "v8": "<13.4",
      "reason": "…" } ] }

`test` is a test's URL, "*" in it anything, and in one of the tests that it means
something must fail, once all have run; a page that runs in parts has one, that
without a query. `subtests` are names, "(harness)" for the test itself, or instead
`matching` is a regular expression that whole names match. With neither it's all
subtests; the test itself must be named. `status` is the one status that is expected:
FAIL, ERROR, TIMEOUT, NOTRUN or PRECONDITION_FAILED. Without it, it's any of these but
TIMEOUT. A crash is never expected. `v8` says in which versions, as "<13.4" or
">=11.3". Every subtest that an entry names must be there, and fail.
"""

import dataclasses
import json
import operator
import re

from results import CRASH, HARNESS

PASSED, FAILED, EXPECTED = 'passed', 'failed', 'expected'

FIELDS = {'test', 'subtests', 'matching', 'status', 'v8', 'reason'}

TIMEOUT = 'TIMEOUT'
STATUSES = {'FAIL', 'ERROR', TIMEOUT, 'NOTRUN', 'PRECONDITION_FAILED'}
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


@dataclasses.dataclass
class Seen:
  """What an entry is about in one test that has run."""
  is_all: bool  # whether all subtests of the test have run
  is_hung: bool = False  # whether it's a test that has run out of time
  # Names of those that failed as expected, as keys to have their order, and of
  # those that didn't.
  failed: dict = dataclasses.field(default_factory=dict)
  others: set = dataclasses.field(default_factory=set)

  def still_fail(self, names):
    """Those of an entry's names that do, as far as is known."""
    return [
        name for name in names if name in self.failed or
        not self.is_all and name not in self.others
    ]


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
    # Up to a "*", which may stand for the suite's name too.
    start, folder = fields['test'].split('*')[0], f'/{suite}/'
    if not (start.startswith(folder) or
            '*' in fields['test'] and folder.startswith(start)):
      raise ExpectationsError(
          f'the entry for {fields["test"]} is among those of "{suite}".')
    self.names = set(fields.get('subtests', ()))
    self._matches = re.compile(fields.get('matching', '.*'),
                               re.DOTALL).fullmatch
    self._status = fields.get('status')
    self.seen = {}  # by URL

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
    # In a list, for it may be anything.
    if 'status' in fields and fields['status'] not in sorted(STATUSES):
      return f'a status that is none of {", ".join(sorted(STATUSES))}'
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
    if self.names or name == HARNESS:
      return name in self.names
    return bool(self._matches(name))

  def has_status(self, status):
    if self._status:
      return status == self._status
    return status in STATUSES - {TIMEOUT}

  def _is_over(self, runnable):
    """Whether all of the tests `runnable` that it is about have run."""
    seen = [self.seen.get(url) for url in filter(self.has_test, runnable)]
    return all(one and one.is_all for one in [*seen, *self.seen.values()])

  def is_idle(self, runnable):
    """Whether it names no subtests, and none failed where it is about all."""
    return bool(self.applies and not self.names and self.seen and
                self._is_over(runnable) and
                not any(seen.failed for seen in self.seen.values()))

  def updated(self, urls, runnable):
    """What is to be in its place, of a suite that has the tests `urls`, of which the
    engine runs those in `runnable`."""
    if not self.applies or not self.seen:
      return [self.fields]
    # Of several tests it's enough that something fails in one.
    is_over = self._is_over(runnable)
    names = {}  # by URL, of what fails; None where nothing changes
    for url in filter(self.has_test, dict.fromkeys([*urls, *self.seen])):
      seen = self.seen.get(url)
      names[url] = None
      if seen and self.names:
        failing = seen.still_fail(self.fields['subtests'])
        if len(failing) < len(self.fields['subtests']):
          names[url] = failing
      elif seen and seen.is_all and (seen.others or is_over and not seen.failed):
        names[url] = list(seen.failed)
      elif seen and seen.is_hung and seen.others and seen.failed:
        # What it hasn't come to is unexpected from now on, if it fails.
        names[url] = list(seen.failed)
    groups = list(names.values())
    if all(group == groups[0] for group in groups):
      names = {self.fields['test']: groups[0]}
    return [self._with(url, group) for url, group in names.items() if group != []]

  def _with(self, url, names):
    """Its fields for another URL and, unless None, other names."""
    fields = {**self.fields, 'test': url}
    if names is None:
      return fields
    rest = {
        key: value for key, value in fields.items()
        if key not in ('test', 'subtests', 'matching')
    }
    return {'test': url, 'subtests': names, **rest}


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
    # Names of failures that no entry has, by test and the status of a new entry.
    self.unexpected = {}
    self.crashed = []  # URLs

  def judge(self, result):
    """Yields each subtest of a result with a verdict and a remark."""
    url = result.test.whole
    entries = [
        e for e in self.entries.get(result.test.suite, [])
        if e.applies and e.has_test(url)
    ]
    is_part = url != result.test.url
    is_all = not is_part and result.status not in (CRASH, TIMEOUT)
    missing = set()
    for entry in entries:
      seen = entry.seen.setdefault(url, Seen(is_all))
      seen.is_all |= is_all
      seen.is_hung |= not is_part and result.status == TIMEOUT
      missing |= entry.names
    if result.status == CRASH:
      self.crashed.append(result.test.url)
    for subtest in result.everything():
      missing.discard(subtest.name)
      yield subtest, *self._judge_subtest(url, entries, subtest)
    if not is_part:
      for name in sorted(missing):
        yield None, FAILED, f'expected to fail, and not there: {name}'

  def _judge_subtest(self, url, entries, subtest):
    named = [e for e in entries if e.has_subtest(subtest.name)]
    entry = next((e for e in named if e.has_status(subtest.status)), None)
    for other in named:
      if other is not entry:
        other.seen[url].others.add(subtest.name)
    if subtest.status == 'PASS':
      return (FAILED, 'passed, and was expected to fail') if named else (PASSED, None)
    if entry:
      entry.seen[url].failed[subtest.name] = True
      return EXPECTED, entry.fields['reason']
    if subtest.status != CRASH:
      key = url, subtest.status if subtest.status == TIMEOUT else ''
      self.unexpected.setdefault(key, []).append(subtest.name)
    return FAILED, subtest.message

  def idle(self, runnable=()):
    """Entries that name whole tests, or patterns, of which nothing failed, though
    all of the tests `runnable` that they are about have run."""
    return [
        e for entries in self.entries.values() for e in entries
        if e.is_idle(runnable)
    ]

  def stray(self, suite, tests):
    """Entries for a suite that none of `tests`, all of its tests, is meant by."""
    return [
        e for e in self.entries.get(suite, [])
        if not any(e.has_test(test.url) for test in tests)
    ]

  def updated(self, urls=(), runnable=()):
    """The file as it should be after what judge() has seen. `urls` are of all
    tests, as an entry may be about some that have run and others; the engine could
    run those in `runnable`."""
    updated = {}
    for suite, entries in self.entries.items():
      own = [url for url in urls if url.split('/')[1] == suite]
      updated[suite] = [fields for e in entries
                        for fields in e.updated(own, runnable)]
    for (url, status), names in sorted(self.unexpected.items()):
      suite = url.split('/')[1]
      updated.setdefault(suite, []).append({
          'test': url,
          'subtests': names,
          **({'status': status} if status else {}),
          'reason': ''
      })
    return json.dumps(updated, indent=2, ensure_ascii=True) + '\n'
