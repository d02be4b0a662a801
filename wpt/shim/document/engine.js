// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The browser, in a realm of its own: what a test does to its globals doesn't
// reach it. main.js is its caller.

import { Browser } from './frames.js';
import { urlParts } from '../urls.js';

const { createRealm, setTimeout } = globalThis;

// What a page looks like, as far as anything is rendered.
function renderedText(document) {
  const texts = [];
  for (const node of document.body._descendants()) {
    if (node.nodeType === 3 &&
        !['script', 'style', 'template'].includes(node.parentNode.localName)) {
      texts.push(node.data);
    }
  }
  return texts.join('').replace(/[\t\n\r ]+/g, ' ').trim();
}

// A reference test: { passed, message }, by a promise, once all is loaded.
function compare(browser, document) {
  const links = document.querySelectorAll('link[rel=match][href]');
  return Promise.all(links.map((link) => new Promise((resolve) => {
    const url = document._parseUrl(link.getAttribute('href'));
    browser.open(urlParts.pathname(url) + urlParts.search(url), createRealm(),
                 resolve);
  }))).then((references) => {
    const text = renderedText(document);
    const others = references.map(renderedText);
    return {
      passed: others.includes(text),
      message: `${JSON.stringify(text)} is not ${JSON.stringify(others)}`,
    };
  });
}

// A crash test has only to end, which it puts off with this class.
function waitForEnd(document, finish) {
  if (document.documentElement.classList.contains('test-wait')) {
    setTimeout(() => waitForEnd(document, finish), 10);
  } else {
    finish({ passed: true, message: null });
  }
}

// Opens a page of the suite in a window that `global` becomes. `finish` is told
// of a reference or crash test's result; other tests know what to do.
export function openPage(suite, path, global, finish) {
  const browser = new Browser(suite);
  browser.open(path, global, (document) => {
    if (typeof global.add_completion_callback === 'function') {
      return;
    }
    if (/-crash\.|\/crashtests\//.test(path)) {
      waitForEnd(document, finish);
      return;
    }
    if (document.querySelector('link[rel=match][href]') === null) {
      throw new Error(`${path} has neither testharness.js nor a reference`);
    }
    compare(browser, document).then(finish);
  });
}
