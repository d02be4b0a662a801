// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/import_place.h"

#include <cstdint>
#include <iterator>

#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

v8::Local<v8::Private> Key(v8::Isolate* isolate) {
  return v8::Private::ForApi(isolate,
                             NewName(isolate, "v8_encoding.import_place"));
}

}  // namespace

void SetImportPlace(v8::Local<v8::Context> context,
                    v8::Local<v8::Object> error,
                    const ImportPlace& place) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> fields[] = {NewString(isolate, place.file),
                                   v8::Integer::New(isolate, place.line),
                                   v8::Integer::New(isolate, place.column),
                                   NewString(isolate, place.source_line)};
  (void)error->SetPrivate(context, Key(isolate),
                          v8::Array::New(isolate, fields, std::size(fields)));
}

std::optional<ImportPlace> GetImportPlace(v8::Local<v8::Context> context,
                                          v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> value;
  if (!error->IsNativeError() ||
      !error.As<v8::Object>()
           ->GetPrivate(context, Key(isolate))
           .ToLocal(&value) ||
      !value->IsArray()) {
    return std::nullopt;
  }
  v8::Local<v8::Value> fields[4];
  for (uint32_t i = 0; i < std::size(fields); ++i) {
    if (!value.As<v8::Array>()->Get(context, i).ToLocal(&fields[i])) {
      return std::nullopt;
    }
  }
  return ImportPlace{ToUtf8(isolate, fields[0].As<v8::String>()),
                     fields[1].As<v8::Int32>()->Value(),
                     fields[2].As<v8::Int32>()->Value(),
                     ToUtf8(isolate, fields[3].As<v8::String>())};
}

}  // namespace v8_encoding::shell
