// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// decode() of, and encodeInto() to, every kind of buffer and view.

import {Absent, KIB, copies, sizeName, strings, utf8Pieces} from './inputs.mjs';
import {decode, encodeInto} from './loops.mjs';

const {SharedArrayBuffer} = globalThis;

function sharedBuffer(size, options) {
  if (SharedArrayBuffer === undefined) {
    throw new Absent('no SharedArrayBuffer');
  }
  return new SharedArrayBuffer(size, options);
}

// A view on a buffer of its own for `size` bytes, and for more if it may grow.
const views = {
  'Uint8Array': (size) => new Uint8Array(size + 64).subarray(0, size),
  'Uint8Array, all of its buffer': (size) => new Uint8Array(size),
  'at an odd offset': (size) => new Uint8Array(size + 64).subarray(3, 3 + size),
  'DataView': (size) => new DataView(new ArrayBuffer(size)),
  'DataView, at an odd offset':
      (size) => new DataView(new ArrayBuffer(size + 64), 3, size),
  'Uint16Array': (size) => new Uint16Array(size >> 1),
  'ArrayBuffer': (size) => new ArrayBuffer(size),
  'SharedArrayBuffer': (size) => sharedBuffer(size),
  'shared': (size) => new Uint8Array(sharedBuffer(size)),
  'shared, at an odd offset':
      (size) => new Uint8Array(sharedBuffer(size + 64), 3, size),
  'resizable': (size) => {
    if (!('resizable' in ArrayBuffer.prototype)) {
      throw new Absent('no resizable buffers');
    }
    const options = {maxByteLength: 2 * size};
    return new Uint8Array(new ArrayBuffer(size, options));
  },
  'growable and shared': (size) => {
    if (!('growable' in (SharedArrayBuffer?.prototype ?? {}))) {
      throw new Absent('no growable buffers');
    }
    return new Uint8Array(sharedBuffer(size, {maxByteLength: 2 * size}));
  },
};

// The bytes that a view is on, or a buffer's.
const bytesOf = (view) => ArrayBuffer.isView(view) ?
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength) :
    new Uint8Array(view);

function copyTo(newView, piece) {
  const view = newView(piece.length & ~1);
  bytesOf(view).set(piece.subarray(0, piece.length & ~1));
  return view;
}

const decodeRow = (name, inputs, loop = decode) => ({
  name: `buffers/decode, ${name}`,
  setUp: ({TextDecoder}) => ({decoder: new TextDecoder(), inputs: inputs()}),
  loop,
});

const encodeIntoRow = (name, size, newView) => ({
  name: `buffers/encodeInto, ${name}/html/${sizeName(size)}`,
  setUp: ({TextEncoder}) => ({
    encoder: new TextEncoder(),
    inputs: strings('html', size),
    output: newView(3 * size),
  }),
  loop: encodeInto,
});

// V8 keeps up to 64 bytes of an array inside the array, until somebody asks for
// the array's buffer; written by index, since set() may ask.
function onHeap(piece) {
  const array = new Uint8Array(piece.length);
  for (let i = 0; i < piece.length; ++i) {
    array[i] = piece[i];
  }
  return array;
}

export const rows = [
  ...[64, 64 * KIB].flatMap((size) => {
    const of = `html/${sizeName(size)}`;
    const pieces = () => utf8Pieces('html', size);
    return [
      ...Object.entries(views).map(([name, newView]) => decodeRow(
          `${name}/${of}`,
          () => pieces().map((piece) => copyTo(newView, piece)))),
      decodeRow(`subarray() anew/${of}`, pieces, function(state, n) {
        const {decoder, inputs} = state;
        const mask = inputs.length - 1;
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const input = inputs[i & mask];
          sum += decoder.decode(input.subarray(0, input.length)).length;
        }
        return sum;
      }),
    ];
  }),
  decodeRow('on-heap/html/32B', () => utf8Pieces('html', 32).map(onHeap)),
  decodeRow('new Uint8Array, of its own/html/32B',
            () => copies(utf8Pieces('html', 32)), function(state, n) {
              const {decoder, inputs} = state;
              const mask = inputs.length - 1;
              let sum = 0;
              for (let i = 0; i < n; ++i) {
                const input = new Uint8Array(inputs[i & mask]);
                sum += decoder.decode(input).length;
              }
              return sum;
            }),
  ...[64, 64 * KIB].flatMap(
      (size) => ['Uint8Array', 'at an odd offset', 'shared',
                 'shared, at an odd offset', 'resizable', 'growable and shared']
          .map((name) => encodeIntoRow(name, size, views[name]))),
  encodeIntoRow('on-heap', 16, (size) => new Uint8Array(size)),
];
