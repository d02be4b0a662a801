// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where an import that failed stands. An error about an import statement has no
// stack that leads there, so the place is noted on the error.

#ifndef V8_ENCODING_SHELL_FILES_IMPORT_PLACE_H_
#define V8_ENCODING_SHELL_FILES_IMPORT_PLACE_H_

#include <optional>
#include <string>

#include "v8.h"

namespace v8_encoding::shell {

struct ImportPlace {
  std::string file;
  int line = 0;  // from 0, as column
  int column = 0;
  std::string source_line;  // empty if unknown
};

// On failure the report of the error says less; nothing else depends on it.
void SetImportPlace(v8::Local<v8::Context> context,
                    v8::Local<v8::Object> error,
                    const ImportPlace& place);

// Empty for any other value.
std::optional<ImportPlace> GetImportPlace(v8::Local<v8::Context> context,
                                          v8::Local<v8::Value> error);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_IMPORT_PLACE_H_
