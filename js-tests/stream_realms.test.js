// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Streams of one realm used with the methods of another. Promises, what they are
// settled with, and objects that methods make come from the realm of the object;
// what a method or a getter throws, and what methods of iterators give, comes from
// the realm of the method or getter.

'use strict';

include('stream_helpers.js');

const prototypeOf = Object.getPrototypeOf;
const getterOf = (Interface, name) =>
    Object.getOwnPropertyDescriptor(Interface.prototype, name).get;
const kOwn = 'their realms are their own';

function assertOf(realm, value, name, note) {
  assertTrue(prototypeOf(value) === realm[name].prototype,
             `${note ?? ''} is no ${name} of that realm`);
}

test('a reader of another realm', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const stream = new other.ReadableStream({
    start(controller) { controller.enqueue('a'); },
  });
  const reader = ReadableStream.prototype.getReader.call(stream);
  assertOf(other, reader, 'ReadableStreamDefaultReader');
  assertTrue(getterOf(ReadableStream, 'locked').call(stream));
  const { read, cancel, releaseLock } = ReadableStreamDefaultReader.prototype;
  const first = read.call(reader);
  assertOf(other, first, 'Promise', 'a read that has a chunk');
  const result = await first;
  assertOf(other, result, 'Object', 'the result');
  assertEquals(result.value, 'a');
  const waiting = read.call(reader);
  assertOf(other, waiting, 'Promise', 'a read that waits');
  const closed = getterOf(ReadableStreamDefaultReader, 'closed').call(reader);
  assertOf(other, closed, 'Promise', 'closed');
  releaseLock.call(reader);
  assertOf(other, await waiting.catch((error) => error), 'TypeError',
           'the error of a read');
  const later = read.call(reader);
  assertOf(other, later, 'Promise', 'a read of a released reader');
  assertOf(other, await later.catch((error) => error), 'TypeError');
  const cancelled = cancel.call(reader);
  assertOf(other, cancelled, 'Promise', 'cancel()');
  cancelled.catch(() => {});
  closed.catch(() => {});
});

test('a constructor of a reader and of a writer, given another realm\'s stream',
     async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const stream = new other.ReadableStream({
    start(controller) { controller.enqueue('a'); },
  });
  const reader = new ReadableStreamDefaultReader(stream);
  assertOf(globalThis, reader, 'ReadableStreamDefaultReader');
  const read = reader.read();
  assertOf(globalThis, read, 'Promise', 'read()');
  assertOf(globalThis, reader.closed, 'Promise', 'closed');
  assertOf(globalThis, await read, 'Object', 'the result');
  assertEquals((await read).value, 'a');
  const writer = new WritableStreamDefaultWriter(new other.WritableStream());
  assertOf(globalThis, writer, 'WritableStreamDefaultWriter');
  const written = writer.write('a');
  for (const promise of [written, writer.ready, writer.closed]) {
    assertOf(globalThis, promise, 'Promise', 'of the writer');
  }
  assertEquals(await written, undefined);
  const bytes = new other.ReadableStream({ type: 'bytes' });
  const byobReader = new ReadableStreamBYOBReader(bytes);
  assertOf(globalThis, byobReader, 'ReadableStreamBYOBReader');
  assertOf(globalThis, byobReader.closed, 'Promise', 'closed');
  byobReader.releaseLock();
  assertTrue(!bytes.locked);
  assertTrue(await byobReader.closed.catch((error) => error) instanceof TypeError);
});

test('what methods throw for another realm\'s objects', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const writer = new other.WritableStream().getWriter();
  writer.releaseLock();
  writer.closed.catch(() => {});
  writer.ready.catch(() => {});
  assertThrows(() => getterOf(WritableStreamDefaultWriter, 'desiredSize')
                   .call(writer), TypeError);
  let controller;
  const start = (c) => { controller = c; };
  new other.ReadableStream({ start }, { size() { return -1; } });
  assertThrows(() => ReadableStreamDefaultController.prototype.enqueue
                   .call(controller, 1), RangeError);
  const { readable } = new other.TransformStream(
      { start }, undefined, { size() { return -1; } });
  assertThrows(() => TransformStreamDefaultController.prototype.enqueue
                   .call(controller, 1), RangeError);
  assertTrue(!readable.locked);
  const bytes = new other.ReadableStream(
      { type: 'bytes', autoAllocateChunkSize: 1, start });
  bytes.getReader().read().catch(() => {});
  await settle();
  const { byobRequest } = controller;
  const { respond, respondWithNewView } = ReadableStreamBYOBRequest.prototype;
  assertThrows(() => respond.call(byobRequest, 9), RangeError);
  assertThrows(() => respondWithNewView.call(byobRequest, new Uint8Array(5)),
               RangeError);
  assertThrows(() => ReadableStream.prototype.getReader.call(
      new other.ReadableStream(), { mode: 'byob' }), TypeError);
  assertThrows(() => new ReadableStreamBYOBReader(new other.ReadableStream()),
               TypeError);
});

