// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values as readable text. Looking at a value never runs its script: no getter,
// no proxy trap, no toString.

'use strict';

const UNREADABLE = '<unreadable>';  // Stands for what V8 refused to tell.
const MAX_TOTAL_LENGTH = 60_000;    // After which parts are left out.
const MAX_STRING_LENGTH = 10_000;

const isObject = (value) => Object(value) === value;

// The getter of a built-in prototype as a function of the object.
const getterOf = (prototype, name) => {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (object) => getter?.call(object);
};

// An own data property; undefined if there is none. `object` is no proxy.
const ownData = (object, key) =>
    Reflect.getOwnPropertyDescriptor(object, key)?.value;

const describe = (object) => {
  const [kind, name, value, hasKeys] = native.describe(object);
  return { kind, name, value, hasKeys };
};

// A copy of an array of another realm, whose methods scripts may have replaced.
const copyOf = (list) =>
    Array.from({ length: list.length }, (_, i) => list[i]);

// ---- Lines and columns of a terminal ----

// eslint-disable-next-line no-misleading-character-class
const COMBINING = /[\u0300-\u036F\u200B-\u200F\uFE00-\uFE0F]/gu;
const WIDE = new RegExp(
    '[\\u1100-\\u115F\\u2E80-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF' +
    '\\uFE30-\\uFE6F\\uFF00-\\uFF60\\uFFE0-\\uFFE6' +
    '\\u{1F300}-\\u{1FAFF}\\u{20000}-\\u{3FFFD}]', 'gu');
const ASTRAL = /[\u{10000}-\u{10FFFF}]/gu;

const widthOf = (text) => text.replace(COMBINING, '').replace(WIDE, '##')
                              .replace(ASTRAL, '#').length;

const padEnd = (text, width) => text + ' '.repeat(width - widthOf(text));

// head + '{ a, b }' on one line if that fits; else one part a line, or as many
// as fit if there are many short ones in brackets.
const join = (head, [open, close], parts, lineWidth) => {
  if (parts.length === 0) {
    return head + open + close;
  }
  const widths = parts.map(widthOf);
  const isOneLine = !parts.some((part) => part.includes('\n'));
  const total = widths.reduce((sum, width) => sum + width + 2,
                              widthOf(head) + 4);
  if (isOneLine && total <= lineWidth) {
    return `${head}${open} ${parts.join(', ')} ${close}`;
  }
  const fills = open === '[' && isOneLine && parts.length > 6 &&
                widths.every((width) => width <= 16);
  let text = head + open;
  let column = 0;
  parts.forEach((part, i) => {
    const width = widths[i] + 1;
    if (i === 0 || !fills || column + 1 + width > lineWidth) {
      text += '\n  ';
      column = 2;
    } else {
      text += ' ';
      ++column;
    }
    text += part.replaceAll('\n', '\n  ') + (i + 1 < parts.length ? ',' : '');
    column += width;
  });
  return `${text}\n${close}`;
};

// In columns, each as wide as the longest text, read downwards; lines of at
// most `lineWidth` if that can be, each with a line feed.
const formatColumns = (list, lineWidth) => {
  const texts = copyOf(list);
  const width = Math.max(...texts.map(widthOf)) + 2;
  const columns = Math.max(1, Math.floor((lineWidth + 1) / width));
  const height = Math.ceil(texts.length / columns);
  return texts.slice(0, height).map((_, line) => {
    const row = texts.filter((_, i) => i % height === line);
    const last = row.pop();
    return row.map((text) => padEnd(text, width)).join('') + last + '\n';
  }).join('');
};

// ---- Values without parts ----

const ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

const escape = (c) => {
  const code = c.charCodeAt(0);
  const hex = code.toString(16).toUpperCase();
  return ESCAPES[c] ?? (code < 0x100      ? `\\x${hex.padStart(2, '0')}` :
                        code === 0xFEFF || code >> 8 === 0x20 ?
                                            `\\u${hex}` :
                                            JSON.stringify(c).slice(1, -1));
};

const moreBytes = (rest) =>
    `... ${new TextEncoder().encode(rest).length} more bytes`;

// The beginning of a text and the rest, not cut within a surrogate pair.
const cut = (text, maxLength) => {
  const isInPair = text.codePointAt(maxLength - 1) > 0xFFFF;
  const length = isInPair ? maxLength - 1 : maxLength;
  return [text.slice(0, length), text.slice(length)];
};

