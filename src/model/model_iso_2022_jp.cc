// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ISO-2022-JP, as the standard words it.

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

const Index& KatakanaIndex() {
  static const auto& index = *new Index(IndexIso2022JpKatakana());
  return index;
}

// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
class Iso2022JpDecoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item byte) override {
    switch (state_) {
      case State::kAscii:
        return InAscii(byte);
      case State::kRoman:
        return InRoman(byte);
      case State::kKatakana:
        return InKatakana(byte);
      case State::kLeadingByte:
        return InLeadingByte(byte);
      case State::kTrailingByte:
        return InTrailingByte(byte);
      case State::kEscapeStart:
        return InEscapeStart(queue, byte);
      case State::kEscape:
        return InEscape(queue, byte);
    }
    return Result::Error();
  }

  size_t PendingBytes() const override {
    switch (state_) {
      case State::kTrailingByte:
      case State::kEscapeStart:
        return 1;
      case State::kEscape:
        return 2;
      default:
        return 0;
    }
  }

 private:
  enum class State {
    kAscii,
    kRoman,
    kKatakana,
    kLeadingByte,
    kTrailingByte,
    kEscapeStart,
    kEscape,
  };

  Result ToEscapeStart() {
    state_ = State::kEscapeStart;
    return Result::Continue();
  }
  Result Output(uint32_t code_point) {
    output_ = false;
    return Result::Items({code_point});
  }
  Result OutputError() {
    output_ = false;
    return Result::Error();
  }

  Result InAscii(Item byte) {
    if (byte == 0x1B) {
      return ToEscapeStart();
    }
    if (IsAscii(byte) && byte != 0x0E && byte != 0x0F) {
      return Output(*byte);
    }
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    return OutputError();
  }

  Result InRoman(Item byte) {
    if (byte == 0x1B) {
      return ToEscapeStart();
    }
    if (byte == 0x5C) {
      return Output(0x00A5);
    }
    if (byte == 0x7E) {
      return Output(0x203E);
    }
    if (IsAscii(byte) && byte != 0x0E && byte != 0x0F) {
      return Output(*byte);
    }
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    return OutputError();
  }

  Result InKatakana(Item byte) {
    if (byte == 0x1B) {
      return ToEscapeStart();
    }
    if (InRange(byte, 0x21, 0x5F)) {
      return Output(0xFF61 - 0x21 + *byte);
    }
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    return OutputError();
  }

  Result InLeadingByte(Item byte) {
    if (byte == 0x1B) {
      return ToEscapeStart();
    }
    if (InRange(byte, 0x21, 0x7E)) {
      output_ = false;
      leading_ = *byte;
      state_ = State::kTrailingByte;
      return Result::Continue();
    }
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    return OutputError();
  }

  Result InTrailingByte(Item byte) {
    // The escape is not restored: it has begun when the error is returned.
    if (byte == 0x1B) {
      state_ = State::kEscapeStart;
      return Result::Error();
    }
    // In all other cases the next byte is a leading one again.
    state_ = State::kLeadingByte;
    if (InRange(byte, 0x21, 0x7E)) {
      const uint32_t pointer = (leading_ - 0x21) * 94 + *byte - 0x21;
      const std::optional<uint32_t> code_point =
          Jis0208Index().CodePoint(pointer);
      if (!code_point) {
        return Result::Error();
      }
      return Result::Items({*code_point});
    }
    // End-of-queue, too.
    return Result::Error();
  }

  Result InEscapeStart(IoQueue& queue, Item byte) {
    // 1. The second byte of an escape.
    if (byte == 0x24 || byte == 0x28) {
      leading_ = *byte;
      state_ = State::kEscape;
      return Result::Continue();
    }
    // 2.
    if (byte != kEndOfQueue) {
      queue.Restore({*byte});
    }
    // 3.
    output_ = false;
    state_ = output_state_;
    return Result::Error();
  }

  Result InEscape(IoQueue& queue, Item byte) {
    // 1.
    const uint32_t leading = std::exchange(leading_, 0x00);
    // 2. to 6. Which set the escape names.
    std::optional<State> state;
    if (leading == 0x28 && byte == 0x42) {
      state = State::kAscii;
    }
    if (leading == 0x28 && byte == 0x4A) {
      state = State::kRoman;
    }
    if (leading == 0x28 && byte == 0x49) {
      state = State::kKatakana;
    }
    if (leading == 0x24 && (byte == 0x40 || byte == 0x42)) {
      state = State::kLeadingByte;
    }
    // 7. An escape right after another one is an error, yet it holds.
    if (state) {
      state_ = *state;
      output_state_ = *state;
      const bool output = std::exchange(output_, true);
      return output ? Result::Error() : Result::Continue();
    }
    // 8.
    if (byte == kEndOfQueue) {
      queue.Restore({leading});
    } else {
      queue.Restore({leading, *byte});
    }
    // 9.
    output_ = false;
    state_ = output_state_;
    return Result::Error();
  }

  State state_ = State::kAscii;
  State output_state_ = State::kAscii;
  uint32_t leading_ = 0x00;
  bool output_ = false;
};

// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
class Iso2022JpEncoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item code_point) override {
    // 1. The input ends; the output ends in ASCII.
    if (code_point == kEndOfQueue && state_ != State::kAscii) {
      return ToAscii();
    }
    // 2.
    if (code_point == kEndOfQueue && state_ == State::kAscii) {
      return Result::Finished();
    }
    // 3. The controls by which an attacker could switch sets.
    if ((state_ == State::kAscii || state_ == State::kRoman) &&
        (code_point == 0x000E || code_point == 0x000F ||
         code_point == 0x001B)) {
      return Result::ErrorWith(0xFFFD);
    }
    // 4. ASCII in ASCII.
    if (state_ == State::kAscii && IsAscii(code_point)) {
      return Result::Items({*code_point});
    }
    // 5. What Roman has.
    if (state_ == State::kRoman &&
        ((IsAscii(code_point) && code_point != 0x005C &&
          code_point != 0x007E) ||
         code_point == 0x00A5 || code_point == 0x203E)) {
      if (IsAscii(code_point)) {
        return Result::Items({*code_point});
      }
      if (code_point == 0x00A5) {
        return Result::Items({0x5C});
      }
      return Result::Items({0x7E});
    }
    // 6. Other ASCII: back to ASCII first.
    if (IsAscii(code_point) && state_ != State::kAscii) {
      queue.Restore({*code_point});
      return ToAscii();
    }
    // 7. What only Roman has: to Roman first.
    if ((code_point == 0x00A5 || code_point == 0x203E) &&
        state_ != State::kRoman) {
      queue.Restore({*code_point});
      state_ = State::kRoman;
      return Result::Items({0x1B, 0x28, 0x4A});
    }
    // 8. Minus.
    if (code_point == 0x2212) {
      code_point = 0xFF0D;
    }
    // 9. Half-width katakana become full-width ones.
    if (InRange(code_point, 0xFF61, 0xFF9F)) {
      code_point = KatakanaIndex().CodePoint(*code_point - 0xFF61);
    }
    // 10.
    const std::optional<uint32_t> pointer = Jis0208Index().Pointer(*code_point);
    // 11. Unmapped: whatever stands for it is ASCII.
    if (!pointer) {
      if (state_ == State::kJis0208) {
        queue.Restore({*code_point});
        return ToAscii();
      }
      return Result::ErrorWith(*code_point);
    }
    // 12. To JIS X 0208 first.
    if (state_ != State::kJis0208) {
      queue.Restore({*code_point});
      state_ = State::kJis0208;
      return Result::Items({0x1B, 0x24, 0x42});
    }
    // 13. to 15.
    const uint32_t leading = *pointer / 94 + 0x21;
    const uint32_t trailing = *pointer % 94 + 0x21;
    return Result::Items({leading, trailing});
  }

 private:
  enum class State { kAscii, kRoman, kJis0208 };

  Result ToAscii() {
    state_ = State::kAscii;
    return Result::Items({0x1B, 0x28, 0x42});
  }

  State state_ = State::kAscii;
};

}  // namespace

std::unique_ptr<Coder> NewIso2022JpDecoder() {
  return std::make_unique<Iso2022JpDecoder>();
}

std::unique_ptr<Coder> NewIso2022JpEncoder() {
  return std::make_unique<Iso2022JpEncoder>();
}

}  // namespace v8_encoding::model
