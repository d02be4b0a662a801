// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Strings whose code units stay where they were decoded to, outside of V8's
// heap: for long texts, which V8 would copy to memory that it takes from the
// system and gives back for each.

#ifndef V8_ENCODING_BINDINGS_STRINGS_EXTERNAL_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_EXTERNAL_STRING_H_

#include <cstddef>
#include <cstdlib>

#include "v8.h"

namespace v8_encoding {

// What an isolate's strings outside of V8's heap may have in all: as much as V8
// lets its heap have, and at least this much, below which V8 hardly looks after
// such strings. Scripts that keep more of them get an error, which they may
// survive, where V8 would end the process for as many strings in its heap.
inline constexpr size_t kMinMaxExternalSize = size_t{128} << 20;

// Whether there is room for another string of `size` bytes, as it is.
[[nodiscard]] bool HasRoomForExternal(v8::Isolate* isolate, size_t size);

// Memory that code units are written to and that a string then takes over. V8
// hears of it as memory outside of its heap, so that it collects in time.
class ExternalStringMemory {
 public:
  ExternalStringMemory() = default;
  ~ExternalStringMemory() { std::free(data_); }

  ExternalStringMemory(const ExternalStringMemory&) = delete;
  ExternalStringMemory& operator=(const ExternalStringMemory&) = delete;

  // `size` uninitialised bytes, or null if there is no memory. To be called
  // once. Pages that nothing is written to take no memory.
  [[nodiscard]] void* Allocate(size_t size) {
    return data_ = std::malloc(size);
  }

  // The string of the first `length` units that the memory holds, which is at
  // most V8's limit. Memory behind them is given back. Empty if V8 refuses, if
  // there is no memory for what holds them, or no room for them beside the
  // isolate's other strings. Garbage may be collected, and with it callbacks of
  // the host's run: buffers are others then. To be called once.
  v8::MaybeLocal<v8::String> ToOneByteString(v8::Isolate* isolate,
                                             size_t length);
  v8::MaybeLocal<v8::String> ToTwoByteString(v8::Isolate* isolate,
                                             size_t length);

 private:
  void Shrink(size_t size);

  void* data_ = nullptr;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_EXTERNAL_STRING_H_
