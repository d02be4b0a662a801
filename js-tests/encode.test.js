// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encode(): conversion of its argument, its bytes, and the array they're in.

'use strict';

include('model.js');

const encoder = new TextEncoder();

function assertEncodes(value, hex) {
  assertEquals(encoder.encode(value), bytes(hex));
}

test('nothing, and what is no string', () => {
  assertEquals(encoder.encode(), new Uint8Array(0));
  assertEncodes(undefined, '');
  assertEncodes('', '');
  assertEncodes(null, '6E 75 6C 6C');
  assertEncodes(false, '66 61 6C 73 65');
  assertEncodes(-0, '30');
  assertEncodes(1.5, '31 2E 35');
  assertEncodes(12n, '31 32');
  assertEncodes([1, [2]], '31 2C 32');
  assertEncodes([], '');
  assertEncodes({ toString: () => '\xE9' }, 'C3 A9');
  assertEncodes({ toString: () => 1, valueOf: () => 2 }, '31');
  assertEncodes({ [Symbol.toPrimitive]: (hint) => hint },
                '73 74 72 69 6E 67');
  assertEncodes(new String('a'), '61');
});

test('what has no string form gives TypeError', () => {
  const mine = { mine: true };
  assertThrows(() => encoder.encode(Symbol('x')), TypeError);
  assertThrows(() => encoder.encode(Symbol.iterator), TypeError);
  assertThrows(() => encoder.encode(Object.create(null)), TypeError);
  assertThrows(() => encoder.encode({ toString: () => ({}) }), TypeError);
  assertThrows(() => encoder.encode({ toString: () => Symbol() }), TypeError);
  assertThrowsValue(() => encoder.encode({ toString() { throw mine; } }), mine);
});

test('the input is converted once, as a string', () => {
  const log = [];
  assertEquals(encoder.encode({
    get [Symbol.toPrimitive]() {
      log.push('get');
      return (hint) => { log.push(hint); return 'a'; };
    },
  }), bytes('61'));
  assertEquals(log, ['get', 'string']);
});

test('arguments that are too many are ignored', () => {
  assertEquals(encoder.encode('a', { stream: true }), bytes('61'));
  assertEquals(encoder.encode('a', Symbol()), bytes('61'));
});

test('characters of each length', () => {
  assertEncodes('\0', '00');
  assertEncodes('\x7F', '7F');
  assertEncodes('\x80', 'C2 80');
  assertEncodes('\xFF', 'C3 BF');
  assertEncodes('\u0100', 'C4 80');
  assertEncodes('\u07FF', 'DF BF');
  assertEncodes('\u0800', 'E0 A0 80');
  assertEncodes('\uD7FF\uE000\uFFFD\uFFFE\uFFFF',
                'ED 9F BF EE 80 80 EF BF BD EF BF BE EF BF BF');
  assertEncodes('\u{10000}', 'F0 90 80 80');
  assertEncodes('\u{10FFFF}', 'F4 8F BF BF');
});

test('no byte order mark is added or dropped', () => {
  assertEncodes('\uFEFF', 'EF BB BF');
  assertEncodes('\uFEFF\uFEFFa', 'EF BB BF EF BB BF 61');
});

test('lone surrogates become U+FFFD', () => {
  assertEncodes('\uD800', 'EF BF BD');
  assertEncodes('\uDBFF', 'EF BF BD');
  assertEncodes('\uDC00', 'EF BF BD');
  assertEncodes('\uDFFF', 'EF BF BD');
  assertEncodes('a\uD83Db', '61 EF BF BD 62');
  assertEncodes('\uD83D\uD83D\uDE00', 'EF BF BD F0 9F 98 80');
  assertEncodes('\uD83D\uDE00\uDE00', 'F0 9F 98 80 EF BF BD');
  assertEncodes('\uDE00\uD83D', 'EF BF BD EF BF BD');
  assertEncodes('\uD83D\u20AC\uDE00', 'EF BF BD E2 82 AC EF BF BD');
});

test('T38 there is no state between calls', () => {
  assertEncodes('\uD83D', 'EF BF BD');
  assertEncodes('', '');
  assertEncodes('\uDE00', 'EF BF BD');
  assertEncodes(undefined, '');
  assertEncodes('a\uD83D', '61 EF BF BD');
  encoder.encodeInto('\uD83D', new Uint8Array(3));
  assertEncodes('\uDE00', 'EF BF BD');
});

test('every code unit by itself', () => {
  for (let unit = 0; unit < 0x10000; ++unit) {
    const text = String.fromCharCode(unit);
    assertEquals(encoder.encode(text), model.encode(text));
  }
});

const units = ['a', '\0', '\x7F', '\x80', '\xE9', '\xFF', '\u0100', '\u07FF',
               '\u0800', '\u20AC', '\uD7FF', '\uE000', '\uFFFF', '\uD800',
               '\uDBFF', '\uDC00', '\uDFFF', '\u{10000}', '\u{1F600}'];

test('every two and three of the hard ones', () => {
  for (const a of units) {
    for (const b of units) {
      assertEquals(encoder.encode(a + b), model.encode(a + b));
      for (const c of units) {
        assertEquals(encoder.encode(a + b + c), model.encode(a + b + c));
      }
    }
  }
});

test('text of each length at the limits of blocks', () => {
  for (const [from, to] of [[0, 140], [250, 260], [1020, 1030], [2040, 2055],
                            [4090, 4100], [6140, 6150]]) {
    for (let length = from; length <= to; ++length) {
      for (const unit of ['a', '\xE9', '\u0100', '\u20AC', '\uD800',
                          '\uDC00']) {
        const text = unit.repeat(length);
        assertEquals(encoder.encode(text), model.encode(text));
      }
      for (const last of ['\xE9', '\u20AC', '\uD83D', '\uDE00', '\u{1F600}']) {
        const text = 'a'.repeat(length) + last;
        assertEquals(encoder.encode(text), model.encode(text));
      }
    }
  }
});

