// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/mixture.h"

#include <algorithm>
#include <set>
#include <utility>

#include "v8_encoding/decoder.h"

namespace v8_encoding::testing {

namespace {

// What a decoder may have come to after some places: its state, and how much of
// the text it has put out. The decoder's law is that cuts change nothing, so
// it's asked byte by byte.
using Nodes = std::set<std::pair<uint32_t, size_t>>;

Decoder DecoderIn(uint32_t state, Encoding encoding, DecodeErrorMode mode) {
  Decoder decoder(encoding, mode);
  decoder.set_state(DecoderState::FromBits(state));
  return decoder;
}

// Whether what `decoder` makes of these bytes goes on with `text` at *matched.
bool Advance(Decoder& decoder,
             std::span<const uint8_t> bytes,
             Flush flush,
             std::u16string_view text,
             size_t* matched) {
  char16_t units[16];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  if (decoded.status != DecodeStatus::kInputEmpty ||
      text.substr(*matched, decoded.written) !=
          std::u16string_view(units, decoded.written)) {
    return false;
  }
  *matched += decoded.written;
  return true;
}

bool CanEnd(const Nodes& nodes, Encoding encoding, std::u16string_view text) {
  return std::ranges::any_of(nodes, [&](const auto& node) {
    Decoder decoder =
        DecoderIn(node.first, encoding, DecodeErrorMode::kReplacement);
    size_t matched = node.second;
    return Advance(decoder, {}, Flush::kYes, text, &matched) &&
           matched == text.size();
  });
}

uint32_t InitialState(Encoding encoding) {
  return Decoder(encoding, DecodeErrorMode::kReplacement).state().bits();
}

}  // namespace

bool CanBeDecodedTo(std::span<const Choice> places,
                    size_t min_length,
                    Encoding encoding,
                    std::u16string_view text) {
  Nodes nodes = {{InitialState(encoding), 0}};
  for (size_t i = 0; i < places.size(); ++i) {
    if (i >= min_length && CanEnd(nodes, encoding, text)) {
      return true;
    }
    Nodes next;
    for (const auto& [state, matched_before] : nodes) {
      for (const uint8_t byte : places[i]) {
        Decoder decoder =
            DecoderIn(state, encoding, DecodeErrorMode::kReplacement);
        size_t matched = matched_before;
        if (Advance(decoder, {&byte, 1}, Flush::kNo, text, &matched)) {
          next.emplace(decoder.state().bits(), matched);
        }
      }
    }
    nodes = std::move(next);
  }
  return CanEnd(nodes, encoding, text);
}

Wellformedness WellformednessOf(std::span<const Choice> places,
                                size_t min_length,
                                Encoding encoding) {
  Wellformedness result;
  std::set<uint32_t> states = {InitialState(encoding)};
  const auto accepts = [&](Decoder& decoder, std::span<const uint8_t> bytes,
                           Flush flush) {
    const bool accepted =
        decoder.Validate(bytes, flush).status == DecodeStatus::kInputEmpty;
    result.can_be_malformed |= !accepted;
    return accepted;
  };
  for (size_t i = 0; i <= places.size(); ++i) {
    if (i >= min_length) {
      for (const uint32_t state : states) {
        Decoder decoder = DecoderIn(state, encoding, DecodeErrorMode::kFatal);
        result.can_be_well_formed |= accepts(decoder, {}, Flush::kYes);
      }
    }
    if (i == places.size()) {
      break;
    }
    std::set<uint32_t> next;
    for (const uint32_t state : states) {
      for (const uint8_t byte : places[i]) {
        Decoder decoder = DecoderIn(state, encoding, DecodeErrorMode::kFatal);
        if (accepts(decoder, {&byte, 1}, Flush::kNo)) {
          next.insert(decoder.state().bits());
        }
      }
    }
    states = std::move(next);
  }
  return result;
}

}  // namespace v8_encoding::testing
