// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Writable streams: https://streams.spec.whatwg.org/#ws

// GetStreamState() of streams.h knows these numbers.
const kWritable = 0;
const kErroring = 1;
const kWritableClosed = 2;
const kWritableErrored = 3;

// A *pending abort request*.
class AbortRequest {
  constructor(reason, wasAlreadyErroring) {
    this.promise = new LazyPromise();
    this.reason = reason;
    this.wasAlreadyErroring = wasAlreadyErroring;
  }
}
isolatePrototype(AbortRequest.prototype);

// What a stream writes to. write() sees to it that the stream's `onWritten` or
// `onWriteFailed` is called, where the standard reacts to the promise that the
// write algorithm returns; close() and abort() return LazyPromises. Sinks with another
// side than the stream have fail(), which errors both.
class UnderlyingSink {
  constructor(sink, { write, close, abort }) {
    this.sink = sink;
    this.writeCallback = write;
    this.closeCallback = close;
    this.abortCallback = abort;
  }

  write(stream, chunk) {
    if (this.writeCallback === undefined) {
      queueMicrotask(stream.onWritten);
      return;
    }
    let result;
    try {
      result = apply(this.writeCallback, this.sink,
                     [chunk, stream.controllerObject()]);
    } catch (error) {
      queueMicrotask(() => { stream.onWriteFailed(error); });
      return;
    }
    uponResult(result, stream.onWritten, stream.onWriteFailed);
  }

  close(stream) {
    return this.closeCallback === undefined ? LazyPromise.fulfilled() :
        LazyPromise.ofCall(this.closeCallback, this.sink, []);
  }

  abort(stream, reason) {
    return this.abortCallback === undefined ? LazyPromise.fulfilled() :
        LazyPromise.ofCall(this.abortCallback, this.sink, [reason]);
  }
}
isolatePrototype(UnderlyingSink.prototype);

// A WritableStream with its controller. The size of a chunk counts until its
// write ends; the request leaves the queue when the write begins.
class Writable {
  constructor(sink, highWaterMark, size) {
    this.object = undefined;
    this.controller = undefined;
    this.state = kWritable;
    this.storedError = undefined;
    this.writer = undefined;
    this.sink = sink;
    this.highWaterMark = highWaterMark;
    this.sizeAlgorithm = size;
    this.queue = new Queue();
    this.queueSize = 0;
    this.hasBackpressure = highWaterMark <= 0;
    this.isStarted = false;
    this.inFlightRequest = undefined;
    this.closeRequest = undefined;
    this.inFlightCloseRequest = undefined;
    this.pendingAbort = undefined;
    this.isAborted = false;
    this.abortReason = undefined;
    this.abortController = undefined;
    this.ended = undefined;  // See observe.js.
    this.onWritten = () => { this.finishWrite(); };
    this.onWriteFailed = (error) => { this.finishWriteWithError(error); };
  }

  toObject() {
    return this.object ??= newWritableStream(this);
  }

  controllerObject() {
    return this.controller ??= newWritableStreamDefaultController(this);
  }

  // SetUpWritableStreamDefaultController, from its step 15 on: with what the
  // start algorithm gave.
  start(startResult) {
    uponResult(startResult, () => { this.finishStart(); },
               (error) => { this.failStart(error); });
  }

  finishStart() {
    this.isStarted = true;
    this.advanceQueue();
  }

  failStart(error) {
    this.isStarted = true;
    this.dealWithRejection(error);
  }

  // WritableStreamCloseQueuedOrInFlight
  isClosing() {
    return this.closeRequest !== undefined ||
        this.inFlightCloseRequest !== undefined;
  }

  // WritableStreamDefaultControllerClearAlgorithms
  clearAlgorithms() {
    this.sink = undefined;
    this.sizeAlgorithm = undefined;
  }

  // WritableStreamUpdateBackpressure
  updateBackpressure() {
    const hasBackpressure = this.highWaterMark - this.queueSize <= 0;
    if (hasBackpressure === this.hasBackpressure) {
      return;
    }
    this.hasBackpressure = hasBackpressure;
    const { writer } = this;
    // Nobody sees the writer of a pipe.
    if (writer !== undefined && writer.pipe === undefined) {
      if (hasBackpressure) {
        writer.ready.renew();
      } else {
        writer.ready.fulfill();
      }
    }
  }

