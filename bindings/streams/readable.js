// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Readable streams with default controllers, and what all readable streams
// share: https://streams.spec.whatwg.org/#rs

// GetStreamState() of streams.h knows these numbers.
const kReadable = 0;
const kReadableClosed = 1;
const kReadableErrored = 2;

// *CreateIteratorResultObject*, and a ReadableStreamReadResult.
// Differs: Web IDL puts `done` first in the latter, a dictionary. V8 resolves promises
// with objects of this shape without a look for `then`, which takes a read 10 ns.
const newResult = (value, done) => ({ value, done });

// A chunk in the queue.
class QueuedChunk {
  constructor(chunk, size) {
    this.chunk = chunk;
    this.size = size;
    this.next = undefined;
  }
}
isolatePrototype(QueuedChunk.prototype);

// What a stream pulls from. pull() sees to it that the stream's `onPulled` or
// `onPullFailed` is called, where the standard reacts to the promise that the
// pull algorithm returns; cancel() returns a LazyPromise. `pipe` is that of
// Readable.endPull(). Sources with another side than the stream have fail(), which
// errors both.
class UnderlyingSource {
  constructor(source, { pull, cancel }) {
    this.source = source;
    this.pullCallback = pull;
    this.cancelCallback = cancel;
  }

  pull(stream, pipe) {
    let result;
    if (this.pullCallback !== undefined) {
      try {
        result = apply(this.pullCallback, this.source,
                       [stream.controllerObject()]);
      } catch (error) {
        queueMicrotask(() => { stream.onPullFailed(error); });
        return;
      }
    }
    if (isObject(result)) {
      uponResult(result, stream.onPulled, stream.onPullFailed);
    } else {
      stream.endPull(pipe);
    }
  }

  cancel(stream, reason) {
    return this.cancelCallback === undefined ? LazyPromise.fulfilled() :
        LazyPromise.ofCall(this.cancelCallback, this.source, [reason]);
  }
}
isolatePrototype(UnderlyingSource.prototype);

// A ReadableStream with its controller, a ReadableStreamDefaultController here
// and a ReadableByteStreamController in the derived class ByteReadable.
class Readable {
  constructor(source, highWaterMark, size) {
    this.object = undefined;
    this.controller = undefined;
    this.state = kReadable;
    this.storedError = undefined;
    this.reader = undefined;
    this.isDisturbed = false;
    this.source = source;
    this.highWaterMark = highWaterMark;
    this.sizeAlgorithm = size;
    this.queue = new Queue();
    this.queueSize = 0;
    // The entry last taken off the queue, for the next chunk: new objects that
    // an old one points to cost V8's write barrier and collector more.
    this.spareEntry = undefined;
    this.isStarted = false;
    this.isCloseRequested = false;
    this.isPulling = false;
    this.pullsAgain = false;
    // Whether onPulled() is among the microtasks, and the pipe that waits for it.
    this.isPullEnding = false;
    this.waitingPipe = undefined;
    this.onPulled = undefined;
    this.onPullFailed = undefined;
    this.failure = undefined;  // See fail().
    this.ended = undefined;    // See observe.js.
  }

  toObject() {
    return this.object ??= newReadableStream(this);
  }

  controllerObject() {
    return this.controller ??= newReadableStreamDefaultController(this);
  }

  // SetUpReadableStreamDefaultController, from its step 10 on, and
  // SetUpReadableByteStreamController, from its step 16 on: with what the start
  // algorithm gave.
  start(startResult) {
    uponResult(startResult, () => { this.finishStart(); },
               (error) => { this.error(error); });
  }

  finishStart() {
    this.isStarted = true;
    this.pullIfNeeded();
  }

  // ReadableStreamDefaultControllerShouldCallPull,
  // ReadableByteStreamControllerShouldCallPull
  shouldPull() {
    if (this.state !== kReadable || this.isCloseRequested || !this.isStarted) {
      return false;
    }
    const { reader } = this;
    return (reader !== undefined && reader.requests.first !== undefined) ||
        this.highWaterMark - this.queueSize > 0;
  }

