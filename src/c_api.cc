// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The C API for encodings, decoders and encoders: each function is a call of
// the C++ function that does the work.

#include "v8_encoding/v8_encoding.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/sniffing_decoder.h"
#include "v8_encoding/text.h"
#include "v8_encoding/version.h"

namespace {

using v8_encoding::BomHandling;
using v8_encoding::BomMode;
using v8_encoding::ByteOrderMark;
using v8_encoding::DecodeErrorMode;
using v8_encoding::Decoder;
using v8_encoding::DecodeResult;
using v8_encoding::DecodeStatus;
using v8_encoding::EncodeErrorMode;
using v8_encoding::Encoder;
using v8_encoding::EncodeResult;
using v8_encoding::EncodeStatus;
using v8_encoding::Encoding;
using v8_encoding::Flush;
using v8_encoding::SniffingDecoder;

template <auto kCpp>
consteval bool Is(int c) {
  return static_cast<int>(kCpp) == c;
}
static_assert(V8ENC_ENCODING_COUNT == v8_encoding::kEncodingCount);
static_assert(Is<Encoding::kUtf8>(V8ENC_UTF_8));
static_assert(Is<Encoding::kIbm866>(V8ENC_IBM866));
static_assert(Is<Encoding::kIso8859_2>(V8ENC_ISO_8859_2));
static_assert(Is<Encoding::kIso8859_3>(V8ENC_ISO_8859_3));
static_assert(Is<Encoding::kIso8859_4>(V8ENC_ISO_8859_4));
static_assert(Is<Encoding::kIso8859_5>(V8ENC_ISO_8859_5));
static_assert(Is<Encoding::kIso8859_6>(V8ENC_ISO_8859_6));
static_assert(Is<Encoding::kIso8859_7>(V8ENC_ISO_8859_7));
static_assert(Is<Encoding::kIso8859_8>(V8ENC_ISO_8859_8));
static_assert(Is<Encoding::kIso8859_8_I>(V8ENC_ISO_8859_8_I));
static_assert(Is<Encoding::kIso8859_10>(V8ENC_ISO_8859_10));
static_assert(Is<Encoding::kIso8859_13>(V8ENC_ISO_8859_13));
static_assert(Is<Encoding::kIso8859_14>(V8ENC_ISO_8859_14));
static_assert(Is<Encoding::kIso8859_15>(V8ENC_ISO_8859_15));
static_assert(Is<Encoding::kIso8859_16>(V8ENC_ISO_8859_16));
static_assert(Is<Encoding::kKoi8R>(V8ENC_KOI8_R));
static_assert(Is<Encoding::kKoi8U>(V8ENC_KOI8_U));
static_assert(Is<Encoding::kMacintosh>(V8ENC_MACINTOSH));
static_assert(Is<Encoding::kWindows874>(V8ENC_WINDOWS_874));
static_assert(Is<Encoding::kWindows1250>(V8ENC_WINDOWS_1250));
static_assert(Is<Encoding::kWindows1251>(V8ENC_WINDOWS_1251));
static_assert(Is<Encoding::kWindows1252>(V8ENC_WINDOWS_1252));
static_assert(Is<Encoding::kWindows1253>(V8ENC_WINDOWS_1253));
static_assert(Is<Encoding::kWindows1254>(V8ENC_WINDOWS_1254));
static_assert(Is<Encoding::kWindows1255>(V8ENC_WINDOWS_1255));
static_assert(Is<Encoding::kWindows1256>(V8ENC_WINDOWS_1256));
static_assert(Is<Encoding::kWindows1257>(V8ENC_WINDOWS_1257));
static_assert(Is<Encoding::kWindows1258>(V8ENC_WINDOWS_1258));
static_assert(Is<Encoding::kXMacCyrillic>(V8ENC_X_MAC_CYRILLIC));
static_assert(Is<Encoding::kGbk>(V8ENC_GBK));
static_assert(Is<Encoding::kGb18030>(V8ENC_GB18030));
static_assert(Is<Encoding::kBig5>(V8ENC_BIG5));
static_assert(Is<Encoding::kEucJp>(V8ENC_EUC_JP));
static_assert(Is<Encoding::kIso2022Jp>(V8ENC_ISO_2022_JP));
static_assert(Is<Encoding::kShiftJis>(V8ENC_SHIFT_JIS));
static_assert(Is<Encoding::kEucKr>(V8ENC_EUC_KR));
static_assert(Is<Encoding::kReplacement>(V8ENC_REPLACEMENT));
static_assert(Is<Encoding::kUtf16Be>(V8ENC_UTF_16BE));
static_assert(Is<Encoding::kUtf16Le>(V8ENC_UTF_16LE));
static_assert(Is<Encoding::kXUserDefined>(V8ENC_X_USER_DEFINED));
static_assert(Is<BomHandling::kSniff>(V8ENC_BOM_SNIFF));
static_assert(Is<BomHandling::kRemove>(V8ENC_BOM_REMOVE));
static_assert(Is<BomHandling::kKeep>(V8ENC_BOM_KEEP));
static_assert(Is<DecodeStatus::kInputEmpty>(V8ENC_DECODE_INPUT_EMPTY));
static_assert(Is<DecodeStatus::kOutputFull>(V8ENC_DECODE_OUTPUT_FULL));
static_assert(Is<DecodeStatus::kMalformed>(V8ENC_DECODE_MALFORMED));
static_assert(Is<DecodeStatus::kNotLatin1>(V8ENC_DECODE_NOT_LATIN1));
static_assert(Is<EncodeStatus::kInputEmpty>(V8ENC_ENCODE_INPUT_EMPTY));
static_assert(Is<EncodeStatus::kOutputFull>(V8ENC_ENCODE_OUTPUT_FULL));
static_assert(Is<EncodeStatus::kUnmappable>(V8ENC_ENCODE_UNMAPPABLE));
static_assert(V8ENC_MAX_BYTES_PER_STEP == Encoder::kMaxBytesPerStep);

constexpr v8enc_encoding kNoEncoding = V8ENC_NO_ENCODING;

constexpr v8enc_encoding ToC(Encoding encoding) {
  return static_cast<v8enc_encoding>(encoding);
}

constexpr Flush FlushOf(bool flush) {
  return flush ? Flush::kYes : Flush::kNo;
}

constexpr DecodeErrorMode ModeOf(v8enc_decode_mode mode) {
  return mode == V8ENC_FATAL ? DecodeErrorMode::kFatal
                             : DecodeErrorMode::kReplacementReported;
}

constexpr EncodeErrorMode EncodeModeOf(v8enc_encode_mode mode) {
  return mode == V8ENC_ENCODE_HTML ? EncodeErrorMode::kHtmlReported
                                   : EncodeErrorMode::kFatal;
}

constexpr BomHandling HandlingOf(v8enc_bom bom) {
  return bom == V8ENC_BOM_SNIFF    ? BomHandling::kSniff
         : bom == V8ENC_BOM_REMOVE ? BomHandling::kRemove
                                   : BomHandling::kKeep;
}

v8enc_decode_result ToC(const DecodeResult& result) {
  return {.status = static_cast<v8enc_decode_status>(result.status),
          .malformed_length = result.malformed_length,
          .read_ahead_length = result.read_ahead_length,
          .had_replacements = result.had_replacements,
          .read = result.read,
          .written = result.written};
}

v8enc_encode_result ToC(const EncodeResult& result) {
  return {.status = static_cast<v8enc_encode_status>(result.status),
          .had_unmappables = result.had_unmappables,
          .had_malformed = result.had_malformed,
          .code_point = result.code_point,
          .read = result.read,
          .written = result.written};
}

// What a v8enc_decoder holds: one of two kinds of decoder, behind a word that
// says which. C++ objects live in the words of the C struct only as copies, so
// that a struct may be copied and need not be aligned for them.
template <typename T>
T Load(const uint32_t* words) {
  static_assert(std::is_trivially_copyable_v<T>);
  struct {
    alignas(T) uint8_t bytes[sizeof(T)];
  } copy;
  std::memcpy(copy.bytes, words, sizeof(T));
  return std::bit_cast<T>(copy);
}

template <typename T>
void Store(const T& value, uint32_t* words) {
  std::memcpy(words, &value, sizeof(T));
}

constexpr size_t kValueWord = 1;
static_assert(sizeof(SniffingDecoder) + kValueWord * sizeof(uint32_t) <=
              sizeof(v8enc_decoder));
static_assert(sizeof(Encoder) <= sizeof(v8enc_encoder));

// Calls `decode` with the decoder, and puts it back.
template <typename Decode>
v8enc_decode_result WithDecoder(v8enc_decoder* decoder, const Decode& decode) {
  uint32_t* const words = decoder->opaque + kValueWord;
  DecodeResult result;
  if (decoder->opaque[0] != 0) {
    SniffingDecoder sniffing = Load<SniffingDecoder>(words);
    result = decode(sniffing);
    Store(sniffing, words);
  } else {
    Decoder plain = Load<Decoder>(words);
    result = decode(plain);
    Store(plain, words);
  }
  return ToC(result);
}

template <typename Encode>
v8enc_encode_result WithEncoder(v8enc_encoder* encoder, const Encode& encode) {
  Encoder value = Load<Encoder>(encoder->opaque);
  const EncodeResult result = encode(value);
  Store(value, encoder->opaque);
  return ToC(result);
}

bool IsEncoding(v8enc_encoding encoding) {
  return encoding < V8ENC_ENCODING_COUNT;
}

// What is converted as V8ENC_REPLACEMENT is that.
Encoding Known(v8enc_encoding encoding) {
  return IsEncoding(encoding) ? Encoding{encoding} : Encoding::kReplacement;
}

}  // namespace

