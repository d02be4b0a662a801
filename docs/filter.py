#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What Doxygen reads in the place of a file: Doxygen's INPUT_FILTER.

Usage: filter.py FILE

Headers: the comments, which are plain text behind `//`, become Doxygen's. The
block in front of the include guard is the file's; a block in front of a
declaration is the declaration's, and that of functions that follow without an empty
line; a block in front of an empty line is the file's; a comment behind a declaration
is the declaration's. Indented lines are
code. Nothing in a comment is a command or a tag.

Markdown: headings get the names that GitHub gives them, and links that lead to
pages or headers of the reference become Doxygen's; the names of other files are
text.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# Of pages whose own titles are those of others, too.
TITLES = {'README.md': 'README', 'npm/package.md': 'The npm package'}

COMMENT = re.compile(r'^( *)// ?(.*)$')
TRAILING = re.compile(r'^( *)([^/\s"][^"]*?)(?<!:)  ?// (.*)$')
URL = re.compile(r'https?://[^\s)>\]]*[^\s)>\].,;:]')
# `code` is of Markdown, in comments as elsewhere.
LITERAL = re.compile(r'`[^`\n]*`|' + URL.pattern)
SPECIAL = re.compile(r'[\\@&<>#%$"*_~|]')
LINK = re.compile(r'(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(\s*<?([^)\s>]+)>?'
                  r'(?:\s+"[^"]*")?\s*\)')
# The first line of a function's declaration.
FUNCTION = re.compile(r' *(template <|\[\[nodiscard\]\]|V8_ENCODING_EXPORT|(?!return\b)[\w:<>\[\] ,*&]*\w\()')
HEADING = re.compile(r'^(#{1,6}) +(.*?) *#*$')


def code_span(text):
  """Doxygen takes `a' for a quotation, also within code."""
  return f'`{text}`' if text.startswith('`') and "'" in text else text


def plain(text):
  """Text of which Doxygen takes nothing for a command, a tag or emphasis."""
  out = ''
  end = 0
  for match in LITERAL.finditer(text):
    out += SPECIAL.sub(r'\\\g<0>', text[end:match.start()])
    out += code_span(match[0])
    end = match.end()
  out += SPECIAL.sub(r'\\\g<0>', text[end:])
  # Words between stars are a term of a standard, and stay so.
  return re.sub(r'\\\*(\w[\w ./-]*\w)\\\*', r'*\1*', out).replace(r'\_', '_')


def indent_columns(lines):
  """Paragraphs with columns, such as tables, are indented: code then."""
  text = '\n'.join(lines)
  return '\n\n'.join(
      re.sub('^', '  ', paragraph, flags=re.MULTILINE)
      if len(re.findall(r'\S {2,}\S', paragraph)) > 1 else paragraph
      for paragraph in text.split('\n\n')).split('\n')


def block(lines, indent, marker='///'):
  """Lines of a comment as Doxygen's."""
  lines = indent_columns(lines)
  out = []
  code = in_list = False
  for i, line in enumerate(lines):
    starts_code = (line.startswith('  ') and not in_list and
                   (i == 0 or not lines[i - 1] or code))
    if starts_code and not code:
      out.append('@code{.cpp}')
      code = True
    elif code and line and not line.startswith('  '):
      out.append('@endcode')
      code = False
    if line and not line.startswith('  '):
      in_list = line.startswith('- ')
    out.append(line if code else plain(line))
  if code:
    out.append('@endcode')
  return [f'{indent}{marker} {line}'.rstrip() for line in out]


