// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What wpt/script.py puts around a script of the suite to make one file, which
// runs in any JavaScript runtime: in a classic script, in a CommonJS or ES
// module.
//
//   url      the test's, with its query
//   title    of subtests without a name, if the script has one
//   isStrict whether the test's script begins with 'use strict'
//   harness  testharness.js and what reports results: pairs of a path and a text
//   scripts  the same of what the test needs, and of the test, the last one
//   files    what fetch() finds, for idlharness.js: an object of texts by path
function runTest({ url, title, isStrict, harness, scripts, files }) {
  const global = globalThis;

  function define(name, value) {
    try {
      Object.defineProperty(global, name, {
        value, writable: true, enumerable: false, configurable: true,
      });
    } catch {
      // The runtime's own stays.
    }
  }

  // idlharness.js knows a shell's global object by its prototype, so that is a
  // plain object's while tests run.
  function takePlainPrototype() {
    const prototype = Object.getPrototypeOf(global);
    const take = (value) => {
      try {
        Object.setPrototypeOf(global, value);
      } catch {
        // Then idlharness.js reports an unexpected global object.
      }
    };
    take(Object.prototype);
    global.add_completion_callback(() => take(prototype));
  }

  function report(status, message) {
    // After whatever was printed without a newline.
    const line = `\n${JSON.stringify({ status, message })}`;
    if (typeof print === 'function') {
      print(line);
    } else {
      console.log(line);
    }
  }

  // A function that runs the text of a classic script, whose declarations later
  // scripts see; undefined if the runtime has none.
  function findEvaluator() {
    if (typeof global.evaluateScript === 'function') {
      return global.evaluateScript;
    }
    const { process } = global;
    const vm = process && typeof process.getBuiltinModule === 'function'
        ? process.getBuiltinModule('vm')
        : undefined;
    return vm && ((text, filename) => vm.runInThisContext(text, { filename }));
  }

  function evaluateInGlobalScope(text, name) {
    (0, eval)(`${text}\n//# sourceURL=${name}`);
  }

  function runScripts() {
    const evaluate = findEvaluator();
    // The harness puts what it has on the global object, so that each script can
    // be a text for eval().
    for (const [name, text] of harness) {
      (evaluate || evaluateInGlobalScope)(text, name);
    }
    if (usesIdlHarness) {
      takePlainPrototype();
    }
    if (evaluate) {
      for (const [name, text] of scripts) {
        evaluate(text, name);
      }
      return;
    }
    // What eval() declares with let, const and class is its own, so what needs
    // one another is one text.
    // That text has the mode of the test, whatever the first script begins with.
    const directive = isStrict ? '\'use strict\';' : ';';
    const texts = scripts.map(([, text]) => text);
    evaluateInGlobalScope(directive + texts.join('\n;\n'), url);
  }

  const [, pathname, search, hash] = /^([^?#]*)([^#]*)(.*)$/.exec(url);
  define('self', global);
  define('location', Object.freeze({ pathname, search, hash, href: url }));
  define('GLOBAL', {
    isWindow: () => false,
    isWorker: () => false,
    isShadowRealm: () => false,
  });
  if (title !== undefined) {
    define('META_TITLE', title);
  }
  const usesIdlHarness = Object.keys(files).length > 0;
  if (usesIdlHarness) {
    define('fetch', async (path) => {
      if (Object.getOwnPropertyDescriptor(files, path) === undefined) {
        throw new TypeError(`${path} isn't one of the files of this test`);
      }
      return { ok: true, status: 200, text: async () => files[path] };
    });
  }
  try {
    runScripts();
  } catch (error) {
    report('ERROR', `${error && error.stack || error}`);
  }
}
