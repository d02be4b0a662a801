// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Readers and requests of byte streams that bring a buffer of their own:
// https://streams.spec.whatwg.org/#byob-reader-class
// https://streams.spec.whatwg.org/#rs-byob-request-class

class ByobReader extends Reader {
  constructor(stream) {
    super(stream, true);
  }

  toObject() {
    return this.object ??= newReadableStreamBYOBReader(this);
  }

  interfaceName() {
    return 'ReadableStreamBYOBReader';
  }

  // What ReadableStreamClose does with read requests,
  closeRequests() {}

  // and ReadableStreamCancel with read-into requests.
  cancelRequests() {
    this.endRequests();
  }

  // ReadableStreamBYOBReaderRead
  read(view, min, request) {
    const { stream } = this;
    stream.isDisturbed = true;
    if (stream.state === kReadableErrored) {
      request.errorSteps(stream.storedError);
    } else {
      stream.pullInto(view, min, request);
    }
  }

  // The method of ReadableStreamBYOBReader.
  readMethod(view, { min }) {
    const { byteLength } = rangeOf(view);
    const buffer = bufferOf(view);
    const fail = (newError, detail) => promiseRejectedWith(
        newError('ReadableStreamBYOBReader', 'read', detail));
    if (byteLength === 0) {
      return fail(newTypeError, 'The view has no bytes.');
    }
    if (bufferByteLength(buffer) === 0 || isDetachedBuffer(buffer)) {
      return fail(newTypeError, 'The view\'s buffer has no bytes.');
    }
    if (min === 0) {
      return fail(newTypeError, 'The option min is 0.');
    }
    if (min > byteLength / viewTypes[nameOfTypedArray(view)].elementSize) {
      return fail(newRangeError, 'The option min is more than the view holds.');
    }
    if (this.stream === undefined) {
      return promiseRejectedWith(this.newReleasedError('read'));
    }
    const { stream } = this;
    if (stream.failure !== undefined) {
      return this.readOfFailing();
    }
    const request = new ReadRequest();
    const promise = request.newPromise();
    try {
      this.read(view, min, request);
    } catch (error) {
      // Nobody has its promise.
      request.resolve = request.reject = noSteps;
      stream.failure = error;
      then(settled, bind(stream.fail, stream));
      throw error;
    }
    return promise;
  }
}

function checkIsByteStream(stream, interfaceName, member) {
  if (stream.pullIntos === undefined) {
    throw newTypeError(interfaceName, member,
                       'The stream isn\'t a byte stream.');
  }
}

// *The new ReadableStreamBYOBReader(stream) constructor steps*
function constructReadableStreamBYOBReader(object, stream) {
  if (stream.reader !== undefined) {
    throw newLockedError('ReadableStreamBYOBReader', undefined);
  }
  checkIsByteStream(stream, 'ReadableStreamBYOBReader', undefined);
  const reader = stream.setReader(new ByobReader(stream));
  reader.object = object;
  object[kReadableStreamBYOBReader] = reader;
}

class ByobRequest {
  constructor(stream, view) {
    this.object = undefined;
    this.stream = stream;
    this.view = view;
  }

  toObject() {
    return this.object ??= newReadableStreamBYOBRequest(this);
  }

  // Of ReadableStreamBYOBRequest.
  viewGetter() {
    return this.view;
  }
}
isolatePrototype(ByobRequest.prototype);

// Operations that give no promises, whose exceptions are of the realm that the
// function is of.

function readableStreamBYOBReaderReleaseLockMethod(reader) {
  reader.releaseOrFail();
}

function streamOfByobRequest(request, member) {
  if (request.stream === undefined) {
    throw newTypeError('ReadableStreamBYOBRequest', member,
                       'The request is answered or void already.');
  }
  return request.stream;
}

function readableStreamBYOBRequestRespondMethod(request, bytesWritten) {
  const stream = streamOfByobRequest(request, 'respond');
  if (isDetachedBuffer(bufferOfTypedArray(request.view))) {
    throw newTypeError('ReadableStreamBYOBRequest', 'respond',
                       'The buffer of the request\'s view is detached.');
  }
  stream.respond(bytesWritten, ownErrors);
}

function readableStreamBYOBRequestRespondWithNewViewMethod(request, view) {
  const stream = streamOfByobRequest(request, 'respondWithNewView');
  if (isDetachedBuffer(bufferOf(view))) {
    throw newTypeError('ReadableStreamBYOBRequest', 'respondWithNewView',
                       'The view\'s buffer is detached.');
  }
  stream.respondWithNewView(view, ownErrors);
}
