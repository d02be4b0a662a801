// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A JavaScript shell: runs one file, whose script has print(), the interfaces
// of the Encoding Standard and the built-in streams.
//
// What print() gets may have a toString() that throws, as a Symbol's does: the
// exception is the script's. What can't be opened or read, as a folder, is not
// read to its end.

#include <fstream>
#include <iostream>
#include <sstream>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/install.h"

int main(int argc, char* argv[]) {
  std::ifstream file(argc == 2 ? argv[1] : "");
  std::ostringstream js;
  file >> js.rdbuf();
  const auto platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator_shared.reset(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate* isolate = v8::Isolate::New(params);
  bool ok = false;
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    const auto print = [](const v8::FunctionCallbackInfo<v8::Value>& info) {
      v8::Isolate* i = info.GetIsolate();
      v8::Local<v8::String> line;
      if (info[0]->ToString(i->GetCurrentContext()).ToLocal(&line)) {
        std::cout << v8_encoding::EncodeToStdString(i, line).bytes << std::endl;
      }
    };
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    v8_encoding::Install(isolate, global, {.streams_globals = true});
    global->Set(isolate, "print", v8::FunctionTemplate::New(isolate, print));
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    v8::Context::Scope context_scope(context);
    v8::TryCatch e(isolate);
    v8::Local<v8::String> text;
    v8::Local<v8::Script> script;
    ok = v8_encoding::DecodeToString(isolate, js.str()).string.ToLocal(&text) &&
         file.eof() && v8::Script::Compile(context, text).ToLocal(&script) &&
         !script->Run(context).IsEmpty();
    if (e.HasCaught()) {
      std::cerr << *v8::String::Utf8Value(isolate, e.Message()->Get()) << "\n";
    } else if (!ok) {
      std::cerr << "fifty_line_shell needs a file that it can read\n";
    }
  }
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return ok && std::cout ? 0 : 1;
}
