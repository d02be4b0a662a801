// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What fetch() and XMLHttpRequest have in common: a GET for a URL of the suite
// or a data: URL, and text out of its answer.

import { charsetOf, parseMimeType } from './mime.js';

const { atob, decodeHook } = globalThis;

// Percent-decodes a string of ASCII; what isn't is UTF-8.
function percentDecode(text) {
  const input = new TextEncoder().encode(text);
  const output = new Uint8Array(input.length);
  let length = 0;
  for (let i = 0; i < input.length; ++i) {
    const hex = input[i] === 0x25 &&
        /^[0-9A-Fa-f]{2}$/.exec(
            String.fromCharCode(input[i + 1], input[i + 2]));
    if (hex) {
      output[length++] = parseInt(hex[0], 16);
      i += 2;
    } else {
      output[length++] = input[i];
    }
  }
  return output.slice(0, length);
}

// The Fetch Standard's data: URL processor; null if it's malformed.
// https://fetch.spec.whatwg.org/#data-url-processor
export function readDataUrl(url) {
  const [, head, body] =
      /^data:([^,]*),([^#]*)/is.exec(url) ?? [];
  if (head === undefined) {
    return null;
  }
  let bytes = percentDecode(body);
  const base64 = /; *base64$/i;
  let type = head.trim();
  if (base64.test(type)) {
    type = type.replace(base64, '');
    try {
      const text = atob(String.fromCharCode(...bytes));
      bytes = Uint8Array.from(text, (unit) => unit.charCodeAt(0));
    } catch {
      return null;
    }
  }
  if (type.startsWith(';')) {
    type = `text/plain${type}`;
  }
  const contentType =
      parseMimeType(type) ? type : 'text/plain;charset=US-ASCII';
  return { bytes, contentType, headers: [['content-type', contentType]] };
}

// `url` is a data: URL or a path of the suite with its query. Returns
// { status, statusText, bytes, contentType, headers }; null for what would be a
// network error.
export function get(suite, url) {
  if (/^data:/i.test(url)) {
    const answer = readDataUrl(url);
    return answer && { status: 200, statusText: 'OK', ...answer };
  }
  const file = suite.read(url);
  return file !== null
      ? { status: 200, statusText: 'OK', ...file }
      : { status: 404, statusText: 'Not Found', bytes: new Uint8Array(0),
          contentType: 'text/html', headers: [] };
}

// *Get an encoding*: whether the standard knows a label.
let labels;
function isLabel(label) {
  labels ??= new Set(globalThis.encodingExtras.encodings().flatMap(
      (encoding) => encoding.labels));
  return labels.has(
      label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase());
}

// *Decode*, with the charset of the first of the MIME types that has one. That,
// or UTF-8 if it's none that the standard knows.
export function decodeText(bytes, ...contentTypes) {
  for (const type of contentTypes) {
    const charset = charsetOf(type);
    if (charset !== undefined) {
      return decodeHook(bytes, isLabel(charset) ? charset : 'utf-8');
    }
  }
  return decodeHook(bytes, 'utf-8');
}
