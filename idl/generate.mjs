// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Writes what the bindings take from the IDL: idl/*.idl become
// idl/interfaces.h, idl/testing/*.idl become idl/testing/interfaces.h.
//
//   node idl/generate.mjs           writes the headers
//   node idl/generate.mjs --check   exits with 1 if one isn't as it would be
//
// Whatever the bindings have no notion of is an error, so that nothing in the
// IDL is skipped in silence. Words in italics are those of Web IDL,
// https://webidl.spec.whatwg.org/

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// A sentence for whoever wrote the IDL.
class IdlError extends Error {}

function fail(sentence) {
  throw new IdlError(sentence);
}

// The types of arguments and of dictionary members that can be converted, and
// what they are in C++. bindings/conversions.h has a function for each.
const INPUT_TYPES = {
  'boolean': 'bool',
  'DOMString': 'v8::Local<v8::String>',
  'USVString': 'v8::Local<v8::String>',
  'AllowSharedBufferSource': 'v8::Local<v8::Value>',
  '[AllowShared] Uint8Array': 'v8::Local<v8::Uint8Array>',
};

function checkExtendedAttributes({ extAttrs }, known, where) {
  const other = extAttrs.find(({ name }) => !known.includes(name));
  if (other) {
    fail(`${where}: [${other.name}] is not supported.`);
  }
}

// A type as text, "[AllowShared] Uint8Array". Of `holder`, what has the type,
// extended attributes apply to it, too. Promises are generic types, so they
// don't pass: exceptions would have to reject them.
function typeName(idlType, where, holder = { extAttrs: [] }) {
  const { union, nullable, generic } = idlType;
  if (union || nullable || generic) {
    fail(`${where}: ${union ? 'a union' : nullable ? 'a nullable type' : generic
         } is not supported.`);
  }
  const extAttrs = [...holder.extAttrs, ...idlType.extAttrs];
  checkExtendedAttributes({ extAttrs }, ['AllowShared'], where);
  return (extAttrs.length > 0 ? '[AllowShared] ' : '') + idlType.idlType;
}

// An argument or a dictionary member.
function readValue(node, where) {
  if (node.variadic || node.required) {
    fail(`${where}: ${node.variadic ? 'variadic arguments' : 'required members'
         } are not supported.`);
  }
  const type = typeName(node.idlType, where, node);
  const optional = node.type === 'field' || node.optional;
  const { type: kind, value } = node.default ?? {};
  const fits = type === 'boolean' ? kind === 'boolean' || !optional
      : type.endsWith('String') ? kind === 'string' || !kind
      : kind === 'dictionary' || !kind;
  if (!fits) {
    fail(`${where}: ${type} is not supported with ${
        kind ? `a default of the kind ${kind}` : 'no default'}.`);
  }
  return { name: node.name, type, optional,
           fallback: kind === 'dictionary' ? undefined : value };
}

// The members of an interface or a mixin. Functions are the constructor and the
// operations.
function readMembers(definition) {
  const functions = [];
  const attributes = [];
  for (const member of definition.members) {
    const where = `${definition.name}.${member.name || member.type}`;
    if (member.special) {
      fail(`${where}: "${member.special}" is not supported.`);
    }
    switch (member.type) {
      case 'attribute':
        checkExtendedAttributes(member, [], where);
        if (!member.readonly) {
          fail(`${where}: attributes that can be set are not supported.`);
        }
        attributes.push(
            { name: member.name, type: typeName(member.idlType, where) });
        break;
      case 'constructor':
      case 'operation':
        // Whether a result is a [NewObject] is up to the semantics.
        checkExtendedAttributes(member, ['NewObject'], where);
        functions.push({
          name: member.name ?? 'constructor',
          type: member.idlType && typeName(member.idlType, where),
          parameters: member.arguments.map(
              (each) => readValue(each, `${where}, argument ${each.name}`)),
        });
        break;
      default:
        fail(`${where}: ${member.type} is not supported.`);
    }
  }
  return { functions, attributes };
}

function readDictionary(definition) {
  checkExtendedAttributes(definition, [], definition.name);
  return {
    name: definition.name, base: definition.inheritance,
    members: definition.members
        .map((each) => readValue(each, `${definition.name}.${each.name}`))
        .sort((a, b) => a.name < b.name ? -1 : 1),
  };
}

function readInterface(definition) {
  const { name } = definition;
  checkExtendedAttributes(definition, ['Exposed'], name);
  if (definition.extAttrs[0]?.rhs?.type !== '*') {
    fail(`${name}: only [Exposed=*] is supported, for all contexts get it.`);
  }
  if (definition.inheritance) {
    fail(`${name}: inheritance of interfaces is not supported.`);
  }
  const members = readMembers(definition);
  // The constructor comes first.
  const isConstructor = ({ name }) => name === 'constructor';
  members.functions.sort((a, b) => isConstructor(b) - isConstructor(a));
  if (members.functions.filter(isConstructor).length !== 1) {
    fail(`${name}: exactly one constructor is needed.`);
  }
  return { name, mixins: [], ...members };
}

