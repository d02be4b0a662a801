// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/inspect.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "bindings/v8_compat.h"
#include "shell/console/inspect_text.h"
#include "shell/console/platform_objects.h"
#include "shell/convert.h"
#include "shell/realm.h"
#include "shell/runtime.h"
#include "shell/web/prelude.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kError = "<unreadable>";

class Inspector {
 public:
  Inspector(v8::Local<v8::Context> context, const InspectOptions& options)
      : isolate_(v8::Isolate::GetCurrent()),
        context_(context),
        options_(options) {}

  std::string Format(v8::Local<v8::Value> value);

 private:
  std::string FormatObject(v8::Local<v8::Object> object);
  std::string FormatContents(v8::Local<v8::Object> object);
  std::string FormatProxy(v8::Local<v8::Proxy> proxy);
  std::string FormatFunction(v8::Local<v8::Function> function);
  std::string FormatArray(v8::Local<v8::Object> object);
  std::string FormatTypedArray(v8::Local<v8::TypedArray> array);
  std::string FormatBuffer(v8::Local<v8::Object> object);
  std::string FormatCollection(v8::Local<v8::Object> object);
  std::string FormatPromise(v8::Local<v8::Promise> promise);
  std::string FormatError(v8::Local<v8::Object> error);
  std::string FormatRegExp(v8::Local<v8::RegExp> regexp);
  std::string FormatBoxed(v8::Local<v8::Object> object);
  std::string FormatPlain(v8::Local<v8::Object> object);

  // "head { properties }", or only the head if there are none.
  std::string WithProperties(std::string head, v8::Local<v8::Object> object);

  // Adds "key: value" of each enumerable own property, but for those whose name
  // is `hidden`.
  void AddProperties(v8::Local<v8::Object> object,
                     bool with_indices,
                     std::vector<std::string>* parts,
                     bool (*hidden)(std::string_view name) = nullptr);
  std::string FormatProperty(v8::Local<v8::Object> object,
                             v8::Local<v8::Name> name);
  std::string FormatKey(v8::Local<v8::Name> name);
  std::string FormatSymbol(v8::Local<v8::Symbol> symbol);
  std::string ClassName(v8::Local<v8::Object> object);

  std::string Braces(std::string_view head, std::vector<std::string> parts) {
    return JoinParts(head, '{', '}', parts, options_.line_width);
  }
  std::string Brackets(std::string_view head, std::vector<std::string> parts) {
    return JoinParts(head, '[', ']', parts, options_.line_width);
  }
  bool IsError(v8::Local<v8::Object> object) const {
    return object->IsNativeError() ||
           !DomExceptionState(context_, object).IsEmpty();
  }
  bool AtLimit() const { return spent_ > options_.max_total_length; }

  v8::Isolate* const isolate_;
  const v8::Local<v8::Context> context_;
  const InspectOptions options_;
  std::vector<v8::Local<v8::Object>> ancestors_;
  size_t spent_ = 0;
};

std::string More(size_t count) {
  return "... " + std::to_string(count) + " more";
}

std::string Inspector::Format(v8::Local<v8::Value> value) {
  v8::HandleScope handle_scope(isolate_);
  std::string text;
  if (value->IsObject()) {
    text = FormatObject(value.As<v8::Object>());
  } else if (value->IsString()) {
    text = QuoteString(isolate_, value.As<v8::String>(),
                       options_.max_string_length);
  } else if (value->IsSymbol()) {
    text = FormatSymbol(value.As<v8::Symbol>());
  } else if (value->IsNumber() && value.As<v8::Number>()->Value() == 0 &&
             std::signbit(value.As<v8::Number>()->Value())) {
    text = "-0";
  } else {
    // ToString of the other primitives runs no script.
    v8::Local<v8::String> string;
    if (!value->ToString(context_).ToLocal(&string)) {
      return std::string(kError);
    }
    text = ToUtf8(isolate_, string);
    if (value->IsBigInt()) {
      text += 'n';
    }
  }
  // Two more for what stands around it.
  spent_ += 2 + (value->IsObject() ? 0 : text.size());
  return text;
}

std::string Inspector::FormatObject(v8::Local<v8::Object> object) {
  if (std::ranges::any_of(ancestors_, [&](v8::Local<v8::Object> ancestor) {
        return ancestor == object;
      })) {
    return "[Circular]";
  }
  const bool is_leaf = object->IsFunction() || object->IsDate() ||
                       object->IsRegExp() || IsError(object);
  if (AtLimit() || (static_cast<int>(ancestors_.size()) >= options_.max_depth &&
                    !is_leaf && !object->IsProxy())) {
    return object->IsArray()   ? "[Array]"
           : object->IsProxy() ? "[Proxy]"
                               : "[" + ClassName(object) + "]";
  }
  ancestors_.push_back(object);
  std::string text = FormatContents(object);
  ancestors_.pop_back();
  return text;
}

