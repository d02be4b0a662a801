# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Runs clang-tidy over what compile_commands.json has of our own code."""

import argparse
import concurrent.futures
import json
import os
import re
import resource
import subprocess
import sys

# Highway's foreach_target.h compiles a file once for each instruction set; once is
# enough to look at it.
EXTRA_ARGS = ('-DHWY_COMPILE_ONLY_STATIC', '-Wno-unknown-warning-option')

TESTS = re.compile(r'_test\.cc$|/testing/|^src/model/|/tests/')
# Not asked of tests: speed, where strings that are added up and vectors that grow
# read better; and expressions that look redundant, which clang-tidy 14 takes
# comparisons of the model's optional items with two numbers for.
TESTS_CHECKS = ('-performance-inefficient-string-concatenation',
                '-performance-inefficient-vector-operation',
                '-performance-no-automatic-move', '-misc-redundant-expression')
FINDING = re.compile(r'^\S+:\d+:\d+: (warning|error): ')


def is_generated(path):
  with open(path, encoding='utf-8', errors='replace') as file:
    return any('DO NOT EDIT' in line for _, line in zip(range(20), file))


def is_in(path, name):
  """Whether the file `path` is `name`, or in the folder `name`."""
  return path == name or name == '.' or path.startswith(name + os.sep)


def select(root, build_dir, paths, tests):
  """The files to look at, from the root: those in `paths`, or all; of all, tests
  only if asked for. And those of `paths` in which there is none."""
  with open(os.path.join(build_dir, 'compile_commands.json')) as file:
    database = json.load(file)
  wanted = [os.path.relpath(os.path.abspath(path), root) for path in paths]
  found = set()
  for entry in database:
    full = os.path.normpath(os.path.join(entry['directory'], entry['file']))
    path = os.path.relpath(full, root)
    # What the build writes is below the build folder.
    if path.startswith(os.path.relpath(build_dir, root) + os.sep):
      continue
    if wanted:
      if not any(is_in(path, name) for name in wanted):
        continue
    elif TESTS.search(path) and not tests:
      continue
    if not is_generated(full):
      found.add(path)
  idle = [
      given for given, name in zip(paths, wanted)
      if not any(is_in(path, name) for path in found)
  ]
  return sorted(found), idle


def run(root, build_dir, path):
  """clang-tidy's exit status and its findings, each with the lines below it."""
  # Added to those of .clang-tidy.
  checks = ['--checks=' + ','.join(TESTS_CHECKS)] if TESTS.search(path) else []
  done = subprocess.run(
      ['clang-tidy', '-p', build_dir, '--quiet', '--warnings-as-errors=*', *checks,
       *(f'--extra-arg={arg}' for arg in EXTRA_ARGS),
       os.path.join(root, path)],
      capture_output=True, text=True, errors='replace')
  findings = []
  for line in done.stdout.splitlines():
    line = line.replace(root + os.sep, '').replace(
        os.path.relpath(build_dir, root) + '/../../', '')
    if FINDING.match(line) or not findings:
      findings.append(line)
    else:
      findings[-1] += '\n' + line
  if done.returncode != 0 and not findings:
    findings.append(f'{path}: exit status {done.returncode}\n{done.stderr}')
  return done.returncode, findings


def cpu_of_children():
  usage = resource.getrusage(resource.RUSAGE_CHILDREN)
  return usage.ru_utime + usage.ru_stime


def main():
  parser = argparse.ArgumentParser(prog='tools/tidy')
  parser.add_argument('root')
  parser.add_argument('build_dir')
  parser.add_argument('paths', nargs='*')
  parser.add_argument('--tests', action='store_true')
  parser.add_argument('--jobs', type=int, default=os.cpu_count())
  options = parser.parse_intermixed_args()
  root = os.path.abspath(options.root)
  build_dir = os.path.abspath(options.build_dir)

  files, idle = select(root, build_dir, options.paths, options.tests)
  for path in idle:
    print(f'FAILED  {path}: the build compiles no such C++')
  passed, failed = 0, len(idle)
  # The build, which this process began as, had children, too.
  cpu_before = cpu_of_children()
  # A header's finding comes with each file that includes it, and is shown once.
  shown = set()
  with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    for path, (status, findings) in zip(
        files, pool.map(lambda path: run(root, build_dir, path), files)):
      if status == 0:
        passed += 1
        continue
      failed += 1
      print(f'FAILED  {path}')
      for finding in findings:
        if finding not in shown:
          shown.add(finding)
          print(finding)
      sys.stdout.flush()
  print(f'{len(files)} files took {cpu_of_children() - cpu_before:.0f} s of CPU',
        file=sys.stderr)
  print(f'{passed} passed, {failed} failed')
  return 1 if failed or not passed else 0


if __name__ == '__main__':
  sys.exit(main())
