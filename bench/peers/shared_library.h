// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Peers are looked up when the benchmark runs, so that it builds on a machine
// that has none of them.

#ifndef V8_ENCODING_BENCH_PEERS_SHARED_LIBRARY_H_
#define V8_ENCODING_BENCH_PEERS_SHARED_LIBRARY_H_

#include <dlfcn.h>

#include <string>

namespace v8_encoding::bench {

// A library that stays loaded to the end of the process.
class SharedLibrary {
 public:
  SharedLibrary() = default;
  explicit SharedLibrary(const std::string& path)
      : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {}

  explicit operator bool() const { return handle_ != nullptr; }

  // Sets `function` to the library's `name`; false if it has none.
  template <typename Function>
  bool Find(const std::string& name, Function*& function) const {
    function = reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_PEERS_SHARED_LIBRARY_H_
