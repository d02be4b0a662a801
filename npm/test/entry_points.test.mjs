// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What importing the package gives, and what it leaves alone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import util from 'node:util';
import vm from 'node:vm';

const NAMES = ['TextDecoder', 'TextEncoder', 'TextDecoderStream',
               'TextEncoderStream'];
const before = NAMES.map(
    (name) => Object.getOwnPropertyDescriptor(globalThis, name));

const main = await import('v8-encoding');
const require = createRequire(import.meta.url);
const LIB = path.dirname(require.resolve('v8-encoding'));

// What a program prints, in a process of its own.
function run(program, ...flags) {
  return execFileSync(
      process.execPath, [...flags, '--input-type=module', '--eval', program],
      { encoding: 'utf8' }).trim();
}

async function read(stream) {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
  }
  return text;
}

function streamOf(...chunks) {
  return new ReadableStream({
    start(controller) {
      chunks.forEach((chunk) => controller.enqueue(chunk));
      controller.close();
    },
  });
}

test('importing the package leaves the global classes as they were', () => {
  NAMES.forEach((name, i) => {
    assert.deepEqual(Object.getOwnPropertyDescriptor(globalThis, name), before[i]);
    assert.notEqual(main[name], globalThis[name], name);
  });
});

test('import and require() give the same classes', () => {
  const required = require('v8-encoding');
  assert.deepEqual(Object.keys(required),
                   [...NAMES, 'extras', 'install']);
  for (const name of Object.keys(required)) {
    assert.equal(main[name], required[name], name);
  }
});

test('extras are functions of a namespace, from three places', async () => {
  const extras = await import('v8-encoding/extras');
  assert.equal(main.extras, require('v8-encoding/extras'));
  assert.equal(String(main.extras), '[object EncodingExtras]');
  for (const name of Object.keys(main.extras)) {
    assert.equal(extras[name], main.extras[name], name);
  }
  assert.equal(extras.utf8ByteLength('né'), 3);
  assert.deepEqual([...extras.encode('né', 'latin1')], [0x6E, 0xE9]);
  assert.equal(extras.encodings().length, 40);
});

test('the classes convert', () => {
  const { TextDecoder, TextEncoder } = main;
  assert.deepEqual(new TextEncoder().encode('é'), Uint8Array.of(0xC3, 0xA9));
  assert.equal(new TextDecoder('shift_jis').decode(Uint8Array.of(0x82, 0xA0)), 'あ');
  assert.equal(new TextDecoder().decode(Buffer.from('Buffer: é')), 'Buffer: é');
});

test('stream classes work with the streams that Node has', async () => {
  const { TextDecoderStream, TextEncoderStream } = main;
  const decoder = new TextDecoderStream('euc-kr');
  assert.ok(decoder.readable instanceof ReadableStream);
  assert.ok(decoder.writable instanceof WritableStream);
  assert.equal(
      await read(streamOf(Uint8Array.of(0xB0), Uint8Array.of(0xA1)).pipeThrough(decoder)),
      '가');
  assert.equal(
      await new Response(streamOf('Grü', 'ße').pipeThrough(new TextEncoderStream())).text(),
      'Grüße');
  assert.equal(await read(new Blob(['Grüße']).stream().pipeThrough(
      new TextDecoderStream())), 'Grüße');
});

test('register replaces classes and streams, and those of util', () => {
  assert.equal(run(`
    import { TextDecoder as ours, TextDecoderStream as stream } from 'v8-encoding';
    import util, { TextDecoder as named } from 'node:util';
    import * as web from 'node:stream/web';
    const { ReadableStream: readable } = globalThis;
    await import('v8-encoding/register');
    console.log(TextDecoder === ours, TextDecoderStream === stream,
                util.TextDecoder === ours, named === ours,
                ReadableStream !== readable, web.ReadableStream === readable,
                new stream().readable instanceof ReadableStream,
                Object.keys(globalThis).includes('TextDecoder'),
                Object.keys(util).includes('TextDecoder'));
  `), 'true true true true true true true false true');
});

