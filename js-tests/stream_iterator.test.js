// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls of a readable stream's asynchronous iterator that wait for one another:
// Web IDL's section "Asynchronous iterator prototype object", tick by tick.

'use strict';

include('stream_helpers.js');

const kNode = 'they order such calls otherwise';

// What happens, each with the tick: a round of the microtask queue.
class Log {
  constructor() {
    this.lines = [];
    this.tick = 0;
  }

  note(text) { this.lines.push(`${this.tick} ${text}`); }

  watch(name, promise) {
    promise.then(
        ({ value, done }) => { this.note(`${name} ${value} ${done}`); },
        (error) => { this.note(`${name} failed with ${error}`); });
  }

  // Everything from here on to the end.
  async during(steps) {
    this.lines = [];
    this.tick = 0;
    steps();
    while (++this.tick < 40) {
      await undefined;
    }
    return this.lines;
  }
}

// An iterator of a stream whose start is over and whose chunks are 1, 2 and so
// on, or what `pull` does. Ends are logged with whether the stream is locked.
async function newIterator(log, options, pull = (controller, count) => {
  controller.enqueue(count);
}) {
  let count = 0;
  const stream = new ReadableStream({
    pull(controller) {
      log.note(`pull ${++count}`);
      return pull(controller, count);
    },
    cancel(reason) { log.note(`cancel with ${reason}`); },
  }, { highWaterMark: 0 });
  await settle();
  const iterator = stream.values(options);
  return { stream, iterator, locked: () => stream.locked ? 'locked' : 'free' };
}

test('a call that waits has its place among the reactions of a program',
     async () => {
  skipWithOwnStreams(kNode);
  const log = new Log();
  for (const [call, expected] of [
    ['next', ['2 pull 2', '2 after, locked', '5 second 2 false']],
    ['return', ['2 cancel with x', '2 after, free', '6 second x true']],
  ]) {
    const { iterator, locked } = await newIterator(log);
    assertEquals(await log.during(() => {
      const first = iterator.next();
      first.then(() => { log.note('before'); });
      log.watch('second', iterator[call]('x'));
      first.then(() => { log.note(`after, ${locked()}`); });
    }), ['0 pull 1', '2 before', ...expected], call);
  }
});

test('so have three calls, of which the first fails', async () => {
  skipWithOwnStreams(kNode);
  const log = new Log();
  const { iterator, locked } = await newIterator(log, {}, () => {
    throw 'fault';
  });
  assertEquals(await log.during(() => {
    const first = iterator.next();
    const second = iterator.next();
    const third = iterator.return('x');
    first.catch(() => { log.note(`caught, ${locked()}`); });
    log.watch('second', second);
    log.watch('third', third);
    log.watch('first', first);
  }), ['0 pull 1', '3 caught, free', '3 first failed with fault',
       '6 second undefined true', '10 third x true']);
});

test('return() waits for what has been read, and for the end of a cancel',
     async () => {
  skipWithOwnStreams(kNode);
  const log = new Log();
  for (const [preventCancel, expected] of [
    [false, ['2 cancel with x', '6 return x true', '9 again y true',
             '11 next undefined true']],
    [true, ['6 return x true', '9 again y true', '11 next undefined true']],
  ]) {
    const { iterator, locked } = await newIterator(log, { preventCancel });
    assertEquals(await log.during(() => {
      log.watch('first', iterator.next());
      log.watch('return', iterator.return('x'));
      log.watch('again', iterator.return('y'));
      log.watch('next', iterator.next());
      log.note(locked());
    }), ['0 pull 1', '0 locked', '2 first 1 false', ...expected],
                 `preventCancel ${preventCancel}`);
  }
});

