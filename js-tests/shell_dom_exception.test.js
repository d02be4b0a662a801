// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// DOMException, by https://webidl.spec.whatwg.org/#idl-DOMException

'use strict';

include('shell_interfaces.js');

const CODES = {
  INDEX_SIZE_ERR: 1, DOMSTRING_SIZE_ERR: 2, HIERARCHY_REQUEST_ERR: 3,
  WRONG_DOCUMENT_ERR: 4, INVALID_CHARACTER_ERR: 5, NO_DATA_ALLOWED_ERR: 6,
  NO_MODIFICATION_ALLOWED_ERR: 7, NOT_FOUND_ERR: 8, NOT_SUPPORTED_ERR: 9,
  INUSE_ATTRIBUTE_ERR: 10, INVALID_STATE_ERR: 11, SYNTAX_ERR: 12,
  INVALID_MODIFICATION_ERR: 13, NAMESPACE_ERR: 14, INVALID_ACCESS_ERR: 15,
  VALIDATION_ERR: 16, TYPE_MISMATCH_ERR: 17, SECURITY_ERR: 18,
  NETWORK_ERR: 19, ABORT_ERR: 20, URL_MISMATCH_ERR: 21,
  QUOTA_EXCEEDED_ERR: 22, TIMEOUT_ERR: 23, INVALID_NODE_TYPE_ERR: 24,
  DATA_CLONE_ERR: 25,
};

const NAMES = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4,
  InvalidCharacterError: 5, NoModificationAllowedError: 7, NotFoundError: 8,
  NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
  SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
  InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18,
  NetworkError: 19, AbortError: 20, URLMismatchError: 21,
  QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24,
  DataCloneError: 25,
  // These are younger than codes.
  EncodingError: 0, NotReadableError: 0, UnknownError: 0, ConstraintError: 0,
  DataError: 0, TransactionInactiveError: 0, ReadOnlyError: 0, VersionError: 0,
  OperationError: 0, NotAllowedError: 0, OptOutError: 0,
  // And these are none.
  Error: 0, DOMStringSizeError: 0, NoDataAllowedError: 0, ValidationError: 0,
  ABORT_ERR: 0, aborterror: 0, toString: 0, __proto__x: 0, '': 0,
};

test('the shape', () => {
  assertShape('DOMException', {
    length: 0,
    prototypeParent: Error.prototype,
    attributes: ['name', 'message', 'code'],
    constants: CODES,
  });
});

test('defaults and conversions', () => {
  const empty = new DOMException();
  assertEquals([empty.name, empty.message, empty.code], ['Error', '', 0]);
  const partial = new DOMException(undefined, undefined);
  assertEquals([partial.name, partial.message], ['Error', '']);
  const converted = new DOMException(null, 12);
  assertEquals([converted.name, converted.message], ['12', 'null']);
  assertEquals(new DOMException('\uD800').message, '\uD800');
  assertThrows(() => new DOMException(Symbol()), TypeError);
  assertThrows(() => new DOMException('', Symbol()), TypeError);
});

test('codes follow from names', () => {
  for (const name of Object.keys(NAMES)) {
    const exception = new DOMException('m', name);
    assertEquals(exception.name, name);
    assertEquals(exception.code, NAMES[name], name);
  }
  assertEquals(new DOMException('m', '__proto__').code, 0);
});

test('it is an error', () => {
  const exception = new DOMException('a message', 'AbortError');
  assertTrue(exception instanceof Error);
  assertTrue(exception instanceof DOMException);
  assertEquals(String(exception), 'AbortError: a message');
  assertEquals(Object.prototype.toString.call(exception),
               '[object DOMException]');
  assertFalse(Object.hasOwn(exception, 'message'));
  assertFalse(Object.hasOwn(exception, 'name'));
  assertFalse(Object.hasOwn(exception, 'code'));
});

test('Error.isError', () => {
  if (typeof Error.isError !== 'function') {
    skip('no Error.isError');
  }
  assertTrue(Error.isError(new DOMException('a')));
  assertFalse(Error.isError(Object.create(DOMException.prototype)));
  assertFalse(Error.isError(new EventTarget()));
});

test('the stack', () => {
  function makeException() {
    return new DOMException('a message', 'AbortError');
  }
  const { stack } = makeException();
  const lines = stack.split('\n');
  assertEquals(lines[0], 'AbortError: a message');
  assertTrue(lines[1].includes('makeException'), stack);
  assertTrue(lines[1].includes('shell_dom_exception.test.js'), stack);
  assertEquals(new DOMException('', 'X').stack.split('\n')[0], 'X');
  assertEquals(new DOMException('m', '').stack.split('\n')[0], 'm');
  assertFalse(Object.keys(makeException()).includes('stack'));
  // That of one that the shell makes begins at its caller, too.
  const abort = () => AbortSignal.abort();
  assertTrue(abort().reason.stack.split('\n')[1].includes('abort'));
  assertFalse(abort().reason.stack.includes('prelude'));
});

test('no message of the stack is mistaken for its head', () => {
  assertEquals(new DOMException('Error: x\n    at y', 'N').stack.split('\n')[0],
               'N: Error: x');
});

test('subclasses', () => {
  class Custom extends DOMException {
    constructor() {
      super('custom', 'DataError');
    }
    get name() {
      return 'Overridden';
    }
  }
  const exception = new Custom();
  assertEquals(exception.message, 'custom');
  assertEquals(exception.name, 'Overridden');
  assertTrue(exception instanceof DOMException);
});

test('the brand is not inherited', () => {
  const getter =
      Reflect.getOwnPropertyDescriptor(DOMException.prototype, 'message').get;
  assertEquals(getter.call(new DOMException('m')), 'm');
  assertThrows(() => getter.call(Object.create(new DOMException('m'))),
               TypeError);
  assertThrows(() => getter.call(new Error('m')), TypeError);
  const other = newRealm();
  assertEquals(getter.call(new other.DOMException('m')), 'm');
});

test('what atob and btoa throw', () => {
  assertThrowsDom(() => atob('A'), 'InvalidCharacterError');
  assertThrowsDom(() => btoa('\u0100'), 'InvalidCharacterError');
  const other = newRealm();
  assertTrue(assertThrows(() => other.atob('A'), other.DOMException)
                 instanceof other.Error);
});
