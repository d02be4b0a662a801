// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/v8_test.h"

#include <utility>

#include "bindings/streams/sources.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

TestIsolate::TestIsolate(v8::Isolate::CreateParams params)
    : isolate_(AllocateIsolate()) {
  if (params.array_buffer_allocator == nullptr &&
      params.array_buffer_allocator_shared == nullptr) {
    params.array_buffer_allocator_shared.reset(
        v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  }
  v8::Isolate::Initialize(isolate_, params);
  isolate_->Enter();
}

TestIsolate::~TestIsolate() {
  isolate_->Exit();
  DisposeIsolate(isolate_, [this] { isolate_->Dispose(); });
}

TestSnapshotCreator::TestSnapshotCreator(
    const std::vector<intptr_t>& references,
    v8::StartupData* existing_blob)
    : isolate_(AllocateIsolate()),
      creator_(std::in_place, isolate_, references.data(), existing_blob) {}

TestSnapshotCreator::~TestSnapshotCreator() {
  DisposeIsolate(isolate_, [this] { creator_.reset(); });
}

namespace {

bool HasResizableBuffers() {
  const TestIsolate isolate;
  v8::HandleScope scope(isolate.get());
  return Evaluate(v8::Context::New(isolate.get()),
                  "'resize' in ArrayBuffer.prototype") == "true";
}

}  // namespace

// Newer V8s don't have the flag, and don't let flags be set when an isolate is
// there.
ResizableBuffers::ResizableBuffers() : needs_flag_(!HasResizableBuffers()) {
  if (needs_flag_) {
    v8::V8::SetFlagsFromString("--harmony-rab-gsab");
  }
}

ResizableBuffers::~ResizableBuffers() {
  if (needs_flag_) {
    v8::V8::SetFlagsFromString("--no-harmony-rab-gsab");
  }
}

bool HasBuiltInStreams() {
  return !kStreamsSource.empty();
}

InterfaceSet WorkingInterfaces() {
  return HasBuiltInStreams()
             ? InterfaceSet::kAll
             : InterfaceSet::kTextDecoder | InterfaceSet::kTextEncoder;
}

v8::MaybeLocal<v8::Value> EvaluateToValue(v8::Local<v8::Context> context,
                                          const std::string& source) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::EscapableHandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::String> text =
      v8::String::NewFromUtf8(isolate, source.data(),
                              v8::NewStringType::kNormal,
                              static_cast<int>(source.size()))
          .ToLocalChecked();
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  if (!v8::Script::Compile(context, text).ToLocal(&script) ||
      !script->Run(context).ToLocal(&value)) {
    return {};
  }
  return handle_scope.Escape(value);
}

std::string Evaluate(v8::Local<v8::Context> context,
                     const std::string& source) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> value;
  if (!EvaluateToValue(context, source).ToLocal(&value)) {
    if (try_catch.HasTerminated()) {
      return "terminated";
    }
    return "threw " +
           std::string(*v8::String::Utf8Value(isolate, try_catch.Exception()));
  }
  return *v8::String::Utf8Value(isolate, value);
}

v8::Local<v8::Context> NewContext(v8::Isolate* isolate) {
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  Install(isolate, global);
  return scope.Escape(v8::Context::New(isolate, nullptr, global));
}

V8Test::V8Test()
    : handle_scope_(isolate()),
      context_(NewContext(isolate())),
      context_scope_(context_) {}

}  // namespace v8_encoding::testing
