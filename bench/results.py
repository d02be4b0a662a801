# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What codec_benchmark has measured, as figures, and what all tables share."""

import collections
import statistics
import unicodedata

CEILINGS = ('widen', 'narrow', 'memcpy')
# What is compared with ours, like with like.
RIVALS = ('encoding_rs', 'encoding_rs_fast', 'simdutf', 'icu', 'iconv')
# And simdutf's best kernels where --target forces lesser ones on ours.
PEERS = ('encoding_rs', 'encoding_rs_fast', 'simdutf', 'simdutf_best', 'icu',
         'iconv')
SHORT_SIZES = ('1B', '4B', '8B', '16B', '32B', '64B', '256B', 'mixed')
# Two speeds that differ by no more than this are equal.
EQUAL = 0.02
NOTHING = '–'

NANOSECONDS = {'ns': 1, 'us': 1e3, 'ms': 1e6, 's': 1e9}


def is_cold(report):
  return report['context'].get('calls') == 'cold'


def is_short(workload):
  return workload.rsplit('/', 1)[1] in SHORT_SIZES


def read_figures(report, figure_of, of_all=statistics.median):
  """Returns {workload: {implementation: figure}}, in their order.

  `figure_of` makes a figure of a repetition, or None; `of_all` one of all those.
  """
  samples = collections.defaultdict(list)
  for run in report['benchmarks']:
    if run['run_type'] == 'iteration' and not run.get('error_occurred'):
      figure = figure_of(run)
      if figure is not None:
        samples[run['run_name']].append(figure)
  figures = {}
  for name, values in samples.items():
    workload, implementation = name.rsplit('/', 1)
    figures.setdefault(workload, {})[implementation] = of_all(values)
  return figures


def read_results(report):
  """Speeds: bytes a second, or of cold calls, calls a second."""
  if is_cold(report):
    return {workload: {name: 1e9 / max(ns, 1) for name, ns in cell.items()}
            for workload, cell in read_times(report).items()}
  return read_figures(report, lambda run: run['bytes_per_second'])


def read_times(report, of_all=statistics.median):
  """Nanoseconds a call."""
  if is_cold(report):
    return read_figures(report, lambda run: run.get('ns'), of_all)
  return read_figures(
      report, lambda run: run['cpu_time'] * NANOSECONDS[run['time_unit']]
      if 'cpu_time' in run else None, of_all)


def format_number(value):
  """About three digits that count, and no more than three decimals."""
  digits = 3 if value < 0.1 else 2 if value < 10 else 1 if value < 100 else 0
  return f'{value:.{digits}f}'


def format_speed(bytes_per_second):
  return NOTHING if bytes_per_second is None else format_number(
      bytes_per_second / 1e9)


def format_time(ns):
  return NOTHING if ns is None else format_number(ns)


def ratio(cell, other):
  return cell['ours'] / cell[other] if 'ours' in cell and other in cell else None


def best_rival(cell):
  """The name of the fastest, None if the cell has none."""
  return max((name for name in RIVALS if name in cell), key=cell.get,
             default=None)


def width(text):
  return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)


def table(header, rows, names=1):
  """Markdown that also reads well as it is.

  The first `names` columns are on the left, figures on the right.
  """
  lines = [header] + rows
  widths = [max(3, *(width(line[i]) for line in lines))
            for i in range(len(header))]

  def pad(text, i):
    space = ' ' * (widths[i] - width(text))
    return text + space if i < names else space + text

  def show(line):
    return '| ' + ' | '.join(pad(text, i) for i, text in enumerate(line)) + ' |'

  rule = '| ' + ' | '.join('-' * w if i < names else '-' * (w - 1) + ':'
                           for i, w in enumerate(widths)) + ' |'
  return '\n'.join([show(header), rule] + [show(row) for row in rows])


def describe(report):
  """The lines before the tables: what was measured, and where."""
  context = report['context']
  lines = [f'{context.get("cpu", "unknown CPU")}, '
           f'target {context.get("target", "unknown")}, '
           f'{context.get("compiler", "unknown compiler")}, '
           f'commit {context.get("commit", "unknown")}.']
  peers = [f'{name} {context[name]}' for name in PEERS if name in context]
  if peers:
    lines.append(f'Peers: {"; ".join(peers)}.')
  load = context.get('load_avg')
  if load:
    figures = ('Cold calls, nanoseconds a call' if is_cold(report) else
               'GB/s of input, nanoseconds a call of short texts')
    lines.append(f'Load when it began: {load[0]:.1f} on '
                 f'{context.get("num_cpus", "?")} CPUs. {figures}, medians; '
                 '× is ours divided by the peer\'s speed.')
  return lines
