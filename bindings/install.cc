// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/install.h"

#include <iterator>
#include <string_view>

#include "bindings/realm/no_microtasks.h"
#include "bindings/realm/private_key.h"
#include "bindings/realm/realm.h"
#include "bindings/realm/realm_value.h"
#include "bindings/streams/built_in.h"
#include "bindings/streams/stream_pair.h"
#include "bindings/template_options.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/global_property.h"
#include "bindings/webidl/interface_object.h"
#include "bindings/webidl/template_builder.h"
#include "idl/interfaces.h"

constinit const char V8_ENCODING_ABI_SYMBOL = 0;

namespace v8_encoding {

namespace {

using idl::kInterfaces;

// The bits of an InterfaceSet are in the order of the IDL.
static_assert(std::size(kInterfaces) <= 32);

bool Has(InterfaceSet set, size_t index) {
  return static_cast<uint32_t>(set) >> index & 1;
}

constexpr InterfaceSet kStreams =
    InterfaceSet::kTextDecoderStream | InterfaceSet::kTextEncoderStream;

bool UsesRealm(InterfaceSet set) {
  return (set & (InterfaceSet::kTextEncoder | kStreams)) != InterfaceSet{};
}

Creation CreationFor(bool lazy) {
  return lazy ? Creation::kLazy : Creation::kEager;
}

// Under these names a realm has the embedder's data, and that a realm's options
// are set.
constexpr std::string_view kDataName = "InstallData";
constexpr std::string_view kIsSetUpName = "IsSetUp";

}  // namespace

Interfaces::Interfaces(v8::Isolate* isolate, const InstallOptions& options)
    : isolate_(isolate), options_(options), data_(isolate, options.data) {
  v8::HandleScope scope(isolate);
  const TemplateOptions template_options = TemplateOptionsOf(options);
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    if (Has(options.interfaces, i)) {
      templates_[i].Reset(
          isolate, BuildTemplate(isolate, *kInterfaces[i], template_options));
    }
  }
}

Interfaces::~Interfaces() = default;
Interfaces::Interfaces(Interfaces&&) noexcept = default;
Interfaces& Interfaces::operator=(Interfaces&&) noexcept = default;

void Interfaces::Install(v8::Local<v8::ObjectTemplate> global) const {
  v8::HandleScope scope(isolate_);
  constexpr size_t kCount = std::size(kInterfaces);
  for (size_t i = 0; i < kCount; ++i) {
    // V8 defines what a template has of lazy properties from the last to the
    // first.
    const size_t each = options_.lazy ? kCount - 1 - i : i;
    if (!templates_[each].IsEmpty()) {
      DefineInterfaceObject(isolate_, global, *kInterfaces[each],
                            templates_[each].Get(isolate_),
                            CreationFor(options_.lazy));
    }
  }
  SetStreamsProvider(isolate_, global, options_.streams);
  SetStreamsCodeCache(isolate_, global, options_.streams_code_cache);
  if (options_.streams_globals) {
    DefineStreamsGlobals(isolate_, global);
  }
  if (options_.error_hook != nullptr) {
    global->SetPrivate(ErrorHookKey(isolate_),
                       NewErrorHookTemplate(isolate_, options_.error_hook));
  }
  SetMaxResultLength(isolate_, global, options_.max_result_length);
  if (!data_.IsEmpty()) {
    SetRealmValue(isolate_, global, kDataName, data_.Get(isolate_));
  }
  // Install() of an object leaves realms alone that are set up.
  SetRealmValue(isolate_, global, kIsSetUpName, v8::True(isolate_));
}

bool Interfaces::SetUpRealm(v8::Local<v8::Context> context,
                            bool defines_streams) const {
  if (options_.error_hook != nullptr) {
    v8::Local<v8::Function> hook;
    if (!NewErrorHookTemplate(isolate_, options_.error_hook)
             ->GetFunction(context)
             .ToLocal(&hook) ||
        !SetRealmPrivate(context, ErrorHookKey(isolate_), hook)) {
      return false;
    }
  }
  // First what the provider may ask for: the data, and the streams' globals.
  return (data_.IsEmpty() ||
          SetRealmValue(context, kDataName, data_.Get(isolate_))) &&
         SetMaxResultLength(context, options_.max_result_length) &&
         SetStreamsCodeCache(context, options_.streams_code_cache) &&
         (!defines_streams || DefineStreamsGlobals(context)) &&
         SetStreamsProvider(context, options_.streams) &&
         SetRealmValue(context, kIsSetUpName, v8::True(isolate_));
}

bool Interfaces::SetUpRealmOnce(v8::Local<v8::Context> context) const {
  v8::Local<v8::Value> is_set_up;
  Realm realm;
  return GetRealmValue(context, kIsSetUpName).ToLocal(&is_set_up) &&
         (is_set_up->IsTrue() || SetUpRealm(context, false)) &&
         (!UsesRealm(options_.interfaces) ||
          Realm::Get(isolate_, context, &realm));
}

