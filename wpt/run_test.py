#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of the runner, with a suite and a shell of its own:
python3 wpt/run_test.py."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

WPT = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(WPT), 'tools', 'lib'))
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from expectations import Expectations, ExpectationsError, applies
import manifest
from results import HARNESS, Result, Subtest

# Stands in for a shell: what a test prints is in the file that it is.
FAKE_SHELL = r'''#!/usr/bin/env python3
import os, signal, sys, time
if sys.argv[1] == '-e':
  print('{"v8": "10.2.154.26", "v8Encoding": "1.0"}')
  sys.exit()
root, test = sys.argv[3], sys.argv[5]
for line in open(root + test.partition('?')[0]):
  if line.startswith('crash'):
    os.kill(os.getpid(), signal.SIGSEGV)
  elif line.startswith('hang'):
    time.sleep(60)
  elif line.startswith('exit'):
    sys.exit(3)
  elif not line.startswith('//'):
    print(line, end='', flush=True)
'''


def passed(name):
  return json.dumps(
      {'subtest': {
          'name': name,
          'status': 'PASS',
          'message': None
      }}) + '\n'


def failed(name):
  return json.dumps(
      {'subtest': {
          'name': name,
          'status': 'FAIL',
          'message': 'because'
      }}) + '\n'


OK = '{"status": "OK", "message": null}\n'

# At the top of a script that isn't to run in a page too.
SHELL_ONLY = '// META: global=worker\n'


def write(folder, files):
  for name, text in files.items():
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
      file.write(text)


class ManifestTest(unittest.TestCase):

  def find(self, files):
    with tempfile.TemporaryDirectory() as root:
      write(root, files)
      return manifest.find_tests(root, 'encoding')

  def urls_of(self, files):
    return [test.url for test in self.find(files)]

  def test_scripts(self):
    self.assertEqual(
        self.urls_of({
            'encoding/a.any.js':
                '// A comment\n\n//META: variant=?1-2\n// META: variant=?3\n'
                '// META: global=window,shadowrealm\ncode()\n'
                '// META: variant=?4\n',
            'encoding/b.window.js': '',
            'encoding/b2.any.js': '// META: global=window\n',
            'encoding/b3.any.js': '',
            'encoding/b4.any.js': '// META: global=worker\n',
            'encoding/c.js': '',
            'encoding/resources/d.any.js': '',
        }), [
            '/encoding/a.any.js?1-2', '/encoding/a.any.js?3',
            '/encoding/a.any.html?1-2', '/encoding/a.any.html?3',
            '/encoding/a.any.shadowrealm.html?1-2',
            '/encoding/a.any.shadowrealm.html?3', '/encoding/b.window.html',
            '/encoding/b2.any.html', '/encoding/b3.any.js',
            '/encoding/b3.any.html', '/encoding/b4.any.js'
        ])

  def test_pages(self):
    harness = '<script src="/resources/testharness.js"></script>\n'
    variants = ('<meta name="variant" content="?a">\n'
                "<meta content='?b' name=variant>\n")
    tests = self.find({
        'encoding/a.html': harness + variants,
        'encoding/b.html': harness + variants +
                           '<script src="/common/subset-tests.js"></script>',
        'encoding/c.html': '<link rel=match href=c-ref.html>',
        'encoding/c-ref.html': 'text',
        'encoding/d-crash.html': 'text',
    })
    self.assertEqual([(t.url, t.kind) for t in tests], [
        ('/encoding/a.html?a', 'testharness'),
        ('/encoding/a.html?b', 'testharness'),
        ('/encoding/b.html', 'testharness'),
        ('/encoding/c.html', 'reftest'),
        ('/encoding/d-crash.html', 'crashtest'),
    ])

  def test_timeouts(self):
    tests = self.find({
        'encoding/a.any.js': '// META: timeout=long\n',
        'encoding/b.html': '<meta name=timeout content=long>'
                           '/resources/testharness.js',
        'encoding/c.any.js': '',
    })
    self.assertEqual([test.timeout for test in tests], [60, 60, 60, 10, 10])

  def test_classes(self):
    for url, group in (
        ('/encoding/idlharness.any.js', 'idlharness'),
        ('/encoding/legacy-mb-korean/euc-kr/euckr-encode-href.html',
         'legacy, links'),
        ('/encoding/legacy-mb-schinese/gbk/gbk-decoder.any.js',
         'legacy, decoding'),
        ('/encoding/streams/a.any.js?x', 'streams'),
        ('/streams/piping/a.any.js', 'piping'),
        ('/encoding/a.any.js', 'scripts'),
        ('/encoding/streams/a.any.html', 'scripts in a page'),
        ('/encoding/a.window.html', 'scripts with a window'),
        ('/encoding/a.html', 'pages'),
    ):
      self.assertEqual(manifest.Test(url, 'testharness', 10).group, group)


