// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The writer of C++: the header that the bindings take from the IDL.

import { dirname } from 'node:path';

import {
  checkExtendedAttributes, fail, readDefinitions, readMembers, requiredCount,
} from './read_idl.mjs';

// Types of arguments and dictionary members: the type in C++, the function of
// bindings/webidl/conversions.h, the kind of default that the type takes, and,
// for a type that can't be empty, how a default, or none, is written.
const INPUT_TYPES = {
  'boolean': ['bool', 'ConvertBoolean', 'boolean', (value = false) => value],
  '[EnforceRange] unsigned long long':
      ['uint64_t', 'ConvertEnforceRange', 'number', (value = 0) => value],
  'DOMString': ['v8::Local<v8::String>', 'ConvertDOMString', 'string'],
  'USVString': ['v8::Local<v8::String>', 'ConvertUSVString', 'string'],
  'AllowSharedBufferSource':
      ['v8::Local<v8::Value>', 'ConvertAllowSharedBufferSource'],
  '[AllowShared] Uint8Array':
      ['v8::Local<v8::Uint8Array>', 'ConvertAllowSharedUint8Array'],
};

// A type as text, "[AllowShared] Uint8Array". Of `holder`, what has the type,
// extended attributes apply to it, too. Promises don't pass: exceptions would
// have to reject them.
function typeName(node, where, holder = { extAttrs: [] }) {
  const { union, nullable, generic, idlType } = node;
  if (union || nullable || (generic && generic !== 'sequence')) {
    fail(`${where}: ${union ? 'a union' : nullable ? 'a nullable type' : generic
         } is not supported.`);
  }
  const extAttrs = [...holder.extAttrs, ...node.extAttrs];
  checkExtendedAttributes({ extAttrs }, ['AllowShared', 'EnforceRange'], where);
  return extAttrs.map(({ name }) => `[${name}] `).join('') +
      (generic ? `sequence<${typeName(idlType[0], where)}>` : idlType);
}

// An argument or a dictionary member.
function readValue(node, where) {
  if (node.variadic || node.required) {
    fail(`${where}: ${node.variadic ? 'variadic arguments' : 'required members'
         } are not supported.`);
  }
  return { name: node.name, type: typeName(node.idlType, where, node), where,
           optional: node.type === 'field' || node.optional,
           defaultKind: node.default?.type, defaultValue: node.default?.value };
}

// An attribute, a constructor or an operation.
function readMember(member, where) {
  const { special, type } = member;
  if (special || !['attribute', 'constructor', 'operation'].includes(type)) {
    fail(`${where}: ${special ? `"${special}"` : type} is not supported.`);
  }
  if (type === 'attribute' && !member.readonly) {
    fail(`${where}: attributes that can be set are not supported.`);
  }
  // Whether a result is a [NewObject] is up to the semantics.
  checkExtendedAttributes(
      member, type === 'operation' ? ['NewObject'] : [], where);
  return {
    kind: type,
    name: member.name ?? 'constructor',
    callback: `${type === 'attribute' ? 'get_' : ''}${
        snakeCase(member.name ?? 'constructor')}`,
    type: member.idlType && typeName(member.idlType, where),
    parameters: member.arguments?.map(
        (each) => readValue(each, `${where}, argument ${each.name}`)),
  };
}

// An interface, a mixin or a namespace.
function readInterface(definition) {
  const { type, name } = definition;
  const { constructors, attributes, operations } =
      readMembers(definition, readMember);
  if (type === 'interface' && constructors.length !== 1) {
    fail(`${name}: exactly one constructor is needed.`);
  }
  if (type === 'namespace' && attributes.length > 0) {
    fail(`${name}: attributes of namespaces are not supported.`);
  }
  return { constructors, attributes, operations };
}

function readDictionary({ name, inheritance, members }) {
  return {
    input: [name, `ConvertDictionary<${name}>`, 'dictionary'],
    base: inheritance,
    members: members.map((each) => readValue(each, `${name}.${each.name}`))
        .sort((a, b) => a.name < b.name ? -1 : 1),
  };
}