const char* v8enc_version(void) {
  return v8_encoding::kVersion;
}

v8enc_encoding v8enc_get_encoding(const char* label, size_t length) {
  const std::optional<Encoding> encoding =
      v8_encoding::GetEncoding(std::string_view(label, length));
  return encoding ? ToC(*encoding) : kNoEncoding;
}

v8enc_encoding v8enc_get_output_encoding(v8enc_encoding encoding) {
  return ToC(v8_encoding::GetOutputEncoding(Known(encoding)));
}

v8enc_encoding v8enc_bom_sniff(const uint8_t* bytes,
                               size_t length,
                               size_t* bom_length) {
  const std::optional<ByteOrderMark> bom =
      v8_encoding::BomSniff({bytes, length});
  if (bom_length != nullptr) {
    *bom_length = bom ? bom->length : 0;
  }
  return bom ? ToC(bom->encoding) : kNoEncoding;
}

// Names and labels are string literals, so a zero follows them.
const char* v8enc_name(v8enc_encoding encoding) {
  return IsEncoding(encoding) ? v8_encoding::Name(Encoding{encoding}).data()
                              : nullptr;
}

const char* v8enc_lowercase_name(v8enc_encoding encoding) {
  return IsEncoding(encoding)
             ? v8_encoding::LowercaseName(Encoding{encoding}).data()
             : nullptr;
}

