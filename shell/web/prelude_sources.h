// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The files of prelude/, which build/embed.py puts into a source file.

#ifndef V8_ENCODING_SHELL_WEB_PRELUDE_SOURCES_H_
#define V8_ENCODING_SHELL_WEB_PRELUDE_SOURCES_H_

#include <string_view>

namespace v8_encoding::shell {

// What their names begin with, in stacks: no file has such a path.
inline constexpr std::string_view kPreludeFolder = "v8_encoding:shell/";

extern const std::string_view kDomExceptionSource;
extern const std::string_view kEventsSource;
extern const std::string_view kInterfacesSource;
extern const std::string_view kAbortSource;
extern const std::string_view kMessagingSource;
extern const std::string_view kSequencesSource;

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_PRELUDE_SOURCES_H_
