// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/codecs/decode_driver.h"
#include "src/codecs/encode_driver.h"
#include "src/kernels/utf8/utf8_decode.h"
#include "src/kernels/utf8/utf8_encode.h"

namespace v8_encoding::internal {

namespace {

constexpr bool IsContinuation(uint32_t byte) {
  return (byte & 0xC0) == 0x80;
}

// The *UTF-8 lower boundary* and *upper boundary* for the byte after `lead`.
constexpr bool IsSecondByte(uint32_t lead, uint32_t byte) {
  switch (lead) {
    case 0xE0:
      return byte >= 0xA0 && byte <= 0xBF;
    case 0xED:
      return byte >= 0x80 && byte <= 0x9F;
    case 0xF0:
      return byte >= 0x90 && byte <= 0xBF;
    case 0xF4:
      return byte >= 0x80 && byte <= 0x8F;
    default:
      return IsContinuation(byte);
  }
}

// How many bytes the sequence that `lead` begins has; 0 if it begins none.
constexpr uint32_t SequenceLength(uint32_t lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return 0;
  }
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// How many of the `n` bytes from `in` on, which begin with no well-formed
// sequence and no ASCII, are malformed together. 0 if the sequence may go on
// behind them.
inline size_t MalformedLength(const uint8_t* in, size_t n, bool ends_text) {
  const uint32_t length = SequenceLength(in[0]);
  if (length == 0) {
    return 1;
  }
  if (n >= 2 && !IsSecondByte(in[0], in[1])) {
    return 1;
  }
  if (n >= 3 && !IsContinuation(in[2])) {
    return 2;
  }
  // Of four: only its last byte can be wrong.
  if (n >= 4) {
    return 3;
  }
  return ends_text ? n : 0;
}

// The state holds the bytes of an incomplete sequence, which number one to
// three: the lead in the low byte, the others above it, and how many they are.
class PendingBytes {
 public:
  explicit constexpr PendingBytes(uint32_t state)
      : bytes_(state & 0xFFFFFF), count_(PendingUtf8Length(state)) {}

  constexpr uint32_t count() const { return count_; }
  constexpr uint32_t lead() const { return bytes_ & 0xFF; }
  constexpr uint32_t at(uint32_t i) const { return bytes_ >> (8 * i) & 0xFF; }
  constexpr uint32_t StateWith(uint32_t byte) const {
    return bytes_ | byte << (8 * count_) |
           (count_ + 1) << kPendingUtf8LengthShift;
  }

 private:
  uint32_t bytes_;
  uint32_t count_;
};

class Utf8Codec {
 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .has_kernels = true,
      .has_byte_order_mark = true};
  static constexpr DecodeKernels kDecodeKernels = {
      .latin1 = {&simd::kUtf8ToLatin1, &simd::kUtf8ToLatin1Stage},
      .utf16 = {&simd::kUtf8ToUtf16, &simd::kUtf8ToUtf16Stage}};
  static constexpr uint8_t kFirstOfByteOrderMark = 0xEF;
  static constexpr EncoderMembers kEncoderMembers = {.has_kernels = true};
  static constexpr EncodeKernels kEncodeKernels = {
      .latin1 = {&simd::kLatin1ToUtf8, &simd::kLatin1ToUtf8Stage},
      .utf16 = {&simd::kUtf16ToUtf8, &simd::kUtf16ToUtf8Stage}};

  // https://encoding.spec.whatwg.org/#utf-8-decoder
  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    const PendingBytes pending(state);
    if (pending.count() == 0) {
      const uint32_t length = SequenceLength(byte);
      if (length == 1) {
        return DecodeStep::CodePoint(byte);
      }
      if (length == 0) {
        return DecodeStep::Error(1);
      }
      state = pending.StateWith(byte);
      return DecodeStep::Continue();
    }
    const uint32_t lead = pending.lead();
    if (pending.count() == 1 ? !IsSecondByte(lead, byte)
                             : !IsContinuation(byte)) {
      state = 0;
      return DecodeStep::ErrorRestoring(static_cast<uint8_t>(pending.count()));
    }
    const uint32_t length = SequenceLength(lead);
    if (pending.count() + 1 < length) {
      state = pending.StateWith(byte);
      return DecodeStep::Continue();
    }
    char32_t code_point = lead & (0xFF >> (length + 1));
    for (uint32_t i = 1; i < pending.count(); ++i) {
      code_point = code_point << 6 | (pending.at(i) & 0x3F);
    }
    state = 0;
    return DecodeStep::CodePoint(code_point << 6 | (byte & 0x3F));
  }

  static DecodeStep HandleEnd(uint32_t& state) {
    const PendingBytes pending(state);
    state = 0;
    return DecodeStep::Error(static_cast<uint8_t>(pending.count()));
  }

