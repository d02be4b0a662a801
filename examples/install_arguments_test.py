# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Asks tools/install, CMakeLists.txt and tools/amalgamate for what they do with
arguments, without a build of the libraries."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from installing import ROOT, V8_INCLUDE_DIR, V8_LIBRARY, read, run


class ArgumentsTest(unittest.TestCase):
  """What tools/install makes of its arguments, without a build."""

  def setUp(self):
    self.folder = tempfile.mkdtemp()
    self.addCleanup(shutil.rmtree, self.folder)

  def script(self, name, text):
    path = os.path.join(self.folder, name)
    with open(path, 'w') as file:
      file.write(f'#!/bin/sh\n{text}\n')
    os.chmod(path, 0o755)
    return path

  def install(self, *options, **env):
    return subprocess.run([os.path.join(ROOT, 'tools/install'), *options],
                          text=True, capture_output=True,
                          env={**os.environ, 'DESTDIR': '', 'LC_ALL': 'C', **env})

  def read_build(self, path, *options, **env):
    """A file in the folder of a build in which Ninja has nothing to do."""
    self.script('ninja', 'echo "no work to do."')
    done = self.install(f'--prefix={self.folder}/prefix', *options,
                        f'--gn-args=# {self.folder}', **env,
                        PATH=f'{self.folder}:{os.environ["PATH"]}')
    # There is nothing to be installed.
    self.assertIn('install: cannot stat', done.stderr)
    for args in glob.glob(os.path.join(ROOT, 'out/install-*/args.gn')):
      if self.folder in read(args):
        build = os.path.dirname(args)
        self.addCleanup(shutil.rmtree, build)
        return read(os.path.join(build, path))
    return self.fail('There is no such build.')

  def test_clang_is_known_by_its_macro_however_much_it_prints(self):
    clang = self.script('compiler', 'case " $* " in\n*" -dM "*)\n'
                        '  echo "#define __clang__ 1"\n  sleep 0.1\n'
                        '  echo "#define other 1" ;;\nesac')
    self.assertIn('is_clang = true',
                  self.read_build('args.gn', '--core-only', '--cxx', clang))

  def test_a_compiler_is_words(self):
    compiler = self.script('ccache', 'exec "$@"') + ' g++'
    args = self.read_build('args.gn', '--core-only', '--cxx', compiler)
    self.assertIn(f'cxx = "{compiler}"', args)
    self.assertIn(f'cc = "{compiler[:-3]}gcc"', args)
    self.assertIn('is_clang = false', args)

  def test_uninstalling_is_not_for_destdir(self):
    done = self.install(f'--prefix={self.folder}', '--uninstall',
                        DESTDIR=f'{self.folder}/stage')
    self.assertEqual(done.returncode, 1)
    self.assertIn('removes what was installed without DESTDIR', done.stderr)

  def test_uninstalling_leaves_no_empty_folders_outside_of_the_prefix(self):
    lib = f'{self.folder}/lib'
    files = [f'{lib}/{name}' for name in (
        'libv8_encoding_core.a', 'pkgconfig/v8_encoding_core.pc',
        'cmake/v8_encoding/v8_encoding-config.cmake')]
    others = f'{lib}/cmake/other.cmake'
    prefix = f'{self.folder}/prefix'
    for rest in ['cmake', 'cmake/other.cmake'], []:
      with self.subTest(rest):
        for path in (*files, f'{prefix}/share/v8_encoding/files.txt',
                     *([others] if rest else [])):
          os.makedirs(os.path.dirname(path), exist_ok=True)
          with open(path, 'w') as file:
            file.write('\n'.join(files) + '\n')
        done = self.install(f'--prefix={prefix}', '--uninstall')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(glob.glob('**', root_dir=lib, recursive=True)),
                         rest)
        self.assertEqual(os.listdir(prefix), [])
        if rest:
          os.remove(others)

  def test_a_prefix_that_cannot_be_written_to_is_refused_before_the_build(self):
    with open(f'{self.folder}/file', 'x'):
      pass
    self.script('ninja', 'echo builds >&2')
    done = self.install(f'--prefix={self.folder}/file/x', '--core-only',
                        PATH=f'{self.folder}:{os.environ["PATH"]}')
    self.assertEqual(done.stderr, f"{ROOT}/tools/install: can't write to "
                     f'{self.folder}/file.\n')

  def test_what_flags_say_of_v8_is_known_to_embedders(self):
    flags = '-DV8_COMPRESS_POINTERS -DNDEBUG'
    run('cmake', '-S', ROOT, '-B', f'{self.folder}/cmake',
        f'-DV8_ENCODING_V8_INCLUDE_DIR={V8_INCLUDE_DIR}',
        f'-DCMAKE_CXX_FLAGS={flags}',
        env={'CXX': self.script('ccache', 'exec "$@"') + ' g++'})
    for text in (read(f'{self.folder}/cmake/v8_encoding-install/built_for_v8.h'),
                 self.read_build('install/built_for_v8.h', CXXFLAGS=flags)):
      self.assertIn('_DEFINES "V8_COMPRESS_POINTERS"\n', text)
      self.assertIn('_compressed_pointers"\n', text)

  def test_bad_arguments(self):
    for arguments, message in (
        (['--frobnicate'], "'--frobnicate' is not an option"),
        (['--prefix', 'here'], 'the prefix must be an absolute path'),
        (['--prefix'], '--prefix needs a value'),
        (['--prefix=/x', '--v8-include', self.folder], 'there is no v8.h in'),
        (['--prefix=/x', '--v8-define', 'A B'], "'A B' is no name"),
        (['--prefix=/x', '--cxx', 'false'], "false can't read the headers"),
        ([f'--prefix={self.folder}', '--core-only', '--v8-include=/x'],
         '--core-only needs no V8, and takes no --v8-include.'),
        ([f'--prefix={self.folder}', '--core-only', '--v8-define=X'],
         '--core-only needs no V8, and takes no --v8-define.'),
        ([f'--prefix={self.folder}', '--core-only', '--cxxflags=-std=none'],
         'neither clang++ nor g++ can read the headers: name a'),
        # The compiler's own words.
        ([f'--prefix={self.folder}', '--core-only', '--cxxflags=-std=none'],
         '-std=none'),
        ([f'--prefix={V8_LIBRARY}/x'], "can't write to"),
        ([f'--prefix={self.folder}', '--uninstall'],
         'tools/install has installed nothing under'),
    ):
      with self.subTest(arguments):
        done = subprocess.run([os.path.join(ROOT, 'tools/install'), *arguments],
                              text=True, capture_output=True,
                              env={**os.environ, 'DESTDIR': ''})
        self.assertEqual(done.returncode, 1)
        self.assertIn(message, done.stderr)


