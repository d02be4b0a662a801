// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the public headers promise to embedders beyond the standard.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/target.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/unicode.h"

namespace v8_encoding {
namespace {

using test_support::AllEncodings;
using test_support::Random;
using test_support::Script;

static_assert(std::is_trivially_copyable_v<Decoder>);
static_assert(std::is_trivially_copyable_v<DecoderState>);
static_assert(std::is_trivially_copyable_v<DecodeResult>);
static_assert(std::is_trivially_copyable_v<Encoder>);
static_assert(std::is_trivially_copyable_v<EncoderState>);
static_assert(std::is_trivially_copyable_v<EncodeResult>);
// noexcept of what may be called while an exception is under way.
static_assert(noexcept(std::declval<Decoder&>().DecodeToUtf8({}, {}, {})));
static_assert(noexcept(std::declval<Encoder&>().EncodeFromUtf8({}, {}, {})));
static_assert(noexcept(GetEncoding(std::string_view())));
static_assert(noexcept(Labels({})));
static_assert(sizeof(Decoder) <= 8);
static_assert(sizeof(Encoder) <= 8);

constexpr Flush kFlushes[] = {Flush::kNo, Flush::kYes};

// Sanitizers see what is done with a null pointer.
TEST(EmbeddingTest, EmptySpansMayBeNull) {
  const std::vector<uint8_t> bytes(100, 0xB0);
  const std::u16string text(100, u'\u3042');
  for (const Encoding encoding : AllEncodings()) {
    for (const Flush flush : kFlushes) {
      Decoder decoder(encoding);
      EXPECT_EQ(decoder.DecodeToUtf16({}, {}, flush).status,
                DecodeStatus::kInputEmpty);
      EXPECT_EQ(decoder.DecodeToLatin1({}, {}, flush).status,
                DecodeStatus::kInputEmpty);
      EXPECT_EQ(decoder.DecodeToUtf8({}, {}, flush).status,
                DecodeStatus::kInputEmpty);
      EXPECT_EQ(decoder.Validate({}, flush).status, DecodeStatus::kInputEmpty);
      EXPECT_EQ(Decoder(encoding).DecodeToUtf16(bytes, {}, flush).written, 0u);
      EXPECT_EQ(Decoder(encoding).DecodeToLatin1(bytes, {}, flush).written, 0u);
      EXPECT_EQ(Decoder(encoding).DecodeToUtf8(bytes, {}, flush).written, 0u);

      Encoder encoder(encoding);
      EXPECT_EQ(encoder.EncodeFromUtf16({}, {}, flush).status,
                EncodeStatus::kInputEmpty);
      EXPECT_EQ(encoder.EncodeFromLatin1({}, {}, flush).status,
                EncodeStatus::kInputEmpty);
      EXPECT_EQ(encoder.EncodeFromUtf8({}, {}, flush).status,
                EncodeStatus::kInputEmpty);
      EXPECT_EQ(Encoder(encoding).EncodeFromUtf16(text, {}, flush).written, 0u);
      EXPECT_EQ(Encoder(encoding).EncodeFromUtf8(bytes, {}, flush).written, 0u);
      EXPECT_EQ(Encoder(encoding).EncodeFromLatin1(bytes, {}, flush).written,
                0u);
    }
    EXPECT_TRUE(IsWellFormed({}, encoding));
  }
  EXPECT_EQ(Utf8Length(std::span<const char16_t>()), 0u);
  EXPECT_EQ(Utf8Length(std::span<const uint8_t>()), 0u);
}

TEST(EmbeddingDeathTest, OverlappingSpansAreAssertedAgainst) {
#ifdef NDEBUG
  GTEST_SKIP() << "this build has no assertions";
#else
  std::vector<char16_t> memory(64, u'a');
  const std::span<char16_t> units(memory);
  const std::span<uint8_t> bytes(reinterpret_cast<uint8_t*>(memory.data()),
                                 2 * memory.size());
  Decoder decoder(Encoding::kUtf8);
  Encoder encoder(Encoding::kUtf8);
  EXPECT_DEATH((void)decoder.DecodeToLatin1(bytes, bytes, Flush::kNo),
               "Overlap");
  EXPECT_DEATH(
      (void)decoder.DecodeToUtf8(bytes.first(8), bytes.subspan(7), Flush::kNo),
      "Overlap");
  EXPECT_DEATH((void)decoder.DecodeToUtf16(bytes.subspan(7, 8), units.first(4),
                                           Flush::kNo),
               "Overlap");
  EXPECT_DEATH((void)encoder.EncodeFromUtf16(units, bytes.last(1), Flush::kNo),
               "Overlap");
  EXPECT_DEATH((void)encoder.EncodeFromLatin1(bytes.last(1), bytes, Flush::kNo),
               "Overlap");
  EXPECT_DEATH((void)encoder.EncodeFromUtf8(bytes.last(1), bytes, Flush::kNo),
               "Overlap");
  EXPECT_DEATH((void)Latin1ToUtf16(bytes.last(1), units), "Overlap");
  EXPECT_DEATH((void)Utf16ToLatin1(units, bytes.last(1)), "Overlap");
  // One behind the other, or empty.
  EXPECT_EQ(
      decoder.DecodeToLatin1(bytes.first(8), bytes.subspan(8), Flush::kNo).read,
      8u);
  EXPECT_EQ(
      decoder.DecodeToUtf16(bytes.subspan(2, 0), units, Flush::kNo).written,
      0u);
#endif
}

// In the middle of a text it may go on where other instructions are used.
TEST(EmbeddingTest, StatesAreTheSameOnEveryInstructionSet) {
  Random random(1);
  for (const Encoding encoding : AllEncodings()) {
    std::u16string text;
    for (const Script script : test_support::ScriptsOf(encoding)) {
      text += test_support::MarkupCorpus(script, 500);
    }
    text += u'\xD83D';
    std::vector<uint8_t> all(10 * text.size());
    all.resize(Encoder(encoding, EncodeErrorMode::kHtml)
                   .EncodeFromUtf16(text, all, Flush::kNo)
                   .written);
    if (all.empty()) {  // Of an encoding without an encoder.
      all.assign(reinterpret_cast<const uint8_t*>(text.data()),
                 reinterpret_cast<const uint8_t*>(text.data() + text.size()));
    }
    for (int round = 0; round < 50; ++round) {
      const auto bytes = std::span<const uint8_t>(all).first(
          random.Below(static_cast<uint32_t>(all.size()) + 1));
      const auto units = std::span<const char16_t>(text).last(
          random.Below(static_cast<uint32_t>(text.size()) + 1));
      std::vector<uint32_t> decoder_states;
      std::vector<uint32_t> encoder_states;
      for (const std::string& target : test_support::Targets()) {
        ASSERT_EQ(test_support::ForceTarget(target), target);
        std::vector<char16_t> decoded(Decoder::MaxUnits(bytes.size()));
        Decoder decoder(encoding);
        ASSERT_EQ(decoder.DecodeToUtf16(bytes, decoded, Flush::kNo).status,
                  DecodeStatus::kInputEmpty);
        decoder_states.push_back(decoder.state().bits());
        std::vector<uint8_t> encoded(Encoder::kMaxBytesPerStep * units.size() +
                                     Encoder::kMaxBytesPerStep);
        Encoder encoder(encoding, EncodeErrorMode::kHtml);
        ASSERT_EQ(encoder.EncodeFromUtf16(units, encoded, Flush::kNo).status,
                  EncodeStatus::kInputEmpty);
        encoder_states.push_back(encoder.state().bits());
      }
      test_support::RestoreTarget();
      EXPECT_EQ(std::ranges::count(decoder_states, decoder_states.front()),
                std::ssize(decoder_states))
          << Name(encoding);
      EXPECT_EQ(std::ranges::count(encoder_states, encoder_states.front()),
                std::ssize(encoder_states))
          << Name(encoding);
    }
  }
}

// No caller may pass these; with an address sanitizer this tells that nothing
// beyond a table is read for one.
TEST(EmbeddingTest, ValuesOutsideTheEnumAreConvertedAsReplacement) {
  const uint8_t bytes[] = {0x41, 0x81, 0x30, 0xA1, 0xFE, 0xFF};
  for (uint32_t value = kEncodingCount; value <= 0xFF; ++value) {
    const auto encoding = static_cast<Encoding>(value);
    EXPECT_FALSE(HasEncoder(encoding)) << value;
    char16_t units[16];
    Decoder decoder(encoding);
    const DecodeResult decoded =
        decoder.DecodeToUtf16(bytes, units, Flush::kYes);
    EXPECT_EQ(decoded.status, DecodeStatus::kInputEmpty) << value;
    EXPECT_EQ(std::u16string_view(units, decoded.written), u"\uFFFD") << value;
    decoder.DropRestored();
    uint8_t encoded_bytes[16];
    const EncodeResult encoded =
        Encoder(encoding, EncodeErrorMode::kFatal)
            .EncodeFromUtf16(u"\u00E9", encoded_bytes, Flush::kYes);
    EXPECT_EQ(encoded.status, EncodeStatus::kUnmappable) << value;
    EXPECT_EQ(encoded.written, 0u) << value;
  }
}

}  // namespace
}  // namespace v8_encoding
