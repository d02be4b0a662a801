// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Event and EventTarget, by https://dom.spec.whatwg.org/#events

'use strict';

include('shell_interfaces.js');

test('the shape of EventTarget', () => {
  assertShape('EventTarget', {
    length: 0,
    operations: { addEventListener: 2, removeEventListener: 2,
                  dispatchEvent: 1 },
  });
  assertEquals(String(new EventTarget()), '[object EventTarget]');
  assertEquals(Reflect.ownKeys(new EventTarget()), []);
});

test('the shape of Event', () => {
  assertShape('Event', {
    length: 1,
    operations: { composedPath: 0, stopPropagation: 0,
                  stopImmediatePropagation: 0, preventDefault: 0,
                  initEvent: 1 },
    attributes: ['type', 'target', 'srcElement', 'currentTarget', 'eventPhase',
                 'bubbles', 'cancelable', 'defaultPrevented', 'composed',
                 'timeStamp'],
    writableAttributes: ['cancelBubble', 'returnValue'],
    constants: { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2,
                 BUBBLING_PHASE: 3 },
  });
});

test('isTrusted can\'t be forged', () => {
  const descriptor = (event) =>
      Reflect.getOwnPropertyDescriptor(event, 'isTrusted');
  const first = descriptor(new Event('a'));
  assertEquals(first.enumerable, true);
  assertEquals(first.configurable, false);
  assertEquals(first.set, undefined);
  assertEquals(first.get.name, 'get isTrusted');
  assertTrue(first.get === descriptor(new Event('b')).get);
  assertEquals(first.get.call(new Event('c')), false);
  assertThrows(() => first.get.call({}), TypeError);
});

test('a new event', () => {
  const before = performance.now();
  const event = new Event('a');
  assertEquals(event.type, 'a');
  assertEquals(event.target, null);
  assertEquals(event.srcElement, null);
  assertEquals(event.currentTarget, null);
  assertEquals(event.eventPhase, 0);
  assertEquals(event.composedPath(), []);
  for (const name of ['bubbles', 'cancelable', 'composed', 'defaultPrevented',
                      'cancelBubble', 'isTrusted']) {
    assertEquals(event[name], false, name);
  }
  assertEquals(event.returnValue, true);
  assertTrue(event.timeStamp >= before && event.timeStamp <= performance.now());
});

test('the constructor\'s conversions', () => {
  assertThrows(() => new Event(), TypeError);
  assertThrows(() => new Event(Symbol()), TypeError);
  assertThrows(() => new Event('a', 1), TypeError);
  assertThrows(() => new Event('a', 'b'), TypeError);
  assertEquals(new Event(undefined).type, 'undefined');
  assertEquals(new Event(null, null).type, 'null');
  const order = [];
  const init = (name) => ({ get() { order.push(name); return 1; } });
  const event = new Event(
      { toString() { order.push('type'); return 'x'; } },
      Object.defineProperties(() => {}, {
        composed: init('composed'), cancelable: init('cancelable'),
        bubbles: init('bubbles'), target: init('target') }));
  assertEquals(order, ['type', 'bubbles', 'cancelable', 'composed']);
  assertEquals([event.type, event.bubbles, event.cancelable, event.composed],
               ['x', true, true, true]);
});

test('a dispatch', () => {
  const target = new EventTarget();
  const event = new Event('a', { bubbles: true });
  let calls = 0;
  target.addEventListener('a', function(given) {
    ++calls;
    assertEquals(arguments.length, 1);
    assertTrue(this === target);
    assertTrue(given === event);
    assertTrue(event.target === target);
    assertTrue(event.srcElement === target);
    assertTrue(event.currentTarget === target);
    assertEquals(event.eventPhase, Event.AT_TARGET);
    assertEquals(event.composedPath().length, 1);
    assertTrue(event.composedPath()[0] === target);
    assertFalse(event.composedPath() === event.composedPath());
    assertThrowsDom(() => target.dispatchEvent(event), 'InvalidStateError');
    event.initEvent('b', false, false);
    assertEquals(event.type, 'a');
  });
  target.addEventListener('A', () => fail('types are case-sensitive'));
  assertEquals(target.dispatchEvent(event), true);
  assertEquals(calls, 1);
  assertTrue(event.target === target);
  assertEquals(event.currentTarget, null);
  assertEquals(event.eventPhase, 0);
  assertEquals(event.composedPath(), []);
  target.dispatchEvent(event);
  assertEquals(calls, 2);
});

