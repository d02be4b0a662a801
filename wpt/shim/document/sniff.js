// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which encoding a document has: labels, byte order marks, and HTML's *encoding
// sniffing algorithm* with its prescan.
// https://html.spec.whatwg.org/#determining-the-character-encoding

import { parseMimeType } from '../mime.js';
import { isJson, isXml } from './types.js';

const { decodeHook, TextDecoder } = globalThis;

// As the standard's table of names and labels spells them; TextDecoder's are in
// lower case.
function standardName(name) {
  switch (name) {
    case 'shift_jis':
      return 'Shift_JIS';
    case 'big5':
      return 'Big5';
    case 'gbk':
      return 'GBK';
    default:
      return /^(?:utf|iso|euc|koi|ibm)/.test(name) ? name.toUpperCase() : name;
  }
}

function nameOf(label) {
  try {
    return standardName(new TextDecoder(label).encoding);
  } catch {
    // There's no TextDecoder for replacement, but there is that encoding.
  }
  try {
    decodeHook(new Uint8Array(), label);
    return 'replacement';
  } catch {
    return null;
  }
}

const names = new Map();

// *Get an encoding*, as the library does: its name, or null.
export function getEncoding(label) {
  if (!names.has(label)) {
    names.set(label, nameOf(label));
  }
  return names.get(label);
}

// *Get an output encoding*.
export function outputEncoding(name) {
  return name === 'replacement' || name.startsWith('UTF-16') ? 'UTF-8' : name;
}

// *BOM sniff*.
function bomSniff(bytes) {
  const [a, b, c] = bytes;
  if (a === 0xEF && b === 0xBB && c === 0xBF) {
    return 'UTF-8';
  }
  if (a === 0xFE && b === 0xFF) {
    return 'UTF-16BE';
  }
  return a === 0xFF && b === 0xFE ? 'UTF-16LE' : null;
}

// *Extracting a character encoding from a meta element*, its content attribute.
const SPACES = '[\\t\\n\\f\\r ]*';
const CHARSET = new RegExp(
    `charset${SPACES}=${SPACES}` +
    `(?:"([^"]*)"|'([^']*)'|([^"'\\t\\n\\f\\r ;][^\\t\\n\\f\\r ;]*))`, 'i');

export function charsetOfContent(content) {
  const match = CHARSET.exec(content);
  return match && getEncoding(match[1] ?? match[2] ?? match[3]);
}

// What a declaration inside of a document stands for: it was read as ASCII, so
// it can't be UTF-16.
export function declaredEncoding(name) {
  return name?.startsWith('UTF-16') ? 'UTF-8'
      : name === 'x-user-defined' ? 'windows-1252'
      : name;
}

const PRESCANNED = 1024;
const SPACE = /[\t\n\f\r ]/;

// *Get an attribute*, of the prescan: [name, value] and the place behind it, or
// null at the end of the tag. Throws END at the end of the bytes.
const END = Symbol('end of the prescan');

function prescanAttribute(text, start) {
  let at = start;
  const next = () => {
    if (at >= text.length) {
      throw END;
    }
    return text[at];
  };
  const skipSpace = () => {
    while (SPACE.test(next())) {
      ++at;
    }
  };
  while (SPACE.test(next()) || next() === '/') {
    ++at;
  }
  if (next() === '>') {
    return null;
  }
  let name = '';
  while (!(next() === '=' && name !== '') && !/[\t\n\f\r />]/.test(next())) {
    name += text[at++];
  }
  name = name.toLowerCase();
  skipSpace();
  if (next() !== '=') {
    return { name, value: '', at };
  }
  ++at;
  skipSpace();
  let value = '';
  const quote = next();
  if (quote === '"' || quote === "'") {
    for (++at; next() !== quote; ++at) {
      value += text[at];
    }
    ++at;
  } else {
    while (!/[\t\n\f\r >]/.test(next())) {
      value += text[at++];
    }
  }
  return { name, value: value.toLowerCase(), at };
}

