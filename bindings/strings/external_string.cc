// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/external_string.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// What the strings of one isolate have in all, while there are any. V8 doesn't
// tell: what it knows of memory outside of its heap is of arrays, too.
struct Tally {
  v8::Isolate* isolate;
  size_t size = 0;
  size_t string_count = 0;
  Tally* next = nullptr;
};

// All isolates', each of which may be another thread's. The lock is held for
// nanoseconds, and never where the host may be called: nothing is allocated
// with it, since a host's new_handler may free strings.
constinit Tally* first_tally = nullptr;
constinit std::atomic_flag tallies_are_locked;

class TalliesLock {
 public:
  TalliesLock() {
    while (tallies_are_locked.test_and_set(std::memory_order_acquire)) {
      // Untested: another thread would have to be here for these nanoseconds.
      tallies_are_locked.wait(true, std::memory_order_relaxed);
    }
  }
  ~TalliesLock() {
    tallies_are_locked.clear(std::memory_order_release);
    tallies_are_locked.notify_one();
  }

  TalliesLock(const TalliesLock&) = delete;
  TalliesLock& operator=(const TalliesLock&) = delete;
};

// Where the pointer to the isolate's tally is, or a null pointer in its place.
// With the lock.
Tally** FindTally(const v8::Isolate* isolate) {
  Tally** found = &first_tally;
  while (*found != nullptr && (*found)->isolate != isolate) {
    found = &(*found)->next;
  }
  return found;
}

size_t TotalSize(const v8::Isolate* isolate) {
  const TalliesLock lock;
  const Tally* const tally = *FindTally(isolate);
  return tally == nullptr ? 0 : tally->size;
}

// False if there is no memory.
[[nodiscard]] bool AddString(v8::Isolate* isolate, size_t size) {
  std::unique_ptr<Tally> added;
  for (;;) {
    {
      const TalliesLock lock;
      Tally*& tally = *FindTally(isolate);
      if (tally == nullptr) {
        tally = added.release();
      }
      if (tally != nullptr) {
        tally->size += size;
        ++tally->string_count;
        return true;
      }
    }
    added.reset(new (std::nothrow) Tally{.isolate = isolate});
    if (added == nullptr) {
      return false;
    }
  }
}

void RemoveString(const v8::Isolate* isolate, size_t size) {
  std::unique_ptr<Tally> removed;
  const TalliesLock lock;
  Tally*& tally = *FindTally(isolate);
  tally->size -= size;
  if (--tally->string_count == 0) {
    removed.reset(std::exchange(tally, tally->next));
  }
}

// While it lives, collections don't end the process, nor call a host that would
// hear of a full heap: V8 does so at the fourth on end in a heap that is filled
// to four fifths, if it has spent most of the time with those. In such a heap
// each few long strings take a collection, which on a busy machine takes as
// long as they do.
class SparesHeapLimit {
 public:
  explicit SparesHeapLimit(v8::Isolate* isolate) : isolate_(isolate) {
    isolate_->AddNearHeapLimitCallback(GoOn, nullptr);
  }
  ~SparesHeapLimit() { isolate_->RemoveNearHeapLimitCallback(GoOn, 0); }

  SparesHeapLimit(const SparesHeapLimit&) = delete;
  SparesHeapLimit& operator=(const SparesHeapLimit&) = delete;

 private:
  // Untested: with V8 10.2, but in the V8s of Node.
  static size_t GoOn(void*, size_t limit, size_t) { return limit + 1; }

  v8::Isolate* const isolate_;
};

// V8 deletes it with the string, or with the isolate.
template <typename Base>
class Resource final : public Base {
 public:
  using Unit = std::remove_cvref_t<decltype(*std::declval<Base>().data())>;

  // Takes over `units`, of malloc(), and has been added to the isolate's tally.
  Resource(v8::Isolate* isolate, void* units, size_t length)
      : isolate_(isolate), units_(units), length_(length) {
    const SparesHeapLimit spares_heap_limit(isolate_);
    memory_.Increase(isolate_, Size());
  }
  ~Resource() override {
    std::free(units_);
    memory_.Decrease(isolate_, Size());
    RemoveString(isolate_, Size());
  }

  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;

  const Unit* data() const override { return static_cast<Unit*>(units_); }
  size_t length() const override { return length_; }

 private:
  size_t Size() const { return length_ * sizeof(Unit); }

  v8::Isolate* const isolate_;
  void* const units_;
  const size_t length_;
  compat::ExternalMemory memory_;
};

// Whether this thread is in CollectGarbage(): a host's callbacks may convert.
constinit thread_local bool is_collecting = false;

