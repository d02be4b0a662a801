// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// AbortController and AbortSignal: https://dom.spec.whatwg.org/#aborting-ongoing-activities
//
// What keeps what alive: a signal that depends on others holds them; they hold
// it only while somebody observes it, that is while it has listeners for abort,
// algorithms, or a dependent that is observed. The timer of a timeout holds its
// signal by the same rule, and the event loop waits for it only then.

'use strict';

const { Event, EventTarget, toSequence } = prelude;
const { Set, WeakRef } = builtins;

class AbortSignal extends EventTarget {
  reason = undefined;
  isDependent = false;
  algorithms = new Set();  // Functions, to be called on abort.
  observerCount = 0;
  timer = null;
  sources = new Set();
  dependents = new Set();  // WeakRefs to them, in the order of their making.
  observedDependents = new Set();
  // At which number dependents that are gone are looked for.
  dependentLimit = 16;

  // In some V8s, the one that is there without this iterates.
  constructor() {
    super();
  }

  static abort(reason = undefined) {
    const signal = newSignal();
    signal.reason = reasonOrDefault(reason);
    return signal.object;
  }

  static timeout(milliseconds) {
    milliseconds = toUnsignedLongLong(milliseconds);
    const signal = newSignal();
    const timer = { signal: new WeakRef(signal), observed: null, id: 0 };
    signal.timer = timer;
    timer.id = native.startTimer(milliseconds, () => {
      const due = timer.observed ?? timer.signal.deref();
      if (due !== undefined) {
        due.timer = null;
        due.signalAbort(
            native.newDOMException('The signal timed out.', 'TimeoutError'));
      }
    });
    return signal.object;
  }

  static any(signals) {
    const sources = toSequence(signals, 'AbortSignal');
    const result = newSignal();
    for (const source of sources) {
      if (source.reason !== undefined) {
        result.reason = source.reason;
        return result.object;
      }
    }
    result.isDependent = true;
    for (const source of sources) {
      if (!source.isDependent) {
        result.follow(source);
        continue;
      }
      for (const each of source.sources) {
        result.follow(each);
      }
    }
    return result.object;
  }

  get aborted() {
    return this.reason !== undefined;
  }

  throwIfAborted() {
    if (this.reason !== undefined) {
      throw this.reason;
    }
  }

  get onabort() {
    return this.getHandler('abort');
  }

  set onabort(value) {
    this.setHandler('abort', value);
  }

  // *Signal abort*.
  signalAbort(reason) {
    if (this.reason !== undefined) {
      return;
    }
    this.reason = reasonOrDefault(reason);
    // All of them have the reason before any script runs.
    const aborted = new Set();
    for (const reference of this.dependents) {
      const dependent = reference.deref();
      if (dependent !== undefined && dependent.reason === undefined) {
        dependent.reason = this.reason;
        aborted.add(dependent);
      }
    }
    this.dependents.clear();
    this.runAbortSteps();
    for (const dependent of aborted) {
      dependent.runAbortSteps();
    }
  }

  runAbortSteps() {
    this.unfollow();
    for (const algorithm of this.algorithms) {
      this.removeAlgorithm(algorithm);
      algorithm();
    }
    const event = new Event('abort');
    native.wrap('Event', event);
    this.fire(event);
  }

  addAlgorithm(algorithm) {
    this.algorithms.add(algorithm);
    this.observersChanged(1);
  }

  removeAlgorithm(algorithm) {
    if (this.algorithms.delete(algorithm)) {
      this.observersChanged(-1);
    }
  }

  listenersChanged(type, by) {
    if (type === 'abort') {
      this.observersChanged(by);
    }
  }

  observersChanged(by) {
    const wasObserved = this.observerCount !== 0;
    this.observerCount += by;
    const isObserved = this.observerCount !== 0;
    if (wasObserved === isObserved) {
      return;
    }
    for (const source of this.sources) {
      source.dependentChanged(this, isObserved);
    }
    if (this.timer !== null) {
      this.timer.observed = isObserved ? this : null;
      native.holdTimer(this.timer.id, isObserved);
    }
  }

  dependentChanged(dependent, isObserved) {
    if (isObserved) {
      this.observedDependents.add(dependent);
    } else {
      this.observedDependents.delete(dependent);
    }
    this.observersChanged(isObserved ? 1 : -1);
  }

  // This signal is new, so nobody observes it.
  follow(source) {
    if (!this.sources.has(source)) {
      this.sources.add(source);
      source.addDependent(new WeakRef(this));
    }
  }

  addDependent(reference) {
    if (this.dependents.size >= this.dependentLimit) {
      for (const each of this.dependents) {
        if (each.deref() === undefined) {
          this.dependents.delete(each);
        }
      }
      this.dependentLimit = 16 + 2 * this.dependents.size;
    }
    this.dependents.add(reference);
  }

  // Once aborted it needs no source.
  unfollow() {
    for (const source of this.sources) {
      if (this.observerCount !== 0) {
        source.dependentChanged(this, false);
      }
    }
    this.sources.clear();
  }
}

function newSignal() {
  const signal = new AbortSignal();
  native.wrap('AbortSignal', signal);
  return signal;
}

function reasonOrDefault(reason) {
  return reason !== undefined ?
      reason :
      native.newDOMException('The operation was aborted.', 'AbortError');
}

// Web IDL's [EnforceRange] unsigned long long.
function toUnsignedLongLong(value) {
  value = +value;
  const integer = value - value % 1;
  // Neither is true of NaN, which infinities have become too.
  if (!(integer >= 0 && integer <= 0x1F_FFFF_FFFF_FFFF)) {
    throw native.newTypeError('The time is not an integer from 0 to 2^53 - 1.');
  }
  return integer;
}

prelude.define(AbortSignal, {
  __proto__: null,
  name: 'AbortSignal',
  parent: 'EventTarget',
  members: ['aborted', 'reason', 'throwIfAborted', 'onabort'],
  statics: ['abort', 'timeout', 'any'],
});

class AbortController {
  object = null;
  signalState = newSignal();
  signal = this.signalState.object;

  abort(reason = undefined) {
    this.signalState.signalAbort(reason);
  }
}

prelude.define(AbortController, {
  __proto__: null,
  name: 'AbortController',
  isConstructible: true,
  members: ['signal', 'abort'],
});
