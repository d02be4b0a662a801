// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's conversions from JavaScript values, for the types that
// idl/generate.mjs knows. A conversion of one value, Convert...(), returns
// nothing with an exception pending where it throws, and may run any JavaScript
// before that. Semantics call none of them but the structs in idl/interfaces.h,
// which convert all arguments of a call, or all members of a dictionary, into
// their own fields.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_
#define V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/template_builder.h"
#include "v8.h"

namespace v8_encoding {

using CallbackInfo = v8::FunctionCallbackInfo<v8::Value>;

// A value that is to be converted, and what an exception says about it.
struct Source {
  v8::Local<v8::Context> context() const {
    return isolate->GetCurrentContext();
  }

  v8::Isolate* isolate;
  v8::Local<v8::Value> value;
  CallSite call;
  ValueOrigin origin;
  RefusedBuffers refused_buffers;
  // Of `key_holder`, if it isn't empty: the first of the internal fields in
  // which the keys of a dictionary's members are kept, once they were needed.
  // Making a key anew takes as long as reading a member.
  v8::Local<v8::Object> key_holder = {};
  int key_field = 0;
};

// Throws that `origin` is not of `type`.
[[gnu::cold]] void ThrowWrongType(v8::Isolate* isolate,
                                  CallSite call,
                                  ValueOrigin origin,
                                  const char* type);

// *[AllowShared]* and *[AllowResizable]*, where they are to be absent: false
// with an exception pending.
// https://webidl.spec.whatwg.org/#js-buffer-source-types
[[nodiscard]] bool CheckNotRefused(v8::Isolate* isolate,
                                   v8::Local<v8::Value> value,
                                   CallSite call,
                                   ValueOrigin origin,
                                   RefusedBuffers refused);

// What the conversion to a C++ type returns: v8::Maybe<T>, or for a handle
// v8::MaybeLocal.
template <typename T>
struct ConvertedTo {
  using Type = v8::Maybe<T>;
};
template <typename T>
struct ConvertedTo<v8::Local<T>> {
  using Type = v8::MaybeLocal<T>;
};
template <typename T>
using Converter = typename ConvertedTo<T>::Type (*)(const Source& source);

// Converts `source` to *out. False with an exception pending.
template <typename T>
[[nodiscard]] bool ConvertTo(const Source& source,
                             Converter<T> convert,
                             T* out) {
  return convert(source).To(out);
}
template <typename T>
[[nodiscard]] bool ConvertTo(const Source& source,
                             Converter<v8::Local<T>> convert,
                             v8::Local<T>* out) {
  return convert(source).ToLocal(out);
}

inline v8::Maybe<bool> ConvertBoolean(const Source& source) {
  // What most callers give, V8 tells without a call.
  return v8::Just(source.value->IsTrue() ||
                  source.value->BooleanValue(source.isolate));
}

// https://webidl.spec.whatwg.org/#js-DOMString
inline v8::MaybeLocal<v8::String> ConvertDOMString(const Source& source) {
  return source.value->IsString() ? source.value.As<v8::String>()
                                  : source.value->ToString(source.context());
}

// With the lone surrogates not yet replaced: encoders do that.
// https://webidl.spec.whatwg.org/#js-USVString
inline v8::MaybeLocal<v8::String> ConvertUSVString(const Source& source) {
  return ConvertDOMString(source);
}

// [EnforceRange] unsigned long long. What is converted is at most 2^53 - 1.
// https://webidl.spec.whatwg.org/#abstract-opdef-converttoint
v8::Maybe<uint64_t> ConvertEnforceRange(const Source& source);

// These two are inline for the calls that are made most.
inline v8::MaybeLocal<v8::Value> ConvertAllowSharedBufferSource(
    const Source& source) {
  if (!IsAllowSharedBufferSource(source.value)) {
    ThrowWrongType(source.isolate, source.call, ValueOrigin::Unnamed(),
                   "(ArrayBuffer or SharedArrayBuffer or ArrayBufferView)");
    return {};
  }
  return source.refused_buffers == RefusedBuffers::kNone ||
                 CheckNotRefused(source.isolate, source.value, source.call,
                                 source.origin, source.refused_buffers)
             ? source.value
             : v8::Local<v8::Value>();
}

// [AllowShared] Uint8Array
inline v8::MaybeLocal<v8::Uint8Array> ConvertAllowSharedUint8Array(
    const Source& source) {
  if (!source.value->IsUint8Array()) {
    ThrowWrongType(source.isolate, source.call, source.origin, "Uint8Array");
    return {};
  }
  return source.refused_buffers == RefusedBuffers::kNone ||
                 CheckNotRefused(source.isolate, source.value, source.call,
                                 source.origin, source.refused_buffers)
             ? source.value.As<v8::Uint8Array>()
             : v8::Local<v8::Uint8Array>();
}

// What idl/generate.mjs says of an enumeration: its name, and the strings of
// the enumerators 0, 1 and so on.
struct Enumeration {
  const char* name;
  std::span<const std::string_view> values;
};

// The index of the string that `source` is.
v8::Maybe<size_t> ConvertToIndex(const Source& source,
                                 const Enumeration& enumeration);

// `E` has a function Describe(E).
template <typename E>
v8::Maybe<E> ConvertEnumeration(const Source& source) {
  size_t index;
  return ConvertToIndex(source, Describe(E())).To(&index)
             ? v8::Just(static_cast<E>(index))
             : v8::Nothing<E>();
}

// The conversion to `D`, a struct that idl/generate.mjs wrote for a dictionary:
// ConvertTo() has the struct read itself. (As a result, members just written
// one by one would be copied as a word, for which the CPU has to wait.)
template <typename D>
struct DictionaryConverter {};
template <typename D>
inline constexpr DictionaryConverter<D> ConvertDictionary;

// After a failure, *out may have some of the members.
template <typename D>
[[nodiscard]] bool ConvertTo(const Source& source,
                             DictionaryConverter<D>,
                             D* out) {
  return out->Convert(source);
}

// What the struct of a dictionary reads itself from, member by member. After a
// failure nothing more is read.
// https://webidl.spec.whatwg.org/#js-dictionary
class Dictionary {
 public:
  // `source` is to outlive this object. Nothing here has an address of its own:
  // compilers keep what fits in registers, and a conversion that is inlined
  // needs no Source in memory. (A copy of `source`, just written in words, is
  // read in vectors: 10 ns of waiting for the words.)
  Dictionary(const Source& source, const char* name) : source_(source) {
    if (source.value->IsNullOrUndefined()) {
      return;
    }
    if (source.value->IsObject()) {
      object_ = source.value.As<v8::Object>();
    } else {
      ThrowWrongType(source.isolate, source.call, ValueOrigin::Unnamed(), name);
      ok_ = false;
    }
  }

