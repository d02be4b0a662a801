// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The JavaScript of the streams, which build/embed.py puts into a source file.

#ifndef V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_
#define V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_

#include <string_view>

namespace v8_encoding {

// new_stream_pair.js: the body of a function of (TransformStream).
extern const std::string_view kNewStreamPairSource;

// new_bundled_pair.js: the body of a function of (streams).
extern const std::string_view kNewBundledPairSource;

// npm's web-streams-polyfill with its licence: the body of a function of
// (exports, module). Empty in a build without it.
extern const std::string_view kWebStreamsSource;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_SOURCES_H_
