#!/usr/bin/env python3
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Tests of manifest: python3 wpt/manifest_test.py."""

import sys
import unittest

sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from fake_suite import TestWithFolder, write
import manifest


class ManifestTest(TestWithFolder):

  def find(self, files):
    write(self.temp, files)
    return manifest.find_tests(self.temp, 'encoding')

  def urls_of(self, files):
    return [test.url for test in self.find(files)]

  def test_scripts(self):
    self.assertEqual(
        self.urls_of({
            'encoding/a.any.js':
                '//META: variant=?1-2\n// META: variant=?3\n'
                '// META: global=window,shadowrealm\n// A comment\n'
                '// META: variant=?4\n',
            'encoding/b.window.js': '',
            'encoding/b2.any.js': '// META: global=window\n',
            'encoding/b3.any.js': '',
            'encoding/b4.any.js': '// META: global=worker\n',
            'encoding/b5.any.js':
                '// META: global=dedicatedworker, window , shadowrealm-in-window\n',
            'encoding/b6.any.js': '// META: global= window,\n',
            'encoding/c.js': '',
            'encoding/resources/d.any.js': '',
        }), [
            '/encoding/a.any.js?1-2', '/encoding/a.any.js?3',
            '/encoding/a.any.html?1-2', '/encoding/a.any.html?3',
            '/encoding/a.any.shadowrealm.html?1-2',
            '/encoding/a.any.shadowrealm.html?3', '/encoding/b.window.html',
            '/encoding/b2.any.html', '/encoding/b3.any.js',
            '/encoding/b3.any.html', '/encoding/b4.any.js',
            '/encoding/b5.any.js', '/encoding/b5.any.html',
            '/encoding/b5.any.shadowrealm.html', '/encoding/b6.any.html'
        ])

  def test_meta_lines_come_first(self):
    for before in ('// A comment\n', '\n', 'code()\n'):
      self.assertEqual(manifest.parse_meta(before + '// META: title=t\n'), [])

  def test_fragments(self):
    tests = self.find({'encoding/a.any.js': '// META: variant=#x?y\n'})
    self.assertEqual([(t.url, t.path, t.is_script) for t in tests], [
        ('/encoding/a.any.js#x?y', '/encoding/a.any.js', True),
        ('/encoding/a.any.html#x?y', '/encoding/a.any.html', False)])

  def test_sources(self):
    tests = self.find({'encoding/a.any.js': '', 'encoding/x/b.window.js': ''})
    self.assertEqual([(t.url, t.source, t.suite, t.is_script) for t in tests], [
        ('/encoding/a.any.js', '/encoding/a.any.js', 'encoding', True),
        ('/encoding/a.any.html', '/encoding/a.any.js', 'encoding', False),
        ('/encoding/x/b.window.html', '/encoding/x/b.window.js', 'encoding',
         False),
    ])

  def test_pages(self):
    harness = '<script src="/resources/testharness.js"></script>\n'
    variants = ('<meta name="variant" content="?a">\n'
                "<meta content='?b' name=variant>\n")
    tests = self.find({
        'encoding/a.html': harness + variants,
        'encoding/b.html': harness + variants +
                           '<script src="/common/subset-tests.js"></script>',
        'encoding/c.html': '<link rel=match href=c-ref.html>',
        'encoding/c-ref.html': 'text',
        'encoding/d-crash.html': 'text',
    })
    self.assertEqual([(t.url, t.kind) for t in tests], [
        ('/encoding/a.html?a', 'testharness'),
        ('/encoding/a.html?b', 'testharness'),
        ('/encoding/b.html', 'testharness'),
        ('/encoding/c.html', 'reftest'),
        ('/encoding/d-crash.html', 'crashtest'),
    ])

  def test_what_cannot_run(self):
    harness = '<script src="/resources/testharness.js"></script>\n'
    tests = self.find({
        'encoding/a.worker.js': '',
        'encoding/a2.worker-module.js': '',
        'encoding/b.xhtml': harness,
        'encoding/b2.xhtml': 'text',
        'encoding/b3.svg': '<link rel="match" href="x"/>',
        'encoding/c.html': '<link rel=mismatch href=c-ref.html>',
        'encoding/c2.html': '<link rel="mismatch" href=x><link rel=match href=y>',
        'encoding/c3.html': harness + '<link rel=mismatch href=x>',
        'encoding/d-manual.html': harness,
        'encoding/d2-visual.html': 'text',
        'encoding/d3-manually.html': harness,
        'encoding/e.worker.json': '',
        'encoding/resources/e.worker.js': '',
    })
    self.assertEqual([test.path for test in tests], [
        '/encoding/c2.html', '/encoding/c3.html', '/encoding/d3-manually.html'])
    others = manifest.find_others(self.temp, 'encoding')
    self.assertEqual([(other.path, other.kind) for other in others], [
        ('/encoding/a.worker.js', '*.worker.js'),
        ('/encoding/a2.worker-module.js', '*.worker-module.js'),
        ('/encoding/b.xhtml', '*.xhtml'),
        ('/encoding/b3.svg', '*.svg'),
        ('/encoding/c.html', '<link rel=mismatch>'),
        ('/encoding/d-manual.html', '*-manual'),
        ('/encoding/d2-visual.html', '*-visual'),
    ])

  def test_crash_tests(self):
    mismatch = '<link rel=mismatch href=x>'
    tests = self.find({
        'encoding/a-crash.html': mismatch,
        'encoding/b-crash.svg': 'text',
        'encoding/b2-crash.xhtml': 'text',
        'encoding/b3-crash.htm': 'text',
        'encoding/b4-crash.js': 'text',
        'encoding/crashtests/c.html': mismatch,
        'encoding/crashtests/d.svg': 'text',
        'encoding/crashtests/d2-manual.svg': 'text',
        'encoding/crashtests/d3.js': 'text',
        'encoding/crashtests/x-manual.d/e.xht': 'text',
        'encoding/f-crashes.svg': 'text',
    })
    self.assertEqual([(test.path, test.kind) for test in tests], [
        ('/encoding/a-crash.html', 'crashtest'),
        ('/encoding/crashtests/c.html', 'crashtest'),
    ])
    others = manifest.find_others(self.temp, 'encoding')
    self.assertEqual([(other.path, other.kind) for other in others], [
        ('/encoding/b-crash.svg', '*.svg'),
        ('/encoding/b2-crash.xhtml', '*.xhtml'),
        ('/encoding/b3-crash.htm', '*.htm'),
        ('/encoding/crashtests/d.svg', '*.svg'),
        ('/encoding/crashtests/d2-manual.svg', '*-manual'),
        ('/encoding/crashtests/x-manual.d/e.xht', '*.xht'),
    ])

  def test_timeouts(self):
    tests = self.find({
        'encoding/a.any.js': '// META: timeout=long\n',
        'encoding/b.html': '<meta name=timeout content=long>'
                           '/resources/testharness.js',
        'encoding/c.any.js': '',
    })
    self.assertEqual([test.timeout for test in tests], [60, 60, 60, 10, 10])

  def test_classes(self):
    for url, group in (
        ('/encoding/idlharness.any.js', 'idlharness'),
        ('/encoding/legacy-mb-korean/euc-kr/euckr-encode-href.html',
         'legacy, links'),
        ('/encoding/legacy-mb-schinese/gbk/gbk-decoder.any.js',
         'legacy, decoding'),
        ('/encoding/streams/a.any.js?x', 'streams'),
        ('/streams/piping/a.any.js', 'piping'),
        ('/encoding/a.any.js', 'scripts'),
        ('/encoding/streams/a.any.html', 'scripts in a page'),
        ('/encoding/a.window.html', 'scripts with a window'),
        ('/encoding/a.html', 'pages'),
    ):
      self.assertEqual(manifest.Test(url, 'testharness', 10).group, group)


if __name__ == '__main__':
  unittest.main()
