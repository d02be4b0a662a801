// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Writes what the bindings take from the IDL: idl/*.idl become
// idl/interfaces.h, idl/testing/*.idl become idl/testing/interfaces.h, and
// idl/streams/*.idl become bindings/streams/interfaces.js.
//   tools/lib/with_node_modules node idl/generate.mjs
// With --check nothing is written, and a file that would change is an error.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeHeader } from './interfaces_h.mjs';
import { writeClasses } from './interfaces_js.mjs';
import { fail, IdlError } from './read_idl.mjs';

const COMMAND = 'tools/lib/with_node_modules node idl/generate.mjs';

// The folder of the IDL, what is made of it, and the writer of that.
const OUTPUTS = [
  ['idl', 'idl/interfaces.h', writeHeader],
  ['idl/testing', 'idl/testing/interfaces.h', writeHeader],
  ['idl/streams', 'bindings/streams/interfaces.js', writeClasses],
];

async function main(args) {
  const webidl2 = await import('webidl2').catch(() => fail(
      `there is no webidl2; run it by ${COMMAND}.`));
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  for (const [folder, path, write] of OUTPUTS) {
    const sources = readdirSync(join(root, folder)).sort()
        .filter((name) => name.endsWith('.idl'))
        .map((name) => `${folder}/${name}`).map((name) =>
            ({ name, text: readFileSync(join(root, name), 'utf8') }));
    const text = write(sources, path, webidl2);
    if (!args.includes('--check')) {
      writeFileSync(join(root, path), text);
    } else if (readFileSync(join(root, path), 'utf8') !== text) {
      fail(`${path} is not what the IDL says; run ${COMMAND}.`);
    }
  }
}

main(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof IdlError)) {
    throw error;
  }
  console.error(`generate.mjs: ${error.message}`);
  process.exitCode = 1;
});
