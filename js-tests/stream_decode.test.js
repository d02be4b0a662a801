// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoderStream in every encoding, however the bytes are cut; what it does
// at errors, at byte order marks and at the end.

'use strict';

include('encoding_labels.js');
include('stream_helpers.js');

const decoders = Object.keys(encodingLabels)
    .filter((name) => name !== 'replacement');

// What a TextDecoder makes of the same chunks: strings, and the error that ends
// them if there's one.
function decodeChunks(label, options, chunks) {
  const decoder = new TextDecoder(label, options);
  const output = [];
  try {
    for (const chunk of chunks) {
      output.push(decoder.decode(chunk, { stream: true }));
    }
    output.push(decoder.decode());
  } catch {
    return { output: output.filter((text) => text !== ''), fails: true };
  }
  return { output: output.filter((text) => text !== ''), fails: false };
}

const hex = (input) =>
    Array.from(input, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

async function assertSame(label, options, chunks) {
  const expected = decodeChunks(label, options, chunks);
  const note = `${label} ${JSON.stringify(options)} ${chunks.map(hex)}`;
  const { output, error } =
      await transformAll(new TextDecoderStream(label, options), chunks);
  assertEquals(output, expected.output, note);
  assertEquals(error.length, expected.fails ? 1 : 0, note);
  assertTrue(error.every((each) => each instanceof TypeError), note);
  return output.join('');
}

// Bytes of which many make characters in one encoding or another: ASCII,
// escape sequences, leads and trails of two, three and four bytes, and marks.
const pieces = [
  '41', '0A', '7E', 'E9', 'E2 82 AC', 'F0 9F 98 80', 'EF BB BF', 'FE FF',
  'FF FE', '3D D8 00 DE', 'D8 3D DE 00', '1B 24 42 30 21', '1B 28 42',
  '1B 28 4A 5C', '1B 28 49 41', '81 30 81 30', '84 31 A4 37', 'B0 A1', '8F A2 AF',
  '8E B1', '88 62', '88 A3', '82 A0', 'C2', 'F0 90', 'E0', '80', 'FF', 'A4 A2',
].map((piece) => [...bytes(piece)]);

function randomInput(random, count) {
  const out = [];
  for (let i = 0; i < count; ++i) {
    out.push(...(random(4) ? pieces[random(pieces.length)] : [random(256)]));
  }
  return Uint8Array.from(out);
}

function randomCuts(random, input) {
  const chunks = [];
  for (let at = 0; at < input.length;) {
    const size = random(7);
    chunks.push(input.slice(at, at + size));
    at += size;
  }
  return chunks;
}

test('there are 39 encodings', () => assertEquals(decoders.length, 39));

test('every encoding, in every two pieces', async () => {
  const random = newRandom(2);
  for (const label of decoders) {
    const input = randomInput(random, 10);
    for (const ignoreBOM of [false, true]) {
      const whole = new TextDecoder(label, { ignoreBOM }).decode(input);
      for (let i = 0; i <= input.length; ++i) {
        const chunks = [input.subarray(0, i), input.subarray(i)];
        assertEquals(await assertSame(label, { ignoreBOM }, chunks), whole);
      }
    }
  }
});

test('every encoding, in pieces of each size', async () => {
  const random = newRandom(3);
  for (const label of decoders) {
    const input = randomInput(random, 24);
    const whole = new TextDecoder(label).decode(input);
    for (let size = 1; size <= 20; ++size) {
      assertEquals(await assertSame(label, {}, cut(input, size)), whole);
    }
  }
});

test('every encoding, in random pieces', async () => {
  const random = newRandom(4);
  for (const label of decoders) {
    for (let i = 0; i < 50; ++i) {
      const input = randomInput(random, random(30));
      const options = { fatal: random(2) === 1, ignoreBOM: random(2) === 1 };
      const text = await assertSame(label, options, randomCuts(random, input));
      if (!options.fatal) {
        assertEquals(text, new TextDecoder(label, options).decode(input));
      }
    }
  }
});

test('every encoding, text that is long', async () => {
  const random = newRandom(5);
  for (const label of decoders) {
    const input = randomInput(random, 2000);
    const whole = new TextDecoder(label).decode(input);
    for (const size of [33, 1020, 1021, 100000]) {
      assertEquals(await assertSame(label, {}, cut(input, size)), whole);
    }
  }
});

test('every label', async () => {
  for (const name of decoders) {
    for (const label of encodingLabels[name].split(' ')) {
      const stream = new TextDecoderStream(`\t${label.toUpperCase()} `);
      assertEquals(stream.encoding, name.toLowerCase());
      assertEquals(stream.fatal, false);
      assertEquals(stream.ignoreBOM, false);
    }
  }
  assertEquals(new TextDecoderStream().encoding, 'utf-8');
  assertEquals(new TextDecoderStream(undefined).encoding, 'utf-8');
});

test('options', () => {
  const strict = new TextDecoderStream('l1', { fatal: 1, ignoreBOM: 'x' });
  assertEquals(strict.fatal, true);
  assertEquals(strict.ignoreBOM, true);
  for (const options of [undefined, null, {}, () => {}, { fatal: undefined }]) {
    const plain = new TextDecoderStream('l1', options);
    assertEquals(plain.fatal, false);
    assertEquals(plain.ignoreBOM, false);
  }
});

test('labels that are none, and that of replacement', () => {
  for (const label of ['', 'nonsense', 'utf-8\0', 'utf8\u212A', null,
                       ...encodingLabels.replacement.split(' ')]) {
    assertThrows(() => new TextDecoderStream(label), RangeError, undefined,
                 `${label}`);
  }
});

test('arguments are converted in their order, before a label is looked up',
     () => {
  const log = [];
  const label = { toString() { log.push('label'); return 'nonsense'; } };
  const options = {
    get ignoreBOM() { log.push('ignoreBOM'); },
    get fatal() { log.push('fatal'); },
  };
  assertThrows(() => new TextDecoderStream(label, options), RangeError);
  assertEquals(log, ['label', 'fatal', 'ignoreBOM']);
});

test('errors in the arguments', () => {
  const mine = { mine: true };
  assertThrows(() => new TextDecoderStream(Symbol()), TypeError);
  assertThrows(() => new TextDecoderStream('utf-8', 1), TypeError);
  assertThrowsValue(
      () => new TextDecoderStream({ toString() { throw mine; } }), mine);
  assertThrowsValue(
      () => new TextDecoderStream('l1', { get fatal() { throw mine; } }), mine);
});

const marks = {
  'utf-8': ['EF BB BF', '41'],
  'utf-16le': ['FF FE', '41 00'],
  'utf-16be': ['FE FF', '00 41'],
};

test('byte order marks, in every split', async () => {
  for (const label of Object.keys(marks)) {
    const [mark, letter] = marks[label];
    for (const [count, text] of [[0, 'A'], [1, 'A'], [2, '\uFEFFA']]) {
      const input = bytes([...Array(count).fill(mark), letter].join(' '));
      for (let size = 1; size <= input.length; ++size) {
        assertEquals(await assertSame(label, {}, cut(input, size)), text);
        assertEquals(
            await assertSame(label, { ignoreBOM: true }, cut(input, size)),
            count === 0 ? text : '\uFEFF'.repeat(count) + 'A');
      }
    }
  }
});

test('a mark behind something is a character', async () => {
  for (const label of Object.keys(marks)) {
    const [mark, letter] = marks[label];
    const input = bytes([letter, mark, letter].join(' '));
    for (let size = 1; size <= input.length; ++size) {
      assertEquals(await assertSame(label, {}, cut(input, size)), 'A\uFEFFA');
    }
  }
});

test('a mark alone gives no chunk', async () => {
  for (const label of Object.keys(marks)) {
    for (let size = 1; size <= 3; ++size) {
      const { output } = await transformAll(new TextDecoderStream(label),
                                            cut(bytes(marks[label][0]), size));
      assertEquals(output, []);
    }
  }
});

test('a mark cut off', async () => {
  assertEquals(await assertSame('utf-8', {}, [bytes('EF'), bytes('BB')]),
               '\uFFFD');
  assertEquals(
      await assertSame('utf-8', {}, [bytes('EF BB'), bytes('41')]), '\uFFFDA');
  assertEquals(await assertSame('utf-16le', {}, [bytes('FF')]), '\uFFFD');
});

test('chunks that decode to nothing give none', async () => {
  const chunks = ['', 'E2', '', '82', '', 'AC', '', '41', ''].map(bytes);
  const { output } = await transformAll(new TextDecoderStream(), chunks);
  assertEquals(output, ['\u20AC', 'A']);
  const { output: nothing } = await transformAll(new TextDecoderStream(), []);
  assertEquals(nothing, []);
});

test('what is pending comes out at the end', async () => {
  for (const [label, input] of [
    ['utf-8', 'F0 9F 98'], ['utf-16le', '3D D8 00'], ['gb18030', '81 30 81'],
    ['big5', '88'], ['euc-jp', '8F A2'], ['iso-2022-jp', '1B 24'],
    ['iso-2022-jp', '1B 24 42 30'], ['shift_jis', '82'], ['euc-kr', 'B0'],
  ]) {
    const { output } = await transformAll(new TextDecoderStream(label),
                                          [bytes(input)]);
    const decoder = new TextDecoder(label);
    const expected = [decoder.decode(bytes(input), { stream: true }),
                      decoder.decode()].filter((text) => text !== '');
    assertEquals(output, expected, label);
    assertTrue(output[output.length - 1].startsWith('\uFFFD'), label);
  }
});

test('a fatal error in a chunk', async () => {
  const { readable, writable } = new TextDecoderStream('utf-8', { fatal: true });
  const writer = writable.getWriter();
  const reader = readable.getReader();
  writer.write(bytes('41'));
  assertEquals((await reader.read()).value, 'A');
  const read = assertRejects(reader.read(), TypeError);
  const write = assertRejects(writer.write(bytes('42 43 FF 44')), TypeError);
  const error = await read;
  // Nothing of that chunk has come out, and all that's left is this error.
  assertTrue(error === await write);
  await assertRejects(reader.read(), error);
  await assertRejects(reader.closed, error);
  await assertRejects(writer.closed, error);
  await assertRejects(writer.ready, error);
  await assertRejects(writer.write(bytes('41')), error);
  // That there's nothing to be closed any more is an error of its own.
  assertNotEquals(await assertRejects(writer.close(), TypeError), error);
  assertEquals(writer.desiredSize, null);
});

test('a fatal error at the end', async () => {
  const { readable, writable } = new TextDecoderStream('utf-8', { fatal: true });
  const writer = writable.getWriter();
  const reader = readable.getReader();
  writer.write(bytes('41 E2'));
  assertEquals((await reader.read()).value, 'A');
  const close = assertRejects(writer.close(), TypeError);
  const error = await assertRejects(reader.read(), TypeError);
  assertTrue(error === await close);
  await assertRejects(reader.closed, error);
  await assertRejects(writer.closed, error);
});

test('a fatal error in the state that a chunk left', async () => {
  const stream = new TextDecoderStream('utf-8', { fatal: true });
  const { output, error } = await transformAll(
      stream, ['41 E2', '82', '41'].map(bytes));
  assertEquals(output, ['A']);
  assertEquals(error.length, 1);
});

test('streams and decoders in the midst of it do not disturb each other',
     async () => {
  const decoder = new TextDecoder();
  const streams = [new TextDecoderStream(), new TextDecoderStream('utf-16le')];
  const writers = streams.map(({ writable }) => writable.getWriter());
  const readers = streams.map(({ readable }) => readable.getReader());
  const reads = readers.map((reader) => reader.read());
  writers[0].write(bytes('E2'));
  writers[1].write(bytes('AC'));
  assertEquals(decoder.decode(bytes('F0 9F'), { stream: true }), '');
  writers[0].write(bytes('82'));
  writers[1].write(bytes('20'));
  assertEquals(decoder.decode(bytes('98 80')), '\u{1F600}');
  writers[0].write(bytes('AC'));
  assertEquals((await reads[0]).value, '\u20AC');
  assertEquals((await reads[1]).value, '\u20AC');
});
