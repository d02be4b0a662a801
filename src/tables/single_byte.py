# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes single_byte_decode.cc and single_byte_encode.cc; see single_byte.h."""

import collections
import unicodedata

from source import head, rows

UNMAPPED = 0xFFFD
WINDOW_BITS = 7
WINDOW_SIZE = 1 << WINDOW_BITS
WINDOWS = 0x10000 >> WINDOW_BITS

BEGIN = '''
#include "src/tables/single_byte.h"

// clang-format off

namespace v8_encoding::internal {

'''
END = '''
}  // namespace v8_encoding::internal

// clang-format on
'''


def weight(code_point):
    """How much a character counts where windows are compared by what texts have:
    letters, with combining marks, before signs, and controls not at all."""
    return {'L': 2, 'M': 2, 'C': 0}.get(unicodedata.category(chr(code_point))[0], 1)


def units_of(index):
    units = [UNMAPPED] * 128
    for pointer, code_point in index.entries:
        # Any byte's code point is one code unit, and not the one that stands
        # for none.
        assert code_point < 0xD800 or 0xE000 <= code_point < UNMAPPED
        units[pointer] = code_point
    return units


def identity_prefix(units):
    n = 0
    while n < 128 and units[n] == 0x80 + n:
        n += 1
    return n


def identity_suffix(units):
    n = 128
    while n > 0 and units[n - 1] == 0x80 + n - 1:
        n -= 1
    return n


def row_facts(units):
    """The members of SingleByteUnits behind `high`."""
    row_low = [0] * 16
    row_high = [0] * 16
    exceptions = [0] * 16
    for row in range(8):
        distances = collections.Counter()
        for i in range(16):
            unit = units[16 * row + i]
            if unit != UNMAPPED:
                byte = 0x80 + 16 * row + i
                distances[(unit - byte) & 0xFF, unit >> 8] += 1
        distance, _ = max(distances.items(), key=lambda d: (d[1], d[0] == (0, 0)),
                          default=((0, 0), 0))
        row_low[8 + row], row_high[8 + row] = distance
        for i in range(16):
            unit = units[16 * row + i]
            byte = 0x80 + 16 * row + i
            if unit == UNMAPPED or distance != ((unit - byte) & 0xFF, unit >> 8):
                exceptions[i] |= 1 << row
    return row_low, row_high, exceptions


def regular_rows(units):
    _, _, exceptions = row_facts(units)
    return sum(
        sum(exceptions[i] >> row & 1 for i in range(16)
            if units[16 * row + i] != UNMAPPED) <= 2
        for row in range(8))


def decode(standard, indexes):
    tables = [indexes[i] for i in sorted(indexes)]
    out = [head(['Single-byte encodings: from byte to code unit.'], tables)]
    out.append(BEGIN)
    out.append('namespace {\n')
    units_by_file = {}
    for number, index in enumerate(tables):
        units_by_file[index.file] = number, units_of(index)
    out.append(f'\nconstexpr SingleByteUnits kUnits[{len(tables)}] = {{\n')
    for index in tables:
        _, units = units_by_file[index.file]
        out.append(f'    {{  // {index.file}\n')
        for shift in (0, 8):
            out.append('        {\n')
            out.append(rows([f'0x{u >> shift & 0xFF:02X}' for u in units], 16,
                            '            '))
            out.append('        },\n')
        for facts in row_facts(units):
            out.append('        {')
            out.append(', '.join(f'0x{fact:02X}' for fact in facts))
            out.append('},\n')
        out.append('    },\n')
    out.append('};\n\n}  // namespace\n\n')
    out.append('constinit const SingleByteDecodeTable '
               'kSingleByteDecodeTables[] = {\n')
    for encoding in standard.single_byte:
        number, units = units_by_file[standard.single_byte_index(encoding).file]
        out.append(f'    {{&kUnits[{number}], {identity_prefix(units)}, '
                   f'{identity_suffix(units)}, {units.count(UNMAPPED)}, '
                   f'{regular_rows(units)}}},'
                   f'  // {encoding.name}\n')
    out.append('};\n')
    out.append(END)
    count = len(standard.single_byte)
    return ''.join(out), [('decode', f'single-byte units, {len(tables)} indexes',
                           len(tables) * 320),
                          ('decode', 'single-byte facts', count * 16)]


