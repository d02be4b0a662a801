// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's conversions from JavaScript values, for the types that
// idl/generate.mjs knows. Each returns false with an exception pending where
// the conversion throws, and may run any JavaScript before that.
//
// Semantics don't call these but the structs in idl/interfaces.h, which do.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_
#define V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bindings/webidl/errors.h"
#include "bindings/webidl/template_builder.h"
#include "v8.h"

namespace v8_encoding {

using CallbackInfo = v8::FunctionCallbackInfo<v8::Value>;

// A value that is to be converted, and what an exception says about it.
struct Source {
  v8::Isolate* isolate;
  v8::Local<v8::Context> context;
  v8::Local<v8::Value> value;
  CallSite call;
  int parameter;  // Its number, from 1. For the member of a dictionary 0.
  bool refuses_resizable_buffers;
};

template <typename T>
using Converter = bool (*)(const Source& source, T* out);

inline bool ConvertBoolean(const Source& source, bool* out) {
  *out = source.value->BooleanValue(source.isolate);
  return true;
}

// https://webidl.spec.whatwg.org/#js-DOMString
inline bool ConvertDOMString(const Source& source, v8::Local<v8::String>* out) {
  if (source.value->IsString()) {
    *out = source.value.As<v8::String>();
    return true;
  }
  return source.value->ToString(source.context).ToLocal(out);
}

// With the lone surrogates not yet replaced: encoders do that.
// https://webidl.spec.whatwg.org/#js-USVString
inline bool ConvertUSVString(const Source& source, v8::Local<v8::String>* out) {
  return ConvertDOMString(source, out);
}

// [EnforceRange] unsigned long long. What is converted is at most 2^53 - 1.
// https://webidl.spec.whatwg.org/#abstract-opdef-converttoint
bool ConvertEnforceRange(const Source& source, uint64_t* out);

bool ConvertAllowSharedBufferSource(const Source& source,
                                    v8::Local<v8::Value>* out);

// [AllowShared] Uint8Array
bool ConvertAllowSharedUint8Array(const Source& source,
                                  v8::Local<v8::Uint8Array>* out);

// What idl/generate.mjs says of an enumeration: its name, and the strings of
// the enumerators 0, 1 and so on.
struct Enumeration {
  const char* name;
  std::span<const std::string_view> values;
};

// The index of the string. `out` stays as it is where that throws.
bool ConvertToIndex(const Source& source,
                    const Enumeration& enumeration,
                    size_t* out);

// `E` has a function Describe(E).
template <typename E>
bool ConvertEnumeration(const Source& source, E* out) {
  size_t index;
  if (!ConvertToIndex(source, Describe(E()), &index)) {
    return false;
  }
  *out = static_cast<E>(index);
  return true;
}

// `D` is a struct that idl/generate.mjs wrote for a dictionary.
template <typename D>
bool ConvertDictionary(const Source& source, D* out) {
  return out->Convert(source);
}

// What such a struct reads itself from, member by member. After a failure
// nothing more is read.
// https://webidl.spec.whatwg.org/#js-dictionary
class Dictionary {
 public:
  Dictionary(const Source& source, const char* name) : source_(source) {
    if (!source.value->IsNullOrUndefined()) {
      SetObject(name);
    }
  }

  // Leaves *out alone if there's no such member.
  template <typename T>
  void Get(const char* name, Converter<T> convert, T* out) {
    if (object_.IsEmpty() || !ok_) {
      return;
    }
    ok_ = Read(name) && (source_.value->IsUndefined() || convert(source_, out));
  }

  bool ok() const { return ok_; }

 private:
  void SetObject(const char* name);
  bool Read(const char* name);  // Into source_.value.

  Source source_;
  v8::Local<v8::Object> object_;  // Empty if there's nothing to read.
  bool ok_ = true;
};

// The arguments of a call, converted from left to right. After a failure
// nothing more is converted.
class Arguments {
 public:
  // Throws if fewer than `required` were given.
  Arguments(const CallbackInfo& info, CallSite call, int required)
      : info_(info),
        source_{.isolate = info.GetIsolate(),
                .context = info.GetIsolate()->GetCurrentContext(),
                .value = {},
                .call = call,
                .parameter = 0,
                .refuses_resizable_buffers = RefusesResizableBuffers(info)} {
    if (info.Length() < required) {
      ThrowTooFew(required);
    }
  }

  // The next argument.
  template <typename T>
  void Required(Converter<T> convert, T* out) {
    source_.value = info_[source_.parameter++];
    ok_ = ok_ && convert(source_, out);
  }

  // Leaves *out alone if the argument is undefined.
  template <typename T>
  void Optional(Converter<T> convert, T* out) {
    source_.value = info_[source_.parameter++];
    ok_ = ok_ && (source_.value->IsUndefined() || convert(source_, out));
  }

  bool ok() const { return ok_; }

 private:
  void ThrowTooFew(int required);

  const CallbackInfo& info_;
  Source source_;
  bool ok_ = true;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_
