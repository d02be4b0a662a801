// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Garbage collection in the midst of streams and calls.

'use strict';

const stream = { stream: true };
const collect = globalThis.gc;

test('thousands of decoders in mid-stream', () => {
  needs('gc');
  const decoders = [];
  for (let i = 0; i < 5000; ++i) {
    const decoder = new TextDecoder(i % 2 ? 'utf-8' : 'utf-16le');
    decoder.decode(bytes(i % 2 ? 'E2 82' : '3D D8 00'), stream);
    decoders.push(decoder);
  }
  collect();
  for (let i = 0; i < 5000; ++i) {
    assertEquals(decoders[i].decode(bytes(i % 2 ? 'AC' : 'DE')),
                 i % 2 ? '\u20AC' : '\u{1F600}');
  }
});

test('collection between each chunk', () => {
  needs('gc');
  const decoder = new TextDecoder();
  const text = 'a\xE9\u20AC\u{1F600}'.repeat(3);
  let result = '';
  for (const byte of new TextEncoder().encode(text)) {
    result += decoder.decode(Uint8Array.of(byte), stream);
    collect();
  }
  assertEquals(result + decoder.decode(), text);
});

test('collection while arguments are converted', () => {
  needs('gc');
  const input = Uint8Array.of(0x61, 0xE2, 0x82, 0xAC);
  assertEquals(new TextDecoder().decode(input, { get stream() { collect(); } }),
               'a\u20AC');
  assertEquals(new TextDecoder({ toString() { collect(); return 'latin1'; } },
                               { get fatal() { collect(); return true; } })
                   .encoding, 'windows-1252');
  const room = new Uint8Array(8);
  const source = { toString() { collect(); return 'a\u20AC'; } };
  assertEquals(new TextEncoder().encodeInto(source, room),
               { read: 2, written: 4 });
  assertEquals(room, bytes('61 E2 82 AC 00 00 00 00'));
  assertEquals(new TextEncoder().encode(source), bytes('61 E2 82 AC'));
});

test('results outlive what made them', () => {
  needs('gc');
  const results = [];
  for (let i = 0; i < 1000; ++i) {
    const encoder = new TextEncoder();
    results.push(encoder.encode(`text ${i}`), encoder.encode('x'.repeat(i)));
    if (i % 200 === 0) {
      collect();
    }
  }
  collect();
  for (let i = 0; i < 1000; ++i) {
    assertEquals(new TextDecoder().decode(results[2 * i]), `text ${i}`);
    assertEquals(new TextDecoder().decode(results[2 * i + 1]), 'x'.repeat(i));
  }
});

test('objects that are dropped in mid-stream', () => {
  needs('gc');
  for (let round = 0; round < 5; ++round) {
    for (let i = 0; i < 5000; ++i) {
      new TextDecoder().decode(bytes('F0 9F'), stream);
      new TextEncoder().encode('abc');
    }
    collect();
  }
  assertEquals(new TextDecoder().decode(bytes('41')), 'A');
});

test('much garbage made by the calls themselves', () => {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const text = 'a\u20AC'.repeat(20000);
  const encoded = encoder.encode(text);
  let length = 0;
  for (let i = 0; i < 300; ++i) {
    length += decoder.decode(encoded).length + encoder.encode(text).length;
  }
  assertEquals(length, 300 * (40000 + 80000));
});

test('interface objects that nothing refers to', () => {
  needs('gc');
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const saved = [globalThis.TextDecoder, globalThis.TextEncoder]
      .map((each) => Object.getOwnPropertyDescriptor(globalThis, each.name));
  delete globalThis.TextDecoder;
  delete globalThis.TextEncoder;
  collect();
  assertEquals(decoder.decode(bytes('41')), 'A');
  assertEquals(encoder.encode('A'), bytes('41'));
  assertEquals(new decoder.constructor('latin1').encoding, 'windows-1252');
  Object.defineProperty(globalThis, 'TextDecoder', saved[0]);
  Object.defineProperty(globalThis, 'TextEncoder', saved[1]);
  assertEquals(new TextDecoder().encoding, 'utf-8');
});
