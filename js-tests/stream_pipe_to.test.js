// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// pipeTo() of readable streams of any kind: signals, whose turn it is, and what
// ends a pipe.

'use strict';

include('stream_helpers.js');
include('stream_aborted_pipe.js');

const newErrored = () => new ReadableStream({
  start(controller) { controller.error('source'); },
});

test('a signal ends a pipe', async () => {
  skipWithOwnStreams('an AbortSignal of the shell is none of theirs');
  const controller = new AbortController();
  const source = newSource(Array(100).fill(bytes('61')));
  const reader = source.stream.pipeThrough(new TextDecoderStream(),
                                           { signal: controller.signal })
      .getReader();
  await reader.read();
  const mine = { mine: true };
  controller.abort(mine);
  await assertRejects(reader.closed, mine);
  await settle();
  assertTrue(source.cancelled[0] === mine);
});

// Nothing answers such a read; the pipe waits, as for a source that never pulls.
test('a pipe whose source has no memory for the buffer of a read', async () => {
  skipWithOwnStreams('what they do there is their own');
  let controller;
  const stream = new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: Number.MAX_SAFE_INTEGER,
    start(c) { controller = c; },
  });
  const piped = stream.pipeTo(new WritableStream());
  await settle();
  controller.error('enough');
  await assertRejects(piped, 'enough');
});

// ReadableStreamPipeTo, shutdown with an action: every chunk that has been read is
// written, and before the action.
test('a pipe that a signal ends loses no chunk', async () => {
  skipWithOwnStreams('Node loses some');
  for (const options of abortedPipes()) {
    const { log, left } = await abortedPipe(globalThis, options);
    const how = JSON.stringify({ options, log, left });
    const count = (what) => log.filter((line) => line.includes(what)).length;
    assertEquals(count(' end'), 1, how);
    assertEquals([count('abort'), count('cancel')],
                 [Number(!options.preventAbort), Number(!options.preventCancel)], how);
    if (options.preventAbort && options.preventCancel) {
      assertEquals(count('write ') + left.length,
                   count('enqueued') + Number(options.isBusy), how);
    }
    if (options.preventAbort && !options.preventCancel) {
      const behind = log.slice(log.findIndex((line) => line.includes('cancel')));
      assertTrue(!behind.some((line) => line.includes('writ')), how);
    }
  }
});

// With no chunk in flight there is nothing to wait for, and what ends the pipe comes
// before a failure of its destination that is a few microtasks away.
test('a pipe that ends before its destination has started aborts it', async () => {
  const aborted = new AbortController();
  aborted.abort('signal');
  for (const [source, options, reason] of
      [[new ReadableStream(), { signal: aborted.signal }, 'signal'],
       [newErrored(), {}, 'source']]) {
    const log = [];
    const sink = new WritableStream({
      async start() { throw 'start'; },
      abort(why) { log.push(`abort: ${why}`); },
    });
    await assertRejects(source.pipeTo(sink, options), reason);
    await assertRejects(sink.getWriter().closed, reason);
    assertEquals(log, [`abort: ${reason}`]);
  }
});

test('a pipe and events that are no signal\'s', async () => {
  skipWithOwnStreams('signals and events are theirs');
  const noted = [];
  const note = (name) => (reason) => { noted.push([name, reason]); };
  const abortController = new AbortController();
  const { signal } = abortController;
  const piped =
      new ReadableStream({ cancel: note('cancel') }).pipeTo(
          new WritableStream({ abort: note('abort') }), { signal });
  await settle();
  signal.dispatchEvent(new Event('abort'));
  await settle();
  assertEquals(noted, []);
  abortController.abort('why');
  await assertRejects(piped, 'why');
  assertEquals(noted, [['abort', 'why'], ['cancel', 'why']]);
});

// With room for one chunk on either side, the end of a pull is that of the write
// that follows it. What a program can see of it is in order all the same.
test('pulls and writes of a pipe take turns', async () => {
  skipWithOwnStreams('when they pull is their own');
  const log = [];
  let controller;
  let count = 0;
  const source = new ReadableStream({
    start(c) { controller = c; },
    pull() {
      log.push(`pull ${++count}`);
      Promise.resolve().then(() => { log.push('after pull'); });
      controller.enqueue(count);
      if (count === 6) {
        controller.close();
      }
    },
  });
  await source.pipeTo(new WritableStream({
    write(chunk) {
      log.push(`write ${chunk}, ${controller.desiredSize} desired`);
      Promise.resolve().then(() => { log.push('after write'); });
    },
  }));
  const turn = (i) => [`pull ${i + 1}`, `write ${i}, 0 desired`, 'after pull',
                       'after write'];
  assertEquals(log.slice(-14, -2),
               [...turn(3), ...turn(4), ...turn(5)]);
});

test('a source that enqueues while a pipe writes', async () => {
  for (const when of ['pull', 'write', 'later']) {
    const written = [];
    let controller;
    let count = 0;
    const more = (where) => {
      if (where === when && count < 50) {
        controller.enqueue(++count);
      }
    };
    const source = new ReadableStream({
      start(c) { controller = c; },
      pull() {
        controller.enqueue(++count);
        more('pull');
        if (count >= 50) {
          controller.close();
          controller = { enqueue() {} };
        }
      },
    });
    await source.pipeTo(new WritableStream({
      write(chunk) {
        written.push(chunk);
        more('write');
        Promise.resolve().then(() => more('later'));
        return chunk % 3 === 0 ? settle() : undefined;
      },
    }));
    assertEquals(written, Array.from({ length: count }, (_, i) => i + 1), when);
  }
});

