// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ReadableStream.from():
// https://streams.spec.whatwg.org/#readable-stream-from-iterable

const checkObject = (value, what) => {
  if (!isObject(value)) {
    throw newTypeError('ReadableStream', 'from', `${what} is not an object.`);
  }
  return value;
};

// *GetMethod*
function getMethod(object, key) {
  const method = object[key];
  if (method === undefined || method === null) {
    return undefined;
  }
  if (typeof method !== 'function') {
    throw newTypeError('ReadableStream', 'from',
                       'A method of the iteration is not a function.');
  }
  return method;
}

// *AsyncFromSyncIteratorContinuation*. `await` reacts to a promise without a
// look at what scripts made of its methods.
async function continueSync(result, iterator, closesIterator) {
  checkObject(result, 'The iterator\'s result');
  const done = !!result.done;
  const { value } = result;
  try {
    return newResult(await value, done);
  } catch (error) {
    if (!done && closesIterator) {
      try {
        const method = getMethod(iterator, 'return');
        if (method !== undefined) {
          apply(method, iterator, []);
        }
      } catch {
        // *IteratorClose* passes on what it was called for.
      }
    }
    throw error;
  }
}

// An iterator as the underlying source of a stream.
class IteratorSource {
  constructor(iterator, isSync) {
    this.iterator = iterator;
    this.nextMethod = iterator.next;
    this.isSync = isSync;
  }

  // *Get the next value* of an async iterator.
  pull(stream) {
    let result;
    try {
      result = apply(this.nextMethod, this.iterator, []);
      if (this.isSync) {
        result = continueSync(result, this.iterator, true);
      }
    } catch (error) {
      this.settlePull(stream, LazyPromise.rejected(error));
      return;
    }
    const promise = new LazyPromise();
    then(bareResolvedWith(result), (result) => {
      try {
        checkObject(result, 'The iterator\'s result');
        if (result.done) {
          stream.close();
        } else {
          const { value } = result;
          if (stream.canCloseOrEnqueue()) {
            stream.enqueue(value);
          }
        }
      } catch (error) {
        promise.reject(error);
        return;
      }
      promise.fulfill();
    }, (reason) => { promise.reject(reason); });
    this.settlePull(stream, promise);
  }

  settlePull(stream, promise) {
    promise.upon(stream.onPulled, stream.onPullFailed);
  }

  // *Close* an async iterator.
  cancel(stream, reason) {
    const { iterator, isSync } = this;
    let result;
    try {
      const method = getMethod(iterator, 'return');
      if (method === undefined) {
        return LazyPromise.fulfilled();
      }
      result = apply(method, iterator, [reason]);
      if (isSync) {
        result = continueSync(result, iterator, false);
      }
    } catch (error) {
      return LazyPromise.rejected(error);
    }
    const promise = new LazyPromise();
    then(bareResolvedWith(result), (result) => {
      if (isObject(result)) {
        promise.fulfill();
      } else {
        promise.reject(newTypeError('ReadableStream', 'from',
                                    'The iterator\'s result is no object.'));
      }
    }, (error) => { promise.reject(error); });
    return promise;
  }
}
isolatePrototype(IteratorSource.prototype);

// Differs: Web IDL's async_sequence takes objects alone. Strings are taken, too,
// by web-platform-tests and by engines.
function readableStreamFromMethod(iterable) {
  if (typeof iterable !== 'string') {
    checkObject(iterable, 'parameter 1');
  }
  let method = getMethod(iterable, asyncIteratorSymbol);
  const isSync = method === undefined;
  if (isSync) {
    method = getMethod(iterable, iteratorSymbol);
    if (method === undefined) {
      throw newTypeError('ReadableStream', 'from',
                         'parameter 1 is not iterable.');
    }
  }
  const iterator =
      checkObject(apply(method, iterable, []), 'The iterator');
  const stream = new Readable(new IteratorSource(iterator, isSync), 0,
                              undefined);
  stream.startWhen(LazyPromise.fulfilled());
  return stream.toObject();
}
