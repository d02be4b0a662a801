// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// run(json, filter, ...flags): bench/strings_benchmark.h in Node's V8.

#include "bench/strings_benchmark.h"

#include "node.h"
#include "v8.h"

namespace {

void Run(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  std::vector<std::string> arguments;
  for (int i = 0; i < info.Length(); ++i) {
    const v8::String::Utf8Value argument(isolate, info[i]);
    arguments.emplace_back(*argument, static_cast<size_t>(argument.length()));
  }
  info.GetReturnValue().Set(arguments.size() >= 2 &&
                            v8_encoding::bench::RunStringsBenchmark(
                                isolate, arguments[0], arguments[1],
                                {arguments.begin() + 2, arguments.end()}));
}

}  // namespace

NODE_MODULE_INIT() {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  exports
      ->Set(context, v8::String::NewFromUtf8Literal(isolate, "run"),
            v8::Function::New(context, Run).ToLocalChecked())
      .Check();
}
