// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which MIME types, by their essence, make documents of which kind.

const SCRIPTS = new Set([
  'application/ecmascript', 'application/javascript',
  'application/x-ecmascript', 'application/x-javascript', 'text/ecmascript',
  'text/javascript', 'text/javascript1.0', 'text/javascript1.1',
  'text/javascript1.2', 'text/javascript1.3', 'text/javascript1.4',
  'text/javascript1.5', 'text/jscript', 'text/livescript',
  'text/x-ecmascript', 'text/x-javascript',
]);

export function isJavaScript(essence) {
  return SCRIPTS.has(essence);
}

export function isJson(essence) {
  return essence === 'application/json' || essence === 'text/json' ||
      essence.endsWith('+json');
}

export function isXml(essence) {
  return essence === 'application/xml' || essence === 'text/xml' ||
      essence.endsWith('+xml');
}

// 'html', 'xml', 'text', or null for what isn't shown as a document.
export function documentKind(essence) {
  if (essence === 'text/html') {
    return 'html';
  }
  if (isXml(essence)) {
    return 'xml';
  }
  return isJavaScript(essence) || isJson(essence) ||
      ['text/plain', 'text/css', 'text/vtt'].includes(essence) ? 'text' : null;
}
