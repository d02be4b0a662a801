// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What rows of codecs.mjs are measured with: bytes and strings, each text in as
// many pieces as its length allows.

import {newRandom} from '../harness.mjs';
import {cutText, newText} from '../texts.mjs';

export const KIB = 1024;
export const MIB = 1024 * KIB;

// A row can't be measured here: the reason says why.
export class Absent extends Error {}

const cache = new Map();
function cached(key, make) {
  if (!cache.has(key)) {
    cache.set(key, make());
  }
  return cache.get(key);
}

// Not made before anybody needs it: first calls are measured, too.
const encodeUtf8 = (text) => new TextEncoder().encode(text);

// Of short pieces a power of two, so that a loop can go round.
const SHORT = 64;
const countOf = (size) => size <= KIB ? SHORT : Math.max(1, MIB / size);

// A text has room for a piece of `size` bytes at each of many places.
const textLength = (size) => size <= KIB ? 128 * KIB : countOf(size) * size;

function bytesOf(kind, length) {
  return cached(`${kind}/${length}`,
                () => encodeUtf8(newText(kind, length)));
}

const isInside = (byte) => byte >= 0x80 && byte < 0xC0;

// Where a piece of whole characters ends that has at most `size` bytes.
function endOf(bytes, start, size) {
  let end = start + size;
  while (end < bytes.length && isInside(bytes[end])) {
    --end;
  }
  return end;
}

// Pieces of at most `size` bytes of UTF-8: short ones from random places, long
// ones one after the other. All are views on one buffer, as a program has them
// whose strings come from WebAssembly's memory.
export function utf8Pieces(kind, size) {
  return cached(`${kind} in ${size}`, () => {
    if (kind === 'euro-at-end') {
      const pieces = copies(utf8Pieces('ascii', size));
      for (const piece of pieces) {
        piece.set(encodeUtf8('€'), piece.length - 3);
      }
      return pieces;
    }
    const bytes = bytesOf(kind, textLength(size));
    const pieces = [];
    const random = newRandom(size);
    for (let start = 0; pieces.length < countOf(size);) {
      if (size <= KIB) {
        start = random(bytes.length - size - 4);
        while (isInside(bytes[start])) {
          ++start;
        }
      }
      const end = endOf(bytes, start, size);
      pieces.push(bytes.subarray(start, end));
      start = end;
    }
    return pieces;
  });
}

// The same behind a byte order mark, which counts.
export function markedPieces(kind, size) {
  const mark = encodeUtf8('\uFEFF');
  const pieces = utf8Pieces(kind, size - mark.length);
  const bytes = new Uint8Array(pieces.length * size);
  return pieces.map((piece, i) => {
    const marked =
        bytes.subarray(i * size, i * size + mark.length + piece.length);
    marked.set(mark);
    marked.set(piece, mark.length);
    return marked;
  });
}

// The same as strings, each in one piece of the narrowest kind, as they come
// from a decoder.
export const strings = (kind, size) => cached(
    `strings of ${kind} in ${size}`, () => {
      const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
      return utf8Pieces(kind, size).map((piece) => decoder.decode(piece));
    });

// Pieces of `text` of `size` code units, each a string of its own.
export const stringsOf = (text, size) => cutText(text, size);

// A mebibyte, or as much as is wanted, in one string.
export const longString = (kind, length = MIB) =>
    cached(`string of ${kind}/${length}`, () => newText(kind, length));

export const copies = (pieces) => pieces.map((piece) => piece.slice());

export function sizeName(size) {
  return size >= MIB ? `${size / MIB}MiB`
      : size >= KIB  ? `${size / KIB}KiB`
                     : `${size}B`;
}
