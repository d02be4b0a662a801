// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random programs over both sides of streams, run with the library's streams
// and with npm's web-streams-polyfill: the logs must be equal, tick by tick.
// stream_oracle/README.md has more.

'use strict';

include('stream_helpers.js');
include('stream_aborted_pipe.js');
for (const name of ['programs', 'run', 'generate', 'operations', 'polyfill',
                    'implementations', 'compare']) {
  include(`stream_oracle/${name}.js`);
}

// A part is to end in time with all functions optimized at once, on a loaded
// machine: harness.js gives a test 100 s.
const kPrograms = 250;

const oracle = globalThis.streamOracle;

function polyfill(isMended) {
  if (typeof readFile !== 'function') {
    skip('no readFile()');
  }
  return oracle.polyfillInterfaces(
      readFile('node_modules/web-streams-polyfill/dist/ponyfill.js', 'utf-8'),
      isMended);
}

const rejections = typeof setUncaughtHandler === 'function' ?
    oracle.shellRejections(setUncaughtHandler) : undefined;

const compare = (from, count, implementations) => oracle.comparePrograms({
  from, to: from + count, implementations, rejections,
  names: ['the library', 'the polyfill'],
});

for (let from = 0; from < 20; ++from) {
  test(`${kPrograms} random programs, part ${from}`, async () => {
    skipWithOwnStreams('they settle promises in ticks of their own');
    const { differing, reports } = await compare(
        1 + from * kPrograms, kPrograms,
        [oracle.ownInterfaces(), polyfill(true)]);
    assertEquals(differing, 0, reports[0]);
  });
}

// The programs seldom enqueue in the tick in which a pipe ends.
test('pipes that a signal ends while chunks arrive', async () => {
  skipWithOwnStreams('they settle promises in ticks of their own');
  const own = oracle.ownInterfaces();
  const others = polyfill(true);
  for (const options of abortedPipes()) {
    assertEquals(await abortedPipe(own, options), await abortedPipe(others, options),
                 JSON.stringify(options));
  }
});

test('the same streams have the same logs', async () => {
  const interfaces = polyfill(true);
  const { differing } = await compare(1, 100, [interfaces, interfaces]);
  assertEquals(differing, 0);
});

test('the defects of the polyfill are found, and programs made small',
     async () => {
  const { differing, reports } = await compare(
      1, 300, [polyfill(true), polyfill(false)]);
  assertTrue(differing > 5, `${differing} programs differ`);
  assertTrue(reports[0].length < 3000, reports[0]);
});

test('a difference that is gone the next time is reported', async () => {
  const interfaces = polyfill(true);
  let runs = 0;
  const fickle = {
    ...interfaces,
    get ReadableStream() {
      return ++runs === 1 ? undefined : interfaces.ReadableStream;
    },
  };
  const { differing, reports } = await compare(5, 1, [interfaces, fickle]);
  assertEquals([differing, reports.length], [1, 1]);
  assertTrue(runs > 2, `${runs} runs`);
});
