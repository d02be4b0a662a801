// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Strings as V8 keeps them: ropes, slices, thin and two-byte ones. What they're
// made of must not show.

'use strict';

include('model.js');

const encoder = new TextEncoder();

// A new flat copy of the text.
const flat = (text) => JSON.parse(JSON.stringify(text));

function assertAllEncode(make) {
  const expected = model.encode(flat(make()));
  assertEquals(encoder.encode(make()), expected);
  const room = new Uint8Array(expected.length + 5);
  const text = make();
  assertEquals(encoder.encodeInto(text, room),
               { read: text.length, written: expected.length });
  assertEquals(room.subarray(0, expected.length), expected);
  // Once more, now that it may have been flattened.
  assertEquals(encoder.encode(text), expected);
}

test('T41 a rope cut between two surrogates', () => {
  const parts = ['xxxxxxxxxxxx\uD83D', '\uDE00yyyyyyyyyyyy'];
  assertEquals(encoder.encode(parts[0] + parts[1]),
               encoder.encode('xxxxxxxxxxxx\u{1F600}yyyyyyyyyyyy'));
  assertAllEncode(() => parts[0] + parts[1]);
  const short = ['xx\uD83D', '\uDE00yy'];
  assertEquals(encoder.encode(short[0] + short[1]),
               bytes('78 78 F0 9F 98 80 79 79'));
});

test('T41 ropes cut in a pair at the limits of blocks', () => {
  for (const limit of [63, 64, 65, 1023, 1024, 1025, 2046, 2047, 2048, 2049,
                       2050, 4095, 4096, 4097]) {
    for (const filler of ['a', '\xE9', '\u20AC']) {
      for (const after of [20, 2047, 2048, 2049]) {
        const left = `${filler.repeat(limit - 1)}\uD83D`;
        const right = `\uDE00${filler.repeat(after)}`;
        assertAllEncode(() => left + right);
      }
    }
  }
});

test('ropes of one-byte and two-byte halves', () => {
  const one = '\xE9'.repeat(1500);
  const two = '\u20AC'.repeat(1500);
  assertAllEncode(() => one + two);
  assertAllEncode(() => two + one);
  assertAllEncode(() => one + one);
  assertAllEncode(() => one + two + one + two);
});

test('deep ropes, to the left and to the right', () => {
  const parts = ['abcdefghijklmn', '\xE9bcdefghijklmn', '\uD83D', '\uDE00xyz'];
  assertAllEncode(() => {
    let text = '';
    for (let i = 0; i < 3000; ++i) {
      text += parts[i % 4];
    }
    return text;
  });
  assertAllEncode(() => {
    let text = '';
    for (let i = 0; i < 3000; ++i) {
      text = parts[3 - i % 4] + text;
    }
    return text;
  });
});

test('slices of flat text and of ropes', () => {
  const text = flat('abc\xE9\u20AC\u{1F600}'.repeat(700));
  const rope = () => text + text;
  for (const from of [0, 1, 5, 6, 20, 2047, 2048]) {
    for (const length of [13, 14, 100, 2046, 2047, 2048, 2049]) {
      assertAllEncode(() => text.slice(from, from + length));
      assertAllEncode(() => rope().slice(from + 100, from + 100 + length));
      assertAllEncode(() => text.slice(from).slice(1, length));
    }
  }
});

test('two-byte strings with nothing but Latin-1 or ASCII in them', () => {
  for (const unit of ['a', '\xE9']) {
    for (const length of [13, 64, 65, 100, 2047, 2048, 2049]) {
      const text = flat(`\u20AC${unit.repeat(length)}\u20AC`);
      assertAllEncode(() => text.slice(1, -1));
    }
  }
});

test('strings that were made property names', () => {
  const object = {};
  const parts = ['abcdefghijklmnop', '\xE9qrstuvwxyz', '\u20AC'];
  for (const text of [parts[0] + parts[1], parts[0] + parts[2],
                      parts[2] + parts[1]]) {
    object[text] = 1;
    assertAllEncode(() => text);
  }
});

test('results of string functions', () => {
  const text = 'na\xEFve \u20AC \u{1F600} '.repeat(300);
  assertAllEncode(() => text.toUpperCase());
  assertAllEncode(() => text.split('').reverse().join(''));
  assertAllEncode(() => text.replaceAll('\u20AC', '\uD800'));
  assertAllEncode(() => text.padStart(5000, '\uDC00\uD800'));
  assertAllEncode(() => [text, text].join());
  assertAllEncode(() => new TextDecoder().decode(encoder.encode(text)));
});

test('large ropes', () => {
  const one = 'a'.repeat(1 << 20);
  const two = `${'\u20AC'.repeat(1 << 18)}\uD83D`;
  const text = one + two + '\uDE00' + one;
  const result = encoder.encode(text);
  assertEquals(result.length, 2 * (1 << 20) + 3 * (1 << 18) + 4);
  const at = (1 << 20) + 3 * (1 << 18);
  assertEquals(result.slice(at - 3, at + 5),
               bytes('E2 82 AC F0 9F 98 80 61'));
  assertEquals(new TextDecoder().decode(result), text);
});

test('a small room for a large rope', () => {
  const half = '\u20AC'.repeat(1 << 20);
  const room = new Uint8Array(7);
  assertEquals(encoder.encodeInto(half + half, room), { read: 2, written: 6 });
  assertEquals(room, bytes('E2 82 AC E2 82 AC 00'));
});
