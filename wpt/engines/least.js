// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The least that an engine of tools/wpt may have, in this project's shell:
//
//   tools/wpt --engine 'out/release/shell wpt/engines/least.js'
//
// runs scripts with what ECMAScript has, print() and the interfaces that are
// tested: without console, timers, files.

(() => {
  const KEPT = new Set(`
    AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt
    BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error
    EvalError FinalizationRegistry Float16Array Float32Array Float64Array
    Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math
    NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set
    SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError
    URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef
    WeakSet WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent
    escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape

    TextDecoder TextDecoderStream TextEncoder TextEncoderStream ReadableStream
    TransformStream WritableStream

    print
  `.split(/\s+/));

  const { load, scriptArgs: [file] } = globalThis;
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT.has(name)) {
      delete globalThis[name];
    }
  }
  load(file);
})();
