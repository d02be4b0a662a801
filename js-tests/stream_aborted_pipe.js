// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A pipe that a signal ends while chunks arrive, tick by tick.

'use strict';

(() => {
const ticks = async (count) => {
  for (let i = 0; i < count; ++i) {
    await null;
  }
};

// Pipes from and to streams of `interfaces`, aborts, and enqueues `count` chunks from
// `tick` on, `pause` ticks apart. With `isBusy` a chunk is being written when the
// signal comes; with `isSlow` a write takes until the scenario ends it. Gives the
// log, each entry with its tick, and the chunks that are left in the source.
globalThis.abortedPipe = async (
    { ReadableStream, WritableStream },
    { preventAbort, preventCancel, isBusy, isSlow, highWaterMark, count, pause, tick }) => {
  const log = [];
  let now = 0;
  let isOver = false;
  (async () => {
    for (; !isOver; ++now) {
      await null;
    }
  })();
  const note = (what) => { log.push(`${now} ${what}`); };
  let source;
  let endWrite = () => {};
  const readable = new ReadableStream({
    start(controller) { source = controller; },
    cancel() { note('cancel'); },
  }, { highWaterMark: 0 });
  const writable = new WritableStream({
    abort() { note('abort'); },
    write(chunk) {
      note(`write ${chunk}`);
      return !isSlow ? undefined : new Promise((resolve) => {
        endWrite = () => {
          note(`written ${chunk}`);
          endWrite = () => {};
          resolve();
        };
      });
    },
  }, { highWaterMark });
  const controller = new AbortController();
  readable.pipeTo(writable, {
    signal: controller.signal, preventAbort, preventCancel,
  }).catch(() => { note('end'); });
  await ticks(20);
  if (isBusy) {
    source.enqueue('first');
    await ticks(20);
  }
  now = 0;
  controller.abort();
  if (isBusy && isSlow) {
    await ticks(15);
    endWrite();
  }
  await ticks(tick);
  for (let i = 0; i < count; ++i) {
    try {
      source.enqueue(i);
      note(`enqueued ${i}`);
    } catch {
      note('closed');
    }
    await ticks(pause);
  }
  for (let i = 0; i < 3; ++i) {
    await ticks(25);
    endWrite();
  }
  isOver = true;
  const left = [];
  if (preventCancel) {
    source.close();
    const reader = readable.getReader();
    for (let each; !(each = await reader.read()).done;) {
      left.push(each.value);
    }
  }
  return { log, left };
};

// What abortedPipe() may be asked for.
globalThis.abortedPipes = function* () {
  for (const preventAbort of [true, false]) {
    for (const preventCancel of [true, false]) {
      for (const isBusy of [true, false]) {
        for (const isSlow of [true, false]) {
          for (const [highWaterMark, count, pause] of
              [[1, 1, 0], [1, 3, 1], [3, 1, 0], [3, 2, 0], [3, 3, 2]]) {
            for (let tick = 0; tick < 12; ++tick) {
              yield { preventAbort, preventCancel, isBusy, isSlow, highWaterMark, count,
                      pause, tick };
            }
          }
        }
      }
    }
  }
};
})();
