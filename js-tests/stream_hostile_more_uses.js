// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The rest of stream_hostile_uses.js: byte streams, writable streams, transforms
// and pipes.

'use strict';

(() => {
const { call, note, noteResult, noteThrown, newSource, newReader, read,
        ReadableStream, WritableStream, TransformStream, Uint8Array, apply,
        interfaces, addEventListener, bufferOf, offsetOf, parts, begin,
        end } = streamUses;
const { AbortController, ByteLengthQueuingStrategy,
        CountQueuingStrategy } = interfaces;

function newByteSource(autoAllocateChunkSize) {
  let count = 0;
  const name = 'ReadableByteStreamController';
  return new ReadableStream({
    __proto__: null,
    type: 'bytes',
    autoAllocateChunkSize,
    pull(controller) {
      const request = call(name, 'byobRequest', controller);
      if (++count > 4) {
        call(name, 'close', controller);
        if (request !== null) {
          call('ReadableStreamBYOBRequest', 'respond', request, 0);
        }
      } else if (request === null) {
        const chunk = new Uint8Array(3);
        chunk[0] = count;
        call(name, 'enqueue', controller, chunk);
      } else {
        const view = call('ReadableStreamBYOBRequest', 'view', request);
        view[0] = count;
        if (count % 2 === 0) {
          call('ReadableStreamBYOBRequest', 'respond', request, 1);
        } else {
          call('ReadableStreamBYOBRequest', 'respondWithNewView', request,
               new Uint8Array(apply(bufferOf, view, []),
                              apply(offsetOf, view, []), 1));
        }
      }
    },
    cancel(reason) { note('cancelled', reason); },
  });
}

async function useBytes() {
  const byob = { __proto__: null, mode: 'byob' };
  for (let size = 0; size < 8; size += 4) {
    const reader = newReader(newByteSource(size === 0 ? undefined : size));
    for (let i = 0; i < 5; ++i) {
      await noteResult('read', read(reader));
    }
  }
  const reader = newReader(newByteSource(), byob);
  const readInto = (length, min) => noteResult('into', call(
      'ReadableStreamBYOBReader', 'read', reader, new Uint8Array(length),
      { __proto__: null, min }));
  await readInto(2, 1);
  await readInto(5, 2);
  await readInto(4, 1);
  await readInto(4, 1);
  call('ReadableStreamBYOBReader', 'releaseLock', reader);
  await readInto(1, 1);
  const branches = call('ReadableStream', 'tee', newByteSource());
  const first = newReader(branches[0], byob);
  const second = newReader(branches[1]);
  const into = noteResult('tee into', call(
      'ReadableStreamBYOBReader', 'read', first, new Uint8Array(2)));
  await noteResult('tee', read(second));
  await into;
}

async function useWritable() {
  let controller;
  const stream = new WritableStream({
    __proto__: null,
    start(c) { controller = c; },
    async write(chunk) { note('written', chunk); },
    close() { note('closed'); },
    abort(reason) { note('aborted', reason); },
  }, new CountQueuingStrategy({ __proto__: null, highWaterMark: 1 }));
  const writer = call('WritableStream', 'getWriter', stream);
  const name = 'WritableStreamDefaultWriter';
  const ready = noteResult('ready', call(name, 'ready', writer));
  const first = call(name, 'write', writer, 'a');
  note('size', call(name, 'desiredSize', writer));
  const room = noteResult('room', call(name, 'ready', writer));
  await noteResult('write', first);
  await ready;
  await room;
  apply(addEventListener,
        call('WritableStreamDefaultController', 'signal', controller),
        ['abort', () => { note('signal'); }]);
  const closed = noteResult('closed', call(name, 'closed', writer));
  const written = noteResult('write', call(name, 'write', writer, 'b'));
  await noteResult('abort', call(name, 'abort', writer, 'why'));
  await written;
  await closed;
  call(name, 'releaseLock', writer);
  noteThrown('size', () => call(name, 'desiredSize', writer));
  const other = call('WritableStream', 'getWriter', new WritableStream(
      undefined, new ByteLengthQueuingStrategy({ __proto__: null,
                                                 highWaterMark: 3 })));
  call(name, 'write', other, { __proto__: null, byteLength: 2 });
  note('size', call(name, 'desiredSize', other));
  await noteResult('close', call(name, 'close', other));
}

async function useTransform() {
  const stream = new TransformStream({
    __proto__: null,
    transform(chunk, controller) {
      call('TransformStreamDefaultController', 'enqueue', controller, `(${chunk}`);
      call('TransformStreamDefaultController', 'enqueue', controller, ')');
    },
    flush(controller) {
      call('TransformStreamDefaultController', 'terminate', controller);
    },
  }, undefined, { __proto__: null, highWaterMark: 1, size: () => 1 });
  const writer = call('WritableStream', 'getWriter',
                      call('TransformStream', 'writable', stream));
  const reader = newReader(call('TransformStream', 'readable', stream));
  const written = call('WritableStreamDefaultWriter', 'write', writer, 'x');
  await noteResult('read', read(reader));
  await noteResult('read', read(reader));
  await noteResult('write', written);
  const closed = noteResult('close', call('WritableStreamDefaultWriter',
                                          'close', writer));
  await noteResult('read', read(reader));
  await closed;
}

const newSink = () => new WritableStream({
  __proto__: null,
  write(chunk) { note('sink', chunk); },
  close() { note('sink closed'); },
  abort(reason) { note('sink aborted', reason); },
}, new CountQueuingStrategy({ __proto__: null, highWaterMark: 1 }));

async function usePipes() {
  const through = call('ReadableStream', 'pipeThrough', newSource(3),
                       new TransformStream(), { __proto__: null });
  await noteResult('pipe', call('ReadableStream', 'pipeTo', through, new WritableStream({
    __proto__: null,
    write(chunk) { note('sink', chunk); },
  }), { __proto__: null, preventClose: true }));
  const aborter = new AbortController();
  const aborted = call('ReadableStream', 'pipeTo', newSource(300), newSink(), {
    __proto__: null, preventCancel: false, preventAbort: false,
    signal: call('AbortController', 'signal', aborter),
  });
  call('AbortController', 'abort', aborter, 'stop');
  await noteResult('pipe', aborted);
  await noteResult('pipe', call('ReadableStream', 'pipeTo', newSource(1),
                                newSink(), { __proto__: null }));
}

parts[parts.length] = useBytes;
parts[parts.length] = useWritable;
parts[parts.length] = useTransform;
parts[parts.length] = usePipes;
const count = parts.length;

globalThis.useStreams = async () => {
  begin();
  for (let i = 0; i < count; ++i) {
    await parts[i]();
  }
  return end();
};
})();
