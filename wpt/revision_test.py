#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of revision: python3 wpt/revision_test.py."""

import json
import sys
import unittest

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from fake_suite import TestWithFolder, git, write
import revision

A, B = 'a' * 40, 'b' * 40


class RevisionTest(TestWithFolder):

  def find(self, *suites):
    return revision.find(self.temp, suites)

  def git(self, *arguments):
    return git(self.temp, *arguments)

  def test_of_the_suite_itself(self):
    write(self.temp, {
        '.source': f'https://example.test/wpt.git {A}\nencoding/a.any.js\n'
    })
    self.assertEqual(self.find('encoding'), A)

  def test_of_what_node_carries(self):
    versions = {'encoding': {'commit': A}, 'streams': {'commit': B}}
    write(self.temp, {
        '.source': f'nodejs.tar.xz {"c" * 64}\n',
        'versions.json': json.dumps(versions)
    })
    self.assertEqual(self.find('encoding'), A)
    self.assertEqual(self.find('streams'), B)
    with self.assertRaisesRegex(revision.NoRevision,
                                f'encoding/ of {A}, streams/ of {B}.*its own$'):
      self.find('encoding', 'streams')
    with self.assertRaisesRegex(revision.NoRevision, 'doesn\'t say which'):
      self.find('url')

  def test_of_a_git_checkout(self):
    write(self.temp, {'encoding/a.any.js': '1', 'url/b.any.js': '1'})
    self.git('init', '--quiet')
    self.git('add', '.')
    self.git('commit', '--quiet', '-m', 'first')
    head = self.git('rev-parse', 'HEAD')
    self.assertEqual(self.find('encoding'), head)
    # What tests don't load.
    write(self.temp, {'tools/a.py': '2'})
    self.assertEqual(self.find('url'), head)
    for name in ('encoding/a.any.js', 'resources/testharness.js', 'common/a.js',
                 'url/b.any.js'):
      write(self.temp, {name: '2'})
      with self.assertRaisesRegex(revision.NoRevision, 'differ from its commit'):
        self.find('url')
      self.git('clean', '--quiet', '--force', '-d')
      self.git('checkout', '--quiet', '.')
    # The commit of a repository around the suite is another thing's.
    with self.assertRaisesRegex(revision.NoRevision, 'is no git checkout'):
      revision.find(self.path('encoding'), ['encoding'])

  def test_none(self):
    with self.assertRaisesRegex(revision.NoRevision,
                                'no versions.json and is no git checkout$'):
      self.find('encoding')


if __name__ == '__main__':
  unittest.main()
