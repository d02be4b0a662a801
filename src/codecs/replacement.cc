// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/decode_driver.h"
#include "src/codecs/encode_driver.h"

namespace v8_encoding::internal {

namespace {

class ReplacementCodec {
 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .can_run = false,
      .has_byte_order_mark = false};

  // https://encoding.spec.whatwg.org/#replacement-decoder
  static DecodeStep Handle(uint32_t& state, uint8_t) {
    constexpr uint32_t kErrorReturned = 1;
    if (state == kErrorReturned) {
      return DecodeStep::Finished();
    }
    state = kErrorReturned;
    return DecodeStep::Error(1);
  }

  static DecodeStep HandleEnd(uint32_t&) { return DecodeStep::Finished(); }

  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>&) {}
};
static_assert(DecoderCodec<ReplacementCodec>);

class NoEncoderCodec {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.can_run = false};

  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    return EncodeStep::Unmappable(scalar);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>&) {}
};
static_assert(EncoderCodec<NoEncoderCodec>);

}  // namespace

constinit const DecoderFunctions kReplacementDecoder =
    kDecoderFunctionsOf<ReplacementCodec>;

constinit const EncoderFunctions kNoEncoder =
    kEncoderFunctionsOf<NoEncoderCodec>;

}  // namespace v8_encoding::internal
