// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/inputs.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/workloads.h"
#include "src/testing/corpora.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

using test_support::Random;
using test_support::Script;

constexpr uint64_t kSeed = 2026;
constexpr uint32_t kErrorPercent = 2;

char16_t RandomSurrogate(Random& random) {
  return static_cast<char16_t>(random.In(0xD800, 0xDFFF));
}

// Not U+FEFF, which is no character at a text's start.
char16_t RandomUnit(Random& random) {
  const auto unit = static_cast<char16_t>(random.Below(0x10000));
  return unit == u'\uFEFF' ? u'\uFFFF' : unit;
}

// A code unit that is an error in `encoding`: a lone surrogate, or a Cherokee
// letter, which only Unicode's encodings and gb18030 have.
char16_t RandomUnmappable(Random& random, Encoding encoding) {
  if (encoding != Encoding::kUtf8 && encoding != Encoding::kGb18030 &&
      random.Chance(50)) {
    return static_cast<char16_t>(random.In(0x13A0, 0x13EF));
  }
  return RandomSurrogate(random);
}

bool HasBytes(Encoding encoding, char16_t unit) {
  Encoder encoder(encoding);
  uint8_t bytes[Encoder::kMaxBytesPerStep];
  return encoder.EncodeFromUtf16({&unit, 1}, bytes, Flush::kYes).status ==
         EncodeStatus::kInputEmpty;
}

// Puts letters of `encoding` in the place of those that it lacks, the same for
// the same one.
void SubstituteLetters(Encoding encoding, std::u16string& text) {
  std::u16string letters;
  for (uint32_t value = encoding == Encoding::kXUserDefined ? 0x80 : 0xC0;
       value <= 0xFF; ++value) {
    const uint8_t byte = static_cast<uint8_t>(value);
    char16_t unit;
    const DecodeResult decoded =
        Decoder(encoding).DecodeToUtf16({&byte, 1}, {&unit, 1}, Flush::kYes);
    if (decoded.written == 1 && unit != u'\uFFFD') {
      letters.push_back(unit);
    }
  }
  std::vector<char16_t> substitutes(0x10000);
  for (char16_t& unit : text) {
    char16_t& substitute = substitutes[unit];
    if (substitute == 0) {
      substitute =
          HasBytes(encoding, unit) ? unit : letters[unit % letters.size()];
    }
    unit = substitute;
  }
}

// Markup whose sentences change their script from part to part.
std::u16string HtmlCorpus(size_t length) {
  constexpr Script kScripts[] = {
      Script::kFrench, Script::kCyrillic, Script::kAscii,    Script::kChinese,
      Script::kFrench, Script::kArabic,   Script::kJapanese, Script::kEmoji};
  constexpr size_t kPart = 1000;
  std::u16string text;
  text.reserve(length + kPart);
  for (uint64_t part = 0; text.size() < length; ++part) {
    text +=
        MarkupCorpus(kScripts[part % std::size(kScripts)], kPart, kSeed + part);
  }
  return text;
}

std::u16string HalfHighLetters(size_t length) {
  Random random(kSeed);
  std::u16string text(length, u'\0');
  for (char16_t& unit : text) {
    unit = static_cast<char16_t>(random.Chance(50) ? random.In(0xC0, 0xFF)
                                                   : random.In('a', 'z'));
  }
  return text;
}

// How many of the first `limit` units, or one less if a pair would be cut.
size_t WholeCharacters(std::u16string_view units, size_t limit) {
  const size_t n = std::min(units.size(), limit);
  const bool cuts = n != 0 && n < units.size() && units[n - 1] >= 0xD800 &&
                    units[n - 1] <= 0xDBFF;
  return cuts ? n - 1 : n;
}

// With what typographers set instead of an eighth of the spaces.
std::u16string TypographicText(Script script, size_t length) {
  constexpr std::u16string_view kMarks =
      u"\u2019\u2019\u2019\u2019\u201C\u201D\u2013\u2026";
  Random random(kSeed);
  std::u16string text = Corpus(script, length, kSeed);
  for (char16_t& unit : text) {
    if (unit == u' ' && random.Chance(12)) {
      unit = kMarks[random.Below(kMarks.size())];
    }
  }
  return text;
}

