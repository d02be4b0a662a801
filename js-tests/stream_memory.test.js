// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Streams that run for long, and streams that nobody ends.

'use strict';

include('stream_helpers.js');

const collect = globalThis.gc;

// The process's memory in KiB, as Linux counts it: V8's heap, buffers, all.
function residentMemory() {
  if (typeof readFile !== 'function') {
    skip('no readFile');
  }
  collect();
  return Number(readFile('/proc/self/statm', 'utf-8').split(' ')[1]) * 4;
}

// A leak of 16 bytes a chunk would be as much.
const CHUNKS = 1000000;
const MAX_GROWTH = 16 * 1024;

// What comes before that fills what V8 keeps in any case.
async function assertNoGrowth(Stream, chunk) {
  needs('gc');
  const { readable, writable } = new Stream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let before;
  for (let i = 0; i < CHUNKS; ++i) {
    if (i === CHUNKS / 10) {
      before = residentMemory();
    }
    writer.write(chunk);
    await reader.read();
  }
  const growth = residentMemory() - before;
  assertTrue(growth < MAX_GROWTH, `${growth} KiB more`);
  writer.close();
  await reader.read();
}

test('a million chunks of bytes', () =>
    assertNoGrowth(TextDecoderStream, bytes('61 E2 82')));

test('a million chunks of text', () =>
    assertNoGrowth(TextEncoderStream, 'a\uD83D'));

test('a million chunks through an identity stream', () => {
  skipWithOwnStreams('their memory is their own');
  return assertNoGrowth(TransformStream, 'a');
});

test('a million chunks through pipes', async () => {
  needs('gc');
  skipWithOwnStreams('their memory is their own');
  let before;
  let count = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (++count > CHUNKS) {
        controller.close();
      } else {
        controller.enqueue(count);
      }
    },
  });
  let sum = 0;
  await source.pipeThrough(new TransformStream()).pipeTo(new WritableStream({
    write(chunk) {
      sum += chunk;
      if (chunk === CHUNKS / 10) {
        before = residentMemory();
      }
    },
  }));
  assertEquals(sum, CHUNKS * (CHUNKS + 1) / 2);
  const growth = residentMemory() - before;
  assertTrue(growth < MAX_GROWTH, `${growth} KiB more`);
});

test('hundreds of megabytes through both', async () => {
  needs('gc');
  const text = 'a\xE9\u20AC\u{1F600}'.repeat(5000);
  let before;
  let count = 0;
  let length = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (++count > 4000) {
        controller.close();
      } else {
        controller.enqueue(text);
      }
    },
  });
  const reader = source.pipeThrough(new TextEncoderStream())
      .pipeThrough(new TextDecoderStream()).getReader();
  for (let each; !(each = await reader.read()).done;) {
    length += each.value.length;
    if (count === 400) {
      before ??= residentMemory();
    }
  }
  assertEquals(length, 4000 * text.length);
  const growth = residentMemory() - before;
  assertTrue(growth < 2 * MAX_GROWTH, `${growth} KiB more`);
});

// Streams are left at every point of their lives. Each returns what must go,
// and what is kept.
const abandoned = {
  'untouched': () => ({}),
  'with locks': ({ readable, writable }) =>
      ({ reader: readable.getReader(), writer: writable.getWriter() }),
  'with a read that waits': ({ readable }) => {
    const reader = readable.getReader();
    return { reader, read: reader.read() };
  },
  'with writes that wait': ({ writable }, chunk) => {
    const writer = writable.getWriter();
    return { writer, writes: [writer.write(chunk), writer.write(chunk)] };
  },
  'in the midst of a character': async ({ readable, writable }, chunk) => {
    const writer = writable.getWriter();
    const reader = readable.getReader();
    writer.write(chunk);
    await reader.read();
    return { writer, reader, read: reader.read() };
  },
  'in a pipe that waits': ({ readable, writable }) => {
    const source = new ReadableStream({ pull() { return new Promise(() => {}); } });
    const sink = new WritableStream();
    return { source, sink, in: source.pipeTo(writable),
             out: readable.pipeTo(sink) };
  },
  'in a pipe whose sink waits': ({ readable, writable }, chunk) => {
    const source = newSource(Array(10).fill(chunk)).stream;
    const sink = new WritableStream({ write() { return new Promise(() => {}); } });
    return { source, sink, in: source.pipeTo(writable),
             out: readable.pipeTo(sink) };
  },
  'with an error': async ({ readable, writable }) => {
    const writer = writable.getWriter();
    const error = await Promise.all([
      writer.write(Symbol()).catch((error) => error),
      readable.getReader().read().catch((error) => error),
      writer.closed.catch((error) => error),
    ]);
    return { error: error[0], writer };
  },
  'teed': ({ readable }) => ({ branches: readable.tee() }),
};

// As the others, it refuses symbols.
class Passing extends TransformStream {
  constructor() {
    super({
      transform(chunk, controller) {
        if (typeof chunk === 'symbol') {
          throw new TypeError('a symbol');
        }
        controller.enqueue(chunk);
      },
    });
  }
}

async function abandon(Stream, leave, chunk, references) {
  for (let i = 0; i < 50; ++i) {
    const stream = new Stream();
    const left = await leave(stream, chunk);
    for (const each of [stream, stream.readable, stream.writable,
                        ...Object.values(left)]) {
      references.push(new WeakRef(each));
    }
  }
}

for (const [how, leave] of Object.entries(abandoned)) {
  test(`streams left ${how} are collected`, async () => {
    needs('gc');
    const references = [];
    await abandon(TextDecoderStream, leave, bytes('61 E2'), references);
    await abandon(TextEncoderStream, leave, 'a\uD83D', references);
    await abandon(Passing, leave, 'chunk', references);
    assertTrue(references.length >= 450);
    await assertCollected(references);
  });
}

