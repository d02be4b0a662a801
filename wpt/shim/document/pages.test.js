// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Pages: their encoding, frames, links, scripts and events.

'use strict';

const load = () => import('./testing.js');

async function open(pages) {
  const { openPage } = await load();
  return openPage(pages);
}

test('a page is decoded by what it says', async () => {
  for (const [page, characterSet, text] of [
    ['<meta charset=big5>\xA1\x40', 'Big5', '\u3000'],
    ['\xE9', 'windows-1252', '\u00E9'],
    ['\xEF\xBB\xBF<meta charset=big5>\xC3\xA9', 'UTF-8', '\u00E9'],
    ['<meta charset=hz-gb-2312>x', 'replacement', '\uFFFD'],
    [{ type: 'text/plain;charset=koi8-r', text: '<b>\xC1' }, 'KOI8-R',
     '<b>\u0430'],
    [{ type: 'application/json', text: '"\xC3\xA9"' }, 'UTF-8', '"\u00E9"'],
  ]) {
    const { document } = await open({ '/a.html': page });
    assertEquals(document.characterSet, characterSet);
    assertEquals(document.charset, characterSet);
    assertEquals(document.inputEncoding, characterSet);
    assertEquals(document.body.textContent, text);
  }
});

test('what frames inherit, and when they have loaded', async () => {
  const window = await open({
    '/a.html': '<meta charset=big5><iframe src=b.html></iframe>' +
        '<iframe src=c.html></iframe><iframe src="data:text/html,x"></iframe>' +
        '<iframe srcdoc="\xA1\x40"></iframe><iframe></iframe>',
    '/b.html': '\xA1\x40<iframe src=d.html></iframe>',
    '/c.html': '<meta charset=gbk>\xA1\xA1',
    '/d.html': '\xA1\x40',
  });
  const { document } = window;
  assertEquals(document.readyState, 'complete');
  assertEquals(window.length, 5);
  const [b, c, data, srcdoc, blank] = document.querySelectorAll('iframe');
  assertEquals(b.contentDocument.characterSet, 'Big5');
  assertEquals(b.contentDocument.body.textContent, '\u3000');
  assertEquals(window[0][0].document.characterSet, 'Big5');
  assertTrue(window[0][0].parent === window[0]);
  assertTrue(window[0][0].top === window);
  assertEquals(c.contentDocument.characterSet, 'GBK');
  assertEquals(data.contentDocument, null);
  assertEquals(data.contentWindow.document.characterSet, 'windows-1252');
  assertEquals(srcdoc.contentDocument.characterSet, 'UTF-8');
  assertEquals(srcdoc.contentDocument.body.textContent, '\u3000');
  assertEquals(blank.contentDocument.URL, 'about:blank');
  // *Create a new browsing context* says nothing else.
  assertEquals(blank.contentDocument.characterSet, 'UTF-8');
});

test('frames are added, navigated, removed', async () => {
  const { nextEvent } = await load();
  const window = await open({
    '/a.html': '', '/b.html': '<script>var x = 1</script>', '/c.html': 'c',
  });
  const { document } = window;
  const frame = document.createElement('iframe');
  frame.src = 'b.html?q';
  assertEquals(frame.contentWindow, null);
  document.body.append(frame);
  assertEquals(frame.contentDocument.URL, 'about:blank');
  const first = frame.contentWindow;
  await nextEvent(frame, 'load');
  // The initial document's window serves one more.
  assertTrue(frame.contentWindow === first);
  assertEquals(first.x, 1);
  assertEquals(first.location.search, '?q');
  assertTrue(first.frameElement === frame);
  frame.src = 'c.html';
  await nextEvent(frame, 'load');
  assertEquals(frame.contentWindow.x, undefined);
  const { TextDecoder } = frame.contentWindow;
  frame.remove();
  assertEquals(frame.contentWindow, null);
  assertEquals(window.length, 0);
  assertEquals(window[0], undefined);
  assertEquals(new TextDecoder().decode(Uint8Array.of(65)), 'A');
});

