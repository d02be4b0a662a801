// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is measured: an operation in one encoding on one kind of text, at one
// size. Names are paths, "decode/UTF-8/french/1MiB".

#ifndef V8_ENCODING_BENCH_WORKLOADS_H_
#define V8_ENCODING_BENCH_WORKLOADS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/testing/corpora.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

enum class Operation : uint8_t {
  kDecode,            // To UTF-16, malformed sequences replaced.
  kDecodeToLatin1,    // Of text that stays below U+0100.
  kDecodeToUtf8,      // As kDecode.
  kValidate,          // Writes how many bytes are well-formed, as a uint64_t.
  kEncode,            // From UTF-16, with character references.
  kEncodeFromLatin1,  // Of text below U+0100.
  kEncodeFromUtf8,    // As kEncode, with malformed sequences replaced.
  // Write the length of a text's UTF-8, as a uint64_t.
  kUtf8Length,            // From UTF-16.
  kUtf8LengthFromLatin1,  // Of text below U+0100.
};

enum class TextKind : uint8_t {
  kPlain,     // Sentences in a script.
  kHalfHigh,  // Letters of Latin-1 in random order, half of them not ASCII.
  kMarkup,    // The same among tags: about half is ASCII.
  // Plain, with quotation marks, apostrophes and dashes of typographers, which
  // have three bytes in UTF-8: one character in about fifty.
  kTypographic,
  kChat,    // Plain, with one to three emoji behind each 20 to 60 units.
  kHtml,    // Markup in several scripts.
  kRare,    // Plain, one character in fifty of those that are none of the rest.
  kErrors,  // Plain, one byte or code unit in fifty spoilt.
  kRandom,  // Random bytes or code units.
};

struct Workload {
  Operation operation;
  Encoding encoding;
  TextKind kind;
  test_support::Script script;  // Of all but kRandom, kHtml and kHalfHigh.
  // The result has memory of its own, which the call allocates, as those of
  // text.h have; it's copied to the output.
  bool is_allocated = false;

  // Every character has bytes in `encoding`, and there are no errors. The text
  // is what was encoded.
  bool is_valid() const {
    return kind != TextKind::kRare && kind != TextKind::kErrors &&
           kind != TextKind::kRandom;
  }
};

// "decode/UTF-8/french".
std::string NameOf(const Workload& workload);

// How texts of a size are cut from a long text that doesn't repeat.
enum class Cut : uint8_t {
  kSequence,  // One after the other.
  // From random places on: so many whole characters as `bytes` bytes hold, and
  // at least one character.
  kRandom,
  // As kRandom, of lengths from 1 to `bytes` bytes; see MixedLength().
  kMixed,
};

// The most bytes that one call of an implementation is given, of a text and to
// write to. Zero is all of them.
struct Limits {
  size_t input = 0;
  size_t output = 0;

  bool any() const { return input != 0 || output != 0; }
};

// Where a call writes to: where the calls before it did, or to memory that is
// in no cache, as a result's own is.
enum class OutputMemory : uint8_t { kSame, kNew };

// How much is converted. Conversions walk through texts of `bytes` bytes that
// are no more than `total` bytes together, so that branch predictors can't
// learn them.
struct Size {
  std::string_view name;
  size_t bytes;
  size_t total;
  Limits limits;
  Cut cut;
  OutputMemory output = OutputMemory::kSame;
};
inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;
// Short texts, half a MiB of them at most, stay within a core's second cache.
// Mixed ones have a sixth of the longest's length on average.
inline constexpr Size kSizes[] = {
    {"1B", 1, 512 * kKiB, {}, Cut::kRandom},
    {"4B", 4, 512 * kKiB, {}, Cut::kRandom},
    {"8B", 8, 512 * kKiB, {}, Cut::kRandom},
    {"16B", 16, 512 * kKiB, {}, Cut::kRandom},
    {"32B", 32, 512 * kKiB, {}, Cut::kRandom},
    {"64B", 64, 512 * kKiB, {}, Cut::kRandom},
    {"256B", 256, 512 * kKiB, {}, Cut::kRandom},
    {"mixed", 64, kMiB, {}, Cut::kMixed},
    {"1KiB", kKiB, 256 * kKiB, {}, Cut::kSequence},
    {"64KiB", 64 * kKiB, kMiB, {}, Cut::kSequence},
    {"1MiB", kMiB, kMiB, {}, Cut::kSequence},
    {"64KiB-fresh", 64 * kKiB, 8 * kMiB, {}, Cut::kSequence},
    {"64KiB-from-memory", 64 * kKiB, 32 * kMiB, {}, Cut::kSequence},
    {"1MiB-in-4KiB", kMiB, kMiB, {.input = 4 * kKiB}, Cut::kSequence},
    {"64KiB-in-16B", 64 * kKiB, kMiB, {.input = 16}, Cut::kSequence},
    {"64KiB-to-1KiB", 64 * kKiB, kMiB, {.output = kKiB}, Cut::kSequence},
    {"64KiB-to-new", 64 * kKiB, kMiB, {}, Cut::kSequence, OutputMemory::kNew},
};
// How many texts there are of a short size, if `total` allows.
inline constexpr size_t kMaxTexts = 16 * 1024;

std::vector<Workload> AllWorkloads();

// Whether a workload's calls write text to memory that they are given.
bool WritesText(const Workload& workload);

// From bytes in an encoding.
bool IsDecoding(Operation operation);
// From UTF-16.
bool IsFromUnits(Operation operation);
bool IsUtf16(Encoding encoding);

// Some that its encoder may lack: emoji in gb18030, characters of Hong Kong in
// Big5, those of JIS X 0212 in EUC-JP, private use in Shift_JIS.
bool HasRareCharacters(Encoding encoding);

// An encoding that none of the scripts of corpora.h is written in: its text is
// of letters of its own.
bool HasOwnLetters(Encoding encoding);

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_WORKLOADS_H_
