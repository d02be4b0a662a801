// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The table of the shell's globals; README.md says what each does.

#ifndef V8_ENCODING_SHELL_GLOBALS_H_
#define V8_ENCODING_SHELL_GLOBALS_H_

#include "v8.h"

namespace v8_encoding::shell {

class Realm;

// Puts the functions on a global object's template.
void AddGlobals(v8::Isolate* isolate, v8::Local<v8::ObjectTemplate> global);

// Defines the functions on the global object of a context.
bool CopyGlobals(v8::Local<v8::Context> context);

// Defines the globals that are objects of the realm: console, scriptArgs,
// versions, the prelude's interfaces.
bool AddRealmGlobals(Realm& realm);

// The functions, and the objects, that a ShadowRealm has.
void AddShadowRealmGlobals(v8::Isolate* isolate,
                           v8::Local<v8::ObjectTemplate> global);
bool AddShadowRealmGlobals(Realm& realm);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_GLOBALS_H_
