// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// structuredClone, by
// https://html.spec.whatwg.org/#safe-passing-of-structured-data

'use strict';

include('shell_interfaces.js');

test('the function', () => {
  assertEquals(structuredClone.name, 'structuredClone');
  assertEquals(structuredClone.length, 1);
  assertThrows(() => structuredClone(), TypeError);
  assertThrows(() => new structuredClone(1), TypeError);
  assertEquals(structuredClone(undefined), undefined);
});

test('primitive values', () => {
  for (const value of [undefined, null, true, false, 0, -0, NaN, Infinity,
                       1.5, 2 ** 40, 'text', '\uD800', '', 10n ** 30n, -1n]) {
    assertEquals(structuredClone(value), value);
    const clone = structuredClone(Object(value));
    if (value !== undefined && value !== null) {
      assertEquals(Object.getPrototypeOf(clone),
                   Object.getPrototypeOf(Object(value)));
      assertEquals(clone.valueOf(), value);
    }
  }
});

test('plain objects and arrays', () => {
  const value = { a: 1, b: [1, , 'x'], c: { d: null } };
  value.self = value;
  const clone = structuredClone(value);
  assertFalse(clone === value);
  assertTrue(clone.self === clone);
  assertEquals(clone.a, 1);
  assertEquals(clone.b.length, 3);
  assertFalse(1 in clone.b);
  assertEquals(clone.c, { d: null });
  const array = [1];
  array.named = 2;
  assertEquals(structuredClone(array).named, 2);
});

test('only own enumerable properties, and no prototypes', () => {
  class Point {
    constructor() {
      this.x = 1;
      Object.defineProperty(this, 'hidden', { value: 1 });
      this[Symbol()] = 1;
    }
    get y() { return 2; }
  }
  const clone = structuredClone(new Point());
  assertTrue(Object.getPrototypeOf(clone) === Object.prototype);
  assertEquals(Reflect.ownKeys(clone), ['x']);
  const getter = structuredClone({ get z() { return 3; } });
  assertEquals(getter, { z: 3 });
});

test('dates, regular expressions, maps and sets', () => {
  assertEquals(structuredClone(new Date(5)).getTime(), 5);
  assertEquals(structuredClone(new Date(NaN)).getTime(), NaN);
  const pattern = /a(?<b>.)/giu;
  pattern.lastIndex = 3;
  const clone = structuredClone(pattern);
  assertEquals([clone.source, clone.flags, clone.lastIndex],
               [pattern.source, 'giu', 0]);
  const key = {};
  const map = structuredClone(new Map([[key, key], [1, new Set([key, 2])]]));
  const [[first, same], [, set]] = map;
  assertTrue(first === same);
  assertTrue(set.has(first) && set.has(2));
});

test('errors', () => {
  for (const type of [Error, EvalError, RangeError, ReferenceError, SyntaxError,
                      TypeError, URIError]) {
    const error = new type('a message');
    error.extra = 1;
    const clone = structuredClone(error);
    assertTrue(Object.getPrototypeOf(clone) === type.prototype, type.name);
    assertEquals(clone.message, 'a message');
    assertEquals(clone.stack, error.stack);
    assertFalse('extra' in clone);
  }
  class Custom extends Error {}
  const custom = new Custom('m');
  custom.name = 'Unknown';
  assertTrue(Object.getPrototypeOf(structuredClone(custom)) ===
             Error.prototype);
});

test('DOMExceptions', () => {
  for (const name of ['AbortError', 'Custom', '']) {
    const exception = new DOMException('a \uD800 message', name);
    exception.extra = 1;
    const { a: clone, b } = structuredClone({ a: exception, b: exception });
    assertTrue(clone === b);
    assertTrue(Object.getPrototypeOf(clone) === DOMException.prototype);
    assertEquals([clone.name, clone.message, clone.code],
                 [name, 'a \uD800 message', exception.code]);
    assertEquals(clone.stack.split('\n').slice(1),
                 exception.stack.split('\n').slice(1));
    assertFalse('extra' in clone);
  }
});

