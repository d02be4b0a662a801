// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The shape of the object with the functions of include/v8_encoding/extras.h,
// and how they take their arguments.

'use strict';

const extras = globalThis.encodingExtras;
const {
  decodeRange, encode, encodeIntoAt, encodings, isWellFormedBytes,
  utf8ByteLength,
} = extras ?? {};
const descriptorOf = Object.getOwnPropertyDescriptor;
const lengths = { utf8ByteLength: 1, isWellFormedBytes: 1, decodeRange: 3,
                  encodeIntoAt: 4, encodings: 0, encode: 1 };

function testExtras(name, fn) {
  test(name, () => {
    needs('encodingExtras');
    fn();
  });
}

testExtras('the object is a namespace of Web IDL', () => {
  assertEquals(typeof extras, 'object');
  assertTrue(Object.getPrototypeOf(extras) === Object.prototype);
  assertTrue(Object.isExtensible(extras));
  assertEquals(Reflect.ownKeys(extras),
               [...Object.keys(lengths), Symbol.toStringTag]);
  assertEquals(Object.keys(extras), Object.keys(lengths));
  assertEquals(descriptorOf(extras, Symbol.toStringTag), {
    value: 'EncodingExtras', writable: false, enumerable: false,
    configurable: true,
  });
  assertEquals(Object.prototype.toString.call(extras),
               '[object EncodingExtras]');
});

testExtras('its functions are operations of Web IDL', () => {
  for (const [name, length] of Object.entries(lengths)) {
    const { value: fn, ...attributes } = descriptorOf(extras, name);
    assertEquals(attributes,
                 { writable: true, enumerable: true, configurable: true });
    assertEquals(typeof fn, 'function');
    assertTrue(Object.getPrototypeOf(fn) === Function.prototype);
    assertFalse('prototype' in fn);
    assertEquals(descriptorOf(fn, 'name'), {
      value: name, writable: false, enumerable: false, configurable: true,
    });
    assertEquals(descriptorOf(fn, 'length'), {
      value: length, writable: false, enumerable: false, configurable: true,
    });
    assertThrows(() => new fn('x'), TypeError);
    assertThrows(() => Reflect.construct(Object, [], fn), TypeError);
  }
});

testExtras('any receiver will do', () => {
  for (const receiver of [undefined, null, 1, 'x', {}, new TextDecoder()]) {
    assertEquals(utf8ByteLength.call(receiver, '\u20AC'), 3);
    assertEquals(encodings.call(receiver).length, 40);
  }
});

testExtras('no interface knows of it', () => {
  assertFalse('EncodingExtras' in globalThis);
  assertFalse(Object.keys(globalThis).includes('encodingExtras'));
  assertEquals(Object.keys(TextDecoder.prototype),
               ['encoding', 'fatal', 'ignoreBOM', 'decode']);
  assertEquals(Object.keys(TextEncoder.prototype),
               ['encoding', 'encode', 'encodeInto']);
  for (const name of Object.keys(lengths)) {
    assertFalse(name in globalThis, name);
    assertFalse(name in TextDecoder || name in TextEncoder, name);
  }
});

testExtras('too few arguments', () => {
  for (const [name, length] of Object.entries(lengths)) {
    for (let i = 0; i < length; ++i) {
      const error = assertThrows(
          () => extras[name](...Array(i).fill(new Uint8Array(1))), TypeError);
      assertEquals(error.message, `Failed to execute '${name}' on ` +
          `'EncodingExtras': ${length} argument${length === 1 ? '' : 's'} ` +
          `required, but only ${i} present.`);
    }
  }
});

// An argument that notes when it's converted.
function noting(log, name, value) {
  return { valueOf() { log.push(name); return value; },
           toString() { log.push(name); return value; } };
}

