// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the functions of include/v8_encoding/extras.h compute. Other engines
// don't have them.

'use strict';

include('encoding_labels.js');

const {
  decodeRange, encode, encodeIntoAt, encodings, isWellFormedBytes,
  utf8ByteLength,
} = globalThis.encodingExtras ?? {};
const utf8Encoder = new TextEncoder();

function testExtras(name, fn) {
  test(name, () => {
    needs('encodingExtras');
    fn();
  });
}

// Strings of one byte and of two, ropes and slices, with pairs and with halves
// of them where the blocks end that strings are read in.
function someStrings() {
  const strings = ['', 'a', '\xE9', '\u20AC', '\u{1F600}', '\uD800', '\uDC00',
                   '\uDC00\uD800', 'a\uD800b', '\uD83D\uD83D\uDE00\uDE00',
                   'x'.repeat(5000), '\xE9'.repeat(5000)];
  for (const length of [63, 64, 65, 2046, 2047, 2048, 2049, 4095, 4096, 4097]) {
    const run = 'x'.repeat(length);
    strings.push(run + '\u20AC', run + '\u{1F600}' + run, run + '\uD83D' + run,
                 run + '\uDE00' + run, (run + '\u{1F600}').slice(1),
                 run + '\uD83D');
  }
  return strings;
}

function fatalTakes(label, input) {
  try {
    new TextDecoder(label, { fatal: true }).decode(input);
    return true;
  } catch {
    return false;
  }
}

testExtras('utf8ByteLength is the length that encode gives', () => {
  for (const string of someStrings()) {
    assertEquals(utf8ByteLength(string), utf8Encoder.encode(string).length,
                 `${string.length} units`);
  }
});

testExtras('utf8ByteLength of a string that is too long to be encoded', () => {
  let string = '\u20AC'.repeat(1 << 20);
  while (string.length < 1 << 28) {
    string += string;
  }
  assertEquals(utf8ByteLength(string), 3 * string.length);
});

testExtras('isWellFormedBytes is whether a fatal decoder takes them', () => {
  const random = newRandom(31);
  for (const label of ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5',
                       'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr',
                       'windows-1253', 'latin1', 'x-user-defined']) {
    const seen = new Set();
    for (let i = 0; i < 400; ++i) {
      const input = new Uint8Array(random(i % 40 === 0 ? 9000 : 5));
      for (let k = 0; k < input.length; ++k) {
        input[k] = random(i % 3 === 0 ? 256 : 128);
      }
      const expected = fatalTakes(label, input);
      seen.add(expected);
      assertEquals(isWellFormedBytes(input, label), expected,
                   `${label}, ${input}`);
    }
    assertTrue(seen.has(true), label);
  }
});

testExtras('isWellFormedBytes and byte order marks', () => {
  assertTrue(isWellFormedBytes(bytes('EF BB BF')));
  assertTrue(isWellFormedBytes(bytes('EF BB BF EF BB BF 41')));
  assertFalse(isWellFormedBytes(bytes('EF BB')));
  assertFalse(isWellFormedBytes(bytes('FF FE')));
  assertTrue(isWellFormedBytes(bytes('FF FE'), 'utf-16le'));
  assertTrue(isWellFormedBytes(bytes('FF FE'), 'utf-16be'));
  assertTrue(isWellFormedBytes(bytes('')));
});

// Errors at every place among long runs, and sequences over the borders of the
// blocks that shared memory is copied in.
testExtras('isWellFormedBytes of shared memory', () => {
  needs('SharedArrayBuffer');
  const shared = new Uint8Array(new SharedArrayBuffer(1200));
  for (let i = 0; i < 1197; ++i) {
    shared.fill(0x61);
    shared.set([0xF0, 0x9F, 0x98, 0x80], i);
    assertTrue(isWellFormedBytes(shared), `at ${i}`);
    assertTrue(isWellFormedBytes(shared.buffer), `at ${i}`);
    shared[i + 3] = 0x41;
    assertFalse(isWellFormedBytes(shared), `at ${i}`);
    assertFalse(isWellFormedBytes(shared.subarray(i, i + 3)), `at ${i}`);
  }
  assertTrue(isWellFormedBytes(new SharedArrayBuffer(0)));
  assertTrue(isWellFormedBytes(new SharedArrayBuffer(256)));
});

