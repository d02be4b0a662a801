// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8's own flags, which are process-wide, and are best set before V8 starts.

#ifndef V8_ENCODING_SHELL_V8_FLAGS_H_
#define V8_ENCODING_SHELL_V8_FLAGS_H_

#include <string>
#include <string_view>

namespace v8_encoding::shell {

// Sets what is in `flags`, as "--expose-gc --stack-size 2000": white space
// separates, and nothing is quoted. Returns the first argument that V8 refuses,
// with those after it not necessarily set; empty if it took them all. Where a
// known flag has a wrong value, V8 has said more about it on standard error.
std::string SetV8Flags(std::string_view flags);

// Sets the flags of what is finished but switched on by hosts, as browsers and
// Node do: import attributes, in older V8s.
void SetDefaultV8Flags();

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_V8_FLAGS_H_
