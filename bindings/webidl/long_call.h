// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Scripts' calls that take long, and what other threads ask of V8 meanwhile.
//
// V8 handles v8::Isolate::TerminateExecution() and RequestInterrupt() only
// where JavaScript runs. So a long call works in pieces, and between two of
// them runs an empty function.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_LONG_CALL_H_
#define V8_ENCODING_BINDINGS_WEBIDL_LONG_CALL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bindings/realm/realm.h"
#include "bindings/webidl/errors.h"
#include "v8.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

// One call of a script's. What it reads or writes in more than a piece goes
// through Begin() or InPieces(), every pass over it: counting, copying and
// widening, too.
//
// In a pause anything may run, as in a conversion of an argument: what handles
// an interrupt may call the very object that is at work, and may detach or
// resize buffers. So no pointer into V8's heap and no StringUnits may be held
// over a pause, and state is read before the first one and written after the
// last. Pointers to the elements of buffers are watched: see Watch().
//
// C++ that converts without a script, convert.h, has no LongCall, and its
// functions pass null: it never runs JavaScript.
class LongCall {
 public:
  // Texts up to this length never pause, so that their calls needn't ask.
  static constexpr size_t kMinSize = 4096;

  // How many bytes or code units there may be in a piece: what takes some
  // milliseconds at most.
  static size_t MaxPieceSize(Encoding encoding);

  // For tests: of this thread; kMinSize at least, and 0 is the default.
  static void SetMaxPieceSize(size_t size);

  // Of a text of `size` bytes or code units, by that encoding. The isolate's
  // current context is the call's until the end, and so is its v8::HandleScope.
  LongCall(v8::Isolate* isolate, CallSite call, size_t size, Encoding encoding)
      : isolate_(isolate),
        call_(call),
        max_piece_(size <= kMinSize || size <= MaxPieceSize(encoding)
                       ? SIZE_MAX
                       : MaxPieceSize(encoding)) {}

  LongCall(const LongCall&) = delete;
  LongCall& operator=(const LongCall&) = delete;

  // Makes Begin() fail with a TypeError if `bytes`, memory of the buffer or
  // view `value`, no longer are that after a pause. Bytes that aren't that to
  // begin with, since they are a copy, aren't watched. `value` lives as long as
  // the call.
  void Watch(v8::Local<v8::Value> value, std::span<const uint8_t> bytes) {
    if (max_piece_ != SIZE_MAX) [[unlikely]] {
      WatchInPauses(value, bytes);
    }
  }

  // At most so many at once.
  size_t max_piece() const { return max_piece_; }

  // Before a piece, of max_piece() at most: lets V8 handle what waits if there
  // has been a piece's work since it last did. False with an exception pending,
  // or while the isolate is being terminated.
  [[nodiscard]] bool Begin(size_t size) {
    if (size <= max_piece_ - work_) [[likely]] {
      work_ += size;
      return true;
    }
    work_ = size;
    return Pause();
  }

  // The exception for a buffer that isn't what it was before a pause.
  void ThrowBufferChanged();

 private:
  void WatchInPauses(v8::Local<v8::Value> value,
                     std::span<const uint8_t> bytes);
  [[nodiscard]] bool Pause();
  [[nodiscard]] bool FindFunction();

  v8::Isolate* const isolate_;
  const CallSite call_;
  const size_t max_piece_;
  size_t work_ = 0;                   // Since V8 last handled what waits.
  v8::Local<v8::Function> function_;  // Empty before the first pause.
  v8::Local<v8::Value> watched_;
  std::span<const uint8_t> watched_bytes_;
};

// Of one that may be null.
inline size_t MaxPieceOf(const LongCall* long_call) {
  return long_call == nullptr ? SIZE_MAX : long_call->max_piece();
}
[[nodiscard]] inline bool BeginPiece(LongCall* long_call, size_t size) {
  return long_call == nullptr || long_call->Begin(size);
}

// Calls step(offset, length) for one piece of [0, size) after the other, until
// a step that returns something returns false: no more are wanted. False as
// Begin().
template <typename Step>
[[nodiscard]] bool InPieces(LongCall* long_call,
                            size_t size,
                            const Step& step) {
  for (size_t offset = 0; offset != size;) {
    const size_t length = std::min(size - offset, MaxPieceOf(long_call));
    if (!BeginPiece(long_call, length)) {
      return false;
    }
    if constexpr (std::is_void_v<decltype(step(offset, length))>) {
      step(offset, length);
    } else if (!step(offset, length)) {
      return true;
    }
    offset += length;
  }
  return true;
}

// Frees the memory of a result that won't be one.
void GiveBack(const UnfilledArray& result);

// Fills `result` by fill(), which may pause and returns false as Begin(). The
// memory then goes back at once, unless V8 refuses while it terminates: then it
// goes with the array, which is garbage.
template <typename Fill>
[[nodiscard]] bool FillIn(const UnfilledArray& result,
                          LongCall* long_call,
                          const Fill& fill) {
  if (long_call != nullptr) {
    long_call->Watch(result.array, result.bytes);
  }
  if (fill()) [[likely]] {
    return true;
  }
  GiveBack(result);
  return false;
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_LONG_CALL_H_