testExtras('decodeRange is what decode gives for a view', () => {
  const random = newRandom(32);
  for (const label of ['utf-8', 'utf-16le', 'gb18030', 'shift_jis', 'latin1']) {
    for (let i = 0; i < 200; ++i) {
      const input = new Uint8Array(1 + random(i % 20 === 0 ? 5000 : 40));
      for (let k = 0; k < input.length; ++k) {
        input[k] = random(i % 2 === 0 ? 256 : 128);
      }
      const start = random(input.length);
      const end = start + random(input.length - start + 1);
      assertEquals(decodeRange(input, start, end, label),
                   new TextDecoder(label).decode(input.subarray(start, end)));
    }
  }
});

testExtras('decodeRange of every kind of buffer source', () => {
  const { buffer } = bytes('00 00 00 61 62 E2 82 AC 63 00 00 00 00 00 00 00');
  for (const source of [buffer, new Uint8Array(buffer), new DataView(buffer),
                        new Uint16Array(buffer), new BigInt64Array(buffer)]) {
    assertEquals(decodeRange(source, 3, 9), 'ab\u20ACc');
    assertEquals(decodeRange(source, 4, 4), '');
    assertEquals(decodeRange(source, 16, 16), '');
  }
  assertEquals(decodeRange(new DataView(buffer, 3, 6), 2, 5), '\u20AC');
  // Elements that V8 keeps in its heap.
  assertEquals(decodeRange(new Uint8Array([1, 97, 98, 2]), 1, 3), 'ab');
});

testExtras('decodeRange of shared memory', () => {
  needs('SharedArrayBuffer');
  const shared = new Uint8Array(new SharedArrayBuffer(5000)).fill(0x61);
  shared.set(bytes('E2 82 AC'), 4000);
  assertEquals(decodeRange(shared, 3990, 4005), 'a'.repeat(10) + '\u20ACaa');
  assertEquals(decodeRange(shared.buffer, 4000, 4003), '\u20AC');
  assertEquals(decodeRange(shared.subarray(4000), 0, 3), '\u20AC');
  assertEquals(decodeRange(shared, 0, 5000), new TextDecoder().decode(shared));
  assertEquals(decodeRange(shared, 5000, 5000), '');
});

testExtras('decodeRange has the options of TextDecoder', () => {
  const input = bytes('41 EF BB BF 42 FF');
  assertEquals(decodeRange(input, 1, 5), 'B');
  assertEquals(decodeRange(input, 1, 5, 'utf-8', { ignoreBOM: true }),
               '\uFEFFB');
  assertEquals(decodeRange(input, 0, 5), 'A\uFEFFB');
  assertEquals(decodeRange(input, 4, 6), 'B\uFFFD');
  assertThrows(() => decodeRange(input, 4, 6, 'utf-8', { fatal: true }),
               TypeError);
  assertEquals(decodeRange(input, 4, 5, 'utf-8', { fatal: true }), 'B');
  // A sequence that goes on behind the range isn't complete in it.
  assertThrows(() => decodeRange(input, 1, 3, undefined, { fatal: true }),
               TypeError);
});

testExtras('decodeRange names the place in all of the bytes', () => {
  const input = bytes('FF FF 41 42 FF 43');
  const error = assertThrows(
      () => decodeRange(input, 2, 6, 'utf-8', { fatal: true }), TypeError);
  assertTrue(error.message.endsWith('malformed sequence at byte 4.'),
             error.message);
});

testExtras('decodeRange keeps no state', () => {
  const input = bytes('E2 82 AC 1B 24 42 24 22');
  assertEquals(decodeRange(input, 0, 2), '\uFFFD');
  assertEquals(decodeRange(input, 2, 3), '\uFFFD');
  assertEquals(decodeRange(input, 3, 8, 'iso-2022-jp'), '\u3042');
  assertEquals(decodeRange(input, 6, 8, 'iso-2022-jp'), '$"');
});

