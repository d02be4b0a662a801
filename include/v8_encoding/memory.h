// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Working memory that is kept between calls.
//
// Some calls take working memory beside the result: decoding between about
// 2,000 bytes and 1 MiB, about two bytes for each, unless all are ASCII and
// none shared; encodeInto() to shared memory, up to three bytes for each code
// unit that may fit; and in V8s before 13.6, whose strings aren't read in
// place, encoding more than 1,024 code units, 32 KiB. Fresh memory costs more
// than the conversion does, so each thread keeps the block that it had last, up
// to a limit, for the thread's next call. The block belongs to the thread and
// to no isolate: it holds nothing of V8's, and it's gone when the thread ends.
//
// These functions are in the library v8_encoding, and not in v8_encoding_core:
// the codec core takes no memory but for the results of text.h and hooks.h.
//
// Memory of results is no working memory: that of arrays comes from the
// isolate's allocator, that of strings is V8's, or outside of V8's heap and
// reported to V8: by an ExternalMemoryAccounter where V8's headers have it,
// else by AdjustAmountOfExternalAllocatedMemory(). An isolate's strings outside
// of the heap have a limit of their own, of as many bytes as the heap's limit
// or of 128 MiB, whichever is more: there is no memory for more of them, once
// what nobody uses is collected.
//
// Threads: each function is about the thread that calls it.

#ifndef V8_ENCODING_MEMORY_H_
#define V8_ENCODING_MEMORY_H_

#include <cstddef>

#include "v8_encoding/export.h"

namespace v8_encoding {

// A thread's limit until SetMaxKeptMemory() changes it, in bytes. Pages of the
// block that no call has needed take no memory.
inline constexpr size_t kDefaultMaxKeptMemory = size_t{4} << 20;

// From now on this thread keeps at most so many bytes, and none with 0. Frees
// what is over that.
V8_ENCODING_EXPORT void SetMaxKeptMemory(size_t bytes);

// How many bytes this thread keeps.
V8_ENCODING_EXPORT size_t KeptMemory();

// Where working memory comes from, for hosts that meter memory. `allocate`
// returns `size` uninitialised bytes, aligned as malloc() aligns, or null,
// which a script sees as a RangeError; `free` gets what `allocate` returned,
// with the same size. Neither runs a script nor calls this library. `data` is
// the host's, and is passed to both.
//
// Memory of results doesn't come from there: see above. Nor does the stack's,
// which is all that short conversions take.
struct WorkingMemoryAllocator {
  void* (*allocate)(size_t size, void* data) = nullptr;
  void (*free)(void* memory, size_t size, void* data) = nullptr;
  void* data = nullptr;
};

// From now on this thread's working memory comes from the allocator, which is
// used until another one is set or the thread has ended; without functions,
// from malloc(). Frees what the thread keeps. False, with nothing done, if only
// one of the functions is there, and in the midst of a conversion, from where a
// garbage collector's callback or what handles an interrupt may call.
[[nodiscard]] V8_ENCODING_EXPORT bool SetWorkingMemoryAllocator(
    const WorkingMemoryAllocator& allocator);

// Frees what this thread keeps, as for hosts that are asked for memory. The
// next call that needs some takes it anew.
V8_ENCODING_EXPORT void FreeKeptMemory();

}  // namespace v8_encoding

#endif  // V8_ENCODING_MEMORY_H_
