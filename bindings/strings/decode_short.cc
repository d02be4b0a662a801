// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_short.h"

#include "bindings/strings/decode_long.h"

namespace v8_encoding {

namespace {

// So many bytes, to UTF-16. V8 finds out if all of it is Latin-1 nevertheless.
template <size_t kMaxBytes>
[[gnu::always_inline]] inline v8::MaybeLocal<v8::String> DecodeUpTo(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush) {
  char16_t units[Decoder::MaxUnits(kMaxBytes)];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  return decoded.status == DecodeStatus::kInputEmpty
             ? NewTwoByte(isolate, units, decoded.written)
             : v8::MaybeLocal<v8::String>();
}

// Of a character's bytes in UTF-8, for those up to U+00FF.
constexpr uint8_t kLastLeadOfLatin1 = 0xC3;

// A function of its own, so that no other has its units on the stack.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeToUtf16OnStack(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush) {
  return DecodeUpTo<kMaxOnStack>(isolate, decoder, bytes, flush);
}

// To Latin-1, and if it isn't, to UTF-16 from the start.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeToLatin1OnStack(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush) {
  uint8_t units[Decoder::MaxUnits(kMaxOnStack)];
  const DecoderState before = decoder.state();
  const DecodeResult decoded = decoder.DecodeToLatin1(bytes, units, flush);
  if (decoded.status == DecodeStatus::kInputEmpty) [[likely]] {
    return NewOneByte(isolate, units, decoded.written);
  }
  if (decoded.status == DecodeStatus::kMalformed) {
    return {};
  }
  decoder.set_state(before);
  return DecodeToUtf16OnStack(isolate, decoder, bytes, flush);
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeShortToUtf16(v8::Isolate* isolate,
                                              Decoder& decoder,
                                              std::span<const uint8_t> bytes,
                                              Flush flush) {
  const size_t mark = decoder.ReadByteOrderMark(bytes);
  bytes = bytes.subspan(mark);
  if (mark != 0 && !bytes.empty()) [[unlikely]] {
    // What follows a mark may be ASCII.
    return DecodeShort(isolate, decoder, bytes, flush);
  }
  return DecodeUpTo<internal::kMaxShortAscii>(isolate, decoder, bytes, flush);
}

v8::MaybeLocal<v8::String> DecodeOnStack(v8::Isolate* isolate,
                                         Decoder& decoder,
                                         std::span<const uint8_t> bytes,
                                         Flush flush) {
  static_assert(kMaxOnStack <= kMaxInHeap);
  // What follows a mark may be ASCII or Latin-1, which the mark isn't.
  bytes = bytes.subspan(decoder.ReadByteOrderMark(bytes));
  if (decoder.encoding() == Encoding::kUtf8 && bytes[0] > kLastLeadOfLatin1) {
    return DecodeToUtf16OnStack(isolate, decoder, bytes, flush);
  }
  const DecoderState before = decoder.state();
  const AsciiPrefix ascii = decoder.ReadAscii(bytes, flush);
  if (ascii.length == bytes.size()) {
    return NewOneByte(isolate, bytes.data(), bytes.size());
  }
  decoder.set_state(before);
  return (ascii.looks_wide ? DecodeToUtf16OnStack : DecodeToLatin1OnStack)(
      isolate, decoder, bytes, flush);
}

}  // namespace v8_encoding
