// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What scripts often build out of TextDecoder and TextEncoder, as native
// functions. The functions are no part of a standard, so they are members of an
// object that the embedder names; the standard's interfaces and prototypes have
// no additional members.
//
//   v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
//   v8_encoding::Install(isolate, global);
//   global->Set(isolate, "encodingExtras",
//               v8_encoding::NewExtrasTemplate(isolate), v8::DontEnum);
//
// or, in a context that exists,
//
//   v8::Local<v8::Object> extras;
//   if (v8_encoding::NewExtrasTemplate(isolate)
//           ->NewInstance(context)
//           .ToLocal(&extras)) ...
//
// The functions, and the C++ for the same:
//
//   utf8ByteLength(string)               Utf8Length() in encoder.h
//   isWellFormedBytes(bytes, label)      IsWellFormed() in decoder.h
//   decodeRange(bytes, start, end, label, {fatal, ignoreBOM})
//                                        Decoder in decoder.h
//   encodeIntoAt(string, destination, start, end, sourceStart)
//                                        Encoder in encoder.h
//   encodings()                          LowercaseName() and Labels() in
//                                        encoding.h
//   encode(string, label, {mode})        Encoder in encoder.h, Encode() in
//                                        hooks.h
//
// utf8ByteLength() returns the length in bytes of what TextEncoder's encode()
// would return, without making an array.
//
// isWellFormedBytes() returns whether a `fatal` TextDecoder would decode all of
// the bytes. No string is made, and the memory for the call doesn't grow with
// the input.
//
// decodeRange() decodes bytes[start, end) of any buffer source as a new
// TextDecoder would, without an object for the decoder or for the range. Bounds
// aren't clamped, unlike those of subarray(): a bound beyond the end is a
// RangeError, since text at a wrong place is worse than none. A TypeError for
// malformed data names the place of the malformed bytes in `bytes`.
//
// encodeIntoAt() is TextEncoder's encodeInto() from the code unit at
// `sourceStart` (0 if left out) on, into destination[start, end), and returns
// what encodeInto() returns. So strings go one after another into a
// WebAssembly memory, or a long string through a small buffer, without a view
// or a substring for each step. `end` isn't optional, since the bytes behind
// the range are someone else's. A start in the middle of a surrogate pair
// encodes the second half of the pair as U+FFFD, as slice() would.
//
// encodings() returns an array of { name, labels }, a new array in each call,
// in the order of the standard. `name` is spelled as TextDecoder's `encoding`
// spells names. The array has "replacement", too, whose labels no TextDecoder
// takes.
//
// encode() encodes to the legacy encodings, too, for hosts and scripts that
// talk to software without UTF-8. As a form does, encode() *gets an output
// encoding* from the label's encoding: for UTF-16BE, UTF-16LE and replacement
// the result is UTF-8. `mode` is an encoder's error mode: "fatal", the default,
// throws a TypeError that names the first character that the encoding lacks and
// the character's place; "html" writes "&#…;" for each such character. In a
// build without legacy encoders, a legacy encoding is a RangeError.
//
// The functions need no receiver, so `const {decodeRange} = encodingExtras`
// works. Arguments are converted as Web IDL says, by the namespace
// EncodingExtras in idl/extras.idl.

#ifndef V8_ENCODING_EXTRAS_H_
#define V8_ENCODING_EXTRAS_H_

#include "v8.h"
#include "v8_encoding/export.h"
#include "v8_encoding/install.h"

namespace v8_encoding {

// A template of the object with the functions. The template may be part of any
// number of templates, and be instantiated in any number of contexts of the
// isolate, with or without the standard's interfaces. Template and objects can
// be in a startup snapshot, with the references that ExternalReferences() in
// install.h lists.
//
// Of `options`, only the buffers that are refused matter here. The functions
// call the error hook of their realm, which installing the interfaces sets.
V8_ENCODING_EXPORT v8::Local<v8::ObjectTemplate> NewExtrasTemplate(
    v8::Isolate* isolate,
    const InstallOptions& options = {});

}  // namespace v8_encoding

#endif  // V8_ENCODING_EXTRAS_H_
