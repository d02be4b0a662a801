// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextEncoderStream: surrogates however they are cut, the conversion of chunks,
// and what comes out.

'use strict';

include('stream_helpers.js');

// https://encoding.spec.whatwg.org/#interface-textencoderstream, said plainly.
// The bytes of each chunk that isn't empty.
function encodeChunks(chunks) {
  const output = [];
  let lead = null;
  const replacement = [0xEF, 0xBF, 0xBD];
  for (const chunk of chunks) {
    const encoded = [];
    for (let i = 0; i < chunk.length; ++i) {
      const unit = chunk.charCodeAt(i);
      if (lead !== null) {
        const pending = lead;
        lead = null;
        if (unit >= 0xDC00 && unit <= 0xDFFF) {
          const codePoint =
              0x10000 + ((pending - 0xD800) << 10) + (unit - 0xDC00);
          encoded.push(0xF0 | codePoint >> 18, 0x80 | codePoint >> 12 & 0x3F,
                       0x80 | codePoint >> 6 & 0x3F, 0x80 | codePoint & 0x3F);
          continue;
        }
        encoded.push(...replacement);
      }
      if (unit >= 0xD800 && unit <= 0xDBFF) {
        lead = unit;
      } else if (unit >= 0xDC00 && unit <= 0xDFFF) {
        encoded.push(...replacement);
      } else if (unit < 0x80) {
        encoded.push(unit);
      } else if (unit < 0x800) {
        encoded.push(0xC0 | unit >> 6, 0x80 | unit & 0x3F);
      } else {
        encoded.push(0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F,
                     0x80 | unit & 0x3F);
      }
    }
    if (encoded.length !== 0) {
      output.push(Uint8Array.from(encoded));
    }
  }
  if (lead !== null) {
    output.push(Uint8Array.from(replacement));
  }
  return output;
}

async function assertEncodes(chunks) {
  const note = JSON.stringify(chunks);
  const { output, error } = await transformAll(new TextEncoderStream(), chunks);
  assertEquals(error, [], note);
  assertEquals(output, encodeChunks(chunks), note);
  assertEquals(joinBytes(output), new TextEncoder().encode(chunks.join('')),
               note);
}

test('every text of up to four of these units, cut in every way', async () => {
  const alphabet = ['a', '\xE9', '\u20AC', '\uD83D', '\uDE00'];
  for (let length = 1; length <= 4; ++length) {
    for (let n = 0; n < alphabet.length ** length; ++n) {
      let text = '';
      for (let i = 0, rest = n; i < length; ++i) {
        text += alphabet[rest % alphabet.length];
        rest = Math.floor(rest / alphabet.length);
      }
      for (let cuts = 0; cuts < 2 ** (length - 1); ++cuts) {
        const chunks = [''];
        for (let i = 0; i < length; ++i) {
          if (i !== 0 && cuts >> (i - 1) & 1) {
            chunks.push('');
          }
          chunks[chunks.length - 1] += text[i];
        }
        await assertEncodes(chunks);
      }
    }
  }
});

test('random text in random chunks, some of them empty', async () => {
  const random = newRandom(6);
  const units = ['a', 'b', '\0', '\x7F', '\x80', '\xE9', '\u07FF', '\u0800',
                 '\uFFFF', '\uFEFF', '\uD800', '\uDBFF', '\uDC00', '\uDFFF',
                 '\u{1F600}', '\u{10FFFF}'];
  for (let i = 0; i < 300; ++i) {
    const chunks = [];
    for (let n = random(8); n > 0; --n) {
      let chunk = '';
      for (let m = random(6); m > 0; --m) {
        chunk += units[random(units.length)].repeat(1 + random(3));
      }
      chunks.push(chunk);
    }
    await assertEncodes(chunks);
  }
});

test('a leading surrogate waits over empty chunks', async () => {
  await assertEncodes(['\uD83D', '', '', '\uDE00']);
  await assertEncodes(['\uD83D', '', '', 'x']);
  await assertEncodes(['\uD83D', '', '']);
  await assertEncodes(['a\uD83D', '\uD83D', '\uD83D', '\uDE00\uDE00']);
});

test('a leading surrogate at the end of chunks of every size', async () => {
  for (const unit of ['a', '\xE9', '\u20AC']) {
    for (const length of [0, 1, 15, 16, 20, 21, 22, 31, 32, 60, 61, 62, 63, 64,
                          65, 339, 340, 1020, 1021, 5000]) {
      const text = unit.repeat(length);
      await assertEncodes([`${text}\uD83D`, `\uDE00${text}`]);
      await assertEncodes([`${text}\uD83D`, text]);
      await assertEncodes([`${text}\uD83D`]);
    }
  }
});

test('results are as long as their buffer, which is theirs alone', async () => {
  const lengths = [...Array(70).keys(), 100, 1000, 65536].slice(1);
  for (const unit of ['a', '\xE9', '\u20AC']) {
    const { output } = await transformAll(
        new TextEncoderStream(), lengths.map((length) => unit.repeat(length)));
    assertEquals(output.length, lengths.length);
    const buffers = new Set();
    output.forEach((chunk, i) => {
      assertTrue(Object.getPrototypeOf(chunk) === Uint8Array.prototype);
      assertTrue(chunk.buffer instanceof ArrayBuffer);
      assertEquals(chunk.byteOffset, 0);
      assertEquals(chunk.byteLength, chunk.buffer.byteLength);
      assertEquals(chunk, new TextEncoder().encode(unit.repeat(lengths[i])));
      buffers.add(chunk.buffer);
    });
    assertEquals(buffers.size, output.length);
  }
});

