// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs an encoder's handler over a chunk. A codec gives, as the concept
// EncoderCodec has it:
//
//   * Encode() for a scalar value and EncodeEnd() for end-of-queue: the handler
//     as the standard has it.
//   * EncodeRun(), the fast path. The driver calls it when the codec's state is
//     neutral (zero) and no lead surrogate waits. EncodeRun() may consume any
//     number of complete characters, each exactly as the handler would convert
//     it and, where the caller asks for that, with what is unmappable replaced;
//     and must leave the state neutral. Whatever it leaves goes through the
//     handler.
//   * kEncoderMembers, which says what optional members there are.
//
// Optional:
//
//   * kEncodeKernels, of a codec with a kernel that takes a text's begin by
//     itself. EncodeRun() is then told whether the kernel has just been called,
//     and calls it itself if not and if that is worth it.
//   * CanRun(state), of a codec with several states to run in: whether `state`
//     is one. EncodeRun() then takes the state, and may change it as the
//     handler would.

#ifndef V8_ENCODING_SRC_CODECS_ENCODE_DRIVER_H_
#define V8_ENCODING_SRC_CODECS_ENCODE_DRIVER_H_

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "src/codecs/codec.h"
#include "src/codecs/codecs.h"
#include "src/kernels/converted.h"
#include "src/kernels/copy.h"
#include "src/kernels/utf8/utf8_encode.h"

namespace v8_encoding::internal {

// What a handler returns for one item of the I/O queue.
struct EncodeStep {
  static constexpr EncodeStep Byte(uint32_t byte) {
    return {.length = 1, .bytes = {static_cast<uint8_t>(byte)}};
  }
  static constexpr EncodeStep Unmappable(char32_t code_point) {
    return {.unmappable = true, .code_point = code_point};
  }
  static constexpr EncodeStep Finished() { return {}; }

