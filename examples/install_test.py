# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Installs the libraries under a prefix and builds examples against them:
embed.cc with make and pkg-config, and with CMake; fifty_line_shell.cc by the
commands in README.md. For Debian's V8 alone; tools/check-embedders does it for each
V8 and compiler. What goes without a build is in install_arguments_test.py."""

import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from installing import (EXAMPLES, ROOT, V8_INCLUDE_DIR, V8_LIBRARY, read, run,
                        version)

MANIFESTS = os.path.join(ROOT, 'build/install/debian')
LIB = 'lib/aarch64-linux-gnu' if os.uname(
).machine == 'aarch64' else 'lib/x86_64-linux-gnu'


class InstallTest(unittest.TestCase):

  @classmethod
  def setUpClass(cls):
    cls.folder = tempfile.mkdtemp()
    cls.addClassCleanup(shutil.rmtree, cls.folder)
    cls.prefix = os.path.join(cls.folder, 'prefix')
    run(os.path.join(ROOT, 'tools/install'), '--prefix', cls.prefix)
    cls.env = {
        'PKG_CONFIG_PATH': os.path.join(cls.prefix, 'lib/pkgconfig'),
        # V8's: programs find ours by themselves.
        'LD_LIBRARY_PATH': os.path.dirname(V8_LIBRARY),
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
        # Static, as variables of make's; else in the environment.
        path = f'PKG_CONFIG_PATH={self.env["PKG_CONFIG_PATH"]}'
        run('make', f'V8_CFLAGS=-I{V8_INCLUDE_DIR}', f'V8_LIBS={V8_LIBRARY}',
            f'STATIC={static}', *([path] if static else []),
            env={} if static else self.env,
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

  def test_c(self):
    source = os.path.join(self.folder, 'program.c')
    with open(source, 'w') as file:
      file.write('#include <stdio.h>\n#include "v8_encoding/v8_encoding.h"\n'
                 'int main(void) {\n  puts(v8enc_name(v8enc_get_encoding('
                 '"latin1", 6)));\n  return 0;\n}\n')
    flags = run('pkg-config', '--cflags', '--libs', '--static',
                'v8_encoding_core', env=self.env).split()
    program = os.path.join(self.folder, 'program')
    run('cc', source, '-o', program,
        *(flag.replace('-lv8', '-l:libv8') + '.a' if flag.startswith('-lv8')
          else flag for flag in flags))
    self.assertEqual(run(program), 'windows-1252\n')
    for languages in 'C', 'C CXX':
      with self.subTest(languages):
        folder = tempfile.mkdtemp(dir=self.folder)
        with open(os.path.join(folder, 'CMakeLists.txt'), 'w') as file:
          file.write(f'''
cmake_minimum_required(VERSION 3.21)
project(program {languages})
find_package(v8_encoding REQUIRED COMPONENTS core)
add_executable(program {source})
target_link_libraries(program v8_encoding::core)
''')
        run('cmake', '-S', folder, '-B', folder,
            f'-DCMAKE_PREFIX_PATH={self.prefix}')
        run('cmake', '--build', folder)
        self.assertEqual(run(os.path.join(folder, 'program')),
                         'windows-1252\n')

  def test_a_prefix_with_a_space(self):
    prefix = os.path.join(self.folder, 'a prefix')
    run(os.path.join(ROOT, 'tools/install'), '--prefix', prefix)
    flags = run('pkg-config', '--cflags', '--libs', 'v8_encoding_core',
                env={'PKG_CONFIG_PATH': f'{prefix}/lib/pkgconfig'})
    program = os.path.join(self.folder, 'core')
    run('sh', '-c', f'c++ -std=c++20 "$0" -o "$1" "-Wl,-rpath,$2" {flags}',
        os.path.join(EXAMPLES, 'install/core.cc'), program, f'{prefix}/lib')
    with open(os.path.join(EXAMPLES, 'install/core.expected')) as file:
      self.assertEqual(run(program), file.read())

  def test_uninstalling_leaves_what_is_of_others(self):
    prefix = os.path.join(self.folder, 'gone')
    install = [os.path.join(ROOT, 'tools/install'), '--prefix', prefix]
    for _ in range(2):
      run('sh', '-c', 'umask 077; exec "$@"', 'sh', *install)
    # Whatever the umask, all may read what is there.
    for folder, _, names in os.walk(prefix):
      for path in [folder, *(f'{folder}/{name}' for name in names)]:
        self.assertEqual(os.stat(path).st_mode & 0o044, 0o044, path)
    others = os.path.join(prefix, 'include/other.h')
    with open(others, 'x'):
      pass
    run(*install[:-1], prefix + '/', '--uninstall')
    left = [os.path.join(folder, name)
            for folder, folders, files in os.walk(prefix)
            for name in folders + files]
    self.assertEqual(left, [os.path.join(prefix, 'include'), others])

  def test_uninstalling_what_was_installed_halfway(self):
    prefix = os.path.join(self.folder, 'half')
    os.makedirs(f'{prefix}/lib')
    with open(f'{prefix}/lib/pkgconfig', 'x'):
      pass
    install = [os.path.join(ROOT, 'tools/install'), '--prefix', prefix]
    done = subprocess.run(install, text=True, capture_output=True, check=False)
    self.assertEqual(done.returncode, 1)
    self.assertIn(f'can\'t write to {prefix}/lib/pkgconfig.', done.stderr)
    self.assertTrue(os.path.exists(f'{prefix}/lib/libv8_encoding_core.a'))
    run(*install, '--uninstall')
    self.assertEqual(os.listdir(prefix), ['lib'])
    self.assertEqual(os.listdir(f'{prefix}/lib'), ['pkgconfig'])

  def test_the_fifty_line_shell(self):
    with open(os.path.join(EXAMPLES, 'fifty_line_shell.cc')) as file:
      code = file.read().partition('\nint main')[2]
    self.assertLessEqual(len(code.splitlines()), 50)
    with open(os.path.join(EXAMPLES, 'README.md')) as file:
      readme = file.read()
    section = readme[readme.index('## A JavaScript shell in fifty lines'):]
    commands = re.search(r'^```sh\n(.*?)^```$', section,
                         re.DOTALL | re.MULTILINE)[1]
    # As they stand, but for what's installed already, and for where V8 is.
    program = os.path.join(self.folder, 'fifty_line_shell')
    for old, new in (
        ('tools/install --prefix "$PWD/out/prefix"\n', ''),
        ('$PWD/out/prefix', self.prefix),
        ('-o out/fifty_line_shell', f'-o {program}'),
        ('\nout/fifty_line_shell',
         f'\nLD_LIBRARY_PATH={os.path.dirname(V8_LIBRARY)} {program}'),
        ('-I/usr/include/node', f'-I{V8_INCLUDE_DIR}'),
        ('-lnode', V8_LIBRARY),
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

  def test_another_v8_does_not_compile(self):
    folder, _, _ = self.other_v8()
    for options in ([f'-I{folder}'],
                    [f'-I{V8_INCLUDE_DIR}', '-DV8_COMPRESS_POINTERS']):
      with self.subTest(options):
        done = subprocess.run(
            ['c++', '-std=c++20', '-fsyntax-only', *options,
             f'-I{self.prefix}/include', os.path.join(EXAMPLES, 'embed.cc')],
            text=True, capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        version = run('pkg-config', '--variable=v8_version', 'v8_encoding',
                      env=self.env).strip()
        self.assertIn(f'This v8-encoding is for V8 {version} ', done.stderr)

  def test_compressed_pointers(self):
    """V8's usual build for 64 bits. No package has such a V8 to run: what is
    compiled are the assertions that objects aren't too large for it."""
    run('c++', '-std=c++20', '-fsyntax-only', f'-I{V8_INCLUDE_DIR}',
        '-DV8_COMPRESS_POINTERS', '-DV8_31BIT_SMIS_ON_64BIT_ARCH', f'-I{ROOT}',
        f'-I{ROOT}/include', os.path.join(ROOT, 'bindings/realm/realm.cc'))

  def headers_that_do_not_check(self):
    """Of a library that was put somewhere without tools/install."""
    folder = os.path.join(self.folder, 'unchecked')
    shutil.copytree(os.path.join(self.prefix, 'include'), folder,
                    dirs_exist_ok=True)
    os.remove(os.path.join(folder, 'v8_encoding/built_for_v8.h'))
    return folder

  def test_another_v8_does_not_link(self):
    folder, ours, theirs = self.other_v8()
    include = self.headers_that_do_not_check()
    source = os.path.join(EXAMPLES, 'embed.cc')
    program = os.path.join(self.folder, 'other')
    lib = os.path.join(self.prefix, 'lib')
    libraries = {
        'static': [f'{lib}/libv8_encoding.a'],
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
                 f'-I{include}', source, '-o', program, *library, V8_LIBRARY,
                 f'-Wl,-rpath,{lib}'], text=True, capture_output=True)
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
    soname = f'libv8_encoding.so.{".".join(version()[:2])}'
    run('c++', '-shared', '-fPIC', '-x', 'c', symbol, '-x', 'none',
        '-Wl,--whole-archive', f'{self.prefix}/lib/libv8_encoding.a',
        '-Wl,--no-whole-archive', f'-Wl,-soname,{soname}',
        '-o', for_theirs)
    program = os.path.join(self.folder, 'not_loaded')
    include = self.headers_that_do_not_check()
    run('c++', '-std=c++20', f'-I{folder}', f'-I{include}',
        os.path.join(EXAMPLES, 'embed.cc'), '-o', program, for_theirs,
        V8_LIBRARY)
    path = f'{self.prefix}/lib:{self.env["LD_LIBRARY_PATH"]}'
    done = subprocess.run([program], text=True, capture_output=True,
                          env={**os.environ, 'LD_LIBRARY_PATH': path})
    self.assertNotEqual(done.returncode, 0)
    self.assertRegex(done.stderr, rf'undefined symbol: {theirs}\b')
    self.assertEqual(done.stdout, '')

  def test_a_moved_prefix(self):
    moved = os.path.join(self.folder, 'moved')
    shutil.copytree(self.prefix, moved, symlinks=True)
    flags = run('pkg-config', '--define-prefix', '--cflags', '--libs',
                'v8_encoding_core',
                env={'PKG_CONFIG_PATH': f'{moved}/lib/pkgconfig'}).split()
    self.assertEqual(flags, [f'-I{moved}/include', f'-L{moved}/lib',
                             '-lv8_encoding_core'])
    program = os.path.join(self.folder, 'moved_core')
    run('c++', '-std=c++20', os.path.join(EXAMPLES, 'install/core.cc'), '-o',
        program, *flags, f'-Wl,-rpath,{moved}/lib')
    self.assertEqual(run(program),
                     read(os.path.join(EXAMPLES, 'install/core.expected')))

  def test_core_alone(self):
    source = os.path.join(EXAMPLES, 'install/core.cc')
    with open(os.path.join(EXAMPLES, 'install/core.expected')) as file:
      expected = file.read()
    for static in [], ['--static']:
      with self.subTest(static):
        program = os.path.join(self.folder, 'core')
        flags = run('pkg-config', '--cflags', '--libs', *static,
                    'v8_encoding_core', env=self.env).split()
        if static:
          flags = ['-l:libv8_encoding_core.a' if flag == '-lv8_encoding_core'
                   else flag for flag in flags]
        run('c++', '-std=c++20', source, '-o', program, *flags,
            f'-Wl,-rpath,{self.prefix}/lib')
        self.assertEqual(run(program), expected)
        self.assertEqual('libv8_encoding_core.so' in run('ldd', program),
                         not static)

  def test_sonames(self):
    soversion = '.'.join(version()[:2])
    lib = os.path.join(self.prefix, 'lib')
    for name in 'libv8_encoding.so', 'libv8_encoding_core.so':
      dynamic = run('readelf', '-d', os.path.join(lib, name))
      self.assertIn(f'soname: [{name}.{soversion}]', dynamic)
      self.assertEqual(os.readlink(os.path.join(lib, name)),
                       f'{name}.{soversion}')
      self.assertEqual(os.readlink(os.path.join(lib, f'{name}.{soversion}')),
                       f'{name}.{".".join(version())}')

  def test_what_has_the_interfaces_stays_in_the_process(self):
    self.assertIn('NODELETE', run(
        'readelf', '-d', os.path.join(self.prefix, 'lib/libv8_encoding.so')))
    self.assertIn('-Wl,-z,nodelete', run(
        'pkg-config', '--libs', '--static', 'v8_encoding', env={
            'PKG_CONFIG_PATH': os.path.join(self.prefix, 'lib/pkgconfig')}))

  def test_manifests_of_debian_packages(self):
    to = os.path.join(self.folder, 'destdir')
    run(os.path.join(ROOT, 'tools/install'), '--prefix=/usr', f'--libdir={LIB}',
        env={'DESTDIR': to})
    installed = [
        os.path.relpath(os.path.join(folder, name), to)
        for folder, _, names in os.walk(to) for name in names
    ]
    lines = []
    for path in glob.glob(os.path.join(MANIFESTS, '*.install')):
      with open(path) as file:
        lines += file.read().split()
    for line in lines:
      self.assertTrue(fnmatch.filter(installed, line), line)
    for path in installed:
      matches = [line for line in lines if fnmatch.fnmatchcase(path, line)]
      self.assertEqual(len(matches), 1, path)
    with open(os.path.join(to, f'usr/{LIB}/pkgconfig/v8_encoding.pc')) as file:
      self.assertIn(f'prefix=/usr\nlibdir=${{prefix}}/{LIB}\n', file.read())

  def test_components_of_the_cmake_package(self):
    source = os.path.join(self.folder, 'components')
    os.makedirs(source)
    core_only = os.path.join(self.folder, 'core_only')
    shutil.copytree(self.prefix, core_only, symlinks=True)
    for path in glob.glob(f'{core_only}/lib/libv8_encoding.*'):
      os.remove(path)
    for prefix, components, error in (
        (self.prefix, 'core v8 shared', None),
        (self.prefix, 'core typo', 'v8_encoding has no component typo'),
        (core_only, 'core', None),
        (core_only, 'core v8', 'libv8_encoding.a isn\'t there'),
    ):
      with self.subTest(prefix=prefix, components=components):
        with open(os.path.join(source, 'CMakeLists.txt'), 'w') as file:
          file.write(f'''
cmake_minimum_required(VERSION 3.21)
project(test CXX)
foreach(component prefix _target)
  set(target kept)
  find_package(v8_encoding REQUIRED COMPONENTS {components})
  if(NOT target STREQUAL kept OR NOT component MATCHES "prefix|_target")
    message(FATAL_ERROR "find_package() has changed variables.")
  endif()
endforeach()
''')
        done = subprocess.run(
            ['cmake', '-S', source, '-B', tempfile.mkdtemp(dir=self.folder),
             f'-DCMAKE_PREFIX_PATH={prefix}'], text=True, capture_output=True)
        if error is None:
          self.assertEqual(done.returncode, 0, done.stderr)
        else:
          self.assertNotEqual(done.returncode, 0)
          self.assertIn(error, ' '.join(done.stderr.split()))

  def test_versions_of_the_cmake_package(self):
    major, minor, patch = map(int, version())
    source = os.path.join(self.folder, 'versions')
    os.makedirs(source)
    with open(os.path.join(source, 'CMakeLists.txt'), 'w') as file:
      file.write('''
cmake_minimum_required(VERSION 3.21)
project(test CXX)
find_package(v8_encoding ${WANTED} QUIET COMPONENTS core)
message("found: ${v8_encoding_FOUND}")
''')
    for wanted, found in (
        ('', True),
        (f'{major}', True),
        (f'{major}.{minor}', True),
        (f'{major}.{minor}.{patch};EXACT', True),
        (f'{major}.{minor}.{patch + 1}', False),
        (f'{major}.{minor}.{patch + 1};EXACT', False),
        (f'{major}.{minor + 1}', False),
        (f'{major - 1}.{minor + 10}', False),
        (f'{major + 1}', False),
        (f'{major - 1}...{major + 1}', True),
        (f'{major}.{minor}.{patch}...{major}.{minor}.{patch}', True),
        (f'{major}.{minor}.{patch + 1}...{major + 1}', False),
        (f'{major - 1}...<{major}.{minor}.{patch}', False),
        (f'{major - 1}...<{major}.{minor}.{patch + 1}', True),
    ):
      with self.subTest(wanted):
        self.assertIn(f'found: {int(found)}\n',
                      run('cmake', '-S', source, '-B', f'{source}/build',
                          f'-DWANTED={wanted}',
                          f'-DCMAKE_PREFIX_PATH={self.prefix}'))

  def test_cmake_finds_the_package_through_a_link(self):
    # As in /lib where that is /usr/lib.
    shutil.copytree(self.prefix, f'{self.folder}/usr', symlinks=True)
    os.symlink('usr/lib', f'{self.folder}/lib')
    source = os.path.join(self.folder, 'linked')
    os.makedirs(source)
    with open(os.path.join(source, 'CMakeLists.txt'), 'w') as file:
      file.write(f'''
cmake_minimum_required(VERSION 3.21)
project(program CXX)
find_package(v8_encoding REQUIRED COMPONENTS core)
add_executable(program {EXAMPLES}/install/core.cc)
target_link_libraries(program v8_encoding::core)
''')
    for lib in 'lib', 'usr/lib':
      build = os.path.join(source, lib)
      run('cmake', '-S', source, '-B', build,
          f'-Dv8_encoding_DIR={self.folder}/{lib}/cmake/v8_encoding')
      run('cmake', '--build', build)
      self.assertEqual(run(os.path.join(build, 'program')),
                       read(os.path.join(EXAMPLES, 'install/core.expected')))

  def test_the_shared_library_exports_only_its_own(self):
    library = os.path.join(self.prefix, 'lib/libv8_encoding.so')
    symbols = run('nm', '-DC', '--defined-only', library).splitlines()
    abi = [line for line in symbols if ' v8_encoding_for_V8_' in line]
    self.assertEqual(len(abi), 1)
    foreign = [line for line in symbols
               if not re.search(r' v8_encoding::| [WV] | T v8enc_', line) and
               line not in abi]
    self.assertEqual(foreign, [])
    self.assertFalse([line for line in symbols if '::internal::' in line])
    # V8 is the program's, whatever its library is called.
    self.assertNotIn('node', run('readelf', '-d', library))


if __name__ == '__main__':
  sys.exit(unittest.main())
