// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The writer of JavaScript: the classes of the Streams Standard's interfaces,
// which convert arguments and leave the rest to the semantics. What the
// semantics must provide is in bindings/streams/README.md.
//
// No call counts its arguments: that would make V8 allocate an object for each
// call. Undefined fails to convert to each type that a required argument has
// here, with a TypeError as an argument that is missing has.

import {
  checkExtendedAttributes, fail, readDefinitions, readMembers, requiredCount,
} from './read_idl.mjs';

// Where a member's dictionary is converted to, if no argument is of the type:
// constructors take an `object` there, and their semantics convert the object.
const CONVERTED_LATER = {
  UnderlyingSource: 'ReadableStream',
  UnderlyingSink: 'WritableStream',
  Transformer: 'TransformStream',
};

// The conversions: JavaScript from the name of a variable, from the arguments
// that say in an exception which call it was, "'WritableStream', 'abort'", and
// from the place of the value: the number of the argument, or the name of the
// dictionary's member, "'size'".
const call = (name, ...more) => (value, callee) =>
    `${name}(${[value, ...more, callee].join(', ')})`;
const placed = (name, ...more) => (value, callee, place) =>
    call(name, ...more)(value, `${callee}, ${place}`);
const INPUT_TYPES = {
  'any': (value) => value,
  'async_sequence<any>': (value) => value,
  'boolean': (value) => `!!${value}`,
  'unrestricted double': (value) => `+${value}`,
  '[EnforceRange] unsigned long long': placed('convertEnforceRange'),
  'object': placed('convertObject'),
  'ArrayBufferView': placed('convertArrayBufferView'),
  'AbortSignal': placed('convertAbortSignal'),
};

// Of these types, undefined is a value.
const TAKE_UNDEFINED = ['any', 'boolean', 'unrestricted double'];

// By the type of the definition that a value is of.
const CONVERSIONS = {
  'callback': ({ name }) => placed('convertFunction', `'${name}'`),
  'dictionary': ({ name }) => call(`convert${name}`),
  'enum': ({ name }) => call(`convert${name}`),
  'interface': ({ name }) => placed('convertRecord', `k${name}`, `'${name}'`),
};

// A type as text, "Promise<undefined>". Of `holder`, what has the type, extended
// attributes apply to it, too.
function typeName(node, where, holder = { extAttrs: [] }) {
  const { union, nullable, generic, idlType } = node;
  if (union) {
    fail(`${where}: a union is not supported.`);
  }
  const extAttrs = [...holder.extAttrs, ...node.extAttrs];
  checkExtendedAttributes({ extAttrs }, ['EnforceRange'], where);
  const name = generic ? `${generic}<${
      idlType.map((each) => typeName(each, where)).join(', ')}>` : idlType;
  return `${extAttrs.map(({ name }) => `[${name}] `).join('')}${name}${
      nullable ? '?' : ''}`;
}

// An argument or a dictionary member.
function readValue(node, where) {
  if (node.variadic) {
    fail(`${where}: variadic arguments are not supported.`);
  }
  return { name: node.name, where, type: typeName(node.idlType, where, node),
           optional: node.type === 'field' ? !node.required : node.optional,
           defaultKind: node.default?.type, defaultValue: node.default?.value };
}

function readMember(member, where) {
  const { name, type, special } = member;
  if ((special && special !== 'static') ||
      !['attribute', 'constructor', 'operation', 'async_iterable']
          .includes(type)) {
    fail(`${where}: ${special ? `"${special}"` : type} is not supported.`);
  }
  if (type === 'attribute' && (!member.readonly || special)) {
    fail(`${where}: attributes that ${special ? 'are static' : 'can be set'
         } are not supported.`);
  }
  checkExtendedAttributes(member, [], where);
  return {
    kind: type, name, isStatic: special === 'static',
    rejects: member.idlType?.generic === 'Promise',
    returns: type === 'operation' &&
        typeName(member.idlType, where) !== 'undefined',
    parameters: member.arguments?.map(
        (each) => readValue(each, `${where}, argument ${each.name}`)),
  };
}

function readInterface(definition) {
  const { name, type } = definition;
  const all = readMembers(definition, readMember);
  if (all.constructors.length > 1 || all.iterables.length > 1) {
    fail(`${name}: more than one ${
        all.iterables.length > 1 ? 'async_iterable' : 'constructor'
        } is not supported.`);
  }
  if (type === 'interface mixin' && all.iterables.length > 0) {
    fail(`${name}: iterables of mixins are not supported.`);
  }
  return all;
}

const READERS = {
  'callback': { read: () => ({}), extAttrs: [] },
  'dictionary': {
    read: ({ name, inheritance, members }) => ({
      base: inheritance,
      members: members.map((each) => readValue(each, `${name}.${each.name}`))
          .sort((a, b) => a.name < b.name ? -1 : 1),
    }),
    extAttrs: [],
  },
  'enum': {
    read: ({ values }) => ({ values: values.map(({ value }) => value) }),
    extAttrs: [],
  },
  // What is serialized or transferred is up to the host.
  'interface': { read: readInterface, extAttrs: ['Exposed', 'Transferable'] },
  'interface mixin': { read: readInterface, extAttrs: [] },
  // Of results only: an argument's type has to have another definition.
  'typedef': { read: () => ({}), extAttrs: [] },
};

