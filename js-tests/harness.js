// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Loads test files and runs what they register with test(). README.md says how
// to write one.
//
//   shell js-tests/harness.js js-tests/NAME.test.js...
//   node js-tests/harness.js js-tests/NAME.test.js...
//
// Tests do their worst to the globals, so all that's needed later is captured
// here, and no code below the captures calls a method of a prototype, iterates,
// or assigns to a property that might not exist.

'use strict';

(() => {
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf,
        ownKeys } = Reflect;
const { is } = Object;
const uncurry = (method) => Function.prototype.call.bind(method);
const getter = (object, name) =>
    uncurry(getOwnPropertyDescriptor(object, name).get);
const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
const typedArrayName = getter(TypedArrayPrototype, Symbol.toStringTag);
const typedArrayLength = getter(TypedArrayPrototype, 'length');
const charCodeAt = uncurry(String.prototype.charCodeAt);
const indexOf = uncurry(String.prototype.indexOf);
const lastIndexOf = uncurry(String.prototype.lastIndexOf);
const slice = uncurry(String.prototype.slice);
const split = uncurry(String.prototype.split);
const numberToString = uncurry(Number.prototype.toString);
const fromCharCode = String.fromCharCode;
const fromCodePoint = String.fromCodePoint;
const matches = uncurry(RegExp.prototype.test);
const then = uncurry(Promise.prototype.then);
const { isArray } = Array;
const { imul } = Math;
const captured = { Array, ArrayBuffer, Error, Function, Object, String,
                   Uint8Array, parseInt, WebAssembly: globalThis.WebAssembly,
                   Memory: globalThis.WebAssembly?.Memory };
const ObjectPrototype = Object.prototype;
const ErrorPrototype = Error.prototype;
const hasOwn = uncurry(Object.prototype.hasOwnProperty);

// The runtime.

const { Deno, process, gc, quit, setTimeout, clearTimeout, createRealm,
        encodingExtras } = globalThis;
const consoleLog = globalThis.console?.log;
const shellPrint = globalThis.print;
const isBrowser = typeof globalThis.document === 'object';
const { readFileSync, writeSync } =
    typeof require === 'function' ? require('fs') : {};
// In a browser, print() prints the page. Node's console uses what tests patch.
const print =
    typeof shellPrint === 'function' && !isBrowser ? shellPrint
    : writeSync !== undefined ? (line) => writeSync(1, `${line}\n`)
    : (line) => apply(consoleLog, globalThis.console, [line]);
const files = globalThis.scriptArgs ?? Deno?.args ?? process?.argv.slice(2);
const fileCount = files?.length;
const readText =
    typeof Deno === 'object' ? Deno.readTextFileSync
    : readFileSync !== undefined ? (path) => readFileSync(path, 'utf8')
    : typeof globalThis.readFile === 'function' ?
        ((read) => (path) => read(path, 'utf-8'))(globalThis.readFile)
    : undefined;
const shellLoad = globalThis.load;
const evaluate = globalThis.eval;

function load(path) {
  // A strict script that's evaluated keeps its variables to itself, so several
  // test files can be loaded.
  if (typeof shellLoad === 'function' && fileCount === 1) {
    shellLoad(path);
  } else {
    evaluate(`${readText(path)}\n//# sourceURL=${path}`);
  }
}

function exit(status) {
  if (typeof quit === 'function') {
    quit(status);
  } else if (typeof process === 'object') {
    process.exitCode = status;
  } else if (typeof Deno === 'object') {
    Deno.exit(status);
  }
}

// Values as text.

function padded(number, width) {
  let text = numberToString(number, 16);
  while (text.length < width) {
    text = '0' + text;
  }
  return text;
}

function quote(text) {
  const limit = 100;
  let out = '"';
  for (let i = 0; i < text.length && i < limit; ++i) {
    const unit = charCodeAt(text, i);
    out += unit === 0x22 || unit === 0x5C ? '\\' + text[i]
         : unit >= 0x20 && unit < 0x7F ? text[i]
         : unit < 0x100 ? '\\x' + padded(unit, 2)
         : '\\u' + padded(unit, 4);
  }
  return out + (text.length > limit ? `"... (${text.length} units)` : '"');
}

function format(value, depth = 0) {
  switch (typeof value) {
    case 'string': return quote(value);
    case 'bigint': return `${value}n`;
    case 'symbol': return 'a symbol';
    case 'number': return is(value, -0) ? '-0' : `${value}`;
    case 'object': break;
    case 'function': {
      const name = getOwnPropertyDescriptor(value, 'name')?.value;
      return `function ${typeof name === 'string' ? name : ''}`;
    }
    default: return `${value}`;
  }
  if (value === null) {
    return 'null';
  }
  const name = typedArrayName(value);
  const limit = 40;
  let out = '';
  if (name !== undefined) {
    const length = typedArrayLength(value);
    for (let i = 0; i < length && i < limit; ++i) {
      out += `${i ? ' ' : ''}${
          typeof value[i] === 'number' ? padded(value[i], 2) : value[i]}`;
    }
    return `${name}(${length}) [${out}${length > limit ? ' ...' : ''}]`;
  }
  if (isError(value)) {
    return `${value.name}: ${value.message}`;
  }
  if (depth === 3) {
    return '...';
  }
  const array = isArray(value);
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length && i < limit; ++i) {
    if (array && keys[i] === 'length') {
      continue;
    }
    const descriptor = getOwnPropertyDescriptor(value, keys[i]);
    const text = hasOwn(descriptor, 'value') ?
        format(descriptor.value, depth + 1) : 'accessor';
    const key = typeof keys[i] === 'symbol' ? 'symbol' : keys[i];
    out += (out ? ', ' : '') + (array ? text : `${key}: ${text}`);
  }
  return array ? `[${out}]` : `{${out}}`;
}

