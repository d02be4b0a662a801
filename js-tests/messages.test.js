// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The messages of errors. They're this library's, so other engines fail here.

'use strict';

const stream = { stream: true };
const fatal = (label) => new TextDecoder(label, { fatal: true });

test('labels that are invalid', () => {
  assertThrows(() => new TextDecoder('nonsense'), RangeError,
      /^Failed to construct 'TextDecoder': The encoding label 'nonsense' is invalid\.$/);
  assertThrows(() => new TextDecoder(''), RangeError, /label '' is invalid/);
  assertThrows(() => new TextDecoder('replacement'), RangeError,
               /label 'replacement' is invalid/);
  assertThrows(() => new TextDecoder('\xE9\u20AC\u{1F600}'), RangeError,
               /label '\xE9\u20AC\u{1F600}' is invalid/u);
});

test('labels that are long are cut', () => {
  for (const count of [64, 65, 100, 5000000]) {
    for (const c of ['a', '\xE9', '\u20AC']) {
      const error = assertThrows(() => new TextDecoder(c.repeat(count)),
                                 RangeError);
      assertTrue(error.message.includes(c.repeat(20)));
      assertTrue(error.message.length < 200);
    }
  }
});

test('labels with lone surrogates, or cut in a pair', () => {
  for (const label of ['\uD800', '\uDC00x', 'x'.repeat(63) + '\u{1F600}',
                       'x'.repeat(62) + '\u{1F600}' + 'y'.repeat(10)]) {
    assertThrows(() => new TextDecoder(label), RangeError,
                 /^Failed to construct 'TextDecoder': The encoding label /);
  }
  for (const count of [33, 100]) {
    assertThrows(() => new TextDecoder('x' + '\u{1F600}'.repeat(count)),
                 RangeError, /label 'x(\u{1F600}){31}…' is invalid/u);
  }
  assertThrows(() => new TextDecoder('x' + '\u{1F600}'.repeat(31)), RangeError,
               /label 'x(\u{1F600}){31}' is invalid/u);
});

test('constructors', () => {
  assertThrows(() => TextDecoder(), TypeError,
               /^Failed to construct 'TextDecoder': .*'new'/);
  assertThrows(() => TextEncoder(), TypeError,
               /^Failed to construct 'TextEncoder': .*'new'/);
  assertThrows(() => new TextDecoder('utf-8', 1), TypeError,
      /^Failed to construct 'TextDecoder': .*'TextDecoderOptions'/);
});

test('arguments of decode', () => {
  const decoder = new TextDecoder();
  assertThrows(() => decoder.decode('x'), TypeError,
      /^Failed to execute 'decode' on 'TextDecoder': .*ArrayBuffer/);
  assertThrows(() => decoder.decode(undefined, 1), TypeError,
      /^Failed to execute 'decode' on 'TextDecoder': .*'TextDecodeOptions'/);
});

test('arguments of encodeInto', () => {
  const encoder = new TextEncoder();
  assertThrows(() => encoder.encodeInto(), TypeError,
      /^Failed to execute 'encodeInto' on 'TextEncoder': 2 arguments required, but only 0 present\.$/);
  assertThrows(() => encoder.encodeInto('x'), TypeError,
               /2 arguments required, but only 1 present\.$/);
  assertThrows(() => encoder.encodeInto('x', []), TypeError,
      /^Failed to execute 'encodeInto' on 'TextEncoder': .*'Uint8Array'/);
});

function assertFailsAt(label, hex, place, options) {
  assertThrows(() => fatal(label).decode(bytes(hex), options), TypeError,
      RegExp(`^Failed to execute 'decode' on 'TextDecoder': The encoded data ` +
             `is not valid ${label}: malformed sequence at byte ${place}\\.$`),
      hex);
}

test('malformed UTF-8 has its place named', () => {
  assertFailsAt('utf-8', 'FF', 0);
  assertFailsAt('utf-8', '41 FF', 1);
  assertFailsAt('utf-8', '41 42 43 80 44', 3);
  assertFailsAt('utf-8', 'C3 A9 FF', 2);
  assertFailsAt('utf-8', 'E2 82 AC E2 82 41', 3);
  assertFailsAt('utf-8', 'F0 9F 98 80 F0 9F C3', 4);
  assertFailsAt('utf-8', '41 ED A0 80', 1);
  assertFailsAt('utf-8', 'C0 80', 0);
  assertFailsAt('utf-8', 'EF BB BF FF', 3);
  assertFailsAt('utf-8', 'FF FF FF', 0);
});

