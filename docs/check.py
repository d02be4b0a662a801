#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Looks at what Doxygen has made.

Usage: check.py HTML_FOLDER XML_FOLDER LOG

- LOG, of Doxygen's warnings, is empty.
- Every link of every page leads to a page that is there, and a fragment to an
  element of that page.
- No page has a path of this machine.
- Every public declaration of C++ is documented: types, functions, values of
  enumerations (or none of them, where names are all there is to say), fields,
  constants. So is every parameter. What the documentation of the function, its
  class or its header names is documented, and what has a type of the library.
  (C's functions are C++'s by other names.)

Prints what is wrong, how much there is, and last "N passed, N failed".
"""

import glob
import html.parser
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree

# Parameters that are what they are called in all of V8's interface.
V8_PARAMETERS = {'isolate', 'context'}

# What a conversion converts, and what it is there for: called so in functions
# whose documentation is about nothing else.
SUBJECTS = {'bytes', 'text', 'input', 'output', 'latin1', 'utf16', 'utf8', 'utf32'}

# Names that say all, with the reason.
UNDOCUMENTED = {
    'v8_encoding::DecoderState::WithAtStart': 'at_start() is documented',
    'v8_encoding::DecoderState::WithCodec': 'codec() is documented',
    'v8_encoding::AsciiPrefix::length': 'a prefix has no other length',
    'v8_encoding::PercentEncodeSet': 'the URL Standard has sets of these names',
    'v8_encoding::kEncodingCount': 'the name says what is counted',
    'v8_encoding::kV8Abi': 'ties a program to the library; nobody calls it',
    'v8_encoding::DecoderState::FromBits': 'bits() is documented',
    'v8_encoding::EncoderState::FromBits': 'bits() is documented',
    'v8_encoding::SerializeInternalField': 'the signature is V8\'s',
    'v8_encoding::DeserializeInternalField': 'the signature is V8\'s',
    'v8_encoding::Interfaces::AddTo': 'the parameter\'s type says all',
    'v8_encoding::TransferStream': 'the block above the two says which ports',
    'v8_encoding::ReceiveStream': 'the block above the two says which ports',
}

# Functions that say all by their names: constructors and operators that do what
# the language says, and a class's accessors, `x()` and `set_x(x)`.
PLAIN = re.compile(r'operator|~')


ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class Page(html.parser.HTMLParser):
  """The links of a page, and what links can lead to."""

  def __init__(self, path):
    super().__init__()
    self.links = []
    self.names = set()
    with open(path, encoding='utf-8') as file:
      text = file.read()
    self.has_path = f'{ROOT}/' in text
    self.feed(text)

  def handle_starttag(self, tag, attrs):
    attributes = dict(attrs)
    self.names |= {attributes[key] for key in ('id', 'name') if key in attributes}
    for key in ('href', 'src'):
      if attributes.get(key):
        self.links.append(attributes[key])


def check_links(folder):
  """Numbers of pages and links, and what is wrong."""
  pages = {
      os.path.relpath(path, folder): Page(path)
      for path in glob.glob(os.path.join(folder, '**', '*.html'), recursive=True)
  }
  count = 0
  problems = []
  for name, page in sorted(pages.items()):
    if page.has_path:
      problems.append(f'{name} has the path of this checkout')
    for link in page.links:
      count += 1
      url = urllib.parse.urlsplit(link)
      if url.scheme in ('http', 'https', 'mailto', 'javascript', 'data'):
        continue
      target = os.path.normpath(
          os.path.join(os.path.dirname(name),
                       urllib.parse.unquote(url.path))) if url.path else name
      fragment = urllib.parse.unquote(url.fragment)
      if not os.path.isfile(os.path.join(folder, target)):
        problems.append(f'{name}: there is no {target}')
      elif fragment and target in pages and fragment not in pages[target].names:
        problems.append(f'{name}: nothing in {target} is called {fragment}')
  return len(pages), count, problems


def text_of(element):
  return ' '.join(
      ''.join(part.itertext()) for name in ('briefdescription', 'detaileddescription')
      for part in element.findall(name)).strip()


def names(text, word):
  return re.search(rf'\b{re.escape(word)}s?\b', text) is not None


def is_ours(element):
  """Whether the type of a parameter or field is one of the library's."""
  return element.find('type/ref') is not None


