#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of js/codecs.mjs, js_report.py, browser.py, and parts in
js_benchmark.py.

Usage: js_report_test.py SHELL
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import browser
import js_report

BENCH = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(BENCH, 'js', 'codecs.mjs')
SHELL = ''  # set below

TINY = ('--turns=1', '--time=0', '--warm=0')


def new_report():
  """Three rounds of two turns."""

  def rounds(best):
    return [[best, 9 * best], [best, best], [3 * best, 2 * best]]

  def cells(**best):
    names = {
        'short': 'short/utf-8/ascii/8B',
        'long': 'long/utf-8/html/4MiB',
        'new': 'construct/new TextDecoder()'
    }
    return {names[name]: rounds(ns) for name, ns in best.items()}

  row = 'short/utf-8/ascii/8B'
  return {
      'cpu': 'A CPU',
      'commit': 'abc',
      'rounds': 3,
      'runtimes': [['ours', 'V8 10'], ['ours-in-Node-26', 'V8 14'],
                   ['Node', 'Node 26'], ['Bun', 'Bun 1']],
      'samples': {
          'ours': cells(short=80, long=4000, new=50),
          'ours-in-Node-26': cells(short=40, long=1000, new=40),
          'ours-in-Node-26/own': cells(short=50, long=990, new=10),
          'Node': cells(short=51, long=990, new=10),
          'Bun': cells(short=20, new=80),
      },
      'absent': {'Bun': {'long/utf-8/html/4MiB': 'RangeError: none'}},
      'sums': {
          'ours': {row: 8},
          'ours-in-Node-26': {row: 8},
          'ours-in-Node-26/own': {row: 9},
      },
  }  # yapf: disable


def cells_of(text, name, heading='\n## '):
  """A table's row of that name, as cells; the first below the heading."""
  _, _, text = text.partition(heading)
  for line in text.splitlines():
    cells = [cell.strip() for cell in line.strip('| ').split(' | ')]
    if cells[0] == name:
      return cells[1:]
  return None


class JsReportTest(unittest.TestCase):

  def setUp(self):
    self.text = '\n'.join(js_report.lines(new_report()))

  def test_rows_have_times_and_ratios(self):
    header = ['ours', 'own', 'shell', 'Node', 'Bun', '× Node 26', '× Bun']
    self.assertEqual(cells_of(self.text, 'ns', '## short'), header)
    self.assertEqual(
        cells_of(self.text, 'utf-8/ascii/8B', '## short'),
        ['40.0', '50.0', '80.0', '51.0', '20.0', '1.25', '0.50'])
    self.assertEqual(
        cells_of(self.text, 'utf-8/html/4MiB', '## long'),
        ['1000', '990', '4000', '990', '–', '0.99', '–'])

  def test_geometric_means(self):
    self.assertAlmostEqual(js_report.geometric_mean([4, None, 1]), 2)
    self.assertIsNone(js_report.geometric_mean([None]))
    self.assertEqual(
        cells_of(self.text, 'geometric mean', '## short')[-2:],
        ['1.25', '0.50'])

  def test_summary_counts(self):
    self.assertEqual(
        cells_of(self.text, 'all', '## Summary'), ['1/1/1', '1/0/1'])
    self.assertEqual(
        cells_of(self.text, 'all but construct and extras', '## Summary'),
        ['1/1/0', '0/0/1'])

  def test_rows_that_a_peer_is_ahead_in(self):
    self.assertEqual(
        cells_of(self.text, 'construct/new TextDecoder()',
                 '## ours-in-Node-26 behind ours-in-Node-26/own'),
        ['40.0', '10.0', '0.25'])
    self.assertEqual(
        cells_of(self.text, 'short/utf-8/ascii/8B',
                 '## ours-in-Node-26 behind Bun'), ['40.0', '20.0', '0.50'])

  def test_absent_rows_and_different_results_are_named(self):
    self.assertIn('absent in Bun: long/utf-8/html/4MiB: RangeError: none',
                  self.text)
    report = new_report()
    report['absent'] = {
        'Bun': {
            'a/b': 'none',
            'a/c': 'none'
        },
        'Deno': {
            'a/b': 'none',
            'a/c': 'none'
        },
        'Node': {
            'a/b': 'none'
        },
    }
    self.assertEqual('\n'.join(js_report.lines(report)).splitlines()[-2:], [
        'absent in Bun, Deno: a/b; a/c: none',
        'absent in Node: a/b: none',
    ])
    self.assertIn(
        'short/utf-8/ascii/8B: different results: ours-in-Node-26, ours | '
        'ours-in-Node-26/own', self.text)

  def test_without_ours(self):
    report = new_report()
    report['samples'] = {'Bun': report['samples']['Bun']}
    text = '\n'.join(js_report.lines(report))
    self.assertEqual(cells_of(text, 'utf-8/ascii/8B', '## short'), ['20.0'])

  def test_figures_are_json(self):
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
      json.dump(new_report(), file)
      file.flush()
      done = subprocess.run([
          sys.executable,
          os.path.join(BENCH, 'js_report.py'), '--figures', file.name
      ],
                            stdout=subprocess.PIPE,
                            check=True,
                            text=True)
    figures = json.loads(done.stdout)
    self.assertEqual(figures['rows']['short/utf-8/ascii/8B']['Bun'], 20)
    self.assertEqual(figures['columns'][0], 'ours-in-Node-26')


def run_script(*args, script=SCRIPT):
  done = subprocess.run([SHELL, script, *args],
                        stdout=subprocess.PIPE,
                        timeout=100,
                        check=True,
                        text=True)
  return done.stdout.splitlines()


