// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/corpora.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "src/model/model_indexes.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

namespace {

// How a script with spaces between its words is written. Letters that are
// frequent stand in `lower` several times; `upper` is empty where there's no
// case. `stops` end a sentence, `marks` separate its parts.
struct Alphabet {
  std::u16string_view lower;
  std::u16string_view upper;
  std::u16string_view stops;
  std::u16string_view marks;
  uint32_t longest_word;
  // Letters with diacritics, and how many of a hundred lower-case letters are
  // from here, where those are few.
  std::u16string_view accented = {};
  uint32_t accented_percent = 0;
};

constexpr std::u16string_view kLatinStops = u"....?!";
constexpr std::u16string_view kLatinMarks = u",,,;:";

constexpr Alphabet kAscii = {
    u"eeeeeettttaaaaooooiiiinnnnsssshhhrrrdddllluuucmfwygpbvkxqjz",
    u"ABCDEFGHIJKLMNOPRSTW", kLatinStops, kLatinMarks, 9};
constexpr Alphabet kFrench = {
    u"eeeeeeeesssaaaaiiiitttnnnrrruuullloooddccppmmvqfbghjxyzwk",
    u"ABCDEFGHIJLMNOPQRSTUV\u00C9\u00C0",
    kLatinStops,
    kLatinMarks,
    10,
    u"\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9\u00E0\u00E0"
    u"\u00E0\u00E8\u00E8\u00EA\u00EA\u00E7\u00E2\u00EE\u00EF\u00F4\u00F9\u00FB"
    u"\u00EB",
    4};
constexpr Alphabet kPolish = {
    u"aaaaiiiieeeeooozzznnnrrwwsstccyykkddppmmuujjlllbghf",
    u"ABCDEFGHIJKLMNOPRSTUWZ\u0141\u015A\u017B",
    kLatinStops,
    kLatinMarks,
    11,
    u"\u0142\u0142\u0142\u0142\u0119\u0119\u0119\u0105\u0105\u00F3\u00F3\u017C"
    u"\u017C\u015B\u015B\u0107\u0144\u017A",
    7};
constexpr Alphabet kVietnamese = {
    u"nnnnnhhhhttttccciiiiggguuuaaaooommlllrrvvbbsspkyqdxe",
    u"ABCDGHKLMNPQRSTVX\u0110",
    kLatinStops,
    kLatinMarks,
    6,
    u"\u0111\u0111\u0111\u00E0\u00E0\u00E0\u00E1\u00E1\u00F4\u00F4\u00EA"
    u"\u00E2\u00E3\u00F3\u00F9\u00ED\u00EC\u0103\u0129\u0169\u01A1\u01A1"
    u"\u01B0\u01B0\u01B0\u1EA1\u1EA1\u1EA1\u1EA3\u1EA3\u1EA5\u1EA5\u1EA7"
    u"\u1EAD\u1EBF\u1EBF\u1EC1\u1EC3\u1EC7\u1EC7\u1ECB\u1ECD\u1ED1\u1ED9"
    u"\u1ED9\u1EDB\u1EDD\u1EDD\u1EE3\u1EE7\u1EE9\u1EEB\u1EEF\u1EF1",
    25};
constexpr Alphabet kCyrillic = {
    u"\u043E\u043E\u043E\u043E\u043E\u0435\u0435\u0435\u0435\u0430\u0430\u0430"
    u"\u0430\u0438\u0438\u0438\u043D\u043D\u043D\u0442\u0442\u0442\u0441\u0441"
    u"\u0440\u0440\u0432\u0432\u043B\u043B\u043A\u043A\u043C\u0434\u043F\u0443"
    u"\u044F\u044B\u044C\u0433\u0437\u0431\u0447\u0439\u0445\u0436\u0448\u044E"
    u"\u0446\u0449\u044D\u0444\u044A\u0451",
    u"\u0410\u0411\u0412\u0413\u0414\u0415\u0417\u0418\u041A\u041B\u041C\u041D"
    u"\u041E\u041F\u0420\u0421\u0422\u0423\u042D\u042F",
    kLatinStops, kLatinMarks, 12};
constexpr Alphabet kUkrainian = {
    u"\u043E\u043E\u043E\u043E\u0430\u0430\u0430\u0430\u043D\u043D\u043D\u0438"
    u"\u0438\u0456\u0456\u0456\u0442\u0442\u0432\u0432\u0440\u0440\u0435\u0435"
    u"\u0441\u0441\u043A\u043B\u043B\u0434\u043C\u043F\u0443\u044F\u0437\u044C"
    u"\u0431\u0433\u0439\u0447\u0445\u0457\u0446\u0436\u0454\u044E\u0448\u0449"
    u"\u0444\u0491",
    u"\u0410\u0411\u0412\u0413\u0414\u0417\u0406\u041A\u041B\u041C\u041D\u041E"
    u"\u041F\u0420\u0421\u0422\u0423\u0404\u042F",
    kLatinStops, kLatinMarks, 12};
constexpr Alphabet kGreek = {
    u"\u03B1\u03B1\u03B1\u03BF\u03BF\u03BF\u03B9\u03B9\u03B5\u03B5\u03C4\u03C4"
    u"\u03C3\u03C3\u03BD\u03BD\u03B7\u03B7\u03C5\u03C1\u03C0\u03BA\u03BC\u03BB"
    u"\u03AC\u03AF\u03AD\u03CC\u03C2\u03C9\u03B3\u03B4\u03B8\u03C7\u03C6\u03B2"
    u"\u03BE\u03B6\u03C8\u03CE\u03AE\u03CD",
    u"\u0391\u0392\u0393\u0394\u0395\u0397\u0399\u039A\u039B\u039C\u039D\u039F"
    u"\u03A0\u03A1\u03A3\u03A4\u03A6\u03A7",
    kLatinStops, kLatinMarks, 11};
constexpr Alphabet kHebrew = {
    u"\u05D9\u05D9\u05D9\u05D5\u05D5\u05D5\u05D4\u05D4\u05DC\u05DC\u05D0\u05D0"
    u"\u05E8\u05E8\u05EA\u05EA\u05E9\u05DE\u05DE\u05D1\u05D1\u05E0\u05DD\u05DD"
    u"\u05D7\u05E2\u05D3\u05E7\u05E4\u05DB\u05E6\u05D2\u05D8\u05E1\u05D6\u05DF"
    u"\u05DA\u05E3\u05E5",
    u"", kLatinStops, kLatinMarks, 7};
constexpr Alphabet kArabic = {
    u"\u0627\u0627\u0627\u0627\u0644\u0644\u0644\u064A\u064A\u0645\u0645\u0648"
    u"\u0648\u0646\u0646\u0631\u0631\u062A\u062A\u0628\u0628\u0629\u0639\u062F"
    u"\u0633\u0641\u0647\u0643\u0642\u0623\u062D\u062C\u0634\u0637\u0635\u0649"
    u"\u062E\u0630\u0636\u0632\u0621\u062B\u0625\u063A\u0622\u0638\u0626\u0624",
    u"", u"...\u061F!", u"\u060C\u060C:", 9};

constexpr Alphabet kHindi = {
    u"\u093E\u093E\u093E\u093E\u0930\u0930\u0930\u094D\u094D\u094D\u0915"
    u"\u0915\u0915\u0947\u0947\u0947\u093F\u093F\u093F\u0928\u0928\u0940"
    u"\u0940\u0938\u0938\u0939\u0939\u0924\u0924\u0902\u0902\u092E\u092E"
    u"\u0932\u092A\u092F\u0926\u0935\u094B\u0941\u091C\u0917\u092C\u0936"
    u"\u0905\u0914\u090F\u0907\u0906\u0909\u091A\u0925\u0927\u092D\u0916"
    u"\u091F\u0921\u093C\u0942\u0948\u094C\u0923\u0937\u091B\u0920",
    u"", u"\u0964\u0964\u0964?!", kLatinMarks, 8};

const Alphabet* AlphabetOf(Script script) {
  switch (script) {
    case Script::kAscii:
      return &kAscii;
    case Script::kFrench:
      return &kFrench;
    case Script::kPolish:
      return &kPolish;
    case Script::kVietnamese:
      return &kVietnamese;
    case Script::kCyrillic:
      return &kCyrillic;
    case Script::kUkrainian:
      return &kUkrainian;
    case Script::kGreek:
      return &kGreek;
    case Script::kHebrew:
      return &kHebrew;
    case Script::kArabic:
      return &kArabic;
    case Script::kHindi:
      return &kHindi;
    default:
      return nullptr;
  }
}

// The characters at some of an index's pointers.
std::u16string CharactersAt(std::span<const model::IndexEntry> index,
                            uint32_t first_row,
                            uint32_t rows,
                            uint32_t stride,
                            uint32_t first_column,
                            uint32_t columns) {
  std::u16string characters;
  for (const model::IndexEntry& entry : index) {
    const uint32_t row = entry.pointer / stride;
    const uint32_t column = entry.pointer % stride;
    if (row >= first_row && row < first_row + rows && column >= first_column &&
        column < first_column + columns) {
      characters.push_back(static_cast<char16_t>(entry.code_point));
    }
  }
  return characters;
}

// The ideographs or syllables that a script draws from, all in the BMP.
const std::u16string& Ideographs(Script script) {
  // GB 2312's first level: leads 0xB0 to 0xD7, trails from 0xA1.
  static const auto& chinese = *new std::u16string(CharactersAt(
      model::IndexGb18030(), 0xB0 - 0x81, 40, 190, 0xA1 - 0x41, 94));
  // Big5's first level: leads 0xA4 to 0xC5.
  static const auto& traditional = *new std::u16string(
      CharactersAt(model::IndexBig5(), 0xA4 - 0x81, 34, 157, 0, 157));
  // The first level of JIS X 0208: rows 16 to 46.
  static const auto& kanji = *new std::u16string(
      CharactersAt(model::IndexJis0208(), 15, 31, 94, 0, 94));
  // The syllables of KS X 1001: leads 0xB0 to 0xC8, trails from 0xA1.
  static const auto& hangul = *new std::u16string(
      CharactersAt(model::IndexEucKr(), 0xB0 - 0x81, 25, 190, 0xA1 - 0x41, 94));
  switch (script) {
    case Script::kChinese:
      return chinese;
    case Script::kTraditionalChinese:
      return traditional;
    case Script::kJapanese:
      return kanji;
    default:
      return hangul;
  }
}

char16_t Pick(Random& random, std::u16string_view characters) {
  return characters[random.Below(static_cast<uint32_t>(characters.size()))];
}

// Some characters are far more frequent than others.
char16_t PickSkewed(Random& random, std::u16string_view characters) {
  const uint64_t a = random.Below(0x10000);
  const uint64_t b = random.Below(0x10000);
  return characters[static_cast<size_t>((characters.size() * a * b) >> 32)];
}

void AppendNumber(Random& random, std::u16string& text) {
  for (uint32_t n = random.In(1, 4); n != 0; --n) {
    text.push_back(static_cast<char16_t>('0' + random.Below(10)));
  }
}

void AppendLatinWord(Random& random, std::u16string& text) {
  for (uint32_t n = random.In(2, 8); n != 0; --n) {
    text.push_back(Pick(random, kAscii.lower));
  }
}

void AppendAlphabetic(Random& random,
                      const Alphabet& alphabet,
                      std::u16string& text) {
  const uint32_t words = random.In(4, 16);
  for (uint32_t word = 0; word < words; ++word) {
    if (random.Chance(3)) {
      AppendNumber(random, text);
    } else {
      // Two draws make middle lengths more frequent.
      const uint32_t half = alphabet.longest_word / 2;
      const uint32_t letters = 1 + random.Below(half) + random.Below(half);
      const bool capital = word == 0 || random.Chance(6);
      for (uint32_t i = 0; i < letters; ++i) {
        const bool is_capital = i == 0 && capital && !alphabet.upper.empty();
        const bool is_accented = alphabet.accented_percent != 0 &&
                                 random.Chance(alphabet.accented_percent);
        text.push_back(Pick(random, is_capital    ? alphabet.upper
                                    : is_accented ? alphabet.accented
                                                  : alphabet.lower));
      }
    }
    if (word + 1 < words) {
      if (random.Chance(8)) {
        text.push_back(Pick(random, alphabet.marks));
      }
      text.push_back(u' ');
    }
  }
  text.push_back(Pick(random, alphabet.stops));
  text.push_back(random.Chance(15) ? u'\n' : u' ');
}

void AppendThai(Random& random, std::u16string& text) {
  for (uint32_t n = random.In(8, 24); n != 0; --n) {
    if (random.Chance(30)) {
      text.push_back(static_cast<char16_t>(random.In(0x0E40, 0x0E44)));
    }
    text.push_back(static_cast<char16_t>(random.In(0x0E01, 0x0E2E)));
    if (random.Chance(50)) {
      text.push_back(static_cast<char16_t>(random.In(0x0E30, 0x0E39)));
    }
    if (random.Chance(25)) {
      text.push_back(static_cast<char16_t>(random.In(0x0E48, 0x0E4B)));
    }
  }
  text.push_back(random.Chance(10) ? u'\n' : u' ');
}

void AppendChinese(Random& random,
                   const std::u16string& characters,
                   std::u16string& text) {
  for (uint32_t part = random.In(1, 4); part != 0; --part) {
    for (uint32_t n = random.In(4, 14); n != 0; --n) {
      text.push_back(PickSkewed(random, characters));
    }
    if (random.Chance(8)) {
      AppendNumber(random, text);
    } else if (random.Chance(5)) {
      AppendLatinWord(random, text);
    }
    text.push_back(part == 1 ? u'\u3002' : u'\uFF0C');
  }
  if (random.Chance(15)) {
    text.push_back(u'\n');
  }
}

void AppendJapanese(Random& random, std::u16string& text) {
  const std::u16string& kanji = Ideographs(Script::kJapanese);
  for (uint32_t part = random.In(3, 9); part != 0; --part) {
    if (random.Chance(20)) {
      for (uint32_t n = random.In(2, 7); n != 0; --n) {
        text.push_back(static_cast<char16_t>(random.In(0x30A1, 0x30F3)));
      }
    } else {
      for (uint32_t n = random.In(1, 3); n != 0; --n) {
        text.push_back(PickSkewed(random, kanji));
      }
    }
    for (uint32_t n = random.In(1, 4); n != 0; --n) {
      text.push_back(static_cast<char16_t>(random.In(0x3041, 0x3093)));
    }
    if (random.Chance(4)) {
      AppendNumber(random, text);
    }
    if (part != 1 && random.Chance(15)) {
      text.push_back(u'\u3001');
    }
  }
  text.push_back(u'\u3002');
  if (random.Chance(15)) {
    text.push_back(u'\n');
  }
}

void AppendKorean(Random& random, std::u16string& text) {
  const std::u16string& syllables = Ideographs(Script::kKorean);
  for (uint32_t words = random.In(4, 12); words != 0; --words) {
    for (uint32_t n = random.In(1, 5); n != 0; --n) {
      text.push_back(PickSkewed(random, syllables));
    }
    if (random.Chance(4)) {
      AppendNumber(random, text);
    }
    if (words != 1) {
      if (random.Chance(6)) {
        text.push_back(u',');
      }
      text.push_back(u' ');
    }
  }
  text.push_back(u'.');
  text.push_back(random.Chance(15) ? u'\n' : u' ');
}

void AppendEmoji(Random& random, std::u16string& text) {
  for (uint32_t n = random.In(1, 9); n != 0; --n) {
    const uint32_t emoji = random.Chance(50) ? random.In(0x1F600, 0x1F64F)
                                             : random.In(0x1F300, 0x1F5FF);
    text.push_back(static_cast<char16_t>(0xD800 + ((emoji - 0x10000) >> 10)));
    text.push_back(static_cast<char16_t>(0xDC00 + (emoji & 0x3FF)));
    if (random.Chance(5)) {
      text.push_back(u'\uFE0F');
    }
  }
  if (random.Chance(20)) {
    text.push_back(u' ');
    AppendLatinWord(random, text);
    text.push_back(u' ');
  }
}

void AppendSentence(Random& random, Script script, std::u16string& text) {
  if (const Alphabet* alphabet = AlphabetOf(script)) {
    AppendAlphabetic(random, *alphabet, text);
    return;
  }
  switch (script) {
    case Script::kThai:
      AppendThai(random, text);
      break;
    case Script::kChinese:
    case Script::kTraditionalChinese:
      AppendChinese(random, Ideographs(script), text);
      break;
    case Script::kJapanese:
      AppendJapanese(random, text);
      break;
    case Script::kKorean:
      AppendKorean(random, text);
      break;
    default:
      AppendEmoji(random, text);
      break;
  }
}

// Ends the text at `length`, or after the pair that lies across it.
void CutTo(std::u16string& text, size_t length) {
  if (text.size() <= length) {
    return;
  }
  const char16_t last = length == 0 ? u'\0' : text[length - 1];
  text.resize(length + (last >= 0xD800 && last <= 0xDBFF ? 1 : 0));
}

Random SeededFor(Script script, uint64_t seed) {
  return Random(seed * 64 + static_cast<uint64_t>(script));
}

}  // namespace

