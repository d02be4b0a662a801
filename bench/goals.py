# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What the codecs are to reach, beside something measured in the same run.

ROWS are ratios on texts of a mebibyte that don't repeat; SHORT_ROWS are about
texts from one byte up and the best of the peers.
"""

import dataclasses
import re

SIZE = '1MiB'

WIDEN = ('widen', ' of the widen ceiling')
NARROW = ('narrow', ' of the narrow ceiling')
MEMCPY = ('memcpy', ' of memcpy')
ENCODING_RS = ('encoding_rs', '× encoding_rs')
FAST_ENCODE = ('encoding_rs_fast', '× encoding_rs with fast-legacy-encode')


@dataclasses.dataclass(frozen=True)
class Bound:
  """A ratio to reach: with AVX-512, and with AVX2 alone."""
  measure: tuple
  avx512: float
  avx2: float

  @property
  def peer(self):
    return self.measure[0]

  def value(self, target):
    return self.avx512 if target == 'avx512' else self.avx2


@dataclasses.dataclass(frozen=True)
class Part:
  """Some workloads, each of which must reach one of the bounds."""
  workloads: tuple
  bounds: tuple


@dataclasses.dataclass(frozen=True)
class Row:
  label: str
  parts: tuple


def part(operation, texts, *bounds):
  return Part(tuple(f'{operation}/{text}' for text in texts), bounds)


SINGLE_BYTE = (
    'IBM866/cyrillic', 'ISO-8859-2/polish', 'ISO-8859-3/french',
    'ISO-8859-4/letters', 'ISO-8859-5/cyrillic', 'ISO-8859-6/arabic',
    'ISO-8859-7/greek', 'ISO-8859-8/hebrew', 'ISO-8859-8-I/hebrew',
    'ISO-8859-10/letters', 'ISO-8859-13/polish', 'ISO-8859-14/french',
    'ISO-8859-15/french', 'ISO-8859-16/polish', 'KOI8-R/cyrillic',
    'KOI8-U/ukrainian', 'macintosh/french', 'windows-874/thai',
    'windows-1250/polish', 'windows-1251/ukrainian', 'windows-1252/french',
    'windows-1253/greek', 'windows-1254/french', 'windows-1255/hebrew',
    'windows-1256/arabic', 'windows-1257/polish', 'windows-1258/french',
    'x-mac-cyrillic/ukrainian', 'x-user-defined/letters')
TWO_BYTE = ('GBK/chinese', 'gb18030/chinese', 'Big5/traditional-chinese',
            'EUC-JP/japanese', 'Shift_JIS/japanese', 'EUC-KR/korean')
MULTI_BYTE = TWO_BYTE + ('ISO-2022-JP/japanese',)


def markup(texts):
  return tuple(text + '-markup' for text in texts)


def utf8(*texts):
  return tuple('UTF-8/' + text for text in texts)


def utf16(*texts):
  return tuple(f'{encoding}/{text}' for encoding in ('UTF-16LE', 'UTF-16BE')
               for text in texts)


ROWS = (
    Row('UTF-8 → UTF-16 with replacement: ASCII',
        (part('decode', utf8('ascii'), Bound(WIDEN, 0.95, 0.95)),)),
    Row('… French, Cyrillic, Arabic',
        (part('decode', utf8('french'), Bound(ENCODING_RS, 6, 2)),
         part('decode', utf8('cyrillic'), Bound(ENCODING_RS, 20, 5)),
         part('decode', utf8('arabic'), Bound(ENCODING_RS, 20, 5)))),
    Row('… Chinese, Japanese, Korean; emoji; HTML',
        (part('decode', utf8('chinese', 'japanese', 'korean'),
              Bound(ENCODING_RS, 4.5, 2.5)),
         part('decode', utf8('emoji'), Bound(ENCODING_RS, 4.5, 2)),
         part('decode', utf8('html'), Bound(ENCODING_RS, 4, 2)))),
    Row('… random bytes; 2 % errors',
        (part('decode', utf8('random'), Bound(ENCODING_RS, 40, 10)),
         part('decode', utf8('french-errors'), Bound(ENCODING_RS, 5, 2.5)))),
    Row('UTF-16 → UTF-8: ASCII; French; Cyrillic; CJK; emoji; '
        'lone surrogates; HTML',
        (part('encode', utf8('ascii'), Bound(NARROW, 0.9, 0.45)),
         part('encode', utf8('french'), Bound(ENCODING_RS, 4, 2)),
         part('encode', utf8('cyrillic'), Bound(ENCODING_RS, 25, 12.5)),
         part('encode', utf8('chinese', 'japanese', 'korean'),
              Bound(ENCODING_RS, 12, 6)),
         part('encode', utf8('emoji'), Bound(ENCODING_RS, 6, 3)),
         part('encode', utf8('chinese-errors'), Bound(ENCODING_RS, 10, 5)),
         part('encode', utf8('html'), Bound(ENCODING_RS, 7, 3.5)))),
    Row('UTF-16LE/BE → UTF-16: text; surrogate-heavy',
        (part('decode', utf16('ascii', 'chinese'), Bound(MEMCPY, 0.9, 0.8)),
         part('decode', utf16('emoji'), Bound(MEMCPY, 0.6, 0.3)))),
    Row('single-byte decode; encode',
        (part('decode', SINGLE_BYTE, Bound(WIDEN, 0.9, 0.35)),
         part('encode', SINGLE_BYTE, Bound(NARROW, 0.4, 0.15)))),
    Row('two-byte decode, plain; half-ASCII',
        (part('decode', TWO_BYTE, Bound(ENCODING_RS, 6, 3)),
         part('decode', markup(TWO_BYTE), Bound(ENCODING_RS, 4, 2)))),
    Row('gb18030 four-byte decode; ISO-2022-JP decode',
        (part('decode', ('gb18030/korean',), Bound(ENCODING_RS, 6, 2)),
         part('decode', ('ISO-2022-JP/japanese',),
              Bound(ENCODING_RS, 4.5, 2.5)))),
    Row('multi-byte encode, plain; half-ASCII',
        (part('encode', MULTI_BYTE, Bound(FAST_ENCODE, 15, 10),
              Bound(ENCODING_RS, 80, 80)),
         part('encode', markup(MULTI_BYTE), Bound(FAST_ENCODE, 10, 6),
              Bound(ENCODING_RS, 80, 80)))),
)



@dataclasses.dataclass(frozen=True)
class Versus:
  """Not slower than a peer, or than the best; or faster, if `ahead`.

  As often as `share` of the cells says.
  """
  peer: str
  ahead: bool = False
  share: float = 1


@dataclasses.dataclass(frozen=True)
class AtMost:
  """Nanoseconds a call, on a CPU as fast as the Zen 5 of 2025."""
  ns: float


@dataclasses.dataclass(frozen=True)
class ShortRow:
  """A bound for some workloads at some sizes, on some kinds of targets."""
  label: str
  workloads: tuple
  sizes: tuple
  bound: object
  targets: tuple = ('avx512', 'avx2', 'sse4')

  def cells(self):
    return [f'{workload}/{size}' for workload in self.workloads
            for size in self.sizes]


# The fastest of all that were measured.
BEST = 'best'

TINY = ('1B', '4B', '8B', '16B')
UP_TO_64 = TINY + ('32B', '64B', 'mixed')
LONG = ('1KiB', '64KiB', '1MiB')
FROM_16 = ('16B', '32B', '64B', '256B') + LONG


def both_ways(*texts):
  return tuple(f'{operation}/{text}' for operation in ('decode', 'encode')
               for text in texts)


UTF8 = both_ways(*utf8('ascii', 'french', 'cyrillic', 'arabic', 'chinese',
                       'japanese', 'korean', 'emoji', 'html'))
UTF16 = tuple('decode/' + text for text in utf16('ascii', 'chinese', 'emoji'))
# One of each kind: all letters in one range, Latin-1 and a few, several ranges,
# letters apart, private use.
SOME_SINGLE_BYTE = both_ways(
    'windows-1251/ukrainian', 'windows-1252/french', 'KOI8-U/ukrainian',
    'ISO-8859-16/polish', 'x-user-defined/letters')
ALL_MULTI_BYTE = both_ways(*MULTI_BYTE)
LATIN1 = tuple(f'{operation}/{text}'
               for operation in ('decode-to-latin1', 'encode-from-latin1')
               for text in ('UTF-8/ascii', 'UTF-8/french', 'UTF-8/half-high',
                            'windows-1252/french'))
COUNTS = ('validate/UTF-8/ascii', 'validate/UTF-8/french',
          'validate/UTF-8/chinese', 'validate/UTF-8/emoji',
          'utf8-length/UTF-8/ascii', 'utf8-length/UTF-8/chinese',
          'utf8-length/UTF-8/emoji')
CONVERSIONS = UTF8 + UTF16 + SOME_SINGLE_BYTE + ALL_MULTI_BYTE + LATIN1

SHORT_ROWS = (
    ShortRow('1 to 64 bytes: UTF-8 and UTF-16', UTF8 + UTF16, UP_TO_64,
             Versus(BEST)),
    ShortRow('… single-byte encodings', SOME_SINGLE_BYTE, UP_TO_64,
             Versus(BEST)),
    ShortRow('… multi-byte encodings', ALL_MULTI_BYTE, UP_TO_64, Versus(BEST)),
    ShortRow('… from and to Latin-1', LATIN1, UP_TO_64, Versus(BEST)),
    ShortRow('a call: UTF-8, single-byte encodings, up to 16 bytes',
             UTF8 + SOME_SINGLE_BYTE, TINY, AtMost(5), ('avx512',)),
    ShortRow('… 32 and 64 bytes', UTF8 + SOME_SINGLE_BYTE, ('32B', '64B'),
             AtMost(7), ('avx512',)),
    ShortRow('… multi-byte encodings, 16 bytes', ALL_MULTI_BYTE, ('16B',),
             AtMost(12), ('avx512',)),
    ShortRow('1 KiB to 1 MiB: Latin-1 → UTF-8',
             ('encode-from-latin1/UTF-8/french',
              'encode-from-latin1/UTF-8/half-high'),
             LONG, Versus(BEST, ahead=True)),
    ShortRow('… UTF-8 → Latin-1',
             ('decode-to-latin1/UTF-8/french', 'decode-to-latin1/UTF-8/half-high'),
             LONG, Versus(BEST, ahead=True)),
    ShortRow('… Latin-1 and single-byte → UTF-16',
             ('decode/windows-1252/half-high',) +
             tuple(w for w in SOME_SINGLE_BYTE if w.startswith('decode/')), LONG,
             Versus(BEST, ahead=True)),
    ShortRow('… validation of ASCII', ('validate/UTF-8/ascii',), LONG,
             Versus(BEST, ahead=True)),
    ShortRow('… UTF-16LE with surrogates', ('decode/UTF-16LE/emoji',), LONG,
             Versus(BEST, ahead=True)),
    ShortRow('… UTF-16 → UTF-8 of French', ('encode/UTF-8/french',), LONG,
             Versus(BEST, ahead=True)),
    ShortRow('from 16 bytes up: beside simdutf\'s kernels for AVX2',
             CONVERSIONS + COUNTS, FROM_16, Versus('simdutf', ahead=True),
             ('avx2',)),
    ShortRow('from 16 bytes up: beside simdutf\'s kernels for SSE4',
             CONVERSIONS + COUNTS, FROM_16,
             Versus('simdutf', ahead=True, share=0.8), ('sse4',)),
    ShortRow('… beside encoding_rs', CONVERSIONS + COUNTS, FROM_16,
             Versus('encoding_rs', ahead=True), ('avx2', 'sse4')),
)


def workloads():
  return [workload for row in ROWS for part in row.parts
          for workload in part.workloads]


def cells():
  """All that goals are about, each once."""
  long = [f'{workload}/{SIZE}' for workload in workloads()]
  return list(dict.fromkeys(
      long + [cell for row in SHORT_ROWS for cell in row.cells()]))


def filter_expression():
  """For codec_benchmark's --filter."""
  sizes_of = {}
  for cell in cells():
    workload, size = cell.rsplit('/', 1)
    sizes_of.setdefault(workload, []).append(size)
  groups = {}
  for workload, sizes in sizes_of.items():
    groups.setdefault(tuple(sorted(sizes)), []).append(workload)
  return '|'.join(
      '^({})/({})$'.format(
          '|'.join(re.escape(name).replace('\\-', '-') for name in names),
          '|'.join(sizes)) for sizes, names in groups.items())
