// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// MIME types, as the MIME Sniffing Standard parses them.
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type

const TOKEN = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/;
const QUOTED = /^[\t\x20-\x7E\x80-\xFF]*$/;

// Splits "; name=value; name="quoted"" into pairs, the value as it's meant.
function* parameters(text) {
  let rest = text;
  while (rest !== '') {
    const [, name, after] = /^;[\t\n\r ]*([^;=]*)(.*)$/s.exec(rest);
    if (!after.startsWith('=')) {
      rest = after;
      continue;
    }
    if (after.startsWith('="')) {
      const [whole, quoted] = /^="((?:[^"\\]|\\.)*)\\?(?:"|$)/s.exec(after);
      yield [name, quoted.replace(/\\(.)/gs, '$1')];
      rest = after.slice(whole.length).replace(/^[^;]*/, '');
    } else {
      const [whole, value] = /^=([^;]*)/.exec(after);
      const trimmed = value.replace(/[\t\n\r ]+$/, '');
      if (trimmed !== '') {
        yield [name, trimmed];
      }
      rest = after.slice(whole.length);
    }
  }
}

// { essence, parameters }, or null if `text` is none. The parameters are a map.
export function parseMimeType(text) {
  const [, type, subtype, rest] =
      /^[\t\n\r ]*([^/;]*)\/?([^;]*)(.*)$/s.exec(text);
  const name = subtype.replace(/[\t\n\r ]+$/, '');
  if (!TOKEN.test(type) || !TOKEN.test(name)) {
    return null;
  }
  const map = new Map();
  for (const [key, value] of parameters(rest)) {
    const lower = key.toLowerCase();
    if (TOKEN.test(lower) && QUOTED.test(value) && !map.has(lower)) {
      map.set(lower, value);
    }
  }
  return { essence: `${type}/${name}`.toLowerCase(), parameters: map };
}

// The charset that a Content-Type names, or undefined.
export function charsetOf(contentType) {
  return parseMimeType(contentType ?? '')?.parameters.get('charset');
}
