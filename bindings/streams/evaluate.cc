// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/evaluate.h"

#include <memory>
#include <new>

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

v8::MaybeLocal<v8::String> NewSourceText(v8::Isolate* isolate,
                                         std::string_view text) {
  auto* const resource = new (std::nothrow) StaticSource(text);
  if (resource == nullptr) {
    return v8::String::NewFromOneByte(
        isolate, reinterpret_cast<const uint8_t*>(text.data()),
        v8::NewStringType::kNormal, static_cast<int>(text.size()));
  }
  v8::MaybeLocal<v8::String> string =
      v8::String::NewExternalOneByte(isolate, resource);
  if (string.IsEmpty()) {
    // Untested: V8 refuses only strings longer than this one by far.
    delete resource;
  }
  return string;
}

v8::MaybeLocal<v8::UnboundScript> Compile(v8::Local<v8::Context> context,
                                          std::string_view text,
                                          std::string_view name,
                                          std::span<const uint8_t> code_cache) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::String> source_text;
  v8::Local<v8::String> source_name;
  if (!NewSourceText(isolate, text).ToLocal(&source_text) ||
      !compat::NewAsciiString(isolate, name).ToLocal(&source_name)) {
    // Untested: V8 refuses only strings longer than these by far.
    return {};
  }
  const v8::ScriptOrigin origin =
      compat::MakeScriptOrigin(isolate, source_name, false);
  // The Source deletes the CachedData.
  auto* const cached_data =
      code_cache.empty()
          ? nullptr
          : new (std::nothrow) v8::ScriptCompiler::CachedData(
                code_cache.data(), static_cast<int>(code_cache.size()));
  if (cached_data == nullptr) {
    v8::ScriptCompiler::Source source(source_text, origin);
    return v8::ScriptCompiler::CompileUnboundScript(isolate, &source);
  }
  v8::ScriptCompiler::Source source(source_text, origin, cached_data);
  return v8::ScriptCompiler::CompileUnboundScript(
      isolate, &source, v8::ScriptCompiler::kConsumeCodeCache);
}

}  // namespace

v8::MaybeLocal<v8::Value> CallSource(v8::Local<v8::Context> context,
                                     std::string_view text,
                                     std::string_view name,
                                     std::span<v8::Local<v8::Value>> arguments,
                                     std::span<const uint8_t> code_cache) {
  v8::Context::Scope context_scope(context);
  v8::Local<v8::UnboundScript> script;
  v8::Local<v8::Value> function;
  if (!Compile(context, text, name, code_cache).ToLocal(&script) ||
      !script->BindToCurrentContext()->Run(context).ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>()->Call(
      context, v8::Undefined(compat::GetIsolate(context)),
      static_cast<int>(arguments.size()), arguments.data());
}

std::vector<uint8_t> CodeCacheOf(v8::Local<v8::Context> context,
                                 std::string_view text,
                                 std::string_view name) {
  v8::Context::Scope context_scope(context);
  v8::Local<v8::UnboundScript> script;
  if (!Compile(context, text, name, {}).ToLocal(&script)) {
    return {};
  }
  const std::unique_ptr<v8::ScriptCompiler::CachedData> data(
      v8::ScriptCompiler::CreateCodeCache(script));
  return data == nullptr
             ? std::vector<uint8_t>()
             : std::vector<uint8_t>(data->data, data->data + data->length);
}

}  // namespace v8_encoding
