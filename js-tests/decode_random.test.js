// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random bytes in random chunks of random kinds of buffers, against the model.

'use strict';

include('model.js');
include('multi_byte_model.js');
include('hard_bytes.js');

const makers = [
  (chunk) => chunk.slice(),
  (chunk) => chunk.slice().buffer,
  (chunk) => new DataView(chunk.slice().buffer),
  (chunk) => Uint8ClampedArray.from(chunk),
  (chunk) => {
    const padded = new Uint8Array(chunk.length + 8);
    padded.set(chunk, 5);
    return padded.subarray(5, 5 + chunk.length);
  },
];
if (typeof SharedArrayBuffer === 'function') {
  makers.push((chunk) => {
    const array = new Uint8Array(new SharedArrayBuffer(chunk.length + 8), 3,
                                 chunk.length);
    array.set(chunk);
    return array;
  });
}

function randomChunks(random, input) {
  const chunks = [];
  const cuts = [0, input.length];
  for (let n = random(6); n > 0; --n) {
    cuts.push(random(input.length + 1));
  }
  cuts.sort((a, b) => a - b);
  for (let i = 1; i < cuts.length; ++i) {
    chunks.push(makers[random(makers.length)](
        input.subarray(cuts[i - 1], cuts[i])));
  }
  return chunks;
}

function decodeAll(decoder, chunks, flushAtLast) {
  let text = '';
  for (let i = 0; i < chunks.length; ++i) {
    text += decoder.decode(chunks[i], {
      stream: i + 1 < chunks.length || !flushAtLast,
    });
  }
  return flushAtLast ? text : text + decoder.decode();
}

const hex = (input) =>
    Array.from(input, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

function compare(random, name, count) {
  for (const ignoreBOM of [false, true]) {
    const decoder = new TextDecoder(name, { ignoreBOM });
    const fatal = new TextDecoder(name, { ignoreBOM, fatal: true });
    for (let i = 0; i < count; ++i) {
      const input = hardBytes(random, name, 12);
      const { text, errors } = model.decode(name, input, { ignoreBOM });
      const chunks = randomChunks(random, input);
      assertEquals(decoder.decode(input), text, `${name} ${hex(input)}`);
      assertEquals(decodeAll(decoder, chunks, i % 2), text,
                   `${name} ${hex(input)} in chunks of ${
                       chunks.map((chunk) => chunk.byteLength)}`);
      if (errors === 0) {
        assertEquals(decodeAll(fatal, chunks, i % 2), text);
      } else {
        assertThrows(() => decodeAll(fatal, chunks, i % 2), TypeError,
                     undefined, `${name} ${hex(input)}`);
        // Begin again, whatever state that left.
        try { fatal.decode(); } catch {}
      }
    }
  }
}

// ASCII of each length up to some beyond 64, where texts are no longer short,
// with nothing else or one hard sequence at each place: as any buffer, with and
// without options, in the middle of a stream and not.
function compareShort(random, name) {
  const decoder = new TextDecoder(name);
  const streaming = new TextDecoder(name);
  const fatal = new TextDecoder(name, { fatal: true });
  for (let length = 0; length <= 68; ++length) {
    const ascii = Uint8Array.from({ length }, () => 0x20 + random(0x5F));
    const place = random(length + 1);
    const hard = Uint8Array.from([...ascii.subarray(0, place),
                                  ...hardBytes(random, name, 1 + random(3)),
                                  ...ascii.subarray(place)]);
    for (const input of [ascii, hard]) {
      const { text, errors } = model.decode(name, input, {});
      const hint = `${name} ${hex(input)}`;
      for (const make of makers) {
        assertEquals(decoder.decode(make(input)), text, hint);
        assertEquals(decoder.decode(make(input), undefined), text, hint);
        assertEquals(decoder.decode(make(input), { stream: false }), text,
                     hint);
        assertEquals(streaming.decode(make(input), { stream: true }) +
                         streaming.decode(), text, hint);
        if (errors === 0) {
          assertEquals(fatal.decode(make(input)), text, hint);
        } else {
          assertThrows(() => fatal.decode(make(input)), TypeError, undefined,
                       hint);
        }
      }
    }
  }
}

test('utf-8', () => compare(newRandom(8), 'utf-8', 6000));
test('utf-16le', () => compare(newRandom(16), 'utf-16le', 4000));
test('utf-16be', () => compare(newRandom(17), 'utf-16be', 4000));
test('single bytes', () => {
  const random = newRandom(1);
  for (const name of [...model.singleByteNames, 'x-user-defined']) {
    compare(random, name, 100);
  }
});
test('several bytes', () => {
  const random = newRandom(2);
  for (const name of ['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp',
                      'shift_jis', 'euc-kr']) {
    compare(random, name, 500);
  }
});
test('short texts', () => {
  const random = newRandom(3);
  for (const name of [...model.singleByteNames, 'x-user-defined', 'utf-8',
                      'utf-16le', 'utf-16be', 'gbk', 'gb18030', 'big5',
                      'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']) {
    compareShort(random, name);
  }
});
