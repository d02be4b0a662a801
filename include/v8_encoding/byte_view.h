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
// of an array of uint8_t, or of whatever has data() and size() and elements of
// one byte: std::string, std::string_view, std::vector<uint8_t>, std::span,
// v8::MemorySpan. A pointer to longer elements doesn't compile: the length that
// comes with such a pointer mostly counts these. As a const void* it does.
class ByteView {
 public:
  constexpr ByteView() noexcept = default;
  ByteView(const void* data, size_t size) noexcept
      : data_(static_cast<const uint8_t*>(data)), size_(size) {}
  template <typename Byte,
            typename = std::enable_if_t<std::is_same_v<Byte, uint8_t>>>
  constexpr ByteView(const Byte* data, size_t size) noexcept
      : data_(data), size_(size) {}
  template <typename Unit,
            size_t kUnitSize = sizeof(Unit),
            typename = std::enable_if_t<(kUnitSize > 1)>>
  ByteView(const Unit* data, size_t size) = delete;

  template <size_t kSize>
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr ByteView(const uint8_t (&bytes)[kSize]) noexcept
      : ByteView(bytes, kSize) {}

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
  constexpr ByteView(const Container& container) noexcept
      : ByteView(container.data(), container.size()) {}

  constexpr const uint8_t* data() const noexcept { return data_; }
  constexpr size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const uint8_t* begin() const noexcept { return data_; }
  constexpr const uint8_t* end() const noexcept { return data_ + size_; }

 private:
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BYTE_VIEW_H_
