// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The bindings' C++ tests as a Node add-on. V8's platform is Node's, and wants
// to know each isolate.

#include <fcntl.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "node.h"
#include "uv.h"
#include "v8.h"

namespace v8_encoding::testing {

namespace {

// What the tests need of Node, set before they run.
struct Host {
  node::MultiIsolatePlatform* platform;
  std::string command;
};

Host* host = nullptr;

// Held while an isolate comes or goes. V8 may give a new isolate the place in
// memory of one that it has just disposed of; Node must have forgotten that.
std::mutex mutex;

// Of each isolate, the event loop that Node has its tasks in. Nothing turns it
// but the end of the isolate.
std::map<v8::Isolate*, uv_loop_t> loops;

}  // namespace

v8::Isolate* AllocateIsolate() {
  const std::lock_guard lock(mutex);
  v8::Isolate* const isolate = v8::Isolate::Allocate();
  uv_loop_t* const loop = &loops[isolate];
  EXPECT_EQ(uv_loop_init(loop), 0);
  host->platform->RegisterIsolate(isolate, loop);
  return isolate;
}

void DisposeIsolate(v8::Isolate* isolate,
                    const std::function<void()>& dispose) {
  const std::lock_guard lock(mutex);
  dispose();
  host->platform->UnregisterIsolate(isolate);
  uv_loop_t* const loop = &loops[isolate];
  uv_run(loop, UV_RUN_DEFAULT);
  EXPECT_EQ(uv_loop_close(loop), 0);
  loops.erase(isolate);
}

std::string ProgramCommand() {
  return host->command;
}

namespace {

std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  return *v8::String::Utf8Value(isolate, value);
}

// Node lets no child process have the standard streams that doesn't ask for it.
void LetChildrenHaveStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    fcntl(fd, F_SETFD, fcntl(fd, F_GETFD) & ~FD_CLOEXEC);
  }
}

// run(command, arguments) runs the tests; `command` is ProgramCommand(), and
// the arguments are GoogleTest's. Returns the exit status.
void Run(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  Host this_host{
      node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(context)),
      ToUtf8(isolate, info[0])};
  host = &this_host;

  LetChildrenHaveStreams();

  std::vector<std::string> arguments = {"tests"};
  v8::Local<v8::Array> array = info[1].As<v8::Array>();
  for (uint32_t i = 0; i < array->Length(); ++i) {
    arguments.push_back(
        ToUtf8(isolate, array->Get(context, i).ToLocalChecked()));
  }
  std::vector<char*> argv;
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  ::testing::InitGoogleTest(&argc, argv.data());
  info.GetReturnValue().Set(RUN_ALL_TESTS());
}

}  // namespace
}  // namespace v8_encoding::testing

NODE_MODULE_INIT(/* exports, module, context */) {
  NODE_SET_METHOD(exports, "run", v8_encoding::testing::Run);
}
