// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs the text of a program with one implementation of the interfaces, and
// gives the log of what the program saw: calls of its functions, and what
// became of each promise, at which tick and in which order.
//
// A tick is a round of the microtask queue: all jobs that were there when the
// round began.

'use strict';

(() => {
const kQuietTicks = 40;
const kMostTicks = 1000;
const resolved = Promise.resolve();

function describeView(view) {
  const tag = Object.prototype.toString.call(view).slice(8, -1);
  let bytes;
  try {
    bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  } catch {
    return `${tag}, detached`;
  }
  return `${tag}[${bytes}] at ${view.byteOffset} of ${view.buffer.byteLength}`;
}

function describeObject(value, names) {
  const name = names.get(value);
  if (name !== undefined) {
    return name;
  }
  if (typeof value === 'function') {
    return 'a function';
  }
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (value instanceof Error || tag === 'DOMException') {
    return value.name;
  }
  if (ArrayBuffer.isView(value)) {
    return describeView(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((each) => describe(each, names)).join(', ')}]`;
  }
  if (typeof value.next === 'function') {
    return 'an iterator';
  }
  if (tag !== 'Object') {
    return `a ${tag}`;
  }
  const prototype = Object.getPrototypeOf(value);
  return `${prototype === Object.prototype ? '' : 'strange '}{ ${
      Object.keys(value).map((key) => `${key}: ${describe(value[key], names)}`)
          .join(', ')} }`;
}

function describe(value, names) {
  return typeof value === 'string' ? JSON.stringify(value)
       : Object.is(value, -0) ? '-0'
       : typeof value === 'object' && value !== null ||
         typeof value === 'function' ? describeObject(value, names)
       : String(value);
}

// What a program's text may use besides the interfaces and the language.
class Environment {
  constructor() {
    this.log = [];
    this.now = 0;
    this.stop = 0;
    this.done = false;
    this.due = new Map();
    this.names = new Map();
    this.promises = new Map();
    const names = ['at', 'watch', 'leave', 'must', 'calls', 'note', 'later',
                   'fails', 'never', 'thenable', 'bytes', 'detached', 'detach',
                   'filled', 'fault', 'each', 'interceptThen'];
    this.helpers = Object.fromEntries(
        names.map((name) => [name, (...args) => this[name](...args)]));
  }

  note(text) {
    if (!this.done) {
      this.log.push(`${this.now} ${text}`);
      this.stop = Math.max(this.stop, this.now + kQuietTicks);
    }
  }

  describe(value) {
    return describe(value, this.names);
  }

  // Runs f at a tick.
  at(tick, f) {
    if (tick <= this.now) {
      f();
      return;
    }
    const list = this.due.get(tick);
    if (list === undefined) {
      this.due.set(tick, [f]);
    } else {
      list.push(f);
    }
    this.stop = Math.max(this.stop, tick + kQuietTicks);
  }

  // One operation of the program: what it gives, or what its promise becomes.
  perform(label, f, isWatched, passesOn) {
    let value;
    try {
      value = f();
    } catch (error) {
      this.note(`${label} threw ${this.describe(error)}`);
      if (passesOn) {
        throw error;
      }
      return undefined;
    }
    if (!(value instanceof Promise)) {
      this.note(`${label} gave ${this.describe(value)}`);
      return value;
    }
    const known = this.promises.get(value);
    if (known !== undefined) {
      this.note(`${label} gave the promise of ${known}`);
    } else {
      this.promises.set(value, label);
      this.note(`${label} gave a promise`);
    }
    if (isWatched) {
      value.then((result) => {
        this.note(`${label} fulfilled with ${this.describe(result)}`);
      }, (error) => {
        this.note(`${label} rejected with ${this.describe(error)}`);
      });
    }
    return value;
  }

  watch(label, f) { return this.perform(label, f, true, false); }
  leave(label, f) { return this.perform(label, f, false, false); }
  must(label, f) { return this.perform(label, f, true, true); }

  // A function for an implementation to call. `keep` is given the last argument
  // of the first call: the controller, if there is one.
  calls(name, keep, list) {
    const environment = this;
    let count = 0;
    return function (...args) {
      const last = args[args.length - 1];
      if (count === 0 && keep !== null && args.length > 0) {
        environment.names.set(last, `the controller of ${name.split('.')[0]}`);
        keep(last);
      }
      const receiver = this === undefined ? ' without this' : '';
      environment.note(`${name}(${
          args.map((arg) => environment.describe(arg)).join(', ')})${receiver}`);
      const body = list[count++];
      return body === undefined ? undefined : body();
    };
  }

  // Promises that are settled in so many ticks.
  later(ticks, value) {
    return ticks === 0 ? Promise.resolve(value) : new Promise((resolve) => {
      this.at(this.now + ticks, () => resolve(value));
    });
  }

  fails(ticks, error) {
    return ticks === 0 ? Promise.reject(error) : new Promise((_, reject) => {
      this.at(this.now + ticks, () => reject(error));
    });
  }

  never() { return new Promise(() => {}); }

  // An object that is no promise but behaves as one.
  thenable(name, method, value) {
    return {
      then: (fulfill, reject) => {
        this.note(`${name} then`);
        (method === 'fulfill' ? fulfill : reject)(value);
      },
    };
  }

  bytes(...values) { return new Uint8Array(values); }

  detach(buffer) {
    structuredClone(buffer, { transfer: [buffer] });
    return 'detached';
  }

  detached(view) {
    this.detach(view.buffer);
    return view;
  }

  // Writes to a view: 1, 2, 3 and so on.
  filled(view, from) {
    const array = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < array.length; ++i) {
      array[i] = from + i;
    }
    return view;
  }

  // An error of its own identity, known by name.
  fault(name) {
    const error = new Error(name);
    this.names.set(error, `the error ${name}`);
    return error;
  }

  // An asynchronous loop over a stream, with a body for each turn; one that
  // gives `break` ends the loop.
  async each(label, iterable, bodies) {
    let count = 0;
    for await (const value of iterable) {
      this.note(`${label} turn with ${this.describe(value)}`);
      if (bodies[count++]?.() === 'break') {
        break;
      }
    }
  }

  // Has a function called where a promise is resolved with an object: `then` of
  // all objects is looked up.
  interceptThen(name, bodies) {
    let count = 0;
    const environment = this;
    Object.defineProperty(Object.prototype, 'then', {
      configurable: true,
      get() {
        const first = !environment.done && count < 20;
        if (first) {
          environment.note(`${name} then of ${environment.describe(this)}`);
          bodies[count++]?.();
        }
        return undefined;
      },
      set(value) {
        Object.defineProperty(this, 'then', { value, configurable: true });
      },
    });
  }

  // Runs what's due at each tick until nothing has happened for long.
  run(main) {
    return new Promise((resolve, reject) => {
      const turn = () => {
        const list = this.due.get(this.now);
        this.due.delete(this.now);
        try {
          list?.forEach((f) => f());
        } catch (error) {
          // The program's own errors are in the log.
          delete Object.prototype.then;
          reject(error);
          return;
        }
        if (++this.now <= Math.min(this.stop, kMostTicks)) {
          resolved.then(turn);
        } else {
          this.done = true;
          delete Object.prototype.then;
          resolve();
        }
      };
      main();
      this.now = 1;
      this.stop = Math.max(this.stop, kQuietTicks);
      resolved.then(turn);
    });
  }
}

const helperNames = Object.keys(new Environment().helpers);
const interfaceNames = [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'WritableStream', 'WritableStreamDefaultWriter', 'TransformStream',
  'ByteLengthQueuingStrategy', 'CountQueuingStrategy',
];

function compile(text) {
  return new Function(...interfaceNames, ...helperNames,
                      `'use strict';\n${text}`);
}

// The log of a compiled program. `rejections`, if the engine tells of them, is
// {begin(), end()}; end() gives a promise of those that nobody handled.
async function run(compiled, interfaces, rejections) {
  const environment = new Environment();
  rejections?.begin();
  await environment.run(() => {
    try {
      compiled(...interfaceNames.map((name) => interfaces[name]),
               ...helperNames.map((name) => environment.helpers[name]));
    } catch (error) {
      environment.note(`the program threw ${environment.describe(error)}`);
    }
  });
  if (rejections !== undefined) {
    const reasons = await rejections.end();
    const texts = reasons.map((reason) => environment.describe(reason)).sort();
    environment.log.push(...texts.map((text) => `unhandled ${text}`));
  }
  return environment.log;
}

globalThis.streamOracle ??= {};
Object.assign(globalThis.streamOracle, { compile, run });
})();
