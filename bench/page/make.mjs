// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Writes the page about tools/bench js, and the charts that stand alone. Reads
// from standard input what `js_report.py --figures` prints.
//
//   tools/lib/with_node_modules node bench/page/make.mjs FOLDER

import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {bars, dots, standAlone} from './charts.mjs';
import {colorRules, describe} from './columns.mjs';

const ABOUT = {
  first: 'The first call of its kind in a process, and in a new realm.',
  construct: 'Constructors, labels, attributes, calls with nothing to ' +
      'convert, and objects that are used once.',
  short: 'decode() of at most 1 KiB, of 64 texts in turn.',
  long: 'decode() of 64 KiB and more.',
  legacy: 'decode() of every encoding but UTF-8.',
  malformed: 'decode() of bytes with errors.',
  streaming: 'A text of 64 KiB decoded in chunks, with {stream: true}.',
  encode: 'encode() of strings as decoders make them.',
  encodeInto: 'encodeInto() of the same strings.',
  buffers: 'Every kind of buffer and view, decoded from and encoded to.',
  strings: 'Every kind of string: literals, ropes, slices, external ones.',
  read: 'Results that are read, so that one who puts work off gains nothing.',
  extras: 'The functions of extras.h; of Node, Deno and Bun what does the ' +
      'same, functions of their Buffer.',
};

// More rows than these are shown by size.
const ROWS_OF_A_CHART = 24;
const SIZES_OF_A_CHART = 5;

