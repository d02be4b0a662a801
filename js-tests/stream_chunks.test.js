// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What can be written to a TextDecoderStream: every kind of buffer and view,
// which is looked at when its turn comes; and what can't.

'use strict';

include('stream_helpers.js');

const viewTypes = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
  ...typeof Float16Array === 'function' ? [Float16Array] : [], DataView,
];

// The chunk is one of those that 'abcdefgh' is cut into and put together again.
async function assertText(chunk, text, note) {
  const { output, error } = await transformAll(
      new TextDecoderStream(), [bytes('3C'), chunk, bytes('3E')]);
  assertEquals(error, [], note);
  assertEquals(output, ['<', ...text === '' ? [] : [text], '>'], note);
}

async function assertViews(buffer, note) {
  const letters = 'abcdefghijklmnopqrstuvwxyzabcdef';
  new Uint8Array(buffer).set(Array.from(letters, (each) => each.charCodeAt()));
  await assertText(buffer, letters, note);
  for (const type of viewTypes) {
    const step = type.BYTES_PER_ELEMENT ?? 1;
    const what = `${note} ${type.name}`;
    await assertText(new type(buffer), letters, what);
    await assertText(new type(buffer, 8), letters.slice(8), what);
    await assertText(new type(buffer, 8, 8 / step), letters.slice(8, 16), what);
    await assertText(new type(buffer, 32), '', what);
    await assertText(new type(buffer, 8, 0), '', what);
  }
}

test('ArrayBuffer and its views', () =>
    assertViews(new ArrayBuffer(32), 'ArrayBuffer'));

test('SharedArrayBuffer and its views', () => {
  needs('SharedArrayBuffer');
  return assertViews(new SharedArrayBuffer(32), 'SharedArrayBuffer');
});

test('resizable ArrayBuffer and its views', () => {
  needs('resizable ArrayBuffer');
  return assertViews(new ArrayBuffer(32, { maxByteLength: 100 }), 'resizable');
});

test('growable SharedArrayBuffer and its views', () => {
  needs('growable SharedArrayBuffer');
  return assertViews(new SharedArrayBuffer(32, { maxByteLength: 100 }),
                     'growable');
});

test('immutable ArrayBuffer and its views', async () => {
  needs('immutable ArrayBuffer');
  const buffer = bytes('61 62 63').buffer.transferToImmutable();
  await assertText(buffer, 'abc');
  await assertText(new Uint8Array(buffer, 1), 'bc');
  await assertText(new DataView(buffer, 2), 'c');
});

test('WebAssembly.Memory', async () => {
  needs('WebAssembly');
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Uint8Array(memory.buffer).set([0x61, 0x62]);
  await assertText(new Uint8Array(memory.buffer, 0, 2), 'ab');
});

test('buffers of another realm', async () => {
  const other = newRealm();
  await assertText(other.Uint8Array.of(0x61, 0x62), 'ab');
  await assertText(other.Uint8Array.of(0x61, 0x62).buffer, 'ab');
  await assertText(new other.DataView(bytes('61').buffer), 'a');
});

test('subclasses, and members that scripts have put there', async () => {
  class Mine extends Uint8Array {
    get length() { return 0; }
    get buffer() { fail('read'); }
    get byteLength() { fail('read'); }
  }
  await assertText(Mine.of(0x61), 'a');
  await assertText(Object.setPrototypeOf(bytes('61'), null), 'a');
  await assertText(Object.defineProperty(bytes('61'), 'byteLength',
                                         { get() { fail('read'); } }), 'a');
});

test('a detached buffer has no bytes', async () => {
  const { buffer, detach } = newDetachable(10);
  const view = new Uint8Array(buffer, 2);
  const data = new DataView(buffer);
  detach();
  await assertText(buffer, '');
  await assertText(view, '');
  await assertText(data, '');
});

test('a view out of bounds has no bytes', async () => {
  needs('resizable ArrayBuffer');
  const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
  const view = new Uint8Array(buffer, 4, 4);
  buffer.resize(6);
  await assertText(view, '');
});