function inherits(value, prototype) {
  while (typeof value === 'object' && value !== null) {
    value = getPrototypeOf(value);
    if (value === prototype) {
      return true;
    }
  }
  return false;
}

function isError(value) {
  return inherits(value, ErrorPrototype);
}

// Assertions.

class Failure {
  constructor(message, stack) {
    this.message = message;
    this.stack = stack;
  }
}

class Skip {
  constructor(reason) {
    this.reason = reason;
  }
}

let assertionCount = 0;
// The first failure while a test runs. What is tested may catch what is thrown, as
// streams do of what a source throws.
let failure = null;

function fail(message) {
  const thrown = new Failure(message, new captured.Error('').stack);
  failure ??= thrown;
  throw thrown;
}

// The message with which an assertion in `fn` fails, which is as it should be.
function assertFails(fn, note) {
  ++assertionCount;
  const before = failure;
  try {
    fn();
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    failure = before;
    return error.message;
  }
  fail(prefixed(note, 'no assertion failed'));
}

const prefixed = (note, message) =>
    note === undefined ? message : `${note}; ${message}`;

// Where the two differ, as text to put in front, or undefined if they don't.
function difference(actual, expected, path) {
  if (is(actual, expected)) {
    return undefined;
  }
  if (typeof actual === 'string' && typeof expected === 'string') {
    let i = 0;
    while (i < actual.length && i < expected.length &&
           charCodeAt(actual, i) === charCodeAt(expected, i)) {
      ++i;
    }
    const from = i < 60 ? 0 : i - 20;
    return `${path}at unit ${i}: expected ${from ? '...' : ''}${
        quote(slice(expected, from))}, got ${from ? '...' : ''}${
        quote(slice(actual, from))}`;
  }
  const plain = () =>
      `${path}expected ${format(expected)}, got ${format(actual)}`;
  if (typeof actual !== 'object' || typeof expected !== 'object' ||
      actual === null || expected === null ||
      getPrototypeOf(actual) !== getPrototypeOf(expected) ||
      typedArrayName(actual) !== typedArrayName(expected)) {
    return plain();
  }
  if (typedArrayName(actual) !== undefined) {
    const length = typedArrayLength(actual);
    if (length !== typedArrayLength(expected)) {
      return plain();
    }
    for (let i = 0; i < length; ++i) {
      if (!is(actual[i], expected[i])) {
        return `${path}at index ${i}: ${
            length <= 40 ? plain()
            : `expected ${expected[i]}, got ${actual[i]}`}`;
      }
    }
    return undefined;
  }
  const prototype = getPrototypeOf(actual);
  if (!isArray(actual) && prototype !== ObjectPrototype && prototype !== null) {
    return plain();
  }
  const keys = ownKeys(actual);
  const expectedKeys = ownKeys(expected);
  if (keys.length !== expectedKeys.length) {
    return plain();
  }
  for (let i = 0; i < keys.length; ++i) {
    if (keys[i] !== expectedKeys[i]) {
      return plain();
    }
    const property = getOwnPropertyDescriptor(actual, keys[i]);
    const expectedProperty = getOwnPropertyDescriptor(expected, keys[i]);
    const where = typeof keys[i] === 'symbol' ? path : `${path}[${keys[i]}] `;
    const isAccessor = !hasOwn(property, 'value');
    if (isAccessor !== !hasOwn(expectedProperty, 'value')) {
      return plain();
    }
    if (isAccessor && (property.get !== expectedProperty.get ||
                       property.set !== expectedProperty.set)) {
      return `${where}another getter or setter`;
    }
    const found = isAccessor ? undefined :
        difference(property.value, expectedProperty.value, where);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function assertEquals(actual, expected, note) {
  ++assertionCount;
  const found = difference(actual, expected, '');
  if (found !== undefined) {
    fail(prefixed(note, found));
  }
}

function assertNotEquals(actual, unexpected, note) {
  ++assertionCount;
  if (is(actual, unexpected)) {
    fail(prefixed(note, `got ${format(actual)}`));
  }
}

function assertTrue(actual, note) {
  assertEquals(actual, true, note);
}

function assertFalse(actual, note) {
  assertEquals(actual, false, note);
}

function assertThrows(fn, constructor, pattern, note) {
  ++assertionCount;
  let result;
  try {
    result = fn();
  } catch (error) {
    if (error instanceof Failure || error instanceof Skip) {
      throw error;
    }
    if (!inherits(error, constructor.prototype)) {
      fail(prefixed(note,
                    `expected ${constructor.name}, got ${format(error)}`));
    }
    if (pattern !== undefined && !matches(pattern, error.message)) {
      fail(prefixed(note,
                    `the message is ${quote(error.message)}, not ${pattern}`));
    }
    return error;
  }
  fail(prefixed(note, `expected ${constructor.name}, got the result ${
      format(result)}`));
}

function assertThrowsValue(fn, value, note) {
  ++assertionCount;
  try {
    fn();
  } catch (error) {
    if (!is(error, value)) {
      fail(prefixed(note, `expected ${format(value)}, got ${format(error)}`));
    }
    return;
  }
  fail(prefixed(note, `expected ${format(value)} to be thrown`));
}

function skip(reason) {
  throw new Skip(reason);
}

// What engines may lack.

function constructs(fn) {
  try {
    return fn();
  } catch {
    return false;
  }
}

const features = {
  __proto__: null,
  SharedArrayBuffer: typeof SharedArrayBuffer === 'function',
  Float16Array: typeof Float16Array === 'function',
  WebAssembly: typeof captured.Memory === 'function',
  'resizable ArrayBuffer': 'resizable' in ArrayBuffer.prototype,
  'immutable ArrayBuffer': 'transferToImmutable' in ArrayBuffer.prototype,
  'growable SharedArrayBuffer': typeof SharedArrayBuffer === 'function' &&
                                'growable' in SharedArrayBuffer.prototype,
  'shared WebAssembly.Memory': constructs(() => new captured.Memory(
      { initial: 1, maximum: 1, shared: true }) !== undefined),
  encodingExtras: typeof encodingExtras === 'object',
  'legacy encoders': constructs(
      () => encodingExtras.encode('\xE9', 'latin1').length === 1),
  gc: typeof gc === 'function',
  // Not read: that would evaluate the library's streams.
  streams: 'ReadableStream' in globalThis,
  'second realm': typeof createRealm === 'function' || isBrowser,
  'way to detach buffers': typeof captured.Memory === 'function' ||
                             'transfer' in ArrayBuffer.prototype,
};

function needs(feature) {
  if (!(feature in features)) {
    fail(`${feature} is not in the table of features`);
  }
  if (!features[feature]) {
    skip(`no ${feature}`);
  }
}

// A buffer of `length` bytes or more, and a function that detaches it.
// WebAssembly is the one way to it that engines of all ages have.
const transfer = uncurry(ArrayBuffer.prototype.transfer ?? (() => {}));
const memoryBuffer = captured.Memory && getter(captured.Memory.prototype,
                                               'buffer');
const memoryGrow = captured.Memory && uncurry(captured.Memory.prototype.grow);
function newDetachable(length) {
  needs('way to detach buffers');
  if (captured.Memory === undefined) {
    const buffer = new captured.ArrayBuffer(length);
    return { buffer, detach: () => { transfer(buffer); } };
  }
  const memory = new captured.Memory({ initial: (length + 0xFFFF) >>> 16 });
  return {
    buffer: memoryBuffer(memory),
    detach: () => { memoryGrow(memory, 0); },
  };
}

// The global object of another realm.
function newRealm() {
  needs('second realm');
  if (typeof createRealm === 'function') {
    return createRealm();
  }
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return frame.contentWindow;
}

// Bytes and strings.

// bytes('EF BB BF') is a new Uint8Array with an ArrayBuffer of just that size.
function bytes(text) {
  const parts = split(text, ' ');
  const count = text === '' ? 0 : parts.length;
  const array = new captured.Uint8Array(new captured.ArrayBuffer(count));
  for (let i = 0; i < count; ++i) {
    array[i] = captured.parseInt(parts[i], 16);
  }
  return array;
}

// chars('41 1F600') is the string of those code points, or surrogates.
function chars(text) {
  if (text === '') {
    return '';
  }
  const parts = split(text, ' ');
  let out = '';
  for (let i = 0; i < parts.length; ++i) {
    out += fromCodePoint(captured.parseInt(parts[i], 16));
  }
  return out;
}

// random(n) is in [0, n). The same sequence for each seed, in each engine.
function newRandom(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6D2B79F5) | 0;
    let x = imul(state ^ (state >>> 15), state | 1);
    x ^= x + imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

// Running.

let firstTest = null;
let lastTest = null;
let failed = false;
let reported = 0;
// Of the files, the one that is loaded.
let file = 0;

function test(name, fn) {
  if (indexOf(name, ': ') !== -1 || indexOf(name, '\n') !== -1) {
    fail(`the runner can't tell the reason from the name ${quote(name)}`);
  }
  for (let other = firstTest; other !== null; other = other.next) {
    if (other.name === name && other.file === file) {
      fail(`two tests have the name ${quote(name)}`);
    }
  }
  const added = { name, fn, file, next: null };
  if (lastTest === null) {
    firstTest = added;
  } else {
    lastTest.next = added;
  }
  lastTest = added;
}

function oneLine(text) {
  let out = '';
  for (let i = 0; i < text.length; ++i) {
    out += charCodeAt(text, i) < 0x20 ? ' ' : text[i];
  }
  return out;
}

// " (NAME.test.js:12:3)" for the first place in a stack that is in a test file.
function place(stack) {
  const mark = '.test.js:';
  const at = indexOf(stack, mark);
  if (at === -1) {
    return '';
  }
  let end = at + mark.length;
  while (end < stack.length && (stack[end] === ':' ||
         stack[end] >= '0' && stack[end] <= '9')) {
    ++end;
  }
  let start = at;
  while (start > 0 && indexOf('/\\ (@\n', stack[start - 1]) === -1) {
    --start;
  }
  return ` (${slice(stack, start, end)})`;
}

function reportFailure(name, error) {
  failed = true;
  ++reported;
  const own = error instanceof Failure;
  const stack = own || isError(error) ? `${error.stack}` : '';
  const reason = own ? error.message : `threw ${format(error)}`;
  print(`not ok ${name}: ${oneLine(reason)}${place(stack)}`);
  let line = '';
  for (let i = 0; i <= stack.length; ++i) {
    if (i === stack.length || stack[i] === '\n') {
      if (line !== '') {
        print(`    ${line}`);
      }
      line = '';
    } else {
      line += stack[i];
    }
  }
}

function reportEnd({ name }, threw, error) {
  const caught = failure;
  failure = null;
  if (caught !== null && threw && error === caught) {
    reportFailure(name, caught);
  } else if (caught !== null) {
    // An earlier test may have left code that went on.
    reportFailure(name, new Failure(
        `${caught.message}, caught while this test ran, perhaps an earlier test's`,
        caught.stack));
  } else if (threw && error instanceof Skip) {
    ++reported;
    print(`skip ${name}: ${error.reason}`);
  } else if (threw) {
    reportFailure(name, error);
  } else if (assertionCount === 0) {
    reportFailure(name, new Failure('asserted nothing', ''));
  } else {
    ++reported;
    print(`ok ${name}`);
  }
}

function isThenable(value) {
  return typeof value === 'object' && value !== null &&
         typeof value.then === 'function';
}

// Runs `next` and those after it. Between tests that aren't asynchronous no
// promise is made.
function runFrom(next) {
  for (; next !== null; next = next.next) {
    assertionCount = 0;
    failure = null;
    let result;
    try {
      result = next.fn();
    } catch (error) {
      reportEnd(next, true, error);
      continue;
    }
    if (isThenable(result)) {
      wait(next, result);
      return;
    }
    reportEnd(next, false);
  }
  if (reported === 0) {
    ++reported;
    print('not ok harness: there was no test');
    failed = true;
  }
  // A test that ends the program doesn't come here.
  print(`ran ${reported} tests`);
  if (failed) {
    exit(1);
  }
}

function wait(current, promise) {
  let settled = false;
  const settle = (threw, error) => {
    if (!settled) {
      settled = true;
      if (timer !== undefined) {
        clearTimeout(timer);
      }
      reportEnd(current, threw, error);
      runFrom(current.next);
    }
  };
  // Keeps the event loop going, so that a promise that is never settled counts.
  const timer = typeof setTimeout !== 'function' ? undefined : setTimeout(
      () => settle(true, new Failure('its promise was not settled', '')),
      100000);
  then(promise, () => settle(false), (error) => settle(true, error));
}

// Files that test files share, named relative to them.
let folder = '';
function include(name) {
  load(folder + name);
}

function loadFiles() {
  for (let i = 0; i < fileCount; ++i) {
    const path = files[i];
    folder = slice(path, 0, lastIndexOf(path, '/') + 1);
    file = i;
    failure = null;
    try {
      load(path);
      if (failure !== null) {
        reportFailure(path, failure);
      }
    } catch (error) {
      if (error instanceof Skip) {
        ++reported;
        print(`skip ${path}: ${error.reason}`);
      } else {
        reportFailure(path, error);
      }
    }
  }
  runFrom(firstTest);
}

const api = {
  __proto__: null, test, skip, needs, include, fail, assertEquals,
  assertNotEquals, assertTrue, assertFalse, assertFails, assertThrows,
  assertThrowsValue, newDetachable, newRealm, bytes, chars, newRandom,
};
for (const name of ownKeys(api)) {
  defineProperty(globalThis, name, {
    value: api[name], writable: true, enumerable: false, configurable: true,
  });
}

if (isBrowser) {
  addEventListener('load', () => runFrom(firstTest));
} else {
  loadFiles();
}
})();
