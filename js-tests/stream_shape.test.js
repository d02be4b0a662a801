// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's view of the Streams Standard's interfaces, beyond what idlharness of
// web-platform-tests looks at.

'use strict';

include('stream_helpers.js');

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const kOwn = 'their shape is their own';

// [constructor's length, members: attributes, and methods with lengths].
const interfaces = {
  ReadableStream: [0, { locked: 'get', cancel: 0, getReader: 0, pipeThrough: 1,
                        pipeTo: 1, tee: 0, values: 0 }],
  ReadableStreamDefaultReader: [1, { closed: 'get', cancel: 0, read: 0,
                                     releaseLock: 0 }],
  ReadableStreamBYOBReader: [1, { closed: 'get', cancel: 0, read: 1,
                                  releaseLock: 0 }],
  ReadableStreamDefaultController: [0, { desiredSize: 'get', close: 0,
                                         enqueue: 0, error: 0 }],
  ReadableByteStreamController: [0, { byobRequest: 'get', desiredSize: 'get',
                                      close: 0, enqueue: 1, error: 0 }],
  ReadableStreamBYOBRequest: [0, { view: 'get', respond: 1,
                                   respondWithNewView: 1 }],
  WritableStream: [0, { locked: 'get', abort: 0, close: 0, getWriter: 0 }],
  WritableStreamDefaultWriter: [1, { closed: 'get', desiredSize: 'get',
                                     ready: 'get', abort: 0, close: 0,
                                     releaseLock: 0, write: 0 }],
  WritableStreamDefaultController: [0, { signal: 'get', error: 0 }],
  TransformStream: [0, { readable: 'get', writable: 'get' }],
  TransformStreamDefaultController: [0, { desiredSize: 'get', enqueue: 0,
                                          error: 0, terminate: 0 }],
  ByteLengthQueuingStrategy: [1, { highWaterMark: 'get', size: 'get' }],
  CountQueuingStrategy: [1, { highWaterMark: 'get', size: 'get' }],
};

function assertMethod(f, name, length) {
  assertEquals(typeof f, 'function', name);
  assertEquals(f.name, name, name);
  assertEquals(f.length, length, name);
  assertFalse('prototype' in f, name);
  assertThrows(() => new f(), TypeError, undefined, name);
  assertThrows(() => class extends f {}, TypeError, undefined, name);
}

for (const [name, [length, members]] of Object.entries(interfaces)) {
  test(`the shape of ${name}`, () => {
    skipWithOwnStreams(kOwn);
    const descriptor = getOwnPropertyDescriptor(globalThis, name);
    assertEquals([descriptor.writable, descriptor.enumerable,
                  descriptor.configurable], [true, false, true]);
    const Interface = descriptor.value;
    assertEquals(Interface.length, length);
    assertEquals(Interface.name, name);
    assertTrue(getPrototypeOf(Interface) === Function.prototype);
    assertEquals(ownKeys(Interface).sort().join(), [
      'length', 'name', 'prototype', ...name === 'ReadableStream' ? ['from'] : [],
    ].sort().join());
    assertEquals({ ...getOwnPropertyDescriptor(Interface, 'prototype'),
                   value: undefined },
                 { value: undefined, writable: false, enumerable: false,
                   configurable: false });
    const { prototype } = Interface;
    assertTrue(getPrototypeOf(prototype) === Object.prototype);
    for (const [key, kind] of Object.entries(members)) {
      const member = getOwnPropertyDescriptor(prototype, key);
      assertTrue(member.enumerable && member.configurable, key);
      if (kind === 'get') {
        assertEquals(member.set, undefined, key);
        assertMethod(member.get, `get ${key}`, 0);
      } else {
        assertTrue(member.writable, key);
        assertMethod(member.value, key, kind);
      }
    }
    const { values, [Symbol.asyncIterator]: asyncIterator } = prototype;
    assertTrue(asyncIterator === values);
    const symbols = ownKeys(prototype).filter((key) => typeof key === 'symbol');
    assertEquals(symbols.length, values === undefined ? 1 : 2);
    assertEquals(getOwnPropertyDescriptor(prototype, Symbol.toStringTag), {
      value: name, writable: false, enumerable: false, configurable: true,
    });
    assertEquals(ownKeys(prototype).filter((key) => typeof key === 'string')
                     .sort().join(),
                 ['constructor', ...Object.keys(members)].sort().join());
  });
}

const illegal = Object.keys(interfaces).filter(
    (name) => /Controller$|Request$/.test(name));

test('interfaces without a constructor cannot be constructed', () => {
  skipWithOwnStreams(kOwn);
  const secrets = [undefined, null, {}, Symbol(), new ReadableStream()];
  for (const name of illegal) {
    for (const secret of secrets) {
      assertThrows(() => new globalThis[name](secret, {}), TypeError, undefined,
                   name);
      assertThrows(() => Reflect.construct(
          globalThis[name], [secret, {}], ReadableStream), TypeError, undefined,
                   name);
      assertThrows(() => new class extends globalThis[name] {}(secret),
                   TypeError, undefined, name);
    }
  }
});

test('constructors want new', () => {
  for (const name of Object.keys(interfaces)) {
    assertThrows(() => globalThis[name](), TypeError, undefined, name);
    assertThrows(() => globalThis[name].call(new ReadableStream()), TypeError,
                 undefined, name);
  }
});

