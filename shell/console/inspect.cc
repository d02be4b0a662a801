// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/inspect.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "bindings/v8_compat.h"
#include "shell/console/layout.h"
#include "shell/console/literals.h"
#include "shell/console/platform_objects.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

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
  std::string FormatPlain(v8::Local<v8::Object> object);

  // "head { properties }", or only the head if there are none.
  std::string WithProperties(const std::string& head,
                             v8::Local<v8::Object> object);

  // Adds "key: value" of each enumerable own property, but for those whose name
  // is `hidden`.
  void AddProperties(v8::Local<v8::Object> object,
                     bool with_indices,
                     std::vector<std::string>* parts,
                     bool (*hidden)(std::string_view name) = nullptr);
  std::string FormatProperty(v8::Local<v8::Object> object,
                             v8::Local<v8::Name> name);
  std::string FormatKey(v8::Local<v8::Name> name);
  std::string ClassName(v8::Local<v8::Object> object);

  std::string Braces(std::string_view head,
                     const std::vector<std::string>& parts) {
    return JoinParts(head, '{', '}', parts, options_.line_width);
  }
  std::string Brackets(std::string_view head,
                       const std::vector<std::string>& parts) {
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
  return absl::StrCat("... ", count, " more");
}

std::string Inspector::Format(v8::Local<v8::Value> value) {
  v8::HandleScope handle_scope(isolate_);
  std::string text =
      value->IsObject()
          ? FormatObject(value.As<v8::Object>())
          : FormatPrimitive(context_, value, options_.max_string_length);
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
    return WithProperties(FormatRegExp(isolate_, object.As<v8::RegExp>()),
                          object);
  }
  if (const BoxedValue boxed = Unbox(object); boxed.type != nullptr) {
    return WithProperties(
        absl::StrCat("[", boxed.type, ": ", Format(boxed.value), "]"), object);
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
  if (GetOwnData(context_, function, "name").ToLocal(&name) &&
      name->IsString() && name.As<v8::String>()->Length() != 0) {
    head += kind == "class" ? " " : ": ";
    head += ToUtf8(isolate_, name.As<v8::String>());
  } else {
    head += " (anonymous)";
  }
  head += "]";
  return WithProperties(head, function);
}

std::string Inspector::FormatArray(v8::Local<v8::Object> object) {
  std::string head;
  std::vector<std::string> parts;
  uint32_t length = 0;
  if (object->IsArray()) {
    length = object.As<v8::Array>()->Length();
    if (const std::string name = ClassName(object); name != "Array") {
      head = absl::StrCat(name, "(", length, ") ");
    }
  } else {
    head = "[Arguments] ";
    v8::Local<v8::Value> value;
    if (GetOwnData(context_, object, "length").ToLocal(&value) &&
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
      parts.push_back(
          absl::StrCat("<", holes, " empty item", holes == 1 ? ">" : "s>"));
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
  return Brackets(head, parts);
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
            : std::string(kUnreadable));
  }
  if (shown < length) {
    parts.push_back(More(length - shown));
  }
  AddProperties(array, false, &parts);
  return Brackets(absl::StrCat(ClassName(array), "(", length, ") "), parts);
}

std::string Inspector::FormatBuffer(v8::Local<v8::Object> object) {
  const std::optional<BufferBytes> bytes = BytesOf(object);
  std::vector<std::string> parts;
  if (bytes) {
    const size_t size = bytes->bytes.size();
    const size_t shown = std::min<size_t>(size, 50);
    const std::string dump = absl::StrJoin(
        bytes->bytes.first(shown), " ", [](std::string* text, uint8_t byte) {
          absl::StrAppend(text, absl::Hex(byte, absl::kZeroPad2));
        });
    parts.push_back(absl::StrCat("byteLength: ", size));
    parts.push_back(absl::StrCat(
        "bytes: <", dump, shown < size ? " " + More(size - shown) : "", ">"));
  }
  AddProperties(object, true, &parts);
  return Braces(ClassName(object) + " ", parts);
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
        if (object->IsMap()) {
          part += " => " + Format(second);
        } else {
          part.insert(0, "[ ");
          part += ", " + Format(second) + " ]";
        }
      }
      parts.push_back(std::move(part));
    }
  }
  std::string head = ClassName(object);
  if (object->IsMap() || object->IsSet()) {
    absl::StrAppend(&head, "(", size, ")");
  }
  AddProperties(object, true, &parts);
  return Braces(head + " ", parts);
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
  return Braces(ClassName(promise) + " ", parts);
}

std::string Inspector::FormatError(v8::Local<v8::Object> error) {
  std::string head = ErrorStack(context_, error);
  if (head.empty()) {
    head = "[" + ClassName(error) + "]";
    v8::Local<v8::Value> message;
    if (GetOwnData(context_, error, "message").ToLocal(&message) &&
        message->IsString()) {
      head.insert(head.size() - 1,
                  ": " + ToUtf8(isolate_, message.As<v8::String>()));
    }
  }
  // These are own but not enumerable.
  std::vector<std::string> parts;
  for (const std::string_view name : {"cause", "errors"}) {
    v8::Local<v8::Value> value;
    if (GetOwnData(context_, error, name).ToLocal(&value)) {
      parts.push_back("[" + std::string(name) + "]: " + Format(value));
    }
  }
  AddProperties(error, true, &parts);
  return parts.empty() ? head : Braces(head + " ", parts);
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
        realm->runtime().Get<PlatformObjects>().AttributesOf(object);
  }
  parts.reserve(stream.attributes.size());
  for (const NamedValue& attribute : stream.attributes) {
    parts.push_back(attribute.name + ": " + Format(attribute.value));
  }
  AddProperties(object, true, &parts,
                stream.is_stream_object ? IsStreamInside : nullptr);
  return Braces(head, parts);
}

std::string Inspector::WithProperties(const std::string& head,
                                      v8::Local<v8::Object> object) {
  std::vector<std::string> parts;
  // A String object's indices only repeat its value.
  AddProperties(object, !object->IsStringObject(), &parts);
  return parts.empty() ? head : Braces(head + " ", parts);
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
                                             : std::string(kUnreadable);
  }
  const auto is_function = [&](std::string_view key) {
    v8::Local<v8::Value> accessor;
    return GetOwnData(context_, descriptor.As<v8::Object>(), key)
               .ToLocal(&accessor) &&
           accessor->IsFunction();
  };
  return !is_function("set")   ? "[Getter]"
         : !is_function("get") ? "[Setter]"
                               : "[Getter/Setter]";
}

std::string Inspector::FormatKey(v8::Local<v8::Name> name) {
  if (name->IsSymbol()) {
    return "[" + FormatSymbol(context_, name.As<v8::Symbol>()) + "]";
  }
  const std::string key = ToUtf8(isolate_, name.As<v8::String>());
  return IsPlainKey(key) ? key
                         : QuoteString(isolate_, name.As<v8::String>(),
                                       options_.max_string_length);
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

}  // namespace v8_encoding::shell
