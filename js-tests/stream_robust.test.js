// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Producers that are too fast, ends that come in the midst of work, conversions
// that do their worst.

'use strict';

include('stream_helpers.js');

const kinds = [
  ['TextDecoderStream', TextDecoderStream, bytes('61')],
  ['TextEncoderStream', TextEncoderStream, 'a'],
];
const ignored = () => {};
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

test('a writer that waits for nothing gets nothing converted ahead',
     async () => {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let converted = 0;
  for (let i = 0; i < 1000; ++i) {
    writer.write({ toString: () => `${converted++}` }).catch(ignored);
  }
  assertEquals(writer.desiredSize, -999);
  await settle();
  assertEquals(converted, 0);
  for (let i = 0; i < 1000; ++i) {
    const { value } = await reader.read();
    assertEquals(value, new TextEncoder().encode(`${i}`));
    if (i % 50 === 0) {
      await settle();
    }
    assertEquals(converted, i + 1);
  }
  await settle();
  assertEquals(writer.desiredSize, 1);
});

test('a writer that waits for nothing gets nothing decoded ahead', async () => {
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  // One array for all chunks: each is what it holds when it's read.
  const chunk = bytes('00');
  for (let i = 0; i < 100; ++i) {
    writer.write(chunk).catch(ignored);
  }
  for (let i = 0; i < 100; ++i) {
    chunk[0] = i;
    assertEquals((await reader.read()).value, String.fromCharCode(i));
    await settle();
  }
});

for (const [name, Stream, chunk] of kinds) {
  test(`${name} holds a fast producer to a slow sink`, async () => {
    const inverse = Stream === TextDecoderStream ? TextEncoderStream
                                                 : TextDecoderStream;
    for (const stages of [1, 2, 5]) {
      const count = 60;
      const source = newSource(Array(count).fill(chunk));
      let written = 0;
      let ahead = 0;
      const sink = new WritableStream({
        async write() {
          ahead = Math.max(ahead, source.pulls - written);
          await (written % 10 === 0 ? pause(2) : undefined);
          ahead = Math.max(ahead, source.pulls - written);
          ++written;
        },
      });
      let readable = source.stream;
      for (let i = 0; i < stages; ++i) {
        readable = readable.pipeThrough(new (i % 2 ? inverse : Stream)());
      }
      await readable.pipeTo(sink);
      assertEquals(written, count);
      // One chunk in each writable side: the transforms' and the sink's.
      assertTrue(ahead <= stages + 1, `${ahead} ahead in ${stages} stages`);
      assertTrue(ahead > 0);
    }
  });

  test(`${name} lets a slow producer wait for nobody`, async () => {
    const chunks = Array(20).fill(chunk);
    const source = new ReadableStream({
      async pull(controller) {
        await (chunks.length % 5 === 0 ? pause(1) : undefined);
        if (chunks.length === 0) {
          controller.close();
        } else {
          controller.enqueue(chunks.pop());
        }
      },
    });
    assertEquals((await readAll(source.pipeThrough(new Stream()))).length, 20);
  });

  test(`${name} with many reads waiting takes as many writes`, async () => {
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const reads = Array.from({ length: 50 }, () => reader.read());
    for (let i = 0; i < 50; ++i) {
      await writer.ready;
      // None waits for anything but those before.
      await writer.write(chunk);
    }
    assertTrue((await Promise.all(reads)).every(({ done }) => !done));
  });

  test(`${name} changes hands in the midst of a character`, async () => {
    const [head, tail] = Stream === TextDecoderStream
        ? [bytes('61 F0 9F'), bytes('98 80')] : ['a\uD83D', '\uDE00'];
    const expected = Stream === TextDecoderStream
        ? ['a', '\u{1F600}'] : [bytes('61'), bytes('F0 9F 98 80')];
    const { readable, writable } = new Stream();
    for (const [i, each] of [head, tail].entries()) {
      const writer = writable.getWriter();
      const reader = readable.getReader();
      const write = writer.write(each);
      assertEquals((await reader.read()).value, expected[i]);
      await write;
      writer.releaseLock();
      reader.releaseLock();
      assertFalse(readable.locked || writable.locked);
    }
  });

  test(`${name} whose reader cancels with writes waiting`, async () => {
    for (const reason of [undefined, { mine: true }]) {
      const { readable, writable } = new Stream();
      const writer = writable.getWriter();
      const reader = readable.getReader();
      const outcomes = [];
      for (let i = 0; i < 5; ++i) {
        // A chunk that can't be converted: it would be seen.
        writer.write(i < 2 ? chunk : Symbol())
            .then(() => outcomes.push('done'),
                  (error) => outcomes.push(error === reason));
      }
      writer.closed.catch(ignored);
      await reader.read();
      assertEquals(await reader.cancel(reason), undefined);
      assertEquals(await reader.cancel('again'), undefined);
      await settle();
      assertEquals(outcomes.length, 5);
      assertEquals(outcomes[0], 'done');
      assertTrue(outcomes.slice(2).every((each) => each === true));
      assertTrue((await reader.read()).done);
      await assertRejects(writer.closed, reason);
    }
  });

  test(`${name} whose writer aborts with writes waiting`, async () => {
    for (const reason of [undefined, { mine: true }]) {
      const { readable, writable } = new Stream();
      const writer = writable.getWriter();
      const reader = readable.getReader();
      const outcomes = [];
      for (let i = 0; i < 5; ++i) {
        writer.write(i < 1 ? chunk : Symbol())
            .then(() => outcomes.push('done'),
                  (error) => outcomes.push(error === reason));
      }
      writer.closed.catch(ignored);
      reader.closed.catch(ignored);
      await reader.read();
      assertEquals(await writer.abort(reason), undefined);
      await settle();
      assertEquals(outcomes, ['done', true, true, true, true]);
      await assertRejects(reader.read(), reason);
      await assertRejects(reader.closed, reason);
      await assertRejects(writer.closed, reason);
      await assertRejects(reader.cancel(), reason);
      assertEquals(await writer.abort('again'), undefined);
    }
  });

  test(`${name} that has an error stays with it`, async () => {
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const read = assertRejects(reader.read(), TypeError);
    const outcomes = Promise.all([Symbol(), chunk, Symbol()].map(
        (each) => writer.write(each).catch((error) => error)));
    const error = await read;
    assertTrue((await outcomes).every((each) => each === error));
    await assertRejects(reader.cancel('mine'), error);
    await assertRejects(reader.read(), error);
    await assertRejects(reader.closed, error);
    await assertRejects(writer.closed, error);
    await assertRejects(writer.ready, error);
    assertEquals(await writer.abort('mine'), undefined);
    await assertRejects(writer.closed, error);
  });

  test(`${name} ended by both sides at once`, async () => {
    for (const first of ['cancel', 'abort', 'close']) {
      for (const second of ['cancel', 'abort', 'close']) {
        const { readable, writable } = new Stream();
        const writer = writable.getWriter();
        const reader = readable.getReader();
        writer.closed.catch(ignored);
        reader.closed.catch(ignored);
        const read = reader.read().catch(ignored);
        const write = writer.write(chunk).catch(ignored);
        const end = (how) =>
            (how === 'cancel' ? reader.cancel('mine') : writer[how]('mine'))
                .catch(ignored);
        // Whatever comes of it, all of it comes to an end.
        await Promise.all([end(first), end(second), read, write]);
        const last = await reader.read().catch(() => ({ done: true }));
        assertTrue(last.done, `${first} ${second}`);
        await Promise.all([writer.closed.catch(ignored),
                           reader.closed.catch(ignored)]);
      }
    }
  });
}

