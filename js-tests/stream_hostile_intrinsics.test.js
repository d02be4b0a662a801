// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each property of each intrinsic is changed after streams were first used: what
// streams do stays the same, and no change is noticed. The value is as before, but
// behind a getter that tells.

'use strict';

include('stream_helpers.js');
include('stream_hostile_uses.js');
include('stream_hostile_more_uses.js');

const { useStreams } = globalThis;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf,
        ownKeys } = Reflect;

const prototypes = {
  '%TypedArray%': getPrototypeOf(Uint8Array),
  '%ArrayIteratorPrototype%': getPrototypeOf([].values()),
  '%IteratorPrototype%': getPrototypeOf(getPrototypeOf([].values())),
  '%GeneratorPrototype%': getPrototypeOf(function* () {}).prototype,
  '%AsyncFunction%': getPrototypeOf(async () => {}).constructor,
  '%AsyncGeneratorPrototype%': getPrototypeOf(async function* () {}).prototype,
  '%AsyncIteratorPrototype%': getPrototypeOf(
      getPrototypeOf(async function* () {}).prototype),
  '%ReadableStreamAsyncIteratorPrototype%': getPrototypeOf(
      new ReadableStream().values()),
};

// [name, object] of all that scripts can change: globals that are functions or
// namespaces, and their prototypes.
function intrinsics() {
  const found = [['globalThis', globalThis]];
  const add = (name, object) => {
    if (typeof object === 'function' ||
        typeof object === 'object' && object !== null) {
      found.push([name, object]);
    }
  };
  for (const key of ownKeys(globalThis)) {
    const value = getOwnPropertyDescriptor(globalThis, key).value;
    if (typeof key === 'string' && (/^[A-Z]/.test(key) || key === 'console')) {
      add(key, value);
      if (typeof value === 'function') {
        add(`${key}.prototype`, value.prototype);
      }
    }
  }
  for (const [name, object] of Object.entries(prototypes)) {
    add(name, object);
    add(`${name}.prototype`, object.prototype);
  }
  return found;
}

// What the language looks up itself, or a standard. `await`, which the test uses,
// and what resolves promises with promises, ask for the constructor of a promise;
// what resolves promises with objects, results of reads among them, asks for `then`,
// and a promise's `then` for the species.
// Dictionaries are read: a strategy, and the pair of streams that is piped through.
const lookedUp = {
  __proto__: null,
  'Promise.prototype': ['constructor', 'then'],
  'Promise': [Symbol.species],
  'Object.prototype': ['then'],
  'CountQueuingStrategy.prototype': ['highWaterMark', 'size'],
  'ByteLengthQueuingStrategy.prototype': ['highWaterMark', 'size'],
  'TransformStream.prototype': ['readable', 'writable'],
};

async function usesUnderPatch(object, key, descriptor) {
  let sprung = 0;
  const isAccessor = 'get' in descriptor;
  const { get, set, value } = descriptor;
  let current = value;
  defineProperty(object, key, {
    __proto__: null, configurable: true, enumerable: descriptor.enumerable,
    get() {
      ++sprung;
      return isAccessor ? get?.call(this) : current;
    },
    set(next) {
      ++sprung;
      if (isAccessor) {
        set?.call(this, next);
      } else {
        current = next;
      }
    },
  });
  let log;
  let failure;
  try {
    log = await useStreams();
  } catch (error) {
    failure = error;
  }
  const count = sprung;
  defineProperty(object, key, { ...descriptor, __proto__: null });
  return { log: failure === undefined ? log : `${failure}`, count };
}

for (const [name, object] of intrinsics()) {
  const keys = ownKeys(object).filter(
      (key) => getOwnPropertyDescriptor(object, key).configurable &&
               !lookedUp[name]?.includes(key));
  if (keys.length === 0) {
    continue;
  }
  test(`streams do not notice a change of ${name}`, async () => {
    skipWithOwnStreams('what they look up is their own');
    const expected = await useStreams();
    assertEquals(await useStreams(), expected);
    for (const key of keys) {
      const descriptor = getOwnPropertyDescriptor(object, key);
      const { log, count } = await usesUnderPatch(object, key, descriptor);
      assertEquals(count, 0, String(key));
      assertEquals(log, expected, String(key));
    }
  });
}

// Those that the dictionaries of streams have, and results, of all objects.
test('streams do not notice new properties of Object.prototype', async () => {
  skipWithOwnStreams('what they look up is their own');
  const expected = await useStreams();
  for (const key of [
    'start', 'pull', 'cancel', 'type', 'autoAllocateChunkSize', 'write', 'close',
    'abort', 'transform', 'flush', 'readableType', 'writableType', 'size',
    'highWaterMark', 'mode', 'min', 'preventAbort', 'preventCancel',
    'preventClose', 'signal', 'value', 'done', 'get', 'set', 'return', 'next',
    'enumerable', 'configurable', 'writable', 'readable', 'reason', 'promise',
    'resolve', 'reject', '0', '1', 'length', 'once', 'capture', 'passive',
  ]) {
    const { log, count } = await usesUnderPatch(
        Object.prototype, key, { value: undefined });
    delete Object.prototype[key];
    assertEquals(count, 0, key);
    assertEquals(log, expected, key);
  }
});
