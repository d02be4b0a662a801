// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Compares the logs of programs, and makes programs that differ small.

'use strict';

(() => {
const { programs } = globalThis;

const isSame = (actual, expected) =>
    actual === expected ||
    expected?.endsWith('…') && actual?.startsWith(expected.slice(0, -1));

// Where the logs differ, or undefined.
async function difference(program, realms) {
  const actual = await programs.run(program, programs.ofImplementation, realms);
  const expected = await programs.run(program, programs.ofModel, realms);
  for (let i = 0; i < actual.length || i < expected.length; ++i) {
    if (!isSame(actual[i], expected[i])) {
      return { actual, expected, at: i };
    }
  }
  return undefined;
}

// Programs with less in them, the smallest first. A list of steps is emptied,
// halved, loses one step, or has a step with less in a list of its own.
function* smaller(value) {
  if (Array.isArray(value)) {
    for (let size = value.length; size >= 1; size = size >> 1) {
      for (let at = 0; at < value.length; at += size) {
        yield [...value.slice(0, at), ...value.slice(at + size)];
      }
    }
    for (const [i, each] of value.entries()) {
      for (const less of smaller(each)) {
        yield value.with?.(i, less) ??
            [...value.slice(0, i), less, ...value.slice(i + 1)];
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      // Arguments that are missing are another matter.
      if (name !== 'args') {
        for (const less of smaller(each)) {
          yield { ...value, [name]: less };
        }
        continue;
      }
      for (const [i, argument] of each.entries()) {
        for (const less of smaller(argument)) {
          const args = [...each];
          args[i] = less;
          yield { ...value, args };
        }
      }
    }
  }
}

async function minimise(program, realms) {
  let attempts = 0;
  for (let again = true; again && attempts < 2000;) {
    again = false;
    for (const less of smaller(program)) {
      ++attempts;
      if (await difference(less, realms) !== undefined) {
        program = less;
        again = true;
        break;
      }
      if (attempts >= 2000) {
        break;
      }
    }
  }
  return program;
}

// Undefined, or the report of the program of that seed: its steps, and the ends
// of the logs.
async function check(seed, realms) {
  const whole = programs.generate(seed);
  if (await difference(whole, realms) === undefined) {
    return undefined;
  }
  const program = await minimise(whole, realms);
  // What was left by others may be gone.
  const found = await difference(program, realms);
  const lines = (log) => log.slice(Math.max(0, (found?.at ?? 0) - 8),
                                   (found?.at ?? 0) + 4);
  return [`Program ${seed}, ${program.length} of ${whole.length} steps`,
          ...program.map((step, i) => `  ${i} ${JSON.stringify(step)}`),
          ...found === undefined ? ['It did not differ again.'] : [
            'Expected', ...lines(found.expected).map((line) => `  ${line}`),
            'Got', ...lines(found.actual).map((line) => `  ${line}`)],
  ].join('\n');
}

Object.assign(programs, { check, difference, minimise });
})();
