// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is said about exceptions that nobody caught.

'use strict';

const { describe, inspect, isObject, widthOf } = exports;

// Of a minified file's only line, this many columns are shown.
const MAX_COLUMNS = 120;

// The source line and the line of carets under it, each with a line feed.
// Columns count UTF-16 units from 0; long lines are cut around the place.
const formatExcerpt = (line, start, end) => {
  end = Math.max(end, start + 1);
  const first = start > MAX_COLUMNS * 3 / 4 ? start - MAX_COLUMNS / 2 : 0;
  const last = first + MAX_COLUMNS;
  let excerpt = first === 0 ? '' : '...';
  let carets = first === 0 ? '' : '   ';
  let column = 0;
  for (const character of line) {
    if (column >= first && column < last) {
      excerpt += character;
      const isMarked = column >= start;
      // A tab stays a tab, so that the carets stand under what they mean.
      carets += column >= end       ? '' :
                character !== '\t'  ? (isMarked ? '^' : ' ').repeat(
                                          widthOf(character)) :
                isMarked            ? '^' : '\t';
    }
    column += character.length;
  }
  if (column <= start) {
    carets += '^';  // The source ended too early.
  }
  return `${excerpt}${column > last ? '...' : ''}\n${carets}\n`;
};

// Whether it's JavaScript of the library's, or the shell's own.
const isOwn = (file) => /^(?:v8_encoding:|shell\/prelude\/)/.test(file);

// The first place of a stack that a script has. A frame is
// '    at f (file.js:1:2)' or '    at file.js:1:2'.
const placeInStack = (stack = '') => {
  for (const frame of stack.split('\n    at ').slice(1)) {
    const [, file, line] =
        /^(?:.*\()?(.+):([0-9]+):/.exec(frame.split('\n', 1)[0]) ?? [];
    if (file !== undefined && !isOwn(file)) {
      return { file, line };
    }
  }
  return undefined;
};

// `summary` is 'Error: no harbour', made by V8 without running script; `file`
// is named if nothing better is known.
exports.formatUncaught = (error, summary, isRejection, file, placeFile, line,
                          source, start, end) => {
  const look = isObject(error) ? describe(error) : {};
  if (look.kind === 'DOMException') {
    // V8 knows nothing of these but that they are objects.
    const { name, message } =
        Object.fromEntries(exports.attributesOf(error));
    summary = message === '' ? name : `${name}: ${message}`;
  }
  let place = placeFile !== undefined ? { file: placeFile, line } : undefined;
  // V8 10.2 forgets the place of an Error once somebody has read its stack.
  if (!place || isOwn(placeFile)) {
    const inScript = look.kind === 'Error' || look.kind === 'DOMException' ?
        placeInStack(look.value) : undefined;
    if (inScript) {
      place = inScript;
      // The line of another place.
      source = undefined;
    }
  }
  const where = place ? `${place.file}:${place.line}: ` :
                file  ? `${file}: ` : '';
  let text = `${where}Uncaught ${isRejection ? '(in promise) ' : ''}${
      summary}\n`;
  if (source) {
    text += formatExcerpt(source, Math.max(0, start), end);
  }
  const details = isObject(error) ? inspect(error) : summary;
  return details === summary ? text : `${text}${details}\n`;
};
