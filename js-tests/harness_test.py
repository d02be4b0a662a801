# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests what the harness prints of test files: harness_test.py SHELL."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
SHELL = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else 'shell')


class HarnessTest(unittest.TestCase):

  def run_files(self, *texts):
    """The exit status, and the lines that are no part of a stack."""
    with tempfile.TemporaryDirectory() as folder:
      paths = []
      for i, text in enumerate(texts):
        paths.append(os.path.join(folder, f'{i}.test.js'))
        with open(paths[-1], 'w', encoding='utf-8') as file:
          file.write('\'use strict\';' + text)
      result = subprocess.run(
          [SHELL, os.path.join(FOLDER, 'harness.js'), *paths],
          stdout=subprocess.PIPE,
          stderr=subprocess.STDOUT,
          text=True,
          check=False)
      lines = result.stdout.replace(folder + os.sep, '').splitlines()
      return result.returncode, [line for line in lines if line[:1] != ' ']

  def test_passes(self):
    self.assertEqual(
        self.run_files('test("a", () => assertTrue(true))'),
        (0, ['ok a', 'ran 1 tests']))

  def test_a_failure_that_is_caught(self):
    for test in ('try { assertEquals(1, 2); } catch {}',
                 'try { fail("x"); } catch {} assertEquals(1, 1); skip("y");',
                 'try { fail("x"); } catch {} throw 1;',
                 'return Promise.resolve().then(() => fail("x")).catch(() => {});',
                 'new Promise(() => assertTrue(false)).catch(() => {});'):
      with self.subTest(test):
        status, lines = self.run_files(
            f'test("a", () => {{ {test} }}); test("b", () => assertEquals(1, 1));')
        self.assertEqual(status, 1)
        self.assertRegex(lines[0], r'^not ok a: (expected|x).*\(0\.test\.js:1:\d+\)$')
        self.assertEqual(lines[1:], ['ok b', 'ran 2 tests'])

  def test_a_late_failure_that_is_caught(self):
    status, lines = self.run_files("""
        const late = () => { try { fail("x"); } catch {} };
        test("first", () => {
          assertTrue(true);
          Promise.resolve().then(() => 0).then(() => 0).then(late);
        });
        test("second", async () => assertTrue(true));
        test("third", async () => {
          assertTrue(true);
          for (let i = 0; i < 9; ++i) { await i; }
        });
        test("fourth", async () => fail("y"));""")
    self.assertEqual(status, 1)
    self.assertEqual([re.sub(r' \(0\.test.*', '', line) for line in lines], [
        'ok first', 'ok second',
        'not ok third: x, caught while this test ran, perhaps an earlier test\'s',
        'not ok fourth: y', 'ran 4 tests'])

  def test_a_failure_outside_of_tests(self):
    status, lines = self.run_files(
        'try { fail("x"); } catch {} test("a", () => assertTrue(true))')
    self.assertEqual(status, 1)
    self.assertRegex(lines[0], r'^not ok 0\.test\.js: x')
    self.assertEqual(lines[1:], ['ok a', 'ran 2 tests'])

  def test_a_test_that_asserts_nothing(self):
    self.assertEqual(
        self.run_files('test("a", () => {})'),
        (1, ['not ok a: asserted nothing', 'ran 1 tests']))

  def test_two_tests_of_one_name(self):
    file = 'test("a", () => assertTrue(true));'
    status, lines = self.run_files(file * 2)
    self.assertEqual(status, 1)
    self.assertRegex(lines[0], r'^not ok 0\.test\.js: two tests have the name "a"')
    self.assertEqual(self.run_files(file, file),
                     (0, ['ok a', 'ok a', 'ran 2 tests']))


if __name__ == '__main__':
  unittest.main()
