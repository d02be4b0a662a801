// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Asynchronous iteration of readable streams:
// https://streams.spec.whatwg.org/#rs-asynciterator and Web IDL's section
// "Asynchronous iterator objects". The Promises of Web IDL's text are
// LazyPromises here.

const kAsyncIterator = keys.ReadableStreamAsyncIterator;

const endOfIteration = { __proto__: null };

// *Get the next iteration result*, as a read request. Its promise is resolved
// with the chunk, so that a chunk that is a promise is waited for. The end may
// come to several requests at once, the first of which releases the reader.
class NextRequest {
  constructor(reader) {
    this.reader = reader;
    this.next = undefined;
    this.promise = newBarePromise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  chunkSteps(chunk) {
    this.resolve(chunk);
  }

  closeSteps() {
    this.reader.releaseOnce();
    this.resolve(endOfIteration);
  }

  errorSteps(error) {
    this.reader.releaseOnce();
    this.reject(error);
  }
}
isolatePrototype(NextRequest.prototype);

class AsyncIterator {
  constructor(reader, preventCancel) {
    this.reader = reader;
    this.preventCancel = preventCancel;
    // The *ongoing promise*.
    this.ongoing = undefined;
    this.isFinished = false;
  }

  // Runs steps that give a LazyPromise, once those before have ended.
  schedule(steps) {
    const { ongoing } = this;
    if (ongoing === undefined) {
      this.ongoing = steps();
    } else {
      const promise = new LazyPromise();
      const run = () => { promise.follow(steps()); };
      ongoing.markAsHandled();
      ongoing.upon(run, run);
      this.ongoing = promise;
    }
    return this.ongoing;
  }

  nextMethod() {
    return this.schedule(() => this.nextSteps()).toObject();
  }

  nextSteps() {
    const promise = new LazyPromise();
    if (this.isFinished) {
      promise.fulfill(newResult(undefined, true));
      return promise;
    }
    if (this.reader.stream === undefined) {
      return this.newReleasedRejection('next').reacted();
    }
    const request = new NextRequest(this.reader);
    this.reader.read(request);
    then(request.promise, (value) => {
      this.ongoing = undefined;
      if (value === endOfIteration) {
        this.isFinished = true;
        promise.fulfill(newResult(undefined, true));
      } else {
        promise.fulfill(newResult(value, false));
      }
    }, (reason) => {
      this.ongoing = undefined;
      this.isFinished = true;
      promise.reject(reason);
    });
    return promise;
  }

  // Between the end, which releases the reader, and the reaction that sets
  // `isFinished`.
  newReleasedRejection(member) {
    return LazyPromise.rejected(newTypeError(
        'ReadableStream AsyncIterator', member, 'The stream has ended.'));
  }

  returnMethod(value) {
    const promise = new LazyPromise();
    this.schedule(() => this.returnSteps(value)).upon(
        () => { promise.fulfill(newResult(value, true)); },
        (reason) => { promise.reject(reason); });
    return promise.toObject();
  }

  returnSteps(value) {
    if (this.isFinished) {
      return LazyPromise.fulfilled();
    }
    this.isFinished = true;
    const { reader } = this;
    if (reader.stream === undefined) {
      return this.newReleasedRejection('return');
    }
    const promise = this.preventCancel ? LazyPromise.fulfilled() :
        reader.stream.cancel(value);
    // The cancellation ends a next() that came in between, which releases it.
    reader.releaseOnce();
    return promise;
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

function newAsyncIterator(reader, preventCancel) {
  return {
    __proto__: asyncIteratorPrototype,
    [kAsyncIterator]: new AsyncIterator(reader, preventCancel),
  };
}
