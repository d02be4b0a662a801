// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Event and EventTarget: https://dom.spec.whatwg.org/#events
//
// There is no tree: an event's path is its target alone.

'use strict';

const { isObject } = prelude;
const { Set } = builtins;

const NONE = 0;
const AT_TARGET = 2;

// Whether there are members to be read; a dictionary may be left out.
function isDictionary(value, what) {
  if (isObject(value)) {
    return true;
  }
  if (value !== undefined && value !== null) {
    throw native.newTypeError(`${what} is not an object.`);
  }
  return false;
}

class Event {
  object = null;
  type;
  target = null;
  currentTarget = null;
  eventPhase = NONE;
  bubbles = false;
  cancelable = false;
  composed = false;
  isTrusted = false;
  timeStamp = native.now();

  isInitialized = true;
  isDispatched = false;
  isCanceled = false;
  isInPassiveListener = false;
  propagationStopped = false;
  immediatePropagationStopped = false;

  constructor(type, init = undefined) {
    this.type = `${type}`;
    if (isDictionary(init, 'The event\'s init')) {
      this.bubbles = !!init.bubbles;
      this.cancelable = !!init.cancelable;
      this.composed = !!init.composed;
    }
  }

  get srcElement() {
    return this.target;
  }

  composedPath() {
    return this.currentTarget === null ? [] : [this.currentTarget];
  }

  stopPropagation() {
    this.propagationStopped = true;
  }

  get cancelBubble() {
    return this.propagationStopped;
  }

  set cancelBubble(value) {
    if (value) {
      this.propagationStopped = true;
    }
  }

  stopImmediatePropagation() {
    this.propagationStopped = true;
    this.immediatePropagationStopped = true;
  }

  get returnValue() {
    return !this.isCanceled;
  }

  set returnValue(value) {
    if (!value) {
      this.preventDefault();
    }
  }

  preventDefault() {
    if (this.cancelable && !this.isInPassiveListener) {
      this.isCanceled = true;
    }
  }

  get defaultPrevented() {
    return this.isCanceled;
  }

  initEvent(type, bubbles = false, cancelable = false) {
    this.initialize(`${type}`, !!bubbles, !!cancelable);
  }

  // False if it is being dispatched, and so stays as it is.
  initialize(type, bubbles, cancelable) {
    if (this.isDispatched) {
      return false;
    }
    this.isInitialized = true;
    this.propagationStopped = false;
    this.immediatePropagationStopped = false;
    this.isCanceled = false;
    this.isTrusted = false;
    this.target = null;
    this.type = type;
    this.bubbles = bubbles;
    this.cancelable = cancelable;
    return true;
  }
}

prelude.define(Event, {
  __proto__: null,
  name: 'Event',
  isConstructible: true,
  members: [
    'type', 'target', 'srcElement', 'currentTarget', 'composedPath',
    'eventPhase', 'stopPropagation', 'cancelBubble',
    'stopImmediatePropagation', 'bubbles', 'cancelable', 'returnValue',
    'preventDefault', 'defaultPrevented', 'composed', 'timeStamp', 'initEvent',
  ],
  unforgeable: ['isTrusted'],
  constants: { NONE, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 },
});

class EventTarget {
  object = null;
  listeners = new Set();
  lastOrder = 0;  // By this a dispatch tells listeners that were added since.

  addEventListener(type, callback, options = undefined) {
    type = `${type}`;
    checkCallback(callback);
    let capture = false;
    let once = false;
    let passive = false;
    let signal = null;
    if (!isObject(options)) {
      capture = !!options;
    } else {
      capture = !!options.capture;
      once = !!options.once;
      passive = !!options.passive;
      const value = options.signal;
      if (value !== undefined) {
        signal = native.unwrap('AbortSignal', value);
        if (signal === undefined) {
          throw native.newTypeError('The signal is not an AbortSignal.');
        }
      }
    }
    if (signal !== null && signal.reason !== undefined) {
      return;
    }
    if (callback === null || callback === undefined ||
        this.find(type, callback, capture) !== null) {
      return;
    }
    const listener = {
      order: 0, type, callback, capture, once, passive, isHandler: false,
      signal, remove: () => this.remove(listener),
    };
    this.append(listener);
    if (signal !== null) {
      signal.addAlgorithm(listener.remove);
    }
  }

