// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random bytes in random chunks of random kinds of buffers, against the model.

'use strict';

include('model.js');

// Bytes that are likely to be hard for the encoding, in runs.
const pools = {
  'utf-8': ['41', '0A', 'C3 A9', 'E2 82 AC', 'F0 9F 98 80', 'EF BB BF',
            'EF BF BD', 'C0', 'C2', 'E0', 'E0 A0', 'ED', 'ED 9F', 'ED A0', 'EF', 'EF BB',
            'F0', 'F0 90', 'F0 9F 98', 'F4', 'F4 8F', 'F4 90', 'F5', 'FF', '80',
            '9F', 'A0', 'BF'],
  'utf-16le': ['41 00', 'E9 00', 'AC 20', '3D D8 00 DE', '00 D8', 'FF DB',
               '00 DC', 'FF DF', 'FF FE', 'FE FF', '00', 'D8', 'DC', '41'],
  'utf-16be': ['00 41', '00 E9', '20 AC', 'D8 3D DE 00', 'D8 00', 'DB FF',
               'DC 00', 'DF FF', 'FE FF', 'FF FE', '00', 'D8', 'DC', '41'],
  other: ['41', '80', '9F', 'A0', 'AA', 'E9', 'FF', 'EF BB BF', 'FF FE'],
};
for (const name of Object.keys(pools)) {
  pools[name] = pools[name].map((hex) => [...bytes(hex)]);
}

function randomInput(random, name) {
  const pool = pools[name] ?? pools.other;
  const out = [];
  const runs = random(12);
  for (let i = 0; i < runs; ++i) {
    const kind = random(4);
    const each = pool[random(pool.length)];
    // Runs of one thing are what the fast paths are for.
    const count = kind === 0 ? random(80) : 1 + random(3);
    for (let n = 0; n < count; ++n) {
      out.push(...(kind === 1 ? [random(256)] : each));
    }
  }
  return Uint8Array.from(out);
}

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
      const input = randomInput(random, name);
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

test('utf-8', () => compare(newRandom(8), 'utf-8', 6000));
test('utf-16le', () => compare(newRandom(16), 'utf-16le', 4000));
test('utf-16be', () => compare(newRandom(17), 'utf-16be', 4000));
test('single bytes', () => {
  const random = newRandom(1);
  for (const name of [...model.singleByteNames, 'x-user-defined']) {
    compare(random, name, 100);
  }
});
