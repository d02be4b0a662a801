// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Compares an implementation of streams with npm's web-streams-polyfill, in
// Node, by random programs:
//
//   node js-tests/stream_oracle/main.js [--impl=WHAT] [--with=WHAT]
//       [--from=SEED] [--count=N] [--most=REPORTS] [--show=SEED]
//       [--skip=REGEX]
//
// WHAT is `node`, Node's own streams; `polyfill`, or `polyfill-as-it-is` with its
// defects; a file that is the body of a function (keys, host) or an expression that gives the interfaces; a
// folder of such a file's pieces; or a CommonJS module, NAME.cjs. Programs whose text
// REGEX matches are left out.

'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const root = path.dirname(path.dirname(__dirname));
for (const name of ['programs', 'run', 'generate', 'operations', 'polyfill',
                    'compare']) {
  const file = path.join(__dirname, `${name}.js`);
  vm.runInThisContext(fs.readFileSync(file, 'utf8'), { filename: file });
}
const { comparePrograms, generate, programText, compile, run,
        polyfillInterfaces } = globalThis.streamOracle;

// In the order in which build/embed.py joins them.
const pieces = ['common', 'webidl', 'writable', 'readable', 'byte_stream',
                'pipe', 'tee', 'iterator', 'from', 'transform', 'native_pair',
                'strategies', 'transfer', 'interfaces'];

function interfacesOf(what) {
  if (what === 'node') {
    return require('stream/web');
  }
  if (what === 'polyfill' || what === 'polyfill-as-it-is') {
    const file = 'node_modules/web-streams-polyfill/dist/ponyfill.js';
    return polyfillInterfaces(fs.readFileSync(path.join(root, file), 'utf8'),
                              what === 'polyfill');
  }
  const file = path.resolve(what);
  if (file.endsWith('.cjs')) {
    return require(file);
  }
  const text = fs.statSync(file).isDirectory() ?
      pieces.map((name) => path.join(file, `${name}.js`)).filter(fs.existsSync)
          .map((name) => fs.readFileSync(name, 'utf8')).join('\n') :
      fs.readFileSync(file, 'utf8');
  const keys = {};
  for (const name of Object.keys(require('stream/web'))) {
    keys[name] = Symbol(name);
  }
  // What is native in the library.
  const host = {
    markAsHandled: (promise) => { promise.catch(() => {}); },
    isDetachedBuffer: (buffer) => buffer.detached,
    transferArrayBuffer: (buffer) => buffer.transferToFixedLength(),
  };
  const filename = { filename: file };
  const made = vm.runInThisContext(`(function (keys, host) {${text}\n})`,
                                   filename)(keys, host) ??
               vm.runInThisContext(text, filename);
  return made.interfaces ?? made;
}

// Node tells of rejections once the microtasks are done. What nobody caught
// counts as a rejection.
const rejections = (() => {
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
})();

const options = { impl: 'node', with: 'polyfill', from: '1', count: '10000',
                  most: '3', show: undefined, skip: '^\b$' };
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? [];
  if (!(name in options)) {
    console.error(`unknown argument ${argument}`);
    process.exit(2);
  }
  options[name] = value;
}

(async () => {
  const names = [options.impl, options.with];
  const implementations = names.map(interfacesOf);
  if (options.show !== undefined) {
    const text = programText(generate(Number(options.show)));
    console.log(text);
    for (const [i, interfaces] of implementations.entries()) {
      const log = await run(compile(text), interfaces, rejections);
      console.log(`${names[i]}:\n    ${log.join('\n    ')}`);
    }
    return;
  }
  const from = Number(options.from);
  const to = from + Number(options.count);
  const { differing, reports } = await comparePrograms({
    from, to, most: Number(options.most), implementations, names, rejections,
    skip: new RegExp(options.skip),
  });
  for (const report of reports) {
    console.log(`${report}\n${'-'.repeat(70)}`);
  }
  console.log(`${differing} of ${to - from} programs differ`);
  process.exitCode = differing > 0 ? 1 : 0;
})();
