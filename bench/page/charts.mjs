// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Charts as SVG, drawn by ECharts without a browser. Colors are CSS variables,
// so that one drawing serves light and dark pages.

import * as echarts from 'echarts';

import {COLORS, colorRules, describe} from './columns.mjs';

// As wide as a phone: charts are laid out side by side where there's room.
const WIDTH = 400;

// ECharts calculates with colors, and knows no variables: each gets a color
// that stands for it alone until the drawing is a text.
const standIns = new Map(Object.keys(COLORS).map(
    (name, i) => [name, `#0102${(i + 16).toString(16)}`]));
const color = (name) => standIns.get(name);

function withVariables(svg) {
  for (const [name, standIn] of standIns) {
    svg = svg.replaceAll(standIn, `var(--${name})`);
  }
  // Without what only a browser's ECharts needs. A tenth of a pixel is enough;
  // numbers outside of tags are for readers.
  return svg.replace(/<style >.*?<\/style>/gs, '').replace(
      /<[^>]*>/g,
      (tag) => tag.replace(/ (ecmeta_\w+|class|pointer-events)="[^"]*"/g, '')
                   .replace(/font-family:[^;"]*;/g, '')
                   .replace(/(\d+\.\d)\d+/g, '$1'));
}

function draw(option, height, label) {
  const chart = echarts.init(
      null, null, {renderer: 'svg', ssr: true, width: WIDTH, height});
  chart.setOption({
    animation: false,
    textStyle: {color: color('ink')},
    ...option,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // As wide as its place, at its own proportions.
  return withVariables(svg).replace(
      /<svg width="\d+" height="\d+"/,
      `<svg role="img" aria-label="${label}" class="chart"`);
}

const times = (value) => `${value < 1 ? `1/${Math.round(1 / value)}` : value}×`;

function logAxis(values) {
  const least = Math.log2(Math.min(1, ...values));
  const most = Math.log2(Math.max(2, ...values));
  // Octaves from one number to the next, so that one of them is 1.
  const interval = Math.ceil((most - least) / 7);
  return {
    type: 'log',
    logBase: 2,
    min: 2 ** (Math.floor(least / interval) * interval),
    max: 2 ** (Math.ceil(most / interval) * interval),
    interval,
    axisLabel: {
      formatter: times, color: color('muted'), fontSize: 11, hideOverlap: true,
    },
    axisLine: {show: false},
    splitLine: {lineStyle: {color: color('line')}},
  };
}

// A line at the best peer's.
const markOne = {
  silent: true,
  symbol: 'none',
  label: {show: false},
  lineStyle: {color: color('ink'), type: 'solid', width: 1.2},
  data: [{xAxis: 1}],
};

// A row for each of `rows`, of {title, values: {column: number}}; a dot for
// each column.
export function dots(rows, columns, label) {
  const ROW = 31;
  const all = rows.flatMap(
      ({values}) => columns.map((column) => values[column] ?? 1));
  const option = {
    grid: {left: 6, right: 14, top: 6, bottom: 26},
    xAxis: logAxis(all),
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({title}) => title),
      axisTick: {show: false},
      axisLine: {show: false},
      splitLine: {show: true, lineStyle: {color: color('line'), opacity: 0.6}},
      axisLabel: {
        inside: true,
        margin: 0,
        verticalAlign: 'bottom',
        padding: [0, 3, 1, 0],
        backgroundColor: color('paper'),
        fontSize: 11.5,
        color: color('ink'),
      },
      z: 10,
    },
    series: columns.map((column, k) => {
      const {color: name, symbol, strength} = describe(column);
      return {
        type: 'scatter',
        silent: true,
        symbol,
        symbolSize: symbol === 'circle' && strength === 1 ? 10 : 8,
        symbolOffset: [0, 7],
        itemStyle: {
          color: color(name),
          opacity: strength,
          borderColor: color('paper'),
          borderWidth: 0.6,
        },
        // The strongest on top.
        z: 20 - k,
        data: rows.flatMap(({values}, i) => values[column] === undefined ?
                               [] : [[values[column], i]]),
        markLine: k === 0 ? markOne : undefined,
      };
    }),
  };
  return draw(option, rows.length * ROW + 34, label);
}

// A bar from 1 for each of `bars`, of {title, column, value}: to the right what
// is more. `format` makes the text at its end.
export function bars(entries, label, format = (value) => value.toFixed(2)) {
  const ROW = 30;
  const option = {
    grid: {left: 6, right: 44, top: 6, bottom: 26},
    xAxis: logAxis(entries.map(({value}) => value)),
    yAxis: {
      type: 'category',
      inverse: true,
      data: entries.map(({title}) => title),
      axisTick: {show: false},
      axisLine: {show: false},
      axisLabel: {
        inside: true,
        margin: 0,
        verticalAlign: 'bottom',
        padding: [0, 3, 2, 0],
        backgroundColor: color('paper'),
        fontSize: 11.5,
        color: color('ink'),
      },
      z: 10,
    },
    series: [{
      type: 'custom',
      silent: true,
      // Bars of a logarithmic axis begin at 1, not at the axis's end.
      renderItem(_, api) {
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const [one] = api.coord([1, api.value(1)]);
        const {column, value} = entries[api.value(1)];
        const {color: name, strength} = describe(column);
        const right = Math.max(x, one);
        return {
          type: 'group',
          children: [
            {
              type: 'rect',
              shape: {
                x: Math.min(x, one), y: y + 1,
                width: Math.max(1, Math.abs(x - one)), height: 10, r: 2,
              },
              style: {fill: color(name), opacity: strength},
            },
            {
              type: 'text',
              style: {
                text: format(value), x: right + 4, y: y + 6,
                verticalAlign: 'middle', fill: color('ink'),
                fontSize: 11,
              },
            },
          ],
        };
      },
      data: entries.map(({value}, i) => [value, i]),
      markLine: markOne,
    }],
  };
  return draw(option, entries.length * ROW + 34, label);
}

// A drawing that stands alone, with a title above.
export function standAlone(svg, title) {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
  const inner = svg.replace('<svg ', `<svg y="40" width="${width}" height="${
      height}" `);
  const total = Number(height) + 44;
  const [first, second = ''] = title;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${
      total}" viewBox="0 0 ${width} ${total}">
<style>${colorRules(':root')}text{font-family:system-ui,sans-serif}</style>
<rect width="100%" height="100%" fill="var(--paper)"/>
<text x="8" y="18" font-size="13" font-weight="600" fill="var(--ink)">${
      first}</text>
<text x="8" y="34" font-size="11" fill="var(--muted)">${second}</text>
${inner}
</svg>
`;
}