test('a chunk is looked at when its turn comes, not when it is written',
     async () => {
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const changed = bytes('61 61');
  const { buffer, detach } = newDetachable(3);
  const last = bytes('7A');
  const results = [changed, new Uint8Array(buffer), last]
      .map((chunk) => writer.write(chunk));
  // Nobody reads, so nothing has been decoded.
  await settle();
  changed.fill(0x62);
  detach();
  last[0] = 0x79;
  assertEquals((await reader.read()).value, 'bb');
  assertEquals((await reader.read()).value, 'y');
  await Promise.all(results);
  assertEquals(changed, bytes('62 62'));
});

test('a chunk is not changed, and not detached', async () => {
  const chunk = bytes('F0 9F 98 80 61 FF');
  await transformAll(new TextDecoderStream(), [chunk, chunk.buffer]);
  assertEquals(chunk, bytes('F0 9F 98 80 61 FF'));
});

test('a text does not change with the chunk that it comes from', async () => {
  for (const length of [1, 100, 100000]) {
    const chunk = new Uint8Array(length).fill(0x61);
    const { readable, writable } = new TextDecoderStream();
    writable.getWriter().write(chunk);
    const { value } = await readable.getReader().read();
    chunk.fill(0x62);
    assertEquals(value, 'a'.repeat(length));
  }
});

test('a chunk that is written twice', async () => {
  const chunk = bytes('E2 82 AC E2');
  const { output } = await transformAll(new TextDecoderStream(),
                                        [chunk, chunk]);
  assertEquals(output, ['\u20AC', '\uFFFD\u20AC', '\uFFFD']);
});

test('chunks that are long', async () => {
  const text = 'a\xE9\u20AC\u{1F600}'.repeat(100000);
  const encoded = new TextEncoder().encode(text);
  const { output } = await transformAll(
      new TextDecoderStream(),
      [encoded.subarray(0, 500001), encoded.subarray(500001)]);
  assertEquals(output.length, 2);
  assertEquals(output.join(''), text);
});

const notBuffers = {
  undefined, null: null, 'a number': 1, 'a BigInt': 1n, 'a boolean': true,
  'a string': 'abc', 'an empty string': '', 'a symbol': Symbol(),
  'an object': {}, 'an array': [0x61], 'a function': () => {},
  'what has a buffer': { buffer: new ArrayBuffer(1), byteLength: 1 },
  'what inherits from a view': Object.create(new Uint8Array(1)),
  'a prototype': Uint8Array.prototype,
  'a proxy of a view': new Proxy(new Uint8Array(1), {}),
  'a proxy of a buffer': new Proxy(new ArrayBuffer(1), {}),
};

for (const [what, chunk] of Object.entries(notBuffers)) {
  test(`${what} is no chunk`, async () => {
    for (const fatal of [false, true]) {
      const { readable, writable } = new TextDecoderStream('l1', { fatal });
      const writer = writable.getWriter();
      const reader = readable.getReader();
      writer.write(bytes('61'));
      assertEquals((await reader.read()).value, 'a');
      const read = assertRejects(reader.read(), TypeError);
      const error = await assertRejects(writer.write(chunk), TypeError);
      assertTrue(error === await read);
      await assertRejects(reader.closed, error);
      await assertRejects(writer.closed, error);
      await assertRejects(writer.write(bytes('61')), error);
    }
  });
}

test('a chunk that is none errors what comes after it, not before', async () => {
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const writes = [bytes('61'), bytes('62'), 'c', bytes('64')]
      .map((chunk) => writer.write(chunk).then(() => 'done', (error) => error));
  assertEquals((await reader.read()).value, 'a');
  assertEquals((await reader.read()).value, 'b');
  const error = await assertRejects(reader.read(), TypeError);
  const results = await Promise.all(writes);
  assertEquals(results.slice(0, 2), ['done', 'done']);
  assertTrue(results[2] === error && results[3] === error);
  await assertRejects(writer.closed, error);
});

test('an ignored argument of write', async () => {
  // close() has no chunk to flush with, and the end is decoded with none.
  const { readable, writable } = new TextDecoderStream();
  const writer = writable.getWriter();
  writer.write(bytes('61'), 'more').catch(() => {});
  const text = readAll(readable);
  await writer.close('x');
  assertEquals(await text, ['a']);
});
