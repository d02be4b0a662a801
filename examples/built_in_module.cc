// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A built-in module: scripts import the interfaces, and the global object has
// none of them.

#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace {

using v8_encoding::Interfaces;
using v8_encoding::InterfaceSet;

constexpr char kScript[] = R"(
  import {TextDecoder, TextEncoder} from 'host:encoding';
  const bytes = new TextEncoder().encode('gr\u00FC\u00DFe');
  globalThis.result = `${new TextDecoder().decode(bytes)}, ` +
                      `${bytes.length} bytes, ${typeof globalThis.TextDecoder}`;
)";

constexpr struct {
  const char* name;
  InterfaceSet interface;
} kExports[] = {
    {"TextDecoder", InterfaceSet::kTextDecoder},
    {"TextEncoder", InterfaceSet::kTextEncoder},
    {"TextDecoderStream", InterfaceSet::kTextDecoderStream},
    {"TextEncoderStream", InterfaceSet::kTextEncoderStream},
};

// The isolate's slot with the Interfaces that its contexts share.
constexpr uint32_t kInterfacesSlot = 0;

v8::Local<v8::String> ToString(v8::Isolate* isolate, const char* text) {
  return v8::String::NewFromUtf8(isolate, text).ToLocalChecked();
}

// Sets the exports of 'host:encoding', when the module is evaluated.
v8::MaybeLocal<v8::Value> Export(v8::Local<v8::Context> context,
                                 v8::Local<v8::Module> module) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const auto* interfaces =
      static_cast<const Interfaces*>(isolate->GetData(kInterfacesSlot));
  for (const auto& each : kExports) {
    v8::Local<v8::Function> constructor;
    if (!interfaces->GetConstructor(context, each.interface)
             .ToLocal(&constructor) ||
        module
            ->SetSyntheticModuleExport(isolate, ToString(isolate, each.name),
                                       constructor)
            .IsNothing()) {
      return {};
    }
  }
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(context).ToLocal(&resolver) ||
      resolver->Resolve(context, v8::Undefined(isolate)).IsNothing()) {
    return {};
  }
  return resolver->GetPromise();
}

v8::MaybeLocal<v8::Module> Resolve(v8::Local<v8::Context>,
                                   v8::Local<v8::String> specifier,
                                   v8::Local<v8::FixedArray>,
                                   v8::Local<v8::Module>) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (!specifier->StringEquals(ToString(isolate, "host:encoding"))) {
    isolate->ThrowException(
        v8::Exception::Error(ToString(isolate, "There is no such module.")));
    return {};
  }
  // A host keeps the module, for other imports in the same context. V8 12.4 and
  // newer ones want a v8::MemorySpan of the names.
  std::vector<v8::Local<v8::String>> names;
  for (const auto& each : kExports) {
    names.push_back(ToString(isolate, each.name));
  }
  return v8::Module::CreateSyntheticModule(isolate, specifier, names, Export);
}

// V8 had the isolate among a ScriptOrigin's arguments, and no longer does.
template <typename Origin>
Origin ModuleOrigin([[maybe_unused]] v8::Isolate* isolate,
                    v8::Local<v8::Value> name) {
  constexpr bool kIsModule = true;
  const v8::Local<v8::Value> no_map;
  if constexpr (std::is_constructible_v<Origin, v8::Isolate*,
                                        v8::Local<v8::Value>>) {
    return Origin(isolate, name, 0, 0, false, -1, no_map, false, false,
                  kIsModule);
  } else {
    return Origin(name, 0, 0, false, -1, no_map, false, false, kIsModule);
  }
}

// Prints what the module leaves in `result`; or what was thrown, and gives
// false.
bool RunModule(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  Interfaces interfaces(isolate);
  isolate->SetData(kInterfacesSlot, &interfaces);
  v8::Local<v8::Context> context = v8::Context::New(isolate);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);
  const auto origin =
      ModuleOrigin<v8::ScriptOrigin>(isolate, ToString(isolate, "main"));
  v8::ScriptCompiler::Source source(ToString(isolate, kScript), origin);
  v8::Local<v8::Module> module;
  v8::Local<v8::Value> value;
  bool is_done =
      v8::ScriptCompiler::CompileModule(isolate, &source).ToLocal(&module) &&
      module->InstantiateModule(context, Resolve).FromMaybe(false) &&
      module->Evaluate(context).ToLocal(&value);
  if (is_done) {
    // A module's exceptions reject its promise. A top-level await would leave
    // the promise pending, until the host has run what the module waits for.
    v8::Local<v8::Promise> promise = value.As<v8::Promise>();
    is_done = promise->State() == v8::Promise::kFulfilled &&
              context->Global()
                  ->Get(context, ToString(isolate, "result"))
                  .ToLocal(&value);
    if (promise->State() == v8::Promise::kRejected) {
      value = promise->Result();
    }
  }
  if (try_catch.HasCaught()) {
    value = try_catch.Exception();
  }
  const v8::String::Utf8Value text(isolate, value);
  fprintf(is_done ? stdout : stderr, "%s\n",
          *text == nullptr ? "(no text)" : *text);
  return is_done;
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
  const bool is_done = RunModule(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return is_done ? 0 : 1;
}
