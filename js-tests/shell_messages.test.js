// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// MessageChannel, MessagePort and MessageEvent, by
// https://html.spec.whatwg.org/#channel-messaging

'use strict';

include('shell_interfaces.js');

const nextEvent = (port, type = 'message') => new Promise((resolve) => {
  port.addEventListener(type, resolve, { once: true });
  port.start();
});

test('the shape of MessageChannel', () => {
  assertShape('MessageChannel', { length: 0, attributes: ['port1', 'port2'] });
});

test('the shape of MessagePort', () => {
  assertShape('MessagePort', {
    length: 0,
    parent: EventTarget,
    operations: { postMessage: 1, start: 0, close: 0 },
    writableAttributes: ['onclose', 'onmessage', 'onmessageerror'],
  });
  assertThrows(() => new MessagePort(), TypeError);
});

test('the shape of MessageEvent', () => {
  assertShape('MessageEvent', {
    length: 1,
    parent: Event,
    operations: { initMessageEvent: 1 },
    attributes: ['data', 'origin', 'lastEventId', 'source', 'ports'],
  });
});

test('a channel', () => {
  const channel = new MessageChannel();
  assertTrue(channel.port1 instanceof MessagePort);
  assertTrue(channel.port1 === channel.port1);
  assertFalse(channel.port1 === channel.port2);
  assertEquals(channel.port1.onmessage, null);
  assertThrows(() => channel.port1.postMessage(), TypeError);
});

test('messages are tasks, in order', async () => {
  const { port1, port2 } = new MessageChannel();
  const order = [];
  let setDone;
  const done = new Promise((resolve) => { setDone = resolve; });
  port2.onmessage = ({ data }) => {
    order.push(data);
    queueMicrotask(() => order.push(`microtask ${data}`));
    if (data === 4) {
      setTimeout(setDone, 0);
    }
  };
  port1.postMessage(1);
  port1.postMessage(2);
  order.push('sync');
  queueMicrotask(() => order.push('microtask'));
  setTimeout(() => port1.postMessage(4), 5);
  port1.postMessage(3);
  await done;
  assertEquals(order, ['sync', 'microtask', 1, 'microtask 1', 2, 'microtask 2',
                       3, 'microtask 3', 4, 'microtask 4']);
});

test('the event', async () => {
  const { port1, port2 } = new MessageChannel();
  const received = nextEvent(port2);
  const data = { a: [1] };
  port1.postMessage(data);
  data.a[0] = 2;
  const event = await received;
  assertTrue(Object.getPrototypeOf(event) === MessageEvent.prototype);
  assertEquals(event.data, { a: [1] });
  assertTrue(event.data === event.data);
  assertEquals([event.type, event.isTrusted, event.bubbles, event.cancelable],
               ['message', true, false, false]);
  assertEquals([event.origin, event.lastEventId, event.source], ['', '', null]);
  assertEquals(event.ports, []);
  assertTrue(event.ports === event.ports);
  assertTrue(Object.isFrozen(event.ports));
  assertTrue(event.target === port2);
});

test('microtasks run between listeners', async () => {
  const { port1, port2 } = new MessageChannel();
  const order = [];
  port2.addEventListener('message', () => {
    order.push(1);
    queueMicrotask(() => order.push('microtask'));
  });
  port2.addEventListener('message', () => order.push(2));
  const done = nextEvent(port2);
  port1.postMessage(null);
  await done;
  assertEquals(order, [1, 'microtask', 2]);
  // But not where a script is running.
  order.length = 0;
  port2.dispatchEvent(new MessageEvent('message'));
  assertEquals(order, [1, 2]);
});

test('both directions, and to a port that was posted to first', async () => {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => port2.postMessage(data + 1);
  port1.postMessage(1);
  const { data } = await nextEvent(port1);
  assertEquals(data, 2);
});

test('a queue waits for start', async () => {
  const { port1, port2 } = new MessageChannel();
  const received = [];
  port2.addEventListener('message', ({ data }) => received.push(data));
  port1.postMessage(1);
  port1.postMessage(2);
  await nextTask();
  await nextTask();
  assertEquals(received, []);
  port2.start();
  port2.start();
  assertEquals(received, []);
  port1.postMessage(3);
  await nextTask();
  await nextTask();
  await nextTask();
  assertEquals(received, [1, 2, 3]);
});

