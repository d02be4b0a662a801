// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Puts the Encoding Standard's interfaces into V8 contexts.
// https://encoding.spec.whatwg.org/#api
//
//   v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
//   v8_encoding::Install(isolate, global);
//   v8::Local<v8::Context> context =
//       v8::Context::New(isolate, nullptr, global);
//
// The interfaces keep all their state in JavaScript objects. Nothing here is
// process-wide and nothing must be torn down: any number of isolates on any
// threads, with any number of contexts, may be set up and disposed of in any
// order. As with V8 itself, whoever calls is the thread that has the isolate,
// entered, and under its v8::Locker if it has one.
//
// A program must be compiled with the headers of the V8 that this library was
// built for, and doesn't link otherwise; see v8_abi.h.
//
// A call into V8 that fails for want of stack, or because of
// v8::Isolate::TerminateExecution(), leaves the interfaces' objects as they
// were before or after the call, never in between.

#ifndef V8_ENCODING_INSTALL_H_
#define V8_ENCODING_INSTALL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "v8.h"
#include "v8_encoding/error_hook.h"
#include "v8_encoding/export.h"
#include "v8_encoding/streams.h"
#include "v8_encoding/v8_abi.h"

namespace v8_encoding {

// A set of interfaces.
enum class InterfaceSet : uint32_t {
  kTextDecoder = 1 << 0,
  kTextEncoder = 1 << 1,
  kTextDecoderStream = 1 << 2,
  kTextEncoderStream = 1 << 3,
  kAll = ~uint32_t{0},
};

constexpr InterfaceSet operator|(InterfaceSet a, InterfaceSet b) {
  return static_cast<InterfaceSet>(static_cast<uint32_t>(a) |
                                   static_cast<uint32_t>(b));
}

constexpr InterfaceSet operator&(InterfaceSet a, InterfaceSet b) {
  return static_cast<InterfaceSet>(static_cast<uint32_t>(a) &
                                   static_cast<uint32_t>(b));
}

struct InstallOptions {
  // Those that are installed.
  InterfaceSet interfaces = InterfaceSet::kAll;

  // Makes each interface object only when its property of the global object is
  // first read. Scripts can't tell. It saves a context that never uses them
  // most of what the interfaces cost it.
  bool lazy = false;

  // Throws a TypeError where an argument is, or is a view on, a resizable
  // ArrayBuffer or a growable SharedArrayBuffer. That is what Web IDL says of
  // arguments without [AllowResizable]; servers' runtimes take them.
  // On V8 10.2, where such buffers are an experiment behind a flag, this does
  // nothing.
  bool refuse_resizable_buffers = false;

  // Sees each exception of the interfaces' before it's thrown; see there. For
  // a snapshot, its address must be among the external references.
  ErrorHook error_hook = nullptr;

  // Where TextDecoderStream and TextEncoderStream take their streams from; null
  // stands for BundledStreams. For a snapshot, its address must be among the
  // external references, which those of BundledStreams and IntrinsicStreams
  // are.
  StreamsProvider streams = nullptr;

  // Also makes the thirteen interfaces of the bundled streams properties of the
  // global object: ReadableStream, WritableStream, TransformStream, their
  // readers, writers and controllers, and the queuing strategies. They are
  // always lazy.
  bool streams_globals = false;
};

// The templates of the interfaces for one isolate. All contexts that are to
// take each other's objects (Web IDL wants a TextDecoder of one realm to work
// with the `decode` of another) are installed from the same Interfaces.
//
// It may only be used, and must be destroyed, while the isolate is alive.
// Contexts go on without it, also those that were installed lazily.
class V8_ENCODING_EXPORT Interfaces {
 public:
  // Needs no context to be entered.
  explicit Interfaces(v8::Isolate* isolate, const InstallOptions& options = {});
  ~Interfaces();

  Interfaces(const Interfaces&) = delete;
  Interfaces& operator=(const Interfaces&) = delete;

  // Makes the interface objects properties of every global object that will be
  // created from `global`: writable, configurable and not enumerable, as Web
  // IDL says.
  void Install(v8::Local<v8::ObjectTemplate> global) const;

  // Makes the interface objects properties of the global object of a context
  // that exists, in the place of what may be there under their names. Nothing()
  // with an exception pending if a property can't be defined, as on a frozen
  // global object.
  v8::Maybe<bool> Install(v8::Local<v8::Context> context) const;

  // Startup snapshots. A context that the interfaces are installed in, lazily
  // or not, can go into one with all their objects, and live decoders go on in
  // the middle of their text when it's loaded; see ExternalReferences() below.
  // It needs no Interfaces then. These are for an isolate that is to install
  // more contexts after loading.

  // Where the templates are in a snapshot's data. The numbers mean something
  // only to the same build of this library.
  using SnapshotIndices = std::vector<size_t>;

  // Adds the templates to a snapshot. V8 wants no handles to be left when it
  // makes the blob, so this object must be gone by then.
  SnapshotIndices AddTo(v8::SnapshotCreator& creator) const;

  // Takes the templates out of the snapshot that `isolate` was made from. Each
  // can be taken once. Of the options, which interfaces there are and what
  // buffers they take was settled when the snapshot was made.
  Interfaces(v8::Isolate* isolate,
             const SnapshotIndices& indices,
             const InstallOptions& options = {});

 private:
  v8::Isolate* const isolate_;
  const InstallOptions options_;
  // In the order of the IDL, empty for those that are not installed.
  std::vector<v8::Global<v8::FunctionTemplate>> templates_;
};

// The same in one step, for isolates with one kind of context.
V8_ENCODING_EXPORT void Install(v8::Isolate* isolate,
                                v8::Local<v8::ObjectTemplate> global,
                                const InstallOptions& options = {});
V8_ENCODING_EXPORT v8::Maybe<bool> Install(v8::Local<v8::Context> context,
                                           const InstallOptions& options = {});

// For hosts that run scripts which they don't trust. Takes from a context now
// what the interfaces would otherwise take when they are first used, so that
// nothing scripts do to the context's own objects changes how they work, but
// for what streams.h says of BundledStreams; and the little memory that they
// keep. To be called before any script runs. Nothing() with an exception
// pending if that fails, a RangeError where there is no memory; it can be
// called again then.
//
// Install(context) does it by itself, but for the memory and for
// BundledStreams, which take some milliseconds. V8 tells nobody when it makes a
// context from a template: without this, such contexts are looked at when a
// script makes the first TextEncoder, TextEncoderStream or TextDecoderStream,
// or encodes with the extras. Not to find what's sought makes small results
// slower, and that is all; streams may not work as they should, which again is
// in streams.h.
//
// `interfaces` are those that are going to be used. Streams are only looked for
// in contexts that have one of the streams' interfaces.
V8_ENCODING_EXPORT v8::Maybe<bool> Prepare(
    v8::Local<v8::Context> context,
    InterfaceSet interfaces = InterfaceSet::kAll);

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
