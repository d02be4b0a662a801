// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs a decoder's handler over a chunk. A codec gives, as the concept
// DecoderCodec has it:
//
//   * Handle() for a byte and HandleEnd() for end-of-queue: the handler, which
//     is the codec's one state machine, as the standard has it. Where the state
//     is neutral (zero), every handler is finished by the end, and isn't asked.
//   * DecodeRun(), the fast path. The driver calls it when the state is
//     neutral and a byte order mark is no longer awaited. DecodeRun()
//     may consume any number of complete characters, each exactly as the
//     handler would convert it, and must leave the state neutral; whatever it
//     leaves goes through the handler. So DecodeRun() can be empty, a loop or a
//     block kernel, and no chunk border, output end or malformed byte is ever
//     its concern.
//   * kDecoderMembers, which says what optional members there are.
//
// Optional:
//
//   * kDecodeKernels, of a codec with a kernel that takes a text's begin by
//     itself. DecodeRun() is then told whether the kernel has just been called,
//     and calls it itself if not and if that is worth it.
//   * CanRun(state), of a codec with several states to run in: whether `state`
//     is one. DecodeRun() then takes the state, and may change it as the
//     handler would.
//   * kFirstOfByteOrderMark, its first byte, of a codec whose encoding has a
//     byte order mark, as DecoderState::Initial() knows. DecodeRun() has a
//     text's first characters, too, if they don't begin with that byte.

#ifndef V8_ENCODING_SRC_CODECS_DECODE_DRIVER_H_
#define V8_ENCODING_SRC_CODECS_DECODE_DRIVER_H_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "src/codecs/codec.h"
#include "src/kernels/copy.h"

namespace v8_encoding::internal {

// What a handler returns for one item of the I/O queue.
struct DecodeStep {
  enum class Kind : uint8_t { kContinue, kCodePoints, kError, kFinished };

  static constexpr DecodeStep Continue() {
    return {.kind = Kind::kContinue, .consumed = true};
  }
  static constexpr DecodeStep CodePoint(char32_t code_point) {
    return {.kind = Kind::kCodePoints, .consumed = true, .first = code_point};
  }
  // An error for `length` bytes, the current one included.
  static constexpr DecodeStep Error(uint8_t length) {
    return {.kind = Kind::kError, .consumed = true, .malformed_length = length};
  }
  // An error for `length` bytes before the current one, which is restored,
  // together with the `restored` bytes before it, which the new state holds.
  static constexpr DecodeStep ErrorRestoring(uint8_t length,
                                             uint8_t restored = 0) {
    return {.kind = Kind::kError,
            .consumed = false,
            .malformed_length = length,
            .read_ahead_length = restored};
  }
  // Nothing more comes out, whatever the rest of the input is.
  static constexpr DecodeStep Finished() { return {.kind = Kind::kFinished}; }

