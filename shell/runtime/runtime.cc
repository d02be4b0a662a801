// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/runtime/runtime.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include "shell/v8_compat.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

// Platform tasks arrive without waking the event loop, so it looks after them
// now and then: often while V8 is known to work on something in the background.
constexpr std::chrono::milliseconds kBusyPoll{1};
constexpr std::chrono::milliseconds kIdlePoll{100};

}  // namespace

Runtime::Runtime(v8::Isolate* isolate, RuntimeOptions options)
    : isolate_(isolate),
      options_(std::move(options)),
      microtask_queue_(
          v8::MicrotaskQueue::New(isolate, v8::MicrotasksPolicy::kExplicit)) {
  // These find their realm, and so their runtime, through the context. They
  // leave alone what happens in contexts that are no realm.
  isolate_->SetPromiseRejectCallback(OnPromiseReject);
  isolate_->AddMessageListener(OnMessage);
}

Runtime::~Runtime() {
  v8::HandleScope handle_scope(isolate_);
  isolate_->SetPromiseRejectCallback(nullptr);
  isolate_->RemoveMessageListeners(OnMessage);
  rejections_.clear();
  main_modules_.clear();
  uncaught_handler_.Reset();
  loop_.Clear();
  realms_.clear();
}

v8::MicrotaskQueue* Runtime::SharedMicrotaskQueue() const {
  return realms_.empty() ? microtask_queue_.get()
                         : realms_.front()->context()->GetMicrotaskQueue();
}

Realm* Runtime::AddRealm(v8::Local<v8::Context> context,
                         bool (*add_globals)(Realm&)) {
  realms_.push_back(std::make_unique<Realm>(*this, context));
  Realm* realm = realms_.back().get();
  if (!add_globals(*realm)) {
    DisposeRealm(realm);
    return nullptr;
  }
  return realm;
}

Realm* Runtime::GetPristineRealm() {
  if (pristine_realm_ == nullptr) {
    pristine_realm_ = CreateRealm();
  }
  return pristine_realm_;
}

void Runtime::DisposeRealm(Realm* realm) {
  loop_.DropRealm(realm);
  for (Rejection& rejection : rejections_) {
    if (rejection.realm == realm) {
      rejection = {};
    }
  }
  std::erase_if(main_modules_, [&](const MainModule& main_module) {
    return main_module.realm == realm;
  });
  std::erase_if(realms_, [&](const std::unique_ptr<Realm>& candidate) {
    return candidate.get() == realm;
  });
}

void Runtime::AddMainModule(Realm& realm,
                            v8::Local<v8::Promise> promise,
                            std::string_view name) {
  main_modules_.push_back(
      {v8::Global<v8::Promise>(isolate_, promise), std::string(name), &realm});
}

void Runtime::RunEventLoop() {
  PerformCheckpoint();
  while (!stopped_) {
    if (!RunOneTask() && !WaitForWork()) {
      ReportUnsettledModules();
      break;
    }
  }
  if (stopped_) {
    ClearTermination();
  }
}

bool Runtime::WaitForWork() {
  FlushOut();
  const bool busy = isolate_->HasPendingBackgroundTasks();
  if (loop_.Wait(busy ? kBusyPoll : kIdlePoll)) {
    return true;
  }
  if (busy) {
    loop_.AddPendingWork();
    loop_.Wait(kBusyPoll);
    loop_.RemovePendingWork();
  }
  return busy;
}

bool Runtime::RunOneTask() {
  if (stopped_) {
    return false;
  }
  v8::HandleScope handle_scope(isolate_);
  const bool pumped =
      options_.pump_platform_task && options_.pump_platform_task();
  if (pumped) {
    PerformCheckpoint();
  }
  const EventLoop::Ready ready = loop_.TakeReady();
  if (ready.task == nullptr) {
    return pumped;
  }
  {
    v8::Context::Scope context_scope(ready.realm->context());
    v8::TryCatch try_catch(isolate_);
    (*ready.task)(*ready.realm);
    if (try_catch.HasTerminated()) {
      // It would only do so again.
      loop_.RemoveTimer(ready.interval_id);
    }
    if (try_catch.HasCaught()) {
      ReportException(*ready.realm, try_catch);
    }
  }
  if (ready.interval_id != 0) {
    loop_.RestartInterval(ready.interval_id);
  }
  PerformCheckpoint();
  return true;
}

