#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.

"""Follows "A new interface" of README.md in a copy of the sources.

Usage: readme_test.py, in the build folder of a build with libv8_encoding.a.

Only what the steps change is compiled, and linked with that library, which has
all the rest: some seconds where the whole would be minutes.
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(FOLDER)
BUILD = os.getcwd()

# Always in one place, so that ccache knows what it has compiled before.
COPY = os.path.join(BUILD, 'readme_test')
COPIED = ('bindings', 'idl', 'include')

# Prints what a script evaluates to, in a context with all interfaces.
PROGRAM = r'''
#include <cstdio>
#include <memory>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

int main(int, char* argv[]) {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator_shared.reset(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate* isolate = v8::Isolate::New(params);
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    v8_encoding::Install(isolate, global,
                         {.interfaces = v8_encoding::InterfaceSet::INTERFACE});
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::Value> value;
    if (!v8::Script::Compile(
             context,
             v8::String::NewFromUtf8(isolate, argv[1]).ToLocalChecked())
             .ToLocalChecked()
             ->Run(context)
             .ToLocal(&value)) {
      value = try_catch.Exception();
    }
    std::puts(*v8::String::Utf8Value(isolate, value));
  }
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
'''

TARGET = '''
executable("readme_program") {
  testonly = true
  sources = [
    "install.cc",
    "readme_program.cc",
    "snapshot.cc",
    "utf8_meter.cc",
  ]
  configs += [ "../build/config:project" ]
  libs = [ "%s" ]
  deps = [
    "../build/deps:highway",
    "../build/deps:v8",
  ]
}
'''


def code_blocks(text):
  """(language, [lines]) of each fenced block, without its indentation."""
  for indent, language, block in re.findall(
      r'^( *)```([\w+]+)\n(.*?)^ *```$', text, re.MULTILINE | re.DOTALL):
    yield language, [
        line.removeprefix(indent) for line in block.splitlines()
    ]


def apply_diff(text, lines):
  """`text` with the added lines at the one place where the others stand."""
  before = '\n'.join(line[1:] for line in lines if line[0] == ' ')
  after = '\n'.join(line[1:] for line in lines)
  assert text.count(before) == 1, f'not once in the file:\n{before}'
  return text.replace(before, after)


class NewInterfaceTest(unittest.TestCase):

  def run_command(self, *command, cwd=COPY):
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    self.assertEqual(done.returncode, 0, done.stdout)
    return done.stdout

  def copy_sources(self):
    """A tree like ROOT's, with copies of what the steps change."""
    shutil.rmtree(COPY, ignore_errors=True)
    self.addCleanup(shutil.rmtree, COPY)
    os.mkdir(COPY)
    for name in os.listdir(ROOT):
      if name in COPIED:
        shutil.copytree(os.path.join(ROOT, name), os.path.join(COPY, name))
      elif name not in ('out', '.git'):
        os.symlink(os.path.join(ROOT, name), os.path.join(COPY, name))
    os.makedirs(os.path.join(COPY, 'out/build'))
    shutil.copy(os.path.join(BUILD, 'args.gn'),
                os.path.join(COPY, 'out/build/args.gn'))

  def write(self, path, change):
    """Replaces what is in the file, or None, by change() of that."""
    path = os.path.join(COPY, path)
    text = None
    if os.path.exists(path):
      with open(path, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
      file.write(change(text))

  def test_steps(self):
    with open(os.path.join(FOLDER, 'README.md'), encoding='utf-8') as file:
      section = re.search(r'^## A new interface\n(.*?)^## ', file.read(),
                          re.MULTILINE | re.DOTALL)[1]
    blocks = list(code_blocks(section))
    self.assertEqual([language for language, _ in blocks],
                     ['webidl', 'sh', 'c++', 'diff', 'diff', 'sh'])
    self.copy_sources()
    for language, lines in blocks[:-1]:
      if language == 'sh':
        for line in lines:
          # with_node_modules finds its own root; what it runs is the copy's.
          command = line.split()
          self.run_command(os.path.join(ROOT, command[0]), *command[1:])
        continue
      path = lines[0].removeprefix('// ')
      with self.subTest(path):
        if language == 'diff':
          self.write(path, lambda text: apply_diff(text, lines[1:]))
        else:
          self.write(path, lambda text: '\n'.join(lines[1:]) + '\n')

    # The bit of step 4 is that of the generated list.
    with open(os.path.join(COPY, 'idl/interfaces.h')) as file:
      interfaces = re.findall(r'&(\w+)::kInterface', file.read())
    bit = re.search(r'kUtf8Meter = 1 << (\d+)', section)[1]
    self.assertEqual(interfaces.index('Utf8Meter'), int(bit))

    self.write(
        'bindings/readme_program.cc',
        lambda text: PROGRAM.replace('INTERFACE', 'kUtf8Meter'))
    self.write(
        'bindings/BUILD.gn', lambda text: text + TARGET % os.path.join(
            BUILD, 'obj/bindings/libv8_encoding.a'))
    self.run_command('gn', 'gen', '-q', 'out/build')
    self.assertIn('//bindings/utf8_meter.cc',
                  self.run_command('gn', 'desc', 'out/build',
                                   '//bindings:interfaces', 'sources'))
    self.run_command('ninja', '-C', 'out/build', 'readme_program')

    script = re.fullmatch(r'tools/shell -p "(.*)"', blocks[-1][1][0])[1]
    expected = re.search(r'The first prints `(.*?)`', section)[1]
    self.assertEqual(
        self.run_command('./out/build/readme_program', script).strip(),
        expected)


if __name__ == '__main__':
  unittest.main(argv=sys.argv[:1])
