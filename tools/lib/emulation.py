# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""The processors that tools/test --arch builds the codec core for, and what runs
programs of theirs here.

Usage: emulation.py args NAME    prints the GN arguments of such a build
       emulation.py names        prints all names
       emulation.py sources      prints the GN arguments of what is compiled from
                                 source instead of taken from the system
"""

import collections
import os
import shutil
import subprocess
import sys

import debian_source
import highway_source

GOOGLETEST = '/usr/src/googletest'

# What differs between processors and is quick under emulation: every kernel of
# copying, short texts, full outputs, what makes lengths, the choice between
# instruction sets, and inputs that went wrong once. A regular expression for names
# of tests.
QUICK = 'Traps|Copy|Short|FullOutputs|Utf8Length|Dispatch|src/c_api'

# A processor. `args` are GN's; `triple` is GNU's name, whose folder in /usr has C's
# and C++'s libraries; `emulator` is a command, [] where the host's kernel runs
# such programs itself; `is_slow` is whether tools/test --arch leaves out all but
# QUICK unless --whole is given.
Processor = collections.namedtuple('Processor',
                                   'args triple emulator is_slow clang')


def _linux(cpu, triple, qemu, options=(), march='', clang=True):
  args = [f'target_cpu="{cpu}"']
  if march:
    args.append(f'march="{march}"')
  return Processor(args, triple, [f'qemu-{qemu}-static', *options], True, clang)


PROCESSORS = {
    'arm64': _linux('arm64', 'aarch64-linux-gnu', 'aarch64'),
    # With all that the emulator knows: CPUs with SVE run NEON's kernels.
    'arm64-sve2': _linux('arm64', 'aarch64-linux-gnu', 'aarch64',
                         ['-cpu', 'max']),
    # Debian's armhf needs no NEON; scalar code.
    'armhf': _linux('arm', 'arm-linux-gnueabihf', 'arm', clang=False),
    'armhf-neon': _linux('arm', 'arm-linux-gnueabihf', 'arm', ['-cpu', 'max'],
                         'armv7-a+neon-vfpv4', clang=False),
    'ppc64le': _linux('ppc64', 'powerpc64le-linux-gnu', 'ppc64le',
                      ['-cpu', 'power9'], clang=False),
    'riscv64': _linux('riscv64', 'riscv64-linux-gnu', 'riscv64'),
    # With vectors, which kernels aren't compiled for.
    'riscv64-v': _linux('riscv64', 'riscv64-linux-gnu', 'riscv64',
                        ['-cpu', 'rv64,v=true']),
    # Big-endian; scalar code.
    's390x': _linux('s390x', 's390x-linux-gnu', 's390x'),
    # The host's kernel runs these; Debian's cross package has the loader
    # elsewhere than programs look for it.
    'i386': Processor(['target_cpu="x86"'], 'i686-linux-gnu', [
        '/usr/i686-linux-gnu/lib/ld-linux.so.2', '--library-path',
        '/usr/i686-linux-gnu/lib'
    ], False, True),
    # Windows, by MinGW and Wine.
    'mingw': Processor([
        'target_cpu="x64"', 'target_os="win"', 'cc="x86_64-w64-mingw32-gcc-posix"',
        'cxx="x86_64-w64-mingw32-g++-posix"'
    ], 'x86_64-w64-mingw32', ['/usr/lib/wine/wine64'], False, False),
}

CLANG = '-clang'


def names():
  """All that --arch takes."""
  for name, processor in PROCESSORS.items():
    yield name
    if processor.clang:
      yield name + CLANG


def _processor(name):
  return PROCESSORS[name.removesuffix(CLANG)]


def source_args():
  """GN's, for a Highway and a GoogleTest compiled like everything else."""
  highway = os.path.relpath(highway_source.fetch(), highway_source.ROOT)
  return f'highway_dir="//{highway}" googletest_dir="{GOOGLETEST}"'


def gn_args(name):
  """Of a build for the processor, of whose libraries Debian has no packages that
  could be installed beside the host's."""
  return ' '.join([
      'use_v8=false', 'cc_wrapper="ccache"', 'pkg_config="pkg-config"',
      source_args(), f'is_clang={str(name.endswith(CLANG)).lower()}',
      *_processor(name).args
  ])


def runner(name):
  """The command that goes before a program and its arguments."""
  return list(_processor(name).emulator)


def program(name, path):
  """What a program is called that the build calls `path`."""
  is_windows = 'target_os="win"' in _processor(name).args
  return path + '.exe' if is_windows else path


def is_slow(name):
  return _processor(name).is_slow


def environment(name):
  """What programs need besides."""
  processor = _processor(name)
  wine = os.path.join(highway_source.ROOT, 'out', 'wine')
  found = {
      # Where qemu looks for the loader and for libraries.
      'QEMU_LD_PREFIX': f'/usr/{processor.triple}',
      # Wine's own files, and nothing said of what it misses.
      'WINEPREFIX': wine,
      'WINEDEBUG': '-all',
  }
  # Programs that begin at once would each make Wine's files, and find half of them.
  if 'target_os="win"' in processor.args and not os.path.exists(
      os.path.join(wine, 'drive_c', 'windows', 'system32', 'kernel32.dll')):
    shutil.rmtree(wine, ignore_errors=True)
    subprocess.run([*processor.emulator, 'wineboot', '--init'], check=True,
                   env=os.environ | found, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
  return found


def main(arguments):
  if arguments == ['names']:
    print(*names())
  elif arguments == ['sources']:
    print(source_args())
  elif arguments[:1] == ['args'] and arguments[1:] and arguments[1] in names():
    print(gn_args(arguments[1]))
  else:
    return 1
  return 0


if __name__ == '__main__':
  try:
    sys.exit(main(sys.argv[1:]))
  except debian_source.FetchError as error:
    sys.exit(f'emulation.py: {error}')
