// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the stream files share. The streams are those that are built into the
// library or, with the add-on's --own-streams, those of Node; nearly all holds
// for both.

'use strict';

// The whole file that includes this one.
needs('streams');

(() => {
// The streams are the realm's, and what they do is not in our hands.
globalThis.hasOwnStreams = typeof globalThis.process === 'object';

// Skips a test that can't be had from one of the two.
globalThis.skipWithOwnStreams = (reason) => {
  if (hasOwnStreams) {
    skip(`the realm's own streams: ${reason}`);
  }
};

// Writes the chunks, closes, and reads all there is. Gives the chunks that came
// out, and the error that ended it, if one did, in an array of its own.
globalThis.transformAll = async ({ readable, writable }, chunks) => {
  const writer = writable.getWriter();
  const errors = [];
  const note = (error) => { errors.push(error); };
  for (const chunk of chunks) {
    writer.write(chunk).catch(note);
  }
  writer.close().catch(note);
  writer.closed.catch(note);
  writer.ready.catch(() => {});
  const output = [];
  const reader = readable.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        break;
      }
      output.push(value);
    }
  } catch (error) {
    errors.push(error);
    await writer.closed.catch(() => {});
  }
  // One error, however many have heard of it.
  const distinct = [...new Set(errors)];
  if (distinct.length > 1) {
    fail(`both sides have errors of their own: ${distinct.map(String)}`);
  }
  return { output, error: distinct };
};

// Awaits an error of this class, or with `is` that very value.
globalThis.assertRejects = async (promise, expected, note) => {
  let value;
  try {
    value = await promise;
  } catch (error) {
    assertTrue(typeof expected === 'function' && error instanceof expected ||
                   Object.is(error, expected),
               `${note ?? ''} rejected with ${String(error)}`);
    return error;
  }
  fail(`${note ?? ''} resolved with ${String(value)}`);
};

// What's in flight gets as far as it can.
globalThis.settle = () => new Promise((resolve) => setTimeout(resolve, 0));

// A ReadableStream of these chunks, which counts how often it's asked.
globalThis.newSource = (chunks, strategy = { highWaterMark: 0 }) => {
  const source = { pulls: 0, cancelled: [] };
  source.stream = new ReadableStream({
    pull(controller) {
      if (source.pulls < chunks.length) {
        controller.enqueue(chunks[source.pulls++]);
      } else {
        controller.close();
      }
    },
    cancel(reason) { source.cancelled.push(reason); },
  }, strategy);
  return source;
};

globalThis.readAll = async (readable) => {
  const output = [];
  const reader = readable.getReader();
  for (let each; !(each = await reader.read()).done;) {
    output.push(each.value);
  }
  reader.releaseLock();
  return output;
};

// The input in pieces of `size` bytes.
globalThis.cut = (input, size) => {
  const chunks = [];
  for (let i = 0; i < input.length; i += size) {
    chunks.push(input.slice(i, i + size));
  }
  return chunks;
};

globalThis.joinBytes = (chunks) => {
  const joined = new Uint8Array(
      chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
};
})();
