// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Makes every test of a program run on the instruction set that the environment
// variable V8_ENCODING_TARGET names; tools/test --target sets it.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "src/testing/target.h"

namespace v8_encoding::test_support {
namespace {

// Anew for each test, since some of them force others.
class TargetForcer : public testing::EmptyTestEventListener {
 public:
  explicit TargetForcer(std::string name) : name_(std::move(name)) {}

  void OnTestStart(const testing::TestInfo&) override {
    if (ForceTarget(name_).empty()) {
      std::fprintf(stderr, "V8_ENCODING_TARGET is '%s'; there are %s.\n",
                   name_.c_str(), TargetsForMessage().c_str());
      std::exit(1);
    }
  }

 private:
  const std::string name_;
};

[[maybe_unused]] const bool is_forced = [] {
  const char* const name = std::getenv("V8_ENCODING_TARGET");
  if (name == nullptr) {
    return false;
  }
  testing::UnitTest::GetInstance()->listeners().Append(new TargetForcer(name));
  return true;
}();

}  // namespace
}  // namespace v8_encoding::test_support
