// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The V8 that the installed libraries are for; v8_abi.h compares. Written when
// the libraries were installed.

#ifndef V8_ENCODING_BUILT_FOR_V8_H_
#define V8_ENCODING_BUILT_FOR_V8_H_

#define V8_ENCODING_BUILT_FOR_V8 "@V8_VERSION@"
#define V8_ENCODING_BUILT_FOR_V8_ABI "@V8_ABI@"

// What that V8's headers must be told by -D, if anything.
#define V8_ENCODING_BUILT_FOR_V8_DEFINES "@V8_DEFINES@"

#endif  // V8_ENCODING_BUILT_FOR_V8_H_
