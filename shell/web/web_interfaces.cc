// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/web_interfaces.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "bindings/v8_compat.h"
#include "shell/runtime/native_function.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/prelude.h"

namespace v8_encoding::shell {
namespace {

using Kind = WebInterfaces::Member::Kind;

constexpr int kStateField = 0;

void CallMember(Realm& realm, const Info& info) {
  realm.Get<Prelude>().CallMember(
      static_cast<size_t>(info.Data().As<v8::Int32>()->Value()), info);
}

std::vector<std::string> GetStrings(v8::Local<v8::Context> context,
                                    v8::Local<v8::Object> object,
                                    std::string_view name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  std::vector<std::string> strings;
  const v8::Local<v8::Value> list = GetProperty(context, object, name);
  for (uint32_t i = 0; list->IsArray() && i < list.As<v8::Array>()->Length();
       ++i) {
    v8::Local<v8::Value> element;
    if (list.As<v8::Array>()->Get(context, i).ToLocal(&element)) {
      strings.push_back(ToUtf8(isolate, element.As<v8::String>()));
    }
  }
  return strings;
}

int GetLength(v8::Local<v8::Context> context,
              v8::Local<v8::Function> function) {
  return GetProperty(context, function, "length").As<v8::Int32>()->Value();
}

v8::Local<v8::FunctionTemplate> NewMemberTemplate(
    v8::Isolate* isolate,
    size_t index,
    v8::Local<v8::Signature> signature,
    const WebInterfaces::Member& member) {
  std::string name = member.name;
  if (member.kind == Kind::kGetter || member.kind == Kind::kField) {
    name.insert(0, "get ");
  } else if (member.kind == Kind::kSetter) {
    name.insert(0, "set ");
  }
  // Of setters, the length is not what a call must have at least.
  v8::Local<v8::FunctionTemplate> function = v8::FunctionTemplate::New(
      isolate, InRealm<CallMember>,
      v8::Integer::New(isolate, static_cast<int>(index)), signature,
      member.kind == Kind::kSetter ? 1 : member.length,
      v8::ConstructorBehavior::kThrow);
  function->SetClassName(NewName(isolate, name));
  function->RemovePrototype();
  return function;
}

}  // namespace

std::optional<size_t> WebInterfaces::Find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      interfaces_,
      [&](const Interface& candidate) { return candidate.name == name; });
  if (found == interfaces_.end()) {
    return std::nullopt;
  }
  return static_cast<size_t>(std::distance(interfaces_.begin(), found));
}

void WebInterfaces::Add(v8::Local<v8::Context> context,
                        const std::vector<Implementation>& implementations,
                        std::string name,
                        std::optional<size_t> parent,
                        v8::Local<v8::Object> options) {
  const auto is_true = [&](std::string_view option) {
    return GetProperty(context, options, option)->IsTrue();
  };
  const size_t first = members_.size();
  for (const Implementation& implementation : implementations) {
    members_.push_back(implementation.member);
  }
  interfaces_.push_back({.name = std::move(name),
                         .parent = parent,
                         .is_constructible = is_true("isConstructible"),
                         .inherits_from_error = is_true("inheritsFromError"),
                         .function_template = {},
                         .unforgeable = {}});
  Interface& added = interfaces_.back();

  // The first member is the constructor.
  v8::Local<v8::FunctionTemplate> function_template = v8::FunctionTemplate::New(
      isolate_, InRealm<CallMember>,
      v8::Integer::New(isolate_, static_cast<int>(first)), {},
      added.is_constructible ? members_[first].length : 0);
  const v8::Local<v8::String> class_name = NewName(isolate_, added.name);
  function_template->SetClassName(class_name);
  function_template->ReadOnlyPrototype();
  if (parent) {
    function_template->Inherit(
        interfaces_[*parent].function_template.Get(isolate_));
  }
  v8::Local<v8::ObjectTemplate> instance =
      function_template->InstanceTemplate();
  instance->SetInternalFieldCount(kStateField + 1);
  v8::Local<v8::ObjectTemplate> prototype =
      function_template->PrototypeTemplate();
  const v8::Local<v8::Signature> signature =
      v8::Signature::New(isolate_, function_template);

  const std::vector<std::string> unforgeable =
      GetStrings(context, options, "unforgeable");
  for (size_t i = first + 1; i < members_.size(); ++i) {
    const Member& member = members_[i];
    const v8::Local<v8::String> member_name = NewName(isolate_, member.name);
    switch (member.kind) {
      case Kind::kConstructor:
      case Kind::kSetter:  // Taken with its getter.
        break;
      case Kind::kOperation:
        prototype->Set(member_name,
                       NewMemberTemplate(isolate_, i, signature, member));
        break;
      case Kind::kStaticOperation:
        function_template->Set(member_name,
                               NewMemberTemplate(isolate_, i, {}, member));
        break;
      case Kind::kGetter:
      case Kind::kField: {
        v8::Local<v8::FunctionTemplate> setter;
        if (i + 1 < members_.size() && members_[i + 1].kind == Kind::kSetter) {
          setter =
              NewMemberTemplate(isolate_, i + 1, signature, members_[i + 1]);
        }
        if (std::ranges::find(unforgeable, member.name) == unforgeable.end()) {
          prototype->SetAccessorProperty(
              member_name, NewMemberTemplate(isolate_, i, signature, member),
              setter);
        } else {
          added.unforgeable.emplace(
              member.name,
              v8::Global<v8::FunctionTemplate>(
                  isolate_, NewMemberTemplate(isolate_, i, signature, member)));
        }
        break;
      }
    }
  }

  if (parent) {
    for (const auto& [attribute, getter] : interfaces_[*parent].unforgeable) {
      added.unforgeable.emplace(attribute, v8::Global<v8::FunctionTemplate>(
                                               isolate_, getter.Get(isolate_)));
    }
  }
  for (const auto& [attribute, getter] : added.unforgeable) {
    instance->SetAccessorProperty(NewName(isolate_, attribute),
                                  getter.Get(isolate_), {}, v8::DontDelete);
  }

  constexpr auto kConstant =
      static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontDelete);
  const auto constants = GetProperty(context, options, "constants");
  v8::Local<v8::Array> names;
  if (constants->IsObject() &&
      constants.As<v8::Object>()->GetOwnPropertyNames(context).ToLocal(
          &names)) {
    for (uint32_t i = 0; i < names->Length(); ++i) {
      v8::Local<v8::Value> constant;
      v8::Local<v8::Value> value;
      if (names->Get(context, i).ToLocal(&constant) &&
          constants.As<v8::Object>()->Get(context, constant).ToLocal(&value)) {
        function_template->Set(constant.As<v8::Name>(), value, kConstant);
        prototype->Set(constant.As<v8::Name>(), value, kConstant);
      }
    }
  }
  prototype->Set(
      v8::Symbol::GetToStringTag(isolate_), class_name,
      static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontEnum));
  added.function_template.Reset(isolate_, function_template);
}

