// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Want of memory where the library asks for some.
//
// The linker gives malloc(), calloc(), realloc() and operator new of the
// objects that the tests are linked from, which are the tests' and the
// library's, to starvation.cc: see wrap_allocations in BUILD.gn. V8 is a
// library of its own, so what V8 allocates isn't counted and never fails here:
// V8 doesn't survive that. What the C++ library's own code allocates isn't
// seen, either.

#ifndef V8_ENCODING_BINDINGS_TESTING_STARVATION_H_
#define V8_ENCODING_BINDINGS_TESTING_STARVATION_H_

#include <cstddef>

namespace v8_encoding::testing {

// While it lives, allocations of this thread are counted, and the one with the
// number `failing`, from 0, fails. One at a time.
class Starvation {
 public:
  explicit Starvation(size_t failing);
  ~Starvation();

  Starvation(const Starvation&) = delete;
  Starvation& operator=(const Starvation&) = delete;

  struct Counts {
    size_t allocations = 0;  // That may fail.
    bool has_failed = false;
    // Calls of the operator new that doesn't return null. They don't fail here,
    // since the process would end.
    size_t deadly = 0;
  };
  const Counts& counts() const;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_STARVATION_H_
