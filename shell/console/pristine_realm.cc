// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/pristine_realm.h"

#include <iterator>
#include <vector>

#include "bindings/v8_compat.h"
#include "shell/console/pristine_sources.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::shell {
namespace {

struct Kind {
  const char* name;
  bool (v8::Value::*is)() const;
};
constexpr Kind kKinds[] = {
    {"Proxy", &v8::Value::IsProxy},
    {"GeneratorFunction", &v8::Value::IsGeneratorFunction},
    {"AsyncFunction", &v8::Value::IsAsyncFunction},
    {"Function", &v8::Value::IsFunction},
    {"Array", &v8::Value::IsArray},
    {"Arguments", &v8::Value::IsArgumentsObject},
    {"TypedArray", &v8::Value::IsTypedArray},
    {"ArrayBuffer", &v8::Value::IsArrayBuffer},
    {"SharedArrayBuffer", &v8::Value::IsSharedArrayBuffer},
    {"DataView", &v8::Value::IsDataView},
    {"Map", &v8::Value::IsMap},
    {"Set", &v8::Value::IsSet},
    {"MapIterator", &v8::Value::IsMapIterator},
    {"SetIterator", &v8::Value::IsSetIterator},
    {"Promise", &v8::Value::IsPromise},
    {"Error", &v8::Value::IsNativeError},
    {"Date", &v8::Value::IsDate},
    {"RegExp", &v8::Value::IsRegExp},
    {"Number", &v8::Value::IsNumberObject},
    {"String", &v8::Value::IsStringObject},
    {"Boolean", &v8::Value::IsBooleanObject},
    {"BigInt", &v8::Value::IsBigIntObject},
    {"Symbol", &v8::Value::IsSymbolObject},
    {"Module", &v8::Value::IsModuleNamespaceObject},
};

// describe(object): [kind, name, value, hasKeys], what only V8 can tell of it.
// The name is that of its class. The value is a proxy's target, null if it is
// revoked; the result of a promise, whose kind is its state; the entries of a
// collection, `hasKeys` if each is two elements; the stack of an error.
void Describe(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const auto object = info[0].As<v8::Object>();
  const char* kind = "";
  for (const Kind& candidate : kKinds) {
    if ((*object->*candidate.is)()) {
      kind = candidate.name;
      break;
    }
  }
  if (!DomExceptionState(context, object).IsEmpty()) {
    kind = "DOMException";
  }
  v8::Local<v8::Value> value = v8::Undefined(isolate);
  bool has_keys = false;
  v8::Local<v8::Array> entries;
  if (object->IsProxy()) {
    value = object.As<v8::Proxy>()->GetTarget();
  } else if (object->IsPromise()) {
    constexpr const char* kStates[] = {"pending", "fulfilled", "rejected"};
    const auto promise = object.As<v8::Promise>();
    kind = kStates[promise->State()];
    if (promise->State() != v8::Promise::kPending) {
      value = promise->Result();
    }
  } else if (object->PreviewEntries(&has_keys).ToLocal(&entries)) {
    value = entries;
  } else {
    value = NewString(isolate, ErrorStack(context, object));
  }
  v8::Local<v8::Value> parts[] = {NewName(isolate, kind),
                                  object->IsProxy()
                                      ? v8::String::Empty(isolate)
                                      : object->GetConstructorName(),
                                  value, v8::Boolean::New(isolate, has_keys)};
  info.GetReturnValue().Set(v8::Array::New(isolate, parts, std::size(parts)));
}

void IsProxy(const Info& info) {
  info.GetReturnValue().Set(info[0]->IsProxy());
}

void IsPlatformObject(const Info& info) {
  info.GetReturnValue().Set(info[0].As<v8::Object>()->InternalFieldCount() !=
                            0);
}

// streamsInterface(object): the name of the streams' interface that the object
// implements, or undefined.
void StreamsInterface(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (const char* name = GetStreamsInterface(isolate->GetCurrentContext(),
                                             info[0].As<v8::Object>())) {
    info.GetReturnValue().Set(NewName(isolate, name));
  }
}

// ownKeys(object, whether with indices, whether of all properties with strings
// as names instead of the enumerable ones)
void OwnKeys(const Info& info) {
  Return(info, info[0].As<v8::Object>()->GetPropertyNames(
                   info.GetIsolate()->GetCurrentContext(),
                   v8::KeyCollectionMode::kOwnOnly,
                   info[2]->IsTrue() ? v8::SKIP_SYMBOLS : v8::ONLY_ENUMERABLE,
                   info[1]->IsTrue() ? v8::IndexFilter::kIncludeIndices
                                     : v8::IndexFilter::kSkipIndices,
                   v8::KeyConversionMode::kConvertToString));
}

// webInterface(name): the interface object that this realm was made with.
void WebInterface(Realm& realm, const Info& info) {
  Return(info, realm.Get<Prelude>().GetInterfaceObject(
                   ToUtf8(realm.isolate(), info[0].As<v8::String>())));
}

constexpr NativeFunction kNatives[] = {
    {"describe", Describe},
    {"isPlatformObject", IsPlatformObject},
    {"isProxy", IsProxy},
    {"ownKeys", OwnKeys},
    {"streamsInterface", StreamsInterface},
    {"webInterface", InRealm<WebInterface>},
};

constexpr struct {
  const char* name;
  const std::string_view& source;
} kFiles[] = {
    // In this order: each takes what those before it gave.
    {"inspect.js", kInspectSource},
    {"platform_objects.js", kPlatformObjectsSource},
    {"table.js", kTableSource},
    {"uncaught.js", kUncaughtSource},
};

}  // namespace

