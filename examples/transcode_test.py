#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests transcode.js and the sample texts. Usage: transcode_test.py SHELL

What must come out is worked out here, by Python's codecs, which share no code
with ours.
"""

import codecs
import json
import os
import pty
import random
import select
import subprocess
import sys
import tempfile
import threading
import time
import unittest

EXAMPLES = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(EXAMPLES, 'data')
TRANSCODE = os.path.join(EXAMPLES, 'transcode.js')
LOCATE = os.path.join(EXAMPLES, 'lib', 'locate.mjs')
BROKEN = os.path.join(DATA, 'broken.utf-8.txt')
SHELL = ''  # set below

# File, label for --from (none: found by its mark), Python's codec, and what the
# standard has instead of what that codec has.
SAMPLES = [
    ('bakery.windows-1252.txt', 'latin1', 'cp1252', {}),
    ('beekeeper.koi8-u.txt', 'koi8-u', 'koi8-u', {0xAE: 'ў', 0xBE: 'Ў'}),
    ('chat.utf-16le.txt', None, 'utf-16', {}),
    ('harbour.windows-1251.txt', 'windows-1251', 'cp1251', {}),
    ('lighthouse.iso-8859-7.txt', 'greek', 'iso8859-7', {}),
    ('recipes.utf-8-bom.txt', None, 'utf-8-sig', {}),
    ('station.iso-8859-16.txt', 'iso-8859-16', 'iso8859-16', {}),
]


def data(name):
  return os.path.join(DATA, name)


def read(path):
  with open(path, 'rb') as file:
    return file.read()


def decode_sample(name, codec, exceptions):
  text = read(data(name))
  if not exceptions:
    return text.decode(codec)
  return ''.join(
      exceptions.get(byte) or bytes([byte]).decode(codec) for byte in text)


def run(*args, **options):
  """Runs transcode.js; returns status, standard output and error."""
  options.setdefault('stdin', subprocess.DEVNULL)
  if 'input' in options:
    del options['stdin']
  done = subprocess.run([SHELL, TRANSCODE, *args],
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        timeout=100,
                        check=False,
                        **options)
  return done.returncode, done.stdout, done.stderr.decode()


def malformed_utf8(content):
  """(start, end) of each sequence that becomes U+FFFD."""
  found = []

  def note(error):
    found.append((error.start, error.end))
    return '\ufffd', error.end

  codecs.register_error('note', note)
  content.decode('utf-8', 'note')
  return found


def malformed_utf16le(content):
  found = []
  at = 0
  while at < len(content):
    unit = content[at:at + 2]
    lead = len(unit) == 2 and 0xD8 <= unit[1] < 0xDC
    trail = len(unit) == 2 and 0xDC <= unit[1] < 0xE0
    if lead and len(content) - at >= 4 and 0xDC <= content[at + 3] < 0xE0:
      at += 4
    elif lead and len(content) - at == 3:
      found.append((at, at + 3))  # one error for both, as the standard has it
      at += 3
    else:
      if lead or trail or len(unit) == 1:
        found.append((at, at + len(unit)))
      at += len(unit)
  return found


def malformed_windows1253(content):
  return [(at, at + 1)
          for at, byte in enumerate(content)
          if byte in (0xAA, 0xD2, 0xFF)]


class SampleTest(unittest.TestCase):

  def test_every_sample_to_standard_output(self):
    for name, label, codec, exceptions in SAMPLES:
      with self.subTest(name):
        expected = decode_sample(name, codec, exceptions)
        options = ['--from', label] if label else []
        status, out, error = run(data(name), '--fatal', *options)
        self.assertEqual((status, error), (0, ''))
        self.assertEqual(out.decode(), expected)

  def test_no_sample_is_forgotten(self):
    texts = {name for name in os.listdir(DATA) if name.endswith('.txt')}
    self.assertEqual(texts,
                     {name for name, *_ in SAMPLES} | {'broken.utf-8.txt'})

  def test_samples_show_what_they_are_for(self):
    self.assertIn(b'\xae', read(data('beekeeper.koi8-u.txt')))
    self.assertIn(b'\xbe', read(data('beekeeper.koi8-u.txt')))
    self.assertIn(b'\x80', read(data('bakery.windows-1252.txt')))
    self.assertTrue(read(data('chat.utf-16le.txt')).startswith(b'\xff\xfe'))
    self.assertTrue(read(data('recipes.utf-8-bom.txt')).startswith(
        codecs.BOM_UTF8))


class CommandLineTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name

  def path(self, name, content=None):
    path = os.path.join(self.folder, name)
    if content is not None:
      with open(path, 'wb') as file:
        file.write(content)
    return path

  def check_fails(self, status, message, *args, **options):
    got = run(*args, **options)
    self.assertEqual(got, (status, b'', message + '\n'))

  def test_options_and_paths_in_any_order(self):
    harbour = data('harbour.windows-1251.txt')
    expected = read(harbour).decode('cp1251').encode()
    for args in (
        ['--from', 'windows-1251', harbour, '--to', 'utf-8', '-'],
        [harbour, '-', '--to=UTF8', '--from=cp1251'],
        ['--quiet', '--from', ' x-cp1251\t', '--', harbour],
    ):
      with self.subTest(args):
        self.assertEqual(run(*args), (0, expected, ''))
    out = self.path('out')
    self.assertEqual(run(harbour, out, '--from', 'windows-1251'), (0, b'', ''))
    self.assertEqual(read(out), expected)

  def test_input_from_a_pipe(self):
    content = read(data('chat.utf-16le.txt'))
    expected = content.decode('utf-16').encode()
    self.assertEqual(run(input=content), (0, expected, ''))

  def test_pipe_that_gives_a_few_bytes_at_a_time(self):
    content = read(data('chat.utf-16le.txt'))[:400]
    with subprocess.Popen([SHELL, TRANSCODE, '-'],
                          stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
      for at in range(0, len(content), 7):
        process.stdin.write(content[at:at + 7])
        process.stdin.flush()
        time.sleep(0.002)
      out, _ = process.communicate(timeout=100)
    self.assertEqual(process.returncode, 0)
    self.assertEqual(out.decode(), content.decode('utf-16'))

  def test_long_input_is_the_same_as_its_parts(self):
    sample = read(data('recipes.utf-8-bom.txt'))[3:]
    long = self.path('long', sample * 400)
    status, out, error = run('--fatal', long)
    self.assertEqual((status, error), (0, ''))
    self.assertTrue(out == sample * 400)

  def test_empty_input(self):
    empty = self.path('empty', b'')
    out = self.path('out')
    self.assertEqual(run(empty), (0, b'', ''))
    self.assertEqual(run(input=b''), (0, b'', ''))
    self.assertEqual(run('--fatal', empty, out), (0, b'', ''))
    self.assertEqual(read(out), b'')

  def test_byte_order_marks(self):
    for mark, codec in ((b'\xef\xbb\xbf', 'utf-8'), (b'\xff\xfe', 'utf-16-le'),
                        (b'\xfe\xff', 'utf-16-be')):
      self.assertEqual(run(input=mark + 'ночь'.encode(codec)),
                       (0, 'ночь'.encode(), ''))
    # A label that is given counts for more.
    self.assertEqual(run('--from', 'latin1', input=b'\xff\xfe!'),
                     (0, 'ÿþ!'.encode(), ''))

  def test_reports_what_was_replaced(self):
    content = read(BROKEN)
    spans = malformed_utf8(content)
    lines = [f'{BROKEN}: {len(spans)} malformed utf-8 sequences replaced by '
             'U+FFFD, the first 5 of them:']
    for start, end in spans[:5]:
      before = content[:start].decode(errors='replace')
      line = before.count('\n') + 1
      column = len(before) - (before.rfind('\n') + 1) + 1
      place = f'  byte {start} (line {line}, column {column}): '
      lines.append(place + content[start:end].hex(' ').upper())
      if end - start > 1 or content[start] >= 0xC2:
        lines[-1] += f' before {content[end]:02X}'
    self.assertEqual(run('--from', 'utf-8', BROKEN, '-'),
                     (0, content.decode(errors='replace').encode(),
                      '\n'.join(lines) + '\n'))
    self.assertEqual(lines[1],
                     '  byte 249 (line 4, column 32): C3 before 20')
    self.assertEqual(run('--quiet', BROKEN),
                     (0, content.decode(errors='replace').encode(), ''))

  def test_one_sequence(self):
    status, out, error = run(input='Küche\nöl'.encode() + b'\xf0\x9f\x8c')
    self.assertEqual((status, out), (0, 'Küche\nöl\ufffd'.encode()))
    self.assertEqual(
        error, 'standard input: 1 malformed utf-8 sequence replaced by U+FFFD:'
        '\n  byte 10 (line 2, column 3): F0 9F 8C at the end\n')

  def test_counts_no_further_than_sensible(self):
    status, out, error = run(input=b'\xff' * 150000)
    self.assertEqual((status, out.decode()), (0, '\ufffd' * 150000))
    self.assertIn('at least 100000 malformed', error)

  def test_fatal_says_where(self):
    self.check_fails(1, f'{BROKEN}: malformed utf-8 at byte 249 (line 4, '
                     'column 32): C3 before 20', '--fatal', BROKEN)

  def test_fatal_leaves_no_half_of_a_text(self):
    # The error stands far behind what is read at once.
    content = read(data('harbour.windows-1251.txt'))
    content = content.decode('cp1251').encode() * 50
    broken = self.path('broken', content + b'\x80')
    out = self.path('out')
    message = (f'{broken}: malformed utf-8 at byte {len(content)} (line '
               f'{content.count(10) + 1}, column 1): 80')
    self.check_fails(1, message, '--fatal', broken, out)
    self.assertFalse(os.path.exists(out))
    self.path('out', b'of yesterday')
    self.check_fails(1, message, '--fatal', broken, out)
    self.assertEqual(read(out), b'of yesterday')
    self.check_fails(1, message, '--fatal', broken)
    self.check_fails(1, message, '--fatal', broken, '-')

    # Through a pipe it can't be known before.
    got = run('--fatal', '-', out, input=read(broken))
    message = message.replace(broken, 'standard input')
    self.assertEqual(got, (1, b'', f'{message}; {out} is incomplete\n'))
    self.assertTrue(content.startswith(read(out)))
    status, text, error = run('--fatal', '-', input=read(broken))
    self.assertEqual((status, error),
                     (1, f'{message}; standard output is incomplete\n'))
    self.assertTrue(content.startswith(text))

  def test_wrong_options(self):
    self.check_fails(2, '--form is not an option; see --help', '--form', 'x')
    self.check_fails(2, '--from needs the label of an encoding', '--from')
    self.check_fails(2, 'c: one input and one output are enough', 'a', 'b', 'c')
    self.check_fails(2, 'klingon: not the label of an encoding known here',
                     '--from', 'klingon', BROKEN)
    self.check_fails(2, 'klingon: not the label of an encoding known here',
                     BROKEN, '--to', 'klingon')
    self.check_fails(2, '--to utf-16: the standard has no encoder for utf-16le',
                     BROKEN, '--to', 'utf-16')

  def test_legacy_targets(self):
    # Python's codecs agree with the standard's on these characters.
    text = 'Ж—«дом» ' + ''.join(f'строка {i}\n' for i in range(9000))
    source = self.path('text', text.encode())
    for label, codec in (('windows-1251', 'cp1251'), ('gbk', 'gbk'),
                         ('gb18030', 'gb18030'), ('x-mac-cyrillic',
                                                  'mac_cyrillic')):
      with self.subTest(label):
        expected = text.encode(codec, 'xmlcharrefreplace')
        status, out, _ = run('--to', label, source)
        self.assertEqual(status, 0)
        self.assertTrue(out == expected)

  def test_a_stateful_target_keeps_its_state_between_chunks(self):
    text = '日本語の文章がつづきます。' * 9000
    source = self.path('text', text.encode())
    status, out, error = run('--to', 'iso-2022-jp', source)
    self.assertEqual((status, error), (0, ''))
    # One escape sequence at the start, one at the end.
    self.assertEqual(out.count(b'\x1b'), 2)
    self.assertTrue(out == text.encode('iso2022_jp'))

  def test_what_the_target_lacks(self):
    source = self.path('text', 'a\n\U0001f600é\n€ł'.encode())
    out = self.path('out')
    status, bytes_out, error = run('--to', 'latin1', source)
    self.assertEqual((status, bytes_out),
                     (0, b'a\n&#128512;\xe9\n\x80&#322;'))
    self.assertEqual(
        error,
        f'{source}: 2 characters not in windows-1252 written as numbers:\n'
        '  line 2, column 1: U+1F600 (\U0001f600)\n'
        '  line 3, column 2: U+0142 (ł)\n')
    self.check_fails(
        1, f'{source}: not in windows-1252: '
        'line 2, column 1: U+1F600 (\U0001f600)', '--fatal', '--to', 'latin1',
        source, out)
    self.assertFalse(os.path.exists(out))

  def test_help(self):
    status, out, error = run('--help')
    self.assertEqual((status, error), (0, ''))
    for option in ('--from', '--to', '--fatal', '--quiet'):
      self.assertIn(option, out.decode())

  def test_files_that_cannot_be_read_or_written(self):
    missing = self.path('missing')
    self.check_fails(1, f'{missing}: No such file or directory', missing)
    out = self.path('out')
    self.check_fails(1, f'{self.folder}: Is a directory', self.folder, out)
    self.assertFalse(os.path.exists(out))
    self.check_fails(1, f'{self.folder}: Is a directory', BROKEN, self.folder)
    nowhere = os.path.join(missing, 'out')
    self.check_fails(1, f'{nowhere}: No such file or directory', BROKEN,
                     nowhere)
    self.check_fails(1, '/dev/full: No space left on device', BROKEN,
                     '/dev/full')

  def test_input_as_output(self):
    path = self.path('text', b'precious')
    link = self.path('link')
    os.symlink('text', link)
    hard_link = self.path('hard-link')
    os.link(path, hard_link)
    for same in (path, self.folder + '/.//text', link, hard_link):
      self.check_fails(1, f"{same}: can't be both input and output", path, same)
    for name, mode in (('-', 'ab'), (path, 'rb')):
      with open(path, mode) as file:
        streams = {'stdin' if name == path else 'stdout': file}
        done = subprocess.run(
            [SHELL, TRANSCODE, *((path, '-') if name == '-' else ('-', path))],
            stderr=subprocess.PIPE, timeout=100, check=False, **streams)
      self.assertEqual((done.returncode, done.stderr.decode()),
                       (1, f"{name}: can't be both input and output\n"))
    self.assertEqual(read(path), b'precious')

  def test_standard_output_that_is_closed_or_full(self):
    long = self.path('long', b'all work and no play\n' * 100000)
    with subprocess.Popen([SHELL, TRANSCODE, long],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
      process.stdout.readline()
      process.stdout.close()
      self.assertEqual(process.stderr.read(), b'')
    self.assertIn(process.returncode, (0, 141))  # 128 + SIGPIPE
    with open('/dev/full', 'wb') as full:
      done = subprocess.run([SHELL, TRANSCODE, long],
                            stdout=full,
                            stderr=subprocess.PIPE,
                            check=False)
    self.assertEqual(done.returncode, 1)
    self.assertIn(b'No space left on device', done.stderr)


class ProgressTest(unittest.TestCase):

  def run_on_terminal(self, *args, on_shown=lambda shown: None, **options):
    """What a terminal gets as standard error.

    on_shown() is called with what it has got so far, whenever that is more.
    """
    controller, terminal = pty.openpty()
    with subprocess.Popen([SHELL, TRANSCODE, *args], stderr=terminal,
                          **options) as process:
      os.close(terminal)
      shown = b''
      while True:
        if not select.select([controller], [], [], 100)[0]:
          process.kill()
          self.fail('no end')
        try:
          piece = os.read(controller, 4096)
        except OSError:  # its other end is closed
          break
        if not piece:
          break
        shown += piece
        on_shown(shown)
    os.close(controller)
    self.assertEqual(process.returncode, 0)
    return shown.decode()

  def test_progress(self):
    with tempfile.NamedTemporaryFile() as long:
      long.write(read(data('harbour.windows-1251.txt')) * 2500)
      long.flush()
      args = ['--from', 'windows-1251', long.name, '/dev/null']
      shown = self.run_on_terminal(*args)
      self.assertRegex(shown, r'\r.*: \d+ % of 6\.1 MB\x1b\[K')
      self.assertTrue(shown.endswith('\r\x1b[K'), repr(shown))
      self.assertEqual(self.run_on_terminal('--quiet', *args), '')
      self.assertEqual(run(*args), (0, b'', ''))

  def test_progress_of_a_slow_pipe(self):
    source, sink = os.pipe()
    seen = threading.Event()

    def write_slowly():
      # Until there is progress to see, however long the shell takes to begin.
      for _ in range(1000):
        os.write(sink, b'slowly\n')
        if seen.wait(0.1):
          break
      os.close(sink)

    writer = threading.Thread(target=write_slowly)
    writer.start()
    try:
      shown = self.run_on_terminal('-', '/dev/null',
                                   stdin=source,
                                   on_shown=lambda shown: seen.set())
    finally:
      seen.set()
      writer.join()
      os.close(source)
    self.assertIn('\rstandard input: 0.0 MB\x1b[K', shown)
    self.assertTrue(shown.endswith('\r\x1b[K'), repr(shown))

  def test_short_input_shows_nothing(self):
    shown = self.run_on_terminal(BROKEN, '--quiet', '/dev/null')
    self.assertEqual(shown, '')


class LocatingDecoderTest(unittest.TestCase):
  """lib/malformed.mjs, whatever the chunks."""

  def locate(self, label, content, sizes):
    """A result for each size of chunks; none if the label is not known."""
    sizes = ','.join(str(size) for size in (*sizes, len(content)))
    done = subprocess.run([SHELL, LOCATE, label, sizes, content.hex()],
                          stdout=subprocess.PIPE,
                          timeout=100,
                          check=True)
    return json.loads(done.stdout) or []

  def check(self, label, codec, content, spans):
    expected = []
    for start, end in spans:
      before = self.replaced(content[:start], codec, spans)
      if before.startswith('\ufeff'):
        before = before[1:]
      expected.append([start, before.count('\n') + 1,
                       len(before) - before.rfind('\n'),
                       content[start:end].hex()])
    text = self.replaced(content, codec, spans)
    if text.startswith('\ufeff'):
      text = text[1:]
    for got in self.locate(label, content, (1, 2, 3, 5, 13, 14, 64)):
      with self.subTest(label, size=got['size']):
        self.assertEqual([each[:4] for each in got['found']], expected)
        self.assertTrue(got['text'] == text)

  def replaced(self, content, codec, spans):
    text = ''
    last = 0
    for start, end in spans:
      if start < len(content):
        text += content[last:start].decode(codec) + '\ufffd'
        last = end
    return text + content[last:].decode(codec)

  def test_broken_sample(self):
    content = read(BROKEN)
    self.check('utf-8', 'utf-8', content, malformed_utf8(content))

  def test_random_utf8(self):
    pieces = [b'\n', b'A', b'\x80', b'\xbf', b'\xc0', b'\xc3', b'\xe2\x82',
              b'\xed\xa0', b'\xf0\x9f', b'\xf0\x9f\x98', b'\xf4\x90', b'\xff',
              b'\xef\xbb\xbf', '\ufffd'.encode(), 'дом\n'.encode(),
              '😀'.encode()]
    choices = random.Random(1).choices
    for _ in range(3):
      content = b''.join(choices(pieces, k=400))
      self.check('utf-8', 'utf-8', content, malformed_utf8(content))

  def test_random_utf16(self):
    pieces = [b'\n\0', b'A\0', b'\xfd\xff', b'\xff\xfe', b'\x3d\xd8', b'\0\xde',
              b'\xd8\xdb', b'\xd9\xdd', '😀'.encode('utf-16-le')]
    choices = random.Random(2).choices
    for tail in (b'', b'\0', b'\0\xd8', b'\0\xd8\0'):
      content = b'\xff\xfe' + b''.join(choices(pieces, k=400)) + b'.\0' + tail
      spans = malformed_utf16le(content)
      self.check('utf-16le', 'utf-16-le', content, spans)
      swapped = bytearray(content)
      swapped[0:len(content) & ~1:2] = content[1::2]
      swapped[1::2] = content[0:len(content) & ~1:2]
      if not len(content) & 1:
        self.check('utf-16be', 'utf-16-be', bytes(swapped), spans)

  def test_bytes_without_a_character(self):
    content = bytes(random.Random(3).choices(
        [10, 0x41, 0xAA, 0xC1, 0xD2, 0xE1, 0xFF], k=500))
    self.check('windows-1253', 'cp1253', content,
               malformed_windows1253(content))

  def test_two_marks(self):
    # Only the first is none of the text.
    content = codecs.BOM_UTF8 * 2 + b'A\xff'
    for got in self.locate('utf-8', content, (1, 4, 8)):
      self.assertEqual(got['found'], [[7, 1, 3, 'ff', '', False]])

  def test_legacy_encodings(self):
    # Malformed bytes, then those that are read again. Encodings that are not
    # there yet are passed over.
    cases = [
        ('gb18030', '41 81302b', [(1, '81', '302b')]),
        ('gb18030', '41 81308130 81308121',
         [(5, '81', '308121'), (7, '81', '21')]),
        ('gb18030', '8431a530 41', [(0, '8431a530', '')]),
        ('gb18030', '41 813081', [(1, '813081', '')]),
        ('big5', '8140 8787 41', [(0, '81', '40'), (2, '8787', '')]),
        ('shift_jis', '81 0a 80 a0', [(0, '81', '0a'), (3, 'a0', '')]),
        ('euc-jp', '8fa161 a1a1', [(0, '8fa1', '61')]),
        ('euc-kr', '813a', [(0, '81', '3a')]),
        ('iso-2022-jp', '1b2441', [(0, '1b', '2441')]),
        ('iso-2022-jp', '1b2442 3021 3021 1b28',
         [(7, '1b', '28'), (8, '28', '')]),
        ('iso-2022-jp', '1b2442 3021 ff 3021 1b2842 41', [(5, 'ff', '')]),
        ('iso-2022-jp', '1b2442 3021 1b284a 5c ff 5c', [(9, 'ff', '')]),
        ('iso-2022-jp', '41 1b284a 1b2842 1b284a 5c ff 41',
         [(4, '1b2842', ''), (7, '1b284a', ''), (11, 'ff', '')]),
    ]
    for label, content, expected in cases:
      content = bytes.fromhex(content)
      for got in self.locate(label, content, (1, 2, 3, 5)):
        with self.subTest(label, content=content.hex(), size=got['size']):
          found = [(offset, *each) for offset, _, _, *each, _ in got['found']]
          self.assertEqual(found, expected)


if __name__ == '__main__':
  SHELL = os.path.abspath(sys.argv.pop(1))
  unittest.main()
