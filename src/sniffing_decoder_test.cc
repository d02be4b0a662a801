// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/sniffing_decoder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using Bytes = std::vector<uint8_t>;

static_assert(std::is_trivially_copyable_v<SniffingDecoder>);
static_assert(sizeof(SniffingDecoder) <= 16);

struct Malformed {
  size_t begin;
  size_t end;

  friend bool operator==(const Malformed&, const Malformed&) = default;
};

struct Outcome {
  Encoding encoding;
  std::u16string text;
  std::vector<Malformed> errors;
};

// The standard's *decode* by the model; the bytes of a byte order mark count.
Outcome Model(Encoding fallback, const Bytes& bytes, bool fatal) {
  const std::optional<Encoding> bom =
      model::BomSniff(model::IoQueue::Of(bytes));
  const Encoding encoding = bom.value_or(fallback);
  const size_t length = !bom ? 0 : *bom == Encoding::kUtf8 ? 3 : 2;
  const model::DecodeOutcome decoded =
      model::DecodeAll(encoding, std::span(bytes).subspan(length),
                       fatal ? model::Mode::kFatal : model::Mode::kReplacement,
                       /*ignore_bom=*/true);
  Outcome outcome{encoding, model::ToUtf16(decoded.text), {}};
  for (const model::DecodeError& error : decoded.errors) {
    outcome.errors.push_back({error.begin + length, error.end + length});
  }
  return outcome;
}

enum class Output { kUtf16, kUtf8, kLatin1, kNone };

// With outputs of `capacity` units. Goes on behind errors.
Outcome Decode(SniffingDecoder& decoder,
               const Bytes& bytes,
               const std::vector<size_t>& cuts,
               Output output,
               size_t capacity,
               bool& had_replacements) {
  Outcome outcome{decoder.fallback(), u"", {}};
  Bytes utf8;
  size_t read = 0;
  size_t units = 0;
  for (const size_t& cut : cuts) {
    const Flush flush = &cut == &cuts.back() ? Flush::kYes : Flush::kNo;
    DecodeResult result;
    size_t room = capacity;
    do {
      // In memory of its own, so that sanitizers see a read past the end.
      const Bytes chunk(bytes.begin() + static_cast<ptrdiff_t>(read),
                        bytes.begin() + static_cast<ptrdiff_t>(cut));
      std::u16string wide(room, u'\0');
      Bytes narrow(room);
      switch (output) {
        case Output::kUtf16:
          result = decoder.DecodeToUtf16(chunk, wide, flush);
          outcome.text += wide.substr(0, result.written);
          break;
        case Output::kUtf8:
          result = decoder.DecodeToUtf8(chunk, narrow, flush);
          utf8.insert(utf8.end(), narrow.begin(),
                      narrow.begin() + static_cast<ptrdiff_t>(result.written));
          break;
        case Output::kLatin1:
          result = decoder.DecodeToLatin1(chunk, narrow, flush);
          for (size_t i = 0; i < result.written; ++i) {
            outcome.text += char16_t{narrow[i]};
          }
          break;
        case Output::kNone:
          result = decoder.Validate(chunk, flush);
          units += result.written;
          break;
      }
      read += result.read;
      had_replacements |= result.had_replacements;
      if (result.status == DecodeStatus::kNotLatin1) {
        output = Output::kUtf16;
      }
      if (result.status == DecodeStatus::kMalformed) {
        const size_t end = read - result.read_ahead_length;
        outcome.errors.push_back({end - result.malformed_length, end});
      }
      room = result.status == DecodeStatus::kOutputFull && result.written == 0
                 ? room + 1
                 : capacity;
    } while (result.status != DecodeStatus::kInputEmpty);
    EXPECT_EQ(read, cut);
  }
  for (const char16_t unit :
       model::ToUtf16(model::Utf8DecodeWithoutBom(utf8))) {
    outcome.text += unit;
  }
  if (output == Output::kNone) {
    outcome.text.assign(units, u'?');
  }
  outcome.encoding = decoder.encoding();
  return outcome;
}

