// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_BYTE_VIEW_H_
#define V8_ENCODING_BYTE_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace v8_encoding {

// Bytes that belong to someone else: what std::span<const uint8_t> is in C++20,
// for headers that C++17 takes, too. Made of a pointer and a length in bytes,
// or of whatever has data() and size() and elements of one byte: std::string,
// std::string_view, std::vector<uint8_t>, std::span, v8::MemorySpan.
class ByteView {
 public:
  constexpr ByteView() = default;
  ByteView(const void* data, size_t size)
      : data_(static_cast<const uint8_t*>(data)), size_(size) {}

  // Implicit, so that containers can be given.
  template <typename Container,
            typename Element = std::remove_pointer_t<
                decltype(std::declval<const Container&>().data())>,
            typename = std::enable_if_t<
                sizeof(Element) == 1 && std::is_trivially_copyable_v<Element> &&
                std::is_convertible_v<
                    decltype(std::declval<const Container&>().size()),
                    size_t>>>
  // NOLINTNEXTLINE(google-explicit-constructor)
  ByteView(const Container& container)
      : ByteView(container.data(), container.size()) {}

  constexpr const uint8_t* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const uint8_t* begin() const { return data_; }
  constexpr const uint8_t* end() const { return data_ + size_; }

 private:
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BYTE_VIEW_H_
