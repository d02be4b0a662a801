// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/evaluate.h"

#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// The text of the program itself, which V8 needs no copy of.
class StaticSource : public v8::String::ExternalOneByteStringResource {
 public:
  explicit StaticSource(std::string_view text) : text_(text) {}

  const char* data() const override { return text_.data(); }
  size_t length() const override { return text_.size(); }

 private:
  const std::string_view text_;
};

}  // namespace

v8::MaybeLocal<v8::Value> CallSource(
    v8::Local<v8::Context> context,
    std::string_view text,
    std::string_view name,
    std::span<v8::Local<v8::Value>> arguments) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Context::Scope context_scope(context);
  auto* resource = new StaticSource(text);
  v8::Local<v8::String> source_text;
  v8::Local<v8::String> source_name;
  if (!v8::String::NewExternalOneByte(isolate, resource)
           .ToLocal(&source_text)) {
    delete resource;
    return {};
  }
  if (!compat::NewAsciiString(isolate, name).ToLocal(&source_name)) {
    return {};
  }
  v8::ScriptCompiler::Source source(
      source_text, compat::MakeScriptOrigin(isolate, source_name, false));
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> function;
  if (!v8::ScriptCompiler::Compile(context, &source).ToLocal(&script) ||
      !script->Run(context).ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>()->Call(context, v8::Undefined(isolate),
                                           static_cast<int>(arguments.size()),
                                           arguments.data());
}

}  // namespace v8_encoding
