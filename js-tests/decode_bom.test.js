// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Byte order marks: one at the start is dropped, unless ignoreBOM is set; any
// other is a character.

'use strict';

include('decode_splits.js');

const stream = { stream: true };
const marks = { 'utf-8': 'EF BB BF', 'utf-16le': 'FF FE', 'utf-16be': 'FE FF' };
const letters = { 'utf-8': '42', 'utf-16le': '42 00', 'utf-16be': '00 42' };

test('one mark at the start is dropped, in every split', () => {
  for (const [label, mark] of Object.entries(marks)) {
    assertDecodes(label, mark, '');
    assertDecodes(label, `${mark} ${letters[label]}`, '42');
    assertDecodes(label, `${mark} ${mark}`, 'FEFF');
    assertDecodes(label, `${mark} ${mark} ${letters[label]} ${mark}`,
                  'FEFF 42 FEFF');
    assertDecodes(label, `${letters[label]} ${mark}`, '42 FEFF');
  }
});

test('T39 ignoreBOM keeps it, in every split', () => {
  const options = { ignoreBOM: true };
  for (const [label, mark] of Object.entries(marks)) {
    assertDecodes(label, mark, 'FEFF', options);
    assertDecodes(label, `${mark} ${letters[label]}`, 'FEFF 42', options);
    assertDecodes(label, `${mark} ${mark}`, 'FEFF FEFF', options);
  }
});

test('each call that does not stream starts anew', () => {
  for (const [label, mark] of Object.entries(marks)) {
    const decoder = new TextDecoder(label);
    const input = bytes(`${mark} ${letters[label]}`);
    for (let i = 0; i < 3; ++i) {
      assertEquals(decoder.decode(input), 'B');
    }
    assertEquals(decoder.decode(input, stream), 'B');
    assertEquals(decoder.decode(input, stream), '\uFEFFB');
    assertEquals(decoder.decode(input), '\uFEFFB');
    assertEquals(decoder.decode(input), 'B');
  }
});

test('T29 a mark cut in two, then another', () => {
  const decoder = new TextDecoder();
  const texts = ['EF BB', 'BF', 'EF BB', 'BF', '42'].map(
      (chunk) => decoder.decode(bytes(chunk), stream));
  assertEquals(texts, ['', '', '', '\uFEFF', 'B']);
});

test('T29 an error before a mark makes it a character', () => {
  const decoder = new TextDecoder('utf-16le');
  assertEquals(decoder.decode(bytes('00 D8'), stream), '');
  assertEquals(decoder.decode(bytes('FF FE'), stream), '\uFFFD\uFEFF');
  assertDecodes('utf-16le', '00 D8 FF FE', 'FFFD FEFF');
  assertDecodes('utf-16le', '00 DC FF FE', 'FFFD FEFF');
  assertDecodes('utf-8', 'FF EF BB BF', 'FFFD FEFF');
  assertDecodes('utf-8', 'EF EF BB BF', 'FFFD FEFF');
  assertDecodes('utf-8', 'EF BB EF BB BF', 'FFFD FEFF');
});

test('chunks without output before a mark', () => {
  for (const [label, mark] of Object.entries(marks)) {
    const decoder = new TextDecoder(label);
    assertEquals(decoder.decode(undefined, stream), '');
    assertEquals(decoder.decode(new Uint8Array(0), stream), '');
    assertEquals(decoder.decode(bytes(mark), stream), '');
    assertEquals(decoder.decode(new Uint8Array(0), stream), '');
    assertEquals(decoder.decode(bytes(mark), stream), '\uFEFF');
    assertEquals(decoder.decode(), '');
  }
});

test('a flush without input after a mark', () => {
  for (const [label, mark] of Object.entries(marks)) {
    const decoder = new TextDecoder(label);
    assertEquals(decoder.decode(bytes(mark), stream), '');
    assertEquals(decoder.decode(), '');
    assertEquals(decoder.decode(bytes(mark), stream), '');
    assertEquals(decoder.decode(bytes(mark)), '\uFEFF');
  }
});

test('the beginning of a mark', () => {
  assertDecodes('utf-8', 'EF', 'FFFD');
  assertDecodes('utf-8', 'EF BB', 'FFFD');
  assertDecodes('utf-8', 'EF BB 42', 'FFFD 42');
  assertDecodes('utf-8', 'EF BB BE', 'FEFE');
  assertDecodes('utf-8', 'EF BC BF', 'FF3F');
  assertDecodes('utf-16le', 'FF', 'FFFD');
  assertDecodes('utf-16be', 'FE', 'FFFD');
  assertDecodes('utf-16le', 'FF 00', 'FF');
  assertDecodes('utf-16be', 'FE 00', 'FE00');
});

test('the mark of another encoding is none', () => {
  assertDecodes('utf-8', 'FE FF', 'FFFD FFFD');
  assertDecodes('utf-8', 'FF FE 42 00', 'FFFD FFFD 42 0');
  assertDecodes('utf-16le', 'FE FF', 'FFFE');
  assertDecodes('utf-16be', 'FF FE', 'FFFE');
  assertDecodes('utf-16le', 'EF BB BF 00', 'BBEF BF');
  assertDecodes('utf-16be', 'EF BB BF 00', 'EFBB BF00');
});

