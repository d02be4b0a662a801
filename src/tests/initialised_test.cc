// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether results depend on memory that nobody set, and whether all that a call
// says it has written is written: every decoder and encoder, under the memory
// sanitizer, on each instruction set that the sanitizer can follow. What lies
// around an input, and an output before a call, is uninitialised.
//
// With the name of an encoding as argument, only that one.
//
// A program without GoogleTest, whose messages are made by C++'s library: of
// that there is no build for the memory sanitizer.

#include <sanitizer/msan_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/testing/corpora.h"
#include "src/testing/random.h"
#include "src/testing/target.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/encoding_list.h"

namespace v8_encoding {
namespace {

using test_support::Corpus;
using test_support::Random;
using test_support::Script;

// Of the texts; the last is that of several batches.
constexpr size_t kLengths[] = {0,  1,  2,  3,  7,   15,  16,  17,  31,
                               33, 63, 64, 65, 127, 130, 300, 2500};

// Elements before and behind an input or output: as many bytes at least as two
// vectors of any target.
constexpr size_t kAround = 128;

// A copy of a text, or room for one, amid uninitialised memory.
template <typename Unit>
class Amid {
 public:
  explicit Amid(std::span<const Unit> text) : Amid(text.size()) {
    std::copy(text.begin(), text.end(), begin());
  }
  explicit Amid(size_t room)
      : room_(room), units_(std::make_unique<Unit[]>(room + 2 * kAround)) {
    __msan_poison(units_.get(), (room + 2 * kAround) * sizeof(Unit));
  }

  std::span<Unit> units() { return {begin(), room_}; }

  // Ends the program unless so many units are initialised.
  void Check(size_t written, const char* what, Encoding encoding) {
    const intptr_t at = __msan_test_shadow(begin(), written * sizeof(Unit));
    if (at >= 0) {
      std::printf("%s, %s: byte %td of %zu written units is uninitialised\n",
                  what, Name(encoding).data(), at, written);
      std::exit(1);
    }
  }

 private:
  Unit* begin() { return units_.get() + kAround; }