  // ReadableStreamDefaultControllerCallPullIfNeeded. `pipe` is that of endPull().
  pullIfNeeded(pipe = undefined) {
    if (!this.shouldPull()) {
      return;
    }
    if (this.isPulling) {
      this.pullsAgain = true;
      return;
    }
    this.isPulling = true;
    if (this.onPulled === undefined) {
      this.onPulled = () => {
        this.isPulling = this.isPullEnding = false;
        if (this.pullsAgain) {
          this.pullsAgain = false;
          this.pullIfNeeded();
        }
        if (this.waitingPipe !== undefined) {
          const pipe = this.waitingPipe;
          this.waitingPipe = undefined;
          pipe.pump();
        }
      };
      this.onPullFailed = (error) => { this.error(error); };
    }
    this.source.pull(this, pipe);
  }

  // The microtask in which a pull ends that needs to wait for nothing. A pipe that
  // is about to write the chunk that it has taken saves it: the end of the write
  // comes behind it, the pipe ends the pull then, and until then nobody can tell,
  // because nobody else takes chunks, and the queue is full.
  endPull(pipe) {
    if (pipe === undefined || this.pullsAgain || this.shouldPull()) {
      this.isPullEnding = true;
      queueMicrotask(this.onPulled);
    } else {
      pipe.endsPull = true;
    }
  }

  // ReadableStreamDefaultControllerClearAlgorithms
  clearAlgorithms() {
    this.source = undefined;
    this.sizeAlgorithm = undefined;
  }

  resetQueue() {
    this.queue.takeAll();
    this.queueSize = 0;
  }

  // ReadableStreamDefaultControllerCanCloseOrEnqueue
  canCloseOrEnqueue() {
    return !this.isCloseRequested && this.state === kReadable;
  }

  // ReadableStreamDefaultControllerClose
  close() {
    if (this.canCloseOrEnqueue()) {
      this.isCloseRequested = true;
      if (this.queue.first === undefined) {
        this.clearAlgorithms();
        this.closeStream();
      }
    }
  }

  // ReadableStreamDefaultControllerEnqueue, of a stream that can be enqueued
  // to.
  enqueue(chunk, errors = ownErrors) {
    const { reader } = this;
    if (reader !== undefined && reader.requests.first !== undefined) {
      reader.answer(chunk);
    } else {
      const size = this.sizeAlgorithm === undefined ? 1 :
          this.chunkSize(chunk, errors);
      let entry = this.spareEntry;
      if (entry === undefined) {
        entry = new QueuedChunk(chunk, size);
      } else {
        this.spareEntry = undefined;
        entry.chunk = chunk;
        entry.size = size;
      }
      this.queue.push(entry);
      this.queueSize += size;
    }
    this.pullIfNeeded();
  }

  // The size of a chunk, after which anything may have happened to the stream.
  chunkSize(chunk, { newRangeError }) {
    let size;
    try {
      size = +apply(this.sizeAlgorithm, undefined, [chunk]);
      if (!isChunkSize(size)) {
        throw newRangeError(
            'ReadableStreamDefaultController', 'enqueue',
            'The size of a chunk must be a finite, non-negative number.');
      }
    } catch (error) {
      this.error(error);
      throw error;
    }
    return size;
  }

  // Of a queue that isn't empty: the chunk that the [[PullSteps]] of a
  // ReadableStreamDefaultController give. `pipe` is that of endPull().
  takeChunk(pipe = undefined) {
    const entry = this.queue.shift();
    const { chunk, size } = entry;
    entry.chunk = undefined;
    this.spareEntry = entry;
    // Rounding can take it below zero: *DequeueValue*, step 6.
    const queueSize = this.queueSize - size;
    this.queueSize = queueSize < 0 ? 0 : queueSize;
    if (this.isCloseRequested && this.queue.first === undefined) {
      this.clearAlgorithms();
      this.closeStream();
    } else {
      this.pullIfNeeded(pipe);
    }
    return chunk;
  }

  // ReadableStreamDefaultControllerError
  error(error) {
    if (this.state === kReadable) {
      this.resetQueue();
      this.clearAlgorithms();
      this.errorStream(error);
    }
  }

  // close() and error() for scripts and hosts.

  closeOrFail(errors) {
    requireStack();
    try {
      this.close(errors);
    } catch (error) {
      // Where it isn't close() that has errored the stream, on purpose.
      if (error !== this.storedError) {
        this.failure = error;
        then(settled, bind(this.fail, this));
      }
      throw error;
    }
  }

