// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Transform streams: https://streams.spec.whatwg.org/#ts

// What transforms. transform() gives what the callback does, or throws; flush() and
// cancel() give LazyPromises.
class Transformer {
  constructor(transformer, { transform, flush, cancel }) {
    this.transformer = transformer;
    this.transformCallback = transform;
    this.flushCallback = flush;
    this.cancelCallback = cancel;
  }

  transform(stream, chunk) {
    if (this.transformCallback === undefined) {
      stream.enqueueLast(chunk);
      return undefined;
    }
    return apply(this.transformCallback, this.transformer,
                 [chunk, stream.controllerObject()]);
  }

  flush(stream) {
    return this.flushCallback === undefined ? LazyPromise.fulfilled() :
        LazyPromise.ofCall(this.flushCallback, this.transformer,
                           [stream.controllerObject()]);
  }

  cancel(reason) {
    return this.cancelCallback === undefined ? LazyPromise.fulfilled() :
        LazyPromise.ofCall(this.cancelCallback, this.transformer, [reason]);
  }
}
isolatePrototype(Transformer.prototype);

// What is performed once a stream's algorithms are cleared, which the standard
// doesn't say.
const clearedTransformer = {
  __proto__: null,
  transform: noSteps,
  flush: () => LazyPromise.fulfilled(),
  cancel: () => LazyPromise.fulfilled(),
};

// A TransformStream with its controller. A write that waits for the readable
// side is parked: that is a reaction to [[backpressureChangePromise]], as is a
// pull that waits for the next chunk.
class Transform {
  constructor(transformer, writableMark, writableSize, readableMark,
              readableSize) {
    this.object = undefined;
    this.controller = undefined;
    this.transformer = transformer;
    this.hasBackpressure = true;
    this.isPullWaiting = false;
    this.isParked = false;
    this.parkedChunk = undefined;
    this.finishPromise = undefined;
    const writable = new Writable(new TransformSink(this), writableMark,
                                  writableSize);
    const readable = new Readable(new TransformSource(this), readableMark,
                                  readableSize);
    this.writable = writable;
    this.readable = readable;
    // The microtasks between a transform that is done and the end of its write:
    // one for the reaction to the transform, one for that to the write; and for
    // a parked write two more, since one promise is resolved with another.
    this.onTransformed = () => { queueMicrotask(writable.onWritten); };
    this.onParkedTransformed = () => { queueMicrotask(this.onTransformed); };
    this.onFailed = undefined;
    this.onParkedFailed = undefined;
    // The same once enqueueLast() has ended a pull.
    this.isPullEnding = false;
    this.onPulledAndTransformed = () => {
      readable.onPulled();
      this.onTransformed();
    };
    this.onPulledAndParkedTransformed = () => {
      readable.onPulled();
      this.onParkedTransformed();
    };
    this.onUnblocked = () => { this.writeParked(); };
  }

  // InitializeTransformStream: both sides start when the transformer has. Each
  // side's start promise is resolved with `startPromise`, which takes three
  // microtasks; those of the readable side follow those of the writable side.
  startWhen(startPromise) {
    const { readable, writable } = this;
    const finish = () => {
      writable.finishStart();
      readable.finishStart();
    };
    queueMicrotask(() => {
      startPromise.upon(() => { queueMicrotask(finish); }, (error) => {
        queueMicrotask(() => {
          writable.failStart(error);
          readable.error(error);
        });
      });
    });
  }

  controllerObject() {
    return this.controller ??= newTransformStreamDefaultController(this);
  }

  // TransformStreamDefaultControllerClearAlgorithms
  clearAlgorithms() {
    this.transformer = clearedTransformer;
  }

  // TransformStreamSetBackpressure
  setBackpressure(hasBackpressure) {
    this.hasBackpressure = hasBackpressure;
    if (!hasBackpressure) {
      if (this.isParked) {
        this.isParked = false;
        queueMicrotask(this.onUnblocked);
      }
    } else if (this.isPullWaiting) {
      this.isPullWaiting = false;
      queueMicrotask(this.readable.onPulled);
    }
  }

  // TransformStreamUnblockWrite
  unblockWrite() {
    if (this.hasBackpressure) {
      this.setBackpressure(false);
    }
  }

  // TransformStreamErrorWritableAndUnblockWrite
  errorWritable(error) {
    this.clearAlgorithms();
    this.writable.errorIfNeeded(error);
    this.unblockWrite();
  }

  // TransformStreamError
  error(error) {
    this.readable.error(error);
    this.errorWritable(error);
  }

