# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Builds codec_benchmark in the current folder, a build's, and checks that all
implementations make the same of every workload: then it measures the same work.

Skipped if what it compares with is not there (tools/setup --bench).
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import goals

SKIPPED = 77

# Every text in short pieces, and in chunks where state crosses their borders.
SHORT = '/64B$'
CHUNKED = (r'^decode/(UTF-8/|UTF-16BE/|gb18030/|ISO-2022-JP/|Shift_JIS/)'
           r'.*in-4KiB$|^encode/(UTF-8|ISO-2022-JP)/.*in-4KiB$')

# Right about the first code unit alone.
WRONG_PEER = r'''
#include <stddef.h>
const char* peer_version(void) { return "wrong"; }
const void* peer_encoding(const char* label, size_t n) { return label; }
size_t peer_decode(const void* encoding, const unsigned char* input, size_t n,
                   size_t chunk, unsigned short* output, size_t capacity) {
  for (size_t i = 0; i < n; ++i) {
    output[i] = i ? '?' : input[0];
  }
  return n;
}
size_t peer_decode_to_utf8(void) { return 0; }
size_t peer_utf8_valid_up_to(void) { return 0; }
size_t peer_encode(void) { return 0; }
size_t peer_utf8_to_latin1(void) { return 0; }
size_t peer_latin1_to_utf8(void) { return 0; }
'''


def run(*args):
  return subprocess.run(['./codec_benchmark', *args], text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class CodecBenchmarkTest(unittest.TestCase):

  def check(self, *args):
    result = run(*args)
    self.assertEqual(result.returncode, 0, result.stderr)
    return result

  def test_implementations_agree(self):
    for expression in (SHORT, CHUNKED):
      result = self.check('--verify', '--filter=' + expression)
      self.assertRegex(result.stdout, r'^\d+ workloads verified\.$')
      # All peers took part.
      self.assertNotIn('Without', result.stderr)

  def test_disagreement_is_seen(self):
    with tempfile.TemporaryDirectory() as folder:
      library = os.path.join(folder, 'encoding_rs.so')
      subprocess.run(['cc', '-shared', '-fPIC', '-xc', '-', '-o', library],
                     input=WRONG_PEER, text=True, check=True)
      result = run('--verify', '--filter=^decode/UTF-8/french/64B$',
                   '--peers=' + folder)
    self.assertEqual(result.returncode, 1)
    self.assertIn('decode/UTF-8/french/64B: encoding_rs writes something else '
                  'than ours from byte 2 of the output on.', result.stderr)
    self.assertIn('1 of 1 workloads are void', result.stderr)
    # One that isn't there is named.
    self.assertIn('Without encoding_rs_fast: ', result.stderr)

  def test_on_every_target(self):
    refused = run('--target=none')
    self.assertEqual(refused.returncode, 1)
    targets = refused.stderr.rsplit('there are ', 1)[1].rstrip('.\n').split(', ')
    self.assertGreaterEqual(len(targets), 1)
    for target in targets:
      with self.subTest(target):
        self.check('--verify', '--only=ours', '--target=' + target,
                   '--filter=/(64B|1KiB)$')

  def test_goals_have_workloads(self):
    # And each workload has a name of its own.
    names = self.check('--list', '--filter=/1MiB$').stdout.split()
    self.assertEqual(len(names), len(set(names)))
    self.assertEqual({f'{name}/1MiB' for name in goals.workloads()} - set(names),
                     set())

  def test_measures_and_reports(self):
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, 'results.json')
      self.check('--filter=^decode/UTF-8/french/64B$', '--json=' + path,
                 '--benchmark_min_time=0.0001', '--benchmark_repetitions=2')
      with open(path) as file:
        results = json.load(file)
      for name in 'ours', 'widen', 'encoding_rs', 'icu', 'iconv':
        runs = [run for run in results['benchmarks']
                if run['run_name'] == f'decode/UTF-8/french/64B/{name}'
                and run['run_type'] == 'iteration']
        self.assertEqual(len(runs), 2, name)
        self.assertTrue(all(run['bytes_per_second'] > 0 for run in runs))
      text = subprocess.run(
          [sys.executable, os.path.join(HERE, 'report.py'), path], text=True,
          check=True, stdout=subprocess.PIPE).stdout
      self.assertRegex(text, r'\| UTF-8/french/64B +\| +\d+\.\d')

  def test_mistakes_are_told(self):
    for args, status, message in (
        (['--filter=nothing'], 1, 'no workload has a match'),
        (['--filter=(('], 1, "'((' is no regular expression: "),
        (['--fliter=x'], 1, "Unknown command line flag 'fliter'"),
        (['verify'], 1, "'verify' is no option"),
        (['--json=/no/such/folder/x', '--filter=UTF-8/french/64B$'], 1,
         "can't write to /no/such/folder/x")):
      result = run(*args)
      self.assertEqual(result.returncode, status)
      self.assertIn(message, result.stderr)

  def test_help_has_all_options(self):
    text = run('--help').stdout
    for option in ('--filter', '--only', '--target', '--json', '--peers',
                   '--verify', '--list', '--benchmark_repetitions'):
      self.assertIn(option, text)


def main():
  peers = subprocess.run(
      [os.path.join(HERE, 'peers/encoding_rs/build'), 'peers'], text=True,
      stderr=subprocess.PIPE)
  if peers.returncode:
    print(peers.stderr.strip())
    sys.exit(peers.returncode if peers.returncode == SKIPPED else 1)
  build = subprocess.run(['ninja', 'bench:codec_benchmark'], text=True,
                         stdout=subprocess.PIPE)
  if build.returncode:
    print(build.stdout)
    sys.exit(1)
  unittest.main()


if __name__ == '__main__':
  main()
