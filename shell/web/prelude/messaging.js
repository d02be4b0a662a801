// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// MessageEvent, MessageChannel and MessagePort:
// https://html.spec.whatwg.org/#channel-messaging

'use strict';

const { Event, EventTarget, isDictionary, toSequence, toTransferList } =
    prelude;
const { Object } = builtins;

class MessageEvent extends Event {
  data = null;
  origin = '';
  lastEventId = '';
  source = null;
  ports;

  constructor(type, init = undefined) {
    super(type, init);
    let ports = [];
    if (isDictionary(init, 'The event\'s init')) {
      // Each member is converted before the next one is read.
      const data = init.data;
      if (data !== undefined) {
        this.data = data;
      }
      const lastEventId = init.lastEventId;
      if (lastEventId !== undefined) {
        this.lastEventId = `${lastEventId}`;
      }
      const origin = init.origin;
      if (origin !== undefined) {
        this.origin = native.toUSVString(origin);
      }
      const given = init.ports;
      if (given !== undefined) {
        ports = toPorts(given);
      }
      const source = init.source;
      if (source !== undefined) {
        this.source = toSource(source);
      }
    }
    this.ports = Object.freeze(ports);
  }

  initMessageEvent(type, bubbles = false, cancelable = false, data = null,
                   origin = '', lastEventId = '', source = null,
                   ports = undefined) {
    type = `${type}`;
    bubbles = !!bubbles;
    cancelable = !!cancelable;
    origin = native.toUSVString(origin);
    lastEventId = `${lastEventId}`;
    source = toSource(source);
    ports = ports === undefined ? [] : toPorts(ports);
    if (this.initialize(type, bubbles, cancelable)) {
      this.data = data;
      this.origin = origin;
      this.lastEventId = lastEventId;
      this.source = source;
      this.ports = Object.freeze(ports);
    }
  }
}

function toPorts(value) {
  return [...toSequence(value, 'MessagePort', (state) => state.object)];
}

function toSource(value) {
  if (value === null || value === undefined) {
    return null;
  }
  if (native.unwrap('MessagePort', value) === undefined) {
    throw native.newTypeError('The source is not a MessagePort.');
  }
  return value;
}

prelude.define(MessageEvent, {
  __proto__: null,
  name: 'MessageEvent',
  parent: 'Event',
  isConstructible: true,
  members: ['data', 'origin', 'lastEventId', 'source', 'ports',
            'initMessageEvent'],
});

// One end of a channel, with the messages that came and were not delivered. It
// outlives its port: a transfer gives it another one, perhaps in another realm.
class Endpoint {
  remote = null;
  port = null;
  count = 0;
  first = null;
  last = null;

  push(message) {
    const entry = { message, next: null };
    if (this.first === null) {
      this.first = entry;
    } else {
      this.last.next = entry;
    }
    this.last = entry;
    ++this.count;
    if (this.port !== null) {
      this.port.messagesCame(1);
    }
  }

  shift() {
    const { message, next } = this.first;
    this.first = next;
    --this.count;
    return message;
  }
}

class MessagePort extends EventTarget {
  endpoint;
  isDetached = false;
  isEnabled = false;

  constructor(endpoint) {
    super();
    this.endpoint = endpoint;
    endpoint.port = this;
    native.wrap('MessagePort', this);
  }

  postMessage(message, options = undefined) {
    const transfer = toTransferList(options, true);
    const target = this.endpoint === null ? null : this.endpoint.remote;
    let isDoomed = false;
    for (const object of transfer) {
      if (object === this.object) {
        throw native.newDOMException('A port can\'t be transferred over itself.',
                              'DataCloneError');
      }
      // Nobody could ever receive what it was sent to.
      if (target !== null && target.port !== null &&
          object === target.port.object) {
        isDoomed = true;
      }
    }
    const serialized = native.serialize(message, transfer);
    if (target !== null && !isDoomed) {
      target.push(serialized);
    }
  }

  start() {
    if (!this.isEnabled) {
      this.isEnabled = true;
      if (this.endpoint !== null) {
        this.messagesCame(this.endpoint.count);
      }
    }
  }

  // What has come already is still delivered.
  close() {
    this.isDetached = true;
    const remote = this.endpoint === null ? null : this.endpoint.remote;
    if (remote !== null) {
      this.endpoint.remote = null;
      remote.remote = null;
      if (remote.port !== null) {
        remote.port.closeLater();
      }
    }
  }

