// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/errors.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "shell/console/inspect.h"
#include "shell/console/inspect_text.h"
#include "shell/convert.h"
#include "shell/web/prelude.h"

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

v8::Local<v8::Private> ImportPlaceKey(v8::Isolate* isolate) {
  return v8::Private::ForApi(isolate,
                             NewName(isolate, "v8_encoding.import_place"));
}

bool GetImportPlace(v8::Local<v8::Context> context,
                    v8::Local<v8::Value> error,
                    Place* place) {
  if (!error->IsNativeError()) {
    return false;
  }
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> value;
  if (!error.As<v8::Object>()
           ->GetPrivate(context, ImportPlaceKey(isolate))
           .ToLocal(&value) ||
      !value->IsArray()) {
    return false;
  }
  v8::Local<v8::Value> fields[4];
  for (uint32_t i = 0; i < 4; ++i) {
    if (!value.As<v8::Array>()->Get(context, i).ToLocal(&fields[i])) {
      return false;
    }
  }
  place->file = ToUtf8(isolate, fields[0].As<v8::String>());
  place->line = fields[1].As<v8::Int32>()->Value() + 1;
  place->start_column =
      static_cast<size_t>(std::max(0, fields[2].As<v8::Int32>()->Value()));
  place->end_column = place->start_column + 1;
  place->source_line = ToUtf8(isolate, fields[3].As<v8::String>());
  return true;
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
  if (std::from_chars(digits.data(), digits.data() + digits.size(), place->line)
          .ptr != digits.data() + digits.size()) {
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
  constexpr std::string_view kUncaught = "Uncaught ";
  std::string summary;
  if (!message.IsEmpty()) {
    summary = ToUtf8(isolate, message->Get());
    if (summary.starts_with(kUncaught)) {
      summary.erase(0, kUncaught.size());
    }
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
      GetImportPlace(context, error, &place) ||
      (!message.IsEmpty() && GetMessagePlace(context, message, &place)) ||
      GetStackPlace(ErrorStack(context, error), &place);
  if (has_place) {
    text = place.file + ":" + std::to_string(place.line) + ": ";
  } else if (!file.empty()) {
    text = std::string(file) + ": ";
  }
  text += kUncaught;
  text += is_rejection ? "(in promise) " : "";
  text += summary + "\n";
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
    while (i + length < line.size() &&
           (static_cast<uint8_t>(line[i + length]) & 0xC0) == 0x80) {
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

void SetImportPlace(v8::Local<v8::Context> context,
                    v8::Local<v8::Object> error,
                    v8::Local<v8::String> file,
                    int line,
                    int column,
                    std::string_view source_line) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> fields[] = {file, v8::Integer::New(isolate, line),
                                   v8::Integer::New(isolate, column),
                                   NewString(isolate, source_line)};
  // Without it the report says less; nothing else depends on it.
  (void)error->SetPrivate(context, ImportPlaceKey(isolate),
                          v8::Array::New(isolate, fields, 4));
}

void TerminateNow(v8::Isolate* isolate) {
  isolate->TerminateExecution();
  // The request is looked at when a function is entered, and script would go on
  // until then. Entering one here leaves the termination pending as exceptions
  // are.
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> result;
  if (v8::Script::Compile(context, NewString(isolate, "0")).ToLocal(&script)) {
    (void)script->Run(context).ToLocal(&result);
  }
}

}  // namespace v8_encoding::shell
