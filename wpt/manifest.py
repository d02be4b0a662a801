# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""What tests a suite has.

A file's name and text say what it is, as in the suite's own documentation, of whose
kinds these can run here: NAME.any.js and NAME.window.js are scripts, for which the
suite's server makes pages, NAME.any.html and so on; a shell runs NAME.any.js as it
is, too, if that asks for more than a window. A page with testharness.js is a test;
one with <link rel=match> is to look like another; what has "-crash" in its name, or is
in a folder "crashtests", has only to end. No page is made for a worker, and files of
other kinds are counted: find_others().
"""

import dataclasses
import os
import re

# How long a test may be silent before it counts as hanging, in seconds. These
# are the suite's limits for a whole test.
TIMEOUTS = {'': 10, 'long': 60}

# Folders whose files are no tests.
SUPPORT_FOLDERS = {'resources', 'support', 'tools', 'reference'}

# With this script a page runs the subtests that its query numbers, and all
# without one, so its variants are parts of what runs at once here.
SUBSET_SCRIPT = '/common/subset-tests.js'

# In the path of a page that has only to end.
CRASH_TEST = r'-crash\.|/crashtests/'

# By path, the first that fits.
CLASSES = (
    (r'\.any\.html', 'scripts in a page'),
    (r'\.any\.shadowrealm\.html', 'scripts in a ShadowRealm'),
    (r'/idlharness', 'idlharness'),
    (r'/legacy-mb-.*-encode-href', 'legacy, links'),
    (r'/legacy-mb-.*-encode-form', 'legacy, forms'),
    (r'/legacy-mb-.*decode', 'legacy, decoding'),
    (r'/legacy-mb-|-encoder\.html', 'legacy, encoding'),
    (r'^/encoding/streams/', 'streams'),
    (r'^/streams/([^/]*)/', r'\1'),
    (r'\.any\.js', 'scripts'),
    (r'\.window\.html', 'scripts with a window'),
)


@dataclasses.dataclass(frozen=True)
class Test:
  url: str  # "/encoding/api-invalid-label.any.js?1-1000"
  kind: str  # "testharness", "reftest" or "crashtest", as in reports
  timeout: int
  size: int = 0  # of the file: the big ones take longest
  # The queries by which others run it in parts: "?1-1000", "?1001-last".
  parts: tuple = ()
  source: str = ''  # the path of the file that makes it
  page: str = ''  # if it's one of the parts, the URL of all

  @property
  def whole(self):
    """The URL by which expectations name it."""
    return self.page or self.url

  @property
  def path(self):
    return re.split('[?#]', self.url, maxsplit=1)[0]

  @property
  def suite(self):
    return self.url.split('/')[1]

  @property
  def is_script(self):
    """Whether it runs without a window, in any JavaScript shell."""
    return self.path.endswith('.any.js')

  @property
  def is_slow(self):
    return '/legacy-mb-' in self.path and self.path.endswith('.html')

  @property
  def group(self):
    """The row of the table that it counts in."""
    for pattern, name in CLASSES:
      match = re.search(pattern, self.path)
      if match:
        return match.expand(name)
    return {
        'testharness': 'pages',
        'reftest': 'reference tests',
        'crashtest': 'crash tests'
    }[self.kind]


def parse_meta(source):
  """The META lines a script begins with: pairs of a key and a value. As for the
  suite itself, those behind any other line don't count."""
  meta = []
  for line in source.splitlines():
    match = re.fullmatch(r'//\s*META:\s*(\w*)=(.*)', line)
    if not match:
      break
    meta.append((match[1], match[2].strip()))
  return meta


def parse_page_meta(source):
  """The same of a page: its <meta> elements whose names the suite knows."""
  meta = []
  for tag in re.findall(r'<meta\s[^>]*>', source):
    name = re.search(r'name=["\']?(\w+)', tag)
    content = re.search(r'content=(?:"([^"]*)"|\'([^\']*)\'|([^\s>]*))', tag)
    if name and content:
      meta.append((name[1], next(v for v in content.groups() if v is not None)))
  return meta


