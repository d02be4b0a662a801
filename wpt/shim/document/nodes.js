// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The tree: nodes, what contains them, texts and comments.

import { EventTarget } from './events.js';
import { domException, unsupported } from './exceptions.js';

export const HTML = 'http://www.w3.org/1999/xhtml';

export class Node extends EventTarget {
  _parent = null;
  _first = null;
  _last = null;
  _previous = null;
  _next = null;

  constructor(document) {
    super();
    this._document = document;
  }

  get ownerDocument() {
    return this._document;
  }

  get parentNode() {
    return this._parent;
  }

  get parentElement() {
    return this._parent?.nodeType === 1 ? this._parent : null;
  }

  get firstChild() {
    return this._first;
  }

  get lastChild() {
    return this._last;
  }

  get previousSibling() {
    return this._previous;
  }

  get nextSibling() {
    return this._next;
  }

  // Not live.
  get childNodes() {
    return [...this._children()];
  }

  hasChildNodes() {
    return this._first !== null;
  }

  get isConnected() {
    return this._root() === this._document;
  }

  contains(other) {
    for (let node = other; node; node = node._parent) {
      if (node === this) {
        return true;
      }
    }
    return false;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  insertBefore(node, reference) {
    if (this.nodeType !== 1 && this.nodeType !== 9 && this.nodeType !== 11 ||
        node.contains(this)) {
      throw domException(this._document, 'HierarchyRequestError',
                         'The node can\'t be put there');
    }
    if (reference && reference._parent !== this) {
      throw domException(this._document, 'NotFoundError',
                         'The reference isn\'t a child');
    }
    if (node._document !== this._document) {
      throw unsupported(this._document, 'Adoption from another document');
    }
    const before = reference === node ? node._next : reference ?? null;
    const nodes = node.nodeType === 11 ? node.childNodes : [node];
    for (const each of nodes) {
      each._parent?.removeChild(each);
      this._link(each, before);
    }
    this._afterInsertion(nodes);
    return node;
  }

  replaceChild(node, child) {
    this.insertBefore(node, child);
    return this.removeChild(child);
  }

  removeChild(child) {
    if (child._parent !== this) {
      throw domException(this._document, 'NotFoundError',
                         'The node isn\'t a child');
    }
    const wasConnected = this.isConnected;
    this._unlink(child);
    if (wasConnected) {
      for (const node of [child, ...child._descendants()]) {
        node._removed?.();
      }
    }
    return child;
  }

  append(...nodes) {
    for (const node of nodes) {
      this.appendChild(this._nodeOf(node));
    }
  }

  prepend(...nodes) {
    const first = this._first;
    for (const node of nodes) {
      this.insertBefore(this._nodeOf(node), first);
    }
  }

  replaceChildren(...nodes) {
    for (const child of this.childNodes) {
      this.removeChild(child);
    }
    this.append(...nodes);
  }

  remove() {
    this._parent?.removeChild(this);
  }

  get textContent() {
    let text = '';
    for (const node of this._descendants()) {
      if (node.nodeType === 3) {
        text += node.data;
      }
    }
    return text;
  }

  set textContent(value) {
    this.replaceChildren(
        ...(value === null || `${value}` === '' ? [] : [`${value}`]));
  }

  _nodeOf(value) {
    return value instanceof Node
        ? value
        : this._document.createTextNode(`${value}`);
  }

  _link(node, before) {
    const previous = before ? before._previous : this._last;
    node._parent = this;
    node._previous = previous;
    node._next = before;
    if (previous) {
      previous._next = node;
    } else {
      this._first = node;
    }
    if (before) {
      before._previous = node;
    } else {
      this._last = node;
    }
  }

  _unlink(node) {
    if (node._previous) {
      node._previous._next = node._next;
    } else {
      this._first = node._next;
    }
    if (node._next) {
      node._next._previous = node._previous;
    } else {
      this._last = node._previous;
    }
    node._parent = node._previous = node._next = null;
  }

  // The steps of elements that are now in a document, in tree order.
  _afterInsertion(nodes) {
    if (!this.isConnected) {
      return;
    }
    for (const node of nodes) {
      for (const each of [node, ...node._descendants()]) {
        if (each.isConnected) {
          each._inserted?.();
        }
      }
    }
  }

  * _children() {
    for (let child = this._first; child; child = child._next) {
      yield child;
    }
  }

  // In tree order, without this node. It may not change meanwhile.
  * _descendants() {
    let node = this._first;
    while (node) {
      yield node;
      if (node._first) {
        node = node._first;
        continue;
      }
      while (node !== this && !node._next) {
        node = node._parent;
      }
      node = node === this ? null : node._next;
    }
  }

  _root() {
    let node = this;
    while (node._parent) {
      node = node._parent;
    }
    return node;
  }

  get _eventParent() {
    return this._parent;
  }

  _report(error) {
    this._document._report(error);
  }
}

Object.assign(Node, {
  ELEMENT_NODE: 1, TEXT_NODE: 3, COMMENT_NODE: 8, DOCUMENT_NODE: 9,
  DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11,
});
Object.assign(Node.prototype, {
  ELEMENT_NODE: 1, TEXT_NODE: 3, COMMENT_NODE: 8, DOCUMENT_NODE: 9,
  DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11,
});

export class CharacterData extends Node {
  constructor(document, data) {
    super(document);
    this.data = data;
  }

  get length() {
    return this.data.length;
  }

  get nodeValue() {
    return this.data;
  }

  get textContent() {
    return this.data;
  }

  set textContent(value) {
    this.data = `${value ?? ''}`;
  }
}

export class Text extends CharacterData {
  get nodeType() {
    return 3;
  }

  get nodeName() {
    return '#text';
  }
}

export class Comment extends CharacterData {
  get nodeType() {
    return 8;
  }

  get nodeName() {
    return '#comment';
  }
}

export class DocumentType extends Node {
  constructor(document, name, publicId, systemId) {
    super(document);
    Object.assign(this, { name, publicId, systemId });
  }

  get nodeType() {
    return 10;
  }

  get nodeName() {
    return this.name;
  }

  get textContent() {
    return null;
  }
}

export class DocumentFragment extends Node {
  get nodeType() {
    return 11;
  }

  get nodeName() {
    return '#document-fragment';
  }
}