  errorOrFail(reason) {
    requireStack();
    try {
      this.error(reason);
    } catch (error) {
      this.failure = error;
      then(settled, bind(this.fail, this));
      throw error;
    }
  }

  // A call has run out of stack halfway: a read() that may have taken a chunk or left
  // a request that nobody knows, or an end that not all have heard of. It has set
  // `failure`, and the stream ends with that error in a microtask, which has the
  // stack. Until then, enqueue() and a controller's close() throw it, and what read()
  // and next() give is rejected. Where the call caught the error there is hardly any
  // stack: hence built-in functions alone, which need not be compiled, as in
  // `then(settled, bind(this.fail, this))`. (And a closure would cost each call a
  // context.)
  fail() {
    const error = this.failure;
    if (error === undefined) {
      return;
    }
    this.failure = undefined;
    if (this.state === kReadableClosed) {
      this.errorStream(error);
    } else if (this.state === kReadableErrored) {
      this.finishErroring();
    } else if (this.source?.fail !== undefined) {
      this.source.fail(error, this);
    } else {
      this.error(error);
    }
  }

  // (Perhaps not even a microtask could be queued.)
  throwFailure() {
    then(settled, bind(this.fail, this));
    throw this.failure;
  }

  desiredSize() {
    return this.state === kReadable ? this.highWaterMark - this.queueSize :
        this.state === kReadableClosed ? 0 : null;
  }

  // ReadableStreamClose
  closeStream() {
    this.state = kReadableClosed;
    this.ended?.fulfill();
    const { reader } = this;
    if (reader !== undefined) {
      reader.closed.fulfill();
      reader.closeRequests();
    }
  }

  // ReadableStreamError
  errorStream(error) {
    this.state = kReadableErrored;
    this.storedError = error;
    this.finishErroring();
  }

  finishErroring() {
    const { reader, storedError } = this;
    this.ended?.rejectUnlessFulfilled(storedError);
    if (reader !== undefined) {
      reader.closed.rejectAtLast(storedError);
      reader.errorRequests(storedError);
    }
  }

  // ReadableStreamCancel. Settles a LazyPromise, and returns it.
  cancel(reason, promise = new LazyPromise()) {
    this.isDisturbed = true;
    if (this.state === kReadableClosed) {
      promise.fulfill();
    } else if (this.state === kReadableErrored) {
      promise.reject(this.storedError);
    } else {
      this.closeStream();
      if (this.reader !== undefined) {
        this.reader.cancelRequests();
      }
      this.cancelSteps(reason).settle(promise);
    }
    return promise;
  }

  // [[CancelSteps]]
  cancelSteps(reason) {
    this.resetQueue();
    const promise = this.source.cancel(this, reason);
    this.clearAlgorithms();
    return promise;
  }

  // [[PullSteps]]
  pullSteps(request) {
    if (this.queue.first !== undefined) {
      request.chunkSteps(this.takeChunk());
    } else {
      this.reader.requests.push(request);
      this.pullIfNeeded();
    }
  }

  // [[ReleaseSteps]]
  releaseSteps() {}

  // SetUpReadableStreamDefaultReader, of a stream that isn't locked.
  acquireReader() {
    return this.setReader(new DefaultReader(this));
  }

  // SetUpReadableStreamBYOBReader, of a byte stream that isn't locked.
  acquireByobReader() {
    return this.setReader(new ByobReader(this));
  }

  // The object of a new reader.
  getReader(isByob) {
    const reader = isByob ? new ByobReader(this) : new DefaultReader(this);
    const object = reader.toObject();
    this.setReader(reader);
    return object;
  }

  // ReadableStreamReaderGenericInitialize
  setReader(reader) {
    if (this.state === kReadableClosed) {
      reader.closed.state = kFulfilled;
    } else if (this.state === kReadableErrored) {
      reader.closed.rejectOrRenew(this.storedError);
    }
    // Last: who runs out of stack before, leaves no lock.
    this.reader = reader;
    return reader;
  }

  // Attributes of ReadableStream, and operations that give promises.

  lockedGetter() {
    return this.reader !== undefined;
  }

  cancelMethod(reason) {
    if (this.reader !== undefined) {
      return promiseRejectedWith(newLockedError('ReadableStream', 'cancel'));
    }
    requireStack();
    return this.cancel(reason).toObject();
  }

