// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Compares an implementation of streams with npm's web-streams-polyfill by
// random programs, in Node or in the shell, from the top of the repository:
//
//   node js-tests/stream_oracle/main.js --impl=bindings/streams
//   out/release/shell js-tests/stream_oracle/main.js --count=100000
//
//   --impl=WHAT    what to compare; `globals` by default
//   --with=WHAT    with what; `polyfill` by default
//   --from=SEED    the first program; 1 by default
//   --count=N      how many programs; 10,000 by default
//   --most=N       of how many that differ to print a small one; 3 by default
//   --skip=REGEX   leaves out programs whose text matches
//   --show=SEED    prints one program and both logs, and no more
//
// WHAT is `globals`; `polyfill`, or `polyfill-as-it-is` with its defects; a file
// that is an expression for the interfaces or the body of a function
// (keys, host); a folder of the pieces of one; or, in Node, NAME.cjs.

'use strict';

const inNode = typeof require === 'function';
const folder = 'js-tests/stream_oracle';
const readText = inNode ?
    (path) => require('fs').readFileSync(path, 'utf8') :
    (path) => readFile(path, 'utf-8');
const printLine = inNode ? console.log : print;
const setStatus = inNode ? (status) => { process.exitCode = status; } : quit;

for (const name of ['programs', 'run', 'generate', 'operations', 'polyfill',
                    'implementations', 'compare']) {
  (0, eval)(`${readText(`${folder}/${name}.js`)}
//# sourceURL=${folder}/${name}.js`);
}
const oracle = globalThis.streamOracle;

function interfacesOf(what) {
  if (what === 'globals') {
    return oracle.ownInterfaces();
  }
  if (what === 'polyfill' || what === 'polyfill-as-it-is') {
    return oracle.polyfillInterfaces(
        readText('node_modules/web-streams-polyfill/dist/ponyfill.js'),
        what === 'polyfill');
  }
  if (what.endsWith('.cjs')) {
    return require(require('path').resolve(what));
  }
  return oracle.interfacesOfText(what.endsWith('.js') ? readText(what) :
      oracle.textOfPieces((name) => readText(`${what}/${name}.js`)));
}

function parse(args) {
  const options = { impl: 'globals', with: 'polyfill', from: '1',
                    count: '10000', most: '3', show: undefined,
                    skip: undefined };
  for (const argument of args) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? [];
    if (!(name in options)) {
      throw new Error(`unknown argument ${argument}`);
    }
    options[name] = value;
  }
  return options;
}

async function main(options) {
  const names = [options.impl, options.with];
  const implementations = names.map(interfacesOf);
  const rejections = inNode ? oracle.nodeRejections(process)
                            : oracle.shellRejections(setUncaughtHandler);
  if (options.show !== undefined) {
    const text = oracle.programText(oracle.generate(Number(options.show)));
    printLine(text);
    for (const [i, interfaces] of implementations.entries()) {
      const log = await oracle.run(oracle.compile(text), interfaces, rejections);
      printLine(`${names[i]}:\n    ${log.join('\n    ')}`);
    }
    setStatus(0);
    return;
  }
  const from = Number(options.from);
  const to = from + Number(options.count);
  const { differing, reports } = await oracle.comparePrograms({
    from, to, most: Number(options.most), implementations, names, rejections,
    skip: options.skip === undefined ? undefined : new RegExp(options.skip),
  });
  for (const report of reports) {
    printLine(`${report}\n${'-'.repeat(70)}`);
  }
  printLine(`${differing} of ${to - from} programs differ`);
  setStatus(differing > 0 ? 1 : 0);
}

// A program that stops the machinery must not look like one that passes.
if (inNode) {
  process.exitCode = 2;
}
main(parse(inNode ? process.argv.slice(2) : scriptArgs));
