// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextEncoder. https://encoding.spec.whatwg.org/#interface-textencoder

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/buffer_source.h"
#include "bindings/errors.h"
#include "bindings/realm.h"
#include "bindings/scratch.h"
#include "bindings/shared_memory.h"
#include "bindings/string_units.h"
#include "bindings/v8_compat.h"
#include "idl/interfaces.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

using idl::TextEncoder;

// The object's internal field: its realm's object, once it was needed.
enum InternalField { kRealmField, kFieldCount };

// The realm of `context`, which is mostly also that of `encoder`, the object
// that was called, and then kept with it.
bool GetRealm(v8::Isolate* isolate,
              v8::Local<v8::Context> context,
              v8::Local<v8::Object> encoder,
              Realm* realm) {
  v8::Local<v8::Context> encoder_context;
  const bool is_relevant =
      compat::RelevantContext(isolate, encoder).ToLocal(&encoder_context) &&
      encoder_context == context;
  if (!is_relevant) {
    return Realm::Get(context, realm);
  }
  v8::Local<v8::Value> kept = compat::GetInternalField(encoder, kRealmField);
  if (kept->IsObject()) {
    *realm = Realm(context, kept.As<v8::Object>());
    return true;
  }
  if (!Realm::Get(context, realm)) {
    return false;
  }
  encoder->SetInternalField(kRealmField, realm->object());
  return true;
}

// *Relevant realm* of the object that was called.
v8::Local<v8::Context> RelevantContext(
    const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> context;
  return compat::RelevantContext(info.GetIsolate(), info.This())
                 .ToLocal(&context)
             ? context
             : info.GetIsolate()->GetCurrentContext();
}

EncodeResult EncodeNextBlock(Encoder& encoder,
                             StringUnits& units,
                             std::span<uint8_t> output) {
  if (units.is_one_byte()) {
    const std::span<const uint8_t> block = units.NextOneByte();
    return encoder.EncodeFromLatin1(block, output,
                                    units.done() ? Flush::kYes : Flush::kNo);
  }
  const std::span<const char16_t> block = units.NextTwoByte();
  return encoder.EncodeFromUtf16(block, output,
                                 units.done() ? Flush::kYes : Flush::kNo);
}

struct Progress {
  size_t read = 0;     // In code units.
  size_t written = 0;  // In bytes.
};

// As much of string[0, length) as fits, in UTF-8.
Progress EncodeString(v8::Isolate* isolate,
                      v8::Local<v8::String> string,
                      size_t length,
                      std::span<uint8_t> output) {
  Progress progress;
  Encoder encoder(Encoding::kUtf8);
  StringUnits units(isolate, string, length);
  while (!units.done()) {
    const EncodeResult encoded =
        EncodeNextBlock(encoder, units, output.subspan(progress.written));
    progress.read += encoded.read;
    progress.written += encoded.written;
    if (encoded.status == EncodeStatus::kOutputFull) {
      // A lead surrogate that ended the block before has been read, but what it
      // becomes did not fit.
      progress.read -= encoder.state() != EncoderState();
      break;
    }
  }
  return progress;
}

// The same, with all behind what was written left as it was. An encoder may
// leave anything there; but the bytes of what's read next go over it, so only
// where the next character didn't fit is any of it left, and then it's the last
// three bytes at the most.
Progress EncodeStringInto(v8::Isolate* isolate,
                          v8::Local<v8::String> string,
                          size_t length,
                          std::span<uint8_t> output) {
  constexpr size_t kMaxLeft = 3;
  const size_t kept_count = std::min(output.size(), kMaxLeft);
  uint8_t kept[kMaxLeft];
  std::ranges::copy(output.last(kept_count), kept);
  const Progress progress = EncodeString(isolate, string, length, output);
  if (progress.read != length) {
    const size_t left = output.size() - progress.written;
    std::copy(kept + kept_count - left, kept + kept_count,
              output.last(left).begin());
  }
  return progress;
}

size_t Utf8LengthOfString(v8::Isolate* isolate, v8::Local<v8::String> string) {
  size_t total = 0;
  StringUnits units(isolate, string, static_cast<size_t>(string->Length()));
  if (units.is_one_byte()) {
    while (!units.done()) {
      total += Utf8Length(units.NextOneByte());
    }
    return total;
  }
  bool after_lead = false;
  while (!units.done()) {
    const std::span<const char16_t> block = units.NextTwoByte();
    total += Utf8Length(block);
    // Where the border of two blocks cuts a pair, both halves were counted as
    // lone, with three bytes each.
    total -= after_lead && (block.front() & 0xFC00) == 0xDC00 ? 2 : 0;
    after_lead = (block.back() & 0xFC00) == 0xD800;
  }
  return total;
}

