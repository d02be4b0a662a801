// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Construction, calls with nothing to convert, and objects for one call.

import {strings, utf8Pieces} from './inputs.mjs';

const construct = (name, loop, labels) => ({
  name: `construct/${name}`,
  setUp: (classes) => ({...classes, inputs: labels}),
  loop,
});

const byLabel = function({TextDecoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += new TextDecoder(inputs[i & mask]).fatal ? 1 : 2;
  }
  return sum;
};

const empty = (name, loop, inputs = ['']) => ({
  name: `construct/${name}`,
  setUp: ({TextDecoder, TextEncoder}) => ({
    decoder: new TextDecoder(),
    encoder: new TextEncoder(),
    output: new Uint8Array(64),
    inputs,
  }),
  loop,
});

const once = (name, loop, inputs) => ({
  name: `construct/${name}`,
  setUp: (classes) => ({...classes, inputs: inputs()}),
  loop,
});

export const rows = [
  construct('new TextDecoder()', function({TextDecoder}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += new TextDecoder().fatal ? 1 : 2;
    }
    return sum;
  }),
  construct('new TextDecoder(utf-8)', byLabel, ['utf-8']),
  construct('new TextDecoder(utf-8, fatal)', function({TextDecoder}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += new TextDecoder('utf-8', {fatal: true}).fatal ? 1 : 2;
    }
    return sum;
  }),
  construct(
      'new TextDecoder(utf-8, fatal and ignoreBOM)',
      function({TextDecoder}, n) {
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          const options = {fatal: true, ignoreBOM: true};
          sum += new TextDecoder('utf-8', options).fatal ? 1 : 2;
        }
        return sum;
      }),
  construct('new TextDecoder(windows-1251)', byLabel, ['windows-1251']),
  construct('new TextDecoder(gbk)', byLabel, ['gbk']),
  construct('new TextDecoder(label in capitals and spaces)', byLabel,
            [' UTF-8 ', '\tLatin1', 'Windows-1252\n', 'ISO-8859-15 ']),
  construct('new TextDecoder(one of 16 labels)', byLabel, [
    'utf8', 'latin1', 'ascii', 'sjis', 'gb2312', 'cp1252', 'koi8-r', 'utf-16',
    'euc-jp', 'big5-hkscs', 'x-sjis', 'cp1251', 'ks_c_5601-1987', 'iso-8859-2',
    'unicode-1-1-utf-8', 'csisolatin1',
  ]),
  construct('new TextEncoder()', function({TextEncoder}, n) {
    let last;
    for (let i = 0; i < n; ++i) {
      last = new TextEncoder();
    }
    return last.encoding.length;
  }),
  // One of each is kept, so that no engine can do without the object.
  construct('new TextEncoder(), kept', function({TextEncoder}, n) {
    const kept = [null, null, null, null];
    for (let i = 0; i < n; ++i) {
      kept[i & 3] = new TextEncoder();
    }
    return kept[0].encoding.length;
  }),
  construct('new TextDecoder(), kept', function({TextDecoder}, n) {
    const kept = [null, null, null, null];
    for (let i = 0; i < n; ++i) {
      kept[i & 3] = new TextDecoder();
    }
    return kept[0].encoding.length;
  }),
  empty('decode()', function({decoder}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += decoder.decode().length;
    }
    return sum;
  }),
  empty(
      'decode(empty)',
      function({decoder, inputs}, n) {
        let sum = 0;
        for (let i = 0; i < n; ++i) {
          sum += decoder.decode(inputs[0]).length;
        }
        return sum;
      },
      [new Uint8Array(0)]),
  empty('encode()', function({encoder}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += encoder.encode().length;
    }
    return sum;
  }),
  empty('encode(empty)', function({encoder, inputs}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += encoder.encode(inputs[0]).length;
    }
    return sum;
  }),
  empty('encodeInto(empty)', function({encoder, inputs, output}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += encoder.encodeInto(inputs[0], output).read;
    }
    return sum;
  }),
  empty('decoder.encoding', function({decoder}, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) {
      sum += decoder.encoding.length;
    }
    return sum;
  }),
  ...['ascii', 'cjk'].flatMap((kind) => [
    once(
        `new TextDecoder().decode()/${kind}/8B`,
        function({TextDecoder, inputs}, n) {
          const mask = inputs.length - 1;
          let sum = 0;
          for (let i = 0; i < n; ++i) {
            sum += new TextDecoder().decode(inputs[i & mask]).length;
          }
          return sum;
        },
        () => utf8Pieces(kind, 8)),
    once(
        `new TextDecoder(utf-8, fatal).decode()/${kind}/64B`,
        function({TextDecoder, inputs}, n) {
          const mask = inputs.length - 1;
          let sum = 0;
          for (let i = 0; i < n; ++i) {
            const decoder = new TextDecoder('utf-8', {fatal: true});
            sum += decoder.decode(inputs[i & mask]).length;
          }
          return sum;
        },
        () => utf8Pieces(kind, 64)),
    once(
        `new TextEncoder().encode()/${kind}/8B`,
        function({TextEncoder, inputs}, n) {
          const mask = inputs.length - 1;
          let sum = 0;
          for (let i = 0; i < n; ++i) {
            sum += new TextEncoder().encode(inputs[i & mask]).length;
          }
          return sum;
        },
        () => strings(kind, 8)),
  ]),
];
