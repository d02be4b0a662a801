// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's hooks for other standards as functions of the shell: what a
// script needs that plays the part of a browser.

#ifndef V8_ENCODING_SHELL_ENCODING_HOOKS_H_
#define V8_ENCODING_SHELL_ENCODING_HOOKS_H_

#include "v8.h"

namespace v8_encoding::shell {

// decodeHook(bytes, label): *decode* (hooks.h), with the label's encoding as
// the fallback; replacement is one, unlike for TextDecoder.
void DecodeHook(const v8::FunctionCallbackInfo<v8::Value>& info);

// percentEncodeHook(text, label, set): *percent-encode after encoding*
// (hooks.h) with the label's output encoding. `set` is one of the URL
// standard's, as "special-query". Encodings other than UTF-8 go with
// "special-query" and "application/x-www-form-urlencoded" only.
void PercentEncodeHook(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_ENCODING_HOOKS_H_
