// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces of prelude/*.js as V8 templates.
//
// Each interface is a JavaScript class there, whose instances are the *states*
// of the objects that scripts see. Such an object is an instance of the
// template, with its state in an internal field; the state has it as `object`.
// Members of the template call those of the class, with the state as `this`.
// So V8 checks the receivers, in whatever realm an object was made, nothing of
// the prelude is within reach of scripts, and structured cloning takes the
// objects for what they are, a host's.

#ifndef V8_ENCODING_SHELL_WEB_WEB_INTERFACES_H_
#define V8_ENCODING_SHELL_WEB_WEB_INTERFACES_H_

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/runtime/runtime.h"
#include "v8.h"

namespace v8_encoding::shell {

// Those of one runtime, shared by its realms, each of which defines them in the
// same order with what implements them there.
class WebInterfaces {
 public:
  struct Member {
    enum class Kind {
      kConstructor,
      kOperation,
      kStaticOperation,
      kGetter,
      kSetter,
      kField,  // an attribute that is a property of the state
      kConstant,
    };
    Kind kind;
    size_t interface_index;
    std::string name;
    int length;
  };

  struct Interface {
    std::string name;
    std::optional<size_t> parent;
    bool is_constructible;
    bool inherits_from_error;
    v8::Global<v8::FunctionTemplate> function_template;
    // The getters of attributes that each object has itself, those of the
    // parent included: templates don't inherit these.
    std::map<std::string, v8::Global<v8::FunctionTemplate>> unforgeable;
  };

  explicit WebInterfaces(Runtime& runtime) : isolate_(runtime.isolate()) {}
  WebInterfaces(const WebInterfaces&) = delete;
  WebInterfaces& operator=(const WebInterfaces&) = delete;

  size_t size() const { return interfaces_.size(); }
  const Interface& at(size_t index) const { return interfaces_[index]; }
  const Member& member(size_t index) const { return members_[index]; }
  std::optional<size_t> Find(std::string_view name) const;

  // Adds the next interface. `options` and `members` come from
  // prelude/interfaces.js.
  void Add(v8::Local<v8::Context> context,
           std::string name,
           std::optional<size_t> parent,
           v8::Local<v8::Object> options,
           std::span<const v8::Local<v8::Object>> members);

  // The state of an object that implements the interface; empty for any other
  // value.
  v8::MaybeLocal<v8::Object> Unwrap(std::string_view name,
                                    v8::Local<v8::Value> value) const;

  // Set while a task runs no script but the prelude's: then a listener is
  // called with an empty stack, and microtasks run after it.
  bool at_task_level = false;

 private:
  v8::Isolate* const isolate_;
  std::vector<Interface> interfaces_;
  std::vector<Member> members_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_WEB_INTERFACES_H_
