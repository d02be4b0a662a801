// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where modules are: specifiers, paths and file: URLs.

#ifndef V8_ENCODING_SHELL_FILES_MODULE_PATHS_H_
#define V8_ENCODING_SHELL_FILES_MODULE_PATHS_H_

#include <string>
#include <string_view>

namespace v8_encoding::shell {

std::string AbsolutePath(std::string_view path);

// As written from where `referrer` is; empty for a specifier that names no
// file.
std::string ResolveSpecifier(std::string_view specifier,
                             std::string_view referrer);

// "file:///srv/a%20b.mjs" of an absolute path, and back; back is empty for what
// is no file: URL of this machine.
std::string FileUrl(std::string_view path);
std::string PathOfFileUrl(std::string_view url);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_MODULE_PATHS_H_