test('T28 the mark after an error in a stream', () => {
  // BOM seen is set only when output is returned.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  assertThrows(() => decoder.decode(bytes('41 FF'), stream), TypeError);
  assertEquals(decoder.decode(bytes('EF BB BF 42'), stream), 'B');
  assertEquals(decoder.decode(bytes('EF BB BF'), stream), '\uFEFF');
});

test('T28 the mark after an error, not in a stream', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  assertThrows(() => decoder.decode(bytes('FF')), TypeError);
  assertEquals(decoder.decode(bytes('EF BB BF')), '');
  assertThrows(() => decoder.decode(bytes('FF')), TypeError);
  assertEquals(decoder.decode(bytes('EF BB BF 42')), 'B');
});

test('T28 an error after output was returned', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  assertEquals(decoder.decode(bytes('41'), stream), 'A');
  assertThrows(() => decoder.decode(bytes('FF'), stream), TypeError);
  assertEquals(decoder.decode(bytes('EF BB BF 42'), stream), '\uFEFFB');
});

test('T28 an error after a mark in the same chunk', () => {
  for (const [label, mark] of Object.entries(marks)) {
    const decoder = new TextDecoder(label, { fatal: true });
    const malformed = { 'utf-8': 'FF', 'utf-16le': '00 DC',
                        'utf-16be': 'DC 00' }[label];
    assertThrows(() => decoder.decode(bytes(`${mark} ${malformed}`), stream),
                 TypeError);
    assertEquals(decoder.decode(bytes(`${mark} ${letters[label]}`)), 'B');
  }
});

test('T28 a mark kept by ignoreBOM after an error', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  assertThrows(() => decoder.decode(bytes('41 FF'), stream), TypeError);
  assertEquals(decoder.decode(bytes('EF BB BF 42')), '\uFEFFB');
});

// Texts of each kind take ways of their own by their length, and a mark is no
// character of any of them.
function textsOfLength(length) {
  return ['a', 'é', 'б', '中', '（', '😀', '\uFEFF'].flatMap((last) => [
    last.repeat(Math.ceil(length / last.length)),
    'a'.repeat(length) + last,
    last + 'a'.repeat(length),
  ]);
}

test('a mark before texts of all lengths', () => {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const keeping = new TextDecoder('utf-8', { ignoreBOM: true });
  const fatal = new TextDecoder('utf-8', { fatal: true });
  for (const length of [0, 1, 2, 20, 30, 58, 59, 60, 61, 62, 63, 64, 65, 66,
                        100, 680, 1022, 2038, 2039, 2040, 2041, 2042, 2043,
                        2044, 2045, 2048, 5000]) {
    for (const text of textsOfLength(length)) {
      const input = encoder.encode('\uFEFF' + text);
      const hint = `${length} ${text.slice(0, 1)} ${text.slice(-1)}`;
      assertEquals(decoder.decode(input), text, hint);
      assertEquals(decoder.decode(input, stream) + decoder.decode(input),
                   text + '\uFEFF' + text, hint);
      assertEquals(keeping.decode(input), '\uFEFF' + text, hint);
      assertEquals(fatal.decode(input), text, hint);
      if (typeof SharedArrayBuffer === 'function') {
        const shared = new Uint8Array(new SharedArrayBuffer(input.length));
        shared.set(input);
        assertEquals(decoder.decode(shared), text, hint);
      }
    }
  }
});

test('malformed bytes behind a mark have their place named', () => {
  const fatal = new TextDecoder('utf-8', { fatal: true });
  for (const length of [0, 1, 30, 59, 60, 61, 64, 1000, 2040, 2041, 2044,
                        5000]) {
    const input = new Uint8Array(length + 5).fill(0x61);
    input.set([0xEF, 0xBB, 0xBF]);
    input[length + 3] = 0xFF;
    for (const options of [undefined, stream]) {
      assertThrows(() => fatal.decode(input, options), TypeError,
                   RegExp(`at byte ${length + 3}\\.$`));
      // All of the input is gone, and the mark was not put out.
      assertEquals(fatal.decode(Uint8Array.of(0xEF, 0xBB, 0xBF, 0x62)), 'b');
    }
  }
});

test('a mark before UTF-16 of all lengths', () => {
  for (const label of ['utf-16le', 'utf-16be']) {
    const decoder = new TextDecoder(label);
    const fatal = new TextDecoder(label, { fatal: true });
    for (const length of [0, 1, 2, 20, 29, 30, 31, 32, 33, 500, 1020, 1021,
                          1022, 2500]) {
      for (const text of textsOfLength(length)) {
        const input = new DataView(new ArrayBuffer(2 * text.length + 2));
        const isLittle = label === 'utf-16le';
        input.setUint16(0, 0xFEFF, isLittle);
        for (let i = 0; i < text.length; ++i) {
          input.setUint16(2 * i + 2, text.charCodeAt(i), isLittle);
        }
        assertEquals(decoder.decode(input), text, label);
        assertEquals(fatal.decode(input, stream) + fatal.decode(input),
                     text + '\uFEFF' + text, label);
      }
    }
  }
});