testExtras('arguments are converted once, from left to right', () => {
  const log = [];
  const options = new Proxy({}, {
    get(target, key) { log.push(`options.${String(key)}`); },
  });
  assertEquals(decodeRange(bytes('61 62'), noting(log, 'start', 0),
                           noting(log, 'end', 2), noting(log, 'label', 'utf-8'),
                           options), 'ab');
  assertEquals(log, ['start', 'end', 'label', 'options.fatal',
                     'options.ignoreBOM']);
  log.length = 0;
  encodeIntoAt(noting(log, 'source', 'xy'), new Uint8Array(2),
               noting(log, 'start', 0), noting(log, 'end', 2),
               noting(log, 'sourceStart', 1));
  assertEquals(log, ['source', 'start', 'end', 'sourceStart']);
  log.length = 0;
  encode(noting(log, 'string', 'x'), noting(log, 'label', 'utf-8'),
         { get mode() { log.push('mode'); return noting(log, 'value', 'html'); }
         });
  assertEquals(log, ['string', 'label', 'mode', 'value']);
  log.length = 0;
  isWellFormedBytes(bytes(''), noting(log, 'label', 'utf-8'));
  utf8ByteLength(noting(log, 'string', 'x'));
  assertEquals(log, ['label', 'string']);
});

testExtras('what is wrong stops the conversions', () => {
  const log = [];
  assertThrows(() => decodeRange(bytes('61'), -1, noting(log, 'end', 1)),
               TypeError);
  assertThrows(() => decodeRange([], noting(log, 'start', 0), 1), TypeError);
  assertThrows(() => encodeIntoAt('x', new Uint16Array(1),
                                  noting(log, 'start', 0), 1), TypeError);
  const thrown = {};
  assertThrowsValue(() => encode({ toString() { throw thrown; } },
                                 noting(log, 'label', 'utf-8')), thrown);
  assertEquals(log, []);
});

testExtras('places are converted as [EnforceRange] says', () => {
  const input = bytes('61 62 63');
  for (const [start, text] of [[1, 'bc'], ['1', 'bc'], [1.9, 'bc'], [-0.9, 'abc'],
                               [-0, 'abc'], [null, 'abc'], [true, 'bc'],
                               [[2], 'c'], [' 0x2 ', 'c']]) {
    assertEquals(decodeRange(input, start, 3), text, `${start}`);
  }
  for (const start of [-1, NaN, Infinity, -Infinity, 2 ** 53, 1e300, undefined,
                       'x', {}, [1, 2]]) {
    assertThrows(() => decodeRange(input, start, 3), TypeError,
                 /Value is outside the 'unsigned long long' value range\.$/);
    assertThrows(() => encodeIntoAt('abc', input, 0, start), TypeError);
  }
  for (const start of [1n, Symbol()]) {
    assertThrows(() => decodeRange(input, start, 3), TypeError);
  }
  assertThrows(() => encodeIntoAt('abc', input, 0, 3, -1), TypeError);
  assertEquals(encodeIntoAt('abc', input, 0, 3, undefined).read, 3);
});

testExtras('places that are beyond the end', () => {
  const input = bytes('61 62 63');
  for (const [start, end] of [[0, 4], [4, 4], [2, 1], [3, 2], [0, 2 ** 32],
                              [2 ** 32, 2 ** 32], [0, 2 ** 53 - 1],
                              [2 ** 53 - 1, 0]]) {
    assertThrows(() => decodeRange(input, start, end), RangeError);
    assertThrows(() => decodeRange(input.buffer, start, end), RangeError);
    assertThrows(() => encodeIntoAt('x', input, start, end), RangeError);
  }
  for (const at of [4, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1]) {
    assertThrows(() => encodeIntoAt('abc', input, 0, 3, at), RangeError);
  }
  assertEquals([...input], [0x61, 0x62, 0x63]);
  assertEquals(encodeIntoAt('abc', input, 3, 3, 3), { read: 0, written: 0 });
});

testExtras('labels', () => {
  assertEquals(decodeRange(bytes('80'), 0, 1, ' Latin1\n'), '\u20AC');
  for (const label of ['nonsense', '', 'utf\u20138', null, 'replacement',
                       'iso-2022-kr']) {
    const message = RegExp(`The encoding label '${label}' is invalid\\.$`);
    assertThrows(() => decodeRange(bytes(''), 0, 0, label), RangeError,
                 message);
    assertThrows(() => isWellFormedBytes(bytes(''), label), RangeError,
                 message);
  }
  for (const label of ['nonsense', '', null]) {
    assertThrows(() => encode('', label), RangeError);
  }
  // The label comes before the range, as everything does that needs no buffer.
  assertThrows(() => decodeRange(bytes(''), 5, 2, 'nonsense'), RangeError,
               /label/);
});

