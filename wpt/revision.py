# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Which commit of web-platform-tests a folder is of."""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, 'tools', 'lib'))

# pylint: disable=wrong-import-position
import git_environment

HEX = re.compile(r'[0-9a-f]{40}')

# In what wpt/fetch got: what it is, in the first line, at whose end is the commit of
# the suite itself; then its files, so that it's known to be complete.
SOURCE_FILE = '.source'

# In what Node carries: the commit of each folder.
VERSIONS_FILE = 'versions.json'


# What tests of the suite's encoding/ and streams/ load from.
FOLDERS = ('encoding', 'streams', 'resources', 'common', 'interfaces')


class NoRevision(Exception):
  """Its message is a clause that says why."""


def _read(*path):
  try:
    with open(os.path.join(*path), encoding='utf-8') as file:
      return file.read()
  except OSError:
    return ''


def _git(root, *arguments):
  try:
    done = subprocess.run(['git', '-C', root, *arguments],
                          stdin=subprocess.DEVNULL,
                          capture_output=True,
                          text=True,
                          errors='replace',
                          env=git_environment.environment(),
                          check=False)
  except OSError:
    return None
  return done.stdout.strip() if done.returncode == 0 else None


def _of_versions(text, suites):
  try:
    versions = json.loads(text)
    commits = {suite: versions[suite]['commit'] for suite in suites}
  except (ValueError, KeyError, TypeError) as error:
    raise NoRevision(
        f'its {VERSIONS_FILE} doesn\'t say which commit is tested') from error
  if len(set(commits.values())) > 1:
    raise NoRevision(
        'its suites are of different commits (' +
        ', '.join(f'{suite}/ of {commit}' for suite, commit in commits.items()) +
        '), so each needs a report of its own')
  return commits.popitem()[1]


def find(root, suites):
  """The commit, in 40 digits, of which `suites`, folders of `root`, are."""
  source = _read(root, SOURCE_FILE).partition('\n')[0].split()
  if source and HEX.fullmatch(source[-1]):
    return source[-1]
  versions = _read(root, VERSIONS_FILE)
  if versions:
    commit = _of_versions(versions, suites)
  else:
    # Not that of a repository around it.
    top = _git(root, 'rev-parse', '--show-toplevel')
    if not top or os.path.realpath(top) != os.path.realpath(root):
      raise NoRevision(f'it has no {VERSIONS_FILE} and is no git checkout')
    if _git(root, 'status', '--porcelain', '--', *FOLDERS, *suites):
      raise NoRevision('its tests, or what tests load, differ from its commit')
    commit = _git(root, 'rev-parse', 'HEAD') or ''
  if not HEX.fullmatch(commit):
    raise NoRevision(f'"{commit}" is no commit of 40 digits')
  return commit
