// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What scripts change after streams were first used: `then`, promises, the
// streams' own interfaces, prototypes. Where the streams are Node's, only what
// our part looks up is tried, and what promises do: older releases of Node look
// up all sorts of things, and break.

'use strict';

include('stream_helpers.js');

const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor,
        ownKeys } = Reflect;
const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const text = 'a\xE9\u20AC\u{1F600}'.repeat(50);
const encoded = new TextEncoder().encode(text);
const afterTurn = ((Promise, setTimeout) => () =>
    new Promise((resolve) => { setTimeout(resolve, 0); }))(Promise, setTimeout);

// While they are patched, prototypes may be unusable, so this uses nothing but
// operators.
function concat(chunks, count) {
  let all = '';
  for (let i = 0; i < count; ++i) {
    all += chunks[i];
  }
  return all;
}

// A source and a sink that are made before anything is patched.
function newEnds(chunks) {
  const written = { __proto__: null, count: 0, closed: false };
  const { stream } = newSource(chunks);
  const sink = new WritableStream({
    __proto__: null,
    write(chunk) { written[written.count++] = chunk; },
    close() { written.closed = true; },
  });
  return { stream, sink, written };
}

const pipeThrough = ReadableStream.prototype.pipeThrough;
const pipeTo = ReadableStream.prototype.pipeTo;
const Decoder = TextDecoderStream;
const Encoder = TextEncoderStream;
const then = Promise.prototype.then;
const noOptions = { __proto__: null };

// Streams made and piped while all is patched. Methods are called as they were
// found before.
async function usePipes() {
  const { stream, sink, written } = newEnds.ends;
  let readable = apply(pipeThrough, stream, [new Decoder(), noOptions]);
  readable = apply(pipeThrough, readable, [new Encoder(), noOptions]);
  readable = apply(pipeThrough, readable, [new Decoder('utf-8', {
    __proto__: null, fatal: true, ignoreBOM: false,
  }), noOptions]);
  await apply(pipeTo, readable, [sink, noOptions]);
  return written;
}

// Puts descriptors in the place of properties as long as `use` takes, if that
// isn't forever. The pipes' ends are made before.
const nothingWritten = { __proto__: null, count: 0, closed: false };
async function whilePatched(patches, use) {
  newEnds.ends = newEnds(cut(encoded, 7));
  const before = patches.map(
      ({ object, key }) => getOwnPropertyDescriptor(object, key));
  const count = patches.length;
  // The harness looks at what a test returns.
  await undefined;
  try {
    for (let i = 0; i < count; ++i) {
      defineProperty(patches[i].object, patches[i].key, patches[i].descriptor);
    }
    const result = use();
    let ended = false;
    const end = () => { ended = true; };
    apply(then, result, [end, end]);
    for (let turn = 0; !ended && turn < 100; ++turn) {
      await afterTurn();
    }
    return ended ? await result : nothingWritten;
  } finally {
    for (let i = 0; i < count; ++i) {
      deleteProperty(patches[i].object, patches[i].key);
      if (before[i] !== undefined) {
        defineProperty(patches[i].object, patches[i].key, before[i]);
      }
    }
  }
}

// A getter and a setter that count themselves.
function newTraps(object, keys) {
  const sprung = { __proto__: null, count: 0, keys: '' };
  const patches = keys.map((key) => {
    const descriptor = getOwnPropertyDescriptor(object, key);
    if (descriptor !== undefined && !descriptor.configurable) {
      fail(`${String(key)} can't be patched`);
    }
    const name = typeof key === 'symbol' ? key.description : key;
    const note = (how) => {
      ++sprung.count;
      sprung.keys += ` ${how} ${name}`;
    };
    return { object, key, descriptor: {
      __proto__: null, configurable: true, enumerable: false,
      get() { note('get'); return undefined; },
      set() { note('set'); },
    } };
  });
  return { sprung, patches };
}

async function assertUnnoticed(object, keys) {
  const { sprung, patches } = newTraps(object, keys);
  const written = await whilePatched(patches, usePipes);
  if (!hasOwnStreams) {
    // Node 22 looks at the `then` of an object of its own.
    assertEquals(sprung.count, 0, sprung.keys);
  }
  assertTrue(written.closed);
  assertEquals(concat(written, written.count), text);
}


// What scripts can change of an object, but for these.
const keysOf = (object, ...without) => ownKeys(object).filter(
    (key) => getOwnPropertyDescriptor(object, key).configurable &&
             !without.includes(key));
const capitals = (key) =>
    typeof key === 'string' && key[0] >= 'A' && key[0] <= 'Z';
const stringKeysOf = (Interface) =>
    keysOf(Interface.prototype, 'constructor')
        .filter((key) => typeof key === 'string');

