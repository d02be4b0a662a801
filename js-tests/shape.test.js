// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The shape that Web IDL gives interface objects, prototypes and members.

'use strict';

const descriptorOf = Object.getOwnPropertyDescriptor;

const interfaces = [
  { interfaceObject: TextDecoder, name: 'TextDecoder',
    attributes: ['encoding', 'fatal', 'ignoreBOM'],
    operations: { decode: 0 } },
  { interfaceObject: TextEncoder, name: 'TextEncoder',
    attributes: ['encoding'],
    operations: { encode: 0, encodeInto: 2 } },
];

function testShape(what, fn) {
  for (const each of interfaces) {
    test(`${each.name} ${what}`, () => fn(each));
  }
}

testShape('is a property of the global object', ({ interfaceObject, name }) => {
  assertEquals(descriptorOf(globalThis, name), {
    value: interfaceObject, writable: true, enumerable: false,
    configurable: true,
  });
});

testShape('is a constructor function', ({ interfaceObject }) => {
  assertEquals(typeof interfaceObject, 'function');
  assertTrue(Object.getPrototypeOf(interfaceObject) === Function.prototype);
  assertTrue(Object.isExtensible(interfaceObject));
  assertEquals(Object.prototype.toString.call(interfaceObject),
               '[object Function]');
});

testShape('has a name and a length', ({ interfaceObject, name }) => {
  assertEquals(descriptorOf(interfaceObject, 'name'), {
    value: name, writable: false, enumerable: false, configurable: true,
  });
  assertEquals(descriptorOf(interfaceObject, 'length'), {
    value: 0, writable: false, enumerable: false, configurable: true,
  });
});

testShape('has a prototype that stays', ({ interfaceObject }) => {
  const descriptor = descriptorOf(interfaceObject, 'prototype');
  assertFalse(descriptor.writable);
  assertFalse(descriptor.enumerable);
  assertFalse(descriptor.configurable);
  assertThrows(() => { interfaceObject.prototype = {}; }, TypeError);
  assertFalse(Reflect.deleteProperty(interfaceObject, 'prototype'));
});

// V8 gives constructors of the host two more, which are null.
function ownKeys(fn) {
  return Reflect.ownKeys(fn).filter(
      (name) => name !== 'arguments' && name !== 'caller');
}

testShape('has no other members', ({ interfaceObject }) => {
  assertEquals(Object.keys(interfaceObject), []);
  assertEquals(ownKeys(interfaceObject), ['length', 'name', 'prototype']);
});

testShape('is shown as native code', ({ interfaceObject, name }) => {
  assertTrue(RegExp(`^function ${name}\\(\\) *\\{\\s*\\[native code\\]\\s*\\}$`)
                 .test(Function.prototype.toString.call(interfaceObject)));
});

testShape('prototype is a plain object of Object.prototype',
          ({ interfaceObject }) => {
  const { prototype } = interfaceObject;
  assertTrue(Object.getPrototypeOf(prototype) === Object.prototype);
  assertTrue(Object.isExtensible(prototype));
});

testShape('prototype has these members only, in the order of Web IDL',
          ({ interfaceObject, attributes, operations }) => {
  const { prototype } = interfaceObject;
  const keys = Reflect.ownKeys(prototype);
  const members = [...attributes, ...Object.keys(operations)];
  assertEquals(keys.map(String), [...members, 'constructor',
                                  'Symbol(Symbol.toStringTag)']);
  assertTrue(keys.includes(Symbol.toStringTag));
  assertEquals(Object.keys(prototype), members);
});

testShape('prototype has the constructor', ({ interfaceObject }) => {
  assertEquals(descriptorOf(interfaceObject.prototype, 'constructor'), {
    value: interfaceObject, writable: true, enumerable: false,
    configurable: true,
  });
});

testShape('prototype has a tag', ({ interfaceObject, name }) => {
  const { prototype } = interfaceObject;
  assertEquals(descriptorOf(prototype, Symbol.toStringTag), {
    value: name, writable: false, enumerable: false, configurable: true,
  });
  assertEquals(Object.prototype.toString.call(prototype), `[object ${name}]`);
  assertEquals(`${new interfaceObject()}`, `[object ${name}]`);
});

