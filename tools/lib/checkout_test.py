# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Generates build files that the usual build has no use for: as in a V8 checkout, in
a tree that has nothing but the labels that such a checkout offers, with this
repository as a folder of it; of the codec core, without V8; without the packages
that tests need; and for debugging, sanitizers, other compilers and what else is a
configuration of tools/test."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# What build/deps/BUILD.gn names there, by folder.
LABELS = {
    '': ['v8'],
    'third_party/abseil-cpp': ['absl'],
    'third_party/google_benchmark': ['google_benchmark'],
    'third_party/googletest': ['gmock', 'gtest', 'gtest_main'],
    'third_party/highway': ['libhwy'],
}

DOTFILE = '''
buildconfig = "//stub/BUILDCONFIG.gn"
script_executable = "python3"
'''

# As much of Chromium's as ours may rely on, with flags of its own.
BUILDCONFIG = '''
if (target_os == "") { target_os = "linux" }
if (target_cpu == "") { target_cpu = host_cpu }
if (current_cpu == "") { current_cpu = target_cpu }
if (current_os == "") { current_os = target_os }
declare_args() {
  is_debug = false
  is_clang = true
  is_asan = false
  is_ubsan = false
  is_tsan = false
  is_msan = false
  is_lsan = false
  use_libfuzzer = false
}
set_default_toolchain("//stub:toolchain")
foreach(kind, [ "source_set", "static_library", "shared_library",
                "loadable_module", "executable" ]) {
  set_defaults(kind) { configs = [ "//stub:flags" ] }
}
'''

TOOLCHAIN = '''
config("flags") { cflags_cc = [ "-std=c++20" ] }
toolchain("toolchain") {
  tool("cxx") {
    command = "c++ {{include_dirs}} {{cflags_cc}} -c {{source}} -o {{output}}"
    outputs = [ "{{target_out_dir}}/{{target_output_name}}.{{source_name_part}}.o" ]
  }
  tool("alink") {
    command = "ar rcs {{output}} {{inputs}}"
    outputs = [ "{{output_dir}}/{{target_output_name}}.a" ]
    default_output_dir = "{{target_out_dir}}"
  }
  foreach(name, [ "solink", "solink_module", "link" ]) {
    tool(name) {
      command = "c++ {{inputs}} -o {{output}}"
      outputs = [ "{{output_dir}}/{{target_output_name}}" ]
      default_output_dir = "{{root_out_dir}}"
    }
  }
  tool("stamp") { command = "touch {{output}}" }
  tool("copy") { command = "cp {{source}} {{output}}" }
}
'''


class CheckoutTest(unittest.TestCase):

  def setUp(self):
    folder = tempfile.TemporaryDirectory()
    self.addCleanup(folder.cleanup)
    self.folder = folder.name
    self.write('.gn', DOTFILE)
    self.write('stub/BUILDCONFIG.gn', BUILDCONFIG)
    self.write('stub/BUILD.gn', TOOLCHAIN)
    for path, names in LABELS.items():
      targets = ''.join(f'group("{name}") {{ testonly = {testonly} }}\n'
                        for name in names
                        for testonly in ['true' if 'google' in path else 'false'])
      self.write(os.path.join(path, 'BUILD.gn'), targets)
    with open(os.path.join(self.folder, 'BUILD.gn'), 'a') as file:
      file.write('group("default") {\n'
                 '  deps = [ "//third_party/v8_encoding:v8_encoding" ]\n}\n')
    os.symlink(ROOT, os.path.join(self.folder, 'third_party/v8_encoding'))

  def write(self, path, text):
    path = os.path.join(self.folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
      file.write(textwrap.dedent(text))

  def gn(self, *args):
    result = subprocess.run(['gn', *args], cwd=self.folder, text=True,
                            capture_output=True)
    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
    return result.stdout

  def test_generates_and_checks(self):
    self.gn('gen', 'out', '--args=v8_target="//:v8"')
    self.gn('check', 'out', '//third_party/v8_encoding/*')
    # Everything comes from the checkout: no include folder and no library of
    # the machine's own.
    flags = self.gn('desc', 'out',
                    '//third_party/v8_encoding/bindings:bindings', '--tree')
    for label in ('//:v8', '//third_party/highway:libhwy'):
      self.assertIn(label, flags)
    core = self.gn('desc', 'out', '//third_party/v8_encoding/src:codecs')
    self.assertNotIn('-isystem', core)
    self.assertIn('//stub:flags', core)


class CoreTest(unittest.TestCase):

  def test_needs_nothing_of_v8(self):
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, 'out')) as folder:
      result = subprocess.run(
          ['gn', 'gen', f'--root={ROOT}', folder, '--args=use_v8=false'],
          text=True, capture_output=True)
      self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
      # Not even the packages of what is built on V8.
      with open(os.path.join(folder, 'build.ninja.d')) as file:
        read = file.read()
      for path in ('bindings/BUILD.gn', 'shell/BUILD.gn', 'node/BUILD.gn'):
        self.assertNotIn(path, read)


class MissingPackagesTest(unittest.TestCase):

  def test_are_missed_by_what_needs_them_alone(self):
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, 'out')) as folder:
      packages = os.path.join(folder, 'packages')
      os.mkdir(packages)
      with open(os.path.join(packages, 'libhwy.pc'), 'w') as file:
        file.write('Name: libhwy\nDescription: Highway\nVersion: 1.2\n')
      env = {**os.environ, 'PKG_CONFIG_LIBDIR': packages}
      for use_v8, target in (('true', '//bindings:bindings'),
                             ('false', '//src:core_shared')):
        with self.subTest(target):
          subprocess.run(['gn', 'gen', '-q', f'--root={ROOT}', folder,
                          f'--args=use_v8={use_v8}'], check=True, env=env)
          needed = subprocess.run(['gn', 'desc', f'--root={ROOT}', folder, target,
                                   'deps', '--all'], check=True, env=env,
                                  text=True, capture_output=True).stdout
          self.assertIn('//build/deps:highway', needed)
          self.assertNotIn('missing', needed)
          result = subprocess.run(['ninja', '-C', folder, 'build/deps:gtest'],
                                  text=True, capture_output=True)
          self.assertNotEqual(result.returncode, 0)
          self.assertIn('install the package libgtest-dev', result.stdout)


class ConfigurationsTest(unittest.TestCase):

  def test_all_generate(self):
    listed = subprocess.run(
        ['bash', '-euc', 'source tools/lib/build.sh\n'
         'for name in "${!ARGS_OF_CONFIG[@]}"; do\n'
         '  echo "$name:$(config_args "$name")"\n'
         'done'], cwd=ROOT, text=True, capture_output=True, check=True)
    configurations = dict(
        line.split(':', 1) for line in listed.stdout.splitlines())
    self.assertIn('is_asan=true', configurations['asan'])
    for name, args in sorted(configurations.items()):
      with self.subTest(name), tempfile.TemporaryDirectory(
          dir=os.path.join(ROOT, 'out')) as folder:
        result = subprocess.run(
            ['gn', 'gen', f'--root={ROOT}', folder, f'--args={args}'],
            text=True, capture_output=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertNotIn('WARNING', result.stdout)


if __name__ == '__main__':
  sys.exit(unittest.main())
