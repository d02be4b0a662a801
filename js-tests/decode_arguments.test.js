// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The conversion of decode()'s arguments: what is taken, what is not, in which
// order. buffer_sources.test.js has the kinds of buffers.

'use strict';

const decoder = new TextDecoder();
const abc = bytes('61 62 63');

test('no input', () => {
  assertEquals(decoder.decode(), '');
  assertEquals(decoder.decode(undefined), '');
  assertEquals(decoder.decode(undefined, undefined), '');
  assertEquals(decoder.decode(undefined, { stream: true }), '');
  assertEquals(decoder.decode(), '');
});

test('what is no buffer gives TypeError', () => {
  for (const input of [null, true, 0, 1, NaN, '', 'abc', 1n, Symbol(), {}, [],
                       [97], () => {}, { byteLength: 3 },
                       { buffer: abc.buffer }, new Proxy(abc, {}), new Proxy(abc.buffer, {}),
                       Object.create(abc), Object.create(abc.buffer),
                       Uint8Array, Uint8Array.prototype, ArrayBuffer.prototype,
                       DataView.prototype]) {
    assertThrows(() => decoder.decode(input), TypeError);
    assertThrows(() => decoder.decode(input, { stream: true }), TypeError);
  }
});

test('input is checked before options are read', () => {
  const log = [];
  assertThrows(() => decoder.decode('abc', {
    get stream() { log.push('stream'); },
  }), TypeError);
  assertEquals(log, []);
});

test('what is wrong leaves the state as it was', () => {
  const mine = { mine: true };
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(bytes('E2 82'), { stream: true }), '');
  assertThrows(() => decoder.decode('abc'), TypeError);
  assertThrows(() => decoder.decode(abc, 1), TypeError);
  assertThrowsValue(
      () => decoder.decode(abc, { get stream() { throw mine; } }), mine);
  assertEquals(decoder.decode(bytes('AC')), '\u20AC');
});

test('options may be null, undefined or any object', () => {
  for (const options of [undefined, null, {}, [], () => {}, new Date(),
                         new Proxy({}, {}), Object.create(null)]) {
    assertEquals(decoder.decode(bytes('61 E2'), options), 'a\uFFFD');
    assertEquals(decoder.decode(abc, options), 'abc');
  }
});

test('options may not be primitive', () => {
  for (const options of [true, false, 0, 1, NaN, '', 'stream', 1n, Symbol()]) {
    assertThrows(() => decoder.decode(abc, options), TypeError);
    assertThrows(() => decoder.decode(undefined, options), TypeError);
  }
});

test('stream is converted by truth', () => {
  for (const stream of [false, 0, NaN, '', null, undefined, 0n]) {
    assertEquals(decoder.decode(bytes('E2'), { stream }), '\uFFFD');
  }
  for (const stream of [true, 1, 'false', 1n, {}, [], Symbol(), () => {},
                        new Boolean(false)]) {
    assertEquals(decoder.decode(bytes('E2'), { stream }), '');
    assertEquals(decoder.decode(bytes('82 AC')), '\u20AC');
  }
});

test('stream is read once, also without input, and nothing else', () => {
  const log = [];
  const options = new Proxy({}, {
    get(target, name) { log.push(name); },
    has(target, name) { log.push(`has ${String(name)}`); return true; },
  });
  decoder.decode(abc, options);
  assertEquals(log, ['stream']);
  decoder.decode(undefined, options);
  assertEquals(log, ['stream', 'stream']);
});

test('an inherited stream counts', () => {
  const options = Object.create({ stream: true });
  assertEquals(decoder.decode(bytes('E2'), options), '');
  assertEquals(decoder.decode(bytes('82 AC')), '\u20AC');
});

test('a getter that uses the same decoder', () => {
  // The inner calls end before the outer one looks at the state.
  const decoder = new TextDecoder();
  const log = [];
  assertEquals(decoder.decode(bytes('82 AC'), {
    get stream() {
      log.push(decoder.decode(bytes('E2'), { stream: true }));
      return false;
    },
  }), '\u20AC');
  assertEquals(decoder.decode(bytes('E2 82'), { stream: true }), '');
  assertEquals(decoder.decode(bytes('AC'), {
    get stream() {
      log.push(decoder.decode());
      return true;
    },
  }), '\uFFFD');
  assertEquals(decoder.decode(), '');
  assertEquals(log, ['', '\uFFFD']);
});

test('a getter that writes to the input', () => {
  const input = bytes('61 62 63');
  assertEquals(decoder.decode(input, {
    get stream() { input[1] = 0x78; return false; },
  }), 'axc');
});

test('arguments that are too many are ignored', () => {
  assertEquals(decoder.decode(abc, {}, Symbol(), 1), 'abc');
});

test('properties of a view that scripts can change are not used', () => {
  const view = new Uint8Array(abc.buffer, 1, 1);
  for (const name of ['length', 'byteLength', 'byteOffset', 'buffer',
                      'constructor', Symbol.iterator, Symbol.toStringTag]) {
    Object.defineProperty(view, name, {
      get() { throw new Error('read'); },
    });
  }
  Object.setPrototypeOf(view, null);
  assertEquals(decoder.decode(view), 'b');
  const buffer = bytes('61 62').buffer;
  Object.defineProperty(buffer, 'byteLength', { value: 1 });
  Object.setPrototypeOf(buffer, null);
  assertEquals(decoder.decode(buffer), 'ab');
});

test('a subclass of a view or of a buffer', () => {
  class Bytes extends Uint8Array {}
  class Buffer extends ArrayBuffer {}
  assertEquals(decoder.decode(Bytes.of(0x61, 0x62)), 'ab');
  assertEquals(decoder.decode(new Buffer(2)), '\0\0');
});
