// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A shell inside a test, its output kept in strings.

#ifndef V8_ENCODING_SHELL_SHELL_TEST_H_
#define V8_ENCODING_SHELL_SHELL_TEST_H_

#include <memory>
#include <string>
#include <string_view>

#include "bindings/testing/v8_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "shell/runtime/output.h"
#include "shell/shell.h"

namespace v8_encoding::shell {

// A folder that goes with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }
  // Writes a file, with the folders above it, and returns its path.
  std::string Write(const std::string& name, std::string_view content) const;

 private:
  std::string path_;
};

class ShellTest : public ::testing::Test {
 protected:
  explicit ShellTest(const v8::Isolate::CreateParams& params = {});

  // Before the first use of the runtime.
  RuntimeOptions& options() { return options_; }

  Shell& runtime();
  Realm& realm();
  v8::Isolate* isolate() { return isolate_.get(); }

  // Runs a script (or module) and the event loop after it. Returns what was
  // written to standard output.
  std::string Run(std::string_view source);
  std::string RunModule(std::string_view source);
  std::string RunModuleFile(const std::string& path);

  std::string TakeOut();
  const std::string& errors() const { return error_out_.text(); }

 private:
  testing::TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  StringOutput out_;
  StringOutput error_out_;
  RuntimeOptions options_;
  std::unique_ptr<Shell> runtime_;
  Realm* realm_ = nullptr;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_SHELL_TEST_H_
