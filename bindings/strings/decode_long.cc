// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_long.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "bindings/memory/copy_bytes.h"
#include "bindings/memory/working_memory.h"
#include "bindings/strings/decode_to_string.h"
#include "bindings/strings/external_string.h"
#include "bindings/strings/heap_string_pace.h"
#include "bindings/strings/new_string.h"
#include "src/kernels/copy.h"

namespace v8_encoding {

namespace {

constexpr bool IsLong(std::span<const uint8_t> bytes) {
  return bytes.size() >= kMinExternal;
}

// What V8 marks, if all of it lives. The young generation, which is the other
// part of the heap, is garbage for the most part.
size_t OldGenerationSize(v8::Isolate* isolate) {
  size_t size = 0;
  const size_t count = isolate->NumberOfHeapSpaces();
  for (size_t i = 0; i != count; ++i) {
    v8::HeapSpaceStatistics space;
    if (isolate->GetHeapSpaceStatistics(&space, i) &&
        std::strncmp(space.space_name(), "new_", 4) != 0) {
      size += space.space_used_size();
    }
  }
  return size;
}

// Of this thread, whose isolates share what V8 keeps.
constinit thread_local HeapStringPace heap_string_pace;

// Whether a shorter text, of `size` bytes as a string, is better there, too. V8
// frees strings outside of its heap only where it marks all that lives, after
// each 64 MiB or so of them. With 170 MiB of small objects that costs twice the
// time that it saves; with few, long/utf-8/*/256KiB of `tools/bench js` takes
// 0.14 to 0.42 of the time (V8 10.2, 13.6, 14.6). What is counted may be
// garbage still, until V8 has marked once.
bool IsBetterExternal(v8::Isolate* isolate, size_t size) {
  constexpr size_t kMaxOldGenerationSize = size_t{64} << 20;
  // The heap's size last: V8 adds it up.
  return size > compat::kMaxQuickStringSize &&
         (!compat::kMayKeepStringMemory || heap_string_pace.TakeElsewhere()) &&
         HasRoomForExternal(isolate, size) &&
         OldGenerationSize(isolate) <= kMaxOldGenerationSize;
}

// What new_string() makes in V8's heap, of `size` bytes.
template <typename NewString>
v8::MaybeLocal<v8::String> NewInHeap(size_t size, NewString new_string) {
  if (!compat::kMayKeepStringMemory || size <= compat::kMaxQuickStringSize) {
    return new_string();
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const v8::MaybeLocal<v8::String> string = new_string();
  heap_string_pace.Add(size, Clock::now() - begin);
  return string;
}

// With what LongCall::Begin() says when it fails.
bool Thrown(DecodeFailure* failure) {
  failure->kind = DecodeFailure::Kind::kThrown;
  return false;
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
      failure->SetMalformed(decoded, read);
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

}  // namespace

v8::MaybeLocal<v8::String> DecodeLong(v8::Isolate* isolate,
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
  return NewInHeap(text_size, [&] {
    return text.is_wide
               ? NewTwoByte(isolate, units, text.length)
               : NewOneByte(isolate, reinterpret_cast<const uint8_t*>(units),
                            text.length);
  });
}

v8::MaybeLocal<v8::String> NewLongAscii(v8::Isolate* isolate,
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
  // In a pause a script may have written other bytes.
  if (MaxPieceOf(long_call) != SIZE_MAX) [[unlikely]] {
    Decoder again = reader;
    if (again.ReadAscii(ascii, Flush::kNo).length != ascii.size()) {
      long_call->ThrowBufferChanged();
      Thrown(failure);
      return {};
    }
  }
  return NewInHeap(ascii.size(), [&] {
    return NewOneByte(isolate, ascii.data(), ascii.size());
  });
}

bool ReadAsciiInPieces(Decoder& decoder,
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

}  // namespace v8_encoding
