// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/model/model_url.h"

#include <cstdlib>
#include <memory>
#include <optional>

#include "src/model/model.h"
#include "src/model/model_coder.h"

namespace v8_encoding::model {

namespace {

// https://url.spec.whatwg.org/#percent-encode
std::string PercentEncode(uint8_t byte) {
  constexpr std::string_view kAsciiUpperHexDigits = "0123456789ABCDEF";
  return {'%', kAsciiUpperHexDigits[byte / 16],
          kAsciiUpperHexDigits[byte % 16]};
}

// https://encoding.spec.whatwg.org/#get-an-output-encoding
Encoding OutputEncoding(Encoding encoding) {
  const bool has_no_encoder = encoding == Encoding::kReplacement ||
                              encoding == Encoding::kUtf16Be ||
                              encoding == Encoding::kUtf16Le;
  return has_no_encoder ? Encoding::kUtf8 : encoding;
}

}  // namespace

// https://url.spec.whatwg.org/#percent-encoded-bytes, set by set.
bool IsInPercentEncodeSet(uint32_t code_point, PercentEncodeSet set) {
  const auto is_one_of = [code_point](std::u32string_view others) {
    return others.find(static_cast<char32_t>(code_point)) !=
           std::u32string_view::npos;
  };
  const auto is_in = [code_point](uint32_t first, uint32_t last) {
    return code_point >= first && code_point <= last;
  };
  const auto is_of = [code_point](PercentEncodeSet other) {
    return IsInPercentEncodeSet(code_point, other);
  };
  switch (set) {
    case PercentEncodeSet::kC0Control:
      return is_in(0x00, 0x1F) || code_point > 0x7E;
    case PercentEncodeSet::kFragment:
      return is_of(PercentEncodeSet::kC0Control) || is_one_of(U" \"<>`");
    case PercentEncodeSet::kQuery:
      return is_of(PercentEncodeSet::kC0Control) || is_one_of(U" \"#<>");
    case PercentEncodeSet::kSpecialQuery:
      return is_of(PercentEncodeSet::kQuery) || is_one_of(U"'");
    case PercentEncodeSet::kPath:
      return is_of(PercentEncodeSet::kQuery) || is_one_of(U"?^`{}");
    case PercentEncodeSet::kUserinfo:
      return is_of(PercentEncodeSet::kPath) || is_one_of(U"/:;=@|") ||
             is_in(U'[', U']');
    case PercentEncodeSet::kComponent:
      return is_of(PercentEncodeSet::kUserinfo) || is_in(U'$', U'&') ||
             is_one_of(U"+,");
    case PercentEncodeSet::kFormUrlEncoded:
      return is_of(PercentEncodeSet::kComponent) || is_one_of(U"!~") ||
             is_in(U'\'', U')');
  }
  std::abort();
}

// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
std::string PercentEncodeAfterEncoding(std::u32string_view input,
                                       Encoding encoding,
                                       PercentEncodeSet set) {
  // 1.
  if (encoding != Encoding::kUtf8 && set != PercentEncodeSet::kSpecialQuery &&
      set != PercentEncodeSet::kFormUrlEncoded) {
    std::abort();
  }
  // 2.
  const bool space_as_plus = set == PercentEncodeSet::kFormUrlEncoded;
  // 3. *Get an encoder* asserts that there is one.
  if (OutputEncoding(encoding) != encoding) {
    std::abort();
  }
  const std::unique_ptr<Coder> encoder = NewEncoder(encoding);
  // 4.
  IoQueue input_queue = IoQueue::Of(input);
  // 5.
  std::string output;
  // 6.
  std::optional<uint32_t> potential_error = 0;
  // 7.
  while (potential_error) {
    // 7.1.
    Bytes encode_output;
    // 7.2.
    potential_error = EncodeOrFail(input_queue, *encoder, encode_output);
    // 7.3.
    for (const uint8_t byte : encode_output) {
      // 7.3.1.
      if (space_as_plus && byte == 0x20) {
        output += '+';
        continue;
      }
      // 7.3.2.
      const uint32_t isomorph = byte;
      // 7.3.4.
      if (!IsInPercentEncodeSet(isomorph, set)) {
        output += static_cast<char>(isomorph);
      } else {  // 7.3.5.
        output += PercentEncode(byte);
      }
    }
    // 7.4.
    if (potential_error) {
      output += "%26%23" + std::to_string(*potential_error) + "%3B";
    }
  }
  // 8.
  return output;
}

// https://url.spec.whatwg.org/#concept-urlencoded-serializer
std::string SerializeUrlencoded(std::span<const NameAndValue> tuples,
                                Encoding encoding) {
  // 1.
  encoding = OutputEncoding(encoding);
  // 2.
  std::string output;
  // 3.
  for (const NameAndValue& tuple : tuples) {
    // 3.2.
    const std::string name = PercentEncodeAfterEncoding(
        tuple.name, encoding, PercentEncodeSet::kFormUrlEncoded);
    // 3.3.
    const std::string value = PercentEncodeAfterEncoding(
        tuple.value, encoding, PercentEncodeSet::kFormUrlEncoded);
    // 3.4.
    if (!output.empty()) {
      output += '&';
    }
    // 3.5.
    output += name + "=" + value;
  }
  // 4.
  return output;
}

}  // namespace v8_encoding::model