test('capturing listeners come first', () => {
  const target = new EventTarget();
  const order = [];
  const add = (name, options) =>
      target.addEventListener('a', () => order.push(name), options);
  add(1);
  add('captures 1', true);
  add(2, false);
  add('captures 2', { capture: true });
  add(3, { capture: 0 });
  add('captures 3', 'truthy');
  target.dispatchEvent(new Event('a'));
  assertEquals(order, ['captures 1', 'captures 2', 'captures 3', 1, 2, 3]);
});

test('a listener is added once for each type and phase', () => {
  const target = new EventTarget();
  let calls = 0;
  const listener = () => ++calls;
  target.addEventListener('a', listener);
  target.addEventListener('a', listener, { once: true, passive: true });
  target.addEventListener('a', listener, true);
  target.addEventListener('b', listener);
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 2);
  target.removeEventListener('a', listener, true);
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 3);
  target.removeEventListener('a', listener, { once: true });
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 3);
  target.dispatchEvent(new Event('b'));
  assertEquals(calls, 4);
});

test('listeners without one, and what is none', () => {
  const target = new EventTarget();
  assertEquals(target.addEventListener('a', null), undefined);
  assertEquals(target.addEventListener('a', undefined), undefined);
  assertEquals(target.removeEventListener('a', null), undefined);
  for (const listener of [1, 'f', true, Symbol(), 1n]) {
    assertThrows(() => target.addEventListener('a', listener), TypeError);
    assertThrows(() => target.removeEventListener('a', listener), TypeError);
  }
  assertThrows(() => target.addEventListener('a'), TypeError);
  assertThrows(() => target.addEventListener(Symbol(), () => {}), TypeError);
  assertThrows(() => target.dispatchEvent(), TypeError);
  for (const event of [null, undefined, {}, 'a', Event.prototype,
                       Object.create(new Event('a'))]) {
    assertThrows(() => target.dispatchEvent(event), TypeError);
  }
});

test('handleEvent', () => {
  const target = new EventTarget();
  const calls = [];
  const listener = {
    get handleEvent() {
      calls.push('get');
      return function(event) {
        calls.push(this === listener, event.type);
      };
    },
  };
  target.addEventListener('a', listener);
  assertEquals(calls, []);
  target.dispatchEvent(new Event('a'));
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, ['get', true, 'a', 'get', true, 'a']);
  // A function is called itself.
  const fn = () => calls.push('function');
  fn.handleEvent = () => fail('a method of a function');
  target.addEventListener('b', fn);
  target.dispatchEvent(new Event('b'));
  assertEquals(calls.at(-1), 'function');
});

test('once', () => {
  const target = new EventTarget();
  let calls = 0;
  target.addEventListener('a', () => {
    ++calls;
    target.dispatchEvent(new Event('a'));
  }, { once: true });
  target.dispatchEvent(new Event('a'));
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 1);
});

test('passive', () => {
  const target = new EventTarget();
  const seen = [];
  const listener = (event) => {
    event.preventDefault();
    event.returnValue = false;
    seen.push(event.defaultPrevented);
  };
  target.addEventListener('a', listener, { passive: true });
  assertTrue(target.dispatchEvent(new Event('a', { cancelable: true })));
  target.addEventListener('a', (event) => listener(event));
  assertFalse(target.dispatchEvent(new Event('a', { cancelable: true })));
  assertEquals(seen, [false, false, true]);
});

test('preventDefault and returnValue', () => {
  const target = new EventTarget();
  const event = new Event('a', { cancelable: true });
  event.returnValue = true;
  assertEquals(event.defaultPrevented, false);
  event.returnValue = 0;
  assertEquals(event.defaultPrevented, true);
  assertEquals(event.returnValue, false);
  event.returnValue = true;
  assertEquals(event.returnValue, false);
  assertFalse(target.dispatchEvent(event));
  const fixed = new Event('a');
  fixed.preventDefault();
  assertEquals(fixed.defaultPrevented, false);
  assertTrue(target.dispatchEvent(fixed));
});

