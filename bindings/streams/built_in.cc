// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/built_in.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "bindings/realm/private_key.h"
#include "bindings/realm/realm_value.h"
#include "bindings/streams/evaluate.h"
#include "bindings/streams/host.h"
#include "bindings/streams/sources.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/global_property.h"

namespace v8_encoding {

namespace {

v8::Local<v8::String> Name(v8::Isolate* isolate, std::string_view name) {
  // Short and ASCII: it can't fail but for lack of memory, which V8 doesn't
  // survive.
  return compat::NewAsciiString(isolate, name).ToLocalChecked();
}

// Under this key a realm has what the streams gave.
v8::Local<v8::Private> BuiltInStreamsKey(v8::Isolate* isolate) {
  return PrivateKey(isolate, "BuiltInStreams");
}

constexpr std::string_view kSourceName = "v8_encoding:streams";

// Under these names a realm has its code cache, and whether scripts were
// offered the streams' interfaces.
constexpr std::string_view kCodeCacheName = "StreamsCodeCache";
constexpr std::string_view kHasGlobalsName = "HasStreamsGlobals";

v8::Local<v8::External> ToExternal(v8::Isolate* isolate,
                                   StreamsCodeCache cache) {
  return compat::NewExternal(isolate, reinterpret_cast<void*>(cache));
}

// Nothing with an exception pending.
v8::Maybe<std::span<const uint8_t>> CodeCacheFor(
    v8::Local<v8::Context> context) {
  using Bytes = std::span<const uint8_t>;
  v8::Local<v8::Value> cache;
  if (!GetRealmValue(context, kCodeCacheName).ToLocal(&cache)) {
    return v8::Nothing<Bytes>();
  }
  if (!cache->IsExternal()) {
    return v8::Just(Bytes());
  }
  const ByteView bytes = reinterpret_cast<StreamsCodeCache>(
      compat::GetExternalPointer(cache.As<v8::External>()))();
  return v8::Just(Bytes(bytes.data(), bytes.size()));
}

v8::MaybeLocal<v8::Object> GetBuiltInStreams(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Private> key = BuiltInStreamsKey(isolate);
  v8::Local<v8::Value> streams;
  if (!GetRealmPrivate(context, key).ToLocal(&streams)) {
    return {};
  }
  if (streams->IsObject()) {
    return streams.As<v8::Object>();
  }
  if (kStreamsSource.empty()) {
    // Untested: in a build that has them.
    Throw(isolate, ErrorCode::kNoStreams, {"TransformStream", nullptr},
          "This build has no streams of its own.");
    return {};
  }
  v8::Local<v8::Object> keys;
  v8::Local<v8::Object> host;
  std::span<const uint8_t> code_cache;
  if (!CodeCacheFor(context).To(&code_cache) ||
      !NewStreamsKeys(context).ToLocal(&keys) ||
      !NewStreamsHost(context).ToLocal(&host)) {
    return {};
  }
  v8::Local<v8::Value> arguments[] = {keys, host};
  if (!CallSource(context, kStreamsSource, kSourceName, arguments, code_cache)
           .ToLocal(&streams) ||
      !SetRealmPrivate(context, key, streams)) {
    return {};
  }
  return streams.As<v8::Object>();
}

// `name` is in kStreamsInterfaces.
v8::MaybeLocal<v8::Value> GetInterfaceObject(v8::Local<v8::Context> context,
                                             v8::Local<v8::Name> name) {
  v8::Local<v8::Object> interfaces;
  return GetOfBuiltInStreams(context, "interfaces").ToLocal(&interfaces)
             ? interfaces->Get(context, name)
             : v8::MaybeLocal<v8::Value>();
}

void GetGlobal(v8::Local<v8::Name> name,
               const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Value> interface_object;
  if (GetInterfaceObject(RealmOfGlobal(info), name)
          .ToLocal(&interface_object)) {
    ReturnLazily(info, name, interface_object);
  }
}

}  // namespace

constinit const v8::AccessorNameGetterCallback kStreamsGlobalGetter = GetGlobal;

std::vector<uint8_t> MakeStreamsCodeCache(v8::Local<v8::Context> context) {
  return kStreamsSource.empty()
             ? std::vector<uint8_t>()
             : CodeCacheOf(context, kStreamsSource, kSourceName);
}

void SetStreamsCodeCache(v8::Isolate* isolate,
                         v8::Local<v8::ObjectTemplate> global,
                         StreamsCodeCache cache) {
  if (cache != nullptr) {
    SetRealmValue(isolate, global, kCodeCacheName, ToExternal(isolate, cache));
  }
}

bool SetStreamsCodeCache(v8::Local<v8::Context> context,
                         StreamsCodeCache cache) {
  return cache == nullptr ||
         SetRealmValue(context, kCodeCacheName,
                       ToExternal(compat::GetIsolate(context), cache));
}

v8::MaybeLocal<v8::Object> GetOfBuiltInStreams(v8::Local<v8::Context> context,
                                               std::string_view name) {
  v8::Local<v8::Object> streams;
  v8::Local<v8::Value> value;
  if (!GetBuiltInStreams(context).ToLocal(&streams) ||
      !streams->Get(context, Name(compat::GetIsolate(context), name))
           .ToLocal(&value)) {
    return {};
  }
  return value.As<v8::Object>();
}

v8::MaybeLocal<v8::Function> GetStreamsConstructor(
    v8::Local<v8::Context> context,
    const char* interface_name) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::EscapableHandleScope scope(isolate);
  const v8::Context::Scope context_scope(context);
  const std::string_view name = interface_name;
  if (std::find(std::begin(kStreamsInterfaces), std::end(kStreamsInterfaces),
                name) == std::end(kStreamsInterfaces)) {
    Throw(isolate, ErrorCode::kNotInstalled, {interface_name, nullptr},
          "It is not an interface of the Streams Standard.");
    return {};
  }
  v8::Local<v8::Value> interface_object;
  return GetInterfaceObject(context, Name(isolate, name))
                 .ToLocal(&interface_object)
             ? scope.Escape(interface_object.As<v8::Function>())
             : v8::MaybeLocal<v8::Function>();
}