testExtras('encodeIntoAt is encodeInto with a slice and a view', () => {
  for (const string of someStrings()) {
    for (const [start, end] of [[0, 0], [0, 100], [3, 4], [7, 10], [50, 5000],
                                [6999, 7000], [7000, 7000], [0, 7000]]) {
      for (const from of new Set([0, 1, string.length >> 1,
                                  Math.max(0, string.length - 2),
                                  string.length])) {
        if (from > string.length) {
          continue;
        }
        const expected = new Uint8Array(7000).fill(0x2A);
        const actual = new Uint8Array(7000).fill(0x2A);
        const progress = utf8Encoder.encodeInto(
            string.slice(from), expected.subarray(start, end));
        const note = `${string.length} from ${from}, ${start} to ${end}`;
        assertEquals(encodeIntoAt(string, actual, start, end, from), progress,
                     note);
        assertTrue(actual.every((byte, i) => byte === expected[i]), note);
      }
    }
  }
});

testExtras('encodeIntoAt from the middle of a pair', () => {
  const to = new Uint8Array(8);
  assertEquals(encodeIntoAt('a\u{1F600}b', to, 1, 8, 2),
               { read: 2, written: 4 });
  assertEquals([...to], [0, 0xEF, 0xBF, 0xBD, 0x62, 0, 0, 0]);
});

testExtras('encodeIntoAt goes through a long string piece by piece', () => {
  const string = 'a\xE9\u20AC\u{1F600}'.repeat(3000);
  const piece = new Uint8Array(70);
  const all = [];
  for (let at = 0; at < string.length;) {
    const { read, written } = encodeIntoAt(string, piece, 3, 70, at);
    assertTrue(read > 0);
    all.push(...piece.subarray(3, 3 + written));
    at += read;
  }
  assertEquals(new TextDecoder().decode(new Uint8Array(all)), string);
});

testExtras('encodeIntoAt into shared memory', () => {
  needs('SharedArrayBuffer');
  const shared = new Uint8Array(new SharedArrayBuffer(16)).fill(0x2A);
  assertEquals(encodeIntoAt('x\u20AC\u20ACy', shared, 2, 7, 1),
               { read: 1, written: 3 });
  assertEquals([...shared.subarray(0, 8)],
               [0x2A, 0x2A, 0xE2, 0x82, 0xAC, 0x2A, 0x2A, 0x2A]);
});

testExtras('encodings are those of the standard, in its order', () => {
  const list = encodings();
  assertEquals(list.length, 40);
  assertEquals(list.map(({ name }) => name),
               Object.keys(encodingLabels).map((name) => name.toLowerCase()));
  for (const [i, labels] of Object.values(encodingLabels).entries()) {
    assertEquals(list[i].labels, labels.split(' '), list[i].name);
  }
  for (const { name, labels } of list.filter((each) =>
                                     each.name !== 'replacement')) {
    for (const label of labels) {
      assertEquals(new TextDecoder(label).encoding, name);
    }
  }
});

testExtras('encodings are fresh and plain', () => {
  const [list, again] = [encodings(), encodings()];
  assertTrue(list !== again && list[3] !== again[3] &&
             list[3].labels !== again[3].labels);
  assertTrue(Array.isArray(list) && Array.isArray(list[0].labels));
  assertTrue(Object.getPrototypeOf(list[0]) === Object.prototype);
  assertEquals(Reflect.ownKeys(list[0]), ['labels', 'name']);
  list[0].name = 'changed';
  list[0].labels.length = 0;
  assertEquals(encodings()[0].name, 'utf-8');
  assertEquals(encodings()[0].labels.length, 6);
});

testExtras('encodings do not call setters', () => {
  const setter = { set() { throw new Error('called'); }, configurable: true };
  const patched = [[Object.prototype, 'name'], [Object.prototype, 'labels'],
                   [Array.prototype, 0]];
  try {
    for (const [object, key] of patched) {
      Object.defineProperty(object, key, setter);
    }
    assertEquals(encodings()[0].name, 'utf-8');
    assertEquals(encodings()[0].labels[0], 'unicode-1-1-utf-8');
  } finally {
    for (const [object, key] of patched) {
      delete object[key];
    }
  }
});

