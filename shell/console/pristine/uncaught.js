// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is said about exceptions that nobody caught.

'use strict';

const { describe, inspect, isObject, shorten, widthOf } = exports;

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
const isOwn = (file) => file.startsWith('v8_encoding:');

// The place of a frame, '    at f (file.js:1:2)' or '    at file.js:1:2'. That of what
// eval() was given is its call's, as in 'eval at f (file.js:1:2), <anonymous>:3:4'.
const placeOf = (frame) => {
  const location = frame.endsWith(')') ?
      frame.slice(frame.indexOf(' (') + 2, -1) : frame.replace(/^async /, '');
  const pattern = location.startsWith('eval at ') ?
      /\(([^()]+):([0-9]+):[0-9]+\)/ : /^(.+):([0-9]+):[0-9]+$/;
  const [, file, line] = pattern.exec(location) ?? [];
  return file === undefined ? undefined : { file, line };
};

// The first place of a stack that a script has. A message may look like frames.
const placeInStack = (stack, summary) => {
  const frames = stack.startsWith(summary) ? stack.slice(summary.length) : stack;
  for (const frame of frames.split('\n    at ').slice(1)) {
    const place = placeOf(frame.split('\n', 1)[0]);
    if (place && !isOwn(place.file)) {
      return place;
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
  // V8 10.2 forgets the place of an Error once somebody has read its stack; and a
  // host's V8 need not keep stacks, nor does V8 of an error made long before.
  if (!place || isOwn(placeFile)) {
    const inScript = look.kind === 'Error' || look.kind === 'DOMException' ?
        placeInStack(look.value ?? '', summary) : undefined;
    if (inScript) {
      place = inScript;
      // The line of another place.
      source = undefined;
    }
  }
  // No line of the library's own: nobody has that file.
  const where = place ? `${place.file}:${place.line ? `${place.line}:` : ''} ` :
                file  ? `${file}: ` : '';
  summary = shorten(summary);
  let text = `${where}Uncaught ${isRejection ? '(in promise) ' : ''}${
      summary}\n`;
  if (source) {
    text += formatExcerpt(source, Math.max(0, start), end);
  }
  const details = isObject(error) ? inspect(error) : summary;
  return details === summary ? text : `${text}${details}\n`;
};
