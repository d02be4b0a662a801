// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's decoders of several bytes a character, for model.js. Of the
// indexes nothing is here: an entry is what the TextDecoder that is tested makes
// of the entry's own bytes, alone and with fatal set. src/tables/tables_test.cc
// compares all entries with the standard's.

'use strict';

(() => {
const { inRange, kEnd, makers } = globalThis.model;
const { TextDecoder } = globalThis;

const isAscii = (byte) => inRange(byte, 0, 0x7F);

// The code point of a pointer, or null; `toBytes` gives the pointer's bytes.
function newIndex(name, toBytes) {
  const known = new Map();
  return (pointer) => {
    if (pointer === null) {
      return null;
    }
    if (!known.has(pointer)) {
      let codePoint = null;
      try {
        codePoint = new TextDecoder(name, { fatal: true })
                        .decode(Uint8Array.from(toBytes(pointer)))
                        .codePointAt(0);
      } catch {
        // There's no such entry.
      }
      known.set(pointer, codePoint);
    }
    return known.get(pointer);
  };
}

const rowBytes = (pointer) =>
    [Math.floor(pointer / 94) + 0xA1, pointer % 94 + 0xA1];
const gb18030 = newIndex('gb18030', (pointer) => {
  const trail = pointer % 190;
  return [Math.floor(pointer / 190) + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41)];
});
const gb18030Ranges = newIndex('gb18030', (pointer) => [
  Math.floor(pointer / 12600) + 0x81, Math.floor(pointer / 1260) % 10 + 0x30,
  Math.floor(pointer / 10) % 126 + 0x81, pointer % 10 + 0x30,
]);
const big5 = newIndex('big5', (pointer) => {
  const trail = pointer % 157;
  return [Math.floor(pointer / 157) + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62)];
});
const jis0208 = newIndex('shift_jis', (pointer) => {
  const lead = Math.floor(pointer / 188);
  const trail = pointer % 188;
  return [lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41)];
});
const jis0212 = newIndex('euc-jp', (pointer) => [0x8F, ...rowBytes(pointer)]);
const eucKr = newIndex('euc-kr', (pointer) =>
    [Math.floor(pointer / 190) + 0x81, pointer % 190 + 0x41]);

// The end of a sequence: the code point, or an error that gives back ASCII.
function finish(byte, codePoint, out) {
  if (codePoint !== null) {
    out.emit(codePoint);
    return;
  }
  if (isAscii(byte)) {
    out.restore(byte);
  }
  out.error();
}

// https://encoding.spec.whatwg.org/#gb18030-decoder
function newGb18030Decoder() {
  let first = 0;
  let second = 0;
  let third = 0;
  return (byte, out) => {
    const [lead, two, three] = [first, second, third];
    first = second = third = 0;
    if (byte === kEnd) {
      if (lead !== 0) {
        out.error();
      }
    } else if (three !== 0) {
      if (!inRange(byte, 0x30, 0x39)) {
        out.restore(two, three, byte);
        out.error();
        return;
      }
      const pointer = (lead - 0x81) * 12600 + (two - 0x30) * 1260 +
                      (three - 0x81) * 10 + byte - 0x30;
      const isOutside = inRange(pointer, 39420, 188999) || pointer > 1237575;
      finish(kEnd, isOutside ? null : gb18030Ranges(pointer), out);
    } else if (two !== 0) {
      if (inRange(byte, 0x81, 0xFE)) {
        [first, second, third] = [lead, two, byte];
        return;
      }
      out.restore(two, byte);
      out.error();
    } else if (lead !== 0) {
      if (inRange(byte, 0x30, 0x39)) {
        [first, second] = [lead, byte];
        return;
      }
      finish(byte, gb18030(
          inRange(byte, 0x40, 0x7E) || inRange(byte, 0x80, 0xFE) ?
              (lead - 0x81) * 190 + byte - (byte < 0x7F ? 0x40 : 0x41) : null),
             out);
    } else if (isAscii(byte)) {
      out.emit(byte);
    } else if (byte === 0x80) {
      out.emit(0x20AC);
    } else if (byte !== 0xFF) {
      first = byte;
    } else {
      out.error();
    }
  };
}

// What Big5, EUC-KR and Shift_JIS share: `single` gives what a first byte is by
// itself, undefined where it leads, null where it's nothing; `double` ends two.
function newTwoByteDecoder(single, double) {
  let lead = 0;
  return (byte, out) => {
    const first = lead;
    lead = 0;
    if (byte === kEnd) {
      if (first !== 0) {
        out.error();
      }
      return;
    }
    if (first !== 0) {
      double(first, byte, out);
      return;
    }
    const codePoint = isAscii(byte) ? byte : single(byte);
    if (codePoint === undefined) {
      lead = byte;
    } else {
      finish(kEnd, codePoint, out);
    }
  };
}

const kBig5Pairs = new Map([
  [1133, [0xCA, 0x304]], [1135, [0xCA, 0x30C]], [1164, [0xEA, 0x304]],
  [1166, [0xEA, 0x30C]],
]);

