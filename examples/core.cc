// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The codec core without V8: converts files of any encodings to one UTF-8 text,
// piece by piece, and says of each what it was.
//
//   core LABEL FILE [LABEL FILE]…
//
// A byte order mark overrules LABEL.

#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "v8_encoding/encoding.h"
#include "v8_encoding/sniffing_decoder.h"

using v8_encoding::DecodeErrorMode;
using v8_encoding::DecodeResult;
using v8_encoding::DecodeStatus;
using v8_encoding::Encoding;
using v8_encoding::Flush;
using v8_encoding::SniffingDecoder;

int main(int argc, char* argv[]) {
  if (argc < 3 || argc % 2 == 0) {
    std::fprintf(stderr, "usage: core LABEL FILE [LABEL FILE]…\n");
    return 1;
  }
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::optional<Encoding> encoding = v8_encoding::GetEncoding(argv[i]);
    std::FILE* const file = std::fopen(argv[i + 1], "rb");
    if (!encoding || file == nullptr) {
      std::fprintf(stderr, "core: no encoding %s, or no file %s\n", argv[i],
                   argv[i + 1]);
      return 1;
    }
    SniffingDecoder decoder(*encoding, DecodeErrorMode::kReplacementReported);
    bool had_replacements = false;
    Flush flush;
    do {
      uint8_t bytes[100];
      const size_t n = std::fread(bytes, 1, sizeof(bytes), file);
      flush = n == 0 ? Flush::kYes : Flush::kNo;
      std::span<const uint8_t> rest(bytes, n);
      DecodeResult result;
      do {
        uint8_t text[256];
        result = decoder.DecodeToUtf8(rest, text, flush);
        std::fwrite(text, 1, result.written, stdout);
        rest = rest.subspan(result.read);
        had_replacements |= result.had_replacements;
      } while (result.status == DecodeStatus::kOutputFull);
    } while (flush == Flush::kNo);
    const bool failed = std::ferror(file) != 0;
    std::fclose(file);
    if (failed) {
      std::fprintf(stderr, "core: can't read %s\n", argv[i + 1]);
      return 1;
    }
    const std::string name(Name(decoder.encoding()));
    std::printf("-- %s%s\n", name.c_str(),
                had_replacements ? ", malformed" : "");
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 1;
}
