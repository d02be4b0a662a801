// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a host's fetch() does for a body: a ReadableStream of bytes that C++
// has, read when a script wants more. The script sends them through a
// TextDecoderStream. The global object offers no streams.

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <string_view>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace {

// UTF-8, as a socket may bring it: cut within characters.
constexpr std::string_view kPieces[] = {"na\xC3", "\xAF", "ve caf\xC3",
                                        "\xA9 \xE2\x82", "\xAC"};

constexpr char kScript[] = R"(
  globalThis.text = '';
  (async () => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += `[${chunk}]`;
    }
    text += `, ${typeof ReadableStream}`;
  })();
)";

v8::Local<v8::String> ToString(v8::Isolate* isolate, const char* text) {
  return v8::String::NewFromUtf8(isolate, text).ToLocalChecked();
}

// V8 14 takes a number beside each pointer, another for each type, and V8 15
// wants one.
template <typename External>
v8::Local<External> NewExternal(v8::Isolate* isolate, void* pointer) {
  if constexpr (requires { External::New(isolate, pointer, 1); }) {
    return External::New(isolate, pointer, 1);
  } else {
    return External::New(isolate, pointer);
  }
}
template <typename External>
void* PointerOf(v8::Local<External> external) {
  if constexpr (requires { external->Value(1); }) {
    return external->Value(1);
  } else {
    return external->Value();
  }
}

// What is still to be read of a body. It must outlive the stream.
struct Body {
  size_t next = 0;
};

// pull(controller): the stream wants another chunk. A host whose bytes come
// later returns a promise.
void Pull(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> controller = info[0].As<v8::Object>();
  auto* body = static_cast<Body*>(PointerOf(info.Data().As<v8::External>()));
  if (body->next == std::size(kPieces)) {
    // With an exception pending, the stream ends with that.
    (void)v8_encoding::CloseStream(context, controller);
    return;
  }
  const std::string_view piece = kPieces[body->next++];
  v8::Local<v8::ArrayBuffer> buffer =
      v8::ArrayBuffer::New(isolate, piece.size());
  memcpy(buffer->GetBackingStore()->Data(), piece.data(), piece.size());
  v8::Local<v8::Value> chunk =
      v8::Uint8Array::New(buffer, 0, buffer->ByteLength());
  (void)v8_encoding::EnqueueChunk(context, controller, chunk);
}

// new ReadableStream({type: 'bytes', pull})
v8::MaybeLocal<v8::Object> NewStream(v8::Local<v8::Context> context,
                                     Body* body) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Function> pull;
  v8::Local<v8::Function> constructor;
  if (!v8::Function::New(context, Pull,
                         NewExternal<v8::External>(isolate, body))
           .ToLocal(&pull) ||
      !v8_encoding::GetStreamsConstructor(context, "ReadableStream")
           .ToLocal(&constructor)) {
    return {};
  }
  v8::Local<v8::Name> names[] = {ToString(isolate, "type"),
                                 ToString(isolate, "pull")};
  v8::Local<v8::Value> values[] = {ToString(isolate, "bytes"), pull};
  v8::Local<v8::Value> source =
      v8::Object::New(isolate, v8::Null(isolate), names, values, 2);
  return constructor->NewInstance(context, 1, &source);
}

void RunScript(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global);
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
  v8::Context::Scope context_scope(context);
  Body body;
  v8::Local<v8::Object> stream = NewStream(context, &body).ToLocalChecked();
  context->Global()->Set(context, ToString(isolate, "body"), stream).Check();
  v8::Script::Compile(context, ToString(isolate, kScript))
      .ToLocalChecked()
      ->Run(context)
      .ToLocalChecked();
  isolate->PerformMicrotaskCheckpoint();
  v8::Local<v8::Value> text = context->Global()
                                  ->Get(context, ToString(isolate, "text"))
                                  .ToLocalChecked();
  printf("%s, %s\n", *v8::String::Utf8Value(isolate, text),
         v8_encoding::GetStreamState(context, stream)->is_disturbed ? "read"
                                                                    : "new");
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
  RunScript(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
