// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/platform_objects.h"

#include <algorithm>
#include <utility>

#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/prelude.h"
#include "shell/web/web_interfaces.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kEncodingInterfaces[] = {
    "TextDecoder", "TextEncoder", "TextDecoderStream", "TextEncoderStream"};

// The result of a getter. Empty if it refuses the object.
v8::MaybeLocal<v8::Value> CallGetter(v8::Isolate* isolate,
                                     const v8::Global<v8::Function>& getter,
                                     v8::Local<v8::Object> object) {
  v8::TryCatch try_catch(isolate);
  const v8::MaybeLocal<v8::Value> result = getter.Get(isolate)->Call(
      isolate->GetCurrentContext(), object, 0, nullptr);
  if (try_catch.HasTerminated()) {
    try_catch.ReThrow();
  }
  return result;
}

// Of an object with all of these properties `brand` is the one that no other
// class has. What is shown is a property's value, or whether it has one.
struct StreamAttribute {
  std::string_view name;
  std::string_view property;
  bool shows_presence = false;
};
struct StreamClass {
  std::string_view brand;
  StreamAttribute attributes[2];
};
constexpr StreamClass kStreamClasses[] = {
    {"_readableStreamController", {{"locked", "_reader", true}}},
    {"_writableStreamController", {{"locked", "_writer", true}}},
    {"_transformStreamController",
     {{"readable", "_readable"}, {"writable", "_writable"}}},
    {"_ownerReadableStream", {{"closed", "_closedPromise"}}},
    {"_ownerWritableStream",
     {{"closed", "_closedPromise"}, {"ready", "_readyPromise"}}},
    {"_controlledReadableStream", {}},
    {"_controlledReadableByteStream", {}},
    {"_controlledWritableStream", {}},
    {"_controlledTransformStream", {}},
    {"_associatedReadableByteStreamController", {{"view", "_view"}}},
    {"_byteLengthQueuingStrategyHighWaterMark",
     {{"highWaterMark", "_byteLengthQueuingStrategyHighWaterMark"}}},
    {"_countQueuingStrategyHighWaterMark",
     {{"highWaterMark", "_countQueuingStrategyHighWaterMark"}}},
};

}  // namespace

std::vector<NamedValue> PlatformObjects::AttributesOf(
    v8::Local<v8::Object> object) {
  if (object->InternalFieldCount() == 0) {
    return {};
  }
  v8::Isolate* isolate = runtime_.isolate();
  if (pristine_realm_ == nullptr) {
    pristine_realm_ = runtime_.CreateRealm();
    if (pristine_realm_ == nullptr) {
      return {};
    }
    AddEncodingInterfaces();
  }
  AddWebInterfaces();
  std::vector<NamedValue> values;
  for (const Interface& interface : interfaces_) {
    for (const Attribute& attribute : interface) {
      v8::Local<v8::Value> value;
      if (!CallGetter(isolate, attribute.getter, object).ToLocal(&value)) {
        break;
      }
      values.push_back({attribute.name, value});
    }
  }
  return values;
}

void PlatformObjects::AddEncodingInterfaces() {
  v8::HandleScope handle_scope(runtime_.isolate());
  v8::Local<v8::Context> context = pristine_realm_->context();
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(runtime_.isolate());
  for (const std::string_view name : kEncodingInterfaces) {
    v8::Local<v8::Value> interface_object;
    if (context->Global()
            ->Get(context, NewName(runtime_.isolate(), name))
            .ToLocal(&interface_object)) {
      AddInterface(interface_object);
    }
  }
}

void PlatformObjects::AddWebInterfaces() {
  // There are none before a realm has loaded its prelude.
  const WebInterfaces& web_interfaces = runtime_.Get<WebInterfaces>();
  if (web_interface_count_ == web_interfaces.size()) {
    return;
  }
  v8::HandleScope handle_scope(runtime_.isolate());
  v8::Context::Scope context_scope(pristine_realm_->context());
  v8::TryCatch try_catch(runtime_.isolate());
  for (; web_interface_count_ < web_interfaces.size(); ++web_interface_count_) {
    v8::Local<v8::Function> interface_object;
    if (pristine_realm_->Get<Prelude>()
            .GetInterfaceObject(web_interfaces.at(web_interface_count_).name)
            .ToLocal(&interface_object)) {
      AddInterface(interface_object);
    }
  }
}

void PlatformObjects::AddInterface(v8::Local<v8::Value> interface_object) {
  v8::Isolate* isolate = runtime_.isolate();
  v8::Local<v8::Context> context = pristine_realm_->context();
  v8::Local<v8::Value> prototype;
  v8::Local<v8::Array> names;
  if (!interface_object->IsFunction() ||
      !GetOwnData(context, interface_object.As<v8::Object>(), "prototype")
           .ToLocal(&prototype) ||
      !prototype->IsObject() ||
      !prototype.As<v8::Object>()
           ->GetOwnPropertyNames(context, v8::ONLY_ENUMERABLE)
           .ToLocal(&names)) {
    return;
  }
  Interface interface;
  for (uint32_t i = 0; i < names->Length(); ++i) {
    v8::Local<v8::Value> name;
    v8::Local<v8::Function> getter;
    if (names->Get(context, i).ToLocal(&name) && name->IsString() &&
        GetOwnAccessor(context, prototype.As<v8::Object>(), name.As<v8::Name>(),
                       "get")
            .ToLocal(&getter)) {
      interface.push_back({ToUtf8(isolate, name.As<v8::String>()),
                           v8::Global<v8::Function>(isolate, getter)});
    }
  }
  interfaces_.push_back(std::move(interface));
}

StreamView ViewStream(v8::Local<v8::Context> context,
                      v8::Local<v8::Object> object) {
  const auto get = [&](std::string_view property) {
    return GetOwnData(context, object, property);
  };
  const auto found =
      std::ranges::find_if(kStreamClasses, [&](const StreamClass& candidate) {
        return !get(candidate.brand).IsEmpty();
      });
  StreamView view;
  if (found == std::end(kStreamClasses)) {
    return view;
  }
  view.is_stream_object = true;
  for (const StreamAttribute& attribute : found->attributes) {
    v8::Local<v8::Value> value;
    if (get(attribute.property).ToLocal(&value)) {
      if (attribute.shows_presence) {
        value =
            v8::Boolean::New(v8::Isolate::GetCurrent(), !value->IsUndefined());
      }
      view.attributes.push_back({std::string(attribute.name), value});
    }
  }
  return view;
}

}  // namespace v8_encoding::shell
