// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encodeInto(): its arguments, how far it gets, and what it leaves alone.

'use strict';

include('model.js');

const encoder = new TextEncoder();
const FILL = 0xA5;

// Encodes into the middle of a buffer, for each room from 0 to more than the
// text needs, and looks at every byte around.
function assertEncodesInto(text, newBuffer, rooms) {
  const whole = model.encode(text);
  for (const room of rooms ?? Array.from({ length: whole.length + 4 },
                                         (_, i) => i)) {
    for (const offset of [0, 3]) {
      const all = new Uint8Array(newBuffer(offset + room + 3));
      all.fill(FILL);
      const { read, bytes: expected } = model.encodeInto(text, room);
      assertEquals(
          encoder.encodeInto(text, new Uint8Array(all.buffer, offset, room)),
          { read, written: expected.length }, `into ${room}`);
      const untouched = new Uint8Array(all.length).fill(FILL);
      untouched.set(expected, offset);
      assertEquals(all, untouched, `into ${room}`);
    }
  }
}

const texts = [
  '', 'a', 'abc', '\xE9', 'a\xE9', '\xE9\xE9\xE9', '\u0100', '\u07FF\u0800',
  '\u20AC', 'a\u20AC', '\u20ACa', '\u{1F600}', 'a\u{1F600}b', 'ab\u{1F600}',
  '\u{1F600}\u{1F600}', '\uD83D', '\uDE00', 'a\uD83D', 'a\uD83Db',
  '\uDE00\uD83D', '\uD83D\uD83D\uDE00', '\uD83D\uDE00\uDE00', '\xE9\u20AC\u{1F600}a\xE9',
  'a'.repeat(40), '\xE9'.repeat(40), '\u20AC'.repeat(30),
  '\u{1F600}'.repeat(20), `${'a'.repeat(31)}\xE9`, `${'a'.repeat(31)}\u20AC`,
  `${'a'.repeat(31)}\u{1F600}`,
];

test('every room, for many texts', () => {
  for (const text of texts) {
    assertEncodesInto(text, (length) => new ArrayBuffer(length));
  }
});

test('every room in shared memory', () => {
  needs('SharedArrayBuffer');
  for (const text of texts) {
    assertEncodesInto(text, (length) => new SharedArrayBuffer(length));
  }
});

test('rooms around the limits of blocks', () => {
  for (const filler of ['a', '\xE9', '\u20AC', '\uD800']) {
    const width = model.encode(filler).length;
    for (const limit of [64, 1024, 2048]) {
      for (let before = limit - 2; before <= limit + 1; ++before) {
        for (const middle of ['b', '\xE9', '\u20AC', '\uD83D', '\uDE00',
                              '\u{1F600}', '\uD83D\u{1F600}']) {
          const text = filler.repeat(before) + middle + '\u0100c';
          const at = before * width;
          assertEncodesInto(text, (length) => new ArrayBuffer(length),
                            [at - 1, at, at + 1, at + 2, at + 3, at + 4, at + 5,
                             at + 6, at + 20]);
        }
      }
    }
  }
});

test('rooms around the limits of blocks, in shared memory', () => {
  needs('SharedArrayBuffer');
  for (const limit of [341, 512, 1024, 2048]) {
    for (const middle of ['b', '\xE9', '\u20AC', '\uD83D', '\u{1F600}']) {
      const text = 'a'.repeat(limit - 1) + middle + '\u0100c';
      assertEncodesInto(text, (length) => new SharedArrayBuffer(length),
                        [limit - 2, limit - 1, limit, limit + 1, limit + 2,
                         limit + 3, limit + 4, limit + 20, 5000]);
    }
  }
});

test('random texts and rooms', () => {
  const random = newRandom(7);
  const pool = ['a', '\x7F', '\x80', '\xFF', '\u0100', '\u0800', '\uFFFF',
                '\uD800', '\uDC00', '\u{10000}', '\u{10FFFF}'];
  for (let i = 0; i < 1500; ++i) {
    let text = '';
    for (let n = random(8); n > 0; --n) {
      const most = random(30) ? 9 : 900;
      text += pool[random(pool.length)].repeat(1 + random(most));
    }
    const room = () => random(3 * text.length + 1);
    assertEncodesInto(text, (length) => new ArrayBuffer(length),
                      [room(), room()]);
  }
});

test('T33 a room that is too small for the next character', () => {
  const room = new Uint8Array(4).fill(FILL);
  assertEquals(encoder.encodeInto('a\xE9', room.subarray(0, 2)),
               { read: 1, written: 1 });
  assertEquals(room, bytes('61 A5 A5 A5'));
  assertEquals(encoder.encodeInto('a\u{1F600}b', room),
               { read: 1, written: 1 });
  assertEquals(room, bytes('61 A5 A5 A5'));
});

