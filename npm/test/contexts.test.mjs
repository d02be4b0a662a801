// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// install(): contexts of node:vm.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import stream from 'node:stream';
import { test } from 'node:test';
import util from 'node:util';
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

// What a script of a context may do with `value`, and what `value` then is.
const STEPS = `(function steps(value) {
  'use strict';
  const found = [];
  const add = (path, get) => {
    let result;
    try {
      result = get();
    } catch (error) {
      result = error;
    }
    if (typeof result === 'object' && result !== null ||
        typeof result === 'function') {
      found.push([path, result]);
    }
  };
  add('prototype', () => Object.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    add(String(key), () => property.value);
    add('get ' + String(key), () => property.get);
    add('set ' + String(key), () => property.set);
  }
  return found;
})`;

// Everything that scripts reach by properties and prototypes, but for what is of the
// context, from pairs of a name and an object.
function foreignObjects(context, roots) {
  const steps = vm.runInContext(STEPS, context);
  const isOfContext = vm.runInContext(`(value) => value instanceof Object ||
      value === Object.prototype || value === null`, context);
  const seen = new Set();
  const foreign = [];
  const waiting = [...roots];
  while (waiting.length > 0) {
    const [name, value] = waiting.pop();
    if (seen.has(value)) {
      continue;
    }
    seen.add(value);
    // An object without a prototype, too, has nothing to reach by the prototype.
    if (!isOfContext(value) && Object.getPrototypeOf(value) !== null) {
      foreign.push(name);
      continue;
    }
    for (const [key, next] of steps(value)) {
      waiting.push([`${name} > ${key}`, next]);
    }
  }
  return { foreign, count: seen.size };
}

for (const [kind, newContext] of Object.entries(KINDS)) {
  test(`${kind}: scripts reach nothing of another realm`, async () => {
    const context = install(newContext(), { extras: 'encodingExtras' });
    const roots = await vm.runInContext(`(async () => {
      const roots = [['encodingExtras', encodingExtras]];
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        if (/^Text|Stream|QueuingStrategy/.test(name)) {
          roots.push([name, globalThis[name]]);
        }
      }
      const add = (name, make) => {
        let value;
        try {
          value = make();
        } catch (error) {
          value = error;
        }
        roots.push([name, value]);
      };
      const { readable, writable } = new TextEncoderStream();
      const objects = [new TextDecoder(), new TextEncoder(), readable, writable,
                       Object.create(ReadableStream.prototype), Object.prototype,
                       Function.prototype, 5, undefined, null, new Proxy(readable, {})];
      const inspect = Symbol.for('nodejs.util.inspect.custom');
      for (const { prototype } of [TextDecoder, TextEncoderStream, ReadableStream,
                                   WritableStream, TransformStream]) {
        for (const key of Object.getOwnPropertySymbols(prototype)) {
          const { get } = Object.getOwnPropertyDescriptor(prototype, key);
          if (get === undefined) {
            continue;
          }
          objects.forEach((object, i) => {
            const name = String(key) + ' of ' + i;
            add(name, () => get.call(object));
            add(name + ', called', () => get.call(object)('error'));
          });
        }
        // All that inspection passes on.
        for (const object of objects) {
          for (const depth of [-1, 0]) {
            const options = {
              stylize(...args) { roots.push(['stylize', this], ['stylize', args]); },
            };
            add('inspect', () => prototype[inspect].call(object, depth, options,
                function(...args) {
                  roots.push(['inspect, this', this], ['inspect', args]);
                  args.forEach((arg) => roots.push(['inspect', arg]));
                  throw new Error();
                }));
            add('inspect', () => prototype[inspect].call(object, depth));
          }
        }
      }
      // With hardly any stack, errors come from everywhere.
      for (const stream of [readable, writable]) {
        for (const key of Object.getOwnPropertySymbols(
            Object.getPrototypeOf(stream))) {
          (function call() {
            try {
              call();
            } catch {}
            add('no stack, ' + String(key), () => stream[key]);
            if (typeof stream[key] === 'function') {
              add('no stack, ' + String(key), () => stream[key](0, {}, String));
            }
          })();
        }
      }
      const reader = new ReadableStream({
        start(controller) {
          roots.push(['controller', controller]);
          controller.enqueue(new Uint8Array(1));
        },
      }).pipeThrough(new TextDecoderStream()).getReader();
      add('read()', () => reader.read());
      roots.push(['result', await new ReadableStream({ start(c) { c.enqueue(1); } })
          .getReader().read()]);
      add('encode()', () => new TextEncoder().encode('é'));
      add('encodeInto()', () => new TextEncoder().encodeInto('é', new Uint8Array(5)));
      add('encodings()', () => encodingExtras.encodings());
      add('unknown label', () => new TextDecoder('?'));
      return roots.filter(([, value]) => Object(value) === value);
    })()`, context);
    const { foreign, count } = foreignObjects(context, roots);
    assert.deepEqual(foreign, []);
    assert.ok(count > 300, `${count} objects were looked at`);
  });

  test(`${kind}: Node's inspect() and node:stream know the context's objects`, async () => {
    const context = install(newContext());
    assert.equal(
        util.inspect(vm.runInContext('new TextDecoder("sjis", { fatal: true })', context)),
        'TextDecoder { encoding: \'shift_jis\', fatal: true, ignoreBOM: false }');
    const open = vm.runInContext('new ReadableStream()', context);
    assert.equal(util.inspect(open), 'ReadableStream { locked: false }');
    assert.equal(util.inspect([[open]], { depth: 1 }), '[ [ [ReadableStream] ] ]');
    assert.equal(stream.isReadable(open), true);
    assert.equal(stream.isErrored(open), false);
    assert.equal(stream.isDisturbed(open), false);
    const writable = vm.runInContext('new WritableStream()', context);
    const ended = new Promise((resolve) => stream.finished(writable, resolve));
    await writable.close();
    assert.equal(await ended, undefined);
    const controller = new AbortController();
    stream.addAbortSignal(controller.signal, open);
    controller.abort();
    await assert.rejects(open.getReader().read(), { name: 'AbortError' });
    assert.equal(stream.isErrored(open), true);
  });
}

