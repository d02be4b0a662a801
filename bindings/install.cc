// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/install.h"

#include <iterator>

#include "bindings/realm/realm.h"
#include "bindings/streams/built_in.h"
#include "bindings/streams/stream_pair.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
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

Creation CreationFor(const InstallOptions& options) {
  return options.lazy ? Creation::kLazy : Creation::kEager;
}

}  // namespace

Interfaces::Interfaces(v8::Isolate* isolate, const InstallOptions& options)
    : isolate_(isolate), options_(options), templates_(std::size(kInterfaces)) {
  v8::HandleScope scope(isolate);
  const TemplateOptions template_options{.refuses_resizable_buffers =
                                             options.refuse_resizable_buffers};
  for (size_t i = 0; i < templates_.size(); ++i) {
    if (Has(options.interfaces, i)) {
      templates_[i].Reset(
          isolate, BuildTemplate(isolate, *kInterfaces[i], template_options));
    }
  }
}

Interfaces::~Interfaces() = default;

void Interfaces::Install(v8::Local<v8::ObjectTemplate> global) const {
  v8::HandleScope scope(isolate_);
  for (size_t i = 0; i < templates_.size(); ++i) {
    if (!templates_[i].IsEmpty()) {
      DefineInterfaceObject(isolate_, global, *kInterfaces[i],
                            templates_[i].Get(isolate_), CreationFor(options_));
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
}

v8::Maybe<bool> Interfaces::Install(v8::Local<v8::Context> context) const {
  v8::HandleScope scope(isolate_);
  v8::Context::Scope context_scope(context);
  if (options_.error_hook != nullptr) {
    v8::Local<v8::Function> hook;
    if (!NewErrorHookTemplate(isolate_, options_.error_hook)
             ->GetFunction(context)
             .ToLocal(&hook) ||
        context->Global()
            ->SetPrivate(context, ErrorHookKey(isolate_), hook)
            .IsNothing()) {
      return v8::Nothing<bool>();
    }
  }
  if (!SetStreamsCodeCache(context, options_.streams_code_cache) ||
      !SetStreamsProvider(context, options_.streams) ||
      (options_.streams_globals && !DefineStreamsGlobals(context))) {
    return v8::Nothing<bool>();
  }
  for (size_t i = 0; i < templates_.size(); ++i) {
    if (!templates_[i].IsEmpty() &&
        !DefineInterfaceObject(context, *kInterfaces[i],
                               templates_[i].Get(isolate_),
                               CreationFor(options_))) {
      return v8::Nothing<bool>();
    }
  }
  Realm realm;
  return !UsesRealm(options_.interfaces) ||
                 Realm::Get(isolate_, context).To(&realm)
             ? v8::Just(true)
             : v8::Nothing<bool>();
}

v8::Maybe<bool> Prepare(v8::Local<v8::Context> context,
                        InterfaceSet interfaces) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::HandleScope scope(isolate);
  v8::Context::Scope context_scope(context);
  Realm realm;
  if (UsesRealm(interfaces) &&
      (!Realm::Get(isolate, context).To(&realm) || !realm.Prepare())) {
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
  return v8::Just(true);
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
