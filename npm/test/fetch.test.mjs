// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Node's fetch(), Response, Blob and node:stream with the package's streams in the
// place of Node's: each program prints the same with and without the package,
// whether the package or Node's fetch() is loaded first.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const PROLOGUE = `
import http from 'node:http';
import stream, { Duplex, Readable, Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
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
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
// Prints the events of a stream of node:stream, the error's message with them.
const watch = (name, watched) => {
  for (const event of ['data', 'end', 'finish', 'error', 'close']) {
    if (event !== 'data' || watched.readable) {
      watched.on(event, (value) => {
        console.log(name, event, value instanceof Error ? value.message : value);
      });
    }
  }
  return watched;
};
const codeOf = (call) => {
  try {
    call();
    return 'none';
  } catch (error) {
    return error.code;
  }
};
`;

// What a module prints, which has to end.
function runModule(text, ...flags) {
  const { stdout, stderr, status } = spawnSync(
      process.execPath, [...flags, '--input-type=module', '--eval', text],
      { encoding: 'utf8', timeout: 60_000 });
  return { stdout, status, stderr: status === 0 ? '' : stderr };
}

const whole = (program) => `${PROLOGUE}${program}\nend();`;
const run = (program, ...flags) => runModule(whole(program), ...flags);

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
  'Readable.fromWeb() of bodies': `
    console.log(await textOf(Readable.fromWeb(new Response('Grüße').body)));
    const { body } = await fetch(base + '/whole/300000');
    let length = 0;
    await pipeline(Readable.fromWeb(body), new Writable({
      write(chunk, encoding, callback) { length += chunk.length; callback(); },
    }));
    console.log(length, body.locked, Buffer.isBuffer(
        await new Promise((resolve) =>
            Readable.fromWeb(new Response('x').body).once('data', resolve))));
    const lost = (await fetch(base + '/lost/1000')).body;
    console.log(await caught(textOf(Readable.fromWeb(lost))));`,
  'Readable.fromWeb() of what a script makes': `
    const chunks = ['a', 'b', 'c', 'd', 'e'];
    let pulls = 0;
    const source = () => new ReadableStream({
      pull(controller) {
        ++pulls;
        if (chunks.length === 0) {
          controller.close();
        } else {
          controller.enqueue({ chunk: chunks.shift() });
        }
      },
    }, { highWaterMark: 0 });
    const readable =
        Readable.fromWeb(source(), { objectMode: true, highWaterMark: 2 });
    console.log(readable.readableHighWaterMark, readable.readableObjectMode);
    await sleep(10);
    console.log('nobody reads', pulls);
    readable.once('readable', () => {});
    await sleep(10);
    console.log('one waits', pulls);
    watch('objects', readable);
    await new Promise((resolve) => readable.once('close', resolve));
    console.log(pulls);
    const decoded = Readable.fromWeb(new ReadableStream({
      start(c) {
        c.enqueue(Uint8Array.of(0xC3));
        c.enqueue(Uint8Array.of(0xA4));
        c.close();
      },
    }), { encoding: 'utf8' });
    decoded.on('data', (chunk) => console.log(typeof chunk, chunk));
    await new Promise((resolve) => decoded.once('close', resolve));
    // A value that no stream of bytes takes.
    watch('number', Readable.fromWeb(new ReadableStream({ start(c) { c.enqueue(5); } })));
    await sleep(10);
    const empty = new ReadableStream({ start(c) { c.close(); } });
    watch('empty', Readable.fromWeb(empty));
    await sleep(10);`,
  'Readable.fromWeb() and errors': `
    const cases = {
      errored: { start(c) { c.error(new Error('early')); } },
      pull: { pull() { throw new Error('pull'); } },
      rejected: { async pull() { throw new Error('rejected'); } },
      later: { start(c) { setTimeout(() => c.error(new Error('later')), 10); } },
      'chunk and error': {
        start(c) {
          setTimeout(() => { c.enqueue('chunk'); c.error(new Error('behind')); }, 10);
        },
      },
      'queue and error': {
        start(c) {
          c.enqueue('lost');
          c.enqueue('lost, too');
          c.error(new Error('queued'));
        },
      },
    };
    for (const [name, source] of Object.entries(cases)) {
      watch(name, Readable.fromWeb(new ReadableStream(source)));
      await sleep(30);
    }
    // Nobody reads.
    const idle = Readable.fromWeb(new ReadableStream(cases.later, { highWaterMark: 0 }));
    idle.on('error', ({ message }) => console.log('idle', message));
    await sleep(30);`,
  'Readable.fromWeb(), destroy() and signals': `
    const source = (name) => new ReadableStream({
      start(c) { c.enqueue(name); },
      async cancel(reason) {
        await sleep(5);
        console.log(name, 'is cancelled:', reason?.name, reason?.message);
        if (name === 'bad') {
          throw new Error('cancel');
        }
      },
    });
    for (const name of ['good', 'bad']) {
      watch(name, Readable.fromWeb(source(name))).destroy();
      await sleep(20);
      watch(name, Readable.fromWeb(source(name))).destroy(new Error('mine'));
      await sleep(20);
    }
    const controller = new AbortController();
    watch('signal', Readable.fromWeb(source('signal'), { signal: controller.signal }));
    await sleep(10);
    controller.abort();
    await sleep(20);
    watch('aborted before',
          Readable.fromWeb(source('aborted'), { signal: AbortSignal.abort() }));
    await sleep(20);
    for await (const chunk of Readable.fromWeb(source('break'))) {
      console.log(String(chunk));
      break;
    }
    await sleep(20);`,
  'fromWeb() and what it refuses': `
    const locked = new ReadableStream();
    locked.getReader();
    const lockedWritable = new WritableStream();
    lockedWritable.getWriter();
    const free = new ReadableStream();
    const freeWritable = new WritableStream();
    const half = new WritableStream();
    console.log(
        codeOf(() => Readable.fromWeb()),
        codeOf(() => Readable.fromWeb({})),
        codeOf(() => Readable.fromWeb(5)),
        codeOf(() => Readable.fromWeb(freeWritable)),
        codeOf(() => Readable.fromWeb(Object.create(ReadableStream.prototype))),
        codeOf(() => Readable.fromWeb(locked)),
        codeOf(() => Readable.fromWeb(free, 5)),
        codeOf(() => Readable.fromWeb(free, { objectMode: 1 })),
        codeOf(() => Readable.fromWeb(free, { encoding: 'no' })),
        codeOf(() => Writable.fromWeb()),
        codeOf(() => Writable.fromWeb(free)),
        codeOf(() => Writable.fromWeb(lockedWritable)),
        codeOf(() => Writable.fromWeb(freeWritable, { decodeStrings: 1 })),
        codeOf(() => Duplex.fromWeb()),
        codeOf(() => Duplex.fromWeb(5)),
        codeOf(() => Duplex.fromWeb(null)),
        codeOf(() => Duplex.fromWeb({ readable: free })),
        codeOf(() => Duplex.fromWeb({ writable: freeWritable })),
        codeOf(() => Duplex.fromWeb({ readable: free, writable: 5 })),
        codeOf(() => Duplex.fromWeb({ readable: locked, writable: half })),
        codeOf(() => Duplex.fromWeb(
            { readable: free, writable: freeWritable }, { objectMode: 1 })));
    console.log(free.locked, freeWritable.locked);
    free.getReader();
    freeWritable.getWriter();
    console.log(Object.keys(Readable).includes('fromWeb'));`,
  'Writable.fromWeb()': `
    const sink = (name) => new WritableStream({
      async write(chunk) {
        console.log(name, 'gets', chunk);
        await sleep(1);
        if (chunk?.bad ?? chunk === 'bad') {
          throw new Error('write');
        }
      },
      async close() {
        await sleep(1);
        console.log(name, 'is closed');
        if (name === 'bad close') {
          throw new Error('close');
        }
      },
      async abort(reason) {
        await sleep(1);
        console.log(name, 'is aborted:', reason?.message);
      },
    });
    const closed = (writable) => new Promise((resolve) => writable.once('close', resolve));
    await pipeline(Readable.from(['a', Buffer.from('b')]), Writable.fromWeb(sink('pipe')));
    const strings = watch('strings', Writable.fromWeb(sink('strings'), { decodeStrings: false }));
    strings.write('a');
    strings.write('b');
    strings.write('c', () => console.log('c is written'));
    strings.end('d', () => console.log('ended'));
    await closed(strings);
    const latin1 = Writable.fromWeb(sink('latin1'));
    latin1.end('é', 'latin1');
    await closed(latin1);
    const objects = watch('objects', Writable.fromWeb(sink('objects'), { objectMode: true }));
    objects.write({ good: true }, (error) => console.log(error));
    objects.write({ bad: true }, (error) => console.log(error.message));
    await closed(objects);
    for (const error of [undefined, new Error('mine')]) {
      watch('destroyed', Writable.fromWeb(sink('destroyed'))).destroy(error);
      await sleep(20);
    }
    class Channel extends WritableStream { getReader() {} }
    const both = new Channel({ write(chunk) { console.log('both gets', chunk); } });
    await closed(Writable.fromWeb(both).end('x'));
    const controller = new AbortController();
    watch('signal', Writable.fromWeb(sink('signal'), { signal: controller.signal }));
    controller.abort();
    await sleep(20);
    watch('bad close', Writable.fromWeb(sink('bad close'))).end();
    await sleep(20);
    // An error while a chunk is being written, and the end of the Writable waits.
    let finishWriting;
    let sinkController;
    const late = watch('late', Writable.fromWeb(new WritableStream({
      start(controller) { sinkController = controller; },
      write() { return new Promise((resolve) => { finishWriting = resolve; }); },
    })));
    late.end('x');
    await sleep(5);
    sinkController.error(new Error('during'));
    await sleep(5);
    finishWriting();
    await sleep(20);
    // An error of the stream's own, with nothing to write.
    watch('errored', Writable.fromWeb(new WritableStream({
      start(c) { setTimeout(() => c.error(new Error('later')), 5); },
    })));
    await sleep(20);`,
  'Writable.fromWeb() and backpressure': `
    const { readable, writable } = new TransformStream();
    const nodeWritable = Writable.fromWeb(writable, { objectMode: true, highWaterMark: 1 });
    let written = 0;
    const first = nodeWritable.write('a', () => { ++written; });
    const second = nodeWritable.write('b', () => { ++written; });
    await sleep(20);
    console.log(first, second, written < 2);
    nodeWritable.once('drain', () => console.log('drain'));
    const reader = readable.getReader();
    console.log((await reader.read()).value, (await reader.read()).value);
    await sleep(20);
    console.log(written);
    // abort() while a chunk is being written, and others wait.
    let finishWriting;
    const stuck = watch('stuck', Writable.fromWeb(new WritableStream({
      start(controller) {
        controller.signal.onabort = () => console.log('signal');
      },
      write(chunk) {
        console.log(chunk);
        return new Promise((resolve) => { finishWriting = resolve; });
      },
      async abort(reason) {
        await sleep(5);
        console.log('aborted:', reason.message);
      },
    }), { decodeStrings: false }));
    for (const chunk of ['x', 'y', 'z']) {
      stuck.write(chunk, (error) => console.log(chunk, 'is written:', error?.message));
    }
    await sleep(5);
    stuck.destroy(new Error('mine'));
    await sleep(5);
    console.log('end of writing');
    finishWriting();
    await sleep(20);
    // abort() before the stream has started, with a chunk in its queue.
    const never = watch('never', Writable.fromWeb(new WritableStream({
      start: () => sleep(20),
      write() { console.log('never called'); },
      abort(reason) { console.log('aborted:', reason.message); },
    })));
    never.write('x', (error) => console.log('x is written:', error?.message));
    await sleep(5);
    never.destroy(new Error('mine'));
    await sleep(50);`,
  'Duplex.fromWeb()': `
    let output = '';
    await pipeline(
        Readable.from([Buffer.from([0xC3]), Buffer.from([0xA4])]),
        Duplex.fromWeb(new TextDecoderStream(), { encoding: 'utf8' }),
        async (chunks) => { for await (const chunk of chunks) output += chunk; });
    console.log(output);
    const upper = (transform) => Duplex.fromWeb(new TransformStream({
      transform(chunk, controller) {
        if (chunk === 'bad') {
          throw new Error('transform');
        }
        controller.enqueue(chunk.toUpperCase());
      },
    }), { objectMode: true });
    const good = watch('good', upper());
    good.write('a');
    good.end('b');
    await sleep(20);
    const bad = watch('bad', upper());
    bad.write('a');
    bad.write('bad');
    await sleep(20);
    watch('destroyed', upper()).destroy(new Error('mine'));
    await sleep(20);
    const pair = (name) => ({
      readable: new ReadableStream(
          { cancel(reason) { console.log(name, 'cancel', reason?.message); } }),
      writable: new WritableStream(
          { abort(reason) { console.log(name, 'abort', reason?.message); } }),
    });
    watch('pair', Duplex.fromWeb(pair('pair'))).destroy(new Error('mine'));
    await sleep(20);
    watch('no error', Duplex.fromWeb(pair('no error'))).destroy();
    await sleep(20);
    const controller = new AbortController();
    watch('signal', Duplex.fromWeb(pair('signal'), { signal: controller.signal }));
    controller.abort();
    await sleep(20);
    console.log(Duplex.fromWeb(pair(''), { allowHalfOpen: true }).allowHalfOpen);`,
  'other functions of node:stream that take web streams': `
    const streamOf = (...chunks) => new ReadableStream({
      start(c) { chunks.forEach((chunk) => c.enqueue(chunk)); c.close(); },
    });
    console.log(await textOf(streamOf('a', 'b')), await textOf(Readable.from(streamOf('c'))));
    console.log(await textOf(Duplex.from(streamOf('d'))));
    let output = '';
    const collector = () => new WritableStream({ write(chunk) { output += chunk; } });
    await pipeline(streamOf('e'), new TransformStream(), collector());
    await pipeline(Readable.from(['f']), collector());
    Duplex.from(collector()).end('g');
    await sleep(10);
    const { readable, writable } = new TransformStream();
    const duplex = Duplex.from({ readable, writable });
    duplex.end('h');
    console.log(output, await textOf(duplex));
    const composed = stream.compose(new TransformStream(), new TransformStream());
    composed.end('i');
    console.log(await textOf(composed));`,
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
    const expected = run(program);
    assert.equal(expected.status, 0, expected.stderr);
    assert.deepEqual(run(program, '--import', 'v8-encoding/register'), expected);
    // From Node 22 on, the prologue's import of node:http loads fetch() first, and
    // Node's streams stay.
    assert.deepEqual(
        runModule(`import 'v8-encoding/register';${whole(program)}`), expected);
  });
}

// Of a context's realm, where install() has put the package's streams: Node has
// nothing of the kind to compare with.
test('streams of a context', () => {
  const { stdout, stderr } = run(`
    import { createContext, runInContext } from 'node:vm';
    import { install } from 'v8-encoding';
    const context = createContext({});
    install(context);
    const newReadable = () => runInContext(
        "new ReadableStream({ start(c) { c.enqueue('x'); c.close(); } })", context);
    console.log(await textOf(Readable.fromWeb(newReadable())));
    context.chunks = [];
    await pipeline(Readable.from(['y']), Writable.fromWeb(runInContext(
        'new WritableStream({ write(chunk) { chunks.push(chunk); } })', context),
        { decodeStrings: false }));
    console.log(context.chunks.length);
    const response = new Response(
        newReadable().pipeThrough(new context.TextEncoderStream()));
    console.log(await response.clone().text(), await response.text());
    for (const value of [null, undefined, 5, {}, new Readable()]) {
      console.log(codeOf(() => Readable.fromWeb(value)));
    }`, '--import', 'v8-encoding/register');
  assert.equal(stderr, '');
  assert.deepEqual(stdout.split('\n'), [
    'x', '1', 'x x', ...Array(5).fill('ERR_INVALID_ARG_TYPE'), '']);
});