test('later characters that would fit are not taken', () => {
  const room = new Uint8Array(2).fill(FILL);
  assertEquals(encoder.encodeInto('\u20ACa', room), { read: 0, written: 0 });
  assertEquals(room, bytes('A5 A5'));
});

test('an array in the heap whose buffer was never asked for', () => {
  for (const length of [1, 8, 32, 64, 65, 200]) {
    const room = new Uint8Array(length);
    assertEquals(encoder.encodeInto('x'.repeat(300), room),
                 { read: length, written: length });
    assertEquals(room[0], 0x78);
    assertEquals(room[length - 1], 0x78);
    assertEquals(room.buffer.byteLength, length);
    assertEquals(new Uint8Array(room.buffer),
                 new Uint8Array(length).fill(0x78));
  }
});

test('WebAssembly memory', () => {
  needs('WebAssembly');
  const memory = new WebAssembly.Memory({ initial: 1 });
  const room = new Uint8Array(memory.buffer, 65532);
  assertEquals(encoder.encodeInto('ab\u20AC', room), { read: 2, written: 2 });
  assertEquals(room, bytes('61 62 00 00'));
});

test('T34 the source is converted before the destination is looked at', () => {
  const log = [];
  const source = { toString() { log.push('source'); return 'x'; } };
  assertThrows(() => encoder.encodeInto(source, {}), TypeError);
  assertEquals(log, ['source']);
  const mine = { mine: true };
  assertThrowsValue(
      () => encoder.encodeInto({ toString() { throw mine; } }, {}), mine);
  assertThrows(() => encoder.encodeInto(Symbol(), new Uint8Array(1)),
               TypeError);
});

test('T34 the source is converted to a string', () => {
  const room = new Uint8Array(16);
  const into = (source) => {
    room.fill(0);
    const { read, written } = encoder.encodeInto(source, room);
    assertEquals(read, written);
    return new TextDecoder().decode(room.subarray(0, written));
  };
  assertEquals(into(null), 'null');
  assertEquals(into(undefined), 'undefined');
  assertEquals(into(1.5), '1.5');
  assertEquals(into(7n), '7');
  assertEquals(into([1, 2]), '1,2');
  assertEquals(into({ [Symbol.toPrimitive]: (hint) => hint }), 'string');
});

test('T34 the source is converted once', () => {
  const log = [];
  assertEquals(encoder.encodeInto({
    get [Symbol.toPrimitive]() {
      log.push('get');
      return (hint) => { log.push(hint); return 'a'; };
    },
  }, new Uint8Array(1)), { read: 1, written: 1 });
  assertEquals(log, ['get', 'string']);
});

test('too few arguments give TypeError before any conversion', () => {
  const log = [];
  const source = { toString() { log.push('source'); return 'x'; } };
  assertThrows(() => encoder.encodeInto(), TypeError);
  assertThrows(() => encoder.encodeInto(source), TypeError);
  assertEquals(log, []);
  assertThrows(() => encoder.encodeInto(source, undefined), TypeError);
  assertEquals(log, ['source']);
});

test('T35 what is no Uint8Array gives TypeError', () => {
  const destinations = [
    undefined, null, 1, 1n, 'abc', Symbol(), {}, [], () => {},
    new ArrayBuffer(8),
    new DataView(new ArrayBuffer(8)), new Int8Array(8),
    new Uint8ClampedArray(8), new Int16Array(8), new Uint16Array(8),
    new Int32Array(8), new Uint32Array(8), new Float32Array(8),
    new Float64Array(8), new BigInt64Array(8), new BigUint64Array(8),
    Uint8Array.prototype, Object.create(new Uint8Array(8)),
    new Proxy(new Uint8Array(8), {}),
    Object.setPrototypeOf(new Int8Array(8), Uint8Array.prototype),
  ];
  if (typeof SharedArrayBuffer === 'function') {
    destinations.push(new SharedArrayBuffer(8));
  }
  if (typeof Float16Array === 'function') {
    destinations.push(new Float16Array(8));
  }
  for (const destination of destinations) {
    assertThrows(() => encoder.encodeInto('abc', destination), TypeError);
  }
});

