// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoder and TextEncoder, by calls: nanoseconds of each. The classes are
// the globals; and where `hostClasses` has those of the host as well, as
// keep_host_classes.cjs leaves them, both are measured in turns.
//
//   --part=NAME          one of the parts below; all of them if not given
//   --rows=RE            only rows with a match, as '^long/utf-8/'
//   --turns=N --time=MS  how often, and how long at least, each is measured
//   --warm=MS            how long each runs before
//   --list-parts         prints the names of the parts that have such rows
//
// Prints a line of JSON for each row and implementation: what it is, and ns of
// each turn, or why it's absent.

import {args, measure, option, print} from './harness.mjs';
import {rows as buffers} from './codec_rows/buffers.mjs';
import {rows as construct} from './codec_rows/construct.mjs';
import {
  legacy, long, malformed, short, streaming
} from './codec_rows/decode.mjs';
import {encode, encodeInto} from './codec_rows/encode.mjs';
import {rows as extras} from './codec_rows/extras.mjs';
import {firstNames, measureFirst} from './codec_rows/first.mjs';
import {Absent} from './codec_rows/inputs.mjs';
import {rows as read} from './codec_rows/read.mjs';
import {rows as strings} from './codec_rows/strings.mjs';

// Each a family of rows: the first word of their names.
const parts = {
  construct, short, long, legacy, malformed, streaming, encode, encodeInto,
  buffers, strings, read, extras,
};
// Not measured in turns, but when the process is young.
const FIRST = 'first';

const part = option('part', '');
const wanted = new RegExp(option('rows', ''));
const turns = Number(option('turns', 3));
const time = Number(option('time', 10));
const warm = Number(option('warm', 30));
// A batch is so long that reading the clock is nothing beside it.
const batch = Math.min(1, time / 4);

// What the extras are measured beside, where there are none.
async function bufferFunctions() {
  try {
    const {Buffer, isUtf8} = await import('node:buffer');
    return {Buffer, isUtf8};
  } catch {
    return {};
  }
}

const {TextDecoder, TextEncoder, encodingExtras, hostClasses} = globalThis;
const classes = {
  TextDecoder, TextEncoder,
  ...encodingExtras ? {encodingExtras} : await bufferFunctions(),
};
const implementations = [{classes, isHost: false}];
if (hostClasses !== undefined) {
  implementations.push({classes: hostClasses, isHost: true});
}

// A function that is this row's and this implementation's alone: engines learn
// types and callees by function, and a loop that rows share would soon be slow
// by what all of them have brought. The comment makes another text of it, since
// engines keep code by its text.
function compile(loop, name, isHost) {
  return new Function(
      `return ${loop};\n// ${name}, ${isHost ? 'host' : 'global'}`)();
}

// How many calls make a batch. Runs them long enough for the compilers.
function calibrate(loop, state) {
  let n = 1;
  for (let sum = 0;;) {
    const start = performance.now();
    loop(state, n);
    const elapsed = performance.now() - start;
    sum += elapsed;
    if (elapsed < batch) {
      n = Math.ceil(n * Math.min(10, Math.max(1.5, batch / elapsed)));
    } else if (sum >= warm) {
      return n;
    } else if (elapsed > 2 * batch) {
      n = Math.ceil(n * batch / elapsed);
    }
  }
}

// A workload for measure(), or why there is none. Its sum hangs on what comes
// out of the calls, and must be the same everywhere.
function prepare(row, {classes, isHost}) {
  const {name} = row;
  try {
    const state = row.setUp(classes);
    const loop = compile(row.loopOf?.(classes) ?? row.loop, name, isHost);
    const sum = loop(state, state.inputs?.length ?? 1);
    const n = calibrate(loop, state);
    return {
      name,
      isHost,
      facts: {sum},
      run: () => {
        loop(state, n);
        return n;
      },
    };
  } catch (error) {
    const absent = error instanceof Absent ? error.message : `${error}`;
    print(JSON.stringify({name, isHost, absent}));
    return undefined;
  }
}

// Rows of one size of text are measured in turns, sizes one after the other:
// what a loop over MiBs leaves to the collector, one over a few bytes would pay.
function groupBySize(rows) {
  const groups = new Map();
  for (const row of rows) {
    const size = row.name.slice(row.name.lastIndexOf('/'));
    groups.set(size, [...groups.get(size) ?? [], row]);
  }
  return groups.values();
}

async function measureRows(rows) {
  const workloads = rows.flatMap(
      (row) => implementations.map((each) => prepare(row, each)));
  await measure(workloads.filter((each) => each !== undefined),
                {turns, time, lead: true});
}

function printFirst() {
  for (const implementation of implementations) {
    const {isHost} = implementation;
    for (const result of measureFirst(implementation)) {
      if (wanted.test(result.name)) {
        print(JSON.stringify({...result, isHost}));
      }
    }
  }
}

const wantedRows = (rows) => rows.filter(({name}) => wanted.test(name));

function listParts() {
  if (firstNames.some((name) => wanted.test(name))) {
    print(FIRST);
  }
  for (const [name, rows] of Object.entries(parts)) {
    if (wantedRows(rows).length > 0) {
      print(name);
    }
  }
}

async function main() {
  if (args.includes('--list-parts')) {
    listParts();
    return;
  }
  if (part === '' || part === FIRST) {
    printFirst();
  }
  for (const [name, rows] of Object.entries(parts)) {
    if (part === '' || part === name) {
      for (const group of groupBySize(wantedRows(rows))) {
        await measureRows(group);
      }
    }
  }
}

await main();
