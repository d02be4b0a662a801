// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/console.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "shell/console/pristine_realm.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kGroupIndent = "  ";

struct ConsoleState {
  explicit ConsoleState(Realm&) {}

  std::string indent;
  std::map<std::string, int> counts;
  std::map<std::string, double> timers;
};

// What %<type> makes of `value`. Empty if that threw.
std::optional<std::string> FormatSpecifier(Realm& realm,
                                           char type,
                                           v8::Local<v8::Value> value) {
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::String> string;
  switch (type) {
    case 's':
      return value->IsSymbol() ? Inspect(context, value)
                               : ToUtf8(context, value);
    case 'd':
    case 'i':
    case 'f':
      if (value->IsSymbol()) {
        return "NaN";
      }
      if (!value->ToString(context).ToLocal(&string)) {
        return std::nullopt;
      }
      return CallForText(context, type == 'f' ? "parseFloat" : "parseInt",
                         {string}, "NaN");
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

// The standard's formatter and printer for the arguments from index `first` on.
// Empty if a conversion threw.
std::optional<std::string> FormatLog(Realm& realm,
                                     const Info& info,
                                     int first = 0) {
  if (info.Length() - first < 2 || !info[first]->IsString()) {
    return FormatPlainList(realm.context(), info, first);
  }
  const std::string format =
      ToUtf8(realm.isolate(), info[first].As<v8::String>());
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
          FormatSpecifier(realm, type, info[next++]);
      if (!part) {
        return std::nullopt;
      }
      text += *part;
      ++i;
    }
  }
  if (next < info.Length()) {
    absl::StrAppend(&text, " ", FormatPlainList(realm.context(), info, next));
  }
  return text;
}

enum class Target { kOut, kError };

void WriteLine(Realm& realm, Target target, const std::string& line) {
  const std::string& indent = realm.Get<ConsoleState>().indent;
  const std::string text =
      indent.empty()
          ? absl::StrCat(line, "\n")
          : absl::StrCat(
                indent,
                absl::StrReplaceAll(line, {{"\n", absl::StrCat("\n", indent)}}),
                "\n");
  if (target == Target::kOut) {
    realm.runtime().WriteOut(text);
  } else {
    realm.runtime().WriteError(text);
  }
}

template <Target target>
void Log(Realm& realm, const Info& info) {
  if (const std::optional<std::string> text = FormatLog(realm, info)) {
    WriteLine(realm, target, *text);
  }
}

void Assert(Realm& realm, const Info& info) {
  if (info.Length() > 0 && info[0]->BooleanValue(realm.isolate())) {
    return;
  }
  if (const std::optional<std::string> text = FormatLog(realm, info, 1)) {
    WriteLine(
        realm, Target::kError,
        absl::StrCat("Assertion failed", text->empty() ? "" : ": ", *text));
  }
}

void Trace(Realm& realm, const Info& info) {
  const std::optional<std::string> text = FormatLog(realm, info);
  if (!text) {
    return;
  }
  std::string stack =
      ErrorStack(realm.context(),
                 v8::Exception::Error(v8::String::Empty(realm.isolate())));
  stack.erase(0, std::min(stack.find('\n'), stack.size()));
  WriteLine(realm, Target::kError,
            absl::StrCat("Trace", text->empty() ? "" : ": ", *text, stack));
}

void Dir(Realm& realm, const Info& info) {
  WriteLine(realm, Target::kOut, Inspect(realm.context(), info[0]));
}

void TableOf(Realm& realm, const Info& info) {
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::Value> columns = info[1];
  if (!columns->IsUndefined()) {
    v8::Local<v8::Object> names;
    if (!realm.Get<Prelude>()
             .Call("toStringSequence", columns)
             .ToLocal(&names)) {
      return;
    }
    columns = names;
  }
  std::string text =
      CallForText(context, "formatTable", {info[0], columns}, "");
  WriteLine(realm, Target::kOut,
            text.empty() ? FormatPlainList(context, info) : text);
}

// Only a terminal has what could be cleared.
void Clear(Realm& realm, const Info&) {
  realm.Get<ConsoleState>().indent.clear();
  if (isatty(STDOUT_FILENO) == 1) {
    realm.runtime().WriteOut("\x1b[H\x1b[J");
  }
}

