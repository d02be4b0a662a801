// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A Runtime runs scripts in one isolate: it owns the realms, the event loop and
// what they share, and holds no process-wide state. V8's platform and the
// isolate are its host's: main.cc makes them for the shell; an add-on brings
// Node's. It is used on the isolate's thread, with the isolate entered, except
// for EventLoop::PostFromAnyThread.

#ifndef V8_ENCODING_SHELL_RUNTIME_H_
#define V8_ENCODING_SHELL_RUNTIME_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shell/console/platform_objects.h"
#include "shell/event_loop.h"
#include "shell/files/streams.h"
#include "shell/realm.h"
#include "shell/web/web_interfaces.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding::shell {

class FileTable;

struct RuntimeOptions {
  std::vector<std::string> script_args;

  // How the interfaces are installed in the realms.
  InstallOptions install = {.streams_globals = true};

  // Not owned, and outlive the runtime.
  OutputStream* out = nullptr;
  OutputStream* error_out = nullptr;

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
  Runtime(v8::Isolate* isolate, RuntimeOptions options);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // No script may be running. Drops tasks, timers, realms.
  ~Runtime();

  v8::Isolate* isolate() const { return isolate_; }
  const RuntimeOptions& options() const { return options_; }
  EventLoop& loop() { return loop_; }
  FileTable& files() { return *files_; }
  WebInterfaces& web_interfaces() { return web_interfaces_; }
  PlatformObjects& platform_objects() { return platform_objects_; }
  OutputStream& out() { return *options_.out; }
  OutputStream& error_out() { return *options_.error_out; }

  // A context of its own with the shell's globals; null if V8 can't make one.
  Realm* CreateRealm();

  // The same for a ShadowRealm, where V8 has them: of the globals only what the
  // standards expose everywhere.
  Realm* CreateShadowRealm();

  // Adds the shell's globals to a context of the host's, whose embedder data is
  // used at Realm::kContextSlot. Null if V8 refused.
  Realm* AdoptContext(v8::Local<v8::Context> context);

  // Its tasks and timers go too; its functions throw from now on.
  void DisposeRealm(Realm* realm);

  // These run one piece of JavaScript, report what it throws, and leave
  // microtasks and everything later to RunEventLoop(). False if it threw.
  bool RunScript(Realm& realm, std::string_view source, std::string_view name);
  // The same, and writes its value as print() does.
  bool PrintScript(Realm& realm,
                   std::string_view source,
                   std::string_view name);
  bool RunModule(Realm& realm, std::string_view source, std::string_view name);
  bool RunScriptFile(Realm& realm, const std::string& path);
  bool RunModuleFile(Realm& realm, const std::string& path);

  // Until nothing is left to do or the runtime stops.
  void RunEventLoop();

  // One task, if one is ready, with its microtasks. False if there was none.
  bool RunOneTask();

  // Microtasks, then rejections that nobody handled.
  void PerformCheckpoint();

  // Ends everything. A native function that calls this returns at once, and the
  // script that called it does not go on.
  void Quit(int exit_code);
  bool stopped() const { return stopped_; }
  int exit_code() const { return exit_code_; }

  // After a termination that was not a Quit(), as at a prompt.
  void ClearTermination();

  // For the exception in `try_catch`, which is reset; nothing if there is none.
  // `file` is what to blame if V8 knows no place.
  // False if nothing was written.
  enum class Origin { kException, kRejection };
  bool ReportException(Realm& realm, v8::TryCatch& try_catch);
  bool ReportUncaught(Realm& realm,
                      v8::Local<v8::Value> error,
                      v8::Local<v8::Message> message,
                      Origin origin,
                      std::string_view file = {});

  // A function that is asked about what ReportUncaught() would report; empty
  // for none. Not on_uncaught, which the host has: this is a script's.
  void SetUncaughtHandler(v8::Local<v8::Function> handler);

  // Writes and deals with the error: a closed pipe ends the runtime quietly, as
  // SIGPIPE would. False if the calling native function must return.
  bool WriteOut(std::string_view text);
  void WriteError(std::string_view text);
  void FlushOut();

  // The template of the shell's own globals.
  v8::Local<v8::ObjectTemplate> ShellTemplate();

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
  static v8::MaybeLocal<v8::Context> OnShadowRealm(
      v8::Local<v8::Context> initiator);

  // The queue of all realms, since they reach each other: what runs from one of
  // two could add to the other at any time, in no order. An adopted context
  // brings one.
  v8::MicrotaskQueue* SharedMicrotaskQueue() const;
  // Empty, with what was thrown reported.
  v8::MaybeLocal<v8::Value> EvaluateAndReport(Realm& realm,
                                              std::string_view source,
                                              std::string_view name);
  Realm* AddRealm(v8::Local<v8::Context> context, bool (*add_globals)(Realm&));
  void ForgetRejection(v8::Local<v8::Promise> promise);
  // False if there were none.
  bool ReportRejections();
  void ReportUnsettledModules();
  // Whether the script's handler has dealt with it.
  bool IsHandledByScript(Realm& realm,
                         v8::Local<v8::Value> error,
                         Origin origin);
  bool RunFile(Realm& realm, const std::string& path, bool is_module);
  // Waits for a timer or a task; false if none can come.
  bool WaitForWork();
  void HandleOutputError(int error);

  v8::Isolate* const isolate_;
  const RuntimeOptions options_;
  std::unique_ptr<v8::MicrotaskQueue> microtask_queue_;
  EventLoop loop_;
  std::unique_ptr<FileTable> files_;
  std::unique_ptr<Interfaces> interfaces_;
  WebInterfaces web_interfaces_;
  PlatformObjects platform_objects_{*this};
  std::vector<std::unique_ptr<Realm>> realms_;

  // In order, with the promise empty where it has been handled since; and where
  // each is, by its promise's hash.
  std::vector<Rejection> rejections_;
  std::unordered_multimap<int, size_t> rejection_index_;

  std::vector<MainModule> main_modules_;
  v8::Global<v8::ObjectTemplate> shell_template_;
  v8::Global<v8::Function> uncaught_handler_;
  bool output_failed_ = false;
  bool stopped_ = false;
  int exit_code_ = 0;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_H_
