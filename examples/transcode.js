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
  --to LABEL    the output's encoding, utf-8 by default; any that the standard
                has an encoder for, so not utf-16
  --fatal       stop at the first malformed sequence, or at the first character
                that the output's encoding doesn't have, with exit status 1.
                An input file is checked before OUTPUT is touched.
  --quiet       show no progress, and do not report what was replaced
  --help        show this

Without --fatal, each malformed sequence becomes U+FFFD, and each character that
the output's encoding doesn't have becomes "&#", its number and ";". How many
there were and where the first few stand is reported on standard error. Bytes
count from 0, lines and columns from 1; a column is a code point.

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

function openOutput(path) {
  return attempt(() => openFile(path, 'w'));
}

class Utf8Output {
  constructor(path) {
    this.file = openOutput(path);
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

// Any other encoding, through what the shell has for it.
class LegacyOutput {
  // `file` is undefined for a check without output. `onUnmappable` gets each
  // character that the encoding lacks, and throws to end it all.
  constructor(encoding, file, onUnmappable) {
    this.encoding = encoding;
    this.file = file;
    this.onUnmappable = onUnmappable;
    this.state = 0;
    this.line = 1;
    this.column = 1;
  }

  write(text, stream = true) {
    let start = 0;
    do {
      const {bytes, read, unmappable, state} =
          this.encode(start === 0 ? text : text.slice(start), stream);
      this.put(bytes, state);
      this.advance(text, start, start + read);
      start += read;
      if (unmappable !== undefined) {
        this.onUnmappable({
          codePoint: unmappable,
          line: this.line,
          column: this.column - 1,
        });
        // ASCII, which every encoding has in every state.
        const {bytes, state} = this.encode(`&#${unmappable};`, true);
        this.put(bytes, state);
      }
    } while (start < text.length);
  }

  encode(text, stream) {
    return encodeLegacy(text, this.encoding, {stream, state: this.state});
  }

  put(bytes, state) {
    this.state = state;
    if (this.file !== undefined && bytes.length !== 0) {
      attempt(() => this.file.write(bytes));
    }
  }

  // Counts lines, and code points since the last one.
  advance(text, start, end) {
    for (let next; (next = text.indexOf('\n', start)) !== -1 && next < end;) {
      ++this.line;
      this.column = 1;
      start = next + 1;
    }
    for (let i = start; i < end; ++i) {
      this.column += (text.charCodeAt(i) & 0xFC00) !== 0xDC00;
    }
  }

  close() {
    this.write('', false);
    if (this.file !== undefined) {
      attempt(() => this.file.close());
    }
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

// What was replaced: how often, and where first.
class Report {
  constructor() {
    this.count = 0;
    this.first = [];
  }

  add(each) {
    if (this.count++ < MAX_REPORTED) {
      this.first.push(each);
    }
  }

  // "3 WHAT, the first 2 of them:" and a line for each.
  toString(what, describe) {
    const least = this.count === MAX_COUNTED ? 'at least ' : '';
    const shown = this.count > this.first.length ?
        `, the first ${this.first.length} of them` :
        '';
    return `${least}${this.count} ${what}${shown}:\n` +
        this.first.map((each) => `  ${describe(each)}\n`).join('');
  }
}

// "line 3, column 7: U+1F600 (😀)"
function describeUnmappable({codePoint, line, column}) {
  const number = codePoint.toString(16).toUpperCase().padStart(4, '0');
  return `line ${line}, column ${column}: U+${number} ` +
      `(${String.fromCodePoint(codePoint)})`;
}

// What ends a conversion under --fatal.
class Unmappable extends Error {}

function transcode(options, {LocatingDecoder}) {
  const {fatal, quiet} = options;
  if (options.from !== undefined) {
    options.from = nameOf(options.from);
  }
  const to = nameOf(options.to);
  if (to !== 'utf-8' && !hasEncoder(to)) {
    throw new Failure(`--to ${options.to}: the standard has no encoder for ` +
                      `${to}`, 2);
  }
  const input = new Input(options.input);
  const sniffed = input.sniff();
  const encoding = options.from ?? sniffed ?? 'utf-8';
  const [from, onto] = [options.input, options.output].map(
      (path, fd) => path === '-' ? `/dev/fd/${fd}` : path);
  if (input.size !== null && isSameFile(from, onto)) {
    throw new Failure(`${options.output}: can't be both input and output`);
  }

  const malformed = new Report();
  const newDecoder = () => new LocatingDecoder(encoding, {
    fatal,
    onMalformed(each) {
      malformed.add(each);
      return malformed.count < MAX_COUNTED;
    },
  });
  const unmappable = new Report();
  const newLegacyOutput = (file) => new LegacyOutput(to, file, (each) => {
    unmappable.add(each);
    if (fatal) {
      throw new Unmappable();
    }
  });
  const run = (source, output) => {
    decodeAll(source, newDecoder(), (text) => output.write(text), progress);
    output.close();
  };

  // A terminal that shows the text has no place for it.
  const showsProgress = !quiet && isTerminal(2) &&
      !(options.output === '-' && isTerminal(1));
  const progress =
      showsProgress ? new Progress(input.name, input.size) : undefined;

  let output;
  try {
    if (fatal && options.input !== '-' && input.size !== null) {
      // It can be read twice, so that no half of a text is left behind.
      const check = new Input(options.input);
      run(check, to === 'utf-8' ? {write() {}, close() {}} : newLegacyOutput());
      check.close();
    }
    output = to === 'utf-8' ? new Utf8Output(options.output) :
                              newLegacyOutput(openOutput(options.output));
    run(input, output);
  } catch (error) {
    const name = options.output === '-' ? 'standard output' : options.output;
    const incomplete = output !== undefined ? `; ${name} is incomplete` : '';
    if (error instanceof Unmappable) {
      throw new Failure(`${input.name}: not in ${to}: ` +
                        describeUnmappable(unmappable.first[0]) + incomplete);
    }
    if (!(error instanceof TypeError) || malformed.count === 0) {
      throw error;
    }
    throw new Failure(`${input.name}: malformed ${encoding} at ` +
                      describe(malformed.first[0]) + incomplete);
  } finally {
    progress?.clear();
  }
  input.close();

  if (malformed.count !== 0 && !quiet) {
    const sequences = malformed.count === 1 ? 'sequence' : 'sequences';
    const what = `malformed ${encoding} ${sequences} replaced by U+FFFD`;
    writeError(`${input.name}: ${malformed.toString(what, describe)}`);
  }
  if (unmappable.count !== 0 && !quiet) {
    const characters = unmappable.count === 1 ? 'character' : 'characters';
    const what = `${characters} not in ${to} written as numbers`;
    writeError(`${input.name}: ` +
               unmappable.toString(what, describeUnmappable));
  }
}

function hasEncoder(encoding) {
  try {
    encodeLegacy('', encoding);
    return true;
  } catch {
    return false;
  }
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
