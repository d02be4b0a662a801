// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// URLs: where a query ends, and how it's encoded.

'use strict';

const load = () => import('./urls.js');

async function assertParses(cases) {
  needs('legacy encoders');
  const { parseUrl, serializeUrl } = await load();
  const base = parseUrl('https://web-platform.test/a/b.html?q#f');
  for (const [input, encoding, expected] of cases) {
    const url = parseUrl(input, base, encoding);
    assertEquals(url && serializeUrl(url), expected, input);
  }
}

test('references', () => assertParses([
  ['', 'big5', 'https://web-platform.test/a/b.html?q'],
  ['#z', 'big5', 'https://web-platform.test/a/b.html?q#z'],
  ['?', 'big5', 'https://web-platform.test/a/b.html?'],
  ['?x#y', 'big5', 'https://web-platform.test/a/b.html?x#y'],
  ['c?d?e#f?g#h', 'big5', 'https://web-platform.test/a/c?d?e#f?g#h'],
  ['../c', 'big5', 'https://web-platform.test/c'],
  ['//h:8/p?x', 'big5', 'https://h:8/p?x'],
  ['  ?a\n\tb ', 'big5', 'https://web-platform.test/a/b.html?ab'],
  ['https://a b/?', 'big5', null],
  ['https://fa\u00DF.de?x', 'big5', 'https://xn--fa-hia.de/?x'],
]));

test('a query has the encoding, and nothing else has', () => assertParses([
  ['\u3000?\u3000#\u3000', 'big5',
   'https://web-platform.test/a/%E3%80%80?%A1@#%E3%80%80'],
  ['?\u2603', 'big5', 'https://web-platform.test/a/b.html?%26%239731%3B'],
  ['?\u3042a', 'iso-2022-jp',
   'https://web-platform.test/a/b.html?%1B$B$%22%1B(Ba'],
  ['?\u3000', 'utf-16le', 'https://web-platform.test/a/b.html?%E3%80%80'],
  ['?\u3000', 'replacement', 'https://web-platform.test/a/b.html?%E3%80%80'],
  ['?\uD800', 'utf-8', 'https://web-platform.test/a/b.html?%EF%BF%BD'],
]));

test('schemes with rules of their own', () => assertParses([
  ['wss://a/?\u3000', 'big5', 'wss://a/?%E3%80%80'],
  ['data:x ?\u3000\'', 'big5', 'data:x%20?%E3%80%80\''],
  ['http://a/?\'', 'big5', 'http://a/?%27'],
]));

test('a base that nothing is relative to', async () => {
  const { parseUrl } = await load();
  const base = parseUrl('data:x');
  for (const input of ['?a', 'a', '']) {
    assertEquals(parseUrl(input, base), null, input);
  }
  assertEquals(parseUrl('#a', base).fragment, 'a');
});

test('parts', async () => {
  const { parseUrl, urlParts } = await load();
  const parts = (text) => Object.keys(urlParts).map(
      (name) => urlParts[name](parseUrl(text)));
  assertEquals(parts('https://u:p@h:81/a?b#c').join(' '),
               'https://u:p@h:81/a?b#c https://h:81 https: u p h:81 h 81 /a ' +
               '?b #c');
  assertEquals(parts('data:x?#').join(' '), 'data:x?# null data:      x  ');
});

test('the interface', async () => {
  const { installUrl } = await load();
  const realm = createRealm();
  installUrl(realm);
  assertEquals(realm.evaluateScript(
      "new URL('?a=\u00E9', 'https://h/p').searchParams.get('a')"), '\u00E9');
  assertTrue(realm.evaluateScript("new URL('a:b') instanceof URL"));
});
