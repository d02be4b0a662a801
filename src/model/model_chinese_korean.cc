// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// GBK, gb18030, Big5 and EUC-KR, as the standard words them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "src/model/model_coder.h"
#include "src/model/model_indexes.h"

namespace v8_encoding::model {

namespace {

const Index& Gb18030Index() {
  static const auto& index = *new Index(IndexGb18030());
  return index;
}

const Index& Big5Index() {
  static const auto& index = *new Index(IndexBig5());
  return index;
}

const Index& EucKrIndex() {
  static const auto& index = *new Index(IndexEucKr());
  return index;
}

// https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
std::optional<uint32_t> Gb18030RangesCodePoint(uint32_t pointer) {
  // 1. Between the planes and beyond the last one there's nothing.
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) {
    return std::nullopt;
  }
  // 2. The code point that GB18030-2005 moved.
  if (pointer == 7457) {
    return 0xE7C7;
  }
  // 3. The last range that begins at or before the pointer.
  uint32_t offset = 0;
  uint32_t code_point_offset = 0;
  for (const IndexEntry& range : IndexGb18030Ranges()) {
    if (range.pointer <= pointer) {
      offset = range.pointer;
      code_point_offset = range.code_point;
    }
  }
  // 4.
  return code_point_offset + pointer - offset;
}

// https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer
uint32_t Gb18030RangesPointer(uint32_t code_point) {
  // 1. The code point that GB18030-2005 moved.
  if (code_point == 0xE7C7) {
    return 7457;
  }
  // 2. The last range that begins at or before the code point.
  uint32_t offset = 0;
  uint32_t pointer_offset = 0;
  for (const IndexEntry& range : IndexGb18030Ranges()) {
    if (range.code_point <= code_point) {
      offset = range.code_point;
      pointer_offset = range.pointer;
    }
  }
  // 3.
  return pointer_offset + code_point - offset;
}

// https://encoding.spec.whatwg.org/#index-big5-pointer
std::optional<uint32_t> Big5Pointer(uint32_t code_point) {
  // 1. Without the Hong Kong extensions.
  static const auto& index = *new Index(IndexBig5(), [](uint32_t pointer) {
    return pointer < (0xA1 - 0x81) * 157;
  });
  // 2. Six code points take their last place.
  switch (code_point) {
    case 0x2550:
    case 0x255E:
    case 0x2561:
    case 0x256A:
    case 0x5341:
    case 0x5345:
      return index.LastPointer(code_point);
  }
  // 3. The others take their first.
  return index.Pointer(code_point);
}

// https://encoding.spec.whatwg.org/#gb18030-decoder
class Gb18030Decoder final : public Coder {
 public:
  Result Handle(IoQueue& queue, Item byte) override {
    const bool pending = first_ != 0 || second_ != 0 || third_ != 0;
    // 1. The input ends.
    if (byte == kEndOfQueue && !pending) {
      return Result::Finished();
    }
    // 2. The input ends inside a sequence, which is one error however long.
    if (byte == kEndOfQueue && pending) {
      first_ = second_ = third_ = 0x00;
      return Result::Error();
    }
    // 3. The fourth byte.
    if (third_ != 0x00) {
      if (!InRange(byte, 0x30, 0x39)) {
        queue.Restore({second_, third_, *byte});
        first_ = second_ = third_ = 0x00;
        return Result::Error();
      }
      const std::optional<uint32_t> code_point =
          Gb18030RangesCodePoint(((first_ - 0x81) * (10 * 126 * 10)) +
                                 ((second_ - 0x30) * (10 * 126)) +
                                 ((third_ - 0x81) * 10) + *byte - 0x30);
      first_ = second_ = third_ = 0x00;
      if (!code_point) {
        return Result::Error();
      }
      return Result::Items({*code_point});
    }
    // 4. The third byte.
    if (second_ != 0x00) {
      if (InRange(byte, 0x81, 0xFE)) {
        third_ = *byte;
        return Result::Continue();
      }
      queue.Restore({second_, *byte});
      first_ = second_ = 0x00;
      return Result::Error();
    }
    // 5. The second byte.
    if (first_ != 0x00) {
      if (InRange(byte, 0x30, 0x39)) {
        second_ = *byte;
        return Result::Continue();
      }
      const uint32_t leading = first_;
      first_ = 0x00;
      std::optional<uint32_t> pointer;
      const uint32_t offset = *byte < 0x7F ? 0x40 : 0x41;
      if (InRange(byte, 0x40, 0x7E) || InRange(byte, 0x80, 0xFE)) {
        pointer = (leading - 0x81) * 190 + (*byte - offset);
      }
      const std::optional<uint32_t> code_point =
          pointer ? Gb18030Index().CodePoint(*pointer) : std::nullopt;
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
    // 7. The euro sign of GBK.
    if (byte == 0x80) {
      return Result::Items({0x20AC});
    }
    // 8. The first byte of two or four.
    if (InRange(byte, 0x81, 0xFE)) {
      first_ = *byte;
      return Result::Continue();
    }
    // 9.
    return Result::Error();
  }

  size_t PendingBytes() const override {
    return (first_ != 0) + (second_ != 0) + (third_ != 0);
  }

 private:
  uint32_t first_ = 0x00;
  uint32_t second_ = 0x00;
  uint32_t third_ = 0x00;
};

// https://encoding.spec.whatwg.org/#gb18030-encoder
class Gb18030Encoder final : public Coder {
 public:
  explicit Gb18030Encoder(bool is_gbk) : is_gbk_(is_gbk) {}

