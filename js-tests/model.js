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

// A decoder is a function of a byte, or of kEnd, and of an `out` with
//   emit(codePoint)    output
//   error()            one error; may throw, so the state is set before
//   restore(...bytes)  bytes that are read again, next
const kEnd = -1;

const inRange = (byte, first, last) => byte >= first && byte <= last;

// https://encoding.spec.whatwg.org/#utf-8-decoder
function newUtf8Decoder() {
  let codePoint = 0;
  let needed = 0;
  let seen = 0;
  let lower = 0x80;
  let upper = 0xBF;
  return (byte, out) => {
    if (needed === 0) {
      if (byte === kEnd) {
        return;
      }
      if (byte <= 0x7F) {
        out.emit(byte);
      } else if (inRange(byte, 0xC2, 0xDF)) {
        needed = 1;
        codePoint = byte & 0x1F;
      } else if (inRange(byte, 0xE0, 0xEF)) {
        lower = byte === 0xE0 ? 0xA0 : 0x80;
        upper = byte === 0xED ? 0x9F : 0xBF;
        needed = 2;
        codePoint = byte & 0xF;
      } else if (inRange(byte, 0xF0, 0xF4)) {
        lower = byte === 0xF0 ? 0x90 : 0x80;
        upper = byte === 0xF4 ? 0x8F : 0xBF;
        needed = 3;
        codePoint = byte & 0x7;
      } else {
        out.error();
      }
      return;
    }
    const continues = inRange(byte, lower, upper);
    lower = 0x80;
    upper = 0xBF;
    if (!continues) {
      needed = seen = 0;
      if (byte !== kEnd) {
        out.restore(byte);
      }
      out.error();
      return;
    }
    codePoint = (codePoint << 6) | (byte & 0x3F);
    if (++seen === needed) {
      needed = seen = 0;
      out.emit(codePoint);
    }
  };
}

// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
function newUtf16Decoder(bigEndian) {
  let leadByte = null;
  let leadSurrogate = null;
  return (byte, out) => {
    if (byte === kEnd) {
      if (leadByte !== null || leadSurrogate !== null) {
        leadByte = leadSurrogate = null;
        out.error();
      }
      return;
    }
    if (leadByte === null) {
      leadByte = byte;
      return;
    }
    const unit = bigEndian ? (leadByte << 8) | byte : (byte << 8) | leadByte;
    const first = leadByte;
    leadByte = null;
    if (leadSurrogate !== null) {
      const lead = leadSurrogate;
      leadSurrogate = null;
      if (inRange(unit, 0xDC00, 0xDFFF)) {
        out.emit(0x10000 + ((lead - 0xD800) << 10) + (unit - 0xDC00));
      } else {
        out.restore(first, byte);
        out.error();
      }
    } else if (inRange(unit, 0xD800, 0xDBFF)) {
      leadSurrogate = unit;
    } else if (inRange(unit, 0xDC00, 0xDFFF)) {
      out.error();
    } else {
      out.emit(unit);
    }
  };
}

const indexes = { __proto__: null };
for (const name of Object.keys(singleByteIndexes)) {
  indexes[name] = singleByteIndexes[name].trim().split(/\s+/).map(
      (text) => text === '-' ? null : parseInt(text, 16));
}

// https://encoding.spec.whatwg.org/#single-byte-decoder
function newSingleByteDecoder(index) {
  return (byte, out) => {
    if (byte === kEnd) {
      return;
    }
    if (byte < 0x80) {
      out.emit(byte);
    } else if (index[byte - 0x80] === null) {
      out.error();
    } else {
      out.emit(index[byte - 0x80]);
    }
  };
}

// https://encoding.spec.whatwg.org/#x-user-defined-decoder
function newUserDefinedDecoder() {
  return (byte, out) => {
    if (byte !== kEnd) {
      out.emit(byte < 0x80 ? byte : 0xF780 + byte - 0x80);
    }
  };
}

// By lower-case name; multi_byte_model.js adds to it.
const makers = {
  __proto__: null,
  'utf-8': newUtf8Decoder,
  'utf-16le': () => newUtf16Decoder(false),
  'utf-16be': () => newUtf16Decoder(true),
  'x-user-defined': newUserDefinedDecoder,
};
for (const name of Object.keys(indexes)) {
  makers[name] = () => newSingleByteDecoder(indexes[name]);
}

// The decoder of the encoding of that lower-case name, for calls of
//   decode(bytes, isLast, units, error)
// which appends to `units`. An error that throws takes what is unread along.
function newDecoder(name) {
  const step = makers[name]();
  return {
    decode(bytes, isLast, units, error) {
      const restored = [];
      const out = {
        emit: (codePoint) => pushCodePoint(units, codePoint),
        error,
        restore: (...bytes) => { restored.push(...bytes.reverse()); },
      };
      for (let i = 0; i < bytes.length || restored.length !== 0;) {
        step(restored.length !== 0 ? restored.pop() : bytes[i++], out);
      }
      for (let atEnd = !isLast; !atEnd;) {
        const byte = restored.length !== 0 ? restored.pop() : kEnd;
        step(byte, out);
        atEnd = byte === kEnd && restored.length === 0;
      }
    },
  };
}

// What TextDecoder gives for the encoding of that lower-case name: the code
// units, and how many errors there were.
function decode(name, bytes, { ignoreBOM = false } = {}) {
  const units = [];
  let errors = 0;
  newDecoder(name).decode(bytes, true, units, () => {
    ++errors;
    units.push(0xFFFD);
  });
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
  decode, encode, encodeInto, indexes, inRange, kEnd, makers, newDecoder,
  singleByteNames, toText,
  names: ['utf-8', 'utf-16le', 'utf-16be', ...singleByteNames,
          'x-user-defined'],
};

})();