function readEnumeration(definition) {
  const { name } = definition;
  const values = definition.values.map(({ value }) => value);
  const initial = (value = values[0]) => `${name}::${enumerator(value)}`;
  return { values,
           input: [name, `ConvertEnumeration<${name}>`, 'string', initial] };
}

const READERS = {
  'dictionary': { read: readDictionary, extAttrs: [] },
  'enum': { read: readEnumeration, extAttrs: [] },
  'interface': { read: readInterface, extAttrs: ['Exposed'] },
  'interface mixin': { read: readInterface, extAttrs: [] },
  'namespace': { read: readInterface, extAttrs: ['Exposed'] },
};

// From here on C++ is written, in clang-format's way.

const snakeCase = (name) =>
    name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);
const enumerator = (value) => `k${upperFirst(value)}`;

// What an argument or a dictionary member is in C++. `definition` is that of
// its type, if it has one.
function inputValue(value, definition) {
  const { type, where, optional, defaultKind, defaultValue } = value;
  const [cpp, convert, kind, initial] =
      definition?.input ?? INPUT_TYPES[type] ??
      fail(`${where}: the type ${type} is not supported.`);
  if (defaultKind ? defaultKind !== kind : optional && initial) {
    fail(`${where}: ${type} is not supported with ${defaultKind ?
        `a default of the kind ${defaultKind}` : 'no default'}.`);
  }
  return { ...value, cpp, convert, initial: initial?.(defaultValue) };
}

// The field of an argument or a dictionary member.
function field({ name, cpp, initial, defaultKind, defaultValue }) {
  const start = `  ${cpp} ${snakeCase(name)}`;
  return initial !== undefined ? `${start} = ${initial};\n`
      : defaultKind !== 'string' ? `${start};\n`
      : `${start};  // Empty for the default.\n` +
        `  static constexpr std::string_view k${upperFirst(name)}Default = ${
            JSON.stringify(defaultValue)};\n`;
}

// A struct of `values`, which `reader` reads and its method `get` converts.
const valuesStruct = (name, values, parameters, reader, get) => `\
struct ${name} {
${values.map(field).join('')}
  [[nodiscard]] bool Convert(${parameters}) {
    ${reader};
${values.map((each) => `    reader.${get(each)}${each.convert}, &${
        snakeCase(each.name)});\n`).join('')}    return reader.ok();
  }
};
`;

const strings = (name, values) =>
    `inline constexpr std::string_view ${name}[] = {\n${
        values.map((each) => `    "${each}",\n`).join('')}};\n`;

function enumeration({ name, values }) {
  return `\
enum class ${name} {
${values.map((each) => `  ${enumerator(each)},\n`).join('')}};
${strings(`k${name}Values`, values)}\
constexpr Enumeration Describe(${name}) {
  return {"${name}", k${name}Values};
}
`;
}

const inputDictionary = (name, members) => valuesStruct(
    name, members, 'const Source& source', `Dictionary reader(source, "${name}")`,
    (member) => `Get("${member.name}", `);

// Of a call with buffers, the caller says which are refused; of one with a
// dictionary, the caller may say where its keys are kept.
function argumentsStruct(name, parameters) {
  const has = (prefix) =>
      parameters.some(({ convert }) => convert.startsWith(prefix));
  const hasBuffer = has('ConvertAllowShared');
  const hasDictionary = has('ConvertDictionary<');
  const places = ['const CallbackInfo& info'];
  if (hasBuffer) {
    places.push('RefusedBuffers refused');
  }
  if (hasDictionary) {
    places.push('int key_field = -1');
  }
  return valuesStruct(
      `${name}Arguments`, parameters,
      // As clang-format has it: of more than a line, each has one.
      places.join(hasBuffer ? `,\n${' '.repeat(29)}` : ', '),
      `Arguments reader(info, k${name}, ${requiredCount(parameters)}${
          hasBuffer ? ', refused' : ''}${hasDictionary ? ', key_field' : ''})`,
      ({ optional }) => optional ? 'Optional(' : 'Required(');
}

