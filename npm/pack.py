#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Puts npm's package together and packs it.

Usage: pack.py OUT [NPM...]

OUT/package becomes the package's folder, OUT/v8-encoding-VERSION.tgz what
`npm pack` (NPM..., by default `npm`) makes of it, whose path is printed.

Which sources there are, and the flags that they're compiled with, are asked of
GN, by build/list_sources.py; README.md says why Highway's headers are among them.
"""

import json
import os
import re
import shutil
import subprocess
import sys

NPM = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(NPM)
for folder in ('build', os.path.join('tools', 'lib')):
  sys.path.append(os.path.join(ROOT, folder))
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
import debian_source
import highway_source
import list_sources

# Where its headers are in the package.
HIGHWAY_FOLDER = 'third_party/highway'

# What all code is compiled with, beyond what Node's common.gypi says, which may
# have C++17, and -O3: that makes kernels larger and no faster.
CFLAGS = ['-O2', '-fPIC', '-fvisibility=hidden', '-ffunction-sections',
          '-fdata-sections']
CFLAGS_CC = ['-std=gnu++20', '-fno-rtti', '-fno-exceptions',
             '-fvisibility-inlines-hidden']

# Parts of Highway for processors that the package isn't for.
OTHER_PROCESSORS = re.compile(r'/(ppc_vsx|rvv|wasm_128|wasm_256)-inl\.h$')

# From npm/, with their names in the package.
OWN_FILES = {'addon.cc': 'addon.cc', 'lib': 'lib', 'package.md': 'README.md'}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<](hwy/[^">]+)', re.MULTILINE)


def die(message):
  sys.exit(f'npm/pack.py: {message}')


def run(*command, **arguments):
  done = subprocess.run(command, capture_output=True, text=True, check=False,
                        **arguments)
  if done.returncode != 0:
    die(f'{" ".join(command)} failed:\n{done.stdout}{done.stderr}')
  return done.stdout


def read(path):
  with open(path, encoding='utf-8') as file:
    return file.read()


def write(path, text):
  with open(path, 'w', encoding='utf-8') as file:
    file.write(text)


def version():
  found = re.search(r'kVersion.*"(\d+\.\d+\.\d+)"',
                    read(os.path.join(ROOT, 'include/v8_encoding/version.h')))
  return found[1] if found else die('include/v8_encoding/version.h has no version.')


def highway_headers(highway, sources):
  """All of Highway that `sources` include, directly or not, as relative paths."""
  found = set()
  waiting = list(sources)
  while waiting:
    for name in INCLUDE.findall(read(waiting.pop())):
      path = os.path.join(highway, name)
      if (name not in found and not OTHER_PROCESSORS.search(name) and
          os.path.isfile(path)):
        found.add(name)
        waiting.append(path)
  return sorted(found)


def copy(source, package, name):
  target = os.path.join(package, name)
  os.makedirs(os.path.dirname(target), exist_ok=True)
  if os.path.isdir(source):
    shutil.copytree(source, target)
  else:
    shutil.copyfile(source, target)


def gyp_target(name, sources, options, **more):
  return {
      'target_name': name,
      'sources': sources,
      'include_dirs': ['.', 'include', HIGHWAY_FOLDER],
      'defines': ['NDEBUG'],
      'cflags!': ['-O3'],
      'cflags': CFLAGS + options,
      'cflags_cc!': ['-std=gnu++17'],
      'cflags_cc': CFLAGS_CC,
      **more,
  }


def put_library(package, library):
  """Files of what list_sources says of a library."""
  for kind in ('headers', 'sources', 'private'):
    for name in library[kind]:
      if not name.startswith('gen/'):
        copy(os.path.join(ROOT, name), package, name)
  for made in library['generated']:
    output = os.path.join(package, made['output'])
    os.makedirs(os.path.dirname(output), exist_ok=True)
    run(sys.executable, made['script'], output, *made['args'], cwd=ROOT)


def put_highway(package, highway):
  """Those of Highway's headers that the library's files include."""
  including = []
  for folder, _, names in os.walk(os.path.join(package, 'src')):
    including += [os.path.join(folder, name) for name in names]
  for name in [*highway_headers(highway, including), 'LICENSE', 'LICENSE-BSD3']:
    copy(os.path.join(highway, name), package, f'{HIGHWAY_FOLDER}/{name}')


def make_package(package, highway):
  shutil.rmtree(package, ignore_errors=True)
  os.makedirs(package)
  listed = list_sources.list_sources()
  core, bindings = listed['core'], listed['bindings']
  put_library(package, core)
  put_library(package, bindings)
  put_highway(package, highway)
  copy(os.path.join(ROOT, 'LICENSE'), package, 'LICENSE')
  for name, placed in OWN_FILES.items():
    copy(os.path.join(NPM, name), package, placed)
  # As text, too: lib/realm.js compiles the file in other realms.
  functions = os.path.join(package, 'lib', 'node_functions')
  write(f'{functions}.json', json.dumps(read(f'{functions}.js')) + '\n')

  # One library of GYP's for each set of flags, and the add-on of all. Clang knows
  # GCC's flags, too.
  def options(library):
    return [*library['options'], *library['gcc_options']]

  static = {'type': 'static_library'}
  libraries = [
      gyp_target('core', core['sources'], [*options(core), '-Wno-psabi'], **static),
      gyp_target('bindings', bindings['sources'], options(bindings), **static),
  ]
  addon = gyp_target(
      'v8_encoding', ['addon.cc'], [*options(bindings), '-Wno-cast-function-type'],
      dependencies=['bindings', 'core'],
      # addon.cc says what V8 still needs of it when Node has closed it.
      ldflags=['-Wl,-z,nodelete', '-Wl,-Bsymbolic', '-Wl,--gc-sections'])
  write(os.path.join(package, 'binding.gyp'),
        '# Written by npm/pack.py.\n' +
        json.dumps({'targets': [*libraries, addon]}, indent=1))

  description = json.loads(read(os.path.join(NPM, 'package.json')))
  description['version'] = version()
  write(os.path.join(package, 'package.json'),
        json.dumps(description, indent=2) + '\n')


def main(out, *npm):
  out = os.path.abspath(out)
  package = os.path.join(out, 'package')
  try:
    highway = highway_source.fetch()
  except debian_source.FetchError as error:
    die(error)
  make_package(package, highway)
  packed = run(*(npm or ['npm']), 'pack', '--ignore-scripts', '--silent', package,
               cwd=out).split()
  print(os.path.join(out, packed[-1]))


if __name__ == '__main__':
  main(*sys.argv[1:])
