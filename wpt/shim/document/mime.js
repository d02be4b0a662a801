// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// MIME types, as the MIME Sniffing Standard parses them, and which of them make
// documents of which kind.

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const QUOTED_TEXT = /^[\t\x20-\x7E\x80-\xFF]*$/;
const trim = (text) => text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
const trimEnd = (text) => text.replace(/[\t\n\r ]+$/, '');

// { essence, parameters }, a Map by names in lower case; null if it's invalid.
export function parseMimeType(input) {
  const text = trim(input);
  const semicolon = text.indexOf(';');
  const full = trimEnd(semicolon < 0 ? text : text.slice(0, semicolon));
  const slash = full.indexOf('/');
  if (!TOKEN.test(full.slice(0, Math.max(slash, 0))) ||
      !TOKEN.test(full.slice(slash + 1))) {
    return null;
  }
  const parameters = new Map();
  let at = semicolon < 0 ? text.length : semicolon;
  // Always at a ";" or at the end.
  while (at < text.length) {
    const [space, name] = /^[\t\n\r ]*([^;=]*)/.exec(text.slice(at + 1));
    at += 1 + space.length;
    if (text[at] !== '=') {
      continue;
    }
    ++at;
    let value;
    if (text[at] === '"') {
      value = '';
      for (++at; at < text.length && text[at] !== '"'; ++at) {
        if (text[at] === '\\' && at + 1 < text.length) {
          ++at;
        }
        value += text[at];
      }
      while (at < text.length && text[at] !== ';') {
        ++at;
      }
    } else {
      const [raw] = /^[^;]*/.exec(text.slice(at));
      at += raw.length;
      value = trimEnd(raw);
      if (value === '') {
        continue;
      }
    }
    const key = name.toLowerCase();
    if (TOKEN.test(name) && QUOTED_TEXT.test(value) && !parameters.has(key)) {
      parameters.set(key, value);
    }
  }
  return { essence: full.toLowerCase(), parameters };
}

const SCRIPTS = new Set([
  'application/ecmascript', 'application/javascript',
  'application/x-ecmascript', 'application/x-javascript', 'text/ecmascript',
  'text/javascript', 'text/javascript1.0', 'text/javascript1.1',
  'text/javascript1.2', 'text/javascript1.3', 'text/javascript1.4',
  'text/javascript1.5', 'text/jscript', 'text/livescript',
  'text/x-ecmascript', 'text/x-javascript',
]);

export function isJavaScript(essence) {
  return SCRIPTS.has(essence);
}

export function isJson(essence) {
  return essence === 'application/json' || essence === 'text/json' ||
      essence.endsWith('+json');
}

export function isXml(essence) {
  return essence === 'application/xml' || essence === 'text/xml' ||
      essence.endsWith('+xml');
}

// 'html', 'xml', 'text', or null for what isn't shown as a document.
export function documentKind(essence) {
  if (essence === 'text/html') {
    return 'html';
  }
  if (isXml(essence)) {
    return 'xml';
  }
  return isJavaScript(essence) || isJson(essence) ||
      ['text/plain', 'text/css', 'text/vtt'].includes(essence) ? 'text' : null;
}