testShape('attributes are accessors', ({ interfaceObject, attributes }) => {
  for (const attribute of attributes) {
    const descriptor = descriptorOf(interfaceObject.prototype, attribute);
    assertEquals(Reflect.ownKeys(descriptor),
                 ['get', 'set', 'enumerable', 'configurable']);
    assertEquals(typeof descriptor.get, 'function');
    assertEquals(descriptor.set, undefined);
    assertTrue(descriptor.enumerable);
    assertTrue(descriptor.configurable);
    assertEquals(descriptorOf(descriptor.get, 'name'), {
      value: `get ${attribute}`, writable: false, enumerable: false,
      configurable: true,
    });
    assertEquals(descriptorOf(descriptor.get, 'length'), {
      value: 0, writable: false, enumerable: false, configurable: true,
    });
  }
});

testShape('operations are methods', ({ interfaceObject, operations }) => {
  for (const [operation, length] of Object.entries(operations)) {
    const descriptor = descriptorOf(interfaceObject.prototype, operation);
    assertEquals(typeof descriptor.value, 'function');
    assertTrue(descriptor.writable);
    assertTrue(descriptor.enumerable);
    assertTrue(descriptor.configurable);
    assertEquals(descriptorOf(descriptor.value, 'name'), {
      value: operation, writable: false, enumerable: false, configurable: true,
    });
    assertEquals(descriptorOf(descriptor.value, 'length'), {
      value: length, writable: false, enumerable: false, configurable: true,
    });
  }
});

testShape('members are functions but no constructors',
          ({ interfaceObject, attributes, operations }) => {
  const functions = [
    ...attributes.map(
        (name) => descriptorOf(interfaceObject.prototype, name).get),
    ...Object.keys(operations).map(
        (name) => interfaceObject.prototype[name]),
  ];
  for (const fn of functions) {
    assertTrue(Object.getPrototypeOf(fn) === Function.prototype);
    assertFalse('prototype' in fn);
    assertEquals(ownKeys(fn), ['length', 'name']);
    assertTrue(Object.isExtensible(fn));
    assertTrue(/^function [^]*\{\s*\[native code\]\s*\}$/.test(
        Function.prototype.toString.call(fn)));
    assertThrows(() => new fn(), TypeError);
    assertThrows(() => Reflect.construct(Object, [], fn), TypeError);
  }
});

testShape('instances have no properties', ({ interfaceObject }) => {
  const instance = new interfaceObject();
  assertEquals(Reflect.ownKeys(instance), []);
  assertTrue(Object.isExtensible(instance));
  assertTrue(Object.getPrototypeOf(instance) === interfaceObject.prototype);
  assertEquals(JSON.stringify(instance), '{}');
  instance.extra = 1;
  assertEquals(Object.keys(instance), ['extra']);
});

testShape('members give the same function each time', ({ interfaceObject }) => {
  const { prototype } = interfaceObject;
  for (const name of Object.keys(prototype)) {
    const { get, value } = descriptorOf(prototype, name);
    assertTrue(descriptorOf(prototype, name).get === get);
    assertTrue(descriptorOf(prototype, name).value === value);
  }
});

testShape('members can be replaced, deleted and put back',
          ({ interfaceObject, attributes, operations }) => {
  const { prototype } = interfaceObject;
  for (const name of [...attributes, ...Object.keys(operations),
                      'constructor', Symbol.toStringTag]) {
    const descriptor = descriptorOf(prototype, name);
    assertTrue(Reflect.deleteProperty(prototype, name));
    assertFalse(Object.hasOwn(prototype, name));
    assertTrue(Reflect.defineProperty(prototype, name, { value: 1,
                                                         configurable: true }));
    assertEquals(new interfaceObject()[name], 1);
    assertTrue(Reflect.defineProperty(prototype, name, descriptor));
    assertEquals(descriptorOf(prototype, name), descriptor);
  }
});

testShape('instances have none after use either', ({ interfaceObject }) => {
  const instance = new interfaceObject();
  if (interfaceObject === TextDecoder) {
    instance.decode(bytes('E2'), { stream: true });
  } else {
    instance.encode('x');
    instance.encodeInto('x', new Uint8Array(1));
  }
  assertEquals(Reflect.ownKeys(instance), []);
});

testShape('instances enumerate the members',
          ({ interfaceObject, attributes, operations }) => {
  const names = [];
  for (const name in new interfaceObject()) {
    names.push(name);
  }
  assertEquals(names, [...attributes, ...Object.keys(operations)]);
});

test('the members of the two are different functions', () => {
  assertNotEquals(descriptorOf(TextDecoder.prototype, 'encoding').get,
                  descriptorOf(TextEncoder.prototype, 'encoding').get);
});
