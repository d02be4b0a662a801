// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A realm's part of the web's interfaces that are written in JavaScript, and
// what that JavaScript needs of the shell. It is compiled when one of the
// interfaces is first used, and relies on nothing that scripts may have changed
// by then: see prelude/README.md.

#ifndef V8_ENCODING_SHELL_WEB_PRELUDE_H_
#define V8_ENCODING_SHELL_WEB_PRELUDE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/web/web_interfaces.h"
#include "v8.h"

namespace v8_encoding::shell {

class Realm;

// How far an interface is exposed: to every global object, as those of
// ShadowRealms, or to those of windows and workers, which have them all.
enum class Exposure : uint8_t { kEverywhere, kAll };

class Prelude {
 public:
  explicit Prelude(Realm& realm) : realm_(realm) {}
  Prelude(const Prelude&) = delete;
  Prelude& operator=(const Prelude&) = delete;

  // Defines on the global object what it doesn't have yet, each to be loaded
  // when it is first looked at. False if V8 refused.
  bool DefineGlobals(v8::Local<v8::Context> context, Exposure exposure);

  // The interface object. Empty with an exception pending.
  v8::MaybeLocal<v8::Function> GetInterfaceObject(std::string_view name);

  // A new object around a state.
  v8::MaybeLocal<v8::Object> Wrap(std::string_view name,
                                  v8::Local<v8::Object> state);

  // Its stack is that of the call, if none is given. If one is, no script
  // runs.
  v8::MaybeLocal<v8::Object> NewDomException(v8::Local<v8::Value> message,
                                             v8::Local<v8::Value> name,
                                             v8::Local<v8::Value> stack = {});

  // Calls what a file has put into `prelude`: a function that returns an
  // object. Empty with an exception pending.
  v8::MaybeLocal<v8::Object> Call(std::string_view function,
                                  v8::Local<v8::Value> argument);

  // For the templates' functions.
  void CallMember(size_t index,
                  const v8::FunctionCallbackInfo<v8::Value>& info);

  // For prelude/*.js.
  void Define(v8::Local<v8::Object> options, v8::Local<v8::Array> members);

 private:
  struct RealmInterface {
    v8::Global<v8::Function> implementation;
    v8::Global<v8::Function> interface_object;
  };

  // False with an exception pending.
  bool Load();
  bool RunFiles(v8::Local<v8::Context> context);
  v8::MaybeLocal<v8::Function> GetInterfaceObject(size_t index);
  void Construct(size_t index, const v8::FunctionCallbackInfo<v8::Value>& info);
  bool Connect(v8::Local<v8::Context> context,
               v8::Local<v8::Object> object,
               v8::Local<v8::Object> state);
  WebInterfaces& interfaces();

  Realm& realm_;
  bool is_loaded_ = false;
  std::vector<RealmInterface> interfaces_;
  std::vector<v8::Global<v8::Value>> implementations_;  // by member
  v8::Global<v8::Object> exports_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_PRELUDE_H_
