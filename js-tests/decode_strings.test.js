// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Results at the limits of blocks, of stack buffers and of Latin-1. A result
// starts as one-byte text and is widened at the first character above U+00FF,
// so that character stands at each of many places here.

'use strict';

const lengths = [];
for (const [from, to] of [[0, 70], [120, 136], [250, 262], [504, 520],
                          [1000, 1100], [2040, 2060], [4090, 4105],
                          [8190, 8194], [65530, 65540]]) {
  for (let length = from; length <= to; ++length) {
    lengths.push(length);
  }
}

const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true });
const latin = new TextDecoder('windows-1252', { fatal: true });

function utf16Bytes(text) {
  return Uint16Array.from(text, (c) => c.charCodeAt(0));
}

test('ASCII of each length', () => {
  for (const length of lengths) {
    const expected = 'abcdefghijklm'.repeat(length / 13 + 1).slice(0, length);
    const input = encoder.encode(expected);
    assertEquals(utf8.decode(input), expected);
    assertEquals(latin.decode(input), expected);
    assertEquals(utf16.decode(utf16Bytes(expected)), expected);
  }
});

test('one character not in ASCII at the end of each length', () => {
  for (const length of lengths) {
    for (const last of ['\x80', '\xFF', '\u0100', '\u20AC', '\uFFFD']) {
      const expected = 'a'.repeat(length) + last;
      assertEquals(utf8.decode(encoder.encode(expected)), expected);
      assertEquals(utf16.decode(utf16Bytes(expected)), expected);
    }
    const pair = `${'a'.repeat(length)}\u{1F600}`;
    assertEquals(utf8.decode(encoder.encode(pair)), pair);
    assertEquals(utf16.decode(Uint16Array.from(
                     [...Array(length).fill(0x61), 0xD83D, 0xDE00])), pair);
    const input = new Uint8Array(length + 1).fill(0x61);
    input[length] = 0x80;
    assertEquals(latin.decode(input), `${'a'.repeat(length)}\u20AC`);
    input[length] = 0xE9;
    assertEquals(latin.decode(input), `${'a'.repeat(length)}\xE9`);
  }
});

test('the first wide character at each place', () => {
  for (const length of [70, 1030, 1100, 2060]) {
    for (const unit of ['a', '\xE9']) {
      for (let at = 0; at < length; at += length < 100 ? 1 : 7) {
        for (const wide of ['\u0100', '\u20AC', '\u{1F600}']) {
          const expected =
              unit.repeat(at) + wide + unit.repeat(length - at - 1);
          assertEquals(utf8.decode(encoder.encode(expected)), expected);
        }
        const input = new Uint8Array(length).fill(unit.charCodeAt(0));
        input[at] = 0x80;
        assertEquals(latin.decode(input),
                     `${unit.repeat(at)}\u20AC${unit.repeat(length - at - 1)}`);
      }
    }
  }
});

test('Latin-1 of each length', () => {
  for (const length of lengths) {
    const expected = '\xE9'.repeat(length);
    assertEquals(utf8.decode(encoder.encode(expected)), expected);
    assertEquals(latin.decode(new Uint8Array(length).fill(0xE9)), expected);
    assertEquals(utf16.decode(utf16Bytes(expected)), expected);
  }
});

test('two-byte text of each length', () => {
  for (const length of lengths) {
    const expected = '\u20AC'.repeat(length);
    assertEquals(utf8.decode(encoder.encode(expected)), expected);
    assertEquals(latin.decode(new Uint8Array(length).fill(0x80)), expected);
    assertEquals(utf16.decode(utf16Bytes(expected)), expected);
  }
});

test('pairs of surrogates, at odd and even places', () => {
  for (const length of lengths.filter((length) => length < 5000)) {
    const expected = 'a'.repeat(length % 2) + '\u{1F600}'.repeat(length / 2);
    assertEquals(utf8.decode(encoder.encode(expected)), expected);
    assertEquals(utf16.decode(Uint16Array.from(
                     { length }, (_, i) => expected.charCodeAt(i))), expected);
  }
});

test('errors of each number', () => {
  for (const length of lengths) {
    assertEquals(new TextDecoder().decode(new Uint8Array(length).fill(0xFF)),
                 '\uFFFD'.repeat(length));
    assertEquals(new TextDecoder().decode(new Uint8Array(length).fill(0xF0)),
                 '\uFFFD'.repeat(length));
  }
});

test('what was pending makes a result longer than the input', () => {
  const stream = { stream: true };
  const decoder = new TextDecoder();
  for (const length of lengths) {
    assertEquals(decoder.decode(bytes('F0 9F 98'), stream), '');
    assertEquals(decoder.decode(new Uint8Array(length).fill(0x61)),
                 length ? `\uFFFD${'a'.repeat(length)}` : '\uFFFD');
    assertEquals(decoder.decode(bytes('F0 9F 98'), stream), '');
    const input = new Uint8Array(length + 1).fill(0xFF);
    input[0] = 0x80;
    assertEquals(decoder.decode(input), `\u{1F600}${'\uFFFD'.repeat(length)}`);
  }
  const wide = new TextDecoder('utf-16le');
  for (const length of lengths) {
    assertEquals(wide.decode(bytes('3D D8 00'), stream), '');
    const input = new Uint8Array(2 * length + 1).fill(0x61);
    input[0] = 0xDE;
    assertEquals(wide.decode(input), `\u{1F600}${'\u6161'.repeat(length)}`);
  }
});

test('results behave as strings do', () => {
  const text = utf8.decode(bytes('61 62 63'));
  assertEquals(typeof text, 'string');
  assertEquals({ abc: 1 }[text], 1);
  assertTrue(new Set(['abc']).has(text));
  assertEquals(utf8.decode(bytes('C3 A9 E2 82 AC')).length, 2);
  assertEquals(`${utf8.decode(new Uint8Array(5000).fill(0x61))}b`.length, 5001);
});