test('UTF-8 that ends too early', () => {
  assertFailsAt('utf-8', 'E2', 0);
  assertFailsAt('utf-8', '41 E2 82', 1);
  assertFailsAt('utf-8', '41 42 F0 9F 98', 2);
});

test('malformed UTF-16 has its place named', () => {
  assertFailsAt('utf-16le', '00 DC', 0);
  assertFailsAt('utf-16le', '41 00 00 DC', 2);
  assertFailsAt('utf-16le', '41 00 00 D8 42 00', 2);
  assertFailsAt('utf-16be', '00 41 D8 00 D8 00 DC 00', 2);
  assertFailsAt('utf-16le', '41 00 00', 2);
  assertFailsAt('utf-16le', '41 00 00 D8', 2);
  assertFailsAt('utf-16le', '41 00 00 D8 00', 2);
});

test('malformed single bytes have their place named', () => {
  assertFailsAt('windows-1253', 'AA', 0);
  assertFailsAt('windows-1253', '41 C1 AA 41', 2);
  assertFailsAt('windows-874', '00 00 00 DB', 3);
});

test('malformed multi-byte text has its place named', () => {
  assertFailsAt('euc-kr', '41 81 3A', 1);
  assertFailsAt('euc-kr', '41 81', 1);
  assertFailsAt('big5', '41 42 81 40 41', 2);
  assertFailsAt('shift_jis', '41 A0', 1);
  assertFailsAt('euc-jp', '41 8F A1 61 41', 1);
  assertFailsAt('gb18030', '41 81 30 21 21 21', 1);
  assertFailsAt('gb18030', '41 81 30 81 30 81 30 21', 5);
  assertFailsAt('gbk', '41 84 31 A5 30', 1);
  assertFailsAt('iso-2022-jp', '41 1B 24', 1);
  assertFailsAt('iso-2022-jp', '1B 28 4A FF', 3);
  assertFailsAt('iso-2022-jp', '1B 28 4A 5C 1B 28 42 1B 28 4A 5C', 7);
});

test('the place far into long text', () => {
  for (const unit of ['41', 'C3 A9', 'E2 82 AC', 'F0 9F 98 80']) {
    for (const count of [10, 64, 340, 1024, 5000]) {
      const one = bytes(unit);
      const input = new Uint8Array(one.length * count + 1);
      for (let i = 0; i < count; ++i) {
        input.set(one, i * one.length);
      }
      input[one.length * count] = 0xFF;
      assertThrows(() => fatal('utf-8').decode(input), TypeError,
                   RegExp(`at byte ${one.length * count}\\.$`));
    }
  }
});

test('the place counts from the start of the chunk', () => {
  assertFailsAt('utf-8', '41 FF', 1, stream);
  const decoder = fatal('utf-8');
  decoder.decode(bytes('41 42 43'), stream);
  assertThrows(() => decoder.decode(bytes('44 FF'), stream), TypeError,
               /at byte 1\.$/);
  assertThrows(() => decoder.decode(bytes('FF'), stream), TypeError,
               /at byte 0\.$/);
});

test('a sequence begun in an earlier chunk', () => {
  const decoder = fatal('utf-8');
  decoder.decode(bytes('41 E2'), stream);
  assertThrows(() => decoder.decode(bytes('41'), stream), TypeError,
               /: malformed sequence begun in an earlier chunk\.$/);
  decoder.decode(bytes('41 E2'), stream);
  assertThrows(() => decoder.decode(bytes('82 41'), stream), TypeError,
               /: malformed sequence begun in an earlier chunk\.$/);
  decoder.decode(bytes('E2 82'), stream);
  assertThrows(() => decoder.decode(), TypeError,
               /: malformed sequence begun in an earlier chunk\.$/);
  const utf16 = fatal('utf-16le');
  utf16.decode(bytes('00 D8 41'), stream);
  assertThrows(() => utf16.decode(bytes('00'), stream), TypeError,
               /: malformed sequence begun in an earlier chunk\.$/);
});

test('receivers', () => {
  assertThrows(() => TextDecoder.prototype.decode.call({}), TypeError,
               /^Illegal invocation$/);
  assertThrows(() => TextEncoder.prototype.encode.call({}), TypeError,
               /^Illegal invocation$/);
  assertThrows(() => TextDecoder.prototype.encoding, TypeError,
               /^Illegal invocation$/);
});
