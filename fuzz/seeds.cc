// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/corpora.h"
#include "src/testing/hex.h"
#include "src/testing/traps.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

using test_support::BytesFromHex;
using test_support::CallsTrap;
using test_support::DecodeTrap;
using test_support::EncodeTrap;
using test_support::Script;
using test_support::TextFromHex;

constexpr size_t kTextLength = 40;

Bytes Concat(std::span<const uint8_t> front, std::span<const uint8_t> back) {
  Bytes bytes(front.begin(), front.end());
  bytes.insert(bytes.end(), back.begin(), back.end());
  return bytes;
}

Bytes BytesOf(std::u16string_view text, bool big_endian) {
  Bytes bytes;
  for (const char16_t unit : text) {
    const auto high = static_cast<uint8_t>(unit >> 8);
    const auto low = static_cast<uint8_t>(unit);
    bytes.push_back(big_endian ? high : low);
    bytes.push_back(big_endian ? low : high);
  }
  return bytes;
}

Bytes EncodeText(std::u16string_view text, Encoding encoding) {
  if (GetOutputEncoding(encoding) != encoding) {
    return BytesOf(text, encoding == Encoding::kUtf16Be);
  }
  return model::Encode(model::ToScalarValues(text), encoding);
}

uint8_t Number(Encoding encoding) {
  return static_cast<uint8_t>(encoding);
}

// Calls `use` with each encoding and a text in each of its scripts.
template <typename Use>
void ForEachText(Use use) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    for (const Script script : test_support::ScriptsOf(encoding)) {
      use(encoding, test_support::Corpus(script, kTextLength, i + 1));
      use(encoding, test_support::MarkupCorpus(script, kTextLength, i + 1));
    }
  }
}

}  // namespace

// The headers of the seeds are as the targets' files describe them.

std::vector<Bytes> DecodeSeeds() {
  std::vector<Bytes> seeds;
  ForEachText([&](Encoding encoding, std::u16string_view text) {
    // Replacement, cut in two places.
    const uint8_t header[] = {Number(encoding), 0x00, 0x00, 2, 7, 21};
    seeds.push_back(Concat(header, EncodeText(text, encoding)));
  });
  for (const DecodeTrap& trap : test_support::DecodeTraps()) {
    const Bytes bytes = BytesFromHex(trap.bytes);
    // Each mode; with a small output; as calls of a TextDecoder.
    for (const uint8_t ways : {0x00, 0x01, 0x02, 0x05}) {
      const uint8_t header[] = {Number(trap.encoding), ways,
                                static_cast<uint8_t>(ways * 0x42), 1, 1};
      seeds.push_back(Concat(header, bytes));
    }
  }
  for (const CallsTrap& trap : test_support::CallsTraps()) {
    Bytes bytes;
    Bytes header = {Number(trap.encoding),
                    static_cast<uint8_t>(0x04 | (trap.fatal ? 1 : 0) |
                                         (trap.ignore_bom ? 2 : 0)),
                    0, static_cast<uint8_t>(trap.calls.size() - 1)};
    for (size_t i = 0; i < trap.calls.size(); ++i) {
      bytes = Concat(bytes, BytesFromHex(trap.calls[i].bytes));
      if (i + 1 < trap.calls.size()) {
        header.push_back(static_cast<uint8_t>(bytes.size()));
      }
      header[1] |= trap.calls[i].stream ? 0 : 0x10 << i % 4;
    }
    seeds.push_back(Concat(header, bytes));
  }
  return seeds;
}

// Those of decoders, each in other ways and from another kind of memory.
std::vector<Bytes> DecodeStringSeeds() {
  std::vector<Bytes> seeds = DecodeSeeds();
  size_t ways = 0;
  for (Bytes& seed : seeds) {
    seed[1] = ways++ % 0x40;
  }
  return seeds;
}

