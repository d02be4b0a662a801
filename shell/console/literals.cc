// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/literals.h"

#include <chrono>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "shell/console/layout.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

}  // namespace

std::string FormatPrimitive(v8::Local<v8::Context> context,
                            v8::Local<v8::Value> value,
                            size_t max_string_length) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (value->IsString()) {
    return QuoteString(isolate, value.As<v8::String>(), max_string_length);
  }
  if (value->IsSymbol()) {
    return FormatSymbol(context, value.As<v8::Symbol>());
  }
  if (value->IsNumber() && value.As<v8::Number>()->Value() == 0 &&
      std::signbit(value.As<v8::Number>()->Value())) {
    return "-0";
  }
  return absl::StrCat(ToUtf8(context, value).value_or(std::string(kUnreadable)),
                      value->IsBigInt() ? "n" : "");
}

std::string FormatSymbol(v8::Local<v8::Context> context,
                         v8::Local<v8::Symbol> symbol) {
  v8::Local<v8::String> string;
  return symbol->ToDetailString(context).ToLocal(&string)
             ? ToUtf8(v8::Isolate::GetCurrent(), string)
             : std::string(kUnreadable);
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
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      absl::StrAppendFormat(&text, "\\x%02X", static_cast<uint32_t>(c));
    } else if (c == 0xFEFF || c == 0x2028 || c == 0x2029) {
      absl::StrAppendFormat(&text, "\\u%04X", static_cast<uint32_t>(c));
    } else {
      text += utf8.substr(start, i - start);
    }
  }
  text += quote;
  if (i < utf8.size()) {
    absl::StrAppend(&text, "... ", utf8.size() - i, " more bytes");
  }
  return text;
}

std::string FormatDate(double time_value) {
  if (std::isnan(time_value)) {
    return "Invalid Date";
  }
  using std::chrono::days;
  using std::chrono::milliseconds;
  const std::chrono::sys_time<milliseconds> time{
      milliseconds(static_cast<int64_t>(time_value))};
  const std::chrono::sys_days day = std::chrono::floor<days>(time);
  // std::chrono's years end at 32767, but each 400 years are like the last.
  constexpr days kCycle{146'097};
  const int cycles = static_cast<int>(day.time_since_epoch() / kCycle);
  const std::chrono::year_month_day date(day - cycles * kCycle);
  const std::chrono::hh_mm_ss in_day(time - day);
  const int year = static_cast<int>(date.year()) + cycles * 400;
  return absl::StrFormat(
      "%s-%02d-%02dT%02d:%02d:%02d.%03dZ",
      year >= 0 && year <= 9999 ? absl::StrFormat("%04d", year)
                                : absl::StrFormat("%+07d", year),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      in_day.hours().count(), in_day.minutes().count(),
      in_day.seconds().count(), in_day.subseconds().count());
}

std::string FormatRegExp(v8::Isolate* isolate, v8::Local<v8::RegExp> regexp) {
  constexpr struct {
    int flag;
    char letter;
  } kFlags[] = {
      // In the order in which RegExp.prototype.flags gives them.
      {v8::RegExp::kHasIndices, 'd'},
      {v8::RegExp::kGlobal, 'g'},
      {v8::RegExp::kIgnoreCase, 'i'},
      {v8::RegExp::kMultiline, 'm'},
      {v8::RegExp::kDotAll, 's'},
      {v8::RegExp::kUnicode, 'u'},
      {256, 'v'},  // Unnamed in V8 10.2.
      {v8::RegExp::kSticky, 'y'},
  };
  std::string text =
      absl::StrCat("/", ToUtf8(isolate, regexp->GetSource()), "/");
  for (const auto& [flag, letter] : kFlags) {
    if ((regexp->GetFlags() & flag) != 0) {
      text += letter;
    }
  }
  return text;
}

BoxedValue Unbox(v8::Local<v8::Object> object) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (object->IsNumberObject()) {
    return {"Number",
            v8::Number::New(isolate, object.As<v8::NumberObject>()->ValueOf())};
  }
  if (object->IsStringObject()) {
    return {"String", object.As<v8::StringObject>()->ValueOf()};
  }
  if (object->IsBooleanObject()) {
    return {"Boolean", v8::Boolean::New(
                           isolate, object.As<v8::BooleanObject>()->ValueOf())};
  }
  if (object->IsBigIntObject()) {
    return {"BigInt", object.As<v8::BigIntObject>()->ValueOf()};
  }
  if (object->IsSymbolObject()) {
    return {"Symbol", object.As<v8::SymbolObject>()->ValueOf()};
  }
  return {};
}

}  // namespace v8_encoding::shell
