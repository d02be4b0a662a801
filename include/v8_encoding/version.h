// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_VERSION_H_
#define V8_ENCODING_VERSION_H_

namespace v8_encoding {

// The library's version, as Semantic Versioning (https://semver.org/) counts
// versions: sources need no change until the next major version. Programs are
// compiled anew for each minor version, whose number is in the shared
// libraries' sonames, since options are structures and much of the codecs is
// inline. CHANGELOG.md has what each version brings.
inline constexpr char kVersion[] = "1.4.0";

}  // namespace v8_encoding

#endif  // V8_ENCODING_VERSION_H_
