// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The functions of convert.h.

#include "v8_encoding/convert.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <span>

#include "bindings/memory/shared_memory.h"
#include "bindings/realm/no_microtasks.h"
#include "bindings/realm/realm.h"
#include "bindings/strings/decode_to_string.h"
#include "bindings/strings/encode_any.h"
#include "bindings/strings/encode_string.h"
#include "bindings/strings/label.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/conversions.h"
#include "bindings/webidl/errors.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

static_assert(StringEncoder::kMinRoom == Encoder::kMaxBytesPerStep);

std::optional<Encoding> GetEncoding(v8::Isolate* isolate,
                                    v8::Local<v8::String> label) {
  return GetEncodingOfString(isolate, label);
}

void ThrowConversionError(v8::Local<v8::Context> context,
                          const ConversionError& error,
                          const char* interface_name,
                          const char* operation) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  if (isolate->IsExecutionTerminating()) {
    return;  // Nothing that is thrown would be seen.
  }
  v8::HandleScope scope(isolate);
  v8::Context::Scope context_scope(context);
  // The error hook is called by way of a function.
  const NoMicrotasks no_microtasks(context);
  const v8::Isolate::AllowJavascriptExecutionScope allow_javascript(isolate);
  const CallSite call = {interface_name, operation};
  switch (error.failure) {
    case ConversionFailure::kNone:
    case ConversionFailure::kTerminated:
      return;
    case ConversionFailure::kMalformed:
      Throw(isolate, ErrorCode::kMalformedData, call,
            MalformedDetail(error.encoding, error.position));
      return;
    case ConversionFailure::kUnmappable:
      Throw(isolate, ErrorCode::kUnmappableCharacter, call,
            UnmappableDetail(error.code_point, error.position, error.encoding));
      return;
    case ConversionFailure::kNoEncoder:
      Throw(isolate, ErrorCode::kNoEncoder, call,
            NoEncoderDetail(error.encoding));
      return;
    case ConversionFailure::kStringTooLong:
      Throw(isolate, ErrorCode::kStringTooLong, call, kStringTooLongDetail);
      return;
    case ConversionFailure::kOutOfMemory:
      ThrowOutOfMemory(isolate, call);
      return;
    case ConversionFailure::kNoBufferSource:
      ThrowWrongType(isolate, call, ValueOrigin::Unnamed(),
                     "(ArrayBuffer or SharedArrayBuffer or ArrayBufferView)");
      return;
  }
}

// Bytes to strings.

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
    // As in DecodeWith() of text_decoder_common.cc.
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
    std::ranges::copy(source.bytes.first(taken), room.begin());
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
  // Where there's no memory: see BufferSourceBytes::CopyElements().
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

// Strings to bytes.

namespace {

Encoder NewEncoder(Encoding encoding, EncodeOptions options) {
  return Encoder(encoding, options.html ? EncodeErrorMode::kHtml
                                        : EncodeErrorMode::kFatal);
}

ConversionError NoEncoder(Encoding encoding) {
  ConversionError error;
  error.failure = ConversionFailure::kNoEncoder;
  error.encoding = encoding;
  return error;
}

ConversionError NoMemory(Encoding encoding) {
  ConversionError error;
  error.failure = ConversionFailure::kOutOfMemory;
  error.encoding = encoding;
  return error;
}

ConversionError Unmappable(char32_t code_point,
                           int64_t position,
                           Encoding encoding) {
  ConversionError error;
  error.failure = ConversionFailure::kUnmappable;
  error.encoding = encoding;
  error.length = code_point > 0xFFFF ? 2 : 1;
  error.code_point = code_point;
  error.position = position;
  return error;
}

// The most bytes that EncodeToStdString() has on the stack.
constexpr size_t kMaxStagedLength = 2048;

// Room for `length` bytes in all. A std::string can't say that there's no
// memory for them, and the library has no exceptions: so this asks before. What
// another thread takes in between ends the process.
[[nodiscard]] bool Reserve(std::string& bytes, size_t length) {
  if (length <= bytes.capacity()) {
    return true;
  }
  void* const trial = ::operator new(length + 1, std::nothrow);
  if (trial == nullptr) {
    return false;
  }
  ::operator delete(trial);
  bytes.reserve(length);
  return true;
}

}  // namespace

