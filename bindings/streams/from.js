// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ReadableStream.from():
// https://streams.spec.whatwg.org/#readable-stream-from-iterable

const newNoObjectError = (what) =>
    newTypeError('ReadableStream', 'from', `${what} is not an object.`);

function checkObject(value, what) {
  if (!isObject(value)) {
    throw newNoObjectError(what);
  }
  return value;
}

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

// %AsyncFromSyncIteratorPrototype%: asynchronous functions reject where that
// object's methods do, and their `await` reacts to a promise without a look at
// what scripts made of the promise's methods.

async function nextOfSync(iterator, nextMethod) {
  const result = checkObject(apply(nextMethod, iterator, []), 'The result');
  const done = !!result.done;
  const { value } = result;
  try {
    return newResult(await value, done);
  } catch (error) {
    if (!done) {
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

async function returnOfSync(iterator, reason) {
  const method = getMethod(iterator, 'return');
  if (method === undefined) {
    return newResult(reason, true);
  }
  const result = checkObject(apply(method, iterator, [reason]), 'The result');
  const done = !!result.done;
  return newResult(await result.value, done);
}

// An iterator as the underlying source of a stream.
class IteratorSource {
  constructor(iterator, isSync) {
    this.iterator = iterator;
    this.nextMethod = iterator.next;
    this.isSync = isSync;
    this.isDone = false;
    this.value = undefined;
  }

  // A reaction to *getting the next value*, which is a reaction itself.
  pull(stream) {
    const promise = new LazyPromise();
    const next = this.readNext();
    next.upon(() => {
      if (this.isDone) {
        stream.close();
      } else if (stream.canCloseOrEnqueue()) {
        const value = this.takeValue();
        stream.enqueue(isObject(value) ? next.value : value);
      }
      promise.fulfill();
    }, (error) => {
      stream.error(error);
      promise.fulfill();
    });
    promise.upon(stream.onPulled, stream.onPullFailed);
  }

  takeValue() {
    const { value } = this;
    this.value = undefined;
    return value;
  }

  // *Getting the next value* of an async iterator, or its end. Returns a
  // LazyPromise.
  readNext() {
    let result;
    try {
      result = this.isSync ? nextOfSync(this.iterator, this.nextMethod) :
          checkObject(apply(this.nextMethod, this.iterator, []), 'The result');
    } catch (error) {
      return LazyPromise.rejected(error);
    }
    const promise = new LazyPromise();
    then(bareResolvedWith(result), (result) => {
      try {
        checkObject(result, 'The result');
        this.isDone = !!result.done;
        if (this.isDone) {
          promise.fulfill();
        } else {
          // An object is looked at for its then(): it's what *reacting* gives.
          const { value } = result;
          this.value = value;
          promise.fulfill(isObject(value) ? value : undefined);
        }
      } catch (error) {
        promise.reject(error);
      }
    }, (reason) => { promise.reject(reason); });
    return promise;
  }

  // *Close* an async iterator.
  cancel(stream, reason) {
    const { iterator } = this;
    let result;
    if (this.isSync) {
      result = returnOfSync(iterator, reason);
    } else {
      try {
        const method = getMethod(iterator, 'return');
        if (method === undefined) {
          return LazyPromise.fulfilled();
        }
        result = apply(method, iterator, [reason]);
      } catch (error) {
        return LazyPromise.rejected(error);
      }
    }
    const promise = new LazyPromise();
    then(bareResolvedWith(result), (result) => {
      if (isObject(result)) {
        promise.fulfill();
      } else {
        promise.reject(newNoObjectError('The result'));
      }
    }, (error) => { promise.reject(error); });
    return promise;
  }
}
isolatePrototype(IteratorSource.prototype);

// The argument is an async_sequence of Web IDL's: no string, though strings are
// iterable.
function readableStreamFromMethod(iterable) {
  checkObject(iterable, 'parameter 1');
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
  stream.start(undefined);
  return stream.toObject();
}
