// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Puts the Encoding Standard's interfaces into V8 contexts.
// https://encoding.spec.whatwg.org/#api
//
// The usual case is one call, of Install():
//
//   v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
//   v8_encoding::Install(isolate, global);
//   v8::Local<v8::Context> context =
//       v8::Context::New(isolate, nullptr, global);
//
// A host with many contexts, scripts that it doesn't trust, and codes of errors
// keeps an Interfaces with each isolate, so that contexts can exchange objects:
//
//   v8_encoding::InstallOptions options;
//   options.lazy = true;             // Contexts that need nothing pay little.
//   options.error_hook = AddCode;    // See error_hook.h.
//   options.streams_globals = true;  // ReadableStream and its like, too.
//   v8_encoding::Interfaces interfaces(isolate, options);
//
//   // For each context:
//   v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
//   interfaces.Install(global);
//   v8::Local<v8::Context> context =
//       v8::Context::New(isolate, nullptr, global);
//   if (v8_encoding::Prepare(context).IsNothing()) return;  // No memory.
//
//   // Or, for a module or a jail, without a property of the global object:
//   v8::MaybeLocal<v8::Function> text_decoder = interfaces.GetConstructor(
//       context, v8_encoding::InterfaceSet::kTextDecoder);
//
// What C++ converts without a script is in convert.h. examples/ has whole
// programs: embed.cc, snapshot.cc, threads.cc, built_in_module.cc.
//
// Ownership: the interfaces keep all state in JavaScript objects. No state is
// process-wide and nothing must be torn down: any number of isolates on any
// threads, with any number of contexts, may be set up and disposed of in any
// order.
//
// Threads: as for V8 itself, the calling thread has entered the isolate, and
// holds the isolate's v8::Locker if the isolate has one.
//
// Microtasks: where no script is under way, V8 with its default policy, kAuto,
// ends many of its calls with the microtasks that wait. No function below runs
// any; they wait while the host's provider of streams is called, too.
//
// Errors: functions that return a v8::Maybe or a v8::MaybeLocal return an empty
// one with an exception pending. A v8::TryCatch around them is to catch it:
// where there is none and no script is under way, the exception, or the
// termination, may wait for what the host runs next. A call that fails for want
// of stack, or because of v8::Isolate::TerminateExecution(), leaves the
// interfaces' objects as they were before or after the call, never in between.
//
// Long calls: a script's call that converts more than 4 MiB, or 256 KiB of a
// multi-byte encoding other than UTF-8 and UTF-16, works in pieces, which take
// milliseconds even where each character is dear, and between two of them V8
// handles what other threads have asked for by TerminateExecution() and
// RequestInterrupt(), as it does in loops of scripts. A call that is ended this
// way leaves the object's state as it was; what encodeInto() has written by
// then stays in the destination. If what handles an interrupt detaches or
// shrinks the buffer that the call reads or writes, the call is a TypeError;
// where it overwrites bytes, the call sees the old ones or the new ones, or is
// the TypeError. What handles an interrupt may use the same object: the state
// is then that of the call that ends last.
//
// Strings: long results are external strings, whose characters are outside of
// V8's heap. Their v8::String::ExternalStringResource, or its one-byte kin, is
// the library's: a host that knows external strings of its own must not take
// each resource that it meets for one of these.
//
// Garbage collection: the callbacks that a host has V8 call before and after a
// collection may convert, but must not detach, resize or free buffers: V8 may
// be copying from one of them.
//
// Unloading: V8 calls the library when it frees strings and buffers, at the
// latest when it disposes of the isolate, so the code has to be there until
// then. Node closes a Worker's add-ons before that: an add-on with the static
// library in it is linked with -Wl,-z,nodelete, as pkg-config --static and
// CMake do and the shared library is.
//
// Versions: a program must be compiled with the headers of the V8 that this
// library was built for, and doesn't link otherwise; see v8_abi.h.

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

// A set of interfaces, made of the members by |, & and ~.
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

constexpr InterfaceSet operator~(InterfaceSet set) {
  return static_cast<InterfaceSet>(~static_cast<uint32_t>(set));
}

// How the interfaces are installed.
struct InstallOptions {
  // The interfaces that are installed.
  InterfaceSet interfaces = InterfaceSet::kAll;

