# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Makes one script, which needs no other file, of a NAME.any.js and all that it
loads."""

import json
import os
import posixpath
import re

import manifest

WPT = os.path.dirname(os.path.abspath(__file__))

# What the suite's server has under another name, as in shim/files.js.
REWRITES = {'/resources/WebIDLParser.js': '/resources/webidl2/lib/webidl2.js'}

IDLHARNESS = '/resources/idlharness.js'

DIRECTIVE = re.compile(r'''(?:\s|//[^\n]*\n|/\*.*?\*/)*(['"])use strict\1''',
                       re.DOTALL)


class ScriptError(Exception):
  """Its message says what is wrong with the suite."""


def _read(*path):
  try:
    # As *UTF-8 decode* reads scripts.
    with open(os.path.join(*path), encoding='utf-8-sig',
              errors='replace') as file:
      return file.read()
  except OSError as error:
    raise ScriptError(f'/{path[-1]} is not in the suite') from error


def _interfaces(root):
  """The standards' IDL, which idlharness.js fetches."""
  try:
    names = sorted(os.listdir(os.path.join(root, 'interfaces')))
  except OSError as error:
    raise ScriptError('/interfaces/ is not in the suite') from error
  return {
      f'/interfaces/{name}': _read(root, f'interfaces/{name}')
      for name in names if name.endswith('.idl')
  }


def _literal(value):
  """`value` in JavaScript: ASCII, and texts line by line, to be read."""
  if isinstance(value, str) and value.count('\n') > 1:
    lines = [json.dumps(line) for line in value.split('\n')]
    return '[\n' + ',\n'.join(lines) + '\n].join("\\n")'
  if isinstance(value, (list, tuple)):
    return '[' + ', '.join(map(_literal, value)) + ']'
  if isinstance(value, dict):
    return '{\n' + ''.join(
        f'{json.dumps(key)}: {_literal(part)},\n' for key, part in value.items()
    ) + '}'
  return json.dumps(value)


def compose(root, test):
  """The script's text, for a test that is one of the suite in `root`."""
  path = test.path
  source = _read(root, path[1:])
  meta = manifest.parse_meta(source)
  needed = [
      # Of a URL, of which the server takes the path.
      posixpath.normpath(
          posixpath.join(posixpath.dirname(path), re.split('[?#]', value)[0]))
      for key, value in meta
      if key == 'script'
  ]
  given = {
      'url': test.url,
      'isStrict': bool(DIRECTIVE.match(source)),
      'harness': [
          ('/resources/testharness.js', _read(root, 'resources/testharness.js')),
          ('/resources/testharnessreport.js',
           _read(WPT, 'shim', 'testharnessreport.js')),
      ],
      'scripts': [(p, _read(root, REWRITES.get(p, p)[1:])) for p in needed] +
                 [(path, source)],
      'files': _interfaces(root) if IDLHARNESS in needed else {},
  }
  if 'title' in dict(meta):
    given['title'] = dict(meta)['title']
  return (f'// {test.url} of web-platform-tests, and all that it loads.\n'
          '(() => {\n' + _read(WPT, 'engines', 'environment.js') +
          f'\nrunTest({_literal(given)});\n}})();\n')
