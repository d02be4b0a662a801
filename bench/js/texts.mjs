// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts to be measured with. They are generated, the same in each engine, and
// repeat nothing that a branch predictor could learn.

import {newRandom} from './harness.mjs';

const range = (first, last) => Array.from(
    {length: last - first + 1}, (_, i) => String.fromCodePoint(first + i));
const latin = range(0x61, 0x7A);
const cyrillic = range(0x430, 0x44F);
const han = range(0x4E00, 0x4FFF);
const accented = [...latin, ...'àâçéèêîôùû'];
const emoji = range(0x1F300, 0x1F5FF);
const tags = ['p', 'div', 'span', 'a', 'li', 'h2', 'td', 'em'];

function word(random, letters) {
  let text = '';
  for (let length = 1 + random(9); length > 0; --length) {
    text += letters[random(letters.length)];
  }
  return text;
}

const sentence = (letters) => (random) => `${word(random, letters)}${
    ['.', ',', ';', '\n'][random(20)] ?? ''} `;

const pieces = {
  // English, French, Russian, as far as a decoder cares.
  ascii: sentence(latin),
  latin1: sentence(accented),
  cyrillic: sentence(cyrillic),
  cjk: (random) => `${word(random, han)}${['。', '，', '、'][random(6)] ?? ''}`,
  emoji: (random) => `${word(random, emoji)} `,
  // A page: markup and Latin words, one in ten with an accent, and here and
  // there a run of another script.
  html(random) {
    switch (random(8)) {
      case 0: {
        const tag = tags[random(tags.length)];
        return `<${tag} class="${word(random, latin)}">`;
      }
      case 1:
        return `</${tags[random(tags.length)]}>\n`;
      case 2:
        return random(4) === 0 ? `${word(random, cyrillic)} ` :
            random(8) === 0    ? word(random, han) :
                                 `${word(random, latin)} `;
      default:
        return `${word(random, latin)}${random(10) === 0 ? 'é' : ''} `;
    }
  },
};

// At least `length` UTF-16 code units of a kind in `pieces`.
export function newText(kind, length) {
  const random = newRandom(length);
  const parts = [];
  for (let sum = 0; sum < length;) {
    const part = pieces[kind](random);
    parts.push(part);
    sum += part.length;
  }
  return parts.join('');
}

// The bytes in arrays of `size` each.
export function cutBytes(bytes, size) {
  const chunks = [];
  for (let i = 0; i + size <= bytes.length; i += size) {
    chunks.push(bytes.slice(i, i + size));
  }
  return chunks;
}

// The text in strings of `size` code units, each a string of its own with its
// characters in one piece, as they come from a decoder.
export function cutText(text, size) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  const chunks = [];
  for (let i = 0; i + size <= text.length; i += size) {
    chunks.push(decoder.decode(encoder.encode(text.slice(i, i + size))));
  }
  return chunks;
}
