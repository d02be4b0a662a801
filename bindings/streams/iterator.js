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
      // As Reader.readOfFailing().
      reader.requests.push(this);
      then(settled, bind(stream.fail, stream));
      return;
    }
    this.isReading = true;
    try {
      reader.read(this);
    } catch (error) {
      // Nobody has its promise.
      this.isHandled = true;
      stream.failure = error;
      then(settled, bind(stream.fail, stream));
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
    try {
      thenMethod = thenMethodOf(chunk);
    } catch (error) {
      this.failLater(error);
      return;
    }
    if (thenMethod === undefined) {
      this.react(() => { this.finish(chunk); });
    } else {
      this.waitFor(chunk, thenMethod);
    }
  }

  waitFor(chunk, thenMethod) {
    then(bareOfThenable(chunk, thenMethod), (value) => { this.finish(value); },
         (error) => { this.fail(error); });
  }

  closeSteps() {
    this.iterator.reader.releaseOnce();
    this.react(() => {
      this.iterator.ongoing = undefined;
      this.iterator.isFinished = true;
      this.end();
    });
  }

  end() {
    this.fulfill(newResult(undefined, true));
  }

  // Between the end, which releases the reader, and the reaction that sets
  // `isFinished`.
  failReleased() {
    this.failLater(newTypeError('ReadableStream AsyncIterator', 'next',
                                'The stream has ended.'));
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

// The same of a call that finds a chunk and waits for no other call, as in most loops:
// what it returns is the promise of its one microtask, and it serves again.
class QueuedNext extends LazyPromise {
  constructor(iterator) {
    super();
    this.iterator = iterator;
    this.chunk = undefined;
    this.finishLater = () => this.finish();
  }

  start(chunk) {
    this.chunk = chunk;
    this.state = kPending;
    this.object = then(settled, this.finishLater);
    return this.object;
  }

  finish() {
    const { iterator, chunk } = this;
    this.chunk = this.object = undefined;
    iterator.ongoing = undefined;
    // One of another realm would keep that realm alive.
    if (iterator.newResult === newResult) {
      iterator.spareNext = this;
    }
    this.fulfill();
    return newResult(chunk, false);
  }
}

function nextOfQueue(iterator, stream) {
  let next;
  if (iterator.spareNext !== undefined && iterator.newResult === newResult) {
    next = iterator.spareNext;
    // Whatever is called may call next().
    iterator.spareNext = undefined;
  } else {
    next = new QueuedNext(iterator);
  }
  stream.isDisturbed = true;
  try {
    const chunk = stream.takeChunk();
    let thenMethod;
    let hasThrown = false;
    let thrown;
    try {
      thenMethod = thenMethodOf(chunk);
    } catch (error) {
      hasThrown = true;
      thrown = error;
    }
    if (hasThrown || thenMethod !== undefined) {
      const result = new NextResult(iterator);
      const object = result.toObject();
      if (hasThrown) {
        result.failLater(thrown);
      } else {
        result.waitFor(chunk, thenMethod);
      }
      iterator.ongoing = result;
      return object;
    }
    const object = next.start(chunk);
    iterator.ongoing = next;
    return object;
  } catch (error) {
    // There isn't the stack for it, and the chunk is lost.
    stream.failure = error;
    then(settled, bind(stream.fail, stream));
    throw error;
  }
}

// What methods make, in the realm that the method is of.
const ownIteration = {
  nextOfQueue,
  newNextResult: (iterator) => new NextResult(iterator),
  newPromise: () => new LazyPromise(),
  newResult,
};

class AsyncIterator {
  constructor(reader, preventCancel) {
    this.reader = reader;
    this.preventCancel = preventCancel;
    // The *ongoing promise*.
    this.ongoing = undefined;
    this.isFinished = false;
    this.newResult = newResult;  // As a mark of the realm.
    this.spareNext = undefined;  // A QueuedNext of the realm.
  }

  // Runs steps, which give a LazyPromise, once the *ongoing promise* is
  // settled. `promise` is ongoing from then on, and is resolved with what they
  // give.
  scheduleAfter(ongoing, steps, promise) {
    const reaction = () => { promise.follow(steps()); };
    ongoing.upon(reaction, reaction);
    this.ongoing = promise;
  }

  nextMethod({ newNextResult, nextOfQueue }) {
    const { stream } = this.reader;
    if (this.ongoing === undefined && !this.isFinished &&
        stream?.state === kReadable && stream.queue.first !== undefined &&
        stream.failure === undefined) {
      return nextOfQueue(this, stream);
    }
    const result = newNextResult(this);
    const object = result.toObject();
    if (this.ongoing === undefined) {
      this.nextSteps(result);
      this.ongoing = result;
    } else {
      this.scheduleAfter(this.ongoing, () => {
        const inner = newNextResult(this);
        this.nextSteps(inner);
        return inner;
      }, result);
    }
    return object;
  }

  nextSteps(result) {
    if (this.isFinished) {
      result.end();
    } else if (this.reader.stream === undefined) {
      result.failReleased();
    } else {
      result.read(this.reader);
    }
  }

  returnMethod(value, { newPromise, newResult }) {
    const result = newPromise();
    const object = result.toObject();
    const promise = newPromise();
    if (this.ongoing === undefined) {
      this.returnSteps(value, promise, newResult);
      this.ongoing = promise;
    } else {
      this.scheduleAfter(this.ongoing, () => {
        const inner = newPromise();
        this.returnSteps(value, inner, newResult);
        return inner;
      }, promise);
    }
    promise.upon(() => { result.fulfill(newResult(value, true)); },
                 (reason) => { result.reject(reason); });
    return object;
  }

  returnSteps(value, promise, newResult) {
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
        iterator.nextMethod(ownIteration);
  },
  return(value) {
    const iterator = this?.[kAsyncIterator];
    return iterator === undefined ? illegalIteratorCall('return') :
        iterator.returnMethod(value, ownIteration);
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