// https://encoding.spec.whatwg.org/#big5-decoder
const newBig5Decoder = () => newTwoByteDecoder(
    (byte) => inRange(byte, 0x81, 0xFE) ? undefined : null,
    (lead, byte, out) => {
      const pointer =
          inRange(byte, 0x40, 0x7E) || inRange(byte, 0xA1, 0xFE) ?
              (lead - 0x81) * 157 + byte - (byte < 0x7F ? 0x40 : 0x62) : null;
      const pair = kBig5Pairs.get(pointer);
      if (pair !== undefined) {
        pair.forEach(out.emit);
      } else {
        finish(byte, big5(pointer), out);
      }
    });

// https://encoding.spec.whatwg.org/#euc-kr-decoder
const newEucKrDecoder = () => newTwoByteDecoder(
    (byte) => inRange(byte, 0x81, 0xFE) ? undefined : null,
    (lead, byte, out) => finish(byte, eucKr(
        inRange(byte, 0x41, 0xFE) ? (lead - 0x81) * 190 + byte - 0x41 : null),
                                out));

// https://encoding.spec.whatwg.org/#shift_jis-decoder
const newShiftJisDecoder = () => newTwoByteDecoder(
    (byte) => byte === 0x80 ? byte
            : inRange(byte, 0xA1, 0xDF) ? 0xFF61 - 0xA1 + byte
            : byte === 0xA0 || byte > 0xFC ? null : undefined,
    (lead, byte, out) => {
      const pointer =
          inRange(byte, 0x40, 0x7E) || inRange(byte, 0x80, 0xFC) ?
              (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + byte -
                  (byte < 0x7F ? 0x40 : 0x41) : null;
      if (pointer !== null && inRange(pointer, 8836, 10715)) {
        out.emit(0xE000 - 8836 + pointer);
      } else {
        finish(byte, jis0208(pointer), out);
      }
    });

// https://encoding.spec.whatwg.org/#euc-jp-decoder
function newEucJpDecoder() {
  let isJis0212 = false;
  let lead = 0;
  return (byte, out) => {
    const first = lead;
    lead = 0;
    if (byte === kEnd) {
      isJis0212 = false;
      if (first !== 0) {
        out.error();
      }
    } else if (first === 0x8E && inRange(byte, 0xA1, 0xDF)) {
      out.emit(0xFF61 - 0xA1 + byte);
    } else if (first === 0x8F && inRange(byte, 0xA1, 0xFE)) {
      isJis0212 = true;
      lead = byte;
    } else if (first !== 0) {
      const index = isJis0212 ? jis0212 : jis0208;
      isJis0212 = false;
      finish(byte, index(
          inRange(first, 0xA1, 0xFE) && inRange(byte, 0xA1, 0xFE) ?
              (first - 0xA1) * 94 + byte - 0xA1 : null), out);
    } else if (isAscii(byte)) {
      out.emit(byte);
    } else if (byte === 0x8E || byte === 0x8F || inRange(byte, 0xA1, 0xFE)) {
      lead = byte;
    } else {
      out.error();
    }
  };
}

// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
function newIso2022JpDecoder() {
  let state = 'ASCII';
  let outputState = 'ASCII';
  let lead = 0;
  let output = false;
  const kSets = {
    __proto__: null, 0x2842: 'ASCII', 0x284A: 'Roman', 0x2849: 'katakana',
    0x2440: 'lead byte', 0x2442: 'lead byte',
  };
  const kSingle = {
    __proto__: null,
    ASCII: (byte) => byte,
    Roman: (byte) => byte === 0x5C ? 0xA5 : byte === 0x7E ? 0x203E : byte,
    katakana: (byte) =>
        inRange(byte, 0x21, 0x5F) ? 0xFF61 - 0x21 + byte : null,
  };
  const escapeFails = (out, ...restored) => {
    out.restore(...restored.filter((byte) => byte !== kEnd));
    output = false;
    state = outputState;
    out.error();
  };
  return (byte, out) => {
    if (state === 'escape start') {
      if (byte === 0x24 || byte === 0x28) {
        lead = byte;
        state = 'escape';
      } else {
        escapeFails(out, byte);
      }
    } else if (state === 'escape') {
      const first = lead;
      lead = 0;
      const set = byte === kEnd ? undefined : kSets[first << 8 | byte];
      if (set === undefined) {
        escapeFails(out, first, byte);
        return;
      }
      state = outputState = set;
      const isSecond = output;
      output = true;
      if (isSecond) {
        out.error();
      }
    } else if (byte === 0x1B) {
      const isError = state === 'trail byte';
      state = 'escape start';
      if (isError) {
        out.error();
      }
    } else if (state === 'trail byte') {
      state = 'lead byte';
      finish(kEnd, jis0208(inRange(byte, 0x21, 0x7E) ?
          (lead - 0x21) * 94 + byte - 0x21 : null), out);
    } else if (byte !== kEnd) {
      output = false;
      if (state === 'lead byte' && inRange(byte, 0x21, 0x7E)) {
        lead = byte;
        state = 'trail byte';
        return;
      }
      const isNone = state === 'lead byte' || !isAscii(byte) ||
                     state !== 'katakana' && (byte === 0x0E || byte === 0x0F);
      finish(kEnd, isNone ? null : kSingle[state](byte), out);
    }
  };
}

Object.assign(makers, {
  'gbk': newGb18030Decoder,
  'gb18030': newGb18030Decoder,
  'big5': newBig5Decoder,
  'euc-jp': newEucJpDecoder,
  'iso-2022-jp': newIso2022JpDecoder,
  'shift_jis': newShiftJisDecoder,
  'euc-kr': newEucKrDecoder,
});
})();