test('onmessage starts the queue', async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(1);
  const listener = new Promise((resolve) =>
      port2.addEventListener('message', resolve));
  // Whatever it is set to.
  port2.onmessage = null;
  assertEquals((await listener).data, 1);
});

test('onmessageerror and onclose don\'t', async () => {
  const { port1, port2 } = new MessageChannel();
  port2.addEventListener('message', () => fail('it was started'));
  port2.onmessageerror = () => {};
  port2.onclose = () => {};
  port1.postMessage(1);
  await nextTask();
  await nextTask();
  assertEquals(typeof port2.onmessageerror, 'function');
});

test('transfer of buffers', async () => {
  const { port1, port2 } = new MessageChannel();
  const first = Uint8Array.of(1, 2, 3);
  const second = Uint8Array.of(4).buffer;
  port1.postMessage(first, [first.buffer]);
  port1.postMessage({ second }, { transfer: [second] });
  port1.postMessage('neither', {});
  assertEquals([first.length, second.byteLength], [0, 0]);
  const received = [];
  port2.onmessage = ({ data }) => received.push(data);
  await nextTasks(10);
  assertEquals(received[0], Uint8Array.of(1, 2, 3));
  assertEquals(new Uint8Array(received[1].second), Uint8Array.of(4));
  assertEquals(received[2], 'neither');
});

test('memory and modules that are shared', async () => {
  needs('SharedArrayBuffer');
  needs('WebAssembly');
  const { port1, port2 } = new MessageChannel();
  const buffer = new SharedArrayBuffer(4);
  const module = new WebAssembly.Module(
      Uint8Array.of(0, 0x61, 0x73, 0x6D, 1, 0, 0, 0));
  port1.postMessage({ buffer, view: new Uint8Array(buffer, 1), module });
  const { data } = await nextEvent(port2);
  assertTrue(data.view.buffer === data.buffer);
  data.view[0] = 3;
  assertEquals(new Uint8Array(buffer)[1], 3);
  assertTrue(data.module instanceof WebAssembly.Module);
});

test('the transfer argument', () => {
  const { port1 } = new MessageChannel();
  for (const transfer of [1, 'a', [1], [null], { transfer: 1 },
                          { [Symbol.iterator]: 1 },
                          { transfer: [undefined] }]) {
    assertThrows(() => port1.postMessage(null, transfer), TypeError);
  }
  assertThrowsDom(() => port1.postMessage(null, [{}]), 'DataCloneError');
  assertThrowsDom(() => port1.postMessage(() => {}), 'DataCloneError');
  const buffer = new ArrayBuffer(1);
  assertThrowsDom(() => port1.postMessage(null, [buffer, buffer]),
                  'DataCloneError');
  // An iterable is a list, even if it has a member `transfer`.
  const iterable = new Set([buffer]);
  iterable.transfer = 1;
  assertEquals(port1.postMessage(null, iterable), undefined);
  assertEquals(buffer.byteLength, 0);
  assertEquals(port1.postMessage(null, null), undefined);
});

test('transfer of ports', async () => {
  const outer = new MessageChannel();
  const inner = new MessageChannel();
  // These come before the port has arrived, and wait in it.
  inner.port1.postMessage('early');
  outer.port1.postMessage({ port: inner.port2 }, [inner.port2]);
  inner.port1.postMessage('late');
  const event = await nextEvent(outer.port2);
  const { port } = event.data;
  assertTrue(port instanceof MessagePort);
  assertEquals(event.ports.length, 1);
  assertTrue(event.ports[0] === port);
  assertFalse(port === inner.port2);
  const received = [];
  port.addEventListener('message', ({ data }) => received.push(data));
  await nextTask();
  assertEquals(received, []);
  port.start();
  port.postMessage('back');
  const back = await nextEvent(inner.port1);
  assertEquals(back.data, 'back');
  assertEquals(received, ['early', 'late']);
});

