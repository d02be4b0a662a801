// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Node's fetch(), Response, Blob and node:stream with the package's streams in the
// place of Node's: each program prints the same with and without the package.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const PROLOGUE = `
import http from 'node:http';
import stream from 'node:stream';
const server = http.createServer((request, response) => {
  const [, kind, size] = request.url.split('/');
  if (kind === 'echo') {
    request.pipe(response);
    return;
  }
  response.write('a'.repeat(Number(size)));
  if (kind === 'whole') {
    response.end('b');
  } else if (kind === 'lost') {
    setTimeout(() => response.destroy(), 20);
  }
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const base = 'http://127.0.0.1:' + server.address().port;
const end = () => { server.closeAllConnections(); server.close(); };
const caught = (promise) => promise.then((value) => value, (error) => error.name);
`;

// What a program prints, which has to end.
function run(program, ...flags) {
  const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...flags, '--input-type=module', '--eval', PROLOGUE + program + '\nend();'],
      { encoding: 'utf8', timeout: 60_000 });
  return { stdout, status, stderr: status === 0 ? '' : stderr };
}

const programs = {
  'bodies of every size': `
    for (const size of [0, 1000, 100_000, 3_000_000]) {
      console.log((await (await fetch(base + '/whole/' + size)).text()).length);
    }`,
  'a body that is read by chunks': `
    let length = 0;
    for await (const chunk of (await fetch(base + '/whole/300000')).body) {
      length += chunk.length;
    }
    console.log(length);`,
  'a body whose reader stops': `
    for await (const chunk of (await fetch(base + '/whole/3000000')).body) {
      console.log(chunk.length > 0);
      break;
    }`,
  'a body that is cancelled': `
    const { body } = await fetch(base + '/whole/3000000');
    const reader = body.getReader();
    await reader.read();
    console.log(await reader.cancel());`,
  'a connection that is lost': `
    console.log(await caught((await fetch(base + '/lost/1000')).text()));`,
  'an abort': `
    const controller = new AbortController();
    const response =
        await fetch(base + '/open/1000', { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    console.log(await caught(response.text()));`,
  'bodies that are used': `
    const streamOf = (...chunks) => new ReadableStream({
      start(c) {
        for (const chunk of chunks) c.enqueue(new TextEncoder().encode(chunk));
        c.close();
      },
    });
    const response = new Response(streamOf('A', 'B'));
    console.log(response.bodyUsed, await response.text(), response.bodyUsed);
    const second = new Response(streamOf('A', 'B'));
    const reader = second.body.getReader();
    await reader.read();
    reader.releaseLock();
    console.log(await caught(second.text()));
    const disturbed = streamOf('A');
    await disturbed.getReader().read();
    console.log(await caught((async () => new Response(disturbed))()));`,
  'a body of a string that is cancelled': `
    const response = new Response('x');
    await response.body.cancel();
    console.log(response.bodyUsed);`,
  'clones': `
    const response = new Response('body');
    console.log(await response.clone().text(), await response.text());
    const fetched = await fetch(base + '/whole/100000');
    console.log((await fetched.clone().text()).length,
                (await fetched.text()).length);
    const request = new Request(base, { method: 'POST', body: 'body' });
    console.log(await request.clone().text(), await request.text());`,
  'blobs': `
    const blob = new Blob(['some', 'bytes']);
    console.log(await new Response(blob).text(), await blob.text());
    console.log(await (await fetch(base + '/echo', { method: 'POST', body: blob }))
        .text());
    let text = '';
    for await (const chunk of blob.stream().pipeThrough(new TextDecoderStream())) {
      text += chunk;
    }
    console.log(text, Object.keys(Object.getOwnPropertyDescriptors(Blob.prototype))
        .includes('stream'));`,
  'a stream as the body of a request': `
    const body = new Blob(['streamed']).stream();
    console.log(await (await fetch(
        base + '/echo', { method: 'POST', body, duplex: 'half' })).text());`,
  'functions of node:stream': `
    const open = new ReadableStream();
    console.log(stream.isReadable(open), stream.isErrored(open),
                stream.isDisturbed(open));
    await caught(new ReadableStream({ pull(c) { c.error(new Error('x')); } })
        .getReader().read());
    const closed = new ReadableStream({ start(c) { c.close(); } });
    await new Promise((resolve) => stream.finished(closed, resolve));
    console.log(stream.isReadable(closed));
    const writable = new WritableStream();
    setTimeout(() => writable.close(), 10);
    await new Promise((resolve) => stream.finished(writable, resolve));
    const errored = new ReadableStream({
      start(c) { setTimeout(() => c.error(new Error('broken')), 10); },
    });
    console.log((await new Promise(
        (resolve) => stream.finished(errored, resolve))).message);
    const controller = new AbortController();
    const aborted =
        stream.addAbortSignal(controller.signal, new ReadableStream());
    controller.abort();
    console.log(await caught(aborted.getReader().read()));`,
  'codes of errors': `
    const locked = new ReadableStream();
    locked.getReader();
    const codes = [];
    for (const call of [() => locked.getReader(), () => locked.tee()]) {
      try {
        call();
      } catch (error) {
        codes.push(error.code);
      }
    }
    await locked.cancel().catch(({ code }) => codes.push(code));
    console.log(codes);`,
};

for (const [name, program] of Object.entries(programs)) {
  test(name, () => {
    const { stdout, status, stderr } =
        run(program, '--import', 'v8-encoding/register');
    const expected = run(program);
    assert.equal(expected.status, 0, expected.stderr);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.equal(stdout, expected.stdout);
  });
}
