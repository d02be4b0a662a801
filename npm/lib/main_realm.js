// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The classes that the package's files give. There is one set of them, whichever entry
// point is loaded first; register.js turns their streams from Node's to the package's
// own.

'use strict';

const vm = require('node:vm');

const native = require('./native.js');
const {
  borrowEncoding, define, defineAll, makeFunctionsIn, streamsOf, useStreams,
} = require('./realm.js');

// Node's modules may be another realm's: some test runners run these files in a
// context of node:vm. What such a context has ends with it, so that Node's modules
// are then left alone.
const globalOfNode = vm.runInThisContext('globalThis');
const modulesAreOfThisRealm = globalOfNode === globalThis;

// Such a context may have the Uint8Array of Node's modules, so that arrays that these
// make are instances. What a realm's functions make are arrays of the realm: so what
// makes arrays is then of the realm of Node's modules, too, as Node's own classes are.
const realmOfArrays =
    globalThis.Uint8Array === globalOfNode.Uint8Array ? globalOfNode : globalThis;

const interfaces = borrowEncoding(globalThis);
const extras = native.extras(globalThis);
let functions;
if (realmOfArrays !== globalThis) {
  functions = makeFunctionsIn();
  const { TextEncoder, TextEncoderStream } = borrowEncoding(realmOfArrays, functions);
  Object.assign(interfaces, { TextEncoder, TextEncoderStream });
  extras.encode = native.extras(realmOfArrays).encode;
}

// Both stream classes work over the same streams, those of the globals if there are any.
function useGlobalStreams() {
  const source =
      typeof globalThis.TransformStream === 'function' ? globalThis : realmOfArrays;
  for (const global of new Set([globalThis, realmOfArrays])) {
    useStreams(global, false, source);
  }
}
useGlobalStreams();

// `util` has the global classes in Node, and has them here.
function replaceInUtil() {
  const util = require('node:util');
  for (const name of ['TextDecoder', 'TextEncoder']) {
    define(util, name, globalThis[name]);
    Object.defineProperty(util, name, { __proto__: null, enumerable: true });
  }
  require('node:module').syncBuiltinESMExports();
}

// fetch() keeps the ReadableStream that is global when Node loads fetch(), to tell what
// is a stream, and makes bodies by the one that is global later: they have to be the
// same. In ES modules an import of node:http has loaded fetch() before the first
// module runs, since Node then looks at all that http exports.
const FETCH = 'NativeModule internal/deps/undici/undici';

function fetchHasNodeStreams() {
  return process.moduleLoadList.includes(FETCH) &&
      globalThis.ReadableStream === require('node:stream/web').ReadableStream;
}

let streamsAreReplaced = false;

function register({ streams }) {
  if (streams && modulesAreOfThisRealm && fetchHasNodeStreams()) {
    process.emitWarning(
        'v8-encoding/register leaves Node\'s streams as they are, because Node has ' +
        'loaded fetch() before. To replace streams, start the program by ' +
        'node --import v8-encoding/register; to keep them without this warning, ' +
        'import v8-encoding/register-encoding',
        { code: 'V8_ENCODING_STREAMS_KEPT' });
    streams = false;
  }
  if (streams) {
    defineAll(globalThis, streamsOf(realmOfArrays, functions));
  }
  if (streams && realmOfArrays === globalThis) {
    useStreams(globalThis, true);
  } else {
    useGlobalStreams();
  }
  defineAll(globalThis, interfaces);
  if (!modulesAreOfThisRealm) {
    return;
  }
  if (streams && !streamsAreReplaced) {
    streamsAreReplaced = true;
    require('./replace_in_node.js').replaceInNode();
  }
  replaceInUtil();
}

module.exports = { ...interfaces, extras, register };