// The package's files in a context of node:vm, as some test runners load them.
function loadInContext(context, entry) {
  const require = createRequire(import.meta.url);
  const loaded = new Map();
  function load(file) {
    if (!loaded.has(file)) {
      const module = { exports: {} };
      loaded.set(file, module);
      const text = readFileSync(file, 'utf8');
      const evaluate = vm.compileFunction(
          file.endsWith('.json') ? `module.exports = ${text}` : text,
          ['module', 'exports', 'require', '__dirname'],
          { parsingContext: context, filename: file });
      const folder = path.dirname(file);
      evaluate(module, module.exports, (name) =>
          name.startsWith('.') ? load(path.join(folder, name)) : require(name), folder);
    }
    return loaded.get(file).exports;
  }
  return load(require.resolve(entry));
}

test('the package is loaded in a context without streams, and gives its own', async () => {
  const context = vm.createContext({});
  const { TextDecoder: Decoder, TextDecoderStream } =
      loadInContext(context, 'v8-encoding');
  assert.equal(new Decoder('big5').decode(Uint8Array.of(0xA4, 0x40)), '一');
  assert.equal(vm.runInContext('typeof TextDecoder', context), 'undefined');
  const { readable, writable } = new TextDecoderStream('big5');
  writable.getWriter().write(Uint8Array.of(0xA4, 0x40));
  assert.equal((await readable.getReader().read()).value, '一');
});

test('the package is loaded in a context with Node\'s streams, and works over them', () => {
  const context = vm.createContext({ TransformStream });
  const { TextDecoderStream } = loadInContext(context, 'v8-encoding');
  assert.ok(new TextDecoderStream().readable instanceof ReadableStream);
});