test('no script runs where V8 allows none', () => {
  const exceptions = [new DOMException('a'), new DOMException('b')];
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = () => fail('called');
  try {
    assertEquals(structuredClone(exceptions).length, 2);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
});

test('ArrayBuffers and views', () => {
  const buffer = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer;
  const views = [
    new Uint8Array(buffer, 1, 3), new Float64Array(buffer),
    new DataView(buffer, 2), new BigInt64Array(buffer),
    new Uint8ClampedArray(buffer),
  ];
  const { buffer: cloned, views: clones } = structuredClone({ buffer, views });
  assertFalse(cloned === buffer);
  assertEquals(new Uint8Array(cloned), new Uint8Array(buffer));
  for (let i = 0; i < views.length; ++i) {
    assertTrue(clones[i].buffer === cloned);
    assertEquals(clones[i].byteOffset, views[i].byteOffset);
    assertEquals(clones[i].byteLength, views[i].byteLength);
    assertTrue(Object.getPrototypeOf(clones[i]) ===
               Object.getPrototypeOf(views[i]));
  }
  assertEquals(buffer.byteLength, 8);
  assertEquals(structuredClone(new ArrayBuffer(0)).byteLength, 0);
});

test('SharedArrayBuffers are shared', () => {
  needs('SharedArrayBuffer');
  const buffer = new SharedArrayBuffer(8);
  const { a, b, view } = structuredClone(
      { a: buffer, b: buffer, view: new Uint8Array(buffer, 2) });
  assertTrue(a === b && view.buffer === a);
  assertFalse(a === buffer);
  view[0] = 7;
  assertEquals(new Uint8Array(buffer)[2], 7);
  assertThrowsDom(() => structuredClone(buffer, { transfer: [buffer] }),
                  'DataCloneError');
});

test('resizable buffers stay resizable', () => {
  needs('resizable ArrayBuffer');
  const buffer = new ArrayBuffer(4, { maxByteLength: 16 });
  const clone = structuredClone(buffer);
  assertEquals([clone.resizable, clone.byteLength, clone.maxByteLength],
               [true, 4, 16]);
  const tracking = structuredClone(new Uint8Array(buffer));
  assertEquals(tracking.length, 4);
  tracking.buffer.resize(12);
  assertEquals(tracking.length, 12);
  const moved = structuredClone(buffer, { transfer: [buffer] });
  assertEquals([moved.resizable, moved.byteLength, moved.maxByteLength],
               [true, 4, 16]);
  moved.resize(16);
  assertEquals(moved.byteLength, 16);
  assertEquals(buffer.byteLength, 0);
});

test('immutable buffers can\'t be transferred', () => {
  needs('immutable ArrayBuffer');
  const buffer = Uint8Array.of(1, 2).buffer.transferToImmutable();
  assertThrowsDom(() => structuredClone(buffer, { transfer: [buffer] }),
                  'DataCloneError');
  assertEquals(new Uint8Array(structuredClone(buffer)), Uint8Array.of(1, 2));
  assertEquals(buffer.byteLength, 2);
});

test('WebAssembly modules and memories', () => {
  needs('WebAssembly');
  const module = new WebAssembly.Module(
      Uint8Array.of(0, 0x61, 0x73, 0x6D, 1, 0, 0, 0));
  const { a, b } = structuredClone({ a: module, b: module });
  assertTrue(a instanceof WebAssembly.Module);
  assertTrue(a === b);
  assertFalse(a === module);
  assertEquals(WebAssembly.Module.exports(a), []);
  const { buffer } = new WebAssembly.Memory({ initial: 1 });
  assertThrows(() => structuredClone(null, { transfer: [buffer] }), TypeError);
  assertEquals(buffer.byteLength, 65536);
  assertEquals(structuredClone(buffer).byteLength, 65536);
});

test('what can\'t be cloned', () => {
  const { port1 } = new MessageChannel();
  for (const value of [
    () => {}, class {}, Symbol(), Symbol.iterator, new WeakMap(),
    new WeakRef({}), Promise.resolve(), new Proxy({}, {}), (function*() {})(),
    new TextDecoder(), new TextEncoder(), new EventTarget(), new Event('a'),
    new AbortController(), AbortSignal.abort(), new MessageChannel(), port1,
    new MessageEvent('a'), globalThis,
  ]) {
    const note = Object.prototype.toString.call(value);
    assertThrowsDom(() => structuredClone(value), 'DataCloneError', note);
    assertThrowsDom(() => structuredClone({ a: [value] }), 'DataCloneError',
                    note);
  }
});

test('streams and what goes with streams can\'t be cloned', () => {
  needs('streams');
  const controllers = [];
  const start = (controller) => { controllers.push(controller); };
  const bytes = new ReadableStream({ type: 'bytes', autoAllocateChunkSize: 1,
                                     start });
  bytes.getReader().read();
  const [{ byobRequest }] = controllers;
  new ReadableStream({ start });
  new WritableStream({ start });
  new TransformStream({ start });
  class Derived extends CountQueuingStrategy {}
  const mark = { highWaterMark: 1 };
  for (const value of [
    ...controllers, byobRequest, new ReadableStream(), new WritableStream(),
    new TransformStream(), new ReadableStream().getReader(),
    new ReadableStreamDefaultReader(new ReadableStream()),
    new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }),
    new WritableStream().getWriter(), new ReadableStream().values(),
    new CountQueuingStrategy(mark), new ByteLengthQueuingStrategy(mark),
    new Derived(mark), new TextDecoderStream(), new TextEncoderStream(),
    Reflect.construct(ByteLengthQueuingStrategy, [mark], Object),
    new (createRealm().CountQueuingStrategy)(mark),
  ]) {
    const note = Object.prototype.toString.call(value);
    assertThrowsDom(() => structuredClone(value), 'DataCloneError', note);
    assertThrowsDom(() => structuredClone({ a: [value] }), 'DataCloneError',
                    note);
    const { port1 } = new MessageChannel();
    assertThrowsDom(() => port1.postMessage(value), 'DataCloneError', note);
    if (!/(Readable|Writable|Transform)Stream]$/.test(note)) {
      assertThrowsDom(() => structuredClone(value, { transfer: [value] }),
                      'DataCloneError', note);
    }
  }
});

