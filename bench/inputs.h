// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The texts that a workload is measured on, and the memory for what becomes of
// them.

#ifndef V8_ENCODING_BENCH_INPUTS_H_
#define V8_ENCODING_BENCH_INPUTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/workloads.h"

namespace v8_encoding::bench {

// Bytes or code units, as far behind a page's border as malloc() puts long
// memory, in all runs: on an AMD Zen 4 a store under a mask that reaches into
// the next page takes 9 ns, twice a short text's own time, if it writes nothing
// there, too. Every byte has been written to.
class Buffer {
 public:
  explicit Buffer(size_t size);

  std::span<uint8_t> bytes() { return {data_.get() + kBehindBorder, size_}; }

 private:
  static constexpr std::align_val_t kAlignment{4096};
  static constexpr size_t kBehindBorder = 16;
  struct Delete {
    void operator()(uint8_t* data) const {
      ::operator delete(data, kAlignment);
    }
  };

  std::unique_ptr<uint8_t, Delete> data_;
  size_t size_;
};

struct Text {
  // What an implementation is given: bytes, or code units in native order.
  std::span<const uint8_t> input;
  // If the workload is valid, the text itself, in UTF-16.
  std::u16string_view expected;
};

struct Inputs {
  std::u16string characters;
  Buffer buffer;
  std::vector<Text> texts;
};

// The same on every machine and in every run. The texts of Cut::kSequence don't
// repeat, those of the others overlap; and each text is complete: it begins in
// the initial state and ends with a character's last byte.
Inputs MakeInputs(const Workload& workload, const Size& size);

// Where calls write to, `size` bytes each.
class Outputs {
 public:
  Outputs(size_t size, OutputMemory memory)
      : size_(size),
        is_new_(memory == OutputMemory::kNew),
        memory_(is_new_ ? size + kCycle : size) {}

  size_t size() const { return size_; }
  bool is_new() const { return is_new_; }

  // The next call's. Before the memory comes again, calls write kCycle bytes of
  // it.
  std::span<uint8_t> Get() { return memory_.bytes().subspan(begin_, size_); }
  // After a call that has written so many bytes.
  void Advance(size_t written) {
    // So that calls begin as far behind a page's border as all do.
    constexpr size_t kPage = 4096;
    begin_ += (written + kPage - 1) / kPage * kPage;
    begin_ = begin_ > kCycle ? 0 : begin_;
  }

 private:
  // Several times the last cache of a CPU's core.
  static constexpr size_t kCycle = 128 * kMiB;

  const size_t size_;
  const bool is_new_;
  size_t begin_ = 0;
  Buffer memory_;
};

// Room for whatever `workload` makes of `bytes` bytes of input, and for what
// implementations want beyond it.
size_t OutputSize(const Workload& workload, size_t bytes);

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_INPUTS_H_
