#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""What the sources say of their own structure: which files test V8's version,
and that includes within bindings/ run one way."""

import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
FOLDERS = ('bench', 'bindings', 'examples', 'fuzz', 'idl', 'include', 'node',
           'shell', 'src', 'wpt')
VERSION = re.compile(
    r'\bV8_(MAJOR_VERSION|MINOR_VERSION|BUILD_NUMBER|PATCH_LEVEL)\b'
    r'|\bV8_ENCODING_V8_AT_LEAST\b')

# The files that test V8's version, and the one that makes a symbol's name of it.
VERSION_FILES = {
    'bindings/v8_compat.h', 'shell/v8_compat.h', 'include/v8_encoding/v8_abi.h'
}

# What the shell and the add-on, which are embedders, use of bindings/: one place
# that knows V8's versions, and Web IDL's templates for interfaces of their own.
# All else is in include/.
FOR_EMBEDDERS = {
    'bindings/v8_compat.h', 'bindings/webidl/global_property.h',
    'bindings/webidl/template_builder.h'
}

# From the bottom up: a file includes files of its own floor and of lower ones.
FLOORS = (
    (r'bindings/memory/',),
    (r'bindings/v8_compat\.h',),
    (r'bindings/realm/',),
    (r'bindings/webidl/',),
    (r'idl/interfaces\.h',),
    (r'bindings/strings/', r'bindings/streams/'),
    (r'bindings/[^/]*$',),
)


def sources():
  """(path from the root, text) of each C++ file that isn't built or fetched."""
  for folder in FOLDERS:
    for at, folders, names in os.walk(os.path.join(ROOT, folder)):
      folders[:] = [name for name in folders if name != 'node_modules']
      for name in names:
        if name.endswith(('.cc', '.h')):
          path = os.path.join(at, name)
          with open(path, encoding='utf-8') as file:
            yield os.path.relpath(path, ROOT), file.read()


def room(path):
  """(floor, number of the room on that floor), or None outside bindings/."""
  for floor, rooms in enumerate(FLOORS):
    for number, pattern in enumerate(rooms):
      if re.match(pattern, path):
        return floor, number
  return None


def wrong_includes(path, text):
  """Files above `path`, or in another room of its floor, that it includes."""
  here = room(path)
  wrong = []
  for include in re.findall(r'^#include "([^"]+)"', text, re.MULTILINE):
    there = room(include)
    if here and there and there != here and there[0] >= here[0]:
      wrong.append(include)
  return wrong


class LayersTest(unittest.TestCase):

  def test_v8s_version_is_tested_in_two_files(self):
    found = {path for path, text in sources() if VERSION.search(text)}
    self.assertEqual(found, VERSION_FILES)

  def test_includes_in_bindings_run_one_way(self):
    seen = set()
    for path, text in sources():
      if path.endswith('_test.cc') or path.startswith('bindings/testing/'):
        continue  # Tests may look at everything.
      seen.add(room(path))
      with self.subTest(path):
        self.assertEqual(wrong_includes(path, text), [])
    for floor, rooms in enumerate(FLOORS):
      for number in range(len(rooms)):
        self.assertIn((floor, number), seen)

  def test_the_shell_embeds_as_others_do(self):
    found = set()
    for path, text in sources():
      if path.startswith(('shell/', 'node/')) and not path.endswith('_test.cc'):
        found.update(
            re.findall(r'^#include "(bindings/(?!testing/)[^"]+)"', text,
                       re.MULTILINE))
    self.assertEqual(found, FOR_EMBEDDERS)

  def test_an_include_of_a_higher_floor_is_found(self):
    text = ('#include "bindings/realm/realm.h"\n'
            '#include "bindings/strings/label.h"\n'
            '#include "v8.h"\n')
    self.assertEqual(wrong_includes('bindings/webidl/errors.cc', text),
                     ['bindings/strings/label.h'])
    self.assertEqual(wrong_includes('bindings/streams/bundle.cc', text),
                     ['bindings/strings/label.h'])
    self.assertEqual(wrong_includes('bindings/extras.cc', text), [])


if __name__ == '__main__':
  unittest.main()
