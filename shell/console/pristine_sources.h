// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The text of pristine/*.js, which build/embed.py puts into a source file.

#ifndef V8_ENCODING_SHELL_CONSOLE_PRISTINE_SOURCES_H_
#define V8_ENCODING_SHELL_CONSOLE_PRISTINE_SOURCES_H_

#include <string_view>

namespace v8_encoding::shell {

extern const std::string_view kInspectSource;
extern const std::string_view kPlatformObjectsSource;
extern const std::string_view kTableSource;
extern const std::string_view kUncaughtSource;

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_PRISTINE_SOURCES_H_
