// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What of an embedder's options goes into templates.

#ifndef V8_ENCODING_BINDINGS_TEMPLATE_OPTIONS_H_
#define V8_ENCODING_BINDINGS_TEMPLATE_OPTIONS_H_

#include "bindings/webidl/template_builder.h"
#include "v8_encoding/install.h"

namespace v8_encoding {

inline TemplateOptions TemplateOptionsOf(const InstallOptions& options) {
  const auto refused_if = [](bool is_refused, RefusedBuffers buffers) {
    return is_refused ? buffers : RefusedBuffers::kNone;
  };
  return {.refused_buffers = refused_if(options.refuse_resizable_buffers,
                                        RefusedBuffers::kResizable) |
                             refused_if(options.refuse_shared_buffers,
                                        RefusedBuffers::kShared)};
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_TEMPLATE_OPTIONS_H_
