// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The naive model: the Encoding Standard transcribed step by step, slow and
// obviously right. Tests compare the library with it. It shares the enum and
// nothing else with the library.

#ifndef V8_ENCODING_SRC_MODEL_MODEL_H_
#define V8_ENCODING_SRC_MODEL_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/model/model_coder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

using Bytes = std::vector<uint8_t>;

// *Error mode*
enum class Mode { kReplacement, kFatal, kHtml };

// A new instance of the encoding's decoder.
std::unique_ptr<Coder> NewDecoder(Encoding encoding);

// *Get an encoder*. For the three encodings without one, one that maps nothing,
// which is no part of the standard.
std::unique_ptr<Coder> NewEncoder(Encoding encoding);

// *Process an item*
Result ProcessItem(Item item,
                   Coder& coder,
                   IoQueue& input,
                   IoQueue& output,
                   Mode mode);

// *Process a queue*
Result ProcessQueue(Coder& coder, IoQueue& input, IoQueue& output, Mode mode);

// ---- The hooks for standards. ----

std::u32string Utf8Decode(std::span<const uint8_t> bytes);
std::u32string Utf8DecodeWithoutBom(std::span<const uint8_t> bytes);
std::optional<std::u32string> Utf8DecodeWithoutBomOrFail(
    std::span<const uint8_t> bytes);
Bytes Utf8Encode(std::u32string_view text);
std::u32string Decode(std::span<const uint8_t> bytes, Encoding fallback);
std::optional<Encoding> BomSniff(const IoQueue& queue);
Bytes Encode(std::u32string_view text, Encoding encoding);
// Reads from `input` and appends to `output`; call it again with the same
// encoder to go on after the code point that it returns.
std::optional<uint32_t> EncodeOrFail(IoQueue& input,
                                     Coder& encoder,
                                     Bytes& output);

// ---- The interfaces. ----

// TextDecoder, without Web IDL.
class TextDecoder {
 public:
  // What becomes of unread input when decode() throws.
  enum class AfterError {
    kKeepsInput,  // The standard's letter: the next call reads on.
    kDropsInput,  // What every engine and web-platform-tests have.
  };
  struct Options {
    bool fatal = false;
    bool ignore_bom = false;
    AfterError after_error = AfterError::kDropsInput;
  };

  TextDecoder(Encoding encoding, Options options);

  // nullopt where decode() throws. An absent input is the same as an empty one.
  std::optional<std::u32string> Decode(std::span<const uint8_t> input,
                                       bool stream);

 private:
  std::u32string SerializeIoQueue(IoQueue& io_queue);

  const Encoding encoding_;
  const Options options_;
  std::unique_ptr<Coder> decoder_;
  IoQueue io_queue_;
  bool bom_seen_ = false;
  bool do_not_flush_ = false;
};

// TextEncoder's methods.
Bytes TextEncoderEncode(std::u16string_view input);
struct EncodeIntoOutcome {
  size_t read;
  Bytes written;
};
EncodeIntoOutcome TextEncoderEncodeInto(std::u16string_view source,
                                        size_t destination_length);

// ---- What codec tests compare with. ----

// A malformed sequence.
struct DecodeError {
  size_t begin;  // The bytes of the input that it has.
  size_t end;
  // How many bytes had been read when the error was returned, without those
  // that were restored. More than `end` only where the byte that ended the
  // sequence began another one at once, as an escape does in ISO-2022-JP.
  size_t read;
  size_t position;  // How many code points of the text come before it.

  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

struct DecodeOutcome {
  std::u32string text;
  std::vector<DecodeError> errors;
};

// Decodes all of the input and serializes it as TextDecoder does. In fatal mode
// it goes on after each error, as if decode() were called with what is unread.
DecodeOutcome DecodeAll(Encoding encoding,
                        std::span<const uint8_t> bytes,
                        Mode mode,
                        bool ignore_bom);

struct EncodeError {
  uint32_t code_point;
  size_t read;      // How many scalar values had been read, this one included.
  size_t position;  // How many bytes of the output come before it.

  friend bool operator==(const EncodeError&, const EncodeError&) = default;
};

struct EncodeOutcome {
  Bytes bytes;
  std::vector<EncodeError> errors;  // In fatal mode.
};

// Encodes all of the text; in fatal mode it goes on after each error.
EncodeOutcome EncodeAll(Encoding encoding, std::u32string_view text, Mode mode);

// Web IDL's conversion to USVString, and back.
std::u32string ToScalarValues(std::u16string_view text);
std::u16string ToUtf16(std::u32string_view text);

}  // namespace v8_encoding::model

#endif  // V8_ENCODING_SRC_MODEL_MODEL_H_
