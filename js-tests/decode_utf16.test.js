// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 in both byte orders.

'use strict';

include('decode_splits.js');

// Given in big-endian order, tried in both.
function assertDecodesUtf16(hex, codePoints) {
  assertDecodes('utf-16be', hex, codePoints);
  const swapped = hex.split(' ');
  for (let i = 0; i + 1 < swapped.length; i += 2) {
    [swapped[i], swapped[i + 1]] = [swapped[i + 1], swapped[i]];
  }
  // A last lone byte stands where it stood.
  assertDecodes('utf-16le', swapped.join(' '), codePoints);
}

test('characters of both planes', () => {
  assertDecodesUtf16('', '');
  assertDecodesUtf16('00 41', '41');
  assertDecodesUtf16('00 00 00 FF', '0 FF');
  assertDecodesUtf16('20 AC D8 3D DE 00', '20AC 1F600');
  assertDecodesUtf16('D7 FF E0 00', 'D7FF E000');
  assertDecodesUtf16('FF FF', 'FFFF');
  assertDecodesUtf16('D8 00 DC 00', '10000');
  assertDecodesUtf16('DB FF DF FF', '10FFFF');
});

test('T22 an odd byte at the end', () => {
  assertDecodesUtf16('00 2A 00', '2A FFFD');
  assertDecodesUtf16('00', 'FFFD');
  assertDecodesUtf16('FF', 'FFFD');
});

test('T22 a lead surrogate and an odd byte are one error', () => {
  assertDecodes('utf-16le', '00 D8 00', 'FFFD');
  assertDecodes('utf-16le', '00 D8 D8', 'FFFD');
  assertDecodes('utf-16le', '00 D8 DC', 'FFFD');
  assertDecodes('utf-16be', 'D8 00 DC', 'FFFD');
  assertDecodes('utf-16be', 'D8 00 00', 'FFFD');
  assertDecodes('utf-16le', '2A 00 00', '2A FFFD');
});

test('T23 lone surrogates', () => {
  assertDecodes('utf-16le', '61 00 00 D8 77 00', '61 FFFD 77');
  assertDecodesUtf16('D8 00', 'FFFD');
  assertDecodesUtf16('DC 00', 'FFFD');
  assertDecodesUtf16('D8 00 00 41', 'FFFD 41');
  assertDecodesUtf16('DC 00 00 41', 'FFFD 41');
  assertDecodesUtf16('D8 00 D8 00', 'FFFD FFFD');
  assertDecodesUtf16('DC 00 DC 00', 'FFFD FFFD');
  assertDecodesUtf16('DC 00 D8 00', 'FFFD FFFD');
  assertDecodesUtf16('D8 00 D8 00 DC 00', 'FFFD 10000');
  assertDecodesUtf16('D8 00 DC 00 DC 00', '10000 FFFD');
  assertDecodesUtf16('D8 00 20 AC DC 00', 'FFFD 20AC FFFD');
  assertDecodesUtf16('D8 3D DE 00 D8 3D', '1F600 FFFD');
});

test('surrogates across chunks', () => {
  const stream = { stream: true };
  const decoder = new TextDecoder('utf-16le');
  assertEquals(decoder.decode(bytes('3D'), stream), '');
  assertEquals(decoder.decode(bytes('D8 00'), stream), '');
  assertEquals(decoder.decode(bytes('DE 41'), stream), '\u{1F600}');
  assertEquals(decoder.decode(bytes('00 3D D8'), stream), 'A');
  assertEquals(decoder.decode(bytes('41'), stream), '');
  assertEquals(decoder.decode(bytes('00'), stream), '\uFFFDA');
  assertEquals(decoder.decode(bytes('3D D8 00'), stream), '');
  assertEquals(decoder.decode(), '\uFFFD');
  assertEquals(decoder.decode(bytes('DE')), '\uFFFD');
});

test('every code unit by itself', () => {
  for (const [label, littleEndian] of [['utf-16le', true],
                                       ['utf-16be', false]]) {
    const view = new DataView(new ArrayBuffer(2 * 0x10000));
    let expected = '';
    for (let unit = 0; unit < 0x10000; ++unit) {
      // Backwards, so that no lead surrogate stands before a trail.
      const value = 0xFFFF - unit;
      view.setUint16(2 * unit, value, littleEndian);
      const lone = value >= 0xD800 && value <= 0xDFFF;
      expected += lone ? '\uFFFD' : String.fromCharCode(value);
    }
    assertEquals(new TextDecoder(label, { ignoreBOM: true }).decode(view),
                 expected);
  }
});

test('lone surrogates at each place in long text', () => {
  const length = 80;
  for (const [label, littleEndian] of [['utf-16le', true],
                                       ['utf-16be', false]]) {
    const decoder = new TextDecoder(label);
    for (let at = 0; at < length; ++at) {
      for (const unit of [0xD800, 0xDBFF, 0xDC00, 0xDFFF]) {
        const view = new DataView(new ArrayBuffer(2 * length));
        for (let i = 0; i < length; ++i) {
          view.setUint16(2 * i, i === at ? unit : 0x4E00 + i, littleEndian);
        }
        let expected = '';
        for (let i = 0; i < length; ++i) {
          expected += i === at ? '\uFFFD' : String.fromCharCode(0x4E00 + i);
        }
        assertEquals(decoder.decode(view), expected);
      }
    }
  }
});
