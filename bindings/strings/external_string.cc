// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/external_string.h"

#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// V8 deletes it with the string, or with the isolate.
template <typename Base>
class Resource final : public Base {
 public:
  using Unit = std::remove_cvref_t<decltype(*std::declval<Base>().data())>;

  // Takes over `units`, of malloc().
  Resource(v8::Isolate* isolate, void* units, size_t length)
      : isolate_(isolate), units_(units), length_(length) {
    memory_.Increase(isolate_, Size());
  }
  ~Resource() override {
    std::free(units_);
    memory_.Decrease(isolate_, Size());
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

// Of `units`, which it takes over.
template <typename Base>
v8::MaybeLocal<v8::String> NewExternalString(
    v8::Isolate* isolate,
    void* units,
    size_t length,
    v8::MaybeLocal<v8::String> (*new_string)(v8::Isolate*, Base*)) {
  auto* const resource =
      new (std::nothrow) Resource<Base>(isolate, units, length);
  if (resource == nullptr) {
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

bool MayBeExternal(v8::Isolate* isolate, size_t size) {
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  return MayBeExternal(heap, size);
}

bool MayBeExternal(v8::HeapStatistics& heap, size_t size) {
  const size_t used = heap.used_heap_size() + heap.external_memory();
  return used <= heap.heap_size_limit() &&
         size <= heap.heap_size_limit() - used;
}

bool HeapHasRoom(v8::Isolate* isolate, size_t size) {
  for (const bool is_last : {false, true}) {
    v8::HeapStatistics heap;
    isolate->GetHeapStatistics(&heap);
    if (heap.used_heap_size() <= heap.heap_size_limit() &&
        size <= heap.heap_size_limit() - heap.used_heap_size()) {
      return true;
    }
    if (!is_last) {
      isolate->LowMemoryNotification();
    }
  }
  return false;
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
