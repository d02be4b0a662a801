// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Submitting forms: HTML's *entry list*, the encoding of a form, and where it
// is submitted to.
// https://html.spec.whatwg.org/#form-submission-algorithm

import { serializeUrl } from '../urls.js';
import { unsupported } from './exceptions.js';
import { getEncoding, outputEncoding } from './sniff.js';

const { percentEncodeHook } = globalThis;

// *Pick an encoding for the form*.
function formEncoding(form) {
  const labels = form.getAttribute('accept-charset');
  if (labels === null) {
    return outputEncoding(form._document.characterSet);
  }
  for (const label of labels.split(/[\t\n\f\r ]+/)) {
    const encoding = getEncoding(label);
    if (encoding !== null) {
      return outputEncoding(encoding);
    }
  }
  return 'UTF-8';
}

function isDisabled(control) {
  return control.hasAttribute('disabled') ||
      control.closest('fieldset[disabled]') !== null;
}

// *Constructing the entry list*: pairs of strings. Buttons aren't submitters
// here, as in form.submit().
function entryList(form, encoding) {
  const entries = [];
  for (const control of form.elements) {
    const name = control.getAttribute('name') ?? '';
    if (isDisabled(control) || control.closest('datalist') !== null) {
      continue;
    }
    switch (control.localName) {
      case 'textarea':
        break;
      case 'input':
        switch (control.type) {
          case 'submit':
          case 'reset':
          case 'button':
          case 'image':
            continue;
          case 'checkbox':
          case 'radio':
            if (!control.checked) {
              continue;
            }
            break;
          case 'file':
            throw unsupported(form._document, 'A form with files');
        }
        break;
      case 'button':
      case 'fieldset':
      case 'output':
        continue;
      default:
        throw unsupported(form._document,
                          `<${control.localName}> in a form`);
    }
    if (name === '') {
      continue;
    }
    const isCharset = control.type === 'hidden' &&
        name.toLowerCase() === '_charset_';
    entries.push([name, isCharset ? encoding : control.value]);
    if (control.hasAttribute('dirname')) {
      throw unsupported(form._document, 'dirname');
    }
  }
  return entries;
}

// Line breaks are CR LF in what is submitted.
const normalize = (text) => text.replace(/\r\n?|\n/g, '\r\n');

// The *application/x-www-form-urlencoded serializer*.
function serializeEntries(entries, encoding) {
  const encode = (text) => percentEncodeHook(
      normalize(text), encoding, 'application/x-www-form-urlencoded');
  return entries.map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join('&');
}

// The URL that a submission by GET navigates to: *mutate action URL*.
export function submissionUrl(form) {
  const encoding = formEncoding(form);
  const document = form._document;
  const action = form.getAttribute('action');
  const url = document._parseUrl(
      action === null || action === '' ? document.URL : action);
  if (url === null) {
    return null;
  }
  if (form.method !== 'get') {
    throw unsupported(document, `A form with method ${form.method}`);
  }
  if (!['http', 'https', 'data'].includes(url.scheme)) {
    throw unsupported(document,
                      `A form whose action is ${serializeUrl(url)}`);
  }
  return {
    ...url,
    query: serializeEntries(entryList(form, encoding), encoding),
  };
}
