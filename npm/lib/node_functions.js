// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a realm's interfaces have for Node beside what the standards say. Scripts of
// the realm can reach these functions, so they are of the realm, too: a function, an
// object or an error of another realm would hand that realm's `Function` to a script,
// and with it all of Node. realm.js compiles this file's text in other realms. So
// makeFunctions() uses nothing from outside of itself, and its caller passes nothing but
// primitive values and what is of the realm.

'use strict';

module.exports = function makeFunctions() {
  'use strict';

  const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const symbolFor = Symbol.for;

  // What console.log() prints of an object: the interface's name and attributes.
  // Node's own classes have this function on their prototypes, too.
  const inspect = symbolFor('nodejs.util.inspect.custom');

  // A getter that makes something when it's first called.
  const NOT_SHOWN = 'byobRequest';

  function makeInspectable(name, prototype) {
    const keys = ownKeys(prototype);
    const shownKeys = [];
    const getters = [];
    for (let i = 0; i < keys.length; ++i) {
      const key = keys[i];
      if (key === inspect) {
        return;
      }
      const { get, enumerable } = getOwnPropertyDescriptor(prototype, key);
      if (get !== undefined && enumerable && key !== NOT_SHOWN) {
        shownKeys[getters.length] = key;
        getters[getters.length] = get;
      }
    }
    defineProperty(prototype, inspect, {
      __proto__: null,
      value(depth, options, inspectValue) {
        if (typeof depth === 'number' && depth < 0) {
          return options.stylize(`[${name}]`, 'special');
        }
        const shown = {};
        for (let i = 0; i < getters.length; ++i) {
          try {
            defineProperty(shown, shownKeys[i], {
              __proto__: null, value: apply(getters[i], this, []), enumerable: true,
            });
          } catch {
            // The prototype itself, or an attribute that the object's state lacks.
          }
        }
        return `${name} ${inspectValue(shown, options)}`;
      },
      writable: true,
      configurable: true,
    });
  }

  // What node:stream and Node's fetch() ask of a web stream, and find under symbols of
  // the registry. The functions are the add-on's, of this realm.
  function makeKnownToNode(
      prototype, stateName, streamState, streamEnd, errorStream) {
    function define(name, get) {
      defineProperty(prototype, symbolFor(name), {
        __proto__: null, get() { return get(this); }, configurable: true,
      });
    }
    define(`nodejs.stream.${stateName}`, (stream) => streamState(stream)?.isOpen);
    define('nodejs.stream.errored', (stream) => streamState(stream)?.isErrored);
    define('nodejs.stream.disturbed', (stream) => streamState(stream)?.isDisturbed);
    // An object with a promise, always the same one.
    define('nodejs.webstream.isClosedPromise',
           (stream) => streamState(stream) && { promise: streamEnd(stream) });
    define('nodejs.webstream.controllerErrorFunction',
           (stream) => streamState(stream) &&
               ((error) => { errorStream(stream, error); }));
  }

  return { makeInspectable, makeKnownToNode };
};