test('a late meta is obeyed in a frame', async () => {
  const window = await open({
    '/a.html': '<iframe src=b.html></iframe>',
    '/b.html': `${' '.repeat(2000)}<meta charset=big5><p>\xA1\x40`,
  });
  const { document } = window[0];
  assertEquals(document.characterSet, 'Big5');
  assertEquals(document.querySelector('p').textContent, '\u3000');
});

test('links have the page\'s encoding', async () => {
  needs('legacy encoders');
  const { document } = await open({
    '/a.html': '<meta charset=big5><a href="b?\xA1\x40#\xA1\x40">x</a><area>',
  });
  const a = document.querySelector('a');
  assertEquals(a.href, 'https://web-platform.test/b?%A1@#%E3%80%80');
  assertEquals(a.search, '?%A1@');
  assertEquals(a.hash, '#%E3%80%80');
  assertEquals(a.pathname, '/b');
  a.href = 'https://h/?\u2603';
  assertEquals(a.search, '?%26%239731%3B');
  a.search = 'a\u3000\n#';
  assertEquals(a.href, 'https://h/?a%A1@%23');
  a.search = '';
  a.host = 'g:8';
  a.hash = '\u3000';
  assertEquals(a.href, 'https://g:8/#%E3%80%80');
  a.setAttribute('href', 'https://a b/');
  assertEquals(a.href, 'https://a b/');
  assertEquals(a.search, '');
  assertEquals(document.querySelector('area').href, '');
});

test('a base element', async () => {
  const { document } = await open({
    '/a.html': '<meta charset=big5><base href="/x/?y"><a href=z>z</a>',
  });
  assertEquals(document.querySelector('a').href,
               'https://web-platform.test/x/z');
  assertEquals(document.baseURI, 'https://web-platform.test/x/?y');
  document.querySelector('base').href = '//h/w/';
  assertEquals(document.querySelector('a').href, 'https://h/w/z');
});

test('scripts run in order and see what is before them', async () => {
  const window = await open({
    '/a.html': '<body onload="log.push(1, document.readyState)">' +
        '<script>var log = [document.body.children.length]; const c = 5;' +
        'addEventListener("DOMContentLoaded", () => log.push("dcl"))</script>' +
        '<script defer src=b.js></script><script src=c.js></script>' +
        '<script type=text/x>log.push("never")</script><p></p>',
    '/b.js': { type: 'text/javascript', text: 'log.push(document.links)' },
    '/c.js': {
      type: 'text/javascript;charset=big5',
      text: 'log.push("\xA1\x40", c, document.querySelector("p"))',
    },
  });
  assertEquals(window.log.map((value) => `${value}`).join(),
               '1,\u3000,5,null,undefined,dcl,1,complete');
});