  pipeToMethod(destination, options) {
    if (this.reader !== undefined) {
      return promiseRejectedWith(newLockedError('ReadableStream', 'pipeTo'));
    }
    if (destination.writer !== undefined) {
      return promiseRejectedWith(newStateError(
          'ReadableStream', 'pipeTo',
          'The destination is locked to a writer.'));
    }
    const pipe = this.newPipe(destination, options);
    const promise = pipe.promise.toObject();
    pipe.startOrFail();
    return promise;
  }

  tee() {
    requireLargeStack();
    return new Tee(this).branches();
  }

  newPipe(destination, options) {
    requireStack();
    return new Pipe(this, destination, options);
  }

  // Returns a LazyPromise.
  pipe(destination, options) {
    const pipe = this.newPipe(destination, options);
    pipe.startOrFail();
    return pipe.promise;
  }

  values(preventCancel) {
    const reader = new DefaultReader(this);
    const iterator = newAsyncIterator(reader, preventCancel);
    this.setReader(reader);
    return iterator;
  }

  // Of ReadableStreamDefaultController and ReadableByteStreamController.
  desiredSizeGetter() {
    return this.desiredSize();
  }
}
isolatePrototype(Readable.prototype);

const newLockedError = (interfaceName, member) => newStateError(
    interfaceName, member, 'The stream is locked to a reader.');

// *The new ReadableStream(underlyingSource, strategy) constructor steps*
function constructReadableStream(object, underlyingSource, strategy) {
  const callbacks = convertUnderlyingSource(underlyingSource);
  let stream;
  if (callbacks.type === 'bytes') {
    if (strategy.size !== undefined) {
      throw newRangeError('ReadableStream', undefined,
                          'A byte stream has no strategy with a size.');
    }
    const highWaterMark = extractHighWaterMark('ReadableStream', strategy, 0);
    if (callbacks.autoAllocateChunkSize === 0) {
      throw newTypeError('ReadableStream', undefined,
                         'The autoAllocateChunkSize is 0.');
    }
    stream = new ByteReadable(
        new UnderlyingSource(underlyingSource, callbacks), highWaterMark,
        callbacks.autoAllocateChunkSize);
  } else {
    stream = new Readable(
        new UnderlyingSource(underlyingSource, callbacks),
        extractHighWaterMark('ReadableStream', strategy, 1), strategy.size);
  }
  stream.object = object;
  object[kReadableStream] = stream;
  stream.start(callStart(callbacks.start, underlyingSource, stream));
}

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function readableStreamGetReaderMethod(stream, { mode }) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStream', 'getReader');
  }
  if (mode !== undefined) {
    checkIsByteStream(stream, 'ReadableStream', 'getReader');
  }
  return stream.getReader(mode !== undefined);
}

function readableStreamPipeThroughMethod(stream, { readable, writable },
                                         options) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStream', 'pipeThrough');
  }
  if (writable.writer !== undefined) {
    throw newStateError('ReadableStream', 'pipeThrough',
                        'The writable side is locked to a writer.');
  }
  stream.pipe(writable, options);
  return readable.toObject();
}

function readableStreamTeeMethod(stream) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStream', 'tee');
  }
  return stream.tee();
}

function readableStreamValuesMethod(stream, preventCancel) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStream', 'values');
  }
  return stream.values(preventCancel);
}

function checkCanCloseOrEnqueue(stream, interfaceName, member) {
  if (stream.failure !== undefined) {
    stream.throwFailure();
  }
  if (!stream.canCloseOrEnqueue()) {
    throw newStateError(interfaceName, member,
                        'Controller is already closed or errored.');
  }
}

function readableStreamDefaultControllerCloseMethod(stream) {
  checkCanCloseOrEnqueue(stream, 'ReadableStreamDefaultController',
                         'close');
  stream.closeOrFail(ownErrors);
}

function readableStreamDefaultControllerEnqueueMethod(stream, chunk) {
  checkCanCloseOrEnqueue(stream, 'ReadableStreamDefaultController',
                         'enqueue');
  stream.enqueue(chunk, ownErrors);
}

function readableStreamDefaultControllerErrorMethod(stream, error) {
  stream.errorOrFail(error);
}
