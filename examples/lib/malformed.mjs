// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A streaming TextDecoder that also says where malformed input stands: exactly,
// whatever the encoding, with nothing but the standard's own interface.
//
// That interface tells only that something in a chunk was malformed, and a
// decoder's state can't be copied. So the text comes from one ordinary decoder,
// and this class remembers no more than the last bytes that have not become
// text yet: from there on, a fresh decoder is in the same state as the first
// one, and as many as are needed can be tried on a chunk that has an error in
// it. Chunks without one cost next to nothing.
//
// Errors are looked for by the U+FFFD that they become, because exceptions take
// long; a fatal decoder then tells them from a U+FFFD of the input's own.

const STREAM = {stream: true};
const REPLACEMENT = '\uFFFD';

// So many bytes at the end of a chunk are decoded one by one, which shows where
// the last character ended. It is more than two of anything: an escape sequence
// with a character after it, or a sequence that began before these bytes.
const TAIL = 12;

const NO_BYTES = new Uint8Array();

// A character in every mode of ISO-2022-JP.
const CHARACTER = new Uint8Array([0x21, 0x21]);

// Something to come after a malformed sequence: with it there is one way only
// to split what was read.
const FOLLOWING = new Uint8Array([0x41, 0x42, 0x43, 0x44]);

/**
 * A malformed sequence: the bytes that U+FFFD stands for.
 * @typedef {{
 *   offset: number,     // of its first byte; the input's first byte is 0
 *   line: number,       // from 1; a line ends with U+000A
 *   column: number,     // from 1; in code points of the decoded text
 *   bytes: !Uint8Array,
 *   next: !Uint8Array,  // what was read to see that it is malformed, and is
 *                       // decoded anew: the A of F0 9F 41
 *   atEnd: boolean,     // whether it is malformed because the input ends
 * }} Malformed
 */

export class LocatingDecoder {
  #decoder;
  #probe;
  #fatal;
  #onMalformed;
  #wantsMore = true;

  // The bytes that have given no text yet, and where they stand. Also what
  // gives none, as a byte order mark, until more comes.
  #rest = NO_BYTES;
  #offset = 0;
  #line = 1;
  #column = 1;

  // What brings a fresh decoder into the state in which #rest begins. Only
  // ISO-2022-JP needs it.
  #prologue = NO_BYTES;

  /**
   * @param {string} label
   * @param {{fatal: (boolean|undefined),
   *     onMalformed: function(!Malformed): boolean}} options
   *     `onMalformed` is called for one sequence after another, until it
   *     returns false. With `fatal`, decode() and flush() throw a TypeError
   *     after its first call, and the decoder is of no more use.
   */
  constructor(label, {fatal = false, onMalformed}) {
    this.#decoder = new TextDecoder(label, {fatal});
    this.#probe = new TextDecoder(label, {ignoreBOM: true});
    this.#fatal = fatal;
    this.#onMalformed = onMalformed;
  }

  get encoding() {
    return this.#decoder.encoding;
  }

  /**
   * @param {!Uint8Array} chunk Free to be reused afterwards.
   * @return {string}
   */
  decode(chunk) {
    if (!this.#wantsMore) {
      return this.#decoder.decode(chunk, STREAM);
    }
    const tail = Math.max(0, chunk.length - TAIL);
    let text = '';
    let used = 0;  // the end of the last byte that gave text
    try {
      if (tail > 0) {
        text = this.#decoder.decode(chunk.subarray(0, tail), STREAM);
        used = text === '' ? 0 : tail;
      }
      for (let i = tail; i < chunk.length; ++i) {
        const byte = chunk.subarray(i, i + 1);
        const character = this.#decoder.decode(byte, STREAM);
        if (character !== '') {
          text += character;
          used = i + 1;
        }
      }
    } catch (error) {
      this.#examine(chunk, false);
      throw error;
    }
    // It may be the input's own U+FFFD; then #examine finds nothing.
    if (text.includes(REPLACEMENT)) {
      this.#examine(chunk, false);
    } else if (used > 0) {
      this.#pass(concat(this.#rest, chunk.subarray(0, used)), text);
      this.#rest = chunk.slice(used);
    } else {
      this.#rest = concat(this.#rest, chunk.slice());
    }
    return text;
  }

  /** @return {string} The text of what the end of the input cut off. */
  flush() {
    let text;
    try {
      text = this.#decoder.decode();
    } catch (error) {
      this.#examine(NO_BYTES, true);
      throw error;
    }
    if (text !== '' && this.#wantsMore) {
      this.#examine(NO_BYTES, true);
    }
    return text;
  }

