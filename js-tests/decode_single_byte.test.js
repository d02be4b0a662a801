// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The 28 single-byte encodings and x-user-defined.

'use strict';

include('decode_splits.js');
include('model.js');

const legacy = [...model.singleByteNames, 'x-user-defined'];

test('there are 28', () => {
  assertEquals(model.singleByteNames.length, 28);
});

test('every byte of every encoding, by itself', () => {
  for (const name of legacy) {
    const decoder = new TextDecoder(name);
    const fatal = new TextDecoder(name, { fatal: true });
    assertEquals(decoder.encoding, name);
    for (let byte = 0; byte < 256; ++byte) {
      const input = Uint8Array.of(byte);
      const { text, errors } = model.decode(name, input);
      assertEquals(decoder.decode(input), text, `${name} ${byte}`);
      if (errors) {
        assertThrows(() => fatal.decode(input), TypeError);
      } else {
        assertEquals(fatal.decode(input), text);
      }
    }
  }
});

test('every byte of every encoding, in long inputs', () => {
  for (const name of legacy) {
    const decoder = new TextDecoder(name);
    for (let rotation = 0; rotation < 256; rotation += 37) {
      const input = Uint8Array.from({ length: 1200 },
                                    (_, i) => i * 7 + rotation);
      assertEquals(decoder.decode(input), model.decode(name, input).text, name);
    }
  }
});

test('every byte at each place of a short input', () => {
  for (const name of legacy) {
    const decoder = new TextDecoder(name);
    for (const length of [1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65]) {
      for (let at = 0; at < length; ++at) {
        const input = new Uint8Array(length).fill(0x41);
        input[at] = 0x80 + (at * 5 + length) % 128;
        assertEquals(decoder.decode(input), model.decode(name, input).text,
                     name);
      }
    }
  }
});

test('T1 windows-1252 is no Latin-1', () => {
  for (const label of ['windows-1252', 'latin1', 'ascii', 'us-ascii',
                       'iso-8859-1', 'l1', 'cp1252']) {
    assertDecodes(label, '80', '20AC');
    assertDecodes(label, '92', '2019');
    assertDecodes(label, '9F', '178');
    assertDecodes(label, '41 80 E9 92 9F', '41 20AC E9 2019 178');
  }
});

test('T2 the holes of windows-1252 are C1 controls', () => {
  assertDecodes('windows-1252', '81 8D 8F 90 9D', '81 8D 8F 90 9D');
});

test('T3 the one byte of an input that matters is the last', () => {
  for (const name of legacy.filter((name) => name.startsWith('windows-'))) {
    const decoder = new TextDecoder(name);
    for (let length = 1; length <= 70; ++length) {
      const input = new Uint8Array(length);
      input[length - 1] = 0x80;
      assertEquals(decoder.decode(input), model.decode(name, input).text);
    }
  }
  for (const name of ['windows-874', 'windows-1250', 'windows-1252',
                      'windows-1258']) {
    assertDecodes(name, '00 00 80', '0 0 20AC');
  }
});

test('T4 koi8-u', () => {
  assertDecodes('koi8-u', 'AE BE', '45E 40E');
});

test('T5 bytes that are nothing', () => {
  assertDecodes('windows-874', 'DB', 'FFFD');
  assertDecodes('windows-1253', 'AA', 'FFFD');
  assertDecodes('windows-1255', 'CA', '5BA');
});

test('T6 iso-8859-16 and x-user-defined exist', () => {
  assertDecodes('iso-8859-16', 'FD', '119');
  assertDecodes('x-user-defined', '80', 'F780');
  assertDecodes('x-user-defined', '7F FF', '7F F7FF');
});

test('T7 ibm866 has ASCII controls', () => {
  assertDecodes('ibm866', '1A', '1A');
  assertDecodes('ibm866', '1C', '1C');
  assertDecodes('ibm866', '7F', '7F');
});

test('ASCII is ASCII in each', () => {
  const ascii = Uint8Array.from({ length: 128 }, (_, i) => i);
  const expected = String.fromCharCode(...ascii);
  for (const name of legacy) {
    const decoder = new TextDecoder(name, { fatal: true });
    assertEquals(decoder.decode(ascii), expected);
  }
});

test('iso-8859-8 and iso-8859-8-i are two encodings', () => {
  assertEquals(new TextDecoder('visual').encoding, 'iso-8859-8');
  assertEquals(new TextDecoder('logical').encoding, 'iso-8859-8-i');
  assertDecodes('iso-8859-8', 'E0', '5D0');
  assertDecodes('iso-8859-8-i', 'E0', '5D0');
});

test('T40 byte order marks are nothing special', () => {
  assertDecodes('windows-1252', 'EF BB BF', 'EF BB BF');
  assertDecodes('windows-1252', 'FF FE 41', 'FF FE 41');
  assertDecodes('windows-1252', 'FE FF 41', 'FE FF 41');
  assertDecodes('x-user-defined', 'EF BB BF', 'F7EF F7BB F7BF');
  for (const name of legacy) {
    for (const hex of ['EF BB BF 41', 'FF FE', 'FE FF']) {
      const input = bytes(hex);
      assertEquals(new TextDecoder(name).decode(input),
                   model.decode(name, input).text);
    }
  }
});

test('T39 ignoreBOM changes nothing', () => {
  assertDecodes('latin1', 'FF', 'FF', { ignoreBOM: true });
  for (const name of legacy) {
    const input = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
    assertEquals(new TextDecoder(name, { ignoreBOM: true }).decode(input),
                 model.decode(name, input).text);
  }
});
