#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Fails with a message: what a build runs that needs something missing.

Usage: missing.py MESSAGE
"""

import sys

if __name__ == '__main__':
    sys.exit(sys.argv[1])
