// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_to_string.h"

#include <span>

#include "bindings/strings/decode_long.h"
#include "bindings/strings/decode_short.h"
#include "bindings/strings/new_string.h"

namespace v8_encoding {

namespace {

// Up to here all working memory is on the stack.
constexpr size_t kMaxOnStack = 2044;

// To UTF-16 at once. V8 finds out if all of it is Latin-1 nevertheless.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeOnStackToUtf16(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush,
    DecodeFailure* failure) {
  char16_t units[Decoder::MaxUnits(kMaxOnStack)];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  if (decoded.status != DecodeStatus::kInputEmpty) [[unlikely]] {
    failure->SetMalformed(decoded, 0);
    return {};
  }
  return NewTwoByte(isolate, units, decoded.written);
}

// To Latin-1, and if it isn't, to UTF-16 from the start.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeOnStack(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush,
    DecodeFailure* failure) {
  uint8_t units[Decoder::MaxUnits(kMaxOnStack)];
  const DecoderState before = decoder.state();
  const DecodeResult decoded = decoder.DecodeToLatin1(bytes, units, flush);
  if (decoded.status == DecodeStatus::kInputEmpty) [[likely]] {
    return NewOneByte(isolate, units, decoded.written);
  }
  if (decoded.status == DecodeStatus::kMalformed) {
    failure->SetMalformed(decoded, 0);
    return {};
  }
  decoder.set_state(before);
  return DecodeOnStackToUtf16(isolate, decoder, bytes, flush, failure);
}

[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeSharedOnStack(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> shared,
    Flush flush,
    DecodeFailure* failure) {
  uint8_t copy[kMaxOnStack];
  CopyFromShared(shared.data(), shared.size(), copy);
  return DecodeOnStack(isolate, decoder, {copy, shared.size()}, flush, failure);
}

// DecodeToString() of what has no mark.
v8::MaybeLocal<v8::String> DecodeText(v8::Isolate* isolate,
                                      Decoder& decoder,
                                      const SourceBytes& source,
                                      Flush flush,
                                      DecodeFailure* failure,
                                      LongCall* long_call) {
  const std::span<const uint8_t> bytes = source.bytes;
  // The rest of a decoder stays as it is. (A copy of all of it would be a word
  // that is read where the caller has just written parts of it, for which the
  // CPU has to wait.)
  const DecoderState before = decoder.state();
  v8::MaybeLocal<v8::String> string;
  if (IsShort(source)) {
    string = DecodeShort(isolate, decoder, bytes, flush);
    if (!string.IsEmpty()) {
      return string;
    }
    decoder.set_state(before);
  }
  failure->kind = DecodeFailure::Kind::kOutOfMemory;
  AsciiPrefix ascii;
  if (!source.shared) {
    if (long_call == nullptr) [[likely]] {
      ascii = decoder.ReadAscii(bytes, flush);
    } else if (!ReadAsciiInPieces(decoder, bytes, flush, long_call, &ascii)) {
      decoder.set_state(before);
      failure->kind = DecodeFailure::Kind::kThrown;
      return {};
    }
  }
  if (ascii.length == bytes.size() && ascii.length - 1 < kMaxStringLength) {
    string = bytes.size() <= kMaxInHeap && long_call == nullptr
                 ? NewOneByte(isolate, bytes.data(), bytes.size())
                 : NewLongAscii(isolate, decoder, bytes, failure, long_call);
  } else if (bytes.size() > kMaxOnStack) {
    string =
        DecodeLong(isolate, decoder, source, ascii, flush, failure, long_call);
  } else {
    decoder.set_state(before);
    string = (source.shared ? DecodeSharedOnStack
              : ascii.looks_wide
                  ? DecodeOnStackToUtf16
                  : DecodeOnStack)(isolate, decoder, bytes, flush, failure);
  }
  if (string.IsEmpty() && failure->kind != DecodeFailure::Kind::kMalformed)
      [[unlikely]] {
    decoder.set_state(before);
  }
  return string;
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeToString(v8::Isolate* isolate,
                                          Decoder& decoder,
                                          const SourceBytes& source,
                                          Flush flush,
                                          DecodeFailure* failure,
                                          LongCall* long_call) {
  const DecoderState before = decoder.state();
  const size_t mark =
      source.shared ? 0 : decoder.ReadByteOrderMark(source.bytes);
  if (mark == 0) [[likely]] {
    return DecodeText(isolate, decoder, source, flush, failure, long_call);
  }
  // What follows a mark may be ASCII or Latin-1, which the mark isn't.
  const v8::MaybeLocal<v8::String> string = DecodeText(
      isolate, decoder, source.subspan(mark), flush, failure, long_call);
  if (string.IsEmpty()) {
    if (failure->kind == DecodeFailure::Kind::kMalformed) {
      failure->decoded.read += mark;
    } else {
      decoder.set_state(before);
    }
  }
  return string;
}

v8::MaybeLocal<v8::String> DecodeLongForScript(v8::Isolate* isolate,
                                               Decoder& decoder,
                                               const SourceBytes& source,
                                               Flush flush,
                                               DecodeFailure* failure,
                                               CallSite call,
                                               v8::Local<v8::Value> buffer) {
  LongCall long_call(isolate, call, source.bytes.size(), decoder.encoding());
  long_call.Watch(buffer, source.bytes);
  const size_t max_units = Decoder::MaxUnits(source.bytes.size());
  size_t max_length = SIZE_MAX;
  if (max_units > kMinLimitedLength &&
      !GetMaxResultLength(isolate->GetCurrentContext()).To(&max_length)) {
    failure->kind = DecodeFailure::Kind::kThrown;
    return {};
  }
  if (max_units > max_length) {
    Decoder counting = decoder;
    DecodeResult counted;
    if (!ValidateAll(counting, source, flush, &long_call, &counted)) {
      failure->kind = DecodeFailure::Kind::kThrown;
      return {};
    }
    if (counted.written > max_length) {
      failure->kind = DecodeFailure::Kind::kStringTooLong;
      return {};
    }
  }
  const Decoder before = decoder;
  const v8::MaybeLocal<v8::String> result =
      DecodeToString(isolate, decoder, source, flush, failure, &long_call);
  v8::Local<v8::String> string;
  // Shared bytes may have been others when they were counted.
  if (result.ToLocal(&string) &&
      static_cast<size_t>(string->Length()) > max_length) {
    // Untested: another thread would have to write between two passes.
    decoder = before;
    failure->kind = DecodeFailure::Kind::kStringTooLong;
    return {};
  }
  return result;
}

bool ValidateAll(Decoder& decoder,
                 const SourceBytes& source,
                 Flush flush,
                 LongCall* long_call,
                 DecodeResult* validated) {
  SourcePieces pieces(source, MaxPieceOf(long_call));
  size_t units = 0;
  do {
    if (!BeginPiece(long_call, pieces.next_length())) {
      return false;
    }
    const std::span<const uint8_t> piece = pieces.Next();
    *validated = decoder.Validate(piece, pieces.done() ? flush : Flush::kNo);
    units += validated->written;
  } while (validated->status == DecodeStatus::kInputEmpty && !pieces.done());
  validated->written = units;
  return true;
}

}  // namespace v8_encoding
