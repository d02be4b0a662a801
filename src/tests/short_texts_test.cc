// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Short texts take paths of their own in Decoder, Encoder and each kernel. Here
// each length up to a few vectors comes to what the same text comes to when
// it's handed over one by one, at both ends of memory, in as much room as there
// may be, as it needs and less, on each instruction set that this CPU has, by a
// converter that is new and by one that has been used.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::GuardedBuffer;
using test_support::IsExhaustive;
using test_support::kSlowBuild;
using test_support::Random;

constexpr size_t kMaxSize = 150;
// Texts that are the same on both sides take a way of their own up to 2 KiB.
constexpr size_t kMaxSameSize = 2100;
// With `tools/test --exhaustive` 8.
size_t TextsOfASize() {
  return kSlowBuild ? 1 : IsExhaustive() ? 8 : 2;
}

// Characters as texts have them: of one script, and of ASCII among them.
std::u16string TextOfAScript(Random& random, size_t size) {
  constexpr struct {
    char32_t first, last;
  } kScripts[] = {{0x20, 0x7E},      {0xA0, 0xFF},     {0x152, 0x178},
                  {0x410, 0x44F},    {0x5D0, 0x5EA},   {0x2018, 0x2044},
                  {0x3042, 0x30F6},  {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3},
                  {0xD700, 0xE100},  {0xF780, 0xF7FF}, {0xFF61, 0xFF9F},
                  {0x1F600, 0x1F64F}};
  const auto& script = kScripts[random.Below(std::size(kScripts))];
  const uint32_t percent_ascii = random.Chance(50) ? 0 : random.Below(101);
  std::u16string text;
  while (text.size() < size) {
    const char32_t c = random.Chance(percent_ascii)
                           ? random.Below(0x80)
                           : random.In(static_cast<uint32_t>(script.first),
                                       static_cast<uint32_t>(script.last));
    if (c > 0xFFFF) {
      text += static_cast<char16_t>(0xD7C0 + (c >> 10));
      text += static_cast<char16_t>(0xDC00 | (c & 0x3FF));
    } else {
      text += static_cast<char16_t>(c);
    }
  }
  text.resize(size);
  return text;
}

// The bytes of such a text; or with some that are anything.
std::vector<uint8_t> Bytes(Random& random, Encoding encoding, size_t size) {
  std::vector<uint8_t> bytes;
  if (encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be) {
    for (const char16_t unit : TextOfAScript(random, size / 2 + 1)) {
      const uint8_t low = static_cast<uint8_t>(unit);
      const uint8_t high = static_cast<uint8_t>(unit >> 8);
      const bool big_endian = encoding == Encoding::kUtf16Be;
      bytes.push_back(big_endian ? high : low);
      bytes.push_back(big_endian ? low : high);
    }
  } else {
    bytes.resize(8 * size + 16);
    Encoder encoder(encoding);
    const std::u16string text = TextOfAScript(random, size);
    size_t read = 0;
    size_t written = 0;
    EncodeResult result;
    do {
      result = encoder.EncodeFromUtf16(std::span(text).subspan(read),
                                       std::span(bytes).subspan(written),
                                       Flush::kYes);
      read += result.read;
      written += result.written;
    } while (result.status == EncodeStatus::kUnmappable);
    bytes.resize(written);
  }
  while (bytes.size() < size) {
    bytes.push_back(static_cast<uint8_t>(random.In(0x20, 0x7E)));
  }
  bytes.resize(size);
  if (size != 0 && random.Chance(25)) {
    bytes[random.Below(static_cast<uint32_t>(size))] =
        static_cast<uint8_t>(random.Below(0x100));
  }
  return bytes;
}

