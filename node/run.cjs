// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The shell in the V8 of the Node that runs this: the same command line, but
// for the prompt. It needs the add-on for that V8, as tools/test --all-v8 builds
// it: out/v8-14.6/v8_encoding.node for V8 14.6.

'use strict';

const path = require('path');

const HELP = `Usage: node node/run.cjs [FLAGS] [SCRIPT [ARGUMENTS...]]

Runs a JavaScript file as the shell does, in the V8 of this Node and without
any of Node's globals, if not for --own-streams. "-" as SCRIPT, or none, is
standard input.

  -e, --eval CODE         run CODE instead of a file; all else are arguments
  -m, --module            the script or CODE is an ES module
  -p, --print CODE        as --eval, and print the value of CODE
      --own-streams       run it in Node's own context, with the shell's globals
                          added, and TextDecoderStream and TextEncoderStream
                          made with Node's TransformStream
      --v8-flags "FLAGS"  flags for V8
  -v, --version           print V8's version
  -h, --help              print this
`;

const FLAGS = {
  __proto__: null,
  '-e': 'eval', '--eval': 'eval', '--v8-flags': 'v8Flags',
  '-p': 'print', '--print': 'print',
  '-m': 'module', '--module': 'module', '--own-streams': 'ownStreams',
  '-v': 'version', '--version': 'version', '-h': 'help', '--help': 'help',
};
const WITH_VALUE = new Set(['eval', 'print', 'v8Flags']);

function fail(message) {
  process.stderr.write(`run.cjs: ${message} (--help lists the flags)\n`);
  process.exit(2);
}

// Flags come before the script; what follows it is the script's.
function parse(args) {
  const options = { __proto__: null, rest: [] };
  let i = 0;
  for (; i < args.length; ++i) {
    if (args[i] === '--') {
      ++i;
      break;
    }
    if (!args[i].startsWith('-') || args[i] === '-') {
      break;
    }
    const [, name, value] = /^([^=]*)(?:=(.*))?$/s.exec(args[i]);
    const flag = FLAGS[name];
    if (flag === undefined || value !== undefined && !WITH_VALUE.has(flag)) {
      fail(`unknown flag ${args[i]}`);
    }
    if (!WITH_VALUE.has(flag)) {
      options[flag] = true;
    } else if (value !== undefined) {
      options[flag] = value;
    } else if (++i < args.length) {
      options[flag] = args[i];
    } else {
      fail(`${name} needs a value`);
    }
  }
  options.rest = args.slice(i);
  if (options.print !== undefined && options.eval !== undefined) {
    fail('give either --eval or --print');
  }
  if (options.print !== undefined && options.module) {
    fail('a module has no value that --print could print');
  }
  return options;
}

function main() {
  const options = parse(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (options.version) {
    process.stdout.write(`V8 ${process.versions.v8}\n`);
    return 0;
  }
  const [, version] = /^(\d+\.\d+)\./.exec(process.versions.v8);
  const { run, setV8Flags } = require(
      path.join(__dirname, '..', 'out', `v8-${version}`, 'v8_encoding.node'));
  const refused = setV8Flags(options.v8Flags ?? '');
  if (refused !== '') {
    fail(`V8 ${process.versions.v8} does not take ${refused}`);
  }
  const runTicks = options.ownStreams ? process._tickCallback : undefined;
  const code = options.eval ?? options.print;
  if (code !== undefined) {
    return run(code, true, !!options.module, options.rest, runTicks,
               options.print !== undefined);
  }
  const [script = '-', ...scriptArgs] = options.rest;
  return run(script, false, !!options.module || script.endsWith('.mjs'),
             scriptArgs, runTicks);
}

process.exit(main());
