// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encode() and encodeInto() of strings as decoders make them.

import {newRandom} from '../harness.mjs';
import {KIB, MIB, sizeName, strings} from './inputs.mjs';
import {encode as encodeLoop, encodeInto as encodeIntoLoop} from './loops.mjs';

const KINDS = ['ascii', 'latin1', 'cyrillic', 'cjk', 'emoji', 'html'];

// A code unit in fifty is half of a surrogate pair.
const withLoneSurrogates = (size) => strings('cyrillic', size).map((text) => {
  const random = newRandom(text.length);
  const units = Array.from(
      text, (unit) => random(50) === 0 ?
          String.fromCharCode(0xD800 + random(0x800)) : unit);
  return units.join('');
});

function rowsOf(family, sizes, newState, loop) {
  const row = (name, inputs) => ({
    name: `${family}/${name}`,
    setUp: (classes) => newState(classes, inputs()),
    loop,
  });
  return sizes.flatMap((size) => [
    ...KINDS.map((kind) => row(`${kind}/${sizeName(size)}`,
                               () => strings(kind, size))),
    ...[KIB, 64 * KIB].includes(size) ?
        [row(`lone surrogates/${sizeName(size)}`,
             () => withLoneSurrogates(size))] :
        [],
  ]);
}

export const encode = rowsOf(
    'encode', [8, 64, KIB, 64 * KIB, MIB],
    ({TextEncoder}, inputs) => ({encoder: new TextEncoder(), inputs}),
    encodeLoop);

export const encodeInto = [
  ...rowsOf(
      'encodeInto', [8, 64, KIB, 64 * KIB],
      ({TextEncoder}, inputs) => ({
        encoder: new TextEncoder(),
        inputs,
        output: new Uint8Array(3 * Math.max(...inputs.map((s) => s.length))),
      }),
      encodeIntoLoop),
  // Output for half of the text, so that it must be looked for.
  ...['ascii', 'html'].map((kind) => ({
    name: `encodeInto/${kind}, half of it fits/1KiB`,
    setUp: ({TextEncoder}) => ({
      encoder: new TextEncoder(),
      inputs: strings(kind, KIB),
      output: new Uint8Array(KIB / 2),
    }),
    loop: encodeIntoLoop,
  })),
];
