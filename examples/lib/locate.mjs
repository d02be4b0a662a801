// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Prints where malformed input stands, as JSON, for each of some chunk sizes:
// for tests.
//
//   shell locate.mjs LABEL SIZE,SIZE,… HEX

import {LocatingDecoder} from './malformed.mjs';

const [label, sizes, hex] = scriptArgs;
const input =
    Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
      .join('');
}

function locate(size) {
  const found = [];
  const decoder = new LocatingDecoder(label, {
    onMalformed({offset, line, column, bytes, next, atEnd}) {
      found.push([offset, line, column, hexOf(bytes), hexOf(next), atEnd]);
      return true;
    },
  });
  // One buffer for all chunks, as a caller would have it.
  const buffer = new Uint8Array(size);
  let text = '';
  for (let at = 0; at < input.length; at += size) {
    const chunk = input.subarray(at, at + size);
    buffer.set(chunk);
    text += decoder.decode(buffer.subarray(0, chunk.length));
  }
  text += decoder.flush();
  return {size, text, found};
}

function isKnown() {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

const results = isKnown() ? sizes.split(',').map(Number).map(locate) : null;
print(JSON.stringify(results));
