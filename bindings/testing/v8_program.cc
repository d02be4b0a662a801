// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tests in an executable of their own, which V8 is linked to. V8 gets the flags
// that the environment variable V8_ENCODING_V8_FLAGS has.

#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "libplatform/libplatform.h"
#include "v8.h"

namespace v8_encoding::testing {

namespace {

// V8 can be started but once in a process.
class V8Environment : public ::testing::Environment {
 public:
  void SetUp() override {
    if (const char* const flags = std::getenv("V8_ENCODING_V8_FLAGS")) {
      v8::V8::SetFlagsFromString(flags);
    }
    platform_ = v8::platform::NewDefaultPlatform();
    v8::V8::InitializePlatform(platform_.get());
    v8::V8::Initialize();
  }

  void TearDown() override {
    v8::V8::Dispose();
    v8::V8::DisposePlatform();
  }

 private:
  std::unique_ptr<v8::Platform> platform_;
};

::testing::Environment* const kEnvironment =
    ::testing::AddGlobalTestEnvironment(new V8Environment);

}  // namespace

v8::Isolate* AllocateIsolate() {
  return v8::Isolate::Allocate();
}

void DisposeIsolate(v8::Isolate*, const std::function<void()>& dispose) {
  dispose();
}

std::string ProgramCommand() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  return "'" + std::string(path, length > 0 ? static_cast<size_t>(length) : 0) +
         "'";
}

}  // namespace v8_encoding::testing
