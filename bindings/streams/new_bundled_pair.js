// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The body of a function of (streams), the bundle's interfaces, that returns
// newStreamPair; see v8_encoding/streams.h. All that it uses later is captured
// here.
//
// A TransformStream whose steps may take their time makes promises for each
// chunk: of the step's end, of what to do if it fails, of the change of
// backpressure. Ours are done when they return. So this joins a ReadableStream
// and a WritableStream itself, as the bundle's TransformStream does: by giving
// their controllers algorithms, those of
// https://streams.spec.whatwg.org/#ts-abstract-ops. What they give is settled in
// the same order of microtasks.

'use strict';

const { ReadableStream, WritableStream } = streams;
const Promise = globalThis.Promise;
const uncurryThis = Function.prototype.bind.bind(Function.prototype.call);
const then = uncurryThis(Promise.prototype.then);
const rejectWith = Promise.reject.bind(Promise);
const resolved = Promise.resolve();

const readableController = streams.ReadableStreamDefaultController.prototype;
const enqueue = uncurryThis(readableController.enqueue);
const closeReadable = uncurryThis(readableController.close);
const errorReadable = uncurryThis(readableController.error);
const errorWritable =
    uncurryThis(streams.WritableStreamDefaultController.prototype.error);

// The defaults of *set up*. Both sides start as its startPromise lets them,
// which takes longer than to start at once.
const nothing = { __proto__: null, start: () => resolved };
const writableStrategy = { __proto__: null, highWaterMark: 1 };
const readableStrategy = { __proto__: null, highWaterMark: 0 };

// What is relied on of the bundle's objects. Another release of it, which
// doesn't have them, gets no newStreamPair.
const hasAll = (object, names) => {
  for (let i = 0; i < names.length; ++i) {
    if (!(names[i] in object)) {
      return false;
    }
  }
  return true;
};
const aReadable = new ReadableStream(nothing, readableStrategy);
const aWritable = new WritableStream(nothing, writableStrategy);
const isKnown =
    hasAll(aReadable,
           ['_readableStreamController', '_state', '_storedError']) &&
    hasAll(aWritable,
           ['_writableStreamController', '_state', '_storedError']) &&
    hasAll(aReadable._readableStreamController,
           ['_pullAlgorithm', '_cancelAlgorithm']) &&
    hasAll(aWritable._writableStreamController,
           ['_writeAlgorithm', '_closeAlgorithm', '_abortAlgorithm']);
if (!isKnown) {
  return undefined;
}

return function newStreamPair(transform, flush, state) {
  const writable = new WritableStream(nothing, writableStrategy);
  const readable = new ReadableStream(nothing, readableStrategy);
  const source = readable._readableStreamController;
  const sink = writable._writableStreamController;

  let backpressure = true;
  // Resolves the promise that a write waits for while there is backpressure.
  let unblock;
  // What came of closing, aborting or cancelling, whichever was first.
  let finished;

  const clearBackpressure = () => {
    backpressure = false;
    if (unblock !== undefined) {
      const resolve = unblock;
      unblock = undefined;
      resolve();
    }
  };
  const passOn = (result) => {
    if (result !== undefined) {
      // If someone waits for more, this pulls, which clears it again.
      backpressure = true;
      enqueue(source, result);
    }
  };
  const errorBoth = (error) => {
    errorReadable(source, error);
    errorWritable(sink, error);
    clearBackpressure();
  };

  // TransformStreamDefaultSinkWriteAlgorithm
  sink._writeAlgorithm = (chunk) => {
    if (!backpressure) {
      try {
        passOn(transform(state, chunk));
        // A TransformStream looks for errors first, which takes a microtask.
        return then(resolved);
      } catch (error) {
        // Not before the writer has returned.
        return then(rejectWith(error), undefined, (error) => {
          errorBoth(error);
          throw error;
        });
      }
    }
    const unblocked = new Promise((resolve) => { unblock = resolve; });
    let erroring;
    const written = then(unblocked, () => {
      erroring = writable._state === 'erroring';
      if (erroring) {
        throw writable._storedError;
      }
      passOn(transform(state, chunk));
    });
    return then(written, undefined, (error) => {
      if (!erroring) {
        errorBoth(error);
      }
      throw error;
    });
  };

  // TransformStreamDefaultSinkCloseAlgorithm
  sink._closeAlgorithm = () => {
    if (finished !== undefined) {
      return finished;
    }
    let resolveFlushed;
    let rejectFlushed;
    const flushed = new Promise((resolve, reject) => {
      resolveFlushed = resolve;
      rejectFlushed = reject;
    });
    finished = then(flushed, () => {
      if (readable._state === 'errored') {
        throw readable._storedError;
      }
      if (readable._state === 'readable') {
        closeReadable(source);
      }
    }, (error) => {
      errorReadable(source, error);
      throw error;
    });
    try {
      passOn(flush(state));
      resolveFlushed();
    } catch (error) {
      rejectFlushed(error);
    }
    return finished;
  };

  // TransformStreamDefaultSinkAbortAlgorithm
  sink._abortAlgorithm = (reason) => finished ??= then(resolved, () => {
    if (readable._state === 'errored') {
      throw readable._storedError;
    }
    errorReadable(source, reason);
  });

  // TransformStreamDefaultSourcePullAlgorithm
  source._pullAlgorithm = () => {
    clearBackpressure();
    return resolved;
  };

  // TransformStreamDefaultSourceCancelAlgorithm
  source._cancelAlgorithm = (reason) => finished ??= then(resolved, () => {
    if (writable._state === 'errored') {
      throw writable._storedError;
    }
    errorWritable(sink, reason);
    clearBackpressure();
  });

  return { __proto__: null, readable, writable };
};
