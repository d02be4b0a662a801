# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Reports which lines and branches of the library no test runs: tools/coverage calls
this with what its tests have counted.

Usage: coverage.py ROOT BUILD_DIR [--lines [PATH]]

A line that no test can reach is accounted for by a comment above it,

  // Untested: the reason.

which is about all lines not run from there to the next one that is. A mark with no
such line behind it is a failure, too: it says what is no longer so.

The last line of standard output is "N passed, N failed", of files; exits with 1 if
one has a line that nothing accounts for.
"""

import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys

MARK = re.compile(r'// Untested: \S')
# Lines that hold nothing that could run, whatever llvm-cov counts there.
NO_CODE = re.compile(r'\s*([{}]*;?|#.*|//.*)')

# What is counted: the library, without its tests and what they share.
MEASURED = re.compile(r'(src|bindings|include)/')
NOT_MEASURED = re.compile(r'_test\.(cc|h)$|/(testing|tests|model)/')


class File:
  """What ran of one file: `lines` has how often by number, `branches` how often each
  was taken by place and outcome."""

  def __init__(self):
    self.lines = {}
    self.branches = collections.Counter()

  def add_branch(self, place, count):
    self.branches[place] += count

  def unrun(self):
    return sorted(line for line, count in self.lines.items() if count == 0)


Findings = collections.namedtuple('Findings', 'unaccounted accounted stale')


def account(lines, text):
  """Sorts a file's lines that didn't run by whether a mark accounts for them.

  `lines` has how often each ran, by number from 1; `text` is the file's lines.
  """
  accounted, stale = set(), []
  for number, line in enumerate(text, 1):
    if not MARK.search(line):
      continue
    marked = set()
    for behind in range(number + 1, len(text) + 1):
      count = lines.get(behind)
      if count == 0:
        marked.add(behind)
      elif count:
        break
    if marked:
      accounted |= marked
    else:
      stale.append(number)
  unaccounted = [
      line for line, count in sorted(lines.items())
      if count == 0 and line not in accounted
  ]
  return Findings(unaccounted, sorted(accounted), stale)


def with_code(lines, text):
  return {
      number: count for number, count in lines.items()
      if not NO_CODE.fullmatch(text[number - 1])
  }


def ranges(numbers):
  """"3-5, 9" of [3, 4, 5, 9]."""
  found = []
  for number in numbers:
    if found and found[-1][1] == number - 1:
      found[-1][1] = number
    else:
      found.append([number, number])
  return ', '.join(
      str(first) if first == last else f'{first}-{last}'
      for first, last in found)


def read_lcov(report, root, files):
  """Lines, from the format of lcov, which llvm-cov has added up by line."""
  path = ''
  for row in report.splitlines():
    kind, _, value = row.partition(':')
    if kind == 'SF':
      path = os.path.relpath(value, root)
    elif kind == 'DA' and is_measured(path):
      number, count = map(int, value.split(',')[:2])
      lines = files[path].lines
      lines[number] = lines.get(number, 0) + count


def read_branches(report, root, files):
  """Branches, which llvm-cov gives once for each instance of a template and each
  instruction set of a kernel."""
  for file in json.loads(report)['data'][0]['files']:
    path = os.path.relpath(file['filename'], root)
    if not is_measured(path):
      continue
    for branch in file.get('branches', []):
      place, taken = tuple(branch[:4]), branch[4:6]
      for outcome, count in enumerate(taken):
        files[path].add_branch((place, outcome), count)


def is_measured(path):
  return bool(MEASURED.match(path)) and not NOT_MEASURED.search(path)


def measure(root, build_dir):
  """A File for each of the library's, by its path from the root."""
  profiles = glob.glob(os.path.join(build_dir, 'profiles', '*.profraw'))
  if not profiles:
    sys.exit('coverage: no test has left counts.')
  data = os.path.join(build_dir, 'profiles', 'all.profdata')
  subprocess.run(['llvm-profdata', 'merge', '--failure-mode=all', '-o', data, *profiles],
                 check=True)
  programs = [
      os.path.join(build_dir, name)
      for name in ('bindings_tests', 'src_tests', 'src_first_calls',
                   'src_whole_texts_tests',
                   'libv8_encoding_c_api.so', 'shell', 'snapshot')
  ]
  command = [
      'llvm-cov', 'export', f'--instr-profile={data}', '--skip-functions',
      '--skip-expansions', programs[0],
      *(f'--object={program}' for program in programs[1:])
  ]
  files = collections.defaultdict(File)
  for report_format, read in (('lcov', read_lcov), ('text', read_branches)):
    done = subprocess.run([*command, f'--format={report_format}'],
                          stdout=subprocess.PIPE, text=True, check=True,
                          cwd=build_dir)
    read(done.stdout, root, files)
  return files


def percentage(part, whole):
  return f'{100 * part / whole:5.1f} %' if whole else '       '


def print_table(files):
  """By folder."""
  folders = collections.defaultdict(list)
  for path, file in files.items():
    folders[os.path.dirname(path)].append(file)
  print(f'{"folder":28} {"lines":>7} {"run":>8} {"branches":>9} {"taken":>8}')
  rows = [(name, folders[name]) for name in sorted(folders)]
  for name, members in [*rows, ('all', files.values())]:
    lines = [count for file in members for count in file.lines.values()]
    branches = [count for file in members for count in file.branches.values()]
    print(f'{name:28} {len(lines):7} '
          f'{percentage(sum(map(bool, lines)), len(lines)):>8} '
          f'{len(branches):9} '
          f'{percentage(sum(map(bool, branches)), len(branches)):>8}')


def print_lines(path, text, file, findings):
  """The lines that nothing ran, and the branches never taken, with their text."""
  never = collections.defaultdict(list)
  for (place, outcome), count in file.branches.items():
    if count == 0 and file.lines.get(place[0]):
      never[place[0]].append(f'{place[1]}-{place[3]} never {outcome == 0}')
  for number in sorted({*findings.unaccounted, *never}):
    sort = '-' if number in findings.unaccounted else '?'
    note = '  <' + '; '.join(never[number]) + '>' if number in never else ''
    print(f'{path}:{number}: {sort} {text[number - 1]}{note}')


def main():
  parser = argparse.ArgumentParser(prog='tools/coverage', add_help=False)
  parser.add_argument('root')
  parser.add_argument('build_dir')
  parser.add_argument('--lines', nargs='?', const='', metavar='PATH')
  options = parser.parse_args()
  root, build_dir = map(os.path.abspath, (options.root, options.build_dir))

  files = measure(root, build_dir)
  failed = 0
  accounted = 0
  for path in sorted(files):
    with open(os.path.join(root, path)) as file:
      text = file.read().splitlines()
    files[path].lines = with_code(files[path].lines, text)
    findings = account(files[path].lines, text)
    accounted += len(findings.accounted)
    if options.lines is not None and path.startswith(options.lines):
      print_lines(path, text, files[path], findings)
    problems = []
    if findings.unaccounted:
      problems.append(f'not run: {ranges(findings.unaccounted)}')
    if findings.stale:
      problems.append(
          f'"Untested", yet run: behind {ranges(findings.stale)}')
    if problems:
      print(f'FAILED  {path}: {"; ".join(problems)}')
    failed += bool(problems)
  print_table(files)
  print(f'{accounted} lines not run have their reason beside them')
  print(f'{len(files) - failed} passed, {failed} failed')
  return 1 if failed or not files else 0


if __name__ == '__main__':
  sys.exit(main())
