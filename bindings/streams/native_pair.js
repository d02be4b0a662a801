// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The transform streams of native steps; see v8_encoding/streams.h.

class NativeTransformer {
  constructor(transformSteps, flushSteps, state) {
    this.transformSteps = transformSteps;
    this.flushSteps = flushSteps;
    this.state = state;
  }

  transform(stream, chunk) {
    const { transformSteps } = this;
    const output = transformSteps(this.state, chunk);
    if (output !== undefined) {
      stream.enqueueLast(output);
    }
  }

  flush(stream) {
    const { flushSteps } = this;
    try {
      const output = flushSteps(this.state);
      if (output !== undefined) {
        stream.enqueue(output);
      }
      return LazyPromise.fulfilled();
    } catch (error) {
      return LazyPromise.rejected(error);
    }
  }

  cancel() {
    return LazyPromise.fulfilled();
  }
}
isolatePrototype(NativeTransformer.prototype);

// *Set up* a TransformStream, with the default strategies.
function newStreamPair(transformSteps, flushSteps, state) {
  const stream = new Transform(
      new NativeTransformer(transformSteps, flushSteps, state), 1, undefined, 0,
      undefined);
  stream.startWhen(LazyPromise.fulfilled());
  return {
    readable: stream.readableGetter(),
    writable: stream.writableGetter(),
  };
}
