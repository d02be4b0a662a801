// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Two branches of one readable stream:
// https://streams.spec.whatwg.org/#readable-stream-tee

// Streams whose branches are teed, and those again, are read from and end in one call,
// for which there must be the stack.
// Differs: each so many of them go on in a microtask, the standard at once.
const kMostNestedTees = 64;

// What the two kinds share: branches that are cancelled only together.
class TeeBase {
  constructor(stream) {
    this.stream = stream;
    this.reader = stream.acquireReader();
    this.isReading = false;
    this.cancelPromise = new LazyPromise();
    this.branch1 = undefined;
    this.branch2 = undefined;
    const depth = stream.source?.tee?.depth;
    this.depth = depth === undefined ? 1 : depth + 1;
    this.callsLater = this.depth % kMostNestedTees === 0;
  }

  call(steps) {
    let { callsLater } = this;
    try {
      requireLargeStack();
    } catch {
      callsLater = true;
    }
    if (callsLater) {
      queueMicrotask(steps);
    } else {
      steps();
    }
  }

  setBranches(newBranch) {
    this.branch1 = new TeeBranch(this, newBranch);
    this.branch2 = new TeeBranch(this, newBranch);
    this.branch1.other = this.branch2;
    this.branch2.other = this.branch1;
    this.branch1.stream.start(undefined);
    this.branch2.stream.start(undefined);
  }

  branches() {
    return [this.branch1.stream.toObject(), this.branch2.stream.toObject()];
  }

  isOpen() {
    return !this.branch1.isCancelled || !this.branch2.isCancelled;
  }

  cancel() {
    this.cancelPromise.follow(
        this.stream.cancel([this.branch1.reason, this.branch2.reason]));
  }

  // Once the reader's stream is errored.
  forwardReaderError() {
    const { reader } = this;
    reader.closed.upon(noSteps, (reason) => {
      if (reader === this.reader) {
        this.branch1.stream.error(reason);
        this.branch2.stream.error(reason);
        if (this.isOpen()) {
          this.cancelPromise.fulfill();
        }
      }
    });
  }
}
isolatePrototype(TeeBase.prototype);

// The source of a branch, and its stream.
class TeeBranch {
  constructor(tee, newBranch) {
    this.tee = tee;
    this.other = undefined;
    this.isCancelled = false;
    this.reason = undefined;
    this.readsAgain = false;
    this.stream = newBranch(this);
  }

  pull(stream) {
    const { tee } = this;
    if (tee.callsLater) {
      queueMicrotask(() => { tee.pull(this); });
    } else {
      tee.pull(this);
    }
    queueMicrotask(stream.onPulled);
  }

  cancel(stream, reason) {
    const { tee } = this;
    this.isCancelled = true;
    this.reason = reason;
    if (this.other.isCancelled) {
      tee.call(() => { tee.cancel(); });
    }
    return tee.cancelPromise;
  }

  enqueue(chunk) {
    if (!this.isCancelled && this.stream.canCloseOrEnqueue()) {
      this.stream.enqueue(chunk);
    }
  }
}
isolatePrototype(TeeBranch.prototype);

// ReadableStreamDefaultTee; its own read request.
class Tee extends TeeBase {
  constructor(stream) {
    super(stream);
    this.next = undefined;
    this.readsAgain = false;
    this.setBranches((source) => new Readable(source, 1, undefined));
    this.forwardReaderError();
  }

  pull() {
    if (this.isReading) {
      this.readsAgain = true;
    } else {
      this.isReading = true;
      this.reader.read(this);
    }
  }

  // A microtask later, so that errors, which take one, aren't overtaken.
  chunkSteps(chunk) {
    queueMicrotask(() => {
      this.readsAgain = false;
      this.branch1.enqueue(chunk);
      this.branch2.enqueue(chunk);
      this.isReading = false;
      if (this.readsAgain) {
        this.pull();
      }
    });
  }

  closeSteps() {
    this.call(() => { this.closeBranches(); });
  }

  closeBranches() {
    this.isReading = false;
    if (!this.branch1.isCancelled) {
      this.branch1.stream.close();
    }
    if (!this.branch2.isCancelled) {
      this.branch2.stream.close();
    }
    if (this.isOpen()) {
      this.cancelPromise.fulfill();
    }
  }

  errorSteps() {
    this.isReading = false;
  }
}