size_t v8enc_label_count(v8enc_encoding encoding) {
  return IsEncoding(encoding) ? v8_encoding::Labels(Encoding{encoding}).size()
                              : 0;
}

const char* v8enc_label(v8enc_encoding encoding, size_t index) {
  return index < v8enc_label_count(encoding)
             ? v8_encoding::Labels(Encoding{encoding})[index].data()
             : nullptr;
}

bool v8enc_has_encoder(v8enc_encoding encoding) {
  return v8_encoding::HasEncoder(Encoding{encoding});
}

bool v8enc_is_single_byte(v8enc_encoding encoding) {
  return v8_encoding::IsSingleByte(Encoding{encoding});
}

bool v8enc_is_ascii_compatible(v8enc_encoding encoding) {
  return IsEncoding(encoding) &&
         v8_encoding::IsAsciiCompatible(Encoding{encoding});
}

bool v8enc_encodes_everything(v8enc_encoding encoding) {
  return v8_encoding::EncodesEverything(Known(encoding));
}

v8enc_decoder v8enc_decoder_make(v8enc_encoding encoding,
                                 v8enc_bom bom,
                                 v8enc_decode_mode mode) {
  v8enc_decoder decoder = {};
  uint32_t* const words = decoder.opaque + kValueWord;
  if (bom == V8ENC_BOM_SNIFF) {
    decoder.opaque[0] = 1;
    Store(SniffingDecoder(Encoding{encoding}, ModeOf(mode)), words);
  } else {
    Store(Decoder(Encoding{encoding}, ModeOf(mode),
                  bom == V8ENC_BOM_REMOVE ? BomMode::kRemove : BomMode::kKeep),
          words);
  }
  return decoder;
}

