// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// EUC-JP and Shift_JIS, as the standard words them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "src/model/model_coder.h"
#include "src/model/model_indexes.h"

namespace v8_encoding::model {

namespace {

const Index& Jis0208Index() {
  static const auto& index = *new Index(IndexJis0208());
  return index;
}

const Index& Jis0212Index() {
  static const auto& index = *new Index(IndexJis0212());
  return index;
}

// https://encoding.spec.whatwg.org/#index-shift_jis-pointer
std::optional<uint32_t> ShiftJisPointer(uint32_t code_point) {
  // 1. Without the rows that repeat later ones.
  static const auto& index = *new Index(IndexJis0208(), [](uint32_t pointer) {
    return pointer >= 8272 && pointer <= 8835;
  });
  // 2.
  return index.Pointer(code_point);
}

// https://encoding.spec.whatwg.org/#euc-jp-decoder
class EucJpDecoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item byte) override {
    // 1. The input ends inside a sequence.
    if (byte == kEndOfQueue && leading_ != 0x00) {
      leading_ = 0x00;
      return Result::Error();
    }
    // 2. The input ends.
    if (byte == kEndOfQueue && leading_ == 0x00) {
      return Result::Finished();
    }
    // 3. Half-width katakana.
    if (leading_ == 0x8E && InRange(byte, 0xA1, 0xDF)) {
      leading_ = 0x00;
      return Result::Items({0xFF61 - 0xA1 + *byte});
    }
    // 4. The second byte of three.
    if (leading_ == 0x8F && InRange(byte, 0xA1, 0xFE)) {
      jis0212_ = true;
      leading_ = *byte;
      return Result::Continue();
    }
    // 5. The last byte of two or three.
    if (leading_ != 0x00) {
      const uint32_t leading = std::exchange(leading_, 0x00);
      std::optional<uint32_t> code_point;
      if (InRange(leading, 0xA1, 0xFE) && InRange(byte, 0xA1, 0xFE)) {
        const uint32_t pointer = (leading - 0xA1) * 94 + *byte - 0xA1;
        code_point = jis0212_ ? Jis0212Index().CodePoint(pointer)
                              : Jis0208Index().CodePoint(pointer);
      }
      jis0212_ = false;
      if (code_point) {
        return Result::Items({*code_point});
      }
      if (IsAscii(byte)) {
        queue.Restore({*byte});
      }
      return Result::Error();
    }
    // 6. ASCII.
    if (IsAscii(byte)) {
      return Result::Items({*byte});
    }
    // 7. The first byte.
    if (byte == 0x8E || byte == 0x8F || InRange(byte, 0xA1, 0xFE)) {
      leading_ = *byte;
      return Result::Continue();
    }
    // 8.
    return Result::Error();
  }

  size_t PendingBytes() const override {
    return leading_ == 0x00 ? 0 : jis0212_ ? 2 : 1;
  }

 private:
  bool jis0212_ = false;
  uint32_t leading_ = 0x00;
};

// https://encoding.spec.whatwg.org/#euc-jp-encoder
class EucJpEncoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item code_point) override {
    // 1. The input ends.
    if (code_point == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII.
    if (IsAscii(code_point)) {
      return Result::Items({*code_point});
    }
    // 3. and 4. What JIS X 0201 has in place of two ASCII characters.
    if (code_point == 0x00A5) {
      return Result::Items({0x5C});
    }
    if (code_point == 0x203E) {
      return Result::Items({0x7E});
    }
    // 5. Half-width katakana.
    if (InRange(code_point, 0xFF61, 0xFF9F)) {
      return Result::Items({0x8E, *code_point - 0xFF61 + 0xA1});
    }
    // 6. Minus.
    if (code_point == 0x2212) {
      code_point = 0xFF0D;
    }
    // 7.
    const std::optional<uint32_t> pointer = Jis0208Index().Pointer(*code_point);
    // 8. Unmapped.
    if (!pointer) {
      return Result::ErrorWith(*code_point);
    }
    // 9. to 11.
    const uint32_t leading = *pointer / 94 + 0xA1;
    const uint32_t trailing = *pointer % 94 + 0xA1;
    return Result::Items({leading, trailing});
  }
};

