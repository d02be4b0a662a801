// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/install.h"

#include "bindings/errors.h"
#include "bindings/template_builder.h"
#include "bindings/text_decoder.h"
#include "bindings/text_encoder.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

bool Has(InterfaceSet set, InterfaceSet member) {
  return static_cast<uint32_t>(set) & static_cast<uint32_t>(member);
}

}  // namespace

Interfaces::Interfaces(v8::Isolate* isolate, const InstallOptions& options)
    : isolate_(isolate) {
  v8::HandleScope scope(isolate);
  if (Has(options.interfaces, InterfaceSet::kTextDecoder)) {
    text_decoder_.Reset(isolate, BuildTemplate(isolate, kTextDecoderInterface));
  }
  if (Has(options.interfaces, InterfaceSet::kTextEncoder)) {
    text_encoder_.Reset(isolate, BuildTemplate(isolate, kTextEncoderInterface));
  }
}

Interfaces::~Interfaces() = default;

void Interfaces::Install(v8::Local<v8::ObjectTemplate> global) const {
  v8::HandleScope scope(isolate_);
  const auto install = [&](const InterfaceDescriptor& descriptor,
                           const v8::Global<v8::FunctionTemplate>& held) {
    if (held.IsEmpty()) {
      return;
    }
    v8::Local<v8::FunctionTemplate> interface_template = held.Get(isolate_);
    global->Set(InterfaceName(isolate_, descriptor), interface_template,
                v8::DontEnum);
    global->SetPrivate(InterfaceObjectKey(isolate_, descriptor),
                       interface_template);
  };
  install(kTextDecoderInterface, text_decoder_);
  install(kTextEncoderInterface, text_encoder_);
}

v8::Maybe<bool> Interfaces::Install(v8::Local<v8::Context> context) const {
  v8::HandleScope scope(isolate_);
  v8::Context::Scope context_scope(context);
  const auto install = [&](const InterfaceDescriptor& descriptor,
                           const v8::Global<v8::FunctionTemplate>& held) {
    if (held.IsEmpty()) {
      return true;
    }
    v8::Local<v8::Object> global = context->Global();
    v8::Local<v8::Function> interface_object;
    if (!held.Get(isolate_)->GetFunction(context).ToLocal(&interface_object) ||
        global
            ->SetPrivate(context, InterfaceObjectKey(isolate_, descriptor),
                         interface_object)
            .IsNothing()) {
      return false;
    }
    v8::PropertyDescriptor property(interface_object, true);
    property.set_enumerable(false);
    property.set_configurable(true);
    bool defined;
    if (!global
             ->DefineProperty(context, InterfaceName(isolate_, descriptor),
                              property)
             .To(&defined)) {
      return false;
    }
    if (!defined) {
      ThrowTypeError(isolate_, {descriptor.name, nullptr},
                     "The global object does not take it.");
    }
    return defined;
  };
  return install(kTextDecoderInterface, text_decoder_) &&
                 install(kTextEncoderInterface, text_encoder_)
             ? v8::Just(true)
             : v8::Nothing<bool>();
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
