// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What random programs do with the streams that generate.js makes.

'use strict';

(() => {
const { Generator } = globalThis.streamOracle;

Object.assign(Generator.prototype, {
  // What a source does with its controller.
  controlReadable({ controller: c }) {
    return [this.op(this.weighted([
      [14, [`${c}.enqueue(`, this.chunk(), ')']],
      [3, [`${c}.close()`]],
      [2, [`${c}.error(`, this.reason(), ')']],
      [2, [`${c}.desiredSize`]],
    ]))];
  },

  controlBytes({ controller: c, name }) {
    const q = name.replace('r', 'q');
    return this.weighted([
      [8, () => [this.op([`${c}.enqueue(`, this.bytes(), ')'])]],
      [8, () => [this.op(`${c}.byobRequest`, { to: q }),
                 this.op(this.respond(q))]],
      [2, () => [this.op(this.respond(q))]],
      [2, () => [this.op(`${c}.byobRequest`, { to: q })]],
      [1, () => [this.op(`${c}.byobRequest === ${q}`)]],
      [1, () => [this.op(`${q}.view`)]],
      [2, () => [this.op(`${c}.close()`)]],
      [1, () => [this.op(`${c}.close()`), this.op(`${c}.byobRequest`,
                                                  { to: q }),
                 this.op(`${q}.respond(0)`)]],
      [1, () => [this.op([`${c}.error(`, this.reason(), ')'])]],
      [1, () => [this.op(`${c}.desiredSize`)]],
    ])();
  },
  respond(q) {
    const n = this.weighted([[2, 0], [6, 1], [6, 2], [3, 3], [1, 9]]);
    const view = `${q}.view`;
    return [this.weighted([
      [10, `(filled(${view}, 50), ${q}.respond(${n}))`],
      [2, `${q}.respond(${n})`],
      [4, `${q}.respondWithNewView(new Uint8Array(${view}.buffer, ${
          view}.byteOffset, ${n}))`],
      [1, `${q}.respondWithNewView(${view})`],
      [1, `${q}.respondWithNewView(new Uint8Array(${view}.buffer, 1, ${n}))`],
      [1, `${q}.respondWithNewView(bytes(1, 2))`],
      [1, `${q}.respondWithNewView(new Uint8Array(structuredClone(${
          view}.buffer, { transfer: [${view}.buffer] })))`],
      [1, `detach(${view}.buffer)`],
      [1, `(detach(${view}.buffer), ${q}.respond(${n}))`],
      [1, `(detach(${view}.buffer), ${q}.respondWithNewView(${view}))`],
      [1, `${q}.respondWithNewView(detached(bytes(1, 2)))`],
    ])];
  },

  controlWritable({ controller: c, name }) {
    return [this.op(this.weighted([
      [3, [`${c}.error(`, this.reason(), ')']],
      [2, [`${c}.signal.aborted`]],
      [2, [`${c}.signal.reason`]],
      [1, [`${c}.signal.addEventListener('abort', `,
           ...this.calls(`${name}.signal.onabort`, null, 1, () => this.listener()),
           ')']],
    ]))];
  },

  // Nobody would catch what a listener throws.
  listener() {
    const body = this.body(() => this.depth < 3 ? this.anything() : [], 50,
                           false);
    for (const op of body.ops) {
      op.mode = 'watch';
    }
    return body;
  },

  controlTransform({ controller: c }) {
    return [this.op(this.weighted([
      [12, [`${c}.enqueue(`, this.chunk(), ')']],
      [2, [`${c}.terminate()`]],
      [2, [`${c}.error(`, this.reason(), ')']],
      [2, [`${c}.desiredSize`]],
    ]))];
  },

  // Any operation on anything that there is.
  anything() {
    return this.weighted([
      [this.readables.length > 0 ? 10 : 0, () => this.useReadable()],
      [this.writables.length > 0 ? 10 : 0, () => this.useWritable()],
      [this.controllers().length > 0 ? 4 : 0, () => this.useController()],
      [this.iterators.length > 0 ? 5 : 0, () => this.useIterator()],
      [this.signals.length > 0 ? 3 : 0, () => this.useSignal()],
      [1, () => this.newReadable()],
    ])();
  },

  controllers() {
    return [...this.readables, ...this.writables, ...this.transforms]
        .filter(({ controller }) => controller);
  },

  useController() {
    const stream = this.pick(this.controllers());
    return stream.isByte ? this.controlBytes(stream)
         : stream.name[0] === 'r' ? this.controlReadable(stream)
         : stream.name[0] === 'w' ? this.controlWritable(stream)
         : this.controlTransform(stream);
  },

  useReadable() {
    const stream = this.pick(this.readables);
    return stream.reader !== null && this.chance(92) ? this.useReader(stream)
                                                     : this.useUnread(stream);
  },

  useUnread(stream) {
    const { name } = stream;
    return this.weighted([
      [14, () => this.lockReadable(stream)],
      [2, () => [this.op([`${name}.cancel(`, this.reason(), ')'])]],
      [1, () => [this.op(`${name}.locked`)]],
      [3, () => this.tee(stream)],
      [8, () => this.pipe(stream)],
      [3, () => this.iterate(stream)],
    ])();
  },

  lockReadable(stream) {
    const reader = this.fresh('x');
    stream.isByobReader = stream.isByte ? this.chance(70) : this.chance(1);
    stream.reader = reader;
    const code = this.chance(90) ?
        `${stream.name}.getReader(${
            stream.isByobReader ? `{ mode: 'byob' }` : ''})` :
        `new ReadableStream${stream.isByobReader ? 'BYOB' : 'Default'}Reader(${
            stream.name})`;
    return [this.op(code, { to: reader }), ...this.chance(70) ?
        this.useReader(stream) : []];
  },

  useReader(stream) {
    const { reader } = stream;
    const read = stream.isByobReader ?
        [`${reader}.read(`, this.room(), ...this.chance(30) ?
            [', ', { choice: [[`{ min: ${this.random(5)} }`], ['{}']] }] : [],
         ')'] : [`${reader}.read()`];
    return this.weighted([
      [16, () => [this.op(read)]],
      [2, () => [this.op(`${reader}.closed`)]],
      [3, () => [this.op([`${reader}.cancel(`, this.reason(), ')'])]],
      [3, () => {
        stream.reader = this.chance(80) ? null : reader;
        return [this.op(`${reader}.releaseLock()`)];
      }],
      [1, () => [this.op(`${stream.name}.locked`)]],
    ])();
  },

  tee(stream) {
    const names = [this.fresh('r'), this.fresh('r')];
    stream.reader = null;
    for (const name of names) {
      this.addReadable({ name, isByte: stream.isByte });
    }
    return [this.op(`${stream.name}.tee()`, { to: `[${names.join(', ')}]`,
                                              mode: 'watch' })];
  },

  pipeOptions() {
    const props = [];
    for (const name of ['preventClose', 'preventAbort', 'preventCancel']) {
      if (this.chance(25)) {
        props.push(this.member(name, ['true']));
      }
    }
    if (this.signals.length > 0 && this.chance(60)) {
      props.push(this.member('signal', [`${this.pick(this.signals)}.signal`]));
    } else if (this.chance(1)) {
      props.push({ name: 'signal', value: ['{}'] });
    }
    return props.length === 0 ? [] : [', ', { props }];
  },

  pipe(stream) {
    const { name, order } = stream;
    const later = this.writables.filter((each) => each.order > order);
    if (later.length === 0) {
      const made = this.chance(50) ? this.newWritable() : this.newTransform();
      return [...made, ...this.chance(80) ? this.pipe(stream) : []];
    }
    const writable = this.pick(later);
    const [before, after] = this.chance(20) ? this.endAround(stream, writable) :
        [[], []];
    if (this.chance(70)) {
      return [...before, this.op([`${name}.pipeTo(${writable.name}`,
                                  ...this.pipeOptions(), ')']), ...after];
    }
    const to = this.fresh('r');
    const readable = this.pick(this.readables.filter(
        (each) => each.order > order).concat(stream)).name;
    this.addReadable({ name: to });
    return [...before,
            this.op([`${name}.pipeThrough({ readable: ${readable}, writable: ${
                writable.name} }`, ...this.pipeOptions(), ')'],
                    { to, mode: 'watch' }), ...after];
  },

  // What ends one of the sides before a pipe does, and reactions to the promise
  // that it gave: before the pipe's own, after them, or none.
  endAround(stream, writable) {
    const given = this.fresh('n');
    const before = [];
    if (stream.controller && this.chance(50)) {
      before.push(this.op([`${stream.controller}.error(`, this.reason(), ')']));
    }
    const free = writable.writer ?? writable.name;
    before.push(this.op([`${free}.${this.chance(80) ? 'abort' : 'close'}(`,
                         this.reason(), ')'], { to: given, mode: 'leave' }));
    if (writable.writer !== null) {
      before.push(this.op(`${writable.writer}.releaseLock()`));
      writable.writer = null;
    }
    // What a reaction gives comes in the tick in which the pipe's promise is settled.
    const reactions = [[], []];
    for (const list of reactions) {
      if (this.chance(60)) {
        const then = this.calls(`${given}.then`, null, 1, () => ({
          ops: [this.op(`${writable.name}.locked`)], end: null }));
        list.push(this.op([`${given}.then(`, ...then, ', ', ...then, ')']));
      }
    }
    return [[...before, ...reactions[0]], reactions[1]];
  },

  iterate(stream) {
    const options = this.chance(30) ? '{ preventCancel: true }' : '';
    if (this.chance(50)) {
      const id = ++this.ids;
      const body = () => {
        const { ops } = this.body(() => this.anything(), 20, false);
        return { ops, end: this.chance(15) ? [`return 'break'`] : null };
      };
      return [this.op([`each('${id}', ${options === '' ? stream.name :
          `${stream.name}.values(${options})`}, [`,
                       { body: body() }, ', ', { body: body() }, '])'])];
    }
    const name = this.fresh('i');
    this.iterators.push(name);
    return [this.op(`${stream.name}.values(${options})`, { to: name })];
  },
  newIterated() {
    const made = this.newReadable();
    return [...made, ...this.iterate(this.readables.at(-1))];
  },
  useIterator() {
    const name = this.pick(this.iterators);
    const call = (percent) => this.chance(percent) ?
        [`${name}.next()`] : [`${name}.return(`, this.chunk(), ')'];
    if (this.chance(65)) {
      return [this.op(call(70))];
    }
    // The second call comes before reactions to what the first one gave.
    const given = this.fresh('n');
    return [this.op(call(75), { to: given, mode: 'leave' }),
            this.op(call(50)), this.op(given)];
  },

  interceptThen() {
    const id = ++this.ids;
    const code = [`interceptThen('${id}', [`];
    for (let i = 0; i < 4; ++i) {
      const { ops } = this.body(() => this.anything(), 30, false);
      code.push({ body: { ops, end: null } }, ', ');
    }
    return [this.op([...code, '])'])];
  },

  useSignal() {
    const name = this.pick(this.signals);
    return [this.op([`${name}.abort(`, this.reason(), ')'])];
  },

  useWritable() {
    const stream = this.pick(this.writables);
    return stream.writer !== null && this.chance(92) ? this.useWriter(stream)
                                                     : this.useFree(stream);
  },
  useFree(stream) {
    const { name } = stream;
    return this.weighted([
      [14, () => {
        stream.writer = this.fresh('y');
        const code = this.chance(90) ? `${name}.getWriter()`
                                     : `new WritableStreamDefaultWriter(${name})`;
        return [this.op(code, { to: stream.writer }), ...this.chance(70) ?
            this.useWriter(stream) : []];
      }],
      [2, () => [this.op([`${name}.abort(`, this.reason(), ')'])]],
      [2, () => [this.op(`${name}.close()`)]],
      [1, () => [this.op(`${name}.locked`)]],
    ])();
  },
  useWriter(stream) {
    const { writer } = stream;
    return this.weighted([
      [16, () => [this.op([`${writer}.write(`, this.chunk(), ')'])]],
      [4, () => [this.op(`${writer}.close()`)]],
      [4, () => [this.op([`${writer}.abort(`, this.reason(), ')'])]],
      [4, () => [this.op(`${writer}.ready`)]],
      [2, () => [this.op(`${writer}.closed`)]],
      [3, () => [this.op(`${writer}.desiredSize`)]],
      [3, () => {
        stream.writer = this.chance(80) ? null : writer;
        return [this.op(`${writer}.releaseLock()`)];
      }],
    ])();
  },
});

// What programs begin with: weights of makers.
const themes = [
  { newReadable: 1 },
  { newByteStream: 1 },
  { newWritable: 1 },
  { newTransform: 1 },
  { newReadable: 2, newWritable: 2, newTransform: 2, newSignal: 2 },
  { newByteStream: 2, newReadable: 1, newWritable: 1, newSignal: 1 },
  { newFrom: 3, newReadable: 1, newTransform: 1 },
  { newIterated: 1 },
  { newReadable: 2, newByteStream: 2, newFrom: 1, newWritable: 2,
    newTransform: 2, newSignal: 1 },
];

function generate(seed) {
  const generator = new Generator(seed);
  const theme = generator.pick(themes);
  const makers = Object.entries(theme).map(([name, weight]) => [weight, name]);
  const ops = [];
  const streams = makers.length === 1 ? 1 : 2 + generator.random(2);
  for (let i = 0; i < streams; ++i) {
    ops.push(...generator[generator.weighted(makers)]());
  }
  if (generator.chance(3)) {
    ops.push(...generator.interceptThen());
  }
  const count = 3 + generator.random(12);
  for (let i = 0, at = 0; i < count; ++i) {
    at += generator.weighted([[6, 0], [3, 1], [2, 2], [1, 3], [1, 7]]);
    const more = generator.chance(4) ? generator[generator.weighted(makers)]()
                                     : generator.anything();
    for (const op of more) {
      op.at = at;
      ops.push(op);
    }
  }
  return { ops };
}

Object.assign(globalThis.streamOracle, { generate });
})();