// ReadableByteStreamTee. Reads into the view of a branch where one waits.
class ByteTee extends TeeBase {
  constructor(stream) {
    super(stream);
    this.setBranches((source) => new ByteReadable(source, 0, undefined));
    this.forwardReaderError();
  }

  // pull1Algorithm, pull2Algorithm
  pull(branch) {
    if (this.isReading) {
      branch.readsAgain = true;
      return;
    }
    this.isReading = true;
    const byobRequest = branch.stream.getByobRequest();
    if (byobRequest === undefined) {
      this.useReader(false);
      this.reader.read(new TeeRequest(this, undefined));
    } else {
      this.useReader(true);
      this.reader.read(byobRequest.view, 1, new TeeRequest(this, branch));
    }
  }

  useReader(isByob) {
    if (this.reader.isByob !== isByob) {
      this.reader.release();
      this.reader = isByob ? this.stream.acquireByobReader() :
          this.stream.acquireReader();
      this.forwardReaderError();
    }
  }

  pullAgain() {
    this.isReading = false;
    if (this.branch1.readsAgain) {
      this.pull(this.branch1);
    } else if (this.branch2.readsAgain) {
      this.pull(this.branch2);
    }
  }

  // Of a chunk for both branches; undefined if there's no memory, which ends
  // both.
  clone(chunk, branch) {
    try {
      return cloneBytes(bufferOfTypedArray(chunk),
                        byteOffsetOfTypedArray(chunk),
                        byteLengthOfTypedArray(chunk));
    } catch (error) {
      branch.stream.error(error);
      branch.other.stream.error(error);
      this.cancelPromise.follow(this.stream.cancel(error));
      return undefined;
    }
  }

  // Without a view.
  forward(chunk) {
    const { branch1, branch2 } = this;
    let chunk2 = chunk;
    if (!branch1.isCancelled && !branch2.isCancelled) {
      chunk2 = this.clone(chunk, branch1);
      if (chunk2 === undefined) {
        return;
      }
    }
    branch1.enqueue(chunk);
    branch2.enqueue(chunk2);
    this.pullAgain();
  }

  // From the view of `branch`.
  forwardView(chunk, branch) {
    const { other } = branch;
    const clone = other.isCancelled ? undefined : this.clone(chunk, branch);
    if (clone === undefined && !other.isCancelled) {
      return;
    }
    this.respond(branch, chunk);
    if (clone !== undefined) {
      other.enqueue(clone);
    }
    this.pullAgain();
  }

  close(branch) {
    if (!branch.isCancelled) {
      try {
        branch.stream.close();
      } catch {
        // The branch is errored, since the bytes of a read end within an
        // element. The standard takes that for impossible; the other branch is
        // closed.
      }
    }
  }

  respond(branch, chunk) {
    if (!branch.isCancelled && branch.stream.pullIntos.first !== undefined) {
      branch.stream.respondWithNewView(chunk);
    }
  }

  respondWithNothing(branch) {
    if (branch.stream.pullIntos.first !== undefined) {
      branch.stream.respond(0);
    }
  }
}

// The request of a ByteTee; with a branch, into that branch's view.
class TeeRequest {
  constructor(tee, branch) {
    this.tee = tee;
    this.branch = branch;
    this.next = undefined;
  }

  // A microtask later, so that errors, which take one, aren't overtaken.
  chunkSteps(chunk) {
    const { tee, branch } = this;
    queueMicrotask(() => {
      tee.branch1.readsAgain = false;
      tee.branch2.readsAgain = false;
      if (branch === undefined) {
        tee.forward(chunk);
      } else {
        tee.forwardView(chunk, branch);
      }
    });
  }

  closeSteps(chunk) {
    this.tee.call(() => { this.closeBranches(chunk); });
  }

  closeBranches(chunk) {
    const { tee, branch } = this;
    const first = branch ?? tee.branch1;
    tee.isReading = false;
    tee.close(first);
    tee.close(first.other);
    if (branch === undefined) {
      tee.respondWithNothing(tee.branch1);
      tee.respondWithNothing(tee.branch2);
    } else if (chunk !== undefined) {
      tee.respond(branch, chunk);
      if (!branch.other.isCancelled) {
        tee.respondWithNothing(branch.other);
      }
    }
    if (tee.isOpen()) {
      tee.cancelPromise.fulfill();
    }
  }

  errorSteps() {
    this.tee.isReading = false;
  }
}
isolatePrototype(TeeRequest.prototype);
