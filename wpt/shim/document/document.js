// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A document: its tree, its encoding, its scripts, and when it has loaded.

import { parseMimeType } from '../mime.js';
import { parseUrl, serializeOrigin, serializeUrl } from '../urls.js';
import { mixIn, parentNode } from './elements.js';
import { defineHandlers, Event } from './events.js';
import { unsupported } from './exceptions.js';
import { createElement } from './html.js';
import { Comment, DocumentFragment, HTML, Node, Text } from './nodes.js';
import {
  EncodingChange, parseFragment, parseInto, serializeChildren,
} from './parser.js';
import { getEncoding } from './sniff.js';

const { decodeHook, setTimeout } = globalThis;

export class Document extends Node {
  // `window` is null, and `frame` too, for a document that isn't shown.
  constructor({ url, contentType, encoding, tentative, window, frame }) {
    super(null);
    this._document = this;
    this._url = url;
    this._contentType = parseMimeType(contentType).essence;
    this._encoding = encoding;
    this._tentative = tentative;
    this._window = window;
    this._frame = frame;
    this._origin = frame ? frame._originOf(url) : serializeOrigin(url);
    this._hasBaseElement = false;
    this._mode = 'no-quirks';
    this._deferred = [];
    this._delays = 0;
    this._currentScript = null;
    this.readyState = 'loading';
  }

  get nodeType() {
    return 9;
  }

  get nodeName() {
    return '#document';
  }

  get ownerDocument() {
    return null;
  }

  get textContent() {
    return null;
  }

  get characterSet() {
    return this._encoding;
  }

  get charset() {
    return this._encoding;
  }

  get inputEncoding() {
    return this._encoding;
  }

  get contentType() {
    return this._contentType;
  }

  get URL() {
    return serializeUrl(this._url);
  }

  get documentURI() {
    return this.URL;
  }

  get baseURI() {
    return serializeUrl(this._base);
  }

  // The *document base URL*, as a record.
  get _base() {
    const fallback = this._url.scheme === 'about'
        ? this._frame?._creator?._base ?? this._url
        : this._url;
    if (this._hasBaseElement) {
      const href = this.querySelector('base[href]')?.getAttribute('href');
      return href === undefined
          ? fallback
          : parseUrl(href, fallback, this._encoding) ?? fallback;
    }
    return fallback;
  }

  get compatMode() {
    return this._mode === 'quirks' ? 'BackCompat' : 'CSS1Compat';
  }

  get defaultView() {
    return this._frame?.document === this && !this._frame._detached
        ? this._window._asScriptsSeeIt
        : null;
  }

  get location() {
    return this.defaultView?.location ?? null;
  }

  set location(url) {
    this.location.href = url;
  }

  get currentScript() {
    return this._currentScript;
  }

  get documentElement() {
    return this.children[0] ?? null;
  }

  get head() {
    return this.documentElement?.children.find(
        ({ localName }) => localName === 'head') ?? null;
  }

  get body() {
    return this.documentElement?.children.find(
        ({ localName }) => ['body', 'frameset'].includes(localName)) ?? null;
  }

  get title() {
    const title = this.querySelector('title');
    return title
        ? title.textContent.trim().replace(/[\t\n\f\r ]+/g, ' ')
        : '';
  }

  get forms() {
    return this.getElementsByTagName('form');
  }

  get scripts() {
    return this.getElementsByTagName('script');
  }

  getElementById(id) {
    for (const node of this._descendants()) {
      if (node.nodeType === 1 && node.id === id) {
        return node;
      }
    }
    return null;
  }

  createElement(name) {
    return createElement(this, `${name}`.toLowerCase());
  }

  createElementNS(namespace, name) {
    return createElement(this, `${name}`, namespace);
  }

  createTextNode(data) {
    return new Text(this, `${data}`);
  }

  createComment(data) {
    return new Comment(this, `${data}`);
  }

  createDocumentFragment() {
    return new DocumentFragment(this);
  }

  // Properties that begin with an underscore are for the rest of the shim.

  // *Encoding-parsing a URL*.
  _parseUrl(text) {
    return parseUrl(`${text}`, this._base, this._encoding);
  }

