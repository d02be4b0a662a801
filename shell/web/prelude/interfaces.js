// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of the other files: what of a class is exposed, and how.

'use strict';

const { Array, Reflect } = builtins;

// As WebInterfaces::Member::Kind has them.
const CONSTRUCTOR = 0;
const OPERATION = 1;
const STATIC_OPERATION = 2;
const GETTER = 3;
const SETTER = 4;
const FIELD = 5;
const CONSTANT = 6;

// README.md lists the options.
prelude.define = (implementation, options) => {
  const members = new Array();
  const add = (kind, name, length, value, isUnforgeable = false) => {
    members.push({ kind, name, length, value, isUnforgeable });
  };
  const addMembers = (names, isUnforgeable) => {
    for (let i = 0; i < names.length; ++i) {
      const name = names[i];
      const property =
          Reflect.getOwnPropertyDescriptor(implementation.prototype, name);
      if (property === undefined) {
        add(FIELD, name, 0, name, isUnforgeable);
      } else if ('value' in property) {
        add(OPERATION, name, property.value.length, property.value);
      } else {
        add(GETTER, name, 0, property.get, isUnforgeable);
        if (property.set !== undefined) {
          add(SETTER, name, 0, property.set);
        }
      }
    }
  };
  add(CONSTRUCTOR, '', implementation.length, implementation);
  addMembers(options.members, false);
  addMembers(options.unforgeable ?? [], true);
  const statics = options.statics ?? [];
  for (let i = 0; i < statics.length; ++i) {
    const operation = implementation[statics[i]];
    add(STATIC_OPERATION, statics[i], operation.length, operation);
  }
  const constants = options.constants ?? {};
  for (const name of Reflect.ownKeys(constants)) {
    add(CONSTANT, name, 0, constants[name]);
  }
  native.define(options, members);
};
