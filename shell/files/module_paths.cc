// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/module_paths.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace v8_encoding::shell {
namespace {

bool IsUrlPathByte(uint8_t byte) {
  constexpr std::string_view kUnsafe = "\"#%<>?[\\]^`{|}";
  return byte > 0x20 && byte < 0x7F &&
         kUnsafe.find(static_cast<char>(byte)) == kUnsafe.npos;
}

int HexValue(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
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
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string url = "file://";
  for (const char c : path) {
    const uint8_t byte = static_cast<uint8_t>(c);
    if (IsUrlPathByte(byte)) {
      url += c;
    } else {
      url += '%';
      url += kHex[byte >> 4];
      url += kHex[byte & 15];
    }
  }
  return url;
}

std::string PathOfFileUrl(std::string_view url) {
  for (const std::string_view prefix : {"file://localhost/", "file:///"}) {
    if (url.starts_with(prefix)) {
      std::string path;
      for (size_t i = prefix.size() - 1; i < url.size(); ++i) {
        if (url[i] == '%' && i + 2 < url.size() && HexValue(url[i + 1]) >= 0 &&
            HexValue(url[i + 2]) >= 0) {
          path += static_cast<char>(HexValue(url[i + 1]) << 4 |
                                    HexValue(url[i + 2]));
          i += 2;
        } else {
          path += url[i];
        }
      }
      return path;
    }
  }
  return {};
}

}  // namespace v8_encoding::shell
