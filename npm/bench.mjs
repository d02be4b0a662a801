// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The package's classes beside Node's own: nanoseconds of CPU time a call, of all
// of Node's threads, medians of alternating rounds. Prints a table in Markdown. Runs in a folder with the
// package installed; tools/npm bench sees to that.

import * as ours from 'v8-encoding';

const ROUNDS = 15;
const ROUND_NS = 20e6;

const TEXTS = {
  ASCII: 'The quick brown fox jumps over the lazy dog. ',
  French: 'Voix ambiguë d’un cœur qui au zéphyr préfère les jattes de kiwi. ',
  Russian: 'Съешь же ещё этих мягких французских булок да выпей чаю. ',
  Japanese: 'いろはにほへと ちりぬるを わかよたれそ つねならむ。',
  Chinese: '天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。',
  Korean: '다람쥐 헌 쳇바퀴에 타고파. 키스의 고유조건은 입술끼리 만나야 하고. ',
};

// A text of about that many bytes in the encoding.
function bytesOf(name, label, length) {
  const encoded = ours.extras.encode(TEXTS[name], label, { mode: 'html' });
  const count = Math.max(1, Math.round(length / encoded.length));
  return ours.extras.encode(TEXTS[name].repeat(count), label, { mode: 'html' });
}

function nanoseconds(fn, calls) {
  const start = process.cpuUsage();
  for (let i = 0; i < calls; ++i) {
    fn();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000 / calls;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

// Of ours and of theirs.
function compare(make) {
  const fns = [make(ours), make(globalThis)];
  const calls = fns.map((fn) => {
    nanoseconds(fn, 2000);
    return Math.ceil(ROUND_NS / Math.max(1, nanoseconds(fn, 2000)));
  });
  const times = [[], []];
  for (let i = 0; i < ROUNDS; ++i) {
    fns.forEach((fn, j) => times[j].push(nanoseconds(fn, calls[j])));
  }
  return times.map(median);
}

const rows = [];
function row(name, make) {
  let figures;
  try {
    figures = compare(make);
  } catch {
    return;  // This Node lacks the encoding.
  }
  const [mine, its] = figures;
  rows.push([name, mine, its]);
}

const SIZES = [[32, '32 B'], [1024, '1 KiB'], [65536, '64 KiB']];
for (const [label, text] of [
  ['utf-8', 'ASCII'], ['utf-8', 'French'], ['utf-8', 'Japanese'],
  ['windows-1251', 'Russian'], ['utf-16le', 'Chinese'], ['shift_jis', 'Japanese'],
  ['gb18030', 'Chinese'], ['big5', 'Chinese'], ['euc-kr', 'Korean'],
]) {
  for (const [size, sizeName] of SIZES) {
    const bytes = bytesOf(text, label, size);
    const input = label !== 'utf-16le' ? bytes
        : new Uint8Array(Uint16Array.from(
            TEXTS[text].repeat(size / 40 | 0 || 1), (c) => c.charCodeAt(0)).buffer);
    row(`decode ${label}, ${text}, ${sizeName}`, ({ TextDecoder }) => {
      const decoder = new TextDecoder(label);
      return () => decoder.decode(input);
    });
  }
}
for (const text of ['ASCII', 'French', 'Japanese']) {
  for (const [size, sizeName] of SIZES) {
    const string = new TextDecoder().decode(bytesOf(text, 'utf-8', size));
    row(`encode, ${text}, ${sizeName}`, ({ TextEncoder }) => {
      const encoder = new TextEncoder();
      return () => encoder.encode(string);
    });
  }
}
row('new TextDecoder()', ({ TextDecoder }) => () => new TextDecoder());

console.log('| call | this package, ns | Node\'s own, ns | times |\n|---|--:|--:|--:|');
for (const [name, mine, its] of rows) {
  console.log(`| ${name} | ${mine.toFixed(0)} | ${its.toFixed(0)} | ${
      (its / mine).toFixed(1)} |`);
}
const mean = Math.exp(
    rows.reduce((sum, [, mine, its]) => sum + Math.log(its / mine), 0) / rows.length);
console.log(`\nNode ${process.version}: ${rows.length} calls, ${
    mean.toFixed(2)} times as fast in the geometric mean; ${
    rows.filter(([, mine, its]) => mine > its).length} slower.`);