async function assertCollected(references) {
  let alive = Infinity;
  // What a job has read from a WeakRef lives to its end.
  for (let turn = 0; turn < 10 && alive > 0; ++turn) {
    await settle();
    collect();
    await settle();
    alive = references.filter((each) => each.deref() !== undefined).length;
  }
  // Frames and registers may hold on to the last of them.
  assertTrue(alive <= 18, `${alive} of ${references.length} are alive`);
}

// Streams of other kinds, in the midst of what they do. Each gives what must go.
const forever = () => new Promise(() => {});
const leftAlone = {
  'a source that takes its time': () => {
    const stream = new ReadableStream({ pull: forever });
    return [stream, stream.getReader().read()];
  },
  'a source that has a queue': () => {
    let controller;
    const stream = new ReadableStream({
      start(c) {
        controller = c;
        c.enqueue({});
      },
    });
    return [stream, controller];
  },
  'a sink that takes its time': () => {
    const stream = new WritableStream({ write: forever });
    const writer = stream.getWriter();
    return [stream, writer, writer.write({}), writer.write({}), writer.close(),
            writer.ready, writer.closed];
  },
  'a sink that is aborted': () => {
    const stream = new WritableStream({ abort: forever });
    return [stream, stream.abort({})];
  },
  'a stream of bytes with a read that waits': () => {
    const stream = new ReadableStream({ type: 'bytes', pull: forever });
    const reader = stream.getReader({ mode: 'byob' });
    return [stream, reader, reader.read(new Uint8Array(9), { min: 2 })];
  },
  'a stream of bytes, teed': () => {
    const stream = new ReadableStream({ type: 'bytes', pull: forever });
    const [one, other] = stream.tee();
    return [stream, one, other, one.getReader().read(),
            other.getReader({ mode: 'byob' }).read(new Uint8Array(1))];
  },
  'a tee of a tee with a cancelled branch': () => {
    const stream = new ReadableStream({ pull: forever });
    const [one, other] = stream.tee();
    const branches = one.tee();
    return [stream, other.cancel({}), ...branches, branches[0].getReader().read()];
  },
  'an iterator': () => {
    const stream = new ReadableStream({ pull: forever });
    const iterator = stream.values();
    return [stream, iterator, iterator.next(), iterator.next(),
            iterator.return({})];
  },
  'a stream from an iterable': () => {
    if (ReadableStream.from === undefined) {
      return [{}];
    }
    const stream = ReadableStream.from({
      [Symbol.asyncIterator]: () => ({ next: forever }),
    });
    return [stream, stream.getReader().read()];
  },
  'a pipe with a signal': () => {
    const controller = new AbortController();
    const stream = new ReadableStream({ pull: forever });
    const sink = new WritableStream();
    return [controller, stream, sink,
            stream.pipeTo(sink, { signal: controller.signal })];
  },
  'a transform that takes its time': () => {
    const stream = new TransformStream({ transform: forever });
    const writer = stream.writable.getWriter();
    return [stream, writer, writer.write({}),
            stream.readable.getReader().read()];
  },
};

for (const [what, leave] of Object.entries(leftAlone)) {
  test(`${what} is collected`, async () => {
    needs('gc');
    skipWithOwnStreams('their memory is their own');
    const references = [];
    for (let i = 0; i < 100; ++i) {
      for (const each of leave()) {
        references.push(new WeakRef(each));
      }
    }
    await assertCollected(references);
  });
}

test('a side alone keeps what it needs', async () => {
  needs('gc');
  const sides = [];
  for (let i = 0; i < 100; ++i) {
    const { readable, writable } = i % 2 ? new TextDecoderStream()
                                         : new TextEncoderStream();
    const writer = writable.getWriter();
    const reads = readable.getReader();
    writer.write(i % 2 ? bytes('E2 82') : '\uD83D');
    sides.push([writer, reads.read()]);
  }
  await settle();
  collect();
  for (const [i, [writer, read]] of sides.entries()) {
    writer.write(i % 2 ? bytes('AC') : '\uDE00');
    const { value } = await read;
    assertEquals(value, i % 2 ? '\u20AC' : bytes('F0 9F 98 80'));
  }
});

test('collection between each chunk', async () => {
  needs('gc');
  const text = 'a\xE9\u20AC\u{1F600}'.repeat(3);
  const source = newSource(cut(new TextEncoder().encode(text), 1)).stream;
  const reader = source.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextEncoderStream())
      .pipeThrough(new TextDecoderStream()).getReader();
  let result = '';
  for (let each; !(each = await reader.read()).done; collect()) {
    result += each.value;
  }
  assertEquals(result, text);
});

test('collection while a chunk is converted', async () => {
  needs('gc');
  const { output } = await transformAll(new TextEncoderStream(), [
    '\uD83D', { toString() { collect(); return '\uDE00'; } },
  ]);
  assertEquals(output, [bytes('F0 9F 98 80')]);
});

test('interface objects that nothing refers to', async () => {
  needs('gc');
  const names = ['TextDecoderStream', 'TextEncoderStream', 'TransformStream',
                 'ReadableStream', 'WritableStream'];
  const saved = names.map(
      (name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const decoder = new TextDecoderStream();
  names.forEach((name) => { delete globalThis[name]; });
  collect();
  assertEquals((await transformAll(decoder, [bytes('61')])).output, ['a']);
  const another = new decoder.constructor('l1');
  assertEquals((await transformAll(another, [bytes('E9')])).output, ['\xE9']);
  names.forEach((name, i) => {
    Object.defineProperty(globalThis, name, saved[i]);
  });
});
