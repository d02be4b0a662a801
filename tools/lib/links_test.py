# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Follows what the Markdown files name: relative links with their fragments,
files and tests in backticks.

- A link leads to a tracked file, or to a folder with tracked files; a fragment is
  one of the target's headings, or a line: [a.cc](a.cc#L12 "text"), which must have
  that text.
- `path/file` names tracked files from the README's folder, the root, or a folder
  on the way; * and {a,b} are those of a shell. A name without a slash that ends as
  our sources do, `file.cc` or `file.*`, is that of a tracked file somewhere.
- `SuiteTest.Name` is a GoogleTest.
"""

import fnmatch
import functools
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Folders and files of a checkout that no commit has.
UNTRACKED = ('out/', 'third_party/', 'node_modules/', 'args.gn',
             'compile_commands.json')

# Others' files, by whose they are.
FOREIGN = (
    'v8.h', 'v8-*.h', 'libplatform/*',  # V8
    'hwy/*', 'foreach_target.h',  # Highway
    'absl/*',  # Abseil
    'encodings.json', 'index-*.txt',  # whatwg/encoding
    'application/*',  # types of media
    'v8-encoding/shell_history',  # in the folder for programs' state
    'v8-encoding/register*', 'v8-encoding/extras',  # what Node's programs import
    '*utf8_meter.*',  # made by whoever follows bindings/README.md
)

# Of web-platform-tests, where READMEs are about that suite.
SUITE = ('encoding/*', 'streams/*', 'NAME.*')
SUITE_READMES = ('wpt/', 'tools/', 'CONTRIBUTING.md')

FENCE = re.compile(r'^(```+).*?^\1`*$', re.DOTALL | re.MULTILINE)
CODE = re.compile(r'`([^`\n]+)`')
LINK = re.compile(r'(?<!\!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?'
                  r'(?:\s+"([^"]*)")?\s*\)')
HEADING = re.compile(r'^#{1,6} +(.*?) *#*$', re.MULTILINE)
PATH = re.compile(r'\.{0,2}/?[\w.@*?{},+-]+(/[\w.@*?{},+-]+)*/?')
GTEST = re.compile(r'\w+Test\.\w+')
SOURCE = re.compile(r'[\w*?{},-][\w.*?{},-]*\.(\*|cc|h|py|gn|gni|idl|sh|md|cjs)')


@functools.lru_cache(maxsize=None)
def tracked():
  """Files, and the folders that they are in, from the root."""
  listed = subprocess.run(
      ['git', 'ls-files', '--cached', '--others', '--exclude-standard'],
      cwd=ROOT, capture_output=True, text=True, check=True).stdout
  files = {path for path in listed.splitlines()
           if os.path.exists(os.path.join(ROOT, path))}
  folders = {''}
  for path in files:
    while path:
      path = os.path.dirname(path)
      folders.add(path)
  return files, folders


@functools.lru_cache(maxsize=None)
def gtests():
  """The names of all, as SuiteTest.Name."""
  return {'.'.join(name) for path in tracked()[0] if path.endswith('_test.cc')
          for name in re.findall(r'^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)',
                                 read(path), re.MULTILINE)}


def read(path):
  with open(os.path.join(ROOT, path)) as file:
    return file.read()


def slugs(text):
  """The fragments of a text's headings, as GitHub makes them."""
  found = set()
  for heading in HEADING.findall(FENCE.sub('', text)):
    plain = LINK.sub(lambda link: link[0][1:link[0].index(']')], heading)
    slug = re.sub(r'[^\w\- ]', '', plain.lower()).replace(' ', '-')
    count = 0
    while (unique := f'{slug}-{count}' if count else slug) in found:
      count += 1
    found.add(unique)
  return found


def expand(pattern):
  """The patterns that one with {a,b} stands for."""
  match = re.search(r'\{([^{}]*)\}', pattern)
  if not match:
    return [pattern]
  return [path for part in match[1].split(',')
          for path in expand(pattern[:match.start()] + part +
                             pattern[match.end():])]


def exists(path):
  files, folders = tracked()
  path = os.path.normpath(path).lstrip('/')
  path = '' if path == '.' else path
  if path in files or path in folders:
    return True
  depth = path.count('/')
  return any(name.count('/') == depth and fnmatch.fnmatchcase(name, path)
             for name in files | folders)


def names_something(pattern, folder):
  if '/' not in pattern.rstrip('/'):
    names = {os.path.basename(path) for path in set.union(*tracked())}
    return any(fnmatch.fnmatchcase(name, pattern.rstrip('/'))
               for name in names)
  if pattern.startswith('../'):
    return exists(os.path.join(folder, pattern))
  # `strings/label.h` in bindings/webidl/README.md, say.
  while folder:
    if exists(os.path.join(folder, pattern)):
      return True
    folder = os.path.dirname(folder)
  # Headers are included from include/.
  return exists(pattern) or exists(os.path.join('include', pattern))


