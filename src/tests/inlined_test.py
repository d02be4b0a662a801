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

And a lambda that a kernel calls in several places, GCC and Clang may leave a
function of its own: what it captures then goes through memory, call by call. That
made UTF-8 of Chinese take 2.5 times as long in GCC's build.

Usage: inlined_test.py LIBRARY
"""

import re
import subprocess
import sys

SKIPPED = 77
OUT_OF_LINE = '__popcountdi2'
# A function, as nm names those of GCC and Clang.
LAMBDA = re.compile(
    r" [tTwW] (v8_encoding::simd::N_\w+::.*(?:\{lambda\(.*\)#\d+\}|'lambda\d*'\(.*\)|"
    r'\$_\d+)::operator\(\).*)')


def main(library):
  # What the search must find, so that it can't come to nothing unnoticed.
  for name in ('F(char*)::{lambda(int)#1}::operator()(int) const',
               "void F<int>(int)::'lambda0'(auto)::operator()(auto) const",
               '(anonymous namespace)::F()::$_7::operator()() const'):
    assert LAMBDA.search(f'0000 t v8_encoding::simd::N_AVX2::{name}')
  try:
    done = subprocess.run(['nm', '--demangle', library],
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
  lambdas = LAMBDA.findall(done.stdout)
  for name in lambdas:
    print(f'not inlined: {name}')
  return 1 if lambdas else 0


if __name__ == '__main__':
  sys.exit(main(sys.argv[1]))