test('after an error no chunk is converted', async () => {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const log = [];
  const mine = { mine: true };
  const chunk = (what, error) => ({
    toString() {
      log.push(what);
      if (error !== undefined) {
        throw error;
      }
      return what;
    },
  });
  const writes = [chunk('a'), chunk('b', mine), chunk('c'), chunk('d', {})]
      .map((each) => writer.write(each).catch((error) => error));
  writer.close().catch(ignored);
  writer.closed.catch(ignored);
  const reader = readable.getReader();
  assertEquals((await reader.read()).value, bytes('61'));
  await assertRejects(reader.read(), mine);
  await Promise.all(writes);
  assertEquals(log, ['a', 'b']);
});

test('a conversion that throws after it has ended its stream', async () => {
  for (const way of ['abort', 'cancel', 'close']) {
    const { readable, writable } = new TextEncoderStream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const closed = writer.closed.catch(ignored);
    reader.closed.catch(ignored);
    const read = reader.read().catch((error) => error);
    const mine = { way };
    await assertRejects(writer.write({
      toString() {
        (way === 'cancel' ? reader.cancel() : writer[way]()).catch(ignored);
        throw mine;
      },
    }), mine);
    if (way === 'cancel') {
      assertTrue((await read).done);
    } else {
      assertEquals(await read, mine);
      await assertRejects(reader.closed, mine);
    }
    // An abort of any TransformStream whose transform has just thrown goes
    // wrong in the polyfill, which never ends it, and in Node, which fails in
    // it: it calls the algorithm that the error has cleared.
    if (way !== 'abort') {
      await closed;
    }
  }
});

test('a conversion that runs out of stack', async () => {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const endless = { toString() { return `${this}`; } };
  const write = assertRejects(writer.write(endless), RangeError);
  const error = await assertRejects(readable.getReader().read(), RangeError);
  assertTrue(error === await write);
  const { output } = await transformAll(new TextEncoderStream(), ['a']);
  assertEquals(output, [bytes('61')]);
});

