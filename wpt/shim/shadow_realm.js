// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// *.any.js in a ShadowRealm, where V8 has them: the test runs in there with a
// testharness.js of its own, which tells the one outside of its results.

import { parseMeta, resolvePath } from './files.js';

const { setTimeout, setInterval, clearTimeout } = globalThis;

// import("/…") in a ShadowRealm is the shell's, for which a path is a file's.
// The suite has such imports only in what it evaluates there.
export function mapImports(suite) {
  const { prototype } = globalThis.ShadowRealm ?? { prototype: null };
  if (prototype === null) {
    return;
  }
  const { evaluate } = prototype;
  Object.defineProperty(prototype, 'evaluate', {
    value: function(source) {
      return Reflect.apply(evaluate, this, [
        typeof source === 'string'
            ? source.replace(/import\("(\/[^"]*)"\)/g,
                             (_, path) => `import("${suite.fileUrl(path)}")`)
            : source,
      ]);
    },
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

// The outer realm has testharness.js already.
export function runInShadowRealm(suite, path, search) {
  if (globalThis.ShadowRealm === undefined) {
    throw new Error('This V8 has no ShadowRealm');
  }
  const realm = new ShadowRealm();
  const run = (source, name) =>
      realm.evaluate(`${source}\n;undefined\n//# sourceURL=${name}`);
  run(`globalThis.self = globalThis;
       globalThis.location = { search: ${JSON.stringify(search)} };
       globalThis.GLOBAL = {
         isWindow: () => false,
         isWorker: () => false,
         isShadowRealm: () => true,
       };`, 'set-up');
  // Tests wait with timers, which ShadowRealms lack. What passes between realms
  // is wrapped, and V8 can't call such a wrapper from native code.
  realm.evaluate(`(setTimeout, setInterval, clearTimeout) => {
    globalThis.setTimeout = (callback, delay, ...rest) =>
        setTimeout(() => { callback(...rest); }, delay);
    globalThis.setInterval = (callback, delay, ...rest) =>
        setInterval(() => { callback(...rest); }, delay);
    globalThis.clearTimeout = globalThis.clearInterval = clearTimeout;
  }`)((callback, delay) => setTimeout(() => callback(), delay),
      (callback, delay) => setInterval(() => callback(), delay),
      (id) => clearTimeout(id));
  const source = suite.readScript(path);
  const meta = parseMeta(source);
  const title = meta.find(([key]) => key === 'title');
  if (title !== undefined) {
    run(`globalThis.META_TITLE = ${JSON.stringify(title[1])}`, 'title');
  }
  const scripts = meta.filter(([key]) => key === 'script')
      .map(([, script]) => resolvePath(script, path));
  for (const script of ['/resources/testharness.js', ...scripts]) {
    run(suite.readScript(script), script);
  }
  run(source, path);
  globalThis.fetch_tests_from_shadow_realm(realm).then(globalThis.done);
}