test('return() alone lets go of the stream in the call', async () => {
  skipWithOwnStreams(kNode);
  const log = new Log();
  for (const [preventCancel, expected] of [
    [false, ['0 cancel with x', '0 free', '3 return x true', '6 again y true',
             '8 next undefined true']],
    [true, ['0 free', '2 return x true', '5 again y true',
            '7 next undefined true']],
  ]) {
    const { iterator, locked } = await newIterator(log, { preventCancel });
    assertEquals(await log.during(() => {
      log.watch('return', iterator.return('x'));
      log.note(locked());
      log.watch('again', iterator.return('y'));
      log.watch('next', iterator.next());
    }), expected, `preventCancel ${preventCancel}`);
  }
});

test('a failure that a second call has waited for is handled', async () => {
  if (typeof setUncaughtHandler !== 'function') {
    skip('no setUncaughtHandler()');
  }
  const log = new Log();
  for (const call of ['next', 'return']) {
    const { iterator } = await newIterator(log, {}, () => { throw 'fault'; });
    const unhandled = [];
    setUncaughtHandler((_, error) => unhandled.push(error) > 0);
    iterator.next();
    iterator[call]();
    await settle();
    assertEquals(unhandled, [], call);
    setUncaughtHandler(() => false);
  }
});

test('no property of the promises is looked up, and none changes', async () => {
  skipWithOwnStreams('what they look up is their own');
  const log = new Log();
  const { iterator } = await newIterator(log);
  const { constructor } = Promise.prototype;
  const looked = [];
  const first = iterator.next();
  Object.defineProperty(Promise.prototype, 'constructor', {
    configurable: true,
    get() { looked.push(this); return constructor; },
  });
  const second = iterator.next();
  Object.defineProperty(Promise.prototype, 'constructor', {
    value: constructor, writable: true, configurable: true,
  });
  assertEquals(looked.length, 0);
  assertTrue(Object.getPrototypeOf(first) === Promise.prototype);
  assertEquals(Reflect.ownKeys(first), []);
  assertEquals(await first, { value: 1, done: false });
  assertEquals(await second, { value: 2, done: false });
});

test('promises that a program has changed', async () => {
  skipWithOwnStreams('what they look up is their own');
  const log = new Log();
  const never = { get() { fail('it was looked up'); } };
  const changes = {
    frozen: Object.freeze,
    'of no extension': Object.preventExtensions,
    'with a constructor': (promise) =>
      Object.defineProperty(promise, 'constructor', never),
    'with a prototype': (promise) => Object.setPrototypeOf(promise, {
      then: Promise.prototype.then, get constructor() { return never.get(); },
    }),
    'with no prototype': (promise) => Object.setPrototypeOf(promise, null),
    'with a proxy': (promise) => Object.setPrototypeOf(promise, new Proxy({}, {
      get: never.get, getOwnPropertyDescriptor: never.get,
      getPrototypeOf: never.get,
    })),
  };
  for (const [name, change] of Object.entries(changes)) {
    const { iterator } = await newIterator(log);
    const first = iterator.next();
    change(first);
    const prototype = name === 'with a proxy' ? undefined :
        Object.getPrototypeOf(first);
    const second = iterator.next();
    const third = iterator.return('x');
    assertEquals(await second, { value: 2, done: false }, name);
    assertEquals(await third, { value: 'x', done: true }, name);
    assertTrue(prototype === undefined ||
                   Object.getPrototypeOf(first) === prototype, name);
  }
});

test('a second return() behind the end takes its turn among other microtasks',
     async () => {
  skipWithOwnStreams(kNode);
  const iterator =
      new ReadableStream({ pull(c) { c.close(); } }).values();
  await iterator.next();
  const lines = [];
  // Results are objects, so promises look for their `then`.
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get() {
      if (Object.hasOwn(this, 'done')) {
        lines.push(this.value);
      }
      return undefined;
    },
  });
  try {
    iterator.return('a');
    Promise.resolve().then(() => { lines.push('between'); });
    await iterator.return('b');
  } finally {
    delete Object.prototype.then;
  }
  assertEquals(lines.slice(0, 4), ['a', 'a', 'between', 'b']);
});
