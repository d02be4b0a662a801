// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Elements: attributes, and looking for descendants.

import { DocumentFragment, HTML, Node } from './nodes.js';
import { parseSelector } from './selectors.js';

// What the DOM has as live collections is an array here, made when asked for.
class NodeList extends Array {
  item(index) {
    return this[index] ?? null;
  }

  namedItem(name) {
    return this.find((node) => node.id === name ||
                               node.getAttribute('name') === name) ?? null;
  }
}

// The members that elements, documents and fragments share.
export const parentNode = {
  get children() {
    return NodeList.from(this.childNodes.filter((node) => node.nodeType === 1));
  },

  get firstElementChild() {
    return this.children[0] ?? null;
  },

  get lastElementChild() {
    return this.children.pop() ?? null;
  },

  get childElementCount() {
    return this.children.length;
  },

  querySelector(selector) {
    const matches = parseSelector(selector, this);
    for (const node of this._descendants()) {
      if (node.nodeType === 1 && matches(node)) {
        return node;
      }
    }
    return null;
  },

  querySelectorAll(selector) {
    return this._elements(parseSelector(selector, this));
  },

  getElementsByTagName(name) {
    const wanted = name.toLowerCase();
    return this._elements(
        (element) => name === '*' ||
            element.localName ===
                (element.namespaceURI === HTML ? wanted : name));
  },

  getElementsByTagNameNS(namespace, name) {
    return this._elements(
        (element) =>
            (namespace === '*' || element.namespaceURI === namespace) &&
            (name === '*' || element.localName === name));
  },

  getElementsByClassName(names) {
    const wanted = names.split(/[\t\n\f\r ]+/).filter((name) => name !== '');
    return this._elements(
        (element) => wanted.every((name) => element.classList.contains(name)));
  },

  _elements(matches) {
    const found = new NodeList();
    for (const node of this._descendants()) {
      if (node.nodeType === 1 && matches(node)) {
        found.push(node);
      }
    }
    return found;
  },
};

export function mixIn(prototype, members) {
  Object.defineProperties(prototype,
                          Object.getOwnPropertyDescriptors(members));
}

class TokenList {
  constructor(element, attribute) {
    this._element = element;
    this._attribute = attribute;
  }

  get _tokens() {
    const value = this._element.getAttribute(this._attribute) ?? '';
    return new Set(value.split(/[\t\n\f\r ]+/).filter((token) => token !== ''));
  }

  _store(tokens) {
    this._element.setAttribute(this._attribute, [...tokens].join(' '));
  }

  get length() {
    return this._tokens.size;
  }

  contains(token) {
    return this._tokens.has(token);
  }

  add(...tokens) {
    this._store(new Set([...this._tokens, ...tokens]));
  }

  remove(...tokens) {
    this._store([...this._tokens].filter((token) => !tokens.includes(token)));
  }

  toString() {
    return this._element.getAttribute(this._attribute) ?? '';
  }
}

export class Element extends Node {
  constructor(document, localName, namespaceURI) {
    super(document);
    this.localName = localName;
    this.namespaceURI = namespaceURI;
    this._attributes = new Map();
  }

  get nodeType() {
    return 1;
  }

  get prefix() {
    return null;
  }

  get tagName() {
    return this.namespaceURI === HTML ? this.localName.toUpperCase()
                                      : this.localName;
  }

  get nodeName() {
    return this.tagName;
  }

  get attributes() {
    return NodeList.from(this._attributes,
                         ([name, value]) => ({ name, value }));
  }

  _attributeName(name) {
    return this.namespaceURI === HTML ? `${name}`.toLowerCase() : `${name}`;
  }

  getAttribute(name) {
    return this._attributes.get(this._attributeName(name)) ?? null;
  }

  hasAttribute(name) {
    return this._attributes.has(this._attributeName(name));
  }

  getAttributeNames() {
    return [...this._attributes.keys()];
  }

  setAttribute(name, value) {
    const key = this._attributeName(name);
    this._attributes.set(key, `${value}`);
    this._attributeChanged?.(key);
  }

  removeAttribute(name) {
    const key = this._attributeName(name);
    if (this._attributes.delete(key)) {
      this._attributeChanged?.(key);
    }
  }

  get classList() {
    return new TokenList(this, 'class');
  }

  matches(selector) {
    return parseSelector(selector, this)(this);
  }

  closest(selector) {
    const matches = parseSelector(selector, this);
    for (let node = this; node; node = node.parentElement) {
      if (matches(node)) {
        return node;
      }
    }
    return null;
  }

  set innerHTML(text) {
    this.replaceChildren(this._document._parseFragment(`${text}`, this));
  }

  get innerHTML() {
    return this._document._serializeChildren(this);
  }
}

mixIn(Element.prototype, parentNode);
mixIn(DocumentFragment.prototype, parentNode);

// Properties that are attributes: strings, or booleans for presence.
export function reflect(prototype, names) {
  for (const [property, attribute] of Object.entries(names)) {
    Object.defineProperty(prototype, property, {
      get() {
        return this.getAttribute(attribute) ?? '';
      },
      set(value) {
        this.setAttribute(attribute, value);
      },
      enumerable: true,
      configurable: true,
    });
  }
}

export function reflectBooleans(prototype, names) {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      get() {
        return this.hasAttribute(name);
      },
      set(value) {
        if (value) {
          this.setAttribute(name, '');
        } else {
          this.removeAttribute(name);
        }
      },
      enumerable: true,
      configurable: true,
    });
  }
}

reflect(Element.prototype, { id: 'id', className: 'class', slot: 'slot' });