  bool unmappable = false;
  char32_t code_point = 0;  // Of what is unmappable.
  // The bytes were put out first and the scalar value is restored.
  bool restored = false;
  uint8_t length = 0;
  uint8_t bytes[8] = {};
};

// Which optional members an encoder's codec has; see DecoderMembers.
struct EncoderMembers {
  bool has_kernels = false;
  bool has_own_stage = false;
  bool can_run = false;
};

template <typename Codec, typename... Argument>
concept EncodesRuns = requires(const Codec codec,
                               EncodeCursor<uint8_t>& latin1,
                               EncodeCursor<char16_t>& utf16,
                               Argument&... argument) {
  { codec.EncodeRun(latin1, argument...) } -> std::same_as<void>;
  { codec.EncodeRun(utf16, argument...) } -> std::same_as<void>;
};

template <typename Codec>
concept HasEncodeKernels = requires {
  { Codec::kEncodeKernels } -> std::same_as<const EncodeKernels&>;
};

template <typename Codec>
concept HasEncoderHandlers = requires(const Codec codec,
                                      uint32_t& state,
                                      char32_t scalar) {
  { codec.Encode(state, scalar) } -> std::same_as<EncodeStep>;
  { codec.EncodeEnd(state) } -> std::same_as<EncodeStep>;
  { Codec::kEncoderMembers } -> std::same_as<const EncoderMembers&>;
};

// HasCanRun and the EncodeRun() that goes with it, or neither.
template <typename Codec>
concept HasEncodeRun =
    Codec::kEncoderMembers.can_run ==
        HasCanRun<Codec>&& Codec::kEncoderMembers.has_kernels ==
        HasEncodeKernels<Codec> &&
    (HasCanRun<Codec>          ? EncodesRuns<Codec, uint32_t>
     : HasEncodeKernels<Codec> ? EncodesRuns<Codec, const AfterKernel>
                               : EncodesRuns<Codec>);

template <typename Codec>
concept HasOwnEncodeStage = requires {
  { Codec::EncodeShort } -> std::same_as<EncodeStage<char16_t>&>;
};

template <typename Codec>
concept EncoderCodec = HasEncoderHandlers<Codec> && HasEncodeRun<Codec> &&
    (Codec::kEncoderMembers.has_own_stage == HasOwnEncodeStage<Codec>);

// Moves ASCII until a unit above 0x7F, or until either end; see DecodeAscii.
//
// Blocks store what follows the ASCII, too. If `kKeepsRest`, that is within the
// bytes that it has in UTF-8 and that fit: none of a lead surrogate which is
// the last unit, and one at the least of each other.
template <bool kKeepsRest = false, typename Unit>
inline void EncodeAscii(EncodeCursor<Unit>& cursor) {
  // With 16 or 64, encode/UTF-8/html and french and multi-byte markup take 0.97
  // to 1.04 times as long in 64 B and 1 KiB (AVX3_DL and AVX2).
  constexpr size_t kProvenRun = 32;
  const size_t n = std::min(cursor.in_left(), cursor.out_left());
  const Unit* const in = cursor.in;
  uint8_t* const out = cursor.out;
  const size_t short_run = std::min(n, kProvenRun);
  size_t i = 0;
  while (i < short_run && in[i] < 0x80) {
    out[i] = static_cast<uint8_t>(in[i]);
    ++i;
  }
  if (i == kProvenRun) {
    size_t in_blocks = n - i;
    if constexpr (kKeepsRest) {
      size_t in_left = cursor.in_left();
      if constexpr (std::is_same_v<Unit, char16_t>) {
        in_left -= IsLeadSurrogate(cursor.in_end[-1]);
      }
      const size_t out_left = cursor.out_left();
      const size_t end = std::min(
          in_left, out_left - std::min(out_left, simd::kMaxUtf8BytesLeft));
      in_blocks = end - std::min(end, i);
    }
    if constexpr (std::is_same_v<Unit, uint8_t>) {
      i += simd::CopyAsciiPrefix(in + i, in_blocks, out + i);
    } else {
      i += simd::NarrowAsciiPrefix(in + i, in_blocks, out + i);
    }
  }
  cursor.in = in + i;
  cursor.out = out + i;
}

// The layout of an EncoderState: the codec's own bits, and what ended the last
// chunk without being a character. That is nothing; or a lead surrogate; or up
// to three bytes of UTF-8, as they wait in the state of UTF-8's decoder, whose
// count of bytes tells them from the others.
inline constexpr uint32_t kEncoderCodecMask = 0xF;
inline constexpr int kPendingShift = 4;
inline constexpr uint32_t kPendingLeadFlag = uint32_t{1} << 10;

inline constexpr uint32_t PendingBits(EncoderState state) {
  return state.bits() >> kPendingShift;
}
inline constexpr bool HasPendingUtf8(EncoderState state) {
  return PendingUtf8Length(PendingBits(state)) != 0;
}
inline constexpr EncoderState WithPendingBits(EncoderState state,
                                              uint32_t pending) {
  return EncoderState::FromBits((state.bits() & kEncoderCodecMask) |
                                pending << kPendingShift);
}

// The lead surrogate that waits; U+FFFD for bytes of UTF-8, which only a call
// with more UTF-8 could complete; or zero.
inline constexpr char32_t PendingUnit(EncoderState state) {
  const uint32_t pending = PendingBits(state);
  return HasPendingUtf8(state) ? kReplacementCharacter
         : pending & kPendingLeadFlag
             ? kFirstLeadSurrogate | (pending & kSurrogateBits)
             : 0;
}

inline constexpr size_t kMaxReference = 10;

// Writes "&#…;"; `out` has room for kMaxReference bytes. Returns the length.
inline size_t WriteNumericCharacterReference(char32_t code_point,
                                             uint8_t* out) {
  // The digits as they are in memory, up to seven.
  uint64_t digits = 0;
  size_t count = 0;
  do {
    digits = digits << 8 | ('0' + code_point % 10);
    code_point /= 10;
    ++count;
  } while (code_point != 0);
  if constexpr (std::endian::native == std::endian::big) {
    // Untested: of big-endian processors, tools/test --arch s390x.
    digits = __builtin_bswap64(digits);
  }
  out[0] = '&';
  out[1] = '#';
  std::memcpy(out + 2, &digits, sizeof(digits));
  out[2 + count] = ';';
  return count + 3;
}

// Writes a step's bytes, and the reference of what is unmappable, if asked for,
// and advances `out`. Returns false if there is no room for all of it. Without
// a reference nothing else is written, as UTF-8 wants it.
[[nodiscard]] inline bool WriteStep(const EncodeStep& step,
                                    bool with_reference,
                                    uint8_t*& out,
                                    size_t room) {
  if (!with_reference) {
    if (room < step.length) {
      return false;
    }
    out = std::copy_n(step.bytes, step.length, out);
    return true;
  }
  constexpr size_t kMaxWritten = sizeof(step.bytes) + kMaxReference;
  const auto write = [&](uint8_t* to) {
    std::copy_n(step.bytes, sizeof(step.bytes), to);
    return step.length +
           WriteNumericCharacterReference(step.code_point, to + step.length);
  };
  if (room >= kMaxWritten) [[likely]] {
    out += write(out);
    return true;
  }
  uint8_t bytes[kMaxWritten];
  const size_t length = write(bytes);
  if (room < length) {
    return false;
  }
  out = std::copy_n(bytes, length, out);
  return true;
}

// What *convert* a string *to a scalar value string* makes of its front.
struct FirstScalarValue {
  char32_t value;
  size_t units;  // 0 for a lead surrogate, the last unit that's there.
};

template <typename Unit>
inline FirstScalarValue GetFirstScalarValue(const Unit* in, size_t size) {
  const char32_t unit = in[0];
  if (!std::is_same_v<Unit, char16_t> || !IsSurrogate(unit)) {
    return {unit, 1};
  }
  if (IsTrailSurrogate(unit)) {
    return {kReplacementCharacter, 1};
  }
  if (size < 2) {
    return {unit, 0};
  }
  if (!IsTrailSurrogate(in[1])) {
    return {kReplacementCharacter, 1};
  }
  return {ScalarValueFromSurrogates(unit, in[1]), 2};
}

// The kernels' scalar fallback: does what the driver would with one character.
// Where that ends a call, for want of units or of room or with an error, does
// nothing.
template <typename Codec>
class HandlerFallback {
 public:
  HandlerFallback(EncodeErrorMode error_mode, uint32_t& state)
      : error_mode_(error_mode), state_(state) {}