test('a writer of another realm', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const stream = new other.WritableStream();
  const writer = WritableStream.prototype.getWriter.call(stream);
  assertOf(other, writer, 'WritableStreamDefaultWriter');
  const { write, close, abort, releaseLock } =
      WritableStreamDefaultWriter.prototype;
  for (const name of ['closed', 'ready']) {
    assertOf(other, getterOf(WritableStreamDefaultWriter, name).call(writer),
             'Promise', name);
  }
  const written = write.call(writer, 'a');
  assertOf(other, written, 'Promise', 'write()');
  assertEquals(await written, undefined);
  const closed = close.call(writer);
  assertOf(other, closed, 'Promise', 'close()');
  await closed;
  const late = write.call(writer, 'b');
  assertOf(other, late, 'Promise', 'write() behind close()');
  assertOf(other, await late.catch((error) => error), 'TypeError');
  releaseLock.call(writer);
  const aborted = abort.call(writer);
  assertOf(other, aborted, 'Promise', 'abort()');
  assertOf(other, await aborted.catch((error) => error), 'TypeError');
});

test('controllers of another realm', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  let controller;
  new other.ReadableStream({ start(c) { controller = c; } });
  assertOf(other, controller, 'ReadableStreamDefaultController');
  const { close, enqueue } = ReadableStreamDefaultController.prototype;
  enqueue.call(controller, 'a');
  close.call(controller);
  assertThrows(() => close.call(controller), TypeError);
  assertThrows(() => enqueue.call(controller), TypeError);
  let sink;
  new other.WritableStream({ start(c) { sink = c; } });
  const signal = getterOf(WritableStreamDefaultController, 'signal').call(sink);
  assertOf(other, signal, 'AbortSignal');
  let transformer;
  const { readable } =
      new other.TransformStream({ start(c) { transformer = c; } });
  TransformStreamDefaultController.prototype.terminate.call(transformer);
  assertOf(other, readable, 'ReadableStream');
  assertThrows(() => TransformStreamDefaultController.prototype.enqueue
                   .call(transformer), TypeError);
});

test('bytes of another realm', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  let controller;
  const stream = new other.ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 4,
    start(c) { controller = c; },
  });
  assertOf(other, controller, 'ReadableByteStreamController');
  const reader = ReadableStream.prototype.getReader.call(stream);
  const read = ReadableStreamDefaultReader.prototype.read.call(reader);
  await settle();
  const request = getterOf(ReadableByteStreamController, 'byobRequest')
      .call(controller);
  assertOf(other, request, 'ReadableStreamBYOBRequest');
  const view = getterOf(ReadableStreamBYOBRequest, 'view').call(request);
  assertOf(other, view, 'Uint8Array');
  assertOf(other, view.buffer, 'ArrayBuffer');
  view[0] = 7;
  ReadableStreamBYOBRequest.prototype.respond.call(request, 1);
  const { value } = await read;
  assertOf(other, value, 'Uint8Array');
  assertEquals(value[0], 7);
  assertThrows(() => ReadableByteStreamController.prototype.enqueue.call(
      controller, new Uint8Array(0)), TypeError);
});

