// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/sweep.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "src/model/model.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

namespace {

enum class Output { kUtf16, kLatin1ThenUtf16, kUtf8 };

struct Malformed {
  size_t begin;
  size_t end;
  size_t position;

  friend bool operator==(const Malformed&, const Malformed&) = default;
};

// What came out, or should. Three bytes of UTF-8 for each unit, and no input
// has more errors than bytes.
struct Outcome {
  static constexpr size_t kMostUnits = 3 * (kSweepMost + 8);
  static constexpr size_t kMostErrors = kSweepMost + 8;

  void AddUnit(size_t unit) {
    if (unit_count < kMostUnits) {
      units[unit_count++] = static_cast<uint16_t>(unit);
    }
  }
  void AddError(const Malformed& error) {
    if (error_count < kMostErrors) {
      errors[error_count++] = error;
    }
  }

  friend bool operator==(const Outcome& a, const Outcome& b) {
    return std::equal(a.units, a.units + a.unit_count, b.units,
                      b.units + b.unit_count) &&
           std::equal(a.errors, a.errors + a.error_count, b.errors,
                      b.errors + b.error_count);
  }

  size_t unit_count = 0;
  size_t error_count = 0;
  uint16_t units[kMostUnits];
  Malformed errors[kMostErrors];
};

void AddUtf16(char32_t c, Outcome& outcome) {
  if (c > 0xFFFF) {
    outcome.AddUnit(0xD800 + ((c - 0x10000) >> 10));
    outcome.AddUnit(0xDC00 + ((c - 0x10000) & 0x3FF));
  } else {
    outcome.AddUnit(c);
  }
}

void AddUtf8(char32_t c, Outcome& outcome) {
  if (c < 0x80) {
    outcome.AddUnit(c);
  } else if (c < 0x800) {
    outcome.AddUnit(0xC0 + (c >> 6));
    outcome.AddUnit(0x80 + (c & 0x3F));
  } else if (c < 0x10000) {
    outcome.AddUnit(0xE0 + (c >> 12));
    outcome.AddUnit(0x80 + (c >> 6 & 0x3F));
    outcome.AddUnit(0x80 + (c & 0x3F));
  } else {
    outcome.AddUnit(0xF0 + (c >> 18));
    outcome.AddUnit(0x80 + (c >> 12 & 0x3F));
    outcome.AddUnit(0x80 + (c >> 6 & 0x3F));
    outcome.AddUnit(0x80 + (c & 0x3F));
  }
}

void Expect(const model::DecodeOutcome& model,
            DecodeErrorMode error_mode,
            Output output,
            Outcome& outcome) {
  size_t code_points = 0;
  auto error = model.errors.begin();
  const auto add_errors = [&] {
    for (; error_mode == DecodeErrorMode::kFatal &&
           error != model.errors.end() && error->position == code_points;
         ++error) {
      outcome.AddError({error->begin, error->end, outcome.unit_count});
    }
  };
  for (const char32_t c : model.text) {
    add_errors();
    if (output == Output::kUtf8) {
      AddUtf8(c, outcome);
    } else {
      AddUtf16(c, outcome);
    }
    ++code_points;
  }
  add_errors();
}

struct Job {
  Encoding encoding;
  BomMode bom_mode;
  DecodeErrorMode error_mode;
  std::span<const uint8_t> bytes;
};

// Cut where `cuts` has a bit: bit 0 is before the first byte. Returns false if
// something is wrong that the outcome doesn't show.
bool Run(const Job& job, Output output, uint32_t cuts, Outcome& outcome) {
  constexpr size_t kRoom = Outcome::kMostUnits;
  char16_t wide[kRoom];
  uint8_t narrow[kRoom];
  Decoder decoder(job.encoding, job.error_mode, job.bom_mode);
  size_t read = 0;
  for (size_t begin = 0, end = 0; end <= job.bytes.size(); ++end) {
    const bool last = end == job.bytes.size();
    if (!last && (cuts >> end & 1) == 0) {
      continue;
    }
    std::span<const uint8_t> input = job.bytes.subspan(begin, end - begin);
    begin = end;
    const Flush flush = last ? Flush::kYes : Flush::kNo;
    for (;;) {
      DecodeResult result{.status = DecodeStatus::kOutputFull};
      switch (output) {
        case Output::kUtf16:
          result = decoder.DecodeToUtf16(input, wide, flush);
          break;
        case Output::kLatin1ThenUtf16:
          result = decoder.DecodeToLatin1(input, narrow, flush);
          break;
        case Output::kUtf8:
          result = decoder.DecodeToUtf8(input, narrow, flush);
          break;
      }
      if (result.read > input.size() || result.written > kRoom) {
        return false;
      }
      for (size_t i = 0; i < result.written; ++i) {
        outcome.AddUnit(output == Output::kUtf16 ? wide[i] : narrow[i]);
      }
      read += result.read;
      input = input.subspan(result.read);
      if (result.status == DecodeStatus::kInputEmpty) {
        break;
      }
      if (result.status == DecodeStatus::kNotLatin1 &&
          output == Output::kLatin1ThenUtf16) {
        output = Output::kUtf16;
        continue;
      }
      const size_t looked_at =
          size_t{result.malformed_length} + result.read_ahead_length;
      if (result.status != DecodeStatus::kMalformed || looked_at > read ||
          result.malformed_length == 0 ||
          outcome.error_count == Outcome::kMostErrors) {
        return false;
      }
      outcome.AddError({read - looked_at, read - result.read_ahead_length,
                        outcome.unit_count});
    }
    if (!input.empty()) {
      return false;
    }
  }
  return decoder.state() == DecoderState::Initial(job.encoding, job.bom_mode);
}

std::string Describe(const Job& job, Output output, uint32_t cuts) {
  std::string text =
      std::string(Name(job.encoding)) +
      (job.error_mode == DecodeErrorMode::kFatal ? ", fatal" : "") +
      (job.bom_mode == BomMode::kKeep ? ", BOM kept" : "") +
      (output == Output::kUtf8    ? ", to UTF-8"
       : output == Output::kUtf16 ? ", to UTF-16"
                                  : ", to Latin-1, then UTF-16") +
      ", bytes [" + ToHex(job.bytes) + "], cut at";
  for (size_t i = 0; i < job.bytes.size(); ++i) {
    text += (cuts >> i & 1) != 0 ? ' ' + std::to_string(i) : "";
  }
  return text;
}

// `cuts` are those to run with; the first is for all outputs, and so is the
// last.
std::string Sweep(Encoding encoding,
                  std::span<const uint8_t> bytes,
                  std::span<const uint32_t> cuts) {
  const bool has_bom = DecoderState::Initial(encoding, BomMode::kRemove) !=
                       DecoderState::Initial(encoding, BomMode::kKeep);
  for (const BomMode bom_mode : {BomMode::kRemove, BomMode::kKeep}) {
    if (bom_mode == BomMode::kKeep && !has_bom) {
      continue;
    }
    for (const DecodeErrorMode error_mode :
         {DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal}) {
      const Job job{encoding, bom_mode, error_mode, bytes};
      const model::DecodeOutcome model = model::DecodeAll(
          encoding, bytes,
          error_mode == DecodeErrorMode::kFatal ? model::Mode::kFatal
                                                : model::Mode::kReplacement,
          bom_mode == BomMode::kKeep);
      for (const Output output :
           {Output::kUtf16, Output::kLatin1ThenUtf16, Output::kUtf8}) {
        Outcome expected;
        Expect(model, error_mode, output, expected);
        for (const uint32_t& cut : cuts) {
          if (output != Output::kUtf16 && &cut != &cuts.front() &&
              &cut != &cuts.back()) {
            continue;
          }
          Outcome outcome;
          if (!Run(job, output, cut, outcome) || !(outcome == expected)) {
            // The slow way says what is wrong.
            const std::string error = CheckDecode(
                encoding, bom_mode, error_mode, bytes, Effort::kFull);
            return error.empty() ? Describe(job, output, cut) : error;
          }
        }
      }
    }
  }
  return "";
}

}  // namespace

std::string SweepDecode(Encoding encoding,
                        std::span<const uint8_t> bytes,
                        size_t first_cut) {
  const size_t size = std::min(bytes.size(), kSweepMost);
  uint32_t cuts[kSweepMost + 2];
  size_t count = 0;
  cuts[count++] = 0;
  for (size_t i = first_cut; i < size; ++i) {
    cuts[count++] = uint32_t{1} << i;
  }
  if (size > 2) {
    cuts[count++] = ((uint32_t{1} << size) - 1) & ~uint32_t{1};
  }
  return Sweep(encoding, bytes.first(size), {cuts, count});
}

std::string SweepDecodePadded(Encoding encoding,
                              std::span<const uint8_t> bytes) {
  const size_t size = std::min(bytes.size(), kSweepMost - 4);
  uint8_t padded[kSweepMost];
  uint8_t* const end = std::copy_n(bytes.begin(), size, padded);
  std::fill_n(end, 4, uint8_t{'a'});
  const uint32_t whole[] = {0};
  return Sweep(encoding, {padded, size + 4}, whole);
}

}  // namespace v8_encoding::test_support
