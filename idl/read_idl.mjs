// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Reads Web IDL, for the writers of C++ (interfaces_h.mjs) and of JavaScript
// (interfaces_js.mjs). What a writer has no notion of is an error, so that
// nothing in the IDL is skipped in silence. Words in italics are those of Web
// IDL, https://webidl.spec.whatwg.org/

// A sentence for whoever wrote the IDL.
export class IdlError extends Error {}

export function fail(sentence) {
  throw new IdlError(sentence);
}

export function checkExtendedAttributes({ extAttrs }, known, where) {
  const other = extAttrs.find(({ name }) => !known.includes(name));
  if (other) {
    fail(`${where}: [${other.name}] is not supported.`);
  }
}

// The members of an interface, a mixin or a namespace, which `readMember` makes
// of a node and of what a sentence calls the node: the constructors, the
// attributes, the operations and the rest.
export function readMembers(definition, readMember) {
  const { name, inheritance } = definition;
  const exposed = definition.extAttrs.find(({ name }) => name === 'Exposed');
  if (exposed && exposed.rhs.type !== '*') {
    fail(`${name}: only [Exposed=*] is supported, for all contexts get it.`);
  }
  if (inheritance) {
    fail(`${name}: inheritance of interfaces is not supported.`);
  }
  const members = definition.members.map(
      (each) => readMember(each, `${name}.${each.name || each.type}`));
  const ofKind = (kind) => members.filter((each) => each.kind === kind);
  return {
    constructors: ofKind('constructor'), attributes: ofKind('attribute'),
    operations: ofKind('operation'), iterables: ofKind('async_iterable'),
  };
}

// *The length of the shortest argument list of the entries in S*.
export const requiredCount = (parameters) =>
    parameters.findLastIndex(({ optional }) => !optional) + 1;

// The definitions in `sources`, an array of { name, text }, by their names.
// Mixins and inherited members are folded in. `readers` has for each type of a
// definition that is supported `read`, which makes a definition of a node, and
// `extAttrs`, the names of the extended attributes that the type may have.
export function readDefinitions(sources, readers, { parse, validate }) {
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

  const definitions = new Map();
  const isIncludes = ({ type }) => type === 'includes';
  for (const each of trees.flat().filter((each) => !isIncludes(each))) {
    const { type, name } = each;
    if (each.partial) {
      fail(`${name}: partial definitions are not supported.`);
    }
    const { read, extAttrs } =
        readers[type] ?? fail(`${name}: ${type} is not supported.`);
    checkExtendedAttributes(each, extAttrs, name);
    definitions.set(name, { type, name, ...read(each) });
  }
  const find = (type, name, where) => {
    const found = definitions.get(name);
    return found?.type === type ? found
        : fail(`${where}: there is no ${type} ${name}.`);
  };

  // The order of the *includes statements* is that of the members, which follow
  // the interface's own.
  for (const { target, includes } of trees.flat().filter(isIncludes)) {
    const where = `${target} includes ${includes}`;
    const host = find('interface', target, where);
    const mixin = find('interface mixin', includes, where);
    host.attributes.push(...mixin.attributes);
    host.operations.push(...mixin.operations);
  }
  // *Convert to a dictionary*, 3.-4.: "from least to most derived", each in
  // lexicographical order.
  const withInherited = ({ name, base, members }) => !base ? members
      : [...withInherited(find('dictionary', base, name)), ...members];
  for (const each of definitions.values()) {
    each.allMembers = each.type === 'dictionary' && withInherited(each);
  }
  return definitions;
}
