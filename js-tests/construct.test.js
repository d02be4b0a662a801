// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// new, subclasses, and Reflect.construct with every sort of new.target.

'use strict';

const prototypeOf = Object.getPrototypeOf;

function assertDecodes(decoder) {
  assertEquals(TextDecoder.prototype.decode.call(decoder, bytes('E2 82 AC')),
               '\u20AC');
}

function newTarget(prototype) {
  function target() {}
  target.prototype = prototype;
  return target;
}

test('a call without new gives TypeError', () => {
  for (const call of [() => TextDecoder(), () => TextDecoder('utf-8', {}),
                      () => TextDecoder('nonsense'), () => TextEncoder(),
                      () => TextDecoder.call({}), () => TextEncoder.call({}),
                      () => TextDecoder.call(new TextDecoder()),
                      () => TextEncoder.call(new TextEncoder())]) {
    assertThrows(call, TypeError);
  }
});

test('a call without new converts nothing', () => {
  const log = [];
  assertThrows(() => TextDecoder({ toString() { log.push('label'); } },
                                 { get fatal() { log.push('fatal'); } }),
               TypeError);
  assertEquals(log, []);
});

test('a call on an instance does not construct it again', () => {
  const decoder = new TextDecoder();
  assertThrows(() => TextDecoder.call(decoder, 'latin1'), TypeError);
  assertEquals(decoder.encoding, 'utf-8');
});

