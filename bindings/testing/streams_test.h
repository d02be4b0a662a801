// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Contexts with streams inside a test, and scripts that use them.

#ifndef V8_ENCODING_BINDINGS_TESTING_STREAMS_TEST_H_
#define V8_ENCODING_BINDINGS_TESTING_STREAMS_TEST_H_

#include <string>

#include "bindings/testing/v8_test.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

// Sends bytes through a TextDecoderStream and back through a TextEncoderStream;
// `result` is what came out when the promises have settled.
inline constexpr char kRoundTrip[] =
    "var result = 'pending';"
    "(async () => {"
    "  const decoding = new TextDecoderStream('windows-1251');"
    "  const encoding = new TextEncoderStream;"
    "  const writer = decoding.writable.getWriter();"
    "  writer.write(new Uint8Array([0xC0, 0x41]));"
    "  writer.close();"
    "  const pipe = decoding.readable.pipeTo(encoding.writable);"
    "  const reader = encoding.readable.getReader();"
    "  const read = await reader.read();"
    "  const end = await reader.read();"
    "  await pipe;"
    "  result = read.value.join() + ' ' + end.done;"
    "})().catch((error) => { result = String(error); })";
inline constexpr char kRoundTripResult[] = "208,144,65 true";

// Counts in `evaluations` how often the built-in streams are evaluated: whoever
// does that reads Math.trunc. `count()` takes the number.
inline constexpr char kCountEvaluations[] =
    "var evaluations = 0;"
    "const {trunc} = Math;"
    "Object.defineProperty(Math, 'trunc',"
    "                      {get() { ++evaluations; return trunc; }});"
    "const count ="
    "    () => { const n = evaluations; evaluations = 0; return n; };";

class StreamsTest : public V8Test {
 protected:
  v8::Local<v8::Context> NewContext(const InstallOptions& options = {}) {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, options);
    return v8::Context::New(isolate(), nullptr, global);
  }

  // Promises' reactions run when a script has ended.
  static std::string ResultOf(v8::Local<v8::Context> context,
                              const std::string& source) {
    const std::string thrown = testing::Evaluate(context, source + "; ''");
    return thrown.empty() ? testing::Evaluate(context, "result") : thrown;
  }
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_STREAMS_TEST_H_
