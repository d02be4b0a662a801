#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What the libraries are made of, as the GN files say, for builds without GN.

Usage: list_sources.py [--cmake FILE | --check-cmake FILE]

Prints JSON, or writes the variables that CMakeLists.txt includes, or checks that
FILE has them. Paths are from the repository's root; generated files are under
"gen/", which stands for a folder of the build. The JSON:

  core, bindings, each with
    headers     the public headers
    sources     files that are compiled, generated ones included
    private     headers that the sources include
    options     what the compiler is told beyond what all code is compiled with
  gcc_options what GCC is told beyond those
    generated   files that a script makes: by `script output args…`, from the
                repository's root
  without_legacy_encoders
                sources that the core lacks without the legacy encodings' encoders
  without_streams
                `generated` of bindings that have no streams of their own
"""

import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# The targets that a library is made of, and those in front of them, which are
# another library.
CORE = '//src:core'
BINDINGS = '//bindings:bindings'

# What scripts make.
SOURCES_HASH = 'gen/bindings/sources_hash_source.cc'
STREAMS_SOURCES = 'gen/bindings/streams_sources.cc'


class Targets:
  """All targets of a build with some arguments, as `gn desc` tells."""

  def __init__(self, *args):
    with tempfile.TemporaryDirectory() as folder:
      self._folder = os.path.realpath(folder)
      # Of V8 nothing is asked but that there is one.
      args = [*args, 'v8_include_dir="/v8"', 'v8_libs=[]']
      with open(os.path.join(folder, 'args.gn'), 'w') as file:
        file.write('\n'.join(args))
      # What tells GN that the folder is a build's.
      with open(os.path.join(folder, 'build.ninja'), 'w') as file:
        pass
      done = subprocess.run(
          ['gn', 'desc', f'--root={ROOT}', folder, '*', '--format=json'],
          capture_output=True, text=True)
      if done.returncode != 0:
        sys.exit(f'list_sources.py: gn desc failed.\n{done.stdout}')
      self._all = json.loads(done.stdout)

  def _path(self, path):
    """From the root, of "//src/decoder.cc" or of a generated file's."""
    for prefix in (f'/{self._folder}/', f'{self._folder}/'):
      if path.startswith(prefix):
        return path[len(prefix):]
    return path.removeprefix('//')

  def _arg(self, arg):
    """An argument of a script, which GN writes from the build's folder."""
    return arg.replace(os.path.relpath(ROOT, self._folder) + '/', '')

  def sources(self, label):
    """Of one target."""
    return [self._path(source) for source in self._all[label]['sources']]

  def parts(self, label):
    """The labels of what goes into a static library."""
    found = set()
    new = {label}
    while new:
      found |= new
      new = {dep for old in new for dep in self._all[old]['deps']
             if not dep.startswith('//build/')} - found
    return found - {label}

  def contents(self, label, without=frozenset()):
    """The parts of a static library that aren't parts of another one."""
    parts = [self._all[dep] for dep in sorted(self.parts(label) - without)]
    source_sets = [part for part in parts if part['type'] == 'source_set']
    sources = sorted(
        self._path(source) for part in source_sets for source in part['sources'])
    ours = [source for source in sources if source.startswith('include/')]
    configured = self._all[label].get('cflags', [])
    return {
        'headers': ours,
        'sources': [s for s in sources if s.endswith('.cc')],
        'private': [s for s in sources if s.endswith('.h') and s not in ours],
        'options': sorted({
            option for part in source_sets for option in part['cflags']
            if option.startswith('-f') and option not in configured
        }),
        'generated': [{
            'output': self._path(part['outputs'][0]),
            'script': self._path(part['script']),
            'args': [self._arg(arg) for arg in part['args'][1:]],
        } for part in parts if part['type'] == 'action'],
    }


def add_gcc_options(targets, label, library, without=frozenset()):
  """`targets` are those of a build by GCC."""
  library['gcc_options'] = sorted(
      set(targets.contents(label, without)['options']) - set(library['options']))


def list_sources():
  """The JSON's dictionary."""
  all_of_it = Targets()
  core = all_of_it.contents(CORE)
  bindings = all_of_it.contents(BINDINGS, all_of_it.parts(CORE))
  by_gcc = Targets('is_clang=false')
  add_gcc_options(by_gcc, CORE, core)
  add_gcc_options(by_gcc, BINDINGS, bindings, by_gcc.parts(CORE))
  least = Targets('v8_encoding_legacy_encoders=false',
                  'v8_encoding_streams=false')
  without = least.contents(BINDINGS, least.parts(CORE))
  return {
      'core': core,
      'bindings': bindings,
      'without_legacy_encoders': sorted(
          set(core['sources']) - set(least.contents(CORE)['sources'])),
      'without_streams': without['generated'],
  }


def set_command(name, values):
  return '\n  '.join([f'set({name}', *(f'"{v}"' for v in values)]) + ')\n'


def generated(library, output):
  return next(each['args'] for each in library if each['output'] == output)


def cmake(listed):
  text = ('# Written by build/list_sources.py from the GN files. DO NOT EDIT.\n\n')
  for name in 'core', 'bindings':
    for key in 'headers', 'sources', 'options', 'gcc_options':
      text += set_command(
          f'V8_ENCODING_{name}_{key}'.upper(),
          [v for v in listed[name][key] if not v.startswith('gen/')])
  text += set_command('V8_ENCODING_LEGACY_ENCODERS_SOURCES',
                      listed['without_legacy_encoders'])
  # Scripts' arguments behind the name of the file that they write.
  with_streams = listed['bindings']['generated']
  text += set_command('V8_ENCODING_SOURCES_HASH_ARGS',
                      generated(with_streams, SOURCES_HASH))
  text += set_command('V8_ENCODING_STREAMS_SOURCES_ARGS',
                      generated(with_streams, STREAMS_SOURCES))
  text += set_command('V8_ENCODING_NO_STREAMS_SOURCES_ARGS',
                      generated(listed['without_streams'], STREAMS_SOURCES))
  return text


def main(option='', path=''):
  if option not in ('', '--cmake', '--check-cmake') or bool(option) != bool(path):
    sys.exit(__doc__)
  listed = list_sources()
  if option == '--cmake':
    with open(path, 'w', encoding='utf-8') as file:
      file.write(cmake(listed))
  elif option == '--check-cmake':
    with open(path, encoding='utf-8') as file:
      if file.read() != cmake(listed):
        sys.exit(f'{path} isn\'t as the GN files are: '
                 'run build/list_sources.py --cmake with it.')
  else:
    print(json.dumps(listed, indent=2))


if __name__ == '__main__':
  main(*sys.argv[1:])
