// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// interfaces_js.mjs: what it says of IDL that it doesn't support, and what the
// classes do with arguments before the semantics get them, over semantics that
// only say how they were called.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as webidl2 from 'webidl2';

import { writeClasses } from './interfaces_js.mjs';

const webidl = fs.readFileSync(join(
    dirname(dirname(fileURLToPath(import.meta.url))),
    'bindings/streams/webidl.js'), 'utf8');
const write = (text) => writeClasses([{ name: 'x.idl', text }], 'x.js', webidl2);

// What the text of the streams has before webidl.js.
const PRELUDE = `'use strict';
const { ArrayBuffer, RangeError, Symbol, TypeError } = globalThis;
const {
  getOwnPropertyDescriptor, prototype: objectPrototype, setPrototypeOf,
} = Object;
const host = {
  newHostConstructor: () => function() {},
  prototypeInRealmOf: (newTarget, name) => ({ newTarget, name }),
};
const uncurryThis = Function.prototype.bind.bind(Function.prototype.call);
const getterOf = (prototype, name) =>
    uncurryThis(getOwnPropertyDescriptor(prototype, name).get);
const isolatePrototype = (prototype) => Object.setPrototypeOf(prototype, null);
const bufferOf = ({ buffer }) => buffer;
const bufferByteLength = getterOf(ArrayBuffer.prototype, 'byteLength');
const promiseRejectedWith = Promise.reject.bind(Promise);
const isCallable = (value) => typeof value === 'function';
const isObject = (value) =>
    (typeof value === 'object' && value !== null) || isCallable(value);
const isAbortSignal = (value) => value instanceof AbortSignal;
const [closeStream, enqueueChunk, errorStream, newStreamPair, receiveStream,
       streamEnd, transferStream] = [];
`;

// The classes of `idl`, after `semantics`.
function classes(idl, semantics = '') {
  const names = webidl2.parse(idl).filter(({ type }) => type === 'interface')
      .map(({ name }) => name);
  const keys =
      Object.fromEntries(names.map((name) => [name, Symbol(name)]));
  const body = `${PRELUDE}${webidl}${semantics}${write(idl)}`;
  return new Function('keys', 'log', body)(keys, log).interfaces;
}

let calls = [];
function log(name, ...values) {
  calls.push([name, ...values]);
}
// The calls of the semantics since last time.
function taken() {
  const result = calls;
  calls = [];
  return result;
}

const throwsType = (f, message) =>
    assert.throws(f, { name: 'TypeError', message });

function testUnsupported() {
  const member = (text, before = '') =>
      `${before} [Exposed=*] interface A { constructor(); ${text} };`;
  const options = (text) => member('undefined f(optional O o = {});',
                                   `dictionary O { ${text} };`);
  for (const [text, sentence] of [
    ['[Exposed=*] namespace N { undefined f(); };',
     'N: namespace is not supported.'],
    ['[Exposed=*, Serializable] interface A { constructor(); };',
     'A: [Serializable] is not supported.'],
    ['[Exposed=Window] interface A { constructor(); };',
     'A: only [Exposed=*] is supported, for all contexts get it.'],
    [member('constructor(any b);'),
     'A: more than one constructor is not supported.'],
    [member('attribute boolean b;'),
     'A.b: attributes that can be set are not supported.'],
    [member('static readonly attribute boolean b;'),
     'A.b: attributes that are static are not supported.'],
    [member('[NewObject] any f();'), 'A.f: [NewObject] is not supported.'],
    [member('stringifier;'), /^A\.\w+: "stringifier" is not supported\.$/],
    [member('(boolean or DOMString) f();'), 'A.f: a union is not supported.'],
    [member('undefined f([Clamp] octet x);'),
     'A.f, argument x: [Clamp] is not supported.'],
    [member('undefined f(any... x);'),
     'A.f, argument x: variadic arguments are not supported.'],
    [member('undefined f(optional DOMString x);'),
     'A.f, argument x: the type DOMString is not supported.'],
    [member('undefined f(ArrayBufferView? x);'),
     'A.f, argument x: the type ArrayBufferView? is not supported.'],
    [member('undefined f(T x);', 'typedef object T;'),
     'A.f, argument x: the type T is not supported.'],
    // undefined would convert: how many arguments there are would count.
    [member('undefined f(any x);'),
     'A.f, argument x: any is supported for optional arguments alone.'],
    [member('undefined f(optional boolean x = true);'),
     'A.f, argument x: a default of the kind boolean is not supported.'],
    [options('boolean b;'), 'O.b: boolean is not supported with no default.'],
    [options('boolean b = true;'),
     'O.b: boolean is not supported with this default.'],
    [member('async_iterable<any>(optional any x);'),
     'A: iterables take nothing but a dictionary.'],
  ]) {
    assert.throws(() => write(text), { message: sentence }, text);
  }
}

