// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of a realm, and how they become properties of a global object.

'use strict';

const native = require('./native.js');

// What console.log() prints of an object: the interface's name and attributes.
// Node's own classes have this function on their prototypes, too.
const inspect = Symbol.for('nodejs.util.inspect.custom');

// A getter that makes something when it's first called.
const NOT_SHOWN = 'byobRequest';

function makeInspectable(name, prototype) {
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

// The interface objects of the realm that `object` is of, always the same: four,
// or with those of the package's own streams seventeen.
function interfacesOf(object, { streams }) {
  const found = native.interfaces(object, streams);
  const interfaces = { __proto__: null };
  for (const name of Object.getOwnPropertyNames(found)) {
    interfaces[name] = found[name];
    const { prototype } = found[name];
    if (!Object.hasOwn(prototype, inspect)) {
      makeInspectable(name, prototype);
    }
  }
  return interfaces;
}

// Makes them properties of the global object of their realm. The stream
// interfaces of the Encoding Standard work over the package's own streams, or
// over the TransformStream that `global` has.
function defineInterfaces(global, { streams }) {
  native.useOwnStreams(global, streams);
  for (const [name, value] of Object.entries(interfacesOf(global, { streams }))) {
    define(global, name, value);
  }
}

module.exports = { define, defineInterfaces, interfacesOf };
