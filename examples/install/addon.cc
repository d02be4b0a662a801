// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// An embedder inside another one: an add-on of Node's makes a context of its
// own, without Node's globals but with TextDecoder and TextEncoder, and prints
// the value of a script there. For the V8s that are to be had inside Node
// alone.
//
//   node -e 'require("./addon.node")'

#include <cstdio>
#include <tuple>

#include "node.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace {

constexpr char kScript[] = R"(
  const bytes = new Uint8Array([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]);
  const text = new TextDecoder('windows-1251').decode(bytes);
  // The library has the memory of long strings, and frees it when V8 says so: at
  // the latest when the isolate ends, in a Worker behind the add-on's end.
  const long = new TextDecoder('koi8-r').decode(new Uint8Array(3000000));
  `${text}: ${new TextEncoder().encode(text).length} bytes in UTF-8`;
)";

}  // namespace

NODE_MODULE_INIT() {
  // Parameters by the macro's names; an add-on with exports needs them.
  std::ignore = std::tie(exports, module, context);

  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global);
  v8::Local<v8::Context> own_context =
      v8::Context::New(isolate, nullptr, global);

  v8::Context::Scope context_scope(own_context);
  v8::Local<v8::String> source =
      v8::String::NewFromUtf8Literal(isolate, kScript);
  v8::Local<v8::Script> script =
      v8::Script::Compile(own_context, source).ToLocalChecked();
  v8::Local<v8::Value> value = script->Run(own_context).ToLocalChecked();
  puts(*v8::String::Utf8Value(isolate, value));
}
