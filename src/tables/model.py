# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes the model's indexes: the standard's lists as they are.

They share nothing with the tables of the codecs, on purpose; see
src/model/model_indexes.h.
"""

from source import head, rows

BEGIN = '''
#include "src/model/model_indexes.h"

// clang-format off

namespace v8_encoding::model {

'''
END = '''
}  // namespace v8_encoding::model

// clang-format on
'''

# Name in C++ of each index that isn't a single-byte one, and its file's.
MULTI_BYTE = [
    ('Big5', 'big5'),
    ('EucKr', 'euc-kr'),
    ('Gb18030', 'gb18030'),
    ('Jis0208', 'jis0208'),
    ('Jis0212', 'jis0212'),
]
SMALL = [
    ('Gb18030Ranges', 'gb18030-ranges'),
    ('Iso2022JpKatakana', 'iso-2022-jp-katakana'),
]


def array(name, index):
    items = [f'{{{p},0x{c:X}}}' for p, c in index.entries]
    return (f'constexpr IndexEntry {name}[] = {{  // {index.file}\n' +
            rows(items, 6, '').replace(', ', ',') + '};\n')


def accessor(name):
    return f'std::span<const IndexEntry> Index{name}() {{ return k{name}; }}\n'


def generate(standard):
    files = {}
    for name, file in MULTI_BYTE:
        index = standard.index(file)
        files[f'model/model_index_{file.replace("-", "_")}.cc'] = ''.join([
            head([f'{index.file} for the model.'], [index]), BEGIN,
            'namespace {\n', array('k' + name, index), '}  // namespace\n\n',
            accessor(name), END])

    shared = {}
    for encoding in standard.single_byte:
        index = standard.single_byte_index(encoding)
        shared[index.file] = 'kIndex' + encoding.identifier[1:]
        if encoding.name == 'ISO-8859-8-I':
            shared[index.file] = 'kIndexIso8859_8'
    indexes = {standard.single_byte_index(e).file: standard.single_byte_index(e)
               for e in standard.single_byte}
    small = [standard.index(file) for _, file in SMALL]
    out = [head(['The short indexes for the model.'],
                small + [indexes[f] for f in sorted(indexes)]), BEGIN,
           'namespace {\n']
    for name, file in SMALL:
        out.append(array('k' + name, standard.index(file)))
    for file in sorted(indexes):
        out.append(array(shared[file], indexes[file]))
    out.append('}  // namespace\n\n')
    for name, _ in SMALL:
        out.append(accessor(name))
    out.append('std::span<const IndexEntry> IndexSingleByte('
               'Encoding encoding) {\n  switch (encoding) {\n')
    for encoding in standard.single_byte:
        name = shared[standard.single_byte_index(encoding).file]
        out.append(f'    case Encoding::{encoding.identifier}: '
                   f'return {name};\n')
    out.append('    default: return {};\n  }\n}\n')
    out.append(END)
    files['model/model_index_small.cc'] = ''.join(out)
    return files, []
