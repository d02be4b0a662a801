// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/bundle.h"

#include <span>
#include <string_view>

#include "bindings/realm/private_key.h"
#include "bindings/streams/sources.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/global_property.h"

namespace v8_encoding {

namespace {

// In the order of the Streams Standard.
constexpr const char* kInterfaces[] = {
    "ReadableStream",
    "ReadableStreamDefaultReader",
    "ReadableStreamBYOBReader",
    "ReadableStreamDefaultController",
    "ReadableByteStreamController",
    "ReadableStreamBYOBRequest",
    "WritableStream",
    "WritableStreamDefaultWriter",
    "WritableStreamDefaultController",
    "TransformStream",
    "TransformStreamDefaultController",
    "ByteLengthQueuingStrategy",
    "CountQueuingStrategy",
};

// The text of the program itself, which V8 needs no copy of.
class StaticSource : public v8::String::ExternalOneByteStringResource {
 public:
  explicit StaticSource(std::string_view text) : text_(text) {}

  const char* data() const override { return text_.data(); }
  size_t length() const override { return text_.size(); }

 private:
  const std::string_view text_;
};

v8::MaybeLocal<v8::Value> CallSource(v8::Local<v8::Context> context,
                                     std::string_view text,
                                     std::string_view name,
                                     std::span<const char* const> parameters,
                                     v8::Local<v8::Value> arguments[]) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  auto* resource = new StaticSource(text);
  v8::Local<v8::String> source;
  v8::Local<v8::String> source_name;
  if (!v8::String::NewExternalOneByte(isolate, resource).ToLocal(&source)) {
    delete resource;
    return {};
  }
  v8::Local<v8::String> parameter_names[2];
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!compat::NewAsciiString(isolate, parameters[i])
             .ToLocal(&parameter_names[i])) {
      return {};
    }
  }
  v8::Local<v8::Function> function;
  if (!compat::NewAsciiString(isolate, name).ToLocal(&source_name) ||
      !compat::CompileFunction(context, source, parameters.size(),
                               parameter_names, source_name)
           .ToLocal(&function)) {
    return {};
  }
  return function->Call(context, v8::Undefined(isolate),
                        static_cast<int>(parameters.size()), arguments);
}

v8::Local<v8::String> Name(v8::Isolate* isolate, const char* name) {
  // Short and ASCII: it can't fail but for lack of memory, which V8 doesn't
  // survive.
  return compat::NewAsciiString(isolate, name).ToLocalChecked();
}

// Under this key a realm's global object has the bundle.
v8::Local<v8::Private> BundleKey(v8::Isolate* isolate) {
  return PrivateKey(isolate, "StreamsBundle");
}

void GetGlobal(v8::Local<v8::Name> name,
               const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> realm;
  v8::Local<v8::Object> bundle;
  v8::Local<v8::Value> interface_object;
  if (compat::RelevantContext(info.GetIsolate(), compat::GetHolder(info))
          .ToLocal(&realm) &&
      GetStreamsBundle(realm).ToLocal(&bundle) &&
      bundle->Get(realm, name).ToLocal(&interface_object)) {
    info.GetReturnValue().Set(interface_object);
  }
}

}  // namespace

constinit const v8::AccessorNameGetterCallback kStreamsGlobalGetter = GetGlobal;

v8::MaybeLocal<v8::Function> NewStreamPairFunction(
    v8::Local<v8::Context> context,
    v8::Local<v8::Value> transform_stream) {
  static constexpr const char* kParameters[] = {"TransformStream"};
  v8::Local<v8::Value> function;
  if (!CallSource(context, kNewStreamPairSource, "v8_encoding:new_stream_pair",
                  kParameters, &transform_stream)
           .ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>();
}

v8::MaybeLocal<v8::Value> NewBundledPairFunction(v8::Local<v8::Context> context,
                                                 v8::Local<v8::Value> streams) {
  static constexpr const char* kParameters[] = {"streams"};
  return CallSource(context, kNewBundledPairSource,
                    "v8_encoding:new_bundled_pair", kParameters, &streams);
}

v8::MaybeLocal<v8::Object> GetStreamsBundle(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> global = context->Global();
  v8::Local<v8::Value> bundle;
  if (!global->GetPrivate(context, BundleKey(isolate)).ToLocal(&bundle)) {
    return {};
  }
  if (bundle->IsObject()) {
    return bundle.As<v8::Object>();
  }
  if (kWebStreamsSource.empty()) {
    Throw(isolate, ErrorCode::kNoStreams, {"TransformStream", nullptr},
          "This build has no streams of its own.");
    return {};
  }
  // The source is a module of the kind that sets properties of `exports` if
  // there is such a thing and a `module`.
  static constexpr const char* kParameters[] = {"exports", "module"};
  v8::Local<v8::Object> exports =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  v8::Local<v8::Value> arguments[] = {exports, exports};
  if (CallSource(context, kWebStreamsSource, "v8_encoding:web-streams-polyfill",
                 kParameters, arguments)
          .IsEmpty() ||
      global->SetPrivate(context, BundleKey(isolate), exports).IsNothing()) {
    return {};
  }
  return exports;
}

void DefineStreamsGlobals(v8::Isolate* isolate,
                          v8::Local<v8::ObjectTemplate> global) {
  for (const char* name : kInterfaces) {
    DefineLazyGlobalProperty(global, Name(isolate, name), GetGlobal);
  }
}

bool DefineStreamsGlobals(v8::Local<v8::Context> context) {
  for (const char* name : kInterfaces) {
    if (!DefineLazyGlobalProperty(
            context, Name(compat::GetIsolate(context), name), GetGlobal)) {
      return false;
    }
  }
  return true;
}

}  // namespace v8_encoding
