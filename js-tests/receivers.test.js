// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Members called on what they're not made for.

'use strict';

const get = (prototype, name) =>
    Object.getOwnPropertyDescriptor(prototype, name).get;

const members = {
  TextDecoder: [
    TextDecoder.prototype.decode, get(TextDecoder.prototype, 'encoding'),
    get(TextDecoder.prototype, 'fatal'),
    get(TextDecoder.prototype, 'ignoreBOM'),
  ],
  TextEncoder: [
    TextEncoder.prototype.encode, TextEncoder.prototype.encodeInto,
    get(TextEncoder.prototype, 'encoding'),
  ],
};

function assertRefused(receiver, ...args) {
  for (const name of ['TextDecoder', 'TextEncoder']) {
    for (const member of members[name]) {
      assertThrows(() => Reflect.apply(member, receiver, args), TypeError);
    }
  }
}

test('primitives and the global object', () => {
  for (const receiver of [undefined, null, 0, 'utf-8', true, 1n, Symbol(),
                          globalThis]) {
    assertRefused(receiver);
  }
});

test('other objects', () => {
  for (const receiver of [{}, [], () => {}, new Uint8Array(1), new Date(),
                          new Map(), Object.create(null)]) {
    assertRefused(receiver);
  }
});

test('interface objects and prototypes', () => {
  for (const receiver of [TextDecoder, TextEncoder, TextDecoder.prototype,
                          TextEncoder.prototype,
                          Object.create(TextDecoder.prototype),
                          Object.create(TextEncoder.prototype)]) {
    assertRefused(receiver);
  }
});

test('what inherits from an instance', () => {
  assertRefused(Object.create(new TextDecoder()));
  assertRefused(Object.create(new TextEncoder()));
  function Heir() {}
  Heir.prototype = Object.create(new TextDecoder());
  assertRefused(new Heir());
});

test('proxies of instances', () => {
  assertRefused(new Proxy(new TextDecoder(), {}));
  assertRefused(new Proxy(new TextEncoder(), {}));
});

test('objects given the prototype', () => {
  assertRefused(Object.setPrototypeOf({}, TextDecoder.prototype));
  assertRefused(Object.setPrototypeOf(new Map(), TextEncoder.prototype));
});

test('the other interface', () => {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for (const member of members.TextDecoder) {
    assertThrows(() => Reflect.apply(member, encoder, []), TypeError);
  }
  for (const member of members.TextEncoder) {
    assertThrows(() => Reflect.apply(member, decoder, []), TypeError);
  }
  // The prototype chain is of no concern, the object is.
  Object.setPrototypeOf(encoder, TextDecoder.prototype);
  assertThrows(() => encoder.decode(), TypeError);
  Object.setPrototypeOf(decoder, encoder);
  assertThrows(() => decoder.encode(), TypeError);
});

test('a receiver is checked before arguments are converted', () => {
  const log = [];
  const evil = {
    toString() { log.push('toString'); return ''; },
    get stream() { log.push('stream'); },
  };
  assertRefused({}, evil, evil);
  assertRefused({}, undefined, evil);
  assertEquals(log, []);
});

test('prototypes have no attributes of their own', () => {
  assertThrows(() => TextDecoder.prototype.encoding, TypeError);
  assertThrows(() => TextDecoder.prototype.fatal, TypeError);
  assertThrows(() => TextDecoder.prototype.ignoreBOM, TypeError);
  assertThrows(() => TextEncoder.prototype.encoding, TypeError);
});

test('members taken off their object', () => {
  const { decode } = new TextDecoder();
  const { encode } = new TextEncoder();
  assertThrows(() => decode(), TypeError);
  assertThrows(() => encode(), TypeError);
  assertEquals(decode.call(new TextDecoder(), bytes('41')), 'A');
  assertEquals(encode.bind(new TextEncoder())('A'), bytes('41'));
});

test('calls that V8 compiles', () => {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const input = bytes('41');
  const call = (receiver) => receiver.decode(input);
  for (let i = 0; i < 20000; ++i) {
    call(decoder);
  }
  assertEquals(call(decoder), 'A');
  encoder.decode = TextDecoder.prototype.decode;
  assertThrows(() => call(encoder), TypeError);
  assertThrows(() => call({ decode: decoder.decode }), TypeError);
  const name = (receiver) => receiver.encoding;
  for (let i = 0; i < 20000; ++i) {
    name(decoder);
  }
  assertThrows(() => name(TextDecoder.prototype), TypeError);
  assertEquals(name(encoder), 'utf-8');
});
