// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/shared_memory.h"

#include <cstring>

namespace v8_encoding {

namespace {

using Word = uint64_t;

// Copies of blocks of 64 bytes, one of whose sides is shared. To the compiler
// an instruction of assembly is no access of the program's that others could
// race with; to the memory model each is what as many relaxed accesses to
// single bytes are, in any order, which is all that anyone is promised of a
// SharedArrayBuffer without Atomics.
//
// ThreadSanitizer sees no assembly, so it gets the words below.
#if defined(__SANITIZE_THREAD__)
#define V8_ENCODING_UNDER_TSAN
// Clang has no macro of GCC's for this.
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define V8_ENCODING_UNDER_TSAN
#endif
#endif

#if defined(__x86_64__) && !defined(V8_ENCODING_UNDER_TSAN)
#define V8_ENCODING_HAS_BLOCKS 1

[[gnu::always_inline]] inline void CopyBlock(const uint8_t* from, uint8_t* to) {
  asm volatile(
      "movdqu (%0), %%xmm0\n\t"
      "movdqu 16(%0), %%xmm1\n\t"
      "movdqu 32(%0), %%xmm2\n\t"
      "movdqu 48(%0), %%xmm3\n\t"
      "movdqu %%xmm0, (%1)\n\t"
      "movdqu %%xmm1, 16(%1)\n\t"
      "movdqu %%xmm2, 32(%1)\n\t"
      "movdqu %%xmm3, 48(%1)"
      :
      : "r"(from), "r"(to)
      : "xmm0", "xmm1", "xmm2", "xmm3", "memory");
}

#elif defined(__aarch64__) && !defined(V8_ENCODING_UNDER_TSAN)
#define V8_ENCODING_HAS_BLOCKS 1

[[gnu::always_inline]] inline void CopyBlock(const uint8_t* from, uint8_t* to) {
  asm volatile(
      "ldp q0, q1, [%0]\n\t"
      "ldp q2, q3, [%0, #32]\n\t"
      "stp q0, q1, [%1]\n\t"
      "stp q2, q3, [%1, #32]"
      :
      : "r"(from), "r"(to)
      : "v0", "v1", "v2", "v3", "memory");
}

#endif

// How many bytes there are before the first word boundary, at most `length`.
size_t UnalignedPrefix(const uint8_t* pointer, size_t length) {
  const size_t misaligned = reinterpret_cast<uintptr_t>(pointer) % sizeof(Word);
  const size_t prefix = misaligned == 0 ? 0 : sizeof(Word) - misaligned;
  return prefix < length ? prefix : length;
}

// Copies all with copy_byte(from, to) and copy_word(from, to), whose `shared`
// side has words that are aligned.
template <typename CopyByte, typename CopyWord>
void Copy(const uint8_t* from,
          uint8_t* to,
          const uint8_t* shared,
          size_t length,
          const CopyByte& copy_byte,
          const CopyWord& copy_word) {
  size_t i = 0;
#ifdef V8_ENCODING_HAS_BLOCKS
  constexpr size_t kBlock = 64;
  for (; length - i >= kBlock; i += kBlock) {
    CopyBlock(from + i, to + i);
  }
#endif
  const size_t first_word = i + UnalignedPrefix(shared + i, length - i);
  for (; i < first_word; ++i) {
    copy_byte(from + i, to + i);
  }
  for (; length - i >= sizeof(Word); i += sizeof(Word)) {
    copy_word(from + i, to + i);
  }
  for (; i < length; ++i) {
    copy_byte(from + i, to + i);
  }
}

}  // namespace

// The builtins are what std::atomic_ref, which neither of Debian 12's libc++
// and older standard libraries has throughout, comes to.
void CopyFromShared(const uint8_t* shared, size_t length, uint8_t* to) {
  Copy(
      shared, to, shared, length,
      [](const uint8_t* from, uint8_t* its_copy) {
        *its_copy = __atomic_load_n(from, __ATOMIC_RELAXED);
      },
      [](const uint8_t* from, uint8_t* its_copy) {
        const Word word = __atomic_load_n(reinterpret_cast<const Word*>(from),
                                          __ATOMIC_RELAXED);
        std::memcpy(its_copy, &word, sizeof(Word));
      });
}

void CopyToShared(const uint8_t* from, size_t length, uint8_t* shared) {
  Copy(
      from, shared, shared, length,
      [](const uint8_t* its_source, uint8_t* to) {
        __atomic_store_n(to, *its_source, __ATOMIC_RELAXED);
      },
      [](const uint8_t* its_source, uint8_t* to) {
        Word word;
        std::memcpy(&word, its_source, sizeof(Word));
        __atomic_store_n(reinterpret_cast<Word*>(to), word, __ATOMIC_RELAXED);
      });
}

}  // namespace v8_encoding
