// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Readable byte streams: https://streams.spec.whatwg.org/#rbs-controller-class

// An entry of the queue.
class QueuedBytes {
  constructor(buffer, byteOffset, byteLength) {
    this.buffer = buffer;
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
    this.next = undefined;
  }
}
isolatePrototype(QueuedBytes.prototype);

// The kinds of readers that wait for a *pull-into descriptor*.
const kDefaultReader = 0;
const kByobReader = 1;
const kNoReader = 2;

// A *pull-into descriptor*.
class PullInto {
  constructor(buffer, byteOffset, byteLength, minimumFill, viewType,
              readerType) {
    this.buffer = buffer;
    this.bufferByteLength = bufferByteLength(buffer);
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
    this.bytesFilled = 0;
    this.minimumFill = minimumFill;
    this.viewType = viewType;
    this.readerType = readerType;
    this.next = undefined;
  }

  // ReadableByteStreamControllerConvertPullIntoDescriptor
  toView() {
    const { constructor, elementSize } = this.viewType;
    return new constructor(transferArrayBuffer(this.buffer), this.byteOffset,
                           this.bytesFilled / elementSize);
  }

  // Whether the bytes so far end within an element.
  endsInElement() {
    return this.bytesFilled % this.viewType.elementSize !== 0;
  }
}
isolatePrototype(PullInto.prototype);

// A ReadableStream with a ReadableByteStreamController.
class ByteReadable extends Readable {
  constructor(source, highWaterMark, autoAllocateChunkSize) {
    super(source, highWaterMark, undefined);
    this.autoAllocateChunkSize = autoAllocateChunkSize;
    this.pullIntos = new Queue();
    this.byobRequest = undefined;
  }

  controllerObject() {
    return this.controller ??= newReadableByteStreamController(this);
  }

  // ReadableByteStreamControllerClose
  close({ newTypeError } = ownErrors) {
    if (!this.canCloseOrEnqueue()) {
      return;
    }
    if (this.queueSize > 0) {
      this.isCloseRequested = true;
      return;
    }
    const first = this.pullIntos.first;
    if (first !== undefined && first.endsInElement()) {
      const error = newTypeError(
          'ReadableByteStreamController', 'close',
          'The bytes of a read end within an element of its view.');
      this.error(error);
      throw error;
    }
    this.clearAlgorithms();
    this.closeStream();
  }

  // ReadableByteStreamControllerEnqueue, of a stream that can be enqueued to.
  enqueue(view, { newTypeError } = ownErrors) {
    const buffer = bufferOf(view);
    const { byteOffset, byteLength } = rangeOf(view);
    if (isDetachedBuffer(buffer)) {
      throw newTypeError('ReadableByteStreamController', 'enqueue',
                         'The chunk\'s buffer is detached.');
    }
    requireStack();
    const transferred = transferArrayBuffer(buffer);
    const first = this.pullIntos.first;
    if (first !== undefined && isDetachedBuffer(first.buffer)) {
      throw newTypeError('ReadableByteStreamController', 'enqueue',
                         'The buffer of the BYOB request is detached.');
    }
    try {
      this.enqueueTransferred(transferred, byteOffset, byteLength);
    } catch (error) {
      // As in Readable.closeOrFail(): the stream has errors of its own, too.
      if (error !== this.storedError) {
        this.failure = error;
        then(settled, bind(this.fail, this));
      }
      throw error;
    }
  }

  enqueueTransferred(buffer, byteOffset, byteLength) {
    const first = this.pullIntos.first;
    if (first !== undefined) {
      this.invalidateByobRequest();
      first.buffer = transferArrayBuffer(first.buffer);
      if (first.readerType === kNoReader) {
        this.enqueueDetachedPullInto(first);
      }
    }
    const { reader } = this;
    if (reader !== undefined && !reader.isByob) {
      this.fillReadRequests(reader.requests);
      if (reader.requests.first === undefined) {
        this.enqueueBytes(buffer, byteOffset, byteLength);
      } else {
        if (this.pullIntos.first !== undefined) {
          this.pullIntos.shift();
        }
        reader.answer(new Uint8Array(buffer, byteOffset, byteLength));
      }
    } else {
      this.enqueueBytes(buffer, byteOffset, byteLength);
      if (reader !== undefined) {
        this.commitAll(this.fillPullIntos());
      }
    }
    this.pullIfNeeded();
  }

