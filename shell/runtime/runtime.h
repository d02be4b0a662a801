// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A Runtime is what the realms of one isolate share: event loop, unhandled
// rejections, output, exit code. How a realm is made and what an error is
// called is left to shell.h, which stands above all rooms. There is no
// process-wide state. V8's platform and the isolate are the host's: main.cc
// makes them for the program; an add-on brings Node's. A Runtime is used on the
// isolate's thread, with the isolate entered, except for
// EventLoop::Post().

#ifndef V8_ENCODING_SHELL_RUNTIME_RUNTIME_H_
#define V8_ENCODING_SHELL_RUNTIME_RUNTIME_H_

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shell/runtime/attachments.h"
#include "shell/runtime/event_loop.h"
#include "shell/runtime/output.h"
#include "shell/runtime/realm.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding::shell {

// The exit code of a program whose output nobody reads, as a shell reports a
// process that SIGPIPE ended.
inline constexpr int kClosedPipeExitCode = 128 + SIGPIPE;

struct RuntimeOptions {
  std::vector<std::string> script_args;

  // How the interfaces are installed in the realms.
  InstallOptions install = {.streams_globals = true};

  // Not owned, and outlive the runtime.
  Output* out = nullptr;
  Output* error_out = nullptr;

  // Runs one task of V8's platform for this isolate; false if there was none.
  std::function<bool()> pump_platform_task;

  // Puts more on the global template of each realm, after the shell's own.
  std::function<void(v8::Isolate*, v8::Local<v8::ObjectTemplate>)>
      extend_global;

  // Asked first when an exception or a rejection is unhandled: true means dealt
  // with, and the scripts go on. An embedder's `onerror`.
  std::function<bool(Realm&, v8::Local<v8::Value> error, bool is_rejection)>
      on_uncaught;

  // After an uncaught error the runtime stops, unless it serves a prompt.
  bool stop_on_uncaught = true;
};

class Runtime {
 public:
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  v8::Isolate* isolate() const { return isolate_; }
  const RuntimeOptions& options() const { return options_; }
  EventLoop& loop() { return loop_; }

  // A room's state of this runtime, made as T(Runtime&) at the first call.
  template <typename T>
  T& Get() {
    return attachments_.Get<T>(*this);
  }

  // A context of its own with the shell's globals; null if V8 can't make one.
  virtual Realm* CreateRealm() = 0;

  // Its tasks and timers go too; its functions throw from now on.
  void DisposeRealm(Realm* realm);

  // A realm that no script ever sees, made when it is first needed: its
  // built-ins are as V8 made them. Null if V8 can't make a context.
  Realm* GetPristineRealm();

  // Until nothing is left to do or the runtime stops.
  void RunEventLoop();

  // One task, if one is ready, with its microtasks. False if there was none.
  bool RunOneTask();

  // Microtasks, then rejections that nobody handled.
  void PerformCheckpoint();

  // Ends everything. A native function that calls this returns at once, and the
  // script that called it does not go on.
  void Quit(int exit_code);
  // Says why on standard error, and ends everything with exit code 1.
  void Fail(std::string_view message);
  bool stopped() const { return stopped_; }
  int exit_code() const { return exit_code_; }

  // After a termination that was not a Quit(), as at a prompt.
  void ClearTermination();

  // Reports the exception in `try_catch`, which is reset, as uncaught. False if
  // nothing was written.
  bool ReportException(Realm& realm, v8::TryCatch& try_catch);

  // A function that is asked about what a report would be about; empty
  // for none. Not on_uncaught, which the host has: this is a script's.
  void SetUncaughtHandler(v8::Local<v8::Function> handler);

  // Writes and deals with the error: a closed pipe ends the runtime quietly, as
  // SIGPIPE would. False if the calling native function must return.
  bool WriteOut(std::string_view text);
  void WriteError(std::string_view text);
  void FlushOut();

 protected:
  enum class Origin { kException, kRejection };

  Runtime(v8::Isolate* isolate, RuntimeOptions options);
  // No script may be running. Drops tasks, timers, realms.
  ~Runtime();

  // What is written about an exception that nobody caught. `message` may be
  // empty; `file` is what to blame if V8 knows no place.
  virtual std::string FormatUncaught(Realm& realm,
                                     v8::Local<v8::Value> error,
                                     v8::Local<v8::Message> message,
                                     Origin origin,
                                     std::string_view file) = 0;

  // A realm of a context that has V8's globals: `add_globals` adds the others.
  // Null if that failed.
  Realm* AddRealm(v8::Local<v8::Context> context, bool (*add_globals)(Realm&));

  // Watches the evaluation of a module that was not imported. Errors call the
  // module `name`, and so do complaints that `promise` never settles.
  void AddMainModule(Realm& realm,
                     v8::Local<v8::Promise> promise,
                     std::string_view name);

  // The queue of all realms, since they reach each other: what runs from one of
  // two could add to the other at any time, in no order. An adopted context
  // brings one.
  v8::MicrotaskQueue* SharedMicrotaskQueue() const;

 private:
  struct Rejection {
    v8::Global<v8::Promise> promise;
    v8::Global<v8::Value> error;
    v8::Global<v8::Message> message;
    Realm* realm = nullptr;
  };
  struct MainModule {
    v8::Global<v8::Promise> promise;
    std::string name;
    Realm* realm;
  };

  static void OnPromiseReject(v8::PromiseRejectMessage message);
  static void OnMessage(v8::Local<v8::Message> message,
                        v8::Local<v8::Value> error);

  // False if nothing was written.
  bool ReportUncaught(Realm& realm,
                      v8::Local<v8::Value> error,
                      v8::Local<v8::Message> message,
                      Origin origin,
                      std::string_view file = {});
  void ForgetRejection(v8::Local<v8::Promise> promise);
  // False if there were none.
  bool ReportRejections();
  void ReportUnsettledModules();
  // Whether the script's handler has dealt with it. If that threw something
  // else, `own_error` is what is written about that.
  bool IsHandledByScript(Realm& realm,
                         v8::Local<v8::Value> error,
                         Origin origin,
                         std::string* own_error);
  // Waits for a timer or a task; false if none can come.
  bool WaitForWork();
  void HandleOutputError(int error);

  v8::Isolate* const isolate_;
  const RuntimeOptions options_;
  std::unique_ptr<v8::MicrotaskQueue> microtask_queue_;
  EventLoop loop_;
  Attachments attachments_;
  std::vector<std::unique_ptr<Realm>> realms_;
  Realm* pristine_realm_ = nullptr;

  // In order, with the promise empty where it has been handled since; and where
  // each is, by its promise's hash.
  std::vector<Rejection> rejections_;
  std::unordered_multimap<int, size_t> rejection_index_;

  std::vector<MainModule> main_modules_;
  v8::Global<v8::Function> uncaught_handler_;
  bool output_failed_ = false;
  bool stopped_ = false;
  int exit_code_ = 0;
};

// Makes V8 unwind the running script right after the current native function,
// which must return at once; needs Isolate::TerminateExecution() or calls it.
// To be called outside of the v8::TryCatch that has caught a termination, whose
// ReThrow() makes a null of it that scripts can catch.
void TerminateNow(v8::Isolate* isolate);

// V8 looks at a request to terminate when a function is entered, which may be
// long in coming: enters one. A termination is then pending as exceptions are.
void EnterFunction(v8::Local<v8::Context> context);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_RUNTIME_H_
