// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Readers of readable streams: what both kinds share, and the default reader.
// https://streams.spec.whatwg.org/#generic-reader-mixin
// https://streams.spec.whatwg.org/#default-reader-class

// A *read request* or *read-into request* whose steps settle a promise.
class ReadRequest {
  constructor() {
    this.resolve = undefined;
    this.reject = undefined;
    this.next = undefined;
  }

  newPromise() {
    const promise = newPromise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    if (this.reject === undefined) {
      then(settled, () => { handleUnseen(promise); });
      throw newStackError();
    }
    return promise;
  }

  chunkSteps(chunk) {
    this.resolve(newResult(chunk, false));
  }

  closeSteps(chunk) {
    this.resolve(newResult(chunk, true));
  }

  errorSteps(error) {
    this.reject(error);
  }
}
isolatePrototype(ReadRequest.prototype);

// What both kinds of readers share; a queue of requests, which only one kind
// adds to.
class Reader {
  constructor(stream, isByob) {
    this.object = undefined;
    this.stream = stream;
    this.isByob = isByob;
    this.closed = new LazyPromise();
    this.requests = new Queue();
  }

  // Differs: what rejects the promise of a method called on another realm's object, or
  // of its `closed`, is of the object's realm here, if it's about the state; Web IDL has
  // that of the method.
  newReleasedError(member) {
    return newStateError(this.interfaceName(), member, 'The reader was released.');
  }

  // ReadableStreamDefaultReaderErrorReadRequests,
  // ReadableStreamBYOBReaderErrorReadIntoRequests
  errorRequests(error) {
    this.requests.endAll((request) => { request.errorSteps(error); });
  }

  // Answers the first request. One that there isn't the stack for is the first
  // again, by no call.
  answer(chunk, isDone = false) {
    const { requests } = this;
    const request = requests.shift();
    try {
      if (isDone) {
        request.closeSteps(chunk);
      } else {
        request.chunkSteps(chunk);
      }
    } catch (error) {
      request.next = requests.first;
      requests.first = request;
      requests.last ??= request;
      throw error;
    }
  }

  endRequests() {
    this.requests.endAll((request) => { request.closeSteps(undefined); });
  }

  // ReadableStreamDefaultReaderRelease, ReadableStreamBYOBReaderRelease
  release() {
    const { stream } = this;
    this.closed.release(this);
    stream.releaseSteps();
    stream.reader = undefined;
    this.stream = undefined;
    this.finishRelease();
  }

  finishRelease() {
    if (this.requests.first !== undefined) {
      this.errorRequests(this.releasedError());
    }
  }

  // Not for the error hook: nobody need have done anything wrong.
  releasedError() {
    return new TypeError('The reader was released.');
  }

  // What read() gives where the stream is about to end by Readable.fail(): a promise
  // that is rejected then.
  readOfFailing() {
    const request = new ReadRequest();
    const promise = request.newPromise();
    this.requests.push(request);
    then(settled, bind(this.stream.fail, this.stream));
    return promise;
  }

  // Of ReadableStreamGenericReader.

  closedGetter() {
    return this.closed.toObject();
  }

  cancelMethod(reason) {
    if (this.stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('cancel'));
    }
    requireStack();
    return this.stream.cancel(reason).toObject();
  }

  releaseOnce() {
    if (this.stream !== undefined) {
      this.release();
    }
  }

  // releaseLock() for scripts.
  releaseOrFail() {
    requireStack();
    try {
      this.releaseOnce();
    } catch (error) {
      // As in Readable.fail().
      then(settled, () => {
        this.releaseOnce();
        this.finishRelease();
      });
      throw error;
    }
  }
}
isolatePrototype(Reader.prototype);

class DefaultReader extends Reader {
  // V8 10.2 iterates over the parameters of a constructor that isn't written.
  constructor(stream) {
    super(stream, false);
  }

  toObject() {
    return this.object ??= newReadableStreamDefaultReader(this);
  }

  interfaceName() {
    return 'ReadableStreamDefaultReader';
  }

  // What ReadableStreamClose does with read requests,
  closeRequests() {
    this.endRequests();
  }

  // and ReadableStreamCancel with read-into requests.
  cancelRequests() {}

  // ReadableStreamDefaultReaderRead
  read(request) {
    const { stream } = this;
    stream.isDisturbed = true;
    if (stream.state === kReadable) {
      stream.pullSteps(request);
    } else if (stream.state === kReadableClosed) {
      request.closeSteps(undefined);
    } else {
      request.errorSteps(stream.storedError);
    }
  }

  // The method of ReadableStreamDefaultReader.
  readMethod() {
    const { stream } = this;
    if (stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('read'));
    }
    if (stream.failure !== undefined) {
      return this.readOfFailing();
    }
    let request;
    try {
      if (stream.state === kReadable && stream.queue.first !== undefined) {
        stream.isDisturbed = true;
        return promiseResolvedWith(newResult(stream.takeChunk(), false));
      }
      request = new ReadRequest();
      const promise = request.newPromise();
      this.read(request);
      return promise;
    } catch (error) {
      // There isn't the stack for it.
      if (request === undefined || this.requests.last === request) {
        stream.failure = error;
        then(settled, bind(stream.fail, stream));
      }
      // Nobody has its promise.
      if (request !== undefined) {
        request.resolve = request.reject = noSteps;
      }
      throw error;
    }
  }
}

// *The new ReadableStreamDefaultReader(stream) constructor steps*
function constructReadableStreamDefaultReader(object, stream) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStreamDefaultReader', undefined);
  }
  const reader = stream.setReader(new DefaultReader(stream));
  reader.object = object;
  object[kReadableStreamDefaultReader] = reader;
}

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function readableStreamDefaultReaderReleaseLockMethod(reader) {
  reader.releaseOrFail();
}