v8enc_encoding v8enc_decoder_encoding(const v8enc_decoder* decoder) {
  const uint32_t* const words = decoder->opaque + kValueWord;
  return ToC(decoder->opaque[0] != 0 ? Load<SniffingDecoder>(words).encoding()
                                     : Load<Decoder>(words).encoding());
}

v8enc_decode_result v8enc_decode_to_latin1(v8enc_decoder* decoder,
                                           const uint8_t* input,
                                           size_t input_length,
                                           uint8_t* output,
                                           size_t output_length,
                                           bool flush) {
  return WithDecoder(decoder, [=](auto& value) {
    return value.DecodeToLatin1({input, input_length}, {output, output_length},
                                FlushOf(flush));
  });
}

v8enc_decode_result v8enc_decode_to_utf16(v8enc_decoder* decoder,
                                          const uint8_t* input,
                                          size_t input_length,
                                          v8enc_char16* output,
                                          size_t output_length,
                                          bool flush) {
  return WithDecoder(decoder, [=](auto& value) {
    return value.DecodeToUtf16({input, input_length}, {output, output_length},
                               FlushOf(flush));
  });
}

v8enc_decode_result v8enc_decode_to_utf8(v8enc_decoder* decoder,
                                         const uint8_t* input,
                                         size_t input_length,
                                         uint8_t* output,
                                         size_t output_length,
                                         bool flush) {
  return WithDecoder(decoder, [=](auto& value) {
    return value.DecodeToUtf8({input, input_length}, {output, output_length},
                              FlushOf(flush));
  });
}

v8enc_decode_result v8enc_validate(v8enc_decoder* decoder,
                                   const uint8_t* input,
                                   size_t input_length,
                                   bool flush) {
  return WithDecoder(decoder, [=](auto& value) {
    return value.Validate({input, input_length}, FlushOf(flush));
  });
}

v8enc_decode_result v8enc_decode_text_to_utf8(v8enc_encoding encoding,
                                              v8enc_bom bom,
                                              v8enc_decode_mode mode,
                                              const uint8_t* input,
                                              size_t input_length,
                                              uint8_t* output,
                                              size_t output_length,
                                              v8enc_encoding* used) {
  v8enc_decoder decoder = v8enc_decoder_make(encoding, bom, mode);
  const v8enc_decode_result result = v8enc_decode_to_utf8(
      &decoder, input, input_length, output, output_length, true);
  if (used != nullptr) {
    *used = v8enc_decoder_encoding(&decoder);
  }
  return result;
}

v8enc_decode_result v8enc_decode_text_to_utf16(v8enc_encoding encoding,
                                               v8enc_bom bom,
                                               v8enc_decode_mode mode,
                                               const uint8_t* input,
                                               size_t input_length,
                                               v8enc_char16* output,
                                               size_t output_length,
                                               v8enc_encoding* used) {
  v8enc_decoder decoder = v8enc_decoder_make(encoding, bom, mode);
  const v8enc_decode_result result = v8enc_decode_to_utf16(
      &decoder, input, input_length, output, output_length, true);
  if (used != nullptr) {
    *used = v8enc_decoder_encoding(&decoder);
  }
  return result;
}

size_t v8enc_max_utf16_length(v8enc_encoding encoding,
                              v8enc_bom bom,
                              size_t input_length) {
  return bom == V8ENC_BOM_SNIFF
             ? SniffingDecoder::MaxUtf16Length(Encoding{encoding}, input_length)
             : Decoder::MaxUtf16Length(Encoding{encoding}, input_length);
}