std::string Inspector::FormatContents(v8::Local<v8::Object> object) {
  if (object->IsProxy()) {
    return FormatProxy(object.As<v8::Proxy>());
  }
  if (object->IsFunction()) {
    return FormatFunction(object.As<v8::Function>());
  }
  if (object->IsArray() || object->IsArgumentsObject()) {
    return FormatArray(object);
  }
  if (object->IsTypedArray()) {
    return FormatTypedArray(object.As<v8::TypedArray>());
  }
  if (object->IsArrayBuffer() || object->IsSharedArrayBuffer() ||
      object->IsDataView()) {
    return FormatBuffer(object);
  }
  if (object->IsMap() || object->IsSet() || object->IsMapIterator() ||
      object->IsSetIterator()) {
    return FormatCollection(object);
  }
  if (object->IsPromise()) {
    return FormatPromise(object.As<v8::Promise>());
  }
  if (IsError(object)) {
    return FormatError(object);
  }
  if (object->IsDate()) {
    return WithProperties(FormatDate(object.As<v8::Date>()->ValueOf()), object);
  }
  if (object->IsRegExp()) {
    return WithProperties(FormatRegExp(object.As<v8::RegExp>()), object);
  }
  if (object->IsNumberObject() || object->IsStringObject() ||
      object->IsBooleanObject() || object->IsBigIntObject() ||
      object->IsSymbolObject()) {
    return FormatBoxed(object);
  }
  return FormatPlain(object);
}

std::string Inspector::FormatProxy(v8::Local<v8::Proxy> proxy) {
  const v8::Local<v8::Value> target = proxy->GetTarget();
  return target->IsObject() ? "Proxy " + Format(target) : "Proxy <revoked>";
}

std::string Inspector::FormatFunction(v8::Local<v8::Function> function) {
  std::string kind = function->IsGeneratorFunction() ? "GeneratorFunction"
                     : function->IsAsyncFunction()   ? "AsyncFunction"
                                                     : "Function";
  v8::Local<v8::String> source;
  if (function->FunctionProtoToString(context_).ToLocal(&source) &&
      source->Length() < 1'000'000 &&
      ToUtf8(isolate_, source).starts_with("class")) {
    kind = "class";
  }
  std::string head = "[" + kind;
  v8::Local<v8::Value> name;
  if (GetOwnData(context_, function, NewName(isolate_, "name"))
          .ToLocal(&name) &&
      name->IsString() && name.As<v8::String>()->Length() != 0) {
    head += kind == "class" ? " " : ": ";
    head += ToUtf8(isolate_, name.As<v8::String>());
  } else {
    head += " (anonymous)";
  }
  head += "]";
  return WithProperties(std::move(head), function);
}

std::string Inspector::FormatArray(v8::Local<v8::Object> object) {
  std::string head;
  std::vector<std::string> parts;
  uint32_t length = 0;
  if (object->IsArray()) {
    length = object.As<v8::Array>()->Length();
    if (const std::string name = ClassName(object); name != "Array") {
      head = name + "(" + std::to_string(length) + ") ";
    }
  } else {
    head = "[Arguments] ";
    v8::Local<v8::Value> value;
    if (GetOwnData(context_, object, NewName(isolate_, "length"))
            .ToLocal(&value) &&
        value->IsUint32()) {
      length = value.As<v8::Uint32>()->Value();
    }
  }
  // An array can be four thousand million holes long, so count those that are
  // passed, not only what is printed.
  constexpr uint32_t kMaxScan = 100'000;
  uint32_t holes = 0;
  const auto flush_holes = [&] {
    if (holes != 0) {
      parts.push_back("<" + std::to_string(holes) +
                      (holes == 1 ? " empty item>" : " empty items>"));
      holes = 0;
    }
  };
  uint32_t i = 0;
  for (; i < length && i < kMaxScan && parts.size() < options_.max_items &&
         !AtLimit();
       ++i) {
    v8::HandleScope handle_scope(isolate_);
    if (!object->HasOwnProperty(context_, i).FromMaybe(false)) {
      ++holes;
      continue;
    }
    flush_holes();
    v8::Local<v8::String> key;
    if (!v8::Number::New(isolate_, i)->ToString(context_).ToLocal(&key)) {
      break;
    }
    parts.push_back(FormatProperty(object, key));
  }
  flush_holes();
  if (i < length) {
    parts.push_back(More(length - i));
  }
  AddProperties(object, false, &parts);
  return Brackets(head, std::move(parts));
}

