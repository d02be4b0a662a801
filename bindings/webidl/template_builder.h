// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Makes templates of the descriptions of interfaces and namespaces, with the
// shape that Web IDL gives them: https://webidl.spec.whatwg.org/#js-interfaces
// and https://webidl.spec.whatwg.org/#js-namespaces
//
// idl/generate.mjs writes the descriptions; all that semantics add to them are
// callbacks.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_TEMPLATE_BUILDER_H_
#define V8_ENCODING_BINDINGS_WEBIDL_TEMPLATE_BUILDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "v8.h"

namespace v8_encoding {

// A callback that must be given: a struct of these can't be made with one of
// them left out.
class Callback {
 public:
  // Implicit, so that functions can be given.
  // Untested: this and what it's used in below run in the compiler.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Callback(v8::FunctionCallback function) : function_(function) {}
  Callback(std::nullptr_t) = delete;

  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator v8::FunctionCallback() const { return function_; }

 private:
  v8::FunctionCallback function_;
};

struct OperationDescriptor {
  const char* name;
  int length;  // How many arguments are required.
  v8::FunctionCallback callback;
};

struct AttributeDescriptor {
  const char* name;
  const char* getter_name;  // "get " and the name.
  v8::FunctionCallback getter;
};

struct InterfaceDescriptor {
  const char* name;
  int constructor_length;
  v8::FunctionCallback constructor;
  int internal_field_count;
  std::span<const AttributeDescriptor> attributes;
  std::span<const OperationDescriptor> operations;
  // Those that aren't members, for the external references.
  std::span<const v8::FunctionCallback> other_callbacks;
};

struct NamespaceDescriptor {
  const char* name;
  std::span<const OperationDescriptor> operations;
};

// What the generated Describe() functions return: the same with the members
// inside.
template <size_t kAttributeCount, size_t kOperationCount>
struct InterfaceTable {
  // The table must outlive the descriptor.
  // Untested: runs in the compiler.
  constexpr InterfaceDescriptor Descriptor(
      int internal_field_count,
      std::span<const v8::FunctionCallback> other_callbacks = {}) const& {
    return {.name = name,
            .constructor_length = constructor_length,
            .constructor = constructor,
            .internal_field_count = internal_field_count,
            .attributes = attributes,
            .operations = operations,
            .other_callbacks = other_callbacks};
  }
  InterfaceDescriptor Descriptor(
      int,
      std::span<const v8::FunctionCallback> = {}) const&& = delete;

  const char* name;
  int constructor_length;
  v8::FunctionCallback constructor;
  std::array<AttributeDescriptor, kAttributeCount> attributes;
  std::array<OperationDescriptor, kOperationCount> operations;
};

template <size_t kOperationCount>
struct NamespaceTable {
  // Untested: runs in the compiler.
  constexpr NamespaceDescriptor Descriptor() const& {
    return {.name = name, .operations = operations};
  }
  NamespaceDescriptor Descriptor() const&& = delete;

  const char* name;
  std::array<OperationDescriptor, kOperationCount> operations;
};

// The buffers that an embedder's options have Web IDL's conversions refuse,
// which take all others.
enum class RefusedBuffers : uint32_t {
  kNone = 0,
  kResizable = 1 << 0,
  kShared = 1 << 1,
};
constexpr RefusedBuffers operator|(RefusedBuffers a, RefusedBuffers b) {
  return static_cast<RefusedBuffers>(static_cast<uint32_t>(a) |
                                     static_cast<uint32_t>(b));
}
constexpr bool Has(RefusedBuffers set, RefusedBuffers one) {
  return (static_cast<uint32_t>(set) & static_cast<uint32_t>(one)) != 0;
}

// What the embedder's options leave to the callbacks.
struct TemplateOptions {
  RefusedBuffers refused_buffers = RefusedBuffers::kNone;
};

// Receivers of the attributes' getters and of the operations are checked by
// V8: the callbacks see only objects made by this template.
v8::Local<v8::FunctionTemplate> BuildTemplate(
    v8::Isolate* isolate,
    const InterfaceDescriptor& descriptor,
    TemplateOptions options = {});

// A *namespace object*. Its operations have no use for a receiver, so they take
// any.
v8::Local<v8::ObjectTemplate> BuildTemplate(
    v8::Isolate* isolate,
    const NamespaceDescriptor& descriptor,
    TemplateOptions options = {});

// The options come to the callbacks as `data`. It is never a pointer, which
// snapshots could not hold. V8 14 takes longer to give it than most objects'
// own fields.
inline RefusedBuffers RefusedBuffersOf(
    const v8::FunctionCallbackInfo<v8::Value>& info) {
  return info.Data()->IsUndefined()
             ? RefusedBuffers::kNone
             : static_cast<RefusedBuffers>(
                   info.Data().As<v8::Uint32>()->Value());
}

v8::Local<v8::String> InterfaceName(v8::Isolate* isolate,
                                    const InterfaceDescriptor& descriptor);

// The interface object of a realm, or another value if the realm has none.
using InterfaceObjectGetter =
    v8::MaybeLocal<v8::Value> (*)(v8::Local<v8::Context> realm,
                                  v8::Local<v8::Name> name);

// Gives the object that a constructor makes the prototype that Web IDL says,
// where that of `new.target` is none and V8 therefore took Object.prototype.
// False with an exception pending.
bool RepairPrototype(const v8::FunctionCallbackInfo<v8::Value>& info,
                     const char* interface_name,
                     InterfaceObjectGetter get_interface_object);

// To be called first by each constructor, with its arguments not yet looked
// at. Throws and returns false if the call is not a construction. Repairs the
// new object's prototype.
bool BeginConstruction(const v8::FunctionCallbackInfo<v8::Value>& info,
                       const InterfaceDescriptor& descriptor);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_TEMPLATE_BUILDER_H_