test('a byte source that enqueues while a pipe writes', async () => {
  for (const when of ['pull', 'write', 'later']) {
    const written = [];
    let controller;
    let count = 0;
    const enqueue = () => { controller.enqueue(Uint8Array.of(++count)); };
    const more = (where) => {
      if (where === when && count < 50) {
        enqueue();
      }
    };
    const source = new ReadableStream({
      type: 'bytes',
      start(c) { controller = c; },
      pull() {
        if (count < 50) {
          enqueue();
          more('pull');
        } else {
          controller.close();
        }
      },
    }, { highWaterMark: 1 });
    await source.pipeTo(new WritableStream({
      write([byte]) {
        written.push(byte);
        more('write');
        Promise.resolve().then(() => more('later'));
        return byte % 3 === 0 ? settle() : undefined;
      },
    }));
    assertEquals(written, Array.from({ length: count }, (_, i) => i + 1), when);
    assertTrue(count >= 50);
  }
});

test('the source of a pipe that ends early is pulled from as before', async () => {
  skipWithOwnStreams('when they pull is their own');
  for (const how of ['error in pull', 'error in write', 'throw in write',
                     'abort in pull', 'abort in write', 'error and abort in write',
                     'reject in write']) {
    const abortController = new AbortController();
    let sink;
    let pulls = 0;
    const end = (where) => {
      if (pulls < 5 || !how.endsWith(where)) {
        return undefined;
      }
      if (how.startsWith('error')) {
        sink.error(how);
      }
      if (how.includes('abort')) {
        abortController.abort(how);
      }
      if (how.startsWith('throw')) {
        throw how;
      }
      return how.startsWith('reject') ? Promise.reject(how) : undefined;
    };
    const source = new ReadableStream({
      pull(controller) {
        controller.enqueue(++pulls);
        end('pull');
      },
    });
    await assertRejects(
        source.pipeTo(new WritableStream({
          start(c) { sink = c; },
          write() { return end('write'); },
        }), {
          preventCancel: true,
          preventAbort: true,
          signal: abortController.signal,
        }), how, how);
    const reader = source.getReader();
    const before = pulls;
    for (let i = 0; i < 5; ++i) {
      await reader.read();
    }
    assertEquals(pulls - before, 5, how);
  }
});

test('a pipe whose signal\'s event is stopped ends with a later chunk', async () => {
  skipWithOwnStreams('they hear of signals otherwise');
  for (const ender of ['pull', 'write', 'later']) {
    const controller = new AbortController();
    const { signal } = controller;
    signal.addEventListener('abort', (event) => {
      event.stopImmediatePropagation();
    }, true);
    let pulls = 0;
    const end = (where) => {
      if (pulls === 5 && where === ender) {
        controller.abort(where);
      }
    };
    const source = new ReadableStream({
      pull(each) {
        if (++pulls === 1000) {
          each.close();
          return undefined;
        }
        each.enqueue(pulls);
        end('pull');
        return pulls === 5 && ender === 'later' ?
            settle().then(() => { end('later'); }) : undefined;
      },
    });
    await assertRejects(
        source.pipeTo(new WritableStream({ write() { end('write'); } }),
                      { signal }), ender, ender);
    assertTrue(pulls < 200, `${pulls} pulls`);
  }
});

// "Shutdown with an action": the pipe reacts to the promise that abort() has given
// the script.
test('a pipe that ends by an abort of the script', async () => {
  const newSink = (abort) => new WritableStream({ start: settle, abort });

  const log = [];
  const note = (text) => () => { log.push(text); };
  const sink = newSink(() => { log.push('sink'); });
  const aborted = sink.abort('why');
  aborted.then(note('before')).then(note('before, 2nd'));
  newErrored().pipeTo(sink).catch((error) => { log.push(`pipe: ${error}`); });
  aborted.then(note('after')).then(note('after, 2nd'));
  const frozen = newSink();
  const strange = Object.freeze(frozen.abort('why'));
  await assertRejects(newErrored().pipeTo(frozen), 'source');
  await strange;
  assertEquals(log.join(),
               'sink,before,after,before, 2nd,pipe: source,after, 2nd');
});

test('a pipe handles the rejection of an abort of the script', async () => {
  skipWithOwnStreams('they look at the constructor of promises');
  if (typeof setUncaughtHandler !== 'function') {
    skip('no setUncaughtHandler()');
  }
  const unhandled = [];
  setUncaughtHandler((_, error) => unhandled.push(error) > 0);
  for (const change of [(promise) => promise, Object.freeze, (promise) => {
    promise.constructor = 1;
  }]) {
    const sink = new WritableStream({
      start: settle,
      abort: () => Promise.reject('abort'),
    });
    change(sink.abort('why'));
    await assertRejects(newErrored().pipeTo(sink), 'abort');
    await settle();
    await settle();
  }
  setUncaughtHandler(() => false);
  assertEquals(unhandled, []);
});
