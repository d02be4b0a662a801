// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The first part of the streams: what the other parts share. All parts are one
// function of (keys, host); see README.md. Whatever scripts can change later is
// captured here and looked up nowhere else.

'use strict';

const {
  ArrayBuffer, DataView, Promise, RangeError, Reflect, Symbol, TypeError,
  Uint8Array,
} = globalThis;
// What the host or an older V8 may lack. Interceptors of hosts may throw for such names.
const ofHost = (name) => {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
};
const AbortController = ofHost('AbortController');
const AbortSignal = ofHost('AbortSignal');
const { apply, setPrototypeOf: trySetPrototypeOf } = Reflect;
const {
  freeze, getOwnPropertyDescriptor, getPrototypeOf, prototype: objectPrototype,
  setPrototypeOf,
} = Object;
const { asyncIterator: asyncIteratorSymbol, iterator: iteratorSymbol } = Symbol;
const { isPromise, markAsHandled } = host;

const uncurryThis = Function.prototype.bind.bind(Function.prototype.call);
const getterOf = (prototype, name) =>
    uncurryThis(getOwnPropertyDescriptor(prototype, name).get);

const bind = uncurryThis(Function.prototype.bind);
const { then: promiseThen } = Promise.prototype;
const then = uncurryThis(promiseThen);
const promiseResolvedWith = Promise.resolve.bind(Promise);
const promiseRejectedWith = Promise.reject.bind(Promise);

const noSteps = () => {};

// document.all, the one object whose type is "undefined". It can be called.
const isUndetectable = (value) => value !== undefined &&
    typeof value === 'undefined';
const isCallable = (value) =>
    typeof value === 'function' || isUndetectable(value);
const isObject = (value) =>
    typeof value === 'object' ? value !== null : isCallable(value);

// Without a prototype, the records of streams are looked up in nothing that
// scripts can reach. (An object literal with `__proto__: null` would do the
// same, but V8 keeps its properties in a dictionary. Literals that have all
// members that are ever read of them need neither.)
const isolatePrototype = (prototype) => { setPrototypeOf(prototype, null); };

// Promise.prototype.then() looks up the `constructor` of its receiver, which
// scripts can change for all promises but for those without a prototype.
class BarePromise extends Promise {
  constructor(executor) {
    super(executor);
  }
}
delete BarePromise.prototype.constructor;
isolatePrototype(BarePromise.prototype);

// V8 finds sooner that there's no `constructor` than behind BarePromise's prototype:
// a microtask takes 3 ns less, and 6 in V8 10.2.
const settled = promiseResolvedWith(undefined);
isolatePrototype(settled);

// *Queue a microtask*: where the standard reacts to a promise that is settled.
const queueMicrotask = (steps) => { then(settled, steps); };

