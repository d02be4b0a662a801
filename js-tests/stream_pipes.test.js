// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The two streams between others: pipes, backpressure, cancelling, aborting,
// errors on their way.

'use strict';

include('stream_helpers.js');

const text = 'a\xE9\u20AC\u{1F600}'.repeat(50);
const encoded = new TextEncoder().encode(text);

test('through a decoder and an encoder', async () => {
  for (const size of [1, 2, 3, 7, 64, 1000]) {
    const { stream } = newSource(cut(encoded, size));
    const output = await readAll(stream.pipeThrough(new TextDecoderStream())
                                     .pipeThrough(new TextEncoderStream()));
    assertEquals(joinBytes(output), encoded, `${size}`);
  }
});

test('through an encoder and a decoder', async () => {
  for (const size of [1, 2, 3, 64]) {
    const { stream } = newSource(cut(text, size));
    const output = await readAll(stream.pipeThrough(new TextEncoderStream())
                                     .pipeThrough(new TextDecoderStream()));
    assertEquals(output.join(''), text, `${size}`);
  }
});

test('through many of them', async () => {
  let { stream } = newSource(cut(encoded, 5));
  for (let i = 0; i < 20; ++i) {
    stream = stream.pipeThrough(new TextDecoderStream())
        .pipeThrough(new TextEncoderStream());
  }
  assertEquals(joinBytes(await readAll(stream)), encoded);
});

test('from one encoding to another and back', async () => {
  const greek = bytes('C1 E8 DE ED E1 2C 20 D0 E5 E9 F1 E1 E9 DC F2 0A');
  const { stream } = newSource(cut(greek, 1));
  const utf8 = await readAll(stream.pipeThrough(new TextDecoderStream('greek'))
                                 .pipeThrough(new TextEncoderStream()));
  assertEquals(new TextDecoder().decode(joinBytes(utf8)),
               new TextDecoder('greek').decode(greek));
});

test('pipeTo', async () => {
  const written = [];
  let closed = false;
  const sink = new WritableStream({
    write(chunk) { written.push(chunk); },
    close() { closed = true; },
  });
  await newSource([bytes('E2 82'), bytes('AC 41')]).stream
      .pipeThrough(new TextDecoderStream()).pipeTo(sink);
  assertEquals(written, ['\u20ACA']);
  assertTrue(closed);
});

test('several sources into one decoder', async () => {
  const decoder = new TextDecoderStream();
  const output = readAll(decoder.readable);
  await newSource([bytes('41 E2')]).stream
      .pipeTo(decoder.writable, { preventClose: true });
  await newSource([bytes('82'), bytes('AC F0')]).stream
      .pipeTo(decoder.writable, { preventClose: true });
  await newSource([]).stream.pipeTo(decoder.writable);
  assertEquals(await output, ['A', '\u20AC', '\uFFFD']);
});

test('tee', async () => {
  const [left, right] = newSource(cut(encoded, 3)).stream
      .pipeThrough(new TextDecoderStream()).tee();
  const [a, b] = await Promise.all([readAll(left), readAll(right)]);
  assertEquals(a.join(''), text);
  assertEquals(b, a);
});

test('tee of bytes, with one branch cancelled', async () => {
  const [left, right] = newSource(cut(text, 3)).stream
      .pipeThrough(new TextEncoderStream()).tee();
  left.cancel();
  assertEquals(joinBytes(await readAll(right)), encoded);
});

test('asynchronous iteration', async () => {
  const { stream } = newSource(cut(encoded, 4));
  let output = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    output += chunk;
  }
  assertEquals(output, text);
});

test('leaving an iteration cancels', async () => {
  const source = newSource(cut(encoded, 4));
  for await (const chunk of
      source.stream.pipeThrough(new TextDecoderStream())) {
    assertEquals(typeof chunk, 'string');
    break;
  }
  await settle();
  assertEquals(source.cancelled.length, 1);
});