std::string Inspector::FormatTypedArray(v8::Local<v8::TypedArray> array) {
  const size_t length = array->Length();
  std::vector<std::string> parts;
  const size_t shown = std::min(length, options_.max_items);
  for (size_t i = 0; i < shown; ++i) {
    v8::HandleScope handle_scope(isolate_);
    v8::Local<v8::Value> element;
    parts.push_back(
        array->Get(context_, static_cast<uint32_t>(i)).ToLocal(&element)
            ? Format(element)
            : std::string(kError));
  }
  if (shown < length) {
    parts.push_back(More(length - shown));
  }
  AddProperties(array, false, &parts);
  return Brackets(ClassName(array) + "(" + std::to_string(length) + ") ",
                  std::move(parts));
}

std::string Inspector::FormatBuffer(v8::Local<v8::Object> object) {
  const std::optional<BufferBytes> bytes = BytesOf(object);
  std::vector<std::string> parts;
  if (bytes) {
    constexpr char kHex[] = "0123456789abcdef";
    parts.push_back("byteLength: " + std::to_string(bytes->bytes.size()));
    std::string dump = "bytes: <";
    const size_t shown = std::min<size_t>(bytes->bytes.size(), 50);
    for (size_t i = 0; i < shown; ++i) {
      if (i != 0) {
        dump += ' ';
      }
      dump += kHex[bytes->bytes[i] >> 4];
      dump += kHex[bytes->bytes[i] & 15];
    }
    if (shown < bytes->bytes.size()) {
      dump += " " + More(bytes->bytes.size() - shown);
    }
    parts.push_back(dump + ">");
  }
  AddProperties(object, true, &parts);
  return Braces(ClassName(object) + " ", std::move(parts));
}

std::string Inspector::FormatCollection(v8::Local<v8::Object> object) {
  bool has_keys = false;
  v8::Local<v8::Array> entries;
  std::vector<std::string> parts;
  uint32_t size = 0;
  if (object->PreviewEntries(&has_keys).ToLocal(&entries)) {
    const uint32_t step = has_keys ? 2 : 1;
    size = entries->Length() / step;
    for (uint32_t i = 0; i < size; ++i) {
      if (i == options_.max_items || AtLimit()) {
        parts.push_back(More(size - i));
        break;
      }
      v8::HandleScope handle_scope(isolate_);
      v8::Local<v8::Value> first;
      if (!entries->Get(context_, i * step).ToLocal(&first)) {
        break;
      }
      std::string part = Format(first);
      v8::Local<v8::Value> second;
      if (has_keys && entries->Get(context_, i * step + 1).ToLocal(&second)) {
        const bool is_map = object->IsMap();
        part = is_map ? part + " => " + Format(second)
                      : "[ " + part + ", " + Format(second) + " ]";
      }
      parts.push_back(std::move(part));
    }
  }
  std::string head = ClassName(object);
  if (object->IsMap() || object->IsSet()) {
    head += "(" + std::to_string(size) + ")";
  }
  AddProperties(object, true, &parts);
  return Braces(head + " ", std::move(parts));
}

std::string Inspector::FormatPromise(v8::Local<v8::Promise> promise) {
  std::vector<std::string> parts;
  switch (promise->State()) {
    case v8::Promise::kPending:
      parts.push_back("<pending>");
      break;
    case v8::Promise::kFulfilled:
      parts.push_back(Format(promise->Result()));
      break;
    case v8::Promise::kRejected:
      parts.push_back("<rejected> " + Format(promise->Result()));
      break;
  }
  AddProperties(promise, true, &parts);
  return Braces(ClassName(promise) + " ", std::move(parts));
}

std::string Inspector::FormatError(v8::Local<v8::Object> error) {
  std::string head = ErrorStack(context_, error);
  if (head.empty()) {
    head = "[" + ClassName(error) + "]";
    v8::Local<v8::Value> message;
    if (GetOwnData(context_, error, NewName(isolate_, "message"))
            .ToLocal(&message) &&
        message->IsString()) {
      head.insert(head.size() - 1,
                  ": " + ToUtf8(isolate_, message.As<v8::String>()));
    }
  }
  // These are own but not enumerable.
  std::vector<std::string> parts;
  for (const std::string_view name : {"cause", "errors"}) {
    v8::Local<v8::Value> value;
    if (GetOwnData(context_, error, NewName(isolate_, name)).ToLocal(&value)) {
      parts.push_back("[" + std::string(name) + "]: " + Format(value));
    }
  }
  AddProperties(error, true, &parts);
  return parts.empty() ? head : Braces(head + " ", std::move(parts));
}