size_t v8enc_max_utf8_length(v8enc_encoding encoding,
                             v8enc_bom bom,
                             size_t input_length) {
  return bom == V8ENC_BOM_SNIFF
             ? SniffingDecoder::MaxUtf8Length(Encoding{encoding}, input_length)
             : Decoder::MaxUtf8Length(Encoding{encoding}, input_length);
}

size_t v8enc_decoded_utf8_length(v8enc_encoding encoding,
                                 v8enc_bom bom,
                                 const uint8_t* input,
                                 size_t input_length) {
  return v8_encoding::DecodedUtf8Length({input, input_length},
                                        Encoding{encoding}, HandlingOf(bom));
}

bool v8enc_is_well_formed(v8enc_encoding encoding,
                          const uint8_t* input,
                          size_t input_length) {
  return v8_encoding::IsWellFormed({input, input_length}, Encoding{encoding});
}

v8enc_encoder v8enc_encoder_make(v8enc_encoding encoding,
                                 v8enc_encode_mode mode) {
  v8enc_encoder encoder = {};
  Store(Encoder(Encoding{encoding}, EncodeModeOf(mode)), encoder.opaque);
  return encoder;
}

v8enc_encode_result v8enc_encode_from_latin1(v8enc_encoder* encoder,
                                             const uint8_t* input,
                                             size_t input_length,
                                             uint8_t* output,
                                             size_t output_length,
                                             bool flush) {
  return WithEncoder(encoder, [=](Encoder& value) {
    return value.EncodeFromLatin1({input, input_length},
                                  {output, output_length}, FlushOf(flush));
  });
}

v8enc_encode_result v8enc_encode_from_utf16(v8enc_encoder* encoder,
                                            const v8enc_char16* input,
                                            size_t input_length,
                                            uint8_t* output,
                                            size_t output_length,
                                            bool flush) {
  return WithEncoder(encoder, [=](Encoder& value) {
    return value.EncodeFromUtf16({input, input_length}, {output, output_length},
                                 FlushOf(flush));
  });
}

v8enc_encode_result v8enc_encode_from_utf8(v8enc_encoder* encoder,
                                           const uint8_t* input,
                                           size_t input_length,
                                           uint8_t* output,
                                           size_t output_length,
                                           bool flush) {
  return WithEncoder(encoder, [=](Encoder& value) {
    return value.EncodeFromUtf8({input, input_length}, {output, output_length},
                                FlushOf(flush));
  });
}

v8enc_encode_result v8enc_encode_text_from_utf8(v8enc_encoding encoding,
                                                v8enc_encode_mode mode,
                                                const uint8_t* input,
                                                size_t input_length,
                                                uint8_t* output,
                                                size_t output_length) {
  v8enc_encoder encoder = v8enc_encoder_make(encoding, mode);
  return v8enc_encode_from_utf8(&encoder, input, input_length, output,
                                output_length, true);
}

v8enc_encode_result v8enc_encode_text_from_utf16(v8enc_encoding encoding,
                                                 v8enc_encode_mode mode,
                                                 const v8enc_char16* input,
                                                 size_t input_length,
                                                 uint8_t* output,
                                                 size_t output_length) {
  v8enc_encoder encoder = v8enc_encoder_make(encoding, mode);
  return v8enc_encode_from_utf16(&encoder, input, input_length, output,
                                 output_length, true);
}

size_t v8enc_max_length_from_latin1(v8enc_encoding encoding,
                                    v8enc_encode_mode mode,
                                    size_t input_length) {
  return Encoder::MaxLengthFromLatin1(Encoding{encoding}, EncodeModeOf(mode),
                                      input_length);
}

size_t v8enc_max_length_from_utf16(v8enc_encoding encoding,
                                   v8enc_encode_mode mode,
                                   size_t input_length) {
  return Encoder::MaxLengthFromUtf16(Encoding{encoding}, EncodeModeOf(mode),
                                     input_length);
}

size_t v8enc_max_length_from_utf8(v8enc_encoding encoding,
                                  v8enc_encode_mode mode,
                                  size_t input_length) {
  return Encoder::MaxLengthFromUtf8(Encoding{encoding}, EncodeModeOf(mode),
                                    input_length);
}
