#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Installs npm's package from the packed file in an empty folder, with each Node
that is asked for, and tests what is installed there. tools/npm has the usage.

For each Node a line: whether the package was compiled, and how many tests
passed and failed, of npm/test/, of js-tests/, of web-platform-tests.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

NPM = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(NPM)
OUT = os.path.join(ROOT, 'out', 'npm')
TEST = os.path.join(NPM, 'test')
NODES = os.path.join(ROOT, 'third_party', 'node')

# How long a file of tests may take, in seconds, also where every core is busy.
TIMEOUT = 300

# js-tests/ that have nothing to do with the package: those of the shell's own
# interfaces, and one that needs npm's polyfill as a global. decode_huge takes a
# minute and gigabytes, and looks at the core's limits only.
OTHER_JS_TESTS = re.compile(r'shell_|stream_oracle|decode_huge')

# js-tests/ that fail here, with reasons. Each must fail.
EXPECTED = {
    'the error is a plain TypeError of this realm':
        'errors have a `code`, as those of Node do',
    'TextDecoder prototype has these members only, in the order of Web IDL':
        'console.log() needs a function on the prototype, as Node\'s class has',
    'TextEncoder prototype has these members only, in the order of Web IDL':
        'console.log() needs a function on the prototype, as Node\'s class has',
}

# Node 22 reads the global WebAssembly when it ends, with or without the package,
# and this file has set a trap there.
EXPECTED_EXITS = {('22', 'hostile_globals_before.test.js')}

# Scripts of web-platform-tests with subtests that fail: how many, and why. With a
# list of Nodes, in those alone.
NO_XHR = 'Node has no XMLHttpRequest'
PROPOSAL = 'streams of type "owning" are a proposal'
EXPECTED_WPT = {
    '/encoding/unsupported-encodings.any.js': (14, None, NO_XHR),
    '/encoding/replacement-encodings.any.js': (12, None, NO_XHR),
    '/encoding/encodeInto.any.js': (2, ('20', '22'), 'V8 before 13.5 has no Float16Array'),
    '/streams/readable-streams/from.any.js':
        (1, None, 'since whatwg/streams 29997074 from() takes no string; the test is older'),
    '/streams/readable-streams/owning-type.any.js': (5, None, PROPOSAL),
    '/streams/readable-streams/owning-type-message-port.any.js': (2, None, PROPOSAL),
    '/streams/readable-streams/owning-type-video-frame.any.js': (5, None, PROPOSAL),
    '/streams/transferable/transform-stream-members.any.js':
        (4, ('20',), 'structuredClone() of Node 20 throws no DataCloneError'),
}


