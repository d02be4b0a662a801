#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Looks whether kernels call what should be an instruction of theirs.

A compiler inlines no function into one whose target isn't a superset of the
function's own: flags that part the two (GCC 12: -momit-leaf-frame-pointer
beside -fno-omit-frame-pointer) leave std::span, std::min and std::popcount as
calls, and kernels half as fast. std::popcount, which without its instruction is
a function of the compiler's library, stands for all of them.

Usage: inlined_test.py LIBRARY
"""

import subprocess
import sys

SKIPPED = 77
OUT_OF_LINE = '__popcountdi2'


def main(library):
  try:
    done = subprocess.run(['nm', '--undefined-only', library],
                          capture_output=True,
                          text=True,
                          check=False)
  except FileNotFoundError:
    print('there is no nm here')
    return SKIPPED
  if done.returncode != 0 or ' U ' not in done.stdout:
    print(f'nm finds nothing in {library}: {done.stderr}')
    return 1
  if OUT_OF_LINE in done.stdout:
    print(f'{library} calls {OUT_OF_LINE}: std::popcount is not inlined')
    return 1
  return 0


if __name__ == '__main__':
  sys.exit(main(sys.argv[1]))
