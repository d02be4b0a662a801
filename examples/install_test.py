# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Installs the libraries under a prefix and builds examples against them:
embed.cc with make and pkg-config, and with CMake; fifty_line_shell.cc by the
commands in README.md."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(EXAMPLES)
V8_INCLUDE_DIR = os.path.join(ROOT, 'third_party/v8/usr/include/node')
V8_LIBRARY = next(
    iter(glob.glob(os.path.join(ROOT,
                                'third_party/v8/usr/lib/*/libnode.so.*'))), '')
CORE_PROGRAM = r'''
#include <cstdio>

#include "v8_encoding/hooks.h"

int main() {
  const std::string bytes =
      v8_encoding::Encode(u"\u0416", v8_encoding::Encoding::kKoi8R);
  std::printf("%02X %s\n", static_cast<unsigned char>(bytes[0]),
              std::string(v8_encoding::Name(
                  *v8_encoding::GetEncoding(" LATIN1 "))).c_str());
}
'''


def run(*args, env=None, cwd=None):
  return subprocess.run(args, cwd=cwd, text=True, check=True,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        env={**os.environ, **(env or {})}).stdout


class InstallTest(unittest.TestCase):

  @classmethod
  def setUpClass(cls):
    cls.folder = tempfile.mkdtemp()
    cls.addClassCleanup(shutil.rmtree, cls.folder)
    cls.prefix = os.path.join(cls.folder, 'prefix')
    run(os.path.join(ROOT, 'tools/install'), '--prefix', cls.prefix)
    cls.env = {
        'PKG_CONFIG_PATH': os.path.join(cls.prefix, 'lib/pkgconfig'),
        'LD_LIBRARY_PATH': os.pathsep.join(
            [os.path.join(cls.prefix, 'lib'), os.path.dirname(V8_LIBRARY)]),
    }
    with open(os.path.join(EXAMPLES, 'embed.expected')) as file:
      cls.expected = file.read()

  def check_output(self, program):
    self.assertEqual(run(program, env=self.env), self.expected)

  def test_make(self):
    for static in '', '--static':
      with self.subTest(static):
        folder = tempfile.mkdtemp(dir=self.folder)
        shutil.copytree(os.path.join(EXAMPLES, 'install'),
                        os.path.join(folder, 'install'))
        shutil.copy(os.path.join(EXAMPLES, 'embed.cc'), folder)
        run('make', f'V8_CFLAGS=-I{V8_INCLUDE_DIR}', f'V8_LIBS={V8_LIBRARY}',
            f'STATIC={static}', env=self.env,
            cwd=os.path.join(folder, 'install'))
        program = os.path.join(folder, 'install/embed')
        self.check_output(program)
        self.assertEqual('libv8_encoding.so' in run('ldd', program,
                                                    env=self.env), not static)

  def test_cmake(self):
    build = os.path.join(self.folder, 'cmake')
    run('cmake', '-S', os.path.join(EXAMPLES, 'install'), '-B', build,
        f'-DCMAKE_PREFIX_PATH={self.prefix}',
        f'-DV8_INCLUDE_DIR={V8_INCLUDE_DIR}', f'-DV8_LIBRARY={V8_LIBRARY}')
    run('cmake', '--build', build)
    self.check_output(os.path.join(build, 'embed'))
    self.check_output(os.path.join(build, 'embed_shared'))

  def test_the_fifty_line_shell(self):
    with open(os.path.join(EXAMPLES, 'fifty_line_shell.cc')) as file:
      code = file.read().partition('\n#include')[2]
    self.assertLessEqual(len(code.splitlines()), 50)
    with open(os.path.join(EXAMPLES, 'README.md')) as file:
      readme = file.read()
    section = readme[readme.index('## A JavaScript shell in fifty lines'):]
    commands = re.search(r'^```sh\n(.*?)^```$', section,
                         re.DOTALL | re.MULTILINE)[1]
    # As they stand, but for what's installed already, and for where V8 is.
    program = os.path.join(self.folder, 'fifty_line_shell')
    for old, new in (
        ('tools/install --prefix "$PWD/prefix"\n', ''),
        ('$PWD/prefix', self.prefix),
        ('-o fifty_line_shell', f'-o {program}'),
        ('./fifty_line_shell', program),
        ('-I/usr/include/node', f'-I{V8_INCLUDE_DIR}'),
        ('-lnode', V8_LIBRARY),
        ('LD_LIBRARY_PATH=',
         f'LD_LIBRARY_PATH={os.path.dirname(V8_LIBRARY)}:'),
    ):
      self.assertIn(old, commands)
      commands = commands.replace(old, new)
    with open(os.path.join(EXAMPLES, 'print_characters.expected')) as file:
      expected = file.read()
    self.assertEqual(run('sh', '-e', '-c', commands, cwd=ROOT), expected)

  def other_v8(self):
    """The include folder of a V8 whose version has another second number, and
    what the library would have to have for it."""
    folder = os.path.join(self.folder, 'other_v8')
    shutil.copytree(V8_INCLUDE_DIR, folder, dirs_exist_ok=True)
    path = os.path.join(folder, 'v8-version.h')
    with open(path) as file:
      text = file.read()
    numbers = [int(re.search(rf'#define V8_{name} (\d+)', text)[1])
               for name in ('MAJOR_VERSION', 'MINOR_VERSION', 'BUILD_NUMBER')]
    with open(path, 'w') as file:
      file.write(text.replace(f'#define V8_MINOR_VERSION {numbers[1]}',
                              f'#define V8_MINOR_VERSION {numbers[1] + 70}'))
    name = 'v8_encoding_for_V8_{}_{}_{}'
    return (folder, name.format(*numbers),
            name.format(numbers[0], numbers[1] + 70, numbers[2]))

  def test_another_v8_does_not_link(self):
    folder, ours, theirs = self.other_v8()
    source = os.path.join(EXAMPLES, 'embed.cc')
    program = os.path.join(self.folder, 'other')
    lib = os.path.join(self.prefix, 'lib')
    libraries = {
        'static': [f'{lib}/libv8_encoding.a', '-lhwy'],
        'shared': [f'{lib}/libv8_encoding.so'],
    }
    sections = ['-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections']
    headers = {
        '': ([f'-I{V8_INCLUDE_DIR}'], None),
        'another version': ([f'-I{folder}'], theirs),
        'compressed pointers': (
            [f'-I{V8_INCLUDE_DIR}', '-DV8_COMPRESS_POINTERS',
             '-DV8_31BIT_SMIS_ON_64BIT_ARCH'],
            ours + '_compressed_pointers_31bit_smis'),
    }
    for kind, library in libraries.items():
      for flags in [], sections:
        for what, (options, missing) in headers.items():
          with self.subTest(kind=kind, flags=flags, what=what):
            done = subprocess.run(
                ['c++', '-std=c++20', '-O2', *flags, *options,
                 f'-I{self.prefix}/include', source, '-o', program, *library,
                 V8_LIBRARY], text=True, capture_output=True)
            if missing is None:
              self.assertEqual(done.returncode, 0, done.stderr)
              self.check_output(program)
            else:
              self.assertNotEqual(done.returncode, 0)
              self.assertRegex(done.stderr,
                               rf'undefined reference to .{missing}\W')

  def test_another_v8_is_not_loaded(self):
    folder, _, theirs = self.other_v8()
    # The program is linked with a library for the other V8, or so it says, and
    # finds the one for ours when it's run.
    symbol = os.path.join(self.folder, 'symbol.c')
    with open(symbol, 'w') as file:
      file.write(f'const char {theirs} = 0;')
    for_theirs = os.path.join(self.folder, 'libfor_theirs.so')
    run('c++', '-shared', '-fPIC', '-x', 'c', symbol, '-x', 'none',
        '-Wl,--whole-archive', f'{self.prefix}/lib/libv8_encoding.a',
        '-Wl,--no-whole-archive', '-Wl,-soname,libv8_encoding.so',
        '-o', for_theirs)
    program = os.path.join(self.folder, 'not_loaded')
    run('c++', '-std=c++20', f'-I{folder}', f'-I{self.prefix}/include',
        os.path.join(EXAMPLES, 'embed.cc'), '-o', program, for_theirs, '-lhwy',
        V8_LIBRARY)
    done = subprocess.run([program], text=True, capture_output=True,
                          env={**os.environ, **self.env})
    self.assertNotEqual(done.returncode, 0)
    self.assertRegex(done.stderr, rf'undefined symbol: {theirs}\b')
    self.assertEqual(done.stdout, '')

  def test_core_alone(self):
    source = os.path.join(self.folder, 'core.cc')
    with open(source, 'w') as file:
      file.write(CORE_PROGRAM)
    program = os.path.join(self.folder, 'core')
    flags = run('pkg-config', '--cflags', '--libs', 'v8_encoding_core',
                env=self.env).split()
    run('c++', '-std=c++20', source, '-o', program, *flags)
    self.assertEqual(run(program), 'F6 windows-1252\n')

  def test_the_shared_library_exports_only_its_own(self):
    library = os.path.join(self.prefix, 'lib/libv8_encoding.so')
    symbols = run('nm', '-DC', '--defined-only', library).splitlines()
    abi = [line for line in symbols if ' v8_encoding_for_V8_' in line]
    self.assertEqual(len(abi), 1)
    foreign = [line for line in symbols
               if ' v8_encoding::' not in line and ' W ' not in line and
               ' V ' not in line and line not in abi]
    self.assertEqual(foreign, [])
    self.assertFalse([line for line in symbols if '::internal::' in line])
    # V8 is the program's, whatever its library is called.
    self.assertNotIn('node', run('readelf', '-d', library))


if __name__ == '__main__':
  sys.exit(unittest.main())