// Of an interface or a namespace. `input` is inputValue() for a value alone.
function interfaceStruct(definition, input) {
  const { type, name, constructors, attributes, operations } = definition;
  const kind = upperFirst(type);
  const functions = [...constructors, ...operations];
  const calls = functions.map((member) => `  static constexpr CallSite k${
      upperFirst(member.name)} = {"${name}", ${
      member.kind === 'operation' ? `"${member.name}"` : 'nullptr'}};\n`);
  const structs = functions.filter(({ parameters }) => parameters.length > 0)
      .map(({ name, parameters }) =>
          argumentsStruct(upperFirst(name), parameters.map(input)))
      .map((each) => `${each.replace(/^(?=.)/gm, '  ')}\n`);
  const callbacks = [...constructors, ...attributes, ...operations]
      .map(({ callback }) => `    Callback ${callback};\n`);
  if (new Set(callbacks).size < callbacks.length) {
    fail(`${name}: members of the same name are not supported.`);
  }
  const table = (kind, members, text) =>
      `        .${kind} = {{\n${members.map((each) => `            {"${
          each.name}", ${text(each)}, callbacks.${each.callback}},\n`)
          .join('')}        }},\n`;
  const ofInterface = constructors.map(({ parameters }) => `\
        .constructor_length = ${requiredCount(parameters)},
        .constructor = callbacks.constructor,
${table('attributes', attributes, (each) => `"get ${each.name}"`)}`);
  return `\
// ${type} ${name}
struct ${name} {
  static const ${kind}Descriptor k${kind};  // In the semantics' file.
${calls.join('')}
${structs.join('')}  struct Callbacks {
${callbacks.join('')}  };

  static constexpr auto Describe(const Callbacks& callbacks) {
    return ${kind}Table<${constructors.map(() => `${attributes.length}, `)
        }${operations.length}>{
        .name = "${name}",
${ofInterface}${table('operations', operations,
                      ({ parameters }) => requiredCount(parameters))}    };
  }
};
`;
}

// The header at `path` (relative to the repository) made of `sources`.
export function writeHeader(sources, path, webidl2) {
  const definitions = readDefinitions(sources, READERS, webidl2);
  const all = (...types) =>
      [...definitions.values()].filter(({ type }) => types.includes(type));
  // By their names, a dictionary after those that its members are.
  const inputs = new Map();
  const input = (value) => {
    const definition = definitions.get(value.type);
    if (definition?.allMembers) {
      const { name, allMembers } = definition;
      inputs.set(name, inputDictionary(name, allMembers.map(input)));
    }
    return inputValue(value, definition);
  };
  const structs = all('interface', 'namespace').map(
      (each) => interfaceStruct(each, input));
  const results = all('interface', 'namespace')
      .flatMap(({ operations }) => operations)
      .map(({ type }) => type.replace(/^sequence<(\w+)>$/, '$1'));
  const outputs = all('dictionary').filter(({ name }) => results.includes(name))
      .map(({ name, allMembers }) => strings(
          `k${name}Members`, allMembers.map(({ name }) => name)));
  const table = `\
// All interfaces, in the order of the IDL.
inline constexpr const InterfaceDescriptor* kInterfaces[] = {\n${
      all('interface').map(({ name }) => `    &${name}::kInterface,\n`).join('')
      }};\n`;
  const parts = [...all('enum').map(enumeration), ...inputs.values(),
                 ...outputs, ...structs, table];
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

#include <cstdint>
#include <string_view>

#include "bindings/webidl/conversions.h"
#include "bindings/webidl/template_builder.h"
#include "v8.h"

namespace ${namespace} {

${parts.join('\n')}
}  // namespace ${namespace}

#endif  // ${guard}
`;
}
