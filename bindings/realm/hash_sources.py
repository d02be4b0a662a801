#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes a hash of files into a C++ source file.

Usage: hash_sources.py OUTPUT [FILE...]

OUTPUT defines kSourcesHash of bindings/realm/private_key.h, which depends on what is
in the files and on nothing else: neither on where they are nor on their order.
"""

import hashlib
import sys

SOURCE = """// Written by bindings/realm/hash_sources.py. DO NOT EDIT.

#include "bindings/realm/private_key.h"

namespace v8_encoding {{

constinit const uint64_t kSourcesHash = 0x{};

}}  // namespace v8_encoding
"""


def hash_of(paths):
  digests = []
  for path in paths:
    with open(path, 'rb') as file:
      digests.append(hashlib.sha256(file.read()).digest())
  return hashlib.sha256(b''.join(sorted(digests))).hexdigest()[:16]


def main(output, *paths):
  with open(output, 'w') as file:
    file.write(SOURCE.format(hash_of(paths)))


if __name__ == '__main__':
  main(*sys.argv[1:])
