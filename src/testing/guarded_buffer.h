// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SRC_TESTING_GUARDED_BUFFER_H_
#define V8_ENCODING_SRC_TESTING_GUARDED_BUFFER_H_

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstddef>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

namespace v8_encoding::test_support {

// Memory with unmapped pages on both sides.
class GuardedBuffer {
 public:
#if defined(_WIN32)
  explicit GuardedBuffer(size_t min_size) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    page_ = info.dwPageSize;
    size_ = (min_size + page_ - 1) / page_ * page_;
    void* map =
        VirtualAlloc(nullptr, size_ + 2 * page_, MEM_RESERVE, PAGE_NOACCESS);
    EXPECT_NE(map, nullptr);
    start_ = static_cast<uint8_t*>(map) + page_;
    EXPECT_EQ(VirtualAlloc(start_, size_, MEM_COMMIT, PAGE_READWRITE), start_);
  }
  ~GuardedBuffer() {
    VirtualFree(start_ - page_, 0, MEM_RELEASE);
  }
#else
  explicit GuardedBuffer(size_t min_size) {
    page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_ = (min_size + page_ - 1) / page_ * page_;
    void* map = mmap(nullptr, size_ + 2 * page_, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(map, MAP_FAILED);
    start_ = static_cast<uint8_t*>(map) + page_;
    EXPECT_EQ(mprotect(start_, size_, PROT_READ | PROT_WRITE), 0);
  }
  ~GuardedBuffer() {
    munmap(start_ - page_, size_ + 2 * page_);
  }
#endif
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  std::span<uint8_t> All() const {
    return {start_, size_};
  }
  std::span<uint8_t> First(size_t n) const {
    return {start_, n};
  }
  std::span<uint8_t> Last(size_t n) const {
    return {start_ + size_ - n, n};
  }
  std::span<uint8_t> At(size_t offset, size_t n) const {
    return {start_ + offset, n};
  }

 private:
  size_t page_;
  size_t size_;
  uint8_t* start_;
};

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_GUARDED_BUFFER_H_