  // Blocks of whatever there is, then sequence by sequence, well-formed or not,
  // up to the first that is cut; where nothing is to be replaced, to the first
  // that is malformed.
  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>& cursor, AfterKernel after_kernel) {
    constexpr bool kToLatin1 = std::is_same_v<Unit, uint8_t>;
    if (after_kernel == AfterKernel::kNo) {
      RunKernel(kDecodeKernels, cursor, Encoding::kUtf8);
    }
    while (cursor.in != cursor.in_end) {
      if (*cursor.in < 0x80) {
        DecodeAscii(cursor);
      }
      const uint8_t* in = cursor.in;
      Unit* out = cursor.out;
      // While two units fit, any character does.
      while (in != cursor.in_end && cursor.out_end - out >= 2) {
        const uint32_t lead = in[0];
        const size_t in_left = static_cast<size_t>(cursor.in_end - in);
        if (lead < 0x80) {
          break;
        }
        if constexpr (kToLatin1) {
          if (lead != 0xC2 && lead != 0xC3) {
            break;
          }
        }
        if (lead < 0xE0) {
          if (in_left >= 2 && lead >= 0xC2 && IsContinuation(in[1])) {
            *out++ = static_cast<Unit>((lead & 0x1F) << 6 | (in[1] & 0x3F));
            in += 2;
            continue;
          }
        } else if (lead < 0xF0) {
          if (in_left >= 3 && IsSecondByte(lead, in[1]) &&
              IsContinuation(in[2])) {
            *out++ = static_cast<Unit>((lead & 0x0F) << 12 |
                                       (in[1] & 0x3F) << 6 | (in[2] & 0x3F));
            in += 3;
            continue;
          }
        } else if (in_left >= 4 && lead <= 0xF4 && IsSecondByte(lead, in[1]) &&
                   IsContinuation(in[2]) && IsContinuation(in[3])) {
          const char32_t scalar = (lead & 0x07) << 18 | (in[1] & 0x3F) << 12 |
                                  (in[2] & 0x3F) << 6 | (in[3] & 0x3F);
          *out++ = static_cast<Unit>(LeadSurrogate(scalar));
          *out++ = static_cast<Unit>(TrailSurrogate(scalar));
          in += 4;
          continue;
        }
        if constexpr (kToLatin1) {
          break;
        } else {
          const size_t malformed =
              cursor.replace ? MalformedLength(in, in_left, cursor.ends_text)
                             : 0;
          if (malformed == 0) {
            break;
          }
          *out++ = kReplacementCharacter;
          in += malformed;
        }
      }
      const bool progress = in != cursor.in;
      cursor.in = in;
      cursor.out = out;
      if (!progress) {
        return;
      }
    }
  }

  // https://encoding.spec.whatwg.org/#utf-8-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    EncodeStep step;
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    const uint32_t count = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    const uint32_t offset = count == 1 ? 0xC0 : count == 2 ? 0xE0 : 0xF0;
    step.length = static_cast<uint8_t>(count + 1);
    step.bytes[0] = static_cast<uint8_t>((scalar >> (6 * count)) + offset);
    for (uint32_t i = 1; i <= count; ++i) {
      step.bytes[i] =
          static_cast<uint8_t>(0x80 | (scalar >> (6 * (count - i)) & 0x3F));
    }
    return step;
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  // Behind the bytes written, all stays what it was, as Encoder promises, but
  // for what the bytes of the next units go over.
  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor, AfterKernel after_kernel) {
    if (after_kernel == AfterKernel::kNo) {
      RunKernel(kEncodeKernels, cursor, Encoding::kUtf8);
    }
    for (;;) {
      EncodeAscii<true>(cursor);
      const Unit* in = cursor.in;
      uint8_t* out = cursor.out;
      // While four bytes fit, any character does.
      while (in != cursor.in_end && cursor.out_end - out >= 4) {
        const uint32_t unit = in[0];
        if (unit < 0x80) {
          break;
        }
        if (unit < 0x800) {
          out[0] = static_cast<uint8_t>(0xC0 | unit >> 6);
          out[1] = static_cast<uint8_t>(0x80 | (unit & 0x3F));
          out += 2;
          in += 1;
          continue;
        }
        uint32_t scalar = unit;
        if (IsSurrogate(unit)) {
          const FirstScalarValue first =
              GetFirstScalarValue(in, static_cast<size_t>(cursor.in_end - in));
          if (first.units == 0) {
            break;  // The other half may follow.
          }
          if (first.units == 2) {
            out[0] = static_cast<uint8_t>(0xF0 | first.value >> 18);
            out[1] = static_cast<uint8_t>(0x80 | (first.value >> 12 & 0x3F));
            out[2] = static_cast<uint8_t>(0x80 | (first.value >> 6 & 0x3F));
            out[3] = static_cast<uint8_t>(0x80 | (first.value & 0x3F));
            out += 4;
            in += 2;
            continue;
          }
          scalar = first.value;
        }
        out[0] = static_cast<uint8_t>(0xE0 | scalar >> 12);
        out[1] = static_cast<uint8_t>(0x80 | (scalar >> 6 & 0x3F));
        out[2] = static_cast<uint8_t>(0x80 | (scalar & 0x3F));
        out += 3;
        in += 1;
      }
      const bool progress = in != cursor.in;
      cursor.in = in;
      cursor.out = out;
      if (!progress) {
        return;
      }
    }
  }
};
static_assert(DecoderCodec<Utf8Codec>);
static_assert(EncoderCodec<Utf8Codec>);

}  // namespace

constinit const DecoderFunctions kUtf8Decoder = kDecoderFunctionsOf<Utf8Codec>;

constinit const EncoderFunctions kUtf8Encoder = kEncoderFunctionsOf<Utf8Codec>;

}  // namespace v8_encoding::internal
