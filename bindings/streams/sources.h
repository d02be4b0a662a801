// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The JavaScript of the streams, which build/embed.py puts into a source file:
// expressions that are functions.

#ifndef V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_
#define V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_

#include <string_view>

namespace v8_encoding {

// new_stream_pair.js: a function of (TransformStream) that returns
// newStreamPair.
extern const std::string_view kNewStreamPairSource;

// The library's own streams, all files in the order of BUILD.gn: a function of
// (keys, host), see host.h, that returns { interfaces, closeStream,
// enqueueChunk, errorStream, newStreamPair, receiveStream, streamEnd,
// transferStream }. Empty in a build without them.
extern const std::string_view kStreamsSource;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_
