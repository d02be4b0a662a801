// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// fetch() as far as it goes with files: GET, and what the answer says.

import { get } from './network.js';

const { decodeHook, setTimeout } = globalThis;

class Headers {
  #pairs;

  constructor(pairs) {
    this.#pairs = pairs;
  }

  get(name) {
    const lower = `${name}`.toLowerCase();
    const values = this.#pairs.filter(([key]) => key === lower);
    return values.length === 0 ? null
                               : values.map(([, value]) => value).join(', ');
  }

  has(name) {
    return this.get(name) !== null;
  }
}

class Response {
  #answer;
  #used = false;

  constructor(answer, url) {
    this.#answer = answer;
    this.url = url;
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.ok = answer.status >= 200 && answer.status < 300;
    this.headers = new Headers(answer.headers);
  }

  get bodyUsed() {
    return this.#used;
  }

  async #consume() {
    if (this.#used) {
      throw new TypeError('The body has been read before');
    }
    this.#used = true;
    return this.#answer.bytes;
  }

  async arrayBuffer() {
    const bytes = await this.#consume();
    return bytes.slice().buffer;
  }

  // *UTF-8 decode*, whatever the content type says.
  async text() {
    const bytes = await this.#consume();
    const hasBom = bytes[0] === 0xEF && bytes[1] === 0xBB && bytes[2] === 0xBF;
    return decodeHook(hasBom ? bytes : withBom(bytes), 'utf-8');
  }

  async json() {
    return JSON.parse(await this.text());
  }
}

// decodeHook() would take another encoding's byte order mark for one.
function withBom(bytes) {
  const marked = new Uint8Array(bytes.length + 3);
  marked.set([0xEF, 0xBB, 0xBF]);
  marked.set(bytes, 3);
  return marked;
}

// `resolve` makes of what fetch() is given what network.js's get() takes, or
// throws.
export function makeFetch(suite, resolve) {
  return function fetch(input) {
    return new Promise((fulfill, reject) => {
      const url = resolve(`${input}`);
      setTimeout(() => {
        const answer = get(suite, url);
        if (answer === null) {
          reject(new TypeError(`Failed to fetch ${url}`));
        } else {
          fulfill(new Response(answer, url));
        }
      });
    });
  };
}
