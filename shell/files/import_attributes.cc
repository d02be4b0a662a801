// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/import_attributes.h"

#include "shell/v8_compat.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {

ImportAttributes ReadImportAttributes(v8::Local<v8::Context> context,
                                      v8::Local<v8::FixedArray> list,
                                      int stride) {
  ImportAttributes attributes;
  const auto text_at = [&](int index) {
    return ToUtf8(v8::Isolate::GetCurrent(),
                  compat::GetElement(context, list, index).As<v8::String>());
  };
  for (int i = 0; i + 1 < list->Length(); i += stride) {
    const std::string key = text_at(i);
    const std::string value = text_at(i + 1);
    if (key != "type") {
      attributes.error = "There is no import attribute \"" + key + "\"";
    } else if (value != "json") {
      attributes.error = "There are no modules of the type \"" + value + "\"";
    } else {
      attributes.type = ModuleType::kJson;
    }
  }
  return attributes;
}

}  // namespace v8_encoding::shell
