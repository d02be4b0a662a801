#ifndef V8_ENCODING_BENCH_V8_STRINGS_H_
#define V8_ENCODING_BENCH_V8_STRINGS_H_
#include <span>
#include "v8.h"
namespace v8_encoding::bench {
inline v8::MaybeLocal<v8::String> NewFromUtf8(v8::Isolate* i,
                                              std::span<const uint8_t> b) {
  return v8::String::NewFromUtf8(i, reinterpret_cast<const char*>(b.data()),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(b.size()));
}
inline size_t WriteUtf8(v8::Isolate* i,
                        v8::Local<v8::String> s,
                        char* d,
                        size_t n) {
#if V8_MAJOR_VERSION >= 14
  return s->WriteUtf8V2(i, d, n, v8::String::WriteFlags::kReplaceInvalidUtf8);
#else
  return s->WriteUtf8(
      i, d, static_cast<int>(n), nullptr,
      v8::String::NO_NULL_TERMINATION | v8::String::REPLACE_INVALID_UTF8);
#endif
}
inline size_t LengthOfUtf8(v8::Isolate* i, v8::Local<v8::String> s) {
#if V8_MAJOR_VERSION >= 14
  return s->Utf8LengthV2(i);
#else
  return static_cast<size_t>(s->Utf8Length(i));
#endif
}
}  // namespace v8_encoding::bench
#endif