  // Makes each interface object only when the interface's property of the
  // global object is first read. Scripts can't tell the difference. A context
  // that never uses the interfaces saves most of the memory that interface
  // objects take. Install(context) makes them at once where an interceptor of
  // the host's answers for what is defined on the global object.
  bool lazy = false;

  // Throws a TypeError where an argument is, or is a view on, a resizable
  // ArrayBuffer or a growable SharedArrayBuffer. On V8 10.2, where such buffers
  // are an experiment behind a flag, this option does nothing.
  // Differs: Web IDL wants the TypeError for arguments without
  // [AllowResizable], which none of the interfaces has. Servers' runtimes take
  // such buffers. https://webidl.spec.whatwg.org/#AllowResizable
  bool refuse_resizable_buffers = false;

  // Throws a TypeError where an argument is, or is a view on, a
  // SharedArrayBuffer, as Web IDL does for arguments without [AllowShared]. The
  // standard takes shared memory, and the interfaces copy the bytes before they
  // look at them; this option is for hosts whose scripts are to have no racing
  // reads at all. https://webidl.spec.whatwg.org/#AllowShared
  bool refuse_shared_buffers = false;

  // Called with exceptions before they are thrown; error_hook.h says with
  // which. For a snapshot, the hook's address must be among the external
  // references, as for the functions below; ExternalReferences() puts them
  // there.
  ErrorHook error_hook = nullptr;

  // Where TextDecoderStream and TextEncoderStream take their streams from, see
  // streams.h; null is BuiltInStreams. For a snapshot, the provider's address
  // must be among the external references. ExternalReferences() has the
  // addresses of BuiltInStreams and IntrinsicStreams.
  StreamsProvider streams = nullptr;

  // Also makes the thirteen interfaces of the built-in streams properties of
  // the global object: ReadableStream, WritableStream, TransformStream, the
  // streams' readers, writers and controllers, and the queuing strategies.
  // These properties are always lazy, but for such an interceptor.
  bool streams_globals = false;

  // Where the built-in streams take V8's code cache from, if there is one; see
  // streams.h. For a snapshot, the function's address must be among the
  // external references.
  StreamsCodeCache streams_code_cache = nullptr;

  // For hosts that meter memory: the longest string, in code units, and the
  // longest array, in bytes, that the interfaces and the extras make. What
  // would be longer is a RangeError, thrown before memory for the result is
  // taken. Chunks of streams are results, too. 0 is no limit but V8's. Limits
  // below 1 MiB count as 1 MiB: short calls look up nothing.
  size_t max_result_length = 0;

  // Anything that the hook and the provider are to find in each realm, by
  // GetInstallData(). Where contexts are made from a template or come from a
  // snapshot: a primitive, or a v8::External, whose pointer must then be among
  // the snapshot's external references. The handle is the caller's: options
  // that outlive its v8::HandleScope leave it empty until they are used.
  v8::Local<v8::Value> data = {};
};

namespace internal {

// The options that installing asks for, as they are kept: an Interfaces may
// be on the heap, which is no place for the handle of `data`.
struct KeptOptions {
  explicit KeptOptions(const InstallOptions& options)
      : interfaces(options.interfaces),
        lazy(options.lazy),
        streams_globals(options.streams_globals),
        error_hook(options.error_hook),
        streams(options.streams),
        streams_code_cache(options.streams_code_cache),
        max_result_length(options.max_result_length) {}

  InterfaceSet interfaces;
  bool lazy;
  bool streams_globals;
  ErrorHook error_hook;
  StreamsProvider streams;
  StreamsCodeCache streams_code_cache;
  size_t max_result_length;
};

}  // namespace internal

// The templates of the interfaces for one isolate. Contexts that are to take
// each other's objects (Web IDL wants a TextDecoder of one realm to work with
// the `decode` of another) are installed from one Interfaces. Two of them, with
// other options, in one realm are no boundary between its scripts: from a
// constructor of one, Reflect.construct() with a new.target without a prototype
// leads to the prototype of the other.
//
// An Interfaces must be destroyed while the isolate is alive. Contexts outlive
// the Interfaces that they were installed from, lazily or not.
class V8_ENCODING_EXPORT Interfaces {
 public:
  // No context needs to be entered.
  explicit Interfaces(v8::Isolate* isolate, const InstallOptions& options = {});
  ~Interfaces();