std::vector<Bytes> EncodeSeeds() {
  std::vector<Bytes> seeds;
  ForEachText([&](Encoding encoding, std::u16string_view text) {
    // As UTF-8, cut in two places.
    const uint8_t header[] = {Number(encoding), 0x02, 0x00, 2, 7, 21};
    seeds.push_back(Concat(header, EncodeText(text, Encoding::kUtf8)));
  });
  for (const EncodeTrap& trap : test_support::EncodeTraps()) {
    const std::u16string text = model::ToUtf16(TextFromHex(trap.text));
    for (const uint8_t ways : {0x00, 0x01}) {
      const uint8_t header[] = {Number(trap.encoding), ways,
                                static_cast<uint8_t>(ways * 0x90), 1, 1};
      seeds.push_back(Concat(header, BytesOf(text, false)));
    }
  }
  for (size_t i = 0; i < kEncodingCount; ++i) {
    // Surrogates, in and out of pairs; Latin-1.
    const Bytes wide = {static_cast<uint8_t>(i),
                        0x01,
                        0x00,
                        1,
                        3,
                        0x3D,
                        0xD8,
                        0x3D,
                        0xD8,
                        0x00,
                        0xDE,
                        0x00,
                        0xDE,
                        0x61,
                        0x00};
    seeds.push_back(wide);
    const Bytes latin1 = {static_cast<uint8_t>(i),
                          0x05,
                          0x00,
                          1,
                          3,
                          0x61,
                          0x7F,
                          0x80,
                          0xA5,
                          0xE9,
                          0xFF,
                          0x0E,
                          0x1B};
    seeds.push_back(latin1);
  }
  return seeds;
}

// Those of encoders, likewise.
std::vector<Bytes> EncodeStringSeeds() {
  std::vector<Bytes> seeds = EncodeSeeds();
  size_t ways = 0;
  for (Bytes& seed : seeds) {
    seed[1] = ways++ % 0x40;
  }
  return seeds;
}

std::vector<Bytes> HooksSeeds() {
  std::vector<Bytes> seeds;
  ForEachText([&](Encoding encoding, std::u16string_view text) {
    const uint8_t header[] = {Number(encoding), 7};
    seeds.push_back(Concat(header, EncodeText(text, encoding)));
    seeds.push_back(Concat(header, EncodeText(text, Encoding::kUtf8)));
  });
  for (const DecodeTrap& trap : test_support::DecodeTraps()) {
    const uint8_t header[] = {Number(trap.encoding), 3};
    seeds.push_back(Concat(header, BytesFromHex(trap.bytes)));
  }
  for (const EncodeTrap& trap : test_support::EncodeTraps()) {
    const uint8_t header[] = {Number(trap.encoding), 7};
    seeds.push_back(
        Concat(header, BytesOf(model::ToUtf16(TextFromHex(trap.text)), false)));
  }
  for (const std::string_view front : {"EF BB BF", "FE FF", "FF FE", "EF BB"}) {
    const uint8_t header[] = {Number(Encoding::kWindows1252), 5};
    const Bytes text = {0x41, 0x00, 0xC3, 0xA9};
    seeds.push_back(Concat(Concat(header, BytesFromHex(front)), text));
  }
  return seeds;
}

std::vector<Bytes> LabelSeeds() {
  std::vector<Bytes> seeds;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    for (const std::string_view label : Labels(static_cast<Encoding>(i))) {
      Bytes seed = {0};
      seed.insert(seed.end(), label.begin(), label.end());
      seeds.push_back(seed);
    }
    // In upper case, between spaces, as UTF-16.
    const std::string_view name = Name(static_cast<Encoding>(i));
    const std::u16string wide =
        u"\t " + std::u16string(name.begin(), name.end()) + u"\r\n\f";
    const uint8_t header[] = {1};
    seeds.push_back(Concat(header, BytesOf(wide, false)));
  }
  // T30: no Unicode rules for case or space.
  for (const std::u16string_view label :
       {u"\u212Aoi8-r", u"\vutf-8", u"\u00A0utf-8", u"utf-8\u3000", u""}) {
    const uint8_t header[] = {1};
    seeds.push_back(Concat(header, BytesOf(label, false)));
  }
  return seeds;
}

