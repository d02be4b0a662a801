#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of js_benchmark.py, js/streams.mjs and streams_report.py.

Usage: streams_report_test.py SHELL
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import js_benchmark
import streams_report

BENCH = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(BENCH, 'js', 'streams.mjs')
SHELL = ''  # set below


def new_report():
  """Two runtimes, three rounds of two turns, chunks of 1 KiB, piped."""

  def rounds(*best):
    return [[ns, 3 * ns] for ns in best]

  return {
      'cpu': 'A CPU',
      'commit': 'abc',
      'rounds': 3,
      'runtimes': [['Bun', 'Bun 1'], ['ours', 'V8 10']],
      'samples': {
          'ours': {
              'pipe/identity/1024': rounds(1000, 900, 5000),
              'pipe/prepared/1024': rounds(1100, 1100, 1100),
              'pipe/decode/ascii/1024': rounds(1200, 1100, 9999),
              'pipe/encode/ascii/1024': rounds(2048, 2048, 2048),
          },
          'Bun': {
              'pipe/identity/1024': rounds(500, 500, 500),
              'pipe/encode/ascii/1024': rounds(1024, 1024, 1024),
          },
      },
  }


def table_row(text, name):
  """The first row of that name, as cells."""
  for line in text.splitlines():
    if line.startswith(name + '  '):
      return line[len(name):].split()
  return None


class StreamsReportTest(unittest.TestCase):

  def test_times_are_medians_of_the_best_turns(self):
    text = '\n'.join(streams_report.lines(new_report()))
    self.assertEqual(table_row(text, 'identity 1 KiB'), ['1000', '500'])
    self.assertEqual(table_row(text, 'decode/ascii 1 KiB'), ['1200', '-'])

  def test_shares(self):
    samples = new_report()['samples']
    self.assertAlmostEqual(
        streams_report.over_floor(samples['ours'], 'pipe', 'decode/ascii',
                                  1024), 0.2)
    self.assertIsNone(
        streams_report.over_floor(samples['Bun'], 'pipe', 'decode/ascii', 1024))

  def test_goals(self):
    report = new_report()
    report['runtimes'] += [['ours-in-Node', 'V8 14'], ['Node', 'Node 26']]
    report['samples']['ours-in-Node'] = {
        'pipe/identity/1024': [[500]],
        'sink/direct/1024': [[61]],
        'pipe/encode/ascii/1024': [[99]],
    }
    report['samples']['Node'] = {
        'pipe/identity/1024': [[1000]],
        'sink/direct/1024': [[100]],
        'pipe/encode/ascii/1024': [[100]],
    }
    rows = {
        (row[0], row[1]): row[2:]
        for row in streams_report.goal_rows(report['samples'])
    }
    of_node = 'ours-in-Node / Node'
    self.assertEqual(rows['pipe/identity 1 KiB', of_node],
                     ['0.50', '0.5', 'reached'])
    self.assertEqual(rows['sink/direct 1 KiB', of_node],
                     ['0.61', '0.6', 'missed'])
    self.assertEqual(rows['pipe/encode/ascii 1 KiB', of_node],
                     ['0.99', 'ahead', 'reached'])
    self.assertEqual(rows['pipe/identity 1 KiB', 'ours / ours-in-Node'],
                     ['2.00', '1.4', 'missed'])
    self.assertEqual(len(rows), 4)
    self.assertIn('missed', '\n'.join(streams_report.lines(report)))

  def test_speed_and_ratios(self):
    report = new_report()
    rows = {
        row[0]: row[1:] for row in streams_report.speed_rows(
            report['samples'], ['ours'], ['Bun'], 'pipe', [1024])
    }
    self.assertEqual(rows['encode/ascii 1 KiB'], ['0.50', '1.00', '0.50'])
    self.assertEqual(rows['decode/ascii 1 KiB'], ['0.85', '-', '-'])

  def test_streams_of_a_programs_own(self):
    report = new_report()
    report['runtimes'] += [['ours-in-Node', 'V8 14'], ['Node', 'Node 26']]
    report['samples']['ours'] |= {'use/for await/1024': [[300]], 'use/bytes/1024': [[4]]}
    report['samples']['ours-in-Node'] = {
        'use/for await/1024': [[200]], 'use/bytes/1024': [[8]]}
    report['samples']['Node'] = {
        'use/for await/1024': [[100]], 'use/bytes/1024': [[16]]}
    text = '\n'.join(streams_report.lines(report))
    self.assertEqual(table_row(text, 'for await'), ['300', '200', '100', '-', '0.50'])
    self.assertEqual(table_row(text, 'bytes'), ['4', '8', '16', '-', '2.00'])
    self.assertNotIn('of a program\'s own', '\n'.join(streams_report.lines(new_report())))

  def test_names_who_took_part(self):
    text = '\n'.join(streams_report.lines(new_report()))
    self.assertTrue(text.startswith('A CPU, 3 rounds, abc\n'))
    self.assertIn('\nBun: Bun 1\n', text)
    self.assertNotIn('Deno', text)


