// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// AbortController and AbortSignal, by
// https://dom.spec.whatwg.org/#aborting-ongoing-activities

'use strict';

include('shell_interfaces.js');

test('the shape of AbortController', () => {
  assertShape('AbortController', {
    length: 0, operations: { abort: 0 }, attributes: ['signal'],
  });
});

test('the shape of AbortSignal', () => {
  assertShape('AbortSignal', {
    length: 0,
    parent: EventTarget,
    operations: { throwIfAborted: 0 },
    attributes: ['aborted', 'reason'],
    writableAttributes: ['onabort'],
    statics: { abort: 0, timeout: 1, any: 1 },
  });
  assertThrows(() => new AbortSignal(), TypeError);
  assertThrows(() => Reflect.construct(AbortSignal, [], EventTarget),
               TypeError);
  class Signal extends AbortSignal {}
  assertThrows(() => new Signal(), TypeError);
});

test('a controller and its signal', () => {
  const controller = new AbortController();
  const { signal } = controller;
  assertTrue(controller.signal === signal);
  assertTrue(signal instanceof AbortSignal);
  assertTrue(signal instanceof EventTarget);
  assertEquals(signal.aborted, false);
  assertEquals(signal.reason, undefined);
  assertEquals(signal.onabort, null);
  assertEquals(signal.throwIfAborted(), undefined);
  assertEquals(controller.abort(), undefined);
  assertEquals(signal.aborted, true);
  const { reason } = signal;
  assertTrue(reason instanceof DOMException);
  assertEquals([reason.name, reason.code], ['AbortError', 20]);
  assertThrowsValue(() => signal.throwIfAborted(), reason);
  controller.abort('again');
  assertTrue(signal.reason === reason);
});

test('reasons', () => {
  for (const reason of [null, 0, '', false, NaN, {}, Symbol()]) {
    const controller = new AbortController();
    controller.abort(reason);
    assertEquals(controller.signal.reason, reason);
    assertEquals(controller.signal.aborted, true);
    assertThrowsValue(() => controller.signal.throwIfAborted(), reason);
    assertEquals(AbortSignal.abort(reason).reason, reason);
  }
  const controller = new AbortController();
  controller.abort(undefined);
  assertEquals(controller.signal.reason.name, 'AbortError');
});

test('the event', () => {
  const controller = new AbortController();
  const { signal } = controller;
  const events = [];
  signal.addEventListener('abort', (event) => {
    assertTrue(signal.aborted);
    events.push(event);
  });
  controller.abort();
  controller.abort();
  assertEquals(events.length, 1);
  const [event] = events;
  assertTrue(Object.getPrototypeOf(event) === Event.prototype);
  assertEquals([event.type, event.isTrusted, event.bubbles, event.cancelable],
               ['abort', true, false, false]);
  assertTrue(event.target === signal);
  // One that a script sends aborts nothing, and is not trusted.
  const other = new AbortController();
  other.signal.onabort = (given) => events.push(given);
  other.signal.dispatchEvent(event);
  assertEquals(events.length, 2);
  assertFalse(event.isTrusted);
  assertFalse(other.signal.aborted);
});

test('onabort', () => {
  const controller = new AbortController();
  const { signal } = controller;
  const order = [];
  const handler = function(event) {
    assertTrue(this === signal);
    assertEquals(event.type, 'abort');
    order.push('handler');
  };
  signal.onabort = () => order.push('replaced');
  signal.addEventListener('abort', () => order.push('listener'));
  // It keeps its place.
  signal.onabort = handler;
  assertTrue(signal.onabort === handler);
  // As a listener it would be another one.
  signal.removeEventListener('abort', handler);
  controller.abort();
  assertEquals(order, ['handler', 'listener']);
});

test('what is no handler', () => {
  const { signal } = new AbortController();
  for (const value of [1, 'f', undefined, null, true, Symbol()]) {
    signal.onabort = () => {};
    signal.onabort = value;
    assertEquals(signal.onabort, null);
  }
  // An object is kept, and not called, not even as a listener would be.
  const object = { handleEvent() { fail('called'); } };
  signal.onabort = object;
  assertTrue(signal.onabort === object);
  signal.dispatchEvent(new Event('abort'));
  const order = [];
  signal.onabort = null;
  signal.addEventListener('abort', () => order.push('listener'));
  signal.onabort = () => order.push('handler');
  signal.dispatchEvent(new Event('abort'));
  assertEquals(order, ['listener', 'handler']);
});

test('a handler that returns false cancels', () => {
  const { signal } = new AbortController();
  signal.onabort = () => false;
  assertFalse(signal.dispatchEvent(new Event('abort', { cancelable: true })));
  signal.onabort = () => 0;
  assertTrue(signal.dispatchEvent(new Event('abort', { cancelable: true })));
  signal.onabort = null;
  signal.addEventListener('abort', () => false);
  assertTrue(signal.dispatchEvent(new Event('abort', { cancelable: true })));
});

