#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Measures the installed package beside the classes of a Node; see tools/npm."""

import argparse
import os
import shutil
import subprocess
import sys

import test


def main():
  parser = argparse.ArgumentParser(prog='tools/npm bench')
  parser.add_argument('--node', default='26')
  options = parser.parse_args()
  node = test.Node(options.node)
  problem = node.install(test.pack())
  if problem:
    sys.exit(problem)
  program = shutil.copy(os.path.join(test.NPM, 'bench.mjs'), node.folder)
  return subprocess.run([node.program, program], check=False).returncode


if __name__ == '__main__':
  sys.exit(main())
