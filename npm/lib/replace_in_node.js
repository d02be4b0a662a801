// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where Node's modules make or take streams by themselves, and don't know the
// package's: a Blob's, the branches of a body that fetch() clones, and what
// fromWeb() of node:stream takes.

'use strict';

const { Duplex, Readable, Writable } = require('node:stream');
const web = require('node:stream/web');

const native = require('./native.js');
const { define } = require('./realm.js');

// Whether a value is a stream of that interface of the package's, in whichever realm:
// then this getter takes it.
function isStreamOf(name) {
  const { get } = Object.getOwnPropertyDescriptor(
      native.streams(globalThis)[name].prototype, 'locked');
  return (value) => {
    try {
      Reflect.apply(get, value, []);
      return true;
    } catch {
      return false;
    }
  };
}
const isReadableStream = isStreamOf('ReadableStream');
const isWritableStream = isStreamOf('WritableStream');

const NodeReadableStream = web.ReadableStream;
const NodeWritableStream = web.WritableStream;

// Not by then(), which scripts can replace.
async function whenRejected(promise, onRejected) {
  try {
    await promise;
  } catch (error) {
    onRejected(error);
  }
}

// A stream of Node's with the chunks and the end of `stream`, which is read when the
// other one is, and not before.
function readableOfNode(stream) {
  const reader = stream.getReader();
  let isCancelled = false;
  const readable = new NodeReadableStream({
    start(controller) {
      // At once, also where nobody reads.
      whenRejected(reader.closed, (error) => { controller.error(error); });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (isCancelled) {
        return;
      }
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel(reason) {
      isCancelled = true;
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return { stream: readable, release: () => reader.releaseLock() };
}

// A stream of Node's that writes to `stream`, a chunk when the one before is written.
function writableOfNode(stream) {
  const writer = stream.getWriter();
  let aborted;
  const abort = (reason) => (aborted ??= writer.abort(reason));
  const writable = new NodeWritableStream({
    start(controller) {
      whenRejected(writer.closed, (error) => { controller.error(error); });
      // Node calls abort() below when the last chunk is written, but `stream` has to
      // know before: the chunk may wait in its queue.
      const { signal } = controller;
      signal.addEventListener(
          'abort', () => { whenRejected(abort(signal.reason), () => {}); });
    },
    write: (chunk) => writer.write(chunk),
    // Where `stream` has failed by now, close() says only that it has.
    close() {
      whenRejected(writer.close(), () => {});
      return writer.closed;
    },
    abort,
  });
  return { stream: writable, release: () => writer.releaseLock() };
}

function replaceFromWeb() {
  // What Node takes in the place of `value`.
  function forNode(value) {
    if (isReadableStream(value)) {
      return readableOfNode(value);
    }
    if (isWritableStream(value)) {
      return writableOfNode(value);
    }
    return { stream: value, release() {} };
  }

  // Node looks at the options later than forNode() has locked the streams.
  function releaseIfThrows(call, ...taken) {
    try {
      return call();
    } catch (error) {
      for (const { release } of taken) {
        release();
      }
      throw error;
    }
  }

  for (const nodeClass of [Readable, Writable]) {
    const { fromWeb } = nodeClass;
    nodeClass.fromWeb = {
      fromWeb(stream, options) {
        const taken = forNode(stream);
        return releaseIfThrows(
            () => Reflect.apply(fromWeb, this, [taken.stream, options]), taken);
      },
    }.fromWeb;
  }
  const { fromWeb } = Duplex;
  Duplex.fromWeb = {
    fromWeb(pair, options) {
      if (typeof pair !== 'object' || pair === null) {
        return Reflect.apply(fromWeb, this, [pair, options]);
      }
      const { readable, writable } = pair;
      const output = forNode(writable);
      return releaseIfThrows(() => {
        const input = forNode(readable);
        return releaseIfThrows(
            () => Reflect.apply(
                fromWeb, this,
                [{ readable: input.stream, writable: output.stream }, options]),
            input);
      }, output);
    },
  }.fromWeb;
}

function replaceInNode() {
  const { ReadableStream } = globalThis;
  const tee = web.ReadableStreamTee;
  if (tee !== undefined) {
    web.ReadableStreamTee = (stream, ...rest) =>
        isReadableStream(stream) ? stream.tee() : tee(stream, ...rest);
  }
  const { stream } = Blob.prototype;
  define(Blob.prototype, 'stream', {
    stream() { return ReadableStream.from(Reflect.apply(stream, this, [])); },
  }.stream);
  Object.defineProperty(Blob.prototype, 'stream', {
    __proto__: null, enumerable: true,
  });
  replaceFromWeb();
}

module.exports = { replaceInNode };
