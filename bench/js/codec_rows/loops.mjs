// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The loops that are timed. Each is compiled anew for each row from its text,
// so a loop names nothing but its parameters, and is a function expression.
//
// A row's state has `inputs`, a power of two of them, and what the loop needs
// besides. Loops return a number that hangs on each result, so that no call can
// be left out; the sum after one round must be the same in each runtime.

export const decode = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += decoder.decode(inputs[i & mask]).length;
  }
  return sum;
};

export const decodeStream = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += decoder.decode(inputs[i & mask], {stream: true}).length;
  }
  return sum;
};

// A text is a list of chunks.
export const decodeChunks = function({decoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const chunks = inputs[i & mask];
    for (let k = 0; k < chunks.length; ++k) {
      sum += decoder.decode(chunks[k], {stream: true}).length;
    }
    sum += decoder.decode().length;
  }
  return sum;
};

export const encode = function({encoder, inputs}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    sum += encoder.encode(inputs[i & mask]).length;
  }
  return sum;
};

export const encodeInto = function({encoder, inputs, output}, n) {
  const mask = inputs.length - 1;
  let sum = 0;
  for (let i = 0; i < n; ++i) {
    const {read, written} = encoder.encodeInto(inputs[i & mask], output);
    sum += read + written;
  }
  return sum;
};
