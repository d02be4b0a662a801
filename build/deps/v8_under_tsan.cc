// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What ThreadSanitizer isn't to report in programs that V8 is linked to. V8's
// package isn't compiled for the sanitizer, which therefore sees what V8's
// threads share, by calls of the C library, but not what keeps them apart: a
// mutex that is locked by the second thread to need it is reported for having
// been made by the first.
//
// Named are the parts of V8 that make threads and mutexes, and call nothing of
// this project. (`called_from_lib`, which names a library, leaves out how
// mutexes are locked there, but not how they are unlocked.)

extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:v8::base::\n"
         "race:v8::internal::CodeRange\n"
         "race:v8::internal::GlobalBackingStoreRegistry\n"
         "race:v8::platform::\n";
}
