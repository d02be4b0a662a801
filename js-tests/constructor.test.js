// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The arguments of the constructors, and the attributes that come of them.

'use strict';

function attributes(decoder) {
  const { encoding, fatal, ignoreBOM } = decoder;
  return { encoding, fatal, ignoreBOM };
}

test('no arguments', () => {
  assertEquals(attributes(new TextDecoder()),
               { encoding: 'utf-8', fatal: false, ignoreBOM: false });
  assertEquals(attributes(new TextDecoder), attributes(new TextDecoder()));
});

test('an undefined label is the default, null is a string', () => {
  assertEquals(new TextDecoder(undefined).encoding, 'utf-8');
  assertEquals(attributes(new TextDecoder(undefined, { fatal: true })),
               { encoding: 'utf-8', fatal: true, ignoreBOM: false });
  assertThrows(() => new TextDecoder(null), RangeError);
  assertThrows(() => new TextDecoder('undefined'), RangeError);
});

test('each combination of options', () => {
  for (const encoding of ['utf-8', 'utf-16le', 'windows-1252',
                          'x-user-defined']) {
    for (const fatal of [false, true]) {
      for (const ignoreBOM of [false, true]) {
        assertEquals(attributes(new TextDecoder(encoding,
                                                { fatal, ignoreBOM })),
                     { encoding, fatal, ignoreBOM });
      }
    }
  }
});

test('labels are converted to strings', () => {
  const named = (label) => new TextDecoder(label).encoding;
  assertEquals(named(866), 'ibm866');
  assertEquals(named(866n), 'ibm866');
  assertEquals(named(866.0), 'ibm866');
  assertEquals(named(['l2']), 'iso-8859-2');
  assertEquals(named(new String('l2')), 'iso-8859-2');
  assertEquals(named({ toString: () => 'l2' }), 'iso-8859-2');
  assertEquals(named({ toString: () => ({}), valueOf: () => 'l2' }),
               'iso-8859-2');
  assertEquals(named({ [Symbol.toPrimitive]: (hint) =>
      hint === 'string' ? 'l2' : 'l3' }), 'iso-8859-2');
  for (const label of [{}, [], true, 0, () => {}, NaN]) {
    assertThrows(() => new TextDecoder(label), RangeError);
  }
  for (const label of [Symbol('utf-8'), Object.create(null)]) {
    assertThrows(() => new TextDecoder(label), TypeError);
  }
});

test('exceptions of the conversion of a label come through', () => {
  const mine = { mine: true };
  assertThrowsValue(
      () => new TextDecoder({ toString() { throw mine; } }), mine);
  assertThrowsValue(
      () => new TextDecoder({ toString() { throw undefined; } }), undefined);
});

test('options may be null, undefined or any object', () => {
  for (const options of [undefined, null, {}, [], () => {}, new Date(),
                         /x/, new Proxy({}, {}), Object.create(null)]) {
    assertEquals(attributes(new TextDecoder('utf-8', options)),
                 { encoding: 'utf-8', fatal: false, ignoreBOM: false });
  }
  const options = () => {};
  options.fatal = 1;
  assertTrue(new TextDecoder('utf-8', options).fatal);
  assertTrue(new TextDecoder('utf-8', new Proxy({ fatal: 1 }, {})).fatal);
  assertTrue(new TextDecoder('utf-8', Object.create({ fatal: 1 })).fatal);
});

test('options may not be primitive', () => {
  for (const options of [true, false, 0, 1, NaN, '', 'fatal', 1n, Symbol()]) {
    assertThrows(() => new TextDecoder('utf-8', options), TypeError);
  }
});

test('members of options are converted by truth', () => {
  for (const value of [false, 0, -0, NaN, '', null, undefined, 0n]) {
    assertFalse(new TextDecoder('utf-8', { fatal: value }).fatal);
    assertFalse(new TextDecoder('utf-8', { ignoreBOM: value }).ignoreBOM);
  }
  for (const value of [true, 1, -1, Infinity, 'false', '0', 1n, {}, [],
                       Symbol(), () => {}, new Boolean(false)]) {
    assertTrue(new TextDecoder('utf-8', { fatal: value }).fatal);
    assertTrue(new TextDecoder('utf-8', { ignoreBOM: value }).ignoreBOM);
  }
});

