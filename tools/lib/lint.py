# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""The checks behind tools/lint, each over the files of the tree that it is about.

Every check first has to find a fault that is planted for it, so that none can
come to nothing unnoticed.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# Words that are a name or another language's.
SPELLED_SO = ('crate', 'fo', 'know', 'known', 'kno', 'mariage', 'nd', 'nin',
              'oder', 'positionof', 'pris', 'readby', 'statics', 'kown')

# What is in a header of the standard library's. A file that uses one includes it
# itself, or a header of the project's that does; one that includes it uses it.
HEADERS = {
    'algorithm': 'std::(?:clamp|copy|copy_n|equal|fill|fill_n|find|find_if|'
                 'max|min|ranges::\\w+|reverse|sort|lower_bound|upper_bound|'
                 'all_of|any_of|none_of|count|count_if|mismatch|shuffle|'
                 'generate|remove_if|unique|search|lexicographical_compare|'
                 'max_element|min_element|minmax|transform|iter_swap|'
                 'stable_sort|partition|nth_element|rotate|is_sorted)\\b',
    'array': r'std::(?:array|to_array)\b',
    'atomic': r'std::(?:atomic|memory_order|atomic_\w+)\b',
    'bit': r'std::(?:bit_cast|bit_width|countr_\w+|countl_\w+|popcount|endian|'
           r'has_single_bit|rotl|rotr|bit_ceil|bit_floor)\b',
    'chrono': r'std::chrono\b',
    'concepts': r'std::(?:same_as|integral|signed_integral|unsigned_integral|'
                r'convertible_to|invocable|derived_from|floating_point)\b',
    'cstring': r'std::(?:memcpy|memcmp|memmove|memset|strlen|strcmp|memchr|'
               r'strncmp|strchr|strstr)\b',
    'fstream': r'std::[io]?fstream\b',
    'functional': r'std::(?:function|hash|less|equal_to|greater)\b',
    'limits': r'std::numeric_limits\b',
    'map': r'std::(?:multi)?map\b',
    'memory': r'std::(?:unique_ptr|make_unique|shared_ptr|make_shared|weak_ptr|'
              r'addressof|construct_at)\b',
    'mutex': r'std::(?:mutex|lock_guard|unique_lock|scoped_lock|once_flag)\b',
    'optional': r'std::(?:optional|nullopt|make_optional)\b',
    'random': r'std::(?:mt19937(?:_64)?|minstd_rand|\w+_distribution)\b',
    'set': r'std::(?:multi)?set\b',
    'span': r'std::(?:span|as_bytes|as_writable_bytes|dynamic_extent)\b',
    'string': r'std::(?:u16|u32|u8|basic_)?string\b|std::to_string\b',
    'string_view': r'std::(?:u16|u32|u8|basic_)?string_view\b',
    'thread': r'std::(?:thread|this_thread)\b',
    'tuple': r'std::(?:tuple|tie|make_tuple)\b',
    'utility': r'std::(?:move|forward|swap|pair|exchange|declval|make_pair|'
               r'(?:make_)?(?:index|integer)_sequence|as_const|in_place)\b',
    'variant': r'std::(?:variant|visit|monostate|holds_alternative)\b',
    'vector': r'std::vector\b',
}

# (file, line, what is wrong)
Finding = collections.namedtuple('Finding', 'file line problem')

# A check: its name, which files, the function from files to findings, and a
# file's name and text with a fault that must be found.
Check = collections.namedtuple('Check', 'name files find fault')


def run(command, **options):
  done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                        check=False, **options)
  # What a tool says where it couldn't work at all.
  if done.returncode not in (0, 1) and not done.stdout:
    sys.exit(f'lint: {command[0]} fails: {done.stderr.strip()[:500]}')
  return done


def parse(output, pattern):
  for line in output.splitlines():
    match = re.match(pattern, line)
    if match:
      yield Finding(os.path.relpath(match[1], ROOT) if os.path.isabs(match[1])
                    else match[1], int(match[2]), match[3])


def read(path):
  with open(os.path.join(ROOT, path), encoding='utf-8') as file:
    return file.read()


def shellcheck(files):
  return parse(
      run(['shellcheck', '--external-sources', '--format=gcc', *files]).stdout,
      r'(.*?):(\d+):\d+: (.*)')


def pylint(files):
  # pylint's exit status is a set of bits, and its output says it all.
  done = subprocess.run(
      ['pylint', '--score=n', f'--rcfile={ROOT}/.pylintrc',
       '--msg-template={path}:{line}: {msg} ({symbol})', *files],
      cwd=ROOT, capture_output=True, text=True, check=False)
  if done.returncode & 32:
    sys.exit(f'lint: pylint fails: {done.stderr.strip()[:500]}')
  return parse(done.stdout, r'(.*?):(\d+): (.*)')


def eslint(files):
  done = run(['node_modules/.bin/eslint', '--format=json', '--no-warn-ignored',
              '--config=eslint.config.mjs', *files])
  import json  # pylint: disable=import-outside-toplevel
  for file in json.loads(done.stdout):
    for message in file['messages']:
      yield Finding(os.path.relpath(file['filePath'], ROOT),
                    message.get('line', 0),
                    f'{message["message"]} ({message["ruleId"]})')


def spelling(files):
  return parse(
      run(['codespell', f'--ignore-words-list={",".join(SPELLED_SO)}',
           *files]).stdout, r'(.*?):(\d+): (.*)')


def code_of(text):
  """C++ without comments and strings."""
  return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"',
                lambda match: '\n' * match[0].count('\n'), text, flags=re.DOTALL)


