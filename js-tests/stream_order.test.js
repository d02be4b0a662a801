// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What becomes of reads, writes, ends and errors, in which order: the same as
// with a TransformStream of the realm that has these steps.

'use strict';

include('stream_helpers.js');

const chunks = {
  text: bytes('61 62'),
  empty: bytes(''),
  half: bytes('E2 82'),
  bad: bytes('FF'),
  wrong: 'no bytes',
};

function newModel() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pass = (controller, text) => {
    if (text !== '') {
      controller.enqueue(text);
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      if (chunk === undefined) {
        throw new TypeError('no bytes');
      }
      pass(controller, decoder.decode(chunk, { stream: true }));
    },
    flush(controller) { pass(controller, decoder.decode()); },
  });
}
const newOurs = () => new TextDecoderStream('utf-8', { fatal: true });

const ticks = async (count) => {
  for (let i = 0; i < count; ++i) {
    await undefined;
  }
};
const describe = (value) =>
    typeof value === 'object' && value !== null && 'done' in value ?
    `${value.value} ${value.done}` : String(value?.name ?? value);
// A TransformStream lets go of its steps when it's cancelled or has failed. If
// one is due then, undefined is called.
const isBroken = (error) => /is not a function/.test(error?.message);

// Each takes a fresh name, so that reasons can be told from one another.
const operations = {
  __proto__: null,
  read: ({ reader }) => reader.read(),
  cancel: ({ reader }, name) => reader.cancel(name),
  close: ({ writer }) => writer.close(),
  abort: ({ writer }, name) => writer.abort(name),
  // The reads that wait are given up.
  'read anew': (sides) => {
    sides.reader.releaseLock();
    sides.reader = sides.pair.readable.getReader();
    return sides.reader.read();
  },
  settle: () => ticks(40),
};
for (const name of Object.keys(chunks)) {
  operations[name] = ({ writer }) => writer.write(chunks[name]);
}
const names = Object.keys(operations);

// Does all that, and tells what came of it: [promise, result] in the order in
// which those of a side were settled. Undefined if the stream broke.
async function tell(pair, sequence) {
  const sides = { pair, reader: pair.readable.getReader(),
                  writer: pair.writable.getWriter() };
  const events = { readable: [], writable: [] };
  let broken = false;
  const note = (promise, side, name) => {
    promise.then((value) => events[side].push([name, describe(value)]),
                 (error) => {
      broken ||= isBroken(error);
      events[side].push([name, `rejected ${describe(error)}`]);
    });
  };
  note(sides.reader.closed, 'readable', 'reader closed');
  note(sides.writer.closed, 'writable', 'writer closed');
  note(sides.writer.ready, 'writable', 'ready');
  for (const [i, name] of sequence.entries()) {
    let result;
    try {
      result = operations[name](sides, `${name} ${i}`);
    } catch (error) {
      assertTrue(isBroken(error), `${error}`);
      return undefined;
    }
    if (name === 'settle') {
      await result;
      events.writable.push(['room', sides.writer.desiredSize]);
    } else {
      note(result, name.startsWith('read') || name === 'cancel' ? 'readable'
                                                                : 'writable',
           `${name} ${i}`);
    }
  }
  await ticks(40);
  // What is left is read, so that nothing waits for good.
  for (let i = 0; i < 3; ++i) {
    note(sides.reader.read(), 'readable', `last ${i}`);
    await ticks(40);
  }
  return broken ? undefined : events;
}

// True if there was something to compare with.
async function assertSame(sequence) {
  const note = sequence.join(', ');
  const expected = await tell(newModel(), sequence);
  const actual = await tell(newOurs(), sequence);
  if (expected === undefined) {
    return false;
  }
  // One that fails while it's being aborted breaks, too, and settles nothing
  // more. Ours does.
  const isClosed = ([name]) => name === 'writer closed';
  if (sequence.includes('abort') && !expected.writable.some(isClosed)) {
    assertTrue(actual.writable.some(isClosed), note);
    const settled = new Set(expected.writable.map(([name]) => name));
    actual.writable = actual.writable.filter(([name]) => settled.has(name));
  }
  assertEquals(actual, expected, note);
  return true;
}

const kSame = 'ours are made of what they would be compared with';

test('each three operations', async () => {
  skipWithOwnStreams(kSame);
  for (const first of names) {
    for (const second of names) {
      for (const third of names) {
        await assertSame([first, second, third]);
      }
    }
  }
});

test('many at random', async () => {
  skipWithOwnStreams(kSame);
  const next = newRandom(27);
  let compared = 0;
  for (let i = 0; i < 4000; ++i) {
    compared += await assertSame(Array.from({ length: 4 + next(9) },
                                            () => names[next(names.length)]));
  }
  assertTrue(compared > 3000, `${compared}`);
});

// A write that waits for room, a read, an abort and a cancel one microtask later.
test('an abort that meets a cancel', async () => {
  for (const [name, newStream, first] of [
    ['TransformStream', () => new TransformStream(), chunks.text],
    ['TextDecoderStream', () => new TextDecoderStream(), chunks.text],
    ['TextEncoderStream', () => new TextEncoderStream(), 'ab'],
  ]) {
    const { readable, writable } = newStream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const settled = [];
    const note = (what, promise) => {
      promise.then((value) => { settled.push(`${what} ${describe(value)}`); },
                   (error) => { settled.push(`${what} rejected ${error}`); });
    };
    note('write', writer.write(first));
    // Nobody has read, so that the chunk waits.
    await ticks(10);
    note('read', reader.read());
    note('abort', writer.abort('why'));
    await undefined;
    note('cancel', reader.cancel('not why'));
    await ticks(40);
    for (const what of ['abort', 'cancel']) {
      assertTrue(settled.includes(`${what} rejected why`),
                 `${name}: ${settled.join()}`);
    }
  }
});
