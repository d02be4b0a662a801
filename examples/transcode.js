// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Converts text from one encoding to another, in chunks, so that neither the
// input nor the output is ever in memory as a whole. Run with --help.

'use strict';

const HELP = `\
Converts text from one encoding to another.

  tools/shell examples/transcode.js [OPTION]… [INPUT [OUTPUT]]

INPUT and OUTPUT are files, or - for standard input and output, as by default.

  --from LABEL  the input's encoding, as a label of the Encoding Standard; if
                not given, what the input's byte order mark says, else utf-8
  --to LABEL    the output's encoding; utf-8, the default, is the only one yet
  --fatal       stop at the first malformed sequence, with exit status 1.
                An input file is checked before OUTPUT is touched.
  --quiet       show no progress, and do not report what was malformed
  --help        show this

Without --fatal, each malformed sequence becomes U+FFFD; how many there were and
where the first few stand is reported on standard error. Bytes count from 0,
lines and columns from 1; a column is a code point.

Exit status: 0 if all was converted, 1 if not, 2 if the options make no sense.
`;

// With chunks of 64 KiB, text of two bytes a code unit would be too long for
// V8's young generation, which makes decoding half as fast.
const CHUNK_SIZE = 32 * 1024;

// Any text of a chunk fits, as UTF-8, into three bytes a code unit; a few bytes
// of the chunk before may come on top, so writing goes on until all is written.
const OUTPUT_SIZE = 3 * CHUNK_SIZE;

// So many malformed sequences are reported, and counted: what has more is not
// text in this encoding.
const MAX_REPORTED = 5;
const MAX_COUNTED = 100_000;

// Progress is shown if the input is so long, or after so many milliseconds.
const LONG_INPUT = 4 << 20;
const LONG_TIME = 300;

// What the user is told in one line.
class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

function parseArguments(args) {
  const options = {to: 'utf-8', fatal: false, quiet: false, help: false};
  const paths = [];
  for (let i = 0; i < args.length; ++i) {
    const [, name, value] = /^--(\w+)(?:=(.*))?$/s.exec(args[i]) ?? [];
    if (name === 'from' || name === 'to') {
      options[name] = value ?? args[++i];
      if (options[name] === undefined) {
        throw new Failure(`--${name} needs the label of an encoding`, 2);
      }
    } else if (value === undefined && typeof options[name] === 'boolean') {
      options[name] = true;
    } else if (args[i] === '--') {
      paths.push(...args.slice(i + 1));
      break;
    } else if (args[i].startsWith('-') && args[i] !== '-') {
      throw new Failure(`${args[i]} is not an option; see --help`, 2);
    } else {
      paths.push(args[i]);
    }
  }
  if (paths.length > 2) {
    throw new Failure(`${paths[2]}: one input and one output are enough`, 2);
  }
  const [input = '-', output = '-'] = paths;
  return {...options, input, output};
}

// The encoding's name, if there is a decoder for it.
function nameOf(label) {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new Failure(`${label}: not the label of an encoding known here`, 2);
  }
}

// Runs what the shell may refuse. It says "openFile: PATH: REASON".
function attempt(operation) {
  try {
    return operation();
  } catch (error) {
    throw new Failure(error.message.replace(/^\w+: /, ''));
  }
}

// An open file and a buffer, which next() fills anew each time.
class Input {
  constructor(path) {
    this.path = path;
    this.name = path === '-' ? 'standard input' : path;
    this.file = attempt(() => openFile(path));
    this.size = this.file.size;  // null for a pipe or a terminal
    this.buffer = new Uint8Array(CHUNK_SIZE);
    this.ready = 0;
  }

  // The encoding that a byte order mark names. What is read for that, next()
  // gives out first.
  sniff() {
    while (this.ready < 3) {
      const count = this.read(this.buffer.subarray(this.ready));
      if (count === 0) {
        break;
      }
      this.ready += count;
    }
    const [first, second, third] = this.buffer.subarray(0, this.ready);
    if (first === 0xEF && second === 0xBB && third === 0xBF) {
      return 'utf-8';
    }
    if (first === 0xFE && second === 0xFF) {
      return 'utf-16be';
    }
    return first === 0xFF && second === 0xFE ? 'utf-16le' : undefined;
  }

  // The next bytes, none at the end.
  next() {
    const count = this.ready || this.read(this.buffer);
    this.ready = 0;
    return this.buffer.subarray(0, count);
  }

  read(buffer) {
    return attempt(() => this.file.readInto(buffer));
  }

  close() {
    this.file.close();
  }
}

class Utf8Output {
  constructor(path) {
    this.name = path === '-' ? 'standard output' : path;
    this.file = attempt(() => openFile(path, 'w'));
    this.encoder = new TextEncoder();
    this.buffer = new Uint8Array(OUTPUT_SIZE);
  }