test('a port that was transferred is of no use', async () => {
  const outer = new MessageChannel();
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => fail('it was transferred');
  port1.postMessage('in flight');
  outer.port1.postMessage(null, [port2]);
  port2.postMessage('lost');
  port2.start();
  port2.close();
  port1.onmessage = () => fail('nobody sent that');
  assertThrowsDom(() => outer.port1.postMessage(null, [port2]),
                  'DataCloneError');
  const { ports: [moved] } = await nextEvent(outer.port2);
  assertEquals((await nextEvent(moved)).data, 'in flight');
});

test('ports that travel together, and twice', async () => {
  const a = new MessageChannel();
  const b = new MessageChannel();
  const inner = new MessageChannel();
  a.port1.postMessage(null, [inner.port1, inner.port2]);
  const { ports: [first, second] } = await nextEvent(a.port2);
  b.port1.postMessage(second, [second]);
  const { data: third } = await nextEvent(b.port2);
  first.postMessage('x');
  assertEquals((await nextEvent(third)).data, 'x');
});

test('a port can\'t carry itself', () => {
  const { port1 } = new MessageChannel();
  assertThrowsDom(() => port1.postMessage(null, [port1]), 'DataCloneError');
  assertThrowsDom(() => port1.postMessage(port1), 'DataCloneError');
});

test('a message with its own target is lost, but transferred', async () => {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => fail('it was transferred');
  const buffer = new ArrayBuffer(1);
  port1.postMessage(null, [port2, buffer]);
  assertEquals(buffer.byteLength, 0);
  assertThrowsDom(() => port1.postMessage(null, [port2]), 'DataCloneError');
  await nextTask();
});

test('close', async () => {
  const { port1, port2 } = new MessageChannel();
  const received = [];
  port2.onmessage = ({ data }) => received.push(data);
  port2.onclose = (event) => {
    assertTrue(event.isTrusted);
    assertTrue(event.target === port2);
    received.push('close');
  };
  port1.onclose = () => fail('it closed itself');
  port1.postMessage('before');
  assertEquals(port1.close(), undefined);
  port1.close();
  port1.postMessage('after');
  port2.postMessage('back');
  port1.onmessage = () => fail('closed');
  await nextTasks(10);
  assertEquals(received, ['before', 'close']);
  assertThrowsDom(() => port1.postMessage(() => {}), 'DataCloneError');
  assertThrowsDom(() => port2.postMessage(null, [port1]), 'DataCloneError');
});

test('what came before close is delivered', async () => {
  const { port1, port2 } = new MessageChannel();
  const received = [];
  port2.onmessage = ({ data }) => {
    received.push(data);
    port2.close();
  };
  port1.postMessage(1);
  port1.postMessage(2);
  await nextTasks(10);
  assertEquals(received, [1, 2]);
});

test('each message gives an event, if only messageerror', async () => {
  // Reading needs more stack than writing, or less: what is too deep for the
  // one need not be for the other.
  const { port1, port2 } = new MessageChannel();
  let sent = 0;
  let received = 0;
  port2.onmessage = () => ++received;
  port2.onmessageerror = (event) => {
    assertEquals(event.data, null);
    assertTrue(event instanceof MessageEvent);
    ++received;
  };
  for (let depth = 100; depth < 50000; depth = Math.ceil(depth * 1.05)) {
    let value = null;
    for (let i = 0; i < depth; ++i) {
      value = [value];
    }
    try {
      port1.postMessage(value);
      ++sent;
    } catch (error) {
      assertTrue(error instanceof RangeError);
    }
  }
  for (let i = 0; i < 2 * sent && received < sent; ++i) {
    await nextTask();
  }
  assertEquals(received, sent);
  assertTrue(sent > 0);
});

