// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoderStream and TextEncoderStream as interfaces: what makes one, what
// is one, and what realm things are of. shape.test.js has their members.

'use strict';

include('stream_helpers.js');

const prototypeOf = Object.getPrototypeOf;
const getterOf = (Interface, name) =>
    Object.getOwnPropertyDescriptor(Interface.prototype, name).get;
const members = {
  TextDecoderStream: ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable'],
  TextEncoderStream: ['encoding', 'readable', 'writable'],
};
const interfaces = [TextDecoderStream, TextEncoderStream];

function newTarget(prototype) {
  function target() {}
  target.prototype = prototype;
  return target;
}

test('the sides are streams of the realm, the same each time', () => {
  for (const Stream of interfaces) {
    const stream = new Stream();
    assertTrue(stream.readable instanceof ReadableStream);
    assertTrue(stream.writable instanceof WritableStream);
    assertTrue(stream.readable === stream.readable);
    assertTrue(stream.writable === stream.writable);
    assertFalse(stream instanceof TransformStream);
    const other = new Stream();
    assertTrue(other.readable !== stream.readable);
    assertTrue(other.writable !== stream.writable);
  }
});

test('the sides are plain streams', () => {
  if (hasOwnStreams && prototypeOf(new TransformStream().readable) !==
                           ReadableStream.prototype) {
    skip("the realm's own TransformStream makes a subclass for its sides");
  }
  for (const Stream of interfaces) {
    const { readable, writable } = new Stream();
    assertTrue(prototypeOf(readable) === ReadableStream.prototype);
    assertTrue(prototypeOf(writable) === WritableStream.prototype);
    assertEquals(`${readable} ${writable}`,
                 '[object ReadableStream] [object WritableStream]');
  }
});

test('attributes cannot be set', () => {
  for (const Stream of interfaces) {
    const stream = new Stream();
    for (const name of members[Stream.name]) {
      const before = stream[name];
      assertThrows(() => { stream[name] = 1; }, TypeError);
      assertTrue(stream[name] === before);
    }
  }
});

test('getters refuse what is no such stream', () => {
  for (const Stream of interfaces) {
    const other = Stream === TextDecoderStream ? TextEncoderStream
                                               : TextDecoderStream;
    for (const name of members[Stream.name]) {
      const get = getterOf(Stream, name);
      const plain = new Stream();
      for (const receiver of [
        undefined, null, 1, 'x', Symbol(), {}, [], () => {}, globalThis,
        Stream, Stream.prototype, Object.create(Stream.prototype),
        Object.create(plain), new Proxy(plain, {}), new other(),
        new TransformStream(), new TextDecoder(), new TextEncoder(),
        { readable: plain.readable, writable: plain.writable },
        Object.setPrototypeOf({}, Stream.prototype),
        Object.setPrototypeOf(new TransformStream(), Stream.prototype),
        Object.setPrototypeOf(new other(), Stream.prototype),
      ]) {
        assertThrows(() => Reflect.apply(get, receiver, []), TypeError,
                     undefined, `${Stream.name} ${name}`);
      }
      assertEquals(typeof Reflect.apply(get, plain, [1, 2]), typeof plain[name]);
    }
  }
});

test('getters of TextDecoder and TextEncoder refuse streams', () => {
  for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
    assertThrows(() => Reflect.apply(getterOf(TextDecoder, name),
                                     new TextDecoderStream(), []), TypeError);
  }
  assertThrows(() => TextDecoder.prototype.decode.call(new TextDecoderStream()),
               TypeError);
  assertThrows(() => Reflect.apply(getterOf(TextEncoder, 'encoding'),
                                   new TextEncoderStream(), []), TypeError);
});

test('a call without new converts nothing', () => {
  const log = [];
  const evil = { toString() { log.push('label'); } };
  for (const Stream of interfaces) {
    for (const receiver of [undefined, {}, new Stream()]) {
      assertThrows(() => Reflect.apply(Stream, receiver, [evil, evil]),
                   TypeError);
    }
  }
  assertEquals(log, []);
});

test('subclasses', async () => {
  class Decoder extends TextDecoderStream {
    #label;
    constructor(label) {
      super(label, { fatal: true });
      this.#label = label;
    }
    get encoding() { return `${super.encoding}, which is ${this.#label}`; }
  }
  const decoder = new Decoder('greek');
  assertTrue(decoder instanceof TextDecoderStream);
  assertEquals(decoder.encoding, 'iso-8859-7, which is greek');
  assertTrue(decoder.fatal);
  const { output } = await transformAll(decoder, [bytes('E1')]);
  assertEquals(output, ['\u03B1']);

  class Lines extends TextDecoderStream {
    #lines = super.readable.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        chunk.split('\n').forEach((line) => controller.enqueue(line));
      },
    }));
    get readable() { return this.#lines; }
  }
  const source = newSource([bytes('61 0A 62')]).stream;
  assertEquals(await readAll(source.pipeThrough(new Lines())), ['a', 'b']);
});

