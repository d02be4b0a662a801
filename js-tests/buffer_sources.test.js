// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// decode() of every kind of buffer and view, with every offset.

'use strict';

const decoder = new TextDecoder();
const abc = 'abcdefghijklmnopqrstuvwxyz';

const viewTypes = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
];
if (typeof Float16Array === 'function') {
  viewTypes.push(Float16Array);
}

// Fills the buffer, or as much of it, with the alphabet again and again.
function fill(buffer, length = buffer.byteLength) {
  const array = new Uint8Array(buffer, 0, length);
  for (let i = 0; i < length; ++i) {
    array[i] = 0x61 + i % 26;
  }
  return buffer;
}

const text = (offset, length) =>
    abc.repeat(Math.ceil((offset + length) / 26)).slice(offset,
                                                        offset + length);

test('an ArrayBuffer', () => {
  for (const length of [0, 1, 7, 8, 9, 63, 64, 65, 255, 256, 257, 1020, 1021,
                        1022, 5000]) {
    assertEquals(decoder.decode(fill(new ArrayBuffer(length))),
                 text(0, length));
  }
});

test('a SharedArrayBuffer', () => {
  needs('SharedArrayBuffer');
  for (const length of [0, 1, 7, 8, 9, 63, 64, 65, 255, 256, 257, 1020, 1021,
                        1022, 5000]) {
    assertEquals(decoder.decode(fill(new SharedArrayBuffer(length))),
                 text(0, length));
  }
});

function testViews(buffer) {
  const size = buffer.byteLength;
  for (const type of viewTypes) {
    const step = type.BYTES_PER_ELEMENT;
    for (let offset = 0; offset <= 24; offset += step) {
      for (let count = 0; offset + count * step <= size && count < 20;
           ++count) {
        assertEquals(decoder.decode(new type(buffer, offset, count)),
                     text(offset, count * step), type.name);
      }
    }
    assertEquals(decoder.decode(new type(buffer)), text(0, size));
    assertEquals(decoder.decode(new type(buffer, size)), '');
  }
  for (let offset = 0; offset <= 17; ++offset) {
    for (let length = 0; length <= 40; ++length) {
      assertEquals(decoder.decode(new DataView(buffer, offset, length)),
                   text(offset, length));
    }
    assertEquals(decoder.decode(new DataView(buffer, offset)),
                 text(offset, size - offset));
  }
}

test('every view of an ArrayBuffer, with offsets', () => {
  testViews(fill(new ArrayBuffer(304)));
});

test('every view of a SharedArrayBuffer, with offsets', () => {
  needs('SharedArrayBuffer');
  testViews(fill(new SharedArrayBuffer(304)));
});

test('every view of a WebAssembly.Memory', () => {
  needs('WebAssembly');
  const memory = new WebAssembly.Memory({ initial: 1 });
  testViews(fill(memory.buffer));
  memory.grow(1);
  testViews(fill(memory.buffer));
});

test('every view of a shared WebAssembly.Memory', () => {
  needs('shared WebAssembly.Memory');
  const memory = new WebAssembly.Memory(
      { initial: 1, maximum: 2, shared: true });
  testViews(fill(memory.buffer));
  const before = memory.buffer;
  memory.grow(1);
  // Shared memory isn't detached by growing: both are alive.
  fill(memory.buffer);
  assertEquals(decoder.decode(new Uint8Array(before, 5, 3)), 'fgh');
  assertEquals(decoder.decode(new Uint8Array(memory.buffer, 65535, 2)),
               text(65535, 2));
});

test('an empty WebAssembly.Memory', () => {
  needs('WebAssembly');
  const memory = new WebAssembly.Memory({ initial: 0 });
  assertEquals(decoder.decode(memory.buffer), '');
  assertEquals(decoder.decode(new Uint8Array(memory.buffer)), '');
});

