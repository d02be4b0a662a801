#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Puts npm's package together and packs it.

Usage: pack.py OUT [NPM...]

OUT/package becomes the package's folder, OUT/v8-encoding-VERSION.tgz what
`npm pack` (NPM..., by default `npm`) makes of it, whose path is printed.

Which sources there are, and the flags that they're compiled with, are asked of
GN, with Highway as a source tree; README.md says why. Nothing else lists them.
"""

import json
import os
import re
import shutil
import subprocess
import sys

NPM = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(NPM)
sys.path.append(os.path.join(ROOT, 'tools', 'lib'))
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
import debian_source
import highway_source

# In GN's labels, all that the library is made of.
LIBRARY = '//bindings:bindings'
HIGHWAY = '//build/deps:highway'

# Flags of GN that aren't the package's: warnings, debug information, folders,
# and what Node's common.gypi says itself.
NOT_OURS = re.compile(r'-W|-g\d?$|-isystem|-fdiagnostics|-std=|-pthread|-O\d')

# Parts of Highway for processors that the package isn't for.
OTHER_PROCESSORS = re.compile(r'/(ppc_vsx|rvv|wasm_128|wasm_256)-inl\.h$')

# From npm/ as they are.
OWN_FILES = ('addon.cc', 'lib', 'README.md')

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"(hwy/[^"]+)"', re.MULTILINE)


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


class Gn:
  """A build folder for the compiler of node-gyp, with Highway's sources. No V8
  is looked at: its headers are those of the Node that a user has."""

  def __init__(self, folder, highway):
    self.folder = folder
    run('gn', 'gen', '-q', f'--root={ROOT}', folder,
        f'--args=is_clang=false v8_libs=[] v8_include_dir="//include"'
        f' highway_dir="{highway}"')
    self.targets = {}
    for label in [LIBRARY, *run('gn', 'desc', folder, LIBRARY, 'deps',
                                '--all', f'--root={ROOT}').split()]:
      self.targets.update(
          json.loads(
              run('gn', 'desc', folder, label, '--format=json',
                  f'--root={ROOT}')))

  def sources(self, label):
    """Absolute paths."""
    return [
        os.path.join(ROOT, source[2:]) if source.startswith('//') else source
        for source in self.targets[label].get('sources', [])
    ]

  def flags(self, label, name):
    flags = self.targets[label].get(name, [])
    return [
        flag for i, flag in enumerate(flags)
        if not NOT_OURS.match(flag) and flags[i - 1:i] != ['-isystem']
    ]

  def defines(self, label):
    return [
        define for define in self.targets[label].get('defines', [])
        if define != 'HWY_SHARED_DEFINE'
    ]


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
  return name


def place(path, gn, highway):
  """Where in the package a source belongs. Generated ones are in gen/, as GN
  has them."""
  for folder, prefix in ((os.path.join(gn.folder, 'gen'), 'gen'),
                         (highway, 'third_party/highway'), (ROOT, '')):
    name = os.path.relpath(path, folder)
    if not name.startswith('..'):
      return os.path.join(prefix, name)
  return die(f'{path} is in no folder that the package has.')


def gyp_target(name, sources, cflags, cflags_cc, defines, **more):
  return {
      'target_name': name,
      'sources': sources,
      'include_dirs': ['.', 'include', 'gen', 'third_party/highway'],
      'defines': defines,
      # Node's common.gypi says -O3, which makes kernels larger and no faster,
      # and in Node 20 and 22 C++17, which is too old.
      'cflags!': ['-O3'],
      'cflags': ['-O2', *cflags],
      'cflags_cc!': ['-std=gnu++17'],
      'cflags_cc': ['-std=gnu++20', *cflags_cc],
      **more,
  }


def make_package(package, gn, highway):
  shutil.rmtree(package, ignore_errors=True)
  by_flags = {}
  all_sources = []
  for label, target in gn.targets.items():
    if target['type'] not in ('source_set', 'static_library'):
      continue
    sources = gn.sources(label)
    all_sources += sources
    is_highway = label == HIGHWAY
    flags = (['-w'] if is_highway else [], gn.flags(label, 'cflags'),
             gn.flags(label, 'cflags_cc'), gn.defines(label))
    names = [
        copy(source, package, place(source, gn, highway)) for source in sources
    ]
    compiled = [name for name in names if name.endswith('.cc')]
    if compiled:
      by_flags.setdefault(json.dumps(flags), []).extend(compiled)
  for name in highway_headers(highway, all_sources):
    copy(os.path.join(highway, name), package, f'third_party/highway/{name}')
  for name in ('LICENSE', 'LICENSE-BSD3'):
    copy(os.path.join(highway, name), package, f'third_party/highway/{name}')
  copy(os.path.join(ROOT, 'LICENSE'), package, 'LICENSE')
  for name in OWN_FILES:
    copy(os.path.join(NPM, name), package, name)

  # One library of GYP's for each set of flags, and the add-on of all.
  targets = []
  for flags, sources in by_flags.items():
    warnings, cflags, cflags_cc, defines = json.loads(flags)
    targets.append(
        gyp_target(f'part{len(targets)}', sorted(sources), warnings + cflags,
                   cflags_cc, defines, type='static_library'))
  bindings = '//bindings:interfaces'
  targets.append(
      gyp_target(
          'v8_encoding', ['addon.cc'], gn.flags(bindings, 'cflags'),
          gn.flags(bindings, 'cflags_cc'), gn.defines(bindings),
          dependencies=[target['target_name'] for target in targets],
          # V8 keeps pointers into the add-on for longer than Node keeps the
          # add-on of a Worker: addon.cc.
          ldflags=['-Wl,-z,nodelete', '-Wl,-Bsymbolic', '-Wl,--gc-sections']))
  write(os.path.join(package, 'binding.gyp'),
        '# Written by npm/pack.py.\n' + json.dumps({'targets': targets}, indent=1))

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
  gn = Gn(os.path.join(out, 'gn'), highway)
  run('ninja', '-C', gn.folder, '--quiet', 'bindings:streams_sources',
      'bindings:sources_hash_source')
  make_package(package, gn, highway)
  packed = run(*(npm or ['npm']), 'pack', '--ignore-scripts', '--silent', package,
               cwd=out).split()
  print(os.path.join(out, packed[-1]))


if __name__ == '__main__':
  main(*sys.argv[1:])