v8::MaybeLocal<v8::Object> WebInterfaces::Unwrap(
    std::string_view name,
    v8::Local<v8::Value> value) const {
  const std::optional<size_t> index = Find(name);
  if (!index ||
      !interfaces_[*index].function_template.Get(isolate_)->HasInstance(
          value)) {
    return {};
  }
  const v8::Local<v8::Value> state =
      compat::GetInternalField(value.As<v8::Object>(), kStateField);
  if (!state->IsObject()) {
    return {};
  }
  return state.As<v8::Object>();
}

std::optional<std::vector<WebInterfaces::Implementation>> ListMembers(
    v8::Local<v8::Context> context,
    size_t interface_index,
    v8::Local<v8::Function> implementation_class,
    v8::Local<v8::Object> options) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  std::vector<WebInterfaces::Implementation> list;
  const auto add = [&](Kind kind, const std::string& name, int length,
                       v8::Local<v8::Value> value) {
    list.push_back({{kind, interface_index, name, length}, value});
  };
  const auto prototype =
      GetProperty(context, implementation_class, "prototype").As<v8::Object>();

  add(Kind::kConstructor, "", GetLength(context, implementation_class),
      implementation_class);
  std::vector<std::string> names = GetStrings(context, options, "members");
  std::ranges::copy(GetStrings(context, options, "unforgeable"),
                    std::back_inserter(names));
  for (const std::string& name : names) {
    const v8::Local<v8::String> key = NewName(isolate, name);
    v8::Local<v8::Value> descriptor;
    if (!prototype->GetOwnPropertyDescriptor(context, key)
             .ToLocal(&descriptor)) {
      return std::nullopt;
    }
    if (!descriptor->IsObject()) {
      add(Kind::kField, name, 0, key);
      continue;
    }
    // Descriptors inherit from what scripts can change, but these have all
    // that is asked for: an accessor's `get` and `set`, or a `value`.
    const auto object = descriptor.As<v8::Object>();
    if (object->HasOwnProperty(context, NewName(isolate, "value"))
            .FromMaybe(false)) {
      const v8::Local<v8::Value> function =
          GetProperty(context, object, "value");
      add(Kind::kOperation, name,
          GetLength(context, function.As<v8::Function>()), function);
      continue;
    }
    add(Kind::kGetter, name, 0, GetProperty(context, object, "get"));
    if (const v8::Local<v8::Value> setter = GetProperty(context, object, "set");
        setter->IsFunction()) {
      add(Kind::kSetter, name, 0, setter);
    }
  }
  for (const std::string& name : GetStrings(context, options, "statics")) {
    const v8::Local<v8::Value> function =
        GetProperty(context, implementation_class, name);
    add(Kind::kStaticOperation, name,
        GetLength(context, function.As<v8::Function>()), function);
  }
  return list;
}

}  // namespace v8_encoding::shell