// From here on JavaScript is written.

const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);
const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);
const indent = (text) => text.replace(/^(?=.)/gm, '  ');

// What converts a value, as INPUT_TYPES have it; `use` is called with each
// definition that is needed for that.
function converter({ type, where }, definitions, use) {
  const definition = definitions.get(type);
  const convert = definition ? CONVERSIONS[definition.type]?.(definition)
      : INPUT_TYPES[type];
  if (!convert) {
    fail(`${where}: the type ${type} is not supported.`);
  }
  if (definition) {
    use(definition);
  }
  return convert;
}

// The statement that converts argument number `number`, or '' if there is
// nothing to convert.
function argumentStatement(value, number, callee, definitions, use) {
  const { name, type, where, optional, defaultKind } = value;
  const definition = definitions.get(type);
  const isDictionary = definition?.type === 'dictionary';
  if (defaultKind && !(isDictionary && defaultKind === 'dictionary')) {
    fail(`${where}: a default of the kind ${defaultKind} is not supported.`);
  }
  const takesUndefined = isDictionary
      ? !definition.allMembers.some(({ optional }) => !optional)
      : TAKE_UNDEFINED.includes(type);
  if (!optional && takesUndefined) {
    fail(`${where}: ${type} is supported for optional arguments alone.`);
  }
  const converted =
      converter(value, definitions, use)(name, callee, String(number));
  if (converted === name) {
    return '';
  }
  const statement = `${name} = ${converted};\n`;
  return !optional || takesUndefined ? statement
      : `if (${name} !== undefined) ${statement}`;
}

// The method that an operation, an async_iterable or a constructor is.
function method(member, callee, body, definitions, use) {
  const { name, parameters, rejects, isStatic } = member;
  const required = requiredCount(parameters);
  const list = parameters.map(({ name }, i) =>
      i < required ? name : `${name} = undefined`).join(', ');
  const conversions = parameters.map((each, i) => argumentStatement(
      each, i + 1, callee, definitions, use)).join('');
  const converted = !(rejects && conversions) ? conversions : `\
try {
${indent(conversions)}} catch (error) {
  return promiseRejectedWith(error);
}
`;
  return `${isStatic ? 'static ' : ''}${name}(${list}) {\n${
      indent(body(converted))}}\n`;
}

// The start of a method or of a getter: the record of the receiver.
const brandCheck = (interfaceName, error, rejects) => `\
const record = this?.[k${interfaceName}];
if (record === undefined) ${
    rejects ? `return promiseRejectedWith(${error});` : `throw ${error};`}
`;

function operation(interfaceName, member, definitions, use) {
  const { name, parameters, isStatic, rejects, returns } = member;
  const callee = `'${interfaceName}', '${name}'`;
  const list = parameters.map(({ name }) => name);
  const call = rejects ? `record.${name}Method(${list.join(', ')})`
      : semanticsCall(interfaceName, name, isStatic ? list : ['record', ...list]);
  const check = isStatic ? ''
      : brandCheck(interfaceName, `illegalCall(${callee})`, rejects);
  return method(member, callee, (conversions) => `${check}${conversions}${
      returns ? 'return ' : ''}${call};\n`, definitions, use);
}

// The exceptions of a function are of the realm of the method that was called;
// what a record's method gives, a promise, is of the record's realm.
const semanticsCall = (interfaceName, name, list) =>
    `${lowerFirst(interfaceName)}${upperFirst(name)}Method(${list.join(', ')})`;

// The members of the options are the arguments of the semantics.
function iterable(interfaceName, { parameters, where }, definitions, use) {
  const members = parameters.flatMap(({ name, type }) =>
      (definitions.get(type)?.allMembers ??
       fail(`${interfaceName}: iterables take nothing but a dictionary.`))
          .map((each) => `${name}.${each.name}`));
  const callee = `'${interfaceName}', 'values'`;
  return method({ name: 'values', parameters }, callee, (conversions) => `${
      brandCheck(interfaceName, `illegalCall(${callee})`)}${conversions}return ${
      semanticsCall(interfaceName, 'values', ['record', ...members])};\n`,
  definitions, use);
}

const attribute = (interfaceName, { name, rejects }) => `\
get ${name}() {
${indent(brandCheck(interfaceName, `illegalRead('${interfaceName}', '${name}')`,
                    rejects))}  return record.${name}Getter(${rejects ? '' : 'ownErrors'});
}
`;

// The object is made after the arguments are converted, as Web IDL says: of a
// derived class, V8 makes none.
function constructor({ name: interfaceName, constructors }, definitions, use) {
  const callee = `'${interfaceName}', undefined`;
  const parameters = constructors[0]?.parameters ?? [];
  const list = ['object', ...parameters.map(({ name }) => name)].join(', ');
  const body = (conversions) => constructors.length === 0
      ? `throw newTypeError(${callee}, 'Illegal constructor.');\n`
      : `${conversions}\
const object = newObject(new.target, ${interfaceName}, ${interfaceName}Object, '${
      interfaceName}');
construct${interfaceName}(${list});
return object;
`;
  return method({ name: 'constructor', parameters }, callee, body, definitions,
                use);
}