test('tee, values and pipes of another realm', async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const newOther = () => new other.ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.close();
    },
  });
  const { pipeThrough, pipeTo, tee, values } = ReadableStream.prototype;
  const branches = tee.call(newOther());
  assertOf(other, branches, 'Array', 'what tee() gives');
  for (const branch of branches) {
    assertOf(other, branch, 'ReadableStream');
    assertEquals(await readAll(branch), ['a']);
  }
  const iterator = values.call(newOther());
  assertTrue(prototypeOf(iterator) ===
             prototypeOf(new other.ReadableStream().values()));
  const { next } = prototypeOf(new ReadableStream().values());
  assertEquals((await next.call(iterator)).value, 'a');
  const chunks = [];
  const piped = pipeTo.call(newOther(), new WritableStream({
    write(chunk) { chunks.push(chunk); },
  }));
  assertOf(other, piped, 'Promise', 'pipeTo()');
  await piped;
  assertEquals(chunks, ['a']);
  const mine = pipeThrough.call(newOther(), new TransformStream());
  assertOf(globalThis, mine, 'ReadableStream');
  assertEquals(await readAll(mine), ['a']);
  const controller = new other.AbortController();
  controller.abort('why');
  await assertRejects(pipeTo.call(newOther(), new WritableStream(),
                                  { signal: controller.signal }), 'why');
});

// NewPromiseCapability(%Promise%) and CreateIteratorResultObject of the method.
test('methods of iterators make promises and results of their own realm',
     async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const newIterator = (realm) => new realm.ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.enqueue('b');
      controller.close();
    },
  }).values();
  for (const [mine, theirs] of [[globalThis, other], [other, globalThis]]) {
    const { next, return: end } =
        prototypeOf(new mine.ReadableStream().values());
    const check = async (promise, value, done, note) => {
      assertOf(mine, promise, 'Promise', note);
      const result = await promise;
      assertOf(mine, result, 'Object', note);
      assertEquals([result.value, result.done], [value, done], note);
    };
    const iterator = newIterator(theirs);
    await check(next.call(iterator), 'a', false, 'next()');
    await check(end.call(iterator, 'c'), 'c', true, 'return()');
    await check(next.call(iterator), undefined, true, 'next() at the end');
    await check(end.call(iterator, 'd'), 'd', true, 'return() at the end');
    const waiting = newIterator(theirs);
    const checks = [
      check(next.call(waiting), 'a', false, 'first'),
      check(next.call(waiting), 'b', false, 'second'),
      check(next.call(waiting), undefined, true, 'third'),
      check(end.call(waiting, 'c'), 'c', true, 'fourth'),
    ];
    await Promise.all(checks);
    const wrong = next.call({});
    assertOf(mine, wrong, 'Promise', 'a wrong receiver');
    assertOf(mine, await wrong.catch((error) => error), 'TypeError');
  }
});

// What Web IDL does before the steps of a method.
test('receivers and arguments are checked in the realm of the method',
     async () => {
  skipWithOwnStreams(kOwn);
  const other = newRealm();
  const { getReader, pipeTo, pipeThrough } = other.ReadableStream.prototype;
  assertThrows(() => getReader.call({}), other.TypeError);
  assertThrows(() => getReader.call(new ReadableStream(), { mode: 'no' }),
               other.TypeError);
  assertThrows(() => pipeThrough.call(new ReadableStream(), {}),
               other.TypeError);
  const rejected = pipeTo.call({});
  assertOf(other, rejected, 'Promise');
  assertOf(other, await rejected.catch((error) => error), 'TypeError');
  const noSink = pipeTo.call(new ReadableStream(), {});
  assertOf(other, noSink, 'Promise');
  assertOf(other, await noSink.catch((error) => error), 'TypeError');
  const { read } = other.ReadableStreamDefaultReader.prototype;
  for (const object of [new ReadableStream(), {}]) {
    const wrong = read.call(object);
    assertOf(other, wrong, 'Promise');
    wrong.catch(() => {});
  }
});

test('proxies and objects that inherit from streams are no streams', () => {
  skipWithOwnStreams(kOwn);
  for (const stream of [new ReadableStream(), new WritableStream(),
                        new TransformStream()]) {
    const { name } = stream.constructor;
    const member = name === 'ReadableStream' ? 'locked'
                 : name === 'WritableStream' ? 'locked' : 'readable';
    const getter = getterOf(globalThis[name], member);
    for (const object of [new Proxy(stream, {}), Object.create(stream),
                          globalThis[name].prototype, {}, undefined, null]) {
      assertThrows(() => getter.call(object), TypeError, undefined, name);
    }
    getter.call(Object.setPrototypeOf(stream, null));
  }
});
