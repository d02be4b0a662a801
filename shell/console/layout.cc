// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/layout.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace v8_encoding::shell {
namespace {

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

bool IsNameStart(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_' ||
         c == '$';
}

bool IsDigit(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c));
}

}  // namespace

char32_t NextCodePoint(std::string_view utf8, size_t* i) {
  const uint8_t lead = static_cast<uint8_t>(utf8[(*i)++]);
  if (lead < 0xC0) {
    return lead;
  }
  char32_t code_point = lead < 0xE0   ? lead & 0x1F
                        : lead < 0xF0 ? lead & 0x0F
                                      : lead & 0x07;
  while (*i < utf8.size() && IsTrail(utf8[*i])) {
    code_point = code_point << 6 | (static_cast<uint8_t>(utf8[(*i)++]) & 0x3F);
  }
  return code_point;
}

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
  return IsNameStart(key.front()) && std::ranges::all_of(key, [](char c) {
           return IsNameStart(c) || IsDigit(c);
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

std::string IndentLines(const std::string& text, const std::string& prefix) {
  return absl::StrReplaceAll(text, {{"\n", absl::StrCat("\n", prefix)}});
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
    absl::StrAppend(&result, " ", absl::StrJoin(parts, ", "), " ");
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

}  // namespace v8_encoding::shell
