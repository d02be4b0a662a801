// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Puts TextDecoder and TextEncoder into V8 contexts.
//
//   v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
//   v8_encoding::Install(isolate, global);
//   v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr,
//   global);
//
// The interfaces keep all their state in JavaScript objects. Nothing here is
// process-wide and nothing must be torn down: any number of isolates on any
// threads, with any number of contexts, may be set up and disposed of in any
// order.

#ifndef V8_ENCODING_INSTALL_H_
#define V8_ENCODING_INSTALL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "v8.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// Which interfaces to install.
enum class InterfaceSet : uint32_t {
  kTextDecoder = 1 << 0,
  kTextEncoder = 1 << 1,
  kAll = kTextDecoder | kTextEncoder,
};

constexpr InterfaceSet operator|(InterfaceSet a, InterfaceSet b) {
  return static_cast<InterfaceSet>(static_cast<uint32_t>(a) |
                                   static_cast<uint32_t>(b));
}

struct InstallOptions {
  InterfaceSet interfaces = InterfaceSet::kAll;
};

// The templates of the interfaces for one isolate. All contexts that are to
// take each other's objects (Web IDL wants a TextDecoder of one realm to work
// with the `decode` of another) are installed from the same Interfaces.
//
// It may only be used, and must be destroyed, while the isolate is alive and
// by the thread that holds it; contexts installed from it go on without it.
class V8_ENCODING_EXPORT Interfaces {
 public:
  // Needs the isolate entered, and a HandleScope.
  explicit Interfaces(v8::Isolate* isolate, const InstallOptions& options = {});
  ~Interfaces();

  Interfaces(const Interfaces&) = delete;
  Interfaces& operator=(const Interfaces&) = delete;

  // Makes the interface objects properties of every global object that will be
  // created from `global`.
  void Install(v8::Local<v8::ObjectTemplate> global) const;

  // Makes the interface objects properties of the global object of a context
  // that exists. Nothing() with an exception pending if a property can't be
  // defined, as on a frozen global object.
  v8::Maybe<bool> Install(v8::Local<v8::Context> context) const;

  // Startup snapshots. A context that the interfaces are installed in can go
  // into one, with all their objects, and live decoders go on in the middle of
  // their text when it's loaded; see ExternalReferences() below. It needs no
  // Interfaces then. These two are for an isolate that is to install more
  // contexts after loading.

  // Where the templates are in a snapshot's data.
  struct SnapshotIndices {
    size_t text_decoder;
    size_t text_encoder;
  };

  // Adds the templates to a snapshot. V8 wants no handles to be left when it
  // makes the blob, so this object must be gone by then.
  SnapshotIndices AddTo(v8::SnapshotCreator& creator) const;

  // Takes the templates out of the snapshot that `isolate` was made from. Each
  // can be taken once.
  Interfaces(v8::Isolate* isolate, const SnapshotIndices& indices);

 private:
  v8::Isolate* const isolate_;
  v8::Global<v8::FunctionTemplate> text_decoder_;
  v8::Global<v8::FunctionTemplate> text_encoder_;
};

// The same in one step, for isolates with one kind of context.
V8_ENCODING_EXPORT void Install(v8::Isolate* isolate,
                                v8::Local<v8::ObjectTemplate> global,
                                const InstallOptions& options = {});
V8_ENCODING_EXPORT v8::Maybe<bool> Install(v8::Local<v8::Context> context,
                                           const InstallOptions& options = {});

// What V8 needs to know to make and to load a snapshot: the addresses of the
// interfaces' native functions, in an order that is fixed for one build. The
// embedder adds its own, and the zero at the end, and passes the same list to
// v8::SnapshotCreator and to v8::Isolate::CreateParams::external_references.
V8_ENCODING_EXPORT std::vector<intptr_t> ExternalReferences();

// For v8::SnapshotCreator::SetDefaultContext() and AddContext(), and for
// v8::Context::New() and FromSnapshot(). The interfaces' objects need nothing
// of what these could do, but V8 10.2 crashes where there are none. An embedder
// that has its own may go without them: ours only say that there is no data.
V8_ENCODING_EXPORT v8::StartupData
SerializeInternalField(v8::Local<v8::Object> holder, int index, void* data);
V8_ENCODING_EXPORT void DeserializeInternalField(v8::Local<v8::Object> holder,
                                                 int index,
                                                 v8::StartupData payload,
                                                 void* data);

}  // namespace v8_encoding

#endif  // V8_ENCODING_INSTALL_H_
