// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// generate.mjs: that the committed files are what it writes, and what it says
// of IDL that it doesn't support. What it writes is tested where that's
// compiled: headers in bindings/webidl/template_builder_test.cc, classes in
// interfaces_js_test.mjs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as webidl2 from 'webidl2';

import { writeHeader } from './interfaces_h.mjs';

const idlFolder = dirname(fileURLToPath(import.meta.url));

function run(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(
      process.execPath, [join(folder, 'generate.mjs'), ...args],
      { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function testCommittedFiles() {
  assert.deepEqual(run(idlFolder, '--check'), { status: 0, output: '' });
}

// In a copy, one line of IDL more.
function testCheckFindsDifferences() {
  const root = fs.mkdtempSync(join(tmpdir(), 'idl-'));
  try {
    const folder = join(root, 'idl');
    fs.cpSync(idlFolder, folder, { recursive: true });
    fs.mkdirSync(join(root, 'bindings/streams'), { recursive: true });
    fs.symlinkSync(join(dirname(idlFolder), 'node_modules'),
                   join(root, 'node_modules'));
    fs.appendFileSync(join(folder, 'streams.idl'),
                      '[Exposed=*] interface Added { constructor(); };\n');
    assert.deepEqual(run(folder, '--check'), {
      status: 1,
      output: 'generate.mjs: idl/interfaces.h is not what the IDL says; run ' +
              'tools/lib/with_node_modules node idl/generate.mjs.\n',
    });
    assert.deepEqual(run(folder), { status: 0, output: '' });
    assert.match(fs.readFileSync(join(folder, 'interfaces.h'), 'utf8'),
                 /struct Added \{/);
    assert.deepEqual(run(folder, '--check'), { status: 0, output: '' });
    fs.rmSync(join(root, 'node_modules'));
    assert.deepEqual(run(folder, '--check'), {
      status: 1,
      output: 'generate.mjs: there is no webidl2; run it by ' +
              'tools/lib/with_node_modules node idl/generate.mjs.\n',
    });
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

const write = (text) => writeHeader([{ name: 'x.idl', text }], 'x.h', webidl2);

function testUnsupported() {
  const member = (text, before = '') =>
      `${before} [Exposed=*] interface A { constructor(); ${text} };`;
  const options = (text) => member('undefined f(optional O o = {});',
                                   `dictionary O { ${text} };`);
  for (const [text, sentence] of [
    // What is no IDL, or breaks one of its rules.
    ['interface {', 'x.idl, line 1: Missing name in interface.'],
    ['\ninterface A {};', /^x\.idl, line 2: Interfaces must have .*Exposed/],
    [member('undefined f(optional O o);', 'dictionary O {};'),
     /must have a default value of `\{\}`/],
    // Definitions.
    ['[LegacyNoInterfaceObject] enum E { "a" };',
     'E: [LegacyNoInterfaceObject] is not supported.'],
    ['typedef long T;', 'T: typedef is not supported.'],
    ['callback C = undefined ();', 'C: callback is not supported.'],
    ['[Exposed=Window] namespace N { undefined f(); };',
     'N: only [Exposed=*] is supported, for all contexts get it.'],
    ['[Exposed=*] namespace N { readonly attribute boolean b; };',
     'N: attributes of namespaces are not supported.'],
    ['[Exposed=*] namespace N { undefined f(); }; ' +
     'N includes M; interface mixin M {};',
     'N includes M: there is no interface N.'],
    ['interface mixin M { constructor(); };',
     'x.idl, line 1: Missing return type.'],
    ['partial dictionary D {};',
     'D: partial definitions are not supported.'],
    ['[Exposed=Window] interface A { constructor(); };',
     'A: only [Exposed=*] is supported, for all contexts get it.'],
    ['[Exposed=(Window,Worker)] interface A { constructor(); };',
     'A: only [Exposed=*] is supported, for all contexts get it.'],
    ['[Exposed=*, SecureContext] interface A { constructor(); };',
     'A: [SecureContext] is not supported.'],
    ['[Exposed=*] interface A { constructor(); }; ' +
     '[Exposed=*] interface B : A { constructor(); };',
     'B: inheritance of interfaces is not supported.'],
    ['[Exposed=*] interface A {};', 'A: exactly one constructor is needed.'],
    [member('constructor(boolean b);'),
     'A: exactly one constructor is needed.'],
    ['A includes M; interface mixin M {};',
     'A includes M: there is no interface A.'],
    [`${member('')} A includes M;`,
     'A includes M: there is no interface mixin M.'],
    // Members.
    [member('attribute boolean b;'),
     'A.b: attributes that can be set are not supported.'],
    [member('[SameObject] readonly attribute boolean b;'),
     'A.b: [SameObject] is not supported.'],
    [member('static undefined f();'), 'A.f: "static" is not supported.'],
    [member('stringifier;'), /^A\.\w+: "stringifier" is not supported\.$/],
    [member('const boolean b = true;'), 'A.b: const is not supported.'],
    [member('iterable<boolean>;'), 'A.iterable: iterable is not supported.'],
    [member('undefined f(); undefined f(boolean b);'),
     'A: members of the same name are not supported.'],
    [`${member('undefined f();')} interface mixin M { undefined f(); }; ` +
     'A includes M;', /^x\.idl, line 1: .* has already been defined/],
    [member('Promise<undefined> f();'), 'A.f: Promise is not supported.'],
    [member('readonly attribute boolean? b;'),
     'A.b: a nullable type is not supported.'],
    // Arguments.
    [member('undefined f(long x);'),
     'A.f, argument x: the type long is not supported.'],
    [member('undefined f(Uint8Array x);'),
     'A.f, argument x: the type Uint8Array is not supported.'],
    [member('undefined f(unsigned long long x);'),
     'A.f, argument x: the type unsigned long long is not supported.'],
    [member('undefined f([EnforceRange] boolean x);'),
     'A.f, argument x: the type [EnforceRange] boolean is not supported.'],
    [member('undefined f(sequence<DOMString> x);'),
     'A.f, argument x: the type sequence<DOMString> is not supported.'],
    [member('undefined f(A x);'),
     'A.f, argument x: the type A is not supported.'],
    [member('undefined f([Clamp] boolean x);'),
     'A.f, argument x: [Clamp] is not supported.'],
    [member('undefined f((boolean or DOMString) x);'),
     'A.f, argument x: a union is not supported.'],
    [member('undefined f(boolean... x);'),
     'A.f, argument x: variadic arguments are not supported.'],
    [member('undefined f(optional boolean x);'),
     'A.f, argument x: boolean is not supported with no default.'],
    [member('undefined f(optional [EnforceRange] unsigned long long x);'),
     'A.f, argument x: [EnforceRange] unsigned long long is not supported ' +
     'with no default.'],
    [member('undefined f(optional DOMString x = null);'),
     'A.f, argument x: DOMString is not supported with a default of the kind ' +
     'null.'],
    // Dictionaries.
    [options('required boolean b;'),
     'O.b: required members are not supported.'],
    [options('boolean b;'), 'O.b: boolean is not supported with no default.'],
    [options('long x;'), 'O.x: the type long is not supported.'],
    ['dictionary P : O {};', 'P: there is no dictionary O.'],
    ['enum O { "a" }; dictionary P : O {};', 'P: there is no dictionary O.'],
    [`enum E { "a" }; ${options('E e;')}`,
     'O.e: E is not supported with no default.'],
  ]) {
    assert.throws(() => write(text), { message: sentence }, text);
  }
}

function testOrder() {
  // In the order of the IDL, and that of dictionaries' members.
  const header = write(`
    dictionary O : P {
      boolean z = false; boolean B = false; boolean a = true;
    };
    dictionary P { boolean y = false; };
    [Exposed=*] interface A {
      undefined two();
      constructor(optional O o = {});
      readonly attribute boolean x;
    };`);
  assert.deepEqual(header.match(/Get\("\w+"/g),
                   ['Get("y"', 'Get("B"', 'Get("a"', 'Get("z"']);
  assert.deepEqual(header.match(/Callback \w+;/g),
                   ['Callback constructor;', 'Callback get_x;',
                    'Callback two;']);
}

// What a struct is made of comes before it.
function testDependencies() {
  const header = write(`
    [Exposed=*] namespace N { sequence<R> f(optional O o = {}); };
    dictionary O { I i; };
    dictionary I { E e = "b"; };
    dictionary R { boolean both; };
    enum E { "a", "b" };`);
  assert.deepEqual(
      header.match(/(enum class|struct|constexpr std::string_view) \w+/g),
      ['enum class E', 'constexpr std::string_view kEValues', 'struct I',
       'struct O', 'constexpr std::string_view kRMembers', 'struct N',
       'struct FArguments', 'struct Callbacks']);
  assert.match(header, /\n  E e = E::kB;\n/);
  assert.match(header, /\n    reader\.Get\("i", ConvertDictionary<I>, &i\);\n/);
  // Namespaces aren't among the interfaces.
  assert.match(header, /kInterfaces\[\] = \{\n\};/);
}

testCommittedFiles();
testCheckFindsDifferences();
testUnsupported();
testOrder();
testDependencies();
