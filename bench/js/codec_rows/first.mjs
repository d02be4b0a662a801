// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// First calls: of the process, and of each of many realms. Not loops: each call
// is timed alone.

const bytes = Uint8Array.of(0x61, 0x62, 0x63, 0x64);
const output = new Uint8Array(9);
const gbkBytes = Uint8Array.of(0xC4, 0xE3, 0xBA, 0xC3);
const REALMS = 15;

// In this order, as everything that comes later finds more at hand.
const calls = {
  'new TextDecoder().decode()':
      ({TextDecoder}) => new TextDecoder().decode(bytes),
  'new TextDecoder(gbk).decode()':
      ({TextDecoder}) => new TextDecoder('gbk').decode(gbkBytes),
  'new TextEncoder().encode()':
      ({TextEncoder}) => new TextEncoder().encode('abcd'),
  'new TextEncoder().encodeInto()':
      ({TextEncoder}) => new TextEncoder().encodeInto('abcd', output),
};

const names = Object.keys(calls);
const ofProcess = (name) => `first/of the process, ${name}`;
const ofRealm = (name) => `first/of a realm, ${name}`;

export const firstNames = [...names.map(ofProcess), ...names.map(ofRealm)];

function time(call, classes) {
  const start = performance.now();
  call(classes);
  return (performance.now() - start) * 1e6;
}

// Realms with the same classes, where a script can make any: the shell's.
function* measureRealms({isHost}) {
  const {createRealm} = globalThis;
  if (createRealm === undefined || isHost) {
    const absent = 'no realms to be made that have the classes';
    yield* names.map((name) => ({name: ofRealm(name), absent}));
    return;
  }
  const samples = names.map(() => []);
  for (let i = 0; i < REALMS; ++i) {
    const realm = createRealm();
    names.forEach((name, k) => samples[k].push(time(calls[name], realm)));
  }
  // A round's figure is its least one, and that would be the luckiest of them.
  const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  for (const [k, name] of names.entries()) {
    yield {name: ofRealm(name), ns: [median(samples[k])]};
  }
}

export function* measureFirst(implementation) {
  // The clock's own first reading.
  time(() => {}, {});
  for (const name of names) {
    yield {
      name: ofProcess(name),
      ns: [time(calls[name], implementation.classes)],
    };
  }
  yield* measureRealms(implementation);
}
