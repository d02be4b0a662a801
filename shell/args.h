// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The command line. Everything after the first argument that is no flag belongs
// to the script, so Abseil's own parser, which takes flags from anywhere, is
// not used; the flags themselves are Abseil's.

#ifndef V8_ENCODING_SHELL_ARGS_H_
#define V8_ENCODING_SHELL_ARGS_H_

#include <string>
#include <vector>

namespace v8_encoding::shell {

struct CommandLine {
  // What to say, and to leave with 2, if the command line makes no sense.
  std::string error;

  // Whether --eval or --print was given, if only with no code.
  bool has_eval = false;
  bool has_print = false;

  // What is not a flag of ours: the script, if any, and its arguments.
  std::vector<std::string> positional;
};

// Sets the flags named below and returns the rest. `arguments` has no argv[0].
CommandLine ParseCommandLine(const std::vector<std::string>& arguments);

std::string HelpText();

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_ARGS_H_
