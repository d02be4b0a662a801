// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the suite's server would answer, and how fetch() and XMLHttpRequest take
// it.

'use strict';

const textOf = (bytes) => String.fromCharCode(...bytes);
const bytesOf = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

// A suite of files in memory: paths to [content type, bytes as text].
const suiteOf = (files) => ({
  read(path) {
    const file = files[path];
    return file === undefined ? null : {
      contentType: file[0],
      bytes: bytesOf(file[1]),
      headers: [['content-type', file[0]]],
    };
  },
});
const resolve = (url) => {
  if (url === 'bad:') {
    throw new SyntaxError('no URL');
  }
  return url;
};

test('MIME types', async () => {
  const { charsetOf, parseMimeType } = await import('./mime.js');
  for (const [text, essence, charset] of [
    ['text/html', 'text/html', undefined],
    [' Text/HTML ;charset=GBK', 'text/html', 'GBK'],
    ['text/html; x=y; CHARSET="a\\"b" ;charset=c', 'text/html', 'a"b'],
    ['text/html;charset=;charset=big5', 'text/html', 'big5'],
    ['text/html;charset="big5', 'text/html', 'big5'],
    ['text/html;charset= big5', 'text/html', ' big5'],
    ['text/html;charset =big5', 'text/html', undefined],
    ['text/html;charset;charset=big5 ;', 'text/html', 'big5'],
    ['text/html;charset="\u0100"', 'text/html', undefined],
  ]) {
    assertEquals(parseMimeType(text).essence, essence, text);
    assertEquals(charsetOf(text), charset, text);
  }
  for (const text of ['', 'text', 'text/', '/html', 'te xt/html', 'text/h(']) {
    assertEquals(parseMimeType(text), null, text);
  }
});

test('URLs with data', async () => {
  const { readDataUrl } = await import('./network.js');
  for (const [url, type, text] of [
    ['data:,a%20b%zz%', 'text/plain;charset=US-ASCII', 'a b%zz%'],
    ['DATA:text/html;charset=big5,%A4%40#x', 'text/html;charset=big5',
     '\xA4@'],
    ['data:;charset=gbk,x', 'text/plain;charset=gbk', 'x'],
    ['data:text/plain;base64,YWI=', 'text/plain', 'ab'],
    ['data:text/plain; BASE64,Y%57I', 'text/plain', 'ab'],
    ['data:nonsense,x', 'text/plain;charset=US-ASCII', 'x'],
    ['data:,\u00E9', 'text/plain;charset=US-ASCII', '\xC3\xA9'],
  ]) {
    const { bytes, contentType } = readDataUrl(url);
    assertEquals(contentType, type, url);
    assertEquals(textOf(bytes), text, url);
  }
  assertEquals(readDataUrl('data:text/plain'), null);
  assertEquals(readDataUrl('data:;base64,a'), null);
});

test('paths and META lines', async () => {
  const { parseMeta, resolvePath } = await import('./files.js');
  for (const [reference, path] of [
    ['a.js', '/x/y/a.js'], ['./a.js?b', '/x/y/a.js'], ['/a.js#b', '/a.js'],
    ['../a/b.js', '/x/a/b.js'], ['../../../a.js', '/a.js'],
  ]) {
    assertEquals(resolvePath(reference, '/x/y/z.js'), path, reference);
  }
  assertEquals(
      parseMeta('// META: title=A b\n//META: script=c?d=e\n// no\n' +
                '// META: script=g').join('|'),
      'title,A b|script,c?d=e');
  assertEquals(parseMeta('\n// META: script=g').length, 0);
});

test('programs of the server', async () => {
  const { handle } = await import('./handlers.js');
  const raw = handle('/encoding/resources/single-byte-raw.py',
                     'label=iso_8859-2%3A1987');
  assertEquals(raw.contentType, 'text/plain;charset=iso_8859-2:1987');
  assertEquals(raw.bytes.length, 255);
  assertEquals(raw.bytes[254], 254);
  assertEquals(handle('/encoding/resources/other.py', ''), null);
});