class ExpectationsTest(unittest.TestCase):

  def judge(self, entries, *subtests, v8='10.2.1', status='OK'):
    expectations = Expectations(json.dumps({'encoding': entries}), 'encoding',
                                v8)
    result = Result(manifest.Test('/encoding/a.any.js?1', 'testharness', 10),
                    status=status,
                    subtests=[Subtest(*subtest) for subtest in subtests])
    verdicts = [(subtest.name if subtest else None, verdict)
                for subtest, verdict, _ in expectations.judge(result)]
    return verdicts, expectations

  def test_failures_and_passes(self):
    entry = {
        'test': '/encoding/a.any.js?1',
        'subtests': ['x', 'y', 'z'],
        'reason': 'r'
    }
    verdicts, expectations = self.judge([entry], ('x', 'FAIL'), ('y', 'PASS'),
                                        ('n', 'PASS'), ('m', 'TIMEOUT'))
    self.assertEqual(verdicts, [('x', 'expected'), ('y', 'failed'),
                                ('n', 'passed'), ('m', 'failed'),
                                (None, 'failed')])
    updated = json.loads(expectations.updated())['encoding']
    self.assertEqual(updated, [{
        **entry, 'subtests': ['x']
    }, {
        'test': '/encoding/a.any.js?1',
        'subtests': ['m'],
        'reason': ''
    }])
    with self.assertRaisesRegex(ExpectationsError, 'has no reason'):
      Expectations(expectations.updated(), 'encoding', '10.2')

  def test_patterns(self):
    entry = {'test': '/encoding/a.any.*', 'matching': 'x.*', 'reason': 'r'}
    verdicts, expectations = self.judge([entry], ('x1', 'FAIL'), ('y', 'FAIL'))
    self.assertEqual(verdicts, [('x1', 'expected'), ('y', 'failed')])
    self.assertEqual(expectations.idle(), [])
    _, expectations = self.judge([entry], ('y', 'PASS'))
    self.assertEqual(len(expectations.idle()), 1)
    self.assertEqual(json.loads(expectations.updated())['encoding'], [])

  def test_the_harness(self):
    entry = {'test': '*', 'subtests': [HARNESS], 'reason': 'r'}
    verdicts, _ = self.judge([entry], ('x', 'PASS'), status='CRASH')
    self.assertEqual(verdicts, [('x', 'passed'), (HARNESS, 'expected')])
    verdicts, _ = self.judge([], status='TIMEOUT')
    self.assertEqual(verdicts, [(HARNESS, 'failed')])

  def test_versions(self):
    for condition, v8, expected in (('<13.5', '12.4.254', True),
                                    ('<13.5', '13.5.1', False),
                                    ('>=9.10 <=10.2', '10.2.154', True),
                                    ('', '10.2', True), ('=10.2', '10.3', False)):
      self.assertEqual(applies(condition, v8), expected)
    entry = {'test': '*', 'v8': '>10.2', 'reason': 'r'}
    self.assertEqual(self.judge([entry], ('x', 'FAIL'))[0], [('x', 'failed')])
    self.assertEqual(
        json.loads(self.judge([entry],
                              ('x', 'PASS'))[1].updated())['encoding'], [entry])

  def test_what_makes_no_sense(self):
    for entry, message in (({'test': 'a'}, 'no reason'), ({}, 'no test'),
                           ({'test': 'a', 'reason': 'r', 'v8': 'new'},
                            'no condition'),
                           ({'test': 'a', 'reason': 'r', 'x': 1}, 'has x')):
      with self.assertRaisesRegex(ExpectationsError, message):
        self.judge([entry])


