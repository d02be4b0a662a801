// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// decode() of UTF-8 and of every other encoding: short, long and malformed.

import {newRandom} from '../harness.mjs';
import {
  KIB, MIB, copies, markedPieces, sizeName, utf8Pieces,
} from './inputs.mjs';
import {LETTERS, legacyPieces} from './legacy_texts.mjs';
import {decode, decodeChunks, decodeStream} from './loops.mjs';

function row(name, inputs, {label, options, loop = decode} = {}) {
  return {
    name,
    setUp: ({TextDecoder}) => ({
      decoder: new TextDecoder(label, options),
      inputs: inputs(),
    }),
    loop,
  };
}

const KINDS = ['ascii', 'latin1', 'cyrillic', 'cjk', 'emoji', 'html'];

export const short = [8, 64, KIB].flatMap((size) => {
  const of = sizeName(size);
  const legacy = ['windows-1252', 'windows-1251', 'gbk', 'shift_jis',
                  'utf-16le'];
  return [
    ...KINDS.map((kind) => row(`short/utf-8/${kind}/${of}`,
                               () => utf8Pieces(kind, size))),
    ...['ascii', 'cjk'].flatMap((kind) => [
      row(`short/utf-8, fatal/${kind}/${of}`, () => utf8Pieces(kind, size),
          {options: {fatal: true}}),
      row(`short/utf-8, stream/${kind}/${of}`, () => utf8Pieces(kind, size),
          {loop: decodeStream}),
      row(`short/utf-8, byte order mark/${kind}/${of}`,
          () => markedPieces(kind, size)),
    ]),
    ...legacy.map((label) => row(`short/${label}/${of}`,
                                 () => legacyPieces(label, size, 64),
                                 {label})),
    row(`short/windows-1252/ascii/${of}`, () => utf8Pieces('ascii', size),
        {label: 'windows-1252'}),
  ];
});

export const long = [
  ...[64 * KIB, 256 * KIB, MIB, 4 * MIB].flatMap(
      (size) => [...KINDS, 'euro-at-end'].map(
          (kind) => row(`long/utf-8/${kind}/${sizeName(size)}`,
                        () => utf8Pieces(kind, size)))),
  row('long/utf-8, fatal/html/64KiB', () => utf8Pieces('html', 64 * KIB),
      {options: {fatal: true}}),
  ...['gbk', 'windows-1251', 'shift_jis', 'utf-16le'].map(
      (label) => row(`long/${label}/1MiB`, () => legacyPieces(label, MIB, 1),
                     {label})),
];

export const legacy = [KIB, 64 * KIB].flatMap(
    (size) => Object.keys(LETTERS).map(
        (label) => row(`legacy/${label}/${sizeName(size)}`,
                       () => legacyPieces(label, size, size === KIB ? 64 : 8),
                       {label})));

// Pieces of a text, each spoilt in its own way.
const spoilt = (kind, size, spoil) => () => {
  const pieces = copies(utf8Pieces(kind, size));
  const random = newRandom(size + 1);
  for (const piece of pieces) {
    spoil(piece, random);
  }
  return pieces;
};

const spoils = {
  'one bad byte': (piece, random) => {
    piece[(piece.length >> 1) + random(8)] = 0xFF;
  },
  'bad at its end': (piece) => {
    piece[piece.length - 1] = 0xE2;
  },
  'two in a hundred bad': (piece, random) => {
    for (let i = 0; i < piece.length; ++i) {
      if (random(50) === 0) {
        piece[i] = 0x80 + random(0x80);
      }
    }
  },
};

const randomPieces = (size) => () => {
  const pieces = copies(utf8Pieces('ascii', size));
  const random = newRandom(size + 2);
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; ++i) {
      piece[i] = random(256);
    }
  }
  return pieces;
};

export const malformed = [KIB, 64 * KIB].flatMap((size) => {
  const of = sizeName(size);
  return [
    ...Object.entries(spoils).flatMap(
        ([name, spoil]) => ['ascii', 'html'].map(
            (kind) => row(`malformed/${kind}, ${name}/${of}`,
                          spoilt(kind, size, spoil)))),
    row(`malformed/latin1 as utf-8/${of}`,
        () => legacyPieces('windows-1252', size, size === KIB ? 64 : 16)),
    row(`malformed/random/${of}`, randomPieces(size)),
    ...['gbk', 'shift_jis', 'windows-1251'].map(
        (label) => row(`malformed/${label}, random/${of}`, randomPieces(size),
                       {label})),
  ];
});

function cut(pieces, size) {
  return pieces.map((piece) => {
    const chunks = [];
    for (let i = 0; i < piece.length; i += size) {
      chunks.push(piece.subarray(i, i + size));
    }
    return chunks;
  });
}

// Nanoseconds of a whole text, in chunks that cut characters.
export const streaming = [16, 4 * KIB].flatMap((chunk) => {
  const of = `64KiB in ${sizeName(chunk)}`;
  return [
    ...KINDS.map((kind) => row(
        `streaming/utf-8/${kind}/${of}`,
        () => cut(utf8Pieces(kind, 64 * KIB).slice(0, 4), chunk),
        {loop: decodeChunks})),
    row(`streaming/utf-8, fatal/html/${of}`,
        () => cut(utf8Pieces('html', 64 * KIB).slice(0, 4), chunk),
        {options: {fatal: true}, loop: decodeChunks}),
    ...['windows-1251', 'gbk', 'shift_jis', 'iso-2022-jp', 'utf-16le'].map(
        (label) => row(
            `streaming/${label}/${of}`,
            () => cut(legacyPieces(label, 64 * KIB, 4), chunk),
            {label, loop: decodeChunks})),
  ];
});