  Interfaces(const Interfaces&) = delete;
  Interfaces& operator=(const Interfaces&) = delete;

  // What was moved from can only be assigned to or destroyed.
  Interfaces(Interfaces&&) noexcept;
  Interfaces& operator=(Interfaces&&) noexcept;

  // Makes the interface objects properties of every global object that will be
  // created from `global`: writable, configurable and not enumerable.
  // https://webidl.spec.whatwg.org/#define-the-global-property-references
  //
  // `global` has to be the template of global objects: the options are those of
  // the realm that such an object makes. For other objects there is
  // Install(context, object) below. A template takes one installation; what
  // comes on top goes into the contexts.
  void Install(v8::Local<v8::ObjectTemplate> global) const;

  // Makes the interface objects properties of the global object of a context
  // that exists, and replaces properties with the interfaces' names. Nothing()
  // with an exception pending if a property can't be defined, as on a frozen
  // global object: what was defined before stays. Where V8 14 or later has
  // given the context's global object to another context, too, but then nothing
  // has changed. In a context that has an installation already, an option that
  // is null or zero leaves what the earlier one has set: the error hook, the
  // provider of streams and their code cache, the limit for results, `data`.
  v8::Maybe<bool> Install(v8::Local<v8::Context> context) const;

  // Makes the interface objects of the realm of `context` properties of an
  // object in the place of the global one: of a namespace of the host's, of
  // what a jail sees, of a built-in module's exports. They are made at once.
  // The other options are those of the realm, unless an installation has set
  // some before; only the streams' own interfaces stay away, which
  // GetStreamsConstructor() in streams.h gives. Nothing() with an exception
  // pending if the object doesn't take a property.
  v8::Maybe<bool> Install(v8::Local<v8::Context> context,
                          v8::Local<v8::Object> object) const;

  // The interface object of one interface in the realm of `context`, for hosts
  // that hand it out themselves; the same object each time, and that of the
  // other functions here. Empty with an exception pending: a TypeError if
  // `one` isn't one of the interfaces of this Interfaces.
  v8::MaybeLocal<v8::Function> GetConstructor(v8::Local<v8::Context> context,
                                              InterfaceSet one) const;

  // Startup snapshots. A context with the interfaces, lazy or not, can go into
  // a snapshot with all objects; live decoders resume mid-text after loading;
  // see ExternalReferences() below. A context from a snapshot needs no
  // Interfaces. SnapshotIndices, AddTo() and the constructor that takes
  // SnapshotIndices are for an isolate that installs more contexts after
  // loading.

  // Where the templates are in a snapshot's data. The numbers mean something
  // only to the same build of this library.
  using SnapshotIndices = std::vector<size_t>;

  // Adds the templates to a snapshot. V8 wants no handles to be left when the
  // blob is made, so this Interfaces must be destroyed before.
  SnapshotIndices AddTo(v8::SnapshotCreator& creator) const;

  // Takes the templates out of the snapshot that `isolate` was made from. Each
  // template can be taken once an isolate: a second time, a library built
  // without NDEBUG ends the program with a message; with NDEBUG, as
  // tools/install builds it, the templates are new ones, and objects of the two
  // sets don't work with each other's methods.
  // `interfaces` and the buffers that are refused are as they were when the
  // snapshot was made, whatever `options` says.
  Interfaces(v8::Isolate* isolate,
             const SnapshotIndices& indices,
             const InstallOptions& options = {});

 private:
  // What the options say of a realm, if nobody has said it yet. False with an
  // exception pending.
  bool SetUpRealm(v8::Local<v8::Context> context, bool defines_streams) const;
  bool SetUpRealmOnce(v8::Local<v8::Context> context) const;

  v8::Isolate* isolate_;
  internal::KeptOptions options_;
  v8::Global<v8::Value> data_;
  // In the order of the IDL, empty for those that are not installed: as many as
  // an InterfaceSet has bits.
  v8::Global<v8::FunctionTemplate> templates_[32];
};

// As Interfaces(isolate, options).Install(…), for isolates whose contexts
// exchange no objects.
V8_ENCODING_EXPORT void Install(v8::Isolate* isolate,
                                v8::Local<v8::ObjectTemplate> global,
                                const InstallOptions& options = {});
