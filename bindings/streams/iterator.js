// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Asynchronous iteration of readable streams:
// https://streams.spec.whatwg.org/#rs-asynciterator and Web IDL's section
// "Asynchronous iterator objects". The Promises of Web IDL's text are
// LazyPromises here.

const kAsyncIterator = keys.ReadableStreamAsyncIterator;

// What next() gives, and the read request for it: *get the next iteration
// result*. The end may come to several requests at once, the first of which
// releases the reader.
class NextResult extends LazyPromise {
  constructor(iterator) {
    super();
    this.iterator = iterator;
    this.next = undefined;
    this.isReading = false;
    this.outcome = undefined;
  }

  // Web IDL reacts to what the read gives once the read is under way: what it
  // gives at once waits for what else it did.
  read(reader) {
    const { stream } = reader;
    if (stream.failure !== undefined) {
      stream.fail();
    }
    this.isReading = true;
    try {
      reader.read(this);
    } catch (error) {
      stream.failure = error;
      stream.failLater();
      throw error;
    }
    this.isReading = false;
    if (this.outcome !== undefined) {
      queueMicrotask(this.outcome);
    }
  }

  react(outcome) {
    if (this.isReading) {
      this.outcome = outcome;
    } else {
      queueMicrotask(outcome);
    }
  }

  // *Resolves* a promise with the chunk, so that a chunk that is a promise is
  // waited for.
  chunkSteps(chunk) {
    let thenMethod;
    if (isObject(chunk)) {
      try {
        thenMethod = chunk.then;
      } catch (error) {
        this.failLater(error);
        return;
      }
    }
    if (typeof thenMethod === 'function') {
      then(new BarePromise((resolve, reject) => {
        queueMicrotask(() => {
          try {
            apply(thenMethod, chunk, [resolve, reject]);
          } catch (error) {
            reject(error);
          }
        });
      }), (value) => { this.finish(value); }, (error) => { this.fail(error); });
    } else {
      this.react(() => { this.finish(chunk); });
    }
  }

  closeSteps() {
    this.iterator.reader.releaseOnce();
    this.react(() => {
      this.iterator.ongoing = undefined;
      this.iterator.isFinished = true;
      this.fulfill(newResult(undefined, true));
    });
  }

  errorSteps(error) {
    this.iterator.reader.releaseOnce();
    this.failLater(error);
  }

  failLater(error) {
    this.react(() => { this.fail(error); });
  }

  finish(value) {
    this.iterator.ongoing = undefined;
    this.fulfill(newResult(value, false));
  }

  fail(error) {
    this.iterator.ongoing = undefined;
    this.iterator.isFinished = true;
    this.reject(error);
  }
}

class AsyncIterator {
  constructor(reader, preventCancel) {
    this.reader = reader;
    this.preventCancel = preventCancel;
    // The *ongoing promise*.
    this.ongoing = undefined;
    this.isFinished = false;
  }

  // Runs steps, which give a LazyPromise, once the *ongoing promise* is
  // settled. `promise` is ongoing from then on, and is resolved with what they
  // give.
  scheduleAfter(ongoing, steps, promise) {
    const reaction = () => { promise.follow(steps()); };
    ongoing.upon(reaction, reaction);
    this.ongoing = promise;
  }

  nextMethod() {
    const result = new NextResult(this);
    const object = result.toObject();
    if (this.ongoing === undefined) {
      this.nextSteps(result);
      this.ongoing = result;
    } else {
      this.scheduleAfter(this.ongoing, () => {
        const inner = new NextResult(this);
        this.nextSteps(inner);
        return inner;
      }, result);
    }
    return object;
  }

  nextSteps(result) {
    if (this.isFinished) {
      result.fulfill(newResult(undefined, true));
    } else if (this.reader.stream === undefined) {
      result.failLater(this.newReleasedError('next'));
    } else {
      result.read(this.reader);
    }
  }

  // Between the end, which releases the reader, and the reaction that sets
  // `isFinished`.
  newReleasedError(member) {
    return newTypeError('ReadableStream AsyncIterator', member,
                        'The stream has ended.');
  }

  returnMethod(value) {
    const result = new LazyPromise();
    const object = result.toObject();
    const promise = new LazyPromise();
    if (this.ongoing === undefined) {
      this.returnSteps(value, promise);
      this.ongoing = promise;
    } else {
      this.scheduleAfter(this.ongoing, () => {
        const inner = new LazyPromise();
        this.returnSteps(value, inner);
        return inner;
      }, promise);
    }
    promise.upon(() => { result.fulfill(newResult(value, true)); },
                 (reason) => { result.reject(reason); });
    return object;
  }

  returnSteps(value, promise) {
    const { reader } = this;
    if (this.isFinished) {
      promise.fulfill(newResult(value, true));
      return;
    }
    this.isFinished = true;
    if (reader.stream === undefined) {
      promise.fulfill();
      return;
    }
    if (this.preventCancel) {
      promise.fulfill();
    } else {
      reader.stream.cancel(value, promise);
    }
    // The cancellation ends a next() that came in between, which releases it.
    reader.releaseOnce();
  }
}
isolatePrototype(AsyncIterator.prototype);

const illegalIteratorCall = (member) => promiseRejectedWith(
    illegalCall('ReadableStream AsyncIterator', member));

// The *asynchronous iterator prototype object*.
const asyncIteratorPrototype = {
  __proto__: getPrototypeOf(getPrototypeOf(async function*() {}.prototype)),
  next() {
    const iterator = this?.[kAsyncIterator];
    return iterator === undefined ? illegalIteratorCall('next') :
        iterator.nextMethod();
  },
  return(value) {
    const iterator = this?.[kAsyncIterator];
    return iterator === undefined ? illegalIteratorCall('return') :
        iterator.returnMethod(value);
  },
};
defineProperty(asyncIteratorPrototype, Symbol.toStringTag, {
  __proto__: null,
  value: 'ReadableStream AsyncIterator',
  configurable: true,
});

const AsyncIteratorObject = newHostObjectType(asyncIteratorPrototype);

function newAsyncIterator(reader, preventCancel) {
  const object = new AsyncIteratorObject();
  object[kAsyncIterator] = new AsyncIterator(reader, preventCancel);
  return object;
}
