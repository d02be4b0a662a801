#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Prints where Debian's V8 lies, as a GN scope.

Usage: find_v8.py THIRD_PARTY_V8 TRIPLE

THIRD_PARTY_V8 is where tools/setup unpacked libnode-dev and the library package
that belongs to it. The library's version is part of its name and differs from
release to release, so it is looked for. Prints empty strings if V8 isn't there.
"""

import glob
import os
import sys


def main(root, triple):
    include_dir = os.path.join(root, 'usr', 'include', 'node')
    lib_dir = os.path.join(root, 'usr', 'lib', triple)
    libraries = glob.glob(os.path.join(lib_dir, 'libnode.so.*'))
    header = os.path.join(include_dir, 'v8.h')
    # The one folder of Debian's that has V8's headers complete.
    inspector_include_dir = os.path.join(root, 'usr', 'include', 'nodejs',
                                         'deps', 'v8', 'include')
    if not os.path.exists(header) or len(libraries) != 1:
        include_dir = lib_dir = lib_file = inspector_include_dir = ''
    else:
        lib_file = libraries[0]
    print(f'include_dir = "{include_dir}"')
    print(f'inspector_include_dir = "{inspector_include_dir}"')
    print(f'lib_dir = "{lib_dir}"')
    print(f'lib_file = "{lib_file}"')


if __name__ == '__main__':
    main(*sys.argv[1:])
