// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Streams that are transferred: cross-realm transform streams,
// https://streams.spec.whatwg.org/#transferrable-streams
//
// A port is the host's, with methods as v8_encoding/streams.h says. What's sent
// has a type, "chunk", "close", "error" or "pull", and a value.

// PackAndPostMessage
function sendOver(port, type, value) {
  port.postMessage({ __proto__: null, type, value });
}

// CrossRealmTransformSendError
function sendError(port, error) {
  try {
    sendOver(port, 'error', error);
  } catch {
    // The other side hears nothing of it.
  }
}

// PackAndPostMessageHandlingError, and what else the abrupt completion and the
// end of the stream ask for. Returns a promise.
function sendLast(port, type, value) {
  try {
    sendOver(port, type, value);
    return LazyPromise.fulfilled();
  } catch (error) {
    sendError(port, error);
    return LazyPromise.rejected(error);
  } finally {
    port.close();
  }
}

// *Add a handler* for messages, and for those that can't be read, which are ends of
// `side`, the source or the sink of `stream`. A message of another kind than those
// that are sent is none that can be read.
function listenTo(port, side, stream, onMessage) {
  const onMessageError = (error) => { side.fail(error, stream); };
  port.listen((message) => {
    if (isObject(message)) {
      onMessage(message);
    } else {
      onMessageError(port.newDataCloneError('The message is no stream\'s.'));
    }
  }, onMessageError);
}

// The algorithms of SetUpCrossRealmTransformReadable.
class PortSource {
  constructor(port) {
    this.port = port;
  }

  pull(stream) {
    sendOver(this.port, 'pull', undefined);
    queueMicrotask(stream.onPulled);
  }

  cancel(stream, reason) {
    return sendLast(this.port, 'error', reason);
  }

  // What the standard does for a message that can't be read.
  fail(error, stream) {
    sendError(this.port, error);
    stream.error(error);
    this.port.close();
  }
}
isolatePrototype(PortSource.prototype);

// SetUpCrossRealmTransformReadable
function newReadableOfPort(port) {
  const source = new PortSource(port);
  const stream = new Readable(source, 0, undefined);
  listenTo(port, source, stream, ({ type, value }) => {
    if (type === 'chunk') {
      if (stream.canCloseOrEnqueue()) {
        stream.enqueue(value);
      }
    } else if (type === 'close') {
      stream.close();
      port.close();
    } else if (type === 'error') {
      stream.error(value);
      port.close();
    }
  });
  stream.start(undefined);
  return stream;
}

// The algorithms of SetUpCrossRealmTransformWritable.
class PortSink {
  constructor(port) {
    this.port = port;
    this.backpressurePromise = new LazyPromise();
  }

  relieve() {
    const { backpressurePromise } = this;
    if (backpressurePromise !== undefined) {
      this.backpressurePromise = undefined;
      backpressurePromise.fulfill();
    }
  }

  write(stream, chunk) {
    const written = new LazyPromise();
    this.backpressurePromise ??= LazyPromise.fulfilled();
    this.backpressurePromise.upon(() => {
      this.backpressurePromise = new LazyPromise();
      let result = LazyPromise.fulfilled();
      try {
        sendOver(this.port, 'chunk', chunk);
      } catch (error) {
        sendError(this.port, error);
        this.port.close();
        result = LazyPromise.rejected(error);
      }
      written.follow(result);
    }, noSteps);
    written.upon(stream.onWritten, stream.onWriteFailed);
  }

  close() {
    return sendLast(this.port, 'close', undefined);
  }

  abort(stream, reason) {
    return sendLast(this.port, 'error', reason);
  }

  // What the standard does for a message that can't be read. A write that waits is
  // let go, as by an error of the other side.
  fail(error, stream) {
    sendError(this.port, error);
    stream.errorIfNeeded(error);
    this.port.close();
    this.relieve();
  }
}
isolatePrototype(PortSink.prototype);

// SetUpCrossRealmTransformWritable
function newWritableOfPort(port) {
  const sink = new PortSink(port);
  const stream = new Writable(sink, 1, undefined);
  listenTo(port, sink, stream, ({ type, value }) => {
    if (type === 'pull') {
      sink.relieve();
    } else if (type === 'error') {
      stream.errorIfNeeded(value);
      sink.relieve();
    }
  });
  stream.start(undefined);
  return stream;
}

// A TransformStream that was received.
class ReceivedTransform {
  constructor(readable, writable) {
    this.readable = readable;
    this.writable = writable;
  }

  readableGetter() {
    return this.readable.toObject();
  }

  writableGetter() {
    return this.writable.toObject();
  }
}
isolatePrototype(ReceivedTransform.prototype);

function checkUnlocked(isLocked, port) {
  if (isLocked) {
    throw port.newDataCloneError('A locked stream can\'t be transferred.');
  }
}

function checkWritablePort(port) {
  if (port === undefined) {
    throw new TypeError('A TransformStream takes two ports.');
  }
}

const kPipeAll = { __proto__: null };

// The *transfer steps* of an object of the three interfaces. The second port is
// for the writable side of a TransformStream.
function transferStream(object, port, writablePort) {
  const transform = object[kTransformStream];
  const readable = transform?.readable ?? object[kReadableStream];
  const writable = transform?.writable ?? object[kWritableStream];
  if (readable === undefined && writable === undefined) {
    throw new TypeError('The object is neither a ReadableStream nor a ' +
                        'WritableStream nor a TransformStream.');
  }
  if (transform !== undefined) {
    checkWritablePort(writablePort);
  }
  checkUnlocked(readable?.reader !== undefined, port);
  checkUnlocked(writable?.writer !== undefined, port);
  if (readable !== undefined) {
    new Pipe(readable, newWritableOfPort(port), kPipeAll).start();
  }
  if (writable !== undefined) {
    const ownPort = transform === undefined ? port : writablePort;
    new Pipe(newReadableOfPort(ownPort), writable, kPipeAll).start();
  }
}

// The *transfer-receiving steps*.
function receiveStream(interfaceName, port, writablePort) {
  switch (interfaceName) {
    case 'ReadableStream':
      return newReadableOfPort(port).toObject();
    case 'WritableStream':
      return newWritableOfPort(port).toObject();
    case 'TransformStream':
      checkWritablePort(writablePort);
      break;
    default:
      throw new TypeError(`A ${interfaceName} can't be transferred.`);
  }
  return newTransformStream(new ReceivedTransform(
      newReadableOfPort(port), newWritableOfPort(writablePort)));
}
