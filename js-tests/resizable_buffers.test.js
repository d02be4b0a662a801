// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Resizable ArrayBuffers and growable SharedArrayBuffers. Web IDL would have
// them refused; they're accepted here, with their length read once. V8 10.2
// has them with --harmony-rab-gsab.

'use strict';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function newResizable(length, maxByteLength) {
  needs('resizable ArrayBuffer');
  const buffer = new ArrayBuffer(length, { maxByteLength });
  new Uint8Array(buffer).fill(0x2A);
  return buffer;
}

function newGrowable(length, maxByteLength) {
  needs('growable SharedArrayBuffer');
  const buffer = new SharedArrayBuffer(length, { maxByteLength });
  new Uint8Array(buffer).fill(0x2A);
  return buffer;
}

const stars = (n) => '*'.repeat(n);

test('a resizable buffer as long as it is', () => {
  const buffer = newResizable(10, 100);
  assertEquals(decoder.decode(buffer), stars(10));
  buffer.resize(100);
  assertEquals(decoder.decode(buffer), stars(10) + '\0'.repeat(90));
  buffer.resize(3);
  assertEquals(decoder.decode(buffer), stars(3));
  buffer.resize(0);
  assertEquals(decoder.decode(buffer), '');
});

test('a growable buffer as long as it is', () => {
  const buffer = newGrowable(10, 100);
  assertEquals(decoder.decode(buffer), stars(10));
  buffer.grow(100);
  assertEquals(decoder.decode(buffer), stars(10) + '\0'.repeat(90));
});

test('views that track the length', () => {
  const buffer = newResizable(16, 100);
  const all = new Uint8Array(buffer);
  const rest = new Uint8Array(buffer, 8);
  const words = new Uint32Array(buffer);
  const view = new DataView(buffer, 3);
  assertEquals(decoder.decode(all), stars(16));
  assertEquals(decoder.decode(rest), stars(8));
  assertEquals(decoder.decode(words), stars(16));
  assertEquals(decoder.decode(view), stars(13));
  buffer.resize(19);
  assertEquals(decoder.decode(all), stars(16) + '\0\0\0');
  assertEquals(decoder.decode(rest), stars(8) + '\0\0\0');
  assertEquals(decoder.decode(words), stars(16));
  assertEquals(decoder.decode(view), stars(13) + '\0\0\0');
  buffer.resize(8);
  assertEquals(decoder.decode(all), stars(8));
  assertEquals(decoder.decode(rest), '');
  assertEquals(decoder.decode(words), stars(8));
  assertEquals(decoder.decode(view), stars(5));
});

test('views that track the length of shared memory', () => {
  const buffer = newGrowable(16, 100);
  const all = new Uint8Array(buffer);
  const rest = new Uint8Array(buffer, 8);
  const words = new Uint32Array(buffer);
  const view = new DataView(buffer, 3);
  buffer.grow(19);
  assertEquals(decoder.decode(all), stars(16) + '\0\0\0');
  assertEquals(decoder.decode(rest), stars(8) + '\0\0\0');
  assertEquals(decoder.decode(words), stars(16));
  assertEquals(decoder.decode(view), stars(13) + '\0\0\0');
});

test('views out of bounds have no bytes', () => {
  const buffer = newResizable(16, 100);
  const views = [new Uint8Array(buffer, 8), new Uint8Array(buffer, 0, 9),
                 new Uint16Array(buffer, 4, 4), new DataView(buffer, 8),
                 new DataView(buffer, 6, 4)];
  buffer.resize(7);
  for (const view of views) {
    assertEquals(decoder.decode(view), '');
  }
  assertEquals(encoder.encodeInto('abc', views[0]), { read: 0, written: 0 });
  assertEquals(encoder.encodeInto('abc', views[1]), { read: 0, written: 0 });
  buffer.resize(16);
  assertEquals(decoder.decode(views[0]), '\0'.repeat(8));
  assertEquals(decoder.decode(views[1]), '*******\0\0');
  assertEquals(decoder.decode(views[2]), '***' + '\0'.repeat(5));
});

test('T32 an options getter shrinks the buffer', () => {
  const inputs = [(buffer) => buffer, (buffer) => new Uint8Array(buffer),
                  (buffer) => new DataView(buffer)];
  for (const input of inputs) {
    const buffer = newResizable(10000, 10000);
    const options = { get stream() { buffer.resize(3); return false; } };
    assertEquals(decoder.decode(input(buffer), options), stars(3));
  }
});

test('T32 an options getter takes a view out of bounds', () => {
  const buffer = newResizable(10000, 10000);
  const view = new Uint8Array(buffer, 0, 100);
  const options = { get stream() { buffer.resize(99); return false; } };
  assertEquals(decoder.decode(view, options), '');
});

test('T32 an options getter grows the buffer', () => {
  const buffer = newResizable(2, 10000);
  const options = { get stream() { buffer.resize(4); return false; } };
  assertEquals(decoder.decode(new Uint8Array(buffer), options), '**\0\0');
  const shared = newGrowable(2, 10000);
  const grow = { get stream() { shared.grow(4); return false; } };
  assertEquals(decoder.decode(shared, grow), '**\0\0');
});

test('encodeInto a view that tracks the length', () => {
  const buffer = newResizable(2, 100);
  const view = new Uint8Array(buffer);
  assertEquals(encoder.encodeInto('abcd', view), { read: 2, written: 2 });
  buffer.resize(3);
  assertEquals(encoder.encodeInto('abcd', view), { read: 3, written: 3 });
  const source = { toString() { buffer.resize(1); return 'xyz'; } };
  assertEquals(encoder.encodeInto(source, view), { read: 1, written: 1 });
  assertEquals(decoder.decode(buffer), 'x');
});

test('encodeInto growable shared memory', () => {
  const buffer = newGrowable(2, 100);
  const view = new Uint8Array(buffer);
  const source = { toString() { buffer.grow(3); return 'xyzt'; } };
  assertEquals(encoder.encodeInto(source, view), { read: 3, written: 3 });
  assertEquals(decoder.decode(buffer), 'xyz');
});

test('a chunk is not kept by its buffer', () => {
  const buffer = newResizable(3, 10);
  new Uint8Array(buffer).set([0x41, 0xE2, 0x82]);
  assertEquals(decoder.decode(buffer, { stream: true }), 'A');
  buffer.resize(0);
  assertEquals(decoder.decode(bytes('AC')), '\u20AC');
});