test('register works as a flag of Node, for import and for require()', () => {
  const program = `
    console.log(/native code/.test(TextDecoder), 'byobRequest' in
                ReadableByteStreamController.prototype)`;
  for (const flag of ['--import=v8-encoding/register', '--require=v8-encoding/register']) {
    assert.equal(run(program, flag), 'true true', flag);
  }
});

test('register before the first fetch() gives fetch() the same streams', () => {
  assert.equal(run(`
    import 'v8-encoding/register';
    let text = '';
    for await (const chunk of new Response('Grüße').body.pipeThrough(
             new TextDecoderStream())) {
      text += chunk;
    }
    text += await new Response(new ReadableStream({
      start(controller) { controller.enqueue('Grüße'); controller.close(); },
    }).pipeThrough(new TextEncoderStream())).text();
    for await (const chunk of ReadableStream.from(new Blob(['Grüße']).stream())
             .pipeThrough(new TextDecoderStream())) {
      text += chunk;
    }
    console.log(text);
  `), 'GrüßeGrüßeGrüße');
});

test('register when fetch() was used leaves streams as they are, with a warning', () => {
  assert.equal(run(`
    const { ReadableStream: readable } = globalThis;
    const { body } = new Response('body');
    const warnings = [];
    process.on('warning', ({ code, message }) => warnings.push(
        code, message.includes('node --import v8-encoding/register')));
    await import('v8-encoding/register');
    const { TextDecoder: ours } = await import('v8-encoding');
    console.log(await new Response(body.pipeThrough(new TextDecoderStream())
                    .pipeThrough(new TextEncoderStream())).text(),
                await new Response('late').clone().text(),
                ReadableStream === readable, TextDecoder === ours);
    await new Promise(setImmediate);
    console.log(...warnings);
  `), 'body late true true\nV8_ENCODING_STREAMS_KEPT true');
});

test('register before the first fetch(), and then again, has no warning', () => {
  assert.equal(run(`
    process.on('warning', ({ message }) => console.log(message));
    const { body } = new Response('body');
    await import('v8-encoding/register');
    console.log(await new Response(body.pipeThrough(new TextDecoderStream())
        .pipeThrough(new TextEncoderStream())).text());
    await new Promise(setImmediate);
  `, '--import=v8-encoding/register'), 'body');
});

test('register leaves the streams of Node\'s modules alone, and they don\'t mix', () => {
  assert.equal(run(`
    import { open } from 'node:fs/promises';
    import { Duplex, PassThrough, Readable, Writable } from 'node:stream';
    import 'v8-encoding/register';
    const file = await open(process.execPath);
    const ofNode = Readable.toWeb(Readable.from(['a']));
    const mixed = [
      () => ofNode.pipeThrough(new TextEncoderStream()),
      () => ofNode.pipeTo(new WritableStream()),
      () => new ReadableStream().pipeTo(Writable.toWeb(new PassThrough())),
      () => new ReadableStream().pipeThrough(Duplex.toWeb(new PassThrough())),
      () => new ReadableStream().pipeThrough(new CompressionStream('gzip')),
      () => new ReadableStream().pipeThrough(new DecompressionStream('gzip')),
      () => file.readableWebStream().pipeThrough(new TextDecoderStream()),
      () => new Blob(['a']).stream().getReader({ mode: 'byob' }),
      () => structuredClone(new ReadableStream(), { transfer: [new ReadableStream()] }),
      () => new MessageChannel().port1.postMessage(0, [new TransformStream()]),
    ];
    for (const fn of mixed) {
      try {
        await fn();
        console.log('not refused: ' + fn);
      } catch {}
    }
    console.log(ofNode instanceof ReadableStream);
    process.exit();
  `), 'false');
});

