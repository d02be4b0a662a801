// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The names of the scripts, and the scripts of each encoding.

#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

#include "src/testing/corpora.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

std::string_view ScriptName(Script script) {
  constexpr std::string_view kNames[] = {"ASCII",
                                         "French",
                                         "Polish",
                                         "Vietnamese",
                                         "Cyrillic",
                                         "Ukrainian",
                                         "Greek",
                                         "Hebrew",
                                         "Arabic",
                                         "Hindi",
                                         "Thai",
                                         "Chinese",
                                         "Traditional Chinese",
                                         "Japanese",
                                         "Korean",
                                         "emoji"};
  static_assert(std::size(kNames) == kScriptCount);
  return kNames[static_cast<size_t>(script)];
}

std::span<const Script> ScriptsOf(Encoding encoding) {
  static constexpr Script kAll[] = {Script::kAscii,
                                    Script::kFrench,
                                    Script::kPolish,
                                    Script::kVietnamese,
                                    Script::kCyrillic,
                                    Script::kUkrainian,
                                    Script::kGreek,
                                    Script::kHebrew,
                                    Script::kArabic,
                                    Script::kHindi,
                                    Script::kThai,
                                    Script::kChinese,
                                    Script::kTraditionalChinese,
                                    Script::kJapanese,
                                    Script::kKorean,
                                    Script::kEmoji};
  static_assert(std::size(kAll) == kScriptCount);
  static constexpr Script kOnlyAscii[] = {Script::kAscii};
  static constexpr Script kWestern[] = {Script::kAscii, Script::kFrench};
  static constexpr Script kCentral[] = {Script::kAscii, Script::kPolish};
  static constexpr Script kLatin10[] = {Script::kAscii, Script::kFrench,
                                        Script::kPolish};
  static constexpr Script kRussian[] = {Script::kAscii, Script::kCyrillic};
  static constexpr Script kEastSlavic[] = {Script::kAscii, Script::kCyrillic,
                                           Script::kUkrainian};
  static constexpr Script kGreekScripts[] = {Script::kAscii, Script::kGreek};
  static constexpr Script kHebrewScripts[] = {Script::kAscii, Script::kHebrew};
  static constexpr Script kArabicScripts[] = {Script::kAscii, Script::kArabic};
  static constexpr Script kThaiScripts[] = {Script::kAscii, Script::kThai};
  static constexpr Script kChineseScripts[] = {Script::kAscii,
                                               Script::kChinese};
  static constexpr Script kBig5[] = {Script::kAscii,
                                     Script::kTraditionalChinese};
  static constexpr Script kJapaneseScripts[] = {Script::kAscii,
                                                Script::kJapanese};
  static constexpr Script kKoreanScripts[] = {Script::kAscii, Script::kKorean};
  switch (encoding) {
    case Encoding::kUtf8:
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le:
    case Encoding::kGb18030:
      return kAll;
    case Encoding::kReplacement:
      return {};
    case Encoding::kIso8859_3:
    case Encoding::kIso8859_14:
    case Encoding::kIso8859_15:
    case Encoding::kMacintosh:
    case Encoding::kWindows1252:
    case Encoding::kWindows1254:
    case Encoding::kWindows1258:
      return kWestern;
    case Encoding::kIso8859_2:
    case Encoding::kIso8859_13:
    case Encoding::kWindows1250:
    case Encoding::kWindows1257:
      return kCentral;
    case Encoding::kIso8859_16:
      return kLatin10;
    case Encoding::kIbm866:
    case Encoding::kIso8859_5:
    case Encoding::kKoi8R:
      return kRussian;
    case Encoding::kKoi8U:
    case Encoding::kWindows1251:
    case Encoding::kXMacCyrillic:
      return kEastSlavic;
    case Encoding::kIso8859_7:
    case Encoding::kWindows1253:
      return kGreekScripts;
    case Encoding::kIso8859_8:
    case Encoding::kIso8859_8_I:
    case Encoding::kWindows1255:
      return kHebrewScripts;
    case Encoding::kIso8859_6:
    case Encoding::kWindows1256:
      return kArabicScripts;
    case Encoding::kWindows874:
      return kThaiScripts;
    case Encoding::kGbk:
      return kChineseScripts;
    case Encoding::kBig5:
      return kBig5;
    case Encoding::kEucJp:
    case Encoding::kIso2022Jp:
    case Encoding::kShiftJis:
      return kJapaneseScripts;
    case Encoding::kEucKr:
      return kKoreanScripts;
    case Encoding::kIso8859_4:
    case Encoding::kIso8859_10:
    case Encoding::kXUserDefined:
      return kOnlyAscii;
  }
  return {};
}

}  // namespace v8_encoding::test_support