// Parts of text of about 40 characters, with one to three emoji behind each.
std::u16string ChatText(Script script, size_t length) {
  Random random(kSeed);
  const std::u16string plain = Corpus(script, length, kSeed);
  const std::u16string emoji = Corpus(Script::kEmoji, length, kSeed);
  std::u16string text;
  text.reserve(length + 128);
  std::u16string_view words = plain;
  std::u16string_view faces = emoji;
  while (text.size() < length) {
    const size_t part = std::min<size_t>(words.size(), random.In(20, 60));
    text += words.substr(0, part);
    words.remove_prefix(part);
    const size_t some = WholeCharacters(faces, 2 * random.In(1, 3));
    text += faces.substr(0, some);
    faces.remove_prefix(some);
  }
  return text;
}

// At least `length` code units, or any number of them for kRandom.
std::u16string Characters(const Workload& workload, size_t length) {
  std::u16string text;
  switch (workload.kind) {
    case TextKind::kPlain:
    case TextKind::kRare:
    case TextKind::kErrors:
      text = Corpus(workload.script, length, kSeed);
      break;
    case TextKind::kMarkup:
      text = MarkupCorpus(workload.script, length, kSeed);
      break;
    case TextKind::kTypographic:
      text = TypographicText(workload.script, length);
      break;
    case TextKind::kChat:
      text = ChatText(workload.script, length);
      break;
    case TextKind::kHtml:
      return HtmlCorpus(length);
    case TextKind::kHalfHigh:
      return HalfHighLetters(length);
    case TextKind::kRandom:
      return text;
  }
  if (HasOwnLetters(workload.encoding)) {
    SubstituteLetters(workload.encoding, text);
  }
  return text;
}

struct Progress {
  size_t read;
  size_t written;
};

Progress CopyUtf16(std::u16string_view units,
                   std::span<uint8_t> output,
                   bool swap) {
  const size_t n = WholeCharacters(units, output.size() / 2);
  for (size_t i = 0; i < n; ++i) {
    char16_t unit = units[i];
    if (swap) {
      unit = static_cast<char16_t>(unit >> 8 | unit << 8);
    }
    std::memcpy(&output[2 * i], &unit, 2);
  }
  return {n, 2 * n};
}

bool IsSwapped(Encoding encoding) {
  constexpr bool kIsLittle = std::endian::native == std::endian::little;
  return encoding == (kIsLittle ? Encoding::kUtf16Be : Encoding::kUtf16Le);
}

// As many whole characters as fit.
Progress EncodeCharacters(Encoding encoding,
                          std::u16string_view units,
                          std::span<uint8_t> output) {
  if (IsUtf16(encoding)) {
    return CopyUtf16(units, output, IsSwapped(encoding));
  }
  Encoder encoder(encoding, EncodeErrorMode::kFatal);
  const EncodeResult result = encoder.EncodeFromUtf16(
      units.substr(0, output.size()), output, Flush::kYes);
  if (result.status == EncodeStatus::kUnmappable) {
    absl::FPrintF(stderr, "%s has no U+%04X, which its text is made of.\n",
                  Name(encoding), static_cast<uint32_t>(result.code_point));
    std::abort();
  }
  return {result.read, result.written};
}

// One text of at most output.size() bytes.
Progress MakeText(const Workload& workload,
                  std::u16string_view units,
                  std::span<uint8_t> output) {
  switch (workload.operation) {
    case Operation::kDecode:
    case Operation::kDecodeToLatin1:
    case Operation::kDecodeToUtf8:
    case Operation::kValidate:
      return EncodeCharacters(workload.encoding, units, output);
    case Operation::kEncode:
    case Operation::kUtf8Length:
      return CopyUtf16(units, output, /*swap=*/false);
    case Operation::kEncodeFromUtf8:
      return EncodeCharacters(Encoding::kUtf8, units, output);
    case Operation::kEncodeFromLatin1:
    case Operation::kUtf8LengthFromLatin1:
      break;
  }
  const size_t n = std::min(units.size(), output.size());
  std::copy_n(units.begin(), n, output.begin());
  return {n, n};
}

