#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Prints what pkg-config says about some packages as a GN scope.

Usage: pkg_config.py PKG_CONFIG DEBIAN_PACKAGE PACKAGE...

Include folders are printed as cflags with -isystem, so that warnings inside a
dependency's headers are not ours to answer for.
"""

import json
import subprocess
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(1)


def ask(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        fail(f'{command[0]} is missing: run tools/setup, or install pkg-config.')
    return result.stdout.split() if result.returncode == 0 else None


def main(pkg_config, debian_package, *packages):
    flags = ask([pkg_config, '--cflags', '--libs', *packages])
    if flags is None:
        fail(f'{" and ".join(packages)} not found by {pkg_config}: run '
             f'tools/setup, or install the package {debian_package}.')

    scope = {'cflags': [], 'defines': [], 'libs': [], 'lib_dirs': []}
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
        # A JSON list of strings is a GN list, but for "$".
        print(f'{name} = {json.dumps(value)}'.replace('$', '\\$'))


if __name__ == '__main__':
    main(*sys.argv[1:])
