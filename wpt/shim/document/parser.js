// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// HTML by npm's parse5, which builds our nodes and stops for scripts.

import { requirePackage } from '../require.js';
import { createElement } from './html.js';
import { Comment, DocumentType, Text } from './nodes.js';

const { Parser } = requirePackage('parse5/dist/cjs/parser/index.js');
const { serialize } = requirePackage('parse5');

// What ends a parse whose encoding a <meta> shows to be wrong.
export class EncodingChange {
  constructor(encoding) {
    this.encoding = encoding;
  }
}

function insertText(parent, text, before) {
  const previous = before ? before._previous : parent._last;
  if (previous?.nodeType === 3) {
    previous.data += text;
  } else {
    parent._link(new Text(parent._document ?? parent, text), before);
  }
}

// parse5's *tree adapter*. Nodes of the parser get into the tree without what
// the DOM's methods check.
function treeAdapter(document) {
  function insert(parent, node, before) {
    parent._link(node, before);
    if (node._inserted !== undefined && node.isConnected) {
      node._inserted();
    }
    if (node.localName === 'meta' && node.isConnected) {
      document._metaInserted(node);
    }
  }

  return {
    createDocument: () => document,
    createDocumentFragment: () => document.createDocumentFragment(),
    createElement(name, namespace, attributes) {
      const element = createElement(document, name, namespace);
      element._ofParser = true;
      for (const { prefix, name: local, value } of attributes) {
        element._attributes.set(prefix ? `${prefix}:${local}` : local, value);
      }
      if (element._attributeChanged !== undefined) {
        for (const { name: local } of attributes) {
          element._attributeChanged(local);
        }
      }
      return element;
    },
    createCommentNode: (data) => new Comment(document, data),
    createTextNode: (data) => new Text(document, data),
    appendChild: (parent, node) => insert(parent, node, null),
    insertBefore: insert,
    setTemplateContent(template, content) {
      template._content = content;
    },
    getTemplateContent: (template) => template.content,
    setDocumentType(_, name, publicId, systemId) {
      document._link(new DocumentType(document, name, publicId, systemId),
                     null);
    },
    setDocumentMode(_, mode) {
      document._mode = mode;
    },
    getDocumentMode: () => document._mode,
    detachNode(node) {
      node._parent?._unlink(node);
    },
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: insertText,
    adoptAttributes(element, attributes) {
      for (const { name, value } of attributes) {
        if (!element.hasAttribute(name)) {
          element.setAttribute(name, value);
        }
      }
    },
    getFirstChild: (node) => node._first,
    getChildNodes: (node) => node.childNodes,
    getParentNode: (node) => node._parent,
    getAttrList: (element) => element.attributes,
    getTagName: (element) => element.localName,
    getNamespaceURI: (element) => element.namespaceURI,
    getTextNodeContent: (node) => node.data,
    getCommentNodeContent: (node) => node.data,
    getDocumentTypeNodeName: (node) => node.name,
    getDocumentTypeNodePublicId: (node) => node.publicId,
    getDocumentTypeNodeSystemId: (node) => node.systemId,
    isTextNode: (node) => node.nodeType === 3,
    isCommentNode: (node) => node.nodeType === 8,
    isDocumentTypeNode: (node) => node.nodeType === 10,
    isElementNode: (node) => node.nodeType === 1,
    setNodeSourceCodeLocation() {},
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
  };
}

// Parses `text` into an empty document. Each script runs as soon as its end tag
// is there.
export function parseInto(document, text) {
  const parser = new Parser(
      { treeAdapter: treeAdapter(document), scriptingEnabled: true }, document,
      null, (script) => script._prepare?.());
  parser.tokenizer.write(text, true);
}

export function parseFragment(text, context) {
  const parser = Parser.getFragmentParser(context, {
    treeAdapter: treeAdapter(context._document), scriptingEnabled: true,
  });
  parser.tokenizer.write(text, true);
  const fragment = parser.getFragment();
  for (const element of fragment.querySelectorAll('script')) {
    // These never run.
    element._started = true;
  }
  return fragment;
}

export function serializeChildren(element) {
  return serialize(element, { treeAdapter: treeAdapter(element._document) });
}
