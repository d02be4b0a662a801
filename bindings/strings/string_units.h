// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The code units of a JavaScript string, block by block.

#ifndef V8_ENCODING_BINDINGS_STRINGS_STRING_UNITS_H_
#define V8_ENCODING_BINDINGS_STRINGS_STRING_UNITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bindings/memory/working_memory.h"
#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding {

// Walks over string[begin, end), which must exist. A block is void once the
// next one is asked for. As long as this exists nothing may be allocated in
// V8's heap and no JavaScript may run, for blocks can be the string's own
// memory.
class StringUnits {
 public:
  StringUnits(v8::Isolate* isolate,
              v8::Local<v8::String> string,
              size_t begin,
              size_t end)
      : reader_(isolate, string), offset_(begin), end_(end) {
    copies_.SetUp(end - begin);
  }
  // Of string[begin, string->Length()), at most `max_length` units.
  struct AtMost {
    size_t max_length;
  };
  StringUnits(v8::Isolate* isolate,
              v8::Local<v8::String> string,
              size_t begin,
              AtMost at_most)
      : reader_(isolate, string),
        offset_(begin),
        end_(begin + std::min(reader_.length() - begin, at_most.max_length)) {
    copies_.SetUp(end_ - begin);
  }

  bool is_one_byte() const { return reader_.is_one_byte(); }
  bool done() const { return offset_ == end_; }
  size_t string_length() const { return reader_.length(); }
  // How many units there are until done().
  size_t left() const { return end_ - offset_; }

  // The next block of a string that is one-byte.
  std::span<const uint8_t> NextOneByte() {
    const size_t n = Advance();
    return reader_.OneByte(offset_ - n, n, copies_.room());
  }

  // The next block of a string that isn't.
  std::span<const char16_t> NextTwoByte() {
    const size_t n = Advance();
    return reader_.TwoByte(offset_ - n, n, copies_.room());
  }

  // Calls visit() with the next block, whose code units are uint8_t or
  // char16_t.
  template <typename Visit>
  auto VisitNext(const Visit& visit) {
    return is_one_byte() ? visit(NextOneByte()) : visit(NextTwoByte());
  }

 private:
  // Where blocks are copied to: as long as each copy costs much more than the
  // call that makes it, and stays in the CPU's second cache.
  class Copies {
   public:
    void SetUp(size_t length) {
      if (length > kShortBlock) {
        if (void* const memory =
                memory_.Allocate(kLongBlock * sizeof(char16_t));
            memory != nullptr) {
          room_ = memory;
          max_block_ = kLongBlock;
        }
      }
    }
    void* room() { return room_; }
    size_t max_block() const { return max_block_; }

   private:
    static constexpr size_t kShortBlock = 1024;
    static constexpr size_t kLongBlock = 16 * 1024;

    void* room_ = on_stack_;
    size_t max_block_ = kShortBlock;
    WorkingMemory memory_;
    char16_t on_stack_[kShortBlock];
  };

  // Untested: for V8 13 and later, whose strings are read in place.
  struct NoCopies {
    void SetUp(size_t) {}
    void* room() { return nullptr; }
    size_t max_block() const { return SIZE_MAX; }
  };

  size_t Advance() {
    const size_t n = std::min(end_ - offset_, copies_.max_block());
    offset_ += n;
    return n;
  }

  compat::StringReader reader_;
  size_t offset_;
  const size_t end_;
  [[no_unique_address]] std::
      conditional_t<compat::StringReader::kCopies, Copies, NoCopies>
          copies_;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_STRING_UNITS_H_