  _parseFragment(text, context) {
    return parseFragment(text, context);
  }

  _serializeChildren(element) {
    return serializeChildren(element);
  }

  get _eventParent() {
    return this._window;
  }

  _report(error) {
    this._window._report(error);
  }

  // A handler out of an attribute.
  _compile(name, code) {
    return this._window?._evaluate(
        `(function ${name}(event) {\n${code}\n})`,
        `${this.URL} ${name}`) ?? null;
  }

  // What a <meta> of the parser says about the encoding: *change the encoding*.
  _metaInserted(meta) {
    const encoding = this._tentative ? meta._declaredEncoding : null;
    if (encoding === null || encoding === undefined) {
      return;
    }
    if (this._encoding.startsWith('UTF-16') || encoding === this._encoding) {
      this._tentative = false;
      return;
    }
    throw new EncodingChange(encoding);
  }

  _runScript(element, source, name) {
    const previous = this._currentScript;
    this._currentScript = element;
    try {
      this._window._evaluate(source, name);
    } catch (error) {
      this._report(error);
    } finally {
      this._currentScript = previous;
    }
  }

  // *Fetch a classic script* and run it. Its encoding is its server's, what the
  // element says, or the document's.
  _runExternalScript(element) {
    const src = element.getAttribute('src');
    const url = src === '' ? null : this._parseUrl(src);
    if (url === null) {
      element.dispatchEvent(new Event('error'));
      return;
    }
    const { bytes, contentType } = this._frame._browser.fetch(url);
    const { parameters } = parseMimeType(contentType);
    const encoding = getEncoding(parameters.get('charset') ?? '') ??
        getEncoding(element.charset) ?? this._encoding;
    this._runScript(element, decodeHook(bytes, encoding), serializeUrl(url));
    element.dispatchEvent(new Event('load'));
  }

  // Runs a task that the load event waits for.
  _afterTask(run) {
    ++this._delays;
    setTimeout(() => {
      try {
        run();
      } finally {
        this._loadedOne();
      }
    }, 0);
  }

  _loadedOne() {
    --this._delays;
    this._completeIfLoaded();
  }

  _parse(text) {
    parseInto(this, text);
    this._parsed();
  }

  // *The end* of parsing.
  _parsed() {
    this._tentative = false;
    this.readyState = 'interactive';
    this.dispatchEvent(new Event('readystatechange'));
    for (const run of this._deferred) {
      run();
    }
    this.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    setTimeout(() => this._completeIfLoaded(), 0);
  }

  _completeIfLoaded() {
    if (this.readyState !== 'interactive' || this._delays > 0 ||
        this._frame?.document !== this) {
      return;
    }
    this.readyState = 'complete';
    this.dispatchEvent(new Event('readystatechange'));
    const event = new Event('load');
    this._window.dispatchEvent(event);
    this._frame._documentLoaded();
  }
}

mixIn(Document.prototype, parentNode);
defineHandlers(Document.prototype, ['DOMContentLoaded', 'readystatechange']);

for (const name of ['open', 'close', 'write', 'writeln']) {
  Document.prototype[name] = function() {
    throw unsupported(this, `document.${name}()`);
  };
}

// An empty page, as a frame has it before anything is loaded.
export function buildBlank(document) {
  const html = createElement(document, 'html', HTML);
  html.append(createElement(document, 'head', HTML),
              createElement(document, 'body', HTML));
  document._link(html, null);
  document._mode = 'quirks';
}

// What browsers show of a text: a page with one <pre>.
export function buildText(document, text) {
  buildBlank(document);
  const pre = createElement(document, 'pre', HTML);
  pre._link(new Text(document, text.replace(/\r\n?/g, '\n')), null);
  document.body._link(pre, null);
}

// XML that isn't well-formed, which is all that is known here: characters that
// XML doesn't have are there. It has been parsed as nothing.
const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

export function buildXml(document, text) {
  if (!NOT_XML.test(text)) {
    throw unsupported(document, `XML, as ${document.URL} is,`);
  }
  document._link(createElement(
      document, 'parsererror',
      'http://www.mozilla.org/newlayout/xml/parsererror.xml'), null);
  document._mode = 'no-quirks';
}
