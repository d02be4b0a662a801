// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Implementations of the Streams Standard from text, and what engines tell of
// rejections that nobody handles.

'use strict';

(() => {
// In the order in which build/embed.py joins them.
const pieces = ['common', 'views', 'webidl', 'writable', 'writer', 'readable',
                'readers', 'byte_stream', 'byob', 'pipe', 'tee', 'iterator',
                'from', 'transform', 'native_pair', 'observe', 'strategies', 'transfer',
                'interfaces'];

const names = [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamDefaultController', 'ReadableByteStreamController',
  'ReadableStreamBYOBRequest', 'WritableStream', 'WritableStreamDefaultWriter',
  'WritableStreamDefaultController', 'TransformStream',
  'TransformStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy',
];

// Those that are globals.
const ownInterfaces = () =>
    Object.fromEntries(names.map((name) => [name, globalThis[name]]));

// The text of all pieces that readPiece(name) has: not every version has every
// piece.
function textOfPieces(readPiece) {
  let text = '';
  for (const name of pieces) {
    try {
      text += readPiece(name);
    } catch {
      continue;
    }
  }
  return text;
}

// What a text gives that is an expression, or the body of a function
// (keys, host). Symbols stand for V8's private ones, and these functions for
// what is native in the library.
function evaluateText(text) {
  const keys = new Proxy({}, {
    get: (target, name) => target[name] ??= Symbol(name),
  });
  const host = {
    isPromise: (value) => value instanceof Promise,
    markAsHandled: (promise) => { promise.then(() => {}, () => {}); },
    isDetachedBuffer: (buffer) => buffer.detached,
    transferArrayBuffer: (buffer) => buffer.transferToFixedLength(),
    newHostConstructor: () => function() {},
    prototypeInRealmOf: (newTarget, name) =>
      made.interfaces[name].prototype,
    showToErrorHook: () => {},
  };
  const made =
      new Function('keys', 'host', text)(keys, host) ?? (0, eval)(text);
  return made;
}

function interfacesOfText(text) {
  const made = evaluateText(text);
  return made.interfaces ?? made;
}

// Node tells of rejections once the microtasks are done. What nobody caught
// counts as one, too.
function nodeRejections(process) {
  let pending = new Map();
  process.on('uncaughtException', (error) => { pending.set({}, error); });
  process.on('unhandledRejection', (reason, promise) => {
    pending.set(promise, reason);
  });
  process.on('rejectionHandled', (promise) => { pending.delete(promise); });
  return {
    begin() { pending = new Map(); },
    async end() {
      await new Promise((resolve) => { setImmediate(resolve); });
      return [...pending.values()];
    },
  };
}

// So does the shell, of all until end() is called.
function shellRejections(setUncaughtHandler) {
  let reasons = [];
  return {
    begin() {
      reasons = [];
      setUncaughtHandler((_, error) => {
        reasons.push(error);
        return true;
      });
    },
    async end() {
      await new Promise((resolve) => { setTimeout(resolve, 0); });
      setUncaughtHandler(() => false);
      return reasons;
    },
  };
}

globalThis.streamOracle ??= {};
Object.assign(globalThis.streamOracle, {
  textOfPieces, ownInterfaces, evaluateText, interfacesOfText, nodeRejections,
  shellRejections,
});
})();
