// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/model/model.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "src/testing/splits_plan.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

namespace {

struct Job {
  Encoding encoding;
  EncodeErrorMode error_mode;
  std::u16string_view text;
  std::span<const char8_t> utf8 = {};  // Of CheckEncodeUtf8().
};

struct Unmappable {
  uint32_t code_point;
  size_t read;      // Code units, those of the code point included.
  size_t position;  // Bytes before it.

  friend bool operator==(const Unmappable&, const Unmappable&) = default;
};

struct Expected {
  std::vector<uint8_t> bytes;
  std::vector<Unmappable> errors;
  bool had_unmappables = false;
  bool had_malformed = false;
};

std::string Describe(const std::vector<Unmappable>& errors) {
  std::string text;
  for (const Unmappable& error : errors) {
    text += " U+" + HexOf(error.code_point) + " read to " +
            std::to_string(error.read) + " before byte " +
            std::to_string(error.position);
  }
  return text.empty() ? " none" : text;
}

// `units_to` is where in the input each scalar value ends.
Expected ModelOf(const Job& job,
                 std::u32string_view scalars,
                 std::span<const size_t> units_to) {
  const model::EncodeOutcome outcome = model::EncodeAll(
      job.encoding, scalars,
      job.error_mode == EncodeErrorMode::kFatal ? model::Mode::kFatal
                                                : model::Mode::kHtml);
  Expected expected{.bytes = outcome.bytes, .errors = {}};
  for (const model::EncodeError& error : outcome.errors) {
    expected.errors.push_back(
        {error.code_point, units_to[error.read], error.position});
  }
  if (job.error_mode == EncodeErrorMode::kHtmlReported) {
    expected.had_unmappables =
        !model::EncodeAll(job.encoding, scalars, model::Mode::kFatal)
             .errors.empty();
  }
  return expected;
}

Expected Model(const Job& job) {
  // Lone surrogates become one code point and are one unit.
  const std::u32string scalars = model::ToScalarValues(job.text);
  std::vector<size_t> units_to = {0};
  for (char32_t scalar : scalars) {
    units_to.push_back(units_to.back() + (scalar > 0xFFFF ? 2 : 1));
  }
  return ModelOf(job, scalars, units_to);
}

Expected ModelUtf8(const Job& job) {
  const std::span<const uint8_t> bytes(
      reinterpret_cast<const uint8_t*>(job.utf8.data()), job.utf8.size());
  const model::DecodeOutcome decoded = model::DecodeAll(
      Encoding::kUtf8, bytes, model::Mode::kReplacement, /*ignore_bom=*/true);
  std::vector<size_t> bytes_to = {0};
  auto error = decoded.errors.begin();
  for (const char32_t scalar : decoded.text) {
    if (error != decoded.errors.end() &&
        error->position == bytes_to.size() - 1) {
      bytes_to.push_back(error->end);
      ++error;
    } else {
      bytes_to.push_back(bytes_to.back() + (scalar < 0x80      ? 1
                                            : scalar < 0x800   ? 2
                                            : scalar < 0x10000 ? 3
                                                               : 4));
    }
  }
  Expected expected = ModelOf(job, decoded.text, bytes_to);
  expected.had_malformed = !decoded.errors.empty();
  return expected;
}

// One conversion by one plan; Unit is that of the input: char16_t, char8_t for
// UTF-8, or uint8_t for Latin-1.
template <typename Unit>
class EncodeRun {
 public:
  EncodeRun(const Job& job, std::span<const Unit> input, const Plan& plan)
      : job_(job),
        input_(input),
        plan_(plan),
        encoder_(job.encoding, job.error_mode) {}

  std::string Run(const Expected& expected) {
    size_t begin = 0;
    for (size_t i = 0; i < plan_.cuts.size(); ++i) {
      const size_t end = plan_.cuts[i];
      const Chunk<Unit> chunk(input_.subspan(begin, end - begin), plan_);
      const bool last = i + 1 == plan_.cuts.size();
      const std::string error =
          Convert(chunk.span(), last ? Flush::kYes : Flush::kNo);
      if (!error.empty()) {
        return error;
      }
      begin = end;
    }
    if (bytes_ != expected.bytes) {
      return "expected [" + ToHex(expected.bytes) + "] got [" + ToHex(bytes_) +
             "]";
    }
    if (errors_ != expected.errors) {
      return "expected errors" + Describe(expected.errors) + " got" +
             Describe(errors_);
    }
    if (had_unmappables_ != expected.had_unmappables) {
      return had_unmappables_ ? "it reports unmappable characters"
                              : "it doesn't report unmappable characters";
    }
    if (had_malformed_ != expected.had_malformed) {
      return had_malformed_ ? "it reports malformed sequences"
                            : "it doesn't report malformed sequences";
    }
    if (encoder_.state() != EncoderState()) {
      return "the state after Flush::kYes isn't the initial one";
    }
    return "";
  }