// Members that dictionaries of these standards have, or results of theirs.
const memberNames = [
  'start', 'transform', 'flush', 'pull', 'write', 'close', 'abort', 'cancel',
  'type', 'readableType', 'writableType', 'autoAllocateChunkSize', 'size',
  'highWaterMark', 'readable', 'writable', 'value', 'done', 'signal', 'mode',
  'preventAbort', 'preventCancel', 'preventClose', 'fatal', 'ignoreBOM',
  'stream', 'get', 'set',
];

const unnoticed = {
  'nothing': [{}, []],
  'then of all objects': [Object.prototype, ['then']],
  'members of dictionaries, of all objects': [Object.prototype, memberNames],
  'methods of all objects':
      [Object.prototype, keysOf(Object.prototype, '__proto__',
                                'hasOwnProperty')],
  'catch and finally of promises': [Promise.prototype, ['catch', 'finally']],
  'functions of Promise': [Promise, keysOf(Promise, Symbol.species)],
  'the interfaces': [globalThis,
                     keysOf(globalThis).filter(capitals)],
  'functions of the global object':
      [globalThis, keysOf(globalThis).filter(
          (key) => ['queueMicrotask', 'setTimeout', 'structuredClone', 'process',
                    'performance', 'self'].includes(key))],
  'TransformStream.prototype':
      [TransformStream.prototype, keysOf(TransformStream.prototype)],
  'TransformStreamDefaultController.prototype':
      [TransformStreamDefaultController.prototype,
       keysOf(TransformStreamDefaultController.prototype)],
  'ReadableStream.prototype':
      [ReadableStream.prototype, stringKeysOf(ReadableStream)],
  'WritableStream.prototype':
      [WritableStream.prototype, stringKeysOf(WritableStream)],
  'ReadableStreamDefaultReader.prototype':
      [ReadableStreamDefaultReader.prototype,
       keysOf(ReadableStreamDefaultReader.prototype)],
  'WritableStreamDefaultWriter.prototype':
      [WritableStreamDefaultWriter.prototype,
       keysOf(WritableStreamDefaultWriter.prototype)],
  'WritableStreamDefaultController.prototype':
      [WritableStreamDefaultController.prototype,
       keysOf(WritableStreamDefaultController.prototype)],
  // The test's own source enqueues and closes.
  'ReadableStreamDefaultController.prototype':
      [ReadableStreamDefaultController.prototype,
       stringKeysOf(ReadableStreamDefaultController)
           .filter((key) => !['enqueue', 'close'].includes(key))],
  'Function.prototype':
      [Function.prototype, keysOf(Function.prototype)],
  'Array.prototype':
      [Array.prototype, keysOf(Array.prototype)],
  'String.prototype': [String.prototype, keysOf(String.prototype)],
  'Uint8Array.prototype': [Uint8Array.prototype, ['constructor']],
  '%TypedArray%.prototype': [TypedArrayPrototype, keysOf(TypedArrayPrototype)],
  'ArrayBuffer.prototype':
      [ArrayBuffer.prototype, keysOf(ArrayBuffer.prototype)],
  'Object': [Object, keysOf(Object)],
  'elements of all objects': [Object.prototype, ['0', '1']],
  'Number': [Number, keysOf(Number)],
  'Math': [Math, keysOf(Math)],
  'Reflect': [Reflect, keysOf(Reflect)],
  'WeakMap.prototype': [WeakMap.prototype, keysOf(WeakMap.prototype)],
  'Map.prototype': [Map.prototype, keysOf(Map.prototype)],
};

for (const [what, [object, keys]] of Object.entries(unnoticed)) {
  test(`pipes do not notice a change of ${what}`, async () => {
    if (!['nothing', 'then of all objects',
          'catch and finally of promises'].includes(what)) {
      skipWithOwnStreams('what they look up is their own');
    }
    await assertUnnoticed(object, keys);
  });
}

// What promises made by JavaScript can't help looking up: the streams' own are
// V8's, but what's done when they settle is V8's `then`, which asks for these.
test('pipes work with a species of promises', async () => {
  for (const [object, keys] of [[Promise, [Symbol.species]],
                                [Promise.prototype, ['constructor']]]) {
    const written = await whilePatched(newTraps(object, keys).patches, usePipes);
    assertTrue(written.closed);
    assertEquals(concat(written, written.count), text);
  }
});

const thenPatch = (value) => [{
  object: Promise.prototype, key: 'then', descriptor: {
    __proto__: null, value, writable: true, configurable: true,
  },
}];

test('pipes work with a then of promises that calls the real one', async () => {
  const seen = { __proto__: null, count: 0 };
  const written = await whilePatched(thenPatch(function (...handlers) {
    seen[seen.count++] = this;
    return apply(then, this, handlers);
  }), usePipes);
  assertTrue(written.closed);
  assertEquals(concat(written, written.count), text);
  for (let i = 0; i < seen.count; ++i) {
    // Promises of theirs are resolved with others. None carries a chunk.
    const value = await seen[i];
    assertFalse(typeof value === 'string' || ArrayBuffer.isView(value));
  }
});