class RunTest(unittest.TestCase):

  def setUp(self):
    self.temp = tempfile.mkdtemp()
    self.addCleanup(shutil.rmtree, self.temp)
    write(
        self.temp, {
            'shell': FAKE_SHELL,
            'wpt/resources/testharness.js': '',
            'wpt/encoding/good.any.js':
                SHELL_ONLY + passed('a') + passed('b') + OK,
            'expectations.json': '{}',
        })
    os.chmod(os.path.join(self.temp, 'shell'), 0o755)

  def run_tests(self, *arguments):
    return subprocess.run([
        sys.executable,
        os.path.join(WPT, 'run.py'), '--engine',
        os.path.join(self.temp, 'shell'), '--wpt',
        os.path.join(self.temp, 'wpt'), '--expectations',
        os.path.join(self.temp, 'expectations.json'), *arguments
    ],
                          capture_output=True,
                          text=True,
                          check=False)

  def add(self, name, text):
    if name.endswith('.any.js'):
      text = SHELL_ONLY + text
    write(self.temp, {f'wpt/encoding/{name}': text})

  def test_passes(self):
    done = self.run_tests()
    self.assertEqual(done.returncode, 0)
    self.assertEqual(
        done.stdout.splitlines()[2:],
        ['         tests  passed  failed  expected',
         'scripts      1       2       0         0',
         'all          1       2       0         0',
         '',
         '2 passed, 0 failed'])

  def test_ways_to_fail(self):
    for text, message in (
        (passed('a') + failed('b') + OK, 'FAIL b\n        because'),
        (passed('a') + OK + 'crash\n', 'ended by SIGSEGV'),
        (passed('a') + 'hang\n', 'ended after 3.0 s of silence'),
        (passed('a') + 'a line\n', 'before the harness was done\n        a line'),
        (passed('a') + OK + 'exit\n', 'exited with status 3'),
        (passed('a') + '{"status": "ERROR", "message": "oh"}\n', 'oh'),
        (passed('a') + OK + '{"status": "ERROR", "message": "oh"}\n', 'oh'),
        (OK, 'has no subtest'),
    ):
      self.add('bad.any.js', text)
      # Long enough for a busy machine to start the other tests.
      done = self.run_tests('--timeout-multiplier', '0.3')
      self.assertEqual(done.returncode, 1, text)
      self.assertIn(message, done.stdout)
      self.assertRegex(done.stdout.splitlines()[-1], r'^[23] passed, 1 failed$')

  def test_nothing_to_run(self):
    done = self.run_tests('--filter', 'none')
    self.assertEqual((done.returncode, done.stdout.splitlines()[-1]),
                     (1, '0 passed, 0 failed'))

  def test_filter_and_list(self):
    self.add('bad.any.js', failed('b') + OK)
    self.assertEqual(self.run_tests('--filter', 'GOOD').returncode, 0)
    self.assertEqual(
        self.run_tests('--list').stdout,
        '/encoding/bad.any.js\n/encoding/good.any.js\n')

  def test_update_needs_reasons(self):
    self.add('bad.any.js', failed('b') + OK)
    path = os.path.join(self.temp, 'expectations.json')
    self.assertEqual(self.run_tests('--update').returncode, 1)
    self.assertIn('has no reason', self.run_tests().stderr)
    with open(path) as file:
      text = file.read()
    write(self.temp, {
        'expectations.json': text.replace('"reason": ""', '"reason": "r"')
    })
    done = self.run_tests()
    self.assertEqual(done.returncode, 0)
    self.assertEqual(done.stdout.splitlines()[-1], '2 passed, 0 failed')
    self.add('bad.any.js', passed('b') + OK)
    done = self.run_tests('--update')
    self.assertEqual(done.returncode, 1)
    self.assertIn('was expected to fail', done.stdout)
    self.assertEqual(self.run_tests().returncode, 0)

  def test_no_suite(self):
    done = self.run_tests('--suite', 'streams')
    self.assertEqual(done.returncode, 1)
    self.assertRegex(done.stderr, r'^tools/wpt: .* is no checkout of .*\.\n$')

  def test_report(self):
    self.add('bad.any.js', failed('b') + OK)
    self.add('look.html', '//<link rel=match href=x>\n'
             '{"status": "FAIL", "message": "because"}\n')
    parts = [json.loads(passed(name)) for name in 'abc']
    for i, part in enumerate(parts):
      part['subtest']['index'] = i + 1
    self.add(
        'parts.html', '///resources/testharness.js /common/subset-tests.js\n'
        '//<meta name=variant content="?1-2">\n'
        '//<meta name=variant content="?3-last">\n' +
        '\n'.join(map(json.dumps, reversed(parts))) + '\n' + OK)
    path = os.path.join(self.temp, 'report.json')
    self.run_tests('--report', path)
    with open(path) as file:
      report = json.load(file)
    self.assertEqual(report['run_info']['product'], 'v8-encoding')
    self.assertLessEqual(report['time_start'], report['time_end'])
    results = {result['test']: result for result in report['results']}
    bad = results['/encoding/bad.any.js']
    self.assertEqual(bad['status'], 'OK')
    self.assertEqual(bad['subtests'], [{
        'name': 'b',
        'status': 'FAIL',
        'message': 'because'
    }])
    look = results['/encoding/look.html']
    self.assertEqual((look['status'], look['message'], look['subtests']),
                     ('FAIL', 'because', []))
    self.assertEqual([[s['name']
                       for s in results[f'/encoding/parts.html{part}']['subtests']]
                      for part in ('?1-2', '?3-last')], [['b', 'a'], ['c']])
    self.assertEqual(len(results), 5)


if __name__ == '__main__':
  unittest.main()
