// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/heap_string_pace.h"

#include <chrono>
#include <cstddef>

#include "gtest/gtest.h"

namespace v8_encoding {
namespace {

using std::chrono::microseconds;

constexpr size_t kSize = size_t{256} << 10;
constexpr microseconds kQuick(10);
constexpr microseconds kSlow(100);

// How many of the next `n` strings are in the heap, each of which takes `time`.
int InHeap(HeapStringPace& pace, int n, microseconds time) {
  int in_heap = 0;
  for (; n != 0; --n) {
    if (!pace.TakeElsewhere()) {
      ++in_heap;
      pace.Add(kSize, time);
    }
  }
  return in_heap;
}

TEST(HeapStringPaceTest, QuickOnesStay) {
  HeapStringPace pace;
  EXPECT_EQ(InHeap(pace, 1000, kQuick), 1000);
}

TEST(HeapStringPaceTest, OfSlowOnesFewStay) {
  constexpr int kRound = HeapStringPace::kRound;
  HeapStringPace pace;
  // Until it's certain.
  const int first = InHeap(pace, kRound, kSlow);
  EXPECT_GT(first, 1);
  EXPECT_LT(first, 10);
  EXPECT_EQ(InHeap(pace, 10 * kRound, kSlow), 10);
}

TEST(HeapStringPaceTest, OneSlowOneSaysNothing) {
  HeapStringPace pace;
  for (int i = 0; i != 1000; ++i) {
    EXPECT_EQ(InHeap(pace, 1, kSlow), 1);
    EXPECT_EQ(InHeap(pace, 1, kQuick), 1);
  }
}

TEST(HeapStringPaceTest, GoesBackWhereTheHeapIsQuickAgain) {
  HeapStringPace pace;
  InHeap(pace, 1000, kSlow);
  InHeap(pace, HeapStringPace::kRound, kQuick);
  EXPECT_EQ(InHeap(pace, 1000, kQuick), 1000);
}

TEST(HeapStringPaceTest, IsABytesTime) {
  HeapStringPace pace;
  for (int i = 0; i != 1000; ++i) {
    ASSERT_FALSE(pace.TakeElsewhere());
    pace.Add(10 * kSize, kSlow);
  }
}

}  // namespace
}  // namespace v8_encoding
