// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Exceptions have the codes that Node's have, and print as Node's objects do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import util from 'node:util';

import * as ours from 'v8-encoding';

const theirs = globalThis;

function thrownBy(fn) {
  try {
    fn();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was thrown');
}

// The exceptions that Node's classes throw, too: type and code.
const SHARED = {
  'an unknown label': ({ TextDecoder }) => new TextDecoder('no-such-encoding'),
  'malformed bytes': ({ TextDecoder }) =>
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(0xFF)),
  'malformed bytes in a stream': ({ TextDecoder }) =>
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(0xFF),
                                                       { stream: true }),
  'input that is no buffer': ({ TextDecoder }) => new TextDecoder().decode(5),
  'null as input': ({ TextDecoder }) => new TextDecoder().decode(null),
  'options that are no object': ({ TextDecoder }) => new TextDecoder('utf-8', 5),
  'a destination that is no array': ({ TextEncoder }) =>
      new TextEncoder().encodeInto('x', {}),
};

for (const [name, fn] of Object.entries(SHARED)) {
  test(`${name}: the type and the code that Node's class has`, () => {
    const [mine, its] = [ours, theirs].map((classes) => thrownBy(() => fn(classes)));
    assert.equal(mine.constructor, its.constructor);
    assert.equal(mine.code, its.code);
    assert.notEqual(mine.code, undefined);
    assert.deepEqual(Object.keys(mine), ['code']);
  });
}

// Others: of the extras, and where Node's classes have no code.
const OWN = [
  ['ERR_MISSING_ARGS', TypeError, () => new ours.TextEncoder().encodeInto()],
  ['ERR_ENCODING_UNMAPPABLE_CHARACTER', TypeError,
   () => ours.extras.encode('あ', 'latin1')],
  ['ERR_ENCODING_NOT_SUPPORTED', RangeError,
   () => ours.extras.encode('a', 'no-such-encoding')],
  ['ERR_OUT_OF_RANGE', RangeError,
   () => ours.extras.decodeRange(new Uint8Array(1), 0, 2)],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', TypeError,
   () => ours.extras.decodeRange(Uint8Array.of(0xFF), 0, 1, 'utf-8', { fatal: true })],
  [undefined, TypeError, () => ours.TextDecoder()],
];

for (const [code, type, fn] of OWN) {
  test(`${fn}: ${code}`, () => {
    const error = thrownBy(fn);
    assert.equal(error.constructor, type);
    assert.equal(error.code, code);
  });
}

test('a string over V8\'s limit: ERR_STRING_TOO_LONG', () => {
  const { MAX_STRING_LENGTH } = process.getBuiltinModule?.('buffer').constants ??
      { MAX_STRING_LENGTH: 0x1FFFFFE8 };
  const error = thrownBy(
      () => new ours.TextDecoder().decode(new Uint8Array(MAX_STRING_LENGTH + 1)));
  assert.equal(error.constructor, RangeError);
  assert.equal(error.code, 'ERR_STRING_TOO_LONG');
});

test('the error of a stream has the code, too', async () => {
  const { readable, writable } = new ours.TextDecoderStream('utf-8', { fatal: true });
  const reading = readable.getReader().read();
  writable.getWriter().write(Uint8Array.of(0xFF)).catch(() => {});
  await assert.rejects(reading, { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
});

test('console.log() shows the attributes', () => {
  const { TextDecoder, TextEncoder, TextDecoderStream } = ours;
  assert.equal(util.inspect(new TextDecoder('sjis', { fatal: true })),
               'TextDecoder { encoding: \'shift_jis\', fatal: true, ignoreBOM: false }');
  assert.equal(util.inspect(new TextEncoder()), 'TextEncoder { encoding: \'utf-8\' }');
  assert.match(util.inspect(new TextDecoderStream()),
               /^TextDecoderStream \{\s+encoding: 'utf-8',[^]*ReadableStream[^]*WritableStream/);
  assert.equal(util.inspect([[[[new TextEncoder()]]]], { depth: 3, compact: 6 }),
               '[ [ [ [ [TextEncoder] ] ] ] ]');
  assert.match(util.inspect(TextDecoder.prototype), /TextDecoder/);
  assert.deepEqual(Object.keys(new TextDecoder()), []);
});
