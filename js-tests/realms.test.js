// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Objects of one realm used with the members of another.

'use strict';

const prototypeOf = Object.getPrototypeOf;

test("encode() takes no other realm's Uint8Array for its own", () => {
  const [realm, other] = [newRealm(), newRealm()];
  realm.Uint8Array.prototype.constructor = other.Uint8Array;
  assertTrue(prototypeOf(new realm.TextEncoder().encode('abc')) ===
             realm.Uint8Array.prototype);
});

test('each realm has interfaces of its own', () => {
  const other = newRealm();
  assertNotEquals(other.TextDecoder, TextDecoder);
  assertNotEquals(other.TextEncoder, TextEncoder);
  assertTrue(prototypeOf(new other.TextDecoder()) ===
             other.TextDecoder.prototype);
});

test('a decoder of another realm', () => {
  const other = newRealm();
  const decoder = new other.TextDecoder('latin1');
  assertEquals(decoder.decode(bytes('80')), '\u20AC');
  assertEquals(TextDecoder.prototype.decode.call(decoder, bytes('80')),
               '\u20AC');
  assertEquals(new TextDecoder().decode(new other.Uint8Array(2)), '\0\0');
  assertEquals(new TextDecoder().decode(new other.ArrayBuffer(2)), '\0\0');
});

test('an exception is of the realm of the function', () => {
  const other = newRealm();
  const mine = new TextDecoder('utf-8', { fatal: true });
  const theirs = new other.TextDecoder('utf-8', { fatal: true });
  assertThrows(() => other.TextDecoder.prototype.decode.call(mine, bytes('FF')),
               other.TypeError);
  assertThrows(() => TextDecoder.prototype.decode.call(theirs, bytes('FF')),
               TypeError);
  assertThrows(() => new other.TextDecoder('nonsense'), other.RangeError);
  assertThrows(() => other.TextDecoder(), other.TypeError);
});

test('an exception of each check and conversion is, too', () => {
  const other = newRealm();
  const { decode } = other.TextDecoder.prototype;
  const { encode, encodeInto } = other.TextEncoder.prototype;
  const encoding = Object.getOwnPropertyDescriptor(
      other.TextDecoder.prototype, 'encoding').get;
  for (const call of [
    // The receiver.
    () => decode.call({}), () => decode.call(new TextEncoder()),
    () => encode.call(undefined), () => encoding.call({}),
    () => other.TextDecoder.prototype.encoding,
    // The construction.
    () => other.TextDecoder(), () => other.TextEncoder.call({}),
    // The arguments.
    () => new other.TextDecoder(Symbol()),
    () => new other.TextDecoder('utf-8', 1),
    () => decode.call(new TextDecoder(), 'text'),
    () => decode.call(new TextDecoder(), undefined, 1),
    () => encode.call(new TextEncoder(), Symbol()),
    () => encode.call(new TextEncoder(), Object.create(null)),
    () => encodeInto.call(new TextEncoder()),
    () => encodeInto.call(new TextEncoder(), 'a', []),
  ]) {
    assertThrows(call, other.TypeError, undefined, `${call}`);
  }
});

test('members called in a function of the other realm', () => {
  const other = newRealm();
  const call = other.Function('fn', 'receiver', 'argument',
                              'return fn.call(receiver, argument);');
  assertThrows(() => call(TextDecoder.prototype.decode, {}), TypeError);
  for (let i = 0; i < 20000; ++i) {
    call(TextDecoder.prototype.decode, new TextDecoder());
  }
  assertThrows(() => call(TextDecoder.prototype.decode, {}), TypeError);
  assertThrows(() => call(TextDecoder.prototype.decode, new TextDecoder(), 1),
               TypeError);
});

test('subclasses of interfaces of another realm', () => {
  const other = newRealm();
  class Decoder extends other.TextDecoder {}
  const decoder = new Decoder('latin1');
  assertTrue(decoder instanceof other.TextDecoder);
  assertFalse(decoder instanceof TextDecoder);
  assertEquals(decoder.decode(bytes('80')), '\u20AC');
  const foreign = Reflect.construct(TextDecoder, ['l2'], other.TextDecoder);
  assertTrue(prototypeOf(foreign) === other.TextDecoder.prototype);
  assertEquals(foreign.encoding, 'iso-8859-2');
});

test('encode gives an array of the realm of the encoder', () => {
  const other = newRealm();
  for (const length of [0, 3, 64, 65, 1000]) {
    const text = 'a'.repeat(length);
    for (const encode of [TextEncoder.prototype.encode,
                          other.TextEncoder.prototype.encode]) {
      const mine = encode.call(new TextEncoder(), text);
      assertTrue(prototypeOf(mine) === Uint8Array.prototype);
      assertTrue(prototypeOf(mine.buffer) === ArrayBuffer.prototype);
      const theirs = encode.call(new other.TextEncoder(), text);
      assertTrue(prototypeOf(theirs) === other.Uint8Array.prototype);
      assertTrue(prototypeOf(theirs.buffer) === other.ArrayBuffer.prototype);
    }
  }
});

test('encodeInto gives an object of the realm of the function', () => {
  const other = newRealm();
  const room = new Uint8Array(1);
  assertTrue(prototypeOf(TextEncoder.prototype.encodeInto.call(
      new other.TextEncoder(), 'a', room)) === Object.prototype);
  assertTrue(prototypeOf(other.TextEncoder.prototype.encodeInto.call(
      new TextEncoder(), 'a', room)) === other.Object.prototype);
});

test('T36 without a prototype, the realm of new.target has it', () => {
  const other = newRealm();
  const target = new other.Function();
  target.prototype = null;
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], target)) ===
             other.TextDecoder.prototype);
  assertTrue(prototypeOf(Reflect.construct(TextEncoder, [], target)) ===
             other.TextEncoder.prototype);
  const bound = Function.prototype.bind.call(target);
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], bound)) ===
             other.TextDecoder.prototype);
  const proxy = new Proxy(target, {});
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], proxy)) ===
             other.TextDecoder.prototype);
  const boundProxy = Function.prototype.bind.call(proxy);
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], boundProxy)) ===
             other.TextDecoder.prototype);
  const theirs = new other.Proxy(function () {}.bind(), {});
  const boundTheirs = other.Function.prototype.bind.call(theirs);
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], boundTheirs)) ===
             TextDecoder.prototype);
});

test('Object.prototype of another realm is a prototype like any', () => {
  const other = newRealm();
  function target() {}
  target.prototype = other.Object.prototype;
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], target)) ===
             other.Object.prototype);
});

test('a stream that changes realms', () => {
  const other = newRealm();
  const decoder = new TextDecoder();
  const theirs = other.TextDecoder.prototype.decode;
  assertEquals(theirs.call(decoder, bytes('E2'), { stream: true }), '');
  assertEquals(decoder.decode(bytes('82'), { stream: true }), '');
  assertEquals(theirs.call(decoder, bytes('AC')), '\u20AC');
});
