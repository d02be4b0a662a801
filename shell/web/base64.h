// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The Infra standard's forgiving-base64, and the functions atob and btoa over
// it.

#ifndef V8_ENCODING_SHELL_WEB_BASE64_H_
#define V8_ENCODING_SHELL_WEB_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

std::string Base64Encode(std::string_view bytes);

// Forgiving: ASCII whitespace anywhere, padding optional. Empty on failure.
std::optional<std::string> ForgivingBase64Decode(std::string_view text);

void Atob(const v8::FunctionCallbackInfo<v8::Value>& info);
void Btoa(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_BASE64_H_
