#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Looks for instructions of AVX-512 that read a constant under a mask.

Where the mask is empty and the constant's page isn't in memory, such an
instruction takes hundreds of ns, at every call: see first_calls_test.cc, which
measures that. InRegister() of kernels/vectors-inl.h prevents it.

Usage: masked_loads_test.py LIBRARY
"""

import re
import subprocess
import sys

# An operand relative to the instruction, which is a constant, and a mask on the
# operand that's written.
MASKED = re.compile(r'\(%rip\).*\{%k[0-7]\}')
FUNCTION = re.compile(r'^[0-9a-f]+ <(.*)>:$')
SKIPPED = 77


def masked_constants(disassembly):
  """(function, instruction) of each; and how many functions were looked at."""
  function = ''
  functions = 0
  found = []
  for line in disassembly:
    match = FUNCTION.match(line)
    if match:
      function = match[1]
      functions += 1
    elif MASKED.search(line):
      instruction = line.split('\t', 1)[1].split('#')[0]
      found.append((function, ' '.join(instruction.split())))
  return found, functions


def main(library):
  # What the search must find, so that it can't come to nothing unnoticed.
  sample = ['0000 <f>:', ' b70:\tvmovdqu16 0x0(%rip),%xmm3{%k1}        # b7a <f>']
  assert masked_constants(sample)[0] == [('f',
                                          'vmovdqu16 0x0(%rip),%xmm3{%k1}')]
  try:
    process = subprocess.Popen(
        ['objdump', '--disassemble', '--demangle', '--no-show-raw-insn',
         library], stdout=subprocess.PIPE, text=True)
  except FileNotFoundError:
    print('there is no objdump here')
    return SKIPPED
  found, functions = masked_constants(process.stdout)
  if process.wait() != 0 or functions == 0:
    print(f'objdump finds no function in {library}')
    return 1
  for function, instruction in found:
    print(f'{instruction} in {function}')
  return 1 if found else 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
