// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/model/model_coder.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/model/model_indexes.h"

namespace v8_encoding::model {

Item IoQueue::Read() {
  // 1. Waiting doesn't occur: end-of-queue is always there.
  // 2. End-of-queue stays.
  if (items_.front() == kEndOfQueue) {
    return kEndOfQueue;
  }
  // 3. Anything else is taken out.
  const Item item = items_.front();
  items_.pop_front();
  return item;
}

std::vector<uint32_t> IoQueue::Read(size_t number) {
  std::vector<uint32_t> read_items;
  for (size_t i = 0; i < number; ++i) {
    if (const Item item = Read()) {
      read_items.push_back(*item);
    }
  }
  return read_items;
}

std::vector<uint32_t> IoQueue::Peek(size_t number) const {
  std::vector<uint32_t> prefix;
  for (size_t i = 0; i < number; ++i) {
    if (items_[i] == kEndOfQueue) {
      break;
    }
    prefix.push_back(*items_[i]);
  }
  return prefix;
}

void IoQueue::Push(Item item) {
  // The last item is end-of-queue; another one would change nothing.
  if (item != kEndOfQueue) {
    items_.insert(items_.end() - 1, item);
  }
}

void IoQueue::Restore(std::initializer_list<uint32_t> items) {
  items_.insert(items_.begin(), items.begin(), items.end());
}

std::vector<uint32_t> IoQueue::ToList() {
  return Read(size());
}

void Assert(bool condition) {
  if (!condition) {
    std::abort();
  }
}

bool IsSurrogate(uint32_t code_point) {
  return code_point >= 0xD800 && code_point <= 0xDFFF;
}

bool IsUtf16(Encoding encoding) {
  return encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le;
}

std::u32string ToText(IoQueue& queue) {
  std::u32string text;
  for (uint32_t item : queue.ToList()) {
    text.push_back(static_cast<char32_t>(item));
  }
  return text;
}

std::vector<uint8_t> ToBytes(IoQueue& queue) {
  std::vector<uint8_t> bytes;
  for (uint32_t item : queue.ToList()) {
    bytes.push_back(static_cast<uint8_t>(item));
  }
  return bytes;
}

Index::Index(std::span<const IndexEntry> entries)
    : Index(entries, [](uint32_t) { return false; }) {}

Index::Index(std::span<const IndexEntry> entries,
             const std::function<bool(uint32_t pointer)>& excludes) {
  for (const IndexEntry& entry : entries) {
    if (excludes(entry.pointer)) {
      continue;
    }
    code_points_[entry.pointer] = entry.code_point;
    first_pointers_.try_emplace(entry.code_point, entry.pointer);
    last_pointers_[entry.code_point] = entry.pointer;
  }
}

namespace {

std::optional<uint32_t> Find(const std::unordered_map<uint32_t, uint32_t>& map,
                             uint32_t key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<uint32_t> Index::CodePoint(uint32_t pointer) const {
  return Find(code_points_, pointer);
}

std::optional<uint32_t> Index::Pointer(uint32_t code_point) const {
  return Find(first_pointers_, code_point);
}

std::optional<uint32_t> Index::LastPointer(uint32_t code_point) const {
  return Find(last_pointers_, code_point);
}

}  // namespace v8_encoding::model
