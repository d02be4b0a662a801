#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes the tables of the codecs, and of their tests, from the standard's data.

  src/tables/generate.py --standard DIR            writes the files
  src/tables/generate.py --standard DIR --check    compares them instead

DIR holds encodings.json and index-*.txt of the Encoding Standard, as its
repository (github.com/whatwg/encoding) has them.
"""

import argparse
import os
import pathlib
import sys

sys.dont_write_bytecode = True  # Before the modules beside this one.

import labels
import model
import multi_byte
import single_byte
from source import Standard

DECODE_BUDGET = 200 * 1024
ENCODE_BUDGET = 200 * 1024


def print_sizes(rows):
    """Prints (kind, table, bytes) rows and the totals; True if in budget."""
    budgets = {'decode': DECODE_BUDGET, 'encode': ENCODE_BUDGET}
    totals = {}
    for kind, table, size in rows:
        print(f'{kind:8}{table:44}{size:8}')
        totals[kind] = totals.get(kind, 0) + size
    within = True
    for kind, size in totals.items():
        budget = budgets.get(kind)
        of = f' of {budget}' if budget else ''
        print(f'{kind:8}{"total":44}{size:8}{of}')
        within = within and (budget is None or size <= budget)
    return within


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--standard', required=True, metavar='DIR',
                        help='where encodings.json and index-*.txt are')
    parser.add_argument('--check', action='store_true',
                        help='write nothing; fail if a file differs')
    args = parser.parse_args()

    try:
        standard = Standard(pathlib.Path(args.standard))
    except OSError as error:
        sys.exit(f"generate.py: can't read the standard's data: {error}")

    src = pathlib.Path(__file__).resolve().parent.parent
    files = {}
    sizes = []
    for generator in (labels, single_byte, multi_byte, model):
        new_files, new_sizes = generator.generate(standard)
        files.update(new_files)
        sizes.extend(new_sizes)

    wrong = []
    for name, text in sorted(files.items()):
        path = src / name
        old = path.read_text('utf-8') if path.exists() else None
        if args.check:
            if old is None:
                wrong.append(f'src/{name} is missing.')
            elif old != text:
                wrong.append(f'src/{name} differs from what generate.py '
                             "makes of the standard's data.")
        elif old != text:
            temporary = path.with_name(path.name + '.new')
            temporary.write_text(text, 'utf-8')
            os.replace(temporary, path)
            print(f'wrote src/{name}')
    if wrong:
        print('\n'.join(wrong), file=sys.stderr)
        return 1
    if args.check:
        print(f'{len(files)} files are as generated.')
    if not print_sizes(sizes):
        print('The tables exceed their budget.', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