void Runtime::PerformCheckpoint() {
  do {
    if (stopped_) {
      return;
    }
    v8::HandleScope handle_scope(isolate_);
    microtask_queue_->PerformCheckpoint(isolate_);
    // A microtask may add realms.
    for (size_t i = 0; i < realms_.size(); ++i) {
      // That of an adopted context is its host's.
      v8::MicrotaskQueue* queue = realms_[i]->context()->GetMicrotaskQueue();
      if (queue != microtask_queue_.get()) {
        queue->PerformCheckpoint(isolate_);
      }
    }
    isolate_->ClearKeptObjects();
    // Reporting can run script of the embedder's, so there may be more.
  } while (ReportRejections());
}

void Runtime::OnPromiseReject(v8::PromiseRejectMessage message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  Realm* realm = Realm::From(isolate->GetCurrentContext());
  if (realm == nullptr) {
    return;
  }
  Runtime& runtime = realm->runtime();
  const v8::Local<v8::Promise> promise = message.GetPromise();
  if (message.GetEvent() == v8::kPromiseHandlerAddedAfterReject) {
    runtime.ForgetRejection(promise);
    return;
  }
  if (message.GetEvent() != v8::kPromiseRejectWithNoHandler) {
    return;
  }
  v8::Local<v8::Value> error = message.GetValue();
  if (error.IsEmpty()) {
    error = v8::Undefined(isolate);
  }
  Rejection rejection{v8::Global<v8::Promise>(isolate, promise),
                      v8::Global<v8::Value>(isolate, error),
                      {},
                      realm};
  if (!error->IsNativeError()) {
    // An Error knows where it was made; of any other value, this place is all
    // that can be said.
    rejection.message.Reset(isolate,
                            v8::Exception::CreateMessage(isolate, error));
  }
  runtime.rejection_index_.emplace(promise->GetIdentityHash(),
                                   runtime.rejections_.size());
  runtime.rejections_.push_back(std::move(rejection));
}

void Runtime::ForgetRejection(v8::Local<v8::Promise> promise) {
  const auto [begin, end] =
      rejection_index_.equal_range(promise->GetIdentityHash());
  const auto found = std::find_if(begin, end, [&](const auto& entry) {
    return rejections_[entry.second].promise == promise;
  });
  if (found == end) {
    return;
  }
  rejections_[found->second] = {};
  rejection_index_.erase(found);
  while (!rejections_.empty() && rejections_.back().promise.IsEmpty()) {
    rejections_.pop_back();
  }
}

bool Runtime::ReportRejections() {
  if (rejections_.empty()) {
    return false;
  }
  std::vector<Rejection> rejections = std::move(rejections_);
  rejections_.clear();
  rejection_index_.clear();
  for (const Rejection& rejection : rejections) {
    if (stopped_) {
      break;
    }
    if (rejection.promise.IsEmpty()) {
      continue;  // handled, or its realm is gone
    }
    v8::Context::Scope context_scope(rejection.realm->context());
    const v8::Local<v8::Value> error = rejection.error.Get(isolate_);
    const v8::Local<v8::Message> message =
        rejection.message.IsEmpty()
            ? v8::Exception::CreateMessage(isolate_, error)
            : rejection.message.Get(isolate_);
    // That a module's evaluation is a promise is no news to its author.
    const auto main_module =
        std::ranges::find_if(main_modules_, [&](const MainModule& candidate) {
          return candidate.promise == rejection.promise;
        });
    if (main_module == main_modules_.end()) {
      ReportUncaught(*rejection.realm, error, message, Origin::kRejection);
    } else {
      ReportUncaught(*rejection.realm, error, message, Origin::kException,
                     main_module->name);
    }
  }
  return true;
}

void Runtime::ReportUnsettledModules() {
  v8::HandleScope handle_scope(isolate_);
  for (const MainModule& main_module : main_modules_) {
    if (main_module.promise.Get(isolate_)->State() == v8::Promise::kPending) {
      Fail(main_module.name + ": a top-level await never settled");
    }
  }
}

void Runtime::OnMessage(v8::Local<v8::Message> message,
                        v8::Local<v8::Value> error) {
  // From microtasks and FinalizationRegistry callbacks: what script called
  // directly throws into a TryCatch of ours.
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  if (Realm* realm = Realm::From(isolate->GetCurrentContext())) {
    realm->runtime().ReportUncaught(*realm, error, message, Origin::kException);
  }
}

bool Runtime::ReportException(Realm& realm, v8::TryCatch& try_catch) {
  if (!try_catch.HasCaught()) {
    return false;
  }
  if (try_catch.HasTerminated() || !try_catch.CanContinue()) {
    // Our own Quit(), or the host's wish.
    if (!stopped_ && options_.stop_on_uncaught) {
      stopped_ = true;
      exit_code_ = 1;
    }
    return false;
  }
  const v8::Local<v8::Value> error = try_catch.Exception();
  const v8::Local<v8::Message> message = try_catch.Message();
  // While an exception that C++ threw is still there, calls into V8 fail.
  try_catch.Reset();
  return ReportUncaught(realm, error, message, Origin::kException);
}

