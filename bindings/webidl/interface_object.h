// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where a realm has its interface objects: each as a property of the global
// object, which scripts may replace, and under a key that only this file knows,
// where they can neither see nor change it.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_INTERFACE_OBJECT_H_
#define V8_ENCODING_BINDINGS_WEBIDL_INTERFACE_OBJECT_H_

#include "bindings/webidl/template_builder.h"
#include "v8.h"

namespace v8_encoding {

// When the interface object is made: with the global object, or when the
// property is first read, or the object needed in some other way.
enum class Creation { kEager, kLazy };

// Adds both properties to what will be made from the template `global`, or to
// the global object of `context`. The latter returns false with an exception
// pending if the global object doesn't take them.
void DefineInterfaceObject(v8::Isolate* isolate,
                           v8::Local<v8::ObjectTemplate> global,
                           const InterfaceDescriptor& descriptor,
                           v8::Local<v8::FunctionTemplate> interface_template,
                           Creation creation);
[[nodiscard]] bool DefineInterfaceObject(
    v8::Local<v8::Context> context,
    const InterfaceDescriptor& descriptor,
    v8::Local<v8::FunctionTemplate> interface_template,
    Creation creation);

// The interface object of a realm that need not have it as a property; from now
// on the realm has it for its own use. Empty with an exception pending.
v8::MaybeLocal<v8::Function> KeepInterfaceObject(
    v8::Local<v8::Context> context,
    const InterfaceDescriptor& descriptor,
    v8::Local<v8::FunctionTemplate> interface_template);

// The interface object of this realm, or undefined if the interface isn't
// installed there. Empty with an exception pending.
v8::MaybeLocal<v8::Value> GetInterfaceObject(v8::Local<v8::Context> context,
                                             v8::Local<v8::Name> name);

// Whether the realm has the interface; makes no object. Nothing() with an
// exception pending.
v8::Maybe<bool> IsInterfaceInstalled(v8::Local<v8::Context> context,
                                     const InterfaceDescriptor& descriptor);

// The one callback that this file gives V8, for the external references.
extern const v8::AccessorNameGetterCallback kLazyInterfaceObjectGetter;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_INTERFACE_OBJECT_H_
