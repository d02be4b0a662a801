// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a thread keeps between calls, and copies of shared memory.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bindings/memory/shared_memory.h"
#include "bindings/memory/working_memory.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/memory.h"

namespace v8_encoding::testing {
namespace {

class KeptMemoryTest : public V8Test {
 protected:
  KeptMemoryTest() { FreeKeptMemory(); }
  ~KeptMemoryTest() override {
    SetMaxKeptMemory(kDefaultMaxKeptMemory);
    FreeKeptMemory();
  }
};

// The first byte of what a call of `size` bytes gets, after writing all of it.
uint8_t* Use(size_t size) {
  WorkingMemory memory;
  auto* const bytes = static_cast<uint8_t*>(memory.Allocate(size));
  EXPECT_NE(bytes, nullptr);
  std::memset(bytes, 0xA5, size);
  return bytes;
}

TEST_F(KeptMemoryTest, IsTheSameForTheNextCall) {
  EXPECT_EQ(KeptMemory(), 0U);
  uint8_t* const first = Use(100'000);
  EXPECT_GE(KeptMemory(), 100'000U);
  EXPECT_EQ(Use(100'000), first);
  EXPECT_EQ(Use(10), first);
  FreeKeptMemory();
  EXPECT_EQ(KeptMemory(), 0U);
}

TEST_F(KeptMemoryTest, IsBounded) {
  SetMaxKeptMemory(50'000);
  Use(50'000);
  EXPECT_EQ(KeptMemory(), 50'000U);
  Use(50'001);
  EXPECT_EQ(KeptMemory(), 50'000U);
  SetMaxKeptMemory(49'999);
  EXPECT_EQ(KeptMemory(), 0U);
  SetMaxKeptMemory(0);
  Use(1);
  EXPECT_EQ(KeptMemory(), 0U);
}

TEST_F(KeptMemoryTest, IsForOneCallAtATime) {
  WorkingMemory outer;
  auto* const of_outer = static_cast<uint8_t*>(outer.Allocate(1000));
  ASSERT_NE(of_outer, nullptr);
  of_outer[0] = 1;
  EXPECT_NE(Use(1000), of_outer);
  // What is in use stays, whatever the host asks for.
  FreeKeptMemory();
  SetMaxKeptMemory(0);
  Use(2000);
  EXPECT_EQ(of_outer[0], 1);
  EXPECT_NE(KeptMemory(), 0U);
}

TEST_F(KeptMemoryTest, GoesWithTheLimitOnceItIsGivenBack) {
  {
    WorkingMemory memory;
    ASSERT_NE(memory.Allocate(1000), nullptr);
    SetMaxKeptMemory(0);
  }
  EXPECT_EQ(KeptMemory(), 0U);
}

TEST_F(KeptMemoryTest, BelongsToTheThread) {
  Use(1000);
  size_t of_other = 1;
  std::thread([&] {
    of_other = KeptMemory();
    Use(1000);
  }).join();
  EXPECT_EQ(of_other, 0U);
  EXPECT_NE(KeptMemory(), 0U);
}

TEST_F(KeptMemoryTest, IsWhatDecodingTakes) {
  const std::string decode =
      "const bytes = new Uint8Array(10000).fill(0xE9);"
      "new TextDecoder('windows-1251').decode(bytes).length";
  EXPECT_EQ(Evaluate(decode), "10000");
  EXPECT_GE(KeptMemory(), 20'000U);
  SetMaxKeptMemory(0);
  EXPECT_EQ(Evaluate("{" + decode + "}"), "10000");
  EXPECT_EQ(KeptMemory(), 0U);
}

// Counts what is taken and given back; has no more than the limit.
struct Meter {
  static void* Allocate(size_t size, void* data) {
    auto* const meter = static_cast<Meter*>(data);
    if (size > meter->limit - meter->used) {
      return nullptr;
    }
    meter->used += size;
    ++meter->count;
    return std::malloc(size);
  }
  static void Free(void* memory, size_t size, void* data) {
    static_cast<Meter*>(data)->used -= size;
    std::free(memory);
  }

  size_t limit = SIZE_MAX;
  size_t used = 0;
  int count = 0;
};

TEST_F(KeptMemoryTest, NeedsBothFunctionsOfAnAllocator) {
  Meter meter;
  EXPECT_FALSE(SetWorkingMemoryAllocator({Meter::Allocate, nullptr, &meter}));
  EXPECT_FALSE(SetWorkingMemoryAllocator({nullptr, Meter::Free, &meter}));
  Use(5000);
  EXPECT_EQ(meter.count, 0);
  EXPECT_EQ(meter.used, 0U);
}

TEST_F(KeptMemoryTest, ComesFromTheHostsAllocator) {
  Meter meter;
  ASSERT_TRUE(
      SetWorkingMemoryAllocator({Meter::Allocate, Meter::Free, &meter}));
  Use(5000);
  EXPECT_EQ(meter.used, KeptMemory());
  EXPECT_EQ(meter.count, 1);
  // Beside the block, and beyond what is kept.
  {
    WorkingMemory first;
    WorkingMemory second;
    WorkingMemory large;
    EXPECT_NE(first.Allocate(100), nullptr);
    EXPECT_NE(second.Allocate(100), nullptr);
    EXPECT_NE(large.Allocate(kDefaultMaxKeptMemory + 1), nullptr);
    EXPECT_EQ(meter.used, KeptMemory() + kDefaultMaxKeptMemory + 101);
    EXPECT_FALSE(SetWorkingMemoryAllocator({}));
  }
  EXPECT_EQ(meter.used, KeptMemory());

  // Its refusal is a RangeError.
  FreeKeptMemory();
  EXPECT_EQ(meter.used, 0U);
  meter.limit = 1000;
  const std::string decode =
      "try { new TextDecoder('gbk').decode(new Uint8Array(9999).fill(255))"
      "    .length } catch (error) { error.name }";
  EXPECT_EQ(Evaluate(decode), "RangeError");
  // As much as the call needs is enough, if not for the next power of two.
  meter.limit = 3 * 9999;
  EXPECT_EQ(Evaluate(decode), "9999");
  FreeKeptMemory();
  meter.limit = SIZE_MAX;
  EXPECT_EQ(Evaluate(decode), "9999");
  EXPECT_NE(meter.used, 0U);
  EXPECT_TRUE(SetWorkingMemoryAllocator({}));
  EXPECT_EQ(meter.used, 0U);
}

TEST_F(KeptMemoryTest, TheAllocatorIsTheThreads) {
  Meter meter;
  std::thread([&meter] {
    EXPECT_TRUE(
        SetWorkingMemoryAllocator({Meter::Allocate, Meter::Free, &meter}));
    Use(5000);
    EXPECT_NE(meter.used, 0U);
  }).join();
  EXPECT_EQ(meter.used, 0U);
  EXPECT_EQ(meter.count, 1);
  Use(5000);
  EXPECT_EQ(meter.count, 1);
}

TEST(SharedMemoryTest, CopiesEachLengthAtEachAlignment) {
  constexpr size_t kMaxLength = 200;
  constexpr size_t kAlignments = 17;
  std::vector<uint8_t> from(kMaxLength + kAlignments);
  for (size_t i = 0; i < from.size(); ++i) {
    from[i] = static_cast<uint8_t>(i * 7 + 1);
  }
  for (size_t length = 0; length <= kMaxLength; ++length) {
    for (size_t at = 0; at < kAlignments; ++at) {
      for (const bool from_shared : {true, false}) {
        const size_t to_at = (3 * at) % kAlignments;
        std::vector<uint8_t> to(kMaxLength + 2 * kAlignments, 0xEE);
        std::vector<uint8_t> expected = to;
        std::memcpy(expected.data() + to_at, from.data() + at, length);
        if (from_shared) {
          CopyFromShared(from.data() + at, length, to.data() + to_at);
        } else {
          CopyToShared(from.data() + at, length, to.data() + to_at);
        }
        ASSERT_EQ(to, expected) << length << " from " << at;
      }
    }
  }
}

TEST(SourcePiecesTest, HaveAllBytesInOrder) {
  for (const size_t length : {0, 1, 2047, 2048, 2049, 10'000}) {
    std::vector<uint8_t> bytes(length);
    for (size_t i = 0; i < length; ++i) {
      bytes[i] = static_cast<uint8_t>(i / 256 + i);
    }
    for (const bool shared : {false, true}) {
      SourcePieces pieces({.bytes = bytes, .shared = shared});
      std::vector<uint8_t> all;
      do {
        const std::span<const uint8_t> piece = pieces.Next();
        all.insert(all.end(), piece.begin(), piece.end());
      } while (!pieces.done());
      EXPECT_EQ(all, bytes);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::testing
