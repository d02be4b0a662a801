// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the standard says where Node's own classes say something else. Whether
// this Node still does is printed, and no test depends on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as ours from 'v8-encoding';

// Of the classes' TextDecoder; chunks are of hexadecimal digits.
function decode({ TextDecoder }, label, chunks, options) {
  try {
    const decoder = new TextDecoder(label, options);
    let text = '';
    for (const chunk of chunks) {
      text += decoder.decode(Buffer.from(chunk, 'hex'), { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    return error.name;
  }
}

// Label, chunks, what the standard's decoder makes of them.
const CASES = [
  ['big5', ['80'], '\uFFFD'],
  ['big5', ['ff'], '\uFFFD'],
  ['big5', ['8740'], '\u43F0'],
  ['big5', ['87', '40'], '\u43F0'],
  ['big5', ['8862'], '\u00CA\u0304'],
  ['euc-jp', ['80'], '\uFFFD'],
  ['euc-jp', ['a1', '41'], '\uFFFDA'],
  ['euc-jp', ['8f', 'a2', 'af'], '\u02D8'],
  ['iso-2022-jp', ['1b24'], '\uFFFD$'],
  ['iso-2022-jp', ['1b', '25'], '\uFFFD%'],
  ['iso-2022-jp', ['1b', '2442', '2422', '1b2842', '41'], '\u3042A'],
  ['shift_jis', ['1a'], '\x1A'],
  ['shift_jis', ['1c'], '\x1C'],
  ['shift_jis', ['7f'], '\x7F'],
  ['shift_jis', ['80'], '\x80'],
  ['shift_jis', ['8140'], '\u3000'],
  ['shift_jis', ['81', '7f'], '\uFFFD\x7F'],
  ['shift_jis', ['815f'], '\uFF3C'],
  ['euc-kr', ['80'], '\uFFFD'],
  ['euc-kr', ['8141'], '\uAC02'],
  ['euc-kr', ['81', '41'], '\uAC02'],
  ['euc-kr', ['a1', '41'], '\uC8A5'],
  ['gbk', ['a2e3'], '\u20AC'],
  ['gbk', ['80'], '\u20AC'],
  ['gbk', ['81', '30', '81', '30'], '\u0080'],
  ['gbk', ['8130', '8130', '41'], '\u0080A'],
  ['gbk', ['81', '30', 'ff'], '\uFFFD0\uFFFD'],
  ['gb18030', ['a6d9'], '\uFE10'],
];

for (const [label, chunks, expected] of CASES) {
  test(`${label} ${chunks.join(' ')}`, (context) => {
    assert.equal(decode(ours, label, chunks), expected);
    const fatal = expected.includes('\uFFFD') ? 'TypeError' : expected;
    assert.equal(decode(ours, label, chunks, { fatal: true }), fatal);
    for (const [options, right] of [[{}, expected], [{ fatal: true }, fatal]]) {
      const its = decode(globalThis, label, chunks, options);
      if (its !== right) {
        context.diagnostic(`Node's own: ${JSON.stringify(its)} with ${
            JSON.stringify(options)}`);
      }
    }
  });
}

test('labels are compared without regard to ASCII case, and to no other', (context) => {
  for (const label of ['\u212Aoi8-r', 'gb\u212A', 'shift_ji\u017F', '\u00A0utf-8', '\u000Butf-8']) {
    assert.throws(() => new ours.TextDecoder(label), RangeError, label);
    try {
      context.diagnostic(`Node's own: ${JSON.stringify(label)} is ${
          new TextDecoder(label).encoding}`);
    } catch {
      // As it should be.
    }
  }
  assert.equal(new ours.TextDecoder('\t\n\f\r KOI8-R ').encoding, 'koi8-r');
});

test('every encoding of the standard, and what it is called', (context) => {
  for (const { name, labels } of ours.extras.encodings()) {
    for (const label of labels) {
      if (name === 'replacement') {
        assert.throws(() => new ours.TextDecoder(label), RangeError);
      } else {
        assert.equal(new ours.TextDecoder(label).encoding, name);
      }
      try {
        if (new TextDecoder(label).encoding !== name) {
          context.diagnostic(`Node's own: ${label} is ${new TextDecoder(label).encoding}`);
        }
      } catch {
        if (name !== 'replacement') {
          context.diagnostic(`Node's own: no ${label}`);
        }
      }
    }
  }
});