bool PristineRealm::Create() {
  realm_ = runtime_.GetPristineRealm();
  if (realm_ == nullptr || !exports_.IsEmpty()) {
    return realm_ != nullptr;
  }
  v8::Isolate* isolate = runtime_.isolate();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(realm_->context());
  v8::Local<v8::ObjectTemplate> natives = v8::ObjectTemplate::New(isolate);
  AddFunctions(isolate, natives, kNatives);
  v8::Local<v8::Object> native;
  if (!natives->NewInstance(realm_->context()).ToLocal(&native)) {
    return false;
  }
  native_.Reset(isolate, native);
  exports_.Reset(isolate, v8::Object::New(isolate));
  for (const auto& file : kFiles) {
    if (!Run(file.name, file.source)) {
      exports_.Reset();
      return false;
    }
  }
  return true;
}

bool PristineRealm::Run(std::string_view name, std::string_view source) {
  if (!Create()) {
    return false;
  }
  v8::Isolate* isolate = runtime_.isolate();
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::Context> context = realm_->context();
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> exports = exports_.Get(isolate);
  const v8::Local<v8::String> file = NewName(isolate, name);
  if (exports->HasOwnProperty(context, file).FromMaybe(false)) {
    return true;
  }
  v8::Local<v8::String> parameters[] = {NewName(isolate, "native"),
                                        NewName(isolate, "exports")};
  v8::Local<v8::Value> arguments[] = {native_.Get(isolate), exports};
  v8::Local<v8::Function> function;
  return compat::CompileFunction(context, NewString(isolate, source), 2,
                                 parameters, file)
             .ToLocal(&function) &&
         !function->Call(context, v8::Undefined(isolate), 2, arguments)
              .IsEmpty() &&
         Define(context, exports, name, v8::True(isolate));
}

v8::MaybeLocal<v8::Value> PristineRealm::Call(
    v8::Local<v8::Context> caller,
    std::string_view function,
    std::initializer_list<v8::Local<v8::Value>> arguments) {
  v8::Isolate* isolate = runtime_.isolate();
  v8::EscapableHandleScope handle_scope(isolate);
  v8::Local<v8::Value> result;
  bool terminated;
  {
    const v8::TryCatch try_catch(isolate);
    if (Create()) {
      v8::Local<v8::Context> context = realm_->context();
      v8::Context::Scope context_scope(context);
      // What the caller may look into.
      context->SetSecurityToken(caller->GetSecurityToken());
      // A host's own queue may run its microtasks whenever a call returns.
      const v8::Isolate::SuppressMicrotaskExecutionScope no_microtasks(
          isolate, context->GetMicrotaskQueue());
      std::vector<v8::Local<v8::Value>> list = arguments;
      v8::Local<v8::Value> exported;
      if (exports_.Get(isolate)
              ->Get(context, NewName(isolate, function))
              .ToLocal(&exported)) {
        (void)exported.As<v8::Function>()
            ->Call(context, v8::Undefined(isolate),
                   static_cast<int>(list.size()), list.data())
            .ToLocal(&result);
      }
    }
    terminated = try_catch.HasTerminated();
  }
  if (terminated) {
    TerminateNow(isolate);
  }
  return handle_scope.EscapeMaybe(v8::MaybeLocal<v8::Value>(result));
}

std::string CallForText(v8::Local<v8::Context> context,
                        std::string_view function,
                        std::initializer_list<v8::Local<v8::Value>> arguments,
                        std::string_view otherwise) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  Realm* realm = Realm::From(context);
  v8::Local<v8::Value> text;
  return realm != nullptr &&
                 realm->runtime()
                     .Get<PristineRealm>()
                     .Call(context, function, arguments)
                     .ToLocal(&text) &&
                 text->IsString()
             ? ToUtf8(isolate, text.As<v8::String>())
             : std::string(otherwise);
}

std::string Inspect(v8::Local<v8::Context> context,
                    v8::Local<v8::Value> value) {
  if (value->IsInt32() || value->IsBoolean() || value->IsNullOrUndefined()) {
    return ToUtf8(context, value).value_or("");  // Without need of a realm.
  }
  return CallForText(context, "inspect", {value}, "<unreadable>");
}

}  // namespace v8_encoding::shell
