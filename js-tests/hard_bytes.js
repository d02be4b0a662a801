// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random bytes that are likely to be hard for an encoding, in runs.

'use strict';

(() => {
const pools = {
  'utf-8': ['41', '0A', 'C3 A9', 'E2 82 AC', 'F0 9F 98 80', 'EF BB BF',
            'EF BF BD', 'C0', 'C2', 'E0', 'E0 A0', 'ED', 'ED 9F', 'ED A0', 'EF', 'EF BB',
            'F0', 'F0 90', 'F0 9F 98', 'F4', 'F4 8F', 'F4 90', 'F5', 'FF', '80',
            '9F', 'A0', 'BF'],
  'utf-16le': ['41 00', 'E9 00', 'AC 20', '3D D8 00 DE', '00 D8', 'FF DB',
               '00 DC', 'FF DF', 'FF FE', 'FE FF', '00', 'D8', 'DC', '41'],
  'utf-16be': ['00 41', '00 E9', '20 AC', 'D8 3D DE 00', 'D8 00', 'DB FF',
               'DC 00', 'DF FF', 'FE FF', 'FF FE', '00', 'D8', 'DC', '41'],
  'gb18030': ['41', '80', '81', '81 30', '81 30 81', '81 30 81 30', '84 31 A4 37',
              '8F 30 81 30', '90 30 81 30', 'E3 32 9A 35', 'E3 32 9A 36',
              'D6 D0', 'FE FE', 'A2 E3', 'B0 A1', 'C4 E3', 'FF', '81 7F', '30'],
  'big5': ['41', '80', '81', 'A4 A4', 'A4 40', '88 62', '88 64', '88 A3',
           '88 A5', '87 40', 'FE FE', 'C8 41', 'A1 7F', 'FF', 'A1'],
  'euc-jp': ['41', '8E', '8E B1', '8E E0', '8F', '8F B0', '8F B0 A1', '8F A1 61',
             'A4 A2', 'B0 A1', 'FE FE', 'A9 A1', '80', 'A0', 'FF', '8F B0 41'],
  'iso-2022-jp': ['41', '5C', '7E', '1B', '1B 28', '1B 24', '1B 28 42', '1B 28 4A',
                  '1B 28 49', '1B 24 42', '1B 24 40', '24 22', '30 21', '21', '0E',
                  '0F', '80', '1B 28 43', '1B 24 42 24 22 1B 28 42'],
  'shift_jis': ['41', '5C', '80', 'A0', 'B1', '81', '82 A0', '88 9F', 'F0 40',
                'F9 FC', 'FA 40', 'FC FC', 'FD', '81 7F', '82 30', 'E0', '9F'],
  'euc-kr': ['41', '80', '81', '81 41', 'B0 A1', 'C8 FE', 'A1 A1', '81 5B', 'C7 41',
             'FE FE', 'FF', 'C9 A1', 'B0 30'],
  other: ['41', '80', '9F', 'A0', 'AA', 'E9', 'FF', 'EF BB BF', 'FF FE'],
};
pools.gbk = pools.gb18030;
for (const name of Object.keys(pools)) {
  pools[name] = pools[name].map(
      (text) => text.split(' ').map((byte) => parseInt(byte, 16)));
}

// For the encoding of that lower-case name; less than `runs` runs.
globalThis.hardBytes = (random, name, runs) => {
  const pool = pools[name] ?? pools.other;
  const out = [];
  for (let i = random(runs); i > 0; --i) {
    const kind = random(4);
    const each = pool[random(pool.length)];
    // Runs of one thing are what the fast paths are for.
    const count = kind === 0 ? random(80) : 1 + random(3);
    for (let n = 0; n < count; ++n) {
      out.push(...(kind === 1 ? [random(256)] : each));
    }
  }
  return Uint8Array.from(out);
};
})();
