#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Compiles what tools/amalgamate writes, without making code: all kernels are one
source file there, so that names of two files' unnamed namespaces may collide.
tools/check-embedders runs the codecs' tests over it."""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class AmalgamationTest(unittest.TestCase):

  def test_has_each_name_once(self):
    with tempfile.TemporaryDirectory() as folder:
      subprocess.run([os.path.join(ROOT, 'tools/amalgamate'), folder], check=True,
                     stdout=subprocess.DEVNULL)
      compiled = subprocess.run(
          ['clang++', '-std=c++20', '-fsyntax-only', f'-I{folder}',
           os.path.join(folder, 'v8_encoding_core.cc')],
          stderr=subprocess.PIPE, text=True, check=False)
      self.assertEqual(compiled.returncode, 0, compiled.stderr[:2000])


if __name__ == '__main__':
  unittest.main()
