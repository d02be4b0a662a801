// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs random programs with the interfaces and with their model, in the shell
// or in Node's add-on, from the top of the repository:
//
//   out/release/shell js-tests/programs/main.js --count=100000
//   out/release/shell js-tests/programs/main.js --show=12
//
//   --from=SEED  the first program; 1 by default
//   --count=N    how many programs; 10,000 by default
//   --most=N     of how many that differ to print a small one; 3 by default
//   --show=SEED  prints one program and both logs, and no more

'use strict';

for (const name of ['single_byte_indexes', 'encoding_labels', 'hard_bytes',
                    'model', 'multi_byte_model', 'stream_oracle/generate',
                    'programs/interfaces_model', 'programs/world',
                    'programs/generate', 'programs/compare']) {
  globalThis.include = () => {};  // In the order above all is there.
  load(`js-tests/${name}.js`);
}

async function main() {
  const options = { from: '1', count: '10000', most: '3', show: undefined };
  for (const argument of scriptArgs) {
    const [, name, value] = /^--(\w+)=(\d+)$/.exec(argument) ?? [];
    if (!(name in options)) {
      throw new Error(`unknown argument ${argument}`);
    }
    options[name] = value;
  }
  const { programs } = globalThis;
  const realms = [globalThis, createRealm()];
  if (options.show !== undefined) {
    const program = programs.generate(Number(options.show));
    program.forEach((step, i) => print(`${i} ${JSON.stringify(step)}`));
    for (const which of ['ofImplementation', 'ofModel']) {
      print(`${which}:`);
      const log = await programs.run(program, programs[which], realms);
      print(`    ${log.join('\n    ')}`);
    }
    quit(0);
  }
  const from = Number(options.from);
  let differing = 0;
  for (let seed = from; seed < from + Number(options.count); ++seed) {
    const report = await programs.check(seed, realms);
    if (report !== undefined && ++differing <= Number(options.most)) {
      print(`${report}\n`);
    }
  }
  print(`${differing} of ${options.count} programs differ`);
  quit(differing === 0 ? 0 : 1);
}

main();