test('text as V8 keeps it', async () => {
  const long = 'a\xE9'.repeat(1000);
  const wide = 'a\u20AC'.repeat(1000);
  const texts = [long + wide, wide + long, (long + wide).slice(7, 3000),
                 wide.slice(1, 20), `${long}\uD83D`, `\uDE00${wide}`,
                 `${wide}${long}`.slice(999, 2001)];
  await assertEncodes(texts);
});

test('a byte order mark is a character', async () => {
  await assertEncodes(['\uFEFF', '\uFEFFa', '\uFEFF']);
});

test('chunks are converted to strings', async () => {
  const { output, error } = await transformAll(new TextEncoderStream(), [
    undefined, null, true, 12.5, -0, 10n, [1, [2]], {}, '',
    { toString() { return 'text'; } },
    { toString: null, valueOf() { return 7; } },
    { [Symbol.toPrimitive](hint) { return hint; } },
    new String('boxed'), bytes('01 02'), [], { toString() { return ''; } },
  ]);
  assertEquals(error, []);
  assertEquals(output.map((chunk) => new TextDecoder().decode(chunk)),
               ['undefined', 'null', 'true', '12.5', '0', '10', '1,2',
                '[object Object]', 'text', '7', 'string', 'boxed', '1,2']);
});

test('surrogates in what is converted', async () => {
  const { output } = await transformAll(new TextEncoderStream(), [
    { toString() { return '\uD83D'; } }, ['\uDE00'], ['\uD83D', 1],
  ]);
  assertEquals(output, [bytes('F0 9F 98 80'), bytes('EF BF BD 2C 31')]);
});

test('a chunk is converted once, when its turn comes', async () => {
  const log = [];
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const chunk = (name) => ({ toString() { log.push(name); return name; } });
  writer.write(chunk('a'));
  writer.write(chunk('b'));
  await settle();
  assertEquals(log, []);
  assertEquals((await reader.read()).value, bytes('61'));
  await settle();
  assertEquals(log, ['a']);
  assertEquals((await reader.read()).value, bytes('62'));
  assertEquals(log, ['a', 'b']);
});

async function assertErrors(chunk, expected) {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  writer.write('a\uD83D');
  assertEquals((await reader.read()).value, bytes('61'));
  const read = assertRejects(reader.read(), expected);
  const error = await assertRejects(writer.write(chunk), expected);
  assertTrue(error === await read);
  await assertRejects(reader.closed, error);
  await assertRejects(writer.closed, error);
  // What was pending is gone with it.
  await assertRejects(writer.write('\uDE00'), error);
  await assertRejects(reader.read(), error);
}

test('a conversion that throws errors both sides with what it throws',
     async () => {
  for (const mine of [{ mine: true }, new RangeError('mine'), undefined, null,
                      1]) {
    await assertErrors({ toString() { throw mine; } }, mine);
    await assertErrors({ get [Symbol.toPrimitive]() { throw mine; } }, mine);
  }
});

test('what is no string and does not become one', async () => {
  await assertErrors(Symbol(), TypeError);
  await assertErrors(Object(Symbol()), TypeError);
  await assertErrors(Object.create(null), TypeError);
  await assertErrors({ toString() { return {}; }, valueOf() { return {}; } },
                     TypeError);
  await assertErrors({ [Symbol.toPrimitive]: 1 }, TypeError);
});

test('a conversion that writes to the same stream', async () => {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const text = readAll(readable);
  writer.write('\uD83D');
  writer.write({ toString() { writer.write('c'); return '\uDE00b'; } });
  await settle();
  writer.close();
  assertEquals(await text, [bytes('F0 9F 98 80 62'), bytes('63')]);
});

test('a conversion that uses another stream and an encoder', async () => {
  const other = new TextEncoderStream();
  const otherText = readAll(other.readable);
  const otherWriter = other.writable.getWriter();
  const { output } = await transformAll(new TextEncoderStream(), ['\uD83D', {
    toString() {
      otherWriter.write('x');
      otherWriter.close();
      return new TextDecoder().decode(new TextEncoder().encode('\u20AC'));
    },
  }]);
  assertEquals(output, [bytes('EF BF BD E2 82 AC')]);
  assertEquals(await otherText, [bytes('78')]);
});

test('a conversion that aborts or cancels its own stream', async () => {
  for (const way of ['abort', 'cancel']) {
    const mine = { way };
    const { readable, writable } = new TextEncoderStream();
    const writer = writable.getWriter();
    const reader = readable.getReader();
    writer.closed.catch(() => {});
    reader.closed.catch(() => {});
    const read = reader.read().catch((error) => error);
    let ended;
    const write = writer.write({
      toString() {
        ended = (way === 'abort' ? writer.abort(mine) : reader.cancel(mine))
            .catch((error) => error);
        return 'text';
      },
    }).catch((error) => error);
    await Promise.all([read, write, ended]);
    if (way === 'abort') {
      await assertRejects(reader.read(), mine);
    } else {
      assertTrue((await reader.read()).done);
    }
    await assertRejects(writer.closed, mine);
  }
});

test('nothing is pending after the end', async () => {
  const { output } = await transformAll(new TextEncoderStream(),
                                        ['a\uD83D']);
  assertEquals(output, [bytes('61'), bytes('EF BF BD')]);
  const { output: none } = await transformAll(new TextEncoderStream(), ['']);
  assertEquals(none, []);
});

test('arguments of the constructor are ignored', async () => {
  const evil = { toString() { fail('converted'); } };
  assertEquals(new TextEncoderStream(evil, evil).encoding, 'utf-8');
});