def tests_of_script(path, source):
  meta = parse_meta(source)
  timeout = TIMEOUTS.get(dict(meta).get('timeout', ''), TIMEOUTS[''])
  variants = [value for key, value in meta if key == 'variant'] or ['']
  stem = path.removesuffix('.js')
  if path.endswith('.window.js'):
    paths = [stem + '.html']
  else:
    # The kinds of global objects that it asks for. Newer suites have several
    # ShadowRealms, like shadowrealm-in-window.
    kinds = dict(meta).get('global', 'window,dedicatedworker').split(',')
    kinds = {kind.strip() for kind in kinds} - {''}
    paths = [path] if kinds != {'window'} else []
    if 'window' in kinds:
      paths.append(stem + '.html')
    if any(kind.startswith('shadowrealm') for kind in kinds):
      paths.append(stem + '.shadowrealm.html')
  for path in paths:
    for variant in variants:
      yield Test(path + variant, 'testharness', timeout, len(source))


def tests_of_page(path, source):
  meta = parse_page_meta(source)
  timeout = TIMEOUTS.get(dict(meta).get('timeout', ''), TIMEOUTS[''])
  if re.search(CRASH_TEST, path):
    yield Test(path, 'crashtest', timeout, len(source))
  elif '/resources/testharness.js' in source:
    variants = [value for key, value in meta if key == 'variant'] or ['']
    parts = ()
    if SUBSET_SCRIPT in source:
      variants, parts = [''], tuple(variants)
    for variant in variants:
      yield Test(path + variant, 'testharness', timeout, len(source), parts)
  elif re.search(r'<link\s[^>]*rel=["\']?match', source):
    yield Test(path, 'reftest', timeout, len(source))


@dataclasses.dataclass(frozen=True)
class Other:
  """A file with a test that can't run here."""
  path: str  # "/streams/transfer.worker.js"
  kind: str  # as the file's name or element has it, "*.worker.js"


def other_kind(path, read):
  """The kind of a file with a test that can't run here, else None; `read()` is the
  file's text."""
  name = path.rsplit('/', 1)[-1]
  match = re.search(r'\.(worker(?:-module)?|extension|test262)\.js$', name)
  if match:
    return f'*{match[0]}'
  match = re.search(r'\.(html|htm|xhtml|xht|svg)$', name)
  if not match:
    return None
  by_hand = re.search(r'-(manual|visual)\.', name)
  if by_hand:
    return f'*-{by_hand[1]}'
  if match[1] != 'html':
    is_test = (
        re.search(CRASH_TEST, path) or
        re.search(r'/resources/testharness\.js|rel=["\']?(?:mis)?match', read()))
    return f'*{match[0]}' if is_test else None
  return '<link rel=mismatch>' if _is_only_mismatch(path, read()) else None


def _is_only_mismatch(path, source):
  return (re.search(r'<link\s[^>]*rel=["\']?mismatch', source) and
          not any(tests_of_page(path, source)))


def _files(root, suite):
  """Paths as in URLs, and what reads each, in order."""
  for folder, folders, files in os.walk(os.path.join(root, suite)):
    folders[:] = sorted(set(folders) - SUPPORT_FOLDERS)
    for name in sorted(files):
      file = os.path.join(folder, name)

      def read(file=file):
        with open(file, encoding='utf-8', errors='replace') as opened:
          return opened.read()

      yield '/' + os.path.relpath(file, root).replace(os.sep, '/'), read


def find_tests(root, suite):
  """The tests under ROOT/SUITE, in the order of their paths."""
  tests = []
  for path, read in _files(root, suite):
    if path.endswith(('.any.js', '.window.js')):
      find = tests_of_script
    elif path.endswith('.html') and not other_kind(path, read):
      find = tests_of_page
    else:
      continue
    tests.extend(
        dataclasses.replace(test, source=path) for test in find(path, read()))
  return tests


def find_others(root, suite):
  """The files under ROOT/SUITE with tests that can't run here."""
  others = [Other(path, other_kind(path, read))
            for path, read in _files(root, suite)]
  return [other for other in others if other.kind]