// Those of decoders, in several ways.
std::vector<Bytes> CApiSeeds() {
  std::vector<Bytes> seeds;
  for (const Bytes& seed : DecodeSeeds()) {
    for (const uint8_t ways : {0x00, 0x09, 0x16, 0x20, 0x2C, 0x80}) {
      seeds.push_back(seed);
      seeds.back()[1] = ways;
    }
  }
  for (const Bytes& seed : LabelSeeds()) {
    const uint8_t header[] = {0, 0x80, 0, 0};
    seeds.push_back(Concat(header, std::span(seed).subspan(1)));
  }
  return seeds;
}

std::vector<Bytes> SniffSeeds() {
  std::vector<Bytes> seeds;
  size_t count = 0;
  for (Bytes seed : DecodeSeeds()) {
    seed[1] = static_cast<uint8_t>(count++ % 16);
    seeds.push_back(seed);
  }
  for (const std::string_view front :
       {"EF BB BF", "FE FF", "FF FE", "EF BB", "EF", "FE"}) {
    for (uint8_t ways = 0; ways < 16; ++ways) {
      const uint8_t header[] = {
          Number(Encoding::kWindows1252), ways, 0, 2, 1, 2};
      const Bytes text = {0x41, 0x00, 0xC3, 0xA9, 0xD8};
      seeds.push_back(Concat(Concat(header, BytesFromHex(front)), text));
    }
  }
  return seeds;
}

std::vector<Bytes> TextSeeds() {
  std::vector<Bytes> seeds;
  ForEachText([&](Encoding encoding, std::u16string_view text) {
    const Bytes forms[] = {EncodeText(text, encoding),
                           EncodeText(text, Encoding::kUtf8),
                           BytesOf(text, false)};
    for (const uint8_t form : {0, 1, 2}) {
      // Bytes to text, UTF-8 to bytes, UTF-16 to bytes.
      const uint8_t header[] = {Number(encoding),
                                static_cast<uint8_t>(form == 0 ? 0 : form + 1)};
      seeds.push_back(Concat(header, forms[form]));
    }
  });
  for (const DecodeTrap& trap : test_support::DecodeTraps()) {
    for (const uint8_t ways : {0x00, 0x04, 0x14, 0x24}) {
      const uint8_t header[] = {Number(trap.encoding), ways};
      seeds.push_back(Concat(header, BytesFromHex(trap.bytes)));
    }
  }
  for (const EncodeTrap& trap : test_support::EncodeTraps()) {
    for (const uint8_t ways : {0x03, 0x07, 0x0F}) {
      const uint8_t header[] = {Number(trap.encoding), ways};
      seeds.push_back(Concat(
          header, BytesOf(model::ToUtf16(TextFromHex(trap.text)), false)));
    }
  }
  return seeds;
}

std::vector<Bytes> UnicodeSeeds() {
  std::vector<Bytes> seeds;
  ForEachText([&](Encoding, std::u16string_view text) {
    Bytes utf32;
    for (const char32_t scalar : model::ToScalarValues(text)) {
      utf32.push_back(static_cast<uint8_t>(scalar >> 16));
      utf32.push_back(static_cast<uint8_t>(scalar >> 8));
      utf32.push_back(static_cast<uint8_t>(scalar));
    }
    const Bytes utf8 = EncodeText(text, Encoding::kUtf8);
    const Bytes forms[] = {utf8, utf8, BytesOf(text, false), utf32};
    for (const uint8_t form : {0, 1, 2, 3}) {
      const uint8_t header[] = {form, 5};
      seeds.push_back(Concat(header, forms[form]));
    }
  });
  for (const DecodeTrap& trap : test_support::DecodeTraps()) {
    const uint8_t header[] = {1, 1};
    seeds.push_back(Concat(header, BytesFromHex(trap.bytes)));
  }
  for (const Bytes& surrogates : {Bytes{0x3D, 0xD8, 0x3D, 0xD8, 0x00, 0xDE},
                                  Bytes{0x00, 0xDE, 0x61, 0x00, 0x3D, 0xD8}}) {
    const uint8_t header[] = {2, 1};
    seeds.push_back(Concat(header, surrogates));
  }
  return seeds;
}

}  // namespace v8_encoding::fuzz
