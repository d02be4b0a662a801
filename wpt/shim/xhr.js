// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// XMLHttpRequest as far as it goes with files. Steps are the standard's.
// https://xhr.spec.whatwg.org/

import { parseMimeType } from './mime.js';
import { decodeText, get } from './network.js';

const { DOMException, Event, EventTarget, setTimeout, clearTimeout } =
    globalThis;

const UNSENT = 0;
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const LOADING = 3;
const DONE = 4;

const EVENTS = ['readystatechange', 'loadstart', 'progress', 'abort', 'error',
                'load', 'timeout', 'loadend'];

// `resolve` makes of a URL what network.js's get() takes, or throws.
export function makeXMLHttpRequest(suite, resolve) {
  class XMLHttpRequest extends EventTarget {
    #state = UNSENT;
    #url = '';
    #isAsync = true;
    #sent = false;
    #timer;
    #answer = null;
    #overrideType = null;
    #responseType = '';
    #handlers = new Map();

    static {
      const states = { UNSENT, OPENED, HEADERS_RECEIVED, LOADING, DONE };
      for (const [name, value] of Object.entries(states)) {
        Object.defineProperty(this, name, { value, enumerable: true });
        Object.defineProperty(this.prototype, name,
                              { value, enumerable: true });
      }
      for (const type of EVENTS) {
        Object.defineProperty(this.prototype, `on${type}`, {
          get() { return this.#handlers.get(type) ?? null; },
          set(value) { this.#setHandler(type, value); },
          enumerable: true,
          configurable: true,
        });
      }
    }

    #setHandler(type, value) {
      const handler = typeof value === 'function' ? value : null;
      if (!this.#handlers.has(type) && handler !== null) {
        this.addEventListener(
            type, (event) => this.#handlers.get(type)?.call(this, event));
      }
      this.#handlers.set(type, handler);
    }

    #fire(type) {
      this.dispatchEvent(new Event(type));
    }

    #setState(state) {
      this.#state = state;
      this.#fire('readystatechange');
    }

    #requireState(isRight) {
      if (!isRight) {
        throw new DOMException('The request is in the wrong state',
                               'InvalidStateError');
      }
    }

    open(method, url, isAsync = true) {
      if (!/^(GET|HEAD)$/i.test(`${method}`)) {
        throw new DOMException(`${method} needs a server`, 'NotSupportedError');
      }
      this.#url = resolve(`${url}`);
      clearTimeout(this.#timer);
      this.#isAsync = !!isAsync;
      this.#sent = false;
      this.#answer = null;
      if (this.#state !== OPENED) {
        this.#setState(OPENED);
      }
    }

    setRequestHeader() {
      this.#requireState(this.#state === OPENED && !this.#sent);
    }

    overrideMimeType(type) {
      this.#requireState(this.#state < LOADING);
      this.#overrideType =
          parseMimeType(`${type}`) ? `${type}` : 'application/octet-stream';
    }

    send() {
      this.#requireState(this.#state === OPENED && !this.#sent);
      this.#sent = true;
      if (!this.#isAsync) {
        this.#answer = get(suite, this.#url);
        if (this.#answer === null) {
          this.#state = DONE;
          throw new DOMException(`Failed to load ${this.#url}`, 'NetworkError');
        }
        this.#finish();
        return;
      }
      this.#fire('loadstart');
      this.#timer = setTimeout(() => {
        this.#answer = get(suite, this.#url);
        if (this.#answer === null) {
          this.#end('error');
          return;
        }
        this.#setState(HEADERS_RECEIVED);
        if (this.#state === HEADERS_RECEIVED) {
          this.#setState(LOADING);
        }
        if (this.#state === LOADING) {
          this.#fire('progress');
          this.#finish();
        }
      });
    }

    #finish() {
      this.#sent = false;
      this.#setState(DONE);
      this.#fire('load');
      this.#fire('loadend');
    }

    #end(type) {
      this.#sent = false;
      this.#answer = null;
      this.#setState(DONE);
      this.#fire(type);
      this.#fire('loadend');
    }

    abort() {
      clearTimeout(this.#timer);
      if (this.#state === OPENED && this.#sent ||
          this.#state === HEADERS_RECEIVED || this.#state === LOADING) {
        this.#end('abort');
      }
      if (this.#state === DONE) {
        this.#state = UNSENT;
        this.#answer = null;
      }
    }

    get readyState() {
      return this.#state;
    }

    get status() {
      return this.#answer?.status ?? 0;
    }

    get statusText() {
      return this.#answer?.statusText ?? '';
    }

    get responseURL() {
      return this.#answer === null ? '' : this.#url;
    }

    getResponseHeader(name) {
      const lower = `${name}`.toLowerCase();
      const values = (this.#answer?.headers ?? []).filter(
          ([key]) => key === lower);
      return values.length === 0 ? null
                                 : values.map(([, value]) => value).join(', ');
    }

    getAllResponseHeaders() {
      return (this.#answer?.headers ?? []).map(
          ([name, value]) => `${name}: ${value}\r\n`).sort().join('');
    }

    get responseType() {
      return this.#responseType;
    }

    set responseType(type) {
      this.#requireState(this.#state < LOADING);
      if (['', 'arraybuffer', 'json', 'text'].includes(`${type}`)) {
        this.#responseType = `${type}`;
      }
    }

    // *Final encoding*: of overrideMimeType() before that of the answer. A byte
    // order mark has precedence over both.
    #text() {
      if (this.#state < LOADING || this.#answer === null) {
        return '';
      }
      return decodeText(this.#answer.bytes,
                        ...this.#overrideType ? [this.#overrideType] : [],
                        this.#answer.contentType);
    }

    get responseText() {
      this.#requireState(['', 'text'].includes(this.#responseType));
      return this.#text();
    }

    get response() {
      if (['', 'text'].includes(this.#responseType)) {
        return this.#text();
      }
      if (this.#state !== DONE || this.#answer === null) {
        return null;
      }
      if (this.#responseType === 'arraybuffer') {
        return this.#answer.bytes.slice().buffer;
      }
      try {
        return JSON.parse(new TextDecoder().decode(this.#answer.bytes));
      } catch {
        return null;
      }
    }

    get responseXML() {
      return null;
    }
  }
  return XMLHttpRequest;
}