std::string Inspector::FormatRegExp(v8::Local<v8::RegExp> regexp) {
  std::string text = "/" + ToUtf8(isolate_, regexp->GetSource()) + "/";
  // In the order in which RegExp.prototype.flags gives them.
  constexpr int kUnicodeSets = 256;  // Unnamed in V8 10.2.
  const int flags = regexp->GetFlags();
  const auto add = [&](int flag, char letter) {
    if ((flags & flag) != 0) {
      text += letter;
    }
  };
  add(v8::RegExp::kHasIndices, 'd');
  add(v8::RegExp::kGlobal, 'g');
  add(v8::RegExp::kIgnoreCase, 'i');
  add(v8::RegExp::kMultiline, 'm');
  add(v8::RegExp::kDotAll, 's');
  add(v8::RegExp::kUnicode, 'u');
  add(kUnicodeSets, 'v');
  add(v8::RegExp::kSticky, 'y');
  return text;
}

std::string Inspector::FormatBoxed(v8::Local<v8::Object> object) {
  v8::Local<v8::Value> primitive;
  std::string_view name;
  if (object->IsNumberObject()) {
    name = "Number";
    primitive =
        v8::Number::New(isolate_, object.As<v8::NumberObject>()->ValueOf());
  } else if (object->IsStringObject()) {
    name = "String";
    primitive = object.As<v8::StringObject>()->ValueOf();
  } else if (object->IsBooleanObject()) {
    name = "Boolean";
    primitive =
        v8::Boolean::New(isolate_, object.As<v8::BooleanObject>()->ValueOf());
  } else if (object->IsBigIntObject()) {
    name = "BigInt";
    primitive = object.As<v8::BigIntObject>()->ValueOf();
  } else {
    name = "Symbol";
    primitive = object.As<v8::SymbolObject>()->ValueOf();
  }
  return WithProperties(
      "[" + std::string(name) + ": " + Format(primitive) + "]", object);
}

std::string Inspector::FormatPlain(v8::Local<v8::Object> object) {
  std::string head = ClassName(object);
  if (object->IsModuleNamespaceObject()) {
    head = "[Module] ";
  } else if (compat::GetPrototype(object)->IsNull()) {
    head = "[" + head + ": null prototype] ";
  } else if (head == "Object") {
    head.clear();
  } else {
    head += ' ';
  }
  std::vector<std::string> parts;
  Realm* realm = Realm::From(context_);
  StreamView stream = ViewStream(context_, object);
  if (realm != nullptr && !stream.is_stream_object) {
    stream.attributes =
        realm->runtime().platform_objects().AttributesOf(object);
  }
  for (const NamedValue& attribute : stream.attributes) {
    parts.push_back(attribute.name + ": " + Format(attribute.value));
  }
  AddProperties(object, true, &parts,
                stream.is_stream_object ? IsStreamInside : nullptr);
  return Braces(head, std::move(parts));
}

std::string Inspector::WithProperties(std::string head,
                                      v8::Local<v8::Object> object) {
  std::vector<std::string> parts;
  // A String object's indices only repeat its value.
  AddProperties(object, !object->IsStringObject(), &parts);
  return parts.empty() ? head : Braces(head + " ", std::move(parts));
}

void Inspector::AddProperties(v8::Local<v8::Object> object,
                              bool with_indices,
                              std::vector<std::string>* parts,
                              bool (*hidden)(std::string_view name)) {
  v8::Local<v8::Array> names;
  if (!object
           ->GetPropertyNames(context_, v8::KeyCollectionMode::kOwnOnly,
                              v8::ONLY_ENUMERABLE,
                              with_indices ? v8::IndexFilter::kIncludeIndices
                                           : v8::IndexFilter::kSkipIndices,
                              v8::KeyConversionMode::kConvertToString)
           .ToLocal(&names)) {
    return;
  }
  const uint32_t count = names->Length();
  for (uint32_t i = 0; i < count; ++i) {
    if (i == options_.max_items || AtLimit()) {
      parts->push_back(More(count - i));
      return;
    }
    v8::HandleScope handle_scope(isolate_);
    v8::Local<v8::Value> name;
    if (!names->Get(context_, i).ToLocal(&name) || !name->IsName()) {
      return;
    }
    if (hidden != nullptr && name->IsString() &&
        hidden(ToUtf8(isolate_, name.As<v8::String>()))) {
      continue;
    }
    parts->push_back(FormatKey(name.As<v8::Name>()) + ": " +
                     FormatProperty(object, name.As<v8::Name>()));
  }
}