// Throws a RangeError where there isn't the stack for 512 words, which is more than
// a call takes to end a stream whose code is compiled: calls that do come to this
// before they change anything, so that none is cut short halfway. (V8 compiles what
// has never run, or not for long, in the middle of a call, with some 40 KiB of stack:
// see Writable.fail().)
//
// Nobody makes the call in it. Its 512 arguments have a place in the function's frame,
// which V8 looks for before the function begins. Optimized code looks, too, since it
// may have to go on in that frame, but doesn't make the frame. By default V8 inlines no
// function so long, which would be gone then.
const requireStack = (never) => {
  if (never) {
    noSteps(
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
};

// The same of 2,048 words, for what can as well be done in another way or in a microtask.
// Takes a microsecond.
const largeStackProbe = new Array(2048).fill(undefined);
const requireLargeStack = () => { apply(noSteps, undefined, largeStackProbe); };

// What an executor throws rejects the promise: one that there is no stack to call
// gives a promise that nobody can settle, and that nobody is to see. Hosts have been
// told of it, and are told that it's handled, in a microtask, by handleUnseen(), which
// looks for no `constructor`. Its maker throws newStackError(), behind a call of
// then(): less deep than that of the executor, but where V8 is to be interrupted, it
// takes 400 bytes to find that it isn't at its end. So newPromise() has parameters
// that nobody gives: it is called where there are 512 bytes.
const newPromise = (
    executor,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15,
    d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15) =>
    new Promise(executor);
const newStackError = () => new RangeError('Maximum call stack size exceeded');
const handleUnseen = (promise) => {
  setPrototypeOf(promise, null);
  then(promise, noSteps, noSteps);
};

// *A promise resolved with* what a callback returned. Web IDL passes no promise
// through, so that a promise takes two microtasks more than another value.
const bareResolvedWith = (value) =>
    new BarePromise((resolve) => { resolve(value); });

// The method by which a value is waited for, if it has one.
function thenMethodOf(value) {
  if (!isObject(value)) {
    return undefined;
  }
  const method = value.then;
  return isCallable(method) ? method : undefined;
}

// *A promise resolved with* a value whose `then` has been looked up.
const bareOfThenable = (thenable, thenMethod) =>
    new BarePromise((resolve, reject) => {
      queueMicrotask(() => {
        try {
          apply(thenMethod, thenable, [resolve, reject]);
        } catch (error) {
          reject(error);
        }
      });
    });

// *Upon fulfillment* and *upon rejection* of a promise resolved with `result`.
function uponResult(result, onFulfilled, onRejected) {
  if (isObject(result)) {
    then(bareResolvedWith(result), onFulfilled, onRejected);
  } else {
    queueMicrotask(onFulfilled);
  }
}

const kPending = 0;
const kFulfilled = 1;
const kRejected = 2;

// A queue of linked records, each of which has `next`.
class Queue {
  constructor() {
    this.first = undefined;
    this.last = undefined;
  }

  push(record) {
    if (this.last === undefined) {
      this.first = record;
    } else {
      this.last.next = record;
    }
    this.last = record;
  }

  // Of a queue that isn't empty.
  shift() {
    const { first } = this;
    this.first = first.next;
    if (first.next === undefined) {
      this.last = undefined;
    } else {
      first.next = undefined;
    }
    return first;
  }

  // Empties it; returns the first record.
  takeAll() {
    const { first } = this;
    this.first = this.last = undefined;
    return first;
  }

  // Ends the records, which `end` is called with. Those that there isn't the stack
  // for are in the queue again.
  endAll(end) {
    let each = this.takeAll();
    try {
      while (each !== undefined) {
        const { next } = each;
        end(each);
        each = next;
      }
    } catch (error) {
      for (this.first = each; each !== undefined; each = each.next) {
        this.last = each;
      }
      throw error;
    }
  }
}
isolatePrototype(Queue.prototype);

class Reaction {
  constructor(onFulfilled, onRejected) {
    this.onFulfilled = onFulfilled;
    this.onRejected = onRejected;
    this.next = undefined;
  }
}
isolatePrototype(Reaction.prototype);

// A promise that becomes an object when somebody asks for the object. Reactions
// of the streams' own need none; they run in the microtask in which those of an
// object would run. Most promises are of undefined.
class LazyPromise {
  constructor() {
    this.state = kPending;
    // While it's rejected: what makes the reason, or undefined once it's made.
    this.value = undefined;
    this.reason = undefined;
    // [[PromiseIsHandled]] of the object, whatever reacts to it later.
    this.isHandled = false;
    this.object = undefined;
    this.resolveFunction = undefined;
    this.rejectFunction = undefined;
    this.reactions = undefined;
    // What it is resolved with, once that is an object.
    this.bare = undefined;
  }

  static fulfilled() {
    const promise = new LazyPromise();
    promise.state = kFulfilled;
    return promise;
  }

  static rejected(reason) {
    const promise = new LazyPromise();
    promise.state = kRejected;
    promise.reason = reason;
    return promise;
  }

  // What a callback gives whose result is a promise.
  static ofCall(steps, receiver, parameters) {
    let result;
    try {
      result = apply(steps, receiver, parameters);
    } catch (error) {
      return LazyPromise.rejected(error);
    }
    const promise = new LazyPromise();
    promise.resolve(result);
    return promise;
  }

  toObject() {
    if (this.object === undefined) {
      if (this.state === kFulfilled) {
        this.object = promiseResolvedWith(this.value);
      } else {
        this.makeReason();
        this.rejectFunction = undefined;
        const object = newPromise((resolve, reject) => {
          this.resolveFunction = resolve;
          this.rejectFunction = reject;
        });
        if (this.rejectFunction === undefined) {
          then(settled, () => { handleUnseen(object); });
          throw newStackError();
        }
        this.object = object;
        if (this.state === kRejected) {
          this.rejectObject();
        }
      }
    }
    return this.object;
  }

  // Once: hosts are told of a promise that is rejected again.
  rejectObject() {
    if (this.rejectFunction === undefined) {
      return;
    }
    if (this.isHandled) {
      markAsHandled(this.object);
    }
    this.rejectFunction(this.reason);
    this.rejectFunction = undefined;
  }

  // Sets [[PromiseIsHandled]].
  markAsHandled() {
    this.isHandled = true;
    if (this.object !== undefined) {
      markAsHandled(this.object);
    }
  }

  dropReactions() {
    this.reactions = undefined;
  }

  // Each leaves the queue when its microtask is in that of V8: what there isn't the
  // stack for is there for the next time.
  runReactions(newSteps) {
    const { reactions } = this;
    if (reactions !== undefined) {
      while (reactions.first !== undefined) {
        queueMicrotask(newSteps(reactions.first));
        reactions.shift();
      }
      this.reactions = undefined;
    }
  }

  // An object is looked at for its `then`, by the promise that this one is or
  // stands for. (Other values than undefined are kept where there is an object;
  // no promise of another value has reactions that want it.)
  fulfill(value = undefined) {
    if (this.object !== undefined) {
      this.resolveFunction(value);
    } else if (value !== undefined) {
      this.resolve(value);
      return;
    }
    this.state = kFulfilled;
    this.value = value;
    if (this.reactions !== undefined) {
      this.runReactions(({ onFulfilled }) => onFulfilled);
    }
  }

  // *Resolve* with what a callback returned.
  resolve(value) {
    if (isObject(value)) {
      this.bare = bareResolvedWith(value);
      const first = this.reactions?.first;
      this.reactions = undefined;
      for (let each = first; each !== undefined; each = each.next) {
        this.uponBare(each.onFulfilled, each.onRejected);
      }
    } else {
      this.fulfill();
    }
  }

  // A reaction to the promise that this one is resolved with: in the place that
  // it has among all microtasks from when it was added.
  uponBare(onFulfilled, onRejected) {
    then(this.bare, (value) => {
      this.state = kFulfilled;
      this.value = value;
      onFulfilled();
    }, (reason) => {
      this.state = kRejected;
      this.reason = reason;
      onRejected(reason);
    });
  }

  reject(reason) {
    this.state = kRejected;
    this.reason = reason;
    this.finishRejecting();
  }

  finishRejecting() {
    const { reason } = this;
    if (this.object !== undefined) {
      this.rejectObject();
    }
    if (this.reactions !== undefined) {
      this.runReactions(({ onRejected }) => () => { onRejected(reason); });
    }
  }

  // *Resolve* with another promise, in the microtasks that this takes.
  follow(promise) {
    queueMicrotask(() => {
      promise.upon(() => { this.fulfill(promise.value); },
                   (reason) => { this.reject(reason); });
    });
  }

  upon(onFulfilled, onRejected) {
    if (this.object !== undefined && this.uponObject(onFulfilled, onRejected)) {
      return;
    }
    if (this.bare !== undefined) {
      this.uponBare(onFulfilled, onRejected);
    } else if (this.state === kPending) {
      this.reactions ??= new Queue();
      this.reactions.push(new Reaction(onFulfilled, onRejected));
    } else if (this.state === kFulfilled) {
      queueMicrotask(onFulfilled);
    } else {
      this.makeReason();
      const { reason } = this;
      queueMicrotask(() => { onRejected(reason); });
    }
  }

  // *PerformPromiseThen* with the object, which programs may have reacted to: marks
  // it as handled, and takes a place among their reactions. then() would look for a
  // `constructor`, and finds none while the object has no prototype. Where the
  // object's properties or prototype are the program's doing, or there's little
  // stack, it gives false, and the reaction comes after those of the program.
  uponObject(onFulfilled, onRejected) {
    const { object } = this;
    let isPlain =
        getOwnPropertyDescriptor(object, 'constructor') === undefined;
    try {
      requireLargeStack();
    } catch {
      isPlain = false;
    }
    if (isPlain) {
      const prototype = getPrototypeOf(object);
      if (trySetPrototypeOf(object, null)) {
        then(object, onFulfilled, onRejected);
        setPrototypeOf(object, prototype);
        return true;
      }
    }
    // Not markAsHandled(), which there may not be the stack to compile for.
    this.isHandled = true;
    markAsHandled(object);
    return false;
  }

  // *React*: settles a promise as this one is, a microtask later.
  settle(promise) {
    this.upon(() => { promise.fulfill(); },
              (reason) => { promise.reject(reason); });
  }

  // For the promises `closed` and `ready`, whose rejection is always handled.

  // Makes it a new promise, of a promise that is fulfilled.
  renew() {
    this.state = kPending;
    this.object = undefined;
  }

  // Rejects it, or makes it a new promise that is rejected.
  rejectOrRenew(reason) {
    this.isHandled = true;
    if (this.state !== kPending) {
      this.object = undefined;
    }
    this.reject(reason);
  }

  // The same, or the rest of it where there wasn't the stack the last time.
  rejectAtLast(reason) {
    if (this.state === kRejected) {
      this.finishRejecting();
    } else {
      this.rejectOrRenew(reason);
    }
  }

  rejectUnlessFulfilled(reason) {
    if (this.state !== kFulfilled) {
      this.rejectAtLast(reason);
    }
  }

  // rejectOrRenew() with the reason releasedError() of `owner`, made when somebody
  // looks: each pipe ends with two releases, and few look. An exception takes
  // microseconds, for its stack.
  release(owner) {
    if (this.state === kPending &&
        (this.object !== undefined || this.reactions !== undefined)) {
      this.rejectOrRenew(owner.releasedError());
      return;
    }
    if (this.state === kRejected && this.object !== undefined &&
        this.rejectFunction !== undefined) {
      // The rest of it, where there wasn't the stack the last time.
      this.finishRejecting();
      return;
    }
    this.isHandled = true;
    this.object = undefined;
    this.state = kRejected;
    this.value = owner;
  }

  makeReason() {
    if (this.state === kRejected && this.value !== undefined) {
      this.reason = this.value.releasedError();
      this.value = undefined;
    }
  }
}
isolatePrototype(LazyPromise.prototype);

// *IsNonNegativeNumber*, and finite.
const isChunkSize = (size) => size >= 0 && size < Infinity;

// *ExtractHighWaterMark*
function extractHighWaterMark(interfaceName, { highWaterMark }, defaultMark,
                              place = 2) {
  if (highWaterMark === undefined) {
    return defaultMark;
  }
  if (!(highWaterMark >= 0)) {
    throw newRangeError(interfaceName, undefined,
                        `The highWaterMark of ${
                            valueName(place)} must be a non-negative number.`);
  }
  return highWaterMark;
}

// What the start callback of a constructor's argument gives.
const callStart = (start, receiver, stream) => start === undefined ? undefined :
    apply(start, receiver, [stream.controllerObject()]);

// Signals are the host's: all of these, as DOM has them, or the host has none to give.
const prototypeOf = (hostClass) => {
  const prototype = hostClass?.prototype;
  return isObject(prototype) ? prototype : { __proto__: null };
};
const methodOfHost = (hostClass, name) => {
  const method = prototypeOf(hostClass)[name];
  return isCallable(method) ? uncurryThis(method) : undefined;
};
const getterOfHost = (hostClass, name) => {
  const get = getOwnPropertyDescriptor(prototypeOf(hostClass), name)?.get;
  return get && uncurryThis(get);
};
const addEventListener = methodOfHost(AbortSignal, 'addEventListener');
const removeEventListener = methodOfHost(AbortSignal, 'removeEventListener');
const isAborted = getterOfHost(AbortSignal, 'aborted');
const abortReason = getterOfHost(AbortSignal, 'reason');
const hasSignals = addEventListener !== undefined &&
    removeEventListener !== undefined && isAborted !== undefined &&
    abortReason !== undefined;
const abort = methodOfHost(AbortController, 'abort');
const signalOf = getterOfHost(AbortController, 'signal');
const hasControllers = hasSignals && abort !== undefined && signalOf !== undefined;

function isAbortSignal(value) {
  if (!hasSignals) {
    return false;
  }
  try {
    isAborted(value);
    return true;
  } catch {
    return false;
  }
}