size_t Utf8Length(v8::Isolate* isolate, v8::Local<v8::String> string) {
  return Utf8LengthOfString(isolate, string);
}

EncodedLength GetEncodedLength(v8::Isolate* isolate,
                               v8::Local<v8::String> string,
                               Encoding encoding,
                               EncodeOptions options) {
  EncodedLength result;
  if (!HasEncoder(encoding)) {
    result.error = NoEncoder(encoding);
    return result;
  }
  if (encoding == Encoding::kUtf8) {
    result.bytes = Utf8LengthOfString(isolate, string);
    return result;
  }
  const EncodeResult encoded = EncodeInPieces(
      isolate, string, NewEncoder(encoding, options),
      [](void*, std::span<const uint8_t>) {}, nullptr);
  result.bytes = encoded.written;
  if (encoded.status == EncodeStatus::kUnmappable) {
    result.error =
        Unmappable(encoded.code_point, PositionOfUnmappable(encoded), encoding);
  }
  return result;
}

namespace {

// True if a termination has ended it, which is then no longer under way.
bool EncodeOrCatch(v8::Local<v8::Context> context,
                   v8::Local<v8::String> string,
                   Encoding encoding,
                   EncodeOptions options,
                   EncodedArray* result) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  // V8 throws where it has no memory, or no stack.
  v8::TryCatch try_catch(isolate);
  Realm realm;
  if (Realm::Get(isolate, context, &realm)) {
    realm.IgnoreMaxResultLength();
    if (encoding == Encoding::kUtf8) {
      result->array = Utf8EncodeToUint8Array(isolate, realm, string);
    } else {
      const EncodeOutcome outcome = EncodeToUint8Array(
          isolate, realm, string, NewEncoder(encoding, options),
          /*long_call=*/nullptr);
      if (outcome.unmappable) {
        result->error =
            Unmappable(outcome.code_point,
                       static_cast<int64_t>(outcome.position), encoding);
        return false;
      }
      result->array = outcome.result;
    }
  }
  if (result->array.IsEmpty()) {
    result->error.encoding = encoding;
    result->error.failure = try_catch.HasTerminated()
                                ? ConversionFailure::kTerminated
                                : ConversionFailure::kOutOfMemory;
  }
  return try_catch.HasTerminated();
}

// Terminates the isolate's execution again. Not by TryCatch::ReThrow(), which
// makes an exception of a termination, null.
void GoOnTerminating(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  isolate->TerminateExecution();
  // V8 notices when a script's function is called: this one, or the next.
  Realm realm;
  v8::Local<v8::Function> function;
  if (Realm::Get(isolate, context, &realm) &&
      realm.GetEmptyFunction().ToLocal(&function)) {
    // Untested: in V8 10.2, which notices above; V8 12.4 comes here.
    (void)function->Call(context, v8::Undefined(isolate), 0, nullptr);
  }
}

}  // namespace

EncodedArray EncodeToUint8Array(v8::Local<v8::Context> context,
                                v8::Local<v8::String> string,
                                Encoding encoding,
                                EncodeOptions options) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  EncodedArray result;
  if (!HasEncoder(encoding)) {
    result.error = NoEncoder(encoding);
    return result;
  }
  // Of one that is under way before, the TryCatch wouldn't tell; and calling V8
  // then would end the call, or in newer versions the termination.
  if (isolate->IsExecutionTerminating()) {
    result.error.encoding = encoding;
    result.error.failure = ConversionFailure::kTerminated;
    return result;
  }
  v8::Context::Scope context_scope(context);
  // Arrays are made by %Uint8Array%, for V8 a function of JavaScript's.
  const NoMicrotasks no_microtasks(context);
  const v8::Isolate::AllowJavascriptExecutionScope allow_javascript(isolate);
  if (EncodeOrCatch(context, string, encoding, options, &result)) {
    GoOnTerminating(context);
  }
  return result;
}

