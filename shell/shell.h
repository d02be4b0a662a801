// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The whole JavaScript shell in one isolate: a Runtime whose realms have the
// globals of all rooms, with scripts and modules to run in them.

#ifndef V8_ENCODING_SHELL_SHELL_H_
#define V8_ENCODING_SHELL_SHELL_H_

#include <string>
#include <string_view>

#include "shell/runtime/runtime.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding::shell {

class Shell final : public Runtime {
 public:
  Shell(v8::Isolate* isolate, RuntimeOptions options);
  // No script may be running.
  ~Shell();

  Realm* CreateRealm() override;

  // Adds the shell's globals to a context of the host's, whose embedder data is
  // used at Realm::kContextSlot. Null if V8 refused.
  Realm* AdoptContext(v8::Local<v8::Context> context);

  // These run one piece of JavaScript, report what it throws, and leave
  // microtasks and everything later to RunEventLoop(). False if it threw.
  bool RunScript(Realm& realm, std::string_view source, std::string_view name);
  bool RunModule(Realm& realm, std::string_view source, std::string_view name);
  bool RunScriptFile(Realm& realm, const std::string& path);
  bool RunModuleFile(Realm& realm, const std::string& path);

  // RunScript(), which also writes the script's value as print() does.
  bool PrintScript(Realm& realm,
                   std::string_view source,
                   std::string_view name);

 private:
  static v8::MaybeLocal<v8::Context> OnShadowRealm(
      v8::Local<v8::Context> initiator);

  std::string FormatUncaught(Realm& realm,
                             v8::Local<v8::Value> error,
                             v8::Local<v8::Message> message,
                             Origin origin,
                             std::string_view file) override;

  // Of what a ShadowRealm has, only what the standards expose everywhere. Null
  // if V8 can't make a context.
  Realm* CreateRealm(bool is_shadow_realm);
  // Empty, with what was thrown reported.
  v8::MaybeLocal<v8::Value> EvaluateAndReport(Realm& realm,
                                              std::string_view source,
                                              std::string_view name);
  bool RunFile(Realm& realm, const std::string& path, bool is_module);

  const Interfaces interfaces_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_SHELL_H_