  Kind kind;
  bool consumed = false;  // Whether the current byte was used up.
  uint8_t malformed_length = 0;
  uint8_t read_ahead_length = 0;
  char32_t first = 0;
  char32_t second = 0;  // Zero where there's but one code point.
};

// Which optional members a decoder's codec has. A codec without one says so,
// and one that says it has one must have it: a misspelt member, which the
// driver would never call, is an error, not a loss of speed.
struct DecoderMembers {
  bool has_kernels = false;
  bool has_own_stage = false;
  bool can_run = false;
  bool has_byte_order_mark = false;
};

template <typename Codec, typename... Argument>
concept DecodesRuns = requires(const Codec codec,
                               DecodeCursor<uint8_t>& latin1,
                               DecodeCursor<char16_t>& utf16,
                               Argument&... argument) {
  { codec.DecodeRun(latin1, argument...) } -> std::same_as<void>;
  { codec.DecodeRun(utf16, argument...) } -> std::same_as<void>;
};

template <typename Codec>
concept HasDecodeKernels = requires {
  { Codec::kDecodeKernels } -> std::same_as<const DecodeKernels&>;
};

template <typename Codec>
concept HasFirstOfByteOrderMark = requires {
  { Codec::kFirstOfByteOrderMark } -> std::same_as<const uint8_t&>;
};

template <typename Codec>
concept HasDecoderHandlers = requires(const Codec codec,
                                      uint32_t& state,
                                      uint8_t byte) {
  { codec.Handle(state, byte) } -> std::same_as<DecodeStep>;
  { codec.HandleEnd(state) } -> std::same_as<DecodeStep>;
  { Codec::kDecoderMembers } -> std::same_as<const DecoderMembers&>;
};

// HasCanRun or HasDecodeKernels and the DecodeRun() that goes with it, or
// neither.
template <typename Codec>
concept HasDecodeRun =
    Codec::kDecoderMembers.can_run ==
        HasCanRun<Codec>&& Codec::kDecoderMembers.has_kernels ==
        HasDecodeKernels<Codec> &&
    (HasCanRun<Codec>          ? DecodesRuns<Codec, uint32_t>
     : HasDecodeKernels<Codec> ? DecodesRuns<Codec, const AfterKernel>
                               : DecodesRuns<Codec>);

template <typename Codec>
concept HasOwnDecodeStage = requires {
  { Codec::DecodeShort } -> std::same_as<DecodeStage<char16_t>&>;
};

template <typename Codec>
concept DecoderCodec =
    HasDecoderHandlers<Codec> && HasDecodeRun<Codec> &&
    Codec::kDecoderMembers.has_own_stage ==
    HasOwnDecodeStage<Codec>&& Codec::kDecoderMembers.has_byte_order_mark ==
    HasFirstOfByteOrderMark<Codec>;

// How many ASCII bytes among others prove a run long enough for a dispatched
// call. With 32, decode/GBK/chinese-markup takes 1.14 times as long in 64 B and
// 1.05 times in 1 KiB, Shift_JIS/japanese-markup 1.05 and 1.04 times (AVX3_DL
// and AVX2); with 16 up to 1.04 times as long as with 32; 64 KiB as long.
inline constexpr size_t kProvenAsciiRun = 64;

// Moves ASCII bytes until a byte above 0x7F, or until either end, by a
// dispatched call.
template <typename Unit>
inline void DecodeAsciiRun(DecodeCursor<Unit>& cursor) {
  const size_t n = std::min(cursor.in_left(), cursor.out_left());
  size_t done;
  if constexpr (std::is_same_v<Unit, uint8_t>) {
    done = simd::CopyAsciiPrefix(cursor.in, n, cursor.out);
  } else {
    done = simd::WidenAsciiPrefix(cursor.in, n, cursor.out);
  }
  cursor.in += done;
  cursor.out += done;
}

// DecodeAsciiRun() for what may be short: runs of text in other scripts hold
// but a few ASCII bytes at a time, and those stay in this loop.
template <typename Unit>
inline void DecodeAscii(DecodeCursor<Unit>& cursor) {
  constexpr size_t kWord = sizeof(uint64_t);
  const size_t n = std::min(cursor.in_left(), cursor.out_left());
  const uint8_t* const in = cursor.in;
  Unit* const out = cursor.out;
  size_t i = 0;
  while (n - i >= kWord) {
    uint64_t word;
    std::memcpy(&word, in + i, kWord);
    if (word & 0x8080808080808080) {
      break;
    }
    // GCC at -O2 leaves a loop.
#pragma GCC unroll 8
    for (size_t j = 0; j < kWord; ++j) {
      out[i + j] = in[i + j];
    }
    // Untested: but by Clang's count, which behind an unrolled loop is 0.
    i += kWord;
    if (i == kProvenAsciiRun) {
      cursor.in = in + i;
      cursor.out = out + i;
      DecodeAsciiRun(cursor);
      return;
    }
  }
  while (i < n && in[i] < 0x80) {
    out[i] = in[i];
    ++i;
  }
  cursor.in = in + i;
  cursor.out = out + i;
}

// For a codec's DecodeRun().
template <typename Unit>
inline void RunKernel(const DecodeKernels& kernels,
                      DecodeCursor<Unit>& cursor,
                      Encoding encoding) {
  const simd::Converted done = (*kernels.For<Unit>().kernel)(
      cursor.in, cursor.in_left(), cursor.out, cursor.out_left(), encoding,
      cursor.replace ? DecodeErrorMode::kReplacement : DecodeErrorMode::kFatal);
  cursor.in += done.read;
  cursor.out += done.written;
}

template <DecoderCodec Codec, typename Unit>
simd::Converted DecodeNeutralRun(const uint8_t* input,
                                 size_t input_size,
                                 Unit* output,
                                 size_t output_size,
                                 DecodeRunMode mode) {
  DecodeCursor<Unit> cursor{.in = input,
                            .in_end = input + input_size,
                            .out = output,
                            .out_end = output + output_size,
                            .replace = mode.replace,
                            .ends_text = mode.ends_text};
  if constexpr (Codec::kDecoderMembers.has_kernels) {
    MakeCodec<Codec>(mode.encoding).DecodeRun(cursor, mode.after_kernel);
  } else {
    MakeCodec<Codec>(mode.encoding).DecodeRun(cursor);
  }
  return {static_cast<size_t>(cursor.in - input),
          static_cast<size_t>(cursor.out - output)};
}

// Steps from `*state` on, to the end of the input, which isn't empty, or of a
// character. Stops before the first step that RunDecoder() has to look at:
// errors, restored bytes, two characters at once, what there is no room for or
// isn't Latin-1 and should be. So what it reads, RunDecoder() would have read
// alike, where no byte order mark can come.
template <DecoderCodec Codec, typename Unit>
[[gnu::flatten]] simd::Converted DecodeCutCharacter(const uint8_t* input,
                                                    size_t input_size,
                                                    Unit* output,
                                                    size_t output_size,
                                                    Encoding encoding,
                                                    uint32_t* state) {
  constexpr bool kToLatin1 = std::is_same_v<Unit, uint8_t>;
  const Codec codec = MakeCodec<Codec>(encoding);
  size_t read = 0;
  do {
    uint32_t next_state = *state;
    const DecodeStep step = codec.Handle(next_state, input[read]);
    if (step.kind == DecodeStep::Kind::kCodePoints && step.consumed &&
        step.second == 0) {
      if (step.first <= (kToLatin1 ? 0xFF : 0xFFFF) && output_size >= 1) {
        output[0] = static_cast<Unit>(step.first);
        *state = next_state;
        return {read + 1, 1};
      }
      if (!kToLatin1 && step.first > 0xFFFF && output_size >= 2) {
        output[0] = static_cast<Unit>(LeadSurrogate(step.first));
        output[1] = static_cast<Unit>(TrailSurrogate(step.first));
        *state = next_state;
        return {read + 1, 2};
      }
    }
    if (step.kind != DecodeStep::Kind::kContinue) {
      break;
    }
    *state = next_state;
    ++read;
  } while (read != input_size);
  return {read, 0};
}

// Begins with a step where DecodeNeutralRun() could run, since it has.
template <DecoderCodec Codec, typename Unit>
DecodeResult RunDecoder(std::span<const uint8_t> input,
                        std::span<Unit> output,
                        Flush flush,
                        Decoder& decoder) {
  constexpr bool kToLatin1 = std::is_same_v<Unit, uint8_t>;
  const Codec codec = MakeCodec<Codec>(decoder.encoding());
  const bool fatal = decoder.error_mode() == DecodeErrorMode::kFatal;
  const bool reports =
      decoder.error_mode() == DecodeErrorMode::kReplacementReported;
  DecodeCursor<Unit> cursor{.in = input.data(),
                            .in_end = input.data() + input.size(),
                            .out = output.data(),
                            .out_end = output.data() + output.size(),
                            .replace = !fatal && !reports,
                            .ends_text = flush == Flush::kYes};
  uint32_t state = decoder.state().codec();
  bool at_start =
      Codec::kDecoderMembers.has_byte_order_mark && decoder.state().at_start();

  DecodeResult result{.status = DecodeStatus::kInputEmpty};
  for (bool ran = true;; ran = false) {
    // Runs know no byte order mark, and find none: behind a text's first step
    // either the state isn't neutral, or the start is past.
    if constexpr (Codec::kDecoderMembers.can_run) {
      static_assert(!Codec::kDecoderMembers.has_byte_order_mark);
      if (codec.CanRun(state)) {
        codec.DecodeRun(cursor, state);
      }
    } else if (!ran && state == 0) {
      const simd::Converted done = DecodeNeutralRun<Codec>(
          cursor.in, cursor.in_left(), cursor.out, cursor.out_left(),
          {.encoding = decoder.encoding(),
           .replace = cursor.replace,
           .ends_text = cursor.ends_text,
           .after_kernel = AfterKernel::kNo});
      cursor.in += done.read;
      cursor.out += done.written;
    }
    at_start = at_start && cursor.out == output.data();
    const bool at_end = cursor.in == cursor.in_end;
    if (at_end && (flush == Flush::kNo || state == 0)) {
      break;
    }

    // The step counts only from here on: until it's known that its output has
    // a place, neither `state` nor the cursor moves.
    uint32_t next_state = state;
    DecodeStep step = at_end ? codec.HandleEnd(next_state)
                             : codec.Handle(next_state, *cursor.in);
    if (step.kind == DecodeStep::Kind::kFinished) {
      cursor.in = cursor.in_end;
      break;
    }
    const bool is_error = step.kind == DecodeStep::Kind::kError;
    if (is_error) {
      if (fatal) {
        result.status = DecodeStatus::kMalformed;
        result.malformed_length = step.malformed_length;
        result.read_ahead_length = step.read_ahead_length;
        state = next_state;
        cursor.in += step.consumed && !at_end;
        break;
      }
      step.kind = DecodeStep::Kind::kCodePoints;
      step.first = kReplacementCharacter;
    }
    if (step.kind == DecodeStep::Kind::kCodePoints) {
      // The standard drops a byte order mark when it serialises the output:
      // only as the first item, of which an error's U+FFFD is one, too.
      const bool is_bom = at_start && step.first == kByteOrderMark;
      if (!is_bom) {
        if constexpr (kToLatin1) {
          if (step.first > 0xFF || step.second > 0xFF) {
            result.status = DecodeStatus::kNotLatin1;
            break;
          }
        }
        const size_t units = step.first > 0xFFFF || step.second != 0 ? 2 : 1;
        if (cursor.out_left() < units) {
          result.status = DecodeStatus::kOutputFull;
          break;
        }
        if (step.first > 0xFFFF) {
          *cursor.out++ = static_cast<Unit>(LeadSurrogate(step.first));
          *cursor.out++ = static_cast<Unit>(TrailSurrogate(step.first));
        } else {
          *cursor.out++ = static_cast<Unit>(step.first);
          if (step.second != 0) {
            *cursor.out++ = static_cast<Unit>(step.second);
          }
        }
      }
      at_start = false;
      if (is_error && reports) {
        // From here on there is nothing to find out.
        result.had_replacements = true;
        cursor.replace = true;
      }
    }
    state = next_state;
    cursor.in += step.consumed && !at_end;
  }

  result.read = static_cast<size_t>(cursor.in - input.data());
  result.written = static_cast<size_t>(cursor.out - output.data());
  decoder.set_state(decoder.state().WithAtStart(at_start).WithCodec(state));
  return result;
}

template <DecoderCodec Codec, typename Unit>
inline constexpr DecodeFunctions<Unit> kDecodeFunctionsOf = [] {
  static_assert(!Codec::kDecoderMembers.can_run ||
                    (!Codec::kDecoderMembers.has_kernels &&
                     !Codec::kDecoderMembers.has_own_stage),
                "Behind a stage comes cut().");
  DecodeFunctions<Unit> functions;
  functions.rest = RunDecoder<Codec, Unit>;
  if constexpr (Codec::kDecoderMembers.has_kernels) {
    functions.stage = Codec::kDecodeKernels.template For<Unit>().stage;
  }
  if constexpr (Codec::kDecoderMembers.has_own_stage &&
                std::is_same_v<Unit, char16_t>) {
    functions.own_stage = Codec::DecodeShort;
  }
  if constexpr (!Codec::kDecoderMembers.can_run) {
    functions.run = DecodeNeutralRun<Codec, Unit>;
    functions.cut = DecodeCutCharacter<Codec, Unit>;
  }
  return functions;
}();

template <DecoderCodec Codec>
inline constexpr DecoderFunctions kDecoderFunctionsOf = [] {
  DecoderFunctions functions;
  functions.latin1 = kDecodeFunctionsOf<Codec, uint8_t>;
  functions.utf16 = kDecodeFunctionsOf<Codec, char16_t>;
  if constexpr (Codec::kDecoderMembers.has_byte_order_mark) {
    functions.first_of_byte_order_mark = Codec::kFirstOfByteOrderMark;
  }
  return functions;
}();

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_DECODE_DRIVER_H_