test('typed arrays that own their memory, before and after .buffer', () => {
  for (const type of viewTypes) {
    for (const size of [0, 8, 16, 32, 56, 64, 72, 128, 256, 1024]) {
      const array = new type(size / type.BYTES_PER_ELEMENT);
      const zeros = '\0'.repeat(size);
      assertEquals(decoder.decode(array), zeros);
      assertEquals(decoder.decode(array), zeros);
      fill(array.buffer);
      assertEquals(decoder.decode(array), text(0, size));
      assertEquals(decoder.decode(array.buffer), text(0, size));
      assertEquals(decoder.decode(new DataView(array.buffer)), text(0, size));
    }
  }
});

test('small arrays in the heap keep their content', () => {
  for (let length = 0; length < 130; ++length) {
    const array = Uint8Array.from({ length }, (_, i) => 0x61 + i % 26);
    assertEquals(decoder.decode(array), text(0, length));
    assertEquals(decoder.decode(array.subarray(length >> 1)),
                 text(length >> 1, length - (length >> 1)));
    assertEquals(decoder.decode(array), text(0, length));
  }
});

test('byte order is that of memory', () => {
  const array = new Uint16Array(bytes('41 00 42 00').buffer);
  assertEquals(new TextDecoder('utf-16le').decode(array), 'AB');
  assertEquals(new TextDecoder('utf-16be').decode(array), '\u4100\u4200');
  assertEquals(decoder.decode(array), 'A\0B\0');
});

test('views of zero length, at any place', () => {
  const { buffer } = bytes('61 62');
  for (const input of [new Uint8Array(0), new ArrayBuffer(0),
                       new Uint8Array(buffer, 2), new Uint8Array(buffer, 1, 0),
                       new DataView(buffer, 2), new Float64Array(0)]) {
    assertEquals(decoder.decode(input), '');
    assertEquals(decoder.decode(input, { stream: true }), '');
  }
});

test('an empty input flushes what is pending', () => {
  for (const input of [new Uint8Array(0), new ArrayBuffer(0),
                       new DataView(new ArrayBuffer(1), 1), undefined]) {
    assertEquals(decoder.decode(bytes('E2 82'), { stream: true }), '');
    assertEquals(decoder.decode(input, { stream: true }), '');
    assertEquals(decoder.decode(input), '\uFFFD');
    assertEquals(decoder.decode(bytes('AC')), '\uFFFD');
  }
});

test('a character over chunks of all kinds', () => {
  needs('SharedArrayBuffer');
  const shared = new SharedArrayBuffer(3);
  new Uint8Array(shared)[1] = 0x9F;
  const stream = { stream: true };
  assertEquals(decoder.decode(bytes('F0'), stream), '');
  assertEquals(decoder.decode(new DataView(shared, 1, 1), stream), '');
  assertEquals(decoder.decode(new Int8Array([-104]), stream), '');
  assertEquals(decoder.decode(bytes('80').buffer), '\u{1F600}');
});

test('the input is copied as far as it matters', () => {
  const input = bytes('41 E2 82');
  assertEquals(decoder.decode(input, { stream: true }), 'A');
  input.fill(0);
  assertEquals(decoder.decode(bytes('AC')), '\u20AC');
  const long = new Uint8Array(100000).fill(0x61);
  const result = decoder.decode(long);
  long.fill(0x62);
  assertEquals(result, 'a'.repeat(100000));
});

test('unaligned views with multi-byte characters', () => {
  const source = new TextEncoder().encode('a\xE9\u20AC\u{1F600}'.repeat(40));
  const types = [ArrayBuffer];
  if (typeof SharedArrayBuffer === 'function') {
    types.push(SharedArrayBuffer);
  }
  for (const type of types) {
    const buffer = new type(source.length + 16);
    for (let offset = 0; offset <= 16; ++offset) {
      new Uint8Array(buffer).set(source, offset);
      assertEquals(
          decoder.decode(new Uint8Array(buffer, offset, source.length)),
          'a\xE9\u20AC\u{1F600}'.repeat(40));
    }
  }
});
