// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values on their way through ReadableStream.from() and asynchronous iteration are
// looked at for then(), and waited for, as often and in the tick that npm's
// web-streams-polyfill does: of what nobody sees, the library leaves out the rest.

'use strict';

include('stream_helpers.js');
include('stream_values.js');
for (const name of ['polyfill', 'implementations']) {
  include(`stream_oracle/${name}.js`);
}

globalThis.setUncaughtHandler?.(() => true);

for (const what of ['from', 'iterate']) {
  test(`2,000 random programs, ${what}`, async () => {
    skipWithOwnStreams('they settle promises in ticks of their own');
    if (typeof readFile !== 'function') {
      skip('no readFile()');
    }
    const own = streamOracle.ownInterfaces();
    const others = streamOracle.polyfillInterfaces(
        readFile('node_modules/web-streams-polyfill/dist/ponyfill.js', 'utf-8'),
        true);
    let lines = 0;
    for (let seed = 1; seed <= 2000; ++seed) {
      const log = await streamValues.run(own, seed, what);
      assertEquals(log, await streamValues.run(others, seed, what),
                   `program ${seed}`);
      lines += log.length;
    }
    assertTrue(lines > 12000, `${lines} lines`);
  });
}
