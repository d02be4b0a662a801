// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes to strings in convert.h.

#include "v8_encoding/convert.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "bindings/memory/shared_memory.h"
#include "bindings/strings/decode_to_string.h"
#include "bindings/webidl/buffer_source.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

struct StringDecoder::Chunk {
  SourceBytes bytes;
  bool is_last;
};

namespace {

BomMode BomModeOf(DecodeOptions options) {
  return options.ignore_bom ? BomMode::kKeep : BomMode::kRemove;
}

Decoder NewDecoder(Encoding encoding, DecodeOptions options) {
  return Decoder(
      encoding,
      options.fatal ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement,
      BomModeOf(options));
}

ConversionError ErrorOf(const DecodeFailure& failure,
                        Encoding encoding,
                        uint64_t position) {
  ConversionError error;
  error.encoding = encoding;
  switch (failure.kind) {
    case DecodeFailure::Kind::kMalformed:
      error.failure = ConversionFailure::kMalformed;
      error.length = failure.decoded.malformed_length;
      error.position =
          static_cast<int64_t>(position) + PositionOf(failure.decoded);
      break;
    case DecodeFailure::Kind::kStringTooLong:
      error.failure = ConversionFailure::kStringTooLong;
      break;
    case DecodeFailure::Kind::kOutOfMemory:
    case DecodeFailure::Kind::kThrown:  // Not by what is called here.
      error.failure = ConversionFailure::kOutOfMemory;
      break;
  }
  return error;
}

}  // namespace

StringDecoder::StringDecoder(Encoding encoding, DecodeOptions options)
    : options_(options), initial_encoding_(encoding) {
  Reset();
}

void StringDecoder::Reset() {
  encoding_ = initial_encoding_;
  is_decided_ = !options_.sniff_bom;
  start_length_ = 0;
  std::memset(start_, 0, sizeof(start_));
  state_ = DecoderState::Initial(encoding_, BomModeOf(options_)).bits();
  position_ = 0;
}

void StringDecoder::Decide(ByteView start) {
  if (const std::optional<ByteOrderMark> bom =
          BomSniff({start.data(), start.size()})) {
    encoding_ = bom->encoding;
    state_ = DecoderState::Initial(encoding_, BomModeOf(options_)).bits();
  }
  is_decided_ = true;
}

DecodedString StringDecoder::DecodeDecided(v8::Isolate* isolate,
                                           const Chunk& chunk) {
  Decoder decoder = NewDecoder(encoding_, options_);
  const bool was_at_start = DecoderState::FromBits(state_).at_start();
  decoder.set_state(DecoderState::FromBits(state_));
  DecodedString result;
  result.encoding = encoding_;
  DecodeFailure failure;
  result.string = v8_encoding::DecodeToString(
      isolate, decoder, chunk.bytes, chunk.is_last ? Flush::kYes : Flush::kNo,
      &failure, /*long_call=*/nullptr);
  if (result.string.IsEmpty()) {
    result.error = ErrorOf(failure, encoding_, position_);
    if (failure.kind != DecodeFailure::Kind::kMalformed) {
      return result;
    }
    // As in DecodeAnyWith() of text_decoder_common.cc.
    decoder.DropRestored();
    decoder.set_state(decoder.state().WithAtStart(was_at_start));
  }
  state_ = decoder.state().bits();
  position_ += chunk.bytes.bytes.size();
  return result;
}

DecodedString StringDecoder::DecodeChunk(v8::Isolate* isolate,
                                         const Chunk& chunk) {
  if (is_decided_) {
    return DecodeDecided(isolate, chunk);
  }
  const SourceBytes& source = chunk.bytes;
  if (start_length_ == 0 && !source.shared &&
      (chunk.is_last || !MayBecomeByteOrderMark(source.bytes))) {
    Decide({source.bytes.data(), source.bytes.size()});
    return DecodeDecided(isolate, chunk);
  }

  // The text's first bytes wait until it is known whether they are a byte order
  // mark. Those of shared memory are read here, and therefore not again.
  const size_t taken =
      std::min(source.bytes.size(), kMaxBomLength - start_length_);
  const std::span<uint8_t> room = std::span(start_).subspan(start_length_);
  if (source.shared) {
    CopyFromShared(source.bytes.data(), taken, room.data());
  } else {
    std::copy_n(source.bytes.begin(), taken, room.begin());
  }
  start_length_ = static_cast<uint8_t>(start_length_ + taken);
  const std::span<const uint8_t> start(start_, start_length_);
  if (!chunk.is_last && MayBecomeByteOrderMark(start)) {
    DecodedString nothing;
    nothing.string = v8::String::Empty(isolate);
    nothing.encoding = encoding_;
    return nothing;
  }
  Decide(start);
  const bool was_at_start = DecoderState::FromBits(state_).at_start();
  const Chunk rest = {source.subspan(taken), chunk.is_last};
  const bool is_all = rest.bytes.bytes.empty();
  const DecodedString first =
      DecodeDecided(isolate, {{.bytes = start}, is_all && chunk.is_last});
  v8::Local<v8::String> first_string;
  if (is_all || !first.string.ToLocal(&first_string)) {
    // What follows a malformed sequence in its chunk is left out.
    position_ += rest.bytes.bytes.size();
    return first;
  }
  DecodedString second = DecodeDecided(isolate, rest);
  v8::Local<v8::String> second_string;
  if (!second.string.ToLocal(&second_string)) {
    // As in DecodeDecided(), which knows nothing of what came before in the
    // chunk.
    state_ = DecoderState::FromBits(state_).WithAtStart(was_at_start).bits();
    return second;
  }
  if (first_string->Length() + second_string->Length() >
      v8::String::kMaxLength) {
    // Untested: but with V8_ENCODING_EXHAUSTIVE, since it takes half a GiB.
    second.string = {};
    second.error.failure = ConversionFailure::kStringTooLong;
    second.error.encoding = encoding_;
    return second;
  }
  second.string = v8::String::Concat(isolate, first_string, second_string);
  return second;
}

