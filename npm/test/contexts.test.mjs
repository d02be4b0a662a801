// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// install(): contexts of node:vm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';

import { TextDecoder, install } from 'v8-encoding';

const { DONT_CONTEXTIFY } = vm.constants ?? {};
const KINDS = { 'an object': () => vm.createContext({}) };
if (DONT_CONTEXTIFY !== undefined) {  // Node 22.8 and later.
  KINDS['an ordinary global object'] = () => vm.createContext(DONT_CONTEXTIFY);
}

for (const [kind, newContext] of Object.entries(KINDS)) {
  test(`${kind}: classes and streams are the context's own`, async () => {
    const context = newContext();
    assert.equal(install(context), context);
    assert.equal(vm.runInContext(
        'new TextDecoder("koi8-r").decode(new TextEncoder().encode("a"))', context), 'a');
    for (const name of ['TextDecoder', 'TextEncoderStream', 'ReadableStream']) {
      assert.ok(vm.runInContext(`${name}.prototype instanceof Object`, context), name);
      assert.ok(vm.runInContext(`!Object.keys(globalThis).includes('${name}')`, context),
                name);
    }
    assert.notEqual(vm.runInContext('TextDecoder', context), TextDecoder);
    assert.equal(await vm.runInContext(`(async () => {
      let text = '';
      const bytes = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([0x82]));
          controller.enqueue(new Uint8Array([0xA0]));
          controller.close();
        },
      });
      for await (const chunk of bytes.pipeThrough(new TextDecoderStream('sjis'))) {
        text += chunk;
      }
      return text;
    })()`, context), 'あ');
  });

  test(`${kind}: errors are of the context's realm, with codes`, () => {
    const context = install(newContext());
    assert.equal(vm.runInContext(`
      try { new TextDecoder('?'); } catch (error) {
        error instanceof RangeError ? error.code : 'of another realm';
      }`, context), 'ERR_ENCODING_NOT_SUPPORTED');
  });

  test(`${kind}: a decoder works with the decode() of another context`, () => {
    const decoder = vm.runInContext('new TextDecoder("koi8-r")', install(newContext()));
    assert.equal(
        TextDecoder.prototype.decode.call(decoder, Uint8Array.of(0xC1)), 'а');
    assert.ok(!(decoder instanceof TextDecoder));
  });

  test(`${kind}: options`, () => {
    const context = install(newContext(), { streams: false, extras: 'encodingExtras' });
    assert.equal(vm.runInContext('typeof ReadableStream', context), 'undefined');
    assert.equal(vm.runInContext('encodingExtras.utf8ByteLength("é")', context), 2);
    assert.equal(vm.runInContext('new TextDecoderStream().encoding', context), 'utf-8');
  });

  test(`${kind}: installing twice changes nothing`, () => {
    const context = install(newContext());
    const first = vm.runInContext('TextDecoder', context);
    install(context);
    assert.equal(vm.runInContext('TextDecoder', context), first);
  });
}

test('what is no context is refused', () => {
  for (const value of [{}, null, undefined, 5, globalThis]) {
    assert.throws(() => install(value), { code: 'ERR_INVALID_ARG_TYPE' });
  }
});

test('contexts are collected', async () => {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  let alive = 0;
  const registry = new FinalizationRegistry(() => --alive);
  for (let i = 0; i < 50; ++i) {
    const context = install(vm.createContext({}));
    registry.register(vm.runInContext('new TextDecoder()', context));
    ++alive;
  }
  for (let i = 0; i < 20 && alive > 5; ++i) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(alive <= 5, `${alive} of 50 contexts are alive`);
});
