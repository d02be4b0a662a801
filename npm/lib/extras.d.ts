// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

import type {
  AllowSharedBufferSource, TextDecoderOptions, TextEncoderEncodeIntoResult,
} from './index.js';

export interface EncodingDescription {
  /** As TextDecoder's `encoding` spells the name. */
  name: string;
  labels: string[];
}

export interface EncodeOptions {
  /**
   * What becomes of a character that the encoding lacks: "fatal", the default,
   * is a TypeError; "html" writes "&#…;".
   */
  mode?: 'fatal' | 'html';
}

/** The length in bytes of what TextEncoder's encode() would return. */
export declare function utf8ByteLength(string: string): number;

/** Whether a `fatal` TextDecoder would decode all of the bytes. */
export declare function isWellFormedBytes(
    bytes: AllowSharedBufferSource, label?: string): boolean;

/**
 * Decodes bytes[start, end) as a new TextDecoder would. A bound beyond the end is
 * a RangeError.
 */
export declare function decodeRange(
    bytes: AllowSharedBufferSource, start: number, end: number, label?: string,
    options?: TextDecoderOptions): string;

/**
 * TextEncoder's encodeInto() from the code unit at `sourceStart` on, into
 * destination[start, end).
 */
export declare function encodeIntoAt(
    string: string, destination: Uint8Array, start: number, end: number,
    sourceStart?: number): TextEncoderEncodeIntoResult;

/** All encodings, in the order of the standard. */
export declare function encodings(): EncodingDescription[];

/**
 * Encodes a string in any encoding of the standard; in UTF-8 for UTF-16 and
 * "replacement", as forms are.
 */
export declare function encode(
    string: string, label?: string, options?: EncodeOptions): Uint8Array<ArrayBuffer>;
