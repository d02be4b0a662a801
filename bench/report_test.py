# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""report.py and the modules that it is made of, over small inputs."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import builds
import goals
import goals_report
import report
import results


def run(name, *speeds):
  """Repetitions of one benchmark, in GB/s, and an aggregate to be ignored."""
  runs = [{'run_name': name, 'run_type': 'iteration',
           'bytes_per_second': speed * 1e9} for speed in speeds]
  return runs + [{'run_name': name, 'run_type': 'aggregate',
                  'bytes_per_second': 1.0}]


def timed(name, *times, unit='ns'):
  """Repetitions of one benchmark, in nanoseconds a call of 16 bytes."""
  factor = results.NANOSECONDS[unit]
  return [{'run_name': name, 'run_type': 'iteration', 'cpu_time': ns / factor,
           'time_unit': unit, 'bytes_per_second': 16e9 / ns} for ns in times]


def cold(name, *times):
  """Of cold calls: Google Benchmark's own times are those of evictions."""
  return [{'run_name': name, 'run_type': 'iteration', 'cpu_time': 1e5,
           'time_unit': 'ns', 'ns': ns} for ns in times]


def make_report(target, *runs, calls='warm'):
  return {'context': {'cpu': 'Some CPU', 'target': target, 'calls': calls,
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


class BuildsTest(unittest.TestCase):

  def test_the_least_time_of_all_rounds_counts(self):
    times = {}
    for ns in 7, 5, 6:
      builds.take_times(
          make_report('AVX2', timed('encode/UTF-8/french/8B/ours', ns, 9),
                      timed('encode/UTF-8/french/1MiB/ours', ns,
                            unit='us')), times)
    self.assertEqual(times, {'encode/UTF-8/french/8B': 5,
                             'encode/UTF-8/french/1MiB': 5})

  def test_means_of_what_shares_a_codec(self):
    of_workload = builds.ratios(
        {'decode/GBK/chinese/8B': 10, 'decode/Big5/random/8B': 10,
         'decode/KOI8-R/russian/8B': 10, 'decode/KOI8-R/russian/1KiB': 10,
         'encode/UTF-8/french/8B': 4, 'encode/UTF-8/only-here/8B': 4},
        {'decode/GBK/chinese/8B': 5, 'decode/Big5/random/8B': 20,
         'decode/KOI8-R/russian/8B': 30, 'decode/KOI8-R/russian/1KiB': 10,
         'encode/UTF-8/french/8B': 6})
    self.assertEqual(rows_of(builds.means_table(of_workload)), [
        ['times as long', '8B', '1KiB'],
        ['decode single-byte', '3.00', '1.00'],
        ['decode two-byte', '1.00', ''],
        ['encode UTF-8', '1.50', ''],
    ])

  def test_the_slowest_rows_come_first(self):
    first = {'a/b/c/1B': 10, 'a/b/d/1B': 10, 'a/b/e/1B': 10}
    second = {'a/b/c/1B': 11, 'a/b/d/1B': 30, 'a/b/e/1B': 5}
    text = builds.rows_table(['clang', 'gcc'], first, second,
                             builds.ratios(first, second), 2)
    self.assertEqual(rows_of(text), [
        ['slowest rows, ns', 'clang', 'gcc', 'times as long'],
        ['a/b/d/1B', '10.0', '30.0', '3.00'],
        ['a/b/c/1B', '10.0', '11.0', '1.10'],
    ])


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


  def test_short_texts_have_nanoseconds(self):
    text = report.speed_tables(make_report(
        'AVX3_DL',
        timed('decode/UTF-8/french/16B/ours', 30, 20, 1),
        timed('decode/UTF-8/french/16B/simdutf', 8, unit='us'),
        timed('decode/UTF-8/french/mixed/ours', 16),
        timed('decode/UTF-8/french/1KiB/ours', 16),
        timed('encode/UTF-8/french/1KiB/ours', 16)))
    self.assertEqual(rows_of(text), [
        ['decode', 'ours', 'ns', 'ceiling', 'share', 'simdutf', 'ns', '×'],
        ['UTF-8/french/16B', '0.80', '20.0', '–', '–', '2.00', '8.00', '0.40'],
        ['UTF-8/french/mixed', '1.00', '16.0', '–', '–', '–', '–', '–'],
        ['UTF-8/french/1KiB', '1.00', '–', '–', '–', '–', '–', '–'],
        ['encode', 'ours', 'ceiling', 'share'],
        ['UTF-8/french/1KiB', '1.00', '–', '–'],
    ], text)

  def test_cold_calls_have_nothing_else(self):
    text = report.speed_tables(make_report(
        'AVX3_DL',
        cold('decode/UTF-8/french/1KiB/ours', 400, 200, 100),
        cold('decode/UTF-8/french/1KiB/icu', 300), calls='cold'))
    self.assertIn('Cold calls, nanoseconds a call', text)
    self.assertEqual(rows_of(text), [
        ['decode', 'ours ns', 'icu ns', '×'],
        ['UTF-8/french/1KiB', '200', '300', '1.50'],
    ], text)


class BehindTest(unittest.TestCase):

  def test_the_farthest_behind_comes_first(self):
    text = report.behind_table(make_report(
        'AVX2',
        run('decode/UTF-8/french/1MiB/ours', 0.9),
        run('decode/UTF-8/french/1MiB/encoding_rs', 1),
        timed('encode/UTF-8/french/16B/ours', 40),
        timed('encode/UTF-8/french/16B/encoding_rs', 20),
        timed('encode/UTF-8/french/16B/simdutf', 10),
        # Equal.
        run('decode/GBK/chinese/1MiB/ours', 0.981),
        run('decode/GBK/chinese/1MiB/icu', 1),
        # Ahead.
        run('encode/GBK/chinese/1MiB/ours', 2),
        run('encode/GBK/chinese/1MiB/encoding_rs_fast', 1),
        # Not rivals: limits, and kernels for another instruction set.
        run('validate/UTF-8/ascii/1MiB/ours', 1),
        run('validate/UTF-8/ascii/1MiB/memcpy', 9),
        run('validate/UTF-8/ascii/1MiB/simdutf_best', 9),
        run('decode/Big5/japanese/1MiB/icu', 9)))
    self.assertEqual(text.splitlines()[0],
                     'Behind anybody: 2 of 4 rows with a peer. '
                     'Speeds within ±2 % count as equal.')
    self.assertEqual(rows_of(text), [
        ['target', 'workload', 'size', 'ours', 'who', 'theirs', 'ratio'],
        ['AVX2', 'encode/UTF-8/french', '16B', '40.0 ns', 'simdutf', '10.0 ns',
         '0.25'],
        ['AVX2', 'decode/UTF-8/french', '1MiB', '0.90 GB/s', 'encoding_rs',
         '1.00 GB/s', '0.90'],
    ], text)

  def test_two_percent_is_the_limit(self):
    for ours, behind in ((0.979, '1'), (0.98, 'nothing')):
      text = report.behind_table(make_report(
          'AVX2', run('decode/UTF-8/french/1MiB/ours', ours),
          run('decode/UTF-8/french/1MiB/encoding_rs', 1)))
      self.assertTrue(
          text.startswith(f'Behind anybody: {behind} of 1 rows with a peer.'),
          text)

  def test_cold_calls_are_compared_by_time(self):
    text = report.behind_table(make_report(
        'AVX2', cold('decode/UTF-8/french/1MiB/ours', 200),
        cold('decode/UTF-8/french/1MiB/icu', 150), calls='cold'))
    self.assertEqual(rows_of(text)[1][3:], ['200 ns', 'icu', '150 ns', '0.75'])

  def test_every_report_ends_with_it(self):
    made = make_report('AVX2', run('decode/UTF-8/french/1MiB/ours', 1),
                       run('decode/UTF-8/french/1MiB/icu', 4))
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
      json.dump(made, file)
      file.flush()
      texts = {option: subprocess.run(
          [sys.executable, report.__file__, *option, file.name], text=True,
          check=True, stdout=subprocess.PIPE).stdout
               for option in ((), ('--goals',), ('--behind',))}
    for text in texts.values():
      self.assertTrue(text.endswith(report.behind_table(made) + '\n'), text)
    self.assertEqual(len(rows_of(texts['--behind',])), 2)


class ShortGoalsTest(unittest.TestCase):

  def rows(self, target, change=None, ours=4.9, rival=5.1):
    """Every cell at `ours` ns, rivals at `rival`; `change` drops or adds runs."""
    runs = []
    for name in dict.fromkeys(cell for row in goals.SHORT_ROWS
                              for cell in row.cells()):
      times = {'ours': ours, 'encoding_rs': rival, 'simdutf': rival}
      if change is not None:
        change(name, times)
      runs += [timed(f'{name}/{who}', ns) for who, ns in times.items()]
    text = goals_report.short_goals_table(make_report(target, *runs))
    return rows_of(text)[1:], text.splitlines()[-1]

  def test_all_reached(self):
    for target, kind in (('AVX3_ZEN4', 'avx512'), ('AVX2', 'avx2'),
                         ('SSE4', 'sse4')):
      rows, summary = self.rows(target)
      wanted = [row.label for row in goals.SHORT_ROWS if kind in row.targets]
      self.assertEqual([row[0] for row in rows], wanted)
      self.assertEqual(summary,
                       f'{len(wanted)} of {len(wanted)} goals reached.')
      self.assertNotIn('missed', str(rows))

  def test_equal_is_enough_where_nothing_is_to_be_ahead(self):
    rows, _ = self.rows('AVX3_DL', ours=4.9, rival=4.9)
    for row in rows:
      self.assertEqual('ahead of' in row[1], 'missed' in row[2], row)

  def test_nanoseconds_have_limits(self):
    for ours, missed in ((5.1, ['≤ 5 ns']), (7.1, ['≤ 5 ns', '≤ 7 ns']),
                         (12.1, ['≤ 5 ns', '≤ 7 ns', '≤ 12 ns'])):
      rows, _ = self.rows('AVX3_DL', ours=ours, rival=20)
      self.assertEqual([row[1] for row in rows if 'missed' in row[2]], missed)

  def test_the_worst_is_named_with_its_peer(self):
    def change(name, times):
      if name == 'encode/UTF-8/emoji/8B':
        times['simdutf'] = 2.45
    rows, _ = self.rows('AVX3_DL', change)
    self.assertEqual(
        rows[0][2], '167 of 168, the worst 0.50× (encode UTF-8/emoji/8B, simdutf)'
        ' missed')
    self.assertIn('✓', rows[1][2])

  def test_four_fifths_are_enough_for_sse4(self):
    row = next(row for row in goals.SHORT_ROWS if row.targets == ('sse4',))
    slow = set(row.cells()[:len(row.cells()) // 5])

    def change(name, times):
      if name in slow:
        times['simdutf'] = 1
    reached = next(text for label, _, text in self.rows('SSE4', change)[0]
                   if label == row.label)
    self.assertRegex(reached, r'the worst 0\.20× .* ✓$')
    slow |= set(row.cells()[:len(slow) + 1])
    reached = next(text for label, _, text in self.rows('SSE4', change)[0]
                   if label == row.label)
    self.assertIn('missed', reached)

  def test_without_a_peer_the_best_is_not_known(self):
    rows, _ = self.rows('AVX3_DL', lambda _, times: times.pop('simdutf'))
    self.assertIn('without simdutf missed', rows[0][2])
    rows, _ = self.rows('AVX2', lambda _, times: times.pop('simdutf'))
    beside = next(row for row in rows if 'simdutf' in row[0])
    self.assertIn('not measured', beside[2])

  def test_nothing_is_reached_by_leaving_it_out(self):
    def change(name, times):
      if name == 'decode/GBK/chinese/16B':
        times.clear()
    rows, _ = self.rows('AVX3_DL', change)
    self.assertIn('not measured (1 of 14)',
                  next(row[2] for row in rows if row[1] == '≤ 12 ns'))


class GoalsTest(unittest.TestCase):

  def goal_rows(self, made):
    text = goals_report.goals_table(made)
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
    made = all_goals('AVX3_DL', lambda part: part.bounds[0].value('avx2'))
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
    ceilings = sum(bound.peer in results.CEILINGS for row in goals.ROWS
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
    for cell in goals.cells():
      self.assertRegex(cell, text)
    for other in ('decode/UTF-8/french-errors/1KiB',
                  'decode/UTF-8/frenchman/1MiB',
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
    self.assertIn('Goals for short texts and beside the best', text)

  def count(self):
    return sum(len(row.parts) for row in goals.ROWS)


if __name__ == '__main__':
  sys.exit(unittest.main())
