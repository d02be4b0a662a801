// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ReadableStream.from(): Web IDL's *get the next value* of an asynchronous
// iterator is a reaction that gives the value, so that a value with then() is
// waited for. A synchronous iterator is one by %AsyncFromSyncIteratorPrototype%.

'use strict';

include('stream_helpers.js');

const kTheirs = 'before Node 24 they take such values as they are';

const readerOf = (values) => ReadableStream.from({
  [Symbol.asyncIterator]() {
    let i = 0;
    return {
      async next() {
        return i < values.length ? { value: values[i++], done: false } :
            { value: undefined, done: true };
      },
    };
  },
}).getReader();

test('values of an asynchronous iterator that are promises', async () => {
  skipWithOwnStreams(kTheirs);
  const reader = readerOf([Promise.resolve(7), 8, { name: 'an object' }]);
  assertEquals((await reader.read()).value, 7);
  assertEquals((await reader.read()).value, 8);
  assertEquals((await reader.read()).value, { name: 'an object' });
  assertTrue((await reader.read()).done);
});

test('a value that is a promise that is rejected', async () => {
  skipWithOwnStreams(kTheirs);
  const reader = readerOf([Promise.reject('bad'), 8]);
  await assertRejects(reader.read(), 'bad');
  await assertRejects(reader.closed, 'bad');
});

test('then() of a value is looked up once', async () => {
  skipWithOwnStreams(kTheirs);
  let count = 0;
  const value = {
    get then() {
      ++count;
      return (resolve) => { resolve('settled'); };
    },
  };
  assertEquals((await readerOf([value]).read()).value, 'settled');
  assertEquals(count, 1);
});

test('values of a synchronous iterator', async () => {
  const reader = ReadableStream.from([Promise.resolve(7), 8]).getReader();
  assertEquals((await reader.read()).value, 7);
  assertEquals((await reader.read()).value, 8);
  assertTrue((await reader.read()).done);
});

// An iterable whose iterator gives `results` in turn, and counts.
const newSyncIterable = (results) => {
  const iterable = {
    nexts: 0,
    returns: [],
    [Symbol.iterator]() {
      return {
        next() { return results[iterable.nexts++]; },
        return(...given) {
          iterable.returns.push(given);
          return { done: true };
        },
      };
    },
  };
  return iterable;
};

test('a rejected promise of a synchronous iterator closes that', async () => {
  skipWithOwnStreams('an older ECMAScript leaves the iterator open');
  const iterable = newSyncIterable([
    { value: Promise.resolve(7), done: false },
    { value: Promise.reject('bad'), done: false },
    { value: 8, done: false },
  ]);
  const reader = ReadableStream.from(iterable).getReader();
  assertEquals((await reader.read()).value, 7);
  assertEquals(iterable.returns, []);
  await assertRejects(reader.read(), 'bad');
  await assertRejects(reader.closed, 'bad');
  assertEquals(iterable.returns, [[]]);
  // The stream has ended: nobody asks for more, or closes it again.
  await reader.cancel('late').catch(() => {});
  assertEquals(iterable.nexts, 2);
  assertEquals(iterable.returns, [[]]);
});

test('one that is the iterator\'s end, or of next(), closes nothing', async () => {
  skipWithOwnStreams('Node waits for no value of an end');
  const iterable = newSyncIterable([
    { value: Promise.reject('bad'), done: true },
  ]);
  await assertRejects(ReadableStream.from(iterable).getReader().read(), 'bad');
  assertEquals(iterable.returns, []);
  const throwing = newSyncIterable([{ get done() { throw 'worse'; } }]);
  await assertRejects(ReadableStream.from(throwing).getReader().read(),
                      'worse');
  assertEquals(throwing.returns, []);
});

test('an error in closing a synchronous iterator is not the stream\'s', async () => {
  skipWithOwnStreams('an older ECMAScript leaves the iterator open');
  let count = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: Promise.reject('bad'), done: false }),
      get return() {
        ++count;
        throw 'worse';
      },
    }),
  };
  await assertRejects(ReadableStream.from(iterable).getReader().read(), 'bad');
  assertEquals(count, 1);
});

test('a then() in the place of that of all promises is called', async () => {
  skipWithOwnStreams('they call their own');
  const { then } = Promise.prototype;
  const reader = ReadableStream.from([7]).getReader();
  let count = 0;
  let result;
  try {
    Promise.prototype.then = function(...steps) {
      ++count;
      return then.apply(this, steps);
    };
    result = await reader.read();
  } finally {
    Promise.prototype.then = then;
  }
  assertEquals(result.value, 7);
  assertEquals(count, 1);
});

// Reads twice with a property of Promise.prototype behind a getter. Gives what the reads
// and `closed` come to.
async function readWithGetter(name, get, values) {
  const { then } = Promise.prototype;
  const own = Object.getOwnPropertyDescriptor(Promise.prototype, name);
  const ends = [];
  const note = (end) => { ends.push(end); };
  await new Promise((resolve) => {
    setTimeout(() => {
      const reader = ReadableStream.from(values).getReader();
      const promises = [reader.read(), reader.read(), reader.closed];
      for (const promise of promises) {
        then.call(promise, note, note);
      }
      Object.defineProperty(Promise.prototype, name, { get, configurable: true });
      setTimeout(() => {
        Object.defineProperty(Promise.prototype, name, own);
        resolve();
      }, 0);
    }, 0);
  });
  return ends;
}

test('a getter of then() of all promises throws', async () => {
  skipWithOwnStreams('they call their own');
  let count = 0;
  const get = () => {
    ++count;
    throw 'no';
  };
  for (const values of [[7], [{}], [new Uint8Array(1)]]) {
    assertEquals(await readWithGetter('then', get, values), ['no', 'no', 'no']);
    assertTrue(count > 0);
  }
});

test('the constructor of promises is looked up once for a value', async () => {
  skipWithOwnStreams('they call their own');
  let count = 0;
  const ends = await readWithGetter('constructor', () => {
    ++count;
    return Promise;
  }, [7]);
  assertEquals(ends, [{ value: 7, done: false }, undefined,
                      { value: undefined, done: true }]);
  assertEquals(count, 2);
  assertEquals(await readWithGetter('constructor', () => { throw 'no'; }, [7]),
               ['no', 'no', 'no']);
});

test('a string is no async_sequence, an object that wraps one is', async () => {
  skipWithOwnStreams('Node iterates strings');
  for (const string of ['ab', '']) {
    assertThrows(() => ReadableStream.from(string), TypeError);
  }
  const reader = ReadableStream.from(new String('ab')).getReader();
  assertEquals((await reader.read()).value, 'a');
  assertEquals((await reader.read()).value, 'b');
  assertTrue((await reader.read()).done);
});
