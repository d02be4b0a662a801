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

async function returnOfSync(iterator, reason) {
  const method = getMethod(iterator, 'return');
  if (method === undefined) {
    return newResult(reason, true);
  }
  const result = checkObject(apply(method, iterator, [reason]), 'The result');
  const done = !!result.done;
  return newResult(await result.value, done);
}

// What scripts have made of all promises, they have made of this one.
const anyPromise = freeze(promiseResolvedWith(undefined));

function haveTheirThen() {
  try {
    return anyPromise.then === promiseThen;
  } catch {
    return false;
  }
}

// An iterator as the underlying source of a stream. One value is on its way at a
// time, for which the functions serve that are made once.
//
// Nobody sees most of the promises that are resolved on the way. They are left out,
// but not their microtasks, and not their looks for then().
class IteratorSource {
  constructor(iterator, isSync) {
    this.iterator = iterator;
    this.nextMethod = iterator.next;
    this.isSync = isSync;
    this.stream = undefined;
    this.isDone = false;
    // What the next microtask is for.
    this.value = undefined;
    this.result = undefined;
    this.onAwaited = isSync ? () => { this.giveResult(); } : undefined;
    this.onGiven = (result) => { this.pass(result); };
    this.onGivenAtOnce = () => { this.pass(this.takeKept()); };
    this.onNotGiven = (error) => { this.reject(error); };
    this.onPromise = () => { this.react(this.takeKept()); };
    this.onResult = (result) => { this.takeResult(result); };
    this.onResultAtOnce = () => { this.takeResult(this.takeKept()); };
    this.onValue = (value) => {
      this.value = value;
      this.endPull();
    };
    this.onValueAtOnce = () => { this.endPull(); };
    this.onFailed = (error) => { this.failPull(error); };
    this.onFailedLater = (error) => {
      queueMicrotask(() => { this.failPull(error); });
    };
  }

  takeKept() {
    const { result } = this;
    this.result = undefined;
    return result;
  }

  callNext() {
    return checkObject(apply(this.nextMethod, this.iterator, []), 'The result');
  }

  // *Getting the next value*, which reacts to what next() gives; the stream reacts
  // to that.
  pull(stream) {
    this.stream = stream;
    if (this.isSync) {
      this.pullSync();
      return;
    }
    let result;
    try {
      result = this.callNext();
    } catch (error) {
      this.onFailedLater(error);
      return;
    }
    this.pass(result);
  }

  // The next() of %AsyncFromSyncIteratorPrototype%, whose promise is left out where
  // nobody can see it.
  pullSync() {
    let value;
    try {
      const result = this.callNext();
      this.isDone = !!result.done;
      value = result.value;
    } catch (error) {
      this.pass(promiseRejectedWith(error));
      return;
    }
    if (!haveTheirThen() || (isObject(value) && !isView(value) && isPromise(value))) {
      this.pass(this.resultOf(value));
      return;
    }
    let thenMethod;
    try {
      thenMethod = thenMethodOf(value);
    } catch (error) {
      this.passResultOf((resolve, reject) => { queueMicrotask(() => { reject(error); }); });
      return;
    }
    if (thenMethod !== undefined) {
      this.passResultOf((resolve, reject) => {
        then(bareOfThenable(value, thenMethod), resolve, reject);
      });
      return;
    }
    this.value = value;
    queueMicrotask(this.onAwaited);
  }

  async resultOf(value) {
    try {
      return newResult(await value, this.isDone);
    } catch (error) {
      this.closeSync();
      throw error;
    }
  }

  // The same of a value that has been asked for then().
  passResultOf(awaitValue) {
    this.pass(new Promise((resolve, reject) => {
      awaitValue((value) => { resolve(newResult(value, this.isDone)); }, (error) => {
        this.closeSync();
        reject(error);
      });
    }));
  }

  // *IteratorClose*, which passes on what it was called for.
  closeSync() {
    if (this.isDone) {
      return;
    }
    try {
      const method = getMethod(this.iterator, 'return');
      if (method !== undefined) {
        apply(method, this.iterator, []);
      }
    } catch {
      // That isn't this.
    }
  }

  // Behind the `await`: resolves the promise that is left out, and then reacts to it.
  giveResult() {
    const result = newResult(this.value, this.isDone);
    this.value = undefined;
    let thenMethod;
    try {
      thenMethod = thenMethodOf(result);
    } catch (error) {
      this.uponAny(() => { this.reject(error); });
      return;
    }
    if (thenMethod === undefined) {
      this.result = result;
      this.uponAny(this.onGivenAtOnce);
    } else {
      const given = bareOfThenable(result, thenMethod);
      if (this.uponAny(noSteps)) {
        then(given, this.onGiven, this.onNotGiven);
      }
    }
  }

  // Reacts to a promise that is fulfilled and no other than others, of which then()
  // looks up the `constructor`. False if that has thrown.
  uponAny(steps) {
    try {
      then(anyPromise, steps);
      return true;
    } catch (error) {
      this.reject(error);
      return false;
    }
  }

  // Resolves the promise that is reacted to, with what next() gives, and that with what
  // it comes to.
  pass(result) {
    let thenMethod;
    try {
      thenMethod = thenMethodOf(result);
    } catch (error) {
      this.reject(error);
      return;
    }
    if (thenMethod === undefined) {
      this.result = result;
      queueMicrotask(this.onResultAtOnce);
    } else if (thenMethod === promiseThen) {
      this.result = result;
      queueMicrotask(this.onPromise);
    } else {
      then(bareOfThenable(result, thenMethod), this.onResult, this.onFailedLater);
    }
  }

  // By %Promise.prototype.then%, which calls one of the two, and once.
  react(promise) {
    try {
      then(promise, this.onGiven, this.onNotGiven);
    } catch (error) {
      this.reject(error);
    }
  }

  reject(error) {
    queueMicrotask(() => { this.onFailedLater(error); });
  }

  takeResult(result) {
    try {
      checkObject(result, 'The result');
      this.isDone = !!result.done;
      if (!this.isDone) {
        const { value } = result;
        const thenMethod = thenMethodOf(value);
        if (thenMethod !== undefined) {
          // It's what *reacting* gives.
          then(bareOfThenable(value, thenMethod), this.onValue, this.onFailed);
          return;
        }
        this.value = value;
      }
    } catch (error) {
      this.onFailedLater(error);
      return;
    }
    queueMicrotask(this.onValueAtOnce);
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
