// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// unicode.h. An input is
//
//   form and instruction set, room, bytes…
//
// A text in the form (Latin-1, UTF-8, UTF-16 or UTF-32) is converted to the
// other forms, whole and in calls with that room, and measured.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/canaries.h"
#include "src/testing/hex.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/unicode.h"

namespace v8_encoding::fuzz {

namespace {

template <typename Out, typename Text>
std::vector<Out> VectorOf(const Text& text) {
  return std::vector<Out>(text.begin(), text.end());
}

// A text, and what is wrong with what was said of it.
template <typename In>
class Checker {
 public:
  // `scalars` is what `input` is.
  Checker(std::vector<In> input, std::u32string scalars, size_t room)
      : input_(std::move(input)),
        scalars_(std::move(scalars)),
        utf16_(model::ToUtf16(scalars_)),
        utf8_(model::Utf8Encode(scalars_)),
        room_(room) {}

  const std::vector<In>& input() const { return input_; }
  const std::u32string& scalars() const { return scalars_; }
  const std::u16string& utf16() const { return utf16_; }
  const Bytes& utf8() const { return utf8_; }
  const std::string& failure() const { return failure_; }

  template <typename Value>
  void Equal(const char* what, Value got, Value expected) {
    if (got != expected) {
      Fail(std::string(what) + " is " + std::to_string(got) + ", not " +
           std::to_string(expected));
    }
  }

  template <typename Convert>
  void ToUtf8(Convert convert) {
    All("to UTF-8", convert, utf8_, 4);
  }
  template <typename Convert>
  void ToUtf16(Convert convert) {
    All("to UTF-16", convert, VectorOf<char16_t>(utf16_), 2);
  }
  template <typename Convert>
  void ToUtf32(Convert convert) {
    All("to UTF-32", convert, VectorOf<char32_t>(scalars_), 1);
  }
  // As far as that goes: `prefix` units of the input.
  template <typename Convert>
  void ToLatin1(Convert convert, size_t prefix) {
    const auto wide = std::ranges::find_if(
        scalars_, [](char32_t scalar) { return scalar > 0xFF; });
    Whole("to Latin-1", convert, Bytes(scalars_.begin(), wide), prefix,
          input_.size());
  }

 private:
  void Fail(const std::string& what) {
    failure_ += what + "; units of " + std::to_string(sizeof(In)) + " [" +
                test_support::ToHex(input_) + "] ";
  }

  template <typename Out, typename Convert>
  void Whole(const char* what,
             Convert convert,
             const std::vector<Out>& expected,
             size_t read,
             size_t room) {
    test_support::OutputWithCanaries<Out> output(room);
    const Conversion done = convert(input_, output.units());
    if (done != Conversion{read, expected.size()} || !output.intact() ||
        !std::ranges::equal(output.first(done.written), expected)) {
      Fail(what);
    }
  }

  template <typename Out, typename Convert>
  void All(const char* what,
           Convert convert,
           const std::vector<Out>& expected,
           size_t most_per_character) {
    Whole(what, convert, expected, input_.size(), expected.size());
    std::vector<Out> parts;
    size_t room = room_;
    for (size_t read = 0; read != input_.size();) {
      // In memory of its own, so that sanitizers see a read past the end.
      const std::vector<In> rest(input_.begin() + static_cast<ptrdiff_t>(read),
                                 input_.end());
      test_support::OutputWithCanaries<Out> output(room);
      const Conversion done = convert(rest, output.units());
      if (done.read > rest.size() || done.written > room || !output.intact() ||
          (done.read != rest.size() &&
           room - done.written >= most_per_character)) {
        Fail(std::string(what) + ", in parts, ");
        return;
      }
      const std::span<const Out> written = output.first(done.written);
      parts.insert(parts.end(), written.begin(), written.end());
      read += done.read;
      room = std::max(room_, most_per_character);
    }
    if (parts != expected) {
      Fail(std::string(what) + ", in parts, ");
    }
  }

