# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes multi_byte_decode.cc and multi_byte_encode.cc; see multi_byte.h.

What multi_byte.h and the codecs assume of the indexes is checked here.
"""

from source import head, require, rows

PAGE_BITS = 5
PAGE_SIZE = 1 << PAGE_BITS
PAGES = 0x10000 >> PAGE_BITS
LEAST_RUN = 1024
KANA = (0x3041, 83), (0x30A1, 86)

# As in multi_byte.h. The compiler finds it if they differ: each array is
# defined with its length, which must be the declared one.
GB18030_POINTERS = 126 * 190
GB18030_RANGES = 206
GB18030_RANGES_POINTERS = 39420
GB18030_RANGE_PAGE = 64
GB18030_UNIT_RANGE_PAGE = 64
BIG5_POINTERS = 126 * 157
BIG5_SUPPLEMENTARY_BYTES = 291
EUC_KR_POINTERS = 125 * 190
EUC_KR_PAIRS = 126 * 190
JIS0208_POINTERS = 11104
JIS0208_PAIRS = 60 * 188
JIS0212_POINTERS = 7211
SHIFT_JIS_EXCLUDED = range(8272, 8836)
KATAKANA = 63

# The table in the gb18030 encoder's steps.
GB18030_ENCODER_BYTES = {
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

# The rows of pointers for which the Shift_JIS decoder has private use.
SHIFT_JIS_EUDC = range(8836, 10716)

# What a decode table has where there's no code unit.
NO_UNIT = 0xDFFF

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
        # A surrogate is how a table says that there's none. The codecs' short
        # cuts for ASCII need that no pointer leads there.
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


def ascii_bytes():
    """The code units of single bytes."""
    return list(range(0x80)) + [NO_UNIT] * 0x80


def with_gap(units, trails, before_gap, gap):
    """The same, with none for the bytes between trails."""
    out = []
    for i in range(0, len(units), trails):
        out += (units[i:i + before_gap] + [NO_UNIT] * gap +
                units[i + before_gap:i + trails])
    return out


def units_array(name, single_bytes, units, row, more_units=()):
    """An array of code units by byte, by lead and trail, and for none; behind
    them may be those of another index."""
    size = units_size(single_bytes, units) // 2 + len(more_units)
    out = [f'alignas(64) constinit const char16_t {name}[{size}] = {{\n',
           '    // Single bytes\n', rows(hex4(single_bytes), 8)]

    def append_rows(units):
        for i in range(0, len(units), row):
            out.append(f'    // {i}\n')
            out.append(rows(hex4(units[i:i + row]), 8))

    append_rows(units)
    out.append('    // None\n')
    out.append(rows(hex4([NO_UNIT]), 8))
    append_rows(more_units)
    out.append('};\n')
    return ''.join(out)


def units_size(single_bytes, units):
    return 2 * (len(single_bytes) + len(units) + 1)


def units_by_pointer(index, begin, end):
    check_index(index, begin, end)
    check_bmp(index)
    units = [NO_UNIT] * (end - begin)
    for pointer, code_point in index.entries:
        units[pointer - begin] = code_point
    return units


def big5_units(index):
    """(units, supplementary): see multi_byte.h."""
    check_index(index, 0, BIG5_POINTERS)
    units = [NO_UNIT] * BIG5_POINTERS
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
        units[pointer] = code_point
    require(len(numbers) <= NO_UNIT - 0xD800,
            f'{index.file}: {len(numbers)} code points of plane 2 are more '
            f'than the {NO_UNIT - 0xD800} that surrogates can stand for.')
    return with_gap(units, 157, 0x7F - 0x40, 0xA1 - 0x7F), list(numbers)


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
    last = GB18030_RANGES_POINTERS - 1
    require(pointer <= last and code_point + last - pointer == 0xFFFF,
            f'{index.file}: pointer {last} should be U+FFFF.')
    return ranges


def decode(standard):
    big5 = standard.index('big5')
    euc_kr = standard.index('euc-kr')
    gb18030 = standard.index('gb18030')
    ranges_index = standard.index('gb18030-ranges')
    jis0208 = standard.index('jis0208')
    jis0212 = standard.index('jis0212')

    gb18030_units = with_gap(units_by_pointer(gb18030, 0, GB18030_POINTERS),
                             190, 0x7F - 0x40, 1)
    require(len(gb18030.entries) == GB18030_POINTERS,
            f'{gb18030.file}: each of its {GB18030_POINTERS} pointers should '
            f'have a code point, and only {len(gb18030.entries)} have.')
    require(jis0212.entries[-1][0] == JIS0212_POINTERS - 1,
            f'{jis0212.file}: its last pointer should be '
            f'{JIS0212_POINTERS - 1}, and is {jis0212.entries[-1][0]}.')
    units, supplementary = big5_units(big5)
    euc_kr_units = units_by_pointer(euc_kr, 0, EUC_KR_PAIRS)
    jis0208_units = units_by_pointer(jis0208, 0, JIS0208_PAIRS)
    for pointer in SHIFT_JIS_EUDC:
        require(jis0208_units[pointer] == NO_UNIT,
                f'{jis0208.file}: pointer {pointer} is in the index, and the '
                'Shift_JIS decoder has private use there.')
        jis0208_units[pointer] = 0xE000 + pointer - SHIFT_JIS_EUDC[0]
    jis0212_units = units_by_pointer(jis0212, 0, JIS0212_POINTERS)
    gb18030_bytes = ascii_bytes()
    gb18030_bytes[0x80] = 0x20AC
    jis_bytes = ascii_bytes()
    jis_bytes[0xA1:0xE0] = range(0xFF61, 0xFFA0)
    ranges = gb18030_ranges(ranges_index)
    range_pages = [
        max(i for i, (pointer, _) in enumerate(ranges) if pointer <= first)
        for first in range(0, GB18030_RANGES_POINTERS, GB18030_RANGE_PAGE)
    ]

    out = [head(['Legacy multi-byte encodings: from pointer to code unit.'],
                [big5, euc_kr, gb18030, ranges_index, jis0208, jis0212]),
           BEGIN,
           units_array('kGb18030Units', gb18030_bytes, gb18030_units, 191),
           '\n',
           units_array('kBig5Units', ascii_bytes(), units, 191),
           '\n',
           'alignas(64) constinit const uint16_t kBig5Supplementary'
           f'[{len(supplementary)}] = {{\n',
           rows(hex4(supplementary), 8), '};\n\n',
           units_array('kEucKrUnits', ascii_bytes(), euc_kr_units, 190), '\n',
           units_array('kJisUnits', jis_bytes, jis0208_units, 94,
                       jis0212_units), '\n',
           'alignas(64) constinit const Gb18030Range kGb18030Ranges'
           f'[{len(ranges)}] = {{\n',
           rows([f'{{{p}, 0x{c:04X}}}' for p, c in ranges], 4), '};\n\n',
           'alignas(64) constinit const uint8_t kGb18030RangePages'
           f'[{len(range_pages)}] = {{\n',
           rows([str(page) for page in range_pages], 16), '};\n',
           END]
    return ''.join(out), [
        ('decode', 'gb18030 units', units_size(gb18030_bytes, gb18030_units)),
        ('decode', 'gb18030 ranges', 4 * len(ranges)),
        ('decode', 'gb18030 pages of ranges', len(range_pages)),
        ('decode', 'Big5 units', units_size(ascii_bytes(), units)),
        ('decode', f'Big5 supplementary, {len(supplementary)}',
         2 * len(supplementary)),
        ('decode', 'EUC-KR units', units_size(ascii_bytes(), euc_kr_units)),
        ('decode', 'jis0208 units', units_size(jis_bytes, jis0208_units)),
        ('decode', 'jis0212 units', 2 * len(jis0212_units)),
    ]


# ---- Encoding. ----


def gb18030_pointers(index):
    pointers = first_pointers(index.entries)
    # The encoder's steps say so before they consult the index.
    pointers.pop(0xE5E5, None)
    # And this too.
    for code_point, value in GB18030_ENCODER_BYTES.items():
        lead, trail = divmod(value, 0x100)
        pointers[code_point] = ((lead - 0x81) * 190 + trail -
                                (0x40 if trail < 0x7F else 0x41))
    return pointers


def big5_pointers(index):
    """*Index Big5 pointer* of every code point."""
    entries = [entry for entry in index.entries
               if entry[0] >= BIG5_FIRST_ENCODED]
    pointers = first_pointers(entries)
    last_pointers = {code_point: pointer for pointer, code_point in entries}
    for code_point in BIG5_LAST_POINTERS:
        require(code_point in last_pointers,
                f'{index.file}: no pointer from {BIG5_FIRST_ENCODED} is '
                f'U+{code_point:04X}.')
        pointers[code_point] = last_pointers[code_point]
    return pointers


def big5_bytes(pointer):
    lead, trail = divmod(pointer, 157)
    return (lead + 0x81) << 8 | trail + (0x40 if trail < 0x3F else 0x62)


def jis0208_pointers(index):
    pointers = first_pointers(index.entries)
    for code_point, pointer in pointers.items():
        # So that all are two bytes of EUC-JP, and 94 by 94.
        require(pointer < 94 * 94,
                f'{index.file}: the first pointer of U+{code_point:04X} is '
                f"{pointer}, which isn't below {94 * 94}.")
    return pointers


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


def successive(what, pointers, first, count):
    """The first pointer of so many code points, which have to follow it."""
    require(all(pointers[first + i] == pointers[first] + i
                for i in range(count)),
            f'{what}: the pointers of {count} code points from U+{first:04X} '
            'should follow one another.')
    return pointers[first]


def zeros_below(bits):
    """How many of the lowest bits are zero before the first that's one."""
    return (bits & -bits).bit_length() - 1


