#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""testing/failing_calls.inc has each of V8's functions that the bindings call and
that takes a context, which those have that can fail.

Usage: failing_calls_list_test.py FOLDER, with the bindings' object files.
"""

import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

# Of v8::Local<v8::Context>, as the first of that form, or behind another.
CONTEXT = re.compile(r'_ZNK?2v8.*(NS_5LocalINS_7ContextEEE|NS\d_INS_7ContextEEE)')


def called(folder):
  """Returns the names of all that the object files in `folder` don't define."""
  objects = [
      os.path.join(where, name)
      for where, _, names in os.walk(folder)
      for name in names
      if re.fullmatch(r'interfaces\..*\.o', name)
  ]
  assert objects, folder
  output = subprocess.run(['nm', '--undefined-only', '--no-sort', *objects],
                          check=True,
                          stdout=subprocess.PIPE,
                          text=True).stdout
  return set(re.findall(r'^\s+U (\S+)$', output, re.MULTILINE))


class FailingCallsListTest(unittest.TestCase):
  folder = None

  def test_list_is_complete(self):
    path = os.path.join(HERE, 'testing', 'failing_calls.inc')
    with open(path, encoding='utf-8') as file:
      listed = set(re.findall(r'^V8_CALL\((\w+)\)$', file.read(), re.MULTILINE))
    names = called(self.folder)
    # So that an empty list of symbols can't pass.
    self.assertGreater(len(names & listed), 15)
    self.assertEqual({name for name in names if CONTEXT.match(name)} - listed,
                     set())


if __name__ == '__main__':
  FailingCallsListTest.folder = sys.argv.pop(1)
  unittest.main()