  removeEventListener(type, callback, options = undefined) {
    type = `${type}`;
    checkCallback(callback);
    const capture = isObject(options) ? !!options.capture : !!options;
    const listener = this.find(type, callback, capture);
    if (listener !== null) {
      this.remove(listener);
    }
  }

  dispatchEvent(event) {
    const state = native.unwrap('Event', event);
    if (state === undefined) {
      throw native.newTypeError('The event is not an Event.');
    }
    if (state.isDispatched || !state.isInitialized) {
      throw native.newDOMException('The event is already being dispatched.',
                            'InvalidStateError');
    }
    state.isTrusted = false;
    return this.dispatch(state);
  }

  find(type, callback, capture) {
    for (const listener of this.listeners) {
      if (listener.type === type && listener.callback === callback &&
          listener.capture === capture && !listener.isHandler) {
        return listener;
      }
    }
    return null;
  }

  append(listener) {
    listener.order = ++this.lastOrder;
    this.listeners.add(listener);
    this.listenersChanged(listener.type, 1);
  }

  remove(listener) {
    if (this.listeners.delete(listener)) {
      listener.signal?.removeAlgorithm(listener.remove);
      this.listenersChanged(listener.type, -1);
    }
  }

  // For interfaces that care who listens.
  listenersChanged(type, by) {}

  // *Dispatch*. False if it was canceled.
  dispatch(event) {
    event.isDispatched = true;
    event.target = this.object;
    event.currentTarget = this.object;
    event.eventPhase = AT_TARGET;
    this.invoke(event, true);
    this.invoke(event, false);
    event.eventPhase = NONE;
    event.currentTarget = null;
    event.isDispatched = false;
    event.propagationStopped = false;
    event.immediatePropagationStopped = false;
    return !event.isCanceled;
  }

  // *Invoke*, for listeners that capture or for the others.
  invoke(event, capture) {
    if (event.propagationStopped) {
      return;
    }
    const lastOrder = this.lastOrder;
    for (const listener of this.listeners) {
      if (listener.order > lastOrder) {
        break;
      }
      if (listener.type !== event.type || listener.capture !== capture) {
        continue;
      }
      if (listener.once) {
        this.remove(listener);
      }
      event.isInPassiveListener = listener.passive;
      const result = native.invoke(listener.callback, this.object,
                                   event.object, listener.isHandler);
      if (listener.isHandler && result === false) {
        event.preventDefault();
      }
      event.isInPassiveListener = false;
      if (event.immediatePropagationStopped) {
        return;
      }
    }
  }

  // *Fire an event*, one of the engine's.
  fire(event) {
    event.isTrusted = true;
    return this.dispatch(event);
  }

  // An event handler's value:
  // https://html.spec.whatwg.org/#event-handler-idl-attributes
  getHandler(type) {
    return this.findHandler(type)?.callback ?? null;
  }

  setHandler(type, value) {
    const listener = this.findHandler(type);
    if (!isObject(value)) {
      if (listener !== null) {
        this.remove(listener);
      }
    } else if (listener !== null) {
      listener.callback = value;
    } else {
      this.append({
        order: 0, type, callback: value, capture: false, once: false,
        passive: false, isHandler: true, signal: null, remove: null,
      });
    }
  }

  findHandler(type) {
    for (const listener of this.listeners) {
      if (listener.isHandler && listener.type === type) {
        return listener;
      }
    }
    return null;
  }
}

function checkCallback(callback) {
  if (!isObject(callback) && callback !== null && callback !== undefined) {
    throw native.newTypeError('The listener is not an object.');
  }
}

prelude.define(EventTarget, {
  __proto__: null,
  name: 'EventTarget',
  isConstructible: true,
  members: ['addEventListener', 'removeEventListener', 'dispatchEvent'],
});

prelude.Event = Event;
prelude.EventTarget = EventTarget;
prelude.isDictionary = isDictionary;
