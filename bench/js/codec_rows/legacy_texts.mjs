// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes in every encoding but UTF-8, made without an encoder, which few
// runtimes have: words of random letters of a script that the encoding is for.

import {newRandom} from '../harness.mjs';

const span = (first, last) =>
    Array.from({length: last - first + 1}, (_, i) => [first + i]);

const pairs = (firstLead, lastLead, ...trails) => {
  const all = [];
  for (let lead = firstLead; lead <= lastLead; ++lead) {
    for (const [first, last] of trails) {
      for (let trail = first; trail <= last; ++trail) {
        all.push([lead, trail]);
      }
    }
  }
  return all;
};

const latin = span(0x61, 0x7A);
const upperHalf = span(0xC0, 0xFF);
// Two letters in three without an accent.
const accented = [...latin, ...latin, ...span(0xE8, 0xF6)];
const kanji = pairs(0xB0, 0xCE, [0xA1, 0xFE]);
const kana = pairs(0xA4, 0xA4, [0xA1, 0xF3]);
const hanzi = pairs(0xB0, 0xD6, [0xA1, 0xFE]);
const units = (order) => Array.from(
    {length: 0x20}, (_, i) => order([0x04, 0x30 + i]));

// In the standard's order. Letters as lists of bytes; a space stands between
// words, a line's end here and there.
export const LETTERS = {
  'ibm866': [...span(0x80, 0xAF), ...span(0xE0, 0xEF)],
  'iso-8859-2': accented,
  'iso-8859-3': accented.filter(([byte]) => byte !== 0xF0),
  'iso-8859-4': accented,
  'iso-8859-5': span(0xB0, 0xEF),
  'iso-8859-6': [...span(0xC1, 0xDA), ...span(0xE0, 0xF2)],
  'iso-8859-7': span(0xE1, 0xFE),
  'iso-8859-8': span(0xE0, 0xFA),
  'iso-8859-8-i': span(0xE0, 0xFA),
  'iso-8859-10': accented,
  'iso-8859-13': accented,
  'iso-8859-14': accented,
  'iso-8859-15': accented,
  'iso-8859-16': accented,
  'koi8-r': upperHalf,
  'koi8-u': upperHalf,
  'macintosh': [...latin, ...latin, ...span(0x80, 0x9F)],
  'windows-874': span(0xA1, 0xDA),
  'windows-1250': accented,
  'windows-1251': upperHalf,
  'windows-1252': accented,
  'windows-1253': span(0xE1, 0xFE),
  'windows-1254': accented,
  'windows-1255': span(0xE0, 0xFA),
  'windows-1256': upperHalf,
  'windows-1257': accented,
  'windows-1258': accented,
  'x-mac-cyrillic': [...span(0x80, 0x9F), ...span(0xE0, 0xFE)],
  'gbk': hanzi,
  // One letter in a hundred has four bytes.
  'gb18030': [
    ...hanzi,
    ...span(0x30, 0x39).map(([byte]) => [0x94, 0x39, 0xD0, byte]),
    ...span(0x30, 0x39).map(([byte]) => [0x94, 0x39, 0xD1, byte]),
    ...span(0x30, 0x39).map(([byte]) => [0x94, 0x39, 0xD2, byte]),
    ...span(0x30, 0x39).map(([byte]) => [0x94, 0x39, 0xD3, byte]),
  ],
  'big5': pairs(0xA4, 0xC5, [0x40, 0x7E], [0xA1, 0xFE]),
  'euc-jp': [...kana, ...kana, ...kana, ...kanji],
  // Two bytes of seven bits, between escape sequences.
  'iso-2022-jp': [...kana, ...kana, ...kana, ...kanji].map(
      (pair) => pair.map((byte) => byte & 0x7F)),
  'shift_jis': [
    ...pairs(0x82, 0x82, [0x9F, 0xF1]),
    ...pairs(0x89, 0x96, [0x40, 0x7E], [0x80, 0xFC]),
  ],
  'euc-kr': pairs(0xB0, 0xC8, [0xA1, 0xFE]),
  'utf-16be': units((unit) => unit),
  'utf-16le': units(([high, low]) => [low, high]),
  'x-user-defined': span(0x80, 0xFF),
};

const SPACE = [0x20];
const NEWLINE = [0x0A];
const wide = {
  'utf-16be': ([byte]) => [0, byte],
  'utf-16le': ([byte]) => [byte, 0],
};

// `size` bytes, whole characters and spaces to fill up.
export function legacyBytes(encoding, size, random = newRandom(size)) {
  const letters = LETTERS[encoding];
  const widen = wide[encoding] ?? ((bytes) => bytes);
  const [space, newline] = [widen(SPACE), widen(NEWLINE)];
  const escapes = encoding === 'iso-2022-jp';
  const bytes = new Uint8Array(size);
  let end = 0;
  const put = (character) => {
    for (const byte of character) {
      bytes[end++] = byte;
    }
  };
  // The longest word, with all that may stand around it.
  while (end + 48 <= size) {
    if (escapes) {
      put([0x1B, 0x24, 0x42]);
    }
    for (let length = 1 + random(9); length > 0; --length) {
      put(letters[random(letters.length)]);
    }
    if (escapes) {
      put([0x1B, 0x28, 0x42]);
    }
    put(random(20) === 0 ? newline : space);
  }
  // As many letters as fit, for short texts.
  while (!escapes && end + 4 <= size) {
    put(letters[random(letters.length)]);
  }
  while (end + space.length <= size) {
    put(space);
  }
  return bytes;
}

// Pieces that follow each other in no text: each is another.
export function legacyPieces(encoding, size, count) {
  const random = newRandom(size);
  return Array.from(
      {length: count}, () => legacyBytes(encoding, size, random));
}