test('new.target with a prototype of any kind', () => {
  for (const Stream of interfaces) {
    for (const prototype of [{}, Object.create(null), [], () => {},
                             Array.prototype, TransformStream.prototype]) {
      const stream = Reflect.construct(Stream, [], newTarget(prototype));
      assertTrue(prototypeOf(stream) === prototype);
      assertEquals(Reflect.apply(getterOf(Stream, 'encoding'), stream, []),
                   'utf-8');
      assertTrue(Reflect.apply(getterOf(Stream, 'readable'), stream, [])
                     instanceof ReadableStream);
    }
    for (const prototype of [null, undefined, 1, 'x', Symbol()]) {
      const stream = Reflect.construct(Stream, [], newTarget(prototype));
      assertTrue(prototypeOf(stream) === Stream.prototype);
      assertEquals(stream.encoding, 'utf-8');
    }
  }
});

test('new.target that throws, or is none', () => {
  const mine = { mine: true };
  const target = new Proxy(function () {}, { get() { throw mine; } });
  for (const Stream of interfaces) {
    assertThrowsValue(() => Reflect.construct(Stream, [], target), mine);
    assertThrows(() => Reflect.construct(Stream, [], () => {}), TypeError);
  }
});

test('another interface as new.target', async () => {
  const stream = Reflect.construct(TextDecoderStream, ['l1'],
                                   TextEncoderStream);
  assertTrue(prototypeOf(stream) === TextEncoderStream.prototype);
  assertThrows(() => stream.readable, TypeError);
  const side = (name) => Reflect.apply(getterOf(TextDecoderStream, name),
                                       stream, []);
  const { output } = await transformAll(
      { readable: side('readable'), writable: side('writable') },
      [bytes('E9')]);
  assertEquals(output, ['\xE9']);
});

test('a stream goes on with its prototype changed', async () => {
  const stream = new TextEncoderStream();
  const { readable, writable } = stream;
  Object.setPrototypeOf(stream, null);
  Object.preventExtensions(stream);
  assertEquals((await transformAll({ readable, writable }, ['\xE9'])).output,
               [bytes('C3 A9')]);
});

test('each realm has interfaces of its own', () => {
  const other = newRealm();
  for (const Stream of interfaces) {
    assertNotEquals(other[Stream.name], Stream);
    const theirs = new other[Stream.name]();
    assertTrue(prototypeOf(theirs) === other[Stream.name].prototype);
    assertFalse(theirs.readable instanceof ReadableStream);
    for (const name of members[Stream.name]) {
      const mine = Reflect.apply(getterOf(Stream, name), theirs, []);
      assertTrue(mine === theirs[name]);
    }
  }
});

test('exceptions are of the realm of the function', () => {
  const other = newRealm();
  for (const { name } of interfaces) {
    assertThrows(() => other[name](), other.TypeError);
    assertThrows(() => other[name].prototype.readable, other.TypeError);
    assertThrows(() => Reflect.apply(getterOf(other[name], 'writable'), {}, []),
                 other.TypeError);
  }
  assertThrows(() => new other.TextDecoderStream('nonsense'), other.RangeError);
  assertThrows(() => new other.TextDecoderStream(Symbol()), other.TypeError);
});

test('errors of a stream are of its realm, whoever writes', async () => {
  const other = newRealm();
  const streams = [
    [new other.TextDecoderStream(), 'no buffer'],
    [new other.TextDecoderStream('utf-8', { fatal: true }), bytes('FF')],
    [new other.TextEncoderStream(), Symbol()],
  ];
  for (const [{ readable, writable }, chunk] of streams) {
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const read = reader.read().catch((error) => error);
    const write = writer.write(chunk).catch((error) => error);
    assertTrue(prototypeOf(await read) === other.TypeError.prototype);
    assertTrue(await write === await read);
    assertTrue(await writer.closed.catch((error) => error) === await read);
    assertTrue(await reader.closed.catch((error) => error) === await read);
  }
});

test('an error of flushing is of the realm of the stream', async () => {
  const other = newRealm();
  const { readable, writable } =
      new other.TextDecoderStream('utf-8', { fatal: true });
  const writer = writable.getWriter();
  const read = readable.getReader().read().catch((error) => error);
  await writer.write(bytes('E2'));
  const close = writer.close().catch((error) => error);
  assertTrue(prototypeOf(await read) === other.TypeError.prototype);
  assertTrue(await close === await read);
});

test('bytes are arrays of the realm of the stream', async () => {
  const other = newRealm();
  const { readable, writable } = new other.TextEncoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  for (const length of [1, 64, 65, 1000]) {
    writer.write('a'.repeat(length));
    const { value } = await reader.read();
    assertTrue(prototypeOf(value) === other.Uint8Array.prototype);
    assertTrue(prototypeOf(value.buffer) === other.ArrayBuffer.prototype);
  }
  writer.write('\uD83D');
  writer.close();
  const { value } = await reader.read();
  assertTrue(prototypeOf(value) === other.Uint8Array.prototype);
});

test('a stream made by a constructor of one realm for another', async () => {
  const other = newRealm();
  const mine = Reflect.construct(TextEncoderStream, [],
                                 other.TextEncoderStream);
  assertTrue(prototypeOf(mine) === other.TextEncoderStream.prototype);
  // The constructor that was called has made the sides.
  assertTrue(mine.readable instanceof ReadableStream);
  const { output } = await transformAll(mine, ['a']);
  assertTrue(prototypeOf(output[0]) === Uint8Array.prototype);
  const target = new other.Function();
  target.prototype = null;
  for (const { name } of interfaces) {
    assertTrue(prototypeOf(Reflect.construct(globalThis[name], [], target)) ===
               other[name].prototype);
  }
});
