// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Events that go to nodes and windows. Those of the shell's EventTarget are
// another kind.

// Properties that begin with an underscore are the shim's, here and in all of
// this folder.

export class Event {
  constructor(type, init = {}) {
    this.type = type;
    this.bubbles = !!init.bubbles;
    this.cancelable = !!init.cancelable;
    this.defaultPrevented = false;
    this.target = null;
    this.currentTarget = null;
    this._stopped = false;
    this._stoppedAtOnce = false;
  }

  preventDefault() {
    this.defaultPrevented = this.cancelable;
  }

  stopPropagation() {
    this._stopped = true;
  }

  stopImmediatePropagation() {
    this._stopped = this._stoppedAtOnce = true;
  }
}

export class MessageEvent extends Event {
  constructor(type, { data, origin, source, ports }) {
    super(type);
    Object.assign(this, { data, origin, source, ports });
  }
}

export class ErrorEvent extends Event {
  constructor(type, { message, error }) {
    super(type, { cancelable: true });
    Object.assign(this, { message, error, filename: '', lineno: 0, colno: 0 });
  }
}

export class PromiseRejectionEvent extends Event {
  constructor(type, { reason }) {
    super(type, { cancelable: true });
    this.reason = reason;
    this.promise = null;
  }
}

export class EventTarget {
  addEventListener(type, callback, options = {}) {
    if (callback === null) {
      return;
    }
    const { capture = false, once = false, signal } =
        typeof options === 'boolean' ? { capture: options } : options;
    if (signal !== undefined) {
      throw new TypeError('addEventListener: signals do nothing here');
    }
    this._listeners ??= new Map();
    const list = this._listeners.get(type) ?? [];
    this._listeners.set(type, list);
    if (!list.some((listener) => listener.callback === callback &&
                                 listener.capture === !!capture)) {
      list.push({ callback, capture: !!capture, once, removed: false });
    }
  }

  removeEventListener(type, callback, options = {}) {
    const capture =
        typeof options === 'boolean' ? options : !!options.capture;
    const list = this._listeners?.get(type) ?? [];
    const index = list.findIndex((listener) => listener.callback === callback &&
                                               listener.capture === capture);
    if (index >= 0) {
      list[index].removed = true;
      list.splice(index, 1);
    }
  }

  dispatchEvent(event) {
    if (!(event instanceof Event)) {
      throw new TypeError('dispatchEvent: only events that documents make');
    }
    event.target = this._asScriptsSeeIt;
    const path = [this];
    while (event.bubbles && path[path.length - 1]._eventParent) {
      path.push(path[path.length - 1]._eventParent);
    }
    for (const capture of [true, false]) {
      for (const target of capture ? [...path].reverse() : path) {
        if (!event._stopped) {
          target._invoke(event, capture);
        }
      }
    }
    event.currentTarget = null;
    return !event.defaultPrevented;
  }

  // Listeners of the capturing phase or of the other one. The handler, like
  // onload, is one of the latter and comes first: scripts set it before.
  _invoke(event, capture) {
    event.currentTarget = this._asScriptsSeeIt;
    const handler = this._handlers?.get(event.type);
    if (!capture && handler) {
      this._guard(() => {
        const result = event instanceof ErrorEvent && this._isWindow
            ? handler.call(this._asScriptsSeeIt, event.message, event.filename,
                           event.lineno, event.colno, event.error)
            : handler.call(this._asScriptsSeeIt, event);
        if (result === false) {
          event.preventDefault();
        }
      });
    }
    for (const listener of [...this._listeners?.get(event.type) ?? []]) {
      if (listener.capture !== capture || listener.removed ||
          event._stoppedAtOnce) {
        continue;
      }
      if (listener.once) {
        this.removeEventListener(event.type, listener.callback, capture);
      }
      this._guard(() => {
        const { callback } = listener;
        if (typeof callback === 'function') {
          callback.call(this._asScriptsSeeIt, event);
        } else {
          callback.handleEvent(event);
        }
      });
    }
  }

  _guard(run) {
    try {
      run();
    } catch (error) {
      this._report(error);
    }
  }

  get _asScriptsSeeIt() {
    return this;
  }
}

// Gives a prototype properties like onload.
export function defineHandlers(prototype, types) {
  for (const type of types) {
    Object.defineProperty(prototype, `on${type}`, {
      get() {
        return this._handlers?.get(type) ?? null;
      },
      set(value) {
        this._handlers ??= new Map();
        this._handlers.set(type, typeof value === 'function' ? value : null);
      },
      enumerable: true,
      configurable: true,
    });
  }
}
