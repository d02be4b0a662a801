// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// simdutf behind a C interface, for bench/peers/simdutf.cc; compiled by
// ./build. Texts are whole, little-endian, and outputs have room for
// everything. Where simdutf stops at an error, a function here writes U+FFFD,
// as the standard wants, and calls simdutf again for what is left.

#include <simdutf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace {

using Kernels = simdutf::implementation;

const char* Chars(const uint8_t* bytes) {
  return reinterpret_cast<const char*>(bytes);
}
char* Chars(uint8_t* bytes) {
  return reinterpret_cast<char*>(bytes);
}

// How many of `n` bytes, at least one, that begin with a malformed sequence one
// U+FFFD stands for: the maximal subpart of a well-formed sequence.
size_t MalformedLength(const uint8_t* bytes, size_t n) {
  const uint8_t lead = bytes[0];
  if (lead < 0xC2 || lead > 0xF4) {
    return 1;
  }
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const uint8_t first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const uint8_t last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (n < 2 || bytes[1] < first || bytes[1] > last) {
    return 1;
  }
  size_t i = 2;
  while (i < n && i < length && (bytes[i] & 0xC0) == 0x80) {
    ++i;
  }
  return i;
}

// Lets convert() write to new memory of so many units, and copies that to the
// output.
template <typename Convert>
size_t ConvertInNewMemory(const Convert& convert,
                          const Kernels* kernels,
                          const uint8_t* input,
                          size_t length,
                          size_t units_length,
                          char16_t* output) {
  const std::unique_ptr<char16_t[]> units(new char16_t[units_length]);
  const size_t written = convert(kernels, input, length, units.get());
  std::memcpy(output, units.get(), written * sizeof(char16_t));
  return written;
}

}  // namespace

extern "C" {

const char* peer_version() {
  return SIMDUTF_VERSION ", " PEER_COMPILER;
}

// Those of that name, or, if it is empty, the best for this CPU. Null if there
// are none or this CPU doesn't run them.
const Kernels* peer_kernels(const char* name) {
  const auto& all = simdutf::get_available_implementations();
  const Kernels* kernels =
      *name == '\0' ? all.detect_best_supported() : all[name];
  return kernels != nullptr && kernels->supported_by_runtime_system() ? kernels
                                                                      : nullptr;
}

void peer_kernels_name(const Kernels* kernels, char* name, size_t capacity) {
  const auto own = kernels->name();
  const size_t n = own.size() < capacity ? own.size() : capacity - 1;
  std::memcpy(name, own.data(), n);
  name[n] = '\0';
}

size_t peer_utf8_to_utf16(const Kernels* kernels,
                          const uint8_t* input,
                          size_t length,
                          char16_t* output) {
  if (length >= 3 && input[0] == 0xEF && input[1] == 0xBB && input[2] == 0xBF) {
    input += 3;
    length -= 3;
  }
  size_t written = 0;
  for (;;) {
    const simdutf::result result = kernels->convert_utf8_to_utf16le_with_errors(
        Chars(input), length, output + written);
    if (result.error == simdutf::SUCCESS) {
      return written + result.count;
    }
    written += kernels->utf16_length_from_utf8(Chars(input), result.count);
    output[written++] = u'\uFFFD';
    input += result.count;
    length -= result.count;
    const size_t malformed = MalformedLength(input, length);
    input += malformed;
    length -= malformed;
  }
}

// Of UTF-16LE, or of UTF-16BE if `swaps`.
size_t peer_utf16_to_utf16(const Kernels* kernels,
                           const uint8_t* input,
                           size_t length,
                           bool swaps,
                           char16_t* output) {
  const auto* units = reinterpret_cast<const char16_t*>(input);
  size_t n = length / 2;
  if (n != 0 && units[0] == (swaps ? u'\uFFFE' : u'\uFEFF')) {
    ++units;
    --n;
  }
  if (swaps) {
    kernels->change_endianness_utf16(units, n, output);
    units = output;
  }
  kernels->to_well_formed_utf16le(units, n, output);
  if (length % 2 != 0) {
    output[n++] = u'\uFFFD';
  }
  return n;
}

size_t peer_utf16_to_utf8(const Kernels* kernels,
                          const char16_t* input,
                          size_t length,
                          uint8_t* output) {
  return kernels->convert_utf16le_to_utf8_with_replacement(input, length,
                                                           Chars(output));
}

size_t peer_latin1_to_utf16(const Kernels* kernels,
                            const uint8_t* input,
                            size_t length,
                            char16_t* output) {
  return kernels->convert_latin1_to_utf16le(Chars(input), length, output);
}

// This and the next function are those above with new memory, of well-formed
// text.
size_t peer_utf8_to_new_utf16(const Kernels* kernels,
                              const uint8_t* input,
                              size_t length,
                              char16_t* output) {
  return ConvertInNewMemory(
      peer_utf8_to_utf16, kernels, input, length,
      kernels->utf16_length_from_utf8(Chars(input), length), output);
}

size_t peer_latin1_to_new_utf16(const Kernels* kernels,
                                const uint8_t* input,
                                size_t length,
                                char16_t* output) {
  return ConvertInNewMemory(peer_latin1_to_utf16, kernels, input, length,
                            length, output);
}

// This and the next function only for text that is known to be Latin-1: they
// look at all of it, and return 0 if it isn't.
size_t peer_utf8_to_latin1(const Kernels* kernels,
                           const uint8_t* input,
                           size_t length,
                           uint8_t* output) {
  const simdutf::result result = kernels->convert_utf8_to_latin1_with_errors(
      Chars(input), length, Chars(output));
  return result.error == simdutf::SUCCESS ? result.count : 0;
}

size_t peer_utf16_to_latin1(const Kernels* kernels,
                            const char16_t* input,
                            size_t length,
                            uint8_t* output) {
  const simdutf::result result = kernels->convert_utf16le_to_latin1_with_errors(
      input, length, Chars(output));
  return result.error == simdutf::SUCCESS ? result.count : 0;
}

size_t peer_latin1_to_utf8(const Kernels* kernels,
                           const uint8_t* input,
                           size_t length,
                           uint8_t* output) {
  return kernels->convert_latin1_to_utf8(Chars(input), length, Chars(output));
}

size_t peer_utf8_valid_up_to(const Kernels* kernels,
                             const uint8_t* input,
                             size_t length) {
  const simdutf::result result =
      kernels->validate_utf8_with_errors(Chars(input), length);
  return result.error == simdutf::SUCCESS ? length : result.count;
}

size_t peer_utf8_length(const Kernels* kernels,
                        const char16_t* input,
                        size_t length) {
  return kernels->utf8_length_from_utf16le_with_replacement(input, length)
      .count;
}

size_t peer_utf8_length_from_latin1(const Kernels* kernels,
                                    const uint8_t* input,
                                    size_t length) {
  return kernels->utf8_length_from_latin1(Chars(input), length);
}

}  // extern "C"