// The definitions in `sources`, an array of { name, text }, with mixins and
// inherited dictionary members folded in.
function readDefinitions(sources, { parse, validate }) {
  const trees = sources.map(({ name, text }) => {
    try {
      return parse(text, { sourceName: name, concrete: false });
    } catch (error) {
      return fail(`${name}, line ${error.line}: ${error.bareMessage}.`);
    }
  });
  const error = validate(trees).find(({ level }) => level === 'error');
  if (error) {
    fail(`${error.sourceName}, line ${error.line}: ${error.bareMessage}`);
  }

  const dictionaries = new Map();
  const interfaces = new Map();
  const mixins = new Map();
  for (const definition of trees.flat()) {
    const { type, name } = definition;
    if (definition.partial) {
      fail(`${name}: partial definitions are not supported.`);
    } else if (type === 'dictionary') {
      dictionaries.set(name, readDictionary(definition));
    } else if (type === 'interface') {
      interfaces.set(name, readInterface(definition));
    } else if (type === 'interface mixin') {
      checkExtendedAttributes(definition, [], name);
      mixins.set(name, readMembers(definition));
    } else if (type !== 'includes') {
      fail(`${name}: ${type} is not supported.`);
    }
  }

  // The order of the *includes statements* is that of the members, which follow
  // the interface's own.
  for (const { target, includes } of
       trees.flat().filter(({ type }) => type === 'includes')) {
    const host = interfaces.get(target);
    const mixin = mixins.get(includes);
    if (!host || !mixin) {
      fail(`${target} includes ${includes}: there is no such ${
          host ? 'mixin' : 'interface'}.`);
    }
    host.mixins.push(includes);
    host.attributes.push(...mixin.attributes);
    host.functions.push(...mixin.functions);
  }
  // *Convert to a dictionary*, 3.-4.: "from least to most derived", each in
  // lexicographical order.
  const withInherited = ({ name, base, members }) => !base ? members : [
    ...withInherited(dictionaries.get(base) ??
                     fail(`${name}: there is no dictionary ${base}.`)),
    ...members,
  ];
  for (const dictionary of dictionaries.values()) {
    dictionary.allMembers = withInherited(dictionary);
  }
  return { dictionaries, interfaces: [...interfaces.values()] };
}

// From here on C++ is written, in clang-format's way.

const snakeCase = (name) =>
    name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);

function inputType(type, where) {
  const cpp = INPUT_TYPES[type] ??
      fail(`${where}: the type ${type} is not supported.`);
  return { cpp, convert: `Convert${upperFirst(type.replace(/\W/g, ''))}` };
}

// The fields of a struct for arguments or for dictionary members.
function fields(values, indent) {
  return values.map(({ name, cpp, fallback }) => {
    const start = `${indent}${cpp} ${snakeCase(name)}`;
    if (cpp === 'bool') {
      return `${start} = ${fallback ?? false};\n`;
    }
    return fallback === undefined ? `${start};\n`
        : `${start};  // Empty for the default.\n` +
          `${indent}static constexpr std::string_view k${upperFirst(name)
          }Default = ${JSON.stringify(fallback)};\n`;
  }).join('');
}

function inputDictionary({ name, allMembers }) {
  const members = allMembers.map((member) =>
      ({ ...member, ...inputType(member.type, `${name}.${member.name}`) }));
  const gets = members.map((member) => `    dictionary.Get("${member.name}", ${
      member.convert}, &${snakeCase(member.name)});\n`);
  return `\
struct ${name} {
${fields(members, '  ')}
  [[nodiscard]] bool Convert(const Source& source) {
    Dictionary dictionary(source, "${name}");
${gets.join('')}    return dictionary.ok();
  }
};
`;
}

const outputDictionary = ({ name, allMembers }) =>
    `inline constexpr std::string_view k${name}Members[] = {\n${
        allMembers.map((member) => `    "${member.name}",\n`).join('')}};\n`;

// *The length of the shortest argument list of the entries in S*.
const requiredCount = (parameters) =>
    parameters.findLastIndex(({ optional }) => !optional) + 1;

function argumentsStruct(name, parameters) {
  const converts = parameters.map((parameter) => `      arguments.${
      parameter.optional ? 'Optional' : 'Required'}(${parameter.convert}, &${
      snakeCase(parameter.name)});\n`);
  return `\
  struct ${name}Arguments {
${fields(parameters, '    ')}
    [[nodiscard]] bool Convert(const CallbackInfo& info) {
      Arguments arguments(info, k${name}, ${requiredCount(parameters)});
${converts.join('')}      return arguments.ok();
    }
  };

`;
}