  write(text) {
    while (text !== '') {
      const {read, written} = this.encoder.encodeInto(text, this.buffer);
      const bytes = this.buffer.subarray(0, written);
      attempt(() => this.file.write(bytes));
      text = text.slice(read);
    }
  }

  close() {
    attempt(() => this.file.close());
  }
}

// One line on the terminal, written over and over, and erased at the end.
class Progress {
  constructor(name, total) {
    this.name = name.length > 40 ? `…${name.slice(-39)}` : name;
    this.total = total;
    this.start = performance.now();
    this.next = this.start + (total > LONG_INPUT ? 0 : LONG_TIME);
    this.shown = false;
  }

  update(done) {
    const now = performance.now();
    if (now < this.next) {
      return;
    }
    const megabytes = (done / 1e6).toFixed(1);
    const part = this.total ?
        `${Math.floor(100 * Math.min(1, done / this.total))} % of ` +
            `${(this.total / 1e6).toFixed(1)} MB` :
        `${megabytes} MB`;
    writeError(`\r${this.name}: ${part}\x1B[K`);
    this.shown = true;
    this.next = now + 100;
  }

  clear() {
    if (this.shown) {
      writeError('\r\x1B[K');
      this.shown = false;
    }
  }
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
      .join(' ')
      .toUpperCase();
}

// "byte 1234 (line 17, column 5): C3 before 28"
function describe({offset, line, column, bytes, next, atEnd}) {
  let what = hex(bytes);
  if (next.length !== 0) {
    what += ` before ${hex(next)}`;
  } else if (atEnd) {
    what += ' at the end';
  }
  return `byte ${offset} (line ${line}, column ${column}): ${what}`;
}

// Decodes all of `input` and gives the text to `write`, piece by piece.
function decodeAll(input, decoder, write, progress) {
  let done = 0;
  for (;;) {
    const chunk = input.next();
    if (chunk.length === 0) {
      break;
    }
    write(decoder.decode(chunk));
    done += chunk.length;
    progress?.update(done);
  }
  write(decoder.flush());
}

function transcode(options, {LocatingDecoder}) {
  const {fatal, quiet} = options;
  if (options.from !== undefined) {
    options.from = nameOf(options.from);
  }
  if (nameOf(options.to) !== 'utf-8') {
    throw new Failure(`--to ${options.to}: only utf-8 can be written yet`, 2);
  }
  const input = new Input(options.input);
  const sniffed = input.sniff();
  const encoding = options.from ?? sniffed ?? 'utf-8';
  if (options.input !== '-' && samePath(options.input, options.output)) {
    throw new Failure(`${options.output}: can't be both input and output`);
  }

  let count = 0;
  const first = [];
  const newDecoder = () => new LocatingDecoder(encoding, {
    fatal,
    onMalformed(malformed) {
      if (count++ < MAX_REPORTED) {
        first.push(malformed);
      }
      return count < MAX_COUNTED;
    },
  });
  // A terminal that shows the text has no place for it.
  const showsProgress = !quiet && isTerminal(2) &&
      !(options.output === '-' && isTerminal(1));
  const progress =
      showsProgress ? new Progress(input.name, input.size) : undefined;

  let output;
  try {
    if (fatal && options.input !== '-' && options.output !== '-' &&
        input.size !== null) {
      // It can be read twice, so that no half of a text is left behind.
      const check = new Input(options.input);
      decodeAll(check, newDecoder(), () => {}, progress);
      check.close();
    }
    output = new Utf8Output(options.output);
    decodeAll(input, newDecoder(), (text) => output.write(text), progress);
    output.close();
  } catch (error) {
    if (!(error instanceof TypeError) || count === 0) {
      throw error;
    }
    const incomplete = output !== undefined && options.output !== '-' ?
        `; ${output.name} is incomplete` :
        '';
    throw new Failure(`${input.name}: malformed ${encoding} at ` +
                      describe(first[0]) + incomplete);
  } finally {
    progress?.clear();
  }
  input.close();

  if (count !== 0 && !quiet) {
    const least = count === MAX_COUNTED ? 'at least ' : '';
    const sequences = count === 1 ? 'sequence' : 'sequences';
    const shown = count > first.length ? `, the first ${first.length} of them` :
                                         '';
    writeError(`${input.name}: ${least}${count} malformed ${encoding} ` +
               `${sequences} replaced by U+FFFD${shown}:\n` +
               first.map((each) => `  ${describe(each)}\n`).join(''));
  }
}

// Whether two paths name one file, as far as their spelling shows.
function samePath(a, b) {
  const normalize = (path) =>
      path.replace(/\/+/g, '/').replace(/(^|\/)(?:\.\/)+/g, '$1');
  return normalize(a) === normalize(b);
}

async function main() {
  try {
    const options = parseArguments(scriptArgs);
    if (options.help) {
      writeFile('-', HELP);
      return 0;
    }
    transcode(options, await import('./lib/malformed.mjs'));
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    writeError(`${error.message}\n`);
    return error.exitCode;
  }
}

main().then(quit);
