# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Installs the libraries under a prefix and builds embed.cc against them: with
make and pkg-config, with CMake, and by hand as the README says."""

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

  def test_the_readme(self):
    with open(os.path.join(ROOT, 'README.md')) as file:
      readme = file.read()
    section = readme[readme.index('### A JavaScript shell in fifty lines'):]
    blocks = dict(re.findall(r'^```([a-z+]+)\n(.*?)^```$', section,
                             re.DOTALL | re.MULTILINE)[:3])
    self.assertLessEqual(len(blocks['c++'].splitlines()), 50)
    folder = tempfile.mkdtemp(dir=self.folder)
    for name, language in ('run.cc', 'c++'), ('streams.js', 'js'):
      with open(os.path.join(folder, name), 'w') as file:
        file.write(blocks[language])
    # As it stands, but for what's installed already, and for where V8 is.
    commands = blocks['sh'].replace('$PWD/prefix', self.prefix)
    for old, new in (
        (f'tools/install --prefix "{self.prefix}"\n', ''),
        ('-I/usr/include/node', f'-I{V8_INCLUDE_DIR}'),
        ('-lnode', V8_LIBRARY),
        ('LD_LIBRARY_PATH=',
         f'LD_LIBRARY_PATH={os.path.dirname(V8_LIBRARY)}:'),
    ):
      self.assertIn(old, commands)
      commands = commands.replace(old, new)
    self.assertEqual(run('sh', '-e', '-c', commands, cwd=folder),
                     '\u3053\n\u3093\n')

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
    foreign = [line for line in symbols
               if ' v8_encoding::' not in line and ' W ' not in line and
               ' V ' not in line]
    self.assertEqual(foreign, [])
    self.assertFalse([line for line in symbols if '::internal::' in line])
    # V8 is the program's, whatever its library is called.
    self.assertNotIn('node', run('readelf', '-d', library))


if __name__ == '__main__':
  sys.exit(unittest.main())
