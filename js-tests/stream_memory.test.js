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
    let alive = Infinity;
    // What a job has read from a WeakRef lives to its end.
    for (let turn = 0; turn < 10 && alive > 0; ++turn) {
      await settle();
      collect();
      await settle();
      alive = references.filter((each) => each.deref() !== undefined).length;
    }
    // Frames and registers may hold on to the last of them.
    assertTrue(references.length >= 300);
    assertTrue(alive <= 12, `${alive} of ${references.length} are alive`);
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
