// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/short_ascii.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/guarded_buffer.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::internal {
namespace {

// One of the three conversions that Decoder and Encoder have.
template <typename InType, typename OutType>
struct Conversion {
  using In = InType;
  using Out = OutType;
};

template <typename C>
class ShortAsciiTest : public testing::Test {
 protected:
  using In = typename C::In;
  using Out = typename C::Out;

  static constexpr size_t kMax = kMaxShortAscii + 8;
  static constexpr Out kUntouched = 0x5A;

  // `text` behind the end of what is mapped, or before its begin, and as many
  // elements of output likewise; all behind those is to be untouched.
  bool Copy(const std::vector<In>& text, size_t room, bool at_end) {
    const auto place = [&](const test_support::GuardedBuffer& buffer,
                           size_t size) {
      return at_end ? buffer.Last(size) : buffer.First(size);
    };
    const auto in = place(input_, text.size() * sizeof(In));
    std::copy_n(reinterpret_cast<const uint8_t*>(text.data()), in.size(),
                in.data());
    const auto out = place(output_, room * sizeof(Out));
    result_ = {reinterpret_cast<Out*>(out.data()), room};
    std::ranges::fill(result_, kUntouched);
    const In* const text_in = reinterpret_cast<const In*>(in.data());
    if (windows_1252_) {
      return IsShort(text.size(), room) &&
             CopyShortWindows1252(text_in, text.size(), result_.data());
    }
    return IsShort(text.size(), room) && LooksLikeAscii(text_in, text.size()) &&
           CopyShortAscii(text_in, text.size(), result_.data());
  }