// TextEncoderEncodeIntoResult, converted to a JavaScript value in the current
// realm. `encoder` is mostly of that realm, too, and knows it.
v8::MaybeLocal<v8::Object> NewProgressObject(v8::Isolate* isolate,
                                             v8::Local<v8::Context> context,
                                             v8::Local<v8::Object> encoder,
                                             Progress progress) {
  Realm realm;
  return GetRealm(isolate, context, encoder, &realm)
             ? realm.NewEncodeIntoResult(progress.read, progress.written)
             : v8::MaybeLocal<v8::Object>();
}

// new TextEncoder()
// https://encoding.spec.whatwg.org/#dom-textencoder
void Construct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  BeginConstruction(info, TextEncoder::kInterface);
}

// encode(input)
// https://encoding.spec.whatwg.org/#dom-textencoder-encode
void Encode(const v8::FunctionCallbackInfo<v8::Value>& info) {
  TextEncoder::EncodeArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  static_assert(TextEncoder::EncodeArguments::kInputDefault.empty());
  const v8::Local<v8::String> input =
      arguments.input.IsEmpty() ? v8::String::Empty(isolate) : arguments.input;
  Realm realm;
  if (!GetRealm(isolate, RelevantContext(info), info.This(), &realm)) {
    return;
  }

  v8::Local<v8::Uint8Array> result;
  const size_t length = static_cast<size_t>(input->Length());
  uint8_t small[Realm::kMaxCopiedLength];
  if (length <= sizeof(small)) {
    const Progress progress = EncodeString(isolate, input, length, small);
    if (progress.read == length) {
      if (realm.NewSmallUint8Array({small, progress.written})
              .ToLocal(&result)) {
        info.GetReturnValue().Set(result);
      }
      return;
    }
  }
  std::span<uint8_t> output;
  if (realm.NewUint8Array(Utf8LengthOfString(isolate, input), &output)
          .ToLocal(&result)) {
    EncodeString(isolate, input, length, output);
    info.GetReturnValue().Set(result);
  }
}

// encodeInto(source, destination)
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
void EncodeInto(const v8::FunctionCallbackInfo<v8::Value>& info) {
  TextEncoder::EncodeIntoArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const v8::Local<v8::String> source = arguments.source;

  // The arguments are converted: only now may the buffer be looked at.
  const MutableBytes destination = GetMutableBytes(arguments.destination);
  if (destination.immutable) {
    Throw(isolate, ErrorCode::kInvalidArgumentType, TextEncoder::kEncodeInto,
          "parameter 2 is a view on an immutable ArrayBuffer.");
    return;
  }
  // Each code unit takes a byte at least, so no more than this can be read. If
  // that cuts a surrogate pair, then neither the pair nor the U+FFFD of its
  // first half would fit.
  const size_t length =
      std::min(static_cast<size_t>(source->Length()), destination.bytes.size());
  Progress progress;
  if (!destination.shared) {
    progress = EncodeStringInto(isolate, source, length, destination.bytes);
  } else {
    Scratch<uint8_t, 1024> encoded;
    const size_t room = std::min(3 * length, destination.bytes.size());
    if (!encoded.Allocate(room)) {
      Throw(isolate, ErrorCode::kOutOfMemory, TextEncoder::kEncodeInto,
            "Out of memory.");
      return;
    }
    progress = EncodeString(isolate, source, length, {encoded.data(), room});
    CopyToShared(encoded.data(), progress.written, destination.bytes.data());
  }

  v8::Local<v8::Object> result;
  if (NewProgressObject(isolate, context, info.This(), progress)
          .ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// https://encoding.spec.whatwg.org/#dom-textencoder-encoding
void GetEncodingName(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(v8::String::NewFromUtf8Literal(
      info.GetIsolate(), "utf-8", v8::NewStringType::kInternalized));
}

constexpr auto kTable = TextEncoder::Describe({
    .constructor = Construct,
    .get_encoding = GetEncodingName,
    .encode = Encode,
    .encode_into = EncodeInto,
});

}  // namespace

constinit const InterfaceDescriptor TextEncoder::kInterface =
    kTable.Descriptor(kFieldCount);

}  // namespace v8_encoding