  // WritableStreamDefaultControllerAdvanceQueueIfNeeded
  advanceQueue() {
    if (!this.isIdle()) {
      return;
    }
    if (this.state === kErroring) {
      this.finishErroring();
    } else if (this.queue.first !== undefined) {
      const request = this.queue.shift();
      this.inFlightRequest = request;
      this.sink.write(this, request.chunk);
    } else if (this.closeRequest !== undefined) {
      this.processClose();
    }
  }

  isIdle() {
    return this.isStarted && this.inFlightRequest === undefined;
  }

  // Whether a chunk would be written at once, and leave no room for another.
  isFullWithOne() {
    return this.isIdle() && this.sizeAlgorithm === undefined &&
        this.highWaterMark - this.queueSize <= 1;
  }

  takeWritten() {
    const request = this.inFlightRequest;
    this.inFlightRequest = undefined;
    // Rounding can take it below zero: *DequeueValue*, step 6.
    const size = this.queueSize - request.size;
    this.queueSize = size < 0 ? 0 : size;
    return request;
  }

  // WritableStreamFinishInFlightWrite, and what
  // WritableStreamDefaultControllerProcessWrite does then.
  finishWrite() {
    this.takeWritten().resolve(undefined);
    if (this.state === kWritable && !this.isClosing()) {
      this.updateBackpressure();
    }
    this.advanceQueue();
    if (this.writer !== undefined && this.writer.pipe !== undefined) {
      this.writer.pipe.pump();
    }
  }

  // WritableStreamFinishInFlightWriteWithError
  finishWriteWithError(error) {
    if (this.state === kWritable) {
      this.clearAlgorithms();
    }
    this.takeWritten().reject(error);
    this.dealWithRejection(error);
  }

  // WritableStreamDefaultControllerProcessClose
  processClose() {
    this.inFlightCloseRequest = this.closeRequest;
    this.closeRequest = undefined;
    const promise = this.sink.close(this);
    // The sink is there for fail() until it has closed, and for nothing else.
    this.sizeAlgorithm = undefined;
    promise.upon(() => { this.finishClose(); },
                 (error) => { this.finishCloseWithError(error); });
  }

  // WritableStreamFinishInFlightClose
  finishClose() {
    const { inFlightCloseRequest, pendingAbort } = this;
    if (inFlightCloseRequest === undefined) {
      return;  // Since fail().
    }
    inFlightCloseRequest.fulfill();
    this.inFlightCloseRequest = undefined;
    this.clearAlgorithms();
    if (this.state === kErroring) {
      this.storedError = undefined;
      if (pendingAbort !== undefined) {
        this.pendingAbort = undefined;
        pendingAbort.promise.fulfill();
      }
    }
    this.state = kWritableClosed;
    this.ended?.fulfill();
    if (this.writer !== undefined) {
      this.writer.closed.fulfill();
    }
  }

  // WritableStreamFinishInFlightCloseWithError
  finishCloseWithError(error) {
    const { inFlightCloseRequest, pendingAbort } = this;
    if (inFlightCloseRequest === undefined) {
      return;  // Since fail().
    }
    inFlightCloseRequest.reject(error);
    this.inFlightCloseRequest = undefined;
    this.clearAlgorithms();
    if (pendingAbort !== undefined) {
      this.pendingAbort = undefined;
      pendingAbort.promise.reject(error);
    }
    this.dealWithRejection(error);
  }

  // WritableStreamDealWithRejection
  dealWithRejection(error) {
    if (this.state === kWritable) {
      this.startErroring(error);
    } else {
      this.finishErroring();
    }
  }

  // WritableStreamStartErroring
  startErroring(reason) {
    this.state = kErroring;
    this.storedError = reason;
    if (this.writer !== undefined) {
      this.writer.ready.rejectOrRenew(reason);
    }
    if (this.isIdle() && this.inFlightCloseRequest === undefined) {
      this.finishErroring();
    }
  }

