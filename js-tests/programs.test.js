// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Random programs over all the interfaces, run with the interfaces and with
// their model: the logs must be equal, getters, exceptions and all.
// programs/README.md has more.

'use strict';

include('encoding_labels.js');
include('hard_bytes.js');
include('model.js');
include('multi_byte_model.js');
include('stream_oracle/generate.js');
for (const name of ['interfaces_model', 'world', 'generate', 'compare']) {
  include(`programs/${name}.js`);
}

const kPrograms = 90;

const { programs } = globalThis;

let realms;
function getRealms() {
  realms ??= [globalThis, newRealm()];
  return realms;
}

for (let from = 0; from < 4; ++from) {
  test(`${kPrograms} random programs, part ${from}`, async () => {
    needs('streams');
    for (let seed = 1 + from * kPrograms; seed <= (from + 1) * kPrograms; ++seed) {
      assertEquals(await programs.check(seed, getRealms()), undefined);
    }
  });
}

// Implementations with one defect each.
const defective = {
  'a member that is read too late': (interfaces) => ({
    construct(what, args) {
      const options = args[1];
      if (typeof options === 'object' && options !== null) {
        args = [args[0], { get fatal() {
          const ignoreBOM = options.ignoreBOM;
          Object.defineProperty(this, 'ignoreBOM', { value: ignoreBOM });
          return options.fatal;
        } }];
      }
      return interfaces.construct(what, args);
    },
  }),
  'a state that is lost': (interfaces) => ({
    call(what, name, object, args) {
      const result = interfaces.call(what, name, object, args);
      if (what === 'TextDecoder' && result === '') {
        interfaces.call(what, name, object, []);
      }
      return result;
    },
  }),
  'an attribute': (interfaces) => ({
    get: (what, name, object) => name === 'fatal' ?
        !interfaces.get(what, name, object) :
        interfaces.get(what, name, object),
  }),
};

for (const [name, change] of Object.entries(defective)) {
  test(`a defect is found, and the program made small (${name})`, async () => {
    const { ofImplementation } = programs;
    programs.ofImplementation = {
      ...ofImplementation,
      newInterfaces: (realm) => {
        const interfaces = ofImplementation.newInterfaces(realm);
        return { ...interfaces, ...change(interfaces) };
      },
    };
    let report;
    try {
      for (let seed = 1; seed < 200 && report === undefined; ++seed) {
        report = await programs.check(seed, getRealms());
      }
    } finally {
      programs.ofImplementation = ofImplementation;
    }
    const [, left] = /^Program \d+, (\d+) of \d+ steps/.exec(report) ?? [];
    assertTrue(left >= 1 && left <= 4, report);
  });
}
