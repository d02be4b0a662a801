# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""The environment for git in a folder that is named.

Where git runs a command, as in a hook or `git rebase --exec`, it names the repository
that it works on in variables, which mean more than the folder.
"""

import os

REPOSITORY = {
    'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_COMMON_DIR', 'GIT_DIR',
    'GIT_INDEX_FILE', 'GIT_NAMESPACE', 'GIT_OBJECT_DIRECTORY', 'GIT_PREFIX',
    'GIT_WORK_TREE'
}


def environment(**more):
  """That of this process without those variables, and with `more`."""
  kept = {
      name: value for name, value in os.environ.items() if name not in REPOSITORY
  }
  return {**kept, **more}
