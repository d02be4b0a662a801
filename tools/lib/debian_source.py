# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Archives of Debian's packages, source and binary, of any of its suites.

They come from this machine's own Debian mirror, through apt with lists and
sources of its own, so neither root nor a line in /etc/apt is needed. The caller
knows an archive by its hash.
"""

import hashlib
import os
import re
import shutil
import subprocess

import git_environment

APT_HELPER = '/usr/lib/apt/apt-helper'


class FetchError(Exception):
  """Its message is one sentence, for the user."""


def run(command, **arguments):
  """Returns the finished process; its output is text."""
  try:
    return subprocess.run(command,
                          capture_output=True,
                          text=True,
                          errors='replace',
                          stdin=subprocess.DEVNULL,
                          env=git_environment.environment(
                              LC_ALL='C.UTF-8', GIT_TERMINAL_PROMPT='0'),
                          check=False,
                          **arguments)
  except OSError as error:
    raise FetchError(
        f'{command[0]} is needed and can\'t be run ({error.strerror}).'
    ) from error


def reason(text):
  """Of what apt or git say when they fail, the line with the cause."""
  lines = re.findall(r'^(?:E: |W: (?=Failed)|fatal: )(.+)$', text, re.MULTILINE)
  return lines[0].rstrip('. ') if lines else text.strip() or 'no message'


def mirrors(print_uris):
  """The bases that this machine takes its own Debian from, likeliest first.

  `print_uris` is what `apt-get update --print-uris` prints, which knows every
  kind of list of sources and needs no package lists.
  """
  bases = {}
  for uri, suite in re.findall(r"^'([^']+?)/*/dists/([^/']+)/InRelease'",
                               print_uris, re.MULTILINE):
    bases.setdefault(uri, suite)
  # Security updates and the repositories of others have no package of Debian's,
  # but only Debian's own would be at a path that ends so.
  return sorted(bases, key=lambda base: (not base.endswith('/debian'),
                                         '-' in bases[base]))


class Apt:
  """apt with folders of its own, and sources of one suite."""

  def __init__(self, folder, bases, suite, kind='source'):
    self._folder = folder
    for name in ('state/lists/partial', 'cache/archives/partial', 'parts'):
      os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, 'state/status'), 'w'):
      pass
    # The hash of the archive vouches for the archive, whatever keys this machine has.
    line = 'deb-src' if kind == 'source' else 'deb'
    with open(os.path.join(folder, 'parts/suite.list'), 'w') as file:
      for base in bases:
        file.write(f'{line} [trusted=yes] {base} {suite} main\n')
    # A file, read after the machine's own, which keeps its proxies: its hooks
    # are about the machine's package lists.
    self._config = os.path.join(folder, 'apt.conf')
    with open(self._config, 'w') as file:
      file.write(f'Dir::Etc::sourcelist "/dev/null";\n'
                 f'Dir::Etc::sourceparts "{folder}/parts";\n'
                 f'Dir::State "{folder}/state";\n'
                 f'Dir::State::status "{folder}/state/status";\n'
                 f'Dir::Cache "{folder}/cache";\n'
                 'APT::Sandbox::User "root";\n'
                 'Acquire::Retries "1";\n'
                 'Acquire::http::Timeout "30";\n'
                 'Acquire::https::Timeout "30";\n'
                 '#clear APT::Update::Pre-Invoke;\n'
                 '#clear APT::Update::Post-Invoke;\n'
                 '#clear APT::Update::Post-Invoke-Success;\n')

  def get(self, *arguments):
    return run(['apt-get', '-qq', '-c', self._config, *arguments],
               cwd=self._folder)

  def download(self, uri, path, sha256):
    return run([
        APT_HELPER, '-qq', '-c', self._config, 'download-file', uri, path,
        f'SHA256:{sha256}'
    ])


def has_sha256(path, sha256):
  digest = hashlib.sha256()
  with open(path, 'rb') as file:
    for block in iter(lambda: file.read(1 << 20), b''):
      digest.update(block)
  return digest.hexdigest() == sha256


def fetch_archives(kind, archives, suite, folder, instead):
  """Gets archives of packages into `folder`; returns their paths.

  `kind` is 'source' or 'binary', `archives` are (package, archive, SHA-256).
  `instead` ends the sentence about what else the user can do.
  """
  again = f'with the network up try again, or {instead}'
  first = archives[0][1]
  if not shutil.which('apt-get'):
    raise FetchError(f'{first} comes from Debian, by apt-get, which isn\'t'
                     f' here: {instead}')
  bases = mirrors(run(['apt-get', 'update', '--print-uris']).stdout)
  if not bases:
    raise FetchError(
        f'apt has no source of Debian\'s on this machine: {instead}')
  apt = Apt(os.path.join(folder, 'apt'), bases, suite, kind)
  updated = apt.get('update')
  command = 'source' if kind == 'source' else 'download'
  listed = apt.get('--print-uris', command, *(item[0] for item in archives))
  uris = dict((name, uri) for uri, name in re.findall(
      r"^'([^']+)' (\S+) ", listed.stdout, re.MULTILINE))
  if not uris:
    raise FetchError(f'apt can\'t read the list of {suite}\'s {kind} packages'
                     f' ({reason(updated.stderr or listed.stderr)}): {again}')
  paths = []
  for package, archive, sha256 in archives:
    if archive not in uris:
      raise FetchError(f'{suite}\'s {kind} package {package} no longer has'
                       f' {archive}: {instead}')
    path = os.path.join(folder, archive)
    done = apt.download(uris[archive], path, sha256)
    if done.returncode != 0 or not has_sha256(path, sha256):
      raise FetchError(
          f'apt can\'t download {archive} ({reason(done.stderr)}): {again}')
    paths.append(path)
  return paths


def fetch_archive(package, archive, suite, sha256, folder, instead):
  """Gets the one `archive` of a source package; see fetch_archives()."""
  return fetch_archives('source', [(package, archive, sha256)], suite, folder,
                        instead)[0]
