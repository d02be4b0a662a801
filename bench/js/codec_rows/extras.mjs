// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The extras beside what does the same in Node, Deno and Bun: functions of
// their Buffer, which aren't bound to Web IDL's conversions.

import {Absent, KIB, MIB, sizeName, strings, utf8Pieces} from './inputs.mjs';

const KINDS = ['ascii', 'latin1', 'cyrillic', 'cjk', 'emoji', 'html'];
const SIZES = [8, 64, KIB, 64 * KIB];

// `ours` and `host` are loops. Of a state, each uses what `classes` has.
const row = (name, newInputs, ours, host) => ({
  name: `extras/${name}`,
  setUp: (classes) => {
    const {encodingExtras, Buffer, isUtf8} = classes;
    if (encodingExtras === undefined && (!host || Buffer === undefined)) {
      throw new Absent('no such function');
    }
    return {extras: encodingExtras, Buffer, isUtf8, ...newInputs(classes)};
  },
  loopOf: ({encodingExtras}) => encodingExtras === undefined ? host : ours,
});

const rowsOf = (name, newInputs, ours, host, kinds = KINDS) => SIZES.flatMap(
    (size) => kinds.map((kind) => row(
        `${name}/${kind}/${sizeName(size)}`,
        (classes) => newInputs(kind, size, classes), ours, host)));

// The pieces' buffer, as a Buffer where the host has them, and where they are.
function rangesOf(kind, size, {Buffer}) {
  const inputs = utf8Pieces(kind, size);
  const all = new Uint8Array(inputs[0].buffer);
  return {
    inputs,
    bytes: Buffer === undefined ? all : Buffer.from(all.buffer),
    starts: inputs.map((piece) => piece.byteOffset),
    ends: inputs.map((piece) => piece.byteOffset + piece.length),
  };
}

// Room for a MiB of texts, one behind another, and where each is put.
function placesOf(kind, size, {Buffer}) {
  const inputs = strings(kind, size);
  const room = new ArrayBuffer(2 * MIB);
  return {
    inputs,
    bytes: Buffer === undefined ? new Uint8Array(room) : Buffer.from(room),
    starts: inputs.map((_, i) => i * size),
  };
}

const LEGACY = [
  ['windows-1252', 'latin1'], ['windows-1251', 'cyrillic'],
  ['gb18030', 'cjk'], ['shift_jis', 'ascii'],
];

export const rows = [
  ...rowsOf(
      'utf8ByteLength', (kind, size) => ({inputs: strings(kind, size)}),
      function({extras, inputs}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += extras.utf8ByteLength(inputs[i & mask]);
        }
        return sum;
      },
      function({Buffer, inputs}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += Buffer.byteLength(inputs[i & mask]);
        }
        return sum;
      }),
  ...rowsOf(
      'isWellFormedBytes', (kind, size) => ({inputs: utf8Pieces(kind, size)}),
      function({extras, inputs}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += Number(extras.isWellFormedBytes(inputs[i & mask]));
        }
        return sum;
      },
      function({isUtf8, inputs}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += Number(isUtf8(inputs[i & mask]));
        }
        return sum;
      }),
  ...rowsOf(
      'decodeRange', rangesOf,
      function({extras, inputs, bytes, starts, ends}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const k = i & mask;
          sum += extras.decodeRange(bytes, starts[k], ends[k]).length;
        }
        return sum;
      },
      function({inputs, bytes, starts, ends}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const k = i & mask;
          sum += bytes.toString('utf8', starts[k], ends[k]).length;
        }
        return sum;
      }),
  ...rowsOf(
      'decodeRange, with a label and fatal', rangesOf,
      function({extras, inputs, bytes, starts, ends}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const k = i & mask;
          sum += extras.decodeRange(bytes, starts[k], ends[k], 'utf-8',
                                    {fatal: true}).length;
        }
        return sum;
      }, undefined, ['html']),
  ...rowsOf(
      'encodeIntoAt', placesOf,
      function({extras, inputs, bytes, starts}, n) {
        const mask = inputs.length - 1;
        const end = bytes.length;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const k = i & mask;
          sum += extras.encodeIntoAt(inputs[k], bytes, starts[k], end).written;
        }
        return sum;
      },
      function({inputs, bytes, starts}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const k = i & mask;
          sum += bytes.write(inputs[k], starts[k]);
        }
        return sum;
      }),
  ...LEGACY.flatMap(([label, kind]) => rowsOf(
      `encode, ${label}`, (_, size) => ({inputs: strings(kind, size), label}),
      function({extras, inputs, label}, n) {
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += extras.encode(inputs[i & mask], label, {mode: 'html'}).length;
        }
        return sum;
      }, undefined, [kind])),
];