test('AbortSignal.abort', () => {
  const signal = AbortSignal.abort();
  assertTrue(signal instanceof AbortSignal);
  assertEquals(signal.aborted, true);
  assertEquals(signal.reason.name, 'AbortError');
  assertEquals(AbortSignal.abort.call(null, 3).reason, 3);
});

test('AbortSignal.timeout', async () => {
  const start = performance.now();
  const signal = AbortSignal.timeout(5);
  assertEquals(signal.aborted, false);
  const event = await new Promise((resolve) => { signal.onabort = resolve; });
  assertTrue(performance.now() - start >= 4);
  assertTrue(event.isTrusted);
  assertEquals([signal.reason.name, signal.reason.code], ['TimeoutError', 23]);
  assertTrue(signal.reason instanceof DOMException);
});

test('timeouts go in order', async () => {
  const order = [];
  let late;
  let early;
  // A slow machine may take longer for the two lines than `late` waits.
  for (let time = 20, start = -Infinity; performance.now() - start >= time;
       time *= 4) {
    start = performance.now();
    late = AbortSignal.timeout(4 * time);
    early = AbortSignal.timeout(0);
  }
  await new Promise((resolve) => {
    late.onabort = () => { order.push('late'); resolve(); };
    early.onabort = () => order.push('early');
  });
  assertEquals(order, ['early', 'late']);
});

test('the time of a timeout', () => {
  for (const time of [-1, NaN, Infinity, -Infinity, 2 ** 53, undefined, 'x',
                      {}, Symbol(), 1n]) {
    assertThrows(() => AbortSignal.timeout(time), TypeError);
  }
  assertThrows(() => AbortSignal.timeout(), TypeError);
  for (const time of [-0.5, 0, '12', null, true, 2 ** 53 - 1, [3],
                      1e12]) {
    assertFalse(AbortSignal.timeout(time).aborted);
  }
});

