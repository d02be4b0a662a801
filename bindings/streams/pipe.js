// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Pipes: https://streams.spec.whatwg.org/#readable-stream-pipe-to

// ReadableStreamPipeTo. A pump that the ends of reads and writes drive; its own
// read request, and the write request of a chunk that needs no queue.
class Pipe {
  constructor(source, destination,
              { preventAbort, preventCancel, preventClose, signal }) {
    this.source = source;
    this.destination = destination;
    this.preventAbort = preventAbort;
    this.preventCancel = preventCancel;
    this.preventClose = preventClose;
    this.signal = signal;
    this.reader = undefined;
    this.writer = undefined;
    this.promise = new LazyPromise();
    this.isShuttingDown = false;
    this.isFinal = false;
    this.isReading = false;
    // Of chunks that are read, and not written yet.
    this.pendingCount = 0;
    // Whether the end of the write in flight is that of a pull: Readable.endPull().
    this.endsPull = false;
    this.onDrained = undefined;
    this.onAbort = undefined;
    this.pumpCount = 0;
    this.next = undefined;
    // That of a read which was waiting.
    this.chunk = undefined;
    this.hasChunk = false;
    this.size = 1;
    this.onChunk = () => {
      this.writeChunk();
      this.pump();
    };
    this.onWritten = () => { this.finishWrite(); };
  }

  start() {
    const { source, destination, signal } = this;
    this.reader = source.acquireReader();
    this.writer = destination.acquireWriter();
    source.isDisturbed = true;
    if (signal !== undefined) {
      const heedLater = () => {
        try {
          this.heedSignal();
        } catch (error) {
          this.isShuttingDown = true;
          this.finalize(true, error);
        }
      };
      // Scripts can dispatch events of their own making.
      this.onAbort = () => {
        if (this.isShuttingDown) {
          return;
        }
        try {
          this.heedSignal();
        } catch (error) {
          // There isn't the stack for it.
          if (this.isShuttingDown) {
            then(settled, bind(this.finalize, this, true, error));
          } else {
            then(settled, heedLater);
          }
        }
      };
      if (isAborted(signal)) {
        this.abort();
        return;
      }
      // In the capturing phase, before listeners that may stop the event.
      addEventListener(signal, 'abort', this.onAbort, true);
    }
    this.writer.pipe = this;
    // "is or becomes": what is so now has no microtask to wait for.
    if (source.state === kReadableErrored) {
      this.forwardError(source.storedError);
      if (this.isFinal) {
        return;
      }
    } else if (source.state === kReadable) {
      this.reader.closed.upon(() => { this.forwardClose(); },
                              (error) => { this.forwardError(error); });
    }
    if (destination.state === kWritableErrored) {
      this.backwardError(destination.storedError);
    } else {
      this.writer.closed.upon(noSteps,
                              (error) => { this.backwardError(error); });
    }
    if (source.state === kReadableClosed) {
      this.forwardClose();
      if (this.isFinal) {
        return;
      }
    }
    if (destination.isClosing() || destination.state === kWritableClosed) {
      this.backwardError(newStateError('ReadableStream', 'pipeTo',
                                       'The destination is closed or closing.'));
    }
    this.pump();
  }

  pump() {
    const { source, destination } = this;
    // A listener may have stopped the event. A host's getter takes as long as a chunk
    // or longer, so that it's asked now and then.
    if (this.onAbort !== undefined && ++this.pumpCount % 64 === 0 &&
        !this.isShuttingDown && isAborted(this.signal)) {
      this.abort();
    }
    while (!this.isShuttingDown && !this.isReading &&
           !destination.hasBackpressure && destination.state === kWritable &&
           !destination.isClosing() && source.state === kReadable) {
      if (source.queue.first === undefined) {
        this.isReading = true;
        source.pullSteps(this);
      } else if (!destination.isFullWithOne()) {
        ++this.pendingCount;
        this.write(source.takeChunk());
      } else if (source.isPullEnding && !source.pullsAgain &&
                 !source.shouldPull()) {
        // Saves a microtask for each chunk from now on: Readable.endPull().
        source.waitingPipe = this;
        return;
      } else {
        ++this.pendingCount;
        this.write(source.takeChunk(this));
      }
    }
  }

  // The steps of a read request. A chunk is written a microtask later, since
  // enqueue() isn't to call the sink.
  chunkSteps(chunk) {
    // First: if there isn't the stack for it, another chunk may be given.
    queueMicrotask(this.onChunk);
    this.chunk = chunk;
    this.hasChunk = true;
    ++this.pendingCount;
    const { onDrained } = this;
    if (onDrained !== undefined) {
      this.onDrained = () => { queueMicrotask(onDrained); };
    }
  }

  writeChunk() {
    if (!this.hasChunk) {
      return;
    }
    const { chunk } = this;
    this.chunk = undefined;
    this.hasChunk = false;
    this.isReading = false;
    this.write(chunk);
  }

  closeSteps() {
    this.isReading = false;
  }

  // The source is errored, or has no memory for the buffer of a read; then, as
  // with a read that nothing answers, there is nothing to do but wait.
  errorSteps() {}

  // WritableStreamDefaultWriterWrite
  write(chunk) {
    const { destination } = this;
    if (this.isFinal) {
      return;
    }
    const size = destination.sizeAlgorithm === undefined ? 1 :
        destination.chunkSize(chunk);
    if (destination.state !== kWritable || destination.isClosing()) {
      // What the source did when the chunk was taken.
      if (this.endsPull) {
        this.endsPull = false;
        queueMicrotask(this.source.onPulled);
      }
      this.finishWrite();
      return;
    }
    if (destination.isIdle() && isChunkSize(size)) {
      this.size = size;
      destination.write(this, chunk);
    } else {
      const request = new WriteRequest(chunk, size);
      request.resolve = request.reject = this.onWritten;
      destination.enqueue(request);
    }
  }

