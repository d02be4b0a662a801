// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/completion.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "bindings/v8_compat.h"
#include "shell/console/platform_objects.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kKeywords[] = {
    "async",      "await",    "break",    "case",    "catch",    "class",
    "const",      "continue", "debugger", "default", "delete",   "else",
    "extends",    "false",    "finally",  "for",     "function", "import",
    "instanceof", "let",      "new",      "null",    "return",   "static",
    "super",      "switch",   "this",     "throw",   "true",     "typeof",
    "undefined",  "while",    "yield"};

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<uint8_t>(c) >= 0x80;
}

bool IsName(std::string_view text) {
  return !text.empty() && (text[0] < '0' || text[0] > '9') &&
         std::ranges::all_of(text, IsNameByte);
}

// Takes the name off the end of *text.
std::string_view TakeName(std::string_view* text) {
  size_t start = text->size();
  while (start > 0 && IsNameByte((*text)[start - 1])) {
    --start;
  }
  const std::string_view name = text->substr(start);
  text->remove_suffix(name.size());
  return name;
}

// Takes "." or "?." off the end of *text; false if there is none.
bool TakeDot(std::string_view* text) {
  if (!text->ends_with('.') || text->ends_with("...")) {
    return false;
  }
  text->remove_suffix(text->ends_with("?.") ? 2 : 1);
  return true;
}

// Calls `visit` with `object` and its prototypes, until that returns true.
void ForEachPrototype(v8::Local<v8::Object> object, const auto& visit) {
  v8::Local<v8::Value> current = object;
  while (current->IsObject() && !current->IsProxy() &&
         !visit(current.As<v8::Object>())) {
    current = compat::GetPrototype(current.As<v8::Object>());
  }
}

// The value of a property that is data, or an attribute of a platform object.
v8::MaybeLocal<v8::Value> Look(Realm& realm,
                               v8::Local<v8::Value> value,
                               std::string_view name) {
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::Object> object;
  if (value->IsNullOrUndefined() || value->IsProxy() ||
      !value->ToObject(context).ToLocal(&object)) {
    return {};
  }
  const v8::Local<v8::String> key = NewName(realm.isolate(), name);
  v8::MaybeLocal<v8::Value> result;
  ForEachPrototype(object, [&](v8::Local<v8::Object> holder) {
    result = GetOwnData(context, holder, key);
    return holder->HasOwnProperty(context, key).FromMaybe(true);
  });
  if (result.IsEmpty()) {
    for (const NamedValue& attribute :
         realm.runtime().Get<PlatformObjects>().AttributesOf(object)) {
      if (attribute.name == name) {
        return attribute.value;
      }
    }
  }
  return result;
}

// Reading what let, const and class have declared runs no script, unlike
// reading what is the global object's.
v8::MaybeLocal<v8::Value> LookUpGlobal(
    Realm& realm,
    std::string_view name,
    const std::vector<std::string>& lexical_names) {
  v8::Local<v8::Context> context = realm.context();
  if (name == "this") {
    return context->Global().As<v8::Value>();
  }
  if (std::ranges::find(lexical_names, name) == lexical_names.end()) {
    return Look(realm, context->Global(), name);
  }
  v8::Local<v8::Script> script;
  return v8::Script::Compile(context, NewString(realm.isolate(), name))
                 .ToLocal(&script)
             ? script->Run(context)
             : v8::MaybeLocal<v8::Value>();
}

// Adds the names of an object's properties, its prototypes' included.
void AddNames(v8::Local<v8::Context> context,
              v8::Local<v8::Value> value,
              std::set<std::string>* names) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> object;
  if (value->IsNullOrUndefined() ||
      !value->ToObject(context).ToLocal(&object)) {
    return;
  }
  ForEachPrototype(object, [&](v8::Local<v8::Object> holder) {
    v8::Local<v8::Array> keys;
    if (holder
            ->GetPropertyNames(context, v8::KeyCollectionMode::kOwnOnly,
                               v8::SKIP_SYMBOLS, v8::IndexFilter::kSkipIndices)
            .ToLocal(&keys)) {
      for (uint32_t i = 0; i < keys->Length(); ++i) {
        v8::Local<v8::Value> key;
        if (keys->Get(context, i).ToLocal(&key) && key->IsString()) {
          names->insert(ToUtf8(isolate, key.As<v8::String>()));
        }
      }
    }
    return false;
  });
}

}  // namespace

std::string Completion::CommonRest() const {
  if (names.empty()) {
    return {};
  }
  // Those between the first and the last are alike where these are.
  const std::string& first = names.front();
  const std::string& last = names.back();
  size_t length = static_cast<size_t>(std::ranges::mismatch(first, last).in1 -
                                      first.begin());
  // No part of a character.
  while (length < first.size() && length > prefix_length &&
         (static_cast<uint8_t>(first[length]) & 0xC0) == 0x80) {
    --length;
  }
  return first.substr(prefix_length, length - prefix_length);
}

Completion CompleteName(Realm& realm,
                        std::string_view text,
                        const std::vector<std::string>& lexical_names) {
  v8::Local<v8::Context> context = realm.context();
  v8::HandleScope handle_scope(realm.isolate());
  v8::TryCatch try_catch(realm.isolate());

  const std::string_view prefix = TakeName(&text);
  std::vector<std::string_view> path;  // from the end
  while (TakeDot(&text)) {
    path.push_back(TakeName(&text));
    if (!IsName(path.back())) {
      return {};
    }
  }

  std::set<std::string> names;
  if (path.empty()) {
    AddNames(context, context->Global(), &names);
    names.insert(lexical_names.begin(), lexical_names.end());
    names.insert(std::begin(kKeywords), std::end(kKeywords));
  } else {
    v8::Local<v8::Value> value;
    if (!LookUpGlobal(realm, path.back(), lexical_names).ToLocal(&value)) {
      return {};
    }
    for (size_t i = path.size() - 1; i-- > 0;) {
      if (!Look(realm, value, path[i]).ToLocal(&value)) {
        return {};
      }
    }
    AddNames(context, value, &names);
  }

  Completion completion;
  completion.prefix_length = prefix.size();
  for (const std::string& name : names) {
    // Few want __defineGetter__ and the like.
    if (name.starts_with(prefix) && IsName(name) &&
        (!prefix.empty() || !name.starts_with("__"))) {
      completion.names.push_back(name);
    }
  }
  return completion;
}

}  // namespace v8_encoding::shell