class CMakeTest(unittest.TestCase):
  """What CMakeLists.txt makes of its variables, without a build."""

  def configure(self, *options):
    with tempfile.TemporaryDirectory() as folder:
      done = subprocess.run(['cmake', '-S', ROOT, '-B', folder, *options],
                            text=True, capture_output=True)
      return done.returncode, ' '.join(done.stderr.split())

  def test_a_cross_build_names_a_highway(self):
    # A compiler that doesn't find what the host's pkg-config speaks of.
    cross = ['-DCMAKE_SYSTEM_NAME=Linux', '-DCMAKE_CXX_COMPILER=g++',
             '-DCMAKE_CXX_FLAGS=-nostdinc']
    status, error = self.configure(*cross)
    self.assertEqual(status, 1)
    self.assertIn('name a source tree in V8_ENCODING_HIGHWAY_DIR', error)
    with tempfile.TemporaryDirectory() as highway:
      cross.append(f'-DV8_ENCODING_HIGHWAY_DIR={highway}')
      status, error = self.configure(*cross)
      self.assertEqual(status, 1)
      self.assertIn('no hwy/base.h in V8_ENCODING_HIGHWAY_DIR', error)
      os.mkdir(f'{highway}/hwy')
      with open(f'{highway}/hwy/base.h', 'x'):
        pass
      self.assertEqual(self.configure(*cross), (0, ''))

  def test_the_usual_build_folder(self):
    with tempfile.TemporaryDirectory() as folder:
      copy = os.path.join(folder, 'copy')
      for name in ('build', 'bindings', 'include', 'src', 'idl', 'CMakeLists.txt'):
        source = os.path.join(ROOT, name)
        if os.path.isdir(source):
          shutil.copytree(source, f'{copy}/{name}', dirs_exist_ok=True)
        else:
          shutil.copy(source, copy)
      before = {name: read(f'{copy}/build/install/{name}')
                for name in os.listdir(f'{copy}/build/install') if '.' in name}
      for prefix in '/opt/a', '/opt/b':
        run('cmake', '-B', 'build', f'-DCMAKE_INSTALL_PREFIX={prefix}',
            f'-DV8_ENCODING_V8_INCLUDE_DIR={V8_INCLUDE_DIR}', cwd=copy)
        self.assertIn(f'prefix={prefix}\n', read(
            f'{copy}/build/v8_encoding-install/v8_encoding.pc'))
      for name, text in before.items():
        self.assertEqual(read(f'{copy}/build/install/{name}'), text, name)

  def test_a_project_in_c_alone(self):
    with tempfile.TemporaryDirectory() as folder:
      for languages, status in (('C', 1), ('C CXX', 0)):
        with open(f'{folder}/CMakeLists.txt', 'w') as file:
          file.write(f'''
cmake_minimum_required(VERSION 3.21)
project(user {languages})
add_subdirectory({ROOT} v8-encoding)
file(WRITE user.c "int main(void) {{ return 0; }}")
add_executable(user user.c)
target_link_libraries(user v8_encoding::core)
''')
        done = subprocess.run(['cmake', '-S', folder, '-B', f'{folder}/{status}'],
                              text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual('has to name CXX among' in ' '.join(done.stderr.split()),
                         status == 1)

  def test_a_project_that_exports_a_library_linked_with_ours(self):
    for options, targets in (
        ([], 'v8_encoding_core'),
        ([f'-DV8_ENCODING_V8_INCLUDE_DIR={V8_INCLUDE_DIR}'],
         'v8_encoding v8_encoding_v8'),
    ):
      with self.subTest(targets), tempfile.TemporaryDirectory() as folder:
        with open(f'{folder}/CMakeLists.txt', 'w') as file:
          file.write(f'''
cmake_minimum_required(VERSION 3.21)
project(user CXX)
add_subdirectory({ROOT} v8-encoding)
file(WRITE user.cc "")
add_library(user user.cc)
target_link_libraries(user PRIVATE {targets.split()[0]})
install(TARGETS user {targets} EXPORT user)
install(EXPORT user NAMESPACE user:: DESTINATION lib/cmake/user)
''')
        run('cmake', '-S', folder, '-B', f'{folder}/build', *options)
        exported = glob.glob(f'{folder}/build/CMakeFiles/Export/**/user.cmake',
                             recursive=True)
        folders = re.findall(r'INCLUDE_DIRECTORIES "(.*)"', read(exported[0]))
        # V8's belongs to whoever takes the export set.
        self.assertEqual(folders, ['${_IMPORT_PREFIX}/include'])

  def test_folders_and_names_of_what_is_installed(self):
    with tempfile.TemporaryDirectory() as folder:
      run('cmake', '-S', ROOT, '-B', folder, '-DCMAKE_BUILD_TYPE=Debug',
          '-DCMAKE_DEBUG_POSTFIX=d', '-DCMAKE_INSTALL_INCLUDEDIR=include/x',
          '-DCMAKE_INSTALL_DOCDIR=share/licenses/x')
      rules = read(f'{folder}/cmake_install.cmake')
      files = f'{folder}/v8_encoding-install'
      # The package in the place where it would be installed, and no libraries.
      prefix = f'{folder}/prefix'
      package = f'{prefix}/lib/cmake/v8_encoding'
      os.makedirs(f'{prefix}/include/x/v8_encoding')
      os.makedirs(package)
      for path in ('include/x/v8_encoding/version.h', 'lib/libv8_encoding_core.a'):
        with open(f'{prefix}/{path}', 'x'):
          pass
      for path in glob.glob(f'{files}/*.cmake'):
        shutil.copy(path, package)
      with open(f'{prefix}/CMakeLists.txt', 'w') as file:
        file.write('''
cmake_minimum_required(VERSION 3.21)
project(user CXX)
find_package(v8_encoding REQUIRED COMPONENTS core)
get_target_property(_folder v8_encoding::core INTERFACE_INCLUDE_DIRECTORIES)
message("found: ${_folder}")
''')
      self.assertIn(f'found: {prefix}/include/x\n',
                    run('cmake', '-S', prefix, '-B', f'{prefix}/build',
                        f'-DCMAKE_PREFIX_PATH={prefix}'))
      self.assertIn('includedir=${prefix}/include/x\n',
                    read(f'{files}/v8_encoding_core.pc'))
    for destination in 'include/x/v8_encoding', 'share/licenses/x':
      self.assertIn(f'/{destination}" TYPE FILE', rules)
    self.assertIn('libv8_encoding_core.a"', rules)
    self.assertNotIn('cored', rules)

  def test_a_target_of_v8_that_is_not_there(self):
    status, error = self.configure('-DV8_ENCODING_V8_TARGET=my::v8')
    self.assertEqual(status, 1)
    self.assertIn('V8_ENCODING_V8_TARGET is my::v8, and there is no such target',
                  error)

  def test_a_system_that_is_not_covered(self):
    status, error = self.configure('-DCMAKE_SYSTEM_NAME=Darwin')
    self.assertEqual(status, 1)
    self.assertIn('macOS and MSVC aren\'t covered yet', error)


class AmalgamateTest(unittest.TestCase):

  def amalgamate(self, *arguments, **env):
    return subprocess.run(
        [sys.executable, os.path.join(ROOT, 'tools/amalgamate'), *arguments],
        text=True, capture_output=True, env={**os.environ, **env})

  def test_needs_no_other_program(self):
    with tempfile.TemporaryDirectory() as folder:
      done = self.amalgamate(folder, PATH='')
      self.assertEqual(done.returncode, 0, done.stderr)
      source = read(f'{folder}/v8_encoding_core.cc')
      self.assertIn('// src/codecs/utf8.cc\n', source)
      self.assertNotIn('#include "src/', source)
      self.assertIn('class Decoder', read(f'{folder}/v8_encoding_core.h'))
      self.assertEqual(read(f'{folder}/LICENSE'), read(f'{ROOT}/LICENSE'))

  def test_sources_for_the_installed_headers_compile(self):
    with tempfile.TemporaryDirectory() as folder:
      self.assertEqual(self.amalgamate(folder).returncode, 0)
      check = ['-fsyntax-only', '-Wall', '-Wextra', '-Werror', f'-I{folder}']
      subprocess.run(['c++', '-std=c++20', *check, f'{ROOT}/examples/core.cc'], check=True)
      names = sorted(os.listdir(f'{folder}/v8_encoding'))
      self.assertIn('text.h', names)
      subprocess.run(
          ['c++', '-std=c++20', *check, '-x', 'c++', '-'], text=True, check=True,
          input=''.join(f'#include "v8_encoding/{name}"\n' for name in names) +
          'auto text = v8_encoding::DecodeToString("a", v8_encoding::Encoding());\n')
      subprocess.run(
          ['cc', '-std=c11', *check, '-x', 'c', '-'], text=True, check=True,
          input='#include "v8_encoding/v8_encoding.h"\nv8enc_encoding encoding;\n')

  def test_installed_headers_stay(self):
    with tempfile.TemporaryDirectory() as folder:
      shutil.copytree(f'{ROOT}/include', folder, dirs_exist_ok=True)
      done = self.amalgamate(folder)
      self.assertEqual(done.returncode, 1)
      self.assertEqual(done.stderr, f"tools/amalgamate: '{folder}/v8_encoding' has the"
                       ' installed headers.\n')
      self.assertEqual(os.listdir(folder), ['v8_encoding'])
    with tempfile.TemporaryDirectory() as folder:
      for _ in range(2):
        self.assertEqual(self.amalgamate(folder).returncode, 0)

  def test_arguments(self):
    done = self.amalgamate('--help')
    self.assertEqual(done.returncode, 0)
    self.assertIn('tools/amalgamate FOLDER', done.stdout)
    for arguments in [], ['--typo'], ['a', 'b']:
      with self.subTest(arguments):
        done = self.amalgamate(*arguments)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith('Writes the codec core'))

  def test_folders_that_cannot_be_made(self):
    with tempfile.TemporaryDirectory() as folder:
      path = f'{folder}/file'
      with open(path, 'x'):
        pass
      for bad, named in (path, path), (f'{path}/below', f'{path}/below'), ('', ''):
        with self.subTest(bad):
          done = self.amalgamate(bad)
          self.assertEqual(done.returncode, 1)
          self.assertRegex(done.stderr, '^tools/amalgamate: can\'t write to '
                           f"'{named}': .*\\.\n$")


if __name__ == '__main__':
  sys.exit(unittest.main())