def encode(standard, indexes):
    tables = [indexes[i] for i in sorted(indexes)]
    empty = bytes(WINDOW_SIZE)
    ascii_page = bytes(range(WINDOW_SIZE))
    pages = [empty, ascii_page]
    numbers = {empty: 0, ascii_page: 1}
    windows_by_file = {}
    for number, index in enumerate(tables):
        filled = {}
        mapped = set()
        weights = collections.Counter()
        for pointer, code_point in index.entries:
            # *Index pointer* is the first pointer of a code point.
            if code_point in mapped:
                continue
            mapped.add(code_point)
            window = code_point >> WINDOW_BITS
            weights[window] += weight(code_point)
            page = filled.setdefault(window, bytearray(WINDOW_SIZE))
            page[code_point % WINDOW_SIZE] = 0x80 + pointer
        windows = [0] * WINDOWS
        windows[0] = 1
        for window, page in sorted(filled.items()):
            assert window != 0
            page = bytes(page)
            if page not in numbers:
                numbers[page] = len(pages)
                pages.append(page)
            windows[window] = numbers[page]
        main, second = sorted(weights, key=lambda w: (-weights[w], w))[:2]
        units = units_of(index)
        windows_by_file[index.file] = (number, windows, main, second,
                                       identity_prefix(units),
                                       identity_suffix(units))
    assert len(pages) <= 256

    out = [head(['Single-byte encodings: from code unit to byte.'], tables)]
    out.append(BEGIN)
    out.append('alignas(64) constinit const uint8_t kSingleByteEncodePages'
               f'[{len(pages)}][{WINDOW_SIZE}] = {{\n')
    for number, page in enumerate(pages):
        out.append(f'    {{  // {number}\n')
        out.append(rows([f'0x{b:02X}' for b in page], 16, '        '))
        out.append('    },\n')
    out.append('};\n\nnamespace {\n\n')
    out.append(f'alignas(64) constexpr uint8_t kWindows[{len(tables)}]'
               f'[{WINDOWS}] = {{\n')
    for index in tables:
        out.append(f'    {{  // {index.file}\n')
        out.append(rows([str(n) for n in windows_by_file[index.file][1]], 32,
                        '        '))
        out.append('    },\n')
    out.append('};\n\n}  // namespace\n\n')
    out.append('constinit const SingleByteEncodeTable '
               'kSingleByteEncodeTables[] = {\n')
    for encoding in standard.single_byte:
        number, _, main, second, prefix, suffix = windows_by_file[
            standard.single_byte_index(encoding).file]
        out.append(f'    {{kWindows[{number}], 0x{main:02X}, 0x{second:02X}, '
                   f'{prefix}, {suffix}}},'
                   f'  // {encoding.name}\n')
    out.append('};\n')
    out.append(END)
    count = len(standard.single_byte)
    return ''.join(out), [('encode', f'single-byte pages, {len(pages)}',
                           len(pages) * WINDOW_SIZE),
                          ('encode', f'single-byte windows, {len(tables)} indexes',
                           len(tables) * WINDOWS),
                          ('encode', 'single-byte facts', count * 16)]


def generate(standard):
    indexes = {}
    for encoding in standard.single_byte:
        index = standard.single_byte_index(encoding)
        indexes[index.file] = index
    decode_text, decode_sizes = decode(standard, indexes)
    encode_text, encode_sizes = encode(standard, indexes)
    return ({'tables/single_byte_decode.cc': decode_text,
             'tables/single_byte_encode.cc': encode_text},
            decode_sizes + encode_sizes)
