// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What readers see of the columns of js_report.py: names, colors, symbols. A
// hue and a symbol say whose classes they are; the newest V8 is the strongest.

const kinds = {
  ours: {color: 'ours', symbol: 'circle'},
  own: {color: 'own', symbol: 'diamond'},
};

const V8_OF_NODE = {26: '14.6', 24: '13.6', 22: '12.4', 20: '11.3'};
const STRENGTH = {26: 1, 24: 0.75, 22: 0.55, 20: 0.4};
// The shell is no Node: a ring.
const RING = 'path://M5 0A5 5 0 1 0 5 10A5 5 0 1 0 5 0Z' +
    'M5 2.6A2.4 2.4 0 1 1 5 7.4A2.4 2.4 0 1 1 5 2.6Z';

const PEERS = {
  Node: {color: 'node', symbol: 'rect'},
  Deno: {color: 'deno', symbol: 'triangle'},
  Bun: {color: 'bun', symbol: 'path://M0 0H10L5 9z'},
  Chromium: {color: 'chromium', symbol: 'path://M3 0H7V3H10V7H7V10H3V7H0V3H3z'},
  Firefox: {color: 'firefox', symbol: 'path://M5 0L10 4L8 10H2L0 4z'},
};

export function describe(column) {
  if (column === 'ours') {
    const name = 'ours, shell (V8 10.2)';
    return {name, ...kinds.ours, symbol: RING, strength: 0.9};
  }
  const [, node, own] = /^ours-in-Node-(\d+)(\/own)?$/.exec(column) ?? [];
  if (node !== undefined) {
    const kind = own ? kinds.own : kinds.ours;
    const v8 = V8_OF_NODE[node];
    const name = own ? `Node ${node}'s own (V8 ${v8})` : `ours, V8 ${v8}`;
    return {name, ...kind, strength: STRENGTH[node] ?? 1};
  }
  const name = column === 'Node' ? 'Node 26 by itself' : column;
  const peer = PEERS[column] ?? {color: 'muted', symbol: 'rect'};
  return {name, ...peer, strength: 1};
}

export const COLORS = {
  ink: ['#1b1f24', '#e6e9ee'],
  muted: ['#5c6570', '#9aa4b1'],
  line: ['#d9dee4', '#343b45'],
  paper: ['#ffffff', '#14171c'],
  panel: ['#f5f7f9', '#1c2027'],
  ours: ['#0b62d6', '#5aa2ff'],
  own: ['#2f8f3d', '#5fcf70'],
  node: ['#156b4a', '#7fdcb4'],
  deno: ['#b06a00', '#f2b13c'],
  bun: ['#c2297a', '#ff7fbf'],
  chromium: ['#7446c9', '#b692ff'],
  firefox: ['#c8401f', '#ff8a66'],
};

// CSS that gives each color its name, and another value where it's dark.
export function colorRules(selector) {
  const rules = (i) => Object.entries(COLORS).map(
      ([name, values]) => `--${name}:${values[i]}`).join(';');
  return `${selector}{${rules(0)}}` +
      `@media(prefers-color-scheme:dark){${selector}{${rules(1)}}}`;
}
