// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a name at the prompt could go on as. Looking for it runs no script: what
// only a getter or a proxy could tell has no completions.

'use strict';

const { attributesOf, copyOf } = exports;

const KEYWORDS = [
  'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue',
  'debugger', 'default', 'delete', 'else', 'extends', 'false', 'finally', 'for',
  'function', 'import', 'instanceof', 'let', 'new', 'null', 'return', 'static',
  'super', 'switch', 'this', 'throw', 'true', 'typeof', 'undefined', 'while',
  'yield',
];

const isName = (text) => /^(?![0-9])[\w$\x80-\uFFFF]+$/.test(text);

// `object`, its prototype and so on.
function* chainOf(object) {
  for (; object !== null && !native.isProxy(object);
       object = Reflect.getPrototypeOf(object)) {
    yield object;
  }
}

// Completes the name at the end of `text`: a property of `a.b.` before it, or a
// global, or a keyword. Of the prompt's realm come the global object, the names
// of let, const and class declarations, a function that reads one of these, and
// ToObject. Gives what is common to all completions without what is there
// already, then the completions, sorted.
exports.complete = (text, global, lexicalNames, readLexical, toObject) => {
  const take = (pattern) => {
    const [match] = pattern.exec(text);
    text = text.slice(0, text.length - match.length);
    return match;
  };
  // The value of a property that is data, or an attribute of a platform object.
  const look = (value, name) => {
    if (value === undefined || value === null || native.isProxy(value)) {
      throw new TypeError();
    }
    const object = toObject(value);
    for (const holder of chainOf(object)) {
      const property = Reflect.getOwnPropertyDescriptor(holder, name);
      if (property !== undefined && 'value' in property) {
        return property.value;
      }
      if (property !== undefined) {
        break;
      }
    }
    return attributesOf(object).find(([each]) => each === name)[1];
  };
  // Those of the properties, the prototypes' included.
  const namesOf = (value) => value === undefined || value === null ? [] :
      [...chainOf(toObject(value))].flatMap(
          (holder) => native.ownKeys(holder, false, true));

  const lexical = copyOf(lexicalNames);
  const prefix = take(/[\w$\x80-\uFFFF]*$/);
  const path = [];
  while (text.endsWith('.') && !text.endsWith('...')) {
    take(/\??\.$/);
    path.unshift(take(/[\w$\x80-\uFFFF]*$/));
    if (!isName(path[0])) {
      return [''];
    }
  }
  const lookUp = (name) => name === 'this'        ? global :
                           lexical.includes(name) ? readLexical(name) :
                                                    look(global, name);
  const names = path.length === 0 ?
      [...namesOf(global), ...lexical, ...KEYWORDS] :
      namesOf(path.slice(1).reduce(look, lookUp(path[0])));
  // Few want __defineGetter__ and the like.
  const found = [...new Set(names)].sort().filter(
      (name) => name.startsWith(prefix) && isName(name) &&
                (prefix !== '' || !name.startsWith('__')));
  let common = prefix;
  for (const character of found[0]?.slice(prefix.length) ?? '') {
    if (!found.at(-1).startsWith(common + character)) {
      break;
    }
    common += character;
  }
  return [common.slice(prefix.length), ...found];
};
