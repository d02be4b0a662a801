// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What hosts' own APIs ask of streams and do to them, by
// include/v8_encoding/streams.h.

// The record of a ReadableStream or a WritableStream.
function convertSide(object) {
  const record = object[kReadableStream] ?? object[kWritableStream];
  if (record === undefined) {
    throw new TypeError(
        'The object is neither a ReadableStream nor a WritableStream.');
  }
  return record;
}

// A promise that is settled when the stream is closed or errored, whoever has its
// lock, and whose rejection is handled.
function streamEnd(object) {
  const record = convertSide(object);
  if (record.ended === undefined) {
    const ended = new LazyPromise();
    ended.markAsHandled();
    const isReadable = object[kReadableStream] !== undefined;
    if (record.state === (isReadable ? kReadableErrored : kWritableErrored)) {
      ended.reject(record.storedError);
    } else if (record.state === (isReadable ? kReadableClosed : kWritableClosed)) {
      ended.fulfill();
    }
    record.ended = ended;
  }
  return record.ended.toObject();
}

// Errors the stream, as its controller's error() does, and its other side: that of a
// TransformStream, or that in the realm where a stream was transferred from.
function errorStream(object, error) {
  const readable = object[kReadableStream] ?? readableOf(object);
  if (readable !== undefined) {
    if (readable.source?.fail !== undefined) {
      requireLargeStack();
      readable.source.fail(error, readable);
    } else {
      readable.errorOrFail(error);
    }
    return;
  }
  const writable = convertSide(object);
  if (writable.sink?.fail !== undefined) {
    requireLargeStack();
    writable.sink.fail(error, writable);
  } else {
    writable.errorOrFail(error);
  }
}

// The record of the ReadableStream that an object controls.
function readableOf(object) {
  return object[kReadableStreamDefaultController] ??
      object[kReadableByteStreamController];
}

// *enqueue* and *close* of "Using streams in other specifications".

function enqueueChunk(controller, chunk) {
  const stream = controller[kReadableStreamDefaultController];
  if (stream !== undefined) {
    readableStreamDefaultControllerEnqueueMethod(stream, chunk);
    return;
  }
  const byteStream = convertByteController(controller);
  const view = convertArrayBufferView(chunk, 'ReadableByteStreamController',
                                      'enqueue', 1);
  // Nobody has its buffer before somebody has asked for the BYOB request.
  const byobView = byteStream.byobRequest?.view;
  if (byobView !== undefined && bufferOfTypedArray(byobView) === bufferOf(view)) {
    checkCanCloseOrEnqueue(byteStream, 'ReadableByteStreamController', 'enqueue');
    byteStream.respondWithNewView(view, ownErrors);
  } else {
    readableByteStreamControllerEnqueueMethod(byteStream, view);
  }
}

function closeStream(controller) {
  const stream = controller[kReadableStreamDefaultController];
  if (stream !== undefined) {
    readableStreamDefaultControllerCloseMethod(stream);
    return;
  }
  const byteStream = convertByteController(controller);
  requireLargeStack();
  checkCanCloseOrEnqueue(byteStream, 'ReadableByteStreamController', 'close');
  const { first } = byteStream.pullIntos;
  if (first !== undefined && isDetachedBuffer(first.buffer)) {
    throw newTypeError('ReadableByteStreamController', 'close',
                       'The buffer of the BYOB request is detached.');
  }
  byteStream.closeOrFail(ownErrors);
  // Reads that have ended may have run a script, which may have responded.
  if (byteStream.pullIntos.first !== undefined) {
    byteStream.respond(0, ownErrors);
    // What is left was for reads of a default reader, which have ended. Reads of a
    // BYOB reader would wait behind it.
    byteStream.clearPullIntos();
  }
}

function convertByteController(controller) {
  const stream = controller[kReadableByteStreamController];
  if (stream === undefined) {
    throw new TypeError('The object is no controller of a ReadableStream.');
  }
  return stream;
}