def header(text, file_name):
  lines = text.split('\n')
  out = []
  i = 0
  seen_guard = False
  repeat = None  # The block of the declarations that follow up to an empty line.
  repeat_indent = 0
  previous = ''
  while i < len(lines):
    line = lines[i]
    match = COMMENT.match(line)
    if not match:
      seen_guard = seen_guard or line.startswith('#ifndef')
      trailing = TRAILING.match(line) if seen_guard else None
      if not line.strip():
        repeat = None
      elif repeat is not None and out[-1] != repeat[-1]:
        # Functions under one comment, one after the other's end.
        if re.match(r'(class|struct|enum|union)\b', previous.lstrip()):
          repeat = None
        elif (FUNCTION.match(line) and len(line) - len(line.lstrip()) == repeat_indent and
              previous.endswith((';', '}'))):
          out += repeat
      previous = line
      if trailing and not line.lstrip().startswith('#'):
        comment = [trailing[3]]
        while i + 1 < len(lines) and re.match(r'^ {8,}// ', lines[i + 1]):
          i += 1
          comment.append(COMMENT.match(lines[i])[2])
        out.append(f'{trailing[1]}{trailing[2]}  ///< {plain(" ".join(comment))}')
      else:
        out.append(line)
      i += 1
      continue
    indent = match[1]
    comment = []
    while i < len(lines) and COMMENT.match(lines[i]) and COMMENT.match(lines[i])[1] == indent:
      comment.append(COMMENT.match(lines[i])[2].rstrip())
      i += 1
    following = lines[i] if i < len(lines) else ''
    if comment[0].startswith('Copyright'):
      out += [f'// {each}'.rstrip() for each in comment]
    elif not seen_guard or (not following.strip() and not indent):
      out += [f'/// @file {file_name}'] + block(comment, '')
    elif following.strip() and not following.lstrip().startswith(('#', '}')):
      made = block(comment, indent)
      out += made
      repeat = made
      repeat_indent = len(indent)
    else:
      out += [f'{indent}// {each}'.rstrip() for each in comment]
  return '\n'.join([f'/// @file {file_name}', *out])


def slug(heading):
  """As GitHub makes one."""
  text = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '').lower()
  return re.sub(r'[^\w\- ]', '', text).strip().replace(' ', '-')


def page(path):
  """Doxygen's name for the page of a Markdown file."""
  return 'page_' + re.sub(r'\W', '_', path.removesuffix('.md'))


def resolve(path, target):
  """Doxygen's link for a link of Markdown, or None if it leads to no page."""
  if re.match(r'[a-z]+:', target):
    return target
  name, _, fragment = target.partition('#')
  found = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
  if os.path.isdir(os.path.join(ROOT, found)):
    if found == 'include/v8_encoding':
      return 'files.html'
    found = os.path.join(found, 'README.md')
  if found.startswith('include/v8_encoding/') and found.endswith('.h'):
    return f'@ref {os.path.basename(found)}'
  if not found.endswith('.md') or not os.path.isfile(os.path.join(ROOT, found)):
    return None
  return f'@ref {page(found)}' + (f'_{fragment}' if fragment else '')


def markdown(text, path):
  out = []
  used = set()
  fence = None
  title = False
  for line in text.split('\n'):
    mark = re.match(r' *(```+)', line)
    if mark and (fence is None or mark[1] == fence):
      fence = None if fence else mark[1]
      # Doxygen knows the suffixes of few languages.
      out.append(re.sub(r'```(\w[\w+]*).*', lambda m: '```' + {
          'js': '{.js}', 'c++': '{.cpp}', 'sh': '{.sh}'}.get(m[1], ''), line))
      continue
    if fence:
      out.append(line)
      continue
    heading = HEADING.match(line)
    if heading:
      name = slug(heading[2])
      number = 0
      while (label := name + (f'-{number}' if number else '')) in used:
        number += 1
      used.add(label)
      text_of_heading = heading[2].replace('`', '')
      if title:
        label = f'{page(path)}_{label}'
      else:
        label = page(path)
        text_of_heading = TITLES.get(path, text_of_heading)
      title = True
      line = f'{heading[1]} {text_of_heading} {{#{label}}}'

    # Pictures are all in one folder.
    line = re.sub(r'(<(?:img|source) [^>]*src(?:set)?=")(?:[^":]*/)?([^"/]+")', r'\1\2', line)

    line = re.sub(r'(!\[[^\]]*\]\()(?:[^):]*/)?([^)/]+\))', r'\1\2', line)

    def link(match):
      target = resolve(path, match[2])
      if target is None:
        return match[1]
      # Doxygen would show the backticks of a name in a link.
      text = match[1].replace('`', '') if target.startswith('@ref') else match[1]
      return f'[{text}]({target})'

    parts = re.split(r'(`[^`\n]*`)', LINK.sub(link, line))
    out.append(''.join(
        code_span(part) if part.startswith('`') else re.sub(r'(?<![\w({])#(?=\w)', r'\#', part)
        for part in parts))
  return '\n'.join(out)


def main(path):
  with open(path, encoding='utf-8') as file:
    text = file.read()
  relative = os.path.relpath(os.path.realpath(path), ROOT)
  print(markdown(text, relative) if path.endswith('.md') else header(
      text, os.path.basename(path)), end='')


if __name__ == '__main__':
  main(*sys.argv[1:])
