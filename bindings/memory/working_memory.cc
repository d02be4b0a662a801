// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/working_memory.h"

#include <algorithm>
#include <bit>
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
};

constinit thread_local KeptBlock kept_block;

// Not KeptBlock's own destructor: calls that other destructors make come after
// it, and find that nothing is kept.
struct AtThreadExit {
  ~AtThreadExit() {
    std::free(kept_block.data);
    kept_block = {.max_size = 0};
  }
};

void FreeUnlessLent(KeptBlock& block) {
  if (!block.is_lent) {
    std::free(block.data);
    block.data = nullptr;
    block.size = 0;
  }
}

}  // namespace

void* WorkingMemory::Allocate(size_t size) {
  KeptBlock& block = kept_block;
  if (block.is_lent || size > block.max_size) {
    return data_ = std::malloc(size);
  }
  if (size > block.size) {
    static thread_local const AtThreadExit at_thread_exit;
    FreeUnlessLent(block);
    // So that texts that grow don't take a new block each time.
    block.size = std::min(std::bit_ceil(size), block.max_size);
    block.data = std::malloc(block.size);
    if (block.data == nullptr) {
      block.size = 0;
      return nullptr;
    }
  }
  block.is_lent = true;
  return data_ = block.data;
}

void WorkingMemory::GiveBack() {
  KeptBlock& block = kept_block;
  if (!block.is_lent || data_ != block.data) {
    std::free(data_);
    return;
  }
  block.is_lent = false;
  if (block.size > block.max_size) {
    FreeUnlessLent(block);
  }
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