  const test_support::GuardedBuffer input_{kMax * sizeof(In)};
  const test_support::GuardedBuffer output_{kMax * sizeof(Out)};
  std::span<Out> result_;
  bool windows_1252_ = false;
};

using Conversions = testing::Types<Conversion<uint8_t, uint8_t>,
                                   Conversion<uint8_t, char16_t>,
                                   Conversion<char16_t, uint8_t>>;

class ConversionNames {
 public:
  template <typename C>
  static std::string GetName(int) {
    return sizeof(typename C::In) == 2    ? "UnitsToBytes"
           : sizeof(typename C::Out) == 2 ? "BytesToUnits"
                                          : "BytesToBytes";
  }
};

TYPED_TEST_SUITE(ShortAsciiTest, Conversions, ConversionNames);

TYPED_TEST(ShortAsciiTest, AllThatFits) {
  using In = typename TypeParam::In;
  for (size_t n = 0; n <= this->kMax; ++n) {
    std::vector<In> text(n);
    for (size_t i = 0; i < n; ++i) {
      text[i] = static_cast<In>((i * 37 + n) % 0x80);
    }
    for (size_t room = n == 0 ? 0 : n - 1; room <= this->kMax; ++room) {
      for (const bool at_end : {false, true}) {
        const bool fits = n != 0 && n <= kMaxShortAscii && n <= room;
        ASSERT_EQ(this->Copy(text, room, at_end), fits) << n << " in " << room;
        const size_t written = fits ? n : 0;
        ASSERT_TRUE(std::equal(text.begin(),
                               text.begin() + static_cast<ptrdiff_t>(written),
                               this->result_.begin()))
            << n << " in " << room;
        ASSERT_EQ(std::ranges::count(this->result_.subspan(written),
                                     this->kUntouched),
                  static_cast<ptrdiff_t>(room - written))
            << n << " in " << room;
      }
    }
  }
}

TYPED_TEST(ShortAsciiTest, NothingWhereAnyIsNotAscii) {
  using In = typename TypeParam::In;
  std::vector<In> others = {0x80, 0xC3, 0xFF};
  if constexpr (sizeof(In) == 2) {
    others.insert(others.end(), {0x0100, 0x0141, 0x4E00, 0x8000, 0xD841});
  }
  for (size_t n = 1; n <= kMaxShortAscii; ++n) {
    for (size_t i = 0; i < n; ++i) {
      for (const In other : others) {
        std::vector<In> text(n, 'A');
        text[i] = other;
        ASSERT_FALSE(this->Copy(text, n, true))
            << uint32_t{other} << " at " << i;
        ASSERT_EQ(std::ranges::count(this->result_, this->kUntouched),
                  static_cast<ptrdiff_t>(n))
            << uint32_t{other} << " at " << i;
      }
    }
  }
}

TYPED_TEST(ShortAsciiTest, Windows1252ButForItsOwnCharacters) {
  using In = typename TypeParam::In;
  this->windows_1252_ = true;
  std::vector<In> elements;
  for (uint32_t element = 0; element <= 0xFF; ++element) {
    elements.push_back(static_cast<In>(element));
  }
  if constexpr (sizeof(In) == 2) {
    elements.insert(elements.end(), {0x0100, 0x0141, 0x01A0, 0x20AC, 0x80A0,
                                     0xD841, 0xFFA0, 0xFFFF});
  }
  for (size_t n = 1; n <= kMaxShortAscii; ++n) {
    for (size_t i = 0; i < n; ++i) {
      for (const In element : elements) {
        std::vector<In> text(n);
        for (size_t k = 0; k < n; ++k) {
          text[k] = static_cast<In>(0xA0 + (k * 37 + n) % 0x60);
        }
        text[i] = element;
        const bool is_kept =
            element < 0x80 || (element >= 0xA0 && element <= 0xFF);
        ASSERT_EQ(this->Copy(text, n, true), is_kept)
            << uint32_t{element} << " at " << i;
        if (is_kept) {
          ASSERT_TRUE(std::ranges::equal(text, this->result_));
        } else {
          ASSERT_EQ(std::ranges::count(this->result_, this->kUntouched),
                    static_cast<ptrdiff_t>(n));
        }
      }
    }
  }
}

// Each encoding's own handlers say of each ASCII character what it is: with
// room for nothing, then for one, no short path is taken before them.
TEST(ShortAsciiEncodingsTest, AreThoseInWhichAsciiIsItself) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    bool decodes = true;
    bool encodes = true;
    for (uint8_t byte = 0; byte < 0x80; ++byte) {
      // The second byte isn't ASCII, so the two go through the codec.
      const uint8_t bytes[] = {byte, 0x80};
      char16_t unit[1] = {};
      Decoder decoder(encoding, DecodeErrorMode::kReplacement, BomMode::kKeep);
      const DecodeResult decoded =
          decoder.DecodeToUtf16(bytes, unit, Flush::kNo);
      decodes &= decoded.written == 1 && unit[0] == byte;

      const char16_t units[] = {byte, 0x4E00};
      uint8_t out[1] = {};
      Encoder encoder(encoding);
      const EncodeResult encoded =
          encoder.EncodeFromUtf16(units, out, Flush::kNo);
      encodes &= encoded.written == 1 && out[0] == byte &&
                 encoder.state() == EncoderState();
    }
    EXPECT_EQ(DecodesAsciiAsItself(encoding), decodes) << Name(encoding);
    EXPECT_EQ(EncodesAsciiAsItself(encoding), encodes) << Name(encoding);
  }
}

// The same for what CopyShortWindows1252() copies.
TEST(ShortAsciiEncodingsTest, Windows1252IsLatin1ButForItsOwnCharacters) {
  for (uint32_t byte = 0; byte <= 0xFF; ++byte) {
    if (byte >= 0x80 && byte < 0xA0) {
      continue;
    }
    const uint8_t bytes[] = {static_cast<uint8_t>(byte), 'A'};
    char16_t unit[1] = {};
    Decoder decoder(Encoding::kWindows1252);
    EXPECT_EQ(decoder.DecodeToUtf16(bytes, unit, Flush::kNo).written, 1u);
    EXPECT_EQ(unit[0], byte);
    if (HasEncoder(Encoding::kWindows1252)) {
      const char16_t units[] = {static_cast<char16_t>(byte), u'A'};
      uint8_t out[1] = {};
      Encoder encoder(Encoding::kWindows1252);
      EXPECT_EQ(encoder.EncodeFromUtf16(units, out, Flush::kNo).written, 1u);
      EXPECT_EQ(out[0], byte);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::internal