v8::MaybeLocal<v8::Value> CallBuiltInStreams(
    v8::Local<v8::Context> context,
    std::string_view name,
    std::span<v8::Local<v8::Value>> arguments) {
  const v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> function;
  if (!GetOfBuiltInStreams(context, name).ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>()->Call(
      context, v8::Undefined(compat::GetIsolate(context)),
      static_cast<int>(arguments.size()), arguments.data());
}

void DefineStreamsGlobals(v8::Isolate* isolate,
                          v8::Local<v8::ObjectTemplate> global) {
  if (kStreamsSource.empty()) {
    // Untested: of a build without streams, tools/test --config no-streams.
    return;
  }
  SetRealmValue(isolate, global, kHasGlobalsName, v8::True(isolate));
  // V8 defines them from the last to the first.
  for (size_t i = std::size(kStreamsInterfaces); i > 0; --i) {
    DefineLazyGlobalProperty(global, Name(isolate, kStreamsInterfaces[i - 1]),
                             GetGlobal);
  }
}

bool DefineStreamsGlobals(v8::Local<v8::Context> context) {
  if (kStreamsSource.empty()) {
    // Untested: of a build without streams, tools/test --config no-streams.
    return true;
  }
  v8::Isolate* isolate = compat::GetIsolate(context);
  if (!SetRealmValue(context, kHasGlobalsName, v8::True(isolate))) {
    return false;
  }
  for (const char* each : kStreamsInterfaces) {
    v8::Local<v8::String> name = Name(isolate, each);
    v8::Local<v8::Value> interface_object;
    switch (DefineLazyGlobalProperty(context, name, GetGlobal)) {
      case LazyProperty::kFailed:
        return false;
      case LazyProperty::kDefined:
        break;
      case LazyProperty::kIntercepted:
        if (!GetInterfaceObject(context, name).ToLocal(&interface_object) ||
            !DefineGlobalProperty(context, name, interface_object)) {
          return false;
        }
    }
  }
  return true;
}

bool PrepareStreamsGlobals(v8::Local<v8::Context> context) {
  v8::Local<v8::Value> has_globals;
  return GetRealmValue(context, kHasGlobalsName).ToLocal(&has_globals) &&
         (!has_globals->IsTrue() || !GetBuiltInStreams(context).IsEmpty());
}

}  // namespace v8_encoding