const shorten = (text, maxLength = MAX_STRING_LENGTH) => {
  const [start, rest] = cut(text, maxLength);
  return start + (rest && moreBytes(rest));
};

// The frames stay.
const shortenStack = (stack, maxLength) => {
  if (stack.length <= maxLength) {
    return stack;
  }
  const lines = stack.split('\n');
  let start = lines.length;
  while (start > 0 && lines[start - 1].startsWith('    at ')) {
    --start;
  }
  return [shorten(lines.slice(0, start).join('\n'), maxLength),
          ...lines.slice(start)].join('\n');
};

// In quotes, with escapes, as a literal that JavaScript reads back.
const quote = (string, maxLength) => {
  // The quote that needs no escape, double ones first.
  const mark = ['"', '\'', '`'].find(
      (mark) => !string.includes(mark) &&
                (mark !== '`' || !string.includes('${'))) ?? '"';
  const [start, rest] = cut(string, maxLength);
  const text = start.replace(
      // The last of these are lone surrogates.
      /[\\\x00-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uD800-\uDFFF]/gu, escape);
  return mark + (mark === '"' ? text.replaceAll('"', '\\"') : text) + mark +
      (rest && moreBytes(rest));
};

const formatPrimitive = (value, maxLength) =>
    typeof value === 'string' ? quote(value, maxLength) :
    typeof value === 'bigint' ? `${value}n` :
    Object.is(value, -0)      ? '-0' :
                                String(value);

const formatDate = (date) => Number.isNaN(Date.prototype.valueOf.call(date)) ?
    'Invalid Date' : Date.prototype.toISOString.call(date);

const regExpSource = getterOf(RegExp.prototype, 'source');
// In the order in which RegExp.prototype.flags gives them.
const regExpFlags = Object.entries({
  d: 'hasIndices', g: 'global', i: 'ignoreCase', m: 'multiline', s: 'dotAll',
  u: 'unicode', v: 'unicodeSets', y: 'sticky',
}).map(([letter, name]) => [letter, getterOf(RegExp.prototype, name)]);
const formatRegExp = (regExp) => `/${regExpSource(regExp)}/${
    regExpFlags.map(([letter, get]) => get(regExp) ? letter : '').join('')}`;

// ---- Objects ----

const typedArrayLength =
    getterOf(Reflect.getPrototypeOf(Int8Array.prototype), 'length');
const viewOf = ['buffer', 'byteOffset', 'byteLength'].map(
    (name) => getterOf(DataView.prototype, name));

// The bytes of a buffer or a DataView; none if it is detached.
const bytesOf = (object, kind) => {
  try {
    return kind === 'DataView' ?
        new Uint8Array(...viewOf.map((get) => get(object))) :
        new Uint8Array(object);
  } catch {
    return new Uint8Array();
  }
};

const more = (count) => `... ${count} more`;

const formatKey = (key, maxLength) =>
    typeof key === 'symbol' ? `[${String(key)}]` :
    /^(?:[A-Za-z_$][\w$]*|0|[1-9][0-9]*)$/.test(key) ? key :
                              quote(key, maxLength);

const LEAVES = new Set(['Function', 'AsyncFunction', 'GeneratorFunction',
                        'Date', 'RegExp', 'Error', 'DOMException']);

