// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "libplatform/libplatform.h"
#include "shell/args.h"
#include "shell/console/uncaught.h"
#include "shell/files/descriptors.h"
#include "shell/prompt/prompt.h"
#include "shell/runtime/runtime.h"
#include "shell/shell.h"
#include "shell/v8_flags.h"
#include "shell/values/convert.h"
#include "v8.h"
#include "v8_encoding/version.h"

// The address sanitizer keeps freed memory, 256 MiB of it unless told
// otherwise, which scripts that watch the process's memory would take for a
// leak.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=4";
}
#endif
#endif

ABSL_FLAG(std::string, eval, "", "run this code");
ABSL_FLAG(bool, help, false, "print help");
ABSL_FLAG(bool, interactive, false, "prompt after the script");
ABSL_FLAG(bool, module, false, "the script is an ES module");
ABSL_FLAG(std::string, print, "", "run this code and print its value");
ABSL_FLAG(std::string, v8_flags, "", "flags for V8");
ABSL_FLAG(bool, version, false, "print versions");

namespace v8_encoding::shell {
namespace {

struct Job {
  enum class Kind { kCode, kExpression, kFile, kPrompt };
  Kind kind = Kind::kPrompt;
  std::string code_or_path;
  std::vector<std::string> script_args;
};

Job MakeJob(CommandLine command_line) {
  std::vector<std::string>& positional = command_line.positional;
  Job job;
  if (command_line.has_eval) {
    job.kind = Job::Kind::kCode;
    job.code_or_path = absl::GetFlag(FLAGS_eval);
  } else if (command_line.has_print) {
    job.kind = Job::Kind::kExpression;
    job.code_or_path = absl::GetFlag(FLAGS_print);
  } else if (!positional.empty()) {
    job.kind = Job::Kind::kFile;
    job.code_or_path = positional.front();
    positional.erase(positional.begin());
  } else if (!absl::GetFlag(FLAGS_interactive) &&
             (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1)) {
    job.kind = Job::Kind::kFile;
    job.code_or_path = "-";
  }
  job.script_args = std::move(positional);
  return job;
}

void RunJob(Shell& shell, Realm& realm, const Job& job) {
  const bool is_module =
      absl::GetFlag(FLAGS_module) || job.code_or_path.ends_with(".mjs");
  switch (job.kind) {
    case Job::Kind::kCode:
      if (absl::GetFlag(FLAGS_module)) {
        shell.RunModule(realm, job.code_or_path, "<eval>");
      } else {
        shell.RunScript(realm, job.code_or_path, "<eval>");
      }
      break;
    case Job::Kind::kExpression:
      shell.PrintScript(realm, job.code_or_path, "<eval>");
      break;
    case Job::Kind::kFile:
      if (is_module) {
        shell.RunModuleFile(realm, job.code_or_path);
      } else {
        shell.RunScriptFile(realm, job.code_or_path);
      }
      break;
    case Job::Kind::kPrompt:
      break;
  }
}

// V8 ends the process where it has no more memory or finds itself broken, most
// often within a millisecond of what a script has written last, which tells how
// far it came. Signals from outside need no such care: FdOutput keeps nothing
// for long.
class LastWords {
 public:
  explicit LastWords(FdOutput& out) {
    out_ = &out;
    for (const int signal :
         {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) {
      struct sigaction old = {};
      // A sanitizer's handler has more to say.
      if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_DFL) {
        struct sigaction action = {};
        action.sa_handler = OnSignal;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        sigaction(signal, &action, nullptr);
      }
    }
  }
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
  ~LastWords() { out_ = nullptr; }

 private:
  static void OnSignal(int signal) {
    if (FdOutput* out = out_.exchange(nullptr)) {
      out->FlushForTheLastTime();
    }
    // By default it ends the process, once this returns.
    raise(signal);
  }

