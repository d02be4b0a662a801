// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs one test of web-platform-tests in this process:
//
//   shell wpt/shim/main.mjs --root DIR --test /encoding/api-basics.any.js
//
// DIR is a checkout of the suite; the test is a path in it, with the variant as
// its query. Prints JSON, a line for each subtest and one for the harness; see
// testharnessreport.js.

import { openSuite } from './files.js';
import { runAroundShadowRealm, runInShellGlobal } from './global.js';
import { mapImports } from './shadow_realm.js';

const { print, scriptArgs, quit } = globalThis;
const { stringify } = JSON;

function parseArguments(args) {
  const options = {};
  for (let i = 0; i + 1 < args.length; i += 2) {
    options[args[i]] = args[i + 1];
  }
  const { '--root': root, '--test': test } = options;
  if (root === undefined || test === undefined) {
    throw new Error('main.mjs: --root DIR and --test PATH are required');
  }
  return { root, test };
}

async function run() {
  const { root, test } = parseArguments(scriptArgs);
  const suite = openSuite(root);
  mapImports(suite);
  if (/\.any\.js([?#]|$)/.test(test)) {
    runInShellGlobal(suite, test);
  } else if (/\.any\.shadowrealm\.html([?#]|$)/.test(test)) {
    runAroundShadowRealm(suite, test);
  } else {
    const { openDocument } = await import('./document/main.js');
    await openDocument(suite, test);
  }
}

// What testharness.js can't know of: a script that doesn't load, an error of
// this environment.
run().catch((error) => {
  const message = `${error?.stack ?? error}`;
  // After whatever was printed without a newline.
  print(`\n${stringify({ status: 'ERROR', message })}`);
  quit(1);
});