test('stopping the propagation', () => {
  const target = new EventTarget();
  const order = [];
  target.addEventListener('a', (event) => {
    order.push(1);
    event.stopPropagation();
    assertTrue(event.cancelBubble);
  }, true);
  target.addEventListener('a', () => order.push(2), true);
  target.addEventListener('a', () => order.push(3));
  const event = new Event('a');
  target.dispatchEvent(event);
  // At the target, too, the two phases are two invocations.
  assertEquals(order, [1, 2]);
  assertFalse(event.cancelBubble);

  const stopped = new Event('a');
  stopped.cancelBubble = true;
  stopped.cancelBubble = false;
  assertTrue(stopped.cancelBubble);
  target.dispatchEvent(stopped);
  assertEquals(order, [1, 2]);
});

test('stopImmediatePropagation', () => {
  const target = new EventTarget();
  const order = [];
  target.addEventListener('a', (event) => {
    order.push(1);
    event.stopImmediatePropagation();
  });
  target.addEventListener('a', () => order.push(2));
  const event = new Event('a');
  target.dispatchEvent(event);
  target.dispatchEvent(event);
  assertEquals(order, [1, 1]);
});

test('listeners added while dispatching wait', () => {
  const target = new EventTarget();
  const order = [];
  target.addEventListener('a', () => {
    order.push(1);
    target.addEventListener('a', () => order.push('added'));
    // In time for the second phase.
    target.addEventListener('b', () => order.push('other'));
  });
  target.addEventListener('a', () => order.push(2));
  target.dispatchEvent(new Event('a'));
  assertEquals(order, [1, 2]);
  target.dispatchEvent(new Event('b'));
  assertEquals(order, [1, 2, 'other']);

  const phases = new EventTarget();
  phases.addEventListener('a', () =>
      phases.addEventListener('a', () => order.push('second phase')), true);
  phases.dispatchEvent(new Event('a'));
  assertEquals(order.at(-1), 'second phase');
});

test('listeners removed while dispatching', () => {
  const target = new EventTarget();
  const order = [];
  const listeners = [];
  for (let i = 0; i < 6; ++i) {
    listeners[i] = () => {
      order.push(i);
      if (i === 1) {
        // Itself, the next ones in either order, one before, and one again.
        for (const removed of [1, 3, 2, 0]) {
          target.removeEventListener('a', listeners[removed]);
        }
        target.addEventListener('a', listeners[2]);
      }
    };
    target.addEventListener('a', listeners[i]);
  }
  target.dispatchEvent(new Event('a'));
  assertEquals(order, [0, 1, 4, 5]);
  target.dispatchEvent(new Event('a'));
  assertEquals(order, [0, 1, 4, 5, 4, 5, 2]);
});

test('all listeners removed and others added while dispatching', () => {
  const target = new EventTarget();
  let calls = 0;
  const last = () => fail('it was removed');
  const first = () => {
    ++calls;
    target.removeEventListener('a', first);
    target.removeEventListener('a', last);
    target.addEventListener('a', () => ++calls);
  };
  target.addEventListener('a', first);
  target.addEventListener('a', last);
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 1);
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 2);
});

test('signals remove listeners', () => {
  const target = new EventTarget();
  let calls = 0;
  const listener = () => ++calls;
  const controller = new AbortController();
  const { signal } = controller;
  target.addEventListener('a', listener, { signal });
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 1);
  controller.abort();
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 1);
  target.addEventListener('a', listener, { signal });
  target.dispatchEvent(new Event('a'));
  assertEquals(calls, 1);
  for (const value of [null, {}, 1, AbortSignal.prototype]) {
    assertThrows(() => target.addEventListener('a', null, { signal: value }),
                 TypeError);
  }
});

test('signals remove listeners before the event abort', () => {
  const controller = new AbortController();
  const order = [];
  controller.signal.addEventListener('abort', () => order.push('before'));
  controller.signal.addEventListener('abort', () => order.push('never'),
                                     { signal: controller.signal });
  controller.signal.addEventListener('abort', () => order.push('after'));
  controller.abort();
  assertEquals(order, ['before', 'after']);
});

test('a signal aborted while dispatching', () => {
  const target = new EventTarget();
  const controller = new AbortController();
  const order = [];
  target.addEventListener('a', () => {
    order.push(1);
    controller.abort();
  }, { signal: controller.signal });
  target.addEventListener('a', () => order.push(2),
                          { signal: controller.signal });
  target.addEventListener('a', () => order.push(3));
  target.dispatchEvent(new Event('a'));
  assertEquals(order, [1, 3]);
});