class Node:
  """A release of Node, and the folder where the package is installed with it."""

  def __init__(self, major):
    self.major = major
    self.root = os.path.join(NODES, major)
    self.program = os.path.join(self.root, 'bin', 'node')
    self.folder = os.path.join(OUT, f'node-{major}')
    if not os.path.isfile(self.program):
      sys.exit(f'tools/npm: no Node {major} in third_party/node.')

  @property
  def name(self):
    with open(os.path.join(self.root, 'version')) as file:
      return f'Node {file.read().strip()}'

  def npm(self):
    """npm, run by this Node. npm's package of Node has the program alone, so
    that npm is the machine's."""
    found = shutil.which('npm')
    return [self.program, os.path.realpath(found)] if found else sys.exit(
        'tools/npm: npm is missing.')

  def environment(self):
    """For npm: this Node, its headers, and ccache if there is one."""
    environment = dict(os.environ)
    environment['PATH'] = (os.path.dirname(self.program) + os.pathsep +
                           environment['PATH'])
    environment['npm_config_nodedir'] = self.root
    environment.setdefault('JOBS', str(os.cpu_count()))
    if shutil.which('ccache') and 'CXX' not in environment:
      environment.update(CC='ccache gcc', CXX='ccache g++')
    return environment

  def install(self, package):
    """'' or what went wrong."""
    shutil.rmtree(self.folder, ignore_errors=True)
    os.makedirs(self.folder)
    with open(os.path.join(self.folder, 'package.json'), 'w') as file:
      file.write('{"private": true}\n')
    done = run([
        *self.npm(), 'install', '--foreground-scripts', '--no-audit', '--no-fund',
        '--offline', package
    ], cwd=self.folder, env=self.environment(), timeout=1800)
    return '' if done.returncode == 0 else done.stdout + done.stderr

  def tap(self):
    """The tests of npm/test/."""
    files = []
    for path in glob.glob(os.path.join(TEST, '*.mjs')):
      files.append(shutil.copy(path, self.folder))
    done = run([
        self.program, '--test', '--test-reporter=tap', '--test-timeout=120000',
        *sorted(path for path in files if path.endswith('.test.mjs'))
    ], cwd=self.folder)
    count = {
        word: int(number) for word, number in re.findall(
            r'^# (pass|fail|cancelled) (\d+)$', done.stdout, re.MULTILINE)
    }
    failed = count.get('fail', 1) + count.get('cancelled', 0)
    if failed or done.returncode != 0:
      print(done.stdout + done.stderr, file=sys.stderr)
    return count.get('pass', 0), failed or int(done.returncode != 0)

  def js_test(self, path):
    """Passed, failed, and what to print about a file of js-tests/."""
    flags = ['--js-immutable-arraybuffer'] if self.major == '26' else []
    done = run([
        self.program, *flags, '--expose-gc', '--import', './shell_globals.mjs',
        os.path.join(ROOT, 'js-tests', 'harness.js'), path
    ], cwd=self.folder)
    passed = len(re.findall(r'^ok ', done.stdout, re.MULTILINE))
    bad = re.findall(r'^not ok (.*?): (.*)$', done.stdout, re.MULTILINE)
    problems = [f'not ok {name}: {why}' for name, why in bad if name not in EXPECTED]
    problems += [
        f'passes, and is expected not to: {name}' for name in re.findall(
            r'^ok (.*)$', done.stdout, re.MULTILINE) if name in EXPECTED
    ]
    expected_exit = (self.major, os.path.basename(path)) in EXPECTED_EXITS
    if not expected_exit and not re.search(r'^ran \d+ tests$', done.stdout,
                                            re.MULTILINE):
      problems.append(f'ended in the midst of its tests: {done.stdout}')
    if done.returncode != int(bool(bad) or expected_exit):
      problems.append(f'exit status {done.returncode}: {done.stdout}{done.stderr}')
    return passed, problems

  def js_tests(self):
    passed = failed = 0
    paths = sorted(
        path for path in glob.glob(os.path.join(ROOT, 'js-tests', '*.test.js'))
        if not OTHER_JS_TESTS.match(os.path.basename(path)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
      for path, (ok, problems) in zip(paths, pool.map(self.js_test, paths)):
        passed += ok
        failed += len(problems)
        for problem in problems:
          print(f'{self.name}, {os.path.basename(path)}: {problem}', file=sys.stderr)
    return passed, failed

  def wpt(self, suite):
    """web-platform-tests with the package's classes as globals."""
    register = os.path.join(self.folder, 'node_modules', 'v8-encoding', 'lib',
                            'register.js')
    done = run([
        os.path.join(ROOT, 'tools', 'wpt'), '--suite', suite, '--engine',
        f"'{self.program}' --import 'file://{register}'"
    ], cwd=ROOT)
    count = re.findall(r'^(\d+) passed, (\d+) failed', done.stdout, re.MULTILINE)
    if not count:
      print(done.stdout + done.stderr, file=sys.stderr)
      return 0, 1
    passed, failed = map(int, count[-1])
    for path, number in re.findall(r'^FAILED +(\S+): \d+ passed, (\d+) failed',
                                   done.stdout, re.MULTILINE):
      expected, majors, _ = EXPECTED_WPT.get(path, (0, None, ''))
      if expected == int(number) and (majors is None or self.major in majors):
        failed -= expected
    if failed:
      print(done.stdout, file=sys.stderr)
    return passed, failed


def run(command, timeout=TIMEOUT, **arguments):
  try:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors='replace', check=False,
                          timeout=timeout, **arguments)
  except subprocess.TimeoutExpired as error:
    output = (error.stdout or b'').decode(errors='replace')
    return subprocess.CompletedProcess(command, 124, output,
                                       f'no end within {timeout} s')


def compile_types(node):
  """TypeScript's view of the package that `node` has: with the types of browsers,
  with those of Node alone, and in each way that TypeScript has to find packages."""
  types = os.path.join(node.folder, 'types')
  shutil.copytree(os.path.join(TEST, 'types'), types,
                  ignore=shutil.ignore_patterns('node_modules'))
  done = run([*node.npm(), 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
             cwd=types, env=node.environment())
  if done.returncode != 0:
    print(done.stdout + done.stderr, file=sys.stderr)
    return 0, 1
  passed = failed = 0
  with_node = {'lib': ['es2024'], 'types': ['node']}
  for options in (
      {'module': 'nodenext', 'lib': ['es2024', 'dom', 'dom.asynciterable'], 'types': []},
      {'module': 'nodenext', **with_node},
      {'module': 'esnext', 'moduleResolution': 'bundler', **with_node},
      {'module': 'commonjs', 'moduleResolution': 'node10', **with_node},
  ):
    with open(os.path.join(types, 'tsconfig.json'), 'w') as file:
      json.dump({
          'compilerOptions': {
              'strict': True, 'noEmit': True, 'target': 'es2024', **options
          },
          'files': ['usage.mts']
      }, file)
    done = run([node.program, os.path.join(types, 'node_modules/typescript/bin/tsc')],
               cwd=types)
    if done.returncode != 0:
      print(f'tsc with {options}:\n{done.stdout}{done.stderr}', file=sys.stderr)
    passed += done.returncode == 0
    failed += done.returncode != 0
  return passed, failed


def pack():
  """The packed file."""
  done = run([sys.executable, os.path.join(NPM, 'pack.py'), OUT], timeout=600)
  if done.returncode != 0:
    sys.exit(done.stdout + done.stderr)
  return done.stdout.strip()


def main():
  parser = argparse.ArgumentParser(prog='tools/npm test')
  parser.add_argument('--node', default='26')
  options = parser.parse_args()
  nodes = [Node(major) for major in options.node.split(',')]
  package = pack()
  print(f'{"":16} {"compiled":>9} {"npm/test":>10} {"js-tests":>12}'
        f' {"wpt encoding":>14} {"wpt streams":>14}')
  total_passed = total_failed = 0
  for node in nodes:
    start = time.monotonic()
    problem = node.install(package)
    if problem:
      print(problem, file=sys.stderr)
      print(f'{node.name:16} {"no":>9}', flush=True)
      total_failed += 1
      continue
    seconds = f'{time.monotonic() - start:.0f} s'
    counts = [
        node.tap(), node.js_tests(), node.wpt('encoding'), node.wpt('streams')
    ]
    print(f'{node.name:16} {seconds:>9}' +
          ''.join(f' {f"{passed}/{failed}":>{width}}'
                  for (passed, failed), width in zip(counts, (10, 12, 14, 14))),
          flush=True)
    for passed, failed in [(1, 0), *counts]:
      total_passed += passed
      total_failed += failed
  if os.path.isdir(os.path.join(nodes[-1].folder, 'node_modules')):
    passed, failed = compile_types(nodes[-1])
    print(f'TypeScript declarations: {passed}/{failed}')
    total_passed += passed
    total_failed += failed
  print(f'{total_passed} passed, {total_failed} failed')
  return 1 if total_failed or not total_passed else 0


if __name__ == '__main__':
  sys.exit(main())