  simd::EncodeFallback ForKernel() {
    return {[](void* self, const char16_t* in, size_t in_size, uint8_t* out,
               size_t out_size) {
              return static_cast<HandlerFallback*>(self)->Encode(in, in_size,
                                                                 out, out_size);
            },
            this};
  }

  simd::Converted Encode(const char16_t* in,
                         size_t in_size,
                         uint8_t* out,
                         size_t out_size) {
    const FirstScalarValue scalar = GetFirstScalarValue(in, in_size);
    if (scalar.units == 0) {
      return {0, 0};
    }
    uint32_t state = state_;
    uint8_t* const out_end = out + out_size;
    uint8_t* end = out;
    for (;;) {
      const EncodeStep step = Codec::Encode(state, scalar.value);
      if ((step.unmappable && error_mode_ != EncodeErrorMode::kHtml) ||
          !WriteStep(step, step.unmappable, end,
                     static_cast<size_t>(out_end - end))) {
        return {0, 0};
      }
      if (!step.restored) {
        state_ = state;
        return {scalar.units, static_cast<size_t>(end - out)};
      }
    }
  }

 private:
  const EncodeErrorMode error_mode_;
  uint32_t& state_;
};

// For a codec's EncodeRun().
template <typename Unit>
inline void RunKernel(const EncodeKernels& kernels,
                      EncodeCursor<Unit>& cursor,
                      Encoding encoding) {
  const simd::Converted done = (*kernels.For<Unit>().kernel)(
      cursor.in, cursor.in_left(), cursor.out, cursor.out_left(), encoding,
      cursor.error_mode);
  cursor.in += done.read;
  cursor.out += done.written;
}

template <EncoderCodec Codec, typename Unit>
simd::Converted EncodeNeutralRun(const Unit* input,
                                 size_t input_size,
                                 uint8_t* output,
                                 size_t output_size,
                                 Encoding encoding,
                                 EncodeErrorMode error_mode,
                                 AfterKernel after_kernel) {
  EncodeCursor<Unit> cursor{.in = input,
                            .in_end = input + input_size,
                            .out = output,
                            .out_end = output + output_size,
                            .error_mode = error_mode};
  if constexpr (Codec::kEncoderMembers.has_kernels) {
    MakeCodec<Codec>(encoding).EncodeRun(cursor, after_kernel);
  } else {
    MakeCodec<Codec>(encoding).EncodeRun(cursor);
  }
  return {static_cast<size_t>(cursor.in - input),
          static_cast<size_t>(cursor.out - output)};
}

// Begins with a step where EncodeNeutralRun() could run, since it has.
template <EncoderCodec Codec, typename Unit>
EncodeResult RunEncoder(std::span<const Unit> input,
                        std::span<uint8_t> output,
                        Flush flush,
                        Encoder& encoder) {
  constexpr bool kFromUtf16 = std::is_same_v<Unit, char16_t>;
  const Codec codec = MakeCodec<Codec>(encoder.encoding());
  EncodeCursor<Unit> cursor{.in = input.data(),
                            .in_end = input.data() + input.size(),
                            .out = output.data(),
                            .out_end = output.data() + output.size(),
                            .error_mode = encoder.error_mode()};
  if (cursor.error_mode == EncodeErrorMode::kHtmlReported) {
    // Until the first reference of a call, runs are to stop before them.
    cursor.error_mode = EncodeErrorMode::kFatal;
  }
  const EncoderState old_state = encoder.state();
  uint32_t state = old_state.bits() & kEncoderCodecMask;
  char32_t pending = PendingUnit(old_state);

  EncodeResult result{.status = EncodeStatus::kInputEmpty};
  for (bool ran = true;; ran = false) {
    if constexpr (Codec::kEncoderMembers.can_run) {
      if (codec.CanRun(state) && pending == 0) {
        codec.EncodeRun(cursor, state);
      }
    } else if (!ran && state == 0 && pending == 0) {
      if constexpr (Codec::kEncoderMembers.has_kernels) {
        codec.EncodeRun(cursor, AfterKernel::kNo);
      } else {
        codec.EncodeRun(cursor);
      }
    }

    // Read a scalar value: *convert* a string *to a scalar value string*, with
    // the pair that a chunk border cuts put together again.
    const bool at_end = cursor.in == cursor.in_end;
    if (at_end && flush == Flush::kNo) {
      break;
    }
    bool end_of_queue = false;
    size_t units = 0;
    char32_t scalar = 0;
    if (at_end) {
      if (pending != 0) {
        scalar = kReplacementCharacter;
      } else {
        end_of_queue = true;
      }
    } else if (pending != 0) {
      if (kFromUtf16 && IsLeadSurrogate(pending) &&
          IsTrailSurrogate(cursor.in[0])) {
        scalar = ScalarValueFromSurrogates(pending, cursor.in[0]);
        units = 1;
      } else {
        scalar = kReplacementCharacter;
      }
    } else {
      const FirstScalarValue first =
          GetFirstScalarValue(cursor.in, cursor.in_left());
      scalar = first.value;
      units = first.units;
      if (units == 0) {
        if (flush == Flush::kNo) {
          pending = scalar;
          ++cursor.in;
          break;
        }
        scalar = kReplacementCharacter;
        units = 1;
      }
    }

    // The step counts only once its bytes have a place.
    uint32_t next_state = state;
    const EncodeStep step = end_of_queue ? codec.EncodeEnd(next_state)
                                         : codec.Encode(next_state, scalar);
    const bool html =
        step.unmappable && encoder.error_mode() != EncodeErrorMode::kFatal;
    if (!WriteStep(step, html, cursor.out, cursor.out_left())) {
      result.status = EncodeStatus::kOutputFull;
      break;
    }
    state = next_state;
    if (html && encoder.error_mode() == EncodeErrorMode::kHtmlReported) {
      result.had_unmappables = true;
      cursor.error_mode = EncodeErrorMode::kHtml;
    }
    if (end_of_queue) {
      break;
    }
    if (!step.restored) {
      pending = 0;
      cursor.in += units;
    }
    if (step.unmappable && !html) {
      result.status = EncodeStatus::kUnmappable;
      result.code_point = step.code_point;
      break;
    }
  }

  result.read = static_cast<size_t>(cursor.in - input.data());
  result.written = static_cast<size_t>(cursor.out - output.data());
  uint32_t pending_bits = 0;
  if (IsLeadSurrogate(pending)) {
    pending_bits = kPendingLeadFlag | (pending & kSurrogateBits);
  } else if (pending != 0) {
    pending_bits = PendingBits(old_state);
  }
  encoder.set_state(
      WithPendingBits(EncoderState::FromBits(state), pending_bits));
  return result;
}

template <EncoderCodec Codec, typename Unit>
inline constexpr EncodeFunctions<Unit> kEncodeFunctionsOf = [] {
  EncodeFunctions<Unit> functions;
  functions.rest = RunEncoder<Codec, Unit>;
  if constexpr (Codec::kEncoderMembers.has_kernels) {
    functions.stage = Codec::kEncodeKernels.template For<Unit>().stage;
  }
  if constexpr (Codec::kEncoderMembers.has_own_stage &&
                std::is_same_v<Unit, char16_t>) {
    functions.own_stage = Codec::EncodeShort;
  }
  if constexpr (!Codec::kEncoderMembers.can_run) {
    functions.run = EncodeNeutralRun<Codec, Unit>;
  }
  return functions;
}();

template <EncoderCodec Codec>
inline constexpr EncoderFunctions kEncoderFunctionsOf = {
    .latin1 = kEncodeFunctionsOf<Codec, uint8_t>,
    .utf16 = kEncodeFunctionsOf<Codec, char16_t>};

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_ENCODE_DRIVER_H_
