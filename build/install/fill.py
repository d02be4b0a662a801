#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Fills in the files that pkg-config, CMake and the compiler look for where the
libraries are installed.

Usage: fill.py OUTPUT PREFIX LIBDIR INCLUDEDIR VERSION [COMPILER... FLAG...]

Writes the templates of this folder into OUTPUT. PREFIX is where they will be
installed, LIBDIR and INCLUDEDIR the folders of libraries and headers, absolute or
below PREFIX. COMPILER, with the FLAGs of the libraries and those that make it find
and read V8's headers, tells which V8 the libraries are for; without one it's the
codec core alone that is installed, and OUTPUT has no file about V8. Prints V8's
version, and what its headers were told.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
INCLUDE = os.path.join(HERE, '..', '..', 'include')

CORE = [
    'v8_encoding-config-version.cmake', 'v8_encoding-config.cmake',
    'v8_encoding_core.pc'
]
ON_V8 = ['built_for_v8.h', 'v8_encoding.pc']

# A line for the preprocessor to fill in.
QUESTION = '''
#include "v8_encoding/v8_abi.h"
v8_abi V8_ENCODING_ABI_SYMBOL V8_MAJOR_VERSION V8_MINOR_VERSION V8_BUILD_NUMBER V8_PATCH_LEVEL
'''


# Of all that FLAGs define, what is about V8; the rest isn't for embedders.
V8_DEFINE = re.compile(r' -D ?(\w*V8_\S*|CPPGC_\S*)')


def ask(compiler):
  """The name of the ABI, V8's version, and the C++ that its headers need."""
  for standard in '17', '20':
    done = subprocess.run(
        [*compiler, f'-std=c++{standard}', f'-I{INCLUDE}', '-E', '-P', '-x',
         'c++', '-'], input=QUESTION, capture_output=True, text=True)
    if done.returncode == 0:
      break
  lines = [line.split() for line in done.stdout.splitlines()]
  answers = [line[1:] for line in lines if line[:1] == ['v8_abi']]
  if done.returncode != 0 or not answers:
    sys.exit(f'{compiler[0]} can\'t read V8\'s headers:\n{done.stderr}')
  name, *version = answers[-1]
  return name, '.'.join(version), standard


def for_pkg_config(folder, prefix):
  """pkg-config --define-prefix takes another prefix."""
  below_prefix = os.path.relpath(folder, prefix)
  return folder if below_prefix.startswith('..') else os.path.join(
      '${prefix}', below_prefix)


def main(output, prefix, libdir, includedir, version, *compiler):
  name, v8_version, standard = ask(compiler) if compiler else ('', '', '17')
  # Each once, though several flags may say it.
  defines = dict.fromkeys(V8_DEFINE.findall(' '.join(compiler)))
  full_libdir = os.path.join(prefix, libdir)
  package = os.path.join(full_libdir, 'cmake', 'v8_encoding')
  full_includedir = os.path.join(prefix, includedir)
  values = {
      'PREFIX': prefix,
      'LIBDIR': for_pkg_config(full_libdir, prefix),
      'INCLUDEDIR': for_pkg_config(full_includedir, prefix),
      # From the folder of the CMake files, so that all can be moved together.
      'INCLUDEDIR_FROM_PACKAGE': os.path.relpath(full_includedir, package),
      'LIBDIR_FROM_PACKAGE': os.path.relpath(full_libdir, package),
      'VERSION': version,
      'V8_ABI': name,
      'V8_CXX_STANDARD': standard,
      'V8_VERSION': v8_version,
      'V8_DEFINES': ' '.join(defines),
      'V8_DEFINES_LIST': ';'.join(defines),
  }
  os.makedirs(output, exist_ok=True)
  for template in CORE + (ON_V8 if compiler else []):
    with open(os.path.join(HERE, template), encoding='utf-8') as file:
      text = file.read()
    for key, value in values.items():
      text = text.replace(f'@{key}@', value)
    with open(os.path.join(output, template), 'w', encoding='utf-8') as file:
      file.write(text)
  print(' '.join([v8_version, *defines]))


if __name__ == '__main__':
  main(*sys.argv[1:])
