// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Joins files of several encodings to one UTF-8 text, like cat, with streams
// from end to end. Run with --help.

'use strict';

const HELP = `\
Joins files of several encodings to one text in UTF-8.

  tools/shell examples/stream.js [OPTION | FILE]…

  --from LABEL   the encoding of the files that follow, as a label of the
                 Encoding Standard; utf-8 before the first of these
  --to FILE      where the text goes; standard output if not given
  --number       numbers the lines
  --fatal        stop at the first malformed sequence, which else becomes U+FFFD
  --chunk BYTES  how much is read at a time, 32768 if not given
  --help         show this

Exit status: 0 if all was joined, 1 if not, 2 if the options make no sense.
`;

class UsageError extends Error {}

function parseArguments(args) {
  const options = {files: [], to: '-', chunk: 32768};
  let label = 'utf-8';
  for (let i = 0; i < args.length; ++i) {
    const value = () => {
      if (i + 1 === args.length) {
        throw new UsageError(`${args[i]} needs a value`);
      }
      return args[++i];
    };
    switch (args[i]) {
      case '--from':
        label = value();
        break;
      case '--to':
        options.to = value();
        break;
      case '--chunk':
        options.chunk = Number(value());
        break;
      case '--number':
      case '--fatal':
      case '--help':
        options[args[i].slice(2)] = true;
        break;
      default:
        if (args[i].startsWith('--')) {
          throw new UsageError(`${args[i]} is not an option; see --help`);
        }
        options.files.push({path: args[i], label});
    }
  }
  if (!Number.isInteger(options.chunk) || options.chunk < 1) {
    throw new UsageError('--chunk needs a number of bytes');
  }
  return options;
}

// Runs what the shell may refuse. It says "openFile: PATH: REASON".
function attempt(operation) {
  try {
    return operation();
  } catch (error) {
    throw new Error(error.message.replace(/^\w+: /, ''));
  }
}

// Throws if a file is to be written to that is read from: it would be emptied, or
// have no end.
function checkIsOther(path, output) {
  const [from, onto] = [path, output].map(
      (each, fd) => each === '-' ? `/dev/fd/${fd}` : each);
  if (isSameFile(from, onto)) {
    const file = attempt(() => openFile(path));
    const {size} = file;
    file.close();
    // A terminal may be both.
    if (size !== null) {
      throw new Error(`${output}: can't be both input and output`);
    }
  }
}

// The bytes of a file. Nothing is read before somebody wants it.
function readable(path, chunkSize) {
  const file = attempt(() => openFile(path));
  return new ReadableStream({
    pull(controller) {
      const bytes = attempt(() => file.read(chunkSize));
      if (bytes === null) {
        file.close();
        controller.close();
      } else {
        controller.enqueue(bytes);
      }
    },
    cancel() {
      file.close();
    },
  }, {highWaterMark: 0});
}

function writable(path) {
  const file = attempt(() => openFile(path, 'w'));
  return new WritableStream({
    write(bytes) {
      attempt(() => file.write(bytes));
    },
    close() {
      file.close();
    },
    abort() {
      file.close();
    },
  });
}

// Puts its number in front of each line. Chunks end anywhere.
function numberLines() {
  let number = 0;
  let startsLine = true;
  const prefix = () => `${String(++number).padStart(6)}  `;
  return new TransformStream({
    transform(text, controller) {
      const first = startsLine ? prefix() : '';
      controller.enqueue(
          first + text.replace(/\n(?!$)/g, () => `\n${prefix()}`));
      startsLine = text.endsWith('\n');
    },
  });
}

async function join({files, to, chunk, number, fatal}) {
  // A decoder each, and one encoder: what's in between is text, whatever it was
  // in the files.
  const decoders = files.map(({path, label}) => {
    try {
      return new TextDecoderStream(label, {fatal});
    } catch {
      throw new UsageError(`${path}: ${label} is not the label of an encoding`);
    }
  });
  files.forEach(({path}) => checkIsOther(path, to));
  // Before the output is, and loses what was in it.
  const inputs = files.map(({path}) => readable(path, chunk));
  const encoder = new TextEncoderStream();
  let text = encoder.writable;
  if (number) {
    const numbers = numberLines();
    numbers.readable.pipeTo(encoder.writable).catch(() => {});
    text = numbers.writable;
  }
  const output = encoder.readable.pipeTo(writable(to));
  // The error that's thrown at the end is that of the file, whose name it has.
  output.catch(() => {});
  for (const [i, {path}] of files.entries()) {
    try {
      await inputs[i]
          .pipeThrough(decoders[i])
          .pipeTo(text, {preventClose: true});
    } catch (error) {
      // A decoder doesn't know whose bytes it decodes.
      throw error instanceof TypeError ?
          new Error(`${path}: malformed ${decoders[i].encoding}`) :
          error;
    }
  }
  await text.close();
  await output;
}

async function main() {
  try {
    const options = parseArguments(scriptArgs);
    if (options.help) {
      writeFile('-', HELP);
    } else {
      await join(options);
    }
    return 0;
  } catch (error) {
    writeError(`${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

main().then(quit);