// `use` takes note of the dictionaries that are used.
function interfaceStruct({ name, mixins, functions, attributes }, use) {
  const [constructor, ...operations] = functions;
  const table = (kind, rows) => rows.length === 0 ? `        .${kind} = {},\n`
      : `        .${kind} = {{\n${rows.map((row) => `            {${row}},\n`)
          .join('')}        }},\n`;
  const calls = [];
  const structs = [];
  for (const member of functions) {
    const where = `${name}.${member.name}`;
    const cppName = upperFirst(member.name);
    calls.push(`  static constexpr CallSite k${cppName} = {"${name}", ${
        member === constructor ? 'nullptr' : `"${member.name}"`}};\n`);
    use.output(member.type);
    if (member.parameters.length > 0) {
      structs.push(argumentsStruct(cppName, member.parameters.map(
          (each) => ({ ...each, ...use.input(each.type, where) }))));
    }
  }
  const getter = (attribute) => `get_${snakeCase(attribute.name)}`;
  const callbacks = ['constructor', ...attributes.map(getter),
                     ...operations.map((each) => snakeCase(each.name))]
      .map((each) => `    Callback ${each};\n`);
  if (new Set(callbacks).size < callbacks.length) {
    fail(`${name}: members of the same name are not supported.`);
  }
  return `\
// interface ${[name, ...mixins].join(', ')}
struct ${name} {
  static const InterfaceDescriptor kInterface;  // In the semantics' file.
${calls.join('')}
${structs.join('')}  struct Callbacks {
${callbacks.join('')}  };

  static constexpr auto Describe(const Callbacks& callbacks) {
    return InterfaceTable<${attributes.length}, ${operations.length}>{
        .name = "${name}",
        .constructor_length = ${requiredCount(constructor.parameters)},
        .constructor = callbacks.constructor,
${table('attributes', attributes.map((each) =>
        `"${each.name}", "get ${each.name}", callbacks.${getter(each)}`))
}${table('operations', operations.map((each) =>
        `"${each.name}", ${requiredCount(each.parameters)
        }, callbacks.${snakeCase(each.name)}`))}    };
  }
};
`;
}

// The header at `path` (relative to the repository) made of `sources`.
export function generate(sources, path, webidl2) {
  const { dictionaries, interfaces } = readDefinitions(sources, webidl2);
  const inputs = new Set();
  const outputs = new Set();
  const use = {
    input(type, where) {
      if (dictionaries.has(type)) {
        inputs.add(dictionaries.get(type));
        return { cpp: type, convert: `ConvertDictionary<${type}>` };
      }
      return inputType(type, where);
    },
    output: (type) => dictionaries.has(type) &&
        outputs.add(dictionaries.get(type)),
  };
  const structs = interfaces.map((each) => interfaceStruct(each, use));
  const table = `\
// All of them, in the order of the IDL.
inline constexpr const InterfaceDescriptor* kInterfaces[] = {\n${
      interfaces.map(({ name }) => `    &${name}::kInterface,\n`).join('')}};\n`;
  const parts = [...[...inputs].map(inputDictionary),
                 ...[...outputs].map(outputDictionary), ...structs, table];
  const namespace = `v8_encoding::${dirname(path).replaceAll('/', '::')}`;
  const guard = `V8_ENCODING_${path.toUpperCase().replace(/\W/g, '_')}_`;
  return `\
// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.
// Generated by idl/generate.mjs. DO NOT EDIT.
//
// What the bindings take from the IDL; see idl/README.md. It is made of
${sources.map(({ name }) => `//   ${name}\n`).join('')}
#ifndef ${guard}
#define ${guard}

#include <string_view>

#include "bindings/conversions.h"
#include "bindings/template_builder.h"
#include "v8.h"

namespace ${namespace} {

${parts.join('\n')}
}  // namespace ${namespace}

#endif  // ${guard}
`;
}

async function main(args) {
  const webidl2 = await import('webidl2').catch(() => fail(
      'there is no webidl2; run npm ci --ignore-scripts first.'));
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  for (const folder of ['idl', 'idl/testing']) {
    const sources = readdirSync(join(root, folder)).sort()
        .filter((name) => name.endsWith('.idl'))
        .map((name) => `${folder}/${name}`).map((name) =>
            ({ name, text: readFileSync(join(root, name), 'utf8') }));
    const path = `${folder}/interfaces.h`;
    const header = generate(sources, path, webidl2);
    if (!args.includes('--check')) {
      writeFileSync(join(root, path), header);
    } else if (readFileSync(join(root, path), 'utf8') !== header) {
      fail(`${path} is not what the IDL says; run node idl/generate.mjs.`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof IdlError)) {
      throw error;
    }
    console.error(`generate.mjs: ${error.message}`);
    process.exitCode = 1;
  });
}
