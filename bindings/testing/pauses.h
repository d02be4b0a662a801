// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What happens in the pauses of long calls, to the pause.

#ifndef V8_ENCODING_BINDINGS_TESTING_PAUSES_H_
#define V8_ENCODING_BINDINGS_TESTING_PAUSES_H_

#include <cstddef>

#include "v8.h"

namespace v8_encoding::testing {

// While one of these exists, the isolate's scripts can say what is to happen
// when C++ next enters JavaScript for the n-th time. A long call does that in
// each of its pauses, and on few other occasions; what is asked for between two
// pauses waits for the second one. There is one at a time, on the isolate's
// thread.
class Pauses {
 public:
  // Calls are long from `max_piece_size` bytes or code units on, 0 for the
  // default.
  explicit Pauses(v8::Isolate* isolate, size_t max_piece_size = 0);
  ~Pauses();

  Pauses(const Pauses&) = delete;
  Pauses& operator=(const Pauses&) = delete;

  void SetMaxPieceSize(size_t size);

  // Gives scripts
  //
  //   pauses.terminateAt(n)  TerminateExecution(), as another thread would
  //   pauses.callAt(n, f)    RequestInterrupt(), whose handler calls f()
  //   pauses.detach(buffer)
  void InstallInto(v8::Isolate* isolate, v8::Local<v8::ObjectTemplate> global);

  // Whether it has come to that; nothing more will.
  bool TakeHappened();

  // Makes each entrance request an interrupt, or no more.
  void RequestAlways(bool always) { always_ = always; }

  int entered() const { return entered_; }
  int requested() const { return requested_; }
  int handled() const { return handled_; }

 private:
  static void OnEnter(v8::Isolate* isolate);
  static void OnInterrupt(v8::Isolate* isolate, void* data);
  static void TerminateAt(const v8::FunctionCallbackInfo<v8::Value>& info);
  static void CallAt(const v8::FunctionCallbackInfo<v8::Value>& info);
  static void Detach(const v8::FunctionCallbackInfo<v8::Value>& info);
  void Set(const v8::FunctionCallbackInfo<v8::Value>& info);

  v8::Isolate* const isolate_;
  int countdown_ = 0;
  bool happened_ = false;
  bool always_ = false;
  int entered_ = 0;
  int requested_ = 0;
  int handled_ = 0;
  v8::Global<v8::Function> function_;  // Empty for a termination.
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_PAUSES_H_