function prescanMeta(text, start) {
  const seen = new Set();
  let gotPragma = false;
  let needPragma = null;
  let charset;
  let at = start;
  for (;;) {
    const attribute = prescanAttribute(text, at);
    if (attribute === null) {
      break;
    }
    const { name, value } = attribute;
    at = attribute.at;
    if (seen.has(name)) {
      continue;
    }
    seen.add(name);
    if (name === 'http-equiv') {
      gotPragma ||= value === 'content-type';
    } else if (name === 'content') {
      const encoding = charsetOfContent(value);
      if (encoding !== null && charset === undefined) {
        charset = encoding;
        needPragma = true;
      }
    } else if (name === 'charset') {
      charset = getEncoding(value);
      needPragma = false;
    }
  }
  const counts = needPragma !== null && (!needPragma || gotPragma);
  return { encoding: counts ? declaredEncoding(charset ?? null) : null, at };
}

// *Get an XML encoding*: that of the declaration.
const XML_DECLARATION = new RegExp(
    '^<\\?xml[^>]*?encoding[\\0- ]*=[\\0- ]*' +
    `(?:"([^\\0- "]*)"|'([^\\0- ']*)')[^>]*>`);

function xmlEncoding(text) {
  const match = XML_DECLARATION.exec(text);
  return match && declaredEncoding(getEncoding(match[1] ?? match[2]));
}

function prescanTags(text) {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const rest = text.slice(at, at + 6);
    if (rest.startsWith('<!--')) {
      // The "--" may be that of "<!--".
      const end = text.indexOf('-->', at + 2);
      if (end < 0) {
        return null;
      }
      at = end + 2;
    } else if (/^<meta[\t\n\f\r /]/i.test(rest)) {
      const meta = prescanMeta(text, at + 5);
      if (meta.encoding !== null) {
        return meta.encoding;
      }
      at = meta.at;
    } else if (/^<\/?[a-z]/i.test(rest)) {
      at += /^[^\t\n\f\r >]*/.exec(text.slice(at))[0].length;
      let attribute;
      while ((attribute = prescanAttribute(text, at)) !== null) {
        at = attribute.at;
      }
    } else if (/^<[!/?]/.test(rest)) {
      at = text.indexOf('>', at);
      if (at < 0) {
        return null;
      }
    }
  }
  return null;
}

// *Prescan a byte stream to determine its encoding*, of the first 1024 bytes.
export function prescan(bytes) {
  const text = String.fromCharCode(...bytes.subarray(0, PRESCANNED));
  if (text.startsWith('<\0?\0x\0')) {
    return 'UTF-16LE';
  }
  if (text.startsWith('\0<\0?\0x')) {
    return 'UTF-16BE';
  }
  try {
    return prescanTags(text) ?? xmlEncoding(text);
  } catch (error) {
    if (error === END) {
      return xmlEncoding(text);
    }
    throw error;
  }
}

// The encoding of a document and whether a later <meta> may change it.
// `contentType` is what the server says, `parentEncoding` that of the document
// around it, or null if there's none or it's of another origin.
export function sniffEncoding(bytes, contentType, parentEncoding) {
  const type = parseMimeType(contentType);
  const certain = (encoding) => ({ encoding, tentative: false });
  const marked = bomSniff(bytes);
  if (marked !== null) {
    return certain(marked);
  }
  const transport = getEncoding(type.parameters.get('charset') ?? '');
  if (transport !== null) {
    return certain(transport);
  }
  if (isJson(type.essence)) {
    return certain('UTF-8');
  }
  if (isXml(type.essence)) {
    return certain(xmlEncoding(
        String.fromCharCode(...bytes.subarray(0, PRESCANNED))) ?? 'UTF-8');
  }
  const isHtml = type.essence === 'text/html';
  const declared = isHtml ? prescan(bytes) : null;
  const inherited =
      parentEncoding?.startsWith('UTF-16') ? null : parentEncoding;
  return {
    encoding: declared ?? inherited ?? 'windows-1252',
    tentative: isHtml,
  };
}
