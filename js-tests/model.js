// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's algorithms over whole inputs, as plainly as they can be said
// in JavaScript: what TextDecoder and TextEncoder are compared with. Text is
// an array of code units here.

'use strict';

include('single_byte_indexes.js');

globalThis.model = (() => {

function pushCodePoint(units, codePoint) {
  if (codePoint < 0x10000) {
    units.push(codePoint);
  } else {
    units.push(0xD800 + ((codePoint - 0x10000) >> 10),
               0xDC00 + ((codePoint - 0x10000) & 0x3FF));
  }
}

// https://encoding.spec.whatwg.org/#utf-8-decoder
function decodeUtf8(bytes, units, error) {
  let codePoint = 0;
  let needed = 0;
  let seen = 0;
  let lower = 0x80;
  let upper = 0xBF;
  for (let i = 0; i < bytes.length; ++i) {
    const byte = bytes[i];
    if (needed === 0) {
      if (byte <= 0x7F) {
        units.push(byte);
      } else if (byte >= 0xC2 && byte <= 0xDF) {
        needed = 1;
        codePoint = byte & 0x1F;
      } else if (byte >= 0xE0 && byte <= 0xEF) {
        lower = byte === 0xE0 ? 0xA0 : 0x80;
        upper = byte === 0xED ? 0x9F : 0xBF;
        needed = 2;
        codePoint = byte & 0xF;
      } else if (byte >= 0xF0 && byte <= 0xF4) {
        lower = byte === 0xF0 ? 0x90 : 0x80;
        upper = byte === 0xF4 ? 0x8F : 0xBF;
        needed = 3;
        codePoint = byte & 0x7;
      } else {
        error();
      }
      continue;
    }
    const continues = byte >= lower && byte <= upper;
    lower = 0x80;
    upper = 0xBF;
    if (!continues) {
      needed = seen = 0;
      error();
      --i;
      continue;
    }
    codePoint = (codePoint << 6) | (byte & 0x3F);
    if (++seen === needed) {
      pushCodePoint(units, codePoint);
      needed = seen = 0;
    }
  }
  if (needed !== 0) {
    error();
  }
}

// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
function decodeUtf16(bigEndian, bytes, units, error) {
  let leadByte = null;
  let leadSurrogate = null;
  for (const byte of bytes) {
    if (leadByte === null) {
      leadByte = byte;
      continue;
    }
    const unit = bigEndian ? (leadByte << 8) | byte : (byte << 8) | leadByte;
    leadByte = null;
    if (leadSurrogate !== null) {
      const lead = leadSurrogate;
      leadSurrogate = null;
      if (unit >= 0xDC00 && unit <= 0xDFFF) {
        units.push(lead, unit);
        continue;
      }
      // The unit is read again.
      error();
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      leadSurrogate = unit;
    } else if (unit >= 0xDC00 && unit <= 0xDFFF) {
      error();
    } else {
      units.push(unit);
    }
  }
  if (leadByte !== null || leadSurrogate !== null) {
    error();
  }
}

const indexes = { __proto__: null };
for (const name of Object.keys(singleByteIndexes)) {
  indexes[name] = singleByteIndexes[name].trim().split(/\s+/).map(
      (text) => text === '-' ? null : parseInt(text, 16));
}

// https://encoding.spec.whatwg.org/#single-byte-decoder
function decodeSingleByte(index, bytes, units, error) {
  for (const byte of bytes) {
    if (byte < 0x80) {
      units.push(byte);
    } else if (index[byte - 0x80] === null) {
      error();
    } else {
      units.push(index[byte - 0x80]);
    }
  }
}

// https://encoding.spec.whatwg.org/#x-user-defined-decoder
function decodeUserDefined(bytes, units) {
  for (const byte of bytes) {
    units.push(byte < 0x80 ? byte : 0xF780 + byte - 0x80);
  }
}

// What TextDecoder gives for the encoding of that lower-case name: the code
// units, and how many errors there were.
function decode(name, bytes, { ignoreBOM = false } = {}) {
  const units = [];
  let errors = 0;
  const error = () => {
    ++errors;
    units.push(0xFFFD);
  };
  if (name === 'utf-8') {
    decodeUtf8(bytes, units, error);
  } else if (name === 'utf-16le' || name === 'utf-16be') {
    decodeUtf16(name === 'utf-16be', bytes, units, error);
  } else if (name === 'x-user-defined') {
    decodeUserDefined(bytes, units);
  } else {
    decodeSingleByte(indexes[name], bytes, units, error);
  }
  if (name.startsWith('utf-') && !ignoreBOM && units[0] === 0xFEFF) {
    units.shift();
  }
  return { text: toText(units), errors };
}

function toText(units) {
  let text = '';
  for (let i = 0; i < units.length; i += 4096) {
    text += String.fromCharCode(...units.slice(i, i + 4096));
  }
  return text;
}

// What encodeInto() does with a destination of `room` bytes.
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
function encodeInto(text, room) {
  const bytes = [];
  let read = 0;
  while (read < text.length) {
    let codePoint = text.codePointAt(read);
    const length = codePoint > 0xFFFF ? 2 : 1;
    if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
      codePoint = 0xFFFD;
    }
    const encoded =
        codePoint < 0x80 ? [codePoint]
        : codePoint < 0x800 ?
            [0xC0 | codePoint >> 6, 0x80 | codePoint & 0x3F]
        : codePoint < 0x10000 ?
            [0xE0 | codePoint >> 12, 0x80 | codePoint >> 6 & 0x3F,
             0x80 | codePoint & 0x3F]
        : [0xF0 | codePoint >> 18, 0x80 | codePoint >> 12 & 0x3F,
           0x80 | codePoint >> 6 & 0x3F, 0x80 | codePoint & 0x3F];
    if (bytes.length + encoded.length > room) {
      break;
    }
    bytes.push(...encoded);
    read += length;
  }
  return { read, bytes: Uint8Array.from(bytes) };
}

function encode(text) {
  return encodeInto(text, Infinity).bytes;
}

const singleByteNames = Object.keys(indexes);
return {
  decode, encode, encodeInto, indexes, singleByteNames,
  names: ['utf-8', 'utf-16le', 'utf-16be', ...singleByteNames,
          'x-user-defined'],
};

})();
