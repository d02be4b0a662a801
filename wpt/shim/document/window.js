// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Windows: a realm's global object with the members that pages use.

import { installUrl, serializeUrl, urlParts } from '../urls.js';
import { Document } from './document.js';
import { Element } from './elements.js';
import {
  defineHandlers, ErrorEvent, EventTarget, MessageEvent, PromiseRejectionEvent,
} from './events.js';
import { domException, unsupported } from './exceptions.js';
import * as html from './html.js';
import * as nodes from './nodes.js';

const { setTimeout, setUncaughtHandler, withCaller, writeError } = globalThis;

// Windows by their global objects.
const windows = new WeakMap();

// What timers and promises leave. A rejection in a window where no one listens
// is written to the log, as browsers do; an exception ends the test, for the
// shim itself may have caused it.
setUncaughtHandler((global, error, isRejection) => {
  const window = windows.get(global);
  if (window === undefined) {
    return false;
  }
  const type = isRejection ? 'unhandledrejection' : 'error';
  if (window._reportTo(type, error)) {
    return true;
  }
  if (isRejection && window.frame._parent) {
    writeError(`${window.document.URL}: unhandled rejection: ${error}\n`);
    return true;
  }
  return false;
});

const HANDLERS = ['error', 'load', 'message', 'unhandledrejection'];

// Interface objects are shared by all windows.
const INTERFACES = { Document, HTMLDocument: Document, Element };
for (const [name, value] of Object.entries({ ...nodes, ...html })) {
  if (typeof value === 'function' && /^[A-Z]/.test(name)) {
    INTERFACES[name] = value;
  }
}

// Of the window's document at any time.
function makeLocation(window) {
  const location = Object.create(null);
  const define = (name, descriptor) => Object.defineProperty(
      location, name, { enumerable: true, ...descriptor });
  const navigate = (text) => {
    const url = window.document._parseUrl(text);
    if (url === null) {
      throw domException(window.document, 'SyntaxError',
                         `'${text}' is no URL`);
    }
    window.frame._navigate(url);
  };
  for (const name of Object.keys(urlParts)) {
    if (['username', 'password'].includes(name)) {
      continue;
    }
    define(name, {
      get: () => urlParts[name](window.document._url),
      set: name === 'href' ? navigate : () => {
        throw unsupported(window.document, `Setting location.${name}`);
      },
    });
  }
  define('toString', { value: () => serializeUrl(window.document._url) });
  define('assign', { value: navigate });
  define('replace', { value: navigate });
  define('reload', {
    value: () => { throw unsupported(window.document, 'reload()'); },
  });
  return location;
}

export class Window extends EventTarget {
  // Makes `global` a window. The natives are taken before scripts can change
  // them.
  constructor(global, frame) {
    super();
    this.global = global;
    this.frame = frame;
    this.document = null;
    this._evaluate = global.evaluateScript;
    this._clone = global.structuredClone;
    this._location = makeLocation(this);
    this._frameCount = 0;
    windows.set(global, this);
    this._define();
  }

  get _asScriptsSeeIt() {
    return this.global;
  }

  get _isWindow() {
    return true;
  }

  // *Report an exception*: what no one listens for is uncaught.
  _report(error) {
    if (!this._reportTo('error', error)) {
      setTimeout(() => { throw error; }, 0);
    }
  }

  // False if there are no listeners, or this is what one of them throws.
  _reportTo(type, error) {
    if (this._reporting || !this._handlers?.get(type) &&
        !this._listeners?.get(type)?.length) {
      return false;
    }
    let message;
    try {
      message = `Uncaught ${error}`;
    } catch {
      message = 'Uncaught exception';
    }
    this._reporting = true;
    this.dispatchEvent(type === 'error'
        ? new ErrorEvent(type, { message, error })
        : new PromiseRejectionEvent(type, { reason: error }));
    this._reporting = false;
    return true;
  }

  _define() {
    const { global, frame } = this;
    const value = (name, of) => Object.defineProperty(global, name, {
      value: of, writable: true, enumerable: false, configurable: true,
    });
    const getter = (name, get, set) => Object.defineProperty(global, name, {
      get, set, enumerable: true, configurable: true,
    });
    // What a script may replace by a value of its own.
    const replaceable = (name, get) => getter(name, get, (of) => {
      Object.defineProperty(global, name, {
        value: of, writable: true, enumerable: true, configurable: true,
      });
    });

    for (const [name, of] of Object.entries(INTERFACES)) {
      value(name, of);
    }
    value('Window', class {
      constructor() {
        throw new TypeError('Illegal constructor');
      }

      static [Symbol.hasInstance](object) {
        return windows.has(object);
      }
    });
    getter('window', () => global);
    getter('document', () => this.document);
    getter('location', () => this._location, (url) => {
      this._location.href = url;
    });
    getter('top', () => frame._top.window.global);
    getter('frameElement', () => frame._element);
    getter('closed', () => frame._detached);
    getter('name', () => frame._name, (name) => {
      frame._name = `${name}`;
    });
    for (const name of ['self', 'frames']) {
      replaceable(name, () => global);
    }
    replaceable('parent', () => (frame._parent ?? frame).window.global);
    replaceable('length', () => this.document._frame._children.length);
    replaceable('origin', () => this.document._origin);
    value('opener', null);
    value('isSecureContext', true);
    value('crossOriginIsolated', true);
    for (const name of ['addEventListener', 'removeEventListener',
                        'dispatchEvent']) {
      value(name, (...args) => this[name](...args));
    }
    value('postMessage',
          withCaller((caller, ...args) => this._postMessage(caller, args)));
    for (const type of HANDLERS) {
      getter(`on${type}`, () => this[`on${type}`], (handler) => {
        this[`on${type}`] = handler;
      });
    }
    const requests = frame._browser.requestInterfaces(this);
    for (const [name, of] of Object.entries(requests)) {
      value(name, of);
    }
    installUrl(global);
  }

  // Child frames by index, as members of the global object.
  _framesChanged() {
    const { length } = this.frame._children;
    for (let i = length; i < this._frameCount; ++i) {
      delete this.global[i];
    }
    for (let i = this._frameCount; i < length; ++i) {
      Object.defineProperty(this.global, i, {
        get: () => this.frame._children[i].window.global,
        enumerable: true,
        configurable: true,
      });
    }
    this._frameCount = length;
  }

  _postMessage(caller, [message, target, transfer]) {
    const source = windows.get(caller);
    const origin = source?.document._origin ?? 'null';
    const options = typeof target === 'object' && target !== null
        ? target
        : { targetOrigin: target, transfer };
    const transferred = [...options.transfer ?? []];
    const { data, ports } = this._clone({
      data: message,
      ports: transferred.filter((each) => isMessagePort(each)),
    }, { transfer: transferred });
    const wanted = options.targetOrigin ?? '/';
    setTimeout(() => {
      const own = this.document._origin;
      if (wanted === '*' || own === (wanted === '/' ? origin : wanted)) {
        this.dispatchEvent(new MessageEvent('message', {
          data, origin, source: caller, ports,
        }));
      }
    }, 0);
  }
}

// Of each realm.
function isMessagePort(object) {
  return Object.prototype.toString.call(object) === '[object MessagePort]';
}

defineHandlers(Window.prototype, HANDLERS);
