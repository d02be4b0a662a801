// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// State of the rooms above this one, kept by a realm or a runtime that knows
// none of them: ModuleLoader, Prelude and ConsoleState of a realm; FileTable,
// WebInterfaces and PristineRealm of a runtime.

#ifndef V8_ENCODING_SHELL_RUNTIME_ATTACHMENTS_H_
#define V8_ENCODING_SHELL_RUNTIME_ATTACHMENTS_H_

#include <memory>
#include <utility>
#include <vector>

namespace v8_encoding::shell {

// At most one object of each type.
class Attachments {
 public:
  // The object of type T, made as T(owner) at the first call.
  template <typename T, typename Owner>
  T& Get(Owner& owner) {
    static constexpr char kType = 0;  // The address stands for T.
    for (const auto& [type, object] : objects_) {
      if (type == &kType) {
        return *static_cast<T*>(object.get());
      }
    }
    // The constructor may ask for other attachments.
    auto object = std::make_shared<T>(owner);
    objects_.emplace_back(&kType, object);
    return *object;
  }

 private:
  std::vector<std::pair<const char*, std::shared_ptr<void>>> objects_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_ATTACHMENTS_H_