EncodedString EncodeToStdString(v8::Isolate* isolate,
                                v8::Local<v8::String> string,
                                Encoding encoding,
                                EncodeOptions options) {
  EncodedString result;
  if (!HasEncoder(encoding)) {
    result.error = NoEncoder(encoding);
    return result;
  }
  if (encoding == Encoding::kUtf8) {
    // To count first takes longer than to copy a short text.
    uint8_t staged[kMaxStagedLength];
    size_t units;
    const EncodeProgress progress =
        EncodeStringInto(isolate, string, 0, staged, &units);
    const bool is_all = progress.read == units;
    const size_t length =
        is_all ? progress.written : Utf8LengthOfString(isolate, string);
    if (!Reserve(result.bytes, length)) {
      result.error = NoMemory(encoding);
      return result;
    }
    if (is_all) {
      result.bytes.assign(reinterpret_cast<const char*>(staged), length);
      return result;
    }
    result.bytes.resize(length);
    // All of it fits.
    (void)EncodeStringInto(
        isolate, string, 0,
        {reinterpret_cast<uint8_t*>(result.bytes.data()), length}, &units);
    return result;
  }
  const Encoder encoder = NewEncoder(encoding, options);
  struct Bytes {
    std::string& bytes;
    bool no_memory = false;
  } all = {result.bytes};
  const EncodeResult encoded = EncodeInPieces(
      isolate, string, encoder,
      [](void* context, std::span<const uint8_t> piece) {
        auto& [bytes, no_memory] = *static_cast<Bytes*>(context);
        const size_t length = bytes.size() + piece.size();
        no_memory = no_memory ||
                    (length > bytes.capacity() &&
                     !Reserve(bytes, std::max(length, 2 * bytes.capacity())));
        if (!no_memory) {
          bytes.append(reinterpret_cast<const char*>(piece.data()),
                       piece.size());
        }
      },
      &all);
  if (all.no_memory) {
    result.bytes.clear();
    result.error = NoMemory(encoding);
  } else if (encoded.status == EncodeStatus::kUnmappable) {
    result.error =
        Unmappable(encoded.code_point, PositionOfUnmappable(encoded), encoding);
  }
  return result;
}

StringEncoder::StringEncoder(Encoding encoding, EncodeOptions options)
    : encoding_(encoding), options_(options) {}

EncodedInto StringEncoder::EncodeInto(v8::Isolate* isolate,
                                      v8::Local<v8::String> string,
                                      size_t begin,
                                      void* data,
                                      size_t size,
                                      End end) {
  EncodedInto result;
  if (!HasEncoder(encoding_)) {
    result.error = NoEncoder(encoding_);
    return result;
  }
  begin = std::min(begin, static_cast<size_t>(string->Length()));
  Encoder encoder = NewEncoder(encoding_, options_);
  encoder.set_state(EncoderState::FromBits(state_));
  const EncodeResult encoded = EncodePart(
      isolate, string, begin, encoder, {static_cast<uint8_t*>(data), size},
      end == End::kYes ? Flush::kYes : Flush::kNo);
  state_ = encoder.state().bits();
  result.read = encoded.read;
  result.written = encoded.written;
  result.complete = encoded.status == EncodeStatus::kInputEmpty;
  if (encoded.status == EncodeStatus::kUnmappable) {
    result.error = Unmappable(
        encoded.code_point,
        static_cast<int64_t>(begin) + PositionOfUnmappable(encoded), encoding_);
  }
  return result;
}

EncodedInto EncodeInto(v8::Isolate* isolate,
                       v8::Local<v8::String> string,
                       void* data,
                       size_t size,
                       Encoding encoding,
                       EncodeOptions options,
                       size_t begin) {
  if (encoding == Encoding::kUtf8) {
    if (begin != 0) {
      begin = std::min(begin, static_cast<size_t>(string->Length()));
    }
    size_t length;
    const EncodeProgress progress = EncodeStringInto(
        isolate, string, begin, {static_cast<uint8_t*>(data), size}, &length);
    EncodedInto result;
    result.read = progress.read;
    result.written = progress.written;
    result.complete = begin + progress.read == length;
    return result;
  }
  StringEncoder encoder(encoding, options);
  EncodedInto result = encoder.EncodeInto(isolate, string, begin, data, size,
                                          StringEncoder::End::kYes);
  if (result.error.failure == ConversionFailure::kUnmappable) {
    result.read -= result.error.length;
  } else if (result.ok() && !result.complete) {
    // The encoder is lost, and what waits in it with it.
    Encoder waiting(encoding);
    waiting.set_state(EncoderState::FromBits(encoder.state()));
    result.read -= waiting.HasPendingLead();
  }
  return result;
}

}  // namespace v8_encoding
