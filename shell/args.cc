// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/args.h"

#include <algorithm>
#include <string_view>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/str_cat.h"

namespace v8_encoding::shell {
namespace {

constexpr struct {
  std::string_view letter;
  std::string_view name;
} kLetters[] = {
    {"-e", "eval"},   {"-h", "help"},  {"-i", "interactive"},
    {"-m", "module"}, {"-p", "print"}, {"-v", "version"},
};

// The flags that main.cc defines; a library's are not offered.
constexpr std::string_view kNames[] = {
    "eval", "help", "interactive", "module", "print", "version", "v8_flags"};

}  // namespace

CommandLine ParseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine result;
  size_t i = 0;
  for (; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      ++i;
      break;
    }
    if (!argument.starts_with('-') || argument == "-") {
      break;
    }
    std::string name;
    bool has_value = false;
    std::string value;
    if (argument.starts_with("--")) {
      const size_t equals = argument.find('=');
      has_value = equals != argument.npos;
      name = argument.substr(2, has_value ? equals - 2 : argument.npos);
      value = has_value ? argument.substr(equals + 1) : "";
      // --v8-flags is --v8_flags to Abseil, whose flags are variables.
      std::ranges::replace(name, '-', '_');
    } else {
      for (const auto& letter : kLetters) {
        if (argument == letter.letter) {
          name = letter.name;
        }
      }
    }
    absl::CommandLineFlag* flag =
        std::ranges::find(kNames, name) == std::end(kNames)
            ? nullptr
            : absl::FindCommandLineFlag(name);
    if (flag == nullptr) {
      result.error = "unknown flag " + argument;
      if (argument.starts_with("--")) {
        result.error += "; V8's own go into --v8-flags";
      }
      return result;
    }
    if ((name == "eval" && result.has_eval) ||
        (name == "print" && result.has_print)) {
      result.error = absl::StrCat("give --", name, " once");
      return result;
    }
    result.has_eval |= name == "eval";
    result.has_print |= name == "print";
    if (!has_value) {
      if (flag->IsOfType<bool>()) {
        value = "true";
      } else if (i + 1 < arguments.size()) {
        value = arguments[++i];
      } else {
        result.error = argument + " needs a value";
        return result;
      }
    }
    if (std::string why; !flag->ParseFrom(value, &why)) {
      result.error = absl::StrCat(argument, ": ", why);
      return result;
    }
  }
  if (result.has_eval && result.has_print) {
    result.error = "give either --eval or --print";
    return result;
  }
  result.positional.assign(arguments.begin() + static_cast<ptrdiff_t>(i),
                           arguments.end());
  return result;
}

std::string HelpText() {
  return R"(Usage: shell [FLAGS] [SCRIPT [ARGUMENTS...]]

Runs a JavaScript file (an ES module if its name ends in .mjs), with
TextDecoder and TextEncoder. "-" as SCRIPT is standard input. Without SCRIPT
it runs standard input, or prompts if that is a terminal.

  -e, --eval CODE         run CODE instead of a file; all else are arguments
  -i, --interactive       prompt after the script
  -m, --module            the script or CODE is an ES module
  -p, --print CODE        as --eval, and print the value of CODE
      --v8-flags "FLAGS"  flags for V8, as "--expose-gc --stack-size=2000"
  -v, --version           print the versions of this program and of V8
  -h, --help              print this

Flags come before SCRIPT; what follows it is in the array scriptArgs. "--" ends
the flags.

Beside what the language, the Encoding Standard and the Streams Standard have,
scripts find:
  print, console, writeError            output
  readFile, writeFile, openFile, load   files; "-" is standard input or output
  encodeLegacy                          encoders beside UTF-8's
  encodingExtras                        encode, decodeRange, encodings and more
  decodeHook                            what documents are decoded with
  percentEncodeHook                     what URLs and forms are encoded with
  setTimeout, setInterval, clearTimeout, clearInterval, queueMicrotask
  performance, atob, btoa
  EventTarget, Event, AbortController, AbortSignal, DOMException
  MessageChannel, MessagePort, MessageEvent, structuredClone
  scriptArgs, versions, isSameFile, isTerminal, gc, quit
  createRealm, evaluateScript           other global objects; scripts of text
  setUncaughtHandler                    for a script that plays a browser
  withCaller                            a function that learns whose call it is

The prompt keeps what is typed in v8-encoding/shell_history in $XDG_STATE_HOME or
~/.local/state, or in the file that $V8_ENCODING_SHELL_HISTORY names, if any.

Exit status:
  0    the script and all that it waits for have ended, or the prompt has
  1    an uncaught exception, unless there is a prompt, which goes on; a SCRIPT
       that can't be read, the same; an "await" of a module that never settles;
       output that can't be written
  2    a command line that makes no sense
  141  nobody reads the output any more (a closed pipe)
  N    quit(N): a whole number from 0 to 255, 0 if there is none
)";
}

}  // namespace v8_encoding::shell