test('exceptions are the window\'s', async () => {
  const window = await open({
    '/a.html': '<script>var log = [];' +
        'onerror = (message, a, b, c, error) => log.push(message, error);' +
        'addEventListener("unhandledrejection", (e) => log.push(e.reason));' +
        '</script><script>throw 1</script>' +
        '<body onload="Promise.reject(2); throw 3">' +
        '<script>setTimeout(() => { throw 4; }, 0)</script>',
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertEquals(window.log.map(String).sort().join(),
               '1,2,3,4,Uncaught 1,Uncaught 3,Uncaught 4');
});

test('messages say who sent them', async () => {
  const { nextEvent } = await load();
  const window = await open({
    '/a.html': '<iframe src=b.html></iframe>',
    '/b.html': '<script>onmessage = (event) => event.source.postMessage(' +
        '[event.source === parent, event.data], event.origin)</script>',
  });
  window.evaluateScript('frames[0].postMessage({x: 1}, origin)');
  const event = await nextEvent(window, 'message');
  assertEquals(JSON.stringify(event.data), '[true,{"x":1}]');
  assertTrue(event.source === window[0]);
  assertTrue(event.data instanceof window.Array);
});

test('the tree', async () => {
  const { document } = await open({
    '/a.html': '<title> a  b </title><p id=x class="c d" data-a-b=1>t' +
        '<!--c--><b>u</b></p><template><i></i></template>',
  });
  const p = document.getElementById('x');
  assertEquals(document.title, 'a b');
  assertEquals(p.textContent, 'tu');
  assertEquals(p.dataset.aB, '1');
  assertEquals(p.innerHTML, 't<!--c--><b>u</b>');
  for (const [selector, count] of [
    ['p', 1], ['P.c.d', 1], ['p.e', 0], ['#x > b', 1], ['body b', 1],
    ['body > b', 0], ['[data-a-b]', 1], ['[data-a-b="1"], b', 2], ['i', 0],
    ['meta[charset]', 0], ['[class~=d]', 1], ['[id^=x][class$=d]', 1],
  ]) {
    assertEquals(document.querySelectorAll(selector).length, count, selector);
  }
  const { DOMException } = document.defaultView;
  assertThrows(() => document.querySelector('p:hover'), DOMException);
  const b = p.lastChild;
  p.insertBefore(b, p.firstChild);
  p.append('v', document.createElement('u'));
  assertEquals(p.innerHTML, '<b>u</b>t<!--c-->v<u></u>');
  assertThrows(() => b.appendChild(p), DOMException);
  p.textContent = '<';
  assertEquals(p.innerHTML, '&lt;');
  assertFalse(b.isConnected);
});

test('XML that isn\'t well-formed is a document, other XML isn\'t known',
     async () => {
  const window = await open({
    '/a.html': '<script>var error; onerror = (message) => error = message' +
        '</script><iframe src=b.xml></iframe>',
    '/b.xml': { type: 'application/xml', text: '<a>\0</a>' },
    '/c.xml': { type: 'application/xml', text: '<a></a>' },
  });
  assertEquals(window[0].document.characterSet, 'UTF-8');
  assertEquals(window[0].document.contentType, 'application/xml');
  const frame = window.document.querySelector('iframe');
  frame.src = 'c.xml';
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertTrue(/XML, as .*c.xml is, isn't implemented/.test(window.error),
             window.error);
});

test('reference tests compare what two pages show', async () => {
  const { openPage } = await import('./engine.js');
  const { suiteOf } = await load();
  const compare = (text, ...references) => new Promise((resolve) => {
    const links = references.map(
        (_, i) => `<link rel=match href=${i}.html>`).join('');
    const pages = references.map((reference, i) => [`/${i}.html`, reference]);
    openPage(suiteOf({
      '/a.html': `<meta charset=shift_jis>${links}${text}`,
      ...Object.fromEntries(pages),
    }), '/a.html', createRealm(), ({ passed }) => resolve(passed));
  });
  assertTrue(await compare('a\x81', 'a&#xFFFD;\n'));
  assertFalse(await compare('a\x81', 'a'));
  assertFalse(await compare('a', '<b>b</b>'));
  assertTrue(await compare('a<script>var x</script> \n b', 'x', '<p>a b'));
});

test('events go down and up', async () => {
  const { Event } = await import('./events.js');
  const { document } = await open({ '/a.html': '<p><b></b></p>' });
  const log = [];
  const p = document.querySelector('p');
  const b = document.querySelector('b');
  const listen = (name, target, capture, act = () => {}) => {
    target.addEventListener('x', (event) => {
      log.push(name);
      act(event);
    }, capture);
  };
  listen('p up', p, false, (event) => event.stopPropagation());
  listen('p down', p, true);
  listen('p up again', p, false);
  listen('document', document, false);
  listen('b', b, { once: true }, ({ target, currentTarget }) => {
    assertTrue(target === b && currentTarget === b);
    throw new Error('is reported and stops nothing');
  });
  document.defaultView.onerror = (message) => log.push(message);
  b.dispatchEvent(new Event('x', { bubbles: true }));
  b.dispatchEvent(new Event('x'));
  assertEquals(log.join(), 'p down,b,' +
      'Uncaught Error: is reported and stops nothing,p up,p up again');
});