def includes(files):
  for file in files:
    text = read(file)
    included = {match[1]: text[:match.start()].count('\n') + 1
                for match in re.finditer(r'^#include <(\w+)>', text,
                                         re.MULTILINE)}
    from_own = set()
    for own in re.findall(r'^#include "(.*?)"', text, re.MULTILINE):
      for path in (own, f'include/{own}'):
        if os.path.exists(os.path.join(ROOT, path)):
          from_own |= set(re.findall(r'^#include <(\w+)>', read(path),
                                     re.MULTILINE))
    code = code_of(text)
    for header, names in HEADERS.items():
      match = re.search(names, code)
      if match and header not in included and header not in from_own:
        yield Finding(file, code[:match.start()].count('\n') + 1,
                      f'{match[0]} without #include <{header}>')
      if header in included and not match:
        yield Finding(file, included[header], f'#include <{header}> is not used')


def text_files(files):
  for file in files:
    text = read(file)
    for number, line in enumerate(text.split('\n'), 1):
      if line != line.rstrip():
        yield Finding(file, number, 'white space at the end')
      if '\t' in line and not file.endswith('Makefile'):
        yield Finding(file, number, 'a tab')
    if text and not text.endswith('\n') or text.endswith('\n\n'):
      yield Finding(file, text.count('\n') + 1,
                    'not one line break at the end of the file')


def heads(files):
  for file in files:
    if 'The v8-encoding authors.' not in read(file)[:600]:
      yield Finding(file, 1, 'no copyright line')


def guards(files):
  """Names of include guards, which are the paths of their files."""
  for file in files:
    path = file.removeprefix('include/')
    guard = re.sub(r'[^A-Z0-9]', '_', f'V8_ENCODING_{path}'.upper()) + '_'
    guard = guard.replace('V8_ENCODING_V8_ENCODING_', 'V8_ENCODING_')
    if f'#ifndef {guard}\n#define {guard}\n' not in read(file):
      yield Finding(file, 1, f'no include guard {guard}')


def is_script(path, interpreter):
  with open(os.path.join(ROOT, path), 'rb') as file:
    head = file.readline()
  return head.startswith(b'#!') and interpreter in head


def ends(*suffixes):
  return lambda path: path.endswith(suffixes)


def is_prose_or_code(path):
  # Generated files and tables hold words of other languages.
  return (path.endswith(('.md', '.h', '.cc', '.js', '.mjs', '.py', '.gn', '.gni',
                         '.cmake')) or '.' not in os.path.basename(path)) and \
      not path.startswith(('fuzz/corpora/', 'src/tables/'))


CPP = ('.h', '.cc')
CHECKS = [
    Check('shellcheck', lambda path: is_script(path, b'sh') or
          path.endswith('.sh'), shellcheck,
          ('planted', '#!/bin/bash\nrm $1\n')),
    Check('pylint', lambda path: path.endswith('.py') or
          is_script(path, b'python'), pylint,
          ('planted.py', 'def f():\n  return missing_name\n')),
    Check('eslint', ends('.js', '.mjs', '.cjs'), eslint,
          ('planted.mjs', 'const unused = missing();\n')),
    Check('spelling', is_prose_or_code, spelling,
          ('planted.md', 'It rec' + 'ieves a fault.\n')),
    Check('includes', lambda path: path.endswith(CPP) and
          not path.startswith(('examples/', 'npm/')), includes,
          ('planted.cc', '#include <span>\nstd::vector<int> v;\n')),
    Check('guards', lambda path: path.endswith('.h') and
          not path.endswith('-inl.h') and
          path != 'build/install/built_for_v8.h', guards,
          ('planted.h', '#ifndef OTHER_H_\n#define OTHER_H_\n#endif\n')),
    Check('text', is_prose_or_code, text_files,
          ('planted.md', 'a \n\n')),
    Check('copyright', lambda path: path.endswith(
        (*CPP, '.js', '.mjs', '.cjs', '.py')), heads,
          ('planted.cc', 'int main() {}\n')),
]


def tracked():
  return [path for path in run(['git', 'ls-files', '-z']).stdout.split('\0')
          if path and os.path.isfile(os.path.join(ROOT, path)) and
          not os.path.islink(os.path.join(ROOT, path))]


def finds_planted(check):
  name, text = check.fault
  with tempfile.TemporaryDirectory(dir=ROOT, prefix='lint-') as folder:
    path = os.path.relpath(os.path.join(folder, name), ROOT)
    with open(os.path.join(ROOT, path), 'w', encoding='utf-8') as file:
      file.write(text)
    return any(finding.file == path for finding in check.find([path]))


def main():
  parser = argparse.ArgumentParser(prog='tools/lint')
  parser.add_argument('checks', nargs='*', metavar='CHECK',
                      help=', '.join(check.name for check in CHECKS))
  options = parser.parse_args()
  names = {check.name for check in CHECKS}
  for name in options.checks:
    if name not in names:
      parser.error(f'there is no check {name}')

  passed = failed = 0
  files = tracked()
  for check in CHECKS:
    if options.checks and check.name not in options.checks:
      continue
    mine = [path for path in files if check.files(path)]
    if not finds_planted(check):
      print(f'FAILED  {check.name} doesn\'t find a fault that is planted')
      failed += 1
      continue
    found = list(check.find(mine))
    for finding in found:
      print(f'FAILED  {finding.file}:{finding.line}: {finding.problem}')
    faulty = len({finding.file for finding in found})
    print(f'{check.name}: {len(mine)} files, {len(found)} problems', flush=True)
    passed += len(mine) - faulty
    failed += faulty
  print(f'{passed} passed, {failed} failed')
  return 1 if failed or not passed else 0


if __name__ == '__main__':
  sys.exit(main())
