// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What JavaScript benchmarks share. They run unchanged in the shell, in Node,
// Deno and Bun, and take nothing of any of them but what's here.

const {Deno, process, performance} = globalThis;

export const args =
    globalThis.scriptArgs ?? Deno?.args ?? process?.argv.slice(2) ?? [];

// A line of standard output.
export const print = globalThis.print ?? ((line) => console.log(line));

// --NAME=VALUE, or `otherwise`.
export function option(name, otherwise) {
  const start = `--${name}=`;
  const found = args.find((arg) => arg.startsWith(start));
  return found === undefined ? otherwise : found.slice(start.length);
}

// Milliseconds of the process's CPU time, of all its threads. Linux counts them
// in hundredths of a second where a runtime has nothing better.
function cpuTime() {
  if (process?.cpuUsage !== undefined) {
    const {user, system} = process.cpuUsage();
    return (user + system) / 1000;
  }
  const [, stat] = globalThis.readFile('/proc/self/stat', 'utf-8').split(') ');
  const fields = stat.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

// next(n) is in [0, n). The same sequence for each seed, in each engine.
export function newRandom(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6D2B79F5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

function shuffle(array, random) {
  for (let i = array.length - 1; i > 0; --i) {
    const j = random(i + 1);
    [array[i], array[j]] = [array[j], array[i]];
  }
}

function describeRuntime() {
  const {Bun, navigator, versions} = globalThis;
  return Deno !== undefined ? `Deno ${Deno.version.deno}, V8 ${Deno.version.v8}`
      : Bun !== undefined   ? `Bun ${Bun.version}`
      // The shell's, which it has in Node's context, too.
      : versions !== undefined ? `V8 ${versions.v8}`
      : process === undefined ?
        /(Firefox|Chrome)\/[\d.]+/.exec(navigator.userAgent)[0]
      : `Node ${process.versions.node}, V8 ${process.versions.v8}`;
}

// Measures `workloads`, of {name, run(): what it did in units, or a promise},
// in turns, in random order, so that what else goes on in the machine slows all
// of them. With --clock=cpu that's the time of the process, not of the world.
// With `lead` a turn begins with a run that doesn't count, which pays for what
// the workload before has left to the collector and the caches. Prints a line
// for each, with nanoseconds per unit in each turn, and with `isHost` and `facts`
// of the workload if it has any.
export async function measure(workloads, {turns, time, lead = false}) {
  const random = newRandom(turns);
  const clock = option('clock', 'wall') === 'cpu' ? cpuTime
                                                  : () => performance.now();
  const samples = new Map(workloads.map((workload) => [workload, []]));
  for (let turn = -1; turn < turns; ++turn) {
    shuffle(workloads, random);
    for (const workload of workloads) {
      const {run} = workload;
      if (lead) {
        await run();
      }
      const start = clock();
      let units = 0;
      let now;
      do {
        units += await run();
        now = clock();
      } while (now - start < time);
      // The turn before the first is for the compilers.
      if (turn >= 0) {
        samples.get(workload).push((now - start) * 1e6 / units);
      }
    }
  }
  print(JSON.stringify({runtime: describeRuntime()}));
  for (const [{name, isHost, facts}, ns] of samples) {
    print(JSON.stringify({name, isHost, ...facts, ns}));
  }
}
