// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Startup snapshots. All state of the interfaces is in JavaScript objects, so
// there is little to do.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "bindings/realm/realm_value.h"
#include "bindings/streams/built_in.h"
#include "bindings/streams/host.h"
#include "bindings/streams/stream_pair.h"
#include "bindings/template_options.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/interface_object.h"
#include "bindings/webidl/template_builder.h"
#include "idl/interfaces.h"
#include "v8_encoding/install.h"

namespace v8_encoding {

namespace {

using idl::kInterfaces;

constexpr size_t kNotInstalled = static_cast<size_t>(-1);

// Ends a program that is built for debugging where an index of a snapshot gives
// nothing.
void FailForDebugging() {
#ifndef NDEBUG
  std::fputs(
      "v8_encoding: Interfaces(isolate, indices): the snapshot has no such "
      "template. Each index can be taken once an isolate, and belongs to the "
      "blob that AddTo() was called for.\n",
      stderr);
  std::abort();
#endif
}

template <typename Callback>
intptr_t Reference(Callback callback) {
  return reinterpret_cast<intptr_t>(callback);
}

}  // namespace

Interfaces::SnapshotIndices Interfaces::AddTo(
    v8::SnapshotCreator& creator) const {
  v8::HandleScope scope(isolate_);
  SnapshotIndices indices;
  for (size_t i = 0; i < std::size(kInterfaces); ++i) {
    indices.push_back(templates_[i].IsEmpty()
                          ? kNotInstalled
                          : creator.AddData(templates_[i].Get(isolate_)));
  }
  return indices;
}

Interfaces::Interfaces(v8::Isolate* isolate,
                       const SnapshotIndices& indices,
                       const InstallOptions& options)
    : isolate_(isolate), options_(options), data_(isolate, options.data) {
  v8::HandleScope scope(isolate);
  for (size_t i = 0; i < std::min(indices.size(), std::size(kInterfaces));
       ++i) {
    if (indices[i] == kNotInstalled) {
      continue;
    }
    v8::Local<v8::FunctionTemplate> interface_template;
    if (!isolate->GetDataFromSnapshotOnce<v8::FunctionTemplate>(indices[i])
             .ToLocal(&interface_template)) {
      FailForDebugging();
      interface_template =
          BuildTemplate(isolate, *kInterfaces[i], TemplateOptionsOf(options));
    }
    templates_[i].Reset(isolate, interface_template);
  }
}

std::vector<intptr_t> ExternalReferences(const InstallOptions& options) {
  std::vector<intptr_t> references = {
      Reference(kLazyInterfaceObjectGetter), Reference(kCallErrorHook),
      Reference(kStreamsGlobalGetter),       Reference(kReturnRealmValue),
      Reference(kCallStreamsProvider),       Reference(BuiltInStreams),
      Reference(IntrinsicStreams),
  };
  for (const v8::FunctionCallback callback : StreamsHostCallbacks()) {
    references.push_back(Reference(callback));
  }
  for (const InterfaceDescriptor* each : kInterfaces) {
    references.push_back(Reference(each->constructor));
    for (const AttributeDescriptor& attribute : each->attributes) {
      references.push_back(Reference(attribute.getter));
    }
    for (const OperationDescriptor& operation : each->operations) {
      references.push_back(Reference(operation.callback));
    }
    for (const v8::FunctionCallback callback : each->other_callbacks) {
      references.push_back(Reference(callback));
    }
  }
  for (const OperationDescriptor& operation :
       idl::EncodingExtras::kNamespace.operations) {
    references.push_back(Reference(operation.callback));
  }
  if (options.error_hook != nullptr) {
    references.push_back(Reference(options.error_hook));
  }
  if (options.streams != nullptr) {
    references.push_back(Reference(options.streams));
  }
  if (options.streams_code_cache != nullptr) {
    references.push_back(Reference(options.streams_code_cache));
  }
  return references;
}

v8::StartupData SerializeInternalField(v8::Local<v8::Object>, int, void*) {
  return {nullptr, 0};
}

// Untested: V8 calls it for what SerializeInternalField() gives.
void DeserializeInternalField(v8::Local<v8::Object>,
                              int,
                              v8::StartupData,
                              void*) {}

}  // namespace v8_encoding
