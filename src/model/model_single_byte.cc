// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Single-byte encodings and x-user-defined, as the standard words them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "src/model/model_coder.h"
#include "src/model/model_indexes.h"

namespace v8_encoding::model {

namespace {

const Index& SingleByteIndex(Encoding encoding) {
  static auto& indexes = *new std::map<Encoding, Index>();
  return indexes.try_emplace(encoding, IndexSingleByte(encoding)).first->second;
}

// https://encoding.spec.whatwg.org/#single-byte-decoder
class SingleByteDecoder final : public Coder {
 public:
  explicit SingleByteDecoder(Encoding encoding)
      : index_(SingleByteIndex(encoding)) {}

  Result Handle(IoQueue&, Item byte) override {
    // 1. The input ends.
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII.
    if (IsAscii(byte)) {
      return Result::Items({*byte});
    }
    // 3. The upper half is in the index.
    const std::optional<uint32_t> code_point = index_.CodePoint(*byte - 0x80);
    // 4. Unmapped.
    if (!code_point) {
      return Result::Error();
    }
    // 5.
    return Result::Items({*code_point});
  }

 private:
  const Index& index_;
};

// https://encoding.spec.whatwg.org/#single-byte-encoder
class SingleByteEncoder final : public Coder {
 public:
  explicit SingleByteEncoder(Encoding encoding)
      : index_(SingleByteIndex(encoding)) {}

  Result Handle(IoQueue&, Item code_point) override {
    // 1. The input ends.
    if (code_point == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII.
    if (IsAscii(code_point)) {
      return Result::Items({*code_point});
    }
    // 3. The first of its places in the index.
    const std::optional<uint32_t> pointer = index_.Pointer(*code_point);
    // 4. Unmapped.
    if (!pointer) {
      return Result::ErrorWith(*code_point);
    }
    // 5.
    return Result::Items({*pointer + 0x80});
  }

 private:
  const Index& index_;
};

// https://encoding.spec.whatwg.org/#x-user-defined-decoder
class XUserDefinedDecoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item byte) override {
    // 1. The input ends.
    if (byte == kEndOfQueue) {
      return Result::Finished();
    }
    // 2. ASCII.
    if (IsAscii(byte)) {
      return Result::Items({*byte});
    }
    // 3. The upper half, in the private use area.
    return Result::Items({0xF780 + *byte - 0x80});
  }
};

// https://encoding.spec.whatwg.org/#x-user-defined-encoder
class XUserDefinedEncoder final : public Coder {
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
    // 3. The upper half.
    if (InRange(code_point, 0xF780, 0xF7FF)) {
      return Result::Items({*code_point - 0xF780 + 0x80});
    }
    // 4. Anything else.
    return Result::ErrorWith(*code_point);
  }
};

}  // namespace

std::unique_ptr<Coder> NewSingleByteDecoder(Encoding encoding) {
  return std::make_unique<SingleByteDecoder>(encoding);
}

std::unique_ptr<Coder> NewSingleByteEncoder(Encoding encoding) {
  return std::make_unique<SingleByteEncoder>(encoding);
}

std::unique_ptr<Coder> NewXUserDefinedDecoder() {
  return std::make_unique<XUserDefinedDecoder>();
}

std::unique_ptr<Coder> NewXUserDefinedEncoder() {
  return std::make_unique<XUserDefinedEncoder>();
}

}  // namespace v8_encoding::model
