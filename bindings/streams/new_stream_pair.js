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

// Classes whose objects inherit nothing that scripts can reach. (Literals with
// `__proto__: null` are the same, but V8 keeps their properties in
// dictionaries.)

// A transformer of the TransformStream's. Its own properties have other names
// than a transformer's members.
class Transformer {
  constructor(transformStep, flushStep, state) {
    this.transformStep = transformStep;
    this.flushStep = flushStep;
    this.state = state;
  }

  transform(chunk, controller) {
    const { transformStep, state } = this;
    const result = transformStep(state, chunk);
    if (result !== undefined) {
      enqueue(controller, result);
    }
  }

  flush(controller) {
    const { flushStep, state } = this;
    const result = flushStep(state);
    if (result !== undefined) {
      enqueue(controller, result);
    }
  }
}
Object.setPrototypeOf(Transformer.prototype, null);

class Pair {
  constructor(stream) {
    this.readable = readableOf(stream);
    this.writable = writableOf(stream);
  }
}
Object.setPrototypeOf(Pair.prototype, null);

return function newStreamPair(transform, flush, state) {
  return new Pair(new TransformStream(new Transformer(transform, flush, state),
                                      writableStrategy, readableStrategy));
};