 private:
  std::string Convert(std::span<const Unit> input, Flush flush) {
    size_t extra = 0;  // Room on top of the plan's, where that can't suffice.
    for (size_t calls = 0;; ++calls) {
      if (calls > 32 * (input_.size() + 8)) {
        return "it never ends";
      }
      const size_t capacity =
          plan_.capacity == kAmple
              ? (input.size() + 2) * Encoder::kMaxBytesPerStep
              : plan_.capacity + extra;
      const std::span<uint8_t> output = output_.Prepare(capacity);
      EncodeResult result{.status = EncodeStatus::kInputEmpty};
      if constexpr (std::is_same_v<Unit, char8_t>) {
        result = encoder_.EncodeFromUtf8(
            {reinterpret_cast<const uint8_t*>(input.data()), input.size()},
            output, flush);
      } else if constexpr (std::is_same_v<Unit, uint8_t>) {
        result = encoder_.EncodeFromLatin1(input, output, flush);
      } else {
        result = encoder_.EncodeFromUtf16(input, output, flush);
      }
      if (!output_.IsIntact()) {
        return "it wrote beyond the output";
      }
      if (result.read > input.size() || result.written > capacity) {
        return "it read or wrote more than there is";
      }
      bytes_.insert(bytes_.end(), output_.data(),
                    output_.data() + result.written);
      had_unmappables_ |= result.had_unmappables;
      had_malformed_ |= result.had_malformed;
      const bool progress = result.read != 0 || result.written != 0;
      read_ += result.read;
      input = input.subspan(result.read);
      if (encoder_.state().bits() >> 30 != 0) {
        return "the state has more than 30 bits";
      }
      if (plan_.fresh_state) {
        Encoder fresh(job_.encoding, job_.error_mode);
        fresh.set_state(EncoderState::FromBits(encoder_.state().bits()));
        encoder_ = fresh;
      }

      switch (result.status) {
        case EncodeStatus::kInputEmpty:
          return input.empty() ? "" : "kInputEmpty with input left";
        case EncodeStatus::kOutputFull:
          if (capacity - result.written >= Encoder::kMaxBytesPerStep) {
            return "kOutputFull with room for any character";
          }
          extra = progress ? 0 : extra + 1;
          break;
        case EncodeStatus::kUnmappable:
          if (job_.error_mode != EncodeErrorMode::kFatal) {
            return "kUnmappable in html mode";
          }
          errors_.push_back({result.code_point, read_, bytes_.size()});
          break;
      }
    }
  }

  const Job& job_;
  const std::span<const Unit> input_;
  const Plan& plan_;
  Encoder encoder_;
  GuardedOutput<uint8_t> output_;
  std::vector<uint8_t> bytes_;
  std::vector<Unmappable> errors_;
  size_t read_ = 0;
  bool had_unmappables_ = false;
  bool had_malformed_ = false;
};

template <typename Unit>
std::string RunOne(const Job& job,
                   std::span<const Unit> input,
                   const Plan& plan,
                   const Expected& expected) {
  const std::string error = EncodeRun<Unit>(job, input, plan).Run(expected);
  if (error.empty()) {
    return error;
  }
  return std::string(Name(job.encoding)) +
         (job.error_mode == EncodeErrorMode::kFatal  ? ", fatal"
          : job.error_mode == EncodeErrorMode::kHtml ? ", html"
                                                     : ", html reported") +
         (std::is_same_v<Unit, char8_t>   ? ", UTF-8 ["
          : std::is_same_v<Unit, uint8_t> ? ", Latin-1 ["
                                          : ", UTF-16 [") +
         ToHex(input) + "] " + Describe(plan) + ": " + error;
}

// The text as Latin-1, and whether it is that.
std::pair<std::vector<uint8_t>, bool> ToLatin1(std::u16string_view text) {
  std::vector<uint8_t> latin1;
  for (char16_t unit : text) {
    if (unit > 0xFF) {
      return {{}, false};
    }
    latin1.push_back(static_cast<uint8_t>(unit));
  }
  return {latin1, true};
}

std::string CheckPadded(const Job& job, size_t before, size_t after) {
  std::u16string padded;
  for (size_t i = 0; i < before; ++i) {
    padded.push_back(static_cast<char16_t>('a' + i % 26));
  }
  padded += job.text;
  for (size_t i = 0; i < after; ++i) {
    padded.push_back(static_cast<char16_t>('a' + i % 26));
  }
  const Job padded_job{job.encoding, job.error_mode, padded};
  const Expected expected = Model(padded_job);
  const auto [latin1, is_latin1] = ToLatin1(padded);
  const size_t end = before + job.text.size();
  std::vector<Plan> plans = {
      {.cuts = {padded.size()}, .exact_memory = true},
      {.cuts = {before, end, padded.size()}, .exact_memory = true}};
  for (size_t less = 0; less < 4; ++less) {
    if (expected.bytes.size() > after + less) {
      plans.push_back({.cuts = {padded.size()},
                       .capacity = expected.bytes.size() - after - less,
                       .exact_memory = true});
    }
  }
  for (const Plan& plan : plans) {
    std::string error = RunOne<char16_t>(padded_job, padded, plan, expected);
    if (error.empty() && is_latin1) {
      error = RunOne<uint8_t>(padded_job, latin1, plan, expected);
    }
    if (!error.empty()) {
      return error;
    }
  }
  return "";
}

}  // namespace

