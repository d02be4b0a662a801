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
                        std::string name,
                        std::optional<size_t> parent,
                        v8::Local<v8::Object> options,
                        std::span<const v8::Local<v8::Object>> members) {
  const auto is_true = [&](std::string_view option) {
    return GetProperty(context, options, option)->IsTrue();
  };
  const size_t first = members_.size();
  for (const v8::Local<v8::Object> member : members) {
    const auto get_integer = [&](std::string_view part) {
      return GetProperty(context, member, part).As<v8::Int32>()->Value();
    };
    members_.push_back(
        {static_cast<Kind>(get_integer("kind")), interfaces_.size(),
         ToUtf8(isolate_,
                GetProperty(context, member, "name").As<v8::String>()),
         get_integer("length")});
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

  constexpr auto kConstant =
      static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontDelete);
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
        if (!GetProperty(context, members[i - first], "isUnforgeable")
                 ->IsTrue()) {
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
      case Kind::kConstant: {
        const v8::Local<v8::Value> value =
            GetProperty(context, members[i - first], "value");
        function_template->Set(member_name, value, kConstant);
        prototype->Set(member_name, value, kConstant);
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

}  // namespace v8_encoding::shell