testExtras('encode to UTF-8 is what TextEncoder gives', () => {
  for (const string of someStrings()) {
    const expected = utf8Encoder.encode(string);
    for (const label of [undefined, 'utf-8', 'UTF8', 'utf-16le', 'utf-16be',
                         'iso-2022-kr']) {
      const actual = encode(string, label);
      assertTrue(actual.length === expected.length &&
                 actual.every((byte, i) => byte === expected[i]),
                 `${label}, ${string.length} units`);
    }
  }
});

testExtras('encode gives back what the bytes of a single-byte encoding decode to',
           () => {
  needs('legacy encoders');
  for (const { name } of encodings()) {
    if (!/^(ibm|iso-8859|koi8|mac|windows|x-mac|x-user)/.test(name)) {
      continue;
    }
    for (let byte = 0; byte < 256; ++byte) {
      const text = decodeRange(new Uint8Array([byte]), 0, 1, name);
      if (text !== '\uFFFD') {
        assertEquals([...encode(text, name)], [byte], name);
      }
    }
    const long = decodeRange(new Uint8Array(5000).fill(0xE0), 0, 5000, name);
    if (!long.includes('\uFFFD')) {
      assertEquals(encode(long, name).length, 5000, name);
      assertTrue(encode(long, name).every((byte) => byte === 0xE0), name);
    }
  }
});

testExtras('encode to multi-byte encodings', () => {
  needs('legacy encoders');
  for (const [text, label, expected] of [
    ['\u3042a', 'iso-2022-jp', '1B 24 42 24 22 1B 28 42 61'],
    ['\u3042', 'shift_jis', '82 A0'], ['\u3042', 'euc-jp', 'A4 A2'],
    ['\u4E00', 'gbk', 'D2 BB'], ['\u4E00', 'big5', 'A4 40'],
    ['\uAC00', 'euc-kr', 'B0 A1'], ['\u{1F600}', 'gb18030', '94 39 FC 36'],
    ['', 'iso-2022-jp', ''], ['\u20AC', 'gbk', '80'],
    ['\uD83D', 'gb18030', '84 31 A4 37'],
  ]) {
    assertEquals([...encode(text, label)], [...bytes(expected)], label);
  }
  // An ISO-2022-JP string stays in its state over the borders of blocks.
  const long = encode('\u3042'.repeat(5000), 'iso-2022-jp');
  assertEquals(long.length, 3 + 10000 + 3);
  assertEquals(new TextDecoder('iso-2022-jp').decode(long),
               '\u3042'.repeat(5000));
});

testExtras('encode in html mode', () => {
  needs('legacy encoders');
  const html = { mode: 'html' };
  const text = (...args) => new TextDecoder().decode(encode(...args));
  assertEquals(text('a\u20ACb', 'iso-8859-2', html), 'a&#8364;b');
  assertEquals(text('\u{1F600}', 'latin1', html), '&#128512;');
  assertEquals(text('\uD83D', 'latin1', html), '&#65533;');
  assertEquals(text('\u20AC'.repeat(3000), 'iso-8859-2', html),
               '&#8364;'.repeat(3000));
  assertEquals(text('\x0E', 'iso-2022-jp', html), '&#65533;');
  assertEquals(text('\u{1F600}', 'utf-8', html), '\u{1F600}');
});

testExtras('encode in fatal mode names the first character and its place', () => {
  needs('legacy encoders');
  for (const before of [0, 1, 63, 64, 2046, 2047, 2048, 2049, 4096]) {
    for (const [odd, name] of [['\u20AC', 'U+20AC'], ['\u{1F600}', 'U+1F600'],
                               ['\uD83D', 'U+FFFD'], ['\uDE00', 'U+FFFD'],
                               ['\uD83D\uD83D\uDE00', 'U+FFFD']]) {
      for (const after of ['', 'z', '\u20AC\u20AC', 'z'.repeat(3000)]) {
        const error = assertThrows(
            () => encode('x'.repeat(before) + odd + after, 'iso-8859-2'),
            TypeError);
        assertTrue(error.message.endsWith(
            `The character ${name} at ${before} is not in iso-8859-2.`),
            error.message);
      }
    }
  }
  assertThrows(() => encode('\u{1F600}', 'euc-jp', { mode: 'fatal' }),
               TypeError);
});
