// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random programs, as trees of programs.js. A program makes a few streams and
// uses them at several ticks and from inside of its own functions. A stream is
// only piped to streams made later, so that no chunk goes round for good.

'use strict';

(() => {
// random(n) is in [0, n). The same sequence for each seed, in each engine.
function newRandom(seed) {
  let state = Math.imul(seed, 0x9E3779B1);
  return (n) => {
    state = (state + 0x6D2B79F5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

// Functions of dictionaries that are called with a controller.
const controlled = ['start', 'pull', 'write', 'transform', 'flush'];

class Generator {
  constructor(seed) {
    this.random = newRandom(seed);
    this.count = {};
    this.ids = 0;
    // What there is to use. A stream has {name, reader or writer, controller}.
    this.readables = [];
    this.writables = [];
    this.transforms = [];
    this.iterators = [];
    this.signals = [];
    this.depth = 0;
  }

  chance(percent) { return this.random(100) < percent; }
  pick(list) { return list[this.random(list.length)]; }
  // A value of [[weight, value], ...].
  weighted(list) {
    let at = this.random(list.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of list) {
      if ((at -= weight) < 0) {
        return value;
      }
    }
    return undefined;
  }
  fresh(kind) {
    this.count[kind] = (this.count[kind] ?? 0) + 1;
    return `${kind}${this.count[kind]}`;
  }

  op(code, more = {}) {
    return { id: ++this.ids, code: Array.isArray(code) ? code : [code],
             mode: this.chance(88) ? 'watch' : 'leave', ...more };
  }

  // Values.

  chunk() {
    const text = `'${this.fresh('v')}'`;
    return { choice: [[this.weighted([
      [12, text], [1, 'undefined'], [1, '0'], [1, 'null'], [1, '{}'],
      [1, `thenable(${text}, 'fulfill', 'x')`], [1, 'Promise.resolve(1)'],
    ])], [text]] };
  }
  reason() {
    const name = this.fresh('e');
    return { choice: [[this.weighted([
      [8, `'${name}'`], [2, `fault('${name}')`], [2, 'undefined'],
      [1, `Promise.reject('${name}')`],
    ])], [`'${name}'`]] };
  }
  bytes() {
    const from = this.random(200);
    const length = 1 + this.random(6);
    const list = Array.from({ length }, (_, i) => from + i).join(', ');
    return { choice: [[this.weighted([
      [10, `bytes(${list})`], [2, 'bytes(7)'],
      [1, `bytes(${list}).subarray(${this.random(length)})`],
      [1, `new Uint16Array([${list}])`],
      [1, `new DataView(bytes(${list}).buffer, ${this.random(length)})`],
      [1, 'bytes()'], [1, `detached(bytes(${list}))`], [1, `'no bytes'`],
    ])], [`bytes(${list})`], ['bytes(7)']] };
  }
  // A view to read into.
  room() {
    const length = 1 + this.random(6);
    return { choice: [[this.weighted([
      [8, `new Uint8Array(${length})`],
      [3, `new Uint16Array(${1 + this.random(3)})`],
      [2, `new DataView(new ArrayBuffer(${length}))`],
      [2, `new Uint8Array(new ArrayBuffer(8), ${1 + this.random(3)}, ${
          Math.min(length, 5)})`],
      [1, `new Float64Array(1)`], [1, 'new Uint8Array(0)'],
      [1, `detached(new Uint8Array(${length}))`], [1, 'undefined'],
    ])], [`new Uint8Array(${length})`], ['new Uint8Array(1)']] };
  }

  // The last statement of a user's function.
  end(value = () => 'undefined') {
    const ticks = this.random(5);
    const error = this.fresh('e');
    const result = value();
    return this.weighted([
      [30, null],
      [3, [`return ${result}`]],
      [8, [{ choice: [[`return later(${ticks}, ${result})`],
                      [`return later(0)`]] }]],
      [4, [{ choice: [[`return fails(${ticks}, '${error}')`],
                      [`throw '${error}'`]] }]],
      [4, [`throw '${error}'`]],
      [1, ['return never()']],
      [1, [`return thenable('${error}', 'fulfill', ${result})`]],
      [1, [`return thenable('${error}', 'reject', '${error}')`]],
    ]);
  }

  // A user's function for one call; `own` gives operations that suit it.
  body(own, ownPercent = 50, endings = true) {
    const ops = [];
    ++this.depth;
    while (this.chance(ownPercent) && ops.length < 3) {
      ops.push(...own());
    }
    if (this.depth < 3 && this.chance(12)) {
      ops.push(...this.anything());
      if (this.chance(25)) {
        ops.push(...this.anything());
      }
    }
    --this.depth;
    const end = endings ? this.end() : null;
    // An error of an operation ends the function, or doesn't.
    for (const op of ops) {
      if (op.mode === 'watch' && this.chance(30)) {
        op.mode = 'must';
      }
    }
    return { ops, end };
  }
  calls(name, keep, count, make) {
    return [{ calls: name, keep,
              list: Array.from({ length: count }, (_, i) => make(i)) }];
  }

  // Strategies.

  strategy(name, usual) {
    if (this.chance(usual)) {
      return null;
    }
    const props = [];
    if (this.chance(80)) {
      props.push({ name: 'highWaterMark', value: [{ choice: [[this.weighted([
        [6, '0'], [6, '1'], [6, '2'], [4, '3'], [1, '0.5'], [1, 'Infinity'],
        [1, `'2'`], [1, `-1`], [1, 'NaN'],
      ])], ['1']] }] });
    }
    if (this.chance(35)) {
      const value = () => ({ ops: this.depth < 2 && this.chance(15) ?
          this.within(() => this.anything()) : [],
      end: [this.weighted([
        [8, 'return 1'], [4, 'return 2'], [3, 'return 0'], [1, 'return 0.5'],
        [1, 'return -1'], [1, 'return NaN'], [1, 'return Infinity'],
        [1, `return '3'`], [1, `throw '${this.fresh('e')}'`],
        [1, 'return undefined'],
      ])] });
      props.push({ name: 'size', value: this.calls(
          `${name}.size`, null, 8, value) });
    }
    if (this.chance(4)) {
      return [this.pick(['new CountQueuingStrategy({ highWaterMark: 2 })',
                         'new ByteLengthQueuingStrategy({ highWaterMark: 2 })'])];
    }
    return [{ props }];
  }
  within(f) {
    ++this.depth;
    const result = f();
    --this.depth;
    return result;
  }
  // A dictionary's member that is a getter now and then.
  member(name, value) {
    if (!this.chance(4) || this.depth > 1) {
      return { name, value };
    }
    return { name, getter: { ops: [this.op([`'the getter of ${name}'`]),
                                   ...this.within(() => this.anything())],
                             end: ['return ', ...value] } };
  }

  // Makers of streams. Each gives operations.

  create(className, to, dictionary, ...strategies) {
    const code = [`new ${className}(`, { props: dictionary }];
    let last = strategies.length;
    while (last > 0 && strategies[last - 1] === null) {
      --last;
    }
    for (const strategy of strategies.slice(0, last)) {
      code.push(', ', ...(strategy ?? ['{}']));
    }
    return this.op([...code, ')'], { to, mode: 'watch' });
  }

  addReadable(stream) {
    this.readables.push({ reader: null, controller: null, isByte: false,
                          source: false, ...stream, order: ++this.ids });
    return this.readables.at(-1);
  }
  addWritable(stream) {
    this.writables.push({ writer: null, controller: null, ...stream,
                          order: ++this.ids });
    return this.writables.at(-1);
  }

  // The functions of a dictionary, which are often there: [name, how often, how
  // often with operations that suit it, most calls that do something].
  methods(name, controller, own, list) {
    return list.filter(([, percent]) => this.chance(percent))
        .map(([method, , ownPercent, most]) => this.member(method, this.calls(
            `${name}.${method}`, controlled.includes(method) ? controller : null,
            1 + this.random(most), () => this.body(own, ownPercent))));
  }

  newReadable() {
    return this.newSource({
      isByte: false, own: (stream) => this.controlReadable(stream), more: () => [],
      methods: [['start', 75, 55, 1], ['pull', 75, 65, 6], ['cancel', 60, 15, 1]],
      strategy: (name) => this.strategy(name, 40),
    });
  }
  newByteStream() {
    return this.newSource({
      isByte: true, own: (stream) => this.controlBytes(stream),
      more: () => [
        { name: 'type', value: [`'bytes'`] },
        ...this.chance(30) ? [{ name: 'autoAllocateChunkSize',
                                value: [`${1 + this.random(5)}`] }] : [],
      ],
      methods: [['start', 65, 40, 1], ['pull', 85, 65, 6], ['cancel', 50, 15, 1]],
      strategy: () => this.chance(50) ? null :
          [`{ highWaterMark: ${this.random(4)} }`],
    });
  }
  newSource({ isByte, own, more, methods, strategy }) {
    const name = this.fresh('r');
    const controller = name.replace('r', 'rc');
    const stream = { name, controller, isByte };
    const dictionary = [...more(), ...this.methods(
        name, controller, () => own(stream), methods)];
    const given = strategy(name);
    this.addReadable(stream);
    return [this.create('ReadableStream', name, dictionary, given)];
  }

  newWritable() {
    const name = this.fresh('w');
    const controller = name.replace('w', 'wc');
    const stream = { name, controller };
    const dictionary = this.methods(
        name, controller, () => this.controlWritable(stream),
        [['start', 65, 20, 1], ['write', 75, 15, 5], ['close', 60, 12, 1],
         ['abort', 60, 12, 1]]);
    const strategy = this.strategy(name, 40);
    this.addWritable(stream);
    return [this.create('WritableStream', name, dictionary, strategy)];
  }

  newTransform() {
    const name = this.fresh('t');
    const r = this.fresh('r');
    const w = this.fresh('w');
    const controller = name.replace('t', 'tc');
    const stream = { name, controller };
    const dictionary = this.methods(
        name, controller, () => this.controlTransform(stream),
        [['start', 35, 35, 1], ['transform', 70, 60, 5], ['flush', 50, 40, 1],
         ['cancel', 50, 20, 1]]);
    const strategies = [this.strategy(`${name}.writable`, 55),
                        this.strategy(`${name}.readable`, 55)];
    this.transforms.push(stream);
    // In this order, so that no stream is piped to itself.
    this.addWritable({ name: w });
    this.addReadable({ name: r });
    return [
      this.create('TransformStream', name, dictionary, ...strategies),
      this.op(`${name}.readable`, { to: r, mode: 'watch' }),
      this.op(`${name}.writable`, { to: w, mode: 'watch' }),
    ];
  }

  newFrom() {
    const name = this.fresh('r');
    const isAsync = this.chance(60);
    const list = () => Array.from({ length: this.random(5) }, () =>
      this.weighted([[6, `'${this.fresh('v')}'`],
                     [2, `later(${this.random(4)}, '${this.fresh('v')}')`],
                     [1, `fails(${this.random(4)}, '${this.fresh('e')}')`],
                     [1, `thenable('${this.fresh('n')}', 'fulfill', 1)`]]));
    const source = this.chance(25) && this.readables.length > 0 ?
        this.pick(this.readables).name : null;
    let value;
    if (source !== null) {
      value = [source];
    } else if (this.chance(25)) {
      value = [`[${list().join(', ')}]`];
    } else {
      const result = () => {
        const done = this.chance(18);
        const chunk = `{ value: ${list()[0] ?? `'v'`}, done: ${done} }`;
        return this.weighted([
          [12, chunk],
          [isAsync ? 8 : 1, `later(${this.random(4)}, ${chunk})`],
          [1, `fails(1, '${this.fresh('e')}')`], [1, `'no object'`],
          [1, `thenable('${this.fresh('n')}', 'fulfill', ${chunk})`],
        ]);
      };
      const step = () => ({
        ops: this.depth < 2 && this.chance(15) ?
            this.within(() => this.anything()) : [],
        end: this.chance(8) ? [`throw '${this.fresh('e')}'`]
                            : [`return ${result()}`],
      });
      const iterator = [{ name: 'next', value: this.calls(
          `${name}.next`, null, 6, step) }];
      if (this.chance(60)) {
        iterator.push({ name: 'return', value: this.calls(
            `${name}.return`, null, 2, step) });
      }
      value = [{ props: [{
        name: `[Symbol.${isAsync ? 'asyncIterator' : 'iterator'}]`,
        value: [{ body: { ops: [], end: ['return ', { props: iterator }] } }],
      }] }];
    }
    this.addReadable({ name });
    return [this.op(['ReadableStream.from(', ...value, ')'],
                    { to: name, mode: 'watch' })];
  }

  newSignal() {
    const name = this.fresh('a');
    this.signals.push(name);
    return [this.op('new AbortController()', { to: name, mode: 'watch' })];
  }
}

globalThis.streamOracle ??= {};
Object.assign(globalThis.streamOracle, { Generator, newRandom });
})();
