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

const { Event, EventTarget } = prelude;

// An algorithm to run on abort, in a doubly linked list.
class Algorithm {
  run;
  previous = null;
  next = null;
  isRemoved = false;

  constructor(run) {
    this.run = run;
  }
}

// That `dependent` follows `source`: in the lists of both.
class Link {
  source;
  dependent;  // A WeakRef.
  nextOfDependent = null;
  nextOfSource = null;
  observed = null;  // The dependent, while it is observed.

  constructor(source, dependent) {
    this.source = source;
    this.dependent = native.newWeakRef(dependent);
  }

  getDependent() {
    return native.deref(this.dependent);
  }
}

class Timer {
  signal;  // A WeakRef.
  observed = null;
  id = 0;

  constructor(signal) {
    this.signal = native.newWeakRef(signal);
  }
}

class AbortSignal extends EventTarget {
  reason = undefined;
  isDependent = false;
  firstAlgorithm = null;
  lastAlgorithm = null;
  observerCount = 0;
  timer = null;
  firstSource = null;     // Links to them.
  firstDependent = null;
  lastDependent = null;
  dependentCount = 0;
  // At which links to dependents that are gone are looked for.
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
    const timer = new Timer(signal);
    signal.timer = timer;
    timer.id = native.startTimer(milliseconds, () => {
      const due = timer.observed ?? native.deref(timer.signal);
      if (due !== undefined) {
        due.timer = null;
        due.signalAbort(
            native.newDOMException('The signal timed out.', 'TimeoutError'));
      }
    });
    return signal.object;
  }

  static any(signals) {
    const sources = native.toSequence(signals, 'AbortSignal');
    const result = newSignal();
    for (let i = 0; i < sources.length; ++i) {
      if (sources[i].reason !== undefined) {
        result.reason = sources[i].reason;
        return result.object;
      }
    }
    result.isDependent = true;
    for (let i = 0; i < sources.length; ++i) {
      const source = sources[i];
      if (!source.isDependent) {
        result.follow(source);
        continue;
      }
      for (let link = source.firstSource; link !== null;
           link = link.nextOfDependent) {
        result.follow(link.source);
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
    let firstAborted = null;
    let lastAborted = null;
    for (let link = this.firstDependent; link !== null;
         link = link.nextOfSource) {
      const dependent = link.getDependent();
      if (dependent !== undefined && dependent.reason === undefined) {
        dependent.reason = this.reason;
        const entry = { dependent, next: null };
        if (lastAborted === null) {
          firstAborted = entry;
        } else {
          lastAborted.next = entry;
        }
        lastAborted = entry;
      }
    }
    this.firstDependent = null;
    this.lastDependent = null;
    this.dependentCount = 0;
    this.runAbortSteps();
    for (let entry = firstAborted; entry !== null; entry = entry.next) {
      entry.dependent.runAbortSteps();
    }
  }

  runAbortSteps() {
    this.unfollow();
    while (this.firstAlgorithm !== null) {
      const algorithm = this.firstAlgorithm;
      this.removeAlgorithm(algorithm);
      algorithm.run();
    }
    const event = new Event('abort');
    native.wrap('Event', event);
    this.fire(event);
  }

  addAlgorithm(run) {
    const algorithm = new Algorithm(run);
    if (this.lastAlgorithm === null) {
      this.firstAlgorithm = algorithm;
    } else {
      algorithm.previous = this.lastAlgorithm;
      this.lastAlgorithm.next = algorithm;
    }
    this.lastAlgorithm = algorithm;
    this.observersChanged(1);
    return algorithm;
  }

  removeAlgorithm(algorithm) {
    if (algorithm.isRemoved) {
      return;
    }
    algorithm.isRemoved = true;
    if (algorithm.previous === null) {
      this.firstAlgorithm = algorithm.next;
    } else {
      algorithm.previous.next = algorithm.next;
    }
    if (algorithm.next === null) {
      this.lastAlgorithm = algorithm.previous;
    } else {
      algorithm.next.previous = algorithm.previous;
    }
    this.observersChanged(-1);
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
    for (let link = this.firstSource; link !== null;
         link = link.nextOfDependent) {
      link.observed = isObserved ? this : null;
      link.source.observersChanged(isObserved ? 1 : -1);
    }
    if (this.timer !== null) {
      this.timer.observed = isObserved ? this : null;
      native.holdTimer(this.timer.id, isObserved);
    }
  }

  // This signal is new, so nobody observes it.
  follow(source) {
    for (let link = this.firstSource; link !== null;
         link = link.nextOfDependent) {
      if (link.source === source) {
        return;
      }
    }
    const link = new Link(source, this);
    link.nextOfDependent = this.firstSource;
    this.firstSource = link;
    source.addDependent(link);
  }

  // In the order in which they were made.
  addDependent(added) {
    if (++this.dependentCount > this.dependentLimit) {
      this.forgetCollectedDependents();
      this.dependentLimit = 16 + 2 * this.dependentCount;
    }
    if (this.firstDependent === null) {
      this.firstDependent = added;
    } else {
      this.lastDependent.nextOfSource = added;
    }
    this.lastDependent = added;
  }

  forgetCollectedDependents() {
    let link = this.firstDependent;
    this.firstDependent = null;
    this.lastDependent = null;
    this.dependentCount = 1;  // That which is about to be added.
    while (link !== null) {
      const next = link.nextOfSource;
      if (link.getDependent() !== undefined) {
        link.nextOfSource = null;
        if (this.firstDependent === null) {
          this.firstDependent = link;
        } else {
          this.lastDependent.nextOfSource = link;
        }
        this.lastDependent = link;
        ++this.dependentCount;
      }
      link = next;
    }
  }

  // Once aborted it needs no source.
  unfollow() {
    const isObserved = this.observerCount !== 0;
    let link = this.firstSource;
    this.firstSource = null;
    for (; link !== null; link = link.nextOfDependent) {
      link.observed = null;
      if (isObserved) {
        link.source.observersChanged(-1);
      }
    }
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

native.define(AbortSignal, {
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

native.define(AbortController, {
  __proto__: null,
  name: 'AbortController',
  isConstructible: true,
  members: ['signal', 'abort'],
});
