// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs a program with the interfaces or with their model. Each run has buffers,
// objects and a log of its own. README.md has the steps and the values.

'use strict';

(() => {
const { programs } = globalThis;

const hex = (bytes) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

// Of what is long its length and a sum.
function shorten(units, text) {
  if (units.length <= 100) {
    return text(units);
  }
  let sum = 0;
  for (let i = 0; i < units.length; ++i) {
    sum = Math.imul(sum, 31) + (units[i].charCodeAt?.(0) ?? units[i]) | 0;
  }
  return `${text(units.slice(0, 40))}… ${units.length} units, sum ${sum}`;
}
const quote = (text) => JSON.stringify(text).replace(/[^ -~]/g, (unit) =>
    `\\u${unit.charCodeAt().toString(16).padStart(4, '0')}`);

const hasTransfer = 'transfer' in ArrayBuffer.prototype;

class World {
  constructor(program, implementation, realms) {
    this.implementation = implementation;
    this.realms = realms;
    this.interfaces = realms.map(implementation.newInterfaces);
    this.log = [];
    this.slots = { __proto__: null };
    this.memories = new Map();
    this.readers = new Map();
    this.writers = new Map();
    this.depth = 0;
    this.program = program;
  }

  note(text) { this.log.push(text); }

  // Values as text.

  realmOf(value, name) {
    const at = this.realms.findIndex(
        (realm) => Object.getPrototypeOf(value) === realm[name]?.prototype);
    return at < 0 ? 'no realm' : `realm ${at}`;
  }
  describe(value) {
    if (typeof value === 'string') {
      return shorten(value, quote);
    }
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'symbol' ? 'symbol' : `${value}`;
    }
    if (this.realms.some((realm) => value instanceof realm.Error)) {
      return `${value.name} of ${this.realmOf(value, value.name)}: ${
          value.message}`;
    }
    if (ArrayBuffer.isView(value)) {
      return `${value.constructor.name} of ${
          this.realmOf(value, value.constructor.name)} ${value.byteOffset} ${
          value.buffer.byteLength} [${shorten(programs.bytesOf(value), hex)}]`;
    }
    return `object of ${this.realmOf(value, 'Object')} ${
        JSON.stringify(value)}`;
  }

  // Values of descriptions.

  value(description) {
    const { kind } = description;
    switch (kind) {
      case 'is': return description.value;
      case 'undefined': return undefined;
      case 'symbol': return Symbol.iterator;
      case 'bigint': return 866n;
      case 'repeated': return description.text.repeat(description.count);
      case 'rope': return description.front + this.value(description.back);
      case 'slot': return this.slots[description.slot];
      case 'view': return this.view(description);
      case 'text': return this.textObject(description);
      case 'options': return this.options(description);
      default: throw new Error(`no such value: ${kind}`);
    }
  }
  view({ type, slot, offset, length }) {
    const Type = globalThis[type] ?? Uint8Array;
    try {
      return length === undefined ? new Type(this.slots[slot], offset)
                                  : new Type(this.slots[slot], offset, length);
    } catch (error) {
      this.note(`no view: ${error.name}`);
      return new Uint8Array();
    }
  }
  // What becomes a string by a call that's noted, and that does something.
  textObject({ method, steps, result }) {
    const call = (...args) => {
      this.note(`${method}(${args.map(quote)})`);
      this.nested(steps);
      if (result.kind === 'throw') {
        throw result.text;
      }
      return this.value(result);
    };
    const object = { toString: () => { this.note('not this one'); return ''; } };
    object[method === 'toPrimitive' ? Symbol.toPrimitive : method] = call;
    if (method === 'valueOf') {
      object.toString = null;
    }
    return object;
  }
  options({ way, members }) {
    const object = way === 'function' ? () => {} : way === 'no prototype' ?
        Object.create(null) : {};
    for (const { name, value, steps } of members) {
      if (steps === undefined) {
        object[name] = this.value(value);
        continue;
      }
      Object.defineProperty(object, name, { enumerable: true, get: () => {
        this.note(`get ${name}`);
        this.nested(steps);
        if (value.kind === 'throw') {
          throw value.text;
        }
        return this.value(value);
      } });
    }
    if (way === 'inherited') {
      return Object.create(object);
    }
    if (way !== 'proxy') {
      return object;
    }
    return new Proxy(object, new Proxy({}, { get: (target, trap) =>
      (...args) => {
        this.note(`${trap} ${String(args[1])}`);
        return Reflect[trap](...args);
      } }));
  }

  // Steps.

  nested(steps) {
    if (this.depth < 3) {
      ++this.depth;
      for (const step of steps) {
        this.step(step);
      }
      --this.depth;
    }
  }

  step(step) {
    let text;
    try {
      text = this.describeResult(this[step.op](step));
    } catch (error) {
      text = `threw ${this.describe(error)}`;
    }
    this.note(`${step.op}: ${text}`);
  }
  describeResult(result) {
    return result === this ? 'done' : this.describe(result);
  }
  arguments(step) { return step.args.map((each) => this.value(each)); }

  construct(step) {
    // The arguments are made first, for their makers may throw.
    const args = this.arguments(step);
    this.slots[step.to] = undefined;
    this.slots[step.to] =
        this.interfaces[step.realm].construct(step.what, args);
    this.readers.delete(step.to);
    this.writers.delete(step.to);
    return this;
  }
  callConstructor({ realm, what, ...step }) {
    this.interfaces[realm].callConstructor(what, this.arguments(step));
    return this;
  }
  get({ realm, what, name, on }) {
    return this.interfaces[realm].get(what, name, this.value(on));
  }
  call({ realm, what, name, on, dump, ...step }) {
    const args = this.arguments(step);
    try {
      return this.interfaces[realm].call(what, name, this.value(on), args);
    } finally {
      if (dump !== undefined) {
        this.dump({ slot: dump });
      }
    }
  }

  buffer({ to, type, bytes, max, realm }) {
    const { ArrayBuffer, SharedArrayBuffer } = this.realms[realm];
    const options = { maxByteLength: max };
    let buffer;
    switch (type) {
      case 'shared': buffer = new SharedArrayBuffer(bytes.length); break;
      case 'growable': buffer = new SharedArrayBuffer(bytes.length, options); break;
      case 'resizable': buffer = new ArrayBuffer(bytes.length, options); break;
      case 'wasm': {
        const memory = new WebAssembly.Memory({ initial: 1 });
        ({ buffer } = memory);
        this.memories.set(buffer, memory);
        break;
      }
      default: buffer = new ArrayBuffer(bytes.length);
    }
    new Uint8Array(buffer).set(bytes);
    if (type === 'immutable' && buffer.transferToImmutable !== undefined) {
      buffer = buffer.transferToImmutable();
    }
    this.slots[to] = buffer;
    return this;
  }
  keepView({ to, view }) {
    this.slots[to] = this.value(view);
    return this;
  }
  fill({ on, at, bytes }) {
    const all = programs.bytesOf(this.slots[on] ?? new Uint8Array());
    all.set(bytes.slice(0, Math.max(0, all.length - at)),
            Math.min(at, all.length));
    return this;
  }
  resize({ on, length }) {
    const buffer = this.slots[on];
    if (buffer?.resizable) {
      buffer.resize(length);
    } else if (buffer?.growable) {
      buffer.grow(length);
    }
    return this;
  }
  detach({ on, moves }) {
    const buffer = this.slots[on];
    const memory = this.memories.get(buffer);
    let moved;
    if (memory !== undefined) {
      memory.grow(0);
      moved = memory.buffer;
      this.memories.set(moved, memory);
    } else if (hasTransfer && buffer instanceof ArrayBuffer) {
      moved = buffer.transfer();
    } else if (typeof structuredClone === 'function') {
      moved = structuredClone(buffer, { transfer: [buffer] });
    }
    if (moves && moved !== undefined) {
      this.slots[on] = moved;
    }
    return this;
  }
  dump({ slot }) {
    const bytes = programs.bytesOf(this.slots[slot] ?? new Uint8Array());
    // A WebAssembly.Memory is long, and programs use its front.
    this.note(`${slot} is ${bytes.length} bytes: ${
        shorten(bytes.subarray(0, 1000), hex)}`);
  }
  gc() {
    globalThis.gc?.();
    return this;
  }

  // Streams. What a promise becomes is noted when it does.

  watch(name, promise) {
    promise.then((value) => this.note(`${name}: ${
        value?.done === undefined ? this.describe(value) :
        `${this.describe(value.value)}, ${value.done}`}`),
                 (error) => this.note(
                     `${name}: rejected, ${this.describe(error)}`));
    return this;
  }
  side(slot) {
    if (this.slots[slot] === undefined) {
      throw 'no such stream';
    }
    return this.implementation.sides(this.slots[slot]);
  }
  reader(slot) {
    if (!this.readers.has(slot)) {
      this.readers.set(slot, this.side(slot).readable.getReader());
    }
    return this.readers.get(slot);
  }
  writer(slot) {
    if (!this.writers.has(slot)) {
      this.writers.set(slot, this.side(slot).writable.getWriter());
    }
    return this.writers.get(slot);
  }
  read({ on, id }) { return this.watch(`read ${id}`, this.reader(on).read()); }
  write({ on, id, chunk }) {
    return this.watch(`write ${id}`, this.writer(on).write(this.value(chunk)));
  }
  close({ on, id }) { return this.watch(`close ${id}`, this.writer(on).close()); }
  abort({ on, id, reason }) {
    return this.watch(`abort ${id}`, this.writer(on).abort(reason));
  }
  cancel({ on, id, reason }) {
    return this.watch(`cancel ${id}`, this.reader(on).cancel(reason));
  }
  closed({ on, id }) {
    this.watch(`reader closed ${id}`, this.reader(on).closed);
    return this.watch(`writer closed ${id}`, this.writer(on).closed);
  }
  desiredSize({ on }) { return this.writer(on).desiredSize; }
  release({ on, side }) {
    const [held, get] = side === 'reader' ?
        [this.readers, () => this.reader(on)] :
        [this.writers, () => this.writer(on)];
    const lock = get();
    lock.closed.catch(() => {});
    lock.ready?.catch(() => {});
    lock.releaseLock();
    held.delete(on);
    return this;
  }
  pipe({ from, to, id }) {
    return this.watch(`pipe ${id}`, this.side(from).readable.pipeTo(
        this.side(to).writable));
  }
  wait() { return this; }
}

// The log of a program, a list of steps.
async function run(program, implementation, realms) {
  const world = new World(program, implementation, realms);
  for (const [i, step] of program.entries()) {
    world.note(`-- ${i}`);
    world.step(step);
    for (let n = step.ticks ?? 0; n > 0; --n) {
      await undefined;
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (const slot of Object.keys(world.slots)) {
    if (slot.startsWith('b')) {
      world.dump({ slot });
    }
  }
  return world.log;
}

Object.assign(programs, { run });
})();
