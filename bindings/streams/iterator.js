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
  constructor() {
    this.reader = undefined;
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

  // Runs steps, which settle the LazyPromise that they are given, once those
  // before have ended. Returns the *ongoing promise* from then on.
  schedule(steps, promise) {
    const { ongoing } = this;
    if (ongoing === undefined) {
      // May run scripts.
      steps(promise);
    } else {
      const run = () => {
        const result = new LazyPromise();
        steps(result);
        promise.follow(result);
      };
      ongoing.markAsHandled();
      ongoing.upon(run, run);
    }
    this.ongoing = promise;
    return promise;
  }

  nextMethod() {
    const promise = new LazyPromise();
    const object = promise.toObject();
    this.schedule((result) => { this.nextSteps(result); }, promise);
    return object;
  }

  nextSteps(promise) {
    if (this.isFinished) {
      promise.fulfill(newResult(undefined, true));
      return;
    }
    const request = new NextRequest();
    if (this.reader.stream === undefined) {
      request.reject(this.newReleasedError('next'));
    } else {
      request.reader = this.reader;
      this.reader.read(request);
    }
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
  }

  // Between the end, which releases the reader, and the reaction that sets
  // `isFinished`.
  newReleasedError(member) {
    return newTypeError('ReadableStream AsyncIterator', member,
                        'The stream has ended.');
  }

  returnMethod(value) {
    const promise = new LazyPromise();
    const object = promise.toObject();
    this.schedule((result) => { this.returnSteps(value, result); },
                  new LazyPromise()).upon(
        () => { promise.fulfill(newResult(value, true)); },
        (reason) => { promise.reject(reason); });
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

function newAsyncIterator(reader, preventCancel) {
  return {
    __proto__: asyncIteratorPrototype,
    [kAsyncIterator]: new AsyncIterator(reader, preventCancel),
  };
}