// In chunks of every kind, to every output, twice with one decoder.
void Check(Encoding fallback, const Bytes& bytes) {
  std::vector<std::vector<size_t>> plans = {{bytes.size()}};
  std::vector<size_t> each = {0};
  for (size_t i = 0; i <= bytes.size(); ++i) {
    plans.push_back({i, bytes.size()});
    each.push_back(i);
    each.push_back(i);
  }
  each.push_back(bytes.size());
  plans.push_back(each);
  for (const bool fatal : {false, true}) {
    const Outcome expected = Model(fallback, bytes, fatal);
    SniffingDecoder decoder(fallback,
                            fatal ? DecodeErrorMode::kFatal
                                  : DecodeErrorMode::kReplacementReported);
    for (const std::vector<size_t>& plan : plans) {
      for (const Output output :
           {Output::kUtf16, Output::kUtf8, Output::kLatin1, Output::kNone}) {
        for (const size_t capacity : {size_t{0}, size_t{1}, size_t{64}}) {
          ASSERT_FALSE(decoder.is_decided());
          bool had_replacements = false;
          const Outcome outcome =
              Decode(decoder, bytes, plan, output, capacity, had_replacements);
          const std::string what =
              std::string(Name(fallback)) + " [" + test_support::ToHex(bytes) +
              "] " + std::to_string(plan[0]) + "/" +
              std::to_string(plan.size()) + " " +
              std::to_string(static_cast<int>(output)) + " " +
              std::to_string(capacity) + (fatal ? " fatal" : "");
          ASSERT_EQ(outcome.encoding, expected.encoding) << what;
          if (output == Output::kNone) {
            ASSERT_EQ(outcome.text.size(), expected.text.size()) << what;
          } else {
            ASSERT_EQ(test_support::ToHex(outcome.text),
                      test_support::ToHex(expected.text))
                << what;
          }
          if (fatal) {
            ASSERT_EQ(outcome.errors, expected.errors) << what;
          } else {
            ASSERT_EQ(had_replacements, !expected.errors.empty()) << what;
          }
        }
      }
    }
  }
}

TEST(SniffingDecoderTest, EveryShortTextOfMarksAndOthers) {
  constexpr uint8_t kBytes[] = {0x41, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF};
  // An encoding of each kind: by their codecs, state and errors differ.
  for (const Encoding fallback :
       {Encoding::kUtf8, Encoding::kWindows1252, Encoding::kGb18030,
        Encoding::kIso2022Jp, Encoding::kUtf16Le, Encoding::kReplacement,
        Encoding::kBig5}) {
    Check(fallback, {});
    for (const uint8_t a : kBytes) {
      Check(fallback, {a});
      for (const uint8_t b : kBytes) {
        Check(fallback, {a, b});
        for (const uint8_t c : kBytes) {
          Check(fallback, {a, b, c});
          if (a != 0x41) {
            Check(fallback, {a, b, c, 0x42});
            Check(fallback, {a, b, c, 0xEF, 0xBB, 0xBF, 0xC3});
          }
        }
      }
    }
  }
}

TEST(SniffingDecoderTest, EveryEncodingIsAFallback) {
  for (const Encoding fallback : test_support::AllEncodings()) {
    Check(fallback, {0xEF, 0xBB, 0x41, 0xA1, 0xB0});
    Check(fallback, {0xEF, 0xBB, 0xBF, 0x41, 0xC3, 0xA9});
    Check(fallback, {0xFE, 0x41, 0x42});
    Check(fallback, {0xFE, 0xFF, 0x00, 0x42});
    Check(fallback, {0xFF, 0xFE, 0x42, 0x00});
  }
}

TEST(SniffingDecoderTest, SaysWhatIsDecided) {
  SniffingDecoder decoder(Encoding::kWindows1252);
  char16_t units[8];
  const uint8_t ef[] = {0xEF};
  const uint8_t bb_bf[] = {0xBB, 0xBF, 0x41};
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.DecodeToUtf16(ef, units, Flush::kNo).read, 1u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.DecodeToUtf16(bb_bf, units, Flush::kNo).written, 1u);
  EXPECT_TRUE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf8);
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kYes).written, 0u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf8);
  decoder.Reset();
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.fallback(), Encoding::kWindows1252);
}

}  // namespace
}  // namespace v8_encoding
