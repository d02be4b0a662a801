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

// What is shown of the built-in streams' objects. Nothing that would make an
// object which the script hasn't asked for, such as a controller's signal.
const STREAM_ATTRIBUTES = {
  __proto__: null,
  ReadableStream: ['locked'],
  ReadableStreamDefaultReader: ['closed'],
  ReadableStreamBYOBReader: ['closed'],
  ReadableStreamBYOBRequest: ['view'],
  WritableStream: ['locked'],
  WritableStreamDefaultWriter: ['closed', 'ready'],
  TransformStream: ['readable', 'writable'],
  ByteLengthQueuingStrategy: ['highWaterMark'],
  CountQueuingStrategy: ['highWaterMark'],
};

// [name, value] of each attribute of an object of the built-in streams;
// undefined for any other object. The getters of this realm work on streams of
// all realms.
exports.streamAttributes = (object) => {
  const name = native.streamsInterface(object);
  return name && (STREAM_ATTRIBUTES[name] ?? []).map(
      (attribute) => [attribute,
                      getterOf(globalThis[name].prototype, attribute)(object)]);
};
