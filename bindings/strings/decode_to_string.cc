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

// What DecodeShort() found malformed: tells where.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeUpToFailure(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush,
    DecodeFailure* failure) {
  char16_t units[Decoder::MaxUnits(kMaxOnStack)];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  if (decoded.status == DecodeStatus::kMalformed) {
    failure->SetMalformed(decoded, 0);
    return {};
  }
  return NewTwoByte(isolate, units, decoded.written);
}

// Up to kMaxOnStack.
v8::MaybeLocal<v8::String> DecodePrivate(v8::Isolate* isolate,
                                         Decoder& decoder,
                                         std::span<const uint8_t> bytes,
                                         Flush flush,
                                         DecodeFailure* failure) {
  if (!bytes.empty()) {
    const DecoderState before = decoder.state();
    const v8::MaybeLocal<v8::String> string =
        DecodeShort(isolate, decoder, bytes, flush);
    if (!string.IsEmpty()) {
      return string;
    }
    decoder.set_state(before);
  }
  return DecodeUpToFailure(isolate, decoder, bytes, flush, failure);
}

[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeShared(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> shared,
    Flush flush,
    DecodeFailure* failure) {
  uint8_t copy[kMaxOnStack];
  CopyFromShared(shared.data(), shared.size(), copy);
  return DecodePrivate(isolate, decoder, {copy, shared.size()}, flush, failure);
}

// Of more than kMaxOnStack. If it's empty, the decoder's state is any.
v8::MaybeLocal<v8::String> DecodeMore(v8::Isolate* isolate,
                                      Decoder& decoder,
                                      const SourceBytes& source,
                                      Flush flush,
                                      DecodeFailure* failure,
                                      LongCall* long_call) {
  AsciiPrefix ascii;
  if (!source.shared) {
    if (long_call == nullptr) [[likely]] {
      ascii = decoder.ReadAscii(source.bytes, flush);
    } else if (!ReadAsciiInPieces(decoder, source.bytes, flush, long_call,
                                  &ascii)) {
      failure->kind = DecodeFailure::Kind::kThrown;
      return {};
    }
  }
  const std::span<const uint8_t> bytes = source.bytes;
  if (ascii.length != bytes.size() || ascii.length - 1 >= kMaxStringLength) {
    return DecodeLong(isolate, decoder, source, ascii, flush, failure,
                      long_call);
  }
  return bytes.size() <= kMaxInHeap && long_call == nullptr
             ? NewOneByte(isolate, bytes.data(), bytes.size())
             : NewLongAscii(isolate, decoder, bytes, failure, long_call);
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeToString(v8::Isolate* isolate,
                                          Decoder& decoder,
                                          const SourceBytes& source,
                                          Flush flush,
                                          DecodeFailure* failure,
                                          LongCall* long_call) {
  failure->kind = DecodeFailure::Kind::kOutOfMemory;
  const DecoderState before = decoder.state();
  size_t mark = 0;
  v8::MaybeLocal<v8::String> string;
  if (source.bytes.size() <= kMaxOnStack) {
    string = (source.shared ? DecodeShared : DecodePrivate)(
        isolate, decoder, source.bytes, flush, failure);
  } else {
    // What follows a mark may be ASCII or Latin-1, which the mark isn't.
    mark = source.shared ? 0 : decoder.ReadByteOrderMark(source.bytes);
    string = DecodeMore(isolate, decoder, source.subspan(mark), flush, failure,
                        long_call);
  }
  if (string.IsEmpty()) [[unlikely]] {
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
