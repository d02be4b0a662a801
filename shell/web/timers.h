// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// setTimeout and its kin, over EventLoop.

#ifndef V8_ENCODING_SHELL_WEB_TIMERS_H_
#define V8_ENCODING_SHELL_WEB_TIMERS_H_

#include "v8.h"

namespace v8_encoding::shell {

void SetTimeout(const v8::FunctionCallbackInfo<v8::Value>& info);
void SetInterval(const v8::FunctionCallbackInfo<v8::Value>& info);

// Either clears what either made.
void ClearTimer(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_TIMERS_H_
