// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The classes have the shape of those in TypeScript's lib.dom and in @types/node:
// an object of one of these can be passed where the global class is asked for, and the
// other way round, but for TextEncoderStream: in @types/node its chunks may be of shared
// memory. Either of the two must be there, for ReadableStream and WritableStream.
// TypeScript 5.7 or later.

export type AllowSharedBufferSource = ArrayBufferLike | ArrayBufferView;

export interface TextDecoderOptions {
  /** Whether malformed bytes are a TypeError instead of U+FFFD. */
  fatal?: boolean;
  /** Whether a byte order mark is kept in the text. */
  ignoreBOM?: boolean;
}

export interface TextDecodeOptions {
  /** Whether more bytes follow in another call. */
  stream?: boolean;
}

export interface TextEncoderEncodeIntoResult {
  /** UTF-16 code units of the string that were converted. */
  read: number;
  /** Bytes that were written. */
  written: number;
}

/** https://encoding.spec.whatwg.org/#interface-textdecoder */
export declare class TextDecoder {
  /** Of any label of the Encoding Standard but those of "replacement". */
  constructor(label?: string, options?: TextDecoderOptions);
  /** The encoding's name in lower case. */
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  /**
   * `null` is a TypeError, as in Node's class. The type has it because that of
   * @types/node has it: without, TypeScript would take neither class for the other.
   */
  decode(input?: AllowSharedBufferSource | null, options?: TextDecodeOptions): string;
}

/** https://encoding.spec.whatwg.org/#interface-textencoder */
export declare class TextEncoder {
  constructor();
  /** "utf-8" */
  readonly encoding: string;
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): TextEncoderEncodeIntoResult;
}

// What @types/node says of the global stream classes, and lib.dom in another way.
type PickIfThere<T, Key> = Pick<T, Extract<keyof T, Key>>;
type GlobalTextDecoderStream = InstanceType<typeof globalThis.TextDecoderStream>;
type GlobalTextEncoderStream = InstanceType<typeof globalThis.TextEncoderStream>;

/** https://encoding.spec.whatwg.org/#interface-textdecoderstream */
export declare class TextDecoderStream {
  constructor(label?: string, options?: TextDecoderOptions);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<AllowSharedBufferSource>;
}
export interface TextDecoderStream extends
    PickIfThere<GlobalTextDecoderStream, typeof Symbol.toStringTag> {}

/** https://encoding.spec.whatwg.org/#interface-textencoderstream */
export declare class TextEncoderStream {
  constructor();
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<string>;
}
/** `encoding` is "utf-8". */
export interface TextEncoderStream extends
    PickIfThere<GlobalTextEncoderStream, typeof Symbol.toStringTag | 'encoding'> {}

export interface InstallOptions {
  /**
   * Whether the thirteen classes of the Streams Standard are made globals, too;
   * true if left out.
   */
  streams?: boolean;
  /** The property of the global object that has the extras; none if left out. */
  extras?: string;
}

/**
 * Makes the classes globals of a context of `node:vm`, where they are the
 * context's own. Returns `context`.
 */
export declare function install<T extends object>(
    context: T, options?: InstallOptions): T;

export * as extras from './extras.js';