std::string CheckEncode(Encoding encoding,
                        EncodeErrorMode error_mode,
                        std::u16string_view text,
                        Effort effort) {
  const Job job{encoding, error_mode, text};
  const Expected expected = Model(job);
  const size_t output_size = expected.bytes.size();
  std::string error =
      RunPlans(text.size(), output_size, effort, [&](const Plan& plan) {
        return RunOne<char16_t>(job, text, plan, expected);
      });
  if (!error.empty()) {
    return error;
  }
  const auto [latin1, is_latin1] = ToLatin1(text);
  if (is_latin1) {
    const std::span<const uint8_t> input = latin1;
    error = RunPlans(text.size(), output_size, effort, [&](const Plan& plan) {
      return RunOne<uint8_t>(job, input, plan, expected);
    });
  }
  if (!error.empty() || effort == Effort::kSweep) {
    return error;
  }
  constexpr size_t kMostPadding = 33;
  for (size_t n = 0; n <= kMostPadding; ++n) {
    for (const auto& [before, after] :
         {std::pair(n, size_t{0}), std::pair(size_t{0}, n), std::pair(n, n),
          std::pair(n, kMostPadding - n)}) {
      error = CheckPadded(job, before, after);
      if (!error.empty()) {
        return error;
      }
    }
  }
  return "";
}

std::string CheckEncodeCutAt(Encoding encoding,
                             EncodeErrorMode error_mode,
                             std::u16string_view text,
                             std::span<const size_t> cuts,
                             size_t capacity) {
  const Job job{encoding, error_mode, text};
  const Expected expected = Model(job);
  Plan plan{.cuts = {cuts.begin(), cuts.end()},
            .capacity = capacity,
            .fresh_state = true,
            .exact_memory = true};
  plan.cuts.push_back(text.size());
  std::string error = RunOne<char16_t>(job, text, plan, expected);
  const auto [latin1, is_latin1] = ToLatin1(text);
  if (error.empty() && is_latin1) {
    error = RunOne<uint8_t>(job, latin1, plan, expected);
  }
  return error;
}

std::string CheckEncodeUtf8(Encoding encoding,
                            EncodeErrorMode error_mode,
                            std::string_view utf8,
                            Effort effort) {
  const std::u8string text(utf8.begin(), utf8.end());
  const Job job{encoding, error_mode, {}, text};
  const Expected expected = ModelUtf8(job);
  return RunPlans(text.size(), expected.bytes.size(), effort,
                  [&](const Plan& plan) {
                    return RunOne<char8_t>(job, job.utf8, plan, expected);
                  });
}

std::string CheckEncodeUtf8CutAt(Encoding encoding,
                                 EncodeErrorMode error_mode,
                                 std::string_view utf8,
                                 std::span<const size_t> cuts,
                                 size_t capacity) {
  const std::u8string text(utf8.begin(), utf8.end());
  const Job job{encoding, error_mode, {}, text};
  Plan plan{.cuts = {cuts.begin(), cuts.end()},
            .capacity = capacity,
            .fresh_state = true,
            .exact_memory = true};
  plan.cuts.push_back(text.size());
  return RunOne<char8_t>(job, job.utf8, plan, ModelUtf8(job));
}

}  // namespace v8_encoding::test_support