function interfaceClass(definition, definitions, use) {
  const { name, attributes, operations, iterables } = definition;
  const statics = operations.filter(({ isStatic }) => isStatic);
  const members = [
    constructor(definition, definitions, use),
    ...attributes.map((each) => attribute(name, each)),
    ...operations.map((each) => operation(name, each, definitions, use)),
    ...iterables.map((each) => iterable(name, each, definitions, use)),
  ];
  const names = (members) =>
      `[${members.map(({ name }) => `'${name}'`).join(', ')}]`;
  const regular = [...attributes, ...operations.filter((each) => !each.isStatic),
                   ...iterables.map(() => ({ name: 'values' }))];
  return `\
// interface ${name}
const k${name} = keys.${name};
class ${name} extends null {
${indent(members.join(''))}}
const ${name}Object = defineInterface(${name}, '${name}', ${
      names(regular)}, ${names(statics)});
${iterables.map(() => `defineAsyncIterable(${name});\n`).join('')}\
function new${name}(record) {
  const object = new ${name}Object();
  object[k${name}] = record;
  return object;
}
`;
}

// One member of a dictionary.
function dictionaryMember(name, member, callee, definitions, use) {
  const { type, where, optional, defaultKind, defaultValue } = member;
  const convert = converter(member, definitions, use)(
      member.name, callee, `'${member.name}'`);
  const read = `let { ${member.name} } = source;\n`;
  const statement = convert === member.name ? ''
      : `${member.name} = ${convert};\n`;
  if (type === 'boolean' && defaultValue === false) {
    return `${read}${statement}`;  // False is what undefined converts to.
  }
  if (type.endsWith('unsigned long long') && defaultKind === 'number') {
    return `${read}${member.name} = ${member.name} === undefined ? ${
        defaultValue} : ${convert};\n`;
  }
  if (defaultKind || (type === 'boolean' && optional)) {
    fail(`${where}: ${type} is not supported with ${
         defaultKind ? `this default` : 'no default'}.`);
  }
  return optional
      ? statement && `${read}if (${member.name} !== undefined) ${statement}` ||
        read.replace('let', 'const')
      : `${read}if (${member.name} === undefined) throw missingMember('${
          member.name}', '${name}', ${callee});\n${statement}`;
}

// A dictionary becomes an object without a prototype that has all members, read
// in Web IDL's order.
function dictionary({ name, allMembers }, definitions, use) {
  const later = CONVERTED_LATER[name];
  const callee = later ? `'${later}', undefined` : 'interfaceName, memberName';
  const body = allMembers.map(
      (each) => dictionaryMember(name, each, callee, definitions, use));
  return `\
// dictionary ${name}
function convert${name}(value${later ? '' : `, ${callee}`}) {
  const source = convertToDictionary(value, '${name}', ${callee});
${indent(body.join(''))}  return { ${
      allMembers.map(({ name }) => name).join(', ')} };
}
`;
}

const enumeration = ({ name, values }) => `\
// enum ${name}
function convert${name}(value, interfaceName, memberName) {
  const string = \`\${value}\`;
  if (${values.map((each) => `string !== '${each}'`).join(' && ')}) throw ${
    ''}notInEnumeration(string, '${name}', interfaceName, memberName);
  return string;
}
`;

// The file at `path` (relative to the repository) made of `sources`.
export function writeClasses(sources, path, webidl2) {
  const definitions = readDefinitions(sources, READERS, webidl2);
  // What conversions are needed, and what they need.
  const used = new Set();
  const pieces = { dictionary: [], enum: [] };
  const use = (definition) => {
    if (used.has(definition)) {
      return;
    }
    used.add(definition);
    if (definition.type === 'dictionary') {
      pieces.dictionary.push(dictionary(definition, definitions, use));
    } else if (definition.type === 'enum') {
      pieces.enum.push(enumeration(definition));
    }
  };
  const interfaces =
      [...definitions.values()].filter(({ type }) => type === 'interface');
  for (const name of Object.keys(CONVERTED_LATER)) {
    if (definitions.has(name)) {
      use(definitions.get(name));
    }
  }
  const classes = interfaces.map(
      (each) => interfaceClass(each, definitions, use));
  return `\
// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.
// Generated by idl/generate.mjs. DO NOT EDIT.
//
// The interfaces of the Streams Standard; see idl/README.md. It is made of
${sources.map(({ name }) => `//   ${name}\n`).join('')}
${[...pieces.enum, ...pieces.dictionary, ...classes].join('\n')}
return {
  __proto__: null,
  interfaces: {
    __proto__: null,
${interfaces.map(({ name }) => `    ${name},\n`).join('')}  },
  closeStream, enqueueChunk, errorStream, newStreamPair, receiveStream, streamEnd,
  transferStream,
};
`;
}
