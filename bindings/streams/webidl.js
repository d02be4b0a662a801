// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the classes of interfaces.js need of Web IDL: the conversions that are
// the same for many types, and the words of exceptions. The place of a
// value is the number of an argument, or the name of a dictionary's member.
// https://webidl.spec.whatwg.org/

const { defineProperty } = Object;
const { newHostConstructor, prototypeInRealmOf, showToErrorHook } = host;

// Which call failed; without the name of a member, a constructor.
const failedCall = (interfaceName, memberName) => memberName === undefined ?
    `Failed to construct '${interfaceName}': ` :
    `Failed to execute '${memberName}' on '${interfaceName}': `;

const newTypeError = (interfaceName, memberName, detail) =>
    new TypeError(failedCall(interfaceName, memberName) + detail);
const newRangeError = (interfaceName, memberName, detail) =>
    new RangeError(failedCall(interfaceName, memberName) + detail);

// A TypeError of what a stream's state or locks don't allow, which the host's error
// hook sees. What the hook throws takes its place.
function newStateError(interfaceName, memberName, detail) {
  const error = newTypeError(interfaceName, memberName, detail);
  try {
    showToErrorHook(error);
  } catch (thrown) {
    return thrown;
  }
  return error;
}

// What makes the exceptions of this realm's methods, for records of other realms.
const ownErrors = { newTypeError, newRangeError, newStateError };

// Of a method or a getter whose receiver doesn't implement the interface.
const illegalCall = (interfaceName, memberName) =>
    newTypeError(interfaceName, memberName, 'Illegal invocation.');
const illegalRead = (interfaceName, memberName) => new TypeError(`Failed to ${
    ''}read the '${memberName}' property from '${interfaceName}': Illegal ${
    ''}invocation.`);

const valueName = (place) => place === undefined ? 'The provided value' :
    typeof place === 'string' ? `member ${place}` : `parameter ${place}`;
const wrongType = (typeName, interfaceName, memberName, place) =>
    newTypeError(interfaceName, memberName,
                 `${valueName(place)} is not of type '${typeName}'.`);
const missingMember = (name, dictionaryName, interfaceName, memberName) =>
    newTypeError(interfaceName, memberName,
                 `Required member ${name} of ${dictionaryName} is undefined.`);
const notInEnumeration = (string, typeName, interfaceName, memberName) =>
    newTypeError(interfaceName, memberName, `The provided value '${string
                 }' is not a valid enum value of type ${typeName}.`);

function convertObject(value, interfaceName, memberName, place) {
  if (!isObject(value)) {
    throw wrongType('object', interfaceName, memberName, place);
  }
  return value;
}

function convertFunction(value, typeName, interfaceName, memberName, place) {
  if (!isCallable(value)) {
    throw wrongType(typeName, interfaceName, memberName, place);
  }
  return value;
}

// The record of an object that implements the interface of `key`.
function convertRecord(value, key, typeName, interfaceName, memberName,
                       place) {
  const record = value?.[key];
  if (record === undefined) {
    throw wrongType(typeName, interfaceName, memberName, place);
  }
  return record;
}

function convertAbortSignal(value, interfaceName, memberName, place) {
  if (!isAbortSignal(value)) {
    throw wrongType('AbortSignal', interfaceName, memberName, place);
  }
  return value;
}

// [EnforceRange] unsigned long long
const truncate = Math.trunc;
function convertEnforceRange(value, interfaceName, memberName, place) {
  const number = truncate(+value);
  if (!(number >= 0 && number <= 9007199254740991)) {
    throw newTypeError(
        interfaceName, memberName,
        `${valueName(place)} is outside the 'unsigned long long' value range.`);
  }
  return number + 0;  // No negative zero.
}

// What the members of a dictionary are to be read from.
class NoMembers {}
isolatePrototype(NoMembers.prototype);
const kNoMembers = new NoMembers();
function convertToDictionary(value, typeName, interfaceName, memberName) {
  if (value === undefined || value === null) {
    return kNoMembers;
  }
  if (!isObject(value)) {
    throw wrongType(typeName, interfaceName, memberName);
  }
  return value;
}

// ArrayBufferView, without [AllowShared] and without [AllowResizable].
const isView = ArrayBuffer.isView;
// Both getters throw for a SharedArrayBuffer. V8 10.2 has no resizable buffers
// but behind a flag.
const isResizableBuffer = 'resizable' in ArrayBuffer.prototype ?
    getterOf(ArrayBuffer.prototype, 'resizable') :
    (buffer) => bufferByteLength(buffer) < 0;
function convertArrayBufferView(value, interfaceName, memberName, place) {
  if (!isView(value)) {
    throw wrongType('ArrayBufferView', interfaceName, memberName, place);
  }
  let resizable;
  try {
    resizable = isResizableBuffer(bufferOf(value));
  } catch {
    throw newTypeError(interfaceName, memberName,
                       `${valueName(place)} is a view on shared memory.`);
  }
  if (resizable) {
    throw newTypeError(
        interfaceName, memberName,
        `${valueName(place)} is a view on a buffer that can be resized.`);
  }
  return value;
}

// The properties of an interface object and of its prototype, as Web IDL wants
// them, where a class that extends null has others. Gives a constructor of objects
// that implement the interface.
function defineInterface(interfaceObject, name, members, staticMembers) {
  const { prototype } = interfaceObject;
  setPrototypeOf(prototype, objectPrototype);
  const enumerable = { __proto__: null, enumerable: true };
  for (let i = 0; i < members.length; ++i) {
    defineProperty(prototype, members[i], enumerable);
  }
  for (let i = 0; i < staticMembers.length; ++i) {
    defineProperty(interfaceObject, staticMembers[i], enumerable);
  }
  defineProperty(prototype, Symbol.toStringTag,
                 { __proto__: null, value: name, configurable: true });
  return newHostObjectType(prototype);
}

// A constructor of objects that V8's serializer takes for objects of the host's,
// not for plain objects.
function newHostObjectType(prototype) {
  const HostObject = newHostConstructor();
  HostObject.prototype = prototype;
  return HostObject;
}

// *Internally create a new object implementing the interface*
function newObject(newTarget, interfaceObject, HostObject, name) {
  const object = new HostObject();
  if (newTarget !== interfaceObject) {
    const { prototype } = newTarget;
    setPrototypeOf(object, isObject(prototype) ? prototype :
        prototypeInRealmOf(newTarget, name));
  }
  return object;
}

function defineAsyncIterable({ prototype }) {
  defineProperty(prototype, Symbol.asyncIterator, {
    __proto__: null,
    value: prototype.values,
    writable: true,
    configurable: true,
  });
}
