// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/encode_any.h"

#include <cstdio>

#include "bindings/memory/copy_bytes.h"
#include "bindings/strings/encode_block.h"
#include "bindings/strings/string_units.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

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

// All of string[begin, end), up to the first unmappable character: false if
// there is one. `read` counts what was read in all, and begins with that of
// `total`.
template <typename Sink>
[[nodiscard]] bool EncodePartInPieces(v8::Isolate* isolate,
                                      v8::Local<v8::String> string,
                                      size_t begin,
                                      size_t end,
                                      Encoder& encoder,
                                      Flush flush,
                                      const Sink& sink,
                                      EncodeResult* total) {
  StringUnits units(isolate, string, begin, end);
  while (!units.done() && total->status == EncodeStatus::kInputEmpty) {
    const size_t read_before = total->read;
    *total = units.VisitNext([&](auto block) {
      return EncodeBlockInPieces(encoder, block,
                                 units.done() ? flush : Flush::kNo, sink);
    });
    total->read += read_before;
  }
  return total->status == EncodeStatus::kInputEmpty;
}

// The same of the whole string. False as LongCall::Begin().
template <typename Sink>
[[nodiscard]] bool EncodeInPieces(v8::Isolate* isolate,
                                  v8::Local<v8::String> string,
                                  Encoder encoder,
                                  const Sink& sink,
                                  LongCall* long_call,
                                  EncodeResult* total) {
  const size_t size = static_cast<size_t>(string->Length());
  *total = {.status = EncodeStatus::kInputEmpty};
  return InPieces(long_call, size, [&](size_t offset, size_t length) {
    return EncodePartInPieces(
        isolate, string, offset, offset + length, encoder,
        offset + length == size ? Flush::kYes : Flush::kNo, sink, total);
  });
}

}  // namespace

EncodeOutcome EncodeToUint8Array(v8::Isolate* isolate,
                                 Realm& realm,
                                 v8::Local<v8::String> string,
                                 Encoder encoder,
                                 LongCall* long_call) {
  // Once to find out the length, which keeps a small result, and once more for
  // a large one: no encoding tells the length without encoding.
  uint8_t small[Realm::kMaxCopiedLength];
  size_t length = 0;
  EncodeResult encoded;
  const auto count = [&](std::span<const uint8_t> piece) {
    if (length + piece.size() <= sizeof(small)) {
      CopyBytes(piece, small + length);
    }
    length += piece.size();
  };
  if (!EncodeInPieces(isolate, string, encoder, count, long_call, &encoded)) {
    return {};
  }
  if (encoded.status == EncodeStatus::kUnmappable) {
    return {.unmappable = true,
            .code_point = encoded.code_point,
            .position = static_cast<size_t>(PositionOfUnmappable(encoded))};
  }
  if (length <= sizeof(small)) {
    return {.result = realm.NewSmallUint8Array({small, length})};
  }
  UnfilledArray unfilled;
  if (!realm.NewUint8Array(length).To(&unfilled)) {
    return {};
  }
  std::span<uint8_t> output = unfilled.bytes;
  const auto write = [&](std::span<const uint8_t> piece) {
    CopyBytes(piece, output.data());
    output = output.subspan(piece.size());
  };
  if (!FillIn(unfilled, long_call, [&] {
        return EncodeInPieces(isolate, string, encoder, write, long_call,
                              &encoded);
      })) {
    return {};
  }
  return {.result = unfilled.array};
}

int64_t PositionOfUnmappable(const EncodeResult& encoded) {
  return static_cast<int64_t>(encoded.read) -
         (encoded.code_point > 0xFFFF ? 2 : 1);
}

EncodeResult EncodeInPieces(v8::Isolate* isolate,
                            v8::Local<v8::String> string,
                            Encoder encoder,
                            void (*take)(void* context,
                                         std::span<const uint8_t> piece),
                            void* context) {
  size_t written = 0;
  EncodeResult encoded;
  const auto sink = [&](std::span<const uint8_t> piece) {
    written += piece.size();
    take(context, piece);
  };
  // Without pauses it can't fail.
  (void)EncodeInPieces(isolate, string, encoder, sink, nullptr, &encoded);
  encoded.written = written;
  return encoded;
}

EncodeResult EncodePart(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t begin,
                        Encoder& encoder,
                        std::span<uint8_t> output,
                        Flush flush) {
  StringUnits units(isolate, string, begin,
                    static_cast<size_t>(string->Length()));
  EncodeResult total{.status = EncodeStatus::kInputEmpty};
  // Also of an empty string: what waits may have to be written.
  do {
    const EncodeResult encoded = units.VisitNext([&](auto block) {
      return EncodeBlock(encoder, block, output.subspan(total.written),
                         units.done() ? flush : Flush::kNo);
    });
    total.status = encoded.status;
    total.code_point = encoded.code_point;
    total.read += encoded.read;
    total.written += encoded.written;
  } while (!units.done() && total.status == EncodeStatus::kInputEmpty);
  return total;
}

ShortText UnmappableDetail(char32_t code_point,
                           int64_t position,
                           Encoding encoding) {
  char name[16];
  std::snprintf(name, sizeof(name), "U+%04X",
                static_cast<unsigned>(code_point));
  ShortText detail("The character ", name);
  if (position >= 0) {
    detail.Append(" at ");
    detail.Append(position);
  } else {
    detail.Append(", begun in an earlier string,");
  }
  detail.Append(" is not in ");
  detail.Append(LowercaseName(encoding));
  detail.Append(".");
  return detail;
}

ShortText NoEncoderDetail(Encoding encoding) {
  if (GetOutputEncoding(encoding) == encoding) {
    // Untested: extras_test.cc comes here in a build without legacy encoders.
    return ShortText("This build has no encoder for ", LowercaseName(encoding),
                     ".");
  }
  // Replacement and UTF-16 have none in any build.
  return ShortText("The encoding ", LowercaseName(encoding),
                   " has no encoder.");
}

}  // namespace v8_encoding