const inspect = (value, {
  maxDepth = 4,
  maxItems = 100,  // Of each array, map, set, object.
  maxStringLength = MAX_STRING_LENGTH,
  lineWidth = 76,
} = {}) => {
  const ancestors = [];
  let spent = 0;

  const isAtLimit = () => spent > MAX_TOTAL_LENGTH;
  const braces = (head, parts) => join(head, '{}', parts, lineWidth);
  const brackets = (head, parts) => join(head, '[]', parts, lineWidth);

  const format = (value) => {
    const text = isObject(value) ? formatObject(value) :
                                   formatPrimitive(value, maxStringLength);
    // Two more for what stands around it.
    spent += 2 + (isObject(value) ? 0 : text.length);
    return text;
  };

  const formatObject = (object) => {
    if (ancestors.includes(object)) {
      return '[Circular]';
    }
    const depth = ancestors.length;
    try {
      const look = describe(object);
      // What has rarely any parts is shown once more, but not without end.
      const limit = LEAVES.has(look.kind) || look.kind === 'Proxy' ?
          maxDepth + 1 : maxDepth;
      if (isAtLimit() || depth >= limit) {
        return look.kind === 'Array' || look.kind === 'Proxy' ?
            `[${look.kind}]` : `[${look.name}]`;
      }
      ancestors.push(object);
      return formatContents(object, look);
    } catch {
      return UNREADABLE;  // The stack is exhausted, or V8 denies access.
    } finally {
      ancestors.length = depth;
    }
  };

  const formatProperty = (object, key, kind) => {
    let property;
    try {
      property = Reflect.getOwnPropertyDescriptor(object, key);
    } catch {
      // A module's binding that has no value yet throws even here.
    }
    return property === undefined ?
               kind === 'Module' ? '<uninitialized>' : UNREADABLE :
           'value' in property ? format(property.value) :
           !property.set       ? '[Getter]' :
           !property.get       ? '[Setter]' :
                                 '[Getter/Setter]';
  };

  // 'key: value' of each enumerable own property, but for those whose name is
  // hidden.
  const propertiesOf = (object, kind) => {
    const isIndexed = ['Array', 'Arguments', 'TypedArray', 'String']
                          .includes(kind);
    const keys = native.ownKeys(object, !isIndexed);
    const parts = [];
    for (let i = 0; i < keys.length; ++i) {
      if (i === maxItems || isAtLimit()) {
        parts.push(more(keys.length - i));
        break;
      }
      parts.push(`${formatKey(keys[i], maxStringLength)}: ${
          formatProperty(object, keys[i], kind)}`);
    }
    return parts;
  };

  const withProperties = (head, object, kind) => {
    const parts = propertiesOf(object, kind);
    return parts.length === 0 ? head : braces(`${head} `, parts);
  };

  const formatFunction = (object, kind) => {
    const isClass = Function.prototype.toString.call(object)
                        .startsWith('class');
    const name = ownData(object, 'name');
    return withProperties(
        `[${isClass ? 'class' : kind}${
            typeof name !== 'string' || name === '' ? ' (anonymous)' :
                              `${isClass ? '' : ':'} ${name}`}]`,
        object, kind);
  };

  const formatArray = (object, { kind, name }) => {
    const length = ownData(object, 'length');
    const size = Number.isInteger(length) ? length : 0;
    const head = kind === 'Arguments' ? '[Arguments] ' :
                 name === 'Array'     ? '' : `${name}(${size}) `;
    const parts = [];
    let holes = 0;
    const flushHoles = () => {
      if (holes !== 0) {
        parts.push(`<${holes} empty item${holes === 1 ? '' : 's'}>`);
        holes = 0;
      }
    };
    // An array can be four thousand million holes long: behind a thousand of them
    // the keys tell which index is next. A number from `size` on is no index.
    let keys;
    const nextIndex = (from) => {
      const key = keys.find((key) => typeof key === 'string' &&
                                     String(key >>> 0) === key &&
                                     key >= from && key < size);
      return key === undefined ? size : Number(key);
    };
    let i = 0;
    for (; i < size && parts.length < maxItems && !isAtLimit(); ++i) {
      if (Object.hasOwn(object, i)) {
        flushHoles();
        parts.push(formatProperty(object, i, kind));
      } else if (++holes % 1000 === 0) {
        keys ??= Reflect.ownKeys(object);
        const next = nextIndex(i + 1);
        holes += next - i - 1;
        i = next - 1;
      }
    }
    flushHoles();
    if (i < size) {
      parts.push(more(size - i));
    }
    return brackets(head, [...parts, ...propertiesOf(object, kind)]);
  };

  const formatTypedArray = (object, { kind, name }) => {
    const length = typedArrayLength(object);
    const parts = [];
    for (let i = 0; i < length && i < maxItems; ++i) {
      parts.push(format(object[i]));
    }
    if (length > maxItems) {
      parts.push(more(length - maxItems));
    }
    return brackets(`${name}(${length}) `,
                    [...parts, ...propertiesOf(object, kind)]);
  };

  const formatBuffer = (object, { kind, name }) => {
    const bytes = bytesOf(object, kind);
    const dump = Array.from(bytes.subarray(0, 50),
                            (byte) => byte.toString(16).padStart(2, '0'));
    if (bytes.length > 50) {
      dump.push(more(bytes.length - 50));
    }
    return braces(`${name} `, [`byteLength: ${bytes.length}`,
                               `bytes: <${dump.join(' ')}>`,
                               ...propertiesOf(object, kind)]);
  };

  const formatCollection = (object, { kind, name, value, hasKeys }) => {
    const step = hasKeys ? 2 : 1;
    const size = value.length / step;
    const parts = [];
    for (let i = 0; i < size; ++i) {
      if (i === maxItems || isAtLimit()) {
        parts.push(more(size - i));
        break;
      }
      const entry = value.slice(i * step, (i + 1) * step).map(format);
      parts.push(!hasKeys       ? entry[0] :
                 kind === 'Map' ? entry.join(' => ') :
                                  `[ ${entry.join(', ')} ]`);
    }
    const isIterator = kind.endsWith('Iterator');
    return braces(isIterator ? `${name} ` : `${name}(${size}) `,
                  [...parts, ...propertiesOf(object, kind)]);
  };

  const formatError = (object, { kind, name, value: stack }) => {
    const message = ownData(object, 'message');
    const head = stack ? shortenStack(stack, maxStringLength) : `[${name}${
        typeof message === 'string' ?
            `: ${shorten(message, maxStringLength)}` : ''}]`;
    spent += head.length;
    // These are own but not enumerable.
    const parts = ['cause', 'errors'].flatMap((key) => {
      const property = Reflect.getOwnPropertyDescriptor(object, key);
      return property !== undefined && !property.enumerable &&
          'value' in property ?
          [`[${key}]: ${format(property.value)}`] : [];
    });
    parts.push(...propertiesOf(object, kind));
    return parts.length === 0 ? head : braces(`${head} `, parts);
  };

  const formatPlain = (object, { kind, name }) => {
    const head = kind === 'Module'                       ? '[Module] ' :
                 Reflect.getPrototypeOf(object) === null ?
                                            `[${name}: null prototype] ` :
                 name === 'Object'                       ? '' : `${name} `;
    const attributes =
        exports.streamAttributes(object) ?? exports.attributesOf(object);
    return braces(head, [
      ...attributes.map(([name, value]) => `${name}: ${format(value)}`),
      ...propertiesOf(object, kind),
    ]);
  };

  const formatContents = (object, look) => {
    const { kind, name, value } = look;
    switch (kind) {
      case 'Proxy':
        return isObject(value) ? `Proxy ${format(value)}` : 'Proxy <revoked>';
      case 'Function':
      case 'AsyncFunction':
      case 'GeneratorFunction':
        return formatFunction(object, kind);
      case 'Array':
      case 'Arguments':
        return formatArray(object, look);
      case 'TypedArray':
        return formatTypedArray(object, look);
      case 'ArrayBuffer':
      case 'SharedArrayBuffer':
      case 'DataView':
        return formatBuffer(object, look);
      case 'Map':
      case 'Set':
      case 'MapIterator':
      case 'SetIterator':
        return formatCollection(object, look);
      case 'pending':
        return braces(`${name} `, ['<pending>', ...propertiesOf(object)]);
      case 'fulfilled':
        return braces(`${name} `, [format(value), ...propertiesOf(object)]);
      case 'rejected':
        return braces(`${name} `, [`<rejected> ${format(value)}`,
                                   ...propertiesOf(object)]);
      case 'Error':
      case 'DOMException':
        return formatError(object, look);
      case 'Date':
        return withProperties(formatDate(object), object);
      case 'RegExp':
        return withProperties(formatRegExp(object), object);
      case 'Number':
      case 'String':
      case 'Boolean':
      case 'BigInt':
      case 'Symbol': {
        const inside = globalThis[kind].prototype.valueOf.call(object);
        return withProperties(`[${kind}: ${format(inside)}]`, object, kind);
      }
      default:
        return formatPlain(object, look);
    }
  };

  return format(value);
};

Object.assign(exports, {
  parseFloat: (string) => inspect(parseFloat(string)),
  parseInt: (string) => inspect(parseInt(string, 10)),
  copyOf, describe, formatColumns, getterOf, inspect, isObject, padEnd, shorten,
  widthOf,
});