DecodeResult Convert(Decoder& decoder,
                     std::span<const uint8_t> input,
                     std::span<uint8_t> output,
                     Flush flush) {
  return decoder.DecodeToLatin1(input, output, flush);
}
DecodeResult Convert(Decoder& decoder,
                     std::span<const uint8_t> input,
                     std::span<char16_t> output,
                     Flush flush) {
  return decoder.DecodeToUtf16(input, output, flush);
}
EncodeResult Convert(Encoder& encoder,
                     std::span<const uint8_t> input,
                     std::span<uint8_t> output,
                     Flush flush) {
  return encoder.EncodeFromLatin1(input, output, flush);
}
EncodeResult Convert(Encoder& encoder,
                     std::span<const char16_t> input,
                     std::span<uint8_t> output,
                     Flush flush) {
  return encoder.EncodeFromUtf16(input, output, flush);
}

bool SameStop(const DecodeResult& a, const DecodeResult& b) {
  return a.status == b.status && a.malformed_length == b.malformed_length &&
         a.read_ahead_length == b.read_ahead_length;
}
bool SameStop(const EncodeResult& a, const EncodeResult& b) {
  return a.status == b.status && a.code_point == b.code_point;
}

// One by one, each in a call.
template <typename Coder, typename In, typename Out>
auto ConvertOneByOne(Coder& coder,
                     std::span<const In> input,
                     std::span<Out> output,
                     Flush flush) {
  size_t read = 0;
  size_t written = 0;
  for (;;) {
    const bool last = input.size() - read <= 1;
    auto result =
        Convert(coder, input.subspan(read, last ? input.size() - read : 1),
                output.subspan(written), last ? flush : Flush::kNo);
    read += result.read;
    written += result.written;
    if (last || result.status != decltype(result.status)::kInputEmpty) {
      result.read = read;
      result.written = written;
      return result;
    }
  }
}

class ShortTextsTest : public simd::TargetTest {
 protected:
  template <typename Coder, typename In, typename Out>
  void Check(const Coder& coder, std::span<const In> text, Out) {
    for (const Flush flush : {Flush::kNo, Flush::kYes}) {
      std::vector<Out> expected(12 * text.size() + 16);
      Coder one_by_one = coder;
      const auto all =
          ConvertOneByOne(one_by_one, text, std::span<Out>(expected), flush);
      for (const size_t room :
           {all.written, all.written + 4, 12 * text.size() + 16,
            all.written - std::min<size_t>(all.written, 1),
            all.written - std::min<size_t>(all.written, 5)}) {
        for (const bool at_end : {true, false}) {
          CheckIn(coder, text, std::span<Out>(expected), room, at_end, flush);
          if (HasFatalFailure()) {
            return;
          }
        }
      }
    }
  }

 private:
  template <typename Coder, typename In, typename Out>
  void CheckIn(const Coder& coder,
               std::span<const In> text,
               std::span<Out> expected,
               size_t room,
               bool at_end,
               Flush flush) {
    Coder one_by_one = coder;
    const auto reference =
        ConvertOneByOne(one_by_one, text, expected.first(room), flush);
    const auto place = [=](const GuardedBuffer& buffer, size_t n) {
      return at_end ? buffer.Last(n).data() : buffer.First(n).data();
    };
    const std::span<In> input(
        reinterpret_cast<In*>(place(input_, text.size_bytes())), text.size());
    std::copy(text.begin(), text.end(), input.begin());
    const std::span<Out> output(
        reinterpret_cast<Out*>(place(output_, room * sizeof(Out))), room);
    Coder whole = coder;
    const auto result =
        Convert(whole, std::span<const In>(input), output, flush);
    const auto describe = [&] {
      std::string description = std::string(Name(coder.encoding())) +
                                ", room for " + std::to_string(room) + ":";
      for (const In element : text) {
        description += " " + std::to_string(element);
      }
      return description;
    };
    ASSERT_TRUE(SameStop(result, reference)) << describe();
    ASSERT_EQ(result.written, reference.written) << describe();
    ASSERT_TRUE(std::equal(
        output.begin(), output.begin() + static_cast<ptrdiff_t>(result.written),
        expected.begin()))
        << describe();
    if (result.status != decltype(result.status)::kOutputFull) {
      ASSERT_EQ(result.read, reference.read) << describe();
      CheckSameState(whole, one_by_one, In(), Out(), describe());
      return;
    }
    // One by one, the begin of a character that doesn't fit has been read.
    ASSERT_LE(result.read, reference.read) << describe();
    std::vector<Out> rest(expected.size());
    std::vector<Out> rest_one_by_one(expected.size());
    const auto end =
        Convert(whole, text.subspan(result.read), std::span<Out>(rest), flush);
    const auto end_one_by_one =
        Convert(one_by_one, text.subspan(reference.read),
                std::span<Out>(rest_one_by_one), flush);
    ASSERT_TRUE(SameStop(end, end_one_by_one)) << describe();
    ASSERT_EQ(result.read + end.read, reference.read + end_one_by_one.read)
        << describe();
    CheckSameState(whole, one_by_one, In(), Out(), describe());
    ASSERT_EQ(end.written, end_one_by_one.written) << describe();
    // What is behind is unspecified.
    rest.resize(end.written);
    rest_one_by_one.resize(end.written);
    ASSERT_EQ(rest, rest_one_by_one) << describe();
  }

