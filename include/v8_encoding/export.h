// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_EXPORT_H_
#define V8_ENCODING_EXPORT_H_

// Marks the functions and classes that the shared library exports; all other
// symbols of the library are hidden.
#define V8_ENCODING_EXPORT __attribute__((visibility("default")))

#endif  // V8_ENCODING_EXPORT_H_
