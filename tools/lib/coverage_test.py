# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Tests coverage.py: which lines have a reason, and how counts add up."""

import collections
import json
import unittest

import coverage

CODE = '''\
int F(int x) {
  if (x < 0) {
    // Untested: no caller
    // has a negative number.
    Complain();
    return -1;
  }
  if (x == 7) {
    return 8;
  }
  return x;
}'''.splitlines()


def counts(**of):
  """{1: 5} of counts(_1=5)."""
  return {int(name[1:]): count for name, count in of.items()}


class AccountTest(unittest.TestCase):

  def test_a_mark_is_about_the_lines_up_to_the_next_that_runs(self):
    found = coverage.account(
        counts(_1=5, _2=5, _5=0, _6=0, _7=5, _8=5, _9=0, _10=0, _11=5), CODE)
    self.assertEqual(found.accounted, [5, 6])
    self.assertEqual(found.unaccounted, [9, 10])
    self.assertEqual(found.stale, [])

  def test_a_mark_before_a_line_that_runs_is_stale(self):
    found = coverage.account(
        counts(_1=5, _2=5, _5=1, _6=0, _7=5, _8=5, _9=1, _10=1, _11=5), CODE)
    self.assertEqual(found.stale, [3])
    self.assertEqual(found.unaccounted, [6])

  def test_a_mark_before_nothing_is_stale(self):
    found = coverage.account(counts(_1=5), ['int x = F();', '// Untested: x'])
    self.assertEqual(found.stale, [2])

  def test_a_mark_needs_a_reason(self):
    found = coverage.account(counts(_2=0), ['// Untested:', 'F();'])
    self.assertEqual(found.unaccounted, [2])
    self.assertEqual(found.accounted, [])

  def test_braces_are_no_code(self):
    found = coverage.with_code(counts(_1=5, _3=0, _5=0, _7=5, _10=0), CODE)
    self.assertEqual(found, counts(_1=5, _5=0))

  def test_ranges(self):
    self.assertEqual(coverage.ranges([3, 4, 5, 9, 11, 12]), '3-5, 9, 11-12')
    self.assertEqual(coverage.ranges([]), '')


class ReadTest(unittest.TestCase):

  def setUp(self):
    self.files = collections.defaultdict(coverage.File)

  def test_lines(self):
    coverage.read_lcov(
        'SF:/root/src/a.cc\nFN:1,F\nDA:1,5\nDA:2,0\nend_of_record\n'
        'SF:/root/src/a_test.cc\nDA:1,5\nend_of_record\n'
        'SF:/usr/include/vector\nDA:9,5\nend_of_record\n', '/root', self.files)
    self.assertEqual({name: file.lines for name, file in self.files.items()},
                     {'src/a.cc': {1: 5, 2: 0}})

  def test_branches_of_instances_add_up(self):
    def report(path, *branches):
      return json.dumps(
          {'data': [{'files': [{'filename': path, 'branches': branches}]}]})

    coverage.read_branches(
        report('/root/src/a.cc', [2, 7, 2, 12, 3, 0, 0, 0, 4],
               [2, 7, 2, 12, 1, 2, 0, 0, 4], [5, 7, 5, 12, 0, 9, 0, 0, 4]),
        '/root', self.files)
    coverage.read_branches(
        report('/root/src/model/a.cc', [2, 7, 2, 12, 3, 0, 0, 0, 4]), '/root',
        self.files)
    self.assertEqual(list(self.files), ['src/a.cc'])
    self.assertEqual(
        self.files['src/a.cc'].branches, {
            ((2, 7, 2, 12), 0): 4,
            ((2, 7, 2, 12), 1): 2,
            ((5, 7, 5, 12), 0): 0,
            ((5, 7, 5, 12), 1): 9,
        })

  def test_what_is_measured(self):
    for path in ('src/hooks.cc', 'src/kernels/utf8/a-inl.h', 'bindings/a.h',
                 'include/v8_encoding/a.h', 'bindings/memory/text.cc'):
      self.assertTrue(coverage.is_measured(path), path)
    for path in ('src/hooks_test.cc', 'src/testing/a.h', 'src/tests/a.cc',
                 'src/model/a.cc', 'bindings/testing/a.h', '../usr/a.h',
                 'fuzz/a.cc', 'out/coverage/gen/src/a.cc'):
      self.assertFalse(coverage.is_measured(path), path)


if __name__ == '__main__':
  unittest.main()
