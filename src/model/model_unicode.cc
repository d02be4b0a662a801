// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8, UTF-16BE, UTF-16LE and replacement, as the standard words them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "src/model/model_coder.h"

namespace v8_encoding::model {

namespace {

// https://encoding.spec.whatwg.org/#utf-8-decoder
class Utf8Decoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item byte) override {
    // 1. The input ends inside a sequence.
    if (byte == kEndOfQueue && bytes_needed_ != 0) {
      bytes_needed_ = 0;
      return Result::Error();
    }
    // 2. The input ends.
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    // 3. A sequence begins.
    if (bytes_needed_ == 0) {
      if (InRange(byte, 0x00, 0x7F)) {
        return Result::Items({*byte});
      } else if (InRange(byte, 0xC2, 0xDF)) {
        bytes_needed_ = 1;
        code_point_ = *byte & 0x1F;
      } else if (InRange(byte, 0xE0, 0xEF)) {
        if (byte == 0xE0) {
          lower_boundary_ = 0xA0;
        }
        if (byte == 0xED) {
          upper_boundary_ = 0x9F;
        }
        bytes_needed_ = 2;
        code_point_ = *byte & 0xF;
      } else if (InRange(byte, 0xF0, 0xF4)) {
        if (byte == 0xF0) {
          lower_boundary_ = 0x90;
        }
        if (byte == 0xF4) {
          upper_boundary_ = 0x8F;
        }
        bytes_needed_ = 3;
        code_point_ = *byte & 0x7;
      } else {
        return Result::Error();
      }
      return Result::Continue();
    }
    // 4. Not what the sequence goes on with: it starts over at this byte.
    if (!InRange(byte, lower_boundary_, upper_boundary_)) {
      code_point_ = bytes_needed_ = bytes_seen_ = 0;
      lower_boundary_ = 0x80;
      upper_boundary_ = 0xBF;
      queue.Restore({*byte});
      return Result::Error();
    }
    // 5. Only a second byte has other boundaries.
    lower_boundary_ = 0x80;
    upper_boundary_ = 0xBF;
    // 6. Six more bits.
    code_point_ = (code_point_ << 6) | (*byte & 0x3F);
    // 7.
    ++bytes_seen_;
    // 8.
    if (bytes_seen_ != bytes_needed_) {
      return Result::Continue();
    }
    // 9. to 11. The sequence is complete.
    const uint32_t code_point = code_point_;
    code_point_ = bytes_needed_ = bytes_seen_ = 0;
    return Result::Items({code_point});
  }

  size_t PendingBytes() const override {
    return bytes_needed_ == 0 ? 0 : bytes_seen_ + 1;
  }

 private:
  uint32_t code_point_ = 0;
  uint32_t bytes_seen_ = 0;
  uint32_t bytes_needed_ = 0;
  uint32_t lower_boundary_ = 0x80;
  uint32_t upper_boundary_ = 0xBF;
};

// https://encoding.spec.whatwg.org/#utf-8-encoder
class Utf8Encoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item code_point) override {
    // 1. The input ends.
    if (code_point == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII is one byte.
    if (IsAscii(code_point)) {
      return Result::Items({*code_point});
    }
    // 3. How many bytes follow the first, and its high bits.
    uint32_t count = 3;
    uint32_t offset = 0xF0;
    if (InRange(code_point, 0x0080, 0x07FF)) {
      count = 1;
      offset = 0xC0;
    } else if (InRange(code_point, 0x0800, 0xFFFF)) {
      count = 2;
      offset = 0xE0;
    }
    // 4. The first byte.
    std::vector<uint32_t> bytes = {(*code_point >> (6 * count)) + offset};
    // 5. The bytes that follow, six bits in each.
    while (count > 0) {
      const uint32_t temp = *code_point >> (6 * (count - 1));
      bytes.push_back(0x80 | (temp & 0x3F));
      --count;
    }
    // 6.
    return Result::Items(bytes);
  }
};

// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
class Utf16Decoder final : public Coder {
 public:
  explicit Utf16Decoder(bool is_big_endian) : is_big_endian_(is_big_endian) {}

  Result Handle(IoQueue& queue, Item byte) override {
    // 1. The input ends inside a code unit or a surrogate pair, or in both.
    if (byte == kEndOfQueue && (leading_byte_ || leading_surrogate_)) {
      leading_byte_ = std::nullopt;
      leading_surrogate_ = std::nullopt;
      return Result::Error();
    }
    // 2. The input ends.
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    // 3. The first byte of a code unit.
    if (!leading_byte_) {
      leading_byte_ = *byte;
      return Result::Continue();
    }
    // 4. The code unit, in either byte order.
    const uint32_t code_unit = is_big_endian_ ? (*leading_byte_ << 8) + *byte
                                              : (*byte << 8) + *leading_byte_;
    // 5.
    leading_byte_ = std::nullopt;
    // 6. A leading surrogate waits for its other half.
    if (leading_surrogate_) {
      const uint32_t leading_surrogate = *leading_surrogate_;
      leading_surrogate_ = std::nullopt;
      if (InRange(code_unit, 0xDC00, 0xDFFF)) {
        return Result::Items({0x10000 + ((leading_surrogate - 0xD800) << 10) +
                              (code_unit - 0xDC00)});
      }
      // It was alone: this code unit is read again.
      const uint32_t byte1 = code_unit >> 8;
      const uint32_t byte2 = code_unit & 0x00FF;
      if (is_big_endian_) {
        queue.Restore({byte1, byte2});
      } else {
        queue.Restore({byte2, byte1});
      }
      return Result::Error();
    }
    // 7. A leading surrogate.
    if (InRange(code_unit, 0xD800, 0xDBFF)) {
      leading_surrogate_ = code_unit;
      return Result::Continue();
    }
    // 8. A trailing surrogate with nothing before it.
    if (InRange(code_unit, 0xDC00, 0xDFFF)) {
      return Result::Error();
    }
    // 9.
    return Result::Items({code_unit});
  }

  size_t PendingBytes() const override {
    return (leading_byte_ ? 1 : 0) + (leading_surrogate_ ? 2 : 0);
  }

 private:
  const bool is_big_endian_;
  std::optional<uint32_t> leading_byte_;
  std::optional<uint32_t> leading_surrogate_;
};

// https://encoding.spec.whatwg.org/#replacement-decoder
class ReplacementDecoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item byte) override {
    // 1. The input ends.
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. The first byte, whatever it is.
    if (!error_returned_) {
      error_returned_ = true;
      return Result::Error();
    }
    // 3. The rest isn't looked at.
    return Result::Finished();
  }

 private:
  bool error_returned_ = false;
};

}  // namespace

std::unique_ptr<Coder> NewUtf8Decoder() {
  return std::make_unique<Utf8Decoder>();
}

std::unique_ptr<Coder> NewUtf8Encoder() {
  return std::make_unique<Utf8Encoder>();
}

std::unique_ptr<Coder> NewUtf16Decoder(bool is_big_endian) {
  return std::make_unique<Utf16Decoder>(is_big_endian);
}

std::unique_ptr<Coder> NewReplacementDecoder() {
  return std::make_unique<ReplacementDecoder>();
}

}  // namespace v8_encoding::model
