// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The arrays that kernels keep on the stack.

#ifndef V8_ENCODING_SRC_KERNELS_WORKSPACE_H_
#define V8_ENCODING_SRC_KERNELS_WORKSPACE_H_

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define V8_ENCODING_POISON_WORKSPACES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define V8_ENCODING_POISON_WORKSPACES 1
#endif
#endif

#ifdef V8_ENCODING_POISON_WORKSPACES
#include <sanitizer/asan_interface.h>
#endif

namespace v8_encoding::simd {

// Room for `kSize` elements, and for `kBehind` more that whole vectors may read
// or write over. Several of these in a struct are separate for the address
// sanitizer, which sees nothing of members that run over into each other.
template <typename T, size_t kSize, size_t kBehind>
class Workspace {
 public:
  static constexpr size_t size = kSize;
  static constexpr size_t behind = kBehind;

#ifdef V8_ENCODING_POISON_WORKSPACES
  Workspace() {
    ASAN_POISON_MEMORY_REGION(poisoned_, sizeof(poisoned_));
  }
  ~Workspace() {
    ASAN_UNPOISON_MEMORY_REGION(poisoned_, sizeof(poisoned_));
  }
#else
  Workspace() = default;
#endif
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Implicit, as an array's.
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T*() {
    return elements_;
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator const T*() const {
    return elements_;
  }

 private:
  alignas(8) T elements_[kSize + kBehind];
#ifdef V8_ENCODING_POISON_WORKSPACES
  alignas(8) uint8_t poisoned_[128];
#endif
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_WORKSPACE_H_
