// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What scripts often build out of TextDecoder and TextEncoder, as native
// functions. They're no part of a standard, so they are on an object of their
// own, under a name that the embedder chooses; the standard's interfaces and
// their prototypes have nothing of it.
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
// The functions, and what has the same for C++:
//
//   utf8ByteLength(string)               Utf8Length() in encoder.h
//   isWellFormedBytes(bytes, label)      IsWellFormed() in decoder.h
//   decodeRange(bytes, start, end, label, {fatal, ignoreBOM})
//                                        Decoder in decoder.h
//   encodeIntoAt(string, destination, start, end, stringStart)
//                                        Encoder in encoder.h
//   encodings()                          LowercaseName() and Labels() in
//                                        encoding.h
//   encode(string, label, {mode})        Encoder in encoder.h, Encode() in
//                                        hooks.h
//
// utf8ByteLength() is the length of what TextEncoder's encode() would give,
// which isn't made for that.
//
// isWellFormedBytes() says whether a `fatal` TextDecoder would take all of the
// bytes. It makes no string, and its memory doesn't grow with its input.
//
// decodeRange() decodes bytes[start, end) of any buffer source as a new
// TextDecoder would, without an object for the decoder or for the range. Bounds
// aren't clamped, unlike those of subarray(): one beyond the end is a
// RangeError, since text at a wrong place is worse than none. A TypeError for
// malformed data names its place in `bytes`.
//
// encodeIntoAt() is TextEncoder's encodeInto() from the code unit at
// `stringStart` (0 if left out) on, into destination[start, end), and returns
// the same { read, written }. So strings go one after another into a
// WebAssembly memory, or a long one through a small buffer, without a view or a
// substring for each. `end` isn't optional: what's behind the range belongs to
// someone else. A start in the middle of a surrogate pair encodes its second
// half as U+FFFD, as slice() would have it.
//
// encodings() is an array of { name, labels }, new each time, in the order of
// the standard. `name` is spelled as TextDecoder's `encoding` spells it. It has
// "replacement", whose labels no TextDecoder takes.
//
// encode() encodes to the legacy encodings, too, for hosts and scripts that
// have to talk to what isn't UTF-8. As a form does, it *gets an output
// encoding* from the label's: with those of UTF-16 and replacement the result
// is UTF-8. `mode` is an encoder's error mode: "fatal", the default, throws a
// TypeError that names the first character that the encoding lacks and its
// place, "html" writes it as "&#…;". In a build without legacy encoders, those
// of the encodings are a RangeError.
//
// The functions need no receiver, so `const {decodeRange} = encodingExtras`
// works. Arguments are converted as Web IDL says, by the IDL in idl/extras.idl,
// whose namespace EncodingExtras the object is.

#ifndef V8_ENCODING_EXTRAS_H_
#define V8_ENCODING_EXTRAS_H_

#include "v8.h"
#include "v8_encoding/export.h"
#include "v8_encoding/install.h"

namespace v8_encoding {

// A template of the object. It may be part of any number of templates, and be
// instantiated in any number of contexts of its isolate, whether they have the
// standard's interfaces or not. All of it can be in a startup snapshot, with
// the references that ExternalReferences() lists.
//
// Of the options, `refuse_resizable_buffers` holds for these functions, too. A
// realm's error hook sees their exceptions; installing the interfaces sets it.
V8_ENCODING_EXPORT v8::Local<v8::ObjectTemplate> NewExtrasTemplate(
    v8::Isolate* isolate,
    const InstallOptions& options = {});

}  // namespace v8_encoding

#endif  // V8_ENCODING_EXTRAS_H_
