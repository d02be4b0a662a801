// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/working_memory.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

#include "v8_encoding/memory.h"

namespace v8_encoding {

namespace {

// What a thread keeps. A call may begin while another one of the same thread
// has the block: collecting garbage, which making a string can come to, may run
// a host's callbacks.
struct KeptBlock {
  void* data = nullptr;
  size_t size = 0;
  size_t max_size = kDefaultMaxKeptMemory;
  bool is_lent = false;
  int use_count = 0;  // Of WorkingMemory, the block or not.
  WorkingMemoryAllocator allocator;
};

constinit thread_local KeptBlock kept_block;

void* AllocateBy(const WorkingMemoryAllocator& allocator, size_t size) {
  return allocator.allocate == nullptr
             ? std::malloc(size)
             : allocator.allocate(size, allocator.data);
}

void FreeBy(const WorkingMemoryAllocator& allocator, void* data, size_t size) {
  if (allocator.free == nullptr) {
    std::free(data);
  } else if (data != nullptr) {
    allocator.free(data, size, allocator.data);
  }
}

// Not KeptBlock's own destructor: calls that other destructors make come after
// it, and find that nothing is kept.
struct AtThreadExit {
  ~AtThreadExit() {
    FreeBy(kept_block.allocator, kept_block.data, kept_block.size);
    kept_block.data = nullptr;
    kept_block.size = 0;
    kept_block.max_size = 0;
    // The host's may be gone by then.
    kept_block.allocator = {};
  }
};

void FreeUnlessLent(KeptBlock& block) {
  if (!block.is_lent) {
    FreeBy(block.allocator, block.data, block.size);
    block.data = nullptr;
    block.size = 0;
  }
}

}  // namespace

void* WorkingMemory::Allocate(size_t size) {
  assert(size != 0);
  KeptBlock& block = kept_block;
  if (block.is_lent || size > block.max_size) {
    data_ = AllocateBy(block.allocator, size);
    size_ = size;
    block.use_count += data_ != nullptr;
    return data_;
  }
  if (size > block.size) {
    static thread_local const AtThreadExit at_thread_exit;
    FreeUnlessLent(block);
    // So that texts that grow don't take a new block each time.
    block.size = std::min(std::bit_ceil(size), block.max_size);
    block.data = AllocateBy(block.allocator, block.size);
    if (block.data == nullptr && block.size != size) {
      // An allocator with a limit may have as much as is needed.
      block.size = size;
      block.data = AllocateBy(block.allocator, size);
    }
    if (block.data == nullptr) {
      block.size = 0;
      return nullptr;
    }
  }
  block.is_lent = true;
  ++block.use_count;
  return data_ = block.data;
}

void WorkingMemory::GiveBack() {
  KeptBlock& block = kept_block;
  --block.use_count;
  if (!block.is_lent || data_ != block.data) {
    FreeBy(block.allocator, data_, size_);
    return;
  }
  block.is_lent = false;
  if (block.size > block.max_size) {
    FreeUnlessLent(block);
  }
}

bool SetWorkingMemoryAllocator(const WorkingMemoryAllocator& allocator) {
  KeptBlock& block = kept_block;
  if (block.use_count != 0 ||
      (allocator.allocate == nullptr) != (allocator.free == nullptr)) {
    return false;
  }
  FreeUnlessLent(block);
  block.allocator = allocator;
  return true;
}

void SetMaxKeptMemory(size_t bytes) {
  KeptBlock& block = kept_block;
  block.max_size = bytes;
  if (block.size > bytes) {
    FreeUnlessLent(block);
  }
}

size_t KeptMemory() {
  return kept_block.size;
}

void FreeKeptMemory() {
  FreeUnlessLent(kept_block);
}

}  // namespace v8_encoding