test('a stream made where there is hardly any stack', () => {
  // Somewhere on the way down a stream can't be made any more. What's thrown is
  // an error like any other, and the next one can be made.
  let made = 0;
  const descend = () => {
    try {
      descend();
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
    }
    if (made < 3) {
      try {
        new TextDecoderStream();
        new TextEncoderStream();
        ++made;
      } catch (error) {
        assertTrue(error instanceof RangeError, String(error));
      }
    }
  };
  descend();
  assertEquals(made, 3);
});

test('a conversion that makes, ends and drops other streams', async () => {
  const chunk = {
    toString() {
      for (let i = 0; i < 10; ++i) {
        const { readable, writable } = new TextDecoderStream();
        writable.getWriter().write('no bytes').catch(ignored);
        readable.cancel();
      }
      return 'text';
    },
  };
  const { output } = await transformAll(new TextEncoderStream(),
                                        ['\uD83D', chunk]);
  assertEquals(output, [bytes('EF BF BD 74 65 78 74')]);
});

test('no more promises are made for a chunk than by a TransformStream without ' +
     'a transformer', async () => {
  skipWithOwnStreams('their promises are not made by anything to be seen');
  const other = newRealm();
  let count = 0;
  const { then } = other.Promise.prototype;
  other.Promise.prototype.then = function (...handlers) {
    ++count;
    return Reflect.apply(then, this, handlers);
  };
  other.Promise = class Promise extends other.Promise {
    constructor(executor) {
      super(executor);
      ++count;
    }
  };
  const countOf = async (Stream, chunk) => {
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    for (let i = 0; i < 100; ++i) {
      if (i === 10) {
        count = 0;
      }
      writer.write(chunk);
      assertFalse((await reader.read()).done);
    }
    return count;
  };
  const plain = await countOf(other.TransformStream, 'a');
  // Two that the program sees, those of write() and read(), and for both a
  // call of then() here and there.
  assertTrue(plain >= 2 * 90 && plain <= 7 * 90, `${plain}`);
  const decoding = await countOf(other.TextDecoderStream, bytes('61'));
  assertTrue(decoding <= plain, `${decoding} and ${plain}`);
  assertEquals(await countOf(other.TextEncoderStream, 'a'), decoding);
});

test("memory of WebAssembly, which can't be transferred, is refused", async () => {
  needs('WebAssembly');
  const { buffer } = new WebAssembly.Memory({ initial: 1 });
  const thrown = [];
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      try {
        controller.enqueue(new Uint8Array(buffer, 0, 3));
      } catch (error) {
        thrown.push(error);
      }
    },
  });
  const reader = stream.getReader({ mode: 'byob' });
  await reader.read(new Uint8Array(buffer)).catch((error) => {
    thrown.push(error);
  });
  assertEquals(thrown.map(({ name }) => name).join(), 'TypeError,TypeError');
  assertEquals(buffer.byteLength, 65536);
});

test('a write that waits, and is let go twice in one turn', async () => {
  skipWithOwnStreams('from Node 24 on, a TypeError of their own ends the process');
  for (const end of ['error', 'terminate']) {
    let controller;
    const { readable, writable } = new TransformStream({
      start(c) { controller = c; },
      transform(chunk) { controller.enqueue(chunk); },
    });
    const writer = writable.getWriter();
    await settle();
    const written = writer.write('a');
    writer.closed.catch(() => {});
    const read = readable.getReader().read();
    controller.enqueue('x');
    controller[end]('boom');
    assertEquals((await read).value, 'x');
    await assertRejects(written, end === 'error' ? 'boom' : TypeError);
    await settle();
  }
});

test('enqueue() throws what the readable side has, as the standard says',
     async () => {
  let controller;
  const end = { terminate() {}, error() { controller.error('boom'); } };
  for (const [how, expected] of [['none', 'thrown'], ['error', 'boom'],
                                 ['terminate', undefined]]) {
    end.terminate = () => { controller.terminate(); };
    const { writable } = new TransformStream({
      start(c) { controller = c; },
    }, undefined, {
      highWaterMark: 5,
      size() {
        end[how]?.();
        throw 'thrown';
      },
    });
    writable.getWriter().closed.catch(() => {});
    let thrown = 'nothing';
    try {
      controller.enqueue('a');
    } catch (error) {
      thrown = error;
    }
    assertEquals(thrown, expected, how);
  }
});

