// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The object `native` of prelude/*.js: all that it calls.

#ifndef V8_ENCODING_SHELL_WEB_PRELUDE_NATIVES_H_
#define V8_ENCODING_SHELL_WEB_PRELUDE_NATIVES_H_

#include "v8.h"

namespace v8_encoding::shell {

v8::MaybeLocal<v8::Object> NewPreludeNatives(v8::Local<v8::Context> context);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_PRELUDE_NATIVES_H_
