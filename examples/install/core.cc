// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The codec core without V8: a form's text in KOI8-R, and what a label names.

#include <cstdio>
#include <string>

#include "v8_encoding/hooks.h"

int main() {
  const std::string bytes =
      v8_encoding::Encode(u"\u0416\u20AC", v8_encoding::Encoding::kKoi8R);
  for (const char byte : bytes) {
    std::printf("%02X ", static_cast<unsigned char>(byte));
  }
  std::printf(
      "%s\n",
      std::string(v8_encoding::Name(*v8_encoding::GetEncoding(" LATIN1 ")))
          .c_str());
}
