# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""wptreport.json, the format of results that wpt.fyi takes."""

import errno
import json
import os
import platform
import re
import secrets
import time

# What wpt.fyi refuses a report without.
REQUIRED = ('revision', 'product', 'browser_version', 'os')

# As the suite's own runner writes them, so that names are the same.
LONE_SURROGATE = re.compile('[\ud800-\udfff]')


# A version as of semver.org that comes before a release: "26.0.0-nightly2026…",
# "1.4.6-canary.20"; Deno's canary has its commit, "2.9.6+1a2b3c4".
PRERELEASE = re.compile(r'\d(-.*|\+[0-9a-f]{7,40})')


def name_of(url, urls):
  """What reports call a test of the run with the tests `urls`; None of one that
  they leave out.

  Browsers run a script in pages and workers, and Node's reports have the page's
  name; the suite's manifest has "x.any.js" for scripts alone that ask for a shell.
  """
  path = re.split('[?#]', url, maxsplit=1)[0]
  if not path.endswith('.any.js'):
    return url
  page = f'{path.removesuffix(".js")}.html{url[len(path):]}'
  return None if page in urls else page


def is_in_part(subtest, part):
  """Whether a page runs this subtest with the query "?1-1000"."""
  match = re.fullmatch(r'\?(\d+)-(\d+|last)', part)
  if not match or subtest.index is None:
    return True
  return int(match[1]) <= subtest.index and (match[2] == 'last' or
                                             subtest.index <= int(match[2]))


def _text(value):
  return value and LONE_SURROGATE.sub(lambda m: f'U+{ord(m[0]):x}', value)


def _os_version():
  try:
    return platform.freedesktop_os_release()['VERSION_ID']
  except (OSError, KeyError):
    return platform.release()


def _channel(version):
  return 'experimental' if PRERELEASE.search(version) else 'stable'


def run_info(engine, revision):
  """What was run where; without what isn't known."""
  info = {
      'product': engine.product,
      'browser_version': engine.version,
      'browser_channel': _channel(engine.version or ''),
      'revision': revision,
      'os': platform.system().lower(),
      'os_version': _os_version(),
      'processor': platform.machine(),
      'v8_version': engine.v8,
  }
  return {key: value for key, value in info.items() if value}


class WptReport:
  """Writes a report as results come, beside its path until it's complete; right
  to it if there is something else than a file, as a pipe.

  `tests` are all of the run.
  """

  def __init__(self, path, info, tests):
    if os.path.isdir(path):
      raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    self._urls = {test.url for test in tests}
    if os.path.exists(path) and not os.path.isfile(path):
      self._partial = None
      self._file = open(path, 'w', encoding='ascii')
    else:
      # What a link leads to, for the link stays.
      self._path = os.path.realpath(path)
      # Two runs may have the same path.
      self._partial = f'{self._path}.{os.getpid()}.{secrets.token_hex(4)}.part'
      self._file = open(self._partial, 'x', encoding='ascii')
    self._file.write('{"run_info": ' + json.dumps(info) +
                     f',\n"time_start": {self._now()},\n"results": [\n')
    self._separator = ''

  @staticmethod
  def _now():
    return int(time.time() * 1000)

  def add(self, result):
    test = result.test
    name = name_of(test.url, self._urls)
    if name is None:
      return
    for part in test.parts or ('',):
      entry = {
          'test': name + part,
          'subtests': [{
              'name': _text(subtest.name),
              'status': subtest.status,
              'message': _text(subtest.message)
          } for subtest in result.subtests if is_in_part(subtest, part)],
          'status': result.status,
          'message': _text(result.message),
          'duration': int(result.seconds * 1000 / max(len(test.parts), 1)),
      }
      # A line that is complete, for whoever reads by lines.
      self._file.write(f'{self._separator}{json.dumps(entry)}\n')
      self._separator = ','
    if not self._partial:
      self._file.flush()  # Somebody may be reading.

  def finish(self):
    self._file.write(f'],\n"time_end": {self._now()}}}\n')
    self._file.close()
    if self._partial:
      os.replace(self._partial, self._path)

  def abandon(self):
    try:
      self._file.close()
    except OSError:
      pass  # What is left to write has no place any more.
    if self._partial:
      os.remove(self._partial)