testExtras('modes', () => {
  for (const options of [undefined, null, {}, { mode: undefined },
                         { mode: 'fatal' }, () => {}]) {
    assertEquals(encode('x', 'utf-8', options).length, 1);
  }
  for (const mode of ['', 'replacement', 'HTML', 'html ', null, 0]) {
    assertThrows(() => encode('x', 'utf-8', { mode }), TypeError,
        RegExp(`^Failed to execute 'encode' on 'EncodingExtras': The provided ` +
               `value '${mode}' is not a valid enum value of type ` +
               `EncodeMode\\.$`));
  }
  assertThrows(() => encode('x', 'utf-8', 1), TypeError, /'EncodeOptions'/);
});

testExtras('detached buffers', () => {
  const { buffer, detach } = newDetachable(65536);
  const view = new Uint8Array(buffer);
  detach();
  assertTrue(isWellFormedBytes(buffer) && isWellFormedBytes(view));
  assertEquals(decodeRange(buffer, 0, 0), '');
  assertEquals(decodeRange(view, 0, 0), '');
  assertThrows(() => decodeRange(view, 0, 1), RangeError);
  assertEquals(encodeIntoAt('x', view, 0, 0), { read: 0, written: 0 });
  assertThrows(() => encodeIntoAt('x', view, 0, 1), RangeError);
});

testExtras('buffers that a conversion detaches', () => {
  const calls = [
    (view, evil) => decodeRange(view, 0, evil),
    (view, evil) => decodeRange(view.buffer, 0, evil),
    (view, evil) => encodeIntoAt('x', view, 0, evil),
    (view, evil) => encodeIntoAt('x', view, 0, 9, evil),
  ];
  for (const call of calls) {
    const { buffer, detach } = newDetachable(65536);
    const view = new Uint8Array(buffer);
    assertThrows(() => call(view, { valueOf() { detach(); return 9; } }),
                 RangeError);
  }
  const { buffer, detach } = newDetachable(65536);
  new Uint8Array(buffer).fill(0xFF);
  assertTrue(isWellFormedBytes(buffer, { toString() { detach();
                                                      return 'utf-8'; } }));
});

testExtras('buffers that a conversion shrinks', () => {
  needs('resizable ArrayBuffer');
  const buffer = new ArrayBuffer(20, { maxByteLength: 40 });
  const shrinking = { valueOf() { buffer.resize(5); return 10; } };
  assertThrows(() => decodeRange(buffer, 0, shrinking), RangeError);
  buffer.resize(20);
  assertThrows(() => encodeIntoAt('x', new Uint8Array(buffer), 0, shrinking),
               RangeError);
  assertEquals(decodeRange(buffer, 3, 5), '\0\0');
});

testExtras('an immutable buffer can be read only', () => {
  needs('immutable ArrayBuffer');
  const view = new Uint8Array(bytes('61 62').buffer.transferToImmutable());
  assertEquals(decodeRange(view, 1, 2), 'b');
  assertTrue(isWellFormedBytes(view));
  assertThrows(() => encodeIntoAt('x', view, 0, 2), TypeError);
  assertEquals([...view], [0x61, 0x62]);
});

testExtras('results and exceptions are of the realm of the function', () => {
  const other = newRealm();
  const { encodingExtras: theirs } = other;
  assertNotEquals(theirs.encode, encode);
  const prototypeOf = Object.getPrototypeOf;
  assertTrue(prototypeOf(theirs) === other.Object.prototype);
  for (const length of [1, 100]) {
    const result = theirs.encode('x'.repeat(length));
    assertTrue(prototypeOf(result) === other.Uint8Array.prototype);
  }
  assertTrue(prototypeOf(theirs.encodings()) === other.Array.prototype);
  assertTrue(prototypeOf(theirs.encodings()[0]) === other.Object.prototype);
  assertTrue(prototypeOf(theirs.encodeIntoAt('', bytes(''), 0, 0)) ===
             other.Object.prototype);
  assertThrows(() => theirs.encode('', 'nonsense'), other.RangeError);
  assertThrows(() => theirs.decodeRange(bytes(''), 0, 1), other.RangeError);
  assertThrows(() => theirs.decodeRange(bytes('FF'), 0, 1, 'utf-8',
                                        { fatal: true }), other.TypeError);
  assertThrows(() => theirs.encode('', 'utf-8', { mode: 'x' }),
               other.TypeError);
  assertEquals(theirs.decodeRange(bytes('61'), 0, 1), 'a');
});
