// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_to_string.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "bindings/memory/copy_bytes.h"
#include "bindings/memory/working_memory.h"
#include "bindings/strings/external_string.h"
#include "bindings/v8_compat.h"
#include "src/kernels/copy.h"

namespace v8_encoding {

namespace {

// V8 takes lengths as int and has no longer strings than this.
constexpr size_t kMaxStringLength = v8::String::kMaxLength;

// Up to here all working memory is on the stack.
constexpr size_t kMaxOnStack = 2044;

// From how many bytes on a text becomes a string outside of V8's heap. V8 takes
// the memory of each long string from the system, whose pages fault one by one.
// (V8 14.6 keeps such memory, but only if nothing else asks for some: of 14
// rows long/utf-8/*MiB of `tools/bench js`, it takes longer in 12.)
constexpr size_t kMinExternal = size_t{1} << 20;

constexpr bool IsLong(std::span<const uint8_t> bytes) {
  return bytes.size() >= kMinExternal;
}

// Whether a shorter text, of `size` bytes as a string, is better there, too. V8
// frees strings outside of its heap only where it marks all that lives, after
// each 64 MiB or so of them. With 170 MiB of small objects that costs twice the
// time that it saves; with few, long/utf-8/*/256KiB of `tools/bench js` takes
// 0.14 to 0.42 of the time (V8 10.2, 13.6).
bool IsBetterExternal(v8::Isolate* isolate, size_t size) {
  constexpr size_t kMaxHeapSize = size_t{32} << 20;
  if (size <= compat::kMaxQuickStringSize) [[likely]] {
    return false;
  }
  v8::HeapStatistics statistics;
  isolate->GetHeapStatistics(&statistics);
  return statistics.used_heap_size() <= kMaxHeapSize &&
         HasRoomForExternal(isolate, size);
}

v8::MaybeLocal<v8::String> NewOneByte(v8::Isolate* isolate,
                                      const uint8_t* units,
                                      size_t n) {
  return v8::String::NewFromOneByte(isolate, units, v8::NewStringType::kNormal,
                                    static_cast<int>(n));
}

v8::MaybeLocal<v8::String> NewTwoByte(v8::Isolate* isolate,
                                      const char16_t* units,
                                      size_t n) {
  return v8::String::NewFromTwoByte(
      isolate, reinterpret_cast<const uint16_t*>(units),
      v8::NewStringType::kNormal, static_cast<int>(n));
}

void SetMalformed(DecodeResult decoded,
                  size_t read_before,
                  DecodeFailure* failure) {
  decoded.read += read_before;
  *failure = {.kind = DecodeFailure::Kind::kMalformed, .decoded = decoded};
}

// With what LongCall::Begin() says when it fails.
bool Thrown(DecodeFailure* failure) {
  failure->kind = DecodeFailure::Kind::kThrown;
  return false;
}

// The functions below decode with a decoder whose state the caller restores if
// there's neither a string nor malformed bytes. An empty result with *failure
// as it was is V8's, which has no memory.

// To UTF-16 at once. V8 finds out if all of it is Latin-1 nevertheless.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeShortWide(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush,
    DecodeFailure* failure) {
  char16_t units[Decoder::MaxUnits(kMaxOnStack)];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  if (decoded.status != DecodeStatus::kInputEmpty) [[unlikely]] {
    SetMalformed(decoded, 0, failure);
    return {};
  }
  return NewTwoByte(isolate, units, decoded.written);
}

// To Latin-1, and if it isn't, to UTF-16 from the start.
[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeShort(
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
    SetMalformed(decoded, 0, failure);
    return {};
  }
  decoder.set_state(before);
  return DecodeShortWide(isolate, decoder, bytes, flush, failure);
}

[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeShortShared(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> shared,
    Flush flush,
    DecodeFailure* failure) {
  uint8_t copy[kMaxOnStack];
  CopyFromShared(shared.data(), shared.size(), copy);
  return DecodeShort(isolate, decoder, {copy, shared.size()}, flush, failure);
}

// Widens bytes[begin, end) to the units at the same places, which begin where
// the bytes do: from the last to the first. False as LongCall::Begin().
[[nodiscard]] bool WidenInPlace(char16_t* units,
                                size_t begin,
                                size_t end,
                                LongCall* long_call) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(units);
  uint8_t block[2048];
  while (end != begin) {
    const size_t length = std::min(end - begin, sizeof(block));
    if (!BeginPiece(long_call, length)) {
      return false;
    }
    end -= length;
    std::memcpy(block, bytes + end, length);
    simd::WidenLatin1(block, length, units + end);
  }
  return true;
}

// Calls use(offset, piece) for the pieces of `ascii`, which `reader` has just
// read as that. In a pause a script may have written other bytes: they have to
// be ASCII, too. False as LongCall::Begin().
template <typename Use>
[[nodiscard]] bool ForEachAsciiPiece(const Decoder& reader,
                                     std::span<const uint8_t> ascii,
                                     LongCall* long_call,
                                     Use use) {
  const bool pauses = MaxPieceOf(long_call) != SIZE_MAX;
  bool is_ascii = true;
  const bool goes_on =
      InPieces(long_call, ascii.size(), [&](size_t offset, size_t length) {
        const std::span<const uint8_t> piece = ascii.subspan(offset, length);
        if (pauses) {
          Decoder again = reader;
          is_ascii = again.ReadAscii(piece, Flush::kNo).length == length;
        }
        if (is_ascii) {
          use(offset, piece);
        }
        return is_ascii;
      });
  if (!is_ascii) {
    long_call->ThrowBufferChanged();
  }
  return goes_on && is_ascii;
}

// To memory that the bytes don't overlap. False as LongCall::Begin().
[[nodiscard]] bool CopyAscii(const Decoder& reader,
                             std::span<const uint8_t> ascii,
                             uint8_t* to,
                             LongCall* long_call) {
  return ForEachAsciiPiece(reader, ascii, long_call,
                           [&](size_t offset, std::span<const uint8_t> piece) {
                             CopyBytes(piece, to + offset);
                           });
}

struct DecodedText {
  size_t length = 0;  // In units.
  bool is_wide = false;
};

// To Latin-1, and from the first character above U+00FF on to UTF-16: most text
// stays Latin-1, and V8 then keeps it so. Either begins where `room` does,
// which has room for all. The decoder has read the first `ascii.length` bytes,
// which are only copied from where they are. False with *failure set.
[[nodiscard]] bool DecodeInto(Decoder& decoder,
                              const SourceBytes& source,
                              AsciiPrefix ascii,
                              Flush flush,
                              std::span<char16_t> room,
                              DecodedText* text,
                              DecodeFailure* failure,
                              LongCall* long_call) {
  auto* const latin1 = reinterpret_cast<uint8_t*>(room.data());
  SourcePieces pieces(source.subspan(ascii.length), MaxPieceOf(long_call));
  size_t read = ascii.length;
  size_t written = ascii.length;
  bool is_wide = false;
  const Decoder reader = decoder;
  const auto widen = [&] {
    is_wide = true;
    return WidenInPlace(room.data(), ascii.length, written, long_call) &&
           ForEachAsciiPiece(
               reader, source.bytes.first(ascii.length), long_call,
               [&](size_t offset, std::span<const uint8_t> piece) {
                 simd::WidenLatin1(piece.data(), piece.size(),
                                   room.data() + offset);
               });
  };
  if (ascii.looks_wide && !widen()) {
    return Thrown(failure);
  }
  do {
    if (!BeginPiece(long_call, pieces.next_length())) {
      return Thrown(failure);
    }
    std::span<const uint8_t> piece = pieces.Next();
    const Flush piece_flush = pieces.done() ? flush : Flush::kNo;
    DecodeResult decoded;
    if (!is_wide) {
      decoded = decoder.DecodeToLatin1(
          piece, {latin1 + written, room.size() - written}, piece_flush);
      if (decoded.status == DecodeStatus::kNotLatin1) {
        read += decoded.read;
        written += decoded.written;
        piece = piece.subspan(decoded.read);
        if (!widen()) {
          return Thrown(failure);
        }
      }
    }
    if (is_wide) {
      decoded =
          decoder.DecodeToUtf16(piece, room.subspan(written), piece_flush);
    }
    if (decoded.status == DecodeStatus::kMalformed) {
      SetMalformed(decoded, read, failure);
      return false;
    }
    if (decoded.status == DecodeStatus::kOutputFull) {
      // There is room for as much as was counted, but the bytes may be others
      // since: by another thread if they are shared, more than 2^29 of them,
      // and else by a script in a pause.
      // Untested: of a GiB of UTF-8, other bytes in the right moment.
      if (long_call != nullptr && !source.shared) {
        long_call->ThrowBufferChanged();
        return Thrown(failure);
      }
      failure->kind = DecodeFailure::Kind::kStringTooLong;
      return false;
    }
    read += decoded.read;
    written += decoded.written;
  } while (!pieces.done());

  if (!is_wide &&
      !CopyAscii(reader, source.bytes.first(ascii.length), latin1, long_call)) {
    return Thrown(failure);
  }
  *text = {.length = written, .is_wide = is_wide};
  return true;
}

// Of memory that begins with `text`.
v8::MaybeLocal<v8::String> ToExternal(v8::Isolate* isolate,
                                      ExternalStringMemory& memory,
                                      const DecodedText& text) {
  return text.is_wide ? memory.ToTwoByteString(isolate, text.length)
                      : memory.ToOneByteString(isolate, text.length);
}

[[gnu::noinline]] v8::MaybeLocal<v8::String> DecodeLong(
    v8::Isolate* isolate,
    Decoder& decoder,
    const SourceBytes& source,
    AsciiPrefix ascii,
    Flush flush,
    DecodeFailure* failure,
    LongCall* long_call) {
  const bool is_long = IsLong(source.bytes);
  size_t max_units = Decoder::MaxUnits(source.bytes.size());
  // Counting first keeps what can't become a string from being allocated. It's
  // rarely the answer: most text of that many bytes has fewer characters.
  //
  // It also keeps strings from beginning their lives with twice the memory or
  // more. malloc() takes that from the system, shrinks it, and because of the
  // size that it's given back with takes it from there again next time. UTF-8
  // is counted in a fraction of the time that decoding takes. (Shared bytes may
  // be others when they are decoded.)
  if (max_units > kMaxStringLength ||
      (is_long && !source.shared && decoder.encoding() == Encoding::kUtf8)) {
    Decoder counting = decoder;
    DecodeResult counted;
    if (!ValidateAll(counting, source.subspan(ascii.length), flush, long_call,
                     &counted)) {
      Thrown(failure);
      return {};
    }
    const size_t units = ascii.length + counted.written;
    if (units > kMaxStringLength) {
      failure->kind = DecodeFailure::Kind::kStringTooLong;
      return {};
    }
    // With room for another character, whatever stops behind these is seen.
    max_units = Decoder::MaxUnits(units);
  }
  WorkingMemory working_memory;
  ExternalStringMemory external_memory;
  const size_t size = max_units * sizeof(char16_t);
  auto* const units = static_cast<char16_t*>(
      is_long ? external_memory.Allocate(size) : working_memory.Allocate(size));
  if (units == nullptr) {
    return {};
  }
  DecodedText text;
  if (!DecodeInto(decoder, source, ascii, flush, {units, max_units}, &text,
                  failure, long_call)) {
    return {};
  }
  const size_t text_size =
      text.length * (text.is_wide ? sizeof(char16_t) : sizeof(uint8_t));
  // Of escapes there may be any number.
  if (is_long && text.length >= kMinExternal / 4) {
    return ToExternal(isolate, external_memory, text);
  }
  if (!is_long && IsBetterExternal(isolate, text_size)) {
    if (void* const copy = external_memory.Allocate(text_size)) {
      std::memcpy(copy, units, text_size);
      return ToExternal(isolate, external_memory, text);
    }
  }
  return text.is_wide
             ? NewTwoByte(isolate, units, text.length)
             : NewOneByte(isolate, reinterpret_cast<const uint8_t*>(units),
                          text.length);
}

// All of a text that is ASCII, as `reader` has just found.
v8::MaybeLocal<v8::String> NewAscii(v8::Isolate* isolate,
                                    const Decoder& reader,
                                    std::span<const uint8_t> ascii,
                                    DecodeFailure* failure,
                                    LongCall* long_call) {
  const bool is_long = IsLong(ascii);
  if (is_long || IsBetterExternal(isolate, ascii.size())) [[unlikely]] {
    ExternalStringMemory memory;
    if (void* const copy = memory.Allocate(ascii.size())) {
      if (!CopyAscii(reader, ascii, static_cast<uint8_t*>(copy), long_call)) {
        Thrown(failure);
        return {};
      }
      return memory.ToOneByteString(isolate, ascii.size());
    }
    if (is_long) {
      return {};
    }
  }
  // A script may have written other bytes since the first was read. (Where
  // none could, a copy of the decoder would be waited for, as said in
  // DecodeToString().)
  if (MaxPieceOf(long_call) != SIZE_MAX) [[unlikely]] {
    Decoder again = reader;
    if (again.ReadAscii(ascii, Flush::kNo).length != ascii.size()) {
      long_call->ThrowBufferChanged();
      Thrown(failure);
      return {};
    }
  }
  return NewOneByte(isolate, ascii.data(), ascii.size());
}

// Decoder::ReadAscii() of a text that may be long. False as LongCall::Begin().
[[nodiscard]] bool ReadAsciiInPieces(Decoder& decoder,
                                     std::span<const uint8_t> bytes,
                                     Flush flush,
                                     LongCall* long_call,
                                     AsciiPrefix* ascii) {
  SourcePieces pieces({.bytes = bytes}, MaxPieceOf(long_call));
  size_t read = 0;
  size_t piece_length;
  do {
    piece_length = pieces.next_length();
    if (!BeginPiece(long_call, piece_length)) {
      return false;
    }
    const std::span<const uint8_t> piece = pieces.Next();
    *ascii = decoder.ReadAscii(piece, pieces.done() ? flush : Flush::kNo);
    read += ascii->length;
  } while (ascii->length == piece_length && !pieces.done());
  ascii->length = read;
  return true;
}

// No byte order mark begins with a lesser byte.
constexpr uint8_t kLeastOfByteOrderMark = 0xEF;

// Takes the byte order mark that `bytes` begin with, and that the decoder
// removes. Returns its length, 0 if there is none or nothing else.
[[gnu::noinline, gnu::cold]] size_t TakeByteOrderMark(
    Decoder& decoder,
    std::span<const uint8_t> bytes) {
  const std::optional<ByteOrderMark> mark = BomSniff(bytes);
  if (!mark || mark->encoding != decoder.encoding() ||
      bytes.size() == mark->length) {
    return 0;
  }
  Decoder trial = decoder;
  char16_t unit;
  const DecodeResult decoded =
      trial.DecodeToUtf16(bytes.first(mark->length), {&unit, 1}, Flush::kNo);
  if (decoded.status != DecodeStatus::kInputEmpty || decoded.written != 0) {
    return 0;
  }
  decoder = trial;
  return mark->length;
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeToString(v8::Isolate* isolate,
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
  failure->kind = DecodeFailure::Kind::kOutOfMemory;
  v8::MaybeLocal<v8::String> string;
  AsciiPrefix ascii;
  if (!source.shared) {
    if (long_call == nullptr) [[likely]] {
      ascii = decoder.ReadAscii(bytes, flush);
    } else if (!ReadAsciiInPieces(decoder, bytes, flush, long_call, &ascii)) {
      decoder.set_state(before);
      Thrown(failure);
      return {};
    }
    // What follows the mark may be ASCII or Latin-1, which the mark isn't.
    if (ascii.length == 0 && ascii.looks_wide &&
        bytes[0] >= kLeastOfByteOrderMark) [[unlikely]] {
      if (const size_t length = TakeByteOrderMark(decoder, bytes)) {
        string = DecodeToString(isolate, decoder, source.subspan(length), flush,
                                failure, long_call);
        if (string.IsEmpty()) {
          if (failure->kind == DecodeFailure::Kind::kMalformed) {
            failure->decoded.read += length;
          } else {
            decoder.set_state(before);
          }
        }
        return string;
      }
    }
  }
  if (ascii.length == bytes.size() && ascii.length - 1 < kMaxStringLength) {
    string = NewAscii(isolate, decoder, bytes, failure, long_call);
  } else if (bytes.size() > kMaxOnStack) {
    string =
        DecodeLong(isolate, decoder, source, ascii, flush, failure, long_call);
  } else {
    decoder.set_state(before);
    string = (source.shared ? DecodeShortShared
              : ascii.looks_wide
                  ? DecodeShortWide
                  : DecodeShort)(isolate, decoder, bytes, flush, failure);
  }
  if (string.IsEmpty() && failure->kind != DecodeFailure::Kind::kMalformed)
      [[unlikely]] {
    decoder.set_state(before);
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
    Thrown(failure);
    return {};
  }
  if (max_units > max_length) {
    Decoder counting = decoder;
    DecodeResult counted;
    if (!ValidateAll(counting, source, flush, &long_call, &counted)) {
      Thrown(failure);
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

int64_t PositionOf(const DecodeResult& malformed) {
  return static_cast<int64_t>(malformed.read) - malformed.read_ahead_length -
         malformed.malformed_length;
}

ShortText MalformedDetail(Encoding encoding, int64_t position) {
  ShortText detail("The encoded data is not valid ", LowercaseName(encoding),
                   ": malformed sequence ");
  if (position >= 0) {
    detail.Append("at byte ");
    detail.Append(position);
    detail.Append(".");
  } else {
    detail.Append("begun in an earlier chunk.");
  }
  return detail;
}

constinit const char kStringTooLongDetail[] =
    "The decoded string would be longer than strings may be.";

void ThrowDecodeFailure(v8::Isolate* isolate,
                        const DecodeFailure& failure,
                        Encoding encoding,
                        CallSite call,
                        size_t offset) {
  switch (failure.kind) {
    case DecodeFailure::Kind::kMalformed: {
      const int64_t position = PositionOf(failure.decoded);
      Throw(isolate, ErrorCode::kMalformedData, call,
            MalformedDetail(encoding,
                            position < 0
                                ? position
                                : static_cast<int64_t>(offset) + position));
      break;
    }
    case DecodeFailure::Kind::kStringTooLong:
      Throw(isolate, ErrorCode::kStringTooLong, call, kStringTooLongDetail);
      break;
    case DecodeFailure::Kind::kOutOfMemory:
      ThrowOutOfMemory(isolate, call);
      break;
    case DecodeFailure::Kind::kThrown:
      break;
  }
}

}  // namespace v8_encoding
