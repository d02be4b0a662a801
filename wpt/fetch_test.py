#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of fetch, without a network: python3 wpt/fetch_test.py."""

import importlib.machinery
import importlib.util
import io
import os
import subprocess
import sys
import tarfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from fake_suite import TestWithFolder, git, write
import revision

WPT = os.path.dirname(os.path.abspath(__file__))


def load_fetch():
  loader = importlib.machinery.SourceFileLoader('fetch',
                                                os.path.join(WPT, 'fetch'))
  spec = importlib.util.spec_from_loader('fetch', loader)
  module = importlib.util.module_from_spec(spec)
  loader.exec_module(module)
  return module


fetch = load_fetch()


def tree(folder):
  return sorted(
      os.path.relpath(os.path.join(place, name), folder)
      for place, _, names in os.walk(folder) for name in names)


class FetchTest(TestWithFolder):

  def test_mirrors(self):
    self.assertEqual(
        fetch.debian_source.mirrors("'https://tools.example/apt/dists/bookworm/InRelease' x\n"
                      "'http://a.example/debian-security/dists/"
                      "bookworm-security/InRelease' y 0\n"
                      "'http://a.example/debian/dists/bookworm/InRelease' z 0 \n"
                      "'http://a.example/debian/dists/bookworm-updates/"
                      "InRelease' z 0 \n"), [
                          'http://a.example/debian',
                          'https://tools.example/apt',
                          'http://a.example/debian-security',
                      ])
    self.assertEqual(fetch.debian_source.mirrors('E: nothing\n'), [])

  def test_unpack_takes_only_the_folders(self):
    archive = os.path.join(self.temp, 'a.tar.xz')
    with tarfile.open(archive, 'w:xz') as tar:
      for name in ('p/wpt/encoding/a.any.js', 'p/wpt/dom/b.js',
                   'p/wpt/LICENSE.md', 'p/encoding/c.js',
                   'p/wpt/resources/webidl2/lib/d.js'):
        member = tarfile.TarInfo(name)
        member.size = len(name)
        tar.addfile(member, io.BytesIO(name.encode()))
    target = os.path.join(self.temp, 'wpt')
    fetch.unpack(archive, 'p/wpt/', target)
    self.assertEqual(
        tree(target),
        ['LICENSE.md', 'encoding/a.any.js', 'resources/webidl2/lib/d.js'])
    with open(os.path.join(target, 'encoding/a.any.js')) as file:
      self.assertEqual(file.read(), 'p/wpt/encoding/a.any.js')

  def test_hash(self):
    write(self.temp, {'a': 'abc'})
    path = os.path.join(self.temp, 'a')
    self.assertTrue(
        fetch.debian_source.has_sha256(
            path,
            'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'))
    self.assertFalse(fetch.debian_source.has_sha256(path, 'b' * 64))

  def test_nothing_is_left_of_a_failure(self):

    def fill(new, _):
      write(new, {'encoding/a.js': ''})

    target = os.path.join(self.temp, 'third_party', 'wpt')
    with self.assertRaisesRegex(fetch.FetchError, 'x lacks streams, '):
      fetch.fetch(target, 'x\n', fill)
    self.assertEqual(tree(self.temp), [])

  def test_without_apt(self):
    with mock.patch.dict(os.environ, PATH=self.temp):
      with self.assertRaisesRegex(fetch.FetchError, '--upstream master, or'):
        fetch.fetch_from_debian(self.path('wpt'), self.temp)

  def test_fetches_once(self):
    calls = []

    def fill(new, _):
      calls.append(new)
      write(new, {f'{folder}/a': '' for folder in fetch.FOLDERS})

    target = os.path.join(self.temp, 'third_party', 'wpt')
    for source in ('x\n', 'x\n', 'y\n'):
      fetch.fetch(target, source, fill)
    self.assertEqual(len(calls), 2)
    self.assertEqual(len(tree(self.temp)), len(fetch.FOLDERS) + 1)
    # A file that is lost.
    os.remove(os.path.join(target, 'streams', 'a'))
    for _ in range(2):
      fetch.fetch(target, 'y\n', fill)
    self.assertEqual(len(calls), 3)
    # What was fetched before the files were listed, and may be a part.
    os.remove(os.path.join(target, 'streams', 'a'))
    write(target, {fetch.SOURCE_FILE: 'y\n'})
    for _ in range(2):
      fetch.fetch(target, 'y\n', fill)
    self.assertEqual(len(calls), 4)
    # What was only begun to be.
    write(target, {fetch.SOURCE_FILE: ''})
    fetch.fetch(target, 'y\n', fill)
    self.assertEqual(len(calls), 5)

  def test_removes_only_what_is_its_own(self):
    for path, message in (('full', 'full isn\'t empty, and no suite'),
                          ('full/a', 'a can\'t be replaced \\(Not a directory\\)')):
      write(self.temp, {'full/a': 'precious'})
      with self.assertRaisesRegex(fetch.FetchError, message):
        fetch.check_replaceable(self.path(path))
    os.mkdir(self.path('empty'))
    write(self.temp, {f'own/{fetch.SOURCE_FILE}': 'x'})
    for path in ('empty', 'own', 'none'):
      fetch.check_replaceable(self.path(path))