const SEMANTICS = `
const constructA = (object, ...values) => {
  object[kA] = new Record();
  log('new', ...values);
};
const constructD = (object, source) => {
  log('new D', object instanceof D, source);
};
const aMakeMethod = (...values) => { log('make', ...values); return 'made'; };
${['f', 'g', 'values'].map((name) => `
const a${name[0].toUpperCase()}${name.slice(1)}Method = (record, ...values) => {
  log('${name}', ...values);
  return '${name} done';
};`).join('')}
class Record {
  hMethod(...values) {
    log('h', ...values);
    return 'h done';
  }
  tagGetter() { return 'a tag'; }
  doneGetter() { return 'done'; }
}
`;
const IDL = `
[Exposed=*] interface A {
  constructor(optional object source, optional O options = {});
  static any make(async_sequence<any> x);
  readonly attribute any tag;
  readonly attribute Promise<undefined> done;
  undefined f(optional any x);
  any g(A other, optional [EnforceRange] unsigned long long n);
  Promise<any> h(ArrayBufferView view, optional O options = {});
  async_iterable<any>(optional O options = {});
};
[Exposed=*] interface B {};
[Exposed=*, Transferable] interface D {
  constructor(optional object source);
};
dictionary O : Base { E e; C hook; [EnforceRange] unsigned long long n = 3; };
dictionary Base { boolean last = false; unrestricted double mark; };
enum E { "one", "two" };
callback C = undefined ();
`;

function testShape() {
  const { A, B } = classes(IDL, SEMANTICS);
  assert.deepEqual([A.name, A.length, A.make.length, A.prototype.g.length],
                   ['A', 0, 1, 1]);
  assert.deepEqual(Object.keys(A), ['make']);
  assert.deepEqual(Object.keys(A.prototype),
                   ['tag', 'done', 'f', 'g', 'h', 'values']);
  assert.deepEqual(
      Object.getOwnPropertyDescriptor(A.prototype, Symbol.toStringTag),
      { value: 'A', writable: false, enumerable: false, configurable: true });
  assert.deepEqual(
      Object.getOwnPropertyDescriptor(A.prototype, Symbol.asyncIterator),
      { value: A.prototype.values, writable: true, enumerable: false,
        configurable: true });
  assert.equal(
      Object.getOwnPropertyDescriptor(A, 'prototype').writable, false);
  throwsType(() => new B(), `Failed to construct 'B': Illegal constructor.`);
  throwsType(() => A(), /cannot be invoked without 'new'/);
}

// Instances are made by the host once the arguments are converted, with the
// prototype that `new` asks for, or that of the realm of new.target.
function testInstances() {
  const { D } = classes(IDL, SEMANTICS);
  class E extends D {}
  assert.equal(Object.getPrototypeOf(new D()), D.prototype);
  assert.equal(Object.getPrototypeOf(new E()), E.prototype);
  assert.deepEqual(taken(), [['new D', true, undefined],
                             ['new D', true, undefined]]);
  const reads = [];
  const newTarget = new Proxy(function() {}, {
    get(target, key) { reads.push(key); return null; },
  });
  throwsType(() => Reflect.construct(D, [1], newTarget),
             `Failed to construct 'D': parameter 1 is not of type 'object'.`);
  assert.deepEqual(reads, []);
  const { newTarget: asked, name } =
      Object.getPrototypeOf(Reflect.construct(D, [], newTarget));
  assert.deepEqual(reads, ['prototype']);
  assert.deepEqual([asked, name], [newTarget, 'D']);
  assert.equal(taken().length, 1);
}

