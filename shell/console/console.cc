// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/console.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <iterator>
#include <vector>

#include "shell/console/console_table.h"
#include "shell/console/inspect.h"
#include "shell/console/inspect_text.h"
#include "shell/convert.h"
#include "shell/realm.h"
#include "shell/runtime.h"
#include "shell/web/sequences.h"

namespace v8_encoding::shell {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

constexpr std::string_view kGroupIndent = "  ";

// Applies one of the realm's own conversion functions.
std::optional<std::string> Convert(v8::Local<v8::Context> context,
                                   const v8::Global<v8::Function>& function,
                                   v8::Local<v8::Value> value,
                                   int radix) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> arguments[] = {value, v8::Integer::New(isolate, radix)};
  v8::Local<v8::Value> result;
  if (!function.Get(isolate)
           ->Call(context, v8::Undefined(isolate), radix == 0 ? 1 : 2,
                  arguments)
           .ToLocal(&result)) {
    return std::nullopt;
  }
  return FormatValue(context, result);
}

// What %<type> makes of `value`. Empty if that threw.
std::optional<std::string> FormatSpecifier(v8::Local<v8::Context> context,
                                           char type,
                                           v8::Local<v8::Value> value) {
  Realm* realm = Realm::From(context);
  switch (type) {
    case 's':
      return realm == nullptr
                 ? ToUtf8(context, value)
                 : Convert(context, realm->console().to_string, value, 0);
    case 'd':
    case 'i':
    case 'f':
      if (value->IsSymbol() || realm == nullptr) {
        return "NaN";
      }
      return type == 'f'
                 ? Convert(context, realm->console().parse_float, value, 0)
                 : Convert(context, realm->console().parse_int, value, 10);
    case 'o':
    case 'O':
      return Inspect(context, value);
    default:  // 'c': style sheets mean nothing here.
      return std::string();
  }
}

bool IsSpecifier(char c) {
  return std::string_view("sdifoOc").find(c) != std::string_view::npos;
}

enum class Target { kOut, kError };

void WriteLine(Realm& realm, Target target, std::string text) {
  if (const std::string& indent = realm.console().indent; !indent.empty()) {
    text = indent + IndentLines(text, indent);
  }
  text += '\n';
  if (target == Target::kOut) {
    realm.runtime().WriteOut(text);
  } else {
    realm.runtime().WriteError(text);
  }
}

template <Target target>
void Log(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  if (const std::optional<std::string> text =
          FormatLog(info.GetIsolate()->GetCurrentContext(), info)) {
    WriteLine(*realm, target, *text);
  }
}

void Assert(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr ||
      (info.Length() > 0 && info[0]->BooleanValue(info.GetIsolate()))) {
    return;
  }
  const std::optional<std::string> text =
      FormatLog(info.GetIsolate()->GetCurrentContext(), info, 1);
  if (text) {
    WriteLine(
        *realm, Target::kError,
        text->empty() ? "Assertion failed" : "Assertion failed: " + *text);
  }
}

void Trace(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const std::optional<std::string> text = FormatLog(context, info);
  if (!text) {
    return;
  }
  std::string stack =
      ErrorStack(context, v8::Exception::Error(v8::String::Empty(isolate)));
  stack.erase(0, std::min(stack.find('\n'), stack.size()));
  WriteLine(*realm, Target::kError,
            (text->empty() ? "Trace" : "Trace: " + *text) + stack);
}

void Dir(const Info& info) {
  if (Realm* realm = Realm::Current(info)) {
    WriteLine(*realm, Target::kOut,
              Inspect(info.GetIsolate()->GetCurrentContext(), info[0]));
  }
}

void TableOf(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  std::optional<std::vector<std::string>> columns;
  if (!info[1]->IsUndefined()) {
    columns.emplace();
    if (ConvertSequence(context, info[1], [&](v8::Local<v8::Value> element) {
          v8::Local<v8::String> name;
          if (!element->ToString(context).ToLocal(&name)) {
            return v8::MaybeLocal<v8::Value>();
          }
          columns->push_back(ToUtf8(info.GetIsolate(), name));
          return v8::MaybeLocal<v8::Value>(name);
        }).IsEmpty()) {
      return;
    }
  }
  WriteLine(*realm, Target::kOut,
            FormatTable(context, info[0], columns)
                .value_or(FormatPlainList(context, info)));
}

// Only a terminal has what could be cleared.
void Clear(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  realm->console().indent.clear();
  if (isatty(STDOUT_FILENO) == 1) {
    realm->runtime().WriteOut("\x1b[H\x1b[J");
  }
}

void Group(const Info& info) {
  if (info.Length() > 0) {
    Log<Target::kOut>(info);
  }
  if (Realm* realm = Realm::From(info.GetIsolate()->GetCurrentContext())) {
    realm->console().indent += kGroupIndent;
  }
}

void GroupEnd(const Info& info) {
  if (Realm* realm = Realm::Current(info)) {
    std::string& indent = realm->console().indent;
    indent.resize(indent.size() - std::min(indent.size(), kGroupIndent.size()));
  }
}

// The argument of count and time, "default" if undefined.
std::optional<std::string> Label(const Info& info) {
  if (info[0]->IsUndefined()) {
    return "default";
  }
  return ToUtf8(info.GetIsolate()->GetCurrentContext(), info[0]);
}

void Count(const Info& info) {
  Realm* realm = Realm::Current(info);
  const std::optional<std::string> label = realm ? Label(info) : std::nullopt;
  if (label) {
    const int count = ++realm->console().counts[*label];
    WriteLine(*realm, Target::kOut, *label + ": " + std::to_string(count));
  }
}

