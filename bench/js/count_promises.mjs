// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Promises made and jobs run for a chunk, of this library's streams, of Node's
// own and of npm's web-streams-polyfill; in Node, from the top of the repository:
//
//   node bench/js/count_promises.mjs
//
// V8's promise hooks tell of each promise that is made and of each reaction to a
// promise that is run as a job. The library's JavaScript runs here without the
// add-on, since hooks see one realm only; a chunk's conversion makes no promise.
// What 2,000 chunks make more than 1,000 is what a thousand chunks make. V8 makes
// a promise for an `await` only where there are hooks; those aren't counted.

import {readFileSync} from 'node:fs';
import webStreams from 'node:stream/web';
import {promiseHooks} from 'node:v8';

const chunks = 1000;

for (const name of ['polyfill', 'implementations']) {
  (0, eval)(readFileSync(`js-tests/stream_oracle/${name}.js`, 'utf8'));
}
const {evaluateText, polyfillInterfaces, textOfPieces} =
    globalThis.streamOracle;

const convert = (chunk) => chunk + 1;

// {interfaces, newPair()}: a pair of streams that converts each chunk.
function implementations() {
  const text = textOfPieces((name) =>
    readFileSync(`bindings/streams/${name}.js`, 'utf8'));
  const made = evaluateText(text);
  const polyfill = polyfillInterfaces(readFileSync(
      'node_modules/web-streams-polyfill/dist/ponyfill.js', 'utf8'), false);
  const transformer = {
    transform(chunk, controller) {
      controller.enqueue(convert(chunk));
    },
  };
  return {
    ours: {
      interfaces: made.interfaces,
      newPair: () => made.newStreamPair((_, chunk) => convert(chunk),
                                        () => undefined, {}),
    },
    Node: {
      interfaces: webStreams,
      newPair: () => new webStreams.TransformStream(transformer),
    },
    polyfill: {
      interfaces: polyfill,
      newPair: () => new polyfill.TransformStream(transformer),
    },
  };
}

function newSource({ReadableStream}, count) {
  let i = 0;
  return new ReadableStream({
    pull(controller) {
      if (i < count) {
        controller.enqueue(i++);
      } else {
        controller.close();
      }
    },
  });
}

// Each gives how many promises were awaited.
async function write({readable, writable}, count) {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  for (let i = 0; i < count; ++i) {
    const read = reader.read();
    writer.write(i);
    await read;
  }
  return count;
}

async function read(readable) {
  const reader = readable.getReader();
  let awaited = 1;
  while (!(await reader.read()).done) {
    ++awaited;
  }
  return awaited;
}

async function pipeToSink(readable, {WritableStream}) {
  await readable.pipeTo(new WritableStream({write() {}}));
  return 1;
}

const rows = {
  'identity, written': ({interfaces}, count) =>
    write(new interfaces.TransformStream(), count),
  'identity, piped': ({interfaces}, count) =>
    read(newSource(interfaces, count).pipeThrough(
        new interfaces.TransformStream())),
  'no stream, pipeTo a sink': ({interfaces}, count) =>
    pipeToSink(newSource(interfaces, count), interfaces),
  'conversion, written': ({newPair}, count) => write(newPair(), count),
  'conversion, piped': ({interfaces, newPair}, count) =>
    read(newSource(interfaces, count).pipeThrough(newPair())),
  'conversion, pipeTo a sink': ({interfaces, newPair}, count) =>
    pipeToSink(newSource(interfaces, count).pipeThrough(newPair()), interfaces),
};

let promises = 0;
let jobs = 0;

const quiet = () => new Promise((resolve) => { setImmediate(resolve); });

async function count(run, implementation, length) {
  await quiet();
  promises = jobs = 0;
  const stop = [promiseHooks.onInit(() => { ++promises; }),
                promiseHooks.onBefore(() => { ++jobs; })];
  const awaited = await run(implementation, length);
  await quiet();
  stop.forEach((f) => f());
  return [promises - awaited, jobs];
}

const all = implementations();
console.log(['promises / jobs a chunk', ...Object.keys(all)].join('\t'));
for (const [name, run] of Object.entries(rows)) {
  const cells = [];
  for (const implementation of Object.values(all)) {
    const first = await count(run, implementation, chunks);
    const second = await count(run, implementation, 2 * chunks);
    cells.push(first.map((value, i) =>
      Math.round(10 * (second[i] - value) / chunks) / 10).join(' / '));
  }
  console.log([name, ...cells].join('\t'));
}
