# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Builds codec_benchmark in the current folder, a build's, and checks that all
implementations make the same of every workload: then it measures the same work.

Skipped if encoding_rs is not there (tools/setup --bench). Without simdutf, which
a newer Debian has, the others are compared.
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
import results

SKIPPED = 77

# Every text in short pieces, in chunks where state crosses their borders, and to
# outputs that end before the text does.
SHORT = '/(1B|64B|mixed)$'
IN_PARTS = (r'^decode/(UTF-8/|UTF-16BE/|gb18030/|ISO-2022-JP/|Shift_JIS/)'
            r'.*-(in-4KiB|in-16B|to-1KiB)$|'
            r'^decode-to-utf8/.*-(in-16B|to-1KiB)$|'
            r'^encode/(UTF-8|ISO-2022-JP)/.*-(in-4KiB|in-16B|to-1KiB)$|'
            r'^encode-from-.*-to-1KiB$')

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
size_t peer_encode_from_utf8(void) { return 0; }
size_t peer_utf8_to_latin1(void) { return 0; }
size_t peer_latin1_to_utf8(void) { return 0; }
size_t peer_decode_to_units(void) { return 0; }
size_t peer_decode_to_string(void) { return 0; }
size_t peer_encode_string(void) { return 0; }
'''


# Whether bench/peers/simdutf/build could fetch its packages; set by main().
has_simdutf = False


def run(*args):
  return subprocess.run(['./codec_benchmark', *args], text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class CodecBenchmarkTest(unittest.TestCase):

  def check(self, *args):
    result = run(*args)
    self.assertEqual(result.returncode, 0, result.stderr)
    return result

  def test_implementations_agree(self):
    for expression in (SHORT, IN_PARTS):
      result = self.check('--verify', '--filter=' + expression)
      self.assertRegex(result.stdout, r'^\d+ workloads verified\.$')
      # All peers took part.
      self.assertEqual(
          [line for line in result.stderr.splitlines() if 'Without' in line],
          [] if has_simdutf else
          ['Without simdutf: not there; bench/peers/simdutf/build fetches and '
           'builds it.'])

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
    # Those that aren't there are named.
    self.assertIn('Without encoding_rs_fast: ', result.stderr)
    self.assertIn('Without simdutf: ', result.stderr)

  def test_on_every_target(self):
    refused = run('--target=none')
    self.assertEqual(refused.returncode, 1)
    targets = refused.stderr.rsplit('there are ', 1)[1].rstrip('.\n').split(', ')
    self.assertGreaterEqual(len(targets), 1)
    for target in targets:
      with self.subTest(target):
        self.check('--verify', '--only=ours', '--target=' + target,
                   '--sizes=mixed|1KiB')

  def test_goals_have_workloads(self):
    # And each workload has a name of its own.
    names = self.check('--list').stdout.split()
    self.assertEqual(len(names), len(set(names)))
    self.assertEqual(set(goals.cells()) - set(names), set())

  def measure(self, *args):
    """Returns what the program reports as JSON."""
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, 'results.json')
      self.check('--json=' + path, *args)
      with open(path) as file:
        return json.load(file)

  def test_sizes_are_chosen_by_whole_names(self):
    names = self.check('--list', '--filter=^decode/UTF-8/french/').stdout.split()
    sizes = [name.rsplit('/', 1)[1] for name in names]
    self.assertLess(set(results.SHORT_SIZES), set(sizes))
    self.assertEqual(
        self.check('--list', '--filter=^decode/UTF-8/french/',
                   '--sizes=1B|mixed|1MiB').stdout.split(),
        [f'decode/UTF-8/french/{size}' for size in ('1B', 'mixed', '1MiB')])

  def test_lengths_of_short_texts(self):
    measured = self.measure(
        '--only=ours', '--sizes=1B|16B|mixed', '--benchmark_repetitions=1',
        '--benchmark_min_time=0.002',
        '--filter=^(validate/UTF-8/ascii|validate/UTF-8/emoji|'
        'encode/UTF-8/ascii|decode/ISO-2022-JP/japanese)/')
    mean = {run['name'].removesuffix('/ours'):
            run['bytes_per_second'] * run['cpu_time'] / 1e9
            for run in measured['benchmarks']}
    self.assertAlmostEqual(mean['validate/UTF-8/ascii/1B'], 1, 3)
    self.assertAlmostEqual(mean['validate/UTF-8/ascii/16B'], 16, 3)
    self.assertAlmostEqual(mean['validate/UTF-8/ascii/mixed'], 10.7, delta=0.3)
    # One character, however many bytes or code units it has: emoji, spaces.
    self.assertLess(2, mean['validate/UTF-8/emoji/1B'])
    self.assertLess(mean['validate/UTF-8/emoji/1B'], 4)
    self.assertAlmostEqual(mean['encode/UTF-8/ascii/1B'], 2, 3)
    # With the escape sequences before it and behind it.
    self.assertLess(6, mean['decode/ISO-2022-JP/japanese/1B'])
    self.assertLess(mean['decode/ISO-2022-JP/japanese/1B'], 8.001)

  def test_cold_calls_take_longer(self):
    args = ('--filter=^decode/GBK/chinese/16B$', '--benchmark_repetitions=3')
    cold = self.measure(*args, '--cold')
    self.assertEqual(cold['context']['calls'], 'cold')
    cold_times = results.read_times(cold)['decode/GBK/chinese/16B']
    warm_times = results.read_times(self.measure(*args))['decode/GBK/chinese/16B']
    # The machine's limits aren't measured so.
    self.assertEqual(set(cold_times), {'ours', 'encoding_rs', 'icu', 'iconv'})
    for name, time in cold_times.items():
      self.assertGreater(time, 2 * warm_times[name], name)

  def test_simdutf_has_the_kernels_of_the_target(self):
    if not has_simdutf:
      self.skipTest('simdutf could not be had')
    best = self.measure('--filter=^decode/UTF-8/french/1B$',
                        '--benchmark_repetitions=1')['context']
    self.assertNotIn('simdutf_best', best)
    refused = run('--target=none')
    for target, kernels in (('avx2', 'haswell'), ('sse4', 'westmere')):
      if target.upper() not in refused.stderr:
        continue
      context = self.measure('--filter=^(decode|encode)/UTF-8/html/1B$',
                             '--target=' + target,
                             '--benchmark_min_time=0.0001',
                             '--benchmark_repetitions=1')['context']
      self.assertTrue(context['simdutf'].endswith('kernels ' + kernels), context)
      if context['simdutf'] != best['simdutf']:
        self.assertEqual(context['simdutf_best'], best['simdutf'])

  def test_measures_and_reports(self):
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, 'results.json')
      self.check('--filter=^decode/UTF-8/french/64B$', '--json=' + path,
                 '--benchmark_min_time=0.0001', '--benchmark_repetitions=2')
      with open(path) as file:
        measured = json.load(file)
      peers = ('encoding_rs', 'icu', 'iconv') + ('simdutf',) * has_simdutf
      for name in ('ours', 'widen', *peers):
        runs = [run for run in measured['benchmarks']
                if run['run_name'] == f'decode/UTF-8/french/64B/{name}'
                and run['run_type'] == 'iteration']
        self.assertEqual(len(runs), 2, name)
        self.assertTrue(all(run['bytes_per_second'] > 0 for run in runs))
      text = subprocess.run(
          [sys.executable, os.path.join(HERE, 'report.py'), path], text=True,
          check=True, stdout=subprocess.PIPE).stdout
      self.assertRegex(text, r'\| UTF-8/french/64B +\| +\d+\.\d+ +\| +[\d.]+ +\|')
      self.assertIn('Behind anybody: ', text)

  def test_mistakes_are_told(self):
    for args, status, message in (
        (['--filter=nothing'], 1, 'no workload has a match'),
        (['--sizes=64'], 1, 'no workload has a match'),
        (
            ['--filter=^utf8-length/', '--sizes=64KiB-to-1KiB'],
            1,
            'none of the implementations',
        ),
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
    for option in ('--filter', '--sizes', '--cold', '--only', '--target', '--json', '--peers',
                   '--verify', '--list', '--benchmark_repetitions'):
      self.assertIn(option, text)


def main():
  peers = subprocess.run(
      [os.path.join(HERE, 'peers/encoding_rs/build'), 'peers'], text=True,
      stderr=subprocess.PIPE)
  if peers.returncode:
    print(peers.stderr.strip())
    sys.exit(peers.returncode if peers.returncode == SKIPPED else 1)
  simdutf = subprocess.run(
      [os.path.join(HERE, 'peers/simdutf/build'), 'peers'], text=True,
      stderr=subprocess.PIPE)
  if simdutf.returncode not in (0, SKIPPED):
    print(simdutf.stderr)
    sys.exit(1)
  global has_simdutf
  has_simdutf = simdutf.returncode == 0
  if not has_simdutf and os.path.exists('peers/simdutf.so'):
    os.remove('peers/simdutf.so')
  build = subprocess.run(['ninja', 'bench:codec_benchmark'], text=True,
                         stdout=subprocess.PIPE)
  if build.returncode:
    print(build.stdout)
    sys.exit(1)
  unittest.main()


if __name__ == '__main__':
  main()