  // WritableStreamFinishErroring
  finishErroring() {
    this.state = kWritableErrored;
    this.queueSize = 0;
    const { storedError, pendingAbort } = this;
    this.ended?.rejectUnlessFulfilled(storedError);
    for (let each = this.queue.takeAll(); each !== undefined;
         each = each.next) {
      each.reject(storedError);
    }
    if (pendingAbort === undefined) {
      this.rejectClosed();
      return;
    }
    this.pendingAbort = undefined;
    if (pendingAbort.wasAlreadyErroring) {
      pendingAbort.promise.reject(storedError);
      this.rejectClosed();
      return;
    }
    const promise = this.sink.abort(this, pendingAbort.reason);
    this.clearAlgorithms();
    promise.upon(() => {
      pendingAbort.promise.fulfill();
      this.rejectClosed();
    }, (error) => {
      pendingAbort.promise.reject(error);
      this.rejectClosed();
    });
  }

  // WritableStreamRejectCloseAndClosedPromiseIfNeeded
  rejectClosed() {
    const { closeRequest, storedError, writer } = this;
    if (closeRequest !== undefined) {
      this.closeRequest = undefined;
      closeRequest.reject(storedError);
    }
    writer?.closed.rejectUnlessFulfilled(storedError);
  }

  // WritableStreamDefaultControllerErrorIfNeeded
  errorIfNeeded(error) {
    if (this.state === kWritable) {
      this.clearAlgorithms();
      this.startErroring(error);
    }
  }

  // A call has run out of stack, or of stack to compile what it calls, and left
  // the stream halfway: in a microtask, which has enough, the stream ends, as in
  // Readable.fail(). `request` is what the call wrote, if anything, or its close
  // request, if that is in flight.
  fail(error, request) {
    const { sink } = this;
    this.goOnErroring();
    if (request !== undefined && this.inFlightRequest === request) {
      this.finishWriteWithError(error);
    } else if (request !== undefined && this.inFlightCloseRequest === request) {
      this.finishCloseWithError(error);
    } else if (this.state === kWritable) {
      this.errorIfNeeded(error);
    }
    if (sink !== undefined && sink.fail !== undefined) {
      sink.fail(error, this);
    }
  }

  // The rest of startErroring(), if there is any.
  goOnErroring() {
    if (this.state === kErroring || this.state === kWritableErrored) {
      this.writer?.ready.rejectAtLast(this.storedError);
      if (this.state === kWritableErrored ||
          (this.isIdle() && this.inFlightCloseRequest === undefined)) {
        this.finishErroring();
      }
    }
  }

  // WritableStreamAbort. Returns a LazyPromise.
  abort(reason) {
    if (this.state >= kWritableClosed) {
      return LazyPromise.fulfilled();
    }
    if (!this.isAborted) {
      this.isAborted = true;
      this.abortReason = reason;
    }
    if (this.abortController !== undefined) {
      // Runs scripts.
      abort(this.abortController, reason);
      if (this.state >= kWritableClosed) {
        return LazyPromise.fulfilled();
      }
    }
    if (this.pendingAbort === undefined) {
      const wasAlreadyErroring = this.state === kErroring;
      const request = new AbortRequest(wasAlreadyErroring ? undefined : reason,
                                       wasAlreadyErroring);
      this.pendingAbort = request;
      if (!wasAlreadyErroring) {
        this.startErroring(reason);
      }
      return request.promise;
    }
    return this.pendingAbort.promise;
  }

  // WritableStreamClose, of a stream that isn't closing. Returns a LazyPromise.
  close(interfaceName) {
    if (this.state >= kWritableClosed) {
      return LazyPromise.rejected(newStateError(
          interfaceName, 'close', 'The stream is closed or errored.'));
    }
    const promise = new LazyPromise();
    this.closeRequest = promise;
    if (this.writer !== undefined && this.writer.pipe === undefined &&
        this.hasBackpressure && this.state === kWritable) {
      this.writer.ready.fulfill();
    }
    this.advanceQueue();
    return promise;
  }

  // The same two, and errorIfNeeded(), for scripts.

  errorOrFail(reason) {
    requireStack();
    try {
      this.errorIfNeeded(reason);
    } catch (error) {
      then(settled, bind(this.fail, this, error));
      throw error;
    }
  }

  abortOrFail(reason) {
    requireStack();
    try {
      return this.abort(reason);
    } catch (error) {
      then(settled, bind(this.fail, this, error));
      throw error;
    }
  }

  closeOrFail(interfaceName) {
    requireStack();
    try {
      return this.close(interfaceName);
    } catch (error) {
      then(settled, bind(this.fail, this, error, this.inFlightCloseRequest));
      throw error;
    }
  }

