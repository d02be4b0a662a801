// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/long_call.h"

#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"

namespace v8_encoding {

namespace {

// What a pause takes is lost in pieces of either size. Text of the other
// encodings can take 50 ns a character: ISO-2022-JP that changes its character
// set each time, gb18030 in four bytes.
constexpr size_t kMaxPieceSize = size_t{4} << 20;
constexpr size_t kMaxMultiBytePieceSize = size_t{256} << 10;

bool IsMultiByte(Encoding encoding) {
  return !IsSingleByte(encoding) && encoding != Encoding::kUtf8 &&
         encoding != Encoding::kUtf16Le && encoding != Encoding::kUtf16Be;
}

// 0 on all threads but a test's.
constinit thread_local size_t max_piece_size_of_test = 0;

}  // namespace

size_t LongCall::MaxPieceSize(Encoding encoding) {
  return max_piece_size_of_test != 0 ? max_piece_size_of_test
         : IsMultiByte(encoding)     ? kMaxMultiBytePieceSize
                                     : kMaxPieceSize;
}

void LongCall::SetMaxPieceSize(size_t size) {
  max_piece_size_of_test = size == 0 ? 0 : std::max(size, kMinSize);
}

void LongCall::WatchInPauses(v8::Local<v8::Value> value,
                             std::span<const uint8_t> bytes) {
  if (HoldsBytes(value, bytes)) {
    watched_ = value;
    watched_bytes_ = bytes;
  }
}

bool LongCall::FindFunction() {
  v8::EscapableHandleScope scope(isolate_);
  Realm realm;
  v8::Local<v8::Function> function;
  if (!Realm::Get(isolate_, isolate_->GetCurrentContext(), &realm) ||
      !realm.GetEmptyFunction().ToLocal(&function)) {
    return false;
  }
  function_ = scope.Escape(function);
  return true;
}

bool LongCall::Pause() {
  if (function_.IsEmpty() && !FindFunction()) {
    return false;
  }
  v8::HandleScope scope(isolate_);
  if (function_
          ->Call(isolate_->GetCurrentContext(), v8::Undefined(isolate_), 0,
                 nullptr)
          .IsEmpty()) {
    return false;
  }
  if (!watched_.IsEmpty() && !HoldsBytes(watched_, watched_bytes_)) {
    ThrowBufferChanged();
    return false;
  }
  return true;
}

void LongCall::ThrowBufferChanged() {
  Throw(isolate_, ErrorCode::kBufferChanged, call_,
        "The buffer was detached, resized or written to during the call.");
}

void GiveBack(const UnfilledArray& result) {
  // Where V8 refuses, the garbage collector will do.
  static_cast<void>(compat::Detach(result.array->Buffer()));
}

}  // namespace v8_encoding
