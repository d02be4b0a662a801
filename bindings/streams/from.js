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
  if (!isCallable(method)) {
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

// An iterator as the underlying source of a stream. One value is on its way at a
// time, for which the functions serve that are made once.
class IteratorSource {
  constructor(iterator, isSync) {
    this.iterator = iterator;
    this.nextMethod = iterator.next;
    this.isSync = isSync;
    this.stream = undefined;
    this.isDone = false;
    this.value = undefined;
    this.onResult = (result) => { this.takeResult(result); };
    this.onValue = (value) => {
      this.value = value;
      this.endPull();
    };
    this.onNext = () => { this.endPull(); };
    this.onFailed = (error) => { this.failPull(error); };
    this.onFailedLater = (error) => {
      queueMicrotask(() => { this.failPull(error); });
    };
  }

  // *Getting the next value*, which reacts to what next() gives; the stream reacts
  // to that.
  pull(stream) {
    this.stream = stream;
    let result;
    try {
      result = this.isSync ? nextOfSync(this.iterator, this.nextMethod) :
          checkObject(apply(this.nextMethod, this.iterator, []), 'The result');
    } catch (error) {
      this.onFailedLater(error);
      return;
    }
    then(bareResolvedWith(result), this.onResult, this.onFailedLater);
  }

  takeResult(result) {
    try {
      checkObject(result, 'The result');
      this.isDone = !!result.done;
      if (!this.isDone) {
        const { value } = result;
        if (isObject(value)) {
          // An object is looked at for its then(): it's what *reacting* gives.
          then(bareResolvedWith(value), this.onValue, this.onFailed);
          return;
        }
        this.value = value;
      }
    } catch (error) {
      this.onFailedLater(error);
      return;
    }
    queueMicrotask(this.onNext);
  }

  endPull() {
    const { stream, value } = this;
    this.value = undefined;
    if (this.isDone) {
      stream.close();
    } else if (stream.canCloseOrEnqueue()) {
      stream.enqueue(value);
    }
    queueMicrotask(stream.onPulled);
  }

  failPull(error) {
    this.stream.error(error);
    queueMicrotask(this.stream.onPulled);
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
