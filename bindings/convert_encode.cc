// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Strings to bytes in convert.h.

#include "v8_encoding/convert.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>

#include "bindings/realm/no_microtasks.h"
#include "bindings/realm/realm.h"
#include "bindings/strings/encode_any.h"
#include "bindings/strings/encode_string.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

static_assert(StringEncoder::kMinRoom == Encoder::kMaxBytesPerStep);

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