// Before this, MakeRoom() collects for that isolate only if its heap is far
// from full. With the thread and not in the tally, which goes with the last
// string: an isolate that goes from thread to thread may have no such pauses.
using Clock = std::chrono::steady_clock;
struct NextCollection {
  const v8::Isolate* isolate;
  Clock::time_point time;
};
constinit thread_local NextCollection next_collection = {};

// What may come to V8's external memory since a collection before V8 compares
// that with the heap's limit, however small the heap is: 64 MiB, and more while
// V8 marks.
constexpr size_t kUnnoticedExternalSize = size_t{128} << 20;

// Hosts' callbacks run, and may free or detach any buffer.
void CollectGarbage(v8::Isolate* isolate, size_t heap_size_limit) {
  const SparesHeapLimit spares_heap_limit(isolate);
  is_collecting = true;
  compat::CollectGarbageOnce(isolate,
                             std::max(heap_size_limit, kUnnoticedExternalSize));
  is_collecting = false;
}

// Whether the old generation may be filled to more than half. How much of the
// heap's limit is the young generation's is unknown, but for what it is where
// only the limit of the old one has been set.
bool MayBeNearlyFull(v8::HeapStatistics& heap) {
  constexpr size_t kYoung = compat::kMaxYoungGenerationSize;
  const size_t limit = heap.heap_size_limit();
  const size_t old = std::max(limit > kYoung ? limit - kYoung : 0, limit / 8);
  return heap.used_heap_size() >= old / 2;
}

// HasRoomForExternal(), once garbage is collected, where that can help.
//
// What SparesHeapLimit says of V8 holds of V8's own collections, too, which
// come after those here. V8 counts a collection that leaves less than two
// thirds of the time that it takes, by a measure that is noisy on a busy
// machine: in a heap that may be nearly full, collections here leave four times
// as much.
bool MakeRoom(v8::Isolate* isolate, size_t size) {
  if (HasRoomForExternal(isolate, size)) [[likely]] {
    return true;
  }
  const Clock::time_point begin = Clock::now();
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  if (size > std::max(heap.heap_size_limit(), kMinMaxExternalSize) ||
      is_collecting ||
      (next_collection.isolate == isolate && begin < next_collection.time &&
       MayBeNearlyFull(heap))) {
    return false;
  }
  // V8 may be marking; what it has marked by now stays until it marks again.
  bool has_room = false;
  for (int rounds = 2; rounds > 0 && !has_room; --rounds) {
    CollectGarbage(isolate, heap.heap_size_limit());
    has_room = HasRoomForExternal(isolate, size);
  }
  const Clock::time_point end = Clock::now();
  next_collection = {isolate, end + 4 * (end - begin)};
  return has_room;
}

// Of `units`, which it takes over.
template <typename Base>
v8::MaybeLocal<v8::String> NewExternalString(
    v8::Isolate* isolate,
    void* units,
    size_t length,
    v8::MaybeLocal<v8::String> (*new_string)(v8::Isolate*, Base*)) {
  const size_t size = length * sizeof(typename Resource<Base>::Unit);
  if (!MakeRoom(isolate, size) || !AddString(isolate, size)) {
    std::free(units);
    return {};
  }
  auto* const resource =
      new (std::nothrow) Resource<Base>(isolate, units, length);
  if (resource == nullptr) {
    RemoveString(isolate, size);
    std::free(units);
    return {};
  }
  v8::MaybeLocal<v8::String> string = new_string(isolate, resource);
  if (string.IsEmpty()) {
    // Untested: callers know V8's limit.
    delete resource;  // Otherwise V8's from now on.
  }
  return string;
}

}  // namespace

bool HasRoomForExternal(v8::Isolate* isolate, size_t size) {
  const size_t total = TotalSize(isolate);
  if (total <= kMinMaxExternalSize && size <= kMinMaxExternalSize - total)
      [[likely]] {
    return true;
  }
  // Takes its time: V8 adds up what it knows of its heap.
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  return total <= heap.heap_size_limit() &&
         size <= heap.heap_size_limit() - total;
}

void ExternalStringMemory::Shrink(size_t size) {
  if (void* const smaller = std::realloc(data_, size); smaller != nullptr) {
    data_ = smaller;
  }
}

v8::MaybeLocal<v8::String> ExternalStringMemory::ToOneByteString(
    v8::Isolate* isolate,
    size_t length) {
  Shrink(length);
  return NewExternalString(isolate, std::exchange(data_, nullptr), length,
                           v8::String::NewExternalOneByte);
}

v8::MaybeLocal<v8::String> ExternalStringMemory::ToTwoByteString(
    v8::Isolate* isolate,
    size_t length) {
  Shrink(length * sizeof(char16_t));
  return NewExternalString(isolate, std::exchange(data_, nullptr), length,
                           v8::String::NewExternalTwoByte);
}

}  // namespace v8_encoding
