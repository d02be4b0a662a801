// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Forms that are submitted to a frame.

'use strict';

const load = () => import('./testing.js');

// The query that a frame is navigated to by a form in a page.
async function submit(form, { type, script = '' } = {}) {
  needs('legacy encoders');
  const { openPage, nextEvent } = await load();
  const window = await openPage({
    '/a.html': {
      type,
      text: `<meta charset=big5><form target=t action=/b.html>${form}</form>` +
          '<iframe name=t></iframe>',
    },
    '/b.html': 'b',
  });
  const { document } = window;
  window.evaluateScript(script);
  const frame = document.querySelector('iframe');
  document.querySelector('form').submit();
  await nextEvent(frame, 'load');
  return frame.contentWindow.location.search;
}

test('the encoding is the page\'s', async () => {
  assertEquals(await submit('<input name=a value="&#x3000; &#x2603;~\'">'),
               '?a=%A1%40+%26%239731%3B%7E%27');
  assertEquals(await submit('<input name=a value="&#x3000;">',
                            { type: 'text/html;charset=gbk' }), '?a=%A1%A1');
});

test('replacement submits as UTF-8', async () => {
  assertEquals(await submit('', {
    type: 'text/html;charset=hz-gb-2312',
    script: `document.body.innerHTML = '<form target=t action=/b.html>' +
        '<input name=a value="&#x3000;"></form><iframe name=t></iframe>'`,
  }), '?a=%E3%80%80');
});

test('accept-charset', async () => {
  for (const [labels, query] of [
    ['gbk', '?a=%A1%A1'], ['nope gbk big5', '?a=%A1%A1'],
    ['nope', '?a=%E3%80%80'], ['', '?a=%E3%80%80'],
    ['utf-16le', '?a=%E3%80%80'], ['iso-2022-jp', '?a=%1B%24B%21%21%1B%28B'],
  ]) {
    assertEquals(await submit('<input name=a value="&#x3000;">', {
      script: `document.querySelector('form').acceptCharset = '${labels}'`,
    }), query, labels);
  }
});

test('what is submitted', async () => {
  for (const [form, query] of [
    ['<input name=a value=1><input value=2><input name=b>', '?a=1&b='],
    ['<input name=a value=1 disabled><input name=b value="x=&amp;+">',
     '?b=x%3D%26%2B'],
    ['<fieldset disabled><input name=a></fieldset><input name=b>', '?b='],
    ['<input type=checkbox name=a><input type=checkbox name=b checked>',
     '?b=on'],
    ['<input type=radio name=a value=1>' +
         '<input type=radio name=a value=2 checked>',
     '?a=2'],
    ['<input type=submit name=a value=1><button name=b>b</button>', '?'],
    ['<input type=hidden name=_charset_ value=x>', '?_charset_=Big5'],
    ['<input name=_charset_ value=x>', '?_charset_=x'],
    ['<textarea name="a\nb">1\r2\r\n3\n4</textarea>',
     '?a%0D%0Ab=1%0D%0A2%0D%0A3%0D%0A4'],
    ['<input name=a value="1\n2">', '?a=12'],
    ['<input type=hidden name=a value="1\n2">', '?a=1%0D%0A2'],
  ]) {
    const expected = query === '?' ? '' : query;
    assertEquals(await submit(form), expected, form);
  }
});

test('what the shim doesn\'t have fails', async () => {
  needs('legacy encoders');
  for (const form of ['<select name=a></select>', '<input type=file name=a>',
                      '<input name=a dirname=b>']) {
    assertEquals(await submit(form).catch(({ name }) => name),
                 'NotSupportedError', form);
  }
  for (const [attribute, value] of [['method', 'post'], ['target', 'nope']]) {
    assertEquals(await submit('<input name=a>', {
      script: `document.querySelector('form').${attribute} = '${value}'`,
    }).catch(({ name }) => name), 'NotSupportedError', attribute);
  }
});

test('an action that is a data URL', async () => {
  needs('legacy encoders');
  const { openPage, nextEvent } = await load();
  const window = await openPage({
    '/a.html': '<form target=t accept-charset=shift_jis ' +
        'action="data:text/html;charset=shift_jis,<script>' +
        'parent.postMessage([document.characterSet, location.href], \'*\')' +
        '</script>?x"><input name=a value="&#x3042;"></form>' +
        '<iframe name=t></iframe>',
  });
  window.document.querySelector('form').submit();
  const { data, origin } = await nextEvent(window, 'message');
  assertEquals(data[0], 'Shift_JIS');
  assertTrue(data[1].endsWith('</script>?a=%82%A0'), data[1]);
  assertEquals(origin, 'null');
  assertEquals(window.document.querySelector('iframe').contentDocument, null);
});