  Result Handle(IoQueue&, Item code_point) override {
    // 1. The input ends.
    if (code_point == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII.
    if (IsAscii(code_point)) {
      return Result::Items({*code_point});
    }
    // 3. Its two bytes decode to U+3000.
    if (code_point == 0xE5E5) {
      return Result::ErrorWith(*code_point);
    }
    // 4. The euro sign of GBK.
    if (is_gbk_ && code_point == 0x20AC) {
      return Result::Items({0x80});
    }
    // 5. Where GB18030-2022 moved a code point, its old one has bytes too.
    static constexpr struct {
      uint32_t code_point;
      uint32_t byte1;
      uint32_t byte2;
    } kMoved[] = {
        {0xE78D, 0xA6, 0xD9}, {0xE78E, 0xA6, 0xDA}, {0xE78F, 0xA6, 0xDB},
        {0xE790, 0xA6, 0xDC}, {0xE791, 0xA6, 0xDD}, {0xE792, 0xA6, 0xDE},
        {0xE793, 0xA6, 0xDF}, {0xE794, 0xA6, 0xEC}, {0xE795, 0xA6, 0xED},
        {0xE796, 0xA6, 0xF3}, {0xE81E, 0xFE, 0x59}, {0xE826, 0xFE, 0x61},
        {0xE82B, 0xFE, 0x66}, {0xE82C, 0xFE, 0x67}, {0xE832, 0xFE, 0x6D},
        {0xE843, 0xFE, 0x7E}, {0xE854, 0xFE, 0x90}, {0xE864, 0xFE, 0xA0},
    };
    for (const auto& row : kMoved) {
      if (row.code_point == code_point) {
        return Result::Items({row.byte1, row.byte2});
      }
    }
    // 6.
    std::optional<uint32_t> pointer = Gb18030Index().Pointer(*code_point);
    // 7. Two bytes.
    if (pointer) {
      const uint32_t leading = *pointer / 190 + 0x81;
      const uint32_t trailing = *pointer % 190;
      const uint32_t offset = trailing < 0x3F ? 0x40 : 0x41;
      return Result::Items({leading, trailing + offset});
    }
    // 8. GBK has no four-byte sequences to write.
    if (is_gbk_) {
      return Result::ErrorWith(*code_point);
    }
    // 9. to 15. Four bytes.
    uint32_t rest = Gb18030RangesPointer(*code_point);
    const uint32_t byte1 = rest / (10 * 126 * 10);
    rest %= 10 * 126 * 10;
    const uint32_t byte2 = rest / (10 * 126);
    rest %= 10 * 126;
    const uint32_t byte3 = rest / 10;
    const uint32_t byte4 = rest % 10;
    // 16.
    return Result::Items(
        {byte1 + 0x81, byte2 + 0x30, byte3 + 0x81, byte4 + 0x30});
  }

 private:
  const bool is_gbk_;
};

// https://encoding.spec.whatwg.org/#big5-decoder
class Big5Decoder final : public Coder {
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
      const uint32_t offset = *byte < 0x7F ? 0x40 : 0x62;
      if (InRange(byte, 0x40, 0x7E) || InRange(byte, 0xA1, 0xFE)) {
        pointer = (leading - 0x81) * 157 + (*byte - offset);
      }
      // Four pointers stand for two code points.
      if (pointer == 1133u) {
        return Result::Items({0x00CA, 0x0304});
      }
      if (pointer == 1135u) {
        return Result::Items({0x00CA, 0x030C});
      }
      if (pointer == 1164u) {
        return Result::Items({0x00EA, 0x0304});
      }
      if (pointer == 1166u) {
        return Result::Items({0x00EA, 0x030C});
      }
      const std::optional<uint32_t> code_point =
          pointer ? Big5Index().CodePoint(*pointer) : std::nullopt;
      if (code_point) {
        return Result::Items({*code_point});
      }
      if (IsAscii(byte)) {
        queue.Restore({*byte});
      }
      return Result::Error();
    }
    // 4. ASCII.
    if (IsAscii(byte)) {
      return Result::Items({*byte});
    }
    // 5. The first byte.
    if (InRange(byte, 0x81, 0xFE)) {
      leading_ = *byte;
      return Result::Continue();
    }
    // 6.
    return Result::Error();
  }

