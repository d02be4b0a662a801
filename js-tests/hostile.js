// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the hostile_*.test.js files share: traps, and a set of uses of the
// interfaces none of which may spring one. A file whose name ends in "_before"
// sets its traps before TextEncoder and TextDecoder are first used, since what
// they hold on to is made then; so each has a process of its own, and nothing
// here uses them before testUses() does.

'use strict';

(() => {
const { TextDecoder, TextEncoder, Uint8Array, Error, TypeError,
        RangeError } = globalThis;
const { defineProperty } = Reflect;

let sprung = 0;
let which;

// A function for a trap: a getter, a setter, a constructor.
globalThis.newTrap = (name) => function () {
  ++sprung;
  which = name;
  throw new Error(`sprung ${name}`);
};

// Puts a getter and setter that must not run in the place of a property.
globalThis.setTrap = (object, key, name = `${typeof key === 'symbol' ?
    'a symbol' : key}`) => {
  defineProperty(object, key, {
    __proto__: null, get: newTrap(`get ${name}`), set: newTrap(`set ${name}`),
    enumerable: false, configurable: true,
  });
};

const euro = bytes('E2 82 AC');
const euroStart = bytes('E2 82');
const euroEnd = bytes('AC');
const malformed = bytes('41 FF');
const long = new Uint8Array(3000).fill(0x61);
const longText = 'a'.repeat(3000);
const hundred = longText.slice(0, 100);
const hundredBytes = long.slice(0, 100);
const room = new Uint8Array(5);
const shared = typeof SharedArrayBuffer === 'function'
    ? new Uint8Array(new SharedArrayBuffer(5)) : new Uint8Array(5);
const view = new DataView(euro.buffer);
const stream = { __proto__: null, stream: true };
const fatal = { __proto__: null, fatal: true, ignoreBOM: false };

function quietly(call) {
  sprung = 0;
  try {
    return call();
  } finally {
    assertEquals(sprung, 0, which);
  }
}

function assertQuietly(call, expected) {
  assertEquals(quietly(call), expected);
}

function assertThrowsQuietly(call, constructor) {
  const error = assertThrows(() => quietly(call), constructor);
  assertEquals(sprung, 0, which);
  return error;
}

function use() {
  const decoder = quietly(() => new TextDecoder());
  assertQuietly(() => decoder.encoding, 'utf-8');
  assertQuietly(() => decoder.fatal, false);
  assertQuietly(() => decoder.ignoreBOM, false);
  assertQuietly(() => decoder.decode(), '');
  assertQuietly(() => decoder.decode(euro), '\u20AC');
  assertQuietly(() => decoder.decode(euro, undefined), '\u20AC');
  assertQuietly(() => decoder.decode(euro, null), '\u20AC');
  assertQuietly(() => decoder.decode(view), '\u20AC');
  assertQuietly(() => decoder.decode(long), longText);
  assertQuietly(() => decoder.decode(euroStart, stream), '');
  assertQuietly(() => decoder.decode(euroEnd), '\u20AC');
  assertQuietly(() => new TextDecoder('latin1').encoding, 'windows-1252');
  assertQuietly(() => new TextDecoder(undefined, undefined).fatal, false);
  const strict = quietly(() => new TextDecoder('utf-8', fatal));
  assertQuietly(() => strict.fatal, true);
  assertThrowsQuietly(() => strict.decode(malformed), TypeError);
  assertThrowsQuietly(() => strict.decode(1), TypeError);
  assertThrowsQuietly(() => new TextDecoder('nonsense'), RangeError);
  assertThrowsQuietly(() => TextDecoder(), TypeError);

  const encoder = quietly(() => new TextEncoder());
  assertQuietly(() => encoder.encoding, 'utf-8');
  assertQuietly(() => encoder.encode(), bytes(''));
  assertQuietly(() => encoder.encode('\u20AC'), euro);
  assertQuietly(() => encoder.encode(hundred), hundredBytes);
  assertQuietly(() => encoder.encode(longText), long);
  const result = quietly(() => encoder.encodeInto('a\u20ACb', room));
  assertQuietly(() => encoder.encodeInto('a\u20ACb', shared).written, 5);
  assertEquals(result, { read: 3, written: 5 });
  assertEquals(room, bytes('61 E2 82 AC 62'));
  assertThrowsQuietly(() => encoder.encodeInto('a'), TypeError);
  assertThrowsQuietly(() => encoder.encodeInto('a', view), TypeError);
  assertThrowsQuietly(() => TextEncoder(), TypeError);
}

globalThis.testUses = (when) => {
  test(`first use ${when}`, use);
  test(`second use ${when}`, use);
};
})();
