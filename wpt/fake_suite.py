# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""A suite and engines for tests of the runner."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, 'tools', 'lib'))

# pylint: disable=wrong-import-position
import git_environment

# Stands in for this project's shell: what a test prints is in the file that it
# is.
SHELL = r'''#!/usr/bin/env python3
import json, os, signal, sys, time
if sys.argv[1].endswith('/probe.js'):
  print(json.dumps({'engine': {
      'product': 'v8-encoding', 'version': '1.0', 'v8': '10.2.154.26',
      'missingForPages': [], 'missingForScripts': []}}))
  sys.exit()
root, test = sys.argv[3], sys.argv[5]
for line in open(root + test.partition('?')[0]):
  if line.startswith('crash'):
    os.kill(os.getpid(), signal.SIGSEGV)
  elif line.startswith('signal'):
    os.kill(os.getpid(), int(line.split()[1]))
  elif line.startswith('hang'):
    time.sleep(60)
  elif line.startswith('exit'):
    sys.exit(int((line.split() + ['3'])[1]))
  elif not line.startswith('//'):
    print(line, end='', flush=True)
'''

OK = '{"status": "OK", "message": null}\n'

# At the top of a script that isn't to run in a page too.
SHELL_ONLY = '// META: global=worker\n'


def end(count, status='OK', message=None):
  """The harness's line, of a test with `count` subtests."""
  return json.dumps({'status': status, 'message': message, 'count': count}) + '\n'


def subtest(name, status, message=None, index=None, key='subtest'):
  record = {'name': name, 'status': status, 'message': message, 'index': index}
  return json.dumps({key: record}) + '\n'


def passed(name):
  return subtest(name, 'PASS')


def failed(name):
  return subtest(name, 'FAIL', 'because')


def write(folder, files):
  for name, text in files.items():
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
      file.write(text)


def git(folder, *arguments):
  """What git prints, in `folder` whatever its environment names."""
  return subprocess.run([
      'git', '-C', folder, '-c', 'user.name=n', '-c', 'user.email=e', *arguments
  ],
                        capture_output=True,
                        text=True,
                        env=git_environment.environment(),
                        check=True).stdout.strip()


class TestWithFolder(unittest.TestCase):

  def setUp(self):
    self.temp = tempfile.mkdtemp()
    self.addCleanup(shutil.rmtree, self.temp)

  def path(self, *names):
    return os.path.join(self.temp, *names)

  def write_program(self, name, text):
    """Makes an executable file and returns its path."""
    write(self.temp, {name: text})
    os.chmod(self.path(name), 0o755)
    return self.path(name)
