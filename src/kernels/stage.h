// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The stages of a call of Decoder or Encoder. All take the same arguments, so
// that each hands a call on by a jump, with the arguments in their registers: a
// stage that called the next would first save them, which costs as much as a
// short text.
//
//   Begin         finds the stage to begin with: a kernel's own, where vectors
//                 have masks and the encoding is UTF-8 or windows-1252, so that
//                 short texts need no branch on what or how long they are
//   AskForTarget  asks for the CPU's instruction set, once a process
//   BySize        tells what looks like short ASCII from what doesn't
//   ShortAscii    copies that, where it is
//   ShortWindows1252
//                 copies short windows-1252, where it is as in Latin-1
//   ByCodec       finds the codec's kernel
//   a kernel's    converts what the kernel can; most texts end here
//   a codec's     the same for short texts, where no kernel has a stage
//   Resume        ends a character that an earlier call began, and goes on with
//                 a kernel's stage, a codec's, or FromBegin
//   Continue      the codec's run and then its handler, over what is left;
//                 at the end of a chunk, the handler's steps into a character
//   FromBegin     the same without a kernel's stage before: state that is not
//                 what it will be after the call, or a codec without kernels
//
// A kernel's stage is called only where the codec's state is neutral, no byte
// order mark is in sight, and the state after the call is the one before, if
// the whole input is read. (That of Validate() is called behind a byte order
// mark and at the end of a text, too, and whoever calls it sets the state.)
// Stages that hand on have set `result->read` and `result->written` to what has
// been done.

#ifndef V8_ENCODING_SRC_KERNELS_STAGE_H_
#define V8_ENCODING_SRC_KERNELS_STAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/kernels/by_target.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::internal {

// Whether a codec's kernel has just been asked for what its DecodeRun() or
// EncodeRun() is to go on with.
enum class AfterKernel : bool { kNo, kYes };

template <typename Unit>
struct DecodeFunctions;  // ../codecs/codec.h

// ../decode_stages.cc, for uint8_t and char16_t.
struct DecodeStages {
  template <typename Unit>
  static DecodeStage<Unit> Begin;
  template <typename Unit>
  static DecodeStage<Unit> AskForTarget;
  template <typename Unit>
  static DecodeStage<Unit> BySize;
  template <typename Unit>
  static DecodeStage<Unit> ShortAscii;
  template <typename Unit>
  static DecodeStage<Unit> ShortWindows1252;
  template <typename Unit>
  static DecodeStage<Unit> ByCodec;
  template <typename Unit>
  static DecodeStage<Unit> AsInTheMiddle;
  template <typename Unit>
  static DecodeStage<Unit> Resume;
  template <typename Unit>
  static DecodeStage<Unit> FromBegin;
  template <typename Unit>
  static DecodeStage<Unit> Continue;

  // Of Validate(), which has no output, ../decoder.cc: behind the kernel's.
  static DecodeStage<char16_t> AskForTargetToValidate;
  static DecodeStage<char16_t> ContinueToValidate;

  // Whether the state is neutral and no byte order mark begins with `first`,
  // which the input begins with.
  static bool IsNeutral(const Decoder& decoder,
                        uint8_t first,
                        uint8_t first_of_byte_order_mark) {
    return decoder.state_.codec() == 0 &&
           (!decoder.state_.at_start() || first != first_of_byte_order_mark);
  }
  // Whether a neutral state is the same after the call.
  static bool StaysNeutral(const Decoder& decoder) {
    return decoder.state_ == decoder.StateAfter(decoder.flush_);
  }
  // Whether the text ends with the call's input.
  static bool EndsText(const Decoder& decoder) {
    return decoder.flush_ == Flush::kYes;
  }
  // After all of an input that isn't empty was read from a neutral state.
  static DecodeResult* Finish(DecodeResult* result,
                              Decoder& decoder,
                              size_t written) {
    decoder.state_ = decoder.StateAfter(decoder.flush_);
    result->written = written;
    return result;
  }

 private:
  template <typename Unit>
  static DecodeStage<Unit>* FirstStage(const DecodeFunctions<Unit>& functions);
  template <typename Unit>
  static DecodeResult* GoOn(DecodeResult& result,
                            Decoder& decoder,
                            std::span<const uint8_t> input,
                            std::span<Unit> output,
                            AfterKernel after_kernel);
};

// ../encode_stages.cc
struct EncodeStages {
  template <typename Unit>
  static EncodeStage<Unit> Begin;
  template <typename Unit>
  static EncodeStage<Unit> AskForTarget;
  template <typename Unit>
  static EncodeStage<Unit> BySize;
  template <typename Unit>
  static EncodeStage<Unit> ShortAscii;
  template <typename Unit>
  static EncodeStage<Unit> ShortWindows1252;
  template <typename Unit>
  static EncodeStage<Unit> ByCodec;
  template <typename Unit>
  static EncodeStage<Unit> FromBegin;
  template <typename Unit>
  static EncodeStage<Unit> Continue;

  static bool IsNeutral(const Encoder& encoder) {
    return encoder.state_ == EncoderState();
  }

 private:
  template <typename Unit>
  static EncodeResult* GoOn(EncodeResult& result,
                            Encoder& encoder,
                            std::span<const Unit> input,
                            std::span<uint8_t> output,
                            AfterKernel after_kernel);
};

// What a call comes to whose input was all read.
inline DecodeResult* AllRead(DecodeResult* result,
                             size_t read,
                             size_t written) {
  *result = {
      .status = DecodeStatus::kInputEmpty, .read = read, .written = written};
  return result;
}
inline EncodeResult* AllRead(EncodeResult* result,
                             size_t read,
                             size_t written) {
  *result = {
      .status = EncodeStatus::kInputEmpty, .read = read, .written = written};
  return result;
}

// A kernel's stage, or what of it isn't for short texts.
template <auto kKernel, typename Unit>
[[gnu::noinline]] DecodeResult* DecodeByKernel(DecodeResult* result,
                                               Decoder* decoder,
                                               const uint8_t* input,
                                               size_t input_size,
                                               Unit* output,
                                               size_t output_size) {
  simd::Converted done = {0, 0};
  if (input_size != 0) {
    done = kKernel(input, input_size, output, output_size, decoder->encoding(),
                   decoder->error_mode());
  }
  AllRead(result, done.read, done.written);
  if (done.read == input_size) {
    return result;
  }
  return DecodeStages::Continue<Unit>(result, decoder, input, input_size,
                                      output, output_size);
}

template <auto kKernel, typename Unit>
[[gnu::noinline]] EncodeResult* EncodeByKernel(EncodeResult* result,
                                               Encoder* encoder,
                                               const Unit* input,
                                               size_t input_size,
                                               uint8_t* output,
                                               size_t output_size) {
  simd::Converted done = {0, 0};
  if (input_size != 0) {
    done = kKernel(input, input_size, output, output_size, encoder->encoding(),
                   encoder->error_mode());
  }
  AllRead(result, done.read, done.written);
  if (done.read == input_size) {
    return result;
  }
  return EncodeStages::Continue<Unit>(result, encoder, input, input_size,
                                      output, output_size);
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_KERNELS_STAGE_H_