  const std::vector<In> input_;
  const std::u32string scalars_;
  const std::u16string utf16_;
  const Bytes utf8_;
  const size_t room_;
  std::string failure_;
};

template <typename In>
size_t PrefixBelow(const std::vector<In>& text, In end) {
  return static_cast<size_t>(
      std::ranges::find_if(text, [end](In unit) { return unit >= end; }) -
      text.begin());
}

std::string CheckLatin1(const Bytes& bytes, size_t room) {
  Checker<uint8_t> check(bytes, std::u32string(bytes.begin(), bytes.end()),
                         room);
  check.Equal("ASCII", AsciiPrefixLength(std::span<const uint8_t>(bytes)),
              PrefixBelow<uint8_t>(bytes, 0x80));
  check.Equal("length in UTF-8", Utf8Length(std::span<const uint8_t>(bytes)),
              check.utf8().size());
  check.ToUtf8(Latin1ToUtf8);
  check.ToUtf16(Latin1ToUtf16);
  check.ToUtf32(Latin1ToUtf32);
  return check.failure();
}

std::string CheckUtf8(const Bytes& bytes, size_t room) {
  const model::DecodeOutcome decoded =
      model::DecodeAll(Encoding::kUtf8, bytes, model::Mode::kReplacement,
                       /*ignore_bom=*/true);
  Checker<uint8_t> check(bytes, decoded.text, room);
  size_t latin1 = 0;
  for (const char32_t scalar : decoded.text) {
    if (scalar > 0xFF) {
      break;
    }
    latin1 += scalar < 0x80 ? 1 : 2;
  }
  check.Equal("well-formed prefix", WellFormedPrefixLengthOfUtf8(bytes),
              decoded.errors.empty() ? bytes.size() : decoded.errors[0].begin);
  check.Equal("Latin-1 prefix", Latin1PrefixLengthOfUtf8(bytes), latin1);
  check.Equal("length in UTF-16", Utf16LengthOfUtf8(bytes),
              check.utf16().size());
  check.Equal("code points", CodePointCountOfUtf8(bytes),
              check.scalars().size());
  check.ToUtf16(Utf8ToUtf16);
  check.ToUtf32(Utf8ToUtf32);
  check.ToLatin1(Utf8ToLatin1, latin1);
  return check.failure();
}

std::string CheckUtf16(const Bytes& bytes, size_t room) {
  const std::u16string text = UnitsFromBytes(bytes);
  Checker<char16_t> check(VectorOf<char16_t>(text), model::ToScalarValues(text),
                          room);
  const std::vector<char16_t>& units = check.input();
  const std::span<const char16_t> span = units;
  check.Equal("ASCII", AsciiPrefixLength(span),
              PrefixBelow<char16_t>(units, 0x80));
  const size_t latin1 = PrefixBelow<char16_t>(units, 0x100);
  check.Equal("Latin-1 prefix", Latin1PrefixLength(span), latin1);
  check.Equal(
      "well-formed prefix", WellFormedPrefixLength(span),
      static_cast<size_t>(std::ranges::mismatch(text, check.utf16()).in1 -
                          text.begin()));
  check.Equal("length in UTF-8", Utf8Length(span), check.utf8().size());
  check.Equal("code points", CodePointCount(span), check.scalars().size());
  test_support::OutputWithCanaries<char16_t> in_place(units.size());
  std::ranges::copy(units, in_place.units().begin());
  check.Equal("replaced", MakeWellFormed(in_place.units()),
              text != check.utf16());
  check.Equal(
      "repaired",
      std::ranges::equal(in_place.units(), check.utf16()) && in_place.intact(),
      true);
  check.ToUtf8(Utf16ToUtf8);
  check.ToUtf32(Utf16ToUtf32);
  check.ToLatin1(Utf16ToLatin1, latin1);
  return check.failure();
}

std::string CheckUtf32(const Bytes& bytes, size_t room) {
  // Three bytes a unit, and of each 32nd unit a fourth: code points are likely.
  std::vector<char32_t> units;
  for (size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const uint32_t top = units.size() % 32 == 31 ? bytes[i] : bytes[i] % 0x12;
    units.push_back(bytes[i + 2] | uint32_t{bytes[i + 1]} << 8 | top << 16);
  }
  std::u32string scalars(units.begin(), units.end());
  for (char32_t& scalar : scalars) {
    if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) {
      scalar = 0xFFFD;
    }
  }
  Checker<char32_t> check(units, scalars, room);
  const std::span<const char32_t> span = units;
  check.Equal("length in UTF-8", Utf8Length(span), check.utf8().size());
  check.Equal("length in UTF-16", Utf16Length(span), check.utf16().size());
  check.ToUtf8(Utf32ToUtf8);
  check.ToUtf16(Utf32ToUtf16);
  check.ToLatin1(Utf32ToLatin1,
                 PrefixBelow<char32_t>(VectorOf<char32_t>(scalars), 0x100));
  return check.failure();
}

}  // namespace

std::string CheckUnicodeInput(std::span<const uint8_t> data) {
  constexpr decltype(&CheckLatin1) kForms[] = {CheckLatin1, CheckUtf8,
                                               CheckUtf16, CheckUtf32};
  FuzzInput input(data);
  const uint8_t form = input.Byte();
  ForceTarget(form / std::size(kForms));
  const size_t room = input.Byte();
  return kForms[form % std::size(kForms)](
      Bytes(input.rest().begin(), input.rest().end()), room);
}

}  // namespace v8_encoding::fuzz
