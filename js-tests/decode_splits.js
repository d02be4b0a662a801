// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decoding in every way in which an input can be cut.

'use strict';

(() => {
const stream = { stream: true };

// The text that one decoder gives for the chunks; the last call is one without
// input, unless that's `flush`ed with the last chunk.
globalThis.decodeChunks = (decoder, chunks, flush = false) => {
  let text = '';
  for (let i = 0; i < chunks.length; ++i) {
    text += flush && i === chunks.length - 1
        ? decoder.decode(chunks[i]) : decoder.decode(chunks[i], stream);
  }
  return flush ? text : text + decoder.decode();
};

// Calls use(chunks) with the input whole, in each two pieces, in three pieces
// where it's short, byte by byte, and so with empty pieces between.
globalThis.forEachSplit = (input, use) => {
  const empty = new Uint8Array(0);
  const single = Array.from(input, (_, i) => input.subarray(i, i + 1));
  use([input]);
  use(single);
  use(single.flatMap((chunk) => [empty, chunk, empty]));
  for (let i = 0; i <= input.length; ++i) {
    use([input.subarray(0, i), input.subarray(i)]);
    for (let j = i; input.length <= 8 && j <= input.length; ++j) {
      use([input.subarray(0, i), input.subarray(i, j), input.subarray(j)]);
    }
  }
};

// The bytes, in hexadecimal, decode to these code points, likewise, however
// they're cut; and with fatal they throw if and only if there's a U+FFFD.
globalThis.assertDecodes = (label, hex, codePoints, options = {}) => {
  const input = bytes(hex);
  const expected = chars(codePoints);
  const note = `${label} ${hex}`;
  const decoder = new TextDecoder(label, options);
  forEachSplit(input, (chunks) => {
    assertEquals(decodeChunks(decoder, chunks), expected, note);
    assertEquals(decodeChunks(decoder, chunks, true), expected, note);
  });
  const fatal = new TextDecoder(label, { ...options, fatal: true });
  const fails = expected.includes('\uFFFD');
  forEachSplit(input, (chunks) => {
    const decode = () => decodeChunks(fatal, chunks, true);
    if (fails) {
      assertThrows(decode, TypeError, undefined, note);
      try { fatal.decode(); } catch {}
    } else {
      assertEquals(decode(), expected, note);
    }
  });
  // The same behind other text.
  for (const [padding, unit] of [[33, 'a'], [1023, 'a'], [65, '\xE9']]) {
    const before = new TextDecoder(label, { ignoreBOM: true });
    const encoded = paddingBytes(before.encoding, unit);
    if (encoded === undefined) {
      continue;
    }
    const padded = Array(padding).fill(encoded).flatMap((each) => [...each]);
    assertEquals(before.decode(Uint8Array.of(...padded, ...input)),
                 unit.repeat(padding) + bomKept(label, hex, expected, options),
                 `${note} after ${padding} bytes`);
  }
};

// With something before it a byte order mark is a character.
function bomKept(label, hex, expected, options) {
  return !options.ignoreBOM && startsWithBom(label, hex)
      ? `\uFEFF${expected}` : expected;
}

function startsWithBom(label, hex) {
  const { encoding } = new TextDecoder(label);
  return encoding === 'utf-8' && hex.startsWith('EF BB BF') ||
         encoding === 'utf-16le' && hex.startsWith('FF FE') ||
         encoding === 'utf-16be' && hex.startsWith('FE FF');
}

function paddingBytes(encoding, unit) {
  const code = unit.charCodeAt(0);
  return encoding === 'utf-8' ? new TextEncoder().encode(unit)
      : encoding === 'utf-16le' ? [code, 0]
      : encoding === 'utf-16be' ? [0, code]
      : code < 0x80 ? [code]
      : undefined;
}
})();