function testConversions() {
  const { A } = classes(IDL, SEMANTICS);
  const nothing = { e: undefined, hook: undefined, n: 3 };
  const check = (f, expected) => {
    f();
    assert.deepEqual(taken().map((each) => each.map((value) =>
        value && Object.getPrototypeOf(value) === null ? { ...value } : value)),
    [expected]);
  };
  const a = new A();
  assert.equal(taken().length, 1);
  const base = { last: false, mark: undefined };
  check(() => new A(undefined, null), ['new', undefined, { ...base, ...nothing }]);
  const source = () => {};
  const order = [];
  const options = new Proxy({ mark: '7', last: 1, e: 'two', n: 4.9, hook: source },
                            { get(target, key) { order.push(key); return target[key]; } });
  check(() => new A(source, options),
        ['new', source, { last: true, mark: 7, e: 'two', hook: source, n: 4 }]);
  // Those inherited first, each dictionary in lexicographical order.
  assert.deepEqual(order, ['last', 'mark', 'e', 'hook', 'n']);
  check(() => assert.equal(A.make(1), 'made'), ['make', 1]);
  check(() => assert.equal(a.f(), undefined), ['f', undefined]);
  check(() => assert.equal(a.g(a, -0.5), 'g done'),
        ['g', a[Object.getOwnPropertySymbols(a)[0]], 0]);
  assert.equal(a.tag, 'a tag');
  assert.equal(a.done, 'done');
  const view = new DataView(new ArrayBuffer(1));
  check(() => a.h(view, { n: 1 }), ['h', view, { ...base, ...nothing, n: 1 }]);
  check(() => a.values({ e: 'one' }),
        ['values', false, undefined, 'one', undefined, 3]);
}

async function testExceptions() {
  const { A } = classes(IDL, SEMANTICS);
  const a = new A();
  const inA = `Failed to construct 'A': `;
  for (const [f, message] of [
    [() => new A(null), `${inA}parameter 1 is not of type 'object'.`],
    [() => new A({}, 1), `${inA}The provided value is not of type 'O'.`],
    [() => new A({}, { e: 'x' }), `${inA}The provided value 'x' is not a valid ` +
                                  'enum value of type E.'],
    [() => new A({}, { hook: {} }),
     `${inA}member hook is not of type 'C'.`],
    [() => new A({}, { n: -1 }),
     `${inA}member n is outside the 'unsigned long long' value range.`],
    [() => a.g(), `Failed to execute 'g' on 'A': parameter 1 is not of type 'A'.`],
    [() => a.g(a, 2 ** 53), /parameter 2 is outside the 'unsigned long long' value range/],
    [() => A.prototype.f.call({}), `Failed to execute 'f' on 'A': Illegal invocation.`],
    [() => A.prototype.f.call(undefined), /Illegal invocation/],
    [() => A.prototype.tag,
     `Failed to read the 'tag' property from 'A': Illegal invocation.`],
  ]) {
    throwsType(f, message);
  }
  // What gives promises rejects them.
  for (const [promise, message] of [
    [A.prototype.done, /read the 'done' property from 'A': Illegal invocation/],
    [A.prototype.h.call({}), /execute 'h' on 'A': Illegal invocation/],
    [a.h(), /parameter 1 is not of type 'ArrayBufferView'/],
    [a.h(new Uint8Array(new SharedArrayBuffer(1))),
     /parameter 1 is a view on shared memory/],
    [a.h(new Uint8Array(1), 1), /The provided value is not of type 'O'/],
    ...('resizable' in ArrayBuffer.prototype ? [
      [a.h(new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))),
       /parameter 1 is a view on a buffer that can be resized/],
    ] : []),
  ]) {
    await assert.rejects(promise, { name: 'TypeError', message });
  }
  const required = classes(`
    [Exposed=*] interface C { constructor(Init init); };
    dictionary Init { required unrestricted double mark; };`,
  'const constructC = () => {};');
  throwsType(() => new required.C({}), `Failed to construct 'C': Required ` +
             'member mark of Init is undefined.');
  throwsType(() => new required.C(), /Required member mark/);
  assert.equal(required.C.length, 1);
}

testUnsupported();
testShape();
testInstances();
testConversions();
await testExceptions();