  // By what more text comes to: words of equal states may differ.
  template <typename Coder, typename In, typename Out>
  void CheckSameState(Coder& a, Coder& b, In, Out, const std::string& what) {
    const std::vector<In> more = {0x42, 0x21, 0x40, 0x85};
    std::vector<Out> from_a(64);
    std::vector<Out> from_b(64);
    const auto result_a = Convert(a, std::span<const In>(more),
                                  std::span<Out>(from_a), Flush::kYes);
    const auto result_b = Convert(b, std::span<const In>(more),
                                  std::span<Out>(from_b), Flush::kYes);
    ASSERT_TRUE(SameStop(result_a, result_b)) << what;
    ASSERT_EQ(result_a.read, result_b.read) << what;
    ASSERT_EQ(result_a.written, result_b.written) << what;
    from_a.resize(result_a.written);
    from_b.resize(result_b.written);
    ASSERT_EQ(from_a, from_b) << what;
  }

 protected:
  const GuardedBuffer input_{2 * kMaxSameSize};
  const GuardedBuffer output_{2 * (12 * kMaxSameSize + 16)};
};

// Calls check(size, place) for texts about as long as some vectors, with
// something at a place that is before, at or behind the end of one; `size` as
// place is nowhere.
template <typename Check>
void ForEachPlace(Check check) {
  for (const size_t size : {33, 64, 65, 127, 128, 191, 255, 256, 257, 288, 319,
                            320, 512, 600, 1023, 2047, 2048, 2049}) {
    for (const size_t place : {0, 31, 32, 63, 64, 200, 255, 256, 511, 512}) {
      if (place < size) {
        check(size, place);
      }
    }
    check(size, size - 1);
    check(size, size);
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         ShortTextsTest,
                         simd::EachTarget(),
                         simd::TargetName);

TEST_P(ShortTextsTest, Decoding) {
  Random random(9);
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = static_cast<Encoding>(i);
    for (size_t size = 0; size <= kMaxSize; ++size) {
      for (size_t k = 0; k < TextsOfASize(); ++k) {
        const std::vector<uint8_t> bytes = Bytes(random, encoding, size);
        const Decoder decoder(
            encoding,
            random.Chance(50) ? DecodeErrorMode::kFatal
                              : DecodeErrorMode::kReplacement,
            random.Chance(50) ? BomMode::kKeep : BomMode::kRemove);
        Check(decoder, std::span(bytes), char16_t());
        Check(decoder, std::span(bytes), uint8_t());
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

TEST_P(ShortTextsTest, Encoding) {
  Random random(10);
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = static_cast<Encoding>(i);
    for (size_t size = 0; size <= kMaxSize; ++size) {
      for (size_t k = 0; k < TextsOfASize(); ++k) {
        const std::u16string text = TextOfAScript(random, size);
        std::vector<uint8_t> latin1(text.begin(), text.end());
        const Encoder encoder(encoding, random.Chance(50)
                                            ? EncodeErrorMode::kFatal
                                            : EncodeErrorMode::kHtml);
        Check(encoder, std::span<const char16_t>(text), uint8_t());
        Check(encoder, std::span<const uint8_t>(latin1), uint8_t());
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

// ASCII, where anything else stops it.
TEST_P(ShortTextsTest, DecodingOfWhatIsNearlyTheSame) {
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kWindows1252}) {
    ForEachPlace([&](size_t size, size_t place) {
      for (const uint8_t byte : {0x80, 0x9F, 0xA0, 0xC3, 0xFF}) {
        std::vector<uint8_t> bytes(size, 'a');
        if (place < size) {
          bytes[place] = byte;
        }
        const Decoder decoder(encoding, DecodeErrorMode::kReplacement);
        Check(decoder, std::span<const uint8_t>(bytes), char16_t());
        Check(decoder, std::span<const uint8_t>(bytes), uint8_t());
        if (HasFatalFailure() || place == size) {
          return;
        }
      }
    });
  }
}

TEST_P(ShortTextsTest, EncodingOfWhatIsNearlyTheSame) {
  struct Texts {
    Encoding encoding;
    std::u16string_view others;  // Over and over, but for one unit.
  };
  for (const Texts& texts :
       {Texts{Encoding::kWindows1252, u"a"}, Texts{Encoding::kUtf8, u"a"},
        Texts{Encoding::kUtf8, u"\u0436"},
        Texts{Encoding::kUtf8, u"e\u00E9t\u00E9 "}}) {
    const Encoder encoder(texts.encoding, EncodeErrorMode::kHtml);
    ForEachPlace([&](size_t size, size_t place) {
      for (const char16_t unit :
           {char16_t{0x80}, char16_t{0x9F}, char16_t{0xE9}, char16_t{0x7FF},
            char16_t{0x800}, char16_t{0x20AC}, char16_t{0xD83D},
            char16_t{0xFF41}}) {
        std::u16string text(size, 0);
        for (size_t i = 0; i < size; ++i) {
          text[i] = texts.others[i % texts.others.size()];
        }
        if (place < size) {
          text[place] = unit;
        }
        const std::vector<uint8_t> latin1(text.begin(), text.end());
        Check(encoder, std::span<const char16_t>(text), uint8_t());
        Check(encoder, std::span<const uint8_t>(latin1), uint8_t());
        if (HasFatalFailure() || place == size) {
          return;
        }
      }
    });
  }
}

// Windows-1252 to UTF-8 in one call, beside the same by way of UTF-16.
TEST_P(ShortTextsTest, Windows1252ToUtf8) {
  ForEachPlace([&](size_t size, size_t place) {
    for (const uint8_t byte : {0x80, 0x9F, 0xA0, 0xFF}) {
      for (const uint8_t other : {0x61, 0xE9}) {
        std::vector<uint8_t> bytes(size, other);
        if (place < size) {
          bytes[place] = byte;
        }
        std::u16string units(size, 0);
        ASSERT_EQ(Decoder(Encoding::kWindows1252)
                      .DecodeToUtf16(bytes, units, Flush::kYes)
                      .written,
                  size);
        std::string expected(3 * size, 0);
        expected.resize(
            Encoder(Encoding::kUtf8)
                .EncodeFromUtf16(units,
                                 {reinterpret_cast<uint8_t*>(expected.data()),
                                  expected.size()},
                                 Flush::kYes)
                .written);
        for (const size_t room :
             {expected.size(), expected.size() + 200, expected.size() - 1}) {
          const std::span<uint8_t> output = output_.Last(room);
          const DecodeResult result =
              Decoder(Encoding::kWindows1252)
                  .DecodeToUtf8(bytes, output, Flush::kYes);
          ASSERT_EQ(result.status == DecodeStatus::kInputEmpty,
                    room >= expected.size());
          ASSERT_LE(result.written, expected.size());
          ASSERT_TRUE(std::equal(
              output.begin(),
              output.begin() + static_cast<ptrdiff_t>(result.written),
              expected.begin(),
              [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); }))
              << size << ", " << place;
          ASSERT_EQ(result.read == size, room >= expected.size());
        }
      }
    }
  });
}

}  // namespace
}  // namespace v8_encoding