class CodecsTest(unittest.TestCase):

  def test_every_row_yields_a_figure(self):
    # With the shell's classes as the host's, too.
    with tempfile.NamedTemporaryFile('w', suffix='.mjs') as file:
      file.write('globalThis.hostClasses = {TextDecoder, TextEncoder};'
                 f'await import({json.dumps(SCRIPT)});')
      file.flush()
      lines = run_script(*TINY, script=file.name)
    results = [json.loads(line) for line in lines]
    results = [r for r in results if 'name' in r]
    rows = {(r['name'], r['isHost']): r for r in results}
    self.assertEqual(len(rows), len(results))
    self.assertGreater(len(rows), 800)
    absent = {}
    sums = {}
    for (name, is_host), result in rows.items():
      if 'absent' in result:
        # This host has nothing like the extras, and no Buffer.
        if not is_host or result['absent'] != 'no such function':
          absent.setdefault(result['absent'], []).append(name)
        continue
      self.assertEqual(len(result['ns']), 1, name)
      self.assertGreaterEqual(result['ns'][0], 0, name)
      if not name.startswith('first/'):
        # Something came out, and the same from both.
        self.assertTrue(result['sum'] or 'empty' in name or '()' in name, name)
        self.assertEqual(sums.setdefault(name, result['sum']), result['sum'])
    # V8 10.2 has resizable buffers behind a flag. The host's realms are none.
    reasons = {
        'no resizable buffers': 'resizable',
        'no growable buffers': 'growable',
        'no way to make an external string': 'external',
        'no realms to be made that have the classes': 'of a realm',
    }
    for reason, part in reasons.items():
      for name in absent.pop(reason, []):
        self.assertIn(part, name)
    self.assertEqual(absent, {})

  def test_parts_are_those_with_rows_that_are_wanted(self):
    parts = run_script('--list-parts')
    self.assertEqual(parts[:3], ['first', 'construct', 'short'])
    self.assertEqual(
        run_script('--list-parts', '--rows=^(long/utf-8|short)/'),
        ['short', 'long'])
    lines = run_script(*TINY, '--rows=8B$', '--part=encodeInto')
    names = [json.loads(line).get('name') for line in lines[1:]]
    self.assertIn('encodeInto/ascii/8B', names)
    for name in names:
      self.assertRegex(name, '^encodeInto/.*8B$')

  def test_runs_in_parts(self):
    with tempfile.TemporaryDirectory() as folder:
      output = os.path.join(folder, 'out.json')
      subprocess.run([
          sys.executable,
          os.path.join(BENCH, 'js_benchmark.py'), SCRIPT, output, '--rounds',
          '2', '--parts', '--runtime', 'ours', SHELL, '--script-args', *TINY,
          '--rows=(external/ascii|^short/utf-8/ascii)'
      ],
                     stderr=subprocess.PIPE,
                     timeout=100,
                     check=True)
      with open(output, encoding='utf-8') as file:
        report = json.load(file)
    rows = report['samples']['ours']
    self.assertEqual([row.rpartition('/')[2] for row in rows],
                     ['8B', '64B', '1KiB'])
    self.assertEqual([len(turns) for turns in rows['short/utf-8/ascii/8B']],
                     [1, 1])
    self.assertIn('strings/encode, external/ascii/2Mi units',
                  report['absent']['ours'])
    self.assertIn('short/utf-8/ascii/8B', report['sums']['ours'])
    self.assertIn('## short', '\n'.join(js_report.lines(report)))


# A browser that only does what its page would: fetches the page and the script,
# and sends back.
FAKE_BROWSER = r'''#!/usr/bin/env python3
import re, sys, urllib.request
url = sys.argv[-1]
page = urllib.request.urlopen(url)
assert page.headers['Cross-Origin-Embedder-Policy'] == 'require-corp'
text = page.read().decode()
args = re.search(r'scriptArgs = (.*);', text)[1]
script = re.search(r'import\("/(.*)"\)', text)[1]
body = urllib.request.urlopen(url + script).read()
path = 'failed' if b'throw' in body else 'done'
if b'leave' not in body:
  data = (args + body.decode()).encode()
  urllib.request.urlopen(urllib.request.Request(url + path, data))
'''


class BrowserTest(unittest.TestCase):

  def run_in_fake(self, script, *args):
    with tempfile.TemporaryDirectory() as folder:
      fake = os.path.join(folder, 'fake')
      path = os.path.join(folder, 'script.mjs')
      for name, text in ((fake, FAKE_BROWSER), (path, script)):
        with open(name, 'w', encoding='utf-8') as file:
          file.write(text)
      os.chmod(fake, 0o755)
      return browser.run(fake, path, list(args))

  def test_prints_what_the_page_sends(self):
    self.assertEqual(self.run_in_fake('print(1)', '--a=b'),
                     ('/done', '["--a=b"]print(1)'))

  def test_failures(self):
    self.assertEqual(self.run_in_fake('throw 1')[0], '/failed')
    self.assertIsNone(self.run_in_fake('leave'))

  def test_commands(self):
    with tempfile.TemporaryDirectory() as folder:
      command = browser.command_of('/usr/bin/firefox-esr', folder, 'URL')
      self.assertIn('--headless', command)
      self.assertEqual(command[-1], 'URL')
      self.assertTrue(os.path.exists(os.path.join(folder, 'user.js')))
      command = browser.command_of('/usr/bin/chromium', folder, 'URL')
      self.assertIn(f'--user-data-dir={folder}', command)


if __name__ == '__main__':
  SHELL = os.path.abspath(sys.argv.pop())
  unittest.main()