test('truth runs no conversion', () => {
  const value = {
    get [Symbol.toPrimitive]() { throw new Error('converted'); },
    get valueOf() { throw new Error('converted'); },
    get toString() { throw new Error('converted'); },
  };
  assertTrue(new TextDecoder('utf-8', { fatal: value }).fatal);
});

test('label first, then options in lexicographic order, each once', () => {
  const log = [];
  const label = { toString() { log.push('label'); return 'l2'; } };
  const options = new Proxy({}, {
    get(target, name) { log.push(name); return true; },
    has(target, name) { log.push(`has ${String(name)}`); return true; },
  });
  const decoder = new TextDecoder(label, options);
  assertEquals(log, ['label', 'fatal', 'ignoreBOM']);
  assertEquals(attributes(decoder),
               { encoding: 'iso-8859-2', fatal: true, ignoreBOM: true });
});

test('all conversions come before the label is looked up', () => {
  const log = [];
  const mine = { mine: true };
  const options = {
    get ignoreBOM() { log.push('ignoreBOM'); },
    get fatal() { log.push('fatal'); },
  };
  assertThrows(() => new TextDecoder('nonsense', options), RangeError);
  assertEquals(log, ['fatal', 'ignoreBOM']);
  assertThrows(() => new TextDecoder('nonsense', 1), TypeError);
  assertThrowsValue(
      () => new TextDecoder('nonsense', { get fatal() { throw mine; } }), mine);
});

test('a label that is not converted stops all', () => {
  const log = [];
  const options = { get fatal() { log.push('fatal'); } };
  assertThrows(() => new TextDecoder(Symbol(), options), TypeError);
  assertThrows(() => new TextDecoder(Symbol(), 1), TypeError);
  assertEquals(log, []);
});

test('exceptions of getters come through and stop the rest', () => {
  const mine = { mine: true };
  const log = [];
  assertThrowsValue(() => new TextDecoder('utf-8', {
    get fatal() { throw mine; },
    get ignoreBOM() { log.push('ignoreBOM'); },
  }), mine);
  assertThrowsValue(() => new TextDecoder('utf-8', {
    get ignoreBOM() { throw mine; },
  }), mine);
  assertThrowsValue(() => new TextDecoder('utf-8', new Proxy({}, {
    get() { throw mine; },
  })), mine);
  assertEquals(log, []);
});

test('arguments that are too many are ignored', () => {
  const evil = { get x() { throw new Error('read'); } };
  assertEquals(new TextDecoder('l2', {}, evil).encoding, 'iso-8859-2');
  assertEquals(new TextEncoder(evil, evil).encoding, 'utf-8');
});

test('TextEncoder takes no arguments', () => {
  for (const label of ['utf-16', 'nonsense', null, Symbol(),
                       { toString() { throw new Error('converted'); } }]) {
    assertEquals(new TextEncoder(label).encoding, 'utf-8');
  }
});

test('attributes can not be set', () => {
  const decoder = new TextDecoder('l2', { fatal: true });
  for (const name of ['encoding', 'fatal', 'ignoreBOM']) {
    assertThrows(() => { decoder[name] = 'utf-8'; }, TypeError);
    assertFalse(Reflect.set(decoder, name, 'utf-8'));
  }
  assertEquals(attributes(decoder),
               { encoding: 'iso-8859-2', fatal: true, ignoreBOM: false });
  assertThrows(() => { new TextEncoder().encoding = 'l2'; }, TypeError);
});

test('changing the options object afterwards changes nothing', () => {
  const options = { fatal: true, ignoreBOM: true };
  const decoder = new TextDecoder('utf-8', options);
  options.fatal = options.ignoreBOM = false;
  assertTrue(decoder.fatal);
  assertTrue(decoder.ignoreBOM);
});