class Declarations:
  """What of the headers is documented."""

  def __init__(self, folder):
    self.count = 0
    self.problems = []
    self.folder = folder
    files = {}
    compounds = []
    for path in glob.glob(os.path.join(folder, '*.xml')):
      root = xml.etree.ElementTree.parse(path).getroot()
      for compound in root.findall('compounddef'):
        if compound.get('kind') == 'file':
          name = compound.findtext('compoundname')
          files[name] = files.get(name, '') + text_of(compound)
        elif compound.get('kind') in ('class', 'struct', 'namespace'):
          compounds.append(compound)
          for member in compound.iter('memberdef'):
            name = os.path.basename(member.find('location').get('file'))
            files[name] = files.get(name, '') + ' ' + text_of(member)
    self.files = files  # All that a header's comments say.
    for compound in compounds:
      self.look_at(compound)

  def require(self, is_documented, what, name=''):
    self.count += 1
    if not is_documented and name not in UNDOCUMENTED:
      self.problems.append(f'{what} is undocumented')

  def look_at(self, compound):
    name = compound.findtext('compoundname')
    if not name.startswith('v8_encoding') or '::internal' in name:
      return
    text = text_of(compound)
    if compound.get('kind') != 'namespace':
      self.require(text, name)
      text += ' '.join(text_of(member) for member in compound.iter('memberdef'))
    for member in compound.iter('memberdef'):
      if member.get('prot') == 'public' and member.get('kind') != 'friend':
        self.look_at_member(name, text, member)

  def look_at_member(self, outer, outer_text, member):
    header = os.path.basename(member.find('location').get('file'))
    outer_text += ' ' + self.files[header]
    kind = member.get('kind')
    name = member.findtext('name')
    full = f'{outer}::{name}'
    text = text_of(member)
    if kind == 'enum':
      self.require(text, full)
      values = member.findall('enumvalue')
      if any(text_of(value) for value in values) and full not in UNDOCUMENTED:
        for value in values:
          self.require(text_of(value), f'{full}::{value.findtext("name")}')
      return
    if kind != 'function':
      self.require(text or is_ours(member) or names(outer_text, name), full, full)
      return
    parameters = [
        each.findtext('declname') for each in member.findall('param')
        if each.findtext('declname') and not is_ours(each)
    ]
    is_plain = (PLAIN.match(name) or name == outer.split('::')[-1] or
                not parameters or name == f'set_{parameters[0]}')
    if not is_plain or (not parameters and not re.match(r'[a-z_]+$', name) and
                        name != outer.split('::')[-1] and not PLAIN.match(name)):
      self.require(text or names(outer_text, name), f'{full}()', full)
    around = ' '.join([text, outer_text, name])
    for parameter in parameters:
      if parameter not in V8_PARAMETERS | SUBJECTS and not PLAIN.match(name):
        self.require(names(around, parameter),
                     f'{header}: the parameter {parameter} of {full}()', full)


def main(html_folder, xml_folder, log):
  with open(log, encoding='utf-8') as file:
    problems = file.read().splitlines()
  pages, links, dead = check_links(html_folder)
  declarations = Declarations(xml_folder)
  problems += dead + declarations.problems
  for problem in problems:
    print(f'FAILED  {problem}', file=sys.stderr)
  print(f'{pages} pages, {links} links, {declarations.count} declarations and'
        f' parameters')
  total = pages + links + declarations.count
  print(f'{total - len(problems)} passed, {len(problems)} failed')
  return 1 if problems or not declarations.count else 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
