# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes multi_byte_decode.cc and multi_byte_encode.cc; see multi_byte.h.

What multi_byte.h and the codecs assume of the indexes is checked here.
"""

from source import head, require, rows

BLOCK_BITS = 6
BLOCK_SIZE = 1 << BLOCK_BITS
BLOCKS = 0x10000 >> BLOCK_BITS

# As in multi_byte.h. The compiler finds it if they differ: each array is
# defined with its length, which must be the declared one.
GB18030_POINTERS = 126 * 190
GB18030_RANGES = 206
BIG5_FIRST = 942
BIG5_POINTERS = 126 * 157
BIG5_SUPPLEMENTARY_BYTES = 291
EUC_KR_POINTERS = 125 * 190
JIS0208_POINTERS = 11104
JIS0212_POINTERS = 7211
SHIFT_JIS_EXCLUDED = range(8272, 8836)
KATAKANA = 63

# The table in the gb18030 encoder's steps.
GB18030_ENCODER_TABLE = {
    0xE78D: 0xA6D9,
    0xE78E: 0xA6DA,
    0xE78F: 0xA6DB,
    0xE790: 0xA6DC,
    0xE791: 0xA6DD,
    0xE792: 0xA6DE,
    0xE793: 0xA6DF,
    0xE794: 0xA6EC,
    0xE795: 0xA6ED,
    0xE796: 0xA6F3,
    0xE81E: 0xFE59,
    0xE826: 0xFE61,
    0xE82B: 0xFE66,
    0xE82C: 0xFE67,
    0xE832: 0xFE6D,
    0xE843: 0xFE7E,
    0xE854: 0xFE90,
    0xE864: 0xFEA0,
}

# The table in the Big5 decoder's steps has two code points for these.
BIG5_TWO_CODE_POINTS = (1133, 1135, 1164, 1166)

# From *index Big5 pointer*.
BIG5_FIRST_ENCODED = (0xA1 - 0x81) * 157
BIG5_LAST_POINTERS = (0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345)

BEGIN = '''
#include "src/tables/multi_byte.h"

// clang-format off

namespace v8_encoding::internal {

'''
END = '''
}  // namespace v8_encoding::internal

// clang-format on
'''


def hex4(values):
    return [f'0x{value:04X}' for value in values]


def is_surrogate(code_point):
    return 0xD800 <= code_point < 0xE000


def check_index(index, begin, end):
    """Fails unless an index is as a table of code units needs it."""
    first, last = index.entries[0][0], index.entries[-1][0]
    require(begin <= first <= last < end,
            f'{index.file}: its pointers should be from {begin} to {end - 1}, '
            f'and are from {first} to {last}.')
    for pointer, code_point in index.entries:
        # 0 is how a table says that there's none. The codecs' short cuts for
        # ASCII need that no pointer leads there.
        require(code_point >= 0x80 and not is_surrogate(code_point),
                f'{index.file}: pointer {pointer} is U+{code_point:04X}, which '
                'is ASCII or a surrogate.')


def check_bmp(index):
    for pointer, code_point in index.entries:
        require(code_point <= 0xFFFF,
                f'{index.file}: pointer {pointer} is U+{code_point:04X}, which '
                'is more than one code unit.')


def first_pointers(entries):
    """The first pointer of each code point."""
    pointers = {}
    for pointer, code_point in entries:
        pointers.setdefault(code_point, pointer)
    return pointers


# ---- Decoding. ----


def units_array(name, units, row, begin=0):
    """An array of code units by pointer, so many pointers for a lead byte."""
    out = [f'alignas(64) constinit const char16_t {name}[{len(units)}] = {{\n']
    for i in range(0, len(units), row):
        out.append(f'    // {begin + i}\n')
        out.append(rows(hex4(units[i:i + row]), 8))
    out.append('};\n')
    return ''.join(out)


def units_by_pointer(index, begin, end):
    check_index(index, begin, end)
    check_bmp(index)
    units = [0] * (end - begin)
    for pointer, code_point in index.entries:
        units[pointer - begin] = code_point
    return units


def big5_units(index):
    """(units, supplementary): see multi_byte.h."""
    check_index(index, BIG5_FIRST, BIG5_POINTERS)
    require(index.entries[0][0] == BIG5_FIRST,
            f'{index.file}: its first pointer should be {BIG5_FIRST}, and is '
            f'{index.entries[0][0]}.')
    units = [0] * (BIG5_POINTERS - BIG5_FIRST)
    numbers = {}
    for pointer, code_point in index.entries:
        require(pointer not in BIG5_TWO_CODE_POINTS,
                f'{index.file}: pointer {pointer} is in the index, and the '
                'Big5 decoder has two code points for it.')
        if code_point > 0xFFFF:
            require(code_point >> 16 == 2,
                    f'{index.file}: pointer {pointer} is U+{code_point:04X}, '
                    'which is neither in the BMP nor in plane 2.')
            code_point = 0xD800 + numbers.setdefault(code_point & 0xFFFF,
                                                     len(numbers))
        units[pointer - BIG5_FIRST] = code_point
    require(len(numbers) <= 2048,
            f'{index.file}: {len(numbers)} code points of plane 2 are more '
            'than the 2048 that surrogates can stand for.')
    return units, list(numbers)


def gb18030_ranges(index):
    ranges = index.entries
    require(ranges[-1] == (189000, 0x10000),
            f'{index.file}: its last row should be 189000 and U+10000.')
    ranges = ranges[:-1]
    require(len(ranges) == GB18030_RANGES,
            f'{index.file}: it should have {GB18030_RANGES} rows before its '
            f'last, and has {len(ranges)}.')
    require(ranges[0] == (0, 0x80),
            f'{index.file}: its first row should be 0 and U+0080.')
    for (pointer, code_point), after in zip(ranges, ranges[1:]):
        require(pointer < after[0] and code_point < after[1],
                f'{index.file}: both columns should ascend after pointer '
                f'{pointer}.')
    pointer, code_point = ranges[-1]
    require(pointer <= 39419 and code_point + 39419 - pointer == 0xFFFF,
            f'{index.file}: pointer 39419 should be U+FFFF.')
    return ranges


def decode(standard):
    big5 = standard.index('big5')
    euc_kr = standard.index('euc-kr')
    gb18030 = standard.index('gb18030')
    ranges_index = standard.index('gb18030-ranges')
    jis0208 = standard.index('jis0208')
    jis0212 = standard.index('jis0212')

    gb18030_units = units_by_pointer(gb18030, 0, GB18030_POINTERS)
    require(len(gb18030.entries) == GB18030_POINTERS,
            f'{gb18030.file}: each of its {GB18030_POINTERS} pointers should '
            f'have a code point, and only {len(gb18030.entries)} have.')
    for index, count in ((jis0208, JIS0208_POINTERS),
                         (jis0212, JIS0212_POINTERS)):
        require(index.entries[-1][0] == count - 1,
                f'{index.file}: its last pointer should be {count - 1}, and is '
                f'{index.entries[-1][0]}.')
    units, supplementary = big5_units(big5)
    euc_kr_units = units_by_pointer(euc_kr, 0, EUC_KR_POINTERS)
    jis0208_units = units_by_pointer(jis0208, 0, JIS0208_POINTERS)
    jis0212_units = units_by_pointer(jis0212, 0, JIS0212_POINTERS)
    ranges = gb18030_ranges(ranges_index)

    out = [head(['Legacy multi-byte encodings: from pointer to code unit.'],
                [big5, euc_kr, gb18030, ranges_index, jis0208, jis0212]),
           BEGIN,
           units_array('kGb18030Units', gb18030_units, 190), '\n',
           units_array('kBig5Units', units, 157, BIG5_FIRST), '\n',
           'alignas(64) constinit const uint16_t kBig5Supplementary'
           f'[{len(supplementary)}] = {{\n',
           rows(hex4(supplementary), 8), '};\n\n',
           units_array('kEucKrUnits', euc_kr_units, 190), '\n',
           units_array('kJis0208Units', jis0208_units, 94), '\n',
           units_array('kJis0212Units', jis0212_units, 94), '\n',
           'alignas(64) constinit const Gb18030Range kGb18030Ranges'
           f'[{len(ranges)}] = {{\n',
           rows([f'{{{p}, 0x{c:04X}}}' for p, c in ranges], 4), '};\n',
           END]
    return ''.join(out), [
        ('decode', 'gb18030 units', 2 * len(gb18030_units)),
        ('decode', 'gb18030 ranges', 4 * len(ranges)),
        ('decode', 'Big5 units', 2 * len(units)),
        ('decode', f'Big5 supplementary, {len(supplementary)}',
         2 * len(supplementary)),
        ('decode', 'EUC-KR units', 2 * len(euc_kr_units)),
        ('decode', 'jis0208 units', 2 * len(jis0208_units)),
        ('decode', 'jis0212 units', 2 * len(jis0212_units)),
    ]


# ---- Encoding. ----


def gb18030_bytes(index):
    pointers = first_pointers(index.entries)
    # The encoder's steps say so before they consult the index.
    pointers.pop(0xE5E5, None)
    values = {}
    for code_point, pointer in pointers.items():
        lead, trail = divmod(pointer, 190)
        values[code_point] = ((lead + 0x81) << 8 |
                              trail + (0x40 if trail < 0x3F else 0x41))
    # And this too.
    values.update(GB18030_ENCODER_TABLE)
    return values


def big5_bytes(index):
    """*Index Big5 pointer* of every code point, as two bytes."""
    entries = [entry for entry in index.entries
               if entry[0] >= BIG5_FIRST_ENCODED]
    pointers = first_pointers(entries)
    last_pointers = {code_point: pointer for pointer, code_point in entries}
    for code_point in BIG5_LAST_POINTERS:
        require(code_point in last_pointers,
                f'{index.file}: no pointer from {BIG5_FIRST_ENCODED} is '
                f'U+{code_point:04X}.')
        pointers[code_point] = last_pointers[code_point]
    values = {}
    for code_point, pointer in pointers.items():
        lead, trail = divmod(pointer, 157)
        values[code_point] = ((lead + 0x81) << 8 |
                              trail + (0x40 if trail < 0x3F else 0x62))
    return values


def euc_kr_bytes(index):
    values = {}
    for code_point, pointer in first_pointers(index.entries).items():
        lead, trail = divmod(pointer, 190)
        values[code_point] = (lead + 0x81) << 8 | trail + 0x41
    return values


def jis0208_bytes(index):
    values = {}
    for code_point, pointer in first_pointers(index.entries).items():
        # So that all are two bytes of EUC-JP, and 94 by 94.
        require(pointer < 94 * 94,
                f'{index.file}: the first pointer of U+{code_point:04X} is '
                f"{pointer}, which isn't below {94 * 94}.")
        lead, trail = divmod(pointer, 94)
        values[code_point] = (lead + 0xA1) << 8 | trail + 0xA1
    return values


def shift_jis_instead(index):
    included = first_pointers(entry for entry in index.entries
                              if entry[0] not in SHIFT_JIS_EXCLUDED)
    instead = [0] * len(SHIFT_JIS_EXCLUDED)
    for pointer, code_point in index.entries:
        if pointer in SHIFT_JIS_EXCLUDED:
            # 0 says that there's no code point, so it can't be a pointer.
            require(included.get(code_point, 0) != 0,
                    f'{index.file}: U+{code_point:04X} of pointer {pointer} '
                    'should have another pointer, neither 0 nor from '
                    f'{SHIFT_JIS_EXCLUDED[0]} to {SHIFT_JIS_EXCLUDED[-1]}.')
            instead[pointer - SHIFT_JIS_EXCLUDED[0]] = included[code_point]
    return instead


def unit_map(name, what, values):
    """(arrays, definition, sizes) of a UnitMap with these values by unit."""
    present = [0] * BLOCKS
    first = []
    blocks = []
    count = 0
    for unit, value in values.items():
        require(0x80 <= unit <= 0xFFFF and not is_surrogate(unit) and
                0 < value <= 0xFFFF,
                f'{what}: the value {value} of U+{unit:04X} is 0, or one of '
                'them is not a code unit.')
        present[unit >> BLOCK_BITS] |= 1 << unit % BLOCK_SIZE
    for block, units in enumerate(present):
        first.append(count)
        in_block = [values[block << BLOCK_BITS | i] for i in range(BLOCK_SIZE)
                    if units >> i & 1]
        count += len(in_block)
        if in_block:
            blocks.append((block, in_block))
    require(count == len(values) <= 0xFFFF,
            f'{what}: {count} values are too many.')

    out = [f'alignas(64) constexpr uint64_t {name}Present[{BLOCKS}] = {{\n']
    for i in range(0, BLOCKS, 16):
        of_16 = present[i:i + 16]
        if any(of_16):
            out.append(f'    // U+{i << BLOCK_BITS:04X}\n')
            out.append(rows([f'0x{p:016X}' for p in of_16], 2))
        else:
            out.append(rows(['0'] * 16, 16))
    out.append('};\n')
    out.append(f'alignas(64) constexpr uint16_t {name}First[{BLOCKS}] = {{\n')
    out.append(rows([str(f) for f in first], 8))
    out.append('};\n')
    out.append(f'alignas(64) constexpr uint16_t {name}Values[{count}] = {{\n')
    for block, in_block in blocks:
        out.append(f'    // U+{block << BLOCK_BITS:04X}\n')
        out.append(rows(hex4(in_block), 8))
    out.append('};\n')
    definition = (f'constinit const UnitMap {name} = {{{name}Present, '
                  f'{name}First,\n    {name}Values}};\n')
    return ''.join(out), definition, [
        ('encode', f'{what} blocks', 10 * BLOCKS),
        ('encode', f'{what} values, {count}', 2 * count),
        ('encode', f'{what} map', 24),
    ]


def encode(standard):
    big5 = standard.index('big5')
    euc_kr = standard.index('euc-kr')
    gb18030 = standard.index('gb18030')
    jis0208 = standard.index('jis0208')
    katakana = standard.index('iso-2022-jp-katakana')

    big5_values = big5_bytes(big5)
    # Plane 2, which big5_units has checked.
    supplementary = sorted((code_point & 0xFFFF, value)
                           for code_point, value in big5_values.items()
                           if code_point > 0xFFFF)
    require(len(supplementary) == BIG5_SUPPLEMENTARY_BYTES,
            f'{big5.file}: {len(supplementary)} code points of plane 2 have '
            f'bytes, not {BIG5_SUPPLEMENTARY_BYTES}.')
    big5_bmp = {code_point: value for code_point, value in big5_values.items()
                if code_point <= 0xFFFF}
    maps = [
        ('kGb18030Bytes', 'gb18030', gb18030_bytes(gb18030)),
        ('kBig5Bytes', 'Big5', big5_bmp),
        ('kEucKrBytes', 'EUC-KR', euc_kr_bytes(euc_kr)),
        ('kJis0208Bytes', 'jis0208', jis0208_bytes(jis0208)),
    ]
    instead = shift_jis_instead(jis0208)
    require([pointer for pointer, _ in katakana.entries] ==
            list(range(KATAKANA)),
            f'{katakana.file}: its pointers should be all from 0 to '
            f'{KATAKANA - 1}.')
    check_bmp(katakana)
    # The ISO-2022-JP encoder then looks for the full-width form.
    in_jis0208 = {code_point for _, code_point in jis0208.entries}
    for pointer, code_point in katakana.entries:
        require(code_point in in_jis0208,
                f'{katakana.file}: U+{code_point:04X} of pointer {pointer} '
                f"isn't in {jis0208.file}.")

    arrays = []
    definitions = []
    sizes = []
    for name, what, values in maps:
        array, definition, map_sizes = unit_map(name, what, values)
        arrays.append(array)
        definitions.append(definition)
        sizes.extend(map_sizes)
    out = [head(['Legacy multi-byte encodings: from code unit to bytes.'],
                [big5, euc_kr, gb18030, katakana, jis0208]),
           BEGIN, 'namespace {\n\n', '\n'.join(arrays), '\n}  // namespace\n\n',
           '\n'.join(definitions), '\n',
           'alignas(64) constinit const Big5SupplementaryBytes '
           f'kBig5SupplementaryBytes[{len(supplementary)}] = {{\n',
           rows([f'{{0x{c:04X}, 0x{b:04X}}}' for c, b in supplementary], 4),
           '};\n\n',
           'constinit const uint16_t kShiftJisInstead'
           f'[{len(instead)}] = {{\n',
           rows([str(pointer) for pointer in instead], 10), '};\n\n',
           f'constinit const char16_t kFullwidthKatakana[{KATAKANA}] = {{\n',
           rows(hex4(c for _, c in katakana.entries), 8), '};\n',
           END]
    return ''.join(out), sizes + [
        ('encode', 'Big5 supplementary bytes', 4 * len(supplementary)),
        ('encode', 'Shift_JIS instead', 2 * len(instead)),
        ('encode', 'full-width katakana', 2 * KATAKANA),
    ]


def generate(standard):
    decode_text, decode_sizes = decode(standard)
    encode_text, encode_sizes = encode(standard)
    return ({'tables/multi_byte_decode.cc': decode_text,
             'tables/multi_byte_encode.cc': encode_text},
            decode_sizes + encode_sizes)