std::u16string Corpus(Script script, size_t length, uint64_t seed) {
  Random random = SeededFor(script, seed);
  std::u16string text;
  text.reserve(length + 256);
  while (text.size() < length) {
    AppendSentence(random, script, text);
  }
  CutTo(text, length);
  return text;
}

std::u16string MarkupCorpus(Script script, size_t length, uint64_t seed) {
  constexpr std::u16string_view kTags[] = {u"p",  u"li", u"div", u"span",
                                           u"td", u"h2", u"a",   u"em"};
  Random random = SeededFor(script, seed + 1000);
  std::u16string text;
  text.reserve(length + 512);
  while (text.size() < length) {
    const std::u16string_view tag = kTags[random.Below(std::size(kTags))];
    text += u"<";
    text += tag;
    for (uint32_t n = random.Below(3); n != 0; --n) {
      text += random.Chance(50) ? u" class=\"" : u" href=\"/";
      AppendLatinWord(random, text);
      text += random.Chance(50) ? u"-" : u"/";
      AppendNumber(random, text);
      text += u"\"";
    }
    text += u">";
    AppendSentence(random, script, text);
    text += u"</";
    text += tag;
    text += u">\n";
    if (random.Chance(3)) {
      text += u"<script>let ";
      AppendLatinWord(random, text);
      text += u" = document.getElementById('";
      AppendLatinWord(random, text);
      text += u"').value;</script>\n";
    }
  }
  CutTo(text, length);
  return text;
}

}  // namespace v8_encoding::test_support