DecodedString StringDecoder::DecodeFrom(v8::Isolate* isolate,
                                        v8::Local<v8::Value> buffer_source,
                                        bool is_last) {
  const bool is_buffer_source = IsAllowSharedBufferSource(buffer_source);
  BufferSourceBytes source;
  if (is_buffer_source && source.TryGet(buffer_source)) {
    return DecodeOrRestore(isolate, {source.bytes(), is_last});
  }
  // Where there's no memory: see BufferSourceBytes::CopyMoreElements().
  DecodedString result;
  result.error.failure = ConversionFailure::kOutOfMemory;
  if (!is_buffer_source) {
    result.error.failure = ConversionFailure::kNoBufferSource;
  }
  result.error.encoding = encoding_;
  result.encoding = encoding_;
  if (is_last) {
    Reset();
  }
  return result;
}

DecodedString StringDecoder::DecodeOrRestore(v8::Isolate* isolate,
                                             const Chunk& chunk) {
  const StringDecoder before = *this;
  const DecodedString result = DecodeChunk(isolate, chunk);
  if (!result.ok() && result.error.failure != ConversionFailure::kMalformed) {
    *this = before;
  }
  if (chunk.is_last) {
    Reset();
  }
  return result;
}

DecodedString StringDecoder::Decode(v8::Isolate* isolate, ByteView chunk) {
  return DecodeOrRestore(
      isolate, {{{chunk.data(), chunk.size()}, options_.shared}, false});
}

DecodedString StringDecoder::Decode(v8::Isolate* isolate,
                                    v8::Local<v8::Value> buffer_source) {
  return DecodeFrom(isolate, buffer_source, false);
}

DecodedString StringDecoder::Finish(v8::Isolate* isolate, ByteView chunk) {
  return DecodeOrRestore(
      isolate, {{{chunk.data(), chunk.size()}, options_.shared}, true});
}

DecodedString StringDecoder::Finish(v8::Isolate* isolate,
                                    v8::Local<v8::Value> buffer_source) {
  return DecodeFrom(isolate, buffer_source, true);
}

namespace {

// As a StringDecoder, whose state nobody sees. The result is one object from
// begin to end: copies of what has just been written in parts are waited for.
DecodedString DecodeWhole(v8::Isolate* isolate,
                          const SourceBytes& source,
                          Encoding encoding,
                          DecodeOptions options) {
  DecodedString result;
  result.encoding = encoding;
  Decoder decoder = NewDecoder(encoding, options);
  DecodeFailure failure;
  result.string = v8_encoding::DecodeToString(
      isolate, decoder, source, Flush::kYes, &failure, /*long_call=*/nullptr);
  if (result.string.IsEmpty()) [[unlikely]] {
    result.error = ErrorOf(failure, encoding, 0);
  }
  return result;
}

}  // namespace

DecodedString DecodeToString(v8::Isolate* isolate,
                             ByteView bytes,
                             Encoding encoding,
                             DecodeOptions options) {
  return options.sniff_bom
             ? StringDecoder(encoding, options).Finish(isolate, bytes)
             : DecodeWhole(isolate,
                           {.bytes = {bytes.data(), bytes.size()},
                            .shared = options.shared},
                           encoding, options);
}

DecodedString DecodeToString(v8::Isolate* isolate,
                             v8::Local<v8::Value> buffer_source,
                             Encoding encoding,
                             DecodeOptions options) {
  BufferSourceBytes source;
  if (!options.sniff_bom && IsAllowSharedBufferSource(buffer_source) &&
      source.TryGet(buffer_source)) {
    return DecodeWhole(isolate, source.bytes(), encoding, options);
  }
  return StringDecoder(encoding, options).Finish(isolate, buffer_source);
}

}  // namespace v8_encoding
