// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Inputs that shipped implementations get wrong, with what must come out. The
// model is tested with them, and so is every codec. A name is that of a group
// of related ones: T1, T2 and so on are mishaps of other implementations, the
// rest is named after what the standard says.

#ifndef V8_ENCODING_SRC_TESTING_TRAPS_H_
#define V8_ENCODING_SRC_TESTING_TRAPS_H_

#include <span>
#include <string_view>

#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

// All numbers are in hexadecimal; see hex.h.
struct DecodeTrap {
  std::string_view name;
  Encoding encoding;
  std::string_view bytes;
  std::string_view
      text;  // In replacement mode; FFFD only for what's malformed.
};

struct EncodeTrap {
  std::string_view name;
  Encoding encoding;
  std::string_view text;
  std::string_view bytes;         // In html mode.
  std::string_view fatal_errors;  // The code points of fatal mode's errors.
};

// One TextDecoder and calls of its decode().
struct CallsTrap {
  struct Call {
    std::string_view bytes;
    bool stream;
    bool throws;
    std::string_view text;
  };

  std::string_view name;
  Encoding encoding;
  bool fatal;
  bool ignore_bom;
  std::span<const Call> calls;
};

std::span<const DecodeTrap> DecodeTraps();
std::span<const EncodeTrap> EncodeTraps();
std::span<const CallsTrap> CallsTraps();

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_TRAPS_H_
