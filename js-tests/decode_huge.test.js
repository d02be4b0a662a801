// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Inputs near and over the length of the longest string, 2^29 - 24 units in V8.

'use strict';

const MAX_LENGTH = 2 ** 29 - 24;

// Only what fits the engine's own limit can be said for sure.
function needsLimit() {
  let text = 'x'.repeat(2 ** 20);
  for (let n = 20; n < 29; ++n) {
    try {
      text += text;
    } catch {
      return;
    }
  }
  skip('longer strings in this engine');
}

test('a string that would be too long gives RangeError', () => {
  needsLimit();
  // Its pages are only read, so they take no memory.
  const input = new Uint8Array(2 ** 29);
  const decoder = new TextDecoder();
  assertThrows(() => decoder.decode(input), RangeError);
  assertThrows(() => decoder.decode(input.subarray(0, MAX_LENGTH + 1)),
               RangeError);
  assertEquals(decoder.decode(input.subarray(0, 100)).length, 100);
});

test('too long in a stream leaves the state as it was', () => {
  needsLimit();
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(bytes('E2 82'), { stream: true }), '');
  const input = new Uint8Array(MAX_LENGTH + 5);
  assertThrows(() => decoder.decode(input, { stream: true }), RangeError);
  assertEquals(decoder.decode(bytes('AC')), '\u20AC');
});

test('more bytes than a string has units, but fewer characters', () => {
  needsLimit();
  const count = 300000000;
  const input = new Uint8Array(2 * count);
  new Uint16Array(input.buffer).fill(0xA9C3);
  const text = new TextDecoder().decode(input);
  assertEquals(text.length, count);
  assertEquals(text.slice(0, 3), '\xE9\xE9\xE9');
  assertEquals(text.slice(-3), '\xE9\xE9\xE9');
});