test('what goes between Node\'s streams and those of register', () => {
  assert.equal(run(`
    import { open } from 'node:fs/promises';
    import { PassThrough, Readable, compose } from 'node:stream';
    import { text } from 'node:stream/consumers';
    import { pipeline } from 'node:stream/promises';
    import 'v8-encoding/register';
    const body = () => new Response('body').body;
    const ofNode = () => Readable.toWeb(Readable.from([Buffer.from('node')]));
    const decoded = (stream) =>
        text(ReadableStream.from(stream).pipeThrough(new TextDecoderStream()));

    console.log(await decoded(ofNode()), await new Response(ofNode()).text());
    console.log(await text(Readable.fromWeb(body())),
                await text(Readable.fromWeb(ofNode())), await text(Readable.from(body())));
    const gzip = new CompressionStream('gzip');
    const gunzip = new DecompressionStream('gzip');
    console.log(await decoded(compose(body(), gzip, gunzip)));
    const output = new PassThrough();
    pipeline(body(), new CompressionStream('gzip'), new DecompressionStream('gzip'),
             new TextDecoderStream(), output);
    console.log(await text(output));
    const file = await open(process.execPath);
    const reader = ReadableStream.from(file.readableWebStream()).getReader();
    console.log((await reader.read()).value.byteLength > 0);
    process.exit();
  `), 'node node\nbody node body\nbody\nbody\ntrue');
});

test('register-encoding replaces the classes, over the streams that Node has', () => {
  assert.equal(run(`
    const { ReadableStream: readable } = globalThis;
    const { TextDecoderStream } = await import('v8-encoding');
    await import('v8-encoding/register-encoding');
    let text = '';
    for await (const chunk of new Blob(['Grüße']).stream().pipeThrough(
             new globalThis.TextDecoderStream())) {
      text += chunk;
    }
    console.log(ReadableStream === readable,
                TextDecoderStream === globalThis.TextDecoderStream, text);
  `), 'true true Grüße');
});

test('loaded once more, the package has classes of its own, and old objects work', () => {
  const old = new main.TextDecoder('big5');
  for (let i = 0; i < 3; ++i) {
    for (const file of Object.keys(require.cache)) {
      delete require.cache[file];
    }
    const { TextDecoder } = require('v8-encoding');
    assert.notEqual(TextDecoder, main.TextDecoder);
    assert.equal(new TextDecoder().decode(Buffer.from('é')), 'é');
  }
  assert.equal(old.decode(Uint8Array.of(0xA4, 0x40)), '一');
});

// Calls test(folder) with a folder that has a copy of the package's lib/.
function withCopy(test) {
  const copy = mkdtempSync(path.join(tmpdir(), 'v8-encoding-'));
  try {
    cpSync(LIB, path.join(copy, 'lib'), { recursive: true });
    test(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

test('a package that was not compiled says so, and what a bundle has to do', () => {
  withCopy((copy) => {
    assert.throws(() => require(path.join(copy, 'lib', 'index.js')),
                  /npm rebuild v8-encoding.*bundle.*external/);
  });
});

test('what a bundler writes into functions isn\'t needed in other realms', () => {
  withCopy((copy) => {
    symlinkSync(path.join(LIB, '..', 'build'), path.join(copy, 'build'));
    const file = path.join(copy, 'lib', 'node_functions.js');
    const text = readFileSync(file, 'utf8');
    const bundled = text.replace(
        /(function makeFunctions\(\) \{\s*'use strict';)/,
        '$1 __name(makeFunctions, "makeFunctions");');
    assert.notEqual(bundled, text);
    writeFileSync(file, `const __name = (value) => value;${bundled}`);
    const { install } = require(path.join(copy, 'lib', 'index.js'));
    const context = install(vm.createContext({}));
    assert.equal(util.inspect(vm.runInContext('new ReadableStream()', context)),
                 'ReadableStream { locked: false }');
  });
});

test('a global object that takes no properties is a clear error', () => {
  assert.equal(run(`
    Object.freeze(globalThis);
    try {
      await import('v8-encoding');
    } catch (error) {
      console.log(error.message);
    }
  `), 'Failed to execute \'Install\' on \'Interfaces\': ' +
      'The property \'TextDecoder\' can\'t be defined on the global object.');
});

test('nothing can be imported but the entry points', async () => {
  for (const file of ['lib/native.js', 'build/Release/v8_encoding.node']) {
    await assert.rejects(import(`v8-encoding/${file}`),
                         { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
  }
});