test('the strategies are the defaults', async () => {
  for (const stream of [new TextDecoderStream(), new TextEncoderStream()]) {
    const writer = stream.writable.getWriter();
    assertEquals(writer.desiredSize, 1);
    await settle();
    const ignored = () => {};
    writer.write('x').catch(ignored);
    assertEquals(writer.desiredSize, 0);
    writer.write('x').catch(ignored);
    assertEquals(writer.desiredSize, -1);
    writer.closed.catch(ignored);
    writer.abort();
  }
});

for (const [name, Stream, chunk] of [
  ['TextDecoderStream', TextDecoderStream, bytes('61')],
  ['TextEncoderStream', TextEncoderStream, 'a'],
]) {
  test(`${name} holds a producer to its consumer`, async () => {
    const source = newSource(Array(100).fill(chunk));
    const reader = source.stream.pipeThrough(new Stream()).getReader();
    await settle();
    // One chunk waits in the writable side; nothing is in the readable side.
    assertEquals(source.pulls, 1);
    for (let reads = 1; reads <= 50; ++reads) {
      assertFalse((await reader.read()).done);
      await settle();
      assertEquals(source.pulls, reads + 1);
    }
  });

  test(`${name} holds a writer that waits`, async () => {
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    let writes = 0;
    const produce = (async () => {
      for (; writes < 20; ++writes) {
        await writer.ready;
        writer.write(chunk);
      }
      writer.close();
    })();
    await settle();
    assertEquals(writes, 1);
    const reader = readable.getReader();
    for (let reads = 1; reads < 20; ++reads) {
      await reader.read();
      await settle();
      assertEquals(writes, Math.min(reads + 1, 20));
    }
    await reader.read();
    assertTrue((await reader.read()).done);
    await produce;
  });

  test(`${name} finishes a write when it's been read, not before`, async () => {
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    let finished = false;
    const write = writer.write(chunk).then(() => { finished = true; });
    await settle();
    assertFalse(finished);
    await readable.getReader().read();
    await write;
    assertTrue(finished);
  });

  test(`${name} twice holds a producer, too`, async () => {
    const inverse = name === 'TextDecoderStream' ? TextEncoderStream
                                                 : TextDecoderStream;
    const source = newSource(Array(100).fill(chunk));
    const reader = source.stream.pipeThrough(new Stream())
        .pipeThrough(new inverse()).getReader();
    await settle();
    const before = source.pulls;
    assertTrue(before <= 3, `${before} before any read`);
    for (let reads = 1; reads <= 20; ++reads) {
      await reader.read();
      await settle();
      assertEquals(source.pulls, before + reads);
    }
  });

  test(`${name} whose reader cancels`, async () => {
    const mine = { mine: true };
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    const write = writer.write(chunk).catch((error) => error);
    const reader = readable.getReader();
    const ready = writer.ready.catch((error) => error);
    await reader.cancel(mine);
    assertTrue((await reader.read()).done);
    await reader.closed;
    await write;
    await ready;
    await assertRejects(writer.closed, mine);
    await assertRejects(writer.write(chunk), mine);
    assertEquals(writer.desiredSize, null);
  });

  test(`${name} whose writer aborts`, async () => {
    const mine = { mine: true };
    const { readable, writable } = new Stream();
    const writer = writable.getWriter();
    const write = writer.write(chunk).catch((error) => error);
    const reader = readable.getReader();
    writer.closed.catch(() => {});
    const closed = reader.closed.catch((error) => error);
    await writer.abort(mine);
    assertTrue(await closed === mine);
    await write;
    await assertRejects(reader.read(), mine);
    await assertRejects(writer.closed, mine);
    await assertRejects(writer.write(chunk), mine);
  });

  test(`${name} cancels its source when its reader cancels`, async () => {
    const mine = { mine: true };
    const source = newSource(Array(100).fill(chunk));
    const reader = source.stream.pipeThrough(new Stream()).getReader();
    await reader.read();
    await reader.cancel(mine);
    await settle();
    assertEquals(source.cancelled.length, 1);
    assertTrue(source.cancelled[0] === mine);
  });

  test(`${name} cancels its source with its own error`, async () => {
    const source = newSource([chunk, Symbol(), chunk]);
    const reader = source.stream.pipeThrough(new Stream()).getReader();
    await reader.read();
    const error = await assertRejects(reader.read(), TypeError);
    await settle();
    assertEquals(source.cancelled.length, 1);
    assertTrue(source.cancelled[0] === error);
    assertEquals(source.pulls, 2);
  });

  test(`${name} hands on the error of its source`, async () => {
    for (const mine of [{ mine: true }, undefined, new Error('mine')]) {
      const source = new ReadableStream({
        start(controller) { controller.enqueue(chunk); },
        pull(controller) { controller.error(mine); },
      }, { highWaterMark: 0 });
      const reader = source.pipeThrough(new Stream()).getReader();
      // A pipe waits until what it has written is through.
      await reader.read();
      await assertRejects(reader.read(), mine);
      await assertRejects(reader.closed, mine);
    }
  });

  test(`${name} hands on the error of its sink`, async () => {
    const mine = { mine: true };
    const source = newSource(Array(100).fill(chunk));
    const sink = new WritableStream({ write() { throw mine; } });
    await assertRejects(source.stream.pipeThrough(new Stream()).pipeTo(sink),
                        mine);
    await settle();
    assertEquals(source.cancelled.length, 1);
    assertTrue(source.cancelled[0] === mine);
  });

  test(`${name} closes with nothing read or written`, async () => {
    const { readable, writable } = new Stream();
    await writable.close();
    assertTrue((await readable.getReader().read()).done);
    await assertRejects(writable.close(), TypeError);
  });
}

