// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The attributes of platform objects, which are getters of their prototypes:
// what there is to see of a TextDecoder, which has no properties of its own.
//
// Scripts can replace getters and derive classes, so none is taken from the
// object or its prototypes: this realm has the interfaces as they were made,
// and V8 lets their getters work on objects of all realms, and on no others.

'use strict';

const { getterOf } = exports;

// [name, getter] of each attribute of the interface itself.
const attributesOfInterface = ({ prototype }) =>
    Object.keys(prototype)
        .filter((name) => Object.getOwnPropertyDescriptor(prototype, name).get)
        .map((name) => [name, getterOf(prototype, name)]);

const ENCODING = ['TextDecoder', 'TextEncoder', 'TextDecoderStream',
                  'TextEncoderStream'];
// Parents first.
const WEB = ['DOMException', 'Event', 'EventTarget', 'AbortSignal',
             'AbortController', 'MessageEvent', 'MessagePort',
             'MessageChannel'];
let encodingInterfaces = null;
let webInterfaces = null;

// [name, value] of each, in the order of the interface, the parent's first;
// none for any other object.
exports.attributesOf = (object) => {
  if (!native.isPlatformObject(object)) {
    return [];
  }
  const valuesOf = (attributes) => {
    try {
      return attributes.map(([name, get]) => [name, get(object)]);
    } catch {
      return [];
    }
  };
  encodingInterfaces ??= ENCODING.map((name) => globalThis[name])
      .filter((each) => typeof each === 'function').map(attributesOfInterface);
  const values = encodingInterfaces.flatMap(valuesOf);
  if (values.length !== 0) {
    return values;
  }
  webInterfaces ??=
      WEB.map((name) => attributesOfInterface(native.webInterface(name)));
  return webInterfaces.flatMap(valuesOf);
};

// The objects of the bundled streams are ordinary ones with the state of their
// insides in properties. Of an object with all of these properties the first is
// the one that no other class has; then come the attributes with the property
// that has the value, or whose value says whether there is one.
const STREAM_CLASSES = [
  ['_readableStreamController', ['locked', '_reader', 'isPresent']],
  ['_writableStreamController', ['locked', '_writer', 'isPresent']],
  ['_transformStreamController',
   ['readable', '_readable'], ['writable', '_writable']],
  ['_ownerReadableStream', ['closed', '_closedPromise']],
  ['_ownerWritableStream',
   ['closed', '_closedPromise'], ['ready', '_readyPromise']],
  ['_controlledReadableStream'],
  ['_controlledReadableByteStream'],
  ['_controlledWritableStream'],
  ['_controlledTransformStream'],
  ['_associatedReadableByteStreamController', ['view', '_view']],
  ['_byteLengthQueuingStrategyHighWaterMark',
   ['highWaterMark', '_byteLengthQueuingStrategyHighWaterMark']],
  ['_countQueuingStrategyHighWaterMark',
   ['highWaterMark', '_countQueuingStrategyHighWaterMark']],
];

// [name, value] of each attribute of an object of the bundled streams;
// undefined for any other object.
exports.streamAttributes = (object) => {
  const get = (name) => Reflect.getOwnPropertyDescriptor(object, name);
  const has = (name) => 'value' in (get(name) ?? {});
  return STREAM_CLASSES.find(([brand]) => has(brand))?.slice(1)
      .filter(([, property]) => has(property))
      .map(([name, property, isPresent]) => {
        const { value } = get(property);
        return [name, isPresent ? value !== undefined : value];
      });
};
