// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Hard cases of the multi-byte encodings.

'use strict';

include('decode_splits.js');

const stream = { stream: true };

test('T7 T8 shift_jis single bytes', () => {
  assertDecodes('shift_jis', '1A 1C 7F', '1A 1C 7F');
  assertDecodes('shift_jis', '80', '80');
  assertDecodes('shift_jis', 'A0', 'FFFD');
  assertDecodes('shift_jis', 'FD FE FF', 'FFFD FFFD FFFD');
});

test('T9 T10 shift_jis', () => {
  assertDecodes('shift_jis', '5C 7E', '5C 7E');
  assertDecodes('shift_jis', '81 7C', 'FF0D');
  assertDecodes('shift_jis', 'F0 40', 'E000');
});

test('T9 T13 T14 euc-jp', () => {
  assertDecodes('euc-jp', '5C 7E', '5C 7E');
  assertDecodes('euc-jp', 'A1 DD', 'FF0D');
  assertDecodes('euc-jp', '80', 'FFFD');
  assertDecodes('euc-jp', '8F A1 61 A1 A1', 'FFFD 61 3000');
});

test('T11 big5 pairs of code points', () => {
  assertDecodes('big5', '88 62', 'CA 304');
  assertDecodes('big5', '88 A5', 'EA 30C');
});

test('T12 big5 push-back', () => {
  assertDecodes('big5', '80', 'FFFD');
  assertDecodes('big5', '81 40', 'FFFD 40');
  assertDecodes('big5', '83 5C', 'FFFD 5C');
  assertDecodes('big5', '87 87 40', 'FFFD 40');
  assertDecodes('big5', '81 81', 'FFFD');
});

test('T13 T15 T16 euc-kr', () => {
  assertDecodes('euc-kr', '80', 'FFFD');
  assertDecodes('euc-kr', 'C9 A1 FE A1', 'FFFD FFFD');
  assertDecodes('euc-kr', '81 3A', 'FFFD 3A');
});

test('T17 T18 T19 iso-2022-jp', () => {
  assertDecodes('iso-2022-jp', '1B 24', 'FFFD 24');
  assertDecodes('iso-2022-jp', '1B 28', 'FFFD 28');
  assertDecodes('iso-2022-jp', '1B 24 40 1B 24', 'FFFD FFFD');
  assertDecodes('iso-2022-jp', '1B 28 4A 5C 1B 28 42 1B 28 4A 5C 1B 28 42',
                'A5 FFFD A5');
});

test('T20 T21 gb18030 and gbk', () => {
  for (const label of ['gb18030', 'gbk']) {
    assertDecodes(label, 'FE 39 FE 39', 'FFFD');
    assertDecodes(label, 'FE 39 FF 39', 'FFFD 39 FFFD 39');
    assertDecodes(label, 'A0 30 2B', 'FFFD 30 2B');
    assertDecodes(label, 'A8 BC', '1E3F');
    assertDecodes(label, 'A6 D9', 'FE10');
    assertDecodes(label, 'FE 59', '9FB4');
    assertDecodes(label, '81 35 F4 37', 'E7C7');
    assertDecodes(label, '84 31 A5 30', 'FFFD');
    assertDecodes(label, 'E3 32 9A 35', '10FFFF');
    assertDecodes(label, 'E3 32 9A 36', 'FFFD');
  }
});

test('T25 the state of iso-2022-jp survives an error', () => {
  const decoder = new TextDecoder('iso-2022-jp', { fatal: true });
  assertThrows(() => decoder.decode(bytes('1B 28 4A FF'), stream), TypeError);
  assertEquals(decoder.decode(bytes('7E'), stream), '\u203E');
});

test('T26 gb18030 drops what an error would have read again', () => {
  for (const label of ['gb18030', 'gbk']) {
    const decoder = new TextDecoder(label, { fatal: true });
    assertThrows(() => decoder.decode(bytes('81 30 21 21 21'), stream),
                 TypeError);
    assertEquals(decoder.decode(bytes('80')), '\u20AC');
  }
});

test('T40 gb18030 keeps a byte order mark', () => {
  assertDecodes('gb18030', '84 31 95 33', 'FEFF');
  assertDecodes('gbk', '84 31 95 33', 'FEFF');
});
