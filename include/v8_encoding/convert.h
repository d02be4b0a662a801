// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Between V8's strings and bytes in any encoding, for C++ that embeds V8: what
// TextDecoder and TextEncoder do for scripts, by the same code, and the legacy
// encoders.
//
//   v8_encoding::DecodedString text =
//       v8_encoding::DecodeToString(isolate, file, Encoding::kShiftJis);
//   v8::Local<v8::String> string;
//   if (!text.string.ToLocal(&string)) {
//     // text.error says why: without DecodeOptions::fatal, the text is longer
//     // than V8's strings can be, or there is no memory.
//   }
//   std::string bytes = v8_encoding::EncodeToStdString(isolate, string).bytes;
//
// None of this needs Install() or a context, but for EncodeToUint8Array() and
// ThrowConversionError().
//
// Errors: a call that fails says so in its result's `error`, and leaves no
// exception pending. ThrowConversionError() makes an exception of an error. The
// one thing that may be under way after a failure is the termination of the
// isolate, by v8::Isolate::TerminateExecution(). Want of memory for a
// std::string is an error like others; but if another thread takes the memory
// after this library has asked for it and before the std::string does, the
// process ends, as it does with every std::string.
//
// Threads: as for V8 itself, the calling thread has entered the isolate, and
// holds the isolate's v8::Locker if the isolate has one. Nothing here runs a
// script, so a long conversion handles no interrupts and ends at its end; a
// host that wants to stop in between gives StringDecoder and StringEncoder
// pieces.
//
// Handles: the caller has a v8::HandleScope. No exception is pending: V8 would
// take what follows for the end of the call that threw.
//
// C++17 suffices for this header. It needs encoding.h, and C++20, for nothing
// but the names and labels of encodings in C++ strings.

#ifndef V8_ENCODING_CONVERT_H_
#define V8_ENCODING_CONVERT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "v8.h"
#include "v8_encoding/byte_view.h"
#include "v8_encoding/encoding_list.h"
#include "v8_encoding/export.h"
#include "v8_encoding/v8_abi.h"

namespace v8_encoding {

// *Get an encoding* of a label in a string of V8's; nullopt is "failure".
// https://encoding.spec.whatwg.org/#concept-encoding-get
[[nodiscard]] V8_ENCODING_EXPORT std::optional<Encoding> GetEncoding(
    v8::Isolate* isolate,
    v8::Local<v8::String> label);

// Why there is no result.
enum class ConversionFailure : uint8_t {
  kNone,           // There is a result.
  kMalformed,      // DecodeOptions::fatal, and bytes are malformed.
  kUnmappable,     // The encoding lacks a character; not with
                   // EncodeOptions::html.
  kNoEncoder,      // The encoding has no encoder: replacement, UTF-16BE and
                   // UTF-16LE never have one, and legacy encodings have none in
                   // a build without legacy encoders.
  kStringTooLong,  // The string would be longer than v8::String::kMaxLength.
  kOutOfMemory,    // There is no memory for the result or for a copy, or V8 has
                   // no array that is so long, or no stack to make one.
  kTerminated,     // The isolate's execution is being terminated.
  kNoBufferSource,  // What was to be decoded is no ArrayBuffer, no
                    // SharedArrayBuffer and no view on either.
};

// What couldn't be converted, and where it is.
struct ConversionError {
  ConversionFailure failure = ConversionFailure::kNone;
  Encoding encoding = Encoding::kUtf8;  // That was converted from or to.
  // Of kMalformed: the length of the malformed sequence in bytes. Of
  // kUnmappable: that of the character in code units.
  uint8_t length = 0;
  // Of kUnmappable: a scalar value, U+FFFD for a lone surrogate. (In
  // ISO-2022-JP, SO, SI and ESC are U+FFFD, too.)
  char32_t code_point = 0;
  // Of kMalformed: where the malformed sequence begins, in bytes from the start
  // of the text, that is, of the first chunk. Of kUnmappable: where the
  // character begins, in code units from the start of the string; -1 for a
  // surrogate that ended the string of the call before.
  int64_t position = 0;
};

// Throws, in the realm of `context`, what TextDecoder and the extras throw for
// the error: a TypeError for kMalformed, kUnmappable and kNoBufferSource, else
// a RangeError. The message begins as browsers' do, "Failed to execute
// 'operation' on 'interface_name': …", or with `operation` null "Failed to
// construct 'interface_name': …". The realm's error hook sees the exception
// before. Nothing is thrown for kNone, nor for kTerminated, which is on its
// way.
V8_ENCODING_EXPORT void ThrowConversionError(v8::Local<v8::Context> context,
                                             const ConversionError& error,
                                             const char* interface_name,
                                             const char* operation);

// Bytes to strings.

// How bytes become strings.
struct DecodeOptions {
  // A malformed sequence is an error. Without this, it is U+FFFD.
  bool fatal = false;
  // A byte order mark of UTF-8, UTF-16BE and UTF-16LE stays in the text, as
  // U+FEFF. Without this, the first one is removed.
  bool ignore_bom = false;
  // A byte order mark, of whichever of the three encodings, decides the
  // encoding before all else: the standard's *decode*, by which browsers load
  // pages and scripts. https://encoding.spec.whatwg.org/#decode
  bool sniff_bom = false;
  // Other threads may write to the bytes meanwhile: each is read once, by an
  // atomic load. The result is the text of what was read.
  bool shared = false;
};

// A string, or why there is none.
struct [[nodiscard]] DecodedString {
  bool ok() const { return error.failure == ConversionFailure::kNone; }

