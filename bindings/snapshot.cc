// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Startup snapshots. All state of the interfaces is in JavaScript objects, so
// there is little to do.

#include "bindings/template_builder.h"
#include "bindings/text_decoder.h"
#include "bindings/text_encoder.h"
#include "v8_encoding/install.h"

namespace v8_encoding {

namespace {

constexpr size_t kNotInstalled = static_cast<size_t>(-1);

void Append(const InterfaceDescriptor& descriptor,
            std::vector<intptr_t>& references) {
  const auto append = [&](v8::FunctionCallback callback) {
    references.push_back(reinterpret_cast<intptr_t>(callback));
  };
  append(descriptor.constructor);
  for (const AttributeDescriptor& attribute : descriptor.attributes) {
    append(attribute.getter);
  }
  for (const OperationDescriptor& operation : descriptor.operations) {
    append(operation.callback);
  }
}

size_t AddTemplate(v8::Isolate* isolate,
                   v8::SnapshotCreator& creator,
                   const v8::Global<v8::FunctionTemplate>& held) {
  return held.IsEmpty() ? kNotInstalled : creator.AddData(held.Get(isolate));
}

void TakeTemplate(v8::Isolate* isolate,
                  size_t index,
                  v8::Global<v8::FunctionTemplate>& held) {
  v8::Local<v8::FunctionTemplate> interface_template;
  if (index != kNotInstalled &&
      isolate->GetDataFromSnapshotOnce<v8::FunctionTemplate>(index).ToLocal(
          &interface_template)) {
    held.Reset(isolate, interface_template);
  }
}

}  // namespace

Interfaces::SnapshotIndices Interfaces::AddTo(
    v8::SnapshotCreator& creator) const {
  v8::HandleScope scope(isolate_);
  return {.text_decoder = AddTemplate(isolate_, creator, text_decoder_),
          .text_encoder = AddTemplate(isolate_, creator, text_encoder_)};
}

Interfaces::Interfaces(v8::Isolate* isolate, const SnapshotIndices& indices)
    : isolate_(isolate) {
  v8::HandleScope scope(isolate);
  TakeTemplate(isolate, indices.text_decoder, text_decoder_);
  TakeTemplate(isolate, indices.text_encoder, text_encoder_);
}

std::vector<intptr_t> ExternalReferences() {
  std::vector<intptr_t> references;
  Append(kTextDecoderInterface, references);
  Append(kTextEncoderInterface, references);
  return references;
}

v8::StartupData SerializeInternalField(v8::Local<v8::Object>, int, void*) {
  return {nullptr, 0};
}

void DeserializeInternalField(v8::Local<v8::Object>,
                              int,
                              v8::StartupData,
                              void*) {}

}  // namespace v8_encoding
