// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_EXPORT_H_
#define V8_ENCODING_EXPORT_H_

// Marks the functions and classes that a shared library exports; all other
// symbols of the library are hidden.
//
// On Windows, a DLL is compiled with V8_ENCODING_SHARED and
// V8_ENCODING_IMPLEMENTATION defined, programs that use the DLL with
// V8_ENCODING_SHARED alone, and static libraries and their programs with
// neither. Elsewhere nothing need be defined.
//
// Defined by who compiles the library and the program, V8_ENCODING_EXPORT is as
// they say: as nothing, with -fvisibility=hidden, a shared library that has the
// codecs in it keeps the codecs to itself.
#if defined(V8_ENCODING_EXPORT)
#elif !defined(_WIN32)
#define V8_ENCODING_EXPORT __attribute__((visibility("default")))
#elif !defined(V8_ENCODING_SHARED)
#define V8_ENCODING_EXPORT
#elif defined(V8_ENCODING_IMPLEMENTATION)
#define V8_ENCODING_EXPORT __declspec(dllexport)
#else
#define V8_ENCODING_EXPORT __declspec(dllimport)
#endif

#endif  // V8_ENCODING_EXPORT_H_
