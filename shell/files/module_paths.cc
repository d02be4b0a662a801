// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/module_paths.h"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace v8_encoding::shell {
namespace {

bool IsUrlPathByte(uint8_t byte) {
  constexpr std::string_view kUnsafe = "\"#%<>?[\\]^`{|}";
  return byte > 0x20 && byte < 0x7F &&
         kUnsafe.find(static_cast<char>(byte)) == kUnsafe.npos;
}

bool IsHexDigit(char c) {
  return absl::ascii_isxdigit(static_cast<unsigned char>(c));
}

}  // namespace

std::string AbsolutePath(std::string_view path) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return (error ? std::filesystem::path(path) : absolute)
      .lexically_normal()
      .string();
}

std::string ResolveSpecifier(std::string_view specifier,
                             std::string_view referrer) {
  if (specifier.starts_with("file:")) {
    return PathOfFileUrl(specifier);
  }
  if (specifier.starts_with('/')) {
    return std::string(specifier);
  }
  if (!specifier.starts_with("./") && !specifier.starts_with("../")) {
    return {};
  }
  std::filesystem::path path(referrer);
  path.replace_filename(specifier);
  return path.lexically_normal().string();
}

std::string FileUrl(std::string_view path) {
  std::string url = "file://";
  for (const char c : path) {
    const uint8_t byte = static_cast<uint8_t>(c);
    if (IsUrlPathByte(byte)) {
      url += c;
    } else {
      absl::StrAppendFormat(&url, "%%%02X", static_cast<unsigned>(byte));
    }
  }
  return url;
}

std::string PathOfFileUrl(std::string_view url) {
  for (const std::string_view prefix : {"file://localhost/", "file:///"}) {
    if (!url.starts_with(prefix)) {
      continue;
    }
    std::string path;
    for (size_t i = prefix.size() - 1; i < url.size(); ++i) {
      if (url[i] == '%' && i + 2 < url.size() && IsHexDigit(url[i + 1]) &&
          IsHexDigit(url[i + 2])) {
        uint8_t byte = 0;
        std::from_chars(&url[i + 1], &url[i + 1] + 2, byte, 16);
        path += static_cast<char>(byte);
        i += 2;
      } else {
        path += url[i];
      }
    }
    return path;
  }
  return {};
}

}  // namespace v8_encoding::shell
