// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// setTimeout and its kin, over EventLoop.

#ifndef V8_ENCODING_SHELL_WEB_TIMERS_H_
#define V8_ENCODING_SHELL_WEB_TIMERS_H_

#include "shell/runtime/realm.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {

void SetTimeout(Realm& realm, const Info& info);
void SetInterval(Realm& realm, const Info& info);

// Either clears what either made.
void ClearTimer(Realm& realm, const Info& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_TIMERS_H_
