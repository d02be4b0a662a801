// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Lone surrogates through every encoder, in every split.

#include "src/testing/splits.h"

#include <string>

#include "gtest/gtest.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {
namespace {

TEST(SplitsTest, EncodeLoneSurrogates) {
  for (const std::u16string& text :
       {std::u16string(u"\xD83D"), std::u16string(u"\xDE00"),
        std::u16string(u"\xD83D\xD83D\xDE00\xDE00"),
        std::u16string(u"a\xD83D"
                       u"b\xDE00"),
        std::u16string(u"\u00E9\xD800")}) {
    for (size_t i = 0; i < kEncodingCount; ++i) {
      const Encoding encoding = static_cast<Encoding>(i);
      if (!HasEncoder(encoding) && GetOutputEncoding(encoding) == encoding) {
        continue;  // The standard has one, this build doesn't.
      }
      for (EncodeErrorMode mode :
           {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
        EXPECT_EQ(CheckEncode(encoding, mode, text, Effort::kFull), "");
      }
    }
  }
}

}  // namespace
}  // namespace v8_encoding::test_support
