// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// npm's package as a Node add-on: the interfaces of a realm, which is named by
// an object of the realm. lib/ decides where the interfaces stay.
//
// All that the add-on keeps belongs to one Node environment (the main thread's
// or a Worker's) and goes with it, while the isolate is still alive. What V8
// keeps lives longer: a string's memory, and that of buffers which a Worker has
// sent elsewhere, are freed by functions of the add-on, when Node has already
// closed the add-on of an ended Worker. So the add-on is linked with
// -z nodelete.

#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "bindings/v8_compat.h"
#include "node.h"
#include "v8.h"
#include "v8_encoding/error_hook.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {
namespace {

using CallbackInfo = v8::FunctionCallbackInfo<v8::Value>;

// Node's `code` for an exception, or null where Node has none.
const char* NodeCode(ErrorCode code) {
  switch (code) {
    case ErrorCode::kMissingArgument:
      return "ERR_MISSING_ARGS";
    case ErrorCode::kInvalidArgumentType:
      return "ERR_INVALID_ARG_TYPE";
    case ErrorCode::kMalformedData:
      return "ERR_ENCODING_INVALID_ENCODED_DATA";
    case ErrorCode::kUnmappableCharacter:
      // Node encodes to nothing that lacks a character.
      return "ERR_ENCODING_UNMAPPABLE_CHARACTER";
    case ErrorCode::kUnknownLabel:
    case ErrorCode::kNoEncoder:
      return "ERR_ENCODING_NOT_SUPPORTED";
    case ErrorCode::kOutOfBounds:
      return "ERR_OUT_OF_RANGE";
    case ErrorCode::kStringTooLong:
      return "ERR_STRING_TOO_LONG";
    case ErrorCode::kOutOfMemory:
      return "ERR_MEMORY_ALLOCATION_FAILED";
    case ErrorCode::kInvalidState:
      return "ERR_INVALID_STATE";
    case ErrorCode::kNewRequired:
    case ErrorCode::kNotInstalled:
    case ErrorCode::kNoStreams:
    case ErrorCode::kBufferChanged:
      return nullptr;
  }
  return nullptr;
}

// `code` as errors of Node's own have it: an enumerable property.
void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const char* const node_code = NodeCode(code);
  v8::Local<v8::String> value;
  if (node_code != nullptr &&
      compat::NewAsciiString(isolate, node_code).ToLocal(&value)) {
    std::ignore = error->CreateDataProperty(
        context, v8::String::NewFromUtf8Literal(isolate, "code"), value);
  }
}

// BuiltInStreams, as a provider that takes the place of another that a realm
// has had before: a provider that isn't BuiltInStreams itself is asked at once.
v8::MaybeLocal<v8::Function> OwnStreams(v8::Local<v8::Context> context) {
  return BuiltInStreams(context);
}

// What an environment keeps.
struct Addon {
  explicit Addon(v8::Isolate* its_isolate)
      : isolate(its_isolate),
        interfaces(its_isolate, {.error_hook = AddCode}) {}

  v8::Isolate* const isolate;
  // Of all realms of the environment, so that a realm's TextDecoder works with
  // another's decode().
  const Interfaces interfaces;
};

void DeleteAddon(void* addon) {
  delete static_cast<Addon*>(addon);
}

// The realm of the first argument.
v8::MaybeLocal<v8::Context> RealmOf(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context;
  if (!info[0]->IsObject() ||
      !compat::RelevantContext(isolate, info[0].As<v8::Object>())
           .ToLocal(&context)) {
    isolate->ThrowException(
        v8::Exception::TypeError(v8::String::NewFromUtf8Literal(
            isolate, "The realm's object is of no realm.")));
    return {};
  }
  return context;
}

// install(object): makes the four interfaces properties of the global object of
// the realm that `object` belongs to.
void InstallInterfaces(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  if (!RealmOf(info).ToLocal(&context)) {
    return;
  }
  const auto* const addon = static_cast<Addon*>(
      compat::GetExternalPointer(info.Data().As<v8::External>()));
  std::ignore = addon->interfaces.Install(context);
}

// useOwnStreams(object, own): whether the stream interfaces of its realm work
// over the library's streams, or over the TransformStream that the realm's
// global object has now.
void UseOwnStreams(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  if (RealmOf(info).ToLocal(&context)) {
    std::ignore =
        Install(context,
                {.interfaces = InterfaceSet{},
                 .streams = info[1]->IsTrue() ? OwnStreams : IntrinsicStreams});
  }
}

