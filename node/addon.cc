// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The shell as a Node add-on: what main.cc is to the program. Platform and
// isolate are Node's; the context that scripts run in is ours alone, or Node's
// where scripts are to use the streams that it has.

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/v8_compat.h"
#include "node.h"
#include "shell/files/descriptors.h"
#include "shell/shell.h"
#include "shell/v8_flags.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "v8.h"

// Node's listener to uncaught exceptions. It ends the process if one comes from
// a context that isn't Node's. No header of Node's declares it; should a Node
// come without it, then that is what happens.
namespace node::errors {
[[gnu::weak, gnu::visibility("default")]] void PerIsolateMessageListener(
    v8::Local<v8::Message> message,
    v8::Local<v8::Value> error);
}  // namespace node::errors

namespace v8_encoding::shell {
namespace {

// Takes away what Node does about exceptions that nobody catches, and about
// stacks: it knows none but its own contexts.
void QuietNode(v8::Isolate* isolate) {
  isolate->SetPrepareStackTraceCallback(nullptr);
  if (node::errors::PerIsolateMessageListener != nullptr) {
    isolate->RemoveMessageListeners(node::errors::PerIsolateMessageListener);
  }
}

std::vector<std::string> ToStrings(v8::Local<v8::Context> context,
                                   v8::Local<v8::Array> array) {
  std::vector<std::string> strings;
  for (uint32_t i = 0; i < array->Length(); ++i) {
    v8::Local<v8::Value> element;
    if (array->Get(context, i).ToLocal(&element)) {
      strings.push_back(ToUtf8(context, element).value_or(""));
    }
  }
  return strings;
}

// Node's context has Node's streams, which are looked for when the interfaces
// are installed there. Contexts that scripts make beside it have none.
v8::MaybeLocal<v8::Function> OwnStreams(v8::Local<v8::Context> context) {
  v8::Local<v8::Value> transform_stream;
  if (!context->Global()
           ->Get(context,
                 NewString(compat::GetIsolate(context), "TransformStream"))
           .ToLocal(&transform_stream)) {
    return {};
  }
  return transform_stream->IsFunction() ? IntrinsicStreams(context)
                                        : BuiltInStreams(context);
}

// run(code or path, is it code, is it a module, scriptArgs, runTicks, is code's
// value printed) returns the exit code. Nothing of Node's can be relied on
// after it. With runTicks, the function that calls what process.nextTick() has
// put off, which Node's streams do, scripts run in Node's context.
void Run(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> node_context = isolate->GetCurrentContext();
  const std::string code_or_path = ToUtf8(node_context, info[0]).value_or("");
  const bool is_code = info[1]->BooleanValue(isolate);
  const bool is_module = info[2]->BooleanValue(isolate);
  const bool own_streams = info[4]->IsFunction();
  const bool prints_value = info[5]->BooleanValue(isolate);
  node::MultiIsolatePlatform* platform =
      node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(node_context));

  Realm* realm = nullptr;
  FdOutput out(STDOUT_FILENO);
  FdOutput error_out(STDERR_FILENO, FdOutput::Buffering::kNone);
  RuntimeOptions options;
  options.script_args = ToStrings(node_context, info[3].As<v8::Array>());
  if (own_streams) {
    options.install = {.streams = OwnStreams};
  }
  options.out = &out;
  options.error_out = &error_out;
  options.pump_platform_task = [&] {
    if (own_streams) {
      // With the microtasks that it makes, so there's nothing more to pump.
      v8::TryCatch try_catch(isolate);
      if (info[4]
              .As<v8::Function>()
              ->Call(node_context, v8::Undefined(isolate), 0, nullptr)
              .IsEmpty()) {
        realm->runtime().ReportException(*realm, try_catch);
      }
    }
    return platform->FlushForegroundTasks(isolate);
  };

  if (own_streams) {
    // That of the runtime's realms, which may look into each other.
    node_context->SetSecurityToken(v8::Undefined(isolate));
  }
  QuietNode(isolate);
  Shell shell(isolate, std::move(options));
  realm = own_streams ? shell.AdoptContext(node_context) : shell.CreateRealm();
  if (realm == nullptr) {
    ThrowError(isolate, "V8 could not make a context");
    return;
  }
  if (is_code && is_module) {
    shell.RunModule(*realm, code_or_path, "<eval>");
  } else if (is_code && prints_value) {
    shell.PrintScript(*realm, code_or_path, "<eval>");
  } else if (is_code) {
    shell.RunScript(*realm, code_or_path, "<eval>");
  } else if (is_module) {
    shell.RunModuleFile(*realm, code_or_path);
  } else {
    shell.RunScriptFile(*realm, code_or_path);
  }
  shell.RunEventLoop();
  shell.FlushOut();
  info.GetReturnValue().Set(shell.exit_code());
}

// setV8Flags(text) returns what V8 refuses, or an empty string.
void SetFlags(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const std::string flags =
      ToUtf8(isolate->GetCurrentContext(), info[0]).value_or("");
  info.GetReturnValue().Set(NewString(isolate, SetV8Flags(flags)));
}

}  // namespace
}  // namespace v8_encoding::shell

NODE_MODULE_INIT(/* exports, module, context */) {
  using namespace v8_encoding::shell;
  v8::Local<v8::Function> function;
  if (v8::Function::New(context, Run).ToLocal(&function)) {
    Define(context, exports, "run", function);
  }
  if (v8::Function::New(context, SetFlags).ToLocal(&function)) {
    Define(context, exports, "setV8Flags", function);
  }
}
