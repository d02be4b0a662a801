// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the tests of the shell's interfaces share: Web IDL's view of one.

'use strict';

(() => {
const { getOwnPropertyDescriptor, ownKeys } = Reflect;

// `expected` has `parent`, `length`, `operations`, `attributes`,
// `writableAttributes`, `statics` and `constants`.
function assertShape(name, expected) {
  const fn = globalThis[name];
  assertEquals(getOwnPropertyDescriptor(globalThis, name),
               { value: fn, writable: true, enumerable: false,
                 configurable: true });
  assertEquals(typeof fn, 'function');
  assertEquals(fn.name, name);
  assertEquals(fn.length, expected.length);
  assertTrue(Object.getPrototypeOf(fn) ===
             (expected.parent ?? Function.prototype), 'parent');
  const { prototype } = fn;
  assertEquals(getOwnPropertyDescriptor(fn, 'prototype'),
               { value: prototype, writable: false, enumerable: false,
                 configurable: false });
  assertTrue(Object.getPrototypeOf(prototype) ===
             (expected.prototypeParent ?? expected.parent?.prototype ??
              Object.prototype), 'parent of the prototype');
  assertEquals(getOwnPropertyDescriptor(prototype, 'constructor'),
               { value: fn, writable: true, enumerable: false,
                 configurable: true });
  assertEquals(getOwnPropertyDescriptor(prototype, Symbol.toStringTag),
               { value: name, writable: false, enumerable: false,
                 configurable: true });
  assertThrows(() => fn(), TypeError);
  assertThrows(() => fn.call({}, 'a'), TypeError);

  const operations = expected.operations ?? {};
  const attributes = expected.attributes ?? [];
  const writable = expected.writableAttributes ?? [];
  const statics = expected.statics ?? {};
  const constants = expected.constants ?? {};
  const assertOperation = (owner, key, length) => {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    const operation = descriptor.value;
    assertEquals(descriptor,
                 { value: operation, writable: true, enumerable: true,
                   configurable: true }, key);
    assertEquals(operation.name, key);
    assertEquals(operation.length, length, key);
    assertFalse('prototype' in operation, key);
    assertThrows(() => new operation(), TypeError, undefined, key);
  };
  for (const key of Object.keys(operations)) {
    assertOperation(prototype, key, operations[key]);
    for (const receiver of [undefined, null, {}, prototype, globalThis]) {
      assertThrows(() => prototype[key].call(receiver, 1, 2, 3), TypeError,
                   undefined, key);
    }
  }
  for (const key of Object.keys(statics)) {
    assertOperation(fn, key, statics[key]);
  }
  for (const key of [...attributes, ...writable]) {
    const descriptor = getOwnPropertyDescriptor(prototype, key);
    assertEquals(descriptor.enumerable, true, key);
    assertEquals(descriptor.configurable, true, key);
    assertEquals(descriptor.get.name, `get ${key}`);
    assertEquals(descriptor.get.length, 0, key);
    assertEquals(typeof descriptor.set,
                 writable.includes(key) ? 'function' : 'undefined', key);
    if (descriptor.set !== undefined) {
      assertEquals(descriptor.set.name, `set ${key}`);
      assertEquals(descriptor.set.length, 1, key);
      assertThrows(() => descriptor.set.call({}, null), TypeError);
    }
    for (const receiver of [undefined, {}, prototype]) {
      assertThrows(() => descriptor.get.call(receiver), TypeError, undefined,
                   key);
    }
  }
  for (const key of Object.keys(constants)) {
    for (const owner of [fn, prototype]) {
      assertEquals(getOwnPropertyDescriptor(owner, key),
                   { value: constants[key], writable: false, enumerable: true,
                     configurable: false }, key);
    }
  }
  // V8 gives its embedders' constructors those of sloppy functions, too.
  const sorted = (keys) => keys.filter(
      (key) => typeof key === 'string' && key !== 'arguments' &&
               key !== 'caller').sort();
  assertEquals(sorted(ownKeys(prototype)),
               ['constructor', ...attributes, ...writable,
                ...Object.keys(operations), ...Object.keys(constants)].sort());
  assertEquals(sorted(ownKeys(fn)),
               ['length', 'name', 'prototype', ...Object.keys(statics),
                ...Object.keys(constants)].sort());
}

function assertThrowsDom(fn, name, note) {
  const error = assertThrows(fn, DOMException, undefined, note);
  assertEquals(error.name, name, note);
  return error;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// However slow the machine is, due timers and other tasks take turns: after this,
// count - 1 of the tasks posted before have run, or all.
const nextTasks = async (count) => {
  for (let i = 0; i < count; ++i) {
    await nextTask();
  }
};

Object.assign(globalThis,
              { assertShape, assertThrowsDom, nextTask, nextTasks });
})();
