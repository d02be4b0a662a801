// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/realm/private_key.h"

#include <cinttypes>
#include <cstdio>

#include "bindings/memory/short_text.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

v8::Local<v8::String> NameInBuild(v8::Isolate* isolate, std::string_view name) {
  char build[17];
  std::snprintf(build, sizeof(build), "%016" PRIx64, kSourcesHash);
  // Short and ASCII: it can't fail but for lack of memory, which V8 doesn't
  // survive.
  return compat::NewAsciiString(isolate,
                                ShortText("v8_encoding.", build, ".", name))
      .ToLocalChecked();
}

}  // namespace

v8::Local<v8::Private> PrivateKey(v8::Isolate* isolate, std::string_view name) {
  return v8::Private::ForApi(isolate, NameInBuild(isolate, name));
}

v8::Local<v8::Private> PrivateKey(v8::Isolate* isolate,
                                  v8::Local<v8::String> name) {
  return v8::Private::ForApi(
      isolate, v8::String::Concat(isolate, NameInBuild(isolate, ""), name));
}

}  // namespace v8_encoding
