#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Prints a table of what the library is made of, in bytes: by the symbols of
libv8_encoding.so and libv8_encoding_core.so, which have hidden ones, too.

Usage: size.py FOLDER    of a build, with both libraries
"""

import collections
import os
import re
import subprocess
import sys

# The first pattern that a symbol of the core matches says what it is. The data
# of the legacy encodings' encoders have these names.
PARTS = [
    ('kernels, AVX-512 with VBMI2', r'::N_AVX3_DL::'),
    ('kernels, AVX2', r'::N_AVX2::'),
    ('kernels, SSE4', r'::N_SSE4::'),
    ('kernels for any other processor', r'::N_\w+::'),
    ('tables of kernels', r'v8_encoding::simd::.*\bk\w+$'),
    ('tables for legacy encoders',
     r'::k\w*(Values|Pointers|Windows|Encode|Instead|UnitRange)\w*$'),
    ('tables for decoders', r'::k\w*(Units|Ranges|Supplementary|Decode)\w*$'),
    ('labels and names', r'::k(Label|Name)\w*$'),
    ('other code of the core', r''),
]
CORE_REST = 'unnamed constants, unwinding and relocations of the core'
BINDINGS = 'the bindings'
BINDINGS_REST = ('the streams\' JavaScript; strings, unwinding and relocations of '
                 'the bindings')


def symbols(library):
  """Names of what is defined there, with sizes; a name may stand for several."""
  lines = subprocess.run(['nm', '-S', '-C', '--defined-only', library],
                         check=True, capture_output=True, text=True).stdout
  for line in lines.splitlines():
    found = re.match(r'[0-9a-f]+ ([0-9a-f]+) ([a-zA-Z]) (.*)$', line)
    if found and found[2] not in 'bB':
      yield found[3], int(found[1], 16)


def total(library):
  """Of the sections that are loaded from the file."""
  line = subprocess.run(['size', library], check=True, capture_output=True,
                        text=True).stdout.splitlines()[1].split()
  return int(line[0]) + int(line[1])


def parts_of(folder):
  """Sizes by part, and those of the two libraries."""
  core = os.path.join(folder, 'libv8_encoding_core.so')
  whole = os.path.join(folder, 'libv8_encoding.so')
  in_core = dict(symbols(core))
  sizes = collections.Counter()
  for name, size in symbols(whole):
    part = BINDINGS
    if name in in_core:
      # Without the arguments, whose types have names, too.
      bare = re.sub(r'(?<!anonymous namespace)\(.*', '',
                    name.replace('(anonymous namespace)', 'anonymous'))
      part = next(part for part, pattern in PARTS if re.search(pattern, bare))
    sizes[part] += size
  sizes[CORE_REST] = total(core) - sum(size for _, size in symbols(core))
  sizes[BINDINGS_REST] = total(whole) - sum(sizes.values())
  return sizes, total(core), total(whole)


def main(arguments):
  if len(arguments) != 1:
    sys.exit(__doc__)
  sizes, core, whole = parts_of(arguments[0])
  print('| part | bytes |')
  print('|---|--:|')
  for part in [part for part, _ in PARTS] + [CORE_REST, BINDINGS, BINDINGS_REST]:
    if sizes[part]:
      print(f'| {part} | {sizes[part]:,} |')
  print(f'| **all**, `libv8_encoding.so` | {whole:,} |')
  print(f'| the core alone, `libv8_encoding_core.so` | {core:,} |')


if __name__ == '__main__':
  main(sys.argv[1:])
