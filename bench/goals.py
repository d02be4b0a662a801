# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What the codecs are to reach, as ratios to something measured beside them.

All goals are about texts of a mebibyte that don't repeat.
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


def workloads():
  return [workload for row in ROWS for part in row.parts
          for workload in part.workloads]


def filter_expression():
  """For codec_benchmark's --filter."""
  names = '|'.join(re.escape(name).replace('\\-', '-') for name in workloads())
  return f'^({names})/{SIZE}$'
