// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Queuing strategies: https://streams.spec.whatwg.org/#qs

// One function each a realm.
const { size: byteLengthSize } = {
  __proto__: null, size: (chunk) => chunk.byteLength,
};
const { size: countSize } = { __proto__: null, size: () => 1 };

class Strategy {
  constructor(highWaterMark, size) {
    this.highWaterMark = highWaterMark;
    this.size = size;
  }

  highWaterMarkGetter() {
    return this.highWaterMark;
  }

  sizeGetter() {
    return this.size;
  }
}
isolatePrototype(Strategy.prototype);

function constructByteLengthQueuingStrategy(object, { highWaterMark }) {
  object[kByteLengthQueuingStrategy] =
      new Strategy(highWaterMark, byteLengthSize);
}

function constructCountQueuingStrategy(object, { highWaterMark }) {
  object[kCountQueuingStrategy] = new Strategy(highWaterMark, countSize);
}
