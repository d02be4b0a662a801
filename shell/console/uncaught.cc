// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/uncaught.h"

#include <algorithm>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "shell/console/inspect.h"
#include "shell/console/layout.h"
#include "shell/files/import_place.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

// Of a minified file's only line, this many columns are shown.
constexpr size_t kMaxExcerptColumns = 120;

struct Place {
  std::string file;
  int line = 0;  // from 1
  std::string source_line;
  size_t start_column = 0;
  size_t end_column = 0;
};

bool GetPlaceOfImport(v8::Local<v8::Context> context,
                      v8::Local<v8::Value> error,
                      Place* place) {
  const std::optional<ImportPlace> found = GetImportPlace(context, error);
  if (found) {
    const auto column = static_cast<size_t>(std::max(0, found->column));
    *place = {found->file, found->line + 1, found->source_line, column,
              column + 1};
  }
  return found.has_value();
}

bool GetMessagePlace(v8::Local<v8::Context> context,
                     v8::Local<v8::Message> message,
                     Place* place) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const v8::Local<v8::Value> name = message->GetScriptResourceName();
  if (name.IsEmpty() || !name->IsString()) {
    return false;
  }
  place->file = ToUtf8(isolate, name.As<v8::String>());
  place->line = message->GetLineNumber(context).FromMaybe(0);
  place->start_column =
      static_cast<size_t>(std::max(0, message->GetStartColumn()));
  place->end_column = static_cast<size_t>(std::max(0, message->GetEndColumn()));
  v8::Local<v8::String> line;
  if (message->GetSourceLine(context).ToLocal(&line)) {
    place->source_line = ToUtf8(isolate, line);
  }
  return place->line > 0;
}

// The last resort: V8 10.2 forgets the place of an Error once somebody has read
// its stack. "    at f (file.js:1:2)" or "    at file.js:1:2".
bool GetStackPlace(std::string_view stack, Place* place) {
  constexpr std::string_view kFrame = "\n    at ";
  const size_t start = stack.find(kFrame);
  if (start == stack.npos) {
    return false;
  }
  std::string_view frame = stack.substr(start + kFrame.size());
  frame = frame.substr(0, frame.find('\n'));
  if (frame.ends_with(')')) {
    frame.remove_suffix(1);
    frame.remove_prefix(std::min(frame.size(), frame.rfind('(') + 1));
  }
  const size_t column = frame.rfind(':');
  const size_t line = column == 0 || column == frame.npos
                          ? frame.npos
                          : frame.rfind(':', column - 1);
  if (line == frame.npos) {
    return false;
  }
  const std::string_view digits = frame.substr(line + 1, column - line - 1);
  if (!absl::SimpleAtoi(std::string(digits), &place->line)) {
    return false;
  }
  place->file = frame.substr(0, line);
  return !place->file.empty() && place->line > 0;
}

}  // namespace

std::string FormatUncaught(v8::Local<v8::Context> context,
                           v8::Local<v8::Value> error,
                           v8::Local<v8::Message> message,
                           bool is_rejection,
                           std::string_view file) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);

  // "Uncaught Error: no harbour", made by V8 without running script.
  constexpr char kUncaught[] = "Uncaught ";
  std::string summary;
  if (!message.IsEmpty()) {
    summary = std::string(
        absl::StripPrefix(ToUtf8(isolate, message->Get()), kUncaught));
  }

  // V8 knows nothing of these but that they are objects.
  if (v8::Local<v8::Object> state;
      DomExceptionState(context, error).ToLocal(&state)) {
    summary =
        ToUtf8(isolate, GetProperty(context, state, "name").As<v8::String>());
    const auto details =
        GetProperty(context, state, "message").As<v8::String>();
    if (details->Length() != 0) {
      summary += ": " + ToUtf8(isolate, details);
    }
  }

  std::string text;
  Place place;
  const bool has_place =
      GetPlaceOfImport(context, error, &place) ||
      (!message.IsEmpty() && GetMessagePlace(context, message, &place)) ||
      GetStackPlace(ErrorStack(context, error), &place);
  if (has_place) {
    text = absl::StrCat(place.file, ":", place.line, ": ");
  } else if (!file.empty()) {
    text = absl::StrCat(std::string(file), ": ");
  }
  absl::StrAppend(&text, kUncaught, is_rejection ? "(in promise) " : "",
                  summary, "\n");
  if (has_place && !place.source_line.empty()) {
    text +=
        SourceExcerpt(place.source_line, place.start_column, place.end_column);
  }
  if (error->IsObject()) {
    const std::string details = FormatStack(context, error);
    if (details != summary + "\n") {
      text += details;
    }
  }
  return text;
}

std::string FormatStack(v8::Local<v8::Context> context,
                        v8::Local<v8::Value> error) {
  return Inspect(context, error) + "\n";
}

std::string SourceExcerpt(std::string_view line,
                          size_t start_column,
                          size_t end_column) {
  end_column = std::max(end_column, start_column + 1);
  // Where to cut, in UTF-16 units: the place stays in sight.
  size_t first = 0;
  if (start_column > kMaxExcerptColumns * 3 / 4) {
    first = start_column - kMaxExcerptColumns / 2;
  }
  const size_t last = first + kMaxExcerptColumns;

  std::string excerpt;
  std::string carets;
  size_t unit = 0;
  bool cut_at_end = false;
  for (size_t i = 0; i < line.size();) {
    size_t length = 1;
    while (i + length < line.size() && IsTrail(line[i + length])) {
      ++length;
    }
    const std::string_view character = line.substr(i, length);
    const size_t at = unit;
    unit += length == 4 ? 2 : 1;
    i += length;
    if (at < first) {
      continue;
    }
    if (at >= last) {
      cut_at_end = true;
      break;
    }
    excerpt += character;
    const bool marked = at >= start_column && at < end_column;
    if (at < end_column) {
      // A tab stays a tab, so that the carets stand under what they mean.
      carets += character == "\t"
                    ? std::string(marked ? "^" : "\t")
                    : std::string(DisplayWidth(character), marked ? '^' : ' ');
    }
  }
  if (unit <= start_column && !cut_at_end) {
    carets += '^';  // The source ended too early.
  }
  if (first != 0) {
    excerpt.insert(0, "...");
    carets.insert(0, "   ");
  }
  if (cut_at_end) {
    excerpt += "...";
  }
  return excerpt + "\n" + carets + "\n";
}

}  // namespace v8_encoding::shell