std::string Inspector::FormatProperty(v8::Local<v8::Object> object,
                                      v8::Local<v8::Name> name) {
  v8::Local<v8::Value> value;
  if (GetOwnData(context_, object, name).ToLocal(&value)) {
    return Format(value);
  }
  v8::Local<v8::Value> descriptor;
  if (!object->GetOwnPropertyDescriptor(context_, name).ToLocal(&descriptor) ||
      !descriptor->IsObject()) {
    // A module's binding that has no value yet throws even here.
    return object->IsModuleNamespaceObject() ? "<uninitialized>"
                                             : std::string(kError);
  }
  const auto is_function = [&](std::string_view key) {
    v8::Local<v8::Value> accessor;
    return GetOwnData(context_, descriptor.As<v8::Object>(),
                      NewName(isolate_, key))
               .ToLocal(&accessor) &&
           accessor->IsFunction();
  };
  return !is_function("set")   ? "[Getter]"
         : !is_function("get") ? "[Setter]"
                               : "[Getter/Setter]";
}

std::string Inspector::FormatKey(v8::Local<v8::Name> name) {
  if (name->IsSymbol()) {
    return "[" + FormatSymbol(name.As<v8::Symbol>()) + "]";
  }
  const std::string key = ToUtf8(isolate_, name.As<v8::String>());
  return IsPlainKey(key) ? key
                         : QuoteString(isolate_, name.As<v8::String>(),
                                       options_.max_string_length);
}

std::string Inspector::FormatSymbol(v8::Local<v8::Symbol> symbol) {
  v8::Local<v8::String> string;
  // Object.prototype.toString would say too little; ToDetailString does not run
  // script for a primitive.
  return symbol->ToDetailString(context_).ToLocal(&string)
             ? ToUtf8(isolate_, string)
             : std::string(kError);
}

std::string Inspector::ClassName(v8::Local<v8::Object> object) {
  const std::string name = ToUtf8(isolate_, object->GetConstructorName());
  return name.empty() ? "Object" : name;
}

}  // namespace

std::string Inspect(v8::Local<v8::Context> context,
                    v8::Local<v8::Value> value,
                    const InspectOptions& options) {
  v8::TryCatch try_catch(v8::Isolate::GetCurrent());
  std::string text = Inspector(context, options).Format(value);
  if (try_catch.HasTerminated()) {
    try_catch.ReThrow();
  }
  return text;
}

std::string ErrorStack(v8::Local<v8::Context> context,
                       v8::Local<v8::Value> error) {
  if (!error->IsNativeError() && DomExceptionState(context, error).IsEmpty()) {
    return {};
  }
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> object = error.As<v8::Object>();
  const v8::Local<v8::String> name = NewName(isolate, "stack");
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> stack;
  if (!GetOwnData(context, object, name).ToLocal(&stack)) {
    // Where V8 has made `stack` an accessor, its getter is V8's own. One that
    // comes from a script is not called.
    v8::Local<v8::Value> descriptor;
    v8::Local<v8::Value> getter;
    if (!object->GetOwnPropertyDescriptor(context, name).ToLocal(&descriptor) ||
        !descriptor->IsObject() ||
        !GetOwnData(context, descriptor.As<v8::Object>(),
                    NewName(isolate, "get"))
             .ToLocal(&getter) ||
        !getter->IsFunction() ||
        getter.As<v8::Function>()->ScriptId() !=
            v8::UnboundScript::kNoScriptId ||
        !object->Get(context, name).ToLocal(&stack)) {
      return {};
    }
  }
  return stack->IsString() ? ToUtf8(isolate, stack.As<v8::String>())
                           : std::string();
}

v8::MaybeLocal<v8::Value> GetOwnData(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     v8::Local<v8::Name> name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> descriptor;
  if (object->IsProxy() ||
      !object->GetOwnPropertyDescriptor(context, name).ToLocal(&descriptor) ||
      !descriptor->IsObject()) {
    return {};
  }
  // A descriptor inherits from Object.prototype, which is the script's to
  // change, so only what is its own counts.
  const v8::Local<v8::String> value = NewName(isolate, "value");
  if (!descriptor.As<v8::Object>()
           ->HasOwnProperty(context, value)
           .FromMaybe(false)) {
    return {};
  }
  return descriptor.As<v8::Object>()->Get(context, value);
}

}  // namespace v8_encoding::shell