  v8::MaybeLocal<v8::String> string;  // Empty unless ok().
  ConversionError error;
  // What was decoded from: the encoding that was asked for, or that of the byte
  // order mark.
  Encoding encoding = Encoding::kUtf8;
};

// The text of all of `bytes`. Strings of long texts, from 1 MiB on, are
// external: their characters are outside of V8's heap and reported to V8. So
// may be strings of more than 128 KiB.
//
// Any encoding will do, replacement included, which TextDecoder refuses: the
// text of replacement is one U+FFFD, or with `fatal` an error, unless there are
// no bytes.
V8_ENCODING_EXPORT DecodedString
DecodeToString(v8::Isolate* isolate,
               ByteView bytes,
               Encoding encoding = Encoding::kUtf8,
               DecodeOptions options = {});

// The same of a *BufferSource*: an ArrayBuffer, a SharedArrayBuffer or a view
// on either, as scripts hand them over. Looks for itself whether the memory is
// shared, and knows of buffers that are detached, which have no bytes, resized
// or in V8's heap. Any other value as `buffer_source` is an error.
V8_ENCODING_EXPORT DecodedString
DecodeToString(v8::Isolate* isolate,
               v8::Local<v8::Value> buffer_source,
               Encoding encoding = Encoding::kUtf8,
               DecodeOptions options = {});

// A text that comes in chunks, cut anywhere: the strings of all calls, joined,
// are those of the whole.
//
//   StringDecoder decoder(Encoding::kGb18030);
//   while (Read(&chunk)) {
//     DecodedString part = decoder.Decode(isolate, chunk);
//     ...
//   }
//   DecodedString rest = decoder.Finish(isolate);
//
// A StringDecoder is a trivially copyable value of a few bytes; it has no
// handles and belongs to no isolate. Copying one forks the text.
class V8_ENCODING_EXPORT StringDecoder {
 public:
  explicit StringDecoder(Encoding encoding = Encoding::kUtf8,
                         DecodeOptions options = {});

  // The text of the chunk, with what waited before it. What is incomplete at
  // the end of the chunk waits.
  //
  // After kMalformed the rest of the chunk is dropped, and the decoder goes on
  // with the next one, as TextDecoder does. After another error the decoder is
  // as it was before the call.
  DecodedString Decode(v8::Isolate* isolate, ByteView chunk);
  DecodedString Decode(v8::Isolate* isolate,
                       v8::Local<v8::Value> buffer_source);

  // The end of the text: what waits is malformed. The decoder is then ready for
  // another text, also after an error. `chunk` is the last one.
  DecodedString Finish(v8::Isolate* isolate, ByteView chunk = {});
  DecodedString Finish(v8::Isolate* isolate,
                       v8::Local<v8::Value> buffer_source);

  // Forgets the text: the decoder is as it was made.
  void Reset();

  // That of the text, which a byte order mark may have changed. Between two
  // texts, that which the decoder was made with: the result of Finish() says
  // what its text was decoded from.
  Encoding encoding() const { return encoding_; }

 private:
  struct Chunk;
  DecodedString DecodeChunk(v8::Isolate* isolate, const Chunk& chunk);
  DecodedString DecodeFrom(v8::Isolate* isolate,
                           v8::Local<v8::Value> buffer_source,
                           bool is_last);
  DecodedString DecodeDecided(v8::Isolate* isolate, const Chunk& chunk);
  DecodedString DecodeOrRestore(v8::Isolate* isolate, const Chunk& chunk);
  void Decide(ByteView start);

  // Bytes that may be a part of a byte order mark.
  static constexpr size_t kMaxBomLength = 3;

  DecodeOptions options_;
  Encoding initial_encoding_;
  Encoding encoding_;
  bool is_decided_;
  uint8_t start_length_;
  uint8_t start_[kMaxBomLength];
  uint32_t state_;
  uint64_t position_;  // Of the next chunk.
};

// Strings to bytes. Lone surrogates are U+FFFD.

// How strings become bytes.
struct EncodeOptions {
  // "&#…;" with the code point in decimal for each character that the encoding
  // lacks, as in forms. Without this, such a character is an error.
  bool html = false;
};

// How many bytes a string is in UTF-8. Reads the string once.
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(v8::Isolate* isolate, v8::Local<v8::String> string);

// A number of bytes, or why it isn't all of them.
struct [[nodiscard]] EncodedLength {
  bool ok() const { return error.failure == ConversionFailure::kNone; }

