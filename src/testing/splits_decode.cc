// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/model/model.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "src/testing/splits_plan.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

namespace {

enum class Output { kUtf16, kLatin1ThenUtf16, kUtf8 };

struct Job {
  Encoding encoding;
  BomMode bom_mode;
  DecodeErrorMode error_mode;
  std::span<const uint8_t> bytes;
};

// Where a malformed sequence is, and how many units come before it.
struct Malformed {
  size_t begin;
  size_t end;
  size_t position;

  friend bool operator==(const Malformed&, const Malformed&) = default;
};

struct Expected {
  std::vector<uint16_t> units;  // Code units, or bytes of UTF-8.
  std::vector<Malformed> errors;
  bool had_replacements = false;
};

std::string Describe(const Job& job, Output output, const Plan& plan) {
  return std::string(Name(job.encoding)) +
         (job.error_mode == DecodeErrorMode::kFatal ? ", fatal" : "") +
         (job.error_mode == DecodeErrorMode::kReplacementReported ? ", reported"
                                                                  : "") +
         (job.bom_mode == BomMode::kKeep ? ", BOM kept" : "") +
         (output == Output::kUtf8    ? ", to UTF-8"
          : output == Output::kUtf16 ? ", to UTF-16"
                                     : ", to Latin-1, then UTF-16") +
         ", bytes [" + ToHex(job.bytes) + "] " + Describe(plan) + ": ";
}

std::string Describe(const std::vector<Malformed>& errors) {
  std::string text;
  for (const Malformed& error : errors) {
    text += " [" + std::to_string(error.begin) + ", " +
            std::to_string(error.end) + ") before unit " +
            std::to_string(error.position);
  }
  return text.empty() ? " none" : text;
}

size_t LengthInUtf8(uint32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

Expected Expect(const model::DecodeOutcome& outcome,
                DecodeErrorMode error_mode,
                bool utf8) {
  Expected expected;
  if (utf8) {
    const model::Bytes bytes = model::Utf8Encode(outcome.text);
    expected.units.assign(bytes.begin(), bytes.end());
  } else {
    const std::u16string units = model::ToUtf16(outcome.text);
    expected.units.assign(units.begin(), units.end());
  }
  if (error_mode != DecodeErrorMode::kFatal) {
    expected.had_replacements =
        error_mode == DecodeErrorMode::kReplacementReported &&
        !outcome.errors.empty();
    return expected;
  }
  size_t code_points = 0;
  size_t units = 0;
  for (const model::DecodeError& error : outcome.errors) {
    for (; code_points < error.position; ++code_points) {
      const uint32_t c = outcome.text[code_points];
      units += utf8 ? LengthInUtf8(c) : c > 0xFFFF ? 2 : 1;
    }
    expected.errors.push_back({error.begin, error.end, units});
  }
  return expected;
}

// One conversion by one plan.
class DecodeRun {
 public:
  DecodeRun(const Job& job, Output output, const Plan& plan)
      : job_(job),
        plan_(plan),
        decoder_(job.encoding, job.error_mode, job.bom_mode),
        output_(output) {}

  std::string Run(const Expected& expected) {
    size_t begin = 0;
    for (size_t i = 0; i < plan_.cuts.size(); ++i) {
      const size_t end = plan_.cuts[i];
      const Chunk<uint8_t> chunk(job_.bytes.subspan(begin, end - begin), plan_);
      const bool last = i + 1 == plan_.cuts.size();
      const std::string error =
          Convert(chunk.span(), last ? Flush::kYes : Flush::kNo);
      if (!error.empty()) {
        return error;
      }
      begin = end;
    }
    if (units_ != expected.units) {
      return "expected [" + ToHex(expected.units) + "] got [" + ToHex(units_) +
             "]";
    }
    if (errors_ != expected.errors) {
      return "expected errors" + Describe(expected.errors) + " got" +
             Describe(errors_);
    }
    if (had_replacements_ != expected.had_replacements) {
      return had_replacements_ ? "it reports replacements"
                               : "it doesn't report replacements";
    }
    if (decoder_.state() !=
        DecoderState::Initial(job_.encoding, job_.bom_mode)) {
      return "the state after Flush::kYes isn't the initial one";
    }
    return "";
  }

 private:
  // The most units that one step of the decoder puts out.
  size_t MostPerStep() const {
    switch (output_) {
      case Output::kUtf16:
        return 2;
      case Output::kLatin1ThenUtf16:
        return 1;
      case Output::kUtf8:
        return 4;
    }
    return 0;
  }

  size_t AmpleCapacity(size_t bytes) const {
    return Decoder::MaxUnits(bytes) * (output_ == Output::kUtf8 ? 3 : 1);
  }

  std::string Convert(std::span<const uint8_t> input, Flush flush) {
    size_t extra = 0;  // Room on top of the plan's, where that can't suffice.
    for (size_t calls = 0;; ++calls) {
      if (calls > 8 * (job_.bytes.size() + 8)) {
        return "it never ends";
      }
      const size_t capacity = plan_.capacity == kAmple
                                  ? AmpleCapacity(input.size())
                                  : plan_.capacity + extra;
      DecodeResult result{.status = DecodeStatus::kInputEmpty};
      bool intact = false;
      if (output_ == Output::kUtf16) {
        const auto output = wide_.Prepare(capacity);
        result = decoder_.DecodeToUtf16(input, output, flush);
        intact = wide_.IsIntact();
      } else if (output_ == Output::kUtf8) {
        const auto output = narrow_.Prepare(capacity);
        result = decoder_.DecodeToUtf8(input, output, flush);
        intact = narrow_.IsIntact();
      } else {
        const auto output = narrow_.Prepare(capacity);
        result = decoder_.DecodeToLatin1(input, output, flush);
        intact = narrow_.IsIntact();
      }
      if (!intact) {
        return "it wrote beyond the output";
      }
      if (result.read > input.size() || result.written > capacity) {
        return "it read or wrote more than there is";
      }
      for (size_t i = 0; i < result.written; ++i) {
        units_.push_back(output_ == Output::kUtf16 ? wide_.data()[i]
                                                   : narrow_.data()[i]);
      }
      if (result.had_replacements && result.written == 0) {
        return "it reports replacements where it wrote nothing";
      }
      had_replacements_ |= result.had_replacements;
      const bool progress = result.read != 0 || result.written != 0;
      read_ += result.read;
      input = input.subspan(result.read);
      if (decoder_.state().bits() >> 30 != 0) {
        return "the state has more than 30 bits";
      }
      if (plan_.fresh_state) {
        Decoder fresh(job_.encoding, job_.error_mode, job_.bom_mode);
        fresh.set_state(DecoderState::FromBits(decoder_.state().bits()));
        decoder_ = fresh;
      }

      if (unit_must_be_wide_ && result.written != 0) {
        unit_must_be_wide_ = false;
        // Where Big5 has two code points for two bytes, the first is Latin-1.
        const auto wide = std::span(units_).last(result.written);
        if (wide[0] <= 0xFF &&
            !(job_.encoding == Encoding::kBig5 && wide.size() > 1 &&
              (wide[1] == 0x304 || wide[1] == 0x30C))) {
          return "kNotLatin1 for a character that is Latin-1";
        }
      }
      switch (result.status) {
        case DecodeStatus::kInputEmpty:
          return input.empty() ? "" : "kInputEmpty with input left";
        case DecodeStatus::kOutputFull:
          if (capacity - result.written >= MostPerStep()) {
            return "kOutputFull with room for any character";
          }
          extra = progress ? 0 : extra + 1;
          break;
        case DecodeStatus::kMalformed: {
          if (job_.error_mode != DecodeErrorMode::kFatal) {
            return "kMalformed in replacement mode";
          }
          if (result.malformed_length == 0 ||
              result.malformed_length + size_t{result.read_ahead_length} >
                  read_) {
            return "kMalformed with impossible lengths";
          }
          const size_t end = read_ - result.read_ahead_length;
          errors_.push_back(
              {end - result.malformed_length, end, units_.size()});
          break;
        }
        case DecodeStatus::kNotLatin1:
          if (output_ != Output::kLatin1ThenUtf16) {
            return "kNotLatin1 from another output";
          }
          output_ = Output::kUtf16;
          unit_must_be_wide_ = true;
          extra = 0;
          break;
      }
    }
  }

  const Job& job_;
  const Plan& plan_;
  Decoder decoder_;
  Output output_;
  GuardedOutput<char16_t> wide_;
  GuardedOutput<uint8_t> narrow_;
  std::vector<uint16_t> units_;
  std::vector<Malformed> errors_;
  size_t read_ = 0;
  bool had_replacements_ = false;
  bool unit_must_be_wide_ = false;
};

std::string RunOne(const Job& job,
                   Output output,
                   const Plan& plan,
                   const Expected& expected) {
  const std::string error = DecodeRun(job, output, plan).Run(expected);
  return error.empty() ? error : Describe(job, output, plan) + error;
}

model::DecodeOutcome Model(const Job& job) {
  return model::DecodeAll(job.encoding, job.bytes,
                          job.error_mode == DecodeErrorMode::kFatal
                              ? model::Mode::kFatal
                              : model::Mode::kReplacement,
                          job.bom_mode == BomMode::kKeep);
}

// `count` characters of ASCII as this encoding has them.
std::vector<uint8_t> AsciiPadding(Encoding encoding, size_t count) {
  std::vector<uint8_t> padding;
  for (size_t i = 0; i < count; ++i) {
    if (encoding == Encoding::kUtf16Be) {
      padding.push_back(0);
    }
    padding.push_back(static_cast<uint8_t>('a' + i % 26));
    if (encoding == Encoding::kUtf16Le) {
      padding.push_back(0);
    }
  }
  return padding;
}

// Whole, and cut before, in and after `job.bytes`, among ASCII.
std::string CheckPadded(const Job& job, size_t before, size_t after) {
  std::vector<uint8_t> padded = AsciiPadding(job.encoding, before);
  const size_t begin = padded.size();
  padded.insert(padded.end(), job.bytes.begin(), job.bytes.end());
  const size_t end = padded.size();
  const std::vector<uint8_t> tail = AsciiPadding(job.encoding, after);
  padded.insert(padded.end(), tail.begin(), tail.end());
  const Job padded_job{job.encoding, job.bom_mode, job.error_mode, padded};
  const model::DecodeOutcome outcome = Model(padded_job);
  for (Output output :
       {Output::kUtf16, Output::kLatin1ThenUtf16, Output::kUtf8}) {
    const Expected expected =
        Expect(outcome, job.error_mode, output == Output::kUtf8);
    std::string error =
        RunOne(padded_job, output,
               {.cuts = {padded.size()}, .exact_memory = true}, expected);
    // Long borders aren't news: a few around each end of the bytes.
    for (size_t cut = begin; error.empty() && cut <= end; ++cut) {
      if (cut - begin < 8 || end - cut < 8) {
        error = RunOne(padded_job, output,
                       {.cuts = {cut, padded.size()}, .exact_memory = true},
                       expected);
      }
    }
    // An output that ends where the bytes' own text does, or nearly.
    for (size_t less = 0; error.empty() && less < 4; ++less) {
      const size_t units = expected.units.size();
      if (units > after + less) {
        error = RunOne(padded_job, output,
                       {.cuts = {padded.size()},
                        .capacity = units - after - less,
                        .exact_memory = true},
                       expected);
      }
    }
    if (!error.empty()) {
      return error;
    }
  }
  return "";
}

}  // namespace

std::string CheckDecode(Encoding encoding,
                        BomMode bom_mode,
                        DecodeErrorMode error_mode,
                        std::span<const uint8_t> bytes,
                        Effort effort) {
  const Job job{encoding, bom_mode, error_mode, bytes};
  const model::DecodeOutcome outcome = Model(job);
  for (Output output :
       {Output::kUtf16, Output::kLatin1ThenUtf16, Output::kUtf8}) {
    const Expected expected =
        Expect(outcome, error_mode, output == Output::kUtf8);
    const std::string error = RunPlans(
        bytes.size(), expected.units.size(), effort,
        [&](const Plan& plan) { return RunOne(job, output, plan, expected); });
    if (!error.empty() || effort == Effort::kSweep) {
      return error;
    }
  }
  constexpr size_t kMostPadding = 33;
  for (size_t n = 0; n <= kMostPadding; ++n) {
    for (const auto& [before, after] :
         {std::pair(n, size_t{0}), std::pair(size_t{0}, n), std::pair(n, n),
          std::pair(n, kMostPadding - n)}) {
      const std::string error = CheckPadded(job, before, after);
      if (!error.empty()) {
        return error;
      }
    }
  }
  return "";
}

std::string CheckDecodesTo(Encoding encoding,
                           std::span<const uint8_t> bytes,
                           std::u32string_view text,
                           Effort effort) {
  const model::DecodeOutcome outcome = model::DecodeAll(
      encoding, bytes, model::Mode::kReplacement, /*ignore_bom=*/false);
  if (outcome.text != text) {
    return std::string(Name(encoding)) + ", bytes [" + ToHex(bytes) +
           "]: the model has [" + ToHex(outcome.text) + "] for [" +
           ToHex(text) + "]";
  }
  for (BomMode bom_mode : {BomMode::kRemove, BomMode::kKeep}) {
    for (DecodeErrorMode error_mode :
         {DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal,
          DecodeErrorMode::kReplacementReported}) {
      const std::string error =
          CheckDecode(encoding, bom_mode, error_mode, bytes, effort);
      if (!error.empty()) {
        return error;
      }
    }
  }
  return "";
}

std::string CheckDecodeCutAt(Encoding encoding,
                             BomMode bom_mode,
                             DecodeErrorMode error_mode,
                             std::span<const uint8_t> bytes,
                             std::span<const size_t> cuts,
                             size_t capacity) {
  const Job job{encoding, bom_mode, error_mode, bytes};
  const model::DecodeOutcome outcome = Model(job);
  Plan plan{.cuts = {cuts.begin(), cuts.end()},
            .capacity = capacity,
            .fresh_state = true,
            .exact_memory = true};
  plan.cuts.push_back(bytes.size());
  for (Output output :
       {Output::kUtf16, Output::kLatin1ThenUtf16, Output::kUtf8}) {
    const std::string error =
        RunOne(job, output, plan,
               Expect(outcome, error_mode, output == Output::kUtf8));
    if (!error.empty()) {
      return error;
    }
  }
  return "";
}

}  // namespace v8_encoding::test_support