test('registering in a context leaves Node\'s modules alone', () => {
  const before = [util.TextDecoder, Blob.prototype.stream, stream.Readable.fromWeb];
  const context = vm.createContext({});
  loadInContext(context, 'v8-encoding/register');
  loadInContext(vm.createContext({}), 'v8-encoding/register-encoding');
  assert.equal(vm.runInContext(
      'new TextDecoderStream().readable instanceof ReadableStream', context), true);
  assert.deepEqual(
      [util.TextDecoder, Blob.prototype.stream, stream.Readable.fromWeb], before);
});

const properties = (names) =>
    names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));

// As jest and others make their contexts.
for (const entry of ['v8-encoding', 'v8-encoding/register-encoding',
                     'v8-encoding/register']) {
  test(`${entry} in a context with Node's Uint8Array gives instances of it`, async () => {
    const context = vm.createContext(
        { Uint8Array, ArrayBuffer, TransformStream }, { codeGeneration: { strings: false } });
    const names = ['TextDecoder', 'TextEncoder', 'TextDecoderStream', 'TextEncoderStream',
                   'ReadableStream', 'TransformStream'];
    const before = properties(names);
    const loaded = loadInContext(context, entry);
    context.classes =
        entry === 'v8-encoding' ? loaded : vm.runInContext('globalThis', context);
    const { extras } = loadInContext(context, 'v8-encoding');
    const encoded = await vm.runInContext(`(async () => {
      const { TextEncoder, TextDecoderStream, TextEncoderStream } = classes;
      const { readable, writable } = new TextEncoderStream();
      writable.getWriter().write('é');
      const decoded = new TextDecoderStream();
      const [bytes, copy] = readable.tee();
      bytes.pipeThrough(decoded);
      return {
        array: new TextEncoder().encode('é'),
        chunk: (await copy.getReader().read()).value,
        text: (await decoded.readable.getReader().read()).value,
      };
    })()`, context);
    assert.equal(encoded.text, 'é');
    for (const array of [encoded.array, encoded.chunk, extras.encode('é')]) {
      assert.deepEqual(array, Uint8Array.of(0xC3, 0xA9));
      assert.ok(array.buffer instanceof ArrayBuffer);
    }
    assert.ok(vm.runInContext(
        'try { new classes.TextDecoder("?"); } catch (e) { e instanceof RangeError; }',
        context));
    assert.deepEqual(properties(names), before);
  });
}

test('streams of register in a context with Node\'s Uint8Array', async () => {
  const context = vm.createContext({ Uint8Array, TransformStream });
  loadInContext(context, 'v8-encoding/register');
  // Once more, as test runners load modules for each test.
  loadInContext(context, 'v8-encoding/register-encoding');
  const { value, isOfGlobals, shown } = await vm.runInContext(`(async () => {
    const bytes = new ReadableStream({
      type: 'bytes', start(c) { c.enqueue(new Uint8Array(1)); },
    });
    return {
      value: (await bytes.getReader().read()).value,
      isOfGlobals: new TextDecoderStream().readable instanceof ReadableStream,
      shown: new ReadableStream(),
    };
  })()`, context);
  assert.ok(value instanceof Uint8Array);
  assert.ok(isOfGlobals);
  assert.equal(util.inspect(shown), 'ReadableStream { locked: false }');
  assert.equal(stream.isReadable(shown), true);
});

test('a context with Node\'s Uint8Array and no streams has stream classes that mix', () => {
  const { TextDecoderStream, TextEncoderStream } =
      loadInContext(vm.createContext({ Uint8Array }), 'v8-encoding');
  new TextEncoderStream().readable.pipeThrough(new TextDecoderStream());
});

test('classes in a context with a third realm\'s Uint8Array are the context\'s', () => {
  const context = vm.createContext({ Uint8Array: vm.runInNewContext('Uint8Array') });
  loadInContext(context, 'v8-encoding/register');
  assert.ok(vm.runInContext('TextEncoder instanceof Function', context));
});

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
