# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Who fetches npm's packages: tools/setup, but not for tools that only build; and that
nothing is set up for arguments that are refused. In a copy of the tools, with programs
in the place of those that would install."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Those that run without a single package of npm's.
BUILDERS = (
    ('shell', '-v'),
    ('install', '--prefix=/x'),
    ('npm', 'pack'),
    ('fuzz', 'decode', '1'),
    ('soak',),
    ('tidy',),
    ('docs',),
    ('valgrind',),
    ('bench', 'codec'),
    ('bench', 'size'),
    ('test', '--arch', 'arm64'),
)
# And those that take some.
OTHERS = (('test',), ('lint',), ('wpt',), ('stress',), ('coverage',))


class SetupTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    shutil.copytree(os.path.join(ROOT, 'tools'), f'{self.folder}/tools')
    os.mkdir(f'{self.folder}/fuzz')
    for path in 'package-lock.json', 'fuzz/targets.h':
      shutil.copy(os.path.join(ROOT, path), f'{self.folder}/{path}')

  def script(self, path, text):
    path = os.path.join(self.folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
      file.write(f'#!/bin/sh\n{text}\n')
    os.chmod(path, 0o755)

  def run_tool(self, name, *arguments):
    return subprocess.run(
        [f'{self.folder}/tools/{name}', *arguments], text=True,
        capture_output=True, check=False,
        env={**os.environ, 'V8_INCLUDE_DIR': '', 'DESTDIR': '',
             'PATH': f'{self.folder}/bin:{os.environ["PATH"]}'})

  def test_what_only_builds_fetches_no_packages_of_npm(self):
    self.script('tools/setup', 'echo "setup: $*"\nexit 1')
    for tools, is_builder in (BUILDERS, True), (OTHERS, False):
      for tool in tools:
        with self.subTest(tool):
          done = self.run_tool(*tool)
          said = done.stdout.splitlines()
          self.assertTrue(said and said[0].startswith('setup: '),
                          done.stdout + done.stderr)
          self.assertEqual('--no-npm' in said[0].split(), is_builder, said)

  def test_arguments_that_are_refused(self):
    self.script('tools/setup', 'echo "setup: $*"\nexit 1')
    for tool, message in (
        (('docs', 'x'), "takes no arguments, not 'x'"),
        (('npm', 'pack', 'x'), "pack takes no arguments, not 'x'"),
        (('npm', 'pack', '--node', '26'), "pack takes no arguments, not '--node'"),
    ):
      with self.subTest(tool):
        done = self.run_tool(*tool)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn(message, done.stderr)
    self.assertEqual(self.run_tool('docs', '--help').returncode, 0)

  def test_no_npm(self):
    # All packages of Debian's are there, V8 is, and npm reaches nothing.
    self.script('bin/comm', ':')
    self.script('bin/npm', 'echo "npm error code ECONNREFUSED"\nexit 1')
    self.script('bin/node', 'exit 1')
    self.script('third_party/v8/packages', '')
    self.script('third_party/v8/usr/include/node/v8.h', '')
    done = self.run_tool('setup', '--no-npm')
    if 'made for Debian' in done.stderr:
      self.skipTest(done.stderr)
    self.assertEqual((done.returncode, done.stderr), (0, ''))
    self.assertFalse(os.path.exists(f'{self.folder}/node_modules'))
    done = self.run_tool('setup', '--no-npm', '--check')
    self.assertEqual((done.returncode, done.stderr), (0, ''))
    done = self.run_tool('setup', '--check')
    self.assertEqual(done.returncode, 1)
    self.assertIn("missing: the packages of npm's", done.stderr)
    done = self.run_tool('setup')
    self.assertEqual(done.returncode, 1)
    self.assertIn('npm ci failed (ECONNREFUSED)', done.stderr)


if __name__ == '__main__':
  sys.exit(unittest.main())
