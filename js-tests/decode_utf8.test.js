// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8, well-formed and not.

'use strict';

include('decode_splits.js');
include('model.js');

test('the first and the last character of each length', () => {
  assertDecodes('utf-8', '00', '0');
  assertDecodes('utf-8', '7F', '7F');
  assertDecodes('utf-8', 'C2 80', '80');
  assertDecodes('utf-8', 'DF BF', '7FF');
  assertDecodes('utf-8', 'E0 A0 80', '800');
  assertDecodes('utf-8', 'EF BF BF', 'FFFF');
  assertDecodes('utf-8', 'F0 90 80 80', '10000');
  assertDecodes('utf-8', 'F4 8F BF BF', '10FFFF');
});

test('around the surrogates, and noncharacters', () => {
  assertDecodes('utf-8', 'ED 9F BF', 'D7FF');
  assertDecodes('utf-8', 'EE 80 80', 'E000');
  assertDecodes('utf-8', 'EF BF BE', 'FFFE');
  assertDecodes('utf-8', 'EF B7 90', 'FDD0');
  assertDecodes('utf-8', 'F0 9F BF BF', '1FFFF');
});

test('a U+FFFD that is really there is no error', () => {
  const fatal = new TextDecoder('utf-8', { fatal: true });
  assertEquals(fatal.decode(bytes('EF BF BD')), '\uFFFD');
});

test('bytes that never occur', () => {
  for (const byte of ['C0', 'C1', 'F5', 'F6', 'F7', 'F8', 'FB', 'FC', 'FD',
                      'FE', 'FF', '80', 'BF']) {
    assertDecodes('utf-8', byte, 'FFFD');
    assertDecodes('utf-8', `41 ${byte} 42`, '41 FFFD 42');
    assertDecodes('utf-8', `${byte} ${byte}`, 'FFFD FFFD');
    assertDecodes('utf-8', `${byte} C3 A9`, 'FFFD E9');
  }
});

test('overlong forms are one error a byte', () => {
  assertDecodes('utf-8', 'C0 80', 'FFFD FFFD');
  assertDecodes('utf-8', 'C1 BF', 'FFFD FFFD');
  assertDecodes('utf-8', 'E0 80 80', 'FFFD FFFD FFFD');
  assertDecodes('utf-8', 'E0 9F BF', 'FFFD FFFD FFFD');
  assertDecodes('utf-8', 'F0 80 80 80', 'FFFD FFFD FFFD FFFD');
  assertDecodes('utf-8', 'F0 8F BF BF', 'FFFD FFFD FFFD FFFD');
  assertDecodes('utf-8', 'F8 88 80 80 80', 'FFFD FFFD FFFD FFFD FFFD');
});

test('T24 surrogates are one error a byte', () => {
  assertDecodes('utf-8', 'ED BF', 'FFFD FFFD');
  assertDecodes('utf-8', 'ED A0 80', 'FFFD FFFD FFFD');
  assertDecodes('utf-8', 'ED BF BF', 'FFFD FFFD FFFD');
  assertDecodes('utf-8', 'ED A0 BD ED B8 80',
                'FFFD FFFD FFFD FFFD FFFD FFFD');
});

test('beyond U+10FFFF', () => {
  assertDecodes('utf-8', 'F4 90 80 80', 'FFFD FFFD FFFD FFFD');
  assertDecodes('utf-8', 'F5 80 80 80', 'FFFD FFFD FFFD FFFD');
});