void Group(Realm& realm, const Info& info) {
  if (info.Length() > 0) {
    Log<Target::kOut>(realm, info);
  }
  realm.Get<ConsoleState>().indent += kGroupIndent;
}

void GroupEnd(Realm& realm, const Info&) {
  std::string& indent = realm.Get<ConsoleState>().indent;
  indent.resize(indent.size() - std::min(indent.size(), kGroupIndent.size()));
}

// Calls `function` with the argument of count and time as a label, which is
// "default" if undefined. Not if the conversion throws.
template <void (*function)(Realm&, const std::string& label, const Info&)>
void WithLabel(Realm& realm, const Info& info) {
  if (info[0]->IsUndefined()) {
    function(realm, "default", info);
  } else if (const auto label = ToUtf8(realm.context(), info[0])) {
    function(realm, *label, info);
  }
}

void Count(Realm& realm, const std::string& label, const Info&) {
  const int count = ++realm.Get<ConsoleState>().counts[label];
  WriteLine(realm, Target::kOut, absl::StrCat(label, ": ", count));
}

void CountReset(Realm& realm, const std::string& label, const Info&) {
  if (realm.Get<ConsoleState>().counts.erase(label) == 0) {
    WriteLine(realm, Target::kError, "No such counter: " + label);
  }
}

void Time(Realm& realm, const std::string& label, const Info&) {
  const double now = realm.runtime().loop().MillisecondsSinceStart();
  if (!realm.Get<ConsoleState>().timers.emplace(label, now).second) {
    WriteLine(realm, Target::kError, "Timer is running already: " + label);
  }
}

template <bool at_end>
void TimeLog(Realm& realm, const std::string& label, const Info& info) {
  auto& timers = realm.Get<ConsoleState>().timers;
  const auto found = timers.find(label);
  if (found == timers.end()) {
    WriteLine(realm, Target::kError, "No such timer: " + label);
    return;
  }
  const double elapsed =
      realm.runtime().loop().MillisecondsSinceStart() - found->second;
  if (at_end) {
    timers.erase(found);
  }
  std::string line = absl::StrFormat("%s: %.3f ms", label, elapsed);
  if (info.Length() > 1) {
    absl::StrAppend(&line, " ", FormatPlainList(realm.context(), info, 1));
  }
  WriteLine(realm, Target::kOut, line);
}

constexpr NativeFunction kMethods[] = {
    {"log", InRealm<Log<Target::kOut>>},
    {"info", InRealm<Log<Target::kOut>>},
    {"debug", InRealm<Log<Target::kOut>>},
    {"warn", InRealm<Log<Target::kError>>},
    {"error", InRealm<Log<Target::kError>>},
    {"assert", InRealm<Assert>},
    {"trace", InRealm<Trace>},
    {"dir", InRealm<Dir>},
    {"dirxml", InRealm<Log<Target::kOut>>},
    {"table", InRealm<TableOf>},
    {"clear", InRealm<Clear>},
    {"group", InRealm<Group>},
    {"groupCollapsed", InRealm<Group>},
    {"groupEnd", InRealm<GroupEnd>},
    {"count", InRealm<WithLabel<Count>>},
    {"countReset", InRealm<WithLabel<CountReset>>},
    {"time", InRealm<WithLabel<Time>>},
    {"timeLog", InRealm<WithLabel<TimeLog<false>>>},
    {"timeEnd", InRealm<WithLabel<TimeLog<true>>>},
};

}  // namespace

bool AddConsole(Realm& realm) {
  v8::Isolate* isolate = realm.isolate();
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::ObjectTemplate> methods = v8::ObjectTemplate::New(isolate);
  AddFunctions(isolate, methods, kMethods);
  methods->Set(v8::Symbol::GetToStringTag(isolate), NewName(isolate, "console"),
               static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontEnum));
  v8::Local<v8::Object> console;
  // V8 makes a console of its own after the global template's properties.
  return methods->NewInstance(context).ToLocal(&console) &&
         Define(context, context->Global(), "console", console, v8::DontEnum);
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
