// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/shell_test.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "shell/console/uncaught.h"
#include "shell/v8_flags.h"

namespace v8_encoding::shell {

ScratchFolder::ScratchFolder() {
  std::string name =
      (std::filesystem::temp_directory_path() / "shell_test.XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) {
    path_ = name;
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::string ScratchFolder::Write(const std::string& name,
                                 std::string_view content) const {
  const std::filesystem::path path = std::filesystem::path(path_) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

ShellTest::ShellTest(const v8::Isolate::CreateParams& params)
    : isolate_(params), handle_scope_(isolate_.get()) {
  SetDefaultV8Flags();
  KeepStacksOfErrors(isolate_.get());
  options_.out = &out_;
  options_.error_out = &error_out_;
}

Shell& ShellTest::runtime() {
  if (runtime_ == nullptr) {
    runtime_ = std::make_unique<Shell>(isolate_.get(), options_);
  }
  return *runtime_;
}

Realm& ShellTest::realm() {
  if (realm_ == nullptr) {
    realm_ = runtime().CreateRealm();
  }
  return *realm_;
}

std::string ShellTest::Run(std::string_view source) {
  Realm& main_realm = realm();
  runtime().RunScript(main_realm, source, "test.js");
  runtime().RunEventLoop();
  return TakeOut();
}

std::string ShellTest::RunModule(std::string_view source) {
  Realm& main_realm = realm();
  runtime().RunModule(main_realm, source, "test.mjs");
  runtime().RunEventLoop();
  return TakeOut();
}

std::string ShellTest::RunModuleFile(const std::string& path) {
  Realm& main_realm = realm();
  runtime().RunModuleFile(main_realm, path);
  runtime().RunEventLoop();
  return TakeOut();
}

std::string ShellTest::TakeOut() {
  std::string text = out_.text();
  out_.Clear();
  return text;
}

}  // namespace v8_encoding::shell
