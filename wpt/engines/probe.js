// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What tools/wpt runs first in an engine, to see what the engine has and is. It
// prints an empty line, to end what the engine may have printed, and one of JSON,
// {"engine": {…}}:
//
//   missingForPages    of what shim/main.mjs needs, which runs pages
//   missingForScripts  of what the suite's scripts use beyond ECMAScript
//   product, version, v8   of what the engine says of itself, as wpt.fyi has it

(function() {
  'use strict';

  // Of the shell's own globals; shell/README.md says what they do.
  const FOR_PAGES = [
    'createRealm', 'decodeHook', 'evaluateScript', 'percentEncodeHook',
    'print', 'quit', 'readFile', 'scriptArgs', 'setUncaughtHandler',
    'withCaller', 'writeError',
  ];
  const FOR_SCRIPTS = [
    'TextDecoder', 'TextEncoder', 'TextDecoderStream', 'TextEncoderStream',
    'ReadableStream', 'WritableStream', 'TransformStream', 'AbortController',
    'DOMException', 'MessageChannel', 'SharedArrayBuffer', 'WebAssembly',
    'XMLHttpRequest', 'clearTimeout', 'setTimeout', 'structuredClone',
  ];
  const missing = (names) => names.filter((name) => !(name in globalThis));

  function identify() {
    const { Deno, navigator, process, versions } = globalThis;
    if (versions && versions.v8Encoding) {
      return {
        product: 'v8-encoding', version: versions.v8Encoding, v8: versions.v8,
      };
    }
    const all = process && process.versions || Deno && Deno.version || {};
    // Some claim to be Node, too.
    for (const [key, product] of [
      ['bun', 'bun'], ['deno', 'deno'], ['node', 'node.js'],
    ]) {
      if (all[key]) {
        // Bun names a V8 whose API it has, and runs JavaScriptCore.
        const v8 = product === 'bun' ? undefined : all.v8;
        return { product, version: all[key], v8 };
      }
    }
    const [, product, version] =
        /^([^\s/]+)\/(\S+)/.exec(navigator && navigator.userAgent) || [];
    return { product, version };
  }

  const answer = JSON.stringify({
    engine: Object.assign(identify(), {
      missingForPages: missing(FOR_PAGES),
      missingForScripts: missing(FOR_SCRIPTS),
    }),
  });
  const line = `\n${answer}`;
  if (typeof print === 'function') {
    print(line);
  } else {
    console.log(line);
  }
})();