// Some that have as many bytes as so many pairs.
struct RareCharacters {
  size_t count;
  size_t pairs;
  std::vector<uint8_t> bytes;
};

RareCharacters RandomRare(Random& random, Encoding encoding) {
  const auto byte = [&](uint32_t first, uint32_t last) {
    return static_cast<uint8_t>(random.In(first, last));
  };
  switch (encoding) {
    case Encoding::kGb18030:
      // U+1F300 to U+1F5A9.
      return {1, 2, {0x94, 0x39, byte(0xBE, 0xFE), byte(0x30, 0x39)}};
    case Encoding::kBig5:
      // Rows of the supplementary set, most of them of plane 2.
      return {1, 1, {byte(0x8B, 0x8D), byte(0xA1, 0xDF)}};
    case Encoding::kEucJp:
      return {2,
              3,
              {0x8F, byte(0xB0, 0xEC), byte(0xA1, 0xFE), 0x8F, byte(0xB0, 0xEC),
               byte(0xA1, 0xFE)}};
    default:
      return {1, 1, {byte(0xF0, 0xF8), byte(0x80, 0xFC)}};
  }
}

// Writes rare characters over some of the pairs.
void MakeRare(const Workload& workload,
              Random& random,
              std::span<uint8_t> text) {
  size_t due = 0;
  for (size_t i = 0; i + 1 < text.size();) {
    if (text[i] < 0x80) {
      ++i;
      continue;
    }
    due += random.Below(100) < 2;
    const RareCharacters rare = RandomRare(random, workload.encoding);
    const size_t pairs = (text.size() - i) / 2;
    bool fits = due >= rare.count && pairs >= rare.pairs;
    for (size_t k = 0; fits && k < 2 * rare.pairs; k += 2) {
      fits = text[i + k] >= 0x80;
    }
    if (fits) {
      std::copy(rare.bytes.begin(), rare.bytes.end(), text.begin() + i);
      due = 0;
    }
    i += fits ? rare.bytes.size() : 2;
  }
}

// Spoils some of a text, or all of it.
void Spoil(const Workload& workload, Random& random, std::span<uint8_t> text) {
  const uint32_t percent =
      workload.kind == TextKind::kRandom ? 100 : kErrorPercent;
  const bool random_units = workload.kind == TextKind::kRandom;
  const bool is_decode = IsDecoding(workload.operation);
  if (is_decode && !IsUtf16(workload.encoding)) {
    for (uint8_t& byte : text) {
      if (random.Chance(percent)) {
        byte = static_cast<uint8_t>(random.In(random_units ? 0 : 0x80, 0xFF));
      }
    }
    return;
  }
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    if (!random.Chance(percent)) {
      continue;
    }
    char16_t unit = random_units ? RandomUnit(random)
                    : is_decode  ? RandomSurrogate(random)
                                 : RandomUnmappable(random, workload.encoding);
    CopyUtf16({&unit, 1}, text.subspan(i, 2),
              is_decode && IsSwapped(workload.encoding));
  }
}

// Makes a text of as many of `characters` as fit at the front of `output`, and
// spoils it where the workload says so.
Text FillText(const Workload& workload,
              Random& random,
              std::u16string_view characters,
              std::span<uint8_t> output) {
  Progress progress{0, output.size()};
  if (workload.kind != TextKind::kRandom) {
    progress = MakeText(workload, characters, output);
  }
  const std::span<uint8_t> text = output.first(progress.written);
  if (workload.kind == TextKind::kRare) {
    MakeRare(workload, random, text);
  } else if (!workload.is_valid()) {
    Spoil(workload, random, text);
  }
  return {text, characters.substr(0, progress.read)};
}

Inputs MakeSequence(const Workload& workload, const Size& size) {
  // No character has fewer bytes than code units.
  Inputs inputs{Characters(workload, size.total), Buffer(size.total), {}};
  std::u16string_view rest = inputs.characters;
  Random random(kSeed);
  size_t written = 0;
  while (size.total - written >= size.bytes) {
    const Text text =
        FillText(workload, random, rest,
                 inputs.buffer.bytes().subspan(written, size.bytes));
    inputs.texts.push_back(text);
    rest.remove_prefix(text.expected.size());
    written += text.input.size();
  }
  return inputs;
}

