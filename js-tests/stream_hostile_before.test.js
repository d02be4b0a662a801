// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What scripts have changed before the first stream is made, which is when the
// streams that are built in are evaluated.

'use strict';

include('stream_helpers.js');

const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const interfaces = ['TransformStream', 'ReadableStream', 'WritableStream',
                    'TransformStreamDefaultController'];

// Reads and writes are all that these tests use of streams.
async function assertDecodes() {
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  writer.write(bytes('E2 82'));
  writer.write(bytes('AC'));
  assertEquals((await reader.read()).value, '\u20AC');
  writer.close();
  assertTrue((await reader.read()).done);
}

function withPatched(object, name, descriptor, use) {
  const before = getOwnPropertyDescriptor(object, name);
  defineProperty(object, name, { configurable: true, ...descriptor });
  try {
    use();
  } finally {
    deleteProperty(object, name);
    if (before !== undefined) {
      defineProperty(object, name, before);
    }
  }
}

function newStreams() {
  return [new TextDecoderStream(), new TextEncoderStream()];
}

test('an evaluation that fails throws, and is tried again', () => {
  skipWithOwnStreams('they were there before any script');
  const mine = { mine: true };
  const throwing = { get() { throw mine; } };
  for (const [object, name] of [
    [globalThis, 'Promise'], [Promise, 'resolve'], [Promise.prototype, 'then'],
    [globalThis, 'Symbol'], [Object, 'defineProperty'],
  ]) {
    withPatched(object, name, throwing, () => {
      assertThrowsValue(() => new TextDecoderStream(), mine, name);
      assertThrowsValue(() => new TextEncoderStream(), mine, name);
    });
  }
});

test('arguments are looked at before anything is evaluated', () => {
  skipWithOwnStreams('they were there before any script');
  withPatched(globalThis, 'Promise', { get() { fail('evaluated'); } }, () => {
    assertThrows(() => new TextDecoderStream('nonsense'), RangeError);
    assertThrows(() => TextDecoderStream(), TypeError);
    assertThrows(() => TextEncoderStream(), TypeError);
    assertThrows(() => TextEncoderStream.prototype.readable, TypeError);
  });
});

test('the interfaces of streams are neither read nor run', async () => {
  const evil = () => { fail('run'); };
  const saved = interfaces.map(
      (name) => [name, getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name] of saved) {
    defineProperty(globalThis, name, { get: evil, set: evil });
  }
  try {
    newStreams();
    await assertDecodes();
  } finally {
    saved.forEach(([name, descriptor]) =>
        defineProperty(globalThis, name, descriptor));
  }
});

test('members of all objects are not taken for those of strategies or steps',
     async () => {
  const evil = () => { fail('run'); };
  const names = ['readableType', 'writableType', 'highWaterMark', 'size',
                 'start', 'transform', 'flush', 'cancel', 'readable',
                 'writable'];
  for (const name of names) {
    defineProperty(Object.prototype, name,
                   { configurable: true, get: evil, set: evil });
  }
  try {
    const [{ readable }, { writable }] = newStreams();
    assertEquals(writable.getWriter().desiredSize, 1);
    assertTrue(readable !== undefined);
    await assertDecodes();
  } finally {
    names.forEach((name) => { deleteProperty(Object.prototype, name); });
  }
});

test('all is as ever afterwards', async () => {
  const { output } = await transformAll(new TextEncoderStream(),
                                        ['\uD83D', '\uDE00']);
  assertEquals(output, [bytes('F0 9F 98 80')]);
  assertTrue(new TextEncoderStream().readable instanceof ReadableStream);
});
