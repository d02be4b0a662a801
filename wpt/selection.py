# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Which tests of a suite to run: those of some paths, with some text in their
URLs.

A path is a folder or a file of the suite (encoding/streams/,
encoding/api-basics.any.js: all tests that are made of that script), as
a checkout's file too (third_party/wpt/encoding/…, from whatever folder); or a
test's URL, which begins with "/", as --list prints it. "." is all of SUITES. A
query is one variant: encoding/api-invalid-label.any.js?1-1000.
"""

import collections
import dataclasses
import difflib
import os
import posixpath
import re

import manifest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The folders that wpt/fetch gets and that are suites; a checkout has more.
SUITES = ('encoding', 'streams')


class SelectionError(Exception):
  """Its message is one sentence, for the user."""


def _check_checkout(root):
  if not os.path.isfile(os.path.join(root, 'resources', 'testharness.js')):
    raise SelectionError(f'{root} is no checkout of web-platform-tests: it has'
                         ' no resources/testharness.js.')


def _suggest(name, names):
  close = difflib.get_close_matches(name, names, 1)
  return f'; did you mean {close[0]}?' if close else '.'


def _within(folder, path):
  """`path` as seen from `folder`, if it's in it; else None."""
  name = os.path.relpath(os.path.realpath(path), os.path.realpath(folder))
  name = name.replace(os.sep, '/')
  return None if name.split('/')[0] == '..' else name


def _in_suite(root, path):
  """`path`, whose file may be anywhere, as seen from the suite's root; whether
  it is a URL."""
  here = _within(root, path)
  if here and os.path.exists(path):
    return here, False
  # What is made of a file, as x.any.html, is none.
  if os.path.isabs(path):
    name = here
  else:
    name = _within(root, os.path.join(ROOT, path)) if _within(ROOT, root) else None
  if name:
    return name, False
  name = posixpath.normpath(path.strip('/') or '.')
  if here and not os.path.isdir(os.path.join(root, name.split('/')[0])):
    return here, False
  return name, path.startswith('/')


def count_kinds(others):
  """"3 *.worker.js and 1 *.xhtml"."""
  kinds = collections.Counter(other.kind for other in others)
  return ' and '.join(f'{kinds[kind]} {kind}' for kind in sorted(kinds))


class Selection:
  """The suites of one checkout, each read once."""

  def __init__(self, root):
    _check_checkout(root)
    self._root = root
    self._tests = {}  # by suite
    self._others = {}

  def _suites(self):
    return [s for s in SUITES if os.path.isdir(os.path.join(self._root, s))]

  def _all_tests(self):
    return [t for suite in self._suites() for t in self.tests_of(suite)]

  def tests_of(self, suite):
    if suite not in self._tests:
      if not os.path.isdir(os.path.join(self._root, suite)):
        there = self._suites()
        raise SelectionError(
            f'there is no suite {suite}/ in {self._root}' +
            (f', but {" and ".join(s + "/" for s in there)}.' if there else '.'))
      self._tests[suite] = manifest.find_tests(self._root, suite)
    return self._tests[suite]

  def _locate(self, path):
    """The name of one path in the suite, and whether it is a URL."""
    name = path.partition('?')[0]
    if not name:
      raise SelectionError('a path is empty; "." is all suites.')
    name, is_url = _in_suite(self._root, name)
    if name.split('/')[0] == '..':
      raise SelectionError(f'{path} is outside of the suite.')
    return name, is_url

  def _others_at(self, name):
    """The files with tests that can't run here, at that name or below it."""
    others = []
    for suite in self._suites() if name == '.' else [name.split('/')[0]]:
      if suite not in self._others:
        self._others[suite] = manifest.find_others(self._root, suite)
      others += self._others[suite]
    if name == '.':
      return others
    return [o for o in others if f'{o.path}/'.startswith(f'/{name}/')]

  def find(self, path):
    """The tests of one path."""
    _, has_query, query = path.partition('?')
    name, is_url = self._locate(path)
    tests = self._all_tests() if name == '.' else self.tests_of(
        name.split('/')[0])
    place = f'/{name}'
    found = [t for t in tests if t.path == place]
    if name == '.':
      found = tests
    elif not found or not is_url:
      found = [
          t for t in tests
          if place in (t.path, t.source) or t.source.startswith(f'{place}/')
      ]
    if not found:
      others = self._others_at(name)
      if others:
        raise SelectionError(f'{path} has no tests of kinds that can run here, but'
                             f' {count_kinds(others)}.')
      worker = re.fullmatch(r'(.*\.any)\.\w*worker(?:-module)?\.html', name)
      if worker and any(t.source == f'/{worker[1]}.js' for t in tests):
        raise SelectionError(f'{path} runs in a worker, which can\'t be had here;'
                             f' {worker[1]}.js runs without.')
      if os.path.exists(os.path.join(self._root, name)):
        raise SelectionError(f'{path} has no tests; other tests may use it.')
      names = {t.source[1:] for t in tests} | {t.path[1:] for t in tests}
      raise SelectionError(f'{path} is no test, file or folder of the suite' +
                           _suggest(name, names))
    return self._variant(path, found, f'?{query}') if has_query else found

  @staticmethod
  def _variant(path, tests, query):
    found = [t for t in tests if t.url.endswith(query)]
    # One of the parts of what else runs at once.
    found += [
        dataclasses.replace(t, url=t.url + query, parts=(), page=t.url)
        for t in tests
        if query in t.parts
    ]
    if not found:
      queries = {t.url[len(t.path):] for t in tests}.union(*(t.parts for t in tests))
      names = sorted(queries - {''})
      raise SelectionError(
          f'{path} is no variant of that test' +
          (f'; it has {" and ".join(names[:3])}{" and more" * (len(names) > 3)}.'
           if names else ', which has none.'))
    return found

  def select_others(self, paths, text=''):
    """The files of all paths with tests that can't run here, with `text` in their
    paths."""
    others = {o for path in paths for o in self._others_at(self._locate(path)[0])}
    return [o for o in others if text.lower() in o.path.lower()]

  def select(self, paths, text='', keep=lambda test: True):
    """The tests of all paths, each once, with `text` in their URLs."""
    tests = {t.url: t for path in paths for t in self.find(path) if keep(t)}
    found = [t for t in tests.values() if text.lower() in t.url.lower()]
    if tests and not found:
      raise SelectionError(f'none of the {len(tests)} tests of'
                           f' {" and ".join(paths)} has "{text}" in its URL;'
                           ' --list prints them.')
    return found