def problem_of_link(target, title, folder, own_text):
  path, _, fragment = target.partition('#')
  if re.match(r'[a-z]+:', target):
    return None
  full = os.path.normpath(os.path.join(folder, path)) if path else None
  if full and not exists(full):
    return f'{target}: there is no such file or folder'
  if not fragment:
    return None
  if not full or full.endswith('.md'):
    headings = slugs(read(full) if full else own_text)
    return None if fragment in headings else f'{target}: no such heading'
  match = re.fullmatch(r'L(\d+)', fragment)
  if not match or not title:
    return f'{target}: wants a line and, as a title, what it has'
  lines = read(full).splitlines()
  found = [number for number, line in enumerate(lines, 1) if title in line]
  if int(match[1]) in found:
    return None
  return f'{target}: "{title}" is in line {found or "none"}'


def problems_of(readme, text):
  """What a Markdown file names and isn't there, a sentence each."""
  folder = os.path.dirname(readme)
  foreign = FOREIGN + (SUITE if readme.startswith(SUITE_READMES) else ())
  problems = []
  prose = FENCE.sub('', text)
  for target, title in LINK.findall(prose):
    problems.append(problem_of_link(target, title, folder, text))
  for code in CODE.findall(prose):
    # The first word of a command, and its arguments.
    for word in code.split():
      if GTEST.fullmatch(word):
        if word not in gtests():
          problems.append(f'`{word}`: there is no such test')
        continue
      is_path = PATH.fullmatch(word) and ('/' in word.strip('/') and
                                          re.search(r'[a-z]', word))
      if not is_path and not SOURCE.fullmatch(word):
        continue
      if word.startswith(('/', '@', './', '-', *UNTRACKED)):
        continue
      if any(fnmatch.fnmatchcase(word, name) for name in foreign):
        continue
      if not all(names_something(path, folder) for path in expand(word)):
        problems.append(f'`{word}`: there is no such file')
  return [f'{readme}: {problem}' for problem in problems if problem]


class LinksTest(unittest.TestCase):

  def test_all_that_is_named_is_there(self):
    readmes = sorted(path for path in tracked()[0] if path.endswith('.md'))
    self.assertIn('README.md', readmes)
    problems = [problem for path in readmes
                for problem in problems_of(path, read(path))]
    self.assertEqual(problems, [], '\n' + '\n'.join(problems))


class ProblemsTest(unittest.TestCase):

  def assert_fine(self, text, readme='tools/README.md'):
    self.assertEqual(problems_of(readme, text), [])

  def assert_problem(self, text, readme='tools/README.md'):
    self.assertEqual(len(problems_of(readme, text)), 1, text)

  def test_links(self):
    self.assert_fine('[a](setup), [b](lib), [c](../README.md "Read me")')
    self.assert_fine('[`a`](https://example.org/none) [b](#up)\n## Up')
    self.assert_problem('[a](set_up)')
    self.assert_problem('[a](lib/setup)')

  def test_fragments(self):
    self.assert_fine('[a](#what-now-then) [b](#x-1)\n# What `now`, then?\n'
                     '## x\n## x')
    self.assert_problem('[a](#whatnow)\n# What now')
    self.assert_problem('[a](../examples/README.md#no-such-heading)')
    self.assert_problem('[a](#x)\n```\n# x\n```')

  def test_lines(self):
    self.assert_fine('[a](lib/links_test.py#L1 "Copyright")')
    self.assert_problem('[a](lib/links_test.py#L2 "Copyright")')
    self.assert_problem('[a](lib/links_test.py#L1)')

  def test_paths_in_backticks(self):
    self.assert_fine('`lib/build.sh`, `tools/lib/build.sh`, `setup --check`')
    self.assert_fine('`lib/*_test.py` `../build/{v8,test}.gni` `build.sh`')
    self.assert_fine('`out/release` `BUILD.gn` `a b` `N/A`')
    self.assert_fine('`v8_encoding/install.h`', 'bindings/README.md')
    self.assert_problem('`lib/built.sh`')
    self.assert_problem('`built.sh`')
    self.assert_problem('`../build/{v8,none}.gni`')
    self.assert_problem('`tools/none/*`')
    self.assert_problem('`python3 tools/none.py`')

  def test_tests(self):
    self.assert_fine('`DecoderTest.AnyStateIsSafe` `Run.Test`')
    self.assert_problem('`DecoderTest.NoStateIsSafe`')

  def test_code_blocks_are_left_alone(self):
    self.assert_fine('```\n[a](none) `lib/none.cc`\n```')


if __name__ == '__main__':
  if subprocess.run(['git', '-C', ROOT, 'rev-parse', '--git-dir'],
                    capture_output=True).returncode != 0:
    print('not a git checkout')
    sys.exit(77)
  sys.exit(unittest.main())
