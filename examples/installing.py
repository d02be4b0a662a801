# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""What the tests of installing share."""

import glob
import os
import re
import subprocess

EXAMPLES = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(EXAMPLES)
V8_INCLUDE_DIR = os.path.join(ROOT, 'third_party/v8/usr/include/node')
V8_LIBRARY = next(
    iter(glob.glob(os.path.join(ROOT,
                                'third_party/v8/usr/lib/*/libnode.so.*'))), '')


def run(*args, env=None, cwd=None):
  return subprocess.run(args, cwd=cwd, text=True, check=True,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        env={**os.environ, **(env or {})}).stdout


def version():
  """kVersion of version.h: major, minor and patch, as strings."""
  return re.search(r'kVersion\[\] = "(.*)\.(.*)\.(.*)"',
                   read(os.path.join(ROOT, 'include/v8_encoding/version.h'))).groups()


def read(path):
  with open(path) as file:
    return file.read()
