// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encode() and encodeInto() of every kind of string that an engine has.

import {KIB, MIB, Absent, longString, sizeName, stringsOf} from './inputs.mjs';
import {encode, encodeInto} from './loops.mjs';

const LONG = 2 * MIB;

// Literals in source text, which engines keep once for each content.
function literals(texts) {
  const source = texts.map((text) => JSON.stringify(text)).join();
  return new Function(`return [${source}];`)();
}

const flat = (kind, size, count = 64) =>
    stringsOf(longString(kind), size).slice(0, count);

// Parts of a longer string, which the engine needn't copy.
const slices = (text, size, count = 64) => Array.from(
    {length: count}, (_, i) => text.slice(1 + i * size, 1 + i * size + size));

// A string outside of the heap, where a runtime makes such of long bytes.
function external(kind, encoding) {
  const {Buffer} = globalThis;
  if (Buffer === undefined) {
    throw new Absent('no way to make an external string');
  }
  return [Buffer.from(longString(kind, LONG), encoding).toString(encoding)];
}

// `inputs` makes them anew for each implementation: an engine may change a
// string's kind when somebody reads it.
function rowsOf(name, inputs, loops = {encode, encodeInto}) {
  return Object.entries(loops).map(([call, loop]) => ({
    name: `strings/${call}, ${name}`,
    setUp: ({TextEncoder}) => {
      const strings = inputs();
      const longest = Math.max(...strings.map((s) => (s.text ?? s).length));
      return {
        encoder: new TextEncoder(),
        inputs: strings,
        output: new Uint8Array(3 * 2 * longest),
      };
    },
    loop,
  }));
}

// Two halves that are put together for each call: what's measured is that, too.
const ropes = {
  encode: function({encoder, inputs}, n) {
    const mask = inputs.length - 1;
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += encoder.encode(inputs[i & mask] + inputs[i + 1 & mask]).length;
    }
    return sum;
  },
  encodeInto: function({encoder, inputs, output}, n) {
    const mask = inputs.length - 1;
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      const rope = inputs[i & mask] + inputs[i + 1 & mask];
      const {read, written} = encoder.encodeInto(rope, output);
      sum += read + written;
    }
    return sum;
  },
};

// Of sixteen parts, one by one.
const deepRopes = {
  encode: function({encoder, inputs}, n) {
    const mask = inputs.length - 1;
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      let rope = '';
      for (let k = 0; k < 16; ++k) {
        rope += inputs[i + k & mask];
      }
      sum += encoder.encode(rope).length;
    }
    return sum;
  },
};

export const rows = [
  ...[8, KIB].flatMap((size) => ['ascii', 'cyrillic'].flatMap((kind) => {
    const of = `${kind}/${size === 8 ? '8' : '1Ki'} units`;
    return [
      ...rowsOf(`literals/${of}`, () => literals(flat(kind, size))),
      ...rowsOf(`flat/${of}`, () => flat(kind, size)),
    ];
  })),
  ...[KIB, 64 * KIB].flatMap((size) => ['ascii', 'cyrillic'].flatMap((kind) => {
    const of = `${kind}/${sizeName(size).slice(0, -1)} units`;
    const count = size === KIB ? 64 : 8;
    return [
      ...rowsOf(`slices/${of}`, () => slices(longString(kind), size, count)),
      ...rowsOf(`ropes of two, anew/${of}`,
                () => flat(kind, size / 2, 2 * count), ropes),
    ];
  })),
  ...rowsOf('ropes of sixteen, anew/ascii/1Ki units', () => flat('ascii', 64),
            deepRopes),
  // Nothing but ASCII in strings that have two bytes for each unit.
  ...rowsOf('two-byte slices/ascii/1Ki units',
            () => slices(`${longString('ascii')}€`, KIB)),
  ...rowsOf('external/ascii/2Mi units', () => external('ascii', 'latin1')),
  ...rowsOf('external/cyrillic/2Mi units',
            () => external('cyrillic', 'utf16le')),
];