const escape = (text) => `${text}`.replaceAll('&', '&amp;').replaceAll(
    '<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ratio = (value) => value == null ? '–' : value.toFixed(2);

// Three digits, and thousands apart.
function nanoseconds(value) {
  const rounded = value < 10 ? value.toFixed(1) : `${Math.round(value)}`;
  return rounded.replace(/\B(?=(\d{3})+$)/g, '\u202F');
}

const tail = (row) => row.slice(row.indexOf('/') + 1);
const sizeOf = (row) => row.slice(row.lastIndexOf('/') + 1);

// [[heading, rows, title of a row]...]
function groups(rows) {
  if (rows.length <= ROWS_OF_A_CHART) {
    return [['', rows, tail]];
  }
  const bySize = new Map();
  for (const row of rows) {
    bySize.set(sizeOf(row), [...bySize.get(sizeOf(row)) ?? [], row]);
  }
  const result = [];
  const others = [];
  for (const [size, some] of bySize) {
    if (some.length < SIZES_OF_A_CHART) {
      others.push(...some);
    } else {
      result.push([size, some, (row) => tail(row).slice(0, -size.length - 1)]);
    }
  }
  if (others.length > 0) {
    result.push(['other sizes', others, tail]);
  }
  return result;
}

function dotChart(figures, rows, titleOf, label) {
  const entries = rows.filter((row) => figures.best[row]).map((row) => {
    const cells = figures.rows[row];
    const best = cells[figures.best[row]];
    const values = Object.fromEntries(Object.entries(cells).map(
        ([column, ns]) => [column, ns / best]));
    return {title: titleOf(row), values};
  });
  return entries.length === 0 ? '' : dots(entries, figures.columns, label);
}

const meansChart = (figures, means, label) => bars(
    figures.columns.filter((column) => means[column] != null).map((column) => ({
      title: describe(column).name, column, value: means[column],
    })), label);

function familyTable(figures, rows) {
  const {columns, ours: [ours]} = figures;
  const head = columns.map(
      (column) => `<th scope="col">${escape(describe(column).name)}</th>`);
  const versus = (cells, best) => {
    if (best == null || cells[ours] === undefined) {
      return '<td>–</td><td>–</td>';
    }
    const value = cells[best] / cells[ours];
    const verdict = value > 1.02 ? 'ahead' : value < 0.98 ? 'behind' : '';
    return `<td class="${verdict}">${ratio(value)}</td><td>${
        escape(describe(best).name)}</td>`;
  };
  const body = rows.map((row) => {
    const cells = figures.rows[row];
    const least = Math.min(...Object.values(cells));
    const tds = columns.map((column) => cells[column] === undefined ?
        '<td>–</td>' :
        `<td${cells[column] === least ? ' class="best"' : ''}>${
            nanoseconds(cells[column])}</td>`);
    return `<tr><th scope="row">${escape(tail(row))}</th>${tds.join('')}${
        versus(cells, figures.best_v8[row])}${
        versus(cells, figures.best[row])}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr><th scope="col">ns</th>${
      head.join('')}<th scope="col">× best V8</th><th scope="col">which</th>` +
      '<th scope="col">× best of all</th><th scope="col">which</th>' +
      `</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function familySection(figures, family) {
  const {rows, over_best: overBest, over_best_v8: overBestV8} =
      figures.families[family];
  const charts = groups(rows).map(([size, some, titleOf]) => {
    const label = `${family} ${size}: time over the best peer's`;
    const heading = size === '' ? 'Each row' : `Each row, ${size}`;
    return `<div><h3>${heading}</h3>${
        dotChart(figures, some, titleOf, escape(label))}</div>`;
  });
  return `<section id="${family}">
<h2>${family}</h2>
<p>${escape(ABOUT[family] ?? '')}</p>
<div class="charts">
<div><h3>Mean of time over the best peer's: less is faster</h3>${
      meansChart(figures, overBest, `${family}: means over the best of all`)}
</div>
<div><h3>The same over the best V8 peer's</h3>${
      meansChart(figures, overBestV8, `${family}: means over the best V8`)}
</div>
${charts.join('\n')}
</div>
<details><summary>All figures, in nanoseconds a call</summary>${
      familyTable(figures, rows)}</details>
</section>`;
}

function contestName({ours, peer}) {
  return peer.endsWith('/own') ? describe(peer).name :
      `${describe(peer).name} (against ${describe(ours).name})`;
}

function summarySection({contests}) {
  const families = Object.keys(contests[0]?.families ?? {});
  const head = contests.map(
      (contest) => `<th scope="col">${escape(contestName(contest))}</th>`);
  const body = families.map((family) => {
    const cells = contests.map(({families: {[family]: cell}}) => {
      const verdict = cell.mean > 1.02 ? 'ahead' :
          cell.mean < 0.98             ? 'behind' : '';
      return `<td class="${verdict}">${ratio(cell.mean)}<br>${
          cell.ahead_equal_behind.join('/')}</td>`;
    });
    return `<tr><th scope="row">${family}</th>${cells.join('')}</tr>`;
  });
  const charts = contests.map((contest) => {
    const entries = families.filter(
        (family) => contest.families[family].mean != null).map((family) => ({
          title: family, column: contest.ours,
          value: contest.families[family].mean,
        }));
    return `<div><h3>${escape(contestName(contest))}: more is faster</h3>${
        bars(entries, escape(contestName(contest)))}</div>`;
  });
  return `<section id="summary"><h2>How many times as fast as each peer</h2>
<p>Geometric means of a peer's time divided by ours, by family: to the right of
the line this library is ahead. Node's own classes were measured in the same
process and realm as this library in that V8.</p>
<div class="charts">${charts.join('\n')}</div>
<details open><summary>The same as a table, with the numbers of rows that this
library is ahead, equal (±2 %) and behind in</summary>
<div class="scroll"><table><thead><tr><th scope="col">family</th>${
      head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>
</details></section>`;
}

const SHAPES = {
  circle: '<circle cx="5" cy="5" r="4.5"/>',
  diamond: '<path d="M5 0 9.5 5 5 10 .5 5z"/>',
  rect: '<path d="M1 1h8v8H1z"/>',
  triangle: '<path d="M5 .5 9.8 9.5H.2z"/>',
};

const shape = (symbol) => SHAPES[symbol] ??
    `<path d="${symbol.slice('path://'.length)}"/>`;

function legend({columns}) {
  const items = columns.map((column) => {
    const {name, color, symbol, strength} = describe(column);
    return `<li><svg viewBox="0 0 10 10" fill="var(--${color})" opacity="${
        strength}" aria-hidden="true">${shape(symbol)}</svg>${
        escape(name)}</li>`;
  });
  return `<ul class="legend">${items.join('')}</ul>`;
}

export function makePage(figures) {
  const css = readFileSync(new URL('style.css', import.meta.url), 'utf-8');
  const families = Object.keys(figures.families);
  const links = ['summary', ...families].map(
      (name) => `<a href="#${name}">${name}</a>`);
  const versions = figures.runtimes.map(
      ([name, version]) => escape(`${describe(name).name}: ${version}`));
  const title =
      'v8-encoding: TextDecoder and TextEncoder beside other runtimes';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${colorRules(':root')}${css}</style>
</head>
<body>
<h1>${title}</h1>
<p>Made by <code>tools/bench js --report</code>: ${
      Object.keys(figures.rows).length} rows, ${escape(figures.cpu)}, ${
      figures.rounds} round${figures.rounds === 1 ? '' : 's'}, commit ${
      escape(figures.commit)}. Compare times of this page with one another, not
with those of another run.</p>
<p>A dot is a time divided by that of the best peer of the row: left of the line
at 1× is faster than every peer, right of it slower. <em>Ours</em> is this
library in a V8, the paler the older. A peer is Node's own class in the same process,
or another runtime.</p>
<p class="muted">${versions.join(' · ')}</p>
<nav>${links.join('')}</nav>
${legend(figures)}
${summarySection(figures)}
${families.map((family) => familySection(figures, family)).join('\n')}
<section id="remarks"><h2>Remarks</h2>
<ul class="muted">${
      figures.remarks.map((line) => `<li>${escape(line)}</li>`).join('\n')}
</ul></section>
</body>
</html>
`;
}

const CHARTED = ['construct', 'short', 'long', 'legacy', 'malformed',
                 'streaming', 'encode', 'encodeInto'];

// {file name: text}, of the charts that other pages show: of runtimes for
// programs, since too many dots say nothing.
export function makeCharts(figures) {
  const {ours: [ours], columns} = figures;
  const contests = figures.contests.filter(
      ({peer}) => peer.endsWith('/own') || peer === 'Deno' || peer === 'Bun');
  const charts = {};
  const families = CHARTED.filter((family) => figures.families[family]).map(
      (family) => ({
        title: family,
        values: Object.fromEntries(contests.map(
            ({peer, families: {[family]: {mean}}}) => [peer, mean]).filter(
                ([, mean]) => mean != null)),
      }));
  if (contests.length > 0) {
    charts['js_families.svg'] = standAlone(
        dots(families, contests.map(({peer}) => peer), 'times as fast'),
        ['Times as fast as each peer: right of 1× is ahead',
         '◆ Node\'s own, V8 14.6 to 11.3 (pale) ▲ Deno ▼ Bun']);
  }
  const rows = (figures.families.short?.rows ?? []).filter(
      (row) => /^short\/utf-8\/.*\/(8B|1KiB)$/.test(row) && figures.best[row]);
  if (rows.length > 0) {
    const shown = columns.filter(
        (column) => [ours, `${ours}/own`, 'Deno', 'Bun'].includes(column));
    charts['js_short.svg'] = standAlone(
        dotChart({...figures, columns: shown}, rows, tail, 'short texts'),
        ['decode() of short texts: time over the best peer\'s',
         '● this library ◆ Node 26\'s own, both V8 14.6 ▲ Deno ▼ Bun']);
  }
  return charts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  const figures = JSON.parse(readFileSync(0, 'utf-8'));
  writeFileSync(join(folder, 'report.html'), makePage(figures));
  for (const [name, text] of Object.entries(makeCharts(figures))) {
    writeFileSync(join(folder, name), text);
  }
}
