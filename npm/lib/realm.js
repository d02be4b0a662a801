// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of a realm, and how they become properties of a global object.

'use strict';

const native = require('./native.js');

const NAMES = ['TextDecoder', 'TextEncoder', 'TextDecoderStream',
               'TextEncoderStream'];

// What console.log() prints of an object: the interface's name and attributes.
// Node's own classes have this function on their prototypes, too.
const inspect = Symbol.for('nodejs.util.inspect.custom');

// A getter that makes something when it's first called.
const NOT_SHOWN = 'byobRequest';

function makeInspectable(name, { prototype }) {
  if (Object.hasOwn(prototype, inspect)) {
    return;
  }
  const getters = Object.entries(Object.getOwnPropertyDescriptors(prototype))
      .filter(([key, { get }]) => get !== undefined && key !== NOT_SHOWN)
      .map(([key, { get }]) => [key, get]);
  define(prototype, inspect, function(depth, options, inspectValue) {
    if (typeof depth === 'number' && depth < 0) {
      return options.stylize(`[${name}]`, 'special');
    }
    const shown = {};
    for (const [key, get] of getters) {
      try {
        shown[key] = Reflect.apply(get, this, []);
      } catch {
        // The prototype itself, or an attribute that the object's state lacks.
      }
    }
    return `${name} ${inspectValue(shown, options)}`;
  });
}

// As Web IDL has an interface's property of a global object.
function define(target, name, value) {
  Object.defineProperty(target, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

// Puts the four interfaces of the Encoding Standard on the global object of the
// realm that `global` is of. They are the same each time.
function installEncoding(global) {
  native.install(global);
  for (const name of NAMES) {
    makeInspectable(name, global[name]);
  }
}

// The four, and `global` as it was: a realm's interfaces are known to the library
// only if they have been on the global object. Nobody's code runs meanwhile.
function borrowEncoding(global) {
  const before = NAMES.map(
      (name) => Object.getOwnPropertyDescriptor(global, name));
  const interfaces = { __proto__: null };
  try {
    installEncoding(global);
    for (const name of NAMES) {
      interfaces[name] = global[name];
    }
  } finally {
    NAMES.forEach((name, i) => {
      Reflect.deleteProperty(global, name);
      if (before[i] !== undefined) {
        Object.defineProperty(global, name, { __proto__: null, ...before[i] });
      }
    });
  }
  return interfaces;
}

// What node:stream and Node's fetch() ask of a web stream, and find under symbols of
// the registry.
function makeKnownToNode({ prototype }, stateName) {
  const ends = new WeakMap();
  const getters = {
    [`nodejs.stream.${stateName}`](stream) {
      return native.streamState(stream)?.isOpen;
    },
    'nodejs.stream.errored'(stream) {
      return native.streamState(stream)?.isErrored;
    },
    'nodejs.stream.disturbed'(stream) {
      return native.streamState(stream)?.isDisturbed;
    },
    // An object with a promise, always the same one.
    'nodejs.webstream.isClosedPromise'(stream) {
      if (native.streamState(stream) === undefined) {
        return undefined;
      }
      let end = ends.get(stream);
      if (end === undefined) {
        end = { promise: native.streamEnd(stream) };
        ends.set(stream, end);
      }
      return end;
    },
    'nodejs.webstream.controllerErrorFunction'(stream) {
      return native.streamState(stream) &&
          ((error) => { native.errorStream(stream, error); });
    },
  };
  for (const [name, get] of Object.entries(getters)) {
    Object.defineProperty(prototype, Symbol.for(name), {
      __proto__: null, get() { return get(this); }, configurable: true,
    });
  }
}

// Replaces the thirteen interfaces of the Streams Standard.
function installStreams(global) {
  const streams = native.streams(global);
  for (const name of Object.getOwnPropertyNames(streams)) {
    makeInspectable(name, streams[name]);
    define(global, name, streams[name]);
  }
  makeKnownToNode(streams.ReadableStream, 'readable');
  makeKnownToNode(streams.WritableStream, 'writable');
}

// With `streams`, those and the four, which then work over them. Else the four
// alone, over the TransformStream that `global` has, or if it has none, over the
// package's own streams.
function install(global, { streams }) {
  if (streams) {
    installStreams(global);
  }
  native.useOwnStreams(
      global, streams || typeof global.TransformStream !== 'function');
  installEncoding(global);
}

module.exports = { borrowEncoding, define, install };
