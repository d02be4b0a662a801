// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random programs whose streams give values that have then() in every way: thenables,
// promises, getters that throw, and what all objects inherit. A log has each look for
// then(), each call and each result with its tick, so that two implementations can be
// compared.

'use strict';

globalThis.streamValues = (() => {
const { then } = Promise.prototype;
const upon = (promise, onFulfilled, onRejected) => {
  then.call(promise, onFulfilled, onRejected);
};

class Program {
  constructor({ ReadableStream }, seed) {
    this.ReadableStream = ReadableStream;
    this.random = newRandom(seed);
    this.log = [];
    this.tick = 0;
    this.count = 0;
    this.undo = () => {};
  }

  note(...words) {
    this.log.push(`${this.tick}: ${words.join(' ')}`);
  }

  show(value) {
    return typeof value !== 'object' || value === null ? String(value)
         : value instanceof Error ? 'error' : value.tag ?? 'object';
  }

  // Calls `steps` so many ticks later.
  after(ticks, steps) {
    if (ticks === 0) {
      steps();
    } else {
      queueMicrotask(() => this.after(ticks - 1, steps));
    }
  }

  noteEnd(name, promise) {
    upon(promise, (result) => this.note(name, this.show(result?.done),
                                        this.show(result?.value)),
         (error) => this.note(name, 'rejected', this.show(error)));
  }

  value(depth = 0) {
    const id = ++this.count;
    const tag = `value ${id}`;
    const look = () => this.note('then of', tag);
    const inner = () => this.value(depth + 1);
    switch (this.random(depth > 2 ? 4 : 13)) {
      case 0: return id;
      case 1: return tag;
      case 2: return undefined;
      case 3: return { tag };
      case 4: return new Uint8Array(id % 5);
      case 5: return { tag, get then() { look(); return undefined; } };
      case 6: {
        const program = this;
        return {
          tag,
          get then() {
            look();
            return (resolve) => {
              program.note('then() of', tag);
              program.after(program.random(3), () => resolve(inner()));
            };
          },
        };
      }
      case 7: return { tag, then(resolve, reject) { reject(tag); resolve(3); } };
      case 8: return { tag, get then() { look(); throw tag; } };
      case 9: return Promise.resolve(inner());
      case 10: return Promise.reject(tag);
      case 11: {
        const promise = Promise.resolve(tag);
        promise.then = (...steps) => {
          this.note('own then() of', tag);
          return then.apply(promise, steps);
        };
        return promise;
      }
      default: {
        const view = new Uint8Array(1);
        const result = this.random(2) ? undefined : (resolve) => resolve(tag);
        return Object.defineProperty(view, 'then',
                                     { get: () => { look(); return result; } });
      }
    }
  }

  // What an iterator's next() gives behind `left` values.
  iteratorResult(left) {
    const note = (what) => this.note('reads', what);
    const newValue = () => this.value();
    if (left <= 0) {
      return this.random(3) ? { done: true, value: undefined } :
          { get done() { note('done'); return 1; },
            get value() { note('value'); return newValue(); } };
    }
    switch (this.random(12)) {
      case 0: return { get done() { note('done'); return 0; },
                       get value() { note('value'); return newValue(); } };
      case 1: return { get done() { throw 'done'; } };
      case 2: return { done: false, get value() { throw 'value'; } };
      case 3: return this.random(3) ? { value: newValue() } : 7;
      case 4: return { done: false, value: newValue(),
                       get then() { note('then'); return undefined; } };
      default: return { done: false, value: newValue() };
    }
  }

  // As it is, or as a promise of any kind.
  asynchronous(result) {
    switch (this.random(8)) {
      case 0: return result;
      case 1: return new Promise((resolve) => {
        queueMicrotask(() => resolve(result));
      });
      case 2: return Promise.reject('next');
      case 3: return { then: (resolve) => {
        this.note('then() of next()');
        resolve(result);
      } };
      case 4: return Object.assign(Promise.resolve(result), {
        then(...steps) { return then.apply(this, steps); },
      });
      case 5: return Object.create(Promise.prototype);
      default: return Promise.resolve(result);
    }
  }

  // Sometimes results inherit a then().
  inheritThen() {
    const program = this;
    const kind = this.random(6);
    let left = 3;
    if (kind > 2) {
      return;
    }
    Object.defineProperty(Object.prototype, 'then', {
      get() {
        const isResult = Object.hasOwn(this, 'done') &&
            Object.keys(this).join() === 'value,done';
        if (!isResult || left === 0) {
          return undefined;
        }
        --left;
        program.note('inherits then');
        if (kind === 1) {
          throw 'inherited';
        }
        return kind === 0 ? undefined : (resolve) => {
          program.note('inherited then()');
          resolve(program.random(2) ? 4 :
              { __proto__: null, done: false, value: 'another' });
        };
      },
      set(value) {
        Object.defineProperty(this, 'then', { value, configurable: true });
      },
      configurable: true,
    });
    this.undo = () => { delete Object.prototype.then; };
  }

  // ReadableStream.from(), and reads at any tick.
  from() {
    const { random } = this;
    const isSync = random(2) === 1;
    let left = random(5);
    const iterator = {
      next: () => {
        this.note('next()');
        if (random(25) === 0) {
          throw 'next';
        }
        const result = this.iteratorResult(left--);
        return isSync ? result : this.asynchronous(result);
      },
    };
    if (random(3)) {
      iterator.return = (...reasons) => {
        this.note('return()', ...reasons);
        switch (random(4)) {
          case 0: throw 'return';
          case 1: return 5;
          default: return random(2) ? Promise.resolve({}) : {};
        }
      };
    }
    const key = isSync ? Symbol.iterator : Symbol.asyncIterator;
    const reader =
        this.ReadableStream.from({ [key]: () => iterator }).getReader();
    this.noteEnd('closed', reader.closed);
    for (let i = random(5); i >= 0; --i) {
      this.after(random(3) * random(10),
                 () => this.noteEnd(`read ${i}`, reader.read()));
    }
    if (random(4) === 0) {
      this.after(random(12), () => this.noteEnd('cancel', reader.cancel('why')));
    }
  }

  // The iterator of a stream, whose calls come at any tick, from pull() and cancel(),
  // too.
  iterate() {
    const { random } = this;
    const isBytes = random(5) === 0;
    let controller;
    let left = 9;
    let calls = 0;
    const push = () => {
      try {
        if (left-- > 0) {
          controller.enqueue(isBytes ? new Uint8Array(10 - left) : this.value());
        } else if (random(3)) {
          controller.close();
        } else {
          controller.error('error');
        }
      } catch (error) {
        this.note('threw', this.show(error));
      }
    };
    const call = () => {
      if (++calls > 14) {
        return;
      }
      const name = `${random(8) ? 'next' : 'return'} ${calls}`;
      const promise = name[0] === 'n' ? iterator.next() : iterator.return(name);
      this.noteEnd(name, promise);
      if (random(4) === 0) {
        upon(promise, call, call);
      }
    };
    const stream = new this.ReadableStream({
      type: isBytes ? 'bytes' : undefined,
      start(its) { controller = its; },
      pull: () => {
        this.note('pull');
        if (iterator !== undefined && random(6) === 0) {
          call();
        }
        switch (random(6)) {
          case 0: return undefined;
          case 1: return Promise.resolve().then(push);
          case 2:
            if (random(6) === 0) {
              throw 'pull';
            }
            return undefined;
          default:
            for (let i = random(3); i >= 0; --i) {
              push();
            }
            return undefined;
        }
      },
      cancel: (reason) => {
        this.note('cancel', reason);
        if (random(3) === 0) {
          call();
        }
        return random(2) ? Promise.resolve() : undefined;
      },
    }, { highWaterMark: random(4) });
    const iterator = stream.values({ preventCancel: random(3) === 0 });
    for (let i = random(8); i >= 0; --i) {
      this.after(random(3) * random(12), call);
      if (random(4) === 0) {
        this.after(random(12), push);
      }
    }
  }

  // Of `what`, "from" or "iterate".
  async run(what) {
    const countTicks = () => {
      if (++this.tick < 200) {
        queueMicrotask(countTicks);
      }
    };
    queueMicrotask(countTicks);
    this.inheritThen();
    try {
      this[what]();
      await new Promise((resolve) => { setTimeout(resolve, 0); });
    } finally {
      this.undo();
    }
    return this.log;
  }
}

return { run: (interfaces, seed, what) => new Program(interfaces, seed).run(what) };
})();