test('nothing is flushed when the reader cancels or the writer aborts',
     async () => {
  // An error of flushing would be seen: with fatal, the end of a cut character.
  for (const end of ['cancel', 'abort']) {
    const { readable, writable } =
        new TextDecoderStream('utf-8', { fatal: true });
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const read = reader.read().catch((error) => error);
    await writer.write(bytes('E2'));
    writer.closed.catch(() => {});
    reader.closed.catch(() => {});
    if (end === 'cancel') {
      assertEquals(await reader.cancel('mine'), undefined);
      assertTrue((await read).done);
    } else {
      assertEquals(await writer.abort('mine'), undefined);
      assertEquals(await read, 'mine');
    }
    await assertRejects(writer.closed, 'mine');
  }
});

test('one read passes over any number of chunks that give nothing',
     async () => {
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  const read = readable.getReader().read();
  for (let i = 0; i < 100; ++i) {
    await writer.write(bytes(i % 2 ? '' : 'EF BB BF').subarray(0, i ? 0 : 3));
  }
  await writer.write(bytes('E2'));
  await writer.write(bytes('82'));
  writer.write(bytes('AC'));
  assertEquals((await read).value, '\u20AC');
});

test('reads before and writes after', async () => {
  const { readable, writable } = new TextEncoderStream();
  const reader = readable.getReader();
  const reads = Array.from({ length: 5 }, () => reader.read());
  const writer = writable.getWriter();
  for (const letter of 'abcd') {
    await writer.write(letter);
  }
  await writer.close();
  const results = await Promise.all(reads);
  assertEquals(results.map(({ value }) => value?.[0]),
               [0x61, 0x62, 0x63, 0x64, undefined]);
  assertEquals(results.map(({ done }) => done),
               [false, false, false, false, true]);
});

test('locks are those of any stream', async () => {
  const stream = new TextDecoderStream();
  assertFalse(stream.readable.locked);
  assertFalse(stream.writable.locked);
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  assertTrue(stream.readable.locked);
  assertTrue(stream.writable.locked);
  assertThrows(() => stream.readable.getReader(), TypeError);
  assertThrows(() => newSource([]).stream.pipeThrough(stream), TypeError);
  reader.releaseLock();
  writer.releaseLock();
  assertEquals(await readAll(newSource([bytes('61')]).stream
                                 .pipeThrough(stream)), ['a']);
});