test('a timeout that nobody looks at is found aborted', async () => {
  const signal = AbortSignal.timeout(1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals(signal.aborted, true);
});

test('AbortSignal.any', () => {
  const first = new AbortController();
  const second = new AbortController();
  const signal = AbortSignal.any([first.signal, second.signal]);
  const events = [];
  signal.onabort = (event) => {
    assertTrue(event.target === signal);
    assertTrue(event.isTrusted);
    events.push(event);
  };
  assertFalse(signal.aborted);
  second.abort('reason');
  first.abort('another');
  assertEquals(signal.reason, 'reason');
  assertEquals(events.length, 1);
});

test('AbortSignal.any of those that are aborted', () => {
  const signal = AbortSignal.any([new AbortController().signal,
                                  AbortSignal.abort(1), AbortSignal.abort(2)]);
  assertEquals(signal.reason, 1);
  signal.onabort = () => fail('no event');
});

test('AbortSignal.any of none', () => {
  const signal = AbortSignal.any([]);
  assertFalse(signal.aborted);
  assertFalse(AbortSignal.any([]) === signal);
});

test('the argument of AbortSignal.any', () => {
  for (const signals of [undefined, null, 1, {}, [1], [null], [{}],
                         [new EventTarget()], AbortSignal.abort()]) {
    assertThrows(() => AbortSignal.any(signals), TypeError);
  }
  assertThrows(() => AbortSignal.any(), TypeError);
  const { signal } = new AbortController();
  function* generate() {
    yield signal;
    yield AbortSignal.abort(4);
  }
  assertEquals(AbortSignal.any(generate()).reason, 4);
  assertEquals(AbortSignal.any(new Set([AbortSignal.abort(5)])).reason, 5);
  const thrown = {};
  assertThrowsValue(() => AbortSignal.any(
      { get [Symbol.iterator]() { throw thrown; } }), thrown);
  assertThrowsValue(() => AbortSignal.any(
      { [Symbol.iterator]() { throw thrown; } }), thrown);
  assertThrowsValue(() => AbortSignal.any(
      { [Symbol.iterator]: () => ({ next() { throw thrown; } }) }), thrown);
  assertThrows(() => AbortSignal.any({ [Symbol.iterator]: 1 }), TypeError);
  assertThrows(() => AbortSignal.any({ [Symbol.iterator]: () => 1 }),
               TypeError);
});

test('signals that depend on others that depend', () => {
  const controller = new AbortController();
  const order = [];
  const watch = (name, signal) => {
    signal.onabort = () => order.push(name);
    return signal;
  };
  watch('source', controller.signal);
  const a = watch('a', AbortSignal.any([controller.signal]));
  const b = watch('b', AbortSignal.any([a, controller.signal]));
  const c = watch('c', AbortSignal.any([new AbortController().signal, b]));
  controller.abort('reason');
  // They all depend on the source, in the order in which they were made.
  assertEquals(order, ['source', 'a', 'b', 'c']);
  assertEquals([a.reason, b.reason, c.reason],
               ['reason', 'reason', 'reason']);
});

test('dependents have the reason before the first event', () => {
  const controller = new AbortController();
  const dependent = AbortSignal.any([controller.signal]);
  const seen = [];
  controller.signal.onabort = () => {
    seen.push(dependent.aborted);
    // It does not depend on one that was aborted before, nor is it told twice.
    seen.push(AbortSignal.any([dependent]).aborted);
  };
  dependent.onabort = () => seen.push('dependent');
  controller.abort();
  assertEquals(seen, [true, true, 'dependent']);
});

test('a dependent that aborts others', () => {
  const first = new AbortController();
  const second = new AbortController();
  const both = AbortSignal.any([first.signal, second.signal]);
  let events = 0;
  both.onabort = () => ++events;
  first.signal.onabort = () => second.abort('second');
  first.abort('first');
  assertEquals(events, 1);
  assertEquals(both.reason, 'first');
  assertEquals(second.signal.reason, 'second');
});

test('a dependent lives while somebody observes it', async () => {
  needs('gc');
  const controller = new AbortController();
  const reasons = [];
  (() => {
    AbortSignal.any([AbortSignal.any([controller.signal])]).addEventListener(
        'abort', (event) => reasons.push(event.target.reason));
    const target = new EventTarget();
    globalThis.kept = target;
    target.addEventListener('a', () => reasons.push('removed'),
                            { signal: AbortSignal.any([controller.signal]) });
  })();
  await nextTask();
  gc();
  await nextTask();
  controller.abort('reason');
  globalThis.kept.dispatchEvent(new Event('a'));
  delete globalThis.kept;
  assertEquals(reasons, ['reason']);
});

test('a dependent that nobody observes is collected', async () => {
  needs('gc');
  const controller = new AbortController();
  const refs = [];
  (() => {
    for (let i = 0; i < 100; ++i) {
      const signal = AbortSignal.any([controller.signal]);
      const listener = () => {};
      signal.addEventListener('abort', listener);
      signal.removeEventListener('abort', listener);
      refs.push(new WeakRef(signal));
    }
  })();
  await nextTask();
  gc();
  await nextTask();
  let alive = 0;
  for (const ref of refs) {
    alive += ref.deref() === undefined ? 0 : 1;
  }
  // Some frame may still have the last one.
  assertTrue(alive <= 1, `${alive} are alive`);
  controller.abort();
});

test('a source is alive while a dependent is', async () => {
  needs('gc');
  const signal = (() => AbortSignal.any([AbortSignal.timeout(10)]))();
  await nextTask();
  gc();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assertEquals(signal.reason?.name, 'TimeoutError');
});

test('a timeout lives while somebody observes it', async () => {
  needs('gc');
  const fired = new Promise((resolve) => {
    AbortSignal.any([AbortSignal.timeout(10)])
        .addEventListener('abort', (event) => resolve(event.target.reason));
  });
  await nextTask();
  gc();
  assertEquals((await fired).name, 'TimeoutError');
});

test('many dependents of one signal', () => {
  const controller = new AbortController();
  const signals = [];
  let events = 0;
  for (let i = 0; i < 1000; ++i) {
    const signal = AbortSignal.any([controller.signal]);
    signal.onabort = () => {
      assertEquals(events, i);
      ++events;
    };
    signals.push(signal);
  }
  controller.abort();
  assertEquals(events, 1000);
});

test('listeners with signals, added and removed many times', () => {
  const controller = new AbortController();
  const target = new EventTarget();
  const listener = () => fail('it was removed');
  for (let i = 0; i < 10000; ++i) {
    target.addEventListener('a', listener, { signal: controller.signal });
    target.removeEventListener('a', listener);
  }
  target.dispatchEvent(new Event('a'));
  controller.abort();
  assertTrue(controller.signal.aborted);
});

test('signals of other realms', () => {
  const other = newRealm();
  const theirs = new other.AbortController();
  const signal = AbortSignal.any([theirs.signal]);
  let events = 0;
  signal.onabort = () => ++events;
  const target = new EventTarget();
  target.addEventListener('a', () => ++events, { signal: theirs.signal });
  AbortController.prototype.abort.call(theirs, 'reason');
  target.dispatchEvent(new Event('a'));
  assertEquals([signal.reason, events], ['reason', 1]);
  const again = new other.AbortController();
  again.abort();
  assertTrue(again.signal.reason instanceof other.DOMException);
});