  // ReadableByteStreamControllerEnqueueChunkToQueue
  enqueueBytes(buffer, byteOffset, byteLength) {
    this.queue.push(new QueuedBytes(buffer, byteOffset, byteLength));
    this.queueSize += byteLength;
  }

  // ReadableByteStreamControllerEnqueueClonedChunkToQueue
  enqueueClone(buffer, byteOffset, byteLength) {
    let clone;
    try {
      clone = cloneBytes(buffer, byteOffset, byteLength);
    } catch (error) {
      this.error(error);
      throw error;
    }
    this.enqueueBytes(bufferOfTypedArray(clone), 0, byteLength);
  }

  // ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue
  enqueueDetachedPullInto({ buffer, byteOffset, bytesFilled }) {
    if (bytesFilled > 0) {
      this.enqueueClone(buffer, byteOffset, bytesFilled);
    }
    this.pullIntos.shift();
  }

  // ReadableByteStreamControllerError
  error(error) {
    if (this.state === kReadable) {
      this.clearPullIntos();
      super.error(error);
    }
  }

  // [[CancelSteps]]
  cancelSteps(reason) {
    this.clearPullIntos();
    return super.cancelSteps(reason);
  }

  // ReadableByteStreamControllerClearPendingPullIntos
  clearPullIntos() {
    this.invalidateByobRequest();
    this.pullIntos.takeAll();
  }

  // ReadableByteStreamControllerInvalidateBYOBRequest
  invalidateByobRequest() {
    const { byobRequest } = this;
    if (byobRequest !== undefined) {
      byobRequest.stream = undefined;
      byobRequest.view = null;
      this.byobRequest = undefined;
    }
  }

