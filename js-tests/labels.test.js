// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which labels name which encodings.

'use strict';

include('encoding_labels.js');

const allLabels = [];
for (const [name, labels] of Object.entries(encodingLabels)) {
  for (const label of labels.split(' ')) {
    allLabels.push([label, name.toLowerCase()]);
  }
}
const usable = allLabels.filter(([, name]) => name !== 'replacement');

test('T31 there are 228 labels of 40 encodings', () => {
  assertEquals(allLabels.length, 228);
  assertEquals(Object.keys(encodingLabels).length, 40);
});

test('T31 every label names its encoding', () => {
  for (const [label, name] of usable) {
    assertEquals(new TextDecoder(label).encoding, name, label);
  }
});

test('the name of every encoding is a label of it', () => {
  for (const name of Object.keys(encodingLabels)) {
    if (name !== 'replacement') {
      assertEquals(new TextDecoder(name).encoding, name.toLowerCase());
    }
  }
});

test('T31 labels that came late', () => {
  for (const label of ['unicode11utf8', 'unicode20utf8', 'x-unicode20utf8']) {
    assertEquals(new TextDecoder(label).encoding, 'utf-8');
  }
  for (const label of ['csunicode', 'ucs-2', 'iso-10646-ucs-2', 'unicode',
                       'unicodefeff']) {
    assertEquals(new TextDecoder(label).encoding, 'utf-16le');
  }
  assertEquals(new TextDecoder('unicodefffe').encoding, 'utf-16be');
});

test('labels of replacement give RangeError', () => {
  for (const label of encodingLabels['replacement'].split(' ')) {
    assertThrows(() => new TextDecoder(label), RangeError);
    assertThrows(() => new TextDecoder(label, { fatal: true }), RangeError);
  }
});

test('case of ASCII letters is of no concern', () => {
  for (const [label, name] of usable) {
    assertEquals(new TextDecoder(label.toUpperCase()).encoding, name);
    const mixed = [...label].map(
        (c, i) => i % 2 ? c.toUpperCase() : c).join('');
    assertEquals(new TextDecoder(mixed).encoding, name);
  }
});

test('T30 the five ASCII white spaces are trimmed', () => {
  for (const space of ['\t', '\n', '\f', '\r', ' ', ' \t\r\n\f ']) {
    for (const label of ['utf-8', 'KOI8-R', 'l1', 'iso_8859-2:1987']) {
      const name = new TextDecoder(label).encoding;
      assertEquals(new TextDecoder(space + label).encoding, name);
      assertEquals(new TextDecoder(label + space).encoding, name);
      assertEquals(new TextDecoder(space + label + space).encoding, name);
    }
  }
});

test('T30 nothing else is trimmed', () => {
  for (const space of ['\0', '\v', '\x1C', '\x1F', '\x7F', '\x85', '\xA0',
                       '\u1680', '\u2000', '\u2028', '\u2029', '\u3000',
                       '\uFEFF', '\u200B']) {
    for (const label of [`${space}utf-8`, `utf-8${space}`, ` ${space}utf-8`,
                         `${space} utf-8`]) {
      assertThrows(() => new TextDecoder(label), RangeError);
    }
  }
});

test('T30 only ASCII letters are folded', () => {
  for (const label of [
         '\u212Aoi8-r',      // KELVIN SIGN
         'i\u017Fo-8859-2',  // LATIN SMALL LETTER LONG S
         'w\u0130ndows-1252', 'w\u0131ndows-1252', '\uFF35tf-8', 'utf\uFF0D8',
         'utf\u20108', 'utf\u2212' + '8', '\u0155tf-8', 'utf-8\u0100',
         // Units whose low bytes make a label.
         '\u0175\u0174\u0166\u012D\u0138', '\u7575\u7474\u6666\u2D2D\u3838',
       ]) {
    assertThrows(() => new TextDecoder(label), RangeError);
  }
});

test('what is nearly a label is none', () => {
  for (const label of ['', ' ', '\0', 'utf', 'utf-', 'utf_8', 'utf-80', 'utf 8',
                       'utf--8', '"utf-8"', 'utf-8;', 'utf-8, utf-8', 'utf-7',
                       'utf-32', 'utf-32le', 'scsu', 'cesu-8', 'ebcdic', 'null',
                       'undefined', 'iso-8859-12', 'iso-8859-17',
                       'windows-1259', 'utf-8\0', '\0utf-8', 'UTF-8@',
                       'utf-8\uDC00', '\uD800utf-8', 'utf\r-8', 'u\ttf-8',
                       // These differ from a label in bit 5 of a byte alone.
                       'utf\r8', 'utf-\x18', 'UTF\r8', 'iso_8859\r1',
                       'iso\x7F8859-1', 'iso_8859-1\x1A1987']) {
    assertThrows(() => new TextDecoder(label), RangeError);
  }
});

test('a changed, dropped or added character makes no label of any', () => {
  const known = new Set(allLabels.map(([label]) => label));
  const random = newRandom(1);
  let tried = 0;
  for (const [label] of allLabels) {
    for (let n = 0; n < 40; ++n) {
      const at = random(label.length + 1);
      const c = String.fromCharCode(random(256));
      const cut = random(3) % 2;
      const changed =
          label.slice(0, at) + (n % 4 ? c : '') + label.slice(at + cut);
      const trimmed = changed.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
          .replace(/[A-Z]/g, (x) => x.toLowerCase());
      if (!known.has(trimmed)) {
        ++tried;
        assertThrows(() => new TextDecoder(changed), RangeError, undefined,
                     `#${tried}`);
      }
    }
  }
  assertTrue(tried > 5000);
});

test('a two-byte string can hold a label', () => {
  const text = 'utf-16be\u0100';
  assertEquals(new TextDecoder(text.slice(0, -1)).encoding, 'utf-16be');
  const long = `${' '.repeat(100)}utf-16be${' '.repeat(100)}\u0100`;
  assertEquals(new TextDecoder(long.slice(0, -1)).encoding, 'utf-16be');
});

test('a label in a rope or a slice', () => {
  const halves = ['windows', '-1251'];
  assertEquals(new TextDecoder(halves[0] + halves[1]).encoding, 'windows-1251');
  const text = 'a long string that has windows-1251 in it';
  assertEquals(new TextDecoder(text.slice(23, 35)).encoding, 'windows-1251');
});

test('any amount of white space around a label', () => {
  for (const count of [1, 30, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 127, 128,
                       2040, 2043, 2044, 2047, 2048, 2049, 4096, 5000000]) {
    const space = ' \n'.repeat(count).slice(0, count);
    assertEquals(new TextDecoder(`${space}latin2`).encoding, 'iso-8859-2');
    assertEquals(new TextDecoder(`latin2${space}`).encoding, 'iso-8859-2');
    assertEquals(new TextDecoder(`${space}latin2${space}`).encoding,
                 'iso-8859-2');
    assertThrows(() => new TextDecoder(space), RangeError);
    assertThrows(() => new TextDecoder(`latin${space}2`), RangeError);
    assertThrows(() => new TextDecoder(`${space}latin2${space}x`), RangeError);
    assertThrows(() => new TextDecoder(`x${space}latin2`), RangeError);
    assertThrows(() => new TextDecoder(`latin2${space}\u0100`), RangeError);
  }
});

test('very long labels that are none', () => {
  for (const count of [63, 64, 65, 1000, 5000000]) {
    for (const c of ['a', '\xE9', '\u0100', '\uD800', '\0']) {
      assertThrows(() => new TextDecoder(c.repeat(count)), RangeError);
    }
  }
});