  // The same for scripts.
  errorOrFail(error) {
    requireLargeStack();
    try {
      this.readable.errorOrFail(error);
      this.errorWritable(error);
    } catch (stackError) {
      const { readable } = this;
      readable.failure = stackError;
      then(settled, bind(readable.fail, readable));
      then(settled, bind(this.endWritable, this, stackError));
      throw stackError;
    }
  }

  // TransformStreamDefaultControllerTerminate, for scripts.
  terminateOrFail(newError) {
    requireLargeStack();
    try {
      this.readable.closeOrFail();
      this.errorWritable(newError());
    } catch (error) {
      const { readable } = this;
      if (readable.state === kReadable && !readable.isCloseRequested) {
        readable.failure = error;
        then(settled, bind(readable.fail, readable));
      }
      then(settled, bind(this.endWritable, this, error));
      throw error;
    }
  }

  // errorWritable(), or the rest of it, where there wasn't the stack.
  endWritable(error) {
    this.errorWritable(error);
    this.writable.goOnErroring();
  }

  // TransformStreamDefaultControllerEnqueue
  enqueue(chunk, errors) {
    if (this.enqueueChunk(chunk, errors)) {
      this.setBackpressure(true);
    }
  }

  // The same by a transformer whose transform() does nothing after it. The
  // microtasks of the pull that ends and of the write that is done follow one
  // another then, and are one.
  enqueueLast(chunk) {
    if (this.enqueueChunk(chunk, ownErrors)) {
      this.hasBackpressure = true;
      this.isPullEnding = this.isPullWaiting;
      this.isPullWaiting = false;
    }
  }

  // Returns whether there is backpressure from now on.
  enqueueChunk(chunk, errors) {
    const { readable } = this;
    if (!readable.canCloseOrEnqueue()) {
      throw newClosedError();
    }
    try {
      readable.enqueue(chunk, errors);
    } catch (error) {
      if (readable.state === kReadable) {
        // There wasn't the stack: both sides end.
        readable.failure = error;
        then(settled, bind(readable.fail, readable));
        throw error;
      }
      this.errorWritable(error);
      // Undefined where size() has closed the readable side before it threw.
      throw readable.storedError;
    }
    return !this.hasBackpressure && !readable.shouldPull();
  }

  // TransformStreamDefaultControllerPerformTransform. Returns whether it's done; if it
  // isn't, onTransformed() or fail() is called where the standard reacts to it.
  perform(chunk, onTransformed, isParked) {
    let result;
    try {
      result = this.transformer.transform(this, chunk);
    } catch (error) {
      queueMicrotask(() => { this.fail(error, isParked); });
      return false;
    }
    if (!isObject(result)) {
      return true;
    }
    const onFailed = isParked ?
        this.onParkedFailed ??= (error) => { this.fail(error, true); } :
        this.onFailed ??= (error) => { this.fail(error, false); };
    then(bareResolvedWith(result), onTransformed, onFailed);
    return false;
  }

  // Behind as many microtasks as for a transform that is done.
  fail(error, isParked) {
    const failWrite = () => { this.writable.onWriteFailed(error); };
    this.error(error);
    queueMicrotask(isParked ? () => { queueMicrotask(failWrite); } : failWrite);
  }

  // TransformStreamDefaultSinkWriteAlgorithm
  write(chunk) {
    if (this.hasBackpressure) {
      this.isParked = true;
      this.parkedChunk = chunk;
      return;
    }
    const isDone = this.perform(chunk, this.onTransformed, false);
    if (this.isPullEnding) {
      this.isPullEnding = false;
      queueMicrotask(this.onPulledAndTransformed);
    } else if (isDone) {
      queueMicrotask(this.onTransformed);
    }
  }

  writeParked() {
    const { parkedChunk, writable } = this;
    this.parkedChunk = undefined;
    if (writable.state === kErroring) {
      const { storedError } = writable;
      queueMicrotask(() => { writable.onWriteFailed(storedError); });
      return;
    }
    const isDone = this.perform(parkedChunk, this.onParkedTransformed, true);
    if (this.isPullEnding) {
      this.isPullEnding = false;
      queueMicrotask(this.onPulledAndParkedTransformed);
    } else if (isDone) {
      queueMicrotask(this.onParkedTransformed);
    }
  }

