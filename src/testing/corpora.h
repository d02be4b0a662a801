// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts of any length in several scripts, for tests and benchmarks: words and
// sentences whose statistics (lengths of words, spaces, punctuation, digits,
// capitals, share of ASCII) are about those of real text, and which don't
// repeat, so that branch predictors and caches can't learn them.

#ifndef V8_ENCODING_SRC_TESTING_CORPORA_H_
#define V8_ENCODING_SRC_TESTING_CORPORA_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/testing/random.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

enum class Script : uint8_t {
  kAscii,
  kFrench,      // Latin-1.
  kPolish,      // Latin letters above U+00FF.
  kVietnamese,  // Letters of one, two and three bytes in UTF-8, composed.
  kCyrillic,
  kUkrainian,
  kGreek,
  kHebrew,
  kArabic,
  kHindi,  // Devanagari.
  kThai,
  kChinese,             // Simplified, the characters of GB 2312.
  kTraditionalChinese,  // The common characters of Big5.
  kJapanese,            // Kanji of JIS X 0208, hiragana, katakana.
  kKorean,              // Syllables of KS X 1001.
  kEmoji,
};
inline constexpr size_t kScriptCount = 16;

[[nodiscard]] std::string_view ScriptName(Script script);

// At least `length` code units, and at most one character more. The same
// arguments give the same text on every machine.
[[nodiscard]] std::u16string Corpus(Script script,
                                    size_t length,
                                    uint64_t seed = 1);

// The same in the middle of tags, attributes and scripts in ASCII, which make
// up about half.
[[nodiscard]] std::u16string MarkupCorpus(Script script,
                                          size_t length,
                                          uint64_t seed = 1);

// The scripts that `encoding` has all characters of, as this file's texts use
// them; all of them for Unicode's encodings and gb18030, none for replacement.
[[nodiscard]] std::span<const Script> ScriptsOf(Encoding encoding);

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_CORPORA_H_
