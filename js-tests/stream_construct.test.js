// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Streams, readers, writers and strategies made with every sort of new.target;
// what construct.test.js has of TextDecoder and TextEncoder.

'use strict';

include('stream_helpers.js');

const prototypeOf = Object.getPrototypeOf;
const kOwn = 'their constructors are their own';

// The arguments of each constructor, and a member that no other object has.
const constructors = {
  ReadableStream: [() => [], 'locked'],
  ReadableStreamDefaultReader: [() => [new ReadableStream()], 'closed'],
  ReadableStreamBYOBReader: [
    () => [new ReadableStream({ type: 'bytes' })], 'closed'],
  WritableStream: [() => [], 'locked'],
  WritableStreamDefaultWriter: [() => [new WritableStream()], 'desiredSize'],
  TransformStream: [() => [], 'readable'],
  ByteLengthQueuingStrategy: [() => [{ highWaterMark: 1 }], 'highWaterMark'],
  CountQueuingStrategy: [() => [{ highWaterMark: 1 }], 'highWaterMark'],
  TextDecoderStream: [() => [], 'encoding'],
  TextEncoderStream: [() => [], 'encoding'],
};

function construct(name, target) {
  const [parameters, member] = constructors[name];
  const object = Reflect.construct(globalThis[name], parameters(), target);
  // Throws for an object that isn't one.
  Object.getOwnPropertyDescriptor(globalThis[name].prototype, member)
      .get.call(object);
  return prototypeOf(object);
}

function newTarget(prototype) {
  function target() {}
  target.prototype = prototype;
  return target;
}

for (const name of Object.keys(constructors)) {
  test(`${name} with prototypes that are objects`, () => {
    skipWithOwnStreams(kOwn);
    const proxy = new Proxy({}, {});
    for (const prototype of [{}, [], () => {}, Object.prototype,
                             Object.create(null), proxy,
                             globalThis[name].prototype,
                             Object.create(globalThis[name].prototype)]) {
      assertTrue(construct(name, newTarget(prototype)) === prototype);
    }
    class Null extends null {}
    assertTrue(construct(name, Null) === Null.prototype);
  });

  test(`T36 ${name} with prototypes that are no objects`, () => {
    skipWithOwnStreams(kOwn);
    const { prototype } = globalThis[name];
    for (const value of [null, undefined, 1, 'x', true, 1n, Symbol()]) {
      const target = newTarget(value);
      assertTrue(construct(name, target) === prototype);
      assertTrue(construct(name, new Proxy(target, {})) === prototype);
    }
    assertTrue(construct(name, function () {}.bind()) === prototype);
    assertTrue(construct(name, globalThis[name].bind()) === prototype);
  });

  test(`T36 ${name} without a prototype, in the realm of new.target`, () => {
    skipWithOwnStreams(kOwn);
    const other = newRealm();
    const target = new other.Function();
    target.prototype = null;
    // Before anything has asked for that realm's streams.
    const found = [construct(name, target)];
    const { prototype } = other[name];
    assertTrue(prototype !== globalThis[name].prototype);
    const { bind } = Function.prototype;
    const theirBind = other.Function.prototype.bind;
    const proxy = new Proxy(target, {});
    for (const each of [
      proxy, bind.call(target), theirBind.call(target), bind.call(proxy),
      new Proxy(bind.call(proxy), {}), bind.call(new Proxy(proxy, {})),
      bind.call(theirBind.call(proxy)),
    ]) {
      found.push(construct(name, each));
    }
    assertEquals(found.map((each) => each === prototype),
                 found.map(() => true));
    const mine = newTarget(null);
    for (const each of [
      theirBind.call(mine), new other.Proxy(mine, {}),
      theirBind.call(new other.Proxy(mine, {})),
    ]) {
      assertTrue(construct(name, each) === globalThis[name].prototype);
    }
    assertTrue(construct(name, other[name]) === prototype);
    assertTrue(construct(name, newTarget(other.Object.prototype)) ===
               other.Object.prototype);
  });

  test(`${name} and exceptions of new.target`, () => {
    skipWithOwnStreams(kOwn);
    const mine = { mine: true };
    assertThrowsValue(() => construct(name, new Proxy(function () {}, {
      get() { throw mine; },
    })), mine);
    // GetFunctionRealm of a revoked proxy throws.
    const { proxy, revoke } = Proxy.revocable(function () {}, {
      get() { revoke(); return null; },
    });
    assertThrows(() => construct(name, proxy), TypeError);
    assertThrows(() => construct(name, Function.prototype.bind.call(proxy)),
                 TypeError);
    assertThrows(() => construct(name, () => {}), TypeError);
  });
}

test('the prototype is read once, when arguments have been converted', () => {
  skipWithOwnStreams(kOwn);
  const log = [];
  const noting = (what, object) => new Proxy(object, {
    get(target, key) { log.push(`${what}.${key}`); return target[key]; },
  });
  const target = noting('target', newTarget(null));
  Reflect.construct(WritableStream, [noting('sink', {}),
                                     noting('strategy', {})], target);
  assertEquals(log, ['strategy.highWaterMark', 'strategy.size',
                     'target.prototype', 'sink.abort', 'sink.close',
                     'sink.start', 'sink.type', 'sink.write']);
  log.length = 0;
  assertThrows(() => Reflect.construct(WritableStream, [1], target), TypeError);
  assertThrows(() => Reflect.construct(CountQueuingStrategy, [{}], target),
               TypeError);
  assertEquals(log, []);
});

test('what nobody constructs looks at no new.target', () => {
  skipWithOwnStreams(kOwn);
  const target = new Proxy(function () {}, { get() { fail('it was read'); } });
  for (const Interface of [
    ReadableStreamDefaultController, ReadableByteStreamController,
    ReadableStreamBYOBRequest, WritableStreamDefaultController,
    TransformStreamDefaultController,
  ]) {
    assertThrows(() => Reflect.construct(Interface, [], target), TypeError);
    assertThrows(() => new Interface(), TypeError);
    class Derived extends Interface {}
    assertThrows(() => new Derived(), TypeError);
  }
});

test('subclasses have fields of their own', async () => {
  class Counted extends ReadableStream {
    #count = 1;
    name = 'counted';
    get count() { return this.#count; }
  }
  const stream = new Counted({ start(controller) { controller.enqueue('a'); } });
  assertEquals([stream.count, stream.name, stream instanceof ReadableStream],
               [1, 'counted', true]);
  class Reader extends ReadableStreamDefaultReader {
    read() { return super.read().then(({ value }) => `${value}!`); }
  }
  assertEquals(await new Reader(stream).read(), 'a!');
});