  // What flush and cancel algorithms have in common: they run once, and what
  // comes later waits for them. `onFulfilled` may throw an error that the sides
  // know already; `onRejected` tells them of one.
  finish(run, onFulfilled, onRejected) {
    if (this.finishPromise === undefined) {
      const promise = new LazyPromise();
      this.finishPromise = promise;
      const result = run(this.transformer);
      this.clearAlgorithms();
      result.upon(() => {
        const side = onFulfilled();
        if (side === undefined) {
          promise.fulfill();
        } else {
          promise.reject(side.storedError);
        }
      }, (error) => {
        onRejected(error);
        promise.reject(error);
      });
    }
    return this.finishPromise;
  }

  // TransformStreamDefaultSinkCloseAlgorithm
  close() {
    const { readable } = this;
    return this.finish((transformer) => transformer.flush(this), () => {
      if (readable.state === kReadableErrored) {
        return readable;
      }
      readable.close();
      return undefined;
    }, (error) => { readable.error(error); });
  }

  // TransformStreamDefaultSinkAbortAlgorithm
  abort(reason) {
    const { readable } = this;
    return this.finish((transformer) => transformer.cancel(reason), () => {
      if (readable.state === kReadableErrored) {
        return readable;
      }
      readable.error(reason);
      return undefined;
    }, (error) => { readable.error(error); });
  }

  // TransformStreamDefaultSourceCancelAlgorithm
  cancel(reason) {
    const { writable } = this;
    return this.finish((transformer) => transformer.cancel(reason), () => {
      if (writable.state === kWritableErrored) {
        return writable;
      }
      writable.errorIfNeeded(reason);
      this.unblockWrite();
      return undefined;
    }, (error) => {
      writable.errorIfNeeded(error);
      this.unblockWrite();
    });
  }

  // Attributes of TransformStream.

  readableGetter() {
    return this.readable.toObject();
  }

  writableGetter() {
    return this.writable.toObject();
  }

  // Of TransformStreamDefaultController.
  desiredSizeGetter() {
    return this.readable.desiredSize();
  }

}
isolatePrototype(Transform.prototype);

// The two sides' ends within the stream.
class TransformSink {
  constructor(transform) {
    this.transform = transform;
  }

  write(writable, chunk) {
    this.transform.write(chunk);
  }

  close() {
    return this.transform.close();
  }

  abort(writable, reason) {
    return this.transform.abort(reason);
  }

  fail(error) {
    this.transform.error(error);
  }
}
isolatePrototype(TransformSink.prototype);

class TransformSource {
  constructor(transform) {
    this.transform = transform;
  }

  // TransformStreamDefaultSourcePullAlgorithm
  pull() {
    this.transform.setBackpressure(false);
    this.transform.isPullWaiting = true;
  }

  cancel(readable, reason) {
    return this.transform.cancel(reason);
  }

  fail(error) {
    this.transform.error(error);
  }
}
isolatePrototype(TransformSource.prototype);

// *The new TransformStream(transformer, writableStrategy, readableStrategy)
// constructor steps*
function constructTransformStream(object, transformer, writableStrategy,
                                  readableStrategy) {
  const callbacks = convertTransformer(transformer);
  const { readableType, start, writableType } = callbacks;
  if (readableType !== undefined || writableType !== undefined) {
    throw newRangeError('TransformStream', undefined,
                        'The transformer has a type, which is reserved.');
  }
  const readableMark =
      extractHighWaterMark('TransformStream', readableStrategy, 0, 3);
  const writableMark =
      extractHighWaterMark('TransformStream', writableStrategy, 1);
  const stream = new Transform(
      new Transformer(transformer, callbacks), writableMark,
      writableStrategy.size, readableMark, readableStrategy.size);
  stream.object = object;
  object[kTransformStream] = stream;
  const startPromise = new LazyPromise();
  stream.startWhen(startPromise);
  startPromise.resolve(callStart(start, transformer, stream));
}

// Operations, whose exceptions are of the realm that the function is of.

const newClosedError = () => newStateError(
    'TransformStreamDefaultController', 'enqueue',
    'The readable side is closed, closing or errored.');

function transformStreamDefaultControllerEnqueueMethod(stream, chunk) {
  const { readable } = stream;
  if (readable.failure !== undefined) {
    readable.throwFailure();
  }
  if (!readable.canCloseOrEnqueue()) {
    throw newClosedError();
  }
  stream.enqueue(chunk, ownErrors);
}

function transformStreamDefaultControllerErrorMethod(stream, error) {
  stream.errorOrFail(error);
}

function transformStreamDefaultControllerTerminateMethod(stream) {
  stream.terminateOrFail(() => new TypeError('The stream was terminated.'));
}
