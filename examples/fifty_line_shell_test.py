#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests fifty_line_shell.cc. Usage: fifty_line_shell_test.py PROGRAM

What people copy should survive what scripts and command lines may hold.
"""

import os
import subprocess
import sys
import tempfile
import threading
import unittest

EXAMPLES = os.path.dirname(os.path.abspath(__file__))
PROGRAM = ''  # set below
UNREADABLE = 'fifty_line_shell needs a file that it can read\n'


class FiftyLineShellTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name

  def check(self, arguments, output='', errors='', status=0):
    done = subprocess.run([PROGRAM, *arguments], text=True, check=False,
                          capture_output=True)
    self.assertEqual((done.stdout, done.stderr, done.returncode),
                     (output, errors, status))

  def write(self, script):
    path = os.path.join(self.folder, 'script.js')
    with open(path, 'w', encoding='utf-8') as file:
      file.write(script)
    return path

  def check_script(self, script, **expected):
    with self.subTest(script):
      self.check([self.write(script)], **expected)

  def test_a_script_with_streams(self):
    with open(os.path.join(EXAMPLES, 'print_characters.expected'),
              encoding='utf-8') as file:
      self.check([os.path.join(EXAMPLES, 'print_characters.js')], file.read())

  def test_values_without_text(self):
    self.check_script(
        'try { print(Symbol("x")) } catch (e) { print(e.name) }',
        output='TypeError\n')
    self.check_script('print("ok"); print({toString() { throw 1 }})',
                      output='ok\n', errors='Uncaught 1\n', status=1)

  def test_values_with_text(self):
    self.check_script('print(); print(null); print([1, 2])',
                      output='undefined\nnull\n1,2\n')
    self.check_script('print("\\uD800x\\uDE00\\uD83D\\uDE00")',
                      output='\uFFFDx\uFFFD\U0001F600\n')

  def test_a_full_disk(self):
    with open('/dev/full', 'wb') as full:
      done = subprocess.run([PROGRAM, self.write('print(1)')], stdout=full,
                            stderr=subprocess.PIPE, check=False)
    self.assertEqual((done.returncode, done.stderr), (1, b''))

  def test_exceptions(self):
    for thrown, text in (
        ('new Error("x")', 'Error: x'),
        ('Symbol("x")', 'Symbol(x)'),
        ('null', 'null'),
        ('{toString() { throw 1 }}', '[object Object]'),
    ):
      self.check_script(f'print("ok"); throw {thrown}', output='ok\n',
                        errors=f'Uncaught {text}\n', status=1)
    self.check_script('(;', status=1,
                      errors="Uncaught SyntaxError: Unexpected token ';'\n")
    self.check_script(
        '(function f() { f() })()', status=1,
        errors='Uncaught RangeError: Maximum call stack size exceeded\n')

  def test_files(self):
    self.check_script('')
    self.check_script('\uFEFFprint("\u20AC")', output='\u20AC\n')
    self.check_script('print("a\0b") //\0\nprint(2)', output='a\0b\n2\n')
    for arguments in ([], ['nothing.js'], [self.folder], ['a.js', 'b.js']):
      with self.subTest(arguments):
        self.check(arguments, errors=UNREADABLE, status=1)

  def test_output_comes_though_the_script_hangs(self):
    with subprocess.Popen([PROGRAM, self.write('print("ok"); for (;;);')],
                          stdout=subprocess.PIPE, text=True) as process:
      timer = threading.Timer(20, process.kill)
      timer.start()
      line = process.stdout.readline()
      process.kill()
      timer.cancel()
    self.assertEqual(line, 'ok\n')


if __name__ == '__main__':
  PROGRAM = os.path.abspath(sys.argv.pop())
  unittest.main()