test('a subclass', () => {
  class Decoder extends TextDecoder {
    constructor(label) {
      super(label, { fatal: true });
      this.label = label;
    }
    decode(input) {
      return `<${super.decode(input)}>`;
    }
    get encoding() {
      return super.encoding.toUpperCase();
    }
  }
  const decoder = new Decoder('utf-8');
  assertTrue(decoder instanceof Decoder && decoder instanceof TextDecoder);
  assertEquals(decoder.decode(bytes('41')), '<A>');
  assertThrows(() => decoder.decode(bytes('FF')), TypeError);
  assertEquals(decoder.encoding, 'UTF-8');
  assertTrue(decoder.fatal);
  assertEquals(Object.keys(decoder), ['label']);
  assertEquals(`${decoder}`, '[object TextDecoder]');
  class Encoder extends TextEncoder {
    #count = 0;
    encode(text) {
      ++this.#count;
      return super.encode(text + this.#count);
    }
  }
  const encoder = new Encoder();
  assertEquals(encoder.encode('a'), bytes('61 31'));
  assertEquals(encoder.encode('a'), bytes('61 32'));
  assertEquals(encoder.encodeInto('a', new Uint8Array(1)),
               { read: 1, written: 1 });
});

test('a subclass of a subclass, and one by functions', () => {
  class A extends TextDecoder {}
  class B extends A {}
  assertTrue(prototypeOf(new B()) === B.prototype);
  assertDecodes(new B());
  function C() {
    return Reflect.construct(TextDecoder, ['latin1'], new.target);
  }
  C.prototype = Object.create(TextDecoder.prototype);
  assertTrue(prototypeOf(new C()) === C.prototype);
  assertEquals(new C().encoding, 'windows-1252');
});

test('a subclass that never calls super', () => {
  class Decoder extends TextDecoder {
    constructor() {
      return Object.create(new.target.prototype);
    }
  }
  assertThrows(() => new Decoder().decode(), TypeError);
  assertThrows(() => new Decoder().encoding, TypeError);
});

test('Reflect.construct with a prototype that is an object', () => {
  for (const prototype of [{}, Object.create({}), [], () => {},
                           TextEncoder.prototype, Array.prototype,
                           Object.create(TextDecoder.prototype)]) {
    const decoder = Reflect.construct(TextDecoder, [], newTarget(prototype));
    assertTrue(prototypeOf(decoder) === prototype);
    assertDecodes(decoder);
  }
});

test('Reflect.construct with a prototype that inherits nothing', () => {
  for (const prototype of [Object.prototype, Object.create(null)]) {
    const decoder = Reflect.construct(TextDecoder, [], newTarget(prototype));
    assertTrue(prototypeOf(decoder) === prototype);
    assertDecodes(decoder);
    const encoder = Reflect.construct(TextEncoder, [], newTarget(prototype));
    assertTrue(prototypeOf(encoder) === prototype);
    assertEquals(TextEncoder.prototype.encode.call(encoder, 'a'), bytes('61'));
  }
  const decoder = Reflect.construct(TextDecoder, [], Object);
  assertTrue(prototypeOf(decoder) === Object.prototype);
  assertDecodes(decoder);
});

test('T36 Reflect.construct with a prototype that is no object', () => {
  for (const prototype of [null, undefined, 1, 'x', true, 1n, Symbol()]) {
    const target = newTarget(prototype);
    const decoder = Reflect.construct(TextDecoder, ['latin1'], target);
    assertTrue(prototypeOf(decoder) === TextDecoder.prototype);
    assertEquals(decoder.encoding, 'windows-1252');
    assertDecodes(Reflect.construct(TextDecoder, [], target));
    const encoder = Reflect.construct(TextEncoder, [], target);
    assertTrue(prototypeOf(encoder) === TextEncoder.prototype);
    assertEquals(encoder.encode('a'), bytes('61'));
  }
});

test('T36 a class whose prototype is null', () => {
  class Null extends null {}
  const decoder = Reflect.construct(TextDecoder, [], Null);
  assertTrue(prototypeOf(decoder) === Null.prototype);
  assertDecodes(decoder);
});

test('T36 a bound function, which has no prototype', () => {
  const bound = function () {}.bind();
  const decoder = Reflect.construct(TextDecoder, [], bound);
  assertTrue(prototypeOf(decoder) === TextDecoder.prototype);
  assertDecodes(decoder);
});

test('T36 proxies for new.target', () => {
  const plain = new Proxy(TextDecoder, {});
  assertTrue(prototypeOf(new plain()) === TextDecoder.prototype);
  assertDecodes(new plain());
  const prototype = { own: true };
  const other = new Proxy(function () {}, {
    get: (target, name) => name === 'prototype' ? prototype : target[name],
  });
  assertTrue(prototypeOf(Reflect.construct(TextDecoder, [], other)) ===
             prototype);
  for (const value of [null, 1, undefined]) {
    const none = new Proxy(newTarget({}), { get: () => value });
    const decoder = Reflect.construct(TextDecoder, [], none);
    assertTrue(prototypeOf(decoder) === TextDecoder.prototype);
    assertDecodes(decoder);
  }
  const nested = new Proxy(new Proxy(newTarget(null), {}), {});
  assertTrue(prototypeOf(Reflect.construct(TextEncoder, [], nested)) ===
             TextEncoder.prototype);
});

test('the prototype of new.target is read once', () => {
  const log = [];
  const target = new Proxy(function () {}, {
    get(target, name) {
      log.push(name);
      return Reflect.get(target, name);
    },
  });
  Reflect.construct(TextDecoder, [], target);
  assertEquals(log, ['prototype']);
});

test('the prototype of new.target is read once, if it inherits nothing', () => {
  const log = [];
  const target = new Proxy(function () {}, {
    get(target, name) { log.push(name); return Object.create(null); },
  });
  Reflect.construct(TextDecoder, [], target);
  assertEquals(log, ['prototype']);
});

test('the prototype of new.target is read twice at most', () => {
  // V8 reads it and doesn't tell whether the Object.prototype that it then
  // takes is what it read, or stands for what was no object.
  for (const prototype of [Object.prototype, null]) {
    const log = [];
    const target = new Proxy(function () {}, {
      get(target, name) { log.push(name); return prototype; },
    });
    Reflect.construct(TextDecoder, [], target);
    assertTrue(log.length === 1 || log.length === 2);
    assertEquals(log[0], 'prototype');
  }
});

test('the prototype of new.target is read before any conversion', () => {
  // Differs: in Web IDL the object is made after the conversions. V8 makes it
  // before it calls the host, for all interfaces of all browsers built on it.
  const log = [];
  const target = new Proxy(function () {}, {
    get(target, name) { log.push(name); return Reflect.get(target, name); },
  });
  Reflect.construct(TextDecoder,
                    [{ toString() { log.push('label'); return 'l1'; } },
                     { get fatal() { log.push('fatal'); } }], target);
  assertEquals(log, ['prototype', 'label', 'fatal']);
});

test('an exception from reading the prototype comes through', () => {
  const mine = { mine: true };
  const target = new Proxy(function () {}, { get() { throw mine; } });
  assertThrowsValue(() => Reflect.construct(TextDecoder, [], target), mine);
  assertThrowsValue(() => Reflect.construct(TextEncoder, [], target), mine);
});

test('a revoked proxy for new.target', () => {
  const { proxy, revoke } = Proxy.revocable(function () {}, {});
  revoke();
  assertThrows(() => Reflect.construct(TextDecoder, [], proxy), TypeError);
});

test('a proxy that is revoked while its prototype is read', () => {
  const { proxy, revoke } = Proxy.revocable(function () {}, {
    get() { revoke(); return null; },
  });
  // GetFunctionRealm of a revoked proxy throws.
  assertThrows(() => Reflect.construct(TextDecoder, [], proxy), TypeError);
});

test('new.target that is no constructor', () => {
  assertThrows(() => Reflect.construct(TextDecoder, [], () => {}), TypeError);
  assertThrows(() => Reflect.construct(TextDecoder, [], {}), TypeError);
  assertThrows(() => Reflect.construct(TextDecoder, [],
                                       TextDecoder.prototype.decode),
               TypeError);
});

test('another interface as the new.target', () => {
  const decoder = Reflect.construct(TextDecoder, [], TextEncoder);
  assertTrue(prototypeOf(decoder) === TextEncoder.prototype);
  assertDecodes(decoder);
  assertThrows(() => decoder.encode('a'), TypeError);
});

test('the prototype of an instance can be changed', () => {
  const decoder = new TextDecoder();
  Object.setPrototypeOf(decoder, null);
  assertDecodes(decoder);
  Object.setPrototypeOf(TextDecoder, null);
  assertDecodes(new TextDecoder());
  Object.setPrototypeOf(TextDecoder, Function.prototype);
});

test('a constructor that throws leaves nothing behind', () => {
  let made;
  class Decoder extends TextDecoder {
    constructor(label) {
      try {
        super(label);
      } finally {
        try { made = this; } catch {}
      }
    }
  }
  assertThrows(() => new Decoder('nonsense'), RangeError);
  assertEquals(made, undefined);
});
