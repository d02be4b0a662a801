// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls whose results are read, so that one who puts work off gains nothing.

import {KIB, sizeName, strings, utf8Pieces} from './inputs.mjs';
import {legacyPieces} from './legacy_texts.mjs';

const charCodes = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const text = decoder.decode(inputs[i & mask]);
    for (let k = 0; k < text.length; ++k) {
      sum += text.charCodeAt(k);
    }
  }
  return sum;
};

const lastCharCode = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const text = decoder.decode(inputs[i & mask]);
    sum += text.charCodeAt(text.length - 1);
  }
  return sum;
};

// Compared with an equal string.
const compare = function({decoder, inputs, expected}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += decoder.decode(inputs[i & mask]) === expected[i & mask] ? 1 : 0;
  }
  return sum;
};

// As a key, for which the engine computes a hash.
const lookUp = function({decoder, inputs, map}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += map.get(decoder.decode(inputs[i & mask]));
  }
  return sum;
};

const search = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += decoder.decode(inputs[i & mask]).indexOf('\u{1D11E}');
  }
  return sum;
};

const sumOfBytes = function({encoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const bytes = encoder.encode(inputs[i & mask]);
    for (let k = 0; k < bytes.length; ++k) {
      sum += bytes[k];
    }
  }
  return sum;
};

const roundTrip = function({decoder, encoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += encoder.encode(decoder.decode(inputs[i & mask])).length;
  }
  return sum;
};

const decodeRow = (name, inputs, loop, label = 'utf-8') => ({
  name: `read/${name}`,
  setUp: ({TextDecoder, TextEncoder}) => {
    const decoder = new TextDecoder(label);
    const all = inputs();
    const expected = all.map((bytes) => decoder.decode(bytes));
    const map = new Map(expected.map((text) => [text, text.length]));
    return {decoder, encoder: new TextEncoder(), inputs: all, expected, map};
  },
  loop,
});

export const rows = [
  ...[8, KIB, 64 * KIB].flatMap(
      (size) => ['ascii', 'cyrillic', 'html'].flatMap((kind) => {
        const of = `${kind}/${sizeName(size)}`;
        const pieces = () => utf8Pieces(kind, size);
        return [
          decodeRow(`decode, all read/${of}`, pieces, charCodes),
          decodeRow(`decode, last read/${of}`, pieces, lastCharCode),
          decodeRow(`decode, compared/${of}`, pieces, compare),
          decodeRow(`decode, looked up/${of}`, pieces, lookUp),
        ];
      })),
  ...['ascii', 'html'].flatMap((kind) => [
    decodeRow(`decode, searched/${kind}/64KiB`,
              () => utf8Pieces(kind, 64 * KIB), search),
    decodeRow(`decode, encode/${kind}/64KiB`, () => utf8Pieces(kind, 64 * KIB),
              roundTrip),
    decodeRow(`decode, encode/${kind}/64B`, () => utf8Pieces(kind, 64),
              roundTrip),
  ]),
  ...['windows-1251', 'gbk'].map((label) => decodeRow(
      `decode ${label}, all read/64KiB`,
      () => legacyPieces(label, 64 * KIB, 8), charCodes, label)),
  ...['ascii', 'html'].map((kind) => ({
    name: `read/encode, all read/${kind}/1KiB`,
    setUp: ({TextEncoder}) => ({
      encoder: new TextEncoder(),
      inputs: strings(kind, KIB),
    }),
    loop: sumOfBytes,
  })),
];
