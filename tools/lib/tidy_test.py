# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Tests tidy.py with a clang-tidy that finds what files say, and .clang-tidy."""

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

LIB = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(LIB))

# Finds what is in the file, and what is in header.h if that's included; "slow" unless
# the check is taken out.
FAKE = r'''
#!/bin/bash
file=${@: -1}
finding=wrong
[[ $* == *,-performance-no-automatic-move,* ]] || finding='wrong\|slow'
grep -q crash "$file" && { echo "it crashed" >&2; exit 139; }
for path in "$file" "$(dirname "$file")/header.h"; do
  if [[ $path == "$file" ]] || grep -q header.h "$file"; then
    grep -n "$finding" "$path" | sed "s#\([0-9]*\):.*#$path:\1:1: error: wrong [check]\n  below#"
  fi
done | { ! grep . ; }
'''


class TidyTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.root = os.path.realpath(folder.name)
    self.files = []
    self.write('bin/clang-tidy', FAKE.strip())
    os.chmod(os.path.join(self.root, 'bin/clang-tidy'), 0o755)

  def write(self, path, text=''):
    full = os.path.join(self.root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, 'w') as file:
      file.write(text + '\n')
    if path.endswith('.cc'):
      self.files.append(path)

  def tidy(self, *args):
    build_dir = os.path.join(self.root, 'out/release')
    os.makedirs(build_dir, exist_ok=True)
    with open(os.path.join(build_dir, 'compile_commands.json'), 'w') as file:
      json.dump([{'directory': build_dir, 'file': f'../../{path}'}
                 for path in self.files], file)
    done = subprocess.run(
        [sys.executable, os.path.join(LIB, 'tidy.py'), self.root, build_dir,
         *args], cwd=self.root, text=True, capture_output=True,
        env={**os.environ,
             'PATH': f'{self.root}/bin:{os.environ["PATH"]}'})
    return done.returncode, done.stdout

  def test_passes(self):
    self.write('src/a.cc')
    self.write('src/b.cc')
    self.assertEqual(self.tidy(), (0, '2 passed, 0 failed\n'))

  def test_fails_with_the_finding(self):
    self.write('src/a.cc', '\nwrong')
    self.write('src/b.cc')
    self.assertEqual(self.tidy(), (1, textwrap.dedent('''\
        FAILED  src/a.cc
        src/a.cc:2:1: error: wrong [check]
          below
        1 passed, 1 failed
        ''')))

  def test_shows_a_headers_finding_once(self):
    self.write('src/header.h', 'wrong')
    self.write('src/a.cc', '#include "header.h"')
    self.write('src/b.cc', '#include "header.h"')
    status, output = self.tidy()
    self.assertEqual(status, 1)
    self.assertEqual(output.count('src/header.h:1:1'), 1)
    self.assertTrue(output.endswith('0 passed, 2 failed\n'), output)

  def test_a_crash_is_a_failure(self):
    self.write('src/a.cc', 'crash')
    status, output = self.tidy()
    self.assertEqual(status, 1)
    self.assertIn('src/a.cc: exit status 139\nit crashed', output)

  def test_leaves_out_tests_and_generated_files(self):
    self.write('src/a.cc')
    self.write('src/a_test.cc', 'wrong')
    self.write('src/testing/b.cc', 'wrong')
    self.write('src/c.cc', '// Generated. DO NOT EDIT.\nwrong')
    self.write('out/release/gen/d.cc', 'wrong')
    self.assertEqual(self.tidy(), (0, '1 passed, 0 failed\n'))
    self.assertTrue(self.tidy('--tests')[1].endswith('1 passed, 2 failed\n'))

  def test_tests_may_be_slow(self):
    self.write('src/a_test.cc', 'slow')
    self.assertEqual(self.tidy('--tests'), (0, '1 passed, 0 failed\n'))
    self.write('src/a.cc', 'slow')
    status, output = self.tidy('--tests')
    self.assertEqual(status, 1)
    self.assertTrue(output.startswith('FAILED  src/a.cc\n'), output)
    self.assertTrue(output.endswith('1 passed, 1 failed\n'), output)

  def test_paths(self):
    self.write('src/a.cc', 'wrong')
    self.write('shell/b.cc')
    self.write('shell/b_test.cc')
    self.assertEqual(self.tidy('shell'), (0, '2 passed, 0 failed\n'))
    self.assertEqual(self.tidy('shell/b.cc'), (0, '1 passed, 0 failed\n'))
    none = 'FAILED  none: the build compiles no such C++\n'
    self.assertEqual(self.tidy('none'), (1, f'{none}0 passed, 1 failed\n'))
    self.assertEqual(self.tidy('shell/b.cc', 'none'),
                     (1, f'{none}1 passed, 1 failed\n'))


class ConfigurationTest(unittest.TestCase):

  def test_each_check_that_is_taken_out_has_its_reason(self):
    with open(os.path.join(ROOT, '.clang-tidy')) as file:
      comment, _, checks = file.read().partition('Checks:')
    # A name is the check's without its family's, before its reason.
    reasons = set()
    for line in comment.splitlines():
      match = re.match(r'#   (\S.*?)(  |$)', line)
      if match:
        reasons.update(match[1].rstrip(',').split(', '))
    names = re.findall(r'^ +-(\w.*?),?$', checks, re.MULTILINE)
    self.assertGreater(len(names), 10)
    for name in names:
      self.assertTrue(
          any(name.endswith(f'-{reason}') for reason in reasons), name)


if __name__ == '__main__':
  sys.exit(unittest.main())
