// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The names under which a realm has what belongs to this library. A process may
// have two copies of the library, in two add-ons, say, that serve the same
// contexts. The names are therefore of one build, by a hash of the bindings'
// sources, so that only copies that can use each other's objects find them.

#ifndef V8_ENCODING_BINDINGS_REALM_PRIVATE_KEY_H_
#define V8_ENCODING_BINDINGS_REALM_PRIVATE_KEY_H_

#include <cstdint>
#include <string_view>

#include "v8.h"

namespace v8_encoding {

// Of the sources that this is built from; hash_sources.py writes it.
extern const uint64_t kSourcesHash;

// The same one each time for one name, which is short, and ASCII.
v8::Local<v8::Private> PrivateKey(v8::Isolate* isolate, std::string_view name);
v8::Local<v8::Private> PrivateKey(v8::Isolate* isolate,
                                  v8::Local<v8::String> name);

// The same of objects that are looked for by an index, of which a build can't
// have one of its own: what such an object says of its build.
inline int32_t BuildMark() {
  return static_cast<int32_t>(kSourcesHash >> 33);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_REALM_PRIVATE_KEY_H_
