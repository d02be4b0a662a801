// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/shared_memory.h"

#include <cstring>

namespace v8_encoding {

namespace {

using Word = uint64_t;

// How many bytes there are before the first word boundary, at most `length`.
size_t UnalignedPrefix(const uint8_t* pointer, size_t length) {
  const size_t misaligned = reinterpret_cast<uintptr_t>(pointer) % sizeof(Word);
  const size_t prefix = misaligned == 0 ? 0 : sizeof(Word) - misaligned;
  return prefix < length ? prefix : length;
}

}  // namespace

// The builtins are what std::atomic_ref, which neither of Debian 12's libc++
// and older standard libraries has throughout, comes to.
void CopyFromShared(const uint8_t* shared, size_t length, uint8_t* to) {
  const auto copy_bytes = [&](size_t count) {
    length -= count;
    for (; count != 0; --count) {
      *to++ = __atomic_load_n(shared++, __ATOMIC_RELAXED);
    }
  };
  copy_bytes(UnalignedPrefix(shared, length));
  for (; length >= sizeof(Word); length -= sizeof(Word)) {
    const Word word = __atomic_load_n(reinterpret_cast<const Word*>(shared),
                                      __ATOMIC_RELAXED);
    std::memcpy(to, &word, sizeof(Word));
    shared += sizeof(Word);
    to += sizeof(Word);
  }
  copy_bytes(length);
}

void CopyToShared(const uint8_t* from, size_t length, uint8_t* shared) {
  const auto copy_bytes = [&](size_t count) {
    length -= count;
    for (; count != 0; --count) {
      __atomic_store_n(shared++, *from++, __ATOMIC_RELAXED);
    }
  };
  copy_bytes(UnalignedPrefix(shared, length));
  for (; length >= sizeof(Word); length -= sizeof(Word)) {
    Word word;
    std::memcpy(&word, from, sizeof(Word));
    __atomic_store_n(reinterpret_cast<Word*>(shared), word, __ATOMIC_RELAXED);
    shared += sizeof(Word);
    from += sizeof(Word);
  }
  copy_bytes(length);
}

}  // namespace v8_encoding