bool Runtime::ReportUncaught(Realm& realm,
                             v8::Local<v8::Value> error,
                             v8::Local<v8::Message> message,
                             Origin origin,
                             std::string_view file) {
  std::string of_handler;
  if (stopped_ ||
      (options_.on_uncaught &&
       options_.on_uncaught(realm, error, origin == Origin::kRejection)) ||
      IsHandledByScript(realm, error, origin, &of_handler) ||
      stopped_) {  // By the handler; V8 makes no realm to format in then.
    return false;
  }
  const std::string text = FormatUncaught(realm, error, message, origin, file);
  if (stopped_) {
    return false;  // By a script that formatting the stack ran.
  }
  WriteError(text + of_handler);
  if (options_.stop_on_uncaught) {
    stopped_ = true;
    exit_code_ = 1;
  }
  return true;
}

void Runtime::SetUncaughtHandler(v8::Local<v8::Function> handler) {
  uncaught_handler_.Reset(isolate_, handler);
}

bool Runtime::IsHandledByScript(Realm& realm,
                                v8::Local<v8::Value> error,
                                Origin origin,
                                std::string* own_error) {
  if (uncaught_handler_.IsEmpty()) {
    return false;
  }
  v8::Local<v8::Function> handler = uncaught_handler_.Get(isolate_);
  v8::Local<v8::Context> context;
  if (!compat::RelevantContext(isolate_, handler).ToLocal(&context)) {
    return false;
  }
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> arguments[] = {
      realm.context()->Global(), error,
      v8::Boolean::New(isolate_, origin == Origin::kRejection)};
  v8::Local<v8::Value> result;
  if (handler
          ->Call(context, v8::Undefined(isolate_), std::size(arguments),
                 arguments)
          .ToLocal(&result)) {
    return result->IsTrue();
  }
  Realm* handler_realm = Realm::From(context);
  if (handler_realm != nullptr && try_catch.CanContinue() &&
      !try_catch.HasTerminated() && !try_catch.Exception()->SameValue(error)) {
    const v8::Local<v8::Value> thrown = try_catch.Exception();
    const v8::Local<v8::Message> message = try_catch.Message();
    try_catch.Reset();
    *own_error =
        FormatUncaught(*handler_realm, thrown, message, Origin::kException, {});
  }
  return false;
}

void Runtime::Quit(int exit_code) {
  if (!stopped_) {
    stopped_ = true;
    exit_code_ = exit_code;
  }
  isolate_->TerminateExecution();
}

void Runtime::Fail(std::string_view message) {
  WriteError("shell: " + std::string(message) + "\n");
  stopped_ = true;
  exit_code_ = 1;
}

void Runtime::ClearTermination() {
  isolate_->CancelTerminateExecution();
}

bool Runtime::WriteOut(std::string_view text) {
  const int error = options_.out->Write(text);
  if (error != 0) {
    HandleOutputError(error);
    TerminateNow(isolate_);
  }
  return error == 0;
}

void Runtime::WriteError(std::string_view text) {
  // In the order in which they were written, if both go to one place.
  FlushOut();
  const int error = options_.error_out->Write(text);
  // There is nowhere left to say that this failed.
  if (error == EPIPE || options_.error_out->Flush() == EPIPE) {
    HandleOutputError(EPIPE);
    if (isolate_->InContext()) {
      TerminateNow(isolate_);
    }
  }
}

void Runtime::FlushOut() {
  if (const int error = options_.out->Flush(); error != 0) {
    HandleOutputError(error);
  }
}

void Runtime::HandleOutputError(int error) {
  const bool closed_pipe = error == EPIPE;
  if (!closed_pipe && !output_failed_) {
    output_failed_ = true;
    (void)options_.error_out->Write(
        "shell: standard output: " + ErrorText(error) + "\n");
    (void)options_.error_out->Flush();
  }
  if (!stopped_ || exit_code_ == 0) {
    exit_code_ = closed_pipe ? kClosedPipeExitCode : 1;
  }
  stopped_ = true;
}

void TerminateNow(v8::Isolate* isolate) {
  if (isolate->IsExecutionTerminating()) {
    // A V8 with debug checks ends the process where it's entered by then.
    return;
  }
  isolate->TerminateExecution();
  EnterFunction(isolate->GetCurrentContext());
}

void EnterFunction(v8::Local<v8::Context> context) {
  v8::Local<v8::Script> script;
  if (v8::Script::Compile(context, NewString(v8::Isolate::GetCurrent(), "0"))
          .ToLocal(&script)) {
    (void)script->Run(context);
  }
}

}  // namespace v8_encoding::shell
