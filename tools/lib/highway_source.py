# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Highway's source as Debian 13 has it: for other builds than the usual ones,
which take Highway from the system's package."""

import os
import tarfile
import tempfile

import debian_source

ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

VERSION = '1.2.0'
ARCHIVE = 'highway_1.2.0.orig.tar.gz'
SHA256 = '7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343'
SUITE = 'trixie'


def fetch():
  """The folder of the source; debian_source.FetchError if it can't be had."""
  target = os.path.join(ROOT, 'third_party', f'highway-{VERSION}')
  if not os.path.isdir(target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(target)) as temp:
      archive = debian_source.fetch_archive(
          'highway', ARCHIVE, SUITE, SHA256, temp,
          'unpack that release of Highway as ' +
          os.path.relpath(target, ROOT) + '.')
      new = os.path.join(temp, 'new')
      with tarfile.open(archive) as tar:
        tar.extractall(new)
      folders = os.listdir(new)
      os.rename(os.path.join(new, folders[0]), target)
  return target