v8::Maybe<bool> Interfaces::Install(v8::Local<v8::Context> context) const {
  v8::HandleScope scope(isolate_);
  v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  if (!HasItsGlobal(isolate_, context)) {
    // Untested: in V8 10.2; detached_global_test.cc comes here in V8 14.6.
    Throw(isolate_, ErrorCode::kNotInstalled, {"Interfaces", "Install"},
          "The context has lost its global object.");
    return v8::Nothing<bool>();
  }
  if (!SetUpRealm(context, options_.streams_globals)) {
    return v8::Nothing<bool>();
  }
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    if (!templates_[i].IsEmpty() &&
        !DefineInterfaceObject(context, *kInterfaces[i],
                               templates_[i].Get(isolate_),
                               CreationFor(options_.lazy))) {
      return v8::Nothing<bool>();
    }
  }
  Realm realm;
  return !UsesRealm(options_.interfaces) ||
                 Realm::Get(isolate_, context, &realm)
             ? v8::Just(true)
             : v8::Nothing<bool>();
}

v8::Maybe<bool> Interfaces::Install(v8::Local<v8::Context> context,
                                    v8::Local<v8::Object> object) const {
  v8::HandleScope scope(isolate_);
  v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  if (!SetUpRealmOnce(context)) {
    return v8::Nothing<bool>();
  }
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    v8::Local<v8::Function> interface_object;
    if (!templates_[i].IsEmpty() &&
        (!KeepInterfaceObject(context, *kInterfaces[i],
                              templates_[i].Get(isolate_))
              .ToLocal(&interface_object) ||
         !DefineHiddenProperty(context, object,
                               InterfaceName(isolate_, *kInterfaces[i]),
                               interface_object))) {
      return v8::Nothing<bool>();
    }
  }
  return v8::Just(true);
}

v8::MaybeLocal<v8::Function> Interfaces::GetConstructor(
    v8::Local<v8::Context> context,
    InterfaceSet one) const {
  v8::EscapableHandleScope scope(isolate_);
  v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  constexpr CallSite call = {"Interfaces", "GetConstructor"};
  v8::Local<v8::Function> interface_object;
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    if (one != static_cast<InterfaceSet>(1U << i)) {
      continue;
    }
    if (templates_[i].IsEmpty()) {
      Throw(isolate_, ErrorCode::kNotInstalled, call,
            ShortText("The interface '", kInterfaces[i]->name,
                      "' is not among the host's."));
      return {};
    }
    return SetUpRealmOnce(context) &&
                   KeepInterfaceObject(context, *kInterfaces[i],
                                       templates_[i].Get(isolate_))
                       .ToLocal(&interface_object)
               ? scope.Escape(interface_object)
               : v8::MaybeLocal<v8::Function>();
  }
  Throw(isolate_, ErrorCode::kNotInstalled, call,
        "Exactly one interface must be named.");
  return {};
}

namespace {

// So that it's the realm's without its global object, too; see realm_value.h.
// The streams' code cache and provider are of no use once Prepare() is done.
bool KeepWhatTemplatesSet(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  for (v8::Local<v8::Private> key :
       {ErrorHookKey(isolate), PrivateKey(isolate, kDataName),
        PrivateKey(isolate, kIsSetUpName)}) {
    if (GetRealmPrivate(context, key).IsEmpty()) {
      return false;
    }
  }
  for (const InterfaceDescriptor* interface : kInterfaces) {
    if (IsInterfaceInstalled(context, *interface).IsNothing()) {
      return false;
    }
  }
  return GetMaxResultLength(context).IsJust();
}

}  // namespace

v8::MaybeLocal<v8::Value> GetInstallData(v8::Local<v8::Context> context) {
  const NoMicrotasks no_microtasks(context);
  // A value is the data of a native function of the library's.
  const v8::Isolate::AllowJavascriptExecutionScope allow_javascript(
      compat::GetIsolate(context));
  return GetRealmValue(context, kDataName);
}

v8::Maybe<bool> SetInstallData(v8::Local<v8::Context> context,
                               v8::Local<v8::Value> data) {
  v8::HandleScope scope(compat::GetIsolate(context));
  v8::Context::Scope context_scope(context);
  return SetRealmValue(context, kDataName, data) ? v8::Just(true)
                                                 : v8::Nothing<bool>();
}

v8::Maybe<bool> Prepare(v8::Local<v8::Context> context,
                        InterfaceSet interfaces) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::HandleScope scope(isolate);
  v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  Realm realm;
  if (UsesRealm(interfaces) &&
      (!Realm::Get(isolate, context, &realm) || !realm.Prepare())) {
    return v8::Nothing<bool>();
  }
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    bool is_installed;
    if (!Has(interfaces & kStreams, i)) {
      continue;
    }
    if (!IsInterfaceInstalled(context, *kInterfaces[i]).To(&is_installed) ||
        (is_installed && !PrepareStreams(context))) {
      return v8::Nothing<bool>();
    }
  }
  if ((interfaces & kStreams) != InterfaceSet{} &&
      !PrepareStreamsGlobals(context)) {
    return v8::Nothing<bool>();
  }
  return KeepWhatTemplatesSet(context) ? v8::Just(true) : v8::Nothing<bool>();
}

void Install(v8::Isolate* isolate,
             v8::Local<v8::ObjectTemplate> global,
             const InstallOptions& options) {
  v8::HandleScope scope(isolate);
  Interfaces(isolate, options).Install(global);
}

v8::Maybe<bool> Install(v8::Local<v8::Context> context,
                        const InstallOptions& options) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::HandleScope scope(isolate);
  return Interfaces(isolate, options).Install(context);
}

}  // namespace v8_encoding
