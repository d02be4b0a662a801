// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of the Encoding Standard in JavaScript, Web IDL included, on
// top of model.js. An object is a record with a `brand`; functions of a realm
// throw errors of that realm. A message ends in "…" behind the words that the
// standard's interfaces have in every browser: the rest is the engine's.

'use strict';

globalThis.programs = {};

(() => {
const { model, encodingLabels } = globalThis;
const uncurry = (method) => Function.prototype.call.bind(method);
const getterOf = (object, name) =>
    uncurry(Object.getOwnPropertyDescriptor(object, name)?.get ?? (() => false));
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const typedArrayName = getterOf(typedArray, Symbol.toStringTag);
const isImmutable = getterOf(ArrayBuffer.prototype, 'immutable');
const bufferLength = getterOf(ArrayBuffer.prototype, 'byteLength');
const sharedLength = typeof SharedArrayBuffer === 'function' ?
    getterOf(SharedArrayBuffer.prototype, 'byteLength') : () => {
      throw new TypeError('no such buffers');
    };
const ofTypedArray = {
  buffer: getterOf(typedArray, 'buffer'),
  byteOffset: getterOf(typedArray, 'byteOffset'),
  byteLength: getterOf(typedArray, 'byteLength'),
};
const ofDataView = {
  buffer: getterOf(DataView.prototype, 'buffer'),
  byteOffset: getterOf(DataView.prototype, 'byteOffset'),
  byteLength: getterOf(DataView.prototype, 'byteLength'),
};

function succeeds(fn) {
  try {
    fn();
    return true;
  } catch {
    return false;
  }
}
const isArrayBuffer = (value) => succeeds(() => bufferLength(value));
const isSharedArrayBuffer = (value) => succeeds(() => sharedLength(value));
const isBufferSource = (value) => ArrayBuffer.isView(value) ||
    isArrayBuffer(value) || isSharedArrayBuffer(value);

// A view on the bytes of a buffer source, which has none if it's detached or
// beyond the end of its buffer.
function bytesOf(value) {
  if (!ArrayBuffer.isView(value)) {
    return succeeds(() => new Uint8Array(value)) ? new Uint8Array(value)
                                                 : new Uint8Array();
  }
  const get = typedArrayName(value) === undefined ? ofDataView : ofTypedArray;
  try {
    return new Uint8Array(get.buffer(value), get.byteOffset(value),
                          get.byteLength(value));
  } catch {
    return new Uint8Array();
  }
}

const nameOfLabel = new Map();
for (const name of Object.keys(encodingLabels)) {
  for (const label of encodingLabels[name].split(' ')) {
    nameOfLabel.set(label, name.toLowerCase());
  }
}

// https://encoding.spec.whatwg.org/#concept-encoding-get
const getEncoding = (label) => nameOfLabel.get(
    label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
         .replace(/[A-Z]/g, (letter) => letter.toLowerCase()));

// A decoder's whole life. https://encoding.spec.whatwg.org/#dom-textdecoder-decode
class DecoderState {
  constructor(encoding, { fatal, ignoreBOM }) {
    Object.assign(this, { encoding, fatal, ignoreBOM, doNotFlush: false });
  }
  // The text, or null for the error of a fatal decoder.
  decode(bytes, stream) {
    if (!this.doNotFlush) {
      this.decoder = model.newDecoder(this.encoding);
      this.bomSeen = false;
    }
    this.doNotFlush = stream;
    const units = [];
    const malformed = {};
    try {
      this.decoder.decode(bytes, !stream, units, () => {
        if (this.fatal) {
          throw malformed;
        }
        units.push(0xFFFD);
      });
    } catch (error) {
      if (error !== malformed) {
        throw error;
      }
      // Differs from the standard as the library does: what is unread is lost.
      return null;
    }
    if (this.encoding.startsWith('utf-') && !this.ignoreBOM && !this.bomSeen &&
        units.length !== 0) {
      this.bomSeen = true;
      if (units[0] === 0xFEFF) {
        units.shift();
      }
    }
    return model.toText(units);
  }
}

const isInitialSurrogate = (unit) => unit >= 0xD800 && unit <= 0xDBFF;

// The interfaces' functions of the realm with the global object `realm`.
// https://webidl.spec.whatwg.org/#js-interfaces
function newInterfaces(realm) {
  // What scripts of another realm do is that realm's.
  const toText = realm.Function('value', 'return `${value}`;');
  const construct = (what) => `Failed to construct '${what}': …`;
  const execute = (method, what) =>
      `Failed to execute '${method}' on '${what}': …`;
  const typeError = (message) => new realm.TypeError(message);

  function check(object, brand) {
    if (object?.brand !== brand) {
      throw typeError('Illegal invocation…');
    }
    return object;
  }

  // The members in order; each is a boolean that's false by default.
  function readDictionary(value, message, names) {
    const dictionary = {};
    if (value !== undefined && value !== null && typeof value !== 'object' &&
        typeof value !== 'function') {
      throw typeError(message);
    }
    for (const name of names) {
      dictionary[name] = Boolean(value?.[name]);
    }
    return dictionary;
  }

  function newDecoderState(what, [label, options]) {
    const text = label === undefined ? 'utf-8' : toText(label);
    const members =
        readDictionary(options, construct(what), ['fatal', 'ignoreBOM']);
    const encoding = getEncoding(text);
    if (encoding === undefined || encoding === 'replacement') {
      throw new realm.RangeError(construct(what));
    }
    return new DecoderState(encoding, members);
  }

  function decode(state, bytes, stream, message) {
    const text = state.decode(bytes, stream);
    if (text === null) {
      throw typeError(message);
    }
    return text;
  }

  const newArray = (bytes, { Uint8Array: Array } = realm) => {
    const array = new Array(bytes.length);
    array.set(bytes);
    return array;
  };

  function newStream(what, state, transform, flush) {
    return {
      brand: what, state,
      pair: new realm.TransformStream({
        transform(chunk, controller) {
          const output = transform(chunk);
          if (output.length !== 0) {
            controller.enqueue(output);
          }
        },
        flush(controller) {
          const output = flush();
          if (output.length !== 0) {
            controller.enqueue(output);
          }
        },
      }),
    };
  }

  // https://encoding.spec.whatwg.org/#interface-textdecoderstream
  function newDecoderStream(what, args) {
    const state = newDecoderState(what, args);
    return newStream(what, state, (chunk) => {
      if (!isBufferSource(chunk)) {
        throw typeError(execute('write', what));
      }
      return decode(state, bytesOf(chunk), true, execute('write', what));
    }, () => decode(state, [], false, execute('close', what)));
  }

  // https://encoding.spec.whatwg.org/#interface-textencoderstream
  function newEncoderStream(what) {
    let pending = '';
    return newStream(what, { encoding: 'utf-8' }, (chunk) => {
      let text = pending + toText(chunk);
      pending = '';
      if (text !== '' && isInitialSurrogate(text.charCodeAt(text.length - 1))) {
        pending = text[text.length - 1];
        text = text.slice(0, -1);
      }
      return newArray(model.encode(text));
    }, () => newArray(model.encode(pending)));
  }

  const decoderAttribute = (name) => (object) => object.state[name];
  const decoderAttributes = {
    encoding: decoderAttribute('encoding'), fatal: decoderAttribute('fatal'),
    ignoreBOM: decoderAttribute('ignoreBOM'),
  };

  const interfaces = {
    TextDecoder: {
      construct: (args) => ({ state: newDecoderState('TextDecoder', args) }),
      attributes: decoderAttributes,
      operations: {
        decode({ state }, [input, options]) {
          const message = execute('decode', 'TextDecoder');
          if (input !== undefined && !isBufferSource(input)) {
            throw typeError(message);
          }
          const { stream } = readDictionary(options, message, ['stream']);
          return decode(state, input === undefined ? [] : bytesOf(input),
                        stream, message);
        },
      },
    },
    TextEncoder: {
      construct: () => ({ realm }),
      attributes: { encoding: () => 'utf-8' },
      operations: {
        encode: (object, [input]) => newArray(
            model.encode(input === undefined ? '' : toText(input)),
            object.realm),
        encodeInto(object, args) {
          const message = execute('encodeInto', 'TextEncoder');
          if (args.length < 2) {
            throw typeError(message);
          }
          const source = toText(args[0]);
          const destination = args[1];
          if (typedArrayName(destination) !== 'Uint8Array') {
            throw typeError(message);
          }
          const buffer = ofTypedArray.buffer(destination);
          if (isArrayBuffer(buffer) && isImmutable(buffer)) {
            throw typeError(message);
          }
          const room = bytesOf(destination);
          const { read, bytes } = model.encodeInto(source, room.length);
          room.set(bytes);
          return Object.assign(new realm.Object(),
                               { read, written: bytes.length });
        },
      },
    },
    TextDecoderStream: {
      construct: (args) => newDecoderStream('TextDecoderStream', args),
      attributes: decoderAttributes, operations: {},
    },
    TextEncoderStream: {
      construct: () => newEncoderStream('TextEncoderStream'),
      attributes: { encoding: () => 'utf-8' }, operations: {},
    },
  };

  return {
    construct: (what, args) => ({ ...interfaces[what].construct(args),
                                  brand: what }),
    callConstructor(what) { throw typeError(construct(what)); },
    get: (what, name, object) =>
        interfaces[what].attributes[name](check(object, what)),
    call: (what, name, object, args) =>
        interfaces[what].operations[name](check(object, what), args),
  };
}

const ofModel = {
  newInterfaces,
  sides: ({ pair }) => pair,
};

// The same functions, of the interfaces that are tested.
const ofImplementation = {
  newInterfaces: (realm) => ({
    construct: (what, args) => Reflect.construct(realm[what], args),
    callConstructor: (what, args) => Reflect.apply(realm[what], undefined, args),
    get: (what, name, object) => Reflect.apply(
        Object.getOwnPropertyDescriptor(realm[what].prototype, name).get,
        object, []),
    call: (what, name, object, args) =>
        Reflect.apply(realm[what].prototype[name], object, args),
  }),
  sides: (object) => object,
};

Object.assign(globalThis.programs, { ofModel, ofImplementation, bytesOf });
})();