test('a sequence cut short is one error', () => {
  assertDecodes('utf-8', 'C3', 'FFFD');
  assertDecodes('utf-8', 'E2', 'FFFD');
  assertDecodes('utf-8', 'E2 82', 'FFFD');
  assertDecodes('utf-8', 'F0', 'FFFD');
  assertDecodes('utf-8', 'F0 9F', 'FFFD');
  assertDecodes('utf-8', 'F0 9F 98', 'FFFD');
  assertDecodes('utf-8', 'F0 9F 98 41', 'FFFD 41');
  assertDecodes('utf-8', 'E2 82 41', 'FFFD 41');
  assertDecodes('utf-8', 'E2 82 E2 82 AC', 'FFFD 20AC');
  assertDecodes('utf-8', 'F0 9F F0 9F 98 80', 'FFFD 1F600');
  assertDecodes('utf-8', 'F0 9F 98 C3 A9', 'FFFD E9');
  assertDecodes('utf-8', 'C3 C3 A9 C3', 'FFFD E9 FFFD');
  assertDecodes('utf-8', 'E2 FF', 'FFFD FFFD');
});

test('maximal subparts, the example of the Unicode Standard', () => {
  // Table 3-8 to 3-11.
  assertDecodes('utf-8', 'C0 AF E0 80 BF F0 81 82 41',
                'FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD 41');
  assertDecodes('utf-8', 'ED A0 80 ED BF BF ED AF 41',
                'FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD 41');
  assertDecodes('utf-8', 'F4 91 92 93 FF 41 80 BF 42',
                'FFFD FFFD FFFD FFFD FFFD 41 FFFD FFFD 42');
  assertDecodes('utf-8', 'E1 80 E2 F0 91 92 F1 BF 41',
                'FFFD FFFD FFFD FFFD 41');
});

test('T24 a lead byte at the end of a chunk, an error in the next', () => {
  const stream = { stream: true };
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(bytes('F0'), stream), '');
  assertEquals(decoder.decode(bytes('C3 80 2A 2A'), stream), '\uFFFD\xC0**');
  assertEquals(decoder.decode(), '');
});

test('T24 an error is given at once, not with the next chunk', () => {
  const stream = { stream: true };
  const decoder = new TextDecoder();
  for (const [chunk, text] of [['C0', '\uFFFD'], ['FF', '\uFFFD'],
                               ['ED BF', '\uFFFD\uFFFD'],
                               ['E0 80', '\uFFFD\uFFFD'],
                               ['F0 80', '\uFFFD\uFFFD'],
                               ['F4 90', '\uFFFD\uFFFD'], ['80', '\uFFFD']]) {
    assertEquals(decoder.decode(bytes(chunk), stream), text, chunk);
  }
  assertEquals(decoder.decode(), '');
});

test('a character is given at once when its last byte is there', () => {
  const stream = { stream: true };
  const decoder = new TextDecoder();
  for (const [chunk, text] of [['F0', ''], ['9F', ''], ['98', ''],
                               ['80', '\u{1F600}'], ['E2', ''], ['82', ''],
                               ['AC', '\u20AC'], ['C3', ''], ['A9', '\xE9'],
                               ['41', 'A']]) {
    assertEquals(decoder.decode(bytes(chunk), stream), text, chunk);
  }
  assertEquals(decoder.decode(), '');
});

test('every code point', () => {
  let text = '';
  for (let c = 0; c < 0x110000; ++c) {
    if (c < 0xD800 || c > 0xDFFF) {
      text += String.fromCodePoint(c);
    }
  }
  const encoded = new TextEncoder().encode(text);
  assertEquals(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
                   .decode(encoded), text);
});

test('every two bytes, against the model', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const input = new Uint8Array(2);
  for (let i = 0; i < 0x10000; ++i) {
    input[0] = i >> 8;
    input[1] = i;
    assertEquals(decoder.decode(input),
                 model.decode('utf-8', input, { ignoreBOM: true }).text);
  }
});

test('every three bytes that begin with a lead byte, by classes', () => {
  const values = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0,
                  0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
                  0xFF];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let lead = 0xC2; lead < 0xF8; ++lead) {
    for (const b of values) {
      for (const c of values) {
        for (const d of values) {
          const input = Uint8Array.of(lead, b, c, d);
          assertEquals(decoder.decode(input),
                       model.decode('utf-8', input, { ignoreBOM: true }).text);
        }
      }
    }
  }
});
