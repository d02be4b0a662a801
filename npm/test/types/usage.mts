// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Compiled and never run: what programs may say, and below "@ts-expect-error"
// what they may not.

import {
  TextDecoder, TextDecoderStream, TextEncoder, TextEncoderStream, extras, install,
} from 'v8-encoding';
import { encode, utf8ByteLength } from 'v8-encoding/extras';
import 'v8-encoding/register';
import 'v8-encoding/register-encoding';

// Where the global classes are asked for, and the other way round.
const decoder: InstanceType<typeof globalThis.TextDecoder> =
    new TextDecoder('shift_jis', { fatal: true, ignoreBOM: true });
const encoder: InstanceType<typeof globalThis.TextEncoder> = new TextEncoder();
const decoderStream: InstanceType<typeof globalThis.TextDecoderStream> =
    new TextDecoderStream('shift_jis', { fatal: true, ignoreBOM: true });
const encoderStream: InstanceType<typeof globalThis.TextEncoderStream> =
    new TextEncoderStream();
const ours: TextDecoder = new globalThis.TextDecoder();
const ourEncoder: TextEncoder = new globalThis.TextEncoder();
const ourDecoderStream: TextDecoderStream = new globalThis.TextDecoderStream();
const utf8: string = new TextEncoderStream().encoding;

const text: string = decoder.decode(new Uint8Array(1), { stream: true });
const more: string = ours.decode(new SharedArrayBuffer(1)) + ours.decode();
const array: Uint8Array = encoder.encode(text + more);
const { read, written }: { read: number, written: number } =
    new TextEncoder().encodeInto(text, array);

const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>();
const decoded: ReadableStream<string> = bytes.pipeThrough(new TextDecoderStream());
const encoded: ReadableStream<Uint8Array> = decoded.pipeThrough(new TextEncoderStream());
const label: string = new TextDecoderStream('big5').encoding;

const length: number = utf8ByteLength(text) + extras.utf8ByteLength(label);
const legacy: Uint8Array = encode(text, 'gbk', { mode: 'html' });
const names: string[] = extras.encodings().map(({ name, labels }) => name + labels[0]);
const range: string = extras.decodeRange(legacy, 0, length, 'gbk', { fatal: true });
const at: number = extras.encodeIntoAt(range, array, 0, read + written).written;
const context: { answer: number } = install({ answer: at }, { extras: 'extras' });

// @ts-expect-error
new TextDecoder(5);
// @ts-expect-error
decoder.decode('text');
// @ts-expect-error
new TextEncoder('utf-8');
// @ts-expect-error
extras.encode(text, 'gbk', { mode: 'replacement' });
// @ts-expect-error
install(context, { stream: true });
// @ts-expect-error
new TextDecoder().fatal = true;

export {
  encoded, names, context, decoderStream, encoderStream, ourEncoder, ourDecoderStream, utf8,
};