test('fetch()', async () => {
  const { makeFetch } = await import('./fetch.js');
  const fetch = makeFetch(suiteOf({
    '/a': ['text/html;charset=gbk', '\xEF\xBB\xBF\xC3\xA9'],
    '/b': ['text/plain', '\xFE\xFF\xE9'],
    '/c': ['application/json', '{"d": [1]}'],
  }), resolve);
  const response = await fetch('/a');
  assertEquals(response.status, 200);
  assertEquals(response.ok, true);
  assertEquals(response.headers.get('Content-Type'), 'text/html;charset=gbk');
  // UTF-8 decode, whatever the type says; no other byte order mark counts.
  assertEquals(await response.text(), '\u00E9');
  assertEquals(await response.text().catch((error) => error.name), 'TypeError');
  assertEquals(await (await fetch('/b')).text(), '\uFFFD\uFFFD\uFFFD');
  assertEquals((await (await fetch('/c')).json()).d[0], 1);
  assertEquals((await (await fetch('/a')).arrayBuffer()).byteLength, 5);
  assertEquals((await fetch('/none')).status, 404);
  assertEquals(await fetch('bad:').catch((error) => error.name), 'SyntaxError');
  assertEquals(await fetch('data:x').catch((error) => error.name), 'TypeError');
});

test('XMLHttpRequest, what it decodes with', async () => {
  const { makeXMLHttpRequest } = await import('./xhr.js');
  const XMLHttpRequest = makeXMLHttpRequest(suiteOf({
    '/a': ['text/plain;charset=windows-1251', '\xE9'],
    '/b': ['text/plain', '\xC3\xA9'],
    '/c': ['text/plain;charset=gbk', '\xFF\xFE\xE9\x00'],
    '/d': ['text/plain;charset=no-such', '\xC3\xA9'],
    '/e': ['text/plain;charset=replacement', 'abc'],
  }), resolve);
  for (const [url, override, text] of [
    ['/a', undefined, '\u0439'],
    ['/a', 'text/plain', '\u0439'],
    ['/a', 'text/plain;charset=latin1', '\u00E9'],
    ['/a', 'text/plain;charset=no-such', '\uFFFD'],
    ['/a', 'nonsense', '\u0439'],
    ['/b', undefined, '\u00E9'],
    ['/c', undefined, '\u00E9'],
    ['/c', 'text/plain;charset=big5', '\u00E9'],
    ['/d', undefined, '\u00E9'],
    ['/e', undefined, '\uFFFD'],
  ]) {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    if (override !== undefined) {
      request.overrideMimeType(override);
    }
    request.send();
    assertEquals(request.responseText, text, `${url} ${override}`);
  }
});

test('XMLHttpRequest, its events and states', async () => {
  const { makeXMLHttpRequest } = await import('./xhr.js');
  const XMLHttpRequest = makeXMLHttpRequest(suiteOf({
    '/a': ['application/json', '{"b": 1}'],
  }), resolve);

  async function eventsOf(url, use = () => {}) {
    const request = new XMLHttpRequest();
    const events = [];
    for (const type of ['readystatechange', 'loadstart', 'progress', 'load',
                        'error', 'abort']) {
      request[`on${type}`] =
          () => events.push(type.slice(0, 5) + request.readyState);
    }
    await new Promise((done) => {
      request.addEventListener('loadend', done);
      request.open('GET', url);
      request.send();
      use(request);
    });
    return events.join(' ');
  }

  assertEquals(await eventsOf('/a'),
               'ready1 loads1 ready2 ready3 progr3 ready4 load4');
  assertEquals(await eventsOf('data:x'), 'ready1 loads1 ready4 error4');
  assertEquals(await eventsOf('/a', (request) => request.abort()),
               'ready1 loads1 ready4 abort4');

  const request = new XMLHttpRequest();
  assertEquals(request.responseText, '');
  assertThrows(() => request.send(), DOMException);
  assertThrows(() => request.open('POST', '/a'), DOMException);
  assertThrows(() => request.open('GET', 'bad:'), SyntaxError);
  request.open('GET', '/a', false);
  request.responseType = 'json';
  request.send();
  assertEquals(request.response.b, 1);
  assertEquals(request.status, 200);
  assertEquals(request.getResponseHeader('Content-TYPE'), 'application/json');
  assertEquals(request.getAllResponseHeaders(),
               'content-type: application/json\r\n');
  assertThrows(() => request.responseText, DOMException);
});
