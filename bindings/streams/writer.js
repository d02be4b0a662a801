// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Writers of writable streams:
// https://streams.spec.whatwg.org/#default-writer-class

// A chunk in the queue, and the functions that settle the promise of its write.
class WriteRequest {
  constructor(chunk, size) {
    this.chunk = chunk;
    this.size = size;
    this.resolve = noSteps;
    this.reject = noSteps;
    this.next = undefined;
  }
}
isolatePrototype(WriteRequest.prototype);

class Writer {
  constructor(stream) {
    this.object = undefined;
    this.stream = stream;
    this.ready = new LazyPromise();
    this.closed = new LazyPromise();
    this.error = undefined;
    // The Pipe that writes, if it's one.
    this.pipe = undefined;
  }

  toObject() {
    return this.object ??= newWritableStreamDefaultWriter(this);
  }

  // WritableStreamDefaultWriterRelease
  release() {
    this.ready.release(this);
    this.closed.release(this);
    this.stream.writer = undefined;
    this.stream = undefined;
  }

  // The same one for both promises. Not for the error hook, as in Reader.
  releasedError() {
    return this.error ??= new TypeError('The writer was released.');
  }

  newReleasedError(member, newError = newStateError) {
    return newError('WritableStreamDefaultWriter', member,
                    'The writer was released.');
  }

  // The same of WritableStreamDefaultWriter.

  closedGetter() {
    return this.closed.toObject();
  }

  readyGetter() {
    return this.ready.toObject();
  }

  desiredSizeGetter({ newStateError }) {
    if (this.stream === undefined) {
      throw this.newReleasedError('desiredSize', newStateError);
    }
    return this.stream.desiredSize();
  }

  abortMethod(reason) {
    if (this.stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('abort'));
    }
    return this.stream.abortOrFail(reason).toObject();
  }

  closeMethod() {
    const { stream } = this;
    if (stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('close'));
    }
    if (stream.isClosing()) {
      return promiseRejectedWith(newStateError(
          'WritableStreamDefaultWriter', 'close', 'The stream is closing.'));
    }
    return stream.closeOrFail('WritableStreamDefaultWriter').toObject();
  }

  // WritableStreamDefaultWriterWrite
  writeMethod(chunk) {
    const { stream } = this;
    if (stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('write'));
    }
    // Runs scripts.
    const size = stream.sizeAlgorithm === undefined ? 1 :
        stream.chunkSize(chunk);
    if (stream !== this.stream) {
      return promiseRejectedWith(this.newReleasedError('write'));
    }
    if (stream.state !== kWritable || stream.isClosing()) {
      return this.refuseWrite(stream);
    }
    const request = new WriteRequest(chunk, size);
    const promise = newPromise((resolve, reject) => {
      request.resolve = resolve;
      request.reject = reject;
    });
    if (request.reject === noSteps) {
      then(settled, () => { handleUnseen(promise); });
      throw newStackError();
    }
    try {
      stream.enqueue(request);
    } catch (error) {
      // Nobody has its promise.
      request.resolve = request.reject = noSteps;
      then(settled, bind(stream.fail, stream, error, request));
      throw error;
    }
    return promise;
  }

  refuseWrite(stream) {
    const { state } = stream;
    if (state === kWritableErrored ||
        (state === kErroring && !stream.isClosing())) {
      return promiseRejectedWith(stream.storedError);
    }
    return promiseRejectedWith(newStateError(
        'WritableStreamDefaultWriter', 'write',
        'The stream is closing or closed.'));
  }
}
isolatePrototype(Writer.prototype);

// *The new WritableStreamDefaultWriter(stream) constructor steps*
function constructWritableStreamDefaultWriter(object, stream) {
  if (stream.writer !== undefined) {
    throw newStateError('WritableStreamDefaultWriter', undefined,
                        'The stream is locked to a writer.');
  }
  const writer = stream.setWriter(new Writer(stream));
  writer.object = object;
  object[kWritableStreamDefaultWriter] = writer;
}

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function writableStreamDefaultWriterReleaseLockMethod(writer) {
  if (writer.stream !== undefined) {
    requireStack();
    writer.release();
  }
}