test('instances have nothing of their own that scripts see', () => {
  skipWithOwnStreams(kOwn);
  const controllers = [];
  const start = (controller) => { controllers.push(controller); };
  const readable = new ReadableStream({ start });
  const bytes = new ReadableStream({ type: 'bytes', start });
  const writable = new WritableStream({ start });
  const transform = new TransformStream({ start });
  for (const each of [
    ...controllers, readable, bytes, writable, transform, readable.getReader(),
    bytes.getReader({ mode: 'byob' }), writable.getWriter(),
    new ReadableStream().values(),
    new CountQueuingStrategy({ highWaterMark: 1 }),
  ]) {
    const name = Object.prototype.toString.call(each);
    assertEquals(ownKeys(each).length, 0, name);
    assertTrue(Object.isExtensible(each), name);
    Object.freeze(each);
  }
  assertEquals(readable.locked, true);
});

test('the prototype of iterators', async () => {
  skipWithOwnStreams(kOwn);
  const iterator = new ReadableStream().values();
  const prototype = getPrototypeOf(iterator);
  assertEquals(Object.prototype.toString.call(iterator),
               '[object ReadableStream AsyncIterator]');
  const AsyncIteratorPrototype =
      getPrototypeOf(getPrototypeOf(async function* () {}).prototype);
  assertTrue(getPrototypeOf(prototype) === AsyncIteratorPrototype);
  for (const [name, length] of [['next', 0], ['return', 1]]) {
    const { value, ...rest } = getOwnPropertyDescriptor(prototype, name);
    assertEquals(rest,
                 { writable: true, enumerable: true, configurable: true });
    assertMethod(value, name, length);
  }
  assertEquals(ownKeys(prototype).length, 3);
  assertTrue(iterator[Symbol.asyncIterator]() === iterator);
  for (const name of ['next', 'return']) {
    for (const receiver of [undefined, {}, prototype, new ReadableStream()]) {
      await assertRejects(prototype[name].call(receiver), TypeError, name);
    }
  }
});

test('the size of a strategy is one function for each realm', () => {
  skipWithOwnStreams(kOwn);
  for (const [name, argument, result] of [
    ['CountQueuingStrategy', undefined, 1],
    ['ByteLengthQueuingStrategy', { byteLength: 7 }, 7],
  ]) {
    const Strategy = globalThis[name];
    const { size } = new Strategy({ highWaterMark: 1 });
    assertTrue(size === new Strategy({ highWaterMark: 2 }).size);
    assertMethod(size, 'size', name === 'CountQueuingStrategy' ? 0 : 1);
    assertEquals(size(argument), result);
    assertEquals(new Strategy({ highWaterMark: '3' }).highWaterMark, 3);
    for (const wrong of [undefined, null, {}, 1, 'text']) {
      assertThrows(() => new Strategy(wrong), TypeError);
    }
  }
});

// Members of a dictionary, in the order in which they're read.
function readBy(use, values = {}) {
  const read = [];
  const handler = {
    get(target, key) {
      read.push(String(key));
      return values[key];
    },
  };
  use(() => new Proxy({}, handler));
  return read.join();
}

test('members of dictionaries are read in the order of Web IDL', () => {
  skipWithOwnStreams(kOwn);
  assertEquals(readBy((options) => new ReadableStream(undefined, options())),
               'highWaterMark,size');
  assertEquals(readBy((options) => new ReadableStream(options())),
               'autoAllocateChunkSize,cancel,pull,start,type');
  assertEquals(readBy((options) => new WritableStream(options())),
               'abort,close,start,type,write');
  assertEquals(readBy((options) => new TransformStream(options())),
               'cancel,flush,readableType,start,transform,writableType');
  assertEquals(readBy((options) => new ReadableStream().getReader(options())),
               'mode');
  assertEquals(readBy((options) => new ReadableStream().values(options())),
               'preventCancel');
  assertEquals(readBy((options) => {
    new ReadableStream().pipeTo(new WritableStream(), options());
  }), 'preventAbort,preventCancel,preventClose,signal');
  const { readable, writable } = new TransformStream();
  assertEquals(readBy((options) => {
    new ReadableStream().pipeThrough(options());
  }, { readable, writable }), 'readable,writable');
  // Arguments from left to right, before what they are used for. A strategy's
  // members come before those of a source.
  const order = [];
  const note = (name, value) => ({ get [name]() {
    order.push(name);
    return value;
  } });
  new ReadableStream(note('pull'), note('size'));
  assertEquals(order.join(), 'size,pull');
});

test('arguments of a wrong type', async () => {
  skipWithOwnStreams(kOwn);
  for (const wrong of [null, 1, 'text', Symbol()]) {
    assertThrows(() => new ReadableStream(wrong), TypeError);
    assertThrows(() => new WritableStream(wrong), TypeError);
    assertThrows(() => new TransformStream(wrong), TypeError);
  }
  for (const wrong of [1, 'text', Symbol()]) {
    assertThrows(() => new ReadableStream({}, wrong), TypeError);
    assertThrows(() => new ReadableStream({ pull: wrong }), TypeError);
    assertThrows(() => new WritableStream({ write: wrong }), TypeError);
    assertThrows(() => new TransformStream({ flush: wrong }), TypeError);
    assertThrows(() => new ReadableStream().getReader(wrong), TypeError);
    await assertRejects(new ReadableStream().pipeTo(new WritableStream(), wrong),
                        TypeError);
  }
  assertThrows(() => new WritableStream({ type: 'bytes' }), RangeError);
  assertThrows(() => new TransformStream({ readableType: 'bytes' }), RangeError);
  assertThrows(() => new ReadableStream({ type: 'text' }), TypeError);
  for (const highWaterMark of [-1, NaN, 'text']) {
    assertThrows(() => new ReadableStream({}, { highWaterMark }), RangeError);
  }
  for (const size of [0, -1, 1.5e16 * 2, Infinity, NaN]) {
    assertThrows(() => new ReadableStream(
        { type: 'bytes', autoAllocateChunkSize: size }), TypeError, undefined,
                 `${size}`);
  }
});