test('lone surrogates and pairs at the limits of blocks', () => {
  for (const limit of [64, 1024, 2048, 4096]) {
    for (let before = limit - 4; before <= limit + 2; ++before) {
      for (const filler of ['a', '\xE9', '\u20AC']) {
        for (const middle of ['\uD83D', '\uDE00', '\u{1F600}', '\uD83D\uD83D',
                              '\uDE00\uD83D', '\uD83D\u{1F600}',
                              '\u{1F600}\uDE00', '\u{1F600}\u{1F600}']) {
          for (const after of ['', 'b', '\u20AC'.repeat(70)]) {
            const text = filler.repeat(before) + middle + after;
            assertEquals(encoder.encode(text), model.encode(text));
          }
        }
      }
    }
  }
});

test('the result is a plain Uint8Array on a buffer of its own', () => {
  for (const length of [0, 1, 2, 7, 8, 62, 63, 64, 65, 66, 100, 1000, 5000]) {
    const result = encoder.encode('a'.repeat(length));
    assertTrue(Object.getPrototypeOf(result) === Uint8Array.prototype);
    assertEquals(Object.prototype.toString.call(result), '[object Uint8Array]');
    assertEquals(result.length, length);
    assertEquals(result.byteLength, length);
    assertEquals(result.byteOffset, 0);
    const { buffer } = result;
    assertTrue(Object.getPrototypeOf(buffer) === ArrayBuffer.prototype);
    assertEquals(buffer.byteLength, length);
    assertTrue(result.buffer === buffer);
    assertEquals(new Uint8Array(buffer), result);
    assertFalse(buffer.resizable === true);
  }
});

test('the exact length, where UTF-8 is longer than the text', () => {
  for (const unit of ['\xE9', '\u20AC', '\u{1F600}', 'a\xE9', '\uD800']) {
    for (let count = 0; count < 100; ++count) {
      const text = unit.repeat(count);
      const result = encoder.encode(text);
      assertEquals(result.buffer.byteLength, model.encode(text).length);
      assertEquals(result.byteOffset, 0);
    }
  }
});

test('results share no memory', () => {
  for (const length of [0, 1, 5, 8, 32, 63, 64, 65, 200]) {
    const a = encoder.encode('a'.repeat(length));
    const b = encoder.encode('b'.repeat(length));
    const sameAsA = encoder.encode('a'.repeat(length));
    a.fill(0x78);
    assertEquals(b, new Uint8Array(length).fill(0x62));
    assertEquals(sameAsA, new Uint8Array(length).fill(0x61));
    new Uint8Array(b.buffer).fill(0x79);
    assertEquals(a, new Uint8Array(length).fill(0x78));
    assertEquals(sameAsA, new Uint8Array(length).fill(0x61));
    assertEquals(encoder.encode('a'.repeat(length)),
                 new Uint8Array(length).fill(0x61));
    assertNotEquals(a.buffer, b.buffer);
    assertNotEquals(a.buffer, sameAsA.buffer);
  }
});

test('results of many small calls stay what they were', () => {
  const results = [];
  for (let i = 0; i < 3000; ++i) {
    results.push(encoder.encode(`${i}`));
    if (i % 3 === 0) {
      results[i].buffer;
    }
  }
  for (let i = 0; i < 3000; ++i) {
    assertEquals(results[i], model.encode(`${i}`));
  }
});

test('a result can be detached without harm to others', () => {
  const before = encoder.encode('abc');
  const gone = encoder.encode('def');
  if (gone.buffer.transfer) {
    gone.buffer.transfer();
  } else if (typeof structuredClone === 'function') {
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
  } else {
    skip('nothing that transfers a buffer');
  }
  assertEquals(gone.length, 0);
  assertEquals(before, bytes('61 62 63'));
  assertEquals(encoder.encode('ghi'), bytes('67 68 69'));
});

test('many encoders give equal results', () => {
  const encoders = Array.from({ length: 100 }, () => new TextEncoder());
  for (const each of encoders) {
    assertEquals(each.encode('\xE9'), bytes('C3 A9'));
    assertEquals(each.encoding, 'utf-8');
  }
});

test('a conversion that encodes in turn', () => {
  const source = {
    toString() {
      assertEquals(encoder.encode('inner'), bytes('69 6E 6E 65 72'));
      return 'outer';
    },
  };
  assertEquals(encoder.encode(source), bytes('6F 75 74 65 72'));
});

test('random text', () => {
  const random = newRandom(3);
  for (let i = 0; i < 3000; ++i) {
    let text = '';
    for (let n = random(10); n > 0; --n) {
      text += units[random(units.length)].repeat(1 + random(20));
    }
    assertEquals(encoder.encode(text), model.encode(text));
  }
});

test('one-byte strings that are ASCII but for one character', () => {
  for (const length of [1023, 1024, 1025, 2047, 2048, 2049, 5000, 40000]) {
    const places = [0, 1, 1022, 1023, 1024, 2000, length - 2, length - 1];
    for (const at of places.filter((place) => place < length)) {
      const units = Array(length).fill('a');
      units[at] = '\xE9';
      const text = units.join('');
      const bytes = encoder.encode(text);
      assertEquals(bytes.length, length + 1);
      assertEquals(bytes, model.encode(text));
    }
    assertEquals(encoder.encode('\xFF'.repeat(length)),
                 model.encode('\xFF'.repeat(length)));
  }
});
