// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoderStream and TextEncoderStream, what any TransformStream of the same
// make costs, and what converting the chunks costs without a stream. Prints
// nanoseconds per chunk.
//
//   --sizes=65536,1024   sizes of chunks, in bytes or in code units
//   --length=N           of each text, in code units
//   --turns=N --time=MS  how often, and how long at least, each is measured
//   --verify             only checks that the right thing comes out

import {args, measure, option, print} from './harness.mjs';
import {cutBytes, cutText, newText} from './texts.mjs';

const sizes = option('sizes', '65536,4096,1024,256').split(',').map(Number);
const length = Number(option('length', 1 << 20));
const turns = Number(option('turns', 4));
const time = Number(option('time', 50));

async function readAll(readable, sink) {
  const reader = readable.getReader();
  let count = 0;
  for (let each; !(each = await reader.read()).done; ++count) {
    sink?.push(each.value);
  }
  return count;
}

function newSource(chunks) {
  let i = 0;
  return new ReadableStream({
    pull(controller) {
      if (i < chunks.length) {
        controller.enqueue(chunks[i++]);
      } else {
        controller.close();
      }
    },
  });
}

async function pipeToSink(readable, sink) {
  let count = 0;
  await readable.pipeTo(new WritableStream({
    write(chunk) {
      sink?.push(chunk);
      ++count;
    },
  }));
  return count;
}

// Chunks get through a pair of streams in one of three ways, which give how many
// came out. Most programs pipe.
const ways = {
  pipe(pair, chunks, sink) {
    return readAll(newSource(chunks).pipeThrough(pair), sink);
  },
  // Piped on to a WritableStream that drops the chunks.
  sink(pair, chunks, sink) {
    return pipeToSink(newSource(chunks).pipeThrough(pair), sink);
  },
  // The least that one can do: a read waits for each chunk when it's written.
  async write({readable, writable}, chunks, sink) {
    const reader = readable.getReader();
    const writer = writable.getWriter();
    let count = 0;
    let read = reader.read();
    for (let i = 0; i < chunks.length; ++i) {
      writer.write(chunks[i]);
      const {value} = await read;
      read = reader.read();
      sink?.push(value);
      ++count;
    }
    const closed = writer.close();
    for (let last; !(last = await read).done; read = reader.read()) {
      sink?.push(last.value);
    }
    await closed;
    return count;
  },
};

// The floors: chunks that are passed on, chunks that are there already, and
// arrays that nothing is written to. `direct` rows have no stream between a
// source and a sink.
const identity = () => new TransformStream();
const prepared = (chunk) => new TransformStream({
  transform(_, controller) {
    controller.enqueue(chunk);
  },
});

// What programs do with streams of their own. Each takes the chunks, and gives how many
// came out.
const useSize = 1024;

function newSourceOf(pull, options) {
  let i = 0;
  return new ReadableStream({
    ...options,
    pull: (controller) => pull(controller, i++),
  });
}

const asyncSource = (chunks) => newSourceOf(async (controller, i) => {
  if (i < chunks.length) {
    controller.enqueue(chunks[i]);
  } else {
    controller.close();
  }
});

// Of views, whose buffers are transferred.
const byteSource = (chunks) => newSourceOf((controller, i) => {
  if (i < chunks.length) {
    controller.enqueue(chunks[i].slice());
  } else {
    controller.close();
    controller.byobRequest?.respond(0);
  }
}, {type: 'bytes'});

async function readByob(readable, sink) {
  const reader = readable.getReader({mode: 'byob'});
  let count = 0;
  let view = new Uint8Array(useSize);
  for (let each; !(each = await reader.read(view)).done; ++count) {
    sink?.push(each.value.slice());
    view = new Uint8Array(each.value.buffer);
  }
  return count;
}

