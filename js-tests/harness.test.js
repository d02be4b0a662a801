// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The harness's assertions; harness_test.py has what a test's end makes of them.

'use strict';

const assertDiffers = (actual, expected, message) => {
  assertEquals(assertFails(() => assertEquals(actual, expected)), message);
  assertFails(() => assertEquals(expected, actual));
};

test('values that differ', () => {
  assertDiffers(0, -0, 'expected -0, got 0');
  assertDiffers('abc', 'abd', 'at unit 2: expected "abd", got "abc"');
  assertDiffers({ a: { b: 1 } }, { a: { b: 2 } }, '[a] [b] expected 2, got 1');
  assertDiffers([1], [1, 2], 'expected [1, 2], got [1]');
  assertDiffers(bytes('01'), bytes('02'),
                'at index 0: expected Uint8Array(1) [02], got Uint8Array(1) [01]');
});

test('accessors are equal if they are the same', () => {
  const get = () => 1;
  const set = () => {};
  const object = (descriptor) =>
      Object.defineProperty({}, 'a', { configurable: true, ...descriptor });
  assertEquals(object({ get, set }), object({ get, set }));
  const message = '[a] another getter or setter';
  assertDiffers(object({ get }), object({ get: () => 1 }), message);
  assertDiffers(object({ get, set }), object({ get }), message);
  assertDiffers(object({ get, set }), object({ get, set() {} }), message);
  assertDiffers(object({ get }), object({ value: undefined }),
                'expected {a: undefined}, got {a: accessor}');
});

test('assertFails() passes on what is no failure', () => {
  assertThrowsValue(() => assertFails(() => { throw 1; }), 1);
  assertEquals(assertFails(() => assertFails(() => {}, 'here')),
               'here; no assertion failed');
});
