// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The part of CSS selectors that tests use: types, "*", ids, classes,
// attributes (present, =, ^=, $=, *=, ~=), the descendant and child
// combinators, lists. All else is a SyntaxError.

import { domException } from './exceptions.js';

class SelectorError extends Error {}

const SIMPLE = new RegExp([
  String.raw`(?<type>\*|[a-z][\w-]*)`,
  String.raw`#(?<id>[\w-]+)`,
  String.raw`\.(?<class>[\w-]+)`,
  String.raw`\[\s*(?<name>[\w-]+)\s*(?:(?<how>[~^$*]?=)\s*(?:` +
      String.raw`"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<word>[\w-]+)` +
      String.raw`)\s*)?\]`,
].join('|'), 'iy');

function attributeTest({ name, how, double, single, word }) {
  const wanted = double ?? single ?? word;
  const tests = {
    '=': (value) => value === wanted,
    '^=': (value) => wanted !== '' && value.startsWith(wanted),
    '$=': (value) => wanted !== '' && value.endsWith(wanted),
    '*=': (value) => wanted !== '' && value.includes(wanted),
    '~=': (value) => value.split(/[\t\n\f\r ]+/).includes(wanted),
  };
  const test = how === undefined ? () => true : tests[how];
  return (element) => {
    const value = element.getAttribute(name);
    return value !== null && test(value);
  };
}

function simpleTest(groups) {
  if (groups.type !== undefined) {
    const type = groups.type.toLowerCase();
    return type === '*' ? () => true
                        : (element) => element.localName === type;
  }
  if (groups.id !== undefined) {
    return (element) => element.id === groups.id;
  }
  if (groups.class !== undefined) {
    return attributeTest({ name: 'class', how: '~=', word: groups.class });
  }
  return attributeTest(groups);
}

// A compound: what all of its simple selectors say. Starts at `at`.
function parseCompound(text, at) {
  const tests = [];
  let end = at;
  for (;;) {
    SIMPLE.lastIndex = end;
    const match = SIMPLE.exec(text);
    // A type comes first.
    if (match === null || match.groups.type !== undefined && end > at) {
      break;
    }
    tests.push(simpleTest(match.groups));
    end = SIMPLE.lastIndex;
  }
  if (tests.length === 0) {
    throw new SelectorError(`'${text}' isn't a selector that the shim knows`);
  }
  return { matches: (element) => tests.every((test) => test(element)), end };
}

function parseComplex(text) {
  let { matches, end } = parseCompound(text, 0);
  while (end < text.length) {
    const [all, child] = /^\s*(>)?\s*/.exec(text.slice(end));
    const left = matches;
    const right = parseCompound(text, end + all.length);
    matches = (element) => {
      if (!right.matches(element)) {
        return false;
      }
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (left(up)) {
          return true;
        }
        if (child) {
          return false;
        }
      }
      return false;
    };
    end = right.end;
  }
  return matches;
}

const known = new Map();

function parseList(text) {
  const list = text.split(',').map((each) => parseComplex(each.trim()));
  return (element) => list.some((each) => each(element));
}

// A function that says whether an element matches. `node` asks.
export function parseSelector(text, node) {
  try {
    if (!known.has(text)) {
      known.set(text, parseList(text));
    }
    return known.get(text);
  } catch (error) {
    throw error instanceof SelectorError
        ? domException(node._document, 'SyntaxError', error.message)
        : error;
  }
}