  get onmessage() {
    return this.getHandler('message');
  }

  set onmessage(value) {
    this.setHandler('message', value);
    this.start();
  }

  get onmessageerror() {
    return this.getHandler('messageerror');
  }

  set onmessageerror(value) {
    this.setHandler('messageerror', value);
  }

  get onclose() {
    return this.getHandler('close');
  }

  set onclose(value) {
    this.setHandler('close', value);
  }

  // A task for each message, in the port's own realm.
  messagesCame(count) {
    if (this.isEnabled) {
      for (let i = 0; i < count; ++i) {
        native.post(() => this.deliver());
      }
    }
  }

  deliver() {
    // A transfer takes the messages along; the next port has its own tasks.
    if (this.endpoint === null || this.endpoint.first === null) {
      return;
    }
    const serialized = this.endpoint.shift();
    let event;
    try {
      const { value, ports } = native.deserialize(serialized);
      event = new MessageEvent('message');
      event.data = value;
      event.ports = Object.freeze(ports);
    } catch {
      event = new MessageEvent('messageerror');
    }
    native.wrap('MessageEvent', event);
    this.fire(event);
  }

  closeLater() {
    native.post(() => {
      const event = new Event('close');
      native.wrap('Event', event);
      this.fire(event);
    });
  }

  // The *transfer steps*.
  detach() {
    const endpoint = this.endpoint;
    this.isDetached = true;
    this.endpoint = null;
    endpoint.port = null;
    return endpoint;
  }
}

prelude.define(MessagePort, {
  __proto__: null,
  name: 'MessagePort',
  parent: 'EventTarget',
  members: ['postMessage', 'start', 'close', 'onclose', 'onmessage',
            'onmessageerror'],
});

// The *transfer-receiving steps*.
prelude.receivePort = (endpoint) => new MessagePort(endpoint).object;

function entangle(first, second) {
  first.remote = second;
  second.remote = first;
}

// A port that streams are transferred over, which no script sees:
// v8_encoding/streams.h says what they call.
class StreamPort {
  object = null;
  endpoint;
  onMessage = null;
  onMessageError = null;

  constructor(endpoint) {
    this.endpoint = endpoint;
    endpoint.port = this;
  }

  messagesCame(count) {
    if (this.onMessage !== null) {
      for (let i = 0; i < count; ++i) {
        native.post(() => this.deliver());
      }
    }
  }

  deliver() {
    const serialized = this.endpoint.shift();
    let message;
    try {
      message = native.deserialize(serialized).value;
    } catch {
      this.onMessageError(newDataCloneError('A chunk can\'t be deserialized.'));
      return;
    }
    this.onMessage(message);
  }

  closeLater() {}

  methods() {
    return {
      __proto__: null,
      postMessage: (message) => {
        const serialized = native.serialize(message, new Array());
        const { remote } = this.endpoint;
        if (remote !== null) {
          remote.push(serialized);
        }
      },
      listen: (onMessage, onMessageError) => {
        this.onMessage = onMessage;
        this.onMessageError = onMessageError;
        this.messagesCame(this.endpoint.count);
      },
      close: () => {
        const { remote } = this.endpoint;
        if (remote !== null) {
          this.endpoint.remote = null;
          remote.remote = null;
        }
      },
      newDataCloneError,
    };
  }
}

const newDataCloneError =
    (message) => native.newDOMException(message, 'DataCloneError');

// What the transfer steps of a stream take, and what the steps that receive the
// stream make of the endpoint.
prelude.newStreamPort = () => {
  const endpoint = new Endpoint();
  const remote = new Endpoint();
  entangle(endpoint, remote);
  const port = new StreamPort(endpoint).methods();
  return { __proto__: null, port, endpoint: remote };
};
prelude.receiveStreamPort = (endpoint) => new StreamPort(endpoint).methods();

class MessageChannel {
  object = null;
  port1;
  port2;

  constructor() {
    const first = new Endpoint();
    const second = new Endpoint();
    entangle(first, second);
    this.port1 = new MessagePort(first).object;
    this.port2 = new MessagePort(second).object;
  }
}

prelude.define(MessageChannel, {
  __proto__: null,
  name: 'MessageChannel',
  isConstructible: true,
  members: ['port1', 'port2'],
});