  static inline std::atomic<FdOutput*> out_ = nullptr;
};

int RunInIsolate(v8::Isolate* isolate, v8::Platform* platform, const Job& job) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  FdOutput standard_output(STDOUT_FILENO);
  FdOutput standard_error(STDERR_FILENO, FdOutput::Buffering::kNone);
  const LastWords last_words(standard_output);
  PromptOutput out(standard_output);
  PromptOutput error_out(standard_error);
  const bool prompts =
      job.kind == Job::Kind::kPrompt || absl::GetFlag(FLAGS_interactive);

  RuntimeOptions options;
  options.script_args = job.script_args;
  options.out = &out;
  options.error_out = &error_out;
  options.stop_on_uncaught = !prompts;
  options.pump_platform_task = [isolate, platform] {
    return v8::platform::PumpMessageLoop(platform, isolate);
  };
  KeepStacksOfErrors(isolate);
  Shell shell(isolate, std::move(options));
  Realm* realm = shell.CreateRealm();
  if (realm == nullptr) {
    fputs("shell: V8 could not make a context\n", stderr);
    return 1;
  }
  if (prompts) {
    RunPrompt(*realm, out, error_out, [&] { RunJob(shell, *realm, job); });
  } else {
    RunJob(shell, *realm, job);
    shell.RunEventLoop();
  }
  shell.FlushOut();
  return shell.exit_code();
}

int Run(const Job& job) {
  // The platform outlives V8, and V8 the isolate.
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();

  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  const int exit_code = RunInIsolate(isolate, platform.get(), job);
  v8::platform::NotifyIsolateShutdown(platform.get(), isolate);
  isolate->Dispose();

  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return exit_code;
}

// To standard output, where it may fail as any output may.
int PrintText(std::string_view text) {
  const int error = WriteAll(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE) {
    std::cerr << "shell: standard output: " << ErrorText(error) << "\n";
  }
  return error == 0 ? 0 : error == EPIPE ? kClosedPipeExitCode : 1;
}

// A standard stream that is closed would be the next file that a script opens,
// and get what is printed. What takes its place fails as a closed one does.
void HoldStandardStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
      // The least number that is free.
      (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

int Main(const std::vector<std::string>& arguments) {
  HoldStandardStreams();
  // A closed pipe is an error code like any other.
  signal(SIGPIPE, SIG_IGN);

  CommandLine command_line = ParseCommandLine(arguments);
  if (command_line.has_print && absl::GetFlag(FLAGS_module)) {
    command_line.error =
        "a module has no value that --print could print; it prints by itself: "
        "-m -e 'print(await …)'";
  }
  if (!command_line.error.empty()) {
    fprintf(stderr, "shell: %s (shell --help lists the flags)\n",
            command_line.error.c_str());
    return 2;
  }
  if (absl::GetFlag(FLAGS_help)) {
    return PrintText(HelpText());
  }
  if (absl::GetFlag(FLAGS_version)) {
    return PrintText("v8-encoding " + std::string(kVersion) + "\nV8 " +
                     v8::V8::GetVersion() + "\n");
  }
  SetDefaultV8Flags();
  const std::string v8_flags = absl::GetFlag(FLAGS_v8_flags);
  if (const std::string refused = SetV8Flags(v8_flags); !refused.empty()) {
    fprintf(stderr,
            "shell: V8 %s does not take %s (shell --v8-flags=--help lists its "
            "flags)\n",
            v8::V8::GetVersion(), refused.c_str());
    return 2;
  }
  if (v8_flags.find("--help") != v8_flags.npos) {
    return 0;  // V8 has printed its list.
  }
  const Job job = MakeJob(std::move(command_line));
  if (job.kind == Job::Kind::kPrompt && absl::GetFlag(FLAGS_module)) {
    fputs(
        "shell: --module is about a script, and there is none; the prompt has "
        "await and import() (shell --help lists the flags)\n",
        stderr);
    return 2;
  }
  return Run(job);
}

}  // namespace
}  // namespace v8_encoding::shell

int main(int argc, char** argv) {
  return v8_encoding::shell::Main(
      std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