test('a subclass, or an array with another prototype', () => {
  class Bytes extends Uint8Array {}
  const derived = new Bytes(3);
  assertEquals(encoder.encodeInto('abc', derived), { read: 3, written: 3 });
  assertEquals(derived[2], 0x63);
  const bare = Object.setPrototypeOf(new Uint8Array(3), null);
  assertEquals(encoder.encodeInto('abc', bare), { read: 3, written: 3 });
  assertEquals(bare[2], 0x63);
});

test('properties of the destination that scripts can change are not used',
     () => {
  const room = new Uint8Array(4);
  for (const name of ['length', 'byteLength', 'byteOffset', 'buffer', 'set',
                      'subarray', 'constructor', Symbol.toStringTag]) {
    Object.defineProperty(room, name, {
      get() { throw new Error('read'); },
    });
  }
  assertEquals(encoder.encodeInto('abcdef', room), { read: 4, written: 4 });
});

test('the result is a plain object of two properties', () => {
  const result = encoder.encodeInto('\u20AC', new Uint8Array(5));
  assertEquals(Reflect.ownKeys(result), ['read', 'written']);
  assertTrue(Object.getPrototypeOf(result) === Object.prototype);
  assertTrue(Object.isExtensible(result));
  for (const [name, value] of [['read', 1], ['written', 3]]) {
    assertEquals(Object.getOwnPropertyDescriptor(result, name), {
      value, writable: true, enumerable: true, configurable: true,
    });
  }
  assertEquals(JSON.stringify(result), '{"read":1,"written":3}');
});

test('each call gives an object of its own', () => {
  const room = new Uint8Array(5);
  const first = encoder.encodeInto('ab', room);
  const second = encoder.encodeInto('ab', room);
  assertNotEquals(first, second);
  first.read = 'changed';
  first.more = 1;
  delete first.written;
  assertEquals(second, { read: 2, written: 2 });
  assertEquals(encoder.encodeInto('ab', room), { read: 2, written: 2 });
});

test('results have numbers of their own, whatever scripts put into them', () => {
  const room = new Uint8Array(600);
  for (let round = 0; round < 4; ++round) {
    for (const unit of ['a', '\xE9', '\u20AC']) {
      const size = model.encode(unit).length;
      for (let i = 0; i < 200; i += i < 66 ? 1 : 19) {
        const result = encoder.encodeInto(unit.repeat(i), room);
        assertEquals(result, { read: i, written: i * size });
        // Fractions are what engines keep in boxes.
        result.read = i + 0.5;
        result.written += 0.25;
        result.read *= 1.5;
        assertEquals(encoder.encodeInto(unit.repeat(i), room),
                     { read: i, written: i * size });
      }
    }
  }
  const frozen = Object.freeze(encoder.encodeInto('ab', room));
  const next = encoder.encodeInto('ab', room);
  assertFalse(Object.isFrozen(next));
  assertTrue(next !== frozen);
  assertEquals(Object.keys(next), ['read', 'written']);
  assertEquals(Object.getPrototypeOf(next), Object.prototype);
});

// More results than a realm keeps, each three times in a row and then among
// others: made, kept, copied, and given up for another.
test('results of many sizes', () => {
  const random = newRandom(8);
  const room = new Uint8Array(100);
  const SIZES = 24;
  const check = (n) => {
    const ascii = n % SIZES;
    const others = Math.trunc(n / SIZES);
    const result = encoder.encodeInto('a'.repeat(ascii) + '\xE9'.repeat(others),
                                      room);
    assertEquals(result, { read: ascii + others, written: ascii + 2 * others });
    result.read = 'changed';
    delete result.written;
    result.more = 1;
  };
  for (let n = 0; n < SIZES * SIZES; ++n) {
    check(n);
    check(n);
    check(n);
  }
  for (let i = 0; i < 3000; ++i) {
    check(random(SIZES * SIZES));
  }
});

test('numbers that no small integer holds', () => {
  const text = 'a'.repeat(1 << 20);
  const room = new Uint8Array(1 << 20);
  assertEquals(encoder.encodeInto(text, room),
               { read: 1 << 20, written: 1 << 20 });
});

test('the standard\'s own example of going on where it stopped', () => {
  const text = 'a\xE9\u20AC\u{1F600}\uD800'.repeat(500);
  const expected = model.encode(text);
  for (const size of [4, 5, 7, 64, 100, 1000, 2047]) {
    const collected = [];
    const room = new Uint8Array(size);
    let at = 0;
    while (at < text.length) {
      const { read, written } = encoder.encodeInto(text.slice(at), room);
      assertTrue(read > 0);
      collected.push(...room.subarray(0, written));
      at += read;
    }
    assertEquals(Uint8Array.from(collected), expected);
  }
});
