#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Prints what pkg-config says about some packages as a GN scope.

Usage: pkg_config.py PKG_CONFIG DEBIAN_PACKAGE PACKAGE...

Include folders are printed as cflags with -isystem, so that warnings inside a
dependency's headers are not ours to answer for. `missing` is empty, or says what to
do about a package that isn't there.
"""

import json
import subprocess
import sys


def ask(pkg_config, debian_package, packages):
    """The flags, and what is missing."""
    try:
        result = subprocess.run([pkg_config, '--cflags', '--libs', *packages],
                                capture_output=True, text=True)
    except FileNotFoundError:
        problem = f'{pkg_config} is missing'
        debian_package = 'pkg-config'
    else:
        if result.returncode == 0:
            return result.stdout.split(), ''
        problem = f'{" and ".join(packages)} not found by {pkg_config}'
    return [], (f'{problem}: run tools/setup, or install the package '
                f'{debian_package}; then run gn gen again.')


def main(pkg_config, debian_package, *packages):
    flags, missing = ask(pkg_config, debian_package, packages)
    scope = {'missing': missing, 'cflags': [], 'defines': [], 'libs': [],
             'lib_dirs': []}
    for flag in flags:
        kind, value = flag[:2], flag[2:]
        if kind == '-I':
            scope['cflags'] += ['-isystem', value]
        elif kind == '-D':
            scope['defines'].append(value)
        elif kind == '-l':
            scope['libs'].append(value)
        elif kind == '-L':
            scope['lib_dirs'].append(value)
        # Else it is about linking (-pthread, --as-needed around libatomic) and
        # part of every build of ours anyhow.

    for name, value in scope.items():
        # JSON's strings and lists of them are GN's, but for "$".
        print(f'{name} = {json.dumps(value)}'.replace('$', '\\$'))


if __name__ == '__main__':
    main(*sys.argv[1:])