  // [[PullSteps]]
  pullSteps(request) {
    if (this.queueSize > 0) {
      request.chunkSteps(this.takeChunk());
      return;
    }
    const size = this.autoAllocateChunkSize;
    if (size !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(size);
      } catch (error) {
        request.errorSteps(error);
        return;
      }
      this.pullIntos.push(new PullInto(buffer, 0, size, 1, viewTypes.Uint8Array,
                                       kDefaultReader));
    }
    this.reader.requests.push(request);
    this.pullIfNeeded();
  }

  // [[ReleaseSteps]]
  releaseSteps() {
    const { first } = this.pullIntos;
    if (first !== undefined) {
      first.readerType = kNoReader;
      this.pullIntos.takeAll();
      first.next = undefined;
      this.pullIntos.push(first);
    }
  }

  // Of a queue that isn't empty: the chunk of
  // ReadableByteStreamControllerFillReadRequestFromQueue. `pipe` is that of
  // Readable.endPull().
  takeChunk(pipe = undefined) {
    const { buffer, byteOffset, byteLength } = this.queue.shift();
    this.queueSize -= byteLength;
    this.handleQueueDrain(pipe);
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  // ReadableByteStreamControllerHandleQueueDrain
  handleQueueDrain(pipe = undefined) {
    if (this.queueSize === 0 && this.isCloseRequested) {
      this.clearAlgorithms();
      this.closeStream();
    } else {
      this.pullIfNeeded(pipe);
    }
  }

  // ReadableByteStreamControllerProcessReadRequestsUsingQueue
  fillReadRequests(requests) {
    while (requests.first !== undefined && this.queueSize > 0) {
      const request = requests.shift();
      try {
        request.chunkSteps(this.takeChunk());
      } catch (error) {
        // As in Reader.answer(); the stream ends.
        request.next = requests.first;
        requests.first = request;
        requests.last ??= request;
        throw error;
      }
    }
  }

  // ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue. Returns a
  // Queue.
  fillPullIntos() {
    const filled = new Queue();
    while (this.pullIntos.first !== undefined && this.queueSize > 0 &&
           this.fillFromQueue(this.pullIntos.first)) {
      filled.push(this.pullIntos.shift());
    }
    return filled;
  }

  // ReadableByteStreamControllerFillPullIntoDescriptorFromQueue. Returns
  // whether the minimum is reached.
  fillFromQueue(pullInto) {
    const room = pullInto.byteLength - pullInto.bytesFilled;
    let rest = this.queueSize < room ? this.queueSize : room;
    const filled = pullInto.bytesFilled + rest;
    const aligned = filled - filled % pullInto.viewType.elementSize;
    const isReady = aligned >= pullInto.minimumFill;
    if (isReady) {
      rest = aligned - pullInto.bytesFilled;
    }
    while (rest > 0) {
      const head = this.queue.first;
      const count = rest < head.byteLength ? rest : head.byteLength;
      setTypedArray(
          new Uint8Array(pullInto.buffer,
                         pullInto.byteOffset + pullInto.bytesFilled, count),
          new Uint8Array(head.buffer, head.byteOffset, count));
      if (count === head.byteLength) {
        this.queue.shift();
      } else {
        head.byteOffset += count;
        head.byteLength -= count;
      }
      this.queueSize -= count;
      pullInto.bytesFilled += count;
      rest -= count;
    }
    return isReady;
  }

  // ReadableByteStreamControllerCommitPullIntoDescriptor
  commit(pullInto) {
    const isDone = this.state === kReadableClosed;
    const view = pullInto.toView();
    // Object.prototype.then is a script's, which the end of an earlier request
    // may have run.
    if (this.reader !== undefined && this.reader.requests.first !== undefined) {
      this.reader.answer(view, isDone);
    }
  }

  commitAll(pullIntos) {
    while (pullIntos.first !== undefined) {
      this.commit(pullIntos.shift());
    }
  }

  // ReadableByteStreamControllerPullInto
  pullInto(view, min, request) {
    const viewType = viewTypes[nameOfTypedArray(view)];
    const { byteOffset, byteLength } = rangeOf(view);
    let buffer;
    try {
      buffer = transferArrayBuffer(bufferOf(view));
    } catch (error) {
      request.errorSteps(error);
      return;
    }
    const pullInto = new PullInto(buffer, byteOffset, byteLength,
                                  min * viewType.elementSize, viewType,
                                  kByobReader);
    if (this.pullIntos.first !== undefined) {
      this.pullIntos.push(pullInto);
      this.reader.requests.push(request);
      return;
    }
    if (this.state === kReadableClosed) {
      request.closeSteps(new viewType.constructor(buffer, byteOffset, 0));
      return;
    }
    if (this.queueSize > 0) {
      if (this.fillFromQueue(pullInto)) {
        const filled = pullInto.toView();
        this.handleQueueDrain();
        request.chunkSteps(filled);
        return;
      }
      if (this.isCloseRequested) {
        const error = newTypeError(
            'ReadableStreamBYOBReader', 'read',
            'The last bytes of the stream don\'t fill an element of the view.');
        this.error(error);
        request.errorSteps(error);
        return;
      }
    }
    this.pullIntos.push(pullInto);
    this.reader.requests.push(request);
    this.pullIfNeeded();
  }

  // ReadableByteStreamControllerRespond
  respond(bytesWritten, { newTypeError, newRangeError } = ownErrors) {
    const { first } = this.pullIntos;
    const fail = (newError, detail) =>
        newError('ReadableStreamBYOBRequest', 'respond', detail);
    if (this.state === kReadableClosed) {
      if (bytesWritten !== 0) {
        throw fail(newTypeError, 'The stream is closed: 0 bytes are due.');
      }
    } else if (bytesWritten === 0) {
      throw fail(newTypeError, '0 bytes are due only once a stream is closed.');
    } else if (first.bytesFilled + bytesWritten > first.byteLength) {
      throw fail(newRangeError, 'The view has fewer bytes.');
    }
    this.transferAndRespond(first.buffer, bytesWritten);
  }

  // ReadableByteStreamControllerRespondWithNewView
  respondWithNewView(view, { newTypeError, newRangeError } = ownErrors) {
    const { first } = this.pullIntos;
    const { byteOffset, byteLength } = rangeOf(view);
    const buffer = bufferOf(view);
    const fail = (newError, detail) =>
        newError('ReadableStreamBYOBRequest', 'respondWithNewView', detail);
    if (this.state === kReadableClosed) {
      if (byteLength !== 0) {
        throw fail(newTypeError, 'The stream is closed: 0 bytes are due.');
      }
    } else if (byteLength === 0) {
      throw fail(newTypeError, '0 bytes are due only once a stream is closed.');
    }
    if (first.byteOffset + first.bytesFilled !== byteOffset) {
      throw fail(newRangeError,
                 'The view begins elsewhere than that of the request.');
    }
    if (first.bufferByteLength !== bufferByteLength(buffer)) {
      throw fail(newRangeError,
                 'The view\'s buffer isn\'t as long as that of the request.');
    }
    if (first.bytesFilled + byteLength > first.byteLength) {
      throw fail(newRangeError, 'The view is longer than that of the request.');
    }
    this.transferAndRespond(buffer, byteLength);
  }

  // The last steps of the two. Once the buffer is transferred, nobody can call them
  // again.
  transferAndRespond(buffer, bytesWritten) {
    const { first } = this.pullIntos;
    requireStack();
    const transferred = transferArrayBuffer(buffer);
    try {
      first.buffer = transferred;
      this.respondWith(first, bytesWritten);
    } catch (error) {
      // As in Readable.closeOrFail(): the stream has errors of its own, too.
      if (error !== this.storedError) {
        this.failure = error;
        then(settled, bind(this.fail, this));
      }
      throw error;
    }
  }

  // ReadableByteStreamControllerRespondInternal
  respondWith(first, bytesWritten) {
    this.invalidateByobRequest();
    if (this.state === kReadableClosed) {
      this.respondWhenClosed(first);
    } else {
      this.respondWhenReadable(first, bytesWritten);
    }
    this.pullIfNeeded();
  }

  // ReadableByteStreamControllerRespondInClosedState
  respondWhenClosed(first) {
    if (first.readerType === kNoReader) {
      this.pullIntos.shift();
    }
    const { reader } = this;
    if (reader !== undefined && reader.isByob) {
      const filled = new Queue();
      for (let each = reader.requests.first; each !== undefined;
           each = each.next) {
        filled.push(this.pullIntos.shift());
      }
      this.commitAll(filled);
    }
  }

  // ReadableByteStreamControllerRespondInReadableState
  respondWhenReadable(pullInto, bytesWritten) {
    pullInto.bytesFilled += bytesWritten;
    if (pullInto.readerType === kNoReader) {
      this.enqueueDetachedPullInto(pullInto);
      this.commitAll(this.fillPullIntos());
      return;
    }
    if (pullInto.bytesFilled < pullInto.minimumFill) {
      return;
    }
    this.pullIntos.shift();
    const excess = pullInto.bytesFilled % pullInto.viewType.elementSize;
    if (excess > 0) {
      const end = pullInto.byteOffset + pullInto.bytesFilled;
      this.enqueueClone(pullInto.buffer, end - excess, excess);
    }
    pullInto.bytesFilled -= excess;
    const filled = this.fillPullIntos();
    this.commit(pullInto);
    this.commitAll(filled);
  }

  tee() {
    requireLargeStack();
    return new ByteTee(this).branches();
  }

  // ReadableByteStreamControllerGetBYOBRequest
  getByobRequest() {
    if (this.byobRequest === undefined && this.pullIntos.first !== undefined) {
      const { buffer, byteOffset, byteLength, bytesFilled } =
          this.pullIntos.first;
      this.byobRequest = new ByobRequest(
          this, new Uint8Array(buffer, byteOffset + bytesFilled,
                               byteLength - bytesFilled));
    }
    return this.byobRequest;
  }

  // Of ReadableByteStreamController.
  byobRequestGetter() {
    const request = this.getByobRequest();
    return request === undefined ? null : request.toObject();
  }
}

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function readableByteStreamControllerCloseMethod(stream) {
  checkCanCloseOrEnqueue(stream, 'ReadableByteStreamController', 'close');
  stream.closeOrFail(ownErrors);
}

function readableByteStreamControllerEnqueueMethod(stream, view) {
  const detail = rangeOf(view).byteLength === 0 ? 'The chunk has no bytes.' :
      bufferByteLength(bufferOf(view)) === 0 ?
      'The chunk\'s buffer has no bytes.' : undefined;
  if (detail !== undefined) {
    throw newTypeError('ReadableByteStreamController', 'enqueue', detail);
  }
  checkCanCloseOrEnqueue(stream, 'ReadableByteStreamController', 'enqueue');
  stream.enqueue(view, ownErrors);
}

function readableByteStreamControllerErrorMethod(stream, error) {
  stream.errorOrFail(error);
}