test('what a released lock rejects with is one exception, whenever it is looked at',
     async () => {
  const caught = (promise) => promise.then(() => null, (error) => error);
  for (const looksBefore of [false, true]) {
    const writer = new WritableStream().getWriter();
    if (looksBefore) {
      caught(writer.closed);
    }
    writer.releaseLock();
    const error = await caught(writer.closed);
    assertTrue(error instanceof TypeError);
    assertTrue(await caught(writer.ready) === error);
    assertTrue(writer.closed === writer.closed);
    assertTrue(await caught(writer.closed) === error);

    const reader = new ReadableStream().getReader();
    const before = looksBefore ? reader.closed : undefined;
    reader.releaseLock();
    assertTrue(before === undefined || before === reader.closed);
    const closed = await caught(reader.closed);
    assertTrue(closed instanceof TypeError);
    assertTrue(await caught(reader.closed) === closed);
  }
  // Of a stream that ended before.
  const stream = new ReadableStream({ start(c) { c.close(); } });
  const reader = stream.getReader();
  const before = reader.closed;
  reader.releaseLock();
  assertTrue(before !== reader.closed);
  await before;
  assertTrue(await caught(reader.closed) instanceof TypeError);
});

// One call reads from all of them, or ends all: there isn't the stack for that.
for (const type of [undefined, 'bytes']) {
  for (const how of ['close', 'cancel', 'read']) {
    test(`${type ?? 'a stream'} teed again and again, ${how}`, async () => {
      skipWithOwnStreams('they have limits of their own');
      const chunk = new Uint8Array(1);
      let controller;
      let cancelled = 0;
      let last = new ReadableStream({
        type,
        start(c) { controller = c; },
        cancel() { ++cancelled; },
      });
      const branches = [];
      for (let i = 0; i < 4000; ++i) {
        const [one, two] = last.tee();
        branches.push(two);
        last = one;
      }
      branches.push(last);
      await settle();
      if (how === 'cancel') {
        const all = branches.map((each) => each.cancel('why'));
        await Promise.all(all);
        assertEquals(cancelled, 1);
        return;
      }
      const readers = branches.map((each) => each.getReader());
      const ends = readers.map((each) => each.closed.catch((error) => error));
      const read = readers.at(-1).read();
      await settle();
      if (how === 'read') {
        controller.enqueue(chunk);
        assertEquals((await read).value.length, 1);
        const next = readers.at(-1).read();
        await settle();
        controller.close();
        assertTrue((await next).done);
        assertEquals(await ends.at(-1), undefined);
        return;
      }
      controller.close();
      assertTrue((await read).done);
      assertEquals(new Set(await Promise.all(ends)).size, 1);
    });
  }
}

test('exceptions name the argument or the member that is wrong', () => {
  skipWithOwnStreams('messages are their own');
  const isWrong = { highWaterMark: -1 };
  for (const [fn, place] of [
    [() => new ReadableStream({}, isWrong), 'of parameter 2'],
    [() => new TransformStream({}, isWrong), 'of parameter 2'],
    [() => new TransformStream({}, {}, isWrong), 'of parameter 3'],
    [() => new WritableStream({}, { size: 1 }), 'member size'],
    [() => new ReadableStream({ pull: 1 }), 'member pull'],
    [() => new ReadableStream().pipeThrough({
      readable: new ReadableStream(),
      writable: 1,
    }), 'member writable'],
  ]) {
    let message = '';
    try {
      fn();
    } catch (error) {
      ({ message } = error);
    }
    assertTrue(message.includes(`${place} `), message);
  }
});

test('what a program has ended on purpose rejects with no word of a failed call',
     async () => {
  skipWithOwnStreams('messages are their own');
  const reader = new ReadableStream().getReader();
  const read = reader.read();
  reader.releaseLock();
  const writer = new WritableStream().getWriter();
  writer.releaseLock();
  let terminate;
  const { writable } = new TransformStream({
    start(controller) { terminate = () => { controller.terminate(); }; },
  });
  terminate();
  for (const [promise, message] of [
    [read, 'The reader was released.'],
    [reader.closed, 'The reader was released.'],
    [writer.closed, 'The writer was released.'],
    [writer.ready, 'The writer was released.'],
    [writable.getWriter().write(), 'The stream was terminated.'],
  ]) {
    const error = await promise.catch((reason) => reason);
    assertEquals(`${error}`, `TypeError: ${message}`);
  }
});

// close() throws where bytes end within an element, and what comes behind it in the
// same job is that of a stream with an error.
test('a byte stream that close() has errored is errored at once', async () => {
  let controller;
  const stream = new ReadableStream({
    type: 'bytes',
    start(c) { controller = c; },
  });
  const reader = stream.getReader({ mode: 'byob' });
  const read = () => reader.read(new Uint16Array(1)).catch((error) => error);
  const close = () => {
    try {
      controller.close();
    } catch (error) {
      return error;
    }
  };
  const first = read();
  controller.byobRequest.respond(1);
  const why = close();
  const again = close();
  assertTrue(again !== why && again instanceof TypeError);
  const second = read();
  reader.releaseLock();
  assertTrue(await first === why);
  assertTrue(await second === why);
});
