#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Which files test V8's version."""

import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
FOLDERS = ('bench', 'bindings', 'examples', 'fuzz', 'idl', 'include', 'node',
           'shell', 'src', 'wpt')
VERSION = re.compile(
    r'\bV8_(MAJOR_VERSION|MINOR_VERSION|BUILD_NUMBER|PATCH_LEVEL)\b'
    r'|\bV8_ENCODING_V8_AT_LEAST\b')

# The files that test V8's version, and the one that makes a symbol's name of it.
VERSION_FILES = {
    'bindings/v8_compat.h', 'shell/v8_compat.h', 'include/v8_encoding/v8_abi.h'
}


def sources():
  """(path from the root, text) of each C++ file that isn't built or fetched."""
  for folder in FOLDERS:
    for at, folders, names in os.walk(os.path.join(ROOT, folder)):
      folders[:] = [name for name in folders if name != 'node_modules']
      for name in names:
        if name.endswith(('.cc', '.h')):
          path = os.path.join(at, name)
          with open(path, encoding='utf-8') as file:
            yield os.path.relpath(path, ROOT), file.read()


class LayersTest(unittest.TestCase):

  def test_v8s_version_is_tested_in_two_files(self):
    found = {path for path, text in sources() if VERSION.search(text)}
    self.assertEqual(found, VERSION_FILES)


if __name__ == '__main__':
  unittest.main()