  size_t PendingBytes() const override { return leading_ != 0; }

 private:
  uint32_t leading_ = 0x00;
};

// https://encoding.spec.whatwg.org/#big5-encoder
class Big5Encoder final : public Coder {
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
    // 3.
    const std::optional<uint32_t> pointer = Big5Pointer(*code_point);
    // 4. Unmapped.
    if (!pointer) {
      return Result::ErrorWith(*code_point);
    }
    // 5. to 8.
    const uint32_t leading = *pointer / 157 + 0x81;
    const uint32_t trailing = *pointer % 157;
    const uint32_t offset = trailing < 0x3F ? 0x40 : 0x62;
    return Result::Items({leading, trailing + offset});
  }
};

// https://encoding.spec.whatwg.org/#euc-kr-decoder
class EucKrDecoder final : public Coder {
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
      if (InRange(byte, 0x41, 0xFE)) {
        pointer = (leading - 0x81) * 190 + (*byte - 0x41);
      }
      const std::optional<uint32_t> code_point =
          pointer ? EucKrIndex().CodePoint(*pointer) : std::nullopt;
      if (code_point) {
        return Result::Items({*code_point});
      }
      if (IsAscii(byte)) {
        queue.Restore({*byte});
      }
      return Result::Error();
    }
    // 4. ASCII.
    if (IsAscii(byte)) {
      return Result::Items({*byte});
    }
    // 5. The first byte.
    if (InRange(byte, 0x81, 0xFE)) {
      leading_ = *byte;
      return Result::Continue();
    }
    // 6.
    return Result::Error();
  }

  size_t PendingBytes() const override { return leading_ != 0; }

 private:
  uint32_t leading_ = 0x00;
};

// https://encoding.spec.whatwg.org/#euc-kr-encoder
class EucKrEncoder final : public Coder {
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
    // 3.
    const std::optional<uint32_t> pointer = EucKrIndex().Pointer(*code_point);
    // 4. Unmapped.
    if (!pointer) {
      return Result::ErrorWith(*code_point);
    }
    // 5. to 7.
    const uint32_t leading = *pointer / 190 + 0x81;
    const uint32_t trailing = *pointer % 190 + 0x41;
    return Result::Items({leading, trailing});
  }
};

}  // namespace

std::unique_ptr<Coder> NewGb18030Decoder() {
  return std::make_unique<Gb18030Decoder>();
}

std::unique_ptr<Coder> NewGb18030Encoder(bool is_gbk) {
  return std::make_unique<Gb18030Encoder>(is_gbk);
}

std::unique_ptr<Coder> NewBig5Decoder() {
  return std::make_unique<Big5Decoder>();
}

std::unique_ptr<Coder> NewBig5Encoder() {
  return std::make_unique<Big5Encoder>();
}

std::unique_ptr<Coder> NewEucKrDecoder() {
  return std::make_unique<EucKrDecoder>();
}

std::unique_ptr<Coder> NewEucKrEncoder() {
  return std::make_unique<EucKrEncoder>();
}

}  // namespace v8_encoding::model
