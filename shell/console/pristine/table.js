// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What console.table() draws: https://console.spec.whatwg.org/#table

'use strict';

const { copyOf, describe, inspect, isObject, padEnd, widthOf } = exports;

const MAX_ROWS = 1000;
const MAX_COLUMNS = 50;
// The column of what is no object, which no property's name is equal to.
const KEYS = Symbol('Key');
const VALUES = Symbol('Values');

// On one line each, and no deeper than a glance goes.
const format = (value) => inspect(value, {
  maxDepth: 1, maxItems: 6, maxStringLength: 1000, lineWidth: 10_000,
}).replaceAll('\n', ' ');

const hasRows = (value) =>
    isObject(value) && typeof value !== 'function' &&
    !native.isProxy(value);

// The own enumerable properties with strings as names, as [name, descriptor].
const propertiesOf = (object) => native.ownKeys(object, true)
    .filter((key) => typeof key === 'string')
    .map((key) => [key, () => Reflect.getOwnPropertyDescriptor(object, key)]);

// A row for each element, entry or property of `data`, and a column for each
// property that rows have, or for each of `names` if that is given. Undefined
// if `data` has no rows: primitives, functions, proxies.
exports.formatTable = (data, names) => {
  if (!hasRows(data)) {
    return undefined;
  }
  const columns = [...new Set(copyOf(names ?? []))].slice(0, MAX_COLUMNS);
  const rows = [];  // Of the index and a Map from columns to texts.
  const set = (row, column, text, adds) => {
    if (!columns.includes(column) && adds && columns.length < MAX_COLUMNS) {
      columns.push(column);
    }
    row.set(column, text);
  };

  let count = 0;
  const { kind, value: entries, hasKeys } = describe(data);
  const isCollection = kind === 'Map' || kind === 'Set';
  if (isCollection) {
    const step = hasKeys ? 2 : 1;
    count = entries.length / step;
    for (let i = 0; i < count && i < MAX_ROWS; ++i) {
      const row = new Map();
      if (hasKeys) {
        set(row, KEYS, format(entries[i * step]), true);
      }
      set(row, VALUES, format(entries[i * step + step - 1]), true);
      rows.push([String(i), row]);
    }
  } else {
    const properties = propertiesOf(data);
    count = properties.length;
    for (const [index, getDescriptor] of properties.slice(0, MAX_ROWS)) {
      const { value, get, set: setter } = getDescriptor();
      if (get || setter) {
        continue;
      }
      const row = new Map();
      if (!isObject(value) || typeof value === 'function') {
        set(row, VALUES, format(value), true);
      } else if (hasRows(value)) {
        for (const [name, getDescriptor] of propertiesOf(value)) {
          const cell = getDescriptor();
          set(row, name, 'value' in cell ? format(cell.value) : '[Getter]',
              names === undefined);
        }
      }
      rows.push([index, row]);
    }
  }

  // Values that are no objects come last.
  const isNamed = (column) => typeof column === 'string';
  const order = [...columns.filter(isNamed),
                 ...columns.filter((column) => !isNamed(column))];
  const lines = [
    [isCollection ? '(iteration index)' : '(index)',
     ...order.map((column) => isNamed(column) ? column : column.description)],
    ...rows.map(([index, row]) =>
        [index, ...order.map((column) => row.get(column) ?? '')]),
  ];
  const widths = lines[0].map(
      (_, i) => Math.max(...lines.map((line) => widthOf(line[i]))));
  const rule = (left, middle, right) =>
      left + widths.map((width) => '\u2500'.repeat(width + 2)).join(middle) +
      right;
  const [header, ...body] = lines.map((line) =>
      `\u2502 ${line.map((text, i) => padEnd(text, widths[i]))
                    .join(' \u2502 ')} \u2502`);
  return [
    rule('\u250C', '\u252C', '\u2510'),
    header,
    rule('\u251C', '\u253C', '\u2524'),
    ...body,
    rule('\u2514', '\u2534', '\u2518'),
    ...(count > MAX_ROWS ? [`... ${count - MAX_ROWS} more`] : []),
  ].join('\n');
};
