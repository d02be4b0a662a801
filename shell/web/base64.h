// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The Infra standard's forgiving-base64, and the functions atob and btoa over
// it.

#ifndef V8_ENCODING_SHELL_WEB_BASE64_H_
#define V8_ENCODING_SHELL_WEB_BASE64_H_

#include <optional>
#include <string>

#include "shell/values/convert.h"

namespace v8_encoding::shell {

std::string Base64Encode(const std::string& bytes);

// Forgiving: ASCII whitespace anywhere, padding optional. Empty on failure.
std::optional<std::string> ForgivingBase64Decode(const std::string& text);

void Atob(const Info& info);
void Btoa(const Info& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_BASE64_H_