  size_t room_;
  std::unique_ptr<Unit[]> units_;
};

// Outputs of these capacities: what always suffices, and something less.
std::vector<size_t> Capacities(size_t enough, Random& random) {
  return {enough, random.Below(static_cast<uint32_t>(enough) + 1)};
}

size_t conversions = 0;

template <typename Unit, typename Convert>
void Decode(std::span<const uint8_t> bytes,
            Encoding encoding,
            DecodeErrorMode mode,
            size_t capacity,
            size_t cut,
            const char* what,
            Convert convert) {
  Decoder decoder(encoding, mode);
  for (const bool is_last : {false, true}) {
    Amid<uint8_t> input(is_last ? bytes.subspan(cut) : bytes.first(cut));
    Amid<Unit> output(capacity);
    const DecodeResult result = convert(decoder, input.units(), output.units(),
                                        is_last ? Flush::kYes : Flush::kNo);
    __msan_check_mem_is_initialized(&result.read, sizeof(result.read));
    output.Check(result.written, what, encoding);
    ++conversions;
    if (result.read != input.units().size()) {
      return;
    }
  }
}

void DecodeAll(std::span<const uint8_t> bytes,
               Encoding encoding,
               Random& random) {
  for (const DecodeErrorMode mode :
       {DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal,
        DecodeErrorMode::kReplacementReported}) {
    const size_t cut = random.Below(static_cast<uint32_t>(bytes.size()) + 1);
    for (const size_t capacity :
         Capacities(Decoder::MaxUtf8Length(encoding, bytes.size()), random)) {
      Decode<uint8_t>(bytes, encoding, mode, capacity, cut, "DecodeToUtf8",
                      [](Decoder& decoder, auto... arguments) {
                        return decoder.DecodeToUtf8(arguments...);
                      });
      Decode<uint8_t>(bytes, encoding, mode, capacity, cut, "DecodeToLatin1",
                      [](Decoder& decoder, auto... arguments) {
                        return decoder.DecodeToLatin1(arguments...);
                      });
      Decode<char16_t>(bytes, encoding, mode, capacity, cut, "DecodeToUtf16",
                       [](Decoder& decoder, auto... arguments) {
                         return decoder.DecodeToUtf16(arguments...);
                       });
    }
    Decoder decoder(encoding, mode);
    Amid<uint8_t> input(bytes);
    const size_t units = decoder.Validate(input.units(), Flush::kYes).written;
    __msan_check_mem_is_initialized(&units, sizeof(units));
  }
}

template <typename Unit, typename Convert>
void Encode(std::span<const Unit> text,
            Encoding encoding,
            EncodeErrorMode mode,
            size_t capacity,
            size_t cut,
            const char* what,
            Convert convert) {
  Encoder encoder(encoding, mode);
  for (const bool is_last : {false, true}) {
    Amid<Unit> input(is_last ? text.subspan(cut) : text.first(cut));
    Amid<uint8_t> output(capacity);
    const EncodeResult result = convert(encoder, input.units(), output.units(),
                                        is_last ? Flush::kYes : Flush::kNo);
    __msan_check_mem_is_initialized(&result.read, sizeof(result.read));
    output.Check(result.written, what, encoding);
    ++conversions;
    if (result.read != input.units().size()) {
      return;
    }
  }
}

void EncodeAll(std::span<const char16_t> text,
               std::span<const uint8_t> bytes,
               Encoding encoding,
               Random& random) {
  for (const EncodeErrorMode mode :
       {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
    const size_t length = text.size();
    for (const size_t capacity : Capacities(
             Encoder::MaxLengthFromUtf16(encoding, mode, length), random)) {
      Encode<char16_t>(text, encoding, mode, capacity,
                       random.Below(static_cast<uint32_t>(length) + 1),
                       "EncodeFromUtf16",
                       [](Encoder& encoder, auto... arguments) {
                         return encoder.EncodeFromUtf16(arguments...);
                       });
    }
    const size_t cut = random.Below(static_cast<uint32_t>(bytes.size()) + 1);
    for (const size_t capacity :
         Capacities(Encoder::MaxLengthFromUtf8(encoding, mode, bytes.size()),
                    random)) {
      Encode<uint8_t>(bytes, encoding, mode, capacity, cut, "EncodeFromUtf8",
                      [](Encoder& encoder, auto... arguments) {
                        return encoder.EncodeFromUtf8(arguments...);
                      });
      Encode<uint8_t>(bytes, encoding, mode, capacity, cut, "EncodeFromLatin1",
                      [](Encoder& encoder, auto... arguments) {
                        return encoder.EncodeFromLatin1(arguments...);
                      });
    }
  }
}

std::vector<uint8_t> Encoded(std::span<const char16_t> text,
                             Encoding encoding) {
  std::vector<uint8_t> bytes(Encoder::MaxLengthFromUtf16(
      encoding, EncodeErrorMode::kHtml, text.size()));
  Encoder encoder(encoding, EncodeErrorMode::kHtml);
  bytes.resize(encoder.EncodeFromUtf16(text, bytes, Flush::kYes).written);
  return bytes;
}

void Run(Encoding encoding, Random& random) {
  for (size_t i = 0; i < test_support::kScriptCount; ++i) {
    const Script script = static_cast<Script>(i);
    for (const size_t length : kLengths) {
      std::u16string text = Corpus(script, length, random.Next());
      std::vector<uint8_t> bytes = Encoded(text, GetOutputEncoding(encoding));
      // One text in two is as it should be.
      if (random.Chance(50)) {
        for (size_t at = 0; at < text.size(); at += 1 + random.Below(40)) {
          text[at] = static_cast<char16_t>(random.Chance(50)
                                               ? random.In(0xD800, 0xDFFF)
                                               : random.Below(0x10000));
        }
        for (size_t at = 0; at < bytes.size(); at += 1 + random.Below(40)) {
          bytes[at] = static_cast<uint8_t>(random.Below(0x100));
        }
      }
      DecodeAll(bytes, encoding, random);
      EncodeAll(text, Encoded(text, Encoding::kUtf8), encoding, random);
      EncodeAll(text, bytes, encoding, random);
    }
  }
}

int Main(std::string_view only) {
  for (const std::string& target : test_support::Targets()) {
    if (test_support::ForceTarget(target).empty()) {
      return 1;
    }
    const size_t before = conversions;
    Random random(1);
    for (size_t i = 0; i < kEncodingCount; ++i) {
      const Encoding encoding = static_cast<Encoding>(i);
      if (only.empty() || Name(encoding) == only) {
        Run(encoding, random);
      }
    }
    std::printf("%s: %zu conversions\n", target.c_str(), conversions - before);
  }
  return conversions == 0;
}

}  // namespace
}  // namespace v8_encoding

int main(int argc, char** argv) {
  return v8_encoding::Main(argc > 1 ? argv[1] : "");
}
