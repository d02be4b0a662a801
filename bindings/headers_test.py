#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""The headers for embedders of V8 are C++17, each alone, without warnings.

Usage: headers_test.py OBJECT, in the build folder; OBJECT is an object file of
the build, whose command says which compiler that is, where V8's headers are and
what they are told.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Those that include v8.h, and what they include. The others are the codecs',
# which are C++20.
HEADERS = ('byte_view', 'convert', 'encoding_list', 'error_hook', 'export',
           'extras', 'install', 'memory', 'streams', 'v8_abi', 'version')

# In the words that C++17 has for it.
USER = r'''
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"
#include "v8_encoding/memory.h"

v8_encoding::ByteView CodeCache() {
  static const std::vector<unsigned char> bytes;
  return bytes;
}

bool Use(v8::Isolate* isolate, v8::Local<v8::Context> context) {
  v8_encoding::InstallOptions options;
  options.interfaces = v8_encoding::InterfaceSet::kTextDecoder |
                       v8_encoding::InterfaceSet::kTextEncoder;
  options.streams_code_cache = CodeCache;
  v8_encoding::DecodeOptions fatal;
  fatal.fatal = true;
  const std::array<char, 2> array = {'a', 'b'};
  v8::Local<v8::String> string;
  return v8_encoding::Install(context, options).FromMaybe(false) &&
         v8_encoding::DecodeToString(isolate, std::string_view("a"),
                                     v8_encoding::Encoding::kBig5, fatal)
             .string.ToLocal(&string) &&
         v8_encoding::DecodeToString(isolate, array).ok() &&
         v8_encoding::EncodeToStdString(isolate, string).bytes == "a";
}
'''


# The command that made the object.
COMMAND = subprocess.run(('ninja', '-t', 'commands', '-s', sys.argv[1]), check=True,
                         text=True, stdout=subprocess.PIPE).stdout
# Of V8: -isystem, -D.
FLAGS = ' '.join(re.findall(r'-isystem \S+|-DV8_\S+', COMMAND)).split()
BUILD_COMPILER = re.search(r'\S*(clang|[cg])\+\+(-[\d.]+)?(?=\s)', COMMAND)[0]


def compile_text(compiler, standard, text):
  """What the compiler says of a translation unit: nothing, if all is well."""
  done = subprocess.run(
      (compiler, f'-std={standard}', '-Wall', '-Wextra', '-pedantic', '-Werror',
       '-fsyntax-only', '-I' + os.path.join(ROOT, 'include'), *FLAGS, '-x',
       'c++', '-'), input=text, text=True, stdout=subprocess.PIPE,
      stderr=subprocess.STDOUT)
  return done.stdout + ('' if done.returncode == 0 else 'failed')


# From V8 13 on, V8's own headers are C++20.
NEEDS_CPP20 = compile_text(
    BUILD_COMPILER, 'c++17', '#include "v8.h"\n#if V8_MAJOR_VERSION > 12\n'
    '#error newer\n#endif\n') != ''
STANDARD = 'c++20' if NEEDS_CPP20 else 'c++17'

# The build's, and the system's if they can read V8's own headers: Clang 14 can't
# read those of V8 15.
COMPILERS = [BUILD_COMPILER] + [
    name for name in ('g++', 'clang++') if name != BUILD_COMPILER and
    shutil.which(name) and compile_text(name, STANDARD, '#include "v8.h"\n') == ''
]


class HeadersTest(unittest.TestCase):

  def check(self, texts):
    """Compiles each of {name: text} by each compiler."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
      jobs = {(compiler, name): pool.submit(compile_text, compiler, STANDARD,
                                            text)
              for compiler in COMPILERS for name, text in texts.items()}
    for (compiler, name), job in jobs.items():
      with self.subTest(compiler=compiler, text=name):
        self.assertEqual(job.result(), '')

  def test_the_compiler_reads_v8(self):
    self.assertEqual(compile_text(BUILD_COMPILER, STANDARD, '#include "v8.h"\n'),
                     '')

  def test_each_header_alone(self):
    self.check({name: f'#include "v8_encoding/{name}.h"\n' for name in HEADERS})

  def test_a_user(self):
    self.check({'user': USER})

  def test_the_list_is_complete(self):
    folder = os.path.join(ROOT, 'include/v8_encoding')
    found = set()
    for name in os.listdir(folder):
      with open(os.path.join(folder, name), encoding='utf-8') as file:
        text = file.read()
      if '#include "v8.h"' in text:
        found.add(name.removesuffix('.h'))
        found.update(re.findall(r'#include "v8_encoding/(\w+)\.h"', text))
    self.assertEqual(found - set(HEADERS), set())

  def test_warnings_and_newer_words_are_seen(self):
    for text in ('void f() { int unused; }\n', '#include <span>\nstd::span<int> s;\n'):
      if STANDARD == 'c++20' and 'span' in text:
        continue
      self.assertNotEqual(compile_text(BUILD_COMPILER, STANDARD, text), '')


if __name__ == '__main__':
  unittest.main(argv=sys.argv[:1])
