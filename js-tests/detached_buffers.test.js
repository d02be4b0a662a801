// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Detached buffers, and buffers that the conversion of another argument
// detaches.

'use strict';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function newFilled(length) {
  const detachable = newDetachable(length);
  new Uint8Array(detachable.buffer).fill(0x2A);
  return detachable;
}

const viewsOf = (buffer) => [
  new Uint8Array(buffer), new Uint8Array(buffer, 16, 8),
  new Int16Array(buffer, 2), new BigInt64Array(buffer, 8, 1),
  new DataView(buffer), new DataView(buffer, 3, 5),
];

test('a detached buffer has no bytes', () => {
  const { buffer, detach } = newFilled(10000);
  const views = viewsOf(buffer);
  detach();
  assertEquals(decoder.decode(buffer), '');
  for (const view of views) {
    assertEquals(decoder.decode(view), '');
    assertEquals(decoder.decode(view, { stream: true }), '');
  }
});

test('a detached buffer flushes what is pending', () => {
  const { buffer, detach } = newFilled(10000);
  detach();
  assertEquals(decoder.decode(bytes('E2 82'), { stream: true }), '');
  assertEquals(decoder.decode(buffer, { stream: true }), '');
  assertEquals(decoder.decode(buffer), '\uFFFD');
});

test('a buffer detached between two chunks', () => {
  const { buffer, detach } = newFilled(10000);
  const view = new Uint8Array(buffer, 0, 3);
  view.set([0x41, 0xE2, 0x82]);
  assertEquals(decoder.decode(view, { stream: true }), 'A');
  detach();
  assertEquals(decoder.decode(view, { stream: true }), '');
  assertEquals(decoder.decode(bytes('AC')), '\u20AC');
});

test('T32 an options getter detaches the buffer', () => {
  const { buffer, detach } = newFilled(10000);
  let count = 0;
  const options = { get stream() { ++count; detach(); return false; } };
  assertEquals(decoder.decode(buffer, options), '');
  assertEquals(count, 1);
});

test('T32 an options getter detaches the buffer of a view', () => {
  for (let i = 0; i < viewsOf(new ArrayBuffer(32)).length; ++i) {
    const { buffer, detach } = newFilled(10000);
    const view = viewsOf(buffer)[i];
    const options = { get stream() { detach(); return i % 2; } };
    assertEquals(decoder.decode(view, options), '');
    assertEquals(decoder.decode(), '');
  }
});

test('T32 a proxy for the options detaches the buffer', () => {
  const { buffer, detach } = newFilled(10000);
  const options = new Proxy({}, { get() { detach(); } });
  assertEquals(decoder.decode(new Uint8Array(buffer), options), '');
});

test('encodeInto writes nothing to a detached buffer', () => {
  const { buffer, detach } = newFilled(10000);
  const views = [new Uint8Array(buffer), new Uint8Array(buffer, 16, 8)];
  detach();
  for (const view of views) {
    for (const text of ['', 'a', 'abc', '\xE9', '\u20AC', '\u{1F600}',
                        'x'.repeat(5000)]) {
      assertEquals(encoder.encodeInto(text, view), { read: 0, written: 0 });
    }
  }
});

test('the conversion of the source detaches the destination', () => {
  const { buffer, detach } = newFilled(10000);
  const view = new Uint8Array(buffer);
  const source = { toString() { detach(); return 'abc'; } };
  assertEquals(encoder.encodeInto(source, view), { read: 0, written: 0 });
});

test('the conversion of the source changes the destination', () => {
  const { buffer } = newFilled(10000);
  const view = new Uint8Array(buffer, 4, 4);
  const source = { toString() { view.fill(0x78); return 'ab'; } };
  assertEquals(encoder.encodeInto(source, view), { read: 2, written: 2 });
  assertEquals(decoder.decode(view), 'abxx');
  assertEquals(decoder.decode(new Uint8Array(buffer, 0, 10)), '****abxx**');
});
