// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Between C++ and JavaScript values, and throwing: what every native function
// of the shell needs. A function that throws leaves the exception pending; its
// caller returns to V8 at once.

#ifndef V8_ENCODING_SHELL_VALUES_CONVERT_H_
#define V8_ENCODING_SHELL_VALUES_CONVERT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// Empty, with no exception pending, if V8 can't hold that much.
v8::MaybeLocal<v8::String> TryNewString(v8::Isolate* isolate,
                                        std::string_view utf8);

// For texts of ours, known to be short.
v8::Local<v8::String> NewString(v8::Isolate* isolate, std::string_view utf8);

// For names: one copy of each per isolate.
v8::Local<v8::String> NewName(v8::Isolate* isolate, std::string_view utf8);

v8::Local<v8::Array> NewStrings(v8::Isolate* isolate,
                                const std::vector<std::string>& list);

// UTF-8, lone surrogates as U+FFFD. Runs no script.
std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::String> string);

// The code units, which need not be well-formed.
std::u16string ToUtf16(v8::Isolate* isolate, v8::Local<v8::String> string);

// ToString, which may run script and throw.
std::optional<std::string> ToUtf8(v8::Local<v8::Context> context,
                                  v8::Local<v8::Value> value);

// A line of a source, counted from 0, without its end; empty if there is none.
std::string SourceLine(std::string_view source, int line);

void ThrowError(v8::Isolate* isolate, std::string_view message);
void ThrowTypeError(v8::Isolate* isolate, std::string_view message);
void ThrowRangeError(v8::Isolate* isolate, std::string_view message);

// "readFile: harbour.txt: No such file or directory".
void ThrowSystemError(v8::Isolate* isolate,
                      const char* function,
                      const std::string& path,
                      int error_number);

// strerror() is not safe on threads.
std::string ErrorText(int error_number);

// The bytes of an ArrayBuffer, SharedArrayBuffer or view. `store` keeps them
// alive; `bytes` is void once script has run, for script can detach or shrink
// the buffer.
struct BufferBytes {
  std::shared_ptr<v8::BackingStore> store;
  std::span<uint8_t> bytes;
};
std::optional<BufferBytes> BytesOf(v8::Local<v8::Value> value);

// A buffer of `length` bytes in the current context, to be filled in before any
// script runs: the bytes are undefined at first. Empty with a RangeError
// pending if there is no memory for them.
v8::MaybeLocal<v8::ArrayBuffer> NewArrayBuffer(v8::Isolate* isolate,
                                               size_t length);

// A copy of the bytes. Throws a RangeError and returns empty if there are more
// than an ArrayBuffer can hold.
v8::MaybeLocal<v8::Uint8Array> NewUint8Array(v8::Isolate* isolate,
                                             std::span<const uint8_t> bytes);

inline constexpr size_t kMaxArrayBufferLength = 0xFFFF'FFFF;

// Returns a value from a native function, if there is one.
template <typename T>
void Return(const Info& info, v8::MaybeLocal<T> value) {
  v8::Local<T> result;
  if (value.ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_VALUES_CONVERT_H_
