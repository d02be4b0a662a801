# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""What tools/format finds, in a repository of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import git_environment

TOOL = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'format')


class FormatTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    os.mkdir(f'{self.folder}/tools')
    shutil.copy(TOOL, f'{self.folder}/tools')
    subprocess.run(['git', 'init', '-q'], cwd=self.folder, check=True,
                   env=git_environment.environment())
    self.write('good.cc', 'int a;\n')
    self.write('bad.cc', 'int  a;\n')
    self.write('generated.h', '// DO NOT EDIT.\nint  a;\n')

  def write(self, name, text):
    with open(os.path.join(self.folder, name), 'w') as file:
      file.write(text)

  def format(self, *arguments, cwd='/'):
    done = subprocess.run([f'{self.folder}/tools/format', *arguments], cwd=cwd,
                          env=git_environment.environment(CDPATH='.:/'),
                          text=True, capture_output=True)
    if done.returncode == 77:
      self.skipTest(done.stderr)
    return done.returncode, done.stderr

  def test_from_any_folder(self):
    bad = (1, 'bad.cc is not formatted\nformat: run tools/format.\n')
    self.assertEqual(self.format('--check'), bad)
    self.assertEqual(self.format('--check', f'{self.folder}/bad.cc'), bad)
    self.assertEqual(self.format('--check', '../bad.cc', '../good.cc',
                                 cwd=f'{self.folder}/tools'), bad)
    self.assertEqual(self.format('--check', f'{self.folder}/good.cc'), (0, ''))

  def test_formats_what_needs_it(self):
    self.write('good.gn', 'a = 1\n')
    self.write('bad.gni', 'a=1\n')
    self.assertEqual(self.format('--check'), (
        1, 'bad.cc is not formatted\nbad.gni is not formatted\n'
        'format: run tools/format.\n'))
    self.assertEqual(self.format(), (0, ''))
    self.assertEqual(self.format('--check'), (0, ''))
    for name, text in (('bad.cc', 'int a;\n'), ('bad.gni', 'a = 1\n'),
                       ('generated.h', '// DO NOT EDIT.\nint  a;\n')):
      with open(os.path.join(self.folder, name), encoding='utf-8') as file:
        self.assertEqual(file.read(), text)

  def test_a_file_that_is_no_code_fails(self):
    self.write('wrong.gn', 'a = = 1\n')
    status, error = self.format('--check')
    self.assertEqual(status, 1)
    self.assertIn('format: gn format: ERROR', error)

  def test_options(self):
    for option, expected in ('--help', (0, '')), ('-h', (0, '')), (
        '--typo', (1, "format: '--typo' is not an option; see tools/format "
                      '--help.\n')):
      with self.subTest(option):
        self.assertEqual(self.format(option), expected)

  def test_a_path_that_is_not_there(self):
    for path in 'no.cc', '/':
      with self.subTest(path):
        status, error = self.format('--check', path)
        self.assertEqual(status, 1)
        self.assertIn(path, error)


if __name__ == '__main__':
  sys.exit(unittest.main())
