#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes files into a C++ source file, each as a constant.

Usage: embed.py OUTPUT HEADER NAMESPACE [[NAME[(PARAMETER,...)]=]FILE[,FILE...]]...

HEADER declares the constants, `extern const std::string_view NAME;` in
NAMESPACE. Without a NAME, dom_exception.js is kDomExceptionSource. Files that
are given together follow one another, and with parameters are the body of a
function, `(function (PARAMETER, ...) { ... })`. All must be ASCII. Empty lines and
those that are nothing but a `//` comment are left out, inside of strings, too.
"""

import os
import re
import sys

# What a compiler must take as one string literal.
MAX_LITERAL = 4000


def literals(text):
  """The text as string literals, which C++ joins."""
  escapes = {'\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '?': '\\?'}
  escaped = [escapes.get(each, each) for each in text]
  pieces = [
      ''.join(escaped[i:i + MAX_LITERAL])
      for i in range(0, len(escaped), MAX_LITERAL)
  ]
  return '\n'.join(f'    "{piece}"' for piece in pieces or [''])


def read(path):
  try:
    with open(path, encoding='ascii') as file:
      return ''.join(
          line for line in file if not re.fullmatch(r'\s*(//.*)?\n?', line))
  except FileNotFoundError:
    sys.exit(f'embed.py: {path} is missing.')
  except UnicodeDecodeError:
    sys.exit(f'embed.py: {path} is not ASCII.')


def main(output, header, namespace, *constants):
  out = ('// Written by build/embed.py. DO NOT EDIT.\n\n'
         f'#include "{header}"\n\nnamespace {namespace} {{\n')
  for constant in constants:
    name, equals, files = constant.rpartition('=')
    if not equals:
      stem = os.path.splitext(os.path.basename(files))[0]
      name = f'k{stem.title().replace("_", "")}Source'
    text = ''.join(read(path) for path in files.split(',') if path)
    name, parenthesis, parameters = name.partition('(')
    if parenthesis and text:
      text = f'(function ({parameters} {{\n{text}}})\n'
    out += f'\nconstinit const std::string_view {name} =\n{literals(text)};\n'
  with open(output, 'w', encoding='ascii') as file:
    file.write(f'{out}\n}}  // namespace {namespace}\n')


if __name__ == '__main__':
  main(*sys.argv[1:])
