#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Looks for instructions that mustn't be in the library, on any CPU.

Those of AVX-512 that read a constant under a mask: where the mask is empty and
the constant's page isn't in memory, they take hundreds of ns, at every call, see
first_calls_test.cc, which measures that. InRegister() of kernels/vectors-inl.h
prevents it.

Those of AVX-VNNI: nobody asks the CPU for it, and without it the process ends.
kernels/targets.h prevents that. And those for AES, carry-less products and numbers of
16 bits, which Highway lets compilers use, and kernels/chosen_target.cc doesn't ask for.

With --masks, for builds that are optimized and nothing else: masks that go to general
registers by way of memory, for the time that a few characters take. Clang 14 makes that
of the low half of a mask of 64 bits, which intrinsics for half of the vector give at once.

Usage: instructions_test.py LIBRARY [--masks]
"""

import re
import subprocess
import sys

# An operand relative to the instruction, which is a constant, and a mask on the
# operand that's written; what only AVX-VNNI has in this encoding; and the others.
UNWANTED = re.compile(r'\(%rip\).*\{%k[0-7]\}|\{vex3?\} vpdp|'
                      r'\tv?(aes|pclmul|cvtph2ps|cvtps2ph)')
# A mask that's stored, and where.
STORED_MASK = re.compile(r'\tkmov[bwdq] +%k[0-7],(-?\w*\(%r[sb]p\))')
FUNCTION = re.compile(r'^[0-9a-f]+ <(.*)>:$')
SKIPPED = 77


def unwanted(disassembly, with_masks):
  """(function, instruction) of each; and how many functions were looked at."""
  function = ''
  functions = 0
  found = []
  place = None  # Of a mask that the instruction before stored.
  for line in disassembly:
    match = FUNCTION.match(line)
    if match:
      function = match[1]
      functions += 1
    elif UNWANTED.search(line) or place and f'{place},%' in line:
      instruction = line.split('\t', 1)[1].split('#')[0]
      found.append((function, ' '.join(instruction.split())))
    stored = with_masks and STORED_MASK.search(line)
    place = stored and stored[1]
  return found, functions


def main(library, *options):
  # What the search must find, so that it can't come to nothing unnoticed.
  sample = [
      '0000 <f>:', ' b70:\tvmovdqu16 0x0(%rip),%xmm3{%k1}        # b7a <f>',
      '0010 <g>:', ' b80:\t{vex} vpdpwssd %ymm2,%ymm1,%ymm0',
      ' b86:\tvpdpwssd %zmm2,%zmm1,%zmm0', ' b8a:\tvaesenc %xmm0,%xmm1,%xmm2',
      ' b8e:\tkmovq  %k0,-0x8(%rsp)', ' b92:\tor     -0x8(%rsp),%ebp'
  ]
  assert unwanted(sample, True) == ([
      ('f', 'vmovdqu16 0x0(%rip),%xmm3{%k1}'),
      ('g', '{vex} vpdpwssd %ymm2,%ymm1,%ymm0'),
      ('g', 'vaesenc %xmm0,%xmm1,%xmm2'), ('g', 'or -0x8(%rsp),%ebp')], 2)
  try:
    process = subprocess.Popen(
        ['objdump', '--disassemble', '--demangle', '--no-show-raw-insn',
         library], stdout=subprocess.PIPE, text=True)
  except FileNotFoundError:
    print('there is no objdump here')
    return SKIPPED
  found, functions = unwanted(process.stdout, '--masks' in options)
  if process.wait() != 0 or functions == 0:
    print(f'objdump finds no function in {library}')
    return 1
  for function, instruction in found:
    print(f'{instruction} in {function}')
  return 1 if found else 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