class Pool:
    """The values of several maps, by pages of units, in one array.

    Pages lie over one another, each in holes of others. A page of one map may
    have values of another in its holes, since each map's values are a range of
    their own; but none of its own map's, which it would take for its own. Here
    sets of places are integers, with a bit for each.
    """

    def __init__(self, name, maps):
        self.name = name
        self._pages = {}
        # Where no map has a value: the page that is empty.
        self._taken = 0
        taken_by = {what: 0 for _, what, _, _ in maps}
        pages_of = {what: (1 << PAGE_SIZE) - 1 for _, what, _, _ in maps}
        self._end = PAGE_SIZE
        pages = []
        for _, what, _, pointers in maps:
            units = [0] * PAGES
            for unit in pointers:
                require(0x80 <= unit <= 0xFFFF and not is_surrogate(unit),
                        f'{what}: U+{unit:04X} is not one code unit.')
                units[unit >> PAGE_BITS] |= 1 << unit % PAGE_SIZE
            pages += [(page, what, number)
                      for number, page in enumerate(units) if page]
        # The full ones first, since they leave the least choice.
        pages.sort(key=lambda page: (-bin(page[0]).count('1'), *page[1:]))
        for page, what, number in pages:
            wrong = 0
            for i in range(PAGE_SIZE):
                wrong |= (self._taken | pages_of[what] if page >> i & 1 else
                          taken_by[what]) >> i
            place = zeros_below(~wrong)
            self._pages[what, number] = place
            self._taken |= page << place
            taken_by[what] |= page << place
            pages_of[what] |= ((1 << PAGE_SIZE) - 1) << place
            self._end = max(self._end, place + PAGE_SIZE)
        require(self._end <= 0x10000, f'{name}: {self._end} places are too many.')

        self._values = [0] * self._end
        self._ranges = {}
        first = 1
        for _, what, count, pointers in maps:
            for unit, pointer in pointers.items():
                require(pointer < count,
                        f'{what}: the pointer {pointer} of U+{unit:04X} should '
                        f'be below {count}.')
                place = (self._pages[what, unit >> PAGE_BITS] +
                         unit % PAGE_SIZE)
                require(self._values[place] == 0, f'{what}: U+{unit:04X}')
                self._values[place] = first + pointer
            self._ranges[what] = first, count
            first += count
        require(first <= 0x10000, f'{name}: its ranges are too long.')
        self._runs = {}
        for _, what, _, pointers in maps:
            self._check(what, pointers)
            self._runs[what] = self._longest_run(what, pointers)

    def _check(self, what, pointers):
        first, count = self._ranges[what]
        for unit in range(0x10000):
            place = (self._pages.get((what, unit >> PAGE_BITS), 0) +
                     unit % PAGE_SIZE)
            pointer = self._values[place] - first
            require(pointers.get(unit) ==
                    (pointer if 0 <= pointer < count else None),
                    f'{what}: U+{unit:04X} is not where it should be.')

    def _longest_run(self, what, pointers):
        """(first unit, its place, count) of units with successive places."""
        best = run = 0, 0, 0
        for unit in sorted(pointers):
            first, first_place, count = run
            place = (self._pages[what, unit >> PAGE_BITS] + unit % PAGE_SIZE)
            follows = unit - first == place - first_place == count
            run = ((first, first_place, count + 1) if follows else
                   (unit, place, 1))
            if run[2] > best[2]:
                best = run
        return best if best[2] >= LEAST_RUN else (0, 0, 0)

    def arrays(self, maps):
        out = [f'alignas(64) constexpr uint16_t {self.name}[{self._end}] = {{\n',
               rows([str(value) for value in self._values], 10), '};\n']
        sizes = [('encode', ' and '.join(what for _, what, _, _ in maps) +
                  f' values, {self._end - self._values.count(0)}',
                  2 * self._end)]
        definitions = []
        for name, what, _, pointers in maps:
            first, count = self._ranges[what]
            pages = [self._pages.get((what, number), 0)
                     for number in range(PAGES)]
            out.append(f'\nalignas(64) constexpr uint16_t {name}Pages[{PAGES}]'
                       ' = {\n')
            out.append(rows([str(page) for page in pages], 10))
            out.append('};\n')
            run_first, run_place, run_count = self._runs[what]
            kana = '0, 0'
            if what == 'jis0208':
                kana = ', '.join(str(successive(what, pointers, *row))
                                 for row in KANA)
            definitions.append(f'constinit const UnitMap {name} = {{{name}Pages, '
                               f'{self.name}, {first},\n    {count}, '
                               f'0x{run_first:04X}, {run_count}, {run_place},\n'
                               f'    {kana}}};\n')
            sizes += [('encode', f'{what} pages', 2 * PAGES),
                      ('encode', f'{what} map', 32)]
        return ''.join(out), ''.join(definitions), sizes