void CountReset(const Info& info) {
  Realm* realm = Realm::Current(info);
  const std::optional<std::string> label = realm ? Label(info) : std::nullopt;
  if (label && realm->console().counts.erase(*label) == 0) {
    WriteLine(*realm, Target::kError, "No such counter: " + *label);
  }
}

void Time(const Info& info) {
  Realm* realm = Realm::Current(info);
  const std::optional<std::string> label = realm ? Label(info) : std::nullopt;
  if (label &&
      !realm->console()
           .timers
           .emplace(*label, realm->runtime().loop().MillisecondsSinceStart())
           .second) {
    WriteLine(*realm, Target::kError, "Timer is running already: " + *label);
  }
}

template <bool at_end>
void TimeLog(const Info& info) {
  Realm* realm = Realm::Current(info);
  const std::optional<std::string> label = realm ? Label(info) : std::nullopt;
  if (!label) {
    return;
  }
  auto& timers = realm->console().timers;
  const auto found = timers.find(*label);
  if (found == timers.end()) {
    WriteLine(*realm, Target::kError, "No such timer: " + *label);
    return;
  }
  const double elapsed =
      realm->runtime().loop().MillisecondsSinceStart() - found->second;
  if (at_end) {
    timers.erase(found);
  }
  char text[64];
  snprintf(text, sizeof text, ": %.3f ms", elapsed);
  std::string line = *label + text;
  if (info.Length() > 1) {
    line += ' ';
    line += FormatPlainList(info.GetIsolate()->GetCurrentContext(), info, 1);
  }
  WriteLine(*realm, Target::kOut, std::move(line));
}

v8::Local<v8::Function> GetFunction(v8::Local<v8::Context> context,
                                    std::string_view name) {
  v8::Local<v8::Value> value;
  if (!context->Global()
           ->Get(context, NewName(v8::Isolate::GetCurrent(), name))
           .ToLocal(&value) ||
      !value->IsFunction()) {
    return {};
  }
  return value.As<v8::Function>();
}

}  // namespace

ConsoleState::ConsoleState(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  to_string.Reset(isolate, GetFunction(context, "String"));
  parse_int.Reset(isolate, GetFunction(context, "parseInt"));
  parse_float.Reset(isolate, GetFunction(context, "parseFloat"));
}

v8::Local<v8::ObjectTemplate> ConsoleTemplate(v8::Isolate* isolate) {
  static constexpr struct {
    const char* name;
    v8::FunctionCallback callback;
  } kMethods[] = {
      {"log", Log<Target::kOut>},
      {"info", Log<Target::kOut>},
      {"debug", Log<Target::kOut>},
      {"warn", Log<Target::kError>},
      {"error", Log<Target::kError>},
      {"assert", Assert},
      {"trace", Trace},
      {"dir", Dir},
      {"dirxml", Log<Target::kOut>},
      {"table", TableOf},
      {"clear", Clear},
      {"group", Group},
      {"groupCollapsed", Group},
      {"groupEnd", GroupEnd},
      {"count", Count},
      {"countReset", CountReset},
      {"time", Time},
      {"timeLog", TimeLog<false>},
      {"timeEnd", TimeLog<true>},
  };
  v8::Local<v8::ObjectTemplate> console = v8::ObjectTemplate::New(isolate);
  for (const auto& method : kMethods) {
    v8::Local<v8::FunctionTemplate> function = v8::FunctionTemplate::New(
        isolate, method.callback, {}, {}, 0, v8::ConstructorBehavior::kThrow);
    console->Set(NewName(isolate, method.name), function);
  }
  console->Set(v8::Symbol::GetToStringTag(isolate), NewName(isolate, "console"),
               static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontEnum));
  return console;
}

std::optional<std::string> FormatLog(v8::Local<v8::Context> context,
                                     const Info& info,
                                     int first) {
  if (info.Length() - first < 2 || !info[first]->IsString()) {
    return FormatPlainList(context, info, first);
  }
  const std::string format =
      ToUtf8(info.GetIsolate(), info[first].As<v8::String>());
  std::string text;
  int next = first + 1;
  for (size_t i = 0; i < format.size(); ++i) {
    const char type = i + 1 < format.size() ? format[i + 1] : '\0';
    if (format[i] != '%' || (type != '%' && !IsSpecifier(type))) {
      text += format[i];
    } else if (type == '%') {
      text += '%';
      ++i;
    } else if (next == info.Length()) {
      text += '%';  // Nothing left to format: it stands as it is.
    } else {
      const std::optional<std::string> part =
          FormatSpecifier(context, type, info[next++]);
      if (!part) {
        return std::nullopt;
      }
      text += *part;
      ++i;
    }
  }
  if (next < info.Length()) {
    text += ' ';
    text += FormatPlainList(context, info, next);
  }
  return text;
}

std::string FormatValue(v8::Local<v8::Context> context,
                        v8::Local<v8::Value> value) {
  return value->IsString()
             ? ToUtf8(v8::Isolate::GetCurrent(), value.As<v8::String>())
             : Inspect(context, value);
}

std::string FormatPlainList(v8::Local<v8::Context> context,
                            const Info& info,
                            int first) {
  std::string text;
  for (int i = first; i < info.Length(); ++i) {
    text += i == first ? "" : " ";
    text += FormatValue(context, info[i]);
  }
  return text;
}

}  // namespace v8_encoding::shell
