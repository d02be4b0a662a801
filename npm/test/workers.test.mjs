// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Worker threads, each with an isolate of its own, and what is left of them when
// they end. This thread never loads the package, so that Node closes the add-on
// with each Worker.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc');
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

// Runs a program in a Worker to its end. Resolves with what it posted.
function runWorker(program, workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(`
        const { parentPort, workerData } = require('node:worker_threads');
        const load = (name) => require(require.resolve(name, {
          paths: [${JSON.stringify(FOLDER)}] }));
        (async () => { ${program} })();`, { eval: true, workerData });
    let message;
    worker.on('message', (value) => { message = value; });
    worker.on('error', reject);
    worker.on('exit', (code) =>
        code === 0 ? resolve(message) : reject(new Error(`exit code ${code}`)));
  });
}

const mappings = () =>
    readFileSync('/proc/self/maps', 'utf8').match(/v8_encoding\.node/g)?.length ?? 0;

function residentBytes() {
  gc();
  return process.memoryUsage.rss();
}

test('classes in a Worker', async () => {
  assert.deepEqual(await runWorker(`
    load('v8-encoding/register');
    let text = '';
    for await (const chunk of new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([0xA4]));
        controller.enqueue(new Uint8Array([0x40]));
        controller.close();
      },
    }).pipeThrough(new TextDecoderStream('big5'))) {
      text += chunk;
    }
    let code;
    try { new TextDecoder('?'); } catch (error) { code = error.code; }
    parentPort.postMessage([text, code]);
  `), ['一', 'ERR_ENCODING_NOT_SUPPORTED']);
});

test('Workers side by side', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, (_, i) => runWorker(`
    const { TextDecoder, TextEncoder } = load('v8-encoding');
    const text = String.fromCodePoint(0x4E00 + workerData).repeat(20000);
    let matches = true;
    for (let i = 0; i < 20; ++i) {
      matches &&= new TextDecoder().decode(new TextEncoder().encode(text)) === text;
    }
    parentPort.postMessage(matches);
  `, i)));
  assert.deepEqual(results, results.map(() => true));
});

// Long strings lie outside of V8's heap, and are freed with the isolate: after
// Node has closed the add-on. Without -z nodelete this crashes where nothing
// else keeps the add-on (GCC's "unique" symbols do, Clang has none).
test('long strings and transferred arrays survive the Worker\'s add-on', async () => {
  const arrays = [];
  for (let i = 0; i < 8; ++i) {
    arrays.push(await runWorker(`
      const { TextDecoder, TextEncoder } = load('v8-encoding');
      globalThis.kept = new TextDecoder().decode(new Uint8Array(3e6).fill(0xC3, 1e6));
      const array = new TextEncoder().encode('é'.repeat(1e6));
      parentPort.postMessage(array, [array.buffer]);
    `));
  }
  assert.ok(mappings() > 0);
  for (const array of arrays) {
    assert.equal(array.length, 2e6);
    assert.equal(array[1999999], 0xA9);
  }
  arrays.length = 0;
  gc();
});

test('a Worker that is terminated in mid-conversion', async () => {
  const worker = new Worker(`
    const { TextDecoder } = require(require.resolve('v8-encoding', {
      paths: [${JSON.stringify(FOLDER)}] }));
    require('node:worker_threads').parentPort.postMessage('started');
    const bytes = new Uint8Array(1e6).fill(0xC3);
    for (;;) {
      new TextDecoder().decode(bytes);
    }`, { eval: true });
  await new Promise((resolve) => worker.once('message', resolve));
  assert.equal(await worker.terminate(), 1);
});

test('100 Workers, one after another, leave no memory behind', async () => {
  const program = `
    load('v8-encoding/register');
    globalThis.kept = new TextDecoder('gb18030').decode(new Uint8Array(1e5).fill(0xB0));
    globalThis.stream = new TextDecoderStream();
    parentPort.postMessage(kept.length);`;
  for (let i = 0; i < 20; ++i) {
    assert.equal(await runWorker(program), 50000);
  }
  const early = residentBytes();
  const earlyMappings = mappings();
  for (let i = 0; i < 80; ++i) {
    assert.equal(await runWorker(program), 50000);
  }
  const grown = residentBytes() - early;
  assert.equal(mappings(), earlyMappings);
  // Node 26 keeps about 35 KiB of each Worker, with the package or without.
  assert.ok(grown < 16 << 20, `${grown} bytes more after 80 Workers`);
});
