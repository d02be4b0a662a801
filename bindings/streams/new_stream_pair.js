// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The body of a function of (TransformStream) that returns newStreamPair; see
// v8_encoding/streams.h. All that it uses later is captured here.

'use strict';

// uncurryThis(f)(object, ...args) is f.call(object, ...args).
const uncurryThis = Function.prototype.bind.bind(Function.prototype.call);
const getter = (name) => uncurryThis(
    Object.getOwnPropertyDescriptor(TransformStream.prototype, name).get);
const readableOf = getter('readable');
const writableOf = getter('writable');
// The defaults of *set up*. The constructor's own would be read off objects
// that inherit from Object.prototype.
const writableStrategy = { __proto__: null, highWaterMark: 1 };
const readableStrategy = { __proto__: null, highWaterMark: 0 };
let enqueue;
new TransformStream({
  __proto__: null,
  start(controller) { enqueue = uncurryThis(controller.enqueue); },
}, writableStrategy, readableStrategy);

return function newStreamPair(transform, flush, state) {
  const stream = new TransformStream({
    __proto__: null,
    transform(chunk, controller) {
      const result = transform(state, chunk);
      if (result !== undefined) {
        enqueue(controller, result);
      }
    },
    flush(controller) {
      const result = flush(state);
      if (result !== undefined) {
        enqueue(controller, result);
      }
    },
  }, writableStrategy, readableStrategy);
  return {
    __proto__: null,
    readable: readableOf(stream),
    writable: writableOf(stream),
  };
};