const uses = {
  async 'for await'(chunks, sink) {
    let count = 0;
    for await (const chunk of newSource(chunks)) {
      sink?.push(chunk);
      ++count;
    }
    return count;
  },
  'from an array': (chunks, sink) => readAll(ReadableStream.from(chunks), sink),
  'from a generator': (chunks, sink) => readAll(
      ReadableStream.from((async function*() { yield* chunks; })()), sink),
  'async pull': (chunks, sink) => readAll(asyncSource(chunks), sink),
  'async transform': (chunks, sink) => readAll(
      newSource(chunks).pipeThrough(new TransformStream({
        async transform(chunk, controller) { controller.enqueue(chunk); },
      })), sink),
  async 'async sink'(chunks, sink) {
    let count = 0;
    await newSource(chunks).pipeTo(new WritableStream({
      async write(chunk) {
        sink?.push(chunk);
        ++count;
      },
    }));
    return count;
  },
  async 'two branches'(chunks, sink) {
    const [one, other] = newSource(chunks).tee();
    const counts = await Promise.all([readAll(one, sink), readAll(other)]);
    return counts[0];
  },
  'bytes': (chunks, sink) => readAll(byteSource(chunks), sink),
  'bytes, BYOB': (chunks, sink) => readByob(byteSource(chunks), sink),
  async 'a reader each'(chunks, sink) {
    const readable = newSource(chunks);
    for (let count = 0; ; ++count) {
      const reader = readable.getReader();
      const {value, done} = await reader.read();
      reader.releaseLock();
      if (done) {
        return count;
      }
      sink?.push(value);
    }
  },
  async 'a stream each'(chunks, sink) {
    let count = 0;
    for (let i = 0; i < chunks.length; ++i) {
      count += await readAll(newSource([chunks[i]]), sink);
    }
    return count;
  },
};

// The same by calls, with no stream.
function call(convert, chunks, sink) {
  for (let i = 0; i < chunks.length; ++i) {
    const value = convert(chunks[i]);
    sink?.push(value);
  }
  return chunks.length;
}

function newDecode() {
  const decoder = new TextDecoder();
  const options = {stream: true};
  return (chunk) => decoder.decode(chunk, options);
}

function newEncode() {
  const encoder = new TextEncoder();
  return (chunk) => encoder.encode(chunk);
}

const fresh = (size) => new TransformStream({
  transform(_, controller) {
    controller.enqueue(new Uint8Array(size));
  },
});

function workloadsOf(size) {
  const workloads = [];
  const add = (name, newPair, chunks) => {
    for (const [way, pass] of Object.entries(ways)) {
      const run = (sink) => pass(newPair(), chunks, sink);
      workloads.push({name: `${way}/${name}/${size}`, chunks, run});
    }
  };
  const addCalls = (name, newConvert, chunks) => {
    const run = (sink) => call(newConvert(), chunks, sink);
    workloads.push({name: `call/${name}/${size}`, chunks, run});
  };
  for (const kind of ['ascii', 'html']) {
    const text = newText(kind, length);
    const bytes = cutBytes(new TextEncoder().encode(text), size);
    const texts = cutText(text, size);
    if (kind === 'ascii') {
      workloads.push({
        name: `sink/direct/${size}`, chunks: bytes,
        run: (sink) => pipeToSink(newSource(bytes), sink),
      });
      if (size === useSize) {
        for (const [use, pass] of Object.entries(uses)) {
          // Not every runtime has it.
          if (ReadableStream.from !== undefined || !use.startsWith('from')) {
            const run = (sink) => pass(bytes, sink);
            workloads.push({name: `use/${use}/${size}`, chunks: bytes, run});
          }
        }
      }
      add('identity', identity, bytes);
      add('prepared', () => prepared(texts[0]), bytes);
      add('fresh', () => fresh(size), texts);
    }
    add(`decode/${kind}`, () => new TextDecoderStream(), bytes);
    add(`encode/${kind}`, () => new TextEncoderStream(), texts);
    addCalls(`decode/${kind}`, newDecode, bytes);
    addCalls(`encode/${kind}`, newEncode, texts);
  }
  return workloads;
}

const joined = (chunks) => {
  if (typeof chunks[0] === 'string') {
    return chunks.join('');
  }
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  return chunks.map((chunk) => decoder.decode(chunk, {stream: true})).join('') +
      decoder.decode();
};

async function main() {
  for (const size of sizes) {
    const workloads = workloadsOf(size);
    if (!args.includes('--verify')) {
      await measure(workloads, {turns, time});
      continue;
    }
    for (const {name, chunks, run} of workloads) {
      const output = [];
      await run(output);
      const same = name.includes('prepared') || name.includes('fresh') ?
          output.length === chunks.length :
          joined(output) === joined(chunks);
      print(JSON.stringify({name, same}));
    }
  }
}

main();
