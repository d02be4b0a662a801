// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A host whose exceptions have a `code`, as Node's have, from a table that
// comes as the data of the installation: so that two parts of a program can use
// one hook.

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/error_hook.h"
#include "v8_encoding/install.h"

namespace {

using v8_encoding::ErrorCode;

const char* CodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUnknownLabel:
      return "ENCODING_NOT_SUPPORTED";
    case ErrorCode::kMalformedData:
      return "ENCODING_INVALID_DATA";
    case ErrorCode::kInvalidArgumentType:
    case ErrorCode::kMissingArgument:
      return "INVALID_ARG_TYPE";
    case ErrorCode::kOutOfMemory:
    case ErrorCode::kStringTooLong:
      return "TOO_LARGE";
    default:
      return "OTHER";
  }
}

// Adds the property `code`: the prefix that is the installation's data, and a
// name. An exception that is left pending here would be thrown in its place.
void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode code) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> prefix;
  v8::Local<v8::String> name;
  if (v8_encoding::GetInstallData(context).ToLocal(&prefix) &&
      v8::String::NewFromUtf8(isolate, CodeOf(code)).ToLocal(&name)) {
    std::ignore = error->CreateDataProperty(
        context, v8::String::NewFromUtf8Literal(isolate, "code"),
        v8::String::Concat(isolate, prefix.As<v8::String>(), name));
  }
}

constexpr const char* kScripts[] = {
    "new TextDecoder('utf-9')",
    "new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xFF]))",
    "new TextDecoder().decode('text')",
    "TextDecoder()",
};

std::string Evaluate(v8::Local<v8::Context> context, const char* text) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  if (!v8::Script::Compile(
           context, v8::String::NewFromUtf8(isolate, text).ToLocalChecked())
           .ToLocal(&script) ||
      !script->Run(context).ToLocal(&value)) {
    value = try_catch.Exception();
  }
  // Null, and 0 long, of a value whose toString() throws.
  const v8::String::Utf8Value result(isolate, value);
  return {*result, static_cast<size_t>(result.length())};
}

void RunScripts(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  v8_encoding::InstallOptions options;
  options.error_hook = AddCode;
  options.data = v8::String::NewFromUtf8Literal(isolate, "ERR_");
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global, options);
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
  for (const char* script : kScripts) {
    const std::string caught = "try { " + std::string(script) +
                               " } catch ({name, code}) { name + ' ' + code }";
    puts(Evaluate(context, caught.c_str()).c_str());
  }
}

}  // namespace

int main() {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  RunScripts(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
