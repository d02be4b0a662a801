// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/encode_string.h"

#include <algorithm>
#include <span>

#include "bindings/strings/copy_bytes.h"
#include "bindings/strings/scratch.h"
#include "bindings/strings/shared_memory.h"
#include "bindings/strings/string_units.h"

namespace v8_encoding {

namespace {

EncodeResult EncodeBlock(Encoder& encoder,
                         std::span<const uint8_t> block,
                         std::span<uint8_t> output,
                         Flush flush) {
  return encoder.EncodeFromLatin1(block, output, flush);
}

EncodeResult EncodeBlock(Encoder& encoder,
                         std::span<const char16_t> block,
                         std::span<uint8_t> output,
                         Flush flush) {
  return encoder.EncodeFromUtf16(block, output, flush);
}

EncodeResult EncodeNextBlock(Encoder& encoder,
                             StringUnits& units,
                             std::span<uint8_t> output) {
  if (units.is_one_byte()) {
    const std::span<const uint8_t> block = units.NextOneByte();
    return EncodeBlock(encoder, block, output,
                       units.done() ? Flush::kYes : Flush::kNo);
  }
  const std::span<const char16_t> block = units.NextTwoByte();
  return EncodeBlock(encoder, block, output,
                     units.done() ? Flush::kYes : Flush::kNo);
}

// As much of string[begin, end) as fits, in UTF-8. All behind what was written
// stays as it was: so it does after each block, as Encoder promises.
EncodeProgress EncodeString(v8::Isolate* isolate,
                            v8::Local<v8::String> string,
                            size_t begin,
                            size_t end,
                            std::span<uint8_t> output) {
  EncodeProgress progress;
  Encoder encoder(Encoding::kUtf8);
  StringUnits units(isolate, string, begin, end);
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

// Encodes a block piece by piece, and gives the pieces to sink(bytes).
template <typename Unit, typename Sink>
EncodeResult EncodeBlockInPieces(Encoder& encoder,
                                 std::span<const Unit> block,
                                 Flush flush,
                                 const Sink& sink) {
  uint8_t piece[2048];
  EncodeResult total{.status = EncodeStatus::kOutputFull};
  while (total.status == EncodeStatus::kOutputFull) {
    const EncodeResult encoded =
        EncodeBlock(encoder, block.subspan(total.read), piece, flush);
    sink(std::span<const uint8_t>(piece, encoded.written));
    total.status = encoded.status;
    total.code_point = encoded.code_point;
    total.read += encoded.read;
  }
  return total;
}

// All of `string`, up to the first unmappable character. `read` counts what was
// read in all.
template <typename Sink>
EncodeResult EncodeInPieces(v8::Isolate* isolate,
                            v8::Local<v8::String> string,
                            Encoder encoder,
                            const Sink& sink) {
  StringUnits units(isolate, string, 0, static_cast<size_t>(string->Length()));
  EncodeResult total{.status = EncodeStatus::kInputEmpty};
  while (!units.done() && total.status == EncodeStatus::kInputEmpty) {
    const size_t read_before = total.read;
    if (units.is_one_byte()) {
      const std::span<const uint8_t> block = units.NextOneByte();
      total = EncodeBlockInPieces(
          encoder, block, units.done() ? Flush::kYes : Flush::kNo, sink);
    } else {
      const std::span<const char16_t> block = units.NextTwoByte();
      total = EncodeBlockInPieces(
          encoder, block, units.done() ? Flush::kYes : Flush::kNo, sink);
    }
    total.read += read_before;
  }
  return total;
}

}  // namespace

size_t Utf8LengthOfString(v8::Isolate* isolate, v8::Local<v8::String> string) {
  size_t total = 0;
  StringUnits units(isolate, string, 0, static_cast<size_t>(string->Length()));
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

size_t MaxUtf8LengthOfString(v8::Local<v8::String> string) {
  return static_cast<size_t>(string->Length()) * (string->IsOneByte() ? 2 : 3);
}

v8::MaybeLocal<v8::Uint8Array> NewUint8ArrayOf(Realm& realm,
                                               std::span<const uint8_t> bytes) {
  if (bytes.size() <= Realm::kMaxCopiedLength) {
    return realm.NewSmallUint8Array(bytes);
  }
  std::span<uint8_t> output;
  v8::Local<v8::Uint8Array> result;
  if (!realm.NewUint8Array(bytes.size(), &output).ToLocal(&result)) {
    return {};
  }
  CopyBytes(bytes, output.data());
  return result;
}

v8::MaybeLocal<v8::Uint8Array> EncodeToUint8Array(
    v8::Isolate* isolate,
    Realm& realm,
    v8::Local<v8::String> string) {
  const size_t length = static_cast<size_t>(string->Length());
  if (MaxUtf8LengthOfString(string) <= kMaxStagedLength) {
    uint8_t staged[kMaxStagedLength];
    const EncodeProgress progress =
        EncodeString(isolate, string, 0, length, staged);
    return NewUint8ArrayOf(realm, {staged, progress.written});
  }
  std::span<uint8_t> output;
  v8::Local<v8::Uint8Array> result;
  if (!realm.NewUint8Array(Utf8LengthOfString(isolate, string), &output)
           .ToLocal(&result)) {
    return {};
  }
  EncodeString(isolate, string, 0, length, output);
  return result;
}

bool EncodeStringInto(v8::Isolate* isolate,
                      v8::Local<v8::String> string,
                      size_t begin,
                      const MutableBytes& destination,
                      EncodeProgress* progress) {
  const std::span<uint8_t> bytes = destination.bytes;
  // Each code unit takes a byte at least, so no more than this can be read. If
  // that cuts a surrogate pair, then neither the pair nor the U+FFFD of its
  // first half would fit.
  const size_t length =
      std::min(static_cast<size_t>(string->Length()) - begin, bytes.size());
  if (!destination.shared) {
    *progress = EncodeString(isolate, string, begin, begin + length, bytes);
    return true;
  }
  Scratch<uint8_t, 1024> encoded;
  const size_t room = std::min(3 * length, bytes.size());
  if (!encoded.Allocate(room)) {
    return false;
  }
  *progress = EncodeString(isolate, string, begin, begin + length,
                           {encoded.data(), room});
  CopyToShared(encoded.data(), progress->written, bytes.data());
  return true;
}

EncodeOutcome EncodeToUint8Array(v8::Isolate* isolate,
                                 Realm& realm,
                                 v8::Local<v8::String> string,
                                 Encoder encoder) {
  // Once to find out the length, which keeps a small result, and once more for
  // a large one: no encoding tells the length without encoding.
  uint8_t small[Realm::kMaxCopiedLength];
  size_t length = 0;
  const EncodeResult encoded = EncodeInPieces(
      isolate, string, encoder, [&](std::span<const uint8_t> piece) {
        if (length + piece.size() <= sizeof(small)) {
          CopyBytes(piece, small + length);
        }
        length += piece.size();
      });
  if (encoded.status == EncodeStatus::kUnmappable) {
    return {.unmappable = true,
            .code_point = encoded.code_point,
            .position = encoded.read - (encoded.code_point > 0xFFFF ? 2 : 1)};
  }
  if (length <= sizeof(small)) {
    return {.result = realm.NewSmallUint8Array({small, length})};
  }
  std::span<uint8_t> output;
  v8::Local<v8::Uint8Array> result;
  if (!realm.NewUint8Array(length, &output).ToLocal(&result)) {
    return {};
  }
  EncodeInPieces(isolate, string, encoder, [&](std::span<const uint8_t> piece) {
    CopyBytes(piece, output.data());
    output = output.subspan(piece.size());
  });
  return {.result = result};
}

}  // namespace v8_encoding
