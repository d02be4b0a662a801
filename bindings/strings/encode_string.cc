// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/encode_string.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "bindings/memory/copy_bytes.h"
#include "bindings/memory/shared_memory.h"
#include "bindings/memory/working_memory.h"
#include "bindings/strings/string_units.h"
#include "bindings/webidl/errors.h"
#include "idl/interfaces.h"
#include "src/code_points.h"
#include "src/kernels/copy.h"

namespace v8_encoding {

namespace {

// EncodeUnits() of string[begin, end).
EncodeProgress EncodePiece(v8::Isolate* isolate,
                           v8::Local<v8::String> string,
                           size_t begin,
                           size_t end,
                           Encoder& encoder,
                           std::span<uint8_t> output,
                           Flush flush) {
  StringUnits units(isolate, string, begin, end);
  return EncodeUnits(units, encoder, output, flush);
}

// The same of a text that may be long. False as LongCall::Begin().
[[nodiscard]] bool EncodeString(v8::Isolate* isolate,
                                v8::Local<v8::String> string,
                                size_t begin,
                                size_t end,
                                Encoder& encoder,
                                std::span<uint8_t> output,
                                Flush flush,
                                LongCall* long_call,
                                EncodeProgress* progress) {
  if (long_call == nullptr) [[likely]] {
    *progress =
        EncodePiece(isolate, string, begin, end, encoder, output, flush);
    return true;
  }
  *progress = {};
  size_t offset = begin;
  do {
    const size_t length = std::min(end - offset, long_call->max_piece());
    if (!long_call->Begin(length)) {
      return false;
    }
    offset += length;
    const EncodeProgress piece = EncodePiece(
        isolate, string, offset - length, offset, encoder,
        output.subspan(progress->written), offset == end ? flush : Flush::kNo);
    progress->read += piece.read;
    progress->written += piece.written;
  } while (offset != end && progress->read == offset - begin);
  return true;
}

// A result that can't be longer than this is encoded on the stack first. That
// takes less than reading the string twice, to find out the length and to
// encode.
constexpr size_t kMaxStagedLength = 4096;

// How many bytes `encoder` can write for all of `string` at most, in UTF-8.
// Doesn't read the string.
size_t MaxUtf8Length(v8::Local<v8::String> string, const Encoder& encoder) {
  return static_cast<size_t>(string->Length()) * (string->IsOneByte() ? 2 : 3) +
         (encoder.state() == EncoderState() ? 0 : Encoder::kMaxBytesPerStep);
}

// *Create a Uint8Array* of these bytes. Empty with an exception pending if
// there's no memory.
v8::MaybeLocal<v8::Uint8Array> NewUint8ArrayOf(Realm& realm,
                                               std::span<const uint8_t> bytes) {
  if (bytes.size() <= Realm::kMaxCopiedLength) {
    return realm.NewSmallUint8Array(bytes);
  }
  UnfilledArray result;
  if (!realm.NewUint8Array(bytes.size()).To(&result)) {
    return {};
  }
  CopyBytes(bytes, result.bytes.data());
  return result.array;
}

// Of what is left of a one-byte string.
size_t Utf8LengthOfOneByte(StringUnits& units) {
  size_t total = 0;
  while (!units.done()) {
    total += Utf8Length(units.NextOneByte());
  }
  return total;
}

// The length in UTF-8 of what comes block by block. Utf8Length() takes each for
// a whole text: where a border cuts a pair, both halves were counted as lone
// ones, with three bytes each in the place of the pair's four.
class Utf8Counter {
 public:
  static constexpr size_t kLoneLength = 3;

  explicit Utf8Counter(EncoderState state)
      : after_lead_(state != EncoderState()),
        total_(after_lead_ ? kLoneLength : 0) {}

  void Add(StringUnits& units) {
    if (units.is_one_byte()) {
      total_ += Utf8LengthOfOneByte(units);
      after_lead_ = false;
      return;
    }
    constexpr size_t kPairLength = 4;
    while (!units.done()) {
      const std::span<const char16_t> block = units.NextTwoByte();
      total_ += Utf8Length(block);
      total_ -= after_lead_ && internal::IsTrailSurrogate(block.front())
                    ? 2 * kLoneLength - kPairLength
                    : 0;
      after_lead_ = internal::IsLeadSurrogate(block.back());
    }
  }

  bool after_lead() const { return after_lead_; }
  size_t total() const { return total_; }

