# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What compilers make of the core's public headers, of the calls in
docs/porting.md and of README.md's code, and of a source file with the standard
library's checks.

Usage: headers_test.py CC CXX, the commands of a C and a C++ compiler.
"""

import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = os.path.join(ROOT, 'include')
CORE_HEADERS = ('decoder', 'encoder', 'encoding', 'hooks', 'sniffing_decoder',
                'text', 'unicode')

# What the calls in the tables of docs/porting.md are made with.
PROLOGUE = '''
#include <string>
#include <string_view>
%s
using namespace v8_encoding;
[[maybe_unused]] static void Calls(
    std::span<const uint8_t> bytes, std::string_view label, std::string text,
    std::u16string_view text16, Encoding encoding, size_t n, Decoder decoder,
    Encoder encoder, std::span<const uint8_t> in8,
    std::span<const char16_t> in16, std::span<const char32_t> in32,
    std::span<uint8_t> out8, std::span<char16_t> out16,
    std::span<char32_t> out32) {
''' % '\n'.join(f'#include "v8_encoding/{name}.h"' for name in CORE_HEADERS)


def compile_text(compiler, language, standard, text):
    """The exit code, and what the compiler says."""
    done = subprocess.run(
        [*compiler, '-x', language, f'-std={standard}', '-Wall', '-Wextra',
         '-pedantic', '-Wno-unused-parameter', '-I', INCLUDE,
         '-fsyntax-only', '-'],
        input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


class HeadersTest(unittest.TestCase):
    def expect_silent(self, *arguments):
        status, message = compile_text(*arguments)
        self.assertEqual((status, message), (0, ''))

    def test_each_header_by_itself(self):
        # hooks.h includes decoder.h, encoder.h, encoding.h and export.h.
        for name in ('hooks', 'sniffing_decoder', 'text', 'unicode'):
            self.expect_silent(CXX, 'c++', 'c++20',
                               f'#include "v8_encoding/{name}.h"\n')

    def test_older_cpp_is_told_what_is_needed(self):
        for name in CORE_HEADERS:
            status, message = compile_text(
                CXX, 'c++', 'c++11' if name == 'decoder' else 'c++17',
                f'#include "v8_encoding/{name}.h"\n')
            self.assertNotEqual(status, 0)
            # In the first line but those that say what includes what.
            lines = [line for line in message.splitlines() if 'error' in line]
            self.assertIn('codec headers need C++20', lines[0])

    def test_the_c_header(self):
        text = '#include "v8_encoding/v8_encoding.h"\n'
        for standard in ('c11', 'c17'):
            self.expect_silent(CC, 'c', standard, text + 'typedef int t;\n')
        for standard in ('c++11', 'c++20'):
            self.expect_silent(CXX, 'c++', standard, text)

    def test_headers_convert_nothing_silently(self):
        includes = ''.join(f'#include "v8_encoding/{name}.h"\n'
                           for name in CORE_HEADERS)
        self.expect_silent([*CXX, '-Wconversion', '-Wshadow'], 'c++', 'c++20',
                           includes)

    def test_headers_where_utf8_literals_are_of_char(self):
        self.expect_silent(
            [*CXX, '-fno-char8_t'], 'c++', 'c++20',
            '#include "v8_encoding/text.h"\n'
            'auto bytes = v8_encoding::AsBytes(u8"text");\n'
            'auto encoded = v8_encoding::EncodeString('
            'u8"text", v8_encoding::Encoding::kUtf8);\n')

    def test_what_is_exported_can_be_said(self):
        for text in (f'#include "v8_encoding/{name}.h"\n'
                     for name in CORE_HEADERS):
            self.expect_silent([*CXX, '-DV8_ENCODING_EXPORT='], 'c++', 'c++20',
                               text)

    def test_a_table_of_kernels_is_constant_with_checks(self):
        # With GCC 12's, copying an array by an algorithm isn't.
        self.expect_silent([*CXX, '-D_GLIBCXX_DEBUG', '-I', ROOT], 'c++',
                           'c++20', '#include "src/kernels/utf16_prefix.cc"\n')

    def test_the_code_in_the_c_header(self):
        with open(os.path.join(INCLUDE, 'v8_encoding', 'v8_encoding.h'),
                  encoding='utf-8') as file:
            code = re.search(r'((?://   .*\n)+)', file.read()).group(1)
        self.assertIn('while (n != 0)', code)
        self.expect_silent(
            CC, 'c', 'c11', '#include <stdio.h>\n'
            '#include "v8_encoding/v8_encoding.h"\nint main(void) {\n' +
            re.sub('(?m)^//', '', code) + '}\n')

    def test_calls_in_porting(self):
        with open(os.path.join(ROOT, 'docs', 'porting.md'),
                  encoding='utf-8') as file:
            text = file.read()
        rows = 0
        body = ''
        for peer in ('encoding_rs', 'simdutf', 'ICU'):
            table = text.split(f'| {peer} | call |\n|---|---|\n')[1]
            for line in table.split('\n\n')[0].splitlines():
                cells = line.strip('| ').split(' | ')
                self.assertEqual(len(cells), 2, line)
                calls = re.findall(r'`([^`]+)`', cells[1])
                self.assertTrue(calls, line)
                for call in calls:
                    body += f'  (void)({call});\n'
                rows += 1
        self.assertGreater(rows, 40)
        self.expect_silent(CXX, 'c++', 'c++20', PROLOGUE + body + '}\n')

    def test_code_in_readme(self):
        with open(os.path.join(ROOT, 'README.md'), encoding='utf-8') as file:
            section = file.read().split('### Without V8')[1].split('\n## ')[0]
        blocks = re.findall(r'```c\+\+\n(.*?)```', section, re.DOTALL)
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            declared = re.search(r'(\w+) =', block).group(1)
            self.expect_silent(
                CXX, 'c++', 'c++20',
                PROLOGUE.replace('Decoder decoder', 'Decoder other') + block +
                f'(void){declared};\n}}\n')


if __name__ == '__main__':
    CC, CXX = ([argument] for argument in sys.argv[1:])
    unittest.main(argv=sys.argv[:1])
