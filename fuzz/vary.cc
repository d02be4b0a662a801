// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "fuzz/vary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "fuzz/targets.h"
#include "src/testing/random.h"

namespace v8_encoding::fuzz {

Bytes Vary(const std::vector<Bytes>& seeds, test_support::Random& random) {
  constexpr uint8_t kBytes[] = {0x00, 0x0E, 0x1B, 0x24, 0x28, 0x30, 0x40,
                                0x42, 0x4A, 0x7F, 0x80, 0x81, 0x8E, 0x8F,
                                0xA0, 0xA1, 0xBF, 0xD8, 0xDC, 0xEF, 0xFF};
  const auto any = [&random](size_t count) {
    return random.Below(static_cast<uint32_t>(count));
  };
  Bytes bytes = seeds[any(seeds.size())];
  for (uint32_t n = random.In(1, 6); n != 0; --n) {
    const auto place =
        bytes.begin() + static_cast<ptrdiff_t>(any(bytes.size() + 1));
    const uint8_t byte = random.Chance(50)
                             ? kBytes[any(std::size(kBytes))]
                             : static_cast<uint8_t>(random.Below(0x100));
    switch (random.Below(5)) {
      case 0:
        bytes.insert(place, byte);
        break;
      case 1:
        bytes.erase(place, place + std::min<ptrdiff_t>(bytes.end() - place, 1));
        break;
      case 2: {
        const Bytes& other = seeds[any(seeds.size())];
        bytes.erase(place, bytes.end());
        bytes.insert(bytes.end(),
                     other.begin() + static_cast<ptrdiff_t>(any(other.size())),
                     other.end());
        break;
      }
      default:
        if (place != bytes.end()) {
          *place = byte;
        }
        break;
    }
  }
  return bytes;
}

}  // namespace v8_encoding::fuzz
