// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// make.mjs and charts.mjs, over few figures.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {bars, dots} from './charts.mjs';
import {COLORS, describe} from './columns.mjs';
import {makeCharts, makePage} from './make.mjs';

const OURS = 'ours-in-Node-26';
const OWN = 'ours-in-Node-26/own';

const figures = {
  cpu: 'A <CPU>',
  commit: 'abc',
  rounds: 3,
  runtimes: [[OURS, 'V8 14.6'], ['Bun', 'Bun 1']],
  columns: [OURS, OWN, 'Bun'],
  ours: [OURS],
  rows: {
    'short/utf-8/ascii/8B': {[OURS]: 43.2, [OWN]: 54, Bun: 21.6},
    'short/utf-8/cjk/8B': {[OURS]: 9.87, [OWN]: 1234567},
    'construct/a<b>': {[OURS]: 3},
  },
  best_v8: {
    'short/utf-8/ascii/8B': OWN, 'short/utf-8/cjk/8B': OWN,
    'construct/a<b>': null,
  },
  best: {
    'short/utf-8/ascii/8B': 'Bun', 'short/utf-8/cjk/8B': OWN,
    'construct/a<b>': null,
  },
  families: {
    short: {
      rows: ['short/utf-8/ascii/8B', 'short/utf-8/cjk/8B'],
      over_best_v8: {[OURS]: 0.79, [OWN]: 1, Bun: null},
      over_best: {[OURS]: 1.98, [OWN]: 1.37, Bun: 1},
    },
    construct: {
      rows: ['construct/a<b>'],
      over_best_v8: {[OURS]: null, [OWN]: null, Bun: null},
      over_best: {[OURS]: null, [OWN]: null, Bun: null},
    },
  },
  contests: [
    {
      ours: OURS, peer: OWN,
      families: {
        short: {mean: 1.25, ahead_equal_behind: [2, 0, 0]},
        construct: {mean: null, ahead_equal_behind: [0, 0, 0]},
        all: {mean: 1.25, ahead_equal_behind: [2, 0, 0]},
      },
    },
    {
      ours: OURS, peer: 'Bun',
      families: {
        short: {mean: 0.53, ahead_equal_behind: [0, 0, 1]},
        construct: {mean: null, ahead_equal_behind: [0, 0, 0]},
        all: {mean: 0.53, ahead_equal_behind: [0, 0, 1]},
      },
    },
  ],
  remarks: ['absent in Bun: short/utf-8/cjk/8B: a reason'],
};

const textsOf = (svg) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(
    ([, text]) => text);

// Tags that are opened are closed, in order.
function assertBalanced(markup) {
  const open = [];
  for (const [, slash, name, rest] of
       markup.matchAll(/<(\/?)([a-zA-Z][\w:]*)([^>]*)>/g)) {
    if (slash) {
      assert.equal(open.pop(), name);
    } else if (!rest.endsWith('/') && !['meta', 'br'].includes(name)) {
      open.push(name);
    }
  }
  assert.deepEqual(open, []);
}

const tests = {
  testPageStandsAlone() {
    const page = makePage(figures);
    assertBalanced(page.replace('<!DOCTYPE html>', ''));
    // Names of XML's namespaces aside, nothing is fetched.
    const others = page.replaceAll(/xmlns(:\w+)?="[^"]*"/g, '');
    assert.doesNotMatch(others, /https?:|<script|<link|@import|url\(/);
    assert.match(page, /tools\/bench js --report/);
    assert.match(page, /A &lt;CPU&gt;/);
    assert.match(page, /a&lt;b&gt;/);
    assert.match(page, /absent in Bun: short\/utf-8\/cjk\/8B: a reason/);
  },

  testTableHasFiguresAndRatios() {
    const page = makePage(figures);
    const rowOf = (name) => page.split('\n').find((line) => line.includes(
        `<th scope="row">${name}</th>`)).match(/(?<=<td[^>]*>)[^<]*/g);
    assert.deepEqual(rowOf('utf-8/ascii/8B'), [
      '43', '54', '22', '1.25', "Node 26's own (V8 14.6)", '0.50', 'Bun',
    ]);
    assert.deepEqual(rowOf('utf-8/cjk/8B').slice(0, 3),
                     ['9.9', '1\u202F234\u202F567', '–']);
    assert.deepEqual(rowOf('a&lt;b&gt;'), ['3.0', ...Array(6).fill('–')]);
  },

  testBarsSayTheirValues() {
    const svg = bars([
      {title: 'more', column: OURS, value: 3.456},
      {title: 'less', column: 'Bun', value: 0.789},
    ], 'a label');
    assert.match(svg, /^<svg role="img" aria-label="a label"/);
    const texts = textsOf(svg);
    for (const text of ['more', '3.46', 'less', '0.79', '1/2×', '1×', '4×']) {
      assert(texts.includes(text), `${text} of ${texts}`);
    }
  },

  testEachValueHasADot() {
    const rows = [
      {title: 'a', values: {[OURS]: 0.5, Bun: 1}},
      {title: 'b', values: {[OURS]: 2}},
    ];
    const count = (columns) => {
      const {color} = describe(OURS);
      const svg = dots(rows, columns, 'label');
      return [svg.split(`fill="var(--${color})"`).length - 1,
              svg.split('fill="var(--bun)"').length - 1];
    };
    assert.deepEqual(count([OURS, 'Bun']), [2, 1]);
    assert.deepEqual(count(['Bun']), [0, 1]);
  },

  testColorsAreVariables() {
    const page = makePage(figures);
    assert.doesNotMatch(page, /#0102/);
    for (const [, name] of page.matchAll(/var\(--(\w+)\)/g)) {
      assert(name in COLORS, name);
    }
  },

  testChartsThatStandAlone() {
    const charts = makeCharts(figures);
    assert.deepEqual(Object.keys(charts).sort(),
                     ['js_families.svg', 'js_short.svg']);
    for (const svg of Object.values(charts)) {
      assertBalanced(svg);
      assert.match(svg, /prefers-color-scheme:dark/);
    }
    const families = charts['js_families.svg'];
    assert.deepEqual(
        textsOf(families).filter((text) => text in figures.families),
        ['construct', 'short']);
    assert.equal(families.split('fill="var(--bun)"').length - 1, 1);
  },

  testEveryColumnHasASymbol() {
    const style = readFileSync(new URL('make.mjs', import.meta.url), 'utf-8');
    for (const column of ['ours', OURS, OWN, 'Node', 'Deno', 'Bun', 'Chromium',
                          'Firefox']) {
      const {symbol} = describe(column);
      assert(symbol.startsWith('path://') || style.includes(`  ${symbol}: '<`),
             column);
    }
  },
};

for (const [name, test] of Object.entries(tests)) {
  test();
  console.log(`ok ${name}`);
}