// streams(object): a new object with the thirteen interfaces of the library's
// streams in that realm. On a global object of node:vm's, V8 would make lazy
// properties, as these are, where nobody finds them.
void GetStreams(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context;
  v8::Local<v8::Object> holder;
  if (!RealmOf(info).ToLocal(&context)) {
    return;
  }
  v8::Local<v8::ObjectTemplate> holder_template =
      v8::ObjectTemplate::New(isolate);
  Install(isolate, holder_template,
          {.interfaces = InterfaceSet{}, .streams_globals = true});
  if (holder_template->NewInstance(context).ToLocal(&holder)) {
    info.GetReturnValue().Set(holder);
  }
}

// extras(object): a new object with the functions of extras.h, of its realm.
void GetExtras(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  v8::Local<v8::Object> extras;
  if (RealmOf(info).ToLocal(&context) && NewExtrasTemplate(info.GetIsolate())
                                             ->NewInstance(context)
                                             .ToLocal(&extras)) {
    info.GetReturnValue().Set(extras);
  }
}

// streamState(object): { isOpen, isErrored, isDisturbed } of a ReadableStream
// or a WritableStream of the library's; undefined of others.
void StateOfStream(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context;
  if (!RealmOf(info).ToLocal(&context)) {
    return;
  }
  const std::optional<StreamState> state =
      GetStreamState(context, info[0].As<v8::Object>());
  if (!state) {
    return;
  }
  v8::Local<v8::Object> result = v8::Object::New(isolate);
  const auto add = [&](const char* name, bool value) {
    v8::Local<v8::String> key;
    return compat::NewAsciiString(isolate, name).ToLocal(&key) &&
           result
               ->CreateDataProperty(isolate->GetCurrentContext(), key,
                                    v8::Boolean::New(isolate, value))
               .FromMaybe(false);
  };
  if (add("isOpen", state->is_open) && add("isErrored", state->is_errored) &&
      add("isDisturbed", state->is_disturbed)) {
    info.GetReturnValue().Set(result);
  }
}

// streamEnd(stream): a promise for the end of such a stream.
void EndOfStream(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  v8::Local<v8::Promise> end;
  if (RealmOf(info).ToLocal(&context) &&
      GetStreamEnd(context, info[0].As<v8::Object>()).ToLocal(&end)) {
    info.GetReturnValue().Set(end);
  }
}

// errorStream(stream, error): errors such a stream.
void ErrorOfStream(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  if (RealmOf(info).ToLocal(&context)) {
    std::ignore = ErrorStream(context, info[0].As<v8::Object>(), info[1]);
  }
}

struct NamedFunction {
  const char* name;
  v8::FunctionCallback callback;
};

// Makes functions of the realm of `context`, and properties of `object` of
// them. False with an exception pending if that fails.
bool AddFunctions(v8::Local<v8::Context> context,
                  v8::Local<v8::Object> object,
                  std::span<const NamedFunction> functions,
                  v8::Local<v8::Value> data) {
  for (const auto& [name, callback] : functions) {
    v8::Local<v8::String> key;
    v8::Local<v8::Function> function;
    if (!compat::NewAsciiString(compat::GetIsolate(context), name)
             .ToLocal(&key) ||
        !v8::Function::New(context, callback, data).ToLocal(&function) ||
        object->CreateDataProperty(context, key, function).IsNothing()) {
      return false;
    }
  }
  return true;
}

constexpr NamedFunction kStreamFunctions[] = {{"streamState", StateOfStream},
                                              {"streamEnd", EndOfStream},
                                              {"errorStream", ErrorOfStream}};

// streamFunctions(object): a new object with functions of the realm that
// `object` belongs to. What they return and throw is of that realm, too.
void GetStreamFunctions(const CallbackInfo& info) {
  v8::Local<v8::Context> context;
  if (!RealmOf(info).ToLocal(&context)) {
    return;
  }
  v8::Local<v8::Object> functions = v8::Object::New(info.GetIsolate());
  if (AddFunctions(context, functions, kStreamFunctions, {})) {
    info.GetReturnValue().Set(functions);
  }
}

constexpr NamedFunction kExports[] = {{"install", InstallInterfaces},
                                      {"useOwnStreams", UseOwnStreams},
                                      {"streams", GetStreams},
                                      {"streamFunctions", GetStreamFunctions},
                                      {"extras", GetExtras}};

}  // namespace
}  // namespace v8_encoding

NODE_MODULE_INIT(/* exports, module, context */) {
  using namespace v8_encoding;
  v8::Isolate* isolate = compat::GetIsolate(context);
  auto* const addon = new Addon(isolate);
  node::AddEnvironmentCleanupHook(isolate, DeleteAddon, addon);
  std::ignore = AddFunctions(context, exports.As<v8::Object>(), kExports,
                             compat::NewExternal(isolate, addon));
}
