// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/corpora.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/hex.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {
namespace {

TEST(CorporaTest, LengthSeedAndContents) {
  for (size_t i = 0; i < kScriptCount; ++i) {
    const Script script = static_cast<Script>(i);
    SCOPED_TRACE(ScriptName(script));
    for (size_t length : {0, 1, 2, 3, 33, 1000, 20000}) {
      for (const std::u16string& text :
           {Corpus(script, length), MarkupCorpus(script, length)}) {
        EXPECT_GE(text.size(), length);
        EXPECT_LE(text.size(), length + 1);
        // No pair is cut.
        EXPECT_TRUE(model::ToUtf16(model::ToScalarValues(text)) == text);
      }
    }
    const std::u16string text = Corpus(script, 20000);
    EXPECT_TRUE(text == Corpus(script, 20000));
    EXPECT_FALSE(text == Corpus(script, 20000, 2));
    EXPECT_TRUE(Corpus(script, 2000).starts_with(text.substr(0, 1999)));
    // It doesn't repeat: no later place has the first 40 units again.
    EXPECT_EQ(text.find(text.substr(0, 40), 1), std::u16string::npos);
    const auto ascii = std::count_if(text.begin(), text.end(),
                                     [](char16_t c) { return c < 0x80; });
    if (script == Script::kAscii) {
      EXPECT_EQ(static_cast<size_t>(ascii), text.size());
    } else if (script != Script::kFrench && script != Script::kPolish &&
               script != Script::kVietnamese) {
      EXPECT_LT(ascii, 8000);
    }
  }
}

TEST(CorporaTest, EncodingsHaveTheirScripts) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = static_cast<Encoding>(i);
    EXPECT_EQ(ScriptsOf(encoding).empty(), encoding == Encoding::kReplacement);
    if (GetOutputEncoding(encoding) != encoding) {
      continue;
    }
    for (Script script : ScriptsOf(encoding)) {
      const std::u32string text = model::ToScalarValues(Corpus(script, 50000));
      const model::EncodeOutcome outcome =
          model::EncodeAll(encoding, text, model::Mode::kFatal);
      EXPECT_TRUE(outcome.errors.empty())
          << Name(encoding) << ' ' << ScriptName(script) << " U+"
          << HexOf(outcome.errors[0].code_point);
      const model::DecodeOutcome back = model::DecodeAll(
          encoding, outcome.bytes, model::Mode::kFatal, /*ignore_bom=*/false);
      EXPECT_TRUE(back.text == text)
          << Name(encoding) << ' ' << ScriptName(script);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::test_support
