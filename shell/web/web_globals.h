// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The globals that web pages have, too: timers, base64, structured cloning, and
// the interfaces of the prelude.

#ifndef V8_ENCODING_SHELL_WEB_WEB_GLOBALS_H_
#define V8_ENCODING_SHELL_WEB_WEB_GLOBALS_H_

#include "shell/web/prelude.h"
#include "v8.h"

namespace v8_encoding::shell {

// Puts the functions on a template: the global's, or an object's to copy from.
// The interfaces are Prelude::DefineGlobals()'s.
void AddWebFunctions(v8::Isolate* isolate,
                     v8::Local<v8::ObjectTemplate> global,
                     Exposure exposure);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_WEB_GLOBALS_H_