  // WritableStreamDefaultControllerGetChunkSize
  chunkSize(chunk) {
    try {
      return +apply(this.sizeAlgorithm, undefined, [chunk]);
    } catch (error) {
      this.errorIfNeeded(error);
      return 1;
    }
  }

  // WritableStreamDefaultControllerWrite
  enqueue(request) {
    if (this.isIdle() && isChunkSize(request.size)) {
      this.write(request, request.chunk);
      return;
    }
    this.queue.push(request);
    if (!isChunkSize(request.size)) {
      request.size = 0;
      this.errorIfNeeded(newRangeError(
          'WritableStreamDefaultWriter', 'write',
          'The size of a chunk must be a finite, non-negative number.'));
      return;
    }
    this.queueSize += request.size;
    this.updateBackpressure();
  }

  // The same of a stream that is idle, so that no queue is needed.
  write(request, chunk) {
    this.queueSize += request.size;
    this.updateBackpressure();
    this.inFlightRequest = request;
    this.sink.write(this, chunk);
  }

  desiredSize() {
    return this.state === kWritable ? this.highWaterMark - this.queueSize :
        this.state === kWritableClosed ? 0 : null;
  }

  // SetUpWritableStreamDefaultWriter, of a stream that isn't locked.
  acquireWriter() {
    return this.setWriter(new Writer(this));
  }

  // The object of a new writer.
  getWriter() {
    const writer = new Writer(this);
    const object = writer.toObject();
    this.setWriter(writer);
    return object;
  }

  setWriter(writer) {
    const { state } = this;
    if (state === kWritable ? this.isClosing() || !this.hasBackpressure :
            state === kWritableClosed) {
      writer.ready.state = kFulfilled;
    }
    if (state === kErroring || state === kWritableErrored) {
      writer.ready.rejectOrRenew(this.storedError);
    }
    if (state === kWritableClosed) {
      writer.closed.state = kFulfilled;
    } else if (state === kWritableErrored) {
      writer.closed.rejectOrRenew(this.storedError);
    }
    // Last, as in Readable.setReader().
    this.writer = writer;
    return writer;
  }

  // Attributes of WritableStream, and operations that give promises.

  lockedGetter() {
    return this.writer !== undefined;
  }

  abortMethod(reason) {
    if (this.writer !== undefined) {
      return promiseRejectedWith(newStateError(
          'WritableStream', 'abort', 'The stream is locked to a writer.'));
    }
    return this.abortOrFail(reason).toObject();
  }

  closeMethod() {
    const detail = this.writer !== undefined ?
        'The stream is locked to a writer.' :
        this.isClosing() ? 'The stream is closing.' : undefined;
    if (detail !== undefined) {
      return promiseRejectedWith(
          newStateError('WritableStream', 'close', detail));
    }
    return this.closeOrFail('WritableStream').toObject();
  }

  // Of WritableStreamDefaultController.
  signalGetter() {
    if (this.abortController === undefined && hasControllers) {
      this.abortController = new AbortController();
      if (this.isAborted) {
        abort(this.abortController, this.abortReason);
      }
    }
    return this.abortController && signalOf(this.abortController);
  }
}
isolatePrototype(Writable.prototype);

// *The new WritableStream(underlyingSink, strategy) constructor steps*
function constructWritableStream(object, underlyingSink, strategy) {
  const callbacks = convertUnderlyingSink(underlyingSink);
  if (callbacks.type !== undefined) {
    throw newRangeError('WritableStream', undefined,
                        'The sink has a type, which is reserved.');
  }
  const stream = new Writable(
      new UnderlyingSink(underlyingSink, callbacks),
      extractHighWaterMark('WritableStream', strategy, 1), strategy.size);
  stream.object = object;
  object[kWritableStream] = stream;
  stream.start(callStart(callbacks.start, underlyingSink, stream));
}

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function writableStreamGetWriterMethod(stream) {
  if (stream.writer !== undefined) {
    throw newStateError('WritableStream', 'getWriter',
                        'The stream is locked to a writer.');
  }
  return stream.getWriter();
}

function writableStreamDefaultControllerErrorMethod(stream, error) {
  stream.errorOrFail(error);
}
