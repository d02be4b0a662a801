// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Programs as trees: their text, and what can be left out of one.
//
//   code      an array of strings and of the nodes below, one after another
//   {choice}  code, of which the first alternative is meant; the others are
//             simpler
//   {props}   an object literal of [{name, value: code} or {name, getter: body}]
//   {calls}   a function that user code is called by: {calls: name, keep, list}
//             has a body for each call, and does nothing in later calls
//   {body}    a function that is called once
//   body      {ops, end}: operations, and code for the last statement or null
//   op        {id, code, to, mode, at}: an expression, the variables that its
//             value is assigned to, and at what tick it's to be evaluated.
//             Mode watch: the promise is watched; leave: it isn't;
//             must: errors are passed on to the caller

'use strict';

(() => {
const indent = (text) => text.replace(/^(?=.)/gm, '  ');

function codeText(code) {
  let text = '';
  for (const part of code) {
    text += typeof part === 'string' ? part
          : part.choice !== undefined ? codeText(part.choice[0])
          : part.props !== undefined ? propsText(part.props)
          : part.calls !== undefined ? callsText(part)
          : `(${part.argument ?? ''}) => {${bodyText(part.body)}}`;
  }
  return text;
}

function propsText(props) {
  if (props.length === 0) {
    return '{}';
  }
  const lines = props.map(({ name, value, getter }) => getter === undefined ?
      `${name}: ${codeText(value)},\n` :
      `get ${name}() {${bodyText(getter)}},\n`);
  const text = lines.join('');
  return text.length < 60 && lines.length < 4 && !text.includes('=>') ?
      `{ ${text.trim().replace(/\n/g, ' ').replace(/,$/, '')} }` :
      `{\n${indent(text)}}`;
}

function callsText({ calls, keep, list }) {
  const bodies = list.map((body) => `() => {${bodyText(body)}},\n`).join('');
  return `calls('${calls}', ${keep ? `(c) => ${keep} = c` : 'null'}, [${
      bodies === '' ? '' : '\n' + indent(bodies)}])`;
}

function bodyText({ ops, end }) {
  const text = ops.map(opText).join('') +
               (end === null ? '' : `${codeText(end)};\n`);
  return text === '' ? '' : '\n' + indent(text);
}

function opText({ id, code, to, mode, at }) {
  const expression = (to === undefined ? '' : `${to} = `) + codeText(code);
  const first = expression.split('\n')[0].slice(0, 60);
  const label = first.replace(/[\\'{[(]+$/, '').replace(/[\\']/g, '"');
  const text = `${mode}('${id}: ${label}', () => ${expression});\n`;
  return at === undefined || at === 0 ? text :
         `at(${at}, () => ${text.slice(0, -2)});\n`;
}

// The names that a program assigns to.
function variables(node, found = new Set()) {
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) {
      variables(value, found);
    }
  }
  for (const names of [node.to, node.keep]) {
    for (const name of names?.match(/[a-z]+\d+/g) ?? []) {
      found.add(name);
    }
  }
  return found;
}

// The text of a function's body; its arguments are the environment's names.
function programText({ ops }) {
  const names = [...variables(ops)].sort();
  return (names.length === 0 ? '' : `let ${names.join(', ')};\n`) +
         ops.map(opText).join('');
}

// All ways to make a tree smaller by one step, the largest steps first: each
// is a function that changes the tree and gives one that undoes it.
function* reductions(tree) {
  const lists = [];
  const simple = [];
  const visit = (node) => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== 'object' || node === null) {
      return;
    }
    for (const key of ['ops', 'props', 'list']) {
      if (node[key]?.length > 0) {
        lists.push(node[key]);
      }
    }
    if (node.end) {
      simple.push([node, 'end', null]);
    }
    if (node.choice?.length > 1) {
      for (let i = node.choice.length - 1; i > 0; --i) {
        simple.push([node, 'choice', node.choice.slice(i)]);
      }
    }
    if (node.at > 0) {
      simple.push([node, 'at', 0], [node, 'at', node.at >> 1],
                  [node, 'at', node.at - 1]);
    }
    if (node.mode !== undefined && node.mode !== 'watch') {
      simple.push([node, 'mode', 'watch']);
    }
    Object.values(node).forEach(visit);
  };
  visit(tree);
  for (const list of lists) {
    for (let size = list.length; size > 1; size >>= 1) {
      for (let i = list.length - size; i >= 0; i -= size) {
        yield without(list, i, size);
      }
    }
  }
  for (const list of lists) {
    for (let i = list.length; i-- > 0;) {
      yield without(list, i, 1);
    }
  }
  for (const [node, key, value] of simple) {
    yield () => {
      const before = node[key];
      node[key] = value;
      return () => { node[key] = before; };
    };
  }
}

function without(list, start, count) {
  return () => {
    const removed = list.splice(start, count);
    return () => { list.splice(start, 0, ...removed); };
  };
}

// The smallest program that can be had from one that `fails`, a function that
// gives a promise of a boolean. At most `budget` programs are tried.
async function minimise(program, fails, budget = 3000) {
  const tree = structuredCloneOf(program);
  for (let changed = true; changed && budget > 0;) {
    changed = false;
    for (const reduce of reductions(tree)) {
      if (--budget < 0) {
        break;
      }
      const undo = reduce();
      if (await fails(tree)) {
        changed = true;
        break;
      }
      undo();
    }
  }
  return tree;
}

const structuredCloneOf = (tree) => JSON.parse(JSON.stringify(tree));

globalThis.streamOracle ??= {};
Object.assign(globalThis.streamOracle, { programText, minimise });
})();
