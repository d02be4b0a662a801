// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Frames and the documents that are loaded into them.

import { makeFetch } from '../fetch.js';
import { parseMimeType } from '../mime.js';
import { get } from '../network.js';
import { parseUrl, serializeOrigin, serializeUrl } from '../urls.js';
import { makeXMLHttpRequest } from '../xhr.js';
import { buildBlank, buildText, buildXml, Document } from './document.js';
import { Event } from './events.js';
import { unsupported } from './exceptions.js';
import { EncodingChange } from './parser.js';
import { sniffEncoding } from './sniff.js';
import { documentKind } from './types.js';
import { Window } from './window.js';

const { createRealm, decodeHook, setTimeout } = globalThis;

const ORIGIN = 'https://web-platform.test';
const ABOUT_BLANK = parseUrl('about:blank');

// What frames have in common: where pages come from.
export class Browser {
  constructor(suite) {
    this._suite = suite;
  }

  // What network.js takes for a URL; throws if there's no one to ask.
  _address(url) {
    if (url?.scheme === 'data') {
      return serializeUrl(url, true);
    }
    if (url === null || serializeOrigin(url) !== ORIGIN) {
      throw new TypeError(
          `${url === null ? 'That' : serializeUrl(url)} is not in the suite`);
    }
    return serializeUrl(url, true).slice(ORIGIN.length);
  }

  // { bytes, contentType } of an https: or data: URL; throws if there is none:
  // a server's page that says so would be taken for what is tested.
  fetch(url) {
    const answer = get(this._suite, this._address(url));
    if (answer === null || answer.status !== 200) {
      throw new Error(`${serializeUrl(url)} is not in the suite`);
    }
    return answer;
  }

  // What a window has to ask with. fetch() has UTF-8 whatever the page has.
  requestInterfaces(window) {
    return {
      fetch: makeFetch(this._suite, (text) => this._address(
          parseUrl(text, window.document._base))),
      XMLHttpRequest: makeXMLHttpRequest(this._suite, (text) => this._address(
          window.document._parseUrl(text))),
    };
  }

  // Loads a page of the suite, given by its path, into a frame of its own whose
  // window `global` becomes. `whenLoaded` gets the document.
  open(path, global, whenLoaded) {
    const frame = new Frame(this, null, null, global);
    frame._whenLoaded = whenLoaded;
    frame._load(parseUrl(path, parseUrl(ORIGIN)));
    return frame;
  }
}

// A navigable: one document at a time, with its window.
class Frame {
  constructor(browser, parent, element, global) {
    this._browser = browser;
    this._parent = parent;
    this._element = element;
    this._name = element?.name ?? '';
    this._creator = parent?.document ?? null;
    this._children = [];
    this._detached = false;
    this._loading = false;
    this._show(this._makeDocument(new Window(global, this), ABOUT_BLANK, {
      contentType: 'text/html',
      encoding: 'UTF-8',
    }));
    buildBlank(this.document);
    this.document.readyState = 'complete';
    this.document._isInitial = true;
  }

  get _top() {
    return this._parent?._top ?? this;
  }

  // As the *origin* of a document with this URL.
  _originOf(url) {
    return url.scheme === 'about'
        ? this._creator?._origin ?? ORIGIN
        : serializeOrigin(url);
  }

  _addChild(element) {
    const child = new Frame(this._browser, this, element, createRealm());
    this._children.push(child);
    this.window._framesChanged();
    return child;
  }

  // By what a form's or a link's target says.
  _find(name) {
    switch (name.toLowerCase()) {
      case '':
      case '_self':
        return this;
      case '_parent':
        return this._parent ?? this;
      case '_top':
        return this._top;
    }
    const search = (frame) => frame._name === name
        ? frame
        : frame._children.map(search).find((found) => found !== undefined);
    return search(this._top) ?? null;
  }

  _makeDocument(window, url, { contentType, encoding, tentative = false }) {
    return new Document({
      url, contentType, encoding, tentative, window, frame: this,
    });
  }

  _show(document) {
    for (const child of [...this._children]) {
      child._detach();
    }
    this.document = document;
    this.window = document._window;
    this.window.document = document;
  }

  // The parent's load event waits for a child's.
  _begin() {
    if (!this._loading && this._parent) {
      ++this._parent.document._delays;
    }
    this._loading = true;
  }

  _end() {
    if (this._loading && this._parent && !this._parent._detached) {
      this._loading = false;
      this._parent.document._loadedOne();
    }
    this._loading = false;
  }

  _blankLoaded() {
    this._element.dispatchEvent(new Event('load'));
  }

  _navigate(url) {
    if (this._detached) {
      return;
    }
    if (!this._parent) {
      throw unsupported(this.document, 'Navigation of the test\'s own window');
    }
    this._begin();
    const navigation = this._navigation = {};
    setTimeout(() => {
      if (this._navigation !== navigation || this._detached) {
        return;
      }
      try {
        this._load(url);
      } catch (error) {
        // No page is shown in its place: the test would take it for one.
        this._top.window._report(error);
      }
    }, 0);
  }

  _respond(url) {
    switch (serializeUrl(url, true)) {
      case 'about:blank':
        return { bytes: new Uint8Array(), contentType: 'text/html' };
      case 'about:srcdoc':
        return {
          bytes: new globalThis.TextEncoder().encode(this._element.srcdoc),
          contentType: 'text/html;charset=utf-8',
        };
      default:
        return this._browser.fetch(url);
    }
  }

  _load(url) {
    this._creator = this._parent?.document ?? null;
    const { bytes, contentType } = this._respond(url);
    const { essence } = parseMimeType(contentType);
    const kind = documentKind(essence);
    if (kind === null) {
      throw new Error(`${serializeUrl(url)} is ${essence}, not a document`);
    }
    const origin = this._originOf(url);
    const sameOriginParent =
        this._creator?._origin === origin && origin !== 'null';
    let sniffed = sniffEncoding(
        bytes, contentType, sameOriginParent ? this._creator._encoding : null);
    for (;;) {
      const document = this._makeDocument(
          this._windowFor(origin), url, { contentType, ...sniffed });
      this._show(document);
      const text = decodeHook(bytes, sniffed.encoding);
      if (kind !== 'html') {
        (kind === 'xml' ? buildXml : buildText)(document, text);
        document._parsed();
        return;
      }
      try {
        document._parse(text);
        return;
      } catch (error) {
        if (!(error instanceof EncodingChange)) {
          throw error;
        }
        if (!this._parent) {
          throw new Error(
              `${serializeUrl(url)}: a <meta> that comes too late for its ` +
              'encoding to be known before scripts run');
        }
        document._isAbandoned = true;
        sniffed = { encoding: error.encoding, tentative: false };
      }
    }
  }

  // That of the initial document serves one more of the same origin.
  _windowFor(origin) {
    const { _isInitial: isInitial, _origin: current } = this.document;
    return isInitial && (current === origin || !this._parent)
        ? this.window
        : new Window(createRealm(), this);
  }

  _documentLoaded() {
    this._whenLoaded?.(this.document);
    if (this._element) {
      this._element.dispatchEvent(new Event('load'));
      this._end();
    }
  }

  _detach() {
    if (this._detached) {
      return;
    }
    for (const child of [...this._children]) {
      child._detach();
    }
    this._detached = true;
    const siblings = this._parent._children;
    siblings.splice(siblings.indexOf(this), 1);
    this._parent.window._framesChanged();
    this._end();
  }
}
