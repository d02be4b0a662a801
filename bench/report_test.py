# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""report.py over small inputs."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import goals
import report


def run(name, *speeds):
  """Repetitions of one benchmark, in GB/s, and an aggregate to be ignored."""
  runs = [{'run_name': name, 'run_type': 'iteration',
           'bytes_per_second': speed * 1e9} for speed in speeds]
  return runs + [{'run_name': name, 'run_type': 'aggregate',
                  'bytes_per_second': 1.0}]


def make_report(target, *runs):
  return {'context': {'cpu': 'Some CPU', 'target': target,
                      'compiler': 'Clang 14.0', 'commit': 'abc1234',
                      'encoding_rs': '0.8.31', 'icu': 'missing: no libicuuc',
                      'load_avg': [0.5, 1, 1], 'num_cpus': 2},
          'benchmarks': [entry for group in runs for entry in group]}


def all_goals(target, speed_of):
  """Results for every goal: peers and ceilings at 1 GB/s, ours as told."""
  runs = []
  for row in goals.ROWS:
    for part in row.parts:
      for workload in part.workloads:
        name = f'{workload}/{goals.SIZE}'
        runs.append(run(f'{name}/ours', speed_of(part)))
        for bound in part.bounds:
          runs.append(run(f'{name}/{bound.peer}', 1))
  return make_report(target, *runs)


def rows_of(text):
  return [[cell.strip() for cell in line.strip('|').split('|')]
          for line in text.splitlines()
          if line.startswith('|') and '---' not in line]


class SpeedTablesTest(unittest.TestCase):

  def test_medians_ratios_and_gaps(self):
    text = report.speed_tables(make_report(
        'AVX3_DL',
        run('decode/UTF-8/french/1MiB/ours', 9, 3, 2),
        run('decode/UTF-8/french/1MiB/widen', 30),
        run('decode/UTF-8/french/1MiB/encoding_rs', 1.5, 1.5, 99),
        run('decode/GBK/chinese/1MiB/ours', 0.0123),
        run('decode/GBK/chinese/1MiB/iconv', 246),
        run('encode/GBK/chinese/1MiB/ours', 2),
        run('encode/GBK/chinese/1MiB/narrow', 1)))
    self.assertIn('Some CPU, target AVX3_DL, Clang 14.0, commit abc1234.', text)
    self.assertIn('encoding_rs 0.8.31; icu missing: no libicuuc', text)
    self.assertEqual(rows_of(text), [
        ['decode', 'ours', 'ceiling', 'share', 'encoding_rs', '×', 'iconv',
         '×'],
        ['UTF-8/french/1MiB', '3.00', 'widen 30.0', '0.10', '1.50', '2.00',
         '–', '–'],
        ['GBK/chinese/1MiB', '0.012', '–', '–', '–', '–', '246', '0.000'],
        ['encode', 'ours', 'ceiling', 'share'],
        ['GBK/chinese/1MiB', '2.00', 'narrow 1.00', '2.00'],
    ], text)

  def test_columns_line_up(self):
    text = report.speed_tables(make_report(
        'AVX2', run('decode/UTF-8/french/1MiB/ours', 100),
        run('decode/UTF-8/emoji/64B/ours', 1)))
    lines = [line for line in text.splitlines() if line.startswith('|')]
    self.assertEqual(len({len(line) for line in lines}), 1, text)


class GoalsTest(unittest.TestCase):

  def goal_rows(self, made):
    text = report.goals_table(made)
    return rows_of(text)[1:], text.splitlines()[-1]

  def count(self):
    return sum(len(row.parts) for row in goals.ROWS)

  def test_all_reached_exactly(self):
    for target, kind in (('AVX3_DL', 'avx512'), ('AVX2', 'avx2'),
                         ('SSE4', 'avx2')):
      made = all_goals(target, lambda part: part.bounds[0].value(kind))
      rows, summary = self.goal_rows(made)
      self.assertEqual([row[0] for row in rows], [r.label for r in goals.ROWS])
      self.assertEqual(summary, f'{self.count()} of {self.count()} goals reached.')
      self.assertNotIn('missed', str(rows))

  def test_all_missed_by_a_little(self):
    made = all_goals('AVX3_DL',
                     lambda part: part.bounds[0].value('avx512') * 0.999)
    rows, summary = self.goal_rows(made)
    self.assertEqual(summary, f'0 of {self.count()} goals reached.')
    self.assertNotIn('✓', str(rows))

  def test_avx512_goals_are_higher(self):
    made = all_goals('AVX3', lambda part: part.bounds[0].value('avx2'))
    # ASCII has the same goal in both.
    self.assertEqual(self.goal_rows(made)[1],
                     f'1 of {self.count()} goals reached.')

  def test_the_worst_decides_and_is_named(self):
    made = all_goals('AVX2', lambda part: part.bounds[0].value('avx2'))
    for entry in made['benchmarks']:
      if entry['run_name'] == 'decode/Big5/traditional-chinese/1MiB/ours':
        entry['bytes_per_second'] = 1.5e9
    row = next(row for row in self.goal_rows(made)[0]
               if row[0].startswith('two-byte decode'))
    self.assertEqual(row[1], '≥ 3×; 2× encoding_rs')
    self.assertRegex(row[2],
                     r'^1\.50× \(Big5\) to 3\.00× \(\S+\) missed; .* ✓$')

  def test_either_bound_will_do(self):
    made = all_goals('AVX2', lambda part: part.bounds[-1].value('avx2'))
    for entry in made['benchmarks']:
      if entry['run_name'].endswith('/encoding_rs_fast'):
        entry['bytes_per_second'] = 1e12
    row = next(row for row in self.goal_rows(made)[0]
               if row[0].startswith('multi-byte encode'))
    self.assertRegex(row[2], r'^0\.080× or 80\.0× .* ✓; 0\.080× or 80\.0× .* ✓$')

  def test_without_peer_nothing_is_reached(self):
    made = all_goals('AVX2', lambda part: 1000)
    made['benchmarks'] = [entry for entry in made['benchmarks']
                          if 'encoding_rs' not in entry['run_name']]
    rows, summary = self.goal_rows(made)
    ceilings = sum(bound.peer in report.CEILINGS for row in goals.ROWS
                   for part in row.parts for bound in part.bounds)
    self.assertEqual(summary, f'{ceilings} of {self.count()} goals reached.')
    self.assertIn('not measured (french)', str(rows))


class FilterTest(unittest.TestCase):

  def test_matches_the_goals_and_nothing_else(self):
    text = subprocess.run(
        [sys.executable, report.__file__, '--goals-filter'], text=True,
        check=True, stdout=subprocess.PIPE).stdout.strip()
    for workload in goals.workloads():
      self.assertRegex(f'{workload}/1MiB', text)
    for other in ('decode/UTF-8/french/1KiB', 'decode/UTF-8/frenchman/1MiB',
                  'decode/UTF-8/french/1MiB-in-4KiB'):
      self.assertIsNone(re.search(text, other), other)

  def test_reads_a_file(self):
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
      file.write('{"context": {}, "benchmarks": []}')
      file.flush()
      text = subprocess.run(
          [sys.executable, report.__file__, '--goals', file.name], text=True,
          check=True, stdout=subprocess.PIPE).stdout
    self.assertIn(f'0 of {self.count()} goals reached.', text)

  def count(self):
    return sum(len(row.parts) for row in goals.ROWS)


if __name__ == '__main__':
  sys.exit(unittest.main())
