// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Ties a program to a library that was built for the same V8.
//
// Much of V8's interface is inline: handles, small integers, internal fields
// and callbacks' arguments are read at offsets that V8's headers name, and the
// offsets differ between versions of V8 and between builds of one version. A
// program with other headers of V8 than this library was compiled with would
// corrupt memory. Such a program doesn't compile with the installed headers;
// and it doesn't link, and isn't loaded with the shared library:
//
//   undefined reference to `v8_encoding_for_V8_11_3_244'
//
// says that the program is compiled with the headers of V8 11.3.244 and that
// this library isn't. Either build the library for that V8 (`tools/install
// --v8-include DIR`), or give the program's compiler the headers of V8, and the
// switches such as -DV8_COMPRESS_POINTERS, that the library was built with:
// `pkg-config --variable=v8_version v8_encoding` prints the version, v8_defines
// the switches, and v8_abi the symbol, as do `nm` of the static library and
// `nm -D` of the shared one.
//
// The symbol has three numbers of V8's version: releases of one branch differ
// in the fourth number alone, which counts corrections; on V8's main branch the
// third number counts the days. Of V8's switches, the symbol has those that
// change what is inline.

#ifndef V8_ENCODING_V8_ABI_H_
#define V8_ENCODING_V8_ABI_H_

#include "v8.h"
#include "v8_encoding/export.h"
// Beside this file where a library is installed. Not "v8_encoding/…", which
// would find a library that is installed elsewhere.
#if __has_include("built_for_v8.h")
#include "built_for_v8.h"
#endif

#ifdef V8_COMPRESS_POINTERS
#define V8_ENCODING_ABI_POINTERS _compressed_pointers
#else
#define V8_ENCODING_ABI_POINTERS
#endif

#ifdef V8_31BIT_SMIS_ON_64BIT_ARCH
#define V8_ENCODING_ABI_SMIS _31bit_smis
#else
#define V8_ENCODING_ABI_SMIS
#endif

// V8_SANDBOX and V8_SANDBOXED_EXTERNAL_POINTERS are names of V8 10's.
#if defined(V8_ENABLE_SANDBOX) || defined(V8_SANDBOX)
#define V8_ENCODING_ABI_SANDBOX _sandbox
#elif defined(V8_SANDBOXED_EXTERNAL_POINTERS)
#define V8_ENCODING_ABI_SANDBOX _sandboxed_external_pointers
#else
#define V8_ENCODING_ABI_SANDBOX
#endif

#ifdef V8_MAP_PACKING
#define V8_ENCODING_ABI_MAPS _packed_maps
#else
#define V8_ENCODING_ABI_MAPS
#endif

// The addresses that undefined and other constants are compared with; a build
// with WebAssembly has more constants.
#if defined(V8_STATIC_ROOTS) && defined(V8_ENABLE_WEBASSEMBLY)
#define V8_ENCODING_ABI_ROOTS _static_roots_with_wasm
#elif defined(V8_STATIC_ROOTS)
#define V8_ENCODING_ABI_ROOTS _static_roots
#else
#define V8_ENCODING_ABI_ROOTS
#endif

// The content of a v8::Local. The three names for direct handles are those of
// V8 11, 12 and 13.
#if defined(V8_ENABLE_CONSERVATIVE_STACK_SCANNING) || \
    defined(V8_ENABLE_DIRECT_LOCAL) || defined(V8_ENABLE_DIRECT_HANDLE)
#define V8_ENCODING_ABI_HANDLES _direct_handles
#elif defined(V8_ENABLE_LOCAL_OFF_STACK_CHECK)
#define V8_ENCODING_ABI_HANDLES _checked_handles
#else
#define V8_ENCODING_ABI_HANDLES
#endif

#define V8_ENCODING_ABI_JOIN(major, minor, build, a, b, c, d, e, f) \
  v8_encoding_for_V8_##major##_##minor##_##build##a##b##c##d##e##f
#define V8_ENCODING_ABI_EXPAND(...) V8_ENCODING_ABI_JOIN(__VA_ARGS__)

// For example v8_encoding_for_V8_10_2_154.
#define V8_ENCODING_ABI_SYMBOL                                                \
  V8_ENCODING_ABI_EXPAND(V8_MAJOR_VERSION, V8_MINOR_VERSION, V8_BUILD_NUMBER, \
                         V8_ENCODING_ABI_POINTERS, V8_ENCODING_ABI_SMIS,      \
                         V8_ENCODING_ABI_SANDBOX, V8_ENCODING_ABI_MAPS,       \
                         V8_ENCODING_ABI_ROOTS, V8_ENCODING_ABI_HANDLES)

extern "C" V8_ENCODING_EXPORT const char V8_ENCODING_ABI_SYMBOL;

namespace v8_encoding {

// A reference to the symbol in each object file that includes this header,
// which stays where the linker drops what nothing refers to (--gc-sections).
#if __has_attribute(retain)
[[gnu::used, gnu::retain]]
#else
[[gnu::used]]
#endif
static const char* const kV8Abi = &V8_ENCODING_ABI_SYMBOL;

#ifdef V8_ENCODING_BUILT_FOR_V8
namespace internal {

constexpr bool IsSameV8Abi(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace internal

#define V8_ENCODING_ABI_STRING(symbol) V8_ENCODING_ABI_QUOTE(symbol)
#define V8_ENCODING_ABI_QUOTE(symbol) #symbol
static_assert(
    internal::IsSameV8Abi(V8_ENCODING_ABI_STRING(V8_ENCODING_ABI_SYMBOL),
                          V8_ENCODING_BUILT_FOR_V8_ABI),
    "This v8-encoding is for V8 " V8_ENCODING_BUILT_FOR_V8
    " compiled with the definitions \"" V8_ENCODING_BUILT_FOR_V8_DEFINES
    "\" and for no other: see v8_encoding/v8_abi.h.");
#undef V8_ENCODING_ABI_STRING
#undef V8_ENCODING_ABI_QUOTE
#endif

}  // namespace v8_encoding

#endif  // V8_ENCODING_V8_ABI_H_
