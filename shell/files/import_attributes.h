// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What comes after `with` in an import, or after `assert` in an older V8.

#ifndef V8_ENCODING_SHELL_FILES_IMPORT_ATTRIBUTES_H_
#define V8_ENCODING_SHELL_FILES_IMPORT_ATTRIBUTES_H_

#include <string>

#include "v8.h"

namespace v8_encoding::shell {

enum class ModuleType { kJavaScript, kJson };

struct ImportAttributes {
  ModuleType type = ModuleType::kJavaScript;
  // Why they can't be obeyed; empty if they can.
  std::string error;
};

// `list` has for each attribute its key, its value and, in a ModuleRequest, its
// place: `stride` is 3 or 2.
ImportAttributes ReadImportAttributes(v8::Local<v8::Context> context,
                                      v8::Local<v8::FixedArray> list,
                                      int stride);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_IMPORT_ATTRIBUTES_H_
