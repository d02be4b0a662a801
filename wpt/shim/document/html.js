// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// HTML's elements, as far as they do anything here.

import { parseUrl, serializeUrl, setUrlPart, urlParts } from '../urls.js';
import { Element, reflect, reflectBooleans } from './elements.js';
import { defineHandlers } from './events.js';
import { unsupported } from './exceptions.js';
import { submissionUrl } from './forms.js';
import { HTML } from './nodes.js';
import { charsetOfContent, declaredEncoding, getEncoding } from './sniff.js';
import { isJavaScript } from './types.js';

const HANDLERS = ['click', 'error', 'load', 'message', 'submit'];

export class HTMLElement extends Element {
  // Nothing is rendered.
  get style() {
    this._style ??= {};
    return this._style;
  }

  // Of what isn't rendered.
  get innerText() {
    return this.textContent;
  }

  get dataset() {
    const attribute = (name) => `data-${name.replace(
        /[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy({}, {
      get: (_, name) => typeof name === 'string'
          ? this.getAttribute(attribute(name)) ?? undefined
          : undefined,
      has: (_, name) => typeof name === 'string' &&
          this.hasAttribute(attribute(name)),
      set: (_, name, value) => {
        this.setAttribute(attribute(name), value);
        return true;
      },
      deleteProperty: (_, name) => {
        this.removeAttribute(attribute(name));
        return true;
      },
    });
  }

  _attributeChanged(name) {
    if (name.startsWith('on') && HANDLERS.includes(name.slice(2))) {
      const code = this.getAttribute(name);
      this[name] = code === null ? null : this._document._compile(name, code);
    }
  }
}

reflect(HTMLElement.prototype, { title: 'title', lang: 'lang', dir: 'dir' });
reflectBooleans(HTMLElement.prototype, ['hidden']);
defineHandlers(HTMLElement.prototype, HANDLERS);

// Its handlers for what happens to windows are the window's.
export class HTMLBodyElement extends HTMLElement {}

for (const type of ['error', 'load', 'message']) {
  Object.defineProperty(HTMLBodyElement.prototype, `on${type}`, {
    get() {
      return this._document._window?.[`on${type}`] ?? null;
    },
    set(value) {
      if (this._document._window) {
        this._document._window[`on${type}`] = value;
      }
    },
    configurable: true,
  });
}

// HTMLHyperlinkElementUtils.
export class HTMLAnchorElement extends HTMLElement {
  _attributeChanged(name) {
    super._attributeChanged(name);
    if (name === 'href') {
      this._known = null;
    }
  }

  // Parsed under the document's encoding; null if there's no such URL.
  get _url() {
    const base = this._document.baseURI;
    if (!this._known || this._known.base !== base) {
      const href = this.getAttribute('href');
      this._known = {
        base,
        url: href === null ? null : this._document._parseUrl(href),
      };
    }
    return this._known.url;
  }

  get href() {
    return this._url ? serializeUrl(this._url)
                     : this.getAttribute('href') ?? '';
  }

  set href(value) {
    this.setAttribute('href', value);
  }

  get text() {
    return this.textContent;
  }

  set text(value) {
    this.textContent = value;
  }

  toString() {
    return this.href;
  }
}

reflect(HTMLAnchorElement.prototype, { target: 'target', rel: 'rel' });
for (const name of Object.keys(urlParts)) {
  if (name === 'href') {
    continue;
  }
  Object.defineProperty(HTMLAnchorElement.prototype, name, {
    get() {
      return this._url ? urlParts[name](this._url)
          : name === 'protocol' ? ':' : '';
    },
    set(value) {
      if (name !== 'origin' && this._url) {
        this.href = serializeUrl(setUrlPart(
            this._url, name, `${value}`, this._document.characterSet));
      }
    },
    enumerable: true,
    configurable: true,
  });
}

export class HTMLAreaElement extends HTMLAnchorElement {}

export class HTMLBaseElement extends HTMLElement {
  get href() {
    const href = this.getAttribute('href') ?? '';
    const url = parseUrl(href, this._document._url,
                         this._document.characterSet);
    return url ? serializeUrl(url) : href;
  }

  set href(value) {
    this.setAttribute('href', value);
  }

  // Others needn't look for one.
  _inserted() {
    this._document._hasBaseElement = true;
  }
}

export class HTMLIFrameElement extends HTMLElement {
  get contentWindow() {
    return this._frame?.window._asScriptsSeeIt ?? null;
  }

  get contentDocument() {
    const document = this._frame?.document ?? null;
    return document?._origin === this._document._origin &&
            document?._origin !== 'null'
        ? document
        : null;
  }

  get src() {
    const src = this.getAttribute('src');
    const url = src === null ? null : this._document._parseUrl(src);
    return url ? serializeUrl(url) : src ?? '';
  }

  set src(value) {
    this.setAttribute('src', value);
  }

  _inserted() {
    this._frame = this._document._frame?._addChild(this) ?? null;
    this._process(true);
  }

  _removed() {
    this._frame?._detach();
    this._frame = null;
  }

  _attributeChanged(name) {
    super._attributeChanged(name);
    if (name === 'srcdoc' || name === 'src' && !this.hasAttribute('srcdoc')) {
      this._process(false);
    }
  }

  // *Process the iframe attributes*. A new frame that stays blank has loaded.
  _process(isNew) {
    if (!this._frame) {
      return;
    }
    if (this.hasAttribute('srcdoc')) {
      this._frame._navigate(parseUrl('about:srcdoc'));
      return;
    }
    const src = this.getAttribute('src') ?? '';
    const url = (src && this._document._parseUrl(src)) ||
        parseUrl('about:blank');
    if (isNew && serializeUrl(url) === 'about:blank') {
      this._frame._blankLoaded();
    } else {
      this._frame._navigate(url);
    }
  }
}

reflect(HTMLIFrameElement.prototype, { name: 'name', srcdoc: 'srcdoc' });

export class HTMLFormElement extends HTMLElement {
  get method() {
    const method = (this.getAttribute('method') ?? '').toLowerCase();
    return ['post', 'dialog'].includes(method) ? method : 'get';
  }

  set method(value) {
    this.setAttribute('method', value);
  }

  get action() {
    const action = this.getAttribute('action') ?? '';
    const url = this._document._parseUrl(action || this._document.URL);
    return url ? serializeUrl(url) : action;
  }

  set action(value) {
    this.setAttribute('action', value);
  }

  // In tree order, images left out.
  get elements() {
    return this._root()._elements(
        (element) => ['button', 'fieldset', 'input', 'object', 'output',
                      'select', 'textarea'].includes(element.localName) &&
            element.type !== 'image' && element.form === this);
  }

  get length() {
    return this.elements.length;
  }

  submit() {
    const frame = this.isConnected && this._document._frame;
    const url = frame && submissionUrl(this);
    if (!url) {
      return;
    }
    const target = this.target || '_self';
    const destination = frame._find(target);
    if (destination === null) {
      throw unsupported(this._document, `A window like "${target}"`);
    }
    destination._navigate(url);
  }

  requestSubmit() {
    throw unsupported(this._document, 'requestSubmit()');
  }
}

reflect(HTMLFormElement.prototype, {
  acceptCharset: 'accept-charset', name: 'name', target: 'target',
});

class FormControl extends HTMLElement {
  get form() {
    const id = this.getAttribute('form');
    if (id !== null && this.isConnected) {
      const owner = this._document.getElementById(id);
      return owner?.localName === 'form' ? owner : null;
    }
    return this.closest('form');
  }
}

reflect(FormControl.prototype, { name: 'name' });
reflectBooleans(FormControl.prototype, ['disabled']);

export class HTMLInputElement extends FormControl {
  get type() {
    const type = (this.getAttribute('type') ?? '').toLowerCase();
    return type || 'text';
  }

  set type(value) {
    this.setAttribute('type', value);
  }

  // One line, as *value sanitization* has it for text.
  get value() {
    if (['checkbox', 'radio'].includes(this.type)) {
      return this.getAttribute('value') ?? 'on';
    }
    const value = this._value ?? this.getAttribute('value') ?? '';
    return this.type === 'hidden' ? value : value.replace(/[\r\n]/g, '');
  }

  set value(value) {
    if (['hidden', 'checkbox', 'radio', 'submit'].includes(this.type)) {
      this.setAttribute('value', value);
    } else {
      this._value = `${value ?? ''}`;
    }
  }

  get checked() {
    return this._checked ?? this.hasAttribute('checked');
  }

  set checked(value) {
    this._checked = !!value;
  }
}

export class HTMLTextAreaElement extends FormControl {
  get type() {
    return 'textarea';
  }

  get value() {
    return (this._value ?? this.textContent).replace(/\r\n?/g, '\n');
  }

  set value(value) {
    this._value = `${value ?? ''}`;
  }
}

export class HTMLButtonElement extends FormControl {}
export class HTMLSelectElement extends FormControl {}
export class HTMLOutputElement extends FormControl {}
export class HTMLObjectElement extends FormControl {}
export class HTMLFieldSetElement extends FormControl {}

export class HTMLLinkElement extends HTMLElement {}
reflect(HTMLLinkElement.prototype, { rel: 'rel', type: 'type' });

export class HTMLMetaElement extends HTMLElement {
  // What a parser that isn't sure of its encoding looks at.
  get _declaredEncoding() {
    const charset = this.getAttribute('charset');
    if (charset !== null) {
      return declaredEncoding(getEncoding(charset));
    }
    return this.httpEquiv.toLowerCase() === 'content-type'
        ? declaredEncoding(charsetOfContent(this.content))
        : null;
  }
}

reflect(HTMLMetaElement.prototype, {
  name: 'name', content: 'content', httpEquiv: 'http-equiv',
});

export class HTMLScriptElement extends HTMLElement {
  get text() {
    return this.textContent;
  }

  set text(value) {
    this.textContent = value;
  }

  get src() {
    const src = this.getAttribute('src');
    const url = src === null ? null : this._document._parseUrl(src);
    return url ? serializeUrl(url) : src ?? '';
  }

  set src(value) {
    this.setAttribute('src', value);
  }

  // Those of the parser are run by it, when they're complete.
  _inserted() {
    if (!this._ofParser && (this.hasAttribute('src') || this._first)) {
      this._prepare();
    }
  }

  // *Prepare the script element* and *execute* it. What is to be fetched is
  // there at once, so async scripts of the parser run like others.
  _prepare() {
    const type = this.hasAttribute('type')
        ? this.getAttribute('type').trim().toLowerCase() || 'text/javascript'
        : 'text/javascript';
    if (this._started || !isJavaScript(type) && type !== 'module') {
      return;
    }
    this._started = true;
    if (type === 'module') {
      throw unsupported(this._document, 'A module script');
    }
    if (!this.hasAttribute('src')) {
      this._document._runScript(this, this.textContent, this._document.URL);
      return;
    }
    const run = () => this._document._runExternalScript(this);
    if (!this._ofParser) {
      this._document._afterTask(run);
    } else if (this.hasAttribute('defer') && !this.hasAttribute('async')) {
      this._document._deferred.push(run);
    } else {
      run();
    }
  }
}

reflect(HTMLScriptElement.prototype, { type: 'type', charset: 'charset' });

export class HTMLTemplateElement extends HTMLElement {
  get content() {
    this._content ??= this._document.createDocumentFragment();
    return this._content;
  }
}

export class HTMLTitleElement extends HTMLElement {}

const CLASSES = {
  __proto__: null,
  a: HTMLAnchorElement, area: HTMLAreaElement, base: HTMLBaseElement,
  body: HTMLBodyElement, button: HTMLButtonElement,
  fieldset: HTMLFieldSetElement, form: HTMLFormElement,
  iframe: HTMLIFrameElement, input: HTMLInputElement, link: HTMLLinkElement,
  meta: HTMLMetaElement, object: HTMLObjectElement, output: HTMLOutputElement,
  script: HTMLScriptElement, select: HTMLSelectElement,
  template: HTMLTemplateElement, textarea: HTMLTextAreaElement,
  title: HTMLTitleElement,
};

export function createElement(document, localName, namespaceURI = HTML) {
  const constructor = namespaceURI !== HTML ? Element
      : CLASSES[localName] ?? HTMLElement;
  return new constructor(document, localName, namespaceURI);
}
