// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/inspect_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "shell/console/inspect.h"
#include "shell/convert.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

constexpr bool IsLead(char c) {
  return (static_cast<uint8_t>(c) & 0xC0) != 0x80;
}

// Reads one code point of well-formed UTF-8 and moves *i past it.
char32_t NextCodePoint(std::string_view utf8, size_t* i) {
  const uint8_t lead = static_cast<uint8_t>(utf8[(*i)++]);
  if (lead < 0xC0) {
    return lead;
  }
  char32_t code_point = lead < 0xE0   ? lead & 0x1F
                        : lead < 0xF0 ? lead & 0x0F
                                      : lead & 0x07;
  while (*i < utf8.size() && !IsLead(utf8[*i])) {
    code_point = code_point << 6 | (static_cast<uint8_t>(utf8[(*i)++]) & 0x3F);
  }
  return code_point;
}

constexpr bool IsWide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

constexpr bool IsCombining(char32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0xFE00 && c <= 0xFE0F);
}

bool IsAlpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

void AppendEscaped(char32_t c, std::string* text) {
  char buffer[16];
  snprintf(buffer, sizeof buffer, c <= 0xFF ? "\\x%02X" : "\\u%04X",
           static_cast<unsigned>(c));
  *text += buffer;
}

}  // namespace

size_t DisplayWidth(std::string_view utf8) {
  size_t width = 0;
  for (size_t i = 0; i < utf8.size();) {
    const char32_t c = NextCodePoint(utf8, &i);
    width += IsCombining(c) ? 0 : IsWide(c) ? 2 : 1;
  }
  return width;
}

bool IsPlainKey(std::string_view key) {
  if (key.empty()) {
    return false;
  }
  if (std::ranges::all_of(key, IsDigit)) {
    return key == "0" || key.front() != '0';
  }
  return IsAlpha(key.front()) && std::ranges::all_of(key, [](char c) {
           return IsAlpha(c) || IsDigit(c);
         });
}

std::string FormatColumns(const std::vector<std::string>& texts,
                          size_t line_width) {
  size_t widest = 0;
  for (const std::string& text : texts) {
    widest = std::max(widest, DisplayWidth(text));
  }
  const size_t width = widest + 2;
  const size_t columns = std::max<size_t>(1, (line_width + 1) / width);
  const size_t lines = (texts.size() + columns - 1) / columns;
  std::string result;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t i = line; i < texts.size(); i += lines) {
      result += texts[i];
      result += i + lines < texts.size()
                    ? std::string(width - DisplayWidth(texts[i]), ' ')
                    : "\n";
    }
  }
  return result;
}

std::string IndentLines(std::string_view text, std::string_view prefix) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    result += c;
    if (c == '\n') {
      result += prefix;
    }
  }
  return result;
}

std::string JoinParts(std::string_view head,
                      char open,
                      char close,
                      const std::vector<std::string>& parts,
                      size_t line_width) {
  std::string result(head);
  result += open;
  if (parts.empty()) {
    return result + close;
  }
  size_t total = DisplayWidth(head) + 4;
  size_t longest = 0;
  bool one_line = true;
  for (const std::string& part : parts) {
    const size_t width = DisplayWidth(part);
    longest = std::max(longest, width);
    total += width + 2;
    one_line = one_line && part.find('\n') == std::string::npos;
  }
  if (one_line && total <= line_width) {
    result += ' ';
    for (size_t i = 0; i < parts.size(); ++i) {
      result += i == 0 ? "" : ", ";
      result += parts[i];
    }
    result += ' ';
    return result + close;
  }
  const bool fill =
      open == '[' && one_line && parts.size() > 6 && longest <= 16;
  size_t column = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t width = DisplayWidth(parts[i]) + 1;
    if (i == 0 || !fill || column + 1 + width > line_width) {
      result += "\n  ";
      column = 2;
    } else {
      result += ' ';
      ++column;
    }
    result += IndentLines(parts[i], "  ");
    column += width;
    if (i + 1 != parts.size()) {
      result += ',';
    }
  }
  result += '\n';
  return result + close;
}

std::string QuoteString(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t max_length) {
  const std::string utf8 = ToUtf8(isolate, string);
  v8::Local<v8::String> json;
  if (utf8.size() <= max_length && utf8.find(kReplacement) != utf8.npos &&
      v8::JSON::Stringify(isolate->GetCurrentContext(), string)
          .ToLocal(&json)) {
    // JSON tells a lone surrogate from a true U+FFFD, UTF-8 does not.
    return ToUtf8(isolate, json);
  }
  // The quote that needs no escape, double ones first.
  char quote = '"';
  for (const char candidate : {'"', '\'', '`'}) {
    if (utf8.find(candidate) == utf8.npos &&
        (candidate != '`' || utf8.find("${") == utf8.npos)) {
      quote = candidate;
      break;
    }
  }
  std::string text(1, quote);
  size_t i = 0;
  while (i < utf8.size() && i < max_length) {
    const size_t start = i;
    const char32_t c = NextCodePoint(utf8, &i);
    if (c == static_cast<char32_t>(quote) || c == '\\') {
      text += '\\';
      text += static_cast<char>(c);
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\r') {
      text += "\\r";
    } else if (c == '\t') {
      text += "\\t";
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFEFF ||
               c == 0x2028 || c == 0x2029) {
      AppendEscaped(c, &text);
    } else {
      text += utf8.substr(start, i - start);
    }
  }
  text += quote;
  if (i < utf8.size()) {
    text += "... " + std::to_string(utf8.size() - i) + " more bytes";
  }
  return text;
}

std::string FormatDate(double time_value) {
  if (std::isnan(time_value)) {
    return "Invalid Date";
  }
  constexpr int64_t kDay = 86'400'000;
  const int64_t time = static_cast<int64_t>(time_value);
  int64_t day = time / kDay;
  int64_t in_day = time % kDay;
  if (in_day < 0) {
    in_day += kDay;
    --day;
  }
  // Years that begin in March make the leap day the last one; a cycle of the
  // calendar is 400 years or 146097 days.
  const int64_t shifted = day + 719'468;
  const int64_t cycle = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const int64_t in_cycle = shifted - cycle * 146'097;
  const int64_t year_in_cycle =
      (in_cycle - in_cycle / 1460 + in_cycle / 36'524 - in_cycle / 146'096) /
      365;
  const int64_t in_year = in_cycle - (365 * year_in_cycle + year_in_cycle / 4 -
                                      year_in_cycle / 100);
  const int64_t shifted_month = (5 * in_year + 2) / 153;
  const int date =
      static_cast<int>(in_year - (153 * shifted_month + 2) / 5 + 1);
  const int month = static_cast<int>(shifted_month < 10 ? shifted_month + 3
                                                        : shifted_month - 9);
  const int year =
      static_cast<int>(year_in_cycle + cycle * 400 + (month <= 2 ? 1 : 0));
  char year_text[16];
  if (year >= 0 && year <= 9999) {
    snprintf(year_text, sizeof year_text, "%04d", year);
  } else {
    snprintf(year_text, sizeof year_text, "%c%06d", year < 0 ? '-' : '+',
             std::abs(year));
  }
  char text[64];
  snprintf(text, sizeof text, "%s-%02d-%02dT%02d:%02d:%02d.%03dZ", year_text,
           month, date, static_cast<int>(in_day / 3'600'000),
           static_cast<int>(in_day / 60'000 % 60),
           static_cast<int>(in_day / 1000 % 60),
           static_cast<int>(in_day % 1000));
  return text;
}

}  // namespace v8_encoding::shell
