#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of selection: python3 wpt/selection_test.py."""

import os
import shutil
import sys
import unittest
from unittest import mock

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from fake_suite import TestWithFolder, write
from selection import Selection, SelectionError, count_kinds


class SelectionTest(TestWithFolder):

  def setUp(self):
    super().setUp()
    write(
        self.temp, {
            'resources/testharness.js': '',
            'encoding/labels.any.js': '',
            'encoding/variants.any.js':
                '// META: variant=?1-2\n// META: variant=?3-last\n'
                '// META: global=worker\n',
            'encoding/plain.html': '/resources/testharness.js',
            'encoding/parts.html':
                '/resources/testharness.js /common/subset-tests.js'
                '<meta name=variant content="?1-10">'
                '<meta name=variant content="?11-last">',
            'encoding/resources/help.js': '',
            'encoding/streams/a.any.js': '// META: global=worker\n',
            'encoding/streams-old.any.js': '// META: global=worker\n',
            'streams/b.any.js': '// META: global=worker\n',
        })

  def select(self, *paths, text=''):
    tests = Selection(self.temp).select(paths, text)
    return [test.url for test in tests]

  def test_a_script_is_all_tests_of_it(self):
    expected = ['/encoding/labels.any.js', '/encoding/labels.any.html']
    file = self.path('encoding', 'labels.any.js')
    # As of the suite, and as a shell completes a file's name.
    for path in ('encoding/labels.any.js', file, os.path.relpath(file)):
      self.assertEqual(self.select(path), expected)

  def test_a_url_is_one_test(self):
    self.assertEqual(self.select('/encoding/labels.any.js'),
                     ['/encoding/labels.any.js'])
    for path in ('/encoding/labels.any.html', 'encoding/labels.any.html'):
      self.assertEqual(self.select(path), ['/encoding/labels.any.html'])

  def test_folders_and_suites(self):
    for path in ('encoding/streams/', 'encoding/streams', '/encoding/streams/',
                 self.path('encoding', 'streams')):
      self.assertEqual(self.select(path), ['/encoding/streams/a.any.js'])
    self.assertEqual(self.select('streams/', 'encoding/streams/'),
                     ['/streams/b.any.js', '/encoding/streams/a.any.js'])

  def test_paths_are_normalised(self):
    for path in ('./encoding/streams/', 'encoding//streams/', 'encoding/./streams',
                 'streams/../encoding/streams', '/encoding//streams',
                 'encoding/streams/../streams/a.any.js',
                 self.path('streams', '..', 'encoding', 'streams')):
      self.assertEqual(self.select(path), ['/encoding/streams/a.any.js'], path)
    self.assertEqual(self.select('encoding/../streams'), ['/streams/b.any.js'])
    for path in ('.', './', '/', 'encoding/..', self.temp):
      self.assertEqual(len(self.select(path)), 9, path)

  def test_from_any_folder(self):
    # A project with the suite in it, as here.
    root = self.path('third_party', 'wpt')
    shutil.copytree(self.temp, root)
    page = ['/encoding/labels.any.html']
    selection = Selection(root)
    here = os.getcwd()
    self.addCleanup(os.chdir, here)
    with mock.patch('selection.ROOT', self.temp):
      for folder in (self.temp, self.path('encoding'), root,
                     os.path.join(root, 'encoding'), '/'):
        os.chdir(folder)
        for path in ('third_party/wpt/encoding/labels.any.html',
                     os.path.join(root, 'encoding', 'labels.any.html'),
                     '/encoding/labels.any.html', 'encoding/labels.any.html'):
          self.assertEqual([t.url for t in selection.select([path])], page,
                           (folder, path))
        path = 'third_party/wpt/encoding/streams/'
        self.assertEqual(len(selection.select([path])), 1, folder)
    os.chdir(os.path.join(root, 'encoding'))
    for path, count in (('labels.any.js', 2), ('./labels.any.html', 1),
                        ('streams', 1), ('.', 8), ('..', 9), ('../streams', 1)):
      self.assertEqual(len(selection.select([path])), count, path)

  def test_each_test_once(self):
    self.assertEqual(len(self.select('encoding/', 'encoding/labels.any.js')), 8)

  def test_variants(self):
    self.assertEqual(
        self.select('encoding/variants.any.js'),
        ['/encoding/variants.any.js?1-2', '/encoding/variants.any.js?3-last'])
    self.assertEqual(self.select('/encoding/variants.any.js?3-last'),
                     ['/encoding/variants.any.js?3-last'])
    test, = Selection(self.temp).select(['encoding/parts.html?1-10'])
    self.assertEqual((test.url, test.parts), ('/encoding/parts.html?1-10', ()))
    # By which expectations name it.
    self.assertEqual(test.whole, '/encoding/parts.html')

  def test_text(self):
    self.assertEqual(self.select('encoding/', text='LABELS.any.js'),
                     ['/encoding/labels.any.js'])

  def test_says_what_is_wrong(self):
    for path, message in (
        ('encodng/', r'there is no suite encodng/ in .*, but encoding/ and'
         r' streams/\.$'),
        ('encoding/label.any.js', r'no test, file or folder of the suite; did you'
         r' mean encoding/labels\.any\.js\?$'),
        ('', r'^a path is empty; "\." is all suites\.$'),
        ('../encoding', r'^\.\./encoding is outside of the suite\.$'),
        ('encoding/../..', r'^encoding/\.\./\.\. is outside of the suite\.$'),
        ('encoding/zzzzzzzz', 'no test, file or folder of the suite.$'),
        ('encoding/resources/help.js', 'has no tests; other tests may use it.$'),
        ('encoding/variants.any.js?9', r'it has \?1-2 and \?3-last\.$'),
        ('encoding/plain.html?9', 'which has none.$'),
    ):
      with self.assertRaisesRegex(SelectionError, message):
        self.select(path)
    with self.assertRaisesRegex(
        SelectionError,
        '^none of the 8 tests of encoding/ has "labelz" in its URL; --list'):
      self.select('encoding/', text='labelz')

  def test_what_cannot_run(self):
    write(
        self.temp, {
            'encoding/none/a.worker.js': '',
            'encoding/none/b.worker.js': '',
            'encoding/none/c.xhtml': '/resources/testharness.js',
            'streams/d.worker.js': '',
        })
    kinds = '2 *.worker.js and 1 *.xhtml'
    for path, message in (
        ('encoding/none/a.worker.js', 'encoding/none/a.worker.js has no tests of'
         ' kinds that can run here, but 1 *.worker.js.'),
        ('encoding/none/', 'encoding/none/ has no tests of kinds that can run here,'
         f' but {kinds}.'),
        ('/encoding/labels.any.worker.html', '/encoding/labels.any.worker.html runs'
         ' in a worker, which can\'t be had here; encoding/labels.any.js runs'
         ' without.'),
    ):
      with self.assertRaises(SelectionError) as raised:
        self.select(path)
      self.assertEqual(str(raised.exception), message)
    selection = Selection(self.temp)
    for paths, text, expected in (
        (['encoding/'], '', kinds),
        (['encoding/', 'encoding/none'], '', kinds),
        (['encoding/'], 'A.WORKER', '1 *.worker.js'),
        (['.'], '', '3 *.worker.js and 1 *.xhtml'),
        (['encoding/plain.html?9'], '', ''),
    ):
      self.assertEqual(count_kinds(selection.select_others(paths, text)), expected)

  def test_no_checkout(self):
    with self.assertRaisesRegex(
        SelectionError, 'streams is no checkout of web-platform-tests: it has no'
        ' resources/testharness.js.$'):
      Selection(self.path('streams'))


if __name__ == '__main__':
  unittest.main()