test('prototypes make no host objects', () => {
  const value = structuredClone(Object.create(EventTarget.prototype));
  assertTrue(Object.getPrototypeOf(value) === Object.prototype);
  const event = new Event('a');
  Object.setPrototypeOf(event, Object.prototype);
  assertThrowsDom(() => structuredClone(event), 'DataCloneError');
});

test('exceptions of getters pass through', () => {
  const thrown = {};
  assertThrowsValue(() => structuredClone({ get a() { throw thrown; } }),
                    thrown);
});

test('transfer', () => {
  const buffer = Uint8Array.of(1, 2, 3).buffer;
  const view = new Uint8Array(buffer, 1);
  const clone = structuredClone({ view, buffer }, { transfer: [buffer] });
  assertEquals(buffer.byteLength, 0);
  assertEquals(view.length, 0);
  assertEquals(clone.view, Uint8Array.of(2, 3));
  assertTrue(clone.view.buffer === clone.buffer);
  // One that the value doesn't have is detached, too.
  const other = new ArrayBuffer(4);
  assertEquals(structuredClone(1, { transfer: new Set([other]) }), 1);
  assertEquals(other.byteLength, 0);
  const empty = new ArrayBuffer(0);
  assertEquals(structuredClone(empty, { transfer: [empty] }).byteLength, 0);
});

test('transfer of ports', async () => {
  const { port1, port2 } = new MessageChannel();
  const clone = structuredClone({ port: port2, again: port2 },
                                { transfer: [port2] });
  assertTrue(clone.port instanceof MessagePort);
  assertTrue(clone.port === clone.again);
  assertFalse(clone.port === port2);
  const received = new Promise((resolve) => {
    clone.port.onmessage = (event) => resolve(event.data);
  });
  port1.postMessage('hello');
  assertEquals(await received, 'hello');
  assertThrowsDom(() => structuredClone(null, { transfer: [port2] }),
                  'DataCloneError');
});

test('what can\'t be transferred', () => {
  const buffer = new ArrayBuffer(1);
  for (const list of [[{}], [new Uint8Array(1)], [new EventTarget()],
                      [() => {}], [buffer, {}], [buffer, buffer],
                      [new TextDecoder()], [new DOMException()]]) {
    assertThrowsDom(() => structuredClone(null, { transfer: list }),
                    'DataCloneError');
  }
  assertEquals(buffer.byteLength, 1);
  for (const list of [1, null, {}, [1], ['a'], [null], [undefined]]) {
    assertThrows(() => structuredClone(null, { transfer: list }), TypeError);
  }
  for (const options of [1, 'a', true, Symbol()]) {
    assertThrows(() => structuredClone(null, options), TypeError);
  }
  assertEquals(structuredClone(1, { transfer: undefined }), 1);
  assertEquals(structuredClone(1, null), 1);
});

test('a value that can\'t be cloned detaches nothing', () => {
  const buffer = new ArrayBuffer(1);
  assertThrowsDom(() => structuredClone(() => {}, { transfer: [buffer] }),
                  'DataCloneError');
  assertEquals(buffer.byteLength, 1);
});

test('buffers that are detached', () => {
  const { buffer, detach } = newDetachable(8);
  detach();
  assertThrowsDom(() => structuredClone(buffer), 'DataCloneError');
  const detached = new ArrayBuffer(8);
  const view = new Uint8Array(detached);
  structuredClone(null, { transfer: [detached] });
  assertThrowsDom(() => structuredClone(null, { transfer: [detached] }),
                  'DataCloneError');
  assertThrowsDom(() => structuredClone(view),
                  'DataCloneError');
});

test('a getter that detaches what is to be transferred', () => {
  const buffer = new ArrayBuffer(8);
  assertThrowsDom(
      () => structuredClone({
        get a() { structuredClone(null, { transfer: [buffer] }); },
      }, { transfer: [buffer] }),
      'DataCloneError');
});

test('clones are of the function\'s realm', () => {
  const other = newRealm();
  const clone = other.structuredClone(
      { error: new RangeError(), exception: new DOMException('m') });
  assertTrue(Object.getPrototypeOf(clone) === other.Object.prototype);
  assertTrue(clone.error instanceof other.RangeError);
  assertTrue(clone.exception instanceof other.DOMException);
  assertThrows(() => other.structuredClone(() => {}), other.DOMException);
  assertThrows(() => other.structuredClone(), other.TypeError);
});

test('a large value', () => {
  const value = [];
  for (let i = 0; i < 100000; ++i) {
    value.push({ i, text: `text ${i}` });
  }
  const clone = structuredClone(value);
  assertEquals(clone.length, value.length);
  assertEquals(clone[99999], value[99999]);
});
