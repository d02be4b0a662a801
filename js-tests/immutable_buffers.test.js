// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Immutable ArrayBuffers, which can be read but not written.

'use strict';

function immutable(text) {
  needs('immutable ArrayBuffer');
  return bytes(text).buffer.transferToImmutable();
}

test('decode takes an immutable buffer', () => {
  assertEquals(new TextDecoder().decode(immutable('E2 82 AC')), '\u20AC');
});

test('decode takes a view on an immutable buffer', () => {
  const buffer = immutable('61 E2 82 AC');
  assertEquals(new TextDecoder().decode(new Uint8Array(buffer, 1)), '\u20AC');
  assertEquals(new TextDecoder().decode(new DataView(buffer, 0, 1)), 'a');
});

test('encodeInto refuses one and writes nothing', () => {
  const view = new Uint8Array(immutable('61 62 63'));
  assertThrows(() => new TextEncoder().encodeInto('xyz', view), TypeError);
  assertEquals([...view], [0x61, 0x62, 0x63]);
});