// https://encoding.spec.whatwg.org/#shift_jis-decoder
class ShiftJisDecoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item byte) override {
    // 1. The input ends after a leading byte.
    if (byte == kEndOfQueue && leading_ != 0x00) {
      leading_ = 0x00;
      return Result::Error();
    }
    // 2. The input ends.
    if (byte == kEndOfQueue && leading_ == 0x00) {
      return Result::Finished();
    }
    // 3. The second byte.
    if (leading_ != 0x00) {
      const uint32_t leading = std::exchange(leading_, 0x00);
      std::optional<uint32_t> pointer;
      const uint32_t offset = *byte < 0x7F ? 0x40 : 0x41;
      const uint32_t leading_offset = leading < 0xA0 ? 0x81 : 0xC1;
      if (InRange(byte, 0x40, 0x7E) || InRange(byte, 0x80, 0xFC)) {
        pointer = (leading - leading_offset) * 188 + *byte - offset;
      }
      // End-user-defined characters.
      if (InRange(pointer, 8836, 10715)) {
        return Result::Items({0xE000 - 8836 + *pointer});
      }
      const std::optional<uint32_t> code_point =
          pointer ? Jis0208Index().CodePoint(*pointer) : std::nullopt;
      if (code_point) {
        return Result::Items({*code_point});
      }
      if (IsAscii(byte)) {
        queue.Restore({*byte});
      }
      return Result::Error();
    }
    // 4. ASCII, and one more byte that stays as it is.
    if (IsAscii(byte) || byte == 0x80) {
      return Result::Items({*byte});
    }
    // 5. Half-width katakana.
    if (InRange(byte, 0xA1, 0xDF)) {
      return Result::Items({0xFF61 - 0xA1 + *byte});
    }
    // 6. The first byte.
    if (InRange(byte, 0x81, 0x9F) || InRange(byte, 0xE0, 0xFC)) {
      leading_ = *byte;
      return Result::Continue();
    }
    // 7.
    return Result::Error();
  }

  size_t PendingBytes() const override { return leading_ != 0; }

 private:
  uint32_t leading_ = 0x00;
};

// https://encoding.spec.whatwg.org/#shift_jis-encoder
class ShiftJisEncoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item code_point) override {
    // 1. The input ends.
    if (code_point == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII, and one more.
    if (IsAscii(code_point) || code_point == 0x0080) {
      return Result::Items({*code_point});
    }
    // 3. and 4. What JIS X 0201 has in place of two ASCII characters.
    if (code_point == 0x00A5) {
      return Result::Items({0x5C});
    }
    if (code_point == 0x203E) {
      return Result::Items({0x7E});
    }
    // 5. Half-width katakana.
    if (InRange(code_point, 0xFF61, 0xFF9F)) {
      return Result::Items({*code_point - 0xFF61 + 0xA1});
    }
    // 6. Minus.
    if (code_point == 0x2212) {
      code_point = 0xFF0D;
    }
    // 7.
    const std::optional<uint32_t> pointer = ShiftJisPointer(*code_point);
    // 8. Unmapped.
    if (!pointer) {
      return Result::ErrorWith(*code_point);
    }
    // 9. to 13.
    const uint32_t leading = *pointer / 188;
    const uint32_t leading_offset = leading < 0x1F ? 0x81 : 0xC1;
    const uint32_t trailing = *pointer % 188;
    const uint32_t offset = trailing < 0x3F ? 0x40 : 0x41;
    return Result::Items({leading + leading_offset, trailing + offset});
  }
};

}  // namespace

std::unique_ptr<Coder> NewEucJpDecoder() {
  return std::make_unique<EucJpDecoder>();
}

std::unique_ptr<Coder> NewEucJpEncoder() {
  return std::make_unique<EucJpEncoder>();
}

std::unique_ptr<Coder> NewShiftJisDecoder() {
  return std::make_unique<ShiftJisDecoder>();
}

std::unique_ptr<Coder> NewShiftJisEncoder() {
  return std::make_unique<ShiftJisEncoder>();
}

}  // namespace v8_encoding::model