 private:
  bool after_lead_;
  size_t total_;
};

}  // namespace

v8::Maybe<size_t> Utf8LengthOfString(v8::Isolate* isolate,
                                     v8::Local<v8::String> string,
                                     EncoderState state,
                                     Flush flush,
                                     LongCall* long_call) {
  Utf8Counter counter(state);
  const auto count_piece = [&](size_t offset, size_t length) {
    StringUnits units(isolate, string, offset, offset + length);
    counter.Add(units);
  };
  if (!InPieces(long_call, static_cast<size_t>(string->Length()),
                count_piece)) {
    return v8::Nothing<size_t>();
  }
  return v8::Just(counter.total() - (counter.after_lead() && flush == Flush::kNo
                                         ? Utf8Counter::kLoneLength
                                         : 0));
}

size_t Utf8LengthOfString(v8::Isolate* isolate, v8::Local<v8::String> string) {
  StringUnits units(isolate, string, 0, StringUnits::AtMost{SIZE_MAX});
  Utf8Counter counter({});
  counter.Add(units);
  return counter.total();
}

namespace {

// A one-byte string that is longer than this isn't taken for ASCII on trial:
// where it isn't, the array that was made for it is garbage.
constexpr size_t kMaxTriedLength = size_t{1} << 20;

// Calls use(offset, block) for the blocks of the ASCII that a one-byte string
// begins with, in its first `length` characters. Returns how long that is.
template <typename Use>
size_t ForEachAsciiBlock(v8::Isolate* isolate,
                         v8::Local<v8::String> string,
                         size_t length,
                         Use use) {
  StringUnits units(isolate, string, 0, length);
  size_t read = 0;
  bool is_ascii = true;
  while (is_ascii && !units.done()) {
    const std::span<const uint8_t> block = units.NextOneByte();
    const size_t n = simd::AsciiPrefix(block.data(), block.size());
    use(read, block.first(n));
    read += n;
    is_ascii = n == block.size();
  }
  return read;
}

// Whether the first characters of a long one-byte string are ASCII, and nothing
// waits in `encoder`.
bool BeginsWithAscii(v8::Isolate* isolate,
                     v8::Local<v8::String> string,
                     const Encoder& encoder) {
  constexpr size_t kLength = 1024;
  return encoder.state() == EncoderState() &&
         ForEachAsciiBlock(isolate, string, kLength,
                           [](size_t, std::span<const uint8_t>) {}) == kLength;
}

// A one-byte string that is likely to be ASCII, which is as long in UTF-8: it
// is copied if it is. (The memory of a new array is in no cache: to look at the
// bytes and then to copy them takes less than to do both at once.)
v8::MaybeLocal<v8::Uint8Array> Utf8EncodeAscii(v8::Isolate* isolate,
                                               Realm& realm,
                                               v8::Local<v8::String> string,
                                               Encoder& encoder) {
  const size_t length = static_cast<size_t>(string->Length());
  UnfilledArray result;
  if (!realm.NewUint8Array(length).To(&result)) {
    return {};
  }
  const size_t ascii = ForEachAsciiBlock(
      isolate, string, length,
      [&result](size_t offset, std::span<const uint8_t> block) {
        CopyBytes(block, result.bytes.data() + offset);
      });
  if (ascii == length) {
    return result.array;
  }
  size_t rest = 0;
  {
    StringUnits units(isolate, string, ascii, length);
    rest = Utf8LengthOfOneByte(units);
  }
  UnfilledArray longer;
  if (!realm.NewUint8Array(ascii + rest).To(&longer)) {
    return {};
  }
  CopyBytes(result.bytes.first(ascii), longer.bytes.data());
  EncodePiece(isolate, string, ascii, length, encoder,
              longer.bytes.subspan(ascii), Flush::kYes);
  return longer.array;
}

}  // namespace

v8::MaybeLocal<v8::Uint8Array> Utf8EncodeToUint8Array(
    v8::Isolate* isolate,
    Realm& realm,
    v8::Local<v8::String> string,
    Encoder& encoder,
    Flush flush,
    LongCall* long_call) {
  const size_t length = static_cast<size_t>(string->Length());
  if (MaxUtf8Length(string, encoder) <= kMaxStagedLength) {
    uint8_t staged[kMaxStagedLength];
    const EncodeProgress progress =
        EncodePiece(isolate, string, 0, length, encoder, staged, flush);
    return NewUint8ArrayOf(realm, {staged, progress.written});
  }
  if (string->IsOneByte() && length <= kMaxTriedLength &&
      BeginsWithAscii(isolate, string, encoder)) {
    return Utf8EncodeAscii(isolate, realm, string, encoder);
  }
  size_t utf8_length;
  UnfilledArray result;
  if (!Utf8LengthOfString(isolate, string, encoder.state(), flush, long_call)
           .To(&utf8_length) ||
      !realm.NewUint8Array(utf8_length).To(&result)) {
    return {};
  }
  EncodeProgress progress;
  if (!FillIn(result, long_call, [&] {
        return EncodeString(isolate, string, 0, length, encoder, result.bytes,
                            flush, long_call, &progress);
      })) {
    return {};
  }
  return result.array;
}

v8::MaybeLocal<v8::Uint8Array> Utf8EncodeToUint8Array(
    v8::Isolate* isolate,
    Realm& realm,
    v8::Local<v8::String> string) {
  Encoder encoder(Encoding::kUtf8);
  return Utf8EncodeToUint8Array(isolate, realm, string, encoder, Flush::kYes,
                                nullptr);
}

v8::MaybeLocal<v8::Uint8Array> Utf8EncodeForScript(v8::Isolate* isolate,
                                                   Realm& realm,
                                                   v8::Local<v8::String> string,
                                                   Encoder& encoder,
                                                   Flush flush,
                                                   CallSite call) {
  const size_t length = static_cast<size_t>(string->Length());
  if (length <= LongCall::kMinSize) [[likely]] {
    return Utf8EncodeToUint8Array(isolate, realm, string, encoder, flush,
                                  nullptr);
  }
  LongCall long_call(isolate, call, length, Encoding::kUtf8);
  return Utf8EncodeToUint8Array(isolate, realm, string, encoder, flush,
                                &long_call);
}

v8::MaybeLocal<v8::Uint8Array> Utf8EncodeForScript(v8::Isolate* isolate,
                                                   Realm& realm,
                                                   v8::Local<v8::String> string,
                                                   CallSite call) {
  // The calls that are made most: with nothing in between, and the string is
  // asked for its length and its kind once.
  constexpr size_t kMaxShort = internal::kMaxShortAscii;
  uint8_t staged[3 * kMaxShort];
  bool is_short;
  size_t written = 0;
  {
    StringUnits units(isolate, string, 0, StringUnits::AtMost{kMaxShort + 1});
    is_short = units.left() <= kMaxShort;
    if (is_short) {
      written = EncodeLastUnits(units, staged).written;
    }
  }
  if (is_short) [[likely]] {
    return NewUint8ArrayOf(realm, {staged, written});
  }
  Encoder encoder(Encoding::kUtf8);
  return Utf8EncodeForScript(isolate, realm, string, encoder, Flush::kYes,
                             call);
}

namespace {

[[gnu::noinline]] bool EncodeIntoShared(v8::Isolate* isolate,
                                        v8::Local<v8::String> string,
                                        size_t begin,
                                        size_t end,
                                        std::span<uint8_t> shared,
                                        CallSite call,
                                        LongCall* long_call,
                                        EncodeProgress* progress) {
  const size_t room = std::min(3 * (end - begin), shared.size());
  uint8_t on_stack[1024];
  WorkingMemory memory;
  uint8_t* const encoded = room <= sizeof(on_stack)
                               ? on_stack
                               : static_cast<uint8_t*>(memory.Allocate(room));
  if (encoded == nullptr) {
    ThrowOutOfMemory(isolate, call);
    return false;
  }
  Encoder encoder(Encoding::kUtf8);
  return EncodeString(isolate, string, begin, end, encoder, {encoded, room},
                      Flush::kYes, long_call, progress) &&
         InPieces(
             long_call, progress->written, [&](size_t offset, size_t length) {
               CopyToShared(encoded + offset, length, shared.data() + offset);
             });
}

// With `end` behind the last code unit that could fit.
[[gnu::noinline]] bool EncodeLongInto(v8::Isolate* isolate,
                                      v8::Local<v8::String> string,
                                      size_t begin,
                                      size_t end,
                                      v8::Local<v8::Uint8Array> view,
                                      const BufferBytes& destination,
                                      CallSite call,
                                      EncodeProgress* progress) {
  LongCall long_call(isolate, call, end - begin, Encoding::kUtf8);
  long_call.Watch(view, destination.bytes);
  if (destination.shared) {
    return EncodeIntoShared(isolate, string, begin, end, destination.bytes,
                            call, &long_call, progress);
  }
  Encoder encoder(Encoding::kUtf8);
  return EncodeString(isolate, string, begin, end, encoder, destination.bytes,
                      Flush::kYes, &long_call, progress);
}

}  // namespace

bool EncodeAnyInto(v8::Isolate* isolate,
                   v8::Local<v8::String> string,
                   size_t begin,
                   v8::Local<v8::Uint8Array> view,
                   const BufferBytes& destination,
                   CallSite call,
                   EncodeProgress* progress) {
  const size_t length = std::min(static_cast<size_t>(string->Length()) - begin,
                                 destination.bytes.size());
  if (length > LongCall::kMinSize) {
    return EncodeLongInto(isolate, string, begin, begin + length, view,
                          destination, call, progress);
  }
  return EncodeIntoShared(isolate, string, begin, begin + length,
                          destination.bytes, call, nullptr, progress);
}

EncodeProgress EncodeStringInto(v8::Isolate* isolate,
                                v8::Local<v8::String> string,
                                size_t begin,
                                std::span<uint8_t> output,
                                size_t* string_length) {
  StringUnits units(isolate, string, begin, StringUnits::AtMost{output.size()});
  *string_length = units.string_length();
  Encoder encoder(Encoding::kUtf8);
  return EncodeUnits(units, encoder, output, Flush::kYes);
}

}  // namespace v8_encoding
