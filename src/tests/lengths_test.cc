// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The maximum lengths of decoders and of Encoder: no text exceeds them, and
// some text comes as near as the headers say. All short texts of bytes and
// units at which something changes, from all states that such texts lead to.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/sniffing_decoder.h"

namespace v8_encoding {
namespace {

using test_support::AllEncodings;

// Texts of three units are all that changes from state to state.
constexpr size_t kMost = test_support::kSlowBuild ? 2 : 3;

// All texts of `size` units of an alphabet.
template <typename Unit>
void ForEachText(std::span<const Unit> alphabet,
                 size_t size,
                 const std::function<void(std::span<const Unit>)>& visit) {
  std::vector<size_t> digits(size);
  std::vector<Unit> text(size, alphabet[0]);
  for (;;) {
    visit(text);
    size_t i = 0;
    for (; i < size; ++i) {
      digits[i] = (digits[i] + 1) % alphabet.size();
      text[i] = alphabet[digits[i]];
      if (digits[i] != 0) {
        break;
      }
    }
    if (i == size) {
      return;
    }
  }
}

constexpr uint8_t kBytes[] = {0x1B, 0x20, 0x24, 0x28, 0x30, 0x42,
                              0x61, 0x81, 0x8F, 0xA1, 0xC2, 0xD8,
                              0xDC, 0xE3, 0xF0, 0xF5, 0xFF};

class EachMaxLengthTest : public testing::TestWithParam<Encoding> {};

template <typename Unit, typename AnyDecoder>
size_t DecodedLength(AnyDecoder decoder, std::span<const uint8_t> bytes) {
  Unit output[64];
  const auto decode = [&] {
    if constexpr (sizeof(Unit) == 1) {
      return decoder.DecodeToUtf8(bytes, output, Flush::kYes);
    } else {
      return decoder.DecodeToUtf16(bytes, output, Flush::kYes);
    }
  };
  const DecodeResult result = decode();
  EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
  return result.written;
}

TEST_P(EachMaxLengthTest, OfDecoder) {
  const Encoding encoding = GetParam();
  std::set<uint32_t> states;
  for (size_t size = 0; size <= kMost; ++size) {
    ForEachText<uint8_t>(kBytes, size, [&](std::span<const uint8_t> bytes) {
      // An output that is full leaves bytes that were restored.
      for (size_t capacity = 0; capacity < 4; ++capacity) {
        Decoder decoder(encoding, DecodeErrorMode::kReplacement,
                        BomMode::kKeep);
        char16_t units[4];
        (void)decoder.DecodeToUtf16(bytes, {units, capacity}, Flush::kNo);
        states.insert(decoder.state().bits());
      }
    });
  }
  for (size_t size = 0; size <= kMost; ++size) {
    size_t utf16 = 0;
    size_t utf8 = 0;
    for (const uint32_t state : states) {
      Decoder decoder(encoding, DecodeErrorMode::kReplacement, BomMode::kKeep);
      decoder.set_state(DecoderState::FromBits(state));
      ForEachText<uint8_t>(kBytes, size, [&](std::span<const uint8_t> bytes) {
        utf16 = std::max(utf16, DecodedLength<char16_t>(decoder, bytes));
        utf8 = std::max(utf8, DecodedLength<uint8_t>(decoder, bytes));
      });
    }
    const size_t max_utf16 = Decoder::MaxUtf16Length(encoding, size);
    const size_t max_utf8 = Decoder::MaxUtf8Length(encoding, size);
    EXPECT_LE(utf16, max_utf16) << size;
    EXPECT_GE(utf16 + 2, max_utf16) << size;
    EXPECT_LE(utf8, max_utf8) << size;
    EXPECT_GE(utf8 + 9, max_utf8) << size;
  }
  EXPECT_LE(Decoder::MaxUtf16Length(encoding, 1000), Decoder::MaxUnits(1000));
}

// From each state that a first chunk of up to three bytes leads to, with byte
// order marks, and with bytes that turn out to be none while the output is
// full.
TEST_P(EachMaxLengthTest, OfSniffingDecoder) {
  constexpr uint8_t kMarks[] = {0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0xD8, 0x61};
  const Encoding fallback = GetParam();
  std::vector<SniffingDecoder> decoders;
  const auto add = [&](std::span<const uint8_t> bytes) {
    for (const size_t capacity : {size_t{0}, size_t{8}}) {
      SniffingDecoder decoder(fallback);
      char16_t units[8];
      (void)decoder.DecodeToUtf16(bytes, {units, capacity}, Flush::kNo);
      decoders.push_back(decoder);
    }
  };
  for (size_t size = 0; size <= kMost; ++size) {
    ForEachText<uint8_t>(kMarks, size, add);
  }
  for (size_t size = 1; size <= 2; ++size) {
    ForEachText<uint8_t>(kBytes, size, add);
  }
  for (size_t size = 0; size <= 3; ++size) {
    const size_t max_utf16 = SniffingDecoder::MaxUtf16Length(fallback, size);
    const size_t max_utf8 = SniffingDecoder::MaxUtf8Length(fallback, size);
    ForEachText<uint8_t>(kMarks, size, [&](std::span<const uint8_t> bytes) {
      for (const SniffingDecoder& decoder : decoders) {
        ASSERT_LE(DecodedLength<char16_t>(decoder, bytes), max_utf16);
        ASSERT_LE(DecodedLength<uint8_t>(decoder, bytes), max_utf8);
      }
    });
  }
}

TEST(MaxLengthTest, OfDecodersEndsAtTheMostThereIs) {
  static_assert(Decoder::MaxUnits(10) == 14);
  static_assert(Decoder::MaxUnits(SIZE_MAX - 4) == SIZE_MAX);
  static_assert(Decoder::MaxUnits(SIZE_MAX - 3) == SIZE_MAX);
  static_assert(Decoder::MaxUnits(SIZE_MAX) == SIZE_MAX);
  for (const Encoding encoding : AllEncodings()) {
    for (const size_t size : {SIZE_MAX - 3, SIZE_MAX - 2, SIZE_MAX}) {
      EXPECT_EQ(SniffingDecoder::MaxUtf16Length(encoding, size), SIZE_MAX);
      EXPECT_EQ(SniffingDecoder::MaxUtf8Length(encoding, size), SIZE_MAX);
    }
    // Nowhere less than what a byte order mark may lead to.
    for (size_t size = 0; size < 100; ++size) {
      for (const Encoding found : {encoding, Encoding::kUtf8,
                                   Encoding::kUtf16Be, Encoding::kUtf16Le}) {
        EXPECT_GE(SniffingDecoder::MaxUtf16Length(encoding, size),
                  Decoder::MaxUtf16Length(found, size + 2));
        EXPECT_GE(SniffingDecoder::MaxUtf8Length(encoding, size),
                  Decoder::MaxUtf8Length(found, size + 2));
      }
    }
  }
}

// Long texts come as near: each more byte counts as much as the first did.
TEST_P(EachMaxLengthTest, OfDecoderForLongText) {
  constexpr size_t kSize = 200;
  size_t utf16 = 0;
  size_t utf8 = 0;
  for (const uint8_t first : kBytes) {
    for (int second = 0; second < 0x100; ++second) {
      std::vector<uint8_t> bytes;
      for (size_t i = 0; i < kSize; ++i) {
        // The second byte, and between, but for one of the rounds, the first.
        const bool is_first = i % 2 == 0 && first != kBytes[0];
        bytes.push_back(is_first ? first : static_cast<uint8_t>(second));
      }
      std::vector<char16_t> units(2 * kSize);
      std::vector<uint8_t> output(4 * kSize);
      utf16 = std::max(
          utf16,
          Decoder(GetParam()).DecodeToUtf16(bytes, units, Flush::kYes).written);
      utf8 = std::max(
          utf8,
          Decoder(GetParam()).DecodeToUtf8(bytes, output, Flush::kYes).written);
    }
  }
  const size_t max_utf16 = Decoder::MaxUtf16Length(GetParam(), kSize);
  const size_t max_utf8 = Decoder::MaxUtf8Length(GetParam(), kSize);
  EXPECT_LE(utf16, max_utf16);
  EXPECT_GE(utf16 + 3, max_utf16);
  EXPECT_LE(utf8, max_utf8);
  EXPECT_GE(utf8 + 9, max_utf8);
}

enum class From { kUtf16, kLatin1, kUtf8 };
constexpr From kFroms[] = {From::kUtf16, From::kLatin1, From::kUtf8};

size_t MaxLength(From from,
                 Encoding encoding,
                 EncodeErrorMode mode,
                 size_t size) {
  switch (from) {
    case From::kUtf16:
      return Encoder::MaxLengthFromUtf16(encoding, mode, size);
    case From::kLatin1:
      return Encoder::MaxLengthFromLatin1(encoding, mode, size);
    case From::kUtf8:
      return Encoder::MaxLengthFromUtf8(encoding, mode, size);
  }
  return 0;
}

EncodeResult Encode(From from,
                    Encoder& encoder,
                    std::u16string_view text,
                    std::span<uint8_t> output,
                    Flush flush) {
  if (from == From::kUtf16) {
    return encoder.EncodeFromUtf16(text, output, flush);
  }
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  return from == From::kLatin1 ? encoder.EncodeFromLatin1(bytes, output, flush)
                               : encoder.EncodeFromUtf8(bytes, output, flush);
}

size_t EncodedLength(From from, Encoder encoder, std::u16string_view text) {
  std::vector<uint8_t> output(16 * text.size() + 32);
  size_t written = 0;
  for (;;) {
    const EncodeResult result =
        Encode(from, encoder, text, output, Flush::kYes);
    written += result.written;
    text.remove_prefix(result.read);
    if (result.status == EncodeStatus::kInputEmpty) {
      return written;
    }
    EXPECT_EQ(result.status, EncodeStatus::kUnmappable);
  }
}

// Units; bytes of Latin-1; bytes of UTF-8, which are pieces of characters that
// are unmappable or need escapes.
constexpr std::u16string_view kUnits =
    u"a\\~\x1B\u0080\u00A5\u00A7\u00E9\u2603\u3042\u4E00\uAC00\xD83D\xDE00"
    u"\uE5E5\uFFFD\uFFFF";
constexpr std::u16string_view kLatin1 =
    u"a\\~\x1B\u0080\u00A4\u00A5\u00A7\u00E9\u00FF";
constexpr std::u16string_view kUtf8 =
    u"a\\\u00C2\u00A7\u00A5\u00E3\u0081\u0082\u00F0\u009F\u00FF";

TEST_P(EachMaxLengthTest, OfEncoder) {
  const Encoding encoding = GetParam();
  if (!HasEncoder(encoding) && GetOutputEncoding(encoding) == encoding) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  for (const EncodeErrorMode mode :
       {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
    std::set<uint32_t> states = {0};
    for (const From from : kFroms) {
      const std::u16string_view alphabet = from == From::kUtf16    ? kUnits
                                           : from == From::kLatin1 ? kLatin1
                                                                   : kUtf8;
      for (size_t size = 0; size <= 2; ++size) {
        ForEachText<char16_t>(
            alphabet, size, [&](std::span<const char16_t> text) {
              Encoder encoder(encoding, mode);
              uint8_t output[64];
              (void)Encode(from, encoder, {text.data(), text.size()}, output,
                           Flush::kNo);
              states.insert(encoder.state().bits());
            });
      }
    }
    for (const From from : kFroms) {
      const std::u16string_view alphabet = from == From::kUtf16    ? kUnits
                                           : from == From::kLatin1 ? kLatin1
                                                                   : kUtf8;
      for (size_t size = 0; size <= kMost; ++size) {
        size_t written = 0;
        for (const uint32_t state : states) {
          Encoder encoder(encoding, mode);
          encoder.set_state(EncoderState::FromBits(state));
          ForEachText<char16_t>(
              alphabet, size, [&](std::span<const char16_t> text) {
                written = std::max(
                    written,
                    EncodedLength(from, encoder, {text.data(), text.size()}));
              });
        }
        const size_t max = MaxLength(from, encoding, mode, size);
        EXPECT_LE(written, max)
            << size << " units of kind " << static_cast<int>(from)
            << (mode == EncodeErrorMode::kHtml ? ", html" : "");
        EXPECT_GE(written + 16, max)
            << size << " units of kind " << static_cast<int>(from)
            << (mode == EncodeErrorMode::kHtml ? ", html" : "");
      }
      // Long texts of one, two or three units over and over.
      constexpr size_t kSize = 60;
      size_t written = 0;
      for (size_t size = 1; size <= 3; ++size) {
        ForEachText<char16_t>(
            alphabet, size, [&](std::span<const char16_t> part) {
              std::u16string text;
              while (text.size() != kSize) {
                text.append(part.begin(), part.end());
              }
              written = std::max(
                  written, EncodedLength(from, Encoder(encoding, mode), text));
            });
      }
      const size_t max = MaxLength(from, encoding, mode, kSize);
      EXPECT_LE(written, max) << static_cast<int>(from);
      EXPECT_GE(written + 16, max) << static_cast<int>(from);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         EachMaxLengthTest,
                         testing::ValuesIn(AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

TEST(MaxLengthTest, IsSizeMaxBeyond) {
  static_assert(Decoder::MaxUtf8Length(Encoding::kUtf8, SIZE_MAX / 3) ==
                SIZE_MAX);
  static_assert(Decoder::MaxUtf8Length(Encoding::kUtf8, SIZE_MAX / 3 - 1) ==
                SIZE_MAX / 3 * 3);
  for (const Encoding encoding : AllEncodings()) {
    for (const EncodeErrorMode mode :
         {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
      for (const From from : kFroms) {
        size_t last = 0;
        for (const size_t size :
             {size_t{0}, SIZE_MAX / 9, SIZE_MAX / 8, SIZE_MAX / 4, SIZE_MAX / 3,
              SIZE_MAX / 2, SIZE_MAX - 3, SIZE_MAX - 1, SIZE_MAX}) {
          const size_t length = MaxLength(from, encoding, mode, size);
          EXPECT_GE(length, last) << Name(encoding) << " " << size;
          last = length;
        }
      }
    }
    size_t last_utf16 = 0;
    size_t last_utf8 = 0;
    for (const size_t size :
         {size_t{0}, SIZE_MAX / 3, SIZE_MAX / 2, SIZE_MAX - 4, SIZE_MAX - 3,
          SIZE_MAX - 2, SIZE_MAX - 1, SIZE_MAX}) {
      EXPECT_GE(Decoder::MaxUtf16Length(encoding, size), last_utf16);
      EXPECT_GE(Decoder::MaxUtf8Length(encoding, size), last_utf8);
      last_utf16 = Decoder::MaxUtf16Length(encoding, size);
      last_utf8 = Decoder::MaxUtf8Length(encoding, size);
    }
  }
}

}  // namespace
}  // namespace v8_encoding