  size_t bytes = 0;  // Up to the error.
  ConversionError error;
};

// How many bytes a string is in an encoding. Takes as long as encoding, for all
// encodings but UTF-8.
V8_ENCODING_EXPORT EncodedLength GetEncodedLength(v8::Isolate* isolate,
                                                  v8::Local<v8::String> string,
                                                  Encoding encoding,
                                                  EncodeOptions options = {});

// An array, or why there is none.
struct [[nodiscard]] EncodedArray {
  bool ok() const { return error.failure == ConversionFailure::kNone; }

  v8::MaybeLocal<v8::Uint8Array> array;  // Empty unless ok().
  ConversionError error;
};

// A new Uint8Array, of the realm of `context`.
V8_ENCODING_EXPORT EncodedArray
EncodeToUint8Array(v8::Local<v8::Context> context,
                   v8::Local<v8::String> string,
                   Encoding encoding = Encoding::kUtf8,
                   EncodeOptions options = {});

// Bytes, or why they aren't all.
struct [[nodiscard]] EncodedString {
  bool ok() const { return error.failure == ConversionFailure::kNone; }

  std::string bytes;  // Up to the error; of kOutOfMemory, none.
  ConversionError error;
};

V8_ENCODING_EXPORT EncodedString
EncodeToStdString(v8::Isolate* isolate,
                  v8::Local<v8::String> string,
                  Encoding encoding = Encoding::kUtf8,
                  EncodeOptions options = {});

// What EncodeInto() did.
struct [[nodiscard]] EncodedInto {
  bool ok() const { return error.failure == ConversionFailure::kNone; }

  size_t read = 0;     // Code units.
  size_t written = 0;  // Bytes.
  // Whether all was read and all of its bytes were written. Otherwise the next
  // character didn't fit, unless there was an error.
  bool complete = false;
  ConversionError error;
};

// Encodes as much of string[begin, string->Length()) as fits into `size` bytes
// at `data`, as TextEncoder's encodeInto() does: a character's bytes are never
// cut. Nothing else may access the memory meanwhile: what is for a
// SharedArrayBuffer has to be encoded elsewhere and then copied. In UTF-8,
// nothing behind what was written is touched. From a `begin` behind the
// string's end there is nothing to read.
//
// After kUnmappable, `read` and `written` are those of what came before the
// character.
//
// What doesn't fit can go elsewhere by another call that begins behind what was
// read, except in ISO-2022-JP, whose text then has no end: see StringEncoder.
V8_ENCODING_EXPORT EncodedInto EncodeInto(v8::Isolate* isolate,
                                          v8::Local<v8::String> string,
                                          void* data,
                                          size_t size,
                                          Encoding encoding = Encoding::kUtf8,
                                          EncodeOptions options = {},
                                          size_t begin = 0);

// A text in several strings, or one that goes into several pieces of memory:
// the bytes of all calls, joined, are those of the whole, also where strings
// cut surrogate pairs. Like a StringDecoder, a trivially copyable value.
//
//   StringEncoder encoder(Encoding::kIso2022Jp);
//   size_t read = 0;
//   EncodedInto step;
//   do {
//     step = encoder.EncodeInto(isolate, string, read, buffer, sizeof(buffer),
//                               StringEncoder::End::kYes);
//     Write(buffer, step.written);
//     read += step.read;
//   } while (step.ok() && !step.complete);
class V8_ENCODING_EXPORT StringEncoder {
 public:
  // Whether the text ends with the string of a call.
  enum class End : uint8_t { kNo, kYes };

  // `size` bytes suffice for progress.
  static constexpr size_t kMinRoom = 16;

  explicit StringEncoder(Encoding encoding = Encoding::kUtf8,
                         EncodeOptions options = {});

  // As EncodeInto() above, except that a lead surrogate which ends a string,
  // and ISO-2022-JP's state, wait in the encoder, and that an unmappable
  // character is read: the next call goes on behind it. A call that isn't
  // complete is to be followed by one for the rest of the string, which may be
  // empty. With End::kYes, an encoder that is complete is ready for another
  // text.
  EncodedInto EncodeInto(v8::Isolate* isolate,
                         v8::Local<v8::String> string,
                         size_t begin,
                         void* data,
                         size_t size,
                         End end);

  // Forgets the text: the encoder is as it was made.
  void Reset() { state_ = 0; }

  Encoding encoding() const { return encoding_; }

  // What waits, in one word below 2^30, to be kept and given to another
  // StringEncoder of the same encoding in the same version of the library. Any
  // word is safe, but one that isn't from there encodes to unspecified bytes.
  uint32_t state() const { return state_; }
  void set_state(uint32_t state) { state_ = state; }

 private:
  Encoding encoding_;
  EncodeOptions options_;
  uint32_t state_ = 0;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_CONVERT_H_