  resolve() {
    this.finishWrite();
  }

  reject() {
    this.finishWrite();
  }

  endPull() {
    if (this.endsPull) {
      this.endsPull = false;
      this.source.onPulled();
    }
  }

  finishWrite() {
    this.endPull();
    const { onDrained } = this;
    if (--this.pendingCount === 0 && onDrained !== undefined) {
      this.onDrained = undefined;
      queueMicrotask(onDrained);
    }
  }

  // Errors and ends must be propagated.

  forwardError(error) {
    const { destination } = this;
    this.shutDown(
        this.preventAbort ? undefined : () => destination.abort(error), true,
        error);
  }

  backwardError(error) {
    const { source } = this;
    this.shutDown(
        this.preventCancel ? undefined : () => source.cancel(error), true,
        error);
  }

  // WritableStreamDefaultWriterCloseWithErrorPropagation
  forwardClose() {
    const { destination } = this;
    this.shutDown(this.preventClose ? undefined : () =>
        destination.isClosing() || destination.state === kWritableClosed ?
        LazyPromise.fulfilled() :
        destination.state === kWritableErrored ?
        LazyPromise.rejected(destination.storedError) :
        destination.close('WritableStreamDefaultWriter'), false, undefined);
  }

  heedSignal() {
    if (isAborted(this.signal)) {
      this.abort();
    }
  }

  // The *abort algorithm* of the signal.
  abort() {
    const { source, destination } = this;
    const error = abortReason(this.signal);
    this.shutDown(() => {
      const aborted = this.preventAbort ? undefined :
          destination.state === kWritable ? destination.abort(error) :
          LazyPromise.fulfilled();
      const cancelled = this.preventCancel ? undefined :
          source.state === kReadable ? source.cancel(error) :
          LazyPromise.fulfilled();
      return whenAll(aborted, cancelled);
    }, true, error);
  }

  // *Shutdown with an action*, or without one.
  shutDown(action, isError, error) {
    if (this.isShuttingDown) {
      return;
    }
    const finish = () => {
      if (action === undefined) {
        this.finalize(isError, error);
      } else if (!this.isFinal) {
        action().upon(() => { this.finalize(isError, error); },
                      (reason) => { this.finalize(true, reason); });
      }
    };
    const { destination } = this;
    if (destination.state !== kWritable || destination.isClosing()) {
      this.isShuttingDown = true;
      finish();
    } else {
      this.finishOnceWritten(finish);
      this.isShuttingDown = true;
    }
  }

  // Waits until every chunk that has been read is written: also that of a read
  // that was waiting, until the pipe finishes.
  finishOnceWritten(finish) {
    const finishIfWritten = () => {
      if (this.pendingCount > 0) {
        this.onDrained = onDrained;
      } else {
        finish();
      }
    };
    const finishLater = () => {
      if (this.pendingCount > 0) {
        this.onDrained = () => { queueMicrotask(onDrained); };
      } else {
        queueMicrotask(finishIfWritten);
      }
    };
    const onDrained = () => { queueMicrotask(finishLater); };
    if (this.pendingCount > 0) {
      this.onDrained = onDrained;
    } else {
      queueMicrotask(finishLater);
    }
  }

  startOrFail() {
    try {
      this.start();
    } catch (error) {
      // There isn't the stack for it. What there is ends in a microtask, as in
      // Readable.fail().
      this.isShuttingDown = true;
      then(settled, bind(this.finalize, this, true, error));
    }
  }

  // May come twice where the stack has run out, and then goes on where it was.
  finalize(isError, error) {
    // It has been taken from the source while the action was performed.
    this.writeChunk();
    this.isFinal = true;
    this.endPull();
    const { onAbort, reader, writer } = this;
    // The reactions are the pipe's own, which would find it at its end.
    if (writer !== undefined) {
      writer.pipe = undefined;
      writer.closed.dropReactions();
      writer.release();
      this.writer = undefined;
    }
    if (reader !== undefined) {
      reader.closed.dropReactions();
      reader.release();
      this.reader = undefined;
    }
    if (onAbort !== undefined) {
      this.onAbort = undefined;
      try {
        removeEventListener(this.signal, 'abort', onAbort, true);
      } catch {
        // The host's. The listener does nothing any more.
      }
    }
    if (this.promise.state === kRejected) {
      this.promise.finishRejecting();
    } else if (this.promise.state === kPending) {
      if (isError) {
        this.promise.reject(error);
      } else {
        this.promise.fulfill();
      }
    }
  }
}
isolatePrototype(Pipe.prototype);

// *Get a promise for waiting for all*, of two at most. Its value, a sequence,
// is an Array, and so is looked at for then().
function whenAll(first, second) {
  const promise = new LazyPromise();
  const results = first === undefined && second === undefined ? [] :
      first === undefined || second === undefined ? [undefined] :
      [undefined, undefined];
  let count = results.length;
  if (count === 0) {
    queueMicrotask(() => { promise.fulfill(results); });
    return promise;
  }
  const onFulfilled = () => {
    if (--count === 0) {
      promise.fulfill(results);
    }
  };
  const onRejected = (reason) => {
    if (promise.state === kPending) {
      promise.reject(reason);
    }
  };
  first?.upon(onFulfilled, onRejected);
  second?.upon(onFulfilled, onRejected);
  return promise;
}
