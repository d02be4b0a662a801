// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encodings of documents: labels, the prescan, and what has precedence.

'use strict';

const load = () => import('./sniff.js');
const bytesOf = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

test('names of labels', async () => {
  const { getEncoding, outputEncoding } = await load();
  for (const [label, name] of Object.entries({
    'utf8': 'UTF-8', ' \tLATIN1\n': 'windows-1252', 'cp866': 'IBM866',
    'iso-ir-101': 'ISO-8859-2', 'logical': 'ISO-8859-8-I', 'koi': 'KOI8-R',
    'koi8-ru': 'KOI8-U', 'mac': 'macintosh',
    'x-mac-ukrainian': 'x-mac-cyrillic', 'gb2312': 'GBK', 'gb18030': 'gb18030',
    'cn-big5': 'Big5', 'x-euc-jp': 'EUC-JP', 'csiso2022jp': 'ISO-2022-JP',
    'ms932': 'Shift_JIS', 'windows-949': 'EUC-KR',
    'iso-2022-kr': 'replacement',
    'unicodefffe': 'UTF-16BE', 'utf-16': 'UTF-16LE', 'dos-874': 'windows-874',
    'x-user-defined': 'x-user-defined', 'utf-32': null, '\u00A0utf-8': null,
    '': null,
  })) {
    assertEquals(getEncoding(label), name, label);
  }
  assertEquals(outputEncoding('replacement'), 'UTF-8');
  assertEquals(outputEncoding('UTF-16BE'), 'UTF-8');
  assertEquals(outputEncoding('Big5'), 'Big5');
});

test('the prescan', async () => {
  const { prescan } = await load();
  for (const [text, encoding] of [
    ['<meta charset=big5>', 'Big5'],
    ['<!doctype html><HTML lang=x><META/CHARSET = "Big5" x>', 'Big5'],
    ['<meta charset=\'big5\'>', 'Big5'],
    ['<meta charset=big5', null],
    ['<metal charset=big5>', null],
    ['<meta charset=nope><meta charset=gbk>', 'GBK'],
    ['<meta charset=nope charset=big5>', null],
    ['<meta charset=utf-16le>', 'UTF-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta http-equiv=Content-Type content="a; charset=euc-kr">', 'EUC-KR'],
    ['<meta content="text/html; charset=euc-kr" http-equiv=content-type>',
     'EUC-KR'],
    ['<meta content="text/html; charset=euc-kr">', null],
    ['<meta http-equiv=refresh content="0; charset=euc-kr">', null],
    ['<!-- <meta charset=big5> --><meta charset=gbk>', 'GBK'],
    ['<!--><meta charset=big5>', 'Big5'],
    ['<!-- <meta charset=big5>', null],
    ['<a title="<meta charset=big5>"><meta charset=gbk>', 'GBK'],
    ['</a title="<meta charset=big5>"><meta charset=gbk>', 'GBK'],
    ['<? <meta charset=big5><meta charset=gbk>', 'GBK'],
    ['a < b <meta charset=gbk>', 'GBK'],
    [`${' '.repeat(1024 - 19)}<meta charset=big5>`, 'Big5'],
    [`${' '.repeat(1024 - 18)}<meta charset=big5>`, null],
    ['<?xml version="1.0" encoding="koi8-r"?>', 'KOI8-R'],
    ['<?xml encoding=koi8-r?>', null],
    ['<?xml encoding="koi8-r"?><meta charset=big5>', 'Big5'],
    ['<\0?\0x\0', 'UTF-16LE'],
    ['\0<\0?\0x', 'UTF-16BE'],
    ['', null],
  ]) {
    assertEquals(prescan(bytesOf(text)), encoding, text.trim());
  }
});

test('charset in content', async () => {
  const { charsetOfContent } = await load();
  for (const [content, encoding] of [
    ['text/html; charset=big5', 'Big5'], ['charset = "big5"', 'Big5'],
    ['charset="big5', null], ['charsetcharset=big5', 'Big5'],
    ['charset;charset=big5;x', 'Big5'], ['charset= ', null], ['x', null],
  ]) {
    assertEquals(charsetOfContent(content), encoding, content);
  }
});

test('what has precedence', async () => {
  const { sniffEncoding } = await load();
  const meta = '<meta charset=gbk>';
  for (const [text, type, parent, encoding, tentative] of [
    ['\xEF\xBB\xBF' + meta, 'text/html;charset=big5', 'EUC-KR', 'UTF-8', false],
    ['\xFF\xFE\0\0', 'text/plain', null, 'UTF-16LE', false],
    ['\xFE\xFF', 'application/xml', null, 'UTF-16BE', false],
    [meta, 'text/html;charset=big5', 'EUC-KR', 'Big5', false],
    [meta, 'text/html;charset="utf-16"', 'EUC-KR', 'UTF-16LE', false],
    [meta, 'text/html;charset=nope', 'EUC-KR', 'GBK', true],
    [meta, 'text/plain', 'EUC-KR', 'EUC-KR', false],
    ['', 'text/html', 'EUC-KR', 'EUC-KR', true],
    ['', 'text/html', 'UTF-16LE', 'windows-1252', true],
    ['', 'text/html', null, 'windows-1252', true],
    ['<?xml encoding="big5"?>', 'application/xml', 'EUC-KR', 'Big5', false],
    [meta, 'application/xhtml+xml', 'EUC-KR', 'UTF-8', false],
    [meta, 'application/json', 'EUC-KR', 'UTF-8', false],
    [meta, 'text/json;charset=big5', 'EUC-KR', 'Big5', false],
  ]) {
    const sniffed = sniffEncoding(bytesOf(text), type, parent);
    assertEquals(sniffed.encoding, encoding, `${type} ${text}`);
    assertEquals(sniffed.tentative, tentative, `${type} ${text}`);
  }
});