class UpstreamTest(TestWithFolder):

  def test_whatever_repository_git_works_on(self):
    # As in a hook.
    with mock.patch.dict(os.environ, GIT_DIR=self.path('none'),
                         GIT_INDEX_FILE=self.path('index')):
      self.assertEqual(self.git('rev-parse', 'HEAD~'), self.commit)
      into = self.path('wpt')
      done = self.run_fetch('--upstream', self.commit, '--into', into)
    self.assertEqual((done.returncode, done.stdout), (0, into + '\n'), done.stderr)
    self.assertFalse(os.path.exists(self.path('none')))

  def git(self, *arguments):
    return git(self.origin, *arguments)

  def setUp(self):
    super().setUp()
    self.origin = os.path.join(self.temp, 'origin')
    write(self.origin, {
        **{f'{folder}/a/b.js': folder for folder in fetch.FOLDERS},
        'LICENSE.md': 'l',
        'dom/c.js': 'c',
    })
    self.git('init', '--quiet', '--initial-branch=master')
    # As the servers of public repositories do.
    self.git('config', 'uploadpack.allowFilter', 'true')
    self.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    self.git('add', '.')
    self.git('commit', '--quiet', '-m', 'first')
    self.commit = self.git('rev-parse', 'HEAD')
    write(self.origin, {'encoding/a/b.js': 'newer'})
    self.git('commit', '--quiet', '-a', '-m', 'second')

  def run_fetch(self, *arguments):
    return subprocess.run([
        sys.executable,
        os.path.join(WPT, 'fetch'), '--repository', f'file://{self.origin}',
        *arguments
    ],
                          capture_output=True,
                          text=True,
                          check=False)

  def test_takes_the_folders_of_the_commit(self):
    into = os.path.join(self.temp, 'new', 'wpt')
    for commit, text in ((self.commit, 'encoding'), ('master', 'newer')):
      done = self.run_fetch('--upstream', commit, '--into', into)
      self.assertEqual((done.returncode, done.stdout), (0, into + '\n'),
                       done.stderr)
      self.assertEqual(
          tree(into),
          sorted([
              '.source', 'LICENSE.md',
              *(f'{folder}/a/b.js' for folder in fetch.FOLDERS)
          ]))
      with open(os.path.join(into, 'encoding/a/b.js')) as file:
        self.assertEqual(file.read(), text)
      self.assertEqual(revision.find(into, ['encoding']),
                       self.git('rev-parse', commit))

  def test_names_are_of_commits(self):
    self.git('branch', 'other/master', self.commit)
    self.git('tag', '-a', '-m', 'm', 'annotated', self.commit)
    self.git('tag', 'plain', self.commit)
    repository = f'file://{self.origin}'
    for name in (self.commit, 'other/master', 'annotated', 'plain',
                 'refs/tags/plain'):
      self.assertEqual(fetch.resolve(name, repository), self.commit)
    for name in ('master', 'HEAD'):
      self.assertEqual(fetch.resolve(name, repository),
                       self.git('rev-parse', 'HEAD'))
    with self.assertRaisesRegex(fetch.FetchError, 'needs all of its 40 digits'):
      fetch.resolve(self.commit[:10], repository)

  def test_a_branch_is_fetched_anew_when_it_moves(self):
    into = os.path.join(self.temp, 'wpt')
    self.run_fetch('--upstream', 'master', '--into', into)
    write(self.origin, {'encoding/a/b.js': 'newest'})
    self.git('commit', '--quiet', '-a', '-m', 'third')
    self.run_fetch('--upstream', 'master', '--into', into)
    with open(os.path.join(into, 'encoding/a/b.js')) as file:
      self.assertEqual(file.read(), 'newest')

  def test_says_what_is_wrong(self):
    into = os.path.join(self.temp, 'wpt')
    for commit, message in (('no-such', 'git can\'t get no-such from file://'),
                            ('--x', 'expected one argument'),
                            ('a b', '\'a b\' is no commit.')):
      done = self.run_fetch('--upstream', commit, '--into', into)
      self.assertNotEqual(done.returncode, 0)
      self.assertIn(message, done.stderr)
      self.assertFalse(os.path.exists(into))
    write(into, {'a': 'precious'})
    done = self.run_fetch('--upstream', 'master', '--into', into)
    self.assertEqual((done.returncode, tree(into)), (1, ['a']))
    self.assertIn('wpt isn\'t empty', done.stderr)


if __name__ == '__main__':
  unittest.main()
