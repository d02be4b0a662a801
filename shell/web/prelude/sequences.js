// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Sequences: https://webidl.spec.whatwg.org/#js-sequence
//
// They are converted to arrays of built-in methods that scripts can't change.

'use strict';

const { Array, Reflect, Symbol } = builtins;

const isObject = (value) => typeof value === 'object' && value !== null ||
                            typeof value === 'function';

const requireObject = (value, message) => {
  if (!isObject(value)) {
    throw native.newTypeError(message);
  }
  return value;
};

// *GetMethod* of @@iterator: undefined if there is none.
const getIteratorMethod = (object) => {
  const method = object[Symbol.iterator] ?? undefined;
  if (method !== undefined && typeof method !== 'function') {
    throw native.newTypeError(
        'The value\'s Symbol.iterator is not a function.');
  }
  return method;
};

const convertIterable = (iterable, method, convert) => {
  const iterator = requireObject(Reflect.apply(method, iterable, []),
                                 'The iterator is not an object.');
  const next = iterator.next;
  if (typeof next !== 'function') {
    throw native.newTypeError('The iterator\'s next is not a function.');
  }
  const list = new Array();
  while (true) {
    const result = requireObject(Reflect.apply(next, iterator, []),
                                 'The iterator\'s result is not an object.');
    if (result.done) {
      return list;
    }
    list.push(convert(result.value));
  }
};

const convertSequence = (value, convert) => {
  const method = isObject(value) ? getIteratorMethod(value) : undefined;
  if (method === undefined) {
    throw native.newTypeError('The value is not iterable.');
  }
  return convertIterable(value, method, convert);
};

const toTransferable = (value) => requireObject(
    value, 'An element of the transfer list is not an object.');

prelude.isObject = isObject;

// A sequence of objects that implement an interface, as what `convert` makes of
// their states.
prelude.toSequence = (value, name, convert = (state) => state) =>
    convertSequence(value, (element) => {
      const state = native.unwrap(name, element);
      if (state === undefined) {
        throw native.newTypeError(`An element is not of the type '${name}'.`);
      }
      return convert(state);
    });

prelude.toStringSequence =
    (value) => convertSequence(value, (element) => `${element}`);

// What `options` say is to be transferred; they may be the sequence itself.
prelude.toTransferList = (options, orSequence) => {
  if (options === undefined || options === null) {
    return new Array();
  }
  requireObject(options, 'The options are not an object.');
  const method = orSequence ? getIteratorMethod(options) : undefined;
  if (method !== undefined) {
    return convertIterable(options, method, toTransferable);
  }
  const transfer = options.transfer;
  return transfer === undefined ? new Array() :
                                  convertSequence(transfer, toTransferable);
};