V8_ENCODING_EXPORT v8::Maybe<bool> Install(v8::Local<v8::Context> context,
                                           const InstallOptions& options = {});

// For hosts of scripts that aren't trusted; to be called before any script runs
// in `context`. Takes from the context now what the interfaces would otherwise
// take at their first use: intrinsics, the streams, and the little memory that
// a realm's encoders keep. After that, nothing that scripts do to the context's
// own objects changes how the interfaces work. Nothing() with an exception
// pending if that fails, a RangeError where there is no memory; Prepare() can
// be called again then.
//
// Install(context) prepares the context, but for the memory and for
// BuiltInStreams, which take a millisecond or two. V8 tells nobody when a
// context is made from a template: without Prepare(), such a context is looked
// at when a script first encodes, or makes the first TextEncoderStream or
// TextDecoderStream. An encoder that finds no intrinsic by then is slower for
// small results, and no worse; streams may work in another way, which streams.h
// describes.
//
// `interfaces` are the interfaces that are going to be used. If
// TextDecoderStream or TextEncoderStream is among them, streams are prepared:
// those of the provider in contexts that have such an interface, and the
// built-in ones in contexts to which `streams_globals` offers them.
//
// A context that is prepared keeps interfaces, options and streams after
// Context::DetachGlobal(), and shares nothing with a context that takes the
// global object over. One from a template that is detached before loses what V8
// no longer gives it: the options and, with `lazy`, the interfaces, which throw
// a TypeError then.
V8_ENCODING_EXPORT v8::Maybe<bool> Prepare(
    v8::Local<v8::Context> context,
    InterfaceSet interfaces = InterfaceSet::kAll);

// `data` of the options that the interfaces were installed with in `context`,
// or what SetInstallData() has put in its place; undefined if there is neither.
// Empty with an exception pending. SetInstallData() is for what a context from
// a template, or from a snapshot, can't begin with, and takes any value. (For a
// snapshot of the context, what it has must be a primitive or a v8::External by
// then: with another object, V8 can end the process when the snapshot is made
// or loaded.) Nothing() with an exception pending if that fails. Neither runs a
// script.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Value> GetInstallData(
    v8::Local<v8::Context> context);
V8_ENCODING_EXPORT v8::Maybe<bool> SetInstallData(
    v8::Local<v8::Context> context,
    v8::Local<v8::Value> data);

// The external references of a snapshot with the interfaces: the addresses of
// the library's native functions, in an order that is fixed for one build, and
// behind them those of the functions that are set in `options`. The embedder
// adds the embedder's own addresses and a zero at the end, and passes one list
// to v8::SnapshotCreator and to v8::Isolate::CreateParams::external_references.
// Where a function is missing from the list, V8 ends the process when the
// snapshot is made ("Unknown external reference").
V8_ENCODING_EXPORT std::vector<intptr_t> ExternalReferences(
    const InstallOptions& options = {});

// For v8::SnapshotCreator::SetDefaultContext() and AddContext(), and for
// v8::Context::New() and FromSnapshot(). The interfaces' objects have no data
// for these callbacks, but V8 10.2 crashes where there are no callbacks. An
// embedder with callbacks of the embedder's own needs neither of these two,
// which only say that there is no data.
//
// The interfaces' objects have small integers in internal fields, for which V8
// calls the embedder's callback, too, and which look like aligned pointers. So
// a callback must know an object for the embedder's own before it follows what
// GetAlignedPointerFromInternalField() gives, by the object's template, say, or
// by an address of the embedder's in another field; for all others it returns
// no data.
//
// The same holds for a CppHeap of V8 11 and 12 whose WrapperDescriptor names
// other fields than 0 and 1, as Node's and Chromium's do: V8 follows what such
// fields of any object hold if they aren't heap objects, so that a collection
// would crash.
V8_ENCODING_EXPORT v8::StartupData
SerializeInternalField(v8::Local<v8::Object> holder, int index, void* data);
V8_ENCODING_EXPORT void DeserializeInternalField(v8::Local<v8::Object> holder,
                                                 int index,
                                                 v8::StartupData payload,
                                                 void* data);

}  // namespace v8_encoding

#endif  // V8_ENCODING_INSTALL_H_
