// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// JSON modules of the shell:
// https://tc39.es/ecma262/#sec-parsejsonmodule

'use strict';

const JSON_FILE = './shell_json_modules.json';

// V8 before 12.3 calls attributes assertions. Each V8 looks at one of the two.
const options = (attributes) => ({ with: attributes, assert: attributes });

async function assertRejects(promise, type, text) {
  let error;
  try {
    await promise;
  } catch (e) {
    error = e;
  }
  assertTrue(error instanceof type, `${error} is a ${type.name}`);
  assertTrue(error.message.includes(text), `${error.message} has ${text}`);
}

test('a JSON module exports its value as default', async () => {
  const module = await import(JSON_FILE, options({ type: 'json' }));
  assertEquals(Object.keys(module).join(), 'default');
  assertEquals(module.default.encodings.join(), 'utf-8,gbk');
  assertTrue(Object.hasOwn(module.default, '__proto__'));
});

test('a JSON module is loaded once', async () => {
  const first = await import(JSON_FILE, options({ type: 'json' }));
  const again = await import('./../js-tests/' + JSON_FILE.slice(2),
                             options({ type: 'json' }));
  assertEquals(first, again);
});

test('JSON without its attribute is refused', async () => {
  await assertRejects(import(JSON_FILE), TypeError, '{ type: "json" }');
});

test('what is no JSON is a SyntaxError', async () => {
  await assertRejects(
      import('./shell_json_modules.test.js', options({ type: 'json' })),
      SyntaxError, 'Cannot import "./shell_json_modules.test.js"');
});

test('other types and attributes are refused', async () => {
  await assertRejects(import(JSON_FILE, options({ type: 'css' })), TypeError,
                      'type "css"');
  await assertRejects(import(JSON_FILE, options({ kind: 'json' })), TypeError,
                      'attribute "kind"');
});
