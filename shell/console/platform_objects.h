// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The attributes of platform objects, which are getters of their prototypes:
// what there is to see of a TextDecoder, which has no properties of its own.

#ifndef V8_ENCODING_SHELL_CONSOLE_PLATFORM_OBJECTS_H_
#define V8_ENCODING_SHELL_CONSOLE_PLATFORM_OBJECTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

class Realm;
class Runtime;

struct NamedValue {
  std::string name;
  v8::Local<v8::Value> value;
};

// Those of one runtime. Scripts can replace getters and derive classes, so none
// is taken from the object or its prototypes: a realm that no script ever sees
// has the interfaces as they were made, and V8 lets their getters work on
// objects of all realms, and on no others.
class PlatformObjects {
 public:
  explicit PlatformObjects(Runtime& runtime) : runtime_(runtime) {}
  PlatformObjects(const PlatformObjects&) = delete;
  PlatformObjects& operator=(const PlatformObjects&) = delete;

  // In the order of the interface, the parent's first; none for any other
  // object. Runs no code of scripts and throws nothing.
  std::vector<NamedValue> AttributesOf(v8::Local<v8::Object> object);

 private:
  struct Attribute {
    std::string name;
    v8::Global<v8::Function> getter;
  };
  using Interface = std::vector<Attribute>;

  // Adds an interface's own attributes, if it has any.
  void AddInterface(v8::Local<v8::Value> interface_object);
  void AddEncodingInterfaces();
  void AddWebInterfaces();

  Runtime& runtime_;
  Realm* pristine_realm_ = nullptr;
  std::vector<Interface> interfaces_;
  size_t web_interface_count_ = 0;  // of those in interfaces_
};

// A stream of the bundled ones, or another of their objects, which are ordinary
// ones with the state of their insides in properties.
struct StreamView {
  bool is_stream_object = false;  // else the rest is empty
  std::vector<NamedValue> attributes;
};
StreamView ViewStream(v8::Local<v8::Context> context,
                      v8::Local<v8::Object> object);

// Of the own properties of such an object, those that are insides.
inline bool IsStreamInside(std::string_view property) {
  return property.starts_with('_');
}

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_PLATFORM_OBJECTS_H_
