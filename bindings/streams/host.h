// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the built-in streams, which are JavaScript, take from C++.

#ifndef V8_ENCODING_BINDINGS_STREAMS_HOST_H_
#define V8_ENCODING_BINDINGS_STREAMS_HOST_H_

#include <span>

#include "v8.h"

namespace v8_encoding {

// The interfaces of the Streams Standard, in its order.
inline constexpr const char* kStreamsInterfaces[] = {
    "ReadableStream",
    "ReadableStreamDefaultReader",
    "ReadableStreamBYOBReader",
    "ReadableStreamDefaultController",
    "ReadableByteStreamController",
    "ReadableStreamBYOBRequest",
    "WritableStream",
    "WritableStreamDefaultWriter",
    "WritableStreamDefaultController",
    "TransformStream",
    "TransformStreamDefaultController",
    "ByteLengthQueuingStrategy",
    "CountQueuingStrategy",
};

// An object whose properties, named as the interfaces, are symbols that no
// script can find: the same in all realms of the isolate. Under its interface's
// symbol a stream has its record, whichever realm it is of. Empty with an
// exception pending.
v8::MaybeLocal<v8::Object> NewStreamsKeys(v8::Local<v8::Context> context);

// An object with the functions that the streams call:
//
//   markAsHandled(promise)       *set promise.[[PromiseIsHandled]] to true*
//   isDetachedBuffer(buffer)     *IsDetachedBuffer*
//   transferArrayBuffer(buffer)  *TransferArrayBuffer*, a TypeError if that
//                                can't be
//   newHostConstructor()         a constructor of objects that V8's serializer
//                                takes for the host's, which is one that does
//                                nothing
//
// Scripts never get hold of them. Empty with an exception pending.
v8::MaybeLocal<v8::Object> NewStreamsHost(v8::Local<v8::Context> context);

// Their callbacks, for the external references.
std::span<const v8::FunctionCallback> StreamsHostCallbacks();

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_HOST_H_