  // Leaves *out alone if there's no such member.
  template <typename Convert, typename T>
  void Get(std::string_view name, Convert convert, T* out) {
    const int field = source_.key_field + next_++;
    if (object_.IsEmpty() || !ok_) {
      return;
    }
    Source member{.isolate = source_.isolate,
                  .value = {},
                  .call = source_.call,
                  .origin = ValueOrigin::Unnamed(),
                  .refused_buffers = source_.refused_buffers};
    ok_ = Read(source_.isolate, object_, name, source_.key_holder, field)
              .ToLocal(&member.value) &&
          (member.value->IsUndefined() || ConvertTo(member, convert, out));
  }

  bool ok() const { return ok_; }

 private:
  static v8::MaybeLocal<v8::Value> Read(v8::Isolate* isolate,
                                        v8::Local<v8::Object> object,
                                        std::string_view name,
                                        v8::Local<v8::Object> key_holder,
                                        int key_field);

  int next_ = 0;  // Index of the next member.
  const Source& source_;
  v8::Local<v8::Object> object_;  // Empty if there's nothing to read.
  bool ok_ = true;
};

// The arguments of a call, converted from left to right. After a failure
// nothing more is converted.
class Arguments {
 public:
  // Of a call without buffers.
  Arguments(const CallbackInfo& info,
            CallSite call,
            int required,
            int key_field = -1)
      : Arguments(info, call, required, RefusedBuffers::kNone, key_field) {}

  // Throws if fewer than `required` were given. `key_field` is the first of the
  // receiver's internal fields for the keys of the call's dictionary, unless
  // it's negative.
  Arguments(const CallbackInfo& info,
            CallSite call,
            int required,
            RefusedBuffers refused,
            int key_field = -1)
      : info_(info),
        source_{.isolate = info.GetIsolate(),
                .value = {},
                .call = call,
                .origin = ValueOrigin::Argument(1),
                .refused_buffers = refused} {
    if (key_field >= 0) {
      source_.key_holder = info.This();
      source_.key_field = key_field;
    }
    if (info.Length() < required) {
      ok_ = false;
      ThrowTooFew(source_.isolate, call, required, info.Length());
    }
  }

  // The next argument.
  template <typename Convert, typename T>
  void Required(Convert convert, T* out) {
    Next();
    ok_ = ok_ && ConvertTo(source_, convert, out);
  }

  // Leaves *out alone if the argument is undefined.
  template <typename Convert, typename T>
  void Optional(Convert convert, T* out) {
    Next();
    ok_ = ok_ &&
          (source_.value->IsUndefined() || ConvertTo(source_, convert, out));
  }

  bool ok() const { return ok_; }

 private:
  [[gnu::cold]] static void ThrowTooFew(v8::Isolate* isolate,
                                        CallSite call,
                                        int required,
                                        int present);

  void Next() {
    source_.value = info_[next_++];
    source_.origin = ValueOrigin::Argument(next_);
  }

  const CallbackInfo& info_;
  int next_ = 0;  // Index of the next argument.
  Source source_;
  bool ok_ = true;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_CONVERSIONS_H_