class JsBenchmarkTest(unittest.TestCase):

  def test_command_line(self):
    options = js_benchmark.parse([
        's.mjs', 'o.json', '--rounds', '2', '--runtime', 'a', '/x', '--flag',
        '--runtime', 'b c', '/y', '--script-args', '--runtime=z', '--runtime'
    ])
    self.assertEqual((options.script, options.output, options.rounds),
                     ('s.mjs', 'o.json', 2))
    self.assertEqual([(r.name, r.command) for r in options.runtimes],
                     [('a', ['/x', '--flag']), ('b c', ['/y'])])
    self.assertEqual(options.script_args, ['--runtime=z', '--runtime'])

  def test_what_comes_out_is_right(self):
    done = subprocess.run(
        [SHELL, SCRIPT, '--verify', '--sizes=1024,256,7', '--length=20000'],
        stdout=subprocess.PIPE,
        timeout=100,
        check=True,
        text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    # Three floors and four conversions, in three ways; one without a stream
    # between; four by calls; and at 1 KiB eleven of a program's own.
    self.assertEqual(len(results), 3 * (7 * 3 + 1 + 4) + 11)
    self.assertEqual([r['name'] for r in results if not r['same']], [])

  def test_a_short_run_without_a_peer(self):
    with tempfile.TemporaryDirectory() as folder:
      output = os.path.join(folder, 'out.json')
      done = subprocess.run([
          sys.executable,
          os.path.join(BENCH, 'js_benchmark.py'), SCRIPT, output, '--rounds',
          '2', '--runtime', 'ours', SHELL, '--runtime', 'Bun', '/no/bun',
          '--script-args', '--turns=3', '--time=0', '--sizes=512',
          '--length=3000'
      ],
                            stderr=subprocess.PIPE,
                            timeout=100,
                            check=True,
                            text=True)
      self.assertEqual(done.stderr.strip(),
                       'bench: no Bun here: going on without it.')
      with open(output, encoding='utf-8') as file:
        report = json.load(file)
    self.assertRegex(report['runtimes'][0][1], r'^V8 \d')
    self.assertEqual(list(report['samples']), ['ours'])
    for rounds in report['samples']['ours'].values():
      self.assertEqual([len(turns) for turns in rounds], [3, 3])
      self.assertGreater(js_benchmark.median({'x': rounds}, 'x'), 0)
    text = '\n'.join(streams_report.lines(report))
    self.assertIn('identity 512 B', text)

  def test_a_script_that_fails(self):
    done = subprocess.run([
        sys.executable,
        os.path.join(BENCH, 'js_benchmark.py'), '/no/script.mjs', '/dev/null',
        '--runtime', 'ours', SHELL
    ],
                          stderr=subprocess.PIPE,
                          timeout=100,
                          check=False,
                          text=True)
    self.assertEqual(done.returncode, 1)
    self.assertIn('/no/script.mjs failed', done.stderr)


if __name__ == '__main__':
  SHELL = os.path.abspath(sys.argv.pop())
  unittest.main()
