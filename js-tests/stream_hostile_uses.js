// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every part of streams, used by functions that look nothing up that scripts can
// change: operators, literals, and methods that were captured before. useStreams()
// gives a text of all that came of it.

'use strict';

(() => {
const { apply, getOwnPropertyDescriptor } = Reflect;
const uncurry = (f) => (receiver, ...args) => apply(f, receiver, args);
const methods = { __proto__: null };
const interfaces = { __proto__: null };
for (const name of [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamDefaultController', 'ReadableByteStreamController',
  'ReadableStreamBYOBRequest', 'WritableStream', 'WritableStreamDefaultWriter',
  'WritableStreamDefaultController', 'TransformStream',
  'TransformStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'AbortController', 'AbortSignal',
]) {
  interfaces[name] = globalThis[name];
  const own = { __proto__: null };
  const { prototype } = globalThis[name];
  for (const key of Reflect.ownKeys(prototype)) {
    const { get, value } = getOwnPropertyDescriptor(prototype, key);
    own[key] = get ?? value;
  }
  methods[name] = own;
}
const { ReadableStream, WritableStream, TransformStream } = interfaces;
const from = ReadableStream.from;
const iteratorPrototype = Object.getPrototypeOf(new ReadableStream().values());
const { next, return: end } = iteratorPrototype;
const addEventListener = EventTarget.prototype.addEventListener;
const { asyncIterator, iterator } = Symbol;
const { Uint8Array, TypeError } = globalThis;
const prototypeOf = Object.getPrototypeOf;
const TypeErrorPrototype = TypeError.prototype;
const typedArray = prototypeOf(Uint8Array.prototype);
const lengthOf = getOwnPropertyDescriptor(typedArray, 'length').get;
const bufferOf = getOwnPropertyDescriptor(typedArray, 'buffer').get;
const offsetOf = getOwnPropertyDescriptor(typedArray, 'byteOffset').get;

// A member of an interface, by name: call('ReadableStream', 'tee', stream).
function call(name, key, receiver, first, second) {
  const method = methods[name][key];
  return second !== undefined ? apply(method, receiver, [first, second])
       : first !== undefined ? apply(method, receiver, [first])
       : apply(method, receiver, []);
}

let log = '';

function text(value) {
  if (typeof value === 'string' || typeof value === 'number' ||
      typeof value === 'boolean' || value === undefined || value === null) {
    return `${value}`;
  }
  let prototype = value;
  while ((prototype = prototypeOf(prototype)) !== null) {
    if (prototype === TypeErrorPrototype) {
      return 'TypeError';
    }
    if (prototype === typedArray) {
      let out = '';
      const length = apply(lengthOf, value, []);
      for (let i = 0; i < length; ++i) {
        out += `${value[i]} `;
      }
      return `[${out}]`;
    }
  }
  return 'an object';
}

const note = (what, value) => { log += `${what} ${text(value)}\n`; };

async function noteResult(what, promise) {
  try {
    const result = await promise;
    if (typeof result === 'object' && result !== null && 'done' in result) {
      note(`${what} ${result.done}`, result.value);
    } else {
      note(what, result);
    }
  } catch (error) {
    note(`${what} rejected`, error);
  }
}

function noteThrown(what, f) {
  try {
    note(what, f());
  } catch (error) {
    note(`${what} threw`, error);
  }
}

const newReader = (stream, options) =>
    call('ReadableStream', 'getReader', stream, options);
const read = (reader) => call('ReadableStreamDefaultReader', 'read', reader);
const enqueue = (controller, chunk) =>
    call('ReadableStreamDefaultController', 'enqueue', controller, chunk);

function newSource(count, size) {
  let i = 0;
  return new ReadableStream({
    __proto__: null,
    start(controller) { enqueue(controller, 'start'); },
    async pull(controller) {
      if (i < count) {
        enqueue(controller, `chunk ${i++}`);
        enqueue(controller, `and ${i}`);
      } else {
        call('ReadableStreamDefaultController', 'close', controller);
      }
    },
    cancel(reason) { note('cancelled', reason); },
  }, { __proto__: null, highWaterMark: 2, size });
}

async function useReadable() {
  const stream = newSource(3, (chunk) => chunk === 'start' ? 2 : 1);
  const reader = newReader(stream);
  const closed = noteResult('closed', call('ReadableStreamDefaultReader',
                                           'closed', reader));
  for (let i = 0; i < 9; ++i) {
    await noteResult('read', read(reader));
  }
  await closed;
  call('ReadableStreamDefaultReader', 'releaseLock', reader);
  await noteResult('read', read(reader));
  noteThrown('reader', () => newReader(reader));
  const other = newReader(newSource(3));
  await noteResult('cancel', call('ReadableStreamDefaultReader', 'cancel',
                                  other, 'why'));
  let controller;
  const errored = newReader(new ReadableStream({
    __proto__: null, start(c) { controller = c; },
  }));
  const waiting = read(errored);
  note('size', call('ReadableStreamDefaultController', 'desiredSize',
                    controller));
  call('ReadableStreamDefaultController', 'error', controller, 'an error');
  await noteResult('errored', waiting);
  note('locked', call('ReadableStream', 'locked', stream));
}

async function useTee() {
  const branches = call('ReadableStream', 'tee', newSource(2));
  const first = newReader(branches[0]);
  const second = newReader(branches[1]);
  await noteResult('first', read(first));
  await noteResult('second', read(second));
  const cancelled = call('ReadableStreamDefaultReader', 'cancel', first, 'one');
  call('ReadableStreamDefaultReader', 'cancel', second, 'two');
  await noteResult('tee', cancelled);
}

async function useIterator() {
  const it = call('ReadableStream', 'values', newSource(2),
                  { __proto__: null, preventCancel: false });
  await noteResult('next', apply(next, it, []));
  const waits = apply(next, it, []);
  const last = apply(end, it, ['the end']);
  await noteResult('next', waits);
  await noteResult('return', last);
  await noteResult('next', apply(next, it, []));
  for (let i = 0; i < 2; ++i) {
    const symbol = i === 0 ? asyncIterator : iterator;
    let count = 0;
    const stream = apply(from, ReadableStream, [{
      __proto__: null,
      [symbol]: () => ({
        __proto__: null,
        next: () => ({ __proto__: null, value: count, done: ++count > 3 }),
        return: (value) => ({ __proto__: null, value }),
      }),
    }]);
    const reader = newReader(stream);
    await noteResult('from', read(reader));
    await noteResult('from', call('ReadableStreamDefaultReader', 'cancel',
                                  reader, 'enough'));
  }
}

globalThis.streamUses = {
  __proto__: null, call, note, noteResult, noteThrown, newSource, newReader, read,
  enqueue, ReadableStream, WritableStream, TransformStream, Uint8Array, apply,
  interfaces, addEventListener, bufferOf, offsetOf,
  begin() { log = ''; },
  end: () => log,
  parts: [useReadable, useTee, useIterator],
};
})();