test('a new MessageEvent', () => {
  const { port1, port2 } = new MessageChannel();
  const plain = new MessageEvent('a');
  assertEquals([plain.data, plain.origin, plain.lastEventId, plain.source],
               [null, '', '', null]);
  assertEquals(plain.ports, []);
  assertFalse(plain.isTrusted);
  const ports = [port1];
  const event = new MessageEvent('a', {
    data: ports, origin: 'o\uD800', lastEventId: 3, source: port2, ports,
    cancelable: true,
  });
  assertTrue(event.data === ports);
  assertEquals([event.origin, event.lastEventId], ['o\uFFFD', '3']);
  assertTrue(event.source === port2);
  assertEquals(event.ports.length, 1);
  assertTrue(event.ports[0] === port1);
  assertFalse(event.ports === ports);
  assertTrue(event.cancelable);
  for (const init of [{ source: {} }, { source: 1 }, { ports: 1 },
                      { ports: [{}] }, { ports: null },
                      { origin: Symbol() }]) {
    assertThrows(() => new MessageEvent('a', init), TypeError);
  }
  assertEquals(new MessageEvent('a', { source: null }).source, null);
});

test('the order in which members are read', () => {
  const order = [];
  const init = new Proxy({}, { get(object, name) { order.push(name); } });
  new MessageEvent('a', init);
  assertEquals(order, ['bubbles', 'cancelable', 'composed', 'data',
                       'lastEventId', 'origin', 'ports', 'source']);
});

test('initMessageEvent', () => {
  const { port1 } = new MessageChannel();
  const event = new MessageEvent('a', { data: 1, ports: [port1] });
  event.initMessageEvent('b', true, true, 2, 'origin', 'id', port1, [port1]);
  assertEquals([event.type, event.bubbles, event.cancelable, event.data,
                event.origin, event.lastEventId],
               ['b', true, true, 2, 'origin', 'id']);
  assertTrue(event.source === port1);
  assertTrue(event.ports[0] === port1);
  event.initMessageEvent('c');
  assertEquals([event.data, event.origin, event.lastEventId, event.source],
               [null, '', '', null]);
  assertEquals(event.ports, []);
  assertThrows(() => event.initMessageEvent(), TypeError);
});

test('between realms', async () => {
  const other = newRealm();
  const outer = new MessageChannel();
  const theirs = new other.MessageChannel();
  // Their port comes to live here, with the objects that it receives.
  outer.port1.postMessage(null, [theirs.port1]);
  const { ports: [port] } = await nextEvent(outer.port2);
  assertTrue(port instanceof MessagePort);
  theirs.port2.postMessage({ a: new other.Array() });
  const event = await nextEvent(port);
  assertTrue(event instanceof MessageEvent);
  assertTrue(event.data.a instanceof Array);
  port.postMessage([]);
  const back = await nextEvent(theirs.port2);
  assertTrue(back instanceof other.MessageEvent);
  assertTrue(back.data instanceof other.Array);
  assertTrue(back.ports instanceof other.Array);
});

test('ports that nobody can reach are collected', async () => {
  needs('gc');
  const refs = [];
  (() => {
    for (let i = 0; i < 50; ++i) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => port2.postMessage(1);
      port2.onmessage = () => port1.postMessage(1);
      // These wait in a queue that is never started.
      const inner = new MessageChannel();
      inner.port1.postMessage({ big: 'x'.repeat(1000) }, [port1]);
      refs.push(new WeakRef(port1), new WeakRef(port2), new WeakRef(inner));
    }
  })();
  await nextTask();
  gc();
  await nextTask();
  let alive = 0;
  for (const ref of refs) {
    alive += ref.deref() === undefined ? 0 : 1;
  }
  assertTrue(alive <= 3, `${alive} are alive`);
});

test('a port with a message on its way is not', async () => {
  needs('gc');
  const received = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => resolve(data);
    port1.postMessage('arrived');
  });
  gc();
  assertEquals(await received, 'arrived');
});

test('a port whose other end is in reach is not', async () => {
  needs('gc');
  let sender;
  const received = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => resolve(data);
    sender = port1;
  });
  await nextTask();
  gc();
  sender.postMessage('arrived');
  assertEquals(await received, 'arrived');
});

test('many messages', async () => {
  const { port1, port2 } = new MessageChannel();
  let count = 0;
  const done = new Promise((resolve) => {
    port2.onmessage = ({ data }) => {
      assertEquals(data, count++);
      if (count === 2000) {
        resolve();
      }
    };
  });
  for (let i = 0; i < 2000; ++i) {
    port1.postMessage(i);
  }
  await done;
  assertEquals(count, 2000);
});
