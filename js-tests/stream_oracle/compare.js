// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs programs with two implementations, and tells where logs differ.

'use strict';

(() => {
const { compile, run, generate, minimise, programText } =
    globalThis.streamOracle;

// Undefined if the logs are equal.
async function difference(program, implementations, rejections) {
  const compiled = compile(programText(program));
  const logs = [];
  for (const interfaces of implementations) {
    logs.push(await run(compiled, interfaces, rejections));
  }
  const [first, second] = logs;
  for (let i = 0; i < first.length || i < second.length; ++i) {
    if (first[i] !== second[i]) {
      return { logs, at: i };
    }
  }
  return undefined;
}

// The report of a program whose logs differ.
function report(text, { logs, at }, names) {
  const [first, second] = logs;
  const lines = [text];
  const same = first.slice(0, at).map((line) => `    ${line}\n`).join('');
  lines.push(`Both logs:\n${same}`);
  for (const [i, log] of [first, second].entries()) {
    lines.push(`${names[i]}:\n${
        log.slice(at).map((line) => `    ${line}\n`).join('')}`);
  }
  return lines.join('\n');
}

// Compares the programs of seeds `from` to `to`, and gives the reports of up
// to `most` that differ, as small as they get.
async function comparePrograms({ from, to, most = 1, implementations, names,
                                 rejections, skip, progress = () => {} }) {
  const reports = [];
  let differing = 0;
  for (let seed = from; seed < to; ++seed) {
    progress(seed, differing);
    const program = generate(seed);
    if (skip?.test(programText(program))) {
      continue;
    }
    const found = await difference(program, implementations, rejections);
    if (found === undefined) {
      continue;
    }
    ++differing;
    if (reports.length < most) {
      // As it was at the last program that differed: an engine may run the same
      // program otherwise the next time.
      let last = { text: programText(program), found };
      await minimise(program, async (each) => {
        const again = await difference(each, implementations, rejections);
        if (again !== undefined) {
          last = { text: programText(each), found: again };
        }
        return again !== undefined;
      });
      reports.push(`// Program ${seed}\n${
          report(last.text, last.found, names)}`);
    }
  }
  return { differing, reports };
}

Object.assign(globalThis.streamOracle, { difference, comparePrograms });
})();
