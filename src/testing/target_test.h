// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tests that run on each instruction set that this CPU has:
//
//   class FooTest : public TargetTest {};
//   INSTANTIATE_TEST_SUITE_P(, FooTest, EachTarget(), TargetName);

#ifndef V8_ENCODING_SRC_TESTING_TARGET_TEST_H_
#define V8_ENCODING_SRC_TESTING_TARGET_TEST_H_

#include <string>

#include <gtest/gtest.h>

#include "src/testing/target.h"

namespace v8_encoding::simd {

class TargetTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ASSERT_NE(test_support::ForceTarget(GetParam()), "");
  }
  void TearDown() override { test_support::RestoreTarget(); }

  // Kernels do nothing there.
  static bool HasKernels() { return GetParam() != "scalar"; }
};

inline auto EachTarget() {
  return testing::ValuesIn(test_support::Targets());
}

inline std::string TargetName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase(name, '_');  // GoogleTest's names have none.
  return name;
}

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_TESTING_TARGET_TEST_H_
