// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/sequences.h"

#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

// What a step of the iterator protocol gave. Empty with an exception pending,
// also where it is no object.
v8::MaybeLocal<v8::Object> RequireObject(v8::MaybeLocal<v8::Value> result,
                                         std::string_view message) {
  v8::Local<v8::Value> value;
  if (!result.ToLocal(&value)) {
    return {};
  }
  if (!value->IsObject()) {
    ThrowTypeError(v8::Isolate::GetCurrent(), message);
    return {};
  }
  return value.As<v8::Object>();
}

v8::MaybeLocal<v8::Array> ConvertIterable(v8::Local<v8::Context> context,
                                          v8::Local<v8::Object> iterable,
                                          v8::Local<v8::Function> method,
                                          const ConvertElement& convert) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> iterator;
  v8::Local<v8::Value> next;
  if (!RequireObject(method->Call(context, iterable, 0, nullptr),
                     "The iterator is not an object.")
           .ToLocal(&iterator) ||
      !iterator->Get(context, NewName(isolate, "next")).ToLocal(&next)) {
    return {};
  }
  if (!next->IsFunction()) {
    ThrowTypeError(isolate, "The iterator's next is not a function.");
    return {};
  }
  std::vector<v8::Local<v8::Value>> elements;
  while (true) {
    v8::Local<v8::Object> result;
    v8::Local<v8::Value> done;
    v8::Local<v8::Value> value;
    if (!RequireObject(
             next.As<v8::Function>()->Call(context, iterator, 0, nullptr),
             "The iterator's result is not an object.")
             .ToLocal(&result) ||
        !result->Get(context, NewName(isolate, "done")).ToLocal(&done)) {
      return {};
    }
    if (done->BooleanValue(isolate)) {
      return NewArray(isolate, elements);
    }
    if (!result->Get(context, NewName(isolate, "value")).ToLocal(&value) ||
        !convert(value).ToLocal(&value)) {
      return {};
    }
    elements.push_back(value);
  }
}

// *GetMethod* of @@iterator: false with an exception pending, and an empty
// method if there is none.
bool GetIteratorMethod(v8::Local<v8::Context> context,
                       v8::Local<v8::Object> object,
                       v8::Local<v8::Function>* method) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> value;
  if (!object->Get(context, v8::Symbol::GetIterator(isolate)).ToLocal(&value)) {
    return false;
  }
  if (value->IsNullOrUndefined()) {
    return true;
  }
  if (!value->IsFunction()) {
    ThrowTypeError(isolate, "The value's Symbol.iterator is not a function.");
    return false;
  }
  *method = value.As<v8::Function>();
  return true;
}

v8::MaybeLocal<v8::Value> ToTransferable(v8::Local<v8::Value> value) {
  v8::Local<v8::Object> object;
  return RequireObject(value,
                       "An element of the transfer list is not an object.")
                 .ToLocal(&object)
             ? object.As<v8::Value>()
             : v8::MaybeLocal<v8::Value>();
}

}  // namespace

v8::Local<v8::Array> NewArray(v8::Isolate* isolate,
                              const std::vector<v8::Local<v8::Value>>& list) {
  std::vector<v8::Local<v8::Value>> elements = list;
  return v8::Array::New(isolate, elements.data(), elements.size());
}

v8::MaybeLocal<v8::Array> ConvertSequence(v8::Local<v8::Context> context,
                                          v8::Local<v8::Value> value,
                                          const ConvertElement& convert) {
  v8::Local<v8::Function> method;
  if (value->IsObject() &&
      !GetIteratorMethod(context, value.As<v8::Object>(), &method)) {
    return {};
  }
  if (method.IsEmpty()) {
    ThrowTypeError(v8::Isolate::GetCurrent(), "The value is not iterable.");
    return {};
  }
  return ConvertIterable(context, value.As<v8::Object>(), method, convert);
}

v8::MaybeLocal<v8::Array> ToTransferList(v8::Local<v8::Context> context,
                                         v8::Local<v8::Value> value,
                                         bool or_sequence) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (value->IsNullOrUndefined()) {
    return v8::Array::New(isolate);
  }
  if (!value->IsObject()) {
    ThrowTypeError(isolate, "The options are not an object.");
    return {};
  }
  const auto object = value.As<v8::Object>();
  if (or_sequence) {
    v8::Local<v8::Function> method;
    if (!GetIteratorMethod(context, object, &method)) {
      return {};
    }
    if (!method.IsEmpty()) {
      return ConvertIterable(context, object, method, ToTransferable);
    }
  }
  v8::Local<v8::Value> transfer;
  if (!object->Get(context, NewName(isolate, "transfer")).ToLocal(&transfer)) {
    return {};
  }
  if (transfer->IsUndefined()) {
    return v8::Array::New(isolate);
  }
  return ConvertSequence(context, transfer, ToTransferable);
}

}  // namespace v8_encoding::shell