test('the order in which options are read', () => {
  const order = [];
  const options = new Proxy({}, {
    get(object, name) { order.push(name); },
  });
  const target = new EventTarget();
  target.addEventListener('a', () => {}, options);
  assertEquals(order, ['capture', 'once', 'passive', 'signal']);
  order.length = 0;
  target.removeEventListener('a', () => {}, options);
  assertEquals(order, ['capture']);
});

test('initEvent', () => {
  const target = new EventTarget();
  const event = new Event('a', { cancelable: true });
  event.preventDefault();
  event.stopPropagation();
  target.dispatchEvent(event);
  assertEquals(event.initEvent('b', 1), undefined);
  assertEquals([event.type, event.bubbles, event.cancelable], ['b', true, false]);
  assertEquals(event.defaultPrevented, false);
  assertEquals(event.cancelBubble, false);
  assertEquals(event.target, null);
  assertThrows(() => event.initEvent(), TypeError);
});

test('subclasses', () => {
  class Target extends EventTarget {
    constructor() {
      super();
      this.own = 1;
    }
  }
  class Custom extends Event {
    constructor(detail) {
      super('custom', { cancelable: true });
      this.detail = detail;
    }
  }
  const target = new Target();
  assertTrue(target instanceof EventTarget);
  assertEquals(target.own, 1);
  let detail;
  target.addEventListener('custom', (event) => {
    ({ detail } = event);
    event.preventDefault();
  });
  assertFalse(target.dispatchEvent(new Custom(3)));
  assertEquals(detail, 3);
});

test('exceptions in conversions pass through', () => {
  const thrown = {};
  const hostile = { toString() { throw thrown; } };
  const target = new EventTarget();
  assertThrowsValue(() => new Event(hostile), thrown);
  assertThrowsValue(() => target.addEventListener(hostile, null), thrown);
  assertThrowsValue(() => new Event('a', { get bubbles() { throw thrown; } }),
                    thrown);
  assertThrowsValue(() => target.addEventListener(
      'a', null, { get once() { throw thrown; } }), thrown);
});

test('patched prototypes change nothing', () => {
  const setter = () => fail('a setter of Object.prototype was called');
  const getter = () => fail('a getter of Object.prototype was called');
  const names = ['next', 'object', 'callback', 'isRemoved', 'value', 'type',
                 'isDispatched', 'signal', 'algorithm', 'reason', '0', '1'];
  for (const name of names) {
    Object.defineProperty(Object.prototype, name,
                          { __proto__: null, get: getter, set: setter,
                            configurable: true });
  }
  try {
    const target = new EventTarget();
    let calls = 0;
    target.addEventListener('a', () => ++calls, true);
    target.addEventListener('a', () => ++calls);
    target.dispatchEvent(new Event('a'));
    assertEquals(calls, 2);
    const controller = new AbortController();
    controller.signal.onabort = () => ++calls;
    AbortSignal.any([controller.signal]).onabort = () => ++calls;
    controller.abort();
    assertEquals(calls, 4);
  } finally {
    for (const name of names) {
      delete Object.prototype[name];
    }
  }
});

test('objects of other realms', () => {
  const other = newRealm();
  assertFalse(other.EventTarget === EventTarget);
  const target = new other.EventTarget();
  let calls = 0;
  EventTarget.prototype.addEventListener.call(target, 'a', (event) => {
    ++calls;
    assertTrue(event instanceof Event);
  });
  assertTrue(other.EventTarget.prototype.dispatchEvent.call(
      target, new Event('a')));
  assertTrue(target.dispatchEvent(new Event('a')));
  assertEquals(calls, 2);
  assertThrows(() => EventTarget.prototype.dispatchEvent.call(target, {}),
               TypeError);
  assertThrows(() => target.dispatchEvent({}), other.TypeError);
});

test('without a prototype, the realm of new.target has it', () => {
  const other = newRealm();
  const target = new other.Function();
  target.prototype = null;
  assertTrue(Object.getPrototypeOf(Reflect.construct(Event, ['a'], target)) ===
             other.Event.prototype);
  assertTrue(Object.getPrototypeOf(
      Reflect.construct(EventTarget, [], new Proxy(target, {}))) ===
             other.EventTarget.prototype);
  const bare = function() {};
  bare.prototype = Object.prototype;
  assertTrue(Object.getPrototypeOf(Reflect.construct(Event, ['a'], bare)) ===
             Object.prototype);
});
