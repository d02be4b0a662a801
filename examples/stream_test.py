#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests stream.js. Usage: stream_test.py SHELL

What must come out is worked out here, by Python's codecs.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(EXAMPLES, 'data')
SHELL = ''  # set below

# Label, file, Python's codec.
SAMPLES = [
    ('windows-1251', 'harbour.windows-1251.txt', 'cp1251'),
    ('greek', 'lighthouse.iso-8859-7.txt', 'iso8859-7'),
    ('utf-16', 'chat.utf-16le.txt', 'utf-16'),
]


def data(name):
  return os.path.join(DATA, name)


def decode(name, codec):
  with open(data(name), 'rb') as file:
    return file.read().decode(codec)


def run(*args, **options):
  """Runs stream.js; returns status, standard output and error."""
  done = subprocess.run(
      [SHELL, os.path.join(EXAMPLES, 'stream.js'), *args],
      stdout=subprocess.PIPE,
      stderr=subprocess.PIPE,
      timeout=100,
      check=False,
      **options)
  return done.returncode, done.stdout, done.stderr.decode()


def sample_args():
  return [
      arg for label, name, _ in SAMPLES
      for arg in ('--from', label, data(name))
  ]


class StreamTest(unittest.TestCase):

  def test_three_encodings_in_chunks_of_each_size(self):
    expected = ''.join(decode(name, codec) for _, name, codec in SAMPLES)
    for size in (1, 2, 3, 7, 100, 32768):
      status, out, err = run('--chunk', str(size), *sample_args())
      self.assertEqual((status, err), (0, ''))
      self.assertEqual(out.decode(), expected)

  def test_to_a_file(self):
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, 'out')
      self.assertEqual(run(*sample_args(), '--to', path), (0, b'', ''))
      with open(path, 'rb') as file:
        self.assertEqual(
            file.read().decode(),
            ''.join(decode(name, codec) for _, name, codec in SAMPLES))

  def test_numbered_lines(self):
    for size in ('1', '5', '10000'):
      status, out, err = run('--number', '--chunk', size, '--from', 'latin1',
                             data('bakery.windows-1252.txt'))
      self.assertEqual((status, err), (0, ''))
      lines = decode('bakery.windows-1252.txt', 'cp1252').split('\n')
      self.assertEqual(lines.pop(), '')
      self.assertEqual(out.decode().splitlines(),
                       [f'{i + 1:6}  {line}' for i, line in enumerate(lines)])

  def test_many_chunks_of_standard_input(self):
    content = ('naïve café €5 😀\n' * 20000).encode()
    status, out, err = run('-', input=content)
    self.assertEqual((status, err), (0, ''))
    self.assertEqual(out, content)

  def test_malformed_input(self):
    name = data('broken.utf-8.txt')
    status, out, _ = run(name)
    self.assertEqual(status, 0)
    with open(name, 'rb') as file:
      self.assertEqual(out, file.read().decode('utf-8', 'replace').encode())
    status, _, err = run('--fatal', name)
    self.assertEqual((status, err), (1, f'{name}: malformed utf-8\n'))

  def test_errors(self):
    missing = data('no such file')
    status, out, err = run(missing)
    self.assertEqual((status, out), (1, b''))
    self.assertTrue(err.startswith(missing + ': '), err)
    for args, message in [
        (['--from'], '--from needs a value\n'),
        (['--chunk', '0'], '--chunk needs a number of bytes\n'),
        (['--nonsense'], '--nonsense is not an option; see --help\n'),
        (['--from', 'klingon', 'x'],
         'x: klingon is not the label of an encoding\n'),
    ]:
      self.assertEqual(run(*args), (2, b'', message))

  def test_an_input_is_no_output(self):
    with tempfile.TemporaryDirectory() as folder:
      path, link, new = (os.path.join(folder, name) for name in 'aln')
      with open(path, 'w', encoding='utf-8') as file:
        file.write('text\n')
      os.link(path, link)
      for args in ([path], [link], [data('chat.utf-16le.txt'), path]):
        self.assertEqual(run('--to', path, *args),
                         (1, b'', f"{path}: can't be both input and output\n"))
      # An input that isn't there leaves the output as it was.
      other = os.path.join(folder, 'o')
      shutil.copy(path, other)
      for output, inputs in (new, [path, new]), (other, [path, new]):
        self.assertEqual(run('--to', output, *inputs),
                         (1, b'', f'{new}: No such file or directory\n'))
      self.assertFalse(os.path.exists(new))
      with open(other, encoding='utf-8') as file:
        self.assertEqual(file.read(), 'text\n')
      with open(path, 'ab') as file:
        script = os.path.join(EXAMPLES, 'stream.js')
        done = subprocess.run([SHELL, script, path], stdout=file, timeout=100,
                              stderr=subprocess.PIPE, check=False)
      self.assertEqual((done.returncode, done.stderr),
                       (1, b"-: can't be both input and output\n"))
      with open(path, encoding='utf-8') as file:
        self.assertEqual(file.read(), 'text\n')
    status, out, err = run('-', '/dev/null', '--to', '/dev/null', input=b'x')
    self.assertEqual((status, out, err), (0, b'', ''))

  def test_help(self):
    status, out, _ = run('--help')
    self.assertEqual(status, 0)
    self.assertIn(b'--from LABEL', out)


if __name__ == '__main__':
  SHELL = os.path.abspath(sys.argv.pop())
  unittest.main()
