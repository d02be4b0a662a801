// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Errors with fatal set: what is thrown, and what is left for the next call.

'use strict';

const stream = { stream: true };
const fatal = (label) => new TextDecoder(label, { fatal: true });

const malformed = [
  ['utf-8', 'FF'], ['utf-8', '41 42 80'], ['utf-8', 'E2 82'],
  ['utf-8', 'ED A0 80'], ['utf-16le', '00 D8'], ['utf-16le', '41'],
  ['utf-16be', 'DC 00'], ['windows-874', 'DB'], ['windows-1253', '41 AA'],
  ['iso-8859-6', 'A1'],
];

test('malformed input throws each time, good input does not', () => {
  for (const [label, hex] of malformed) {
    const decoder = fatal(label);
    for (let i = 0; i < 3; ++i) {
      assertThrows(() => decoder.decode(bytes(hex)), TypeError);
      assertEquals(decoder.decode(bytes('41 00')),
                   new TextDecoder(label).decode(bytes('41 00')));
    }
  }
});

test('malformed input far into long text', () => {
  for (const [label, hex] of malformed) {
    const decoder = fatal(label);
    for (const length of [64, 1024, 5000]) {
      const input = new Uint8Array(length);
      assertEquals(decoder.decode(input).length,
                   label.startsWith('utf-16') ? length / 2 : length);
      const tail = bytes(hex);
      input.set(tail, length - tail.length - (tail.length === 3));
      if (label !== 'utf-16le' || tail.length !== 1) {
        assertThrows(() => decoder.decode(input), TypeError);
      }
    }
  }
});

test('an incomplete sequence throws only when it is flushed', () => {
  for (const [label, hex] of [['utf-8', 'E2 82'], ['utf-8', '41 F0'],
                              ['utf-16le', '00 D8'], ['utf-16be', '41'],
                              ['utf-16le', '00 D8 00']]) {
    const decoder = fatal(label);
    const before = label === 'utf-8' && hex[0] === '4' ? 'A' : '';
    assertEquals(decoder.decode(bytes(hex), stream), before);
    assertEquals(decoder.decode(undefined, stream), '');
    assertThrows(() => decoder.decode(), TypeError);
    assertEquals(decoder.decode(), '');
    assertThrows(() => decoder.decode(bytes(hex)), TypeError);
    assertEquals(decoder.decode(), '');
  }
});

test('T27 what follows the error in its chunk is dropped', () => {
  for (const rest of ['EF', 'E2 82', '41', 'FF', 'C3 A9 F0']) {
    const decoder = fatal('utf-8');
    assertThrows(() => decoder.decode(bytes(`FD ${rest}`), stream), TypeError);
    assertEquals(decoder.decode(), '');
  }
});

test('T27 text before the error is dropped as well', () => {
  const decoder = fatal('utf-8');
  assertThrows(() => decoder.decode(bytes('41 42 FF 43'), stream), TypeError);
  assertEquals(decoder.decode(bytes('44'), stream), 'D');
  assertEquals(decoder.decode(), '');
});

test('T27 in other encodings', () => {
  for (const [label, chunk, next] of [
         ['utf-16le', '00 DC 41', '42 00'],
         ['utf-16le', '00 DC 00 D8', '42 00'],
         ['utf-16be', 'DC 00 00', '00 42'],
         ['windows-1253', 'AA 41', '42'],
       ]) {
    const decoder = fatal(label);
    assertThrows(() => decoder.decode(bytes(chunk), stream), TypeError);
    assertEquals(decoder.decode(bytes(next), stream), 'B');
    assertEquals(decoder.decode(), '');
  }
});

test('bytes that the error would have read again are dropped', () => {
  const utf8 = fatal('utf-8');
  assertEquals(utf8.decode(bytes('E2 82'), stream), '');
  assertThrows(() => utf8.decode(bytes('41 42'), stream), TypeError);
  assertEquals(utf8.decode(bytes('43'), stream), 'C');
  assertEquals(utf8.decode(bytes('E2'), stream), '');
  assertThrows(() => utf8.decode(bytes('C3'), stream), TypeError);
  assertEquals(utf8.decode(bytes('43')), 'C');

  const utf16 = fatal('utf-16le');
  assertEquals(utf16.decode(bytes('3D D8 41'), stream), '');
  assertThrows(() => utf16.decode(bytes('00 42'), stream), TypeError);
  assertEquals(utf16.decode(bytes('43 00'), stream), 'C');
  assertEquals(utf16.decode(bytes('3D D8'), stream), '');
  assertThrows(() => utf16.decode(bytes('3D D8'), stream), TypeError);
  assertThrows(() => utf16.decode(bytes('00 DE'), stream), TypeError);
  assertEquals(utf16.decode(bytes('44 00')), 'D');
});

test('the stream goes on after an error', () => {
  const decoder = fatal('utf-8');
  assertEquals(decoder.decode(bytes('41 E2'), stream), 'A');
  assertThrows(() => decoder.decode(bytes('FF'), stream), TypeError);
  assertEquals(decoder.decode(bytes('E2 82'), stream), '');
  assertEquals(decoder.decode(bytes('AC'), stream), '\u20AC');
  assertEquals(decoder.decode(), '');
});

test('an error without stream starts anew', () => {
  const decoder = fatal('utf-16le');
  assertEquals(decoder.decode(bytes('41'), stream), '');
  assertThrows(() => decoder.decode(bytes('00 00 DC')), TypeError);
  assertEquals(decoder.decode(bytes('42 00')), 'B');
});

test('U+FFFD in the input is no error', () => {
  assertEquals(fatal('utf-8').decode(bytes('EF BF BD')), '\uFFFD');
  assertEquals(fatal('utf-16le').decode(bytes('FD FF')), '\uFFFD');
  assertEquals(fatal('utf-16be').decode(bytes('FF FD')), '\uFFFD');
});

test('without fatal nothing throws', () => {
  for (const [label, hex] of malformed) {
    const decoder = new TextDecoder(label);
    assertTrue(decoder.decode(bytes(hex)).includes('\uFFFD'));
    assertTrue((decoder.decode(bytes(hex), stream) + decoder.decode())
                   .includes('\uFFFD'));
  }
});

test('the error is a plain TypeError of this realm', () => {
  const error = assertThrows(() => fatal('utf-8').decode(bytes('FF')),
                             TypeError);
  assertTrue(Object.getPrototypeOf(error) === TypeError.prototype);
  assertEquals(error.name, 'TypeError');
  assertEquals(Object.keys(error), []);
});
