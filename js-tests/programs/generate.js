// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The program of a seed. Slots are few, so steps meet: d0 to d2 are decoders,
// e0 and e1 encoders, s0 to s3 streams, b0 to b3 buffers, v0 to v2 views.

'use strict';

(() => {
const { encodingLabels, hardBytes, streamOracle } = globalThis;

const kNames = Object.keys(encodingLabels);
const kViews = [
  'Uint8Array', 'Uint8Array', 'Uint8Array', 'Int8Array', 'Uint8ClampedArray',
  'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'DataView',
];
const kAttributes = {
  TextDecoder: ['encoding', 'fatal', 'ignoreBOM'], TextEncoder: ['encoding'],
  TextDecoderStream: ['encoding', 'fatal', 'ignoreBOM'],
  TextEncoderStream: ['encoding'],
};
const kTexts = ['a', 'abc', '\0', '\x7F', '\x80', '\xE9', '\xFF', '\u0100', '\u07FF',
                '\u0800', '\u20AC', '\uD7FF', '\uE000', '\uFEFF', '\uFFFD', '\uFFFF',
                '\u{10000}', '\u{1F600}', '\u{10FFFF}', '\uD83D', '\uDBFF', '\uDE00',
                '\uDC00'];

const is = (value) => ({ kind: 'is', value });
const kUndefined = { kind: 'undefined' };
const slot = (name) => ({ kind: 'slot', slot: name });

class Generator {
  constructor(seed) {
    this.random = streamOracle.newRandom(seed);
    this.depth = 0;
    this.ids = 0;
    // The encoding that a slot's decoder was probably made for.
    this.encodings = {};
  }
  chance(percent) { return this.random(100) < percent; }
  pick(list) { return list[this.random(list.length)]; }
  // One of several functions, [weight, function] each.
  weighted(list) {
    let at = this.random(list.reduce((sum, [weight]) => sum + weight, 0));
    return list.find(([weight]) => (at -= weight) < 0)[1]();
  }
  realm() { return this.chance(15) ? 1 : 0; }
  decoder() { return `d${this.random(3)}`; }
  encoder() { return `e${this.random(2)}`; }
  stream() { return `s${this.random(4)}`; }
  bufferSlot() { return `b${this.random(4)}`; }
  viewSlot() { return `v${this.random(3)}`; }

  bytes(name = this.pick(kNames).toLowerCase(), runs = 5) {
    return [...hardBytes(this.random, name, runs)];
  }
  chars() {
    let text = '';
    for (let n = this.random(8); n > 0; --n) {
      text += this.pick(kTexts).repeat(this.chance(10) ? this.random(70) : 1);
    }
    return text;
  }

  // Values: world.js has what each kind means.

  thrown() { return { kind: 'throw', text: `thrown ${++this.ids}` }; }
  // Something that becomes that text when it's converted.
  becomes(result) {
    return { kind: 'text', steps: this.effects(),
             method: this.pick(['toString', 'valueOf', 'toPrimitive']),
             result: this.chance(10) ? this.thrown() : result };
  }
  string() {
    return this.weighted([
      [12, () => is(this.chars())],
      [2, () => ({ kind: 'repeated', text: this.pick(kTexts),
                   count: this.random(2000) })],
      [2, () => ({ kind: 'rope', front: this.chars().repeat(3),
                   back: is(this.chars()) })],
    ]);
  }
  text() {
    return this.weighted([
      [16, () => this.string()],
      [3, () => this.becomes(this.string())],
      [1, () => this.pick([kUndefined, is(null), is(1.5), is(true), is([1, 2]),
                           { kind: 'symbol' }, { kind: 'bigint' }])],
    ]);
  }
  oddCase(label) {
    return label.replace(/./g, (letter) =>
        this.chance(30) ? letter.toUpperCase() : letter);
  }
  spaces(odd) {
    let text = '';
    while (this.chance(40)) {
      text += this.pick(odd ? ['\v', '\xA0', '\u3000', '\0', '\u2028', '\uFEFF']
                            : ['\t', '\n', '\f', '\r', ' ']);
    }
    return text;
  }
  label(to) {
    const name = this.weighted([
      [5, () => 'UTF-8'], [2, () => 'UTF-16LE'], [1, () => 'UTF-16BE'],
      [10, () => this.pick(kNames)]]);
    this.encodings[to] = name.toLowerCase();
    const label = this.pick(encodingLabels[name].split(' '));
    const good = () => is(
        this.spaces() + (this.chance(40) ? this.oddCase(label) : label) +
        this.spaces());
    return this.weighted([
      [24, good],
      [2, () => this.becomes(good())],
      [1, () => is(this.spaces(true) + label + this.spaces(true))],
      [1, () => is(label.replace(/[ks]/, this.pick(['\u212A', '\u017F', ''])))],
      [1, () => this.pick([is(''), is(null), is(866), is('hz-gb-2312'), is([label]),
                           { kind: 'symbol' }, { kind: 'bigint' }])],
      [1, () => ({ kind: 'repeated', text: ' ', count: this.random(300) })],
      [3, () => kUndefined],
    ]);
  }
  flag() {
    return this.weighted([
      [5, () => is(true)], [4, () => is(false)],
      [3, () => this.pick([kUndefined, is(null), is(0), is(1), is(''), is('0'),
                           is([]), { kind: 'symbol' }])],
    ]);
  }
  options(names, usual) {
    return this.weighted([
      [1, () => this.pick([is(null), kUndefined, is({})])],
      [1, () => this.pick([is(1), is('x'), is(true), { kind: 'symbol' }])],
      [16, () => ({
        kind: 'options',
        way: this.weighted([
          [12, () => 'plain'], [1, () => 'function'], [1, () => 'no prototype'],
          [1, () => 'inherited'], [1, () => 'proxy'],
        ]),
        members: names.filter(() => this.chance(usual)).map((name) => {
          const isGetter = this.depth < 2 && this.chance(20);
          return { name, value: isGetter && this.chance(10) ? this.thrown()
                                                            : this.flag(),
                   steps: isGetter ? this.effects() : undefined };
        }),
      })],
    ]);
  }
  view() {
    const type = this.pick(kViews);
    const unit = globalThis[type]?.BYTES_PER_ELEMENT ?? 1;
    return { kind: 'view', type, slot: this.bufferSlot(),
             offset: this.chance(60) ? 0 : unit * this.random(5),
             length: this.chance(60) ? undefined : this.random(6) };
  }
  source() {
    return this.weighted([
      [6, () => slot(this.bufferSlot())],
      [6, () => this.view()],
      [4, () => slot(this.viewSlot())],
      [1, () => this.pick([is(null), is('text'), is(1), is({}), is([65]),
                           { kind: 'symbol' }, slot(this.decoder())])],
      [1, () => kUndefined],
    ]);
  }

  // What happens in a getter or a conversion.
  effects() {
    const steps = [];
    ++this.depth;
    while (this.chance(45) && steps.length < 3) {
      steps.push(this.weighted([
        [3, () => this.fill()], [3, () => this.detach()], [3, () => this.resize()],
        [2, () => this.depth < 3 ? this.decode() : this.fill()],
        [1, () => this.depth < 3 ? this.encodeInto() : this.fill()],
        [1, () => this.newDecoder()], [1, () => this.newBuffer()],
      ]));
    }
    --this.depth;
    return steps;
  }

  // Steps.

  newDecoder(to = this.decoder()) {
    const args = [this.label(to)];
    if (this.chance(60)) {
      args.push(this.options(['ignoreBOM', 'fatal'], 55));
    }
    return { op: 'construct', what: 'TextDecoder', to, realm: this.realm(), args };
  }
  decode() {
    const on = this.decoder();
    const args = [this.source()];
    if (this.chance(60)) {
      args.push(this.options(['stream'], 85));
    }
    return { op: 'call', what: 'TextDecoder', name: 'decode', on: slot(on),
             realm: this.realm(), args: this.chance(5) ? [] : args };
  }
  // New bytes for the decoder, and a call with them.
  decodeBytes() {
    const step = this.decode();
    const at = this.bufferSlot();
    step.args[0] = this.chance(70) ? slot(at) : { ...this.view(), slot: at };
    return [{ ...this.newBuffer(this.encodings[step.on.slot]), to: at }, step];
  }
  newEncoder() {
    return { op: 'construct', what: 'TextEncoder', to: this.encoder(),
             realm: this.realm(), args: [] };
  }
  encode() {
    return { op: 'call', what: 'TextEncoder', name: 'encode',
             on: slot(this.encoder()), realm: this.realm(),
             args: this.chance(5) ? [] : [this.text()] };
  }
  encodeInto() {
    const destination = this.weighted([
      [10, () => ({ ...this.view(), type: 'Uint8Array' })],
      [4, () => slot(this.viewSlot())], [1, () => this.source()]]);
    const args = [this.text(), destination];
    return { op: 'call', what: 'TextEncoder', name: 'encodeInto',
             on: slot(this.encoder()), realm: this.realm(),
             args: this.chance(4) ? args.slice(this.random(2)) : args,
             dump: destination.slot };
  }
  odd() {
    const what = this.pick(Object.keys(kAttributes));
    const on = this.weighted([
      [6, () => slot({ TextDecoder: this.decoder(), TextEncoder: this.encoder() }[
          what] ?? this.stream())],
      [1, () => slot(this.pick([this.decoder(), this.encoder(), this.stream()]))],
      [1, () => this.pick([is({}), is(null), is('x'), kUndefined])]]);
    return this.chance(85) ?
        { op: 'get', what, name: this.pick(kAttributes[what]), on,
          realm: this.realm() } :
        { op: 'callConstructor', what, realm: this.realm(), args: [] };
  }
  newBuffer(encoding) {
    const type = this.weighted([
      [8, () => 'plain'], [3, () => 'shared'], [3, () => 'resizable'],
      [2, () => 'growable'], [1, () => 'wasm'], [1, () => 'immutable']]);
    const bytes = this.bytes(encoding);
    // A view of it is seldom long enough to be interesting.
    if (type === 'wasm') {
      bytes.push(0x41);
    }
    return { op: 'buffer', to: this.bufferSlot(), type, bytes,
             max: bytes.length + this.random(40), realm: this.realm() };
  }
  keepView() {
    return { op: 'keepView', to: this.viewSlot(), view: this.view() };
  }
  fill() {
    return { op: 'fill', on: this.pick([this.bufferSlot(), this.viewSlot()]),
             at: this.random(10), bytes: this.bytes(undefined, 3) };
  }
  resize() {
    return { op: 'resize', on: this.bufferSlot(), length: this.random(60) };
  }
  detach() {
    return { op: 'detach', on: this.bufferSlot(), moves: this.chance(50) };
  }

  newStream(to = this.stream()) {
    if (this.chance(40)) {
      this.encodings[to] = 'text';
      return { op: 'construct', what: 'TextEncoderStream', to,
               realm: this.realm(), args: [] };
    }
    return { ...this.newDecoder(), what: 'TextDecoderStream', to,
             args: [this.label(to), this.options(['fatal', 'ignoreBOM'], 50)] };
  }
  write() {
    const on = this.stream();
    const takesText = this.encodings[on] === 'text';
    const chunk = this.chance(3) ? this.text() : takesText ? this.text() :
        this.source();
    const steps = [{ op: 'write', on, chunk }];
    if (!takesText && this.chance(80)) {
      const at = this.bufferSlot();
      steps[0].chunk = slot(at);
      steps.unshift({ ...this.newBuffer(this.encodings[on]), to: at });
    }
    return steps;
  }
  useStream() {
    const on = this.stream();
    return this.weighted([
      [10, () => this.write()],
      [10, () => ({ op: 'read', on })],
      [3, () => ({ op: 'close', on })],
      [1, () => ({ op: 'abort', on, reason: this.thrown().text })],
      [1, () => ({ op: 'cancel', on, reason: this.thrown().text })],
      [1, () => ({ op: 'closed', on })], [1, () => ({ op: 'desiredSize', on })],
      [1, () => ({ op: 'release', on, side: this.pick(['reader', 'writer']) })],
      [1, () => {
        // Only to one with a higher number: chunks don't go round.
        const from = this.random(3);
        return { op: 'pipe', from: `s${from}`,
                 to: `s${from + 1 + this.random(3 - from)}` };
      }],
      [1, () => ({ op: 'wait' })],
    ]);
  }

  program() {
    const streams = this.chance(50);
    // Nearly all slots have something from the start.
    const steps = [];
    for (let i = 0; i < 4; ++i) {
      steps.push({ ...this.newBuffer(), to: `b${i}` });
      if (streams) {
        steps.push(this.newStream(`s${i}`));
      }
    }
    for (let i = 0; i < 3; ++i) {
      steps.push(this.newDecoder(`d${i}`),
                 { ...this.newEncoder(), to: `e${i % 2}` },
                 { ...this.keepView(), to: `v${i}` });
    }
    for (let n = 5 + this.random(40); n > 0; --n) {
      steps.push(...[this.weighted([
        [4, () => this.newDecoder()], [8, () => this.decode()],
        [12, () => this.decodeBytes()], [1, () => this.newEncoder()],
        [4, () => this.encode()], [6, () => this.encodeInto()],
        [2, () => this.odd()], [3, () => this.newBuffer()],
        [4, () => this.keepView()], [2, () => this.fill()],
        [3, () => this.resize()], [2, () => this.detach()],
        [streams ? 5 : 0, () => this.newStream()],
        [streams ? 40 : 0, () => this.useStream()],
      ])].flat());
    }
    if (this.chance(5)) {
      steps.push({ op: 'gc' });
    }
    for (const step of steps) {
      step.id = ++this.ids;
      if (streams && this.chance(50)) {
        step.ticks = this.chance(30) ? 20 : this.random(4);
      }
    }
    return steps;
  }
}

Object.assign(globalThis.programs, {
  generate: (seed) => new Generator(seed).program(),
});
})();