  // Reports what is malformed in #rest and `chunk`, and moves behind it all, or
  // behind the last sequence that is wanted.
  #examine(chunk, isEnd) {
    let data = concat(this.#rest, chunk);
    for (;;) {
      const end = this.#findReplacement(data);
      const atEnd = end === undefined && isEnd && !this.#isClean(data);
      const good = this.#findGoodLength(data, atEnd ? data.length : end);
      this.#passGood(data.subarray(0, good));
      if (end === undefined && !atEnd) {
        this.#rest = data.slice(good);
        return;
      }
      const seen = data.subarray(good, end);
      let length = seen.length;
      if (this.#isMalformed(seen, atEnd)) {
        length = this.#findMalformedLength(seen, atEnd);
        this.#wantsMore = this.#onMalformed({
          offset: this.#offset,
          line: this.#line,
          column: this.#column,
          bytes: seen.slice(0, length),
          next: seen.slice(length),
          atEnd,
        });
        if (this.#fatal || !this.#wantsMore) {
          return;
        }
      }
      this.#pass(seen.subarray(0, length), REPLACEMENT);
      data = data.subarray(good + length);
    }
  }

  // The length of the shortest beginning of `data` whose text has a U+FFFD.
  #findReplacement(data) {
    // All before `low` has none; looks further and further on, then bisects.
    let low = 0;
    let high = 0;
    for (let step = 1; this.#isClean(data.subarray(0, high), STREAM);
         step *= 2) {
      if (high === data.length) {
        return undefined;
      }
      low = high;
      high = Math.min(data.length, low + step);
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#isClean(data.subarray(0, middle), STREAM)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  // How many bytes of `data` are whole characters before the first U+FFFD. If
  // there is one, it shows at `end`, and begins within the few bytes before.
  #findGoodLength(data, end = data.length + 1) {
    let length = end - 1;
    while (length > 0 && !this.#isClean(data.subarray(0, length))) {
      --length;
    }
    return length;
  }

  // How many of the bytes, the last of which has shown the error, U+FFFD stands
  // for: the rest is decoded on its own.
  #findMalformedLength(seen, atEnd) {
    if (seen.length === 1) {
      return 1;
    }
    const all = atEnd ? seen : concat(seen, FOLLOWING);
    const text = this.#decodeFresh(all);
    for (let length = 1; length < seen.length; ++length) {
      const prologue = this.#prologueAfter(all.subarray(0, length));
      const rest = this.#decodeFresh(all.subarray(length), {}, prologue);
      if (text === REPLACEMENT + rest) {
        return length;
      }
    }
    return seen.length;
  }

  // Whether U+FFFD stands for an error, and not for itself.
  #isMalformed(bytes, atEnd) {
    const decoder = new TextDecoder(this.encoding, {fatal: true});
    try {
      decoder.decode(this.#prologue, STREAM);
      decoder.decode(bytes, {stream: !atEnd});
      return false;
    } catch (error) {
      if (error instanceof TypeError) {
        return true;
      }
      throw error;
    }
  }

  #isClean(bytes, options) {
    return !this.#decodeFresh(bytes, options).includes(REPLACEMENT);
  }

  // What a decoder that begins in the state of #rest makes of the bytes.
  #decodeFresh(bytes, options, prologue = this.#prologue) {
    this.#probe.decode();  // brings it back to its first state
    if (prologue.length !== 0) {
      this.#probe.decode(prologue, STREAM);
    }
    return this.#probe.decode(bytes, options);
  }

  #passGood(bytes) {
    if (bytes.length !== 0) {
      const text = this.#decodeFresh(bytes);
      // A byte order mark is no text.
      const hasMark = this.#offset === 0 && text[0] === '\uFEFF' &&
          this.encoding.startsWith('utf-');
      this.#pass(bytes, hasMark ? text.slice(1) : text);
    }
  }

  // Moves behind bytes whose text is known.
  #pass(bytes, text) {
    this.#prologue = this.#prologueAfter(bytes);
    this.#offset += bytes.length;
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) {
        break;
      }
      ++this.#line;
      this.#column = 1;
      start = end + 1;
    }
    this.#column += countCodePoints(text, start);
  }

  // ISO-2022-JP goes on in the mode of the last escape sequence, and does not
  // let another one follow before there is a character.
  #prologueAfter(bytes) {
    if (this.encoding !== 'iso-2022-jp' || bytes.length === 0) {
      return this.#prologue;
    }
    for (let at = bytes.length - 3; at >= 0; --at) {
      at = bytes.lastIndexOf(0x1B, at);
      const escape = bytes.slice(at, at + 3);
      if (/^27,(40,(66|73|74)|36,(64|66))$/.test(escape.join())) {
        return at + 3 === bytes.length ? escape : concat(escape, CHARACTER);
      }
    }
    return this.#prologue.length === 3 ? concat(this.#prologue, CHARACTER) :
                                         this.#prologue;
  }
}

function concat(a, b) {
  if (a.length === 0 || b.length === 0) {
    return a.length === 0 ? b : a;
  }
  const result = new Uint8Array(a.length + b.length);
  result.set(a);
  result.set(b, a.length);
  return result;
}

function countCodePoints(text, start) {
  let count = text.length - start;
  for (let i = start; i < text.length; ++i) {
    if ((text.charCodeAt(i) & 0xFC00) === 0xDC00) {
      --count;
    }
  }
  return count;
}