// Writes and reads with no pipe in between, by the methods found before.
const { write, close } = WritableStreamDefaultWriter.prototype;
const { read } = ReadableStreamDefaultReader.prototype;
const getWriter = WritableStream.prototype.getWriter;
const getReader = ReadableStream.prototype.getReader;

async function useDirectly(Stream, chunk) {
  const { readable, writable } = new Stream();
  const writer = apply(getWriter, writable, []);
  const reader = apply(getReader, readable, []);
  const results = { __proto__: null, count: 0 };
  for (let i = 0; i < 5; ++i) {
    apply(write, writer, [chunk]);
    results[results.count++] = await apply(read, reader, []);
  }
  apply(close, writer, []);
  results[results.count++] = await apply(read, reader, []);
  return results;
}

test('a then of all objects sees results of reads, and nothing else',
     async () => {
  for (const [Stream, chunk, expected] of [
    [Decoder, encoded, text], [Encoder, text, encoded],
  ]) {
    const seen = [];
    const results = await whilePatched([{
      object: Object.prototype, key: 'then', descriptor: {
        __proto__: null, configurable: true,
        get() { seen[seen.length] = this; return undefined; },
        set(value) {
          defineProperty(this, 'then', { __proto__: null, value });
        },
      },
    }], () => useDirectly(Stream, chunk));
    for (let i = 0; i < 5; ++i) {
      assertEquals(results[i].value, expected);
      assertFalse(results[i].done);
    }
    assertTrue(results[5].done);
    // V8 resolves the test's promise with `results`, which inherits nothing.
    assertTrue(seen.length <= 6, `${seen.length}`);
    seen.forEach((each) => {
      assertTrue(ownKeys(each).includes('done'), `${ownKeys(each).join()}`);
    });
  }
});

test('a then of all objects that takes over results of reads', async () => {
  const { readable, writable } = new Decoder();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  writer.write(bytes('61 E2')).catch(() => {});
  const first = await whilePatched([{
    object: Object.prototype, key: 'then', descriptor: {
      __proto__: null, configurable: true, writable: true,
      value(resolve) { resolve('mine'); },
    },
  }], () => apply(read, reader, []));
  assertEquals(first, 'mine');
  // The chunk is gone, the state is not.
  writer.write(bytes('82 AC')).catch(() => {});
  assertEquals((await reader.read()).value, '\u20AC');
});

test('a then of strings and of arrays of bytes is never asked for',
     async () => {
  for (const object of [String.prototype, Uint8Array.prototype,
                        TypedArrayPrototype]) {
    const { sprung, patches } = newTraps(object, ['then']);
    await whilePatched(patches, async () => {
      await useDirectly(Decoder, encoded);
      await useDirectly(Encoder, text);
    });
    assertEquals(sprung.count, 0, sprung.keys);
  }
});

// What a script does to promises breaks no more than that, and only as long as it
// lasts.
test('streams survive a then of promises that is undefined', async () => {
  const { stream, sink, written } = newEnds(cut(encoded, 7));
  const { patches } = newTraps(Promise.prototype, ['then']);
  const decoder = new Decoder();
  await whilePatched(patches, async () => {
    let pipe;
    try {
      const readable = apply(pipeThrough, stream, [decoder]);
      pipe = apply(pipeTo, readable, [sink]);
      apply(then, pipe, [undefined, () => {}]);
      new Encoder();
    } catch {
      // Whatever it may be that they throw now.
    }
    await afterTurn();
  });
  // What came through before is right.
  assertTrue(text.startsWith(concat(written, written.count)));
  const output = await readAll(newSource(cut(encoded, 7)).stream
      .pipeThrough(new Decoder()).pipeThrough(new Encoder()));
  assertEquals(joinBytes(output), encoded);
});

test('TransformStream replaced, and its members', async () => {
  const mine = () => { throw new Error('mine'); };
  const saved = getOwnPropertyDescriptor(globalThis, 'TransformStream');
  const { prototype } = TransformStream;
  const getters = ['readable', 'writable'].map(
      (key) => [key, getOwnPropertyDescriptor(prototype, key)]);
  defineProperty(globalThis, 'TransformStream', { value: mine });
  getters.forEach(([key]) => defineProperty(prototype, key, { get: mine }));
  try {
    const { output } = await transformAll(new Decoder(), [encoded]);
    assertEquals(output, [text]);
  } finally {
    defineProperty(globalThis, 'TransformStream', saved);
    getters.forEach(([key, getter]) => defineProperty(prototype, key, getter));
  }
});
