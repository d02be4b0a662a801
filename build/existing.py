#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Prints those of some files that exist, a line each.

Usage: existing.py FOLDER FILE...
"""

import os
import sys


def main(folder, *files):
    for file in files:
        path = os.path.join(folder, file)
        if os.path.exists(path):
            print(path)


if __name__ == '__main__':
    main(*sys.argv[1:])
