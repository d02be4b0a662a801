// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How much a test does, and its account of it.

#ifndef V8_ENCODING_SRC_TESTING_EXHAUSTIVE_H_
#define V8_ENCODING_SRC_TESTING_EXHAUSTIVE_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

// `tools/test --exhaustive`: everything, however long it takes.
inline bool IsExhaustive() {
  const char* const value = std::getenv("V8_ENCODING_EXHAUSTIVE");
  return value != nullptr && std::string_view(value) == "1";
}

// Whether everything takes several times as long as in a release build.
#if defined(V8_ENCODING_SANITIZED) || !defined(NDEBUG)
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

// The number of cases that the running test went through. tools/test adds up
// what is printed, by encoding and kind.
inline void ReportCases(Encoding encoding,
                        std::string_view kind,
                        uint64_t count) {
  ::testing::Test::RecordProperty("cases", std::to_string(count));
  if (IsExhaustive()) {
    std::printf("cases: %s %s %llu\n", std::string(Name(encoding)).c_str(),
                std::string(kind).c_str(),
                static_cast<unsigned long long>(count));
    std::fflush(stdout);
  }
}

inline std::vector<Encoding> AllEncodings() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    encodings.push_back(static_cast<Encoding>(i));
  }
  return encodings;
}

// All whose encoder, if this build has it, is the standard's. Where the
// standard has none, nothing is mappable, in the model, too.
inline std::vector<Encoding> AllToEncodeTo() {
  std::vector<Encoding> encodings = AllEncodings();
  std::erase_if(encodings, [](Encoding encoding) {
    return !HasEncoder(encoding) && GetOutputEncoding(encoding) == encoding;
  });
  return encodings;
}

// GoogleTest's names have neither "-" nor "_".
inline std::string TestNameOf(Encoding encoding) {
  std::string name(Name(encoding));
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  return name;
}

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_EXHAUSTIVE_H_