// A length from 1 to 64, as names, words, keys and headers have: of its
// logarithm to base 2 the whole part has a binomial distribution of six trials
// at 40 %, and within an octave all lengths are as likely. 23 % are below 4,
// 54 % below 8, 82 % below 16; the mean is 10.7.
size_t MixedLength(Random& random) {
  constexpr int kOctaves = 6;
  constexpr uint32_t kPercent = 40;
  size_t octave = 1;
  for (int i = 0; i < kOctaves; ++i) {
    octave <<= random.Chance(kPercent) ? 1 : 0;
  }
  constexpr size_t kLongest = size_t{1} << kOctaves;
  return octave == kLongest
             ? kLongest
             : octave + random.Below(static_cast<uint32_t>(octave));
}

// A character's place in `characters`.
size_t RandomPlace(Random& random, std::u16string_view characters) {
  const size_t place = random.Below(static_cast<uint32_t>(characters.size()));
  const bool is_inside =
      place != 0 && characters[place] >= 0xDC00 && characters[place] <= 0xDFFF;
  return is_inside ? place - 1 : place;
}

Inputs MakeShortTexts(const Workload& workload, const Size& size) {
  constexpr size_t kPlaces = 128 * kKiB;
  const size_t count = std::min(kMaxTexts, size.total / size.bytes);
  // Every place has as many characters behind it as a text may have.
  Inputs inputs{Characters(workload, kPlaces + size.bytes),
                Buffer(count * (size.bytes + Encoder::kMaxBytesPerStep)),
                {}};
  const bool has_units =
      IsFromUnits(workload.operation) || IsUtf16(workload.encoding);
  Random random(kSeed);
  std::span<uint8_t> room = inputs.buffer.bytes();
  while (inputs.texts.size() < count) {
    size_t bytes = size.cut == Cut::kMixed ? MixedLength(random) : size.bytes;
    if (has_units) {
      bytes += bytes % sizeof(char16_t);
    }
    std::u16string_view characters = inputs.characters;
    if (workload.kind != TextKind::kRandom) {
      characters.remove_prefix(
          RandomPlace(random, characters.substr(0, kPlaces)));
      // A mere escape sequence of ISO-2022-JP isn't a character.
      if (MakeText(workload, characters, room.first(bytes)).read == 0) {
        characters =
            characters.substr(0, WholeCharacters(characters, 1) == 1 ? 1 : 2);
        bytes = Encoder::kMaxBytesPerStep;
      }
    }
    inputs.texts.push_back(
        FillText(workload, random, characters, room.first(bytes)));
    room = room.subspan(inputs.texts.back().input.size());
  }
  return inputs;
}

}  // namespace

Buffer::Buffer(size_t size)
    : data_(static_cast<uint8_t*>(
          ::operator new(kBehindBorder + size, kAlignment))),
      size_(size) {
  std::ranges::fill(bytes(), 0xFF);
}

Inputs MakeInputs(const Workload& workload, const Size& size) {
  return size.cut == Cut::kSequence ? MakeSequence(workload, size)
                                    : MakeShortTexts(workload, size);
}

size_t OutputSize(const Workload& workload, size_t bytes) {
  constexpr size_t kSlack = 128;
  switch (workload.operation) {
    case Operation::kDecode:
      return sizeof(char16_t) * Decoder::MaxUnits(bytes) + kSlack;
    case Operation::kDecodeToLatin1:
      return Decoder::MaxUnits(bytes) + kSlack;
    case Operation::kDecodeToUtf8:
      return 3 * Decoder::MaxUnits(bytes) + kSlack;
    case Operation::kValidate:
    case Operation::kUtf8Length:
    case Operation::kUtf8LengthFromLatin1:
      return sizeof(uint64_t) + kSlack;
    case Operation::kEncode:
      return bytes / sizeof(char16_t) * Encoder::kMaxBytesPerStep + kSlack;
    case Operation::kEncodeFromLatin1:
    case Operation::kEncodeFromUtf8:
      return bytes * Encoder::kMaxBytesPerStep + kSlack;
  }
  return 0;
}

}  // namespace v8_encoding::bench