def encode(standard):
    big5 = standard.index('big5')
    euc_kr = standard.index('euc-kr')
    gb18030 = standard.index('gb18030')
    jis0208 = standard.index('jis0208')
    katakana = standard.index('iso-2022-jp-katakana')

    all_big5 = big5_pointers(big5)
    # Plane 2, which big5_units has checked.
    supplementary = sorted((code_point & 0xFFFF, big5_bytes(pointer))
                           for code_point, pointer in all_big5.items()
                           if code_point > 0xFFFF)
    require(len(supplementary) == BIG5_SUPPLEMENTARY_BYTES,
            f'{big5.file}: {len(supplementary)} code points of plane 2 have '
            f'bytes, not {BIG5_SUPPLEMENTARY_BYTES}.')
    big5_bmp = {code_point: pointer for code_point, pointer in all_big5.items()
                if code_point <= 0xFFFF}
    # Index gb18030 has few holes for others, and would leave no range.
    ranges_index = standard.index('gb18030-ranges')
    ranges = gb18030_ranges(ranges_index)
    # No code point before the first range is looked for.
    unit_range_pages = [
        max(i for i, (_, code_point) in enumerate(ranges)
            if i == 0 or code_point <= first)
        for first in range(0, 0x10000, GB18030_UNIT_RANGE_PAGE)
    ]
    pools = [('kGb18030Values', [
        ('kGb18030Pointers', 'gb18030', GB18030_POINTERS,
         gb18030_pointers(gb18030)),
    ]), ('kOtherValues', [
        ('kJis0208Pointers', 'jis0208', 94 * 94, jis0208_pointers(jis0208)),
        ('kBig5Pointers', 'Big5', BIG5_POINTERS, big5_bmp),
        ('kEucKrPointers', 'EUC-KR', EUC_KR_POINTERS,
         first_pointers(euc_kr.entries)),
    ])]
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
    for name, maps in pools:
        array, definition, pool_sizes = Pool(name, maps).arrays(maps)
        arrays.append(array)
        definitions.append(definition)
        sizes.extend(pool_sizes)
    out = [head(['Legacy multi-byte encodings: from code unit to pointer.'],
                [big5, euc_kr, gb18030, ranges_index, katakana, jis0208]),
           BEGIN, 'namespace {\n\n', '\n'.join(arrays), '\n}  // namespace\n\n',
           '\n'.join(definitions), '\n',
           'alignas(64) constinit const uint8_t kGb18030UnitRangePages'
           f'[{len(unit_range_pages)}] = {{\n',
           rows([str(page) for page in unit_range_pages], 16), '};\n\n',
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
        ('encode', 'gb18030 pages of ranges', len(unit_range_pages)),
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
