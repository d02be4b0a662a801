// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What differs between the versions of V8, from 10.2 to 15.5, in what the
// library calls. Where a newer V8 has a faster way, the faster way is taken.
// Tests run in 10.2, 11.3, 12.4, 13.6 and 14.6, and have run once in 15.0, with
// compressed pointers, the sandbox and V8's debug checks. What else is here for
// V8 14.7 to 15.5 is by their headers.
//
// Only this file and shell/v8_compat.h test V8's version
// (tools/lib/layers_test.py looks).

#ifndef V8_ENCODING_BINDINGS_V8_COMPAT_H_
#define V8_ENCODING_BINDINGS_V8_COMPAT_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "bindings/memory/short_text.h"
#include "v8.h"

#define V8_ENCODING_V8_AT_LEAST(major, minor) \
  (V8_MAJOR_VERSION > (major) ||              \
   (V8_MAJOR_VERSION == (major) && V8_MINOR_VERSION >= (minor)))

// Whether the functions for prototypes and holders are called "V2": the plain
// names were deprecated before these versions, and mean the new functions after
// them.
#define V8_ENCODING_HAS_V2_NAMES \
  (V8_ENCODING_V8_AT_LEAST(13, 6) && !V8_ENCODING_V8_AT_LEAST(14, 7))

// V8 has it from 13.2 on; the headers that Node installs leave it out.
#if __has_include("v8-external-memory-accounter.h")
#include "v8-external-memory-accounter.h"
#define V8_ENCODING_HAS_MEMORY_ACCOUNTER 1
#else
#define V8_ENCODING_HAS_MEMORY_ACCOUNTER 0
#endif

namespace v8_encoding::compat {

// The isolate of a context, which is the one that is entered.
inline v8::Isolate* GetIsolate(
    [[maybe_unused]] v8::Local<v8::Context> context) {
#if V8_ENCODING_V8_AT_LEAST(14, 0)
  return v8::Isolate::GetCurrent();
#else
  return context->GetIsolate();
#endif
}

// The context that `object` was created in, which is its *relevant realm*.
inline v8::MaybeLocal<v8::Context> RelevantContext(
    [[maybe_unused]] v8::Isolate* isolate,
    v8::Local<v8::Object> object) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  return object->GetCreationContext(isolate);
#else
  return object->GetCreationContext();
#endif
}

// The first internal field that may hold a small integer, in an object with
// more than one field. Where the host has a CppHeap, as Node has, these
// versions' V8 takes the fields 0 and 1 of any such object for pointers to an
// object there and its type, unless one of them is a heap object or undefined;
// the two are Node's choice and Chromium's. An integer looks like a pointer to
// V8, and collecting garbage follows it.
#if V8_ENCODING_V8_AT_LEAST(13, 0)
inline constexpr int kFirstIntegerField = 0;
#else
inline constexpr int kFirstIntegerField = 1;
#endif

// The most internal fields that an object may have: V8 has seven bits for how
// many bytes are before an object's properties, four words of which may be V8's
// own, and where a V8 with debug checks finds more, it ends the process. (With
// compressed pointers there would be room for two more.)
inline constexpr int kMaxInternalFieldCount =
    ((1 << 7) - 1 - 4 * 8) / v8::internal::Internals::kEmbedderDataSlotSize;
static_assert(kMaxInternalFieldCount == 11);

// Whether a host's callback of a collection may call scripts. Later V8s end the
// process.
inline constexpr bool kCollectionsMayCallScripts =
    !V8_ENCODING_V8_AT_LEAST(12, 0);

// Of a field that holds a value.
inline v8::Local<v8::Value> GetInternalField(v8::Local<v8::Object> object,
                                             int index) {
#if V8_ENCODING_V8_AT_LEAST(12, 0)
  return object->GetInternalField(index).As<v8::Value>();
#else
  return object->GetInternalField(index);
#endif
}

// In a field that holds a native pointer from then on, 2-byte aligned.
inline void SetInternalPointer(v8::Local<v8::Object> object,
                               int index,
                               void* pointer) {
#if V8_ENCODING_V8_AT_LEAST(14, 2)
  object->SetAlignedPointerInInternalField(index, pointer,
                                           v8::kEmbedderDataTypeTagDefault);
#else
  object->SetAlignedPointerInInternalField(index, pointer);
#endif
}

// Whether the field holds this very heap object. Whatever else it holds, be it
// another embedder's pointer, is only compared.
inline bool HasInField(v8::Local<v8::Object> object,
                       int index,
                       v8::Local<v8::Value> value) {
  return object->GetInternalField(index) == value;
}

inline v8::Local<v8::Value> GetPrototype(v8::Local<v8::Object> object) {
#if V8_ENCODING_HAS_V2_NAMES
  return object->GetPrototypeV2();
#else
  return object->GetPrototype();
#endif
}

inline v8::Maybe<bool> SetPrototype(v8::Local<v8::Context> context,
                                    v8::Local<v8::Object> object,
                                    v8::Local<v8::Value> prototype) {
#if V8_ENCODING_HAS_V2_NAMES
  return object->SetPrototypeV2(context, prototype);
#else
  return object->SetPrototype(context, prototype);
#endif
}

// The object that has the property, in a property's callback.
inline v8::Local<v8::Object> GetHolder(
    const v8::PropertyCallbackInfo<v8::Value>& info) {
#if V8_ENCODING_HAS_V2_NAMES
  return info.HolderV2();
#else
  return info.Holder();
#endif
}

// What one object of the embedder's reports to V8 that it keeps outside of V8's
// heap, which V8 takes into account for when it collects garbage.
class ExternalMemory {
 public:
  void Increase(v8::Isolate* isolate, size_t size) {
#if V8_ENCODING_HAS_MEMORY_ACCOUNTER
    accounter_.Increase(isolate, size);
#else
    isolate->AdjustAmountOfExternalAllocatedMemory(static_cast<int64_t>(size));
#endif
  }
  // By as much as before, before this object is gone.
  void Decrease(v8::Isolate* isolate, size_t size) {
#if V8_ENCODING_HAS_MEMORY_ACCOUNTER
    accounter_.Decrease(isolate, size);
#else
    isolate->AdjustAmountOfExternalAllocatedMemory(-static_cast<int64_t>(size));
#endif
  }

#if V8_ENCODING_HAS_MEMORY_ACCOUNTER
 private:
  v8::ExternalMemoryAccounter accounter_;
#endif
};

inline v8::Local<v8::External> NewExternal(v8::Isolate* isolate,
                                           void* pointer) {
#if V8_ENCODING_V8_AT_LEAST(14, 2)
  return v8::External::New(isolate, pointer,
                           v8::kExternalPointerTypeTagDefault);
#else
  return v8::External::New(isolate, pointer);
#endif
}

inline void* GetExternalPointer(v8::Local<v8::External> external) {
#if V8_ENCODING_V8_AT_LEAST(14, 2)
  return external->Value(v8::kExternalPointerTypeTagDefault);
#else
  return external->Value();
#endif
}

// Copy string[offset, offset + length), which must exist, to `out`. The first
// needs string->IsOneByte(). Neither can fail, nor run JavaScript.
inline void ReadOneByte(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t offset,
                        size_t length,
                        uint8_t* out) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  string->WriteOneByteV2(isolate, static_cast<uint32_t>(offset),
                         static_cast<uint32_t>(length), out);
#else
  string->WriteOneByte(
      isolate, out, static_cast<int>(offset), static_cast<int>(length),
      v8::String::NO_NULL_TERMINATION | v8::String::HINT_MANY_WRITES_EXPECTED);
#endif
}

inline void ReadTwoByte(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t offset,
                        size_t length,
                        char16_t* out) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  string->WriteV2(isolate, static_cast<uint32_t>(offset),
                  static_cast<uint32_t>(length),
                  reinterpret_cast<uint16_t*>(out));
#else
  string->Write(
      isolate, reinterpret_cast<uint16_t*>(out), static_cast<int>(offset),
      static_cast<int>(length),
      v8::String::NO_NULL_TERMINATION | v8::String::HINT_MANY_WRITES_EXPECTED);
#endif
}

// A string's code units: in place where V8 has a way to that, else as copies.
//
// While one of these exists nothing may be allocated in V8's heap, so results
// must be made before or after, and no JavaScript may run.
class StringReader {
 public:
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  static constexpr bool kCopies = false;

  StringReader(v8::Isolate* isolate, v8::Local<v8::String> string)
      : view_(isolate, string) {}

  bool is_one_byte() const {
    return view_.is_one_byte();
  }
  // Of the string; less than a call of v8::String's.
  size_t length() const {
    return static_cast<size_t>(view_.length());
  }

  // string[offset, offset + length), which must exist, and for which `copy` has
  // room where kCopies. The first is for strings that are one-byte, the second
  // for those that are not.
  std::span<const uint8_t> OneByte(size_t offset,
                                   size_t length,
                                   void* /*copy*/) {
    return {view_.data8() + offset, length};
  }
  std::span<const char16_t> TwoByte(size_t offset,
                                    size_t length,
                                    void* /*copy*/) {
    return {reinterpret_cast<const char16_t*>(view_.data16()) + offset, length};
  }

 private:
  const v8::String::ValueView view_;
#else
  static constexpr bool kCopies = true;

  StringReader(v8::Isolate* isolate, v8::Local<v8::String> string)
      : isolate_(isolate), string_(string), is_one_byte_(string->IsOneByte()) {}

  bool is_one_byte() const {
    return is_one_byte_;
  }
  size_t length() const {
    return static_cast<size_t>(string_->Length());
  }
  std::span<const uint8_t> OneByte(size_t offset, size_t length, void* copy) {
    auto* const units = static_cast<uint8_t*>(copy);
    ReadOneByte(isolate_, string_, offset, length, units);
    return {units, length};
  }
  std::span<const char16_t> TwoByte(size_t offset, size_t length, void* copy) {
    auto* const units = static_cast<char16_t*>(copy);
    ReadTwoByte(isolate_, string_, offset, length, units);
    return {units, length};
  }

 private:
  v8::Isolate* const isolate_;
  const v8::Local<v8::String> string_;
  const bool is_one_byte_;
#endif
};

// Of text that is ASCII and far shorter than the longest string.
inline v8::MaybeLocal<v8::String> NewAsciiString(v8::Isolate* isolate,
                                                 std::string_view text) {
  return v8::String::NewFromOneByte(
      isolate, reinterpret_cast<const uint8_t*>(text.data()),
      v8::NewStringType::kInternalized, static_cast<int>(text.size()));
}

inline v8::ScriptOrigin MakeScriptOrigin([[maybe_unused]] v8::Isolate* isolate,
                                         v8::Local<v8::Value> resource_name,
                                         bool is_module) {
#if V8_ENCODING_V8_AT_LEAST(12, 0)
  return v8::ScriptOrigin(resource_name, 0, 0, false, -1,
                          v8::Local<v8::Value>(), false, false, is_module);
#else
  return v8::ScriptOrigin(isolate, resource_name, 0, 0, false, -1,
                          v8::Local<v8::Value>(), false, false, is_module);
#endif
}

// The function with these parameters and this body, of `context`. Stacks call
// the body's source `name`.
inline v8::MaybeLocal<v8::Function> CompileFunction(
    v8::Local<v8::Context> context,
    v8::Local<v8::String> body,
    size_t parameter_count,
    v8::Local<v8::String> parameters[],
    v8::Local<v8::Value> name) {
  v8::ScriptCompiler::Source source(
      body, MakeScriptOrigin(GetIsolate(context), name, false));
#if V8_ENCODING_V8_AT_LEAST(11, 3)
  return v8::ScriptCompiler::CompileFunction(context, &source, parameter_count,
                                             parameters);
#else
  return v8::ScriptCompiler::CompileFunctionInContext(
      context, &source, parameter_count, parameters, 0, nullptr);
#endif
}

// Objects of one shape, { [names[0]]: ..., [names[1]]: ... }, are made by what
// the first of these puts into an internal field of `maker`, where there is
// undefined before. False with an exception pending if that fails. The names
// are ASCII.
[[nodiscard, gnu::noinline]] inline bool SetPairMaker(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> maker,
    int field,
    std::span<const std::string_view, 2> names) {
  v8::Isolate* isolate = GetIsolate(context);
#if V8_ENCODING_V8_AT_LEAST(14, 0)
  // V8 12.4 has these, too, but before 14 they can't be kept in a field, and an
  // object literal is as fast.
  maker->SetInternalField(
      field, v8::DictionaryTemplate::New(isolate,
                                         v8::MemorySpan<const std::string_view>(
                                             names.data(), names.size())));
  return true;
#else
  // An object literal in JavaScript is several times as fast as what V8's
  // interface offers here for making an object with two properties.
  const ShortText body("return { ", names[0], ", ", names[1], " };");
  v8::Local<v8::String> parameters[2];
  v8::Local<v8::String> source;
  v8::Local<v8::Function> function;
  if (!NewAsciiString(isolate, names[0]).ToLocal(&parameters[0]) ||
      !NewAsciiString(isolate, names[1]).ToLocal(&parameters[1]) ||
      !NewAsciiString(isolate, body).ToLocal(&source) ||
      !CompileFunction(context, source, 2, parameters, v8::Undefined(isolate))
           .ToLocal(&function)) {
    return false;
  }
  maker->SetInternalField(field, function);
  return true;
#endif
}

// Empty with an exception pending, or if the isolate is being terminated.
inline v8::MaybeLocal<v8::Object> NewPair(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> maker,
    int field,
    std::span<const std::string_view, 2> names,
    v8::Local<v8::Value> first,
    v8::Local<v8::Value> second) {
  auto kept = maker->GetInternalField(field);
#if V8_ENCODING_V8_AT_LEAST(14, 0)
  const bool is_set = !kept->IsValue();
#else
  const bool is_set = !kept.As<v8::Value>()->IsUndefined();
#endif
  if (!is_set) {
    const v8::Local<v8::Value> undefined = v8::Undefined(GetIsolate(context));
    if (!SetPairMaker(context, maker, field, names) ||
        // From now on V8 keeps no number of such a pair in a box that belongs
        // to the pair alone, as it else does once a script has put a fraction
        // into one. V8 10.2 forgets to copy such boxes when it copies objects,
        // so that changing one pair would change others.
        NewPair(context, maker, field, names, undefined, undefined).IsEmpty()) {
      return {};
    }
    kept = maker->GetInternalField(field);
  }
#if V8_ENCODING_V8_AT_LEAST(14, 0)
  v8::MaybeLocal<v8::Value> values[] = {first, second};
  return kept.As<v8::DictionaryTemplate>()->NewInstance(context, values);
#else
  v8::Local<v8::Value> values[] = {first, second};
  v8::Local<v8::Value> pair;
  if (!kept.As<v8::Function>()
           ->Call(context, v8::Undefined(context->GetIsolate()), 2, values)
           .ToLocal(&pair)) {
    return {};
  }
  return pair.As<v8::Object>();
#endif
}

// *Detach* an ArrayBuffer, as a transfer does. False if it can't be; nothing,
// and a TypeError is thrown, if it has an [[ArrayBufferDetachKey]].
inline v8::Maybe<bool> Detach(v8::Local<v8::ArrayBuffer> buffer) {
  if (!buffer->IsDetachable()) {
    return v8::Just(false);
  }
#if V8_ENCODING_V8_AT_LEAST(11, 3)
  // V8 refuses while it terminates, or ends the process where it was built with
  // debug checks.
  if (v8::Isolate::GetCurrent()->IsExecutionTerminating()) {
    return v8::Just(false);
  }
  return buffer->Detach(v8::Local<v8::Value>());
#else
  buffer->Detach();
  return v8::Just(true);
#endif
}

// A copy of a plain object with its own properties, or of one with internal
// fields that hold values. Runs no JavaScript.
inline v8::Local<v8::Object> Clone([[maybe_unused]] v8::Isolate* isolate,
                                   v8::Local<v8::Object> object) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  return object->Clone(isolate);
#else
  return object->Clone();
#endif
}

// So many bytes of the isolate's allocator, which are to be given back to it,
// or null: like V8, this collects garbage before it gives up.
inline void* AllocateOrCollect(v8::Isolate* isolate, size_t length) {
  v8::ArrayBuffer::Allocator* const allocator =
      isolate->GetArrayBufferAllocator();
  void* const memory = allocator->AllocateUninitialized(length);
  if (memory != nullptr) {
    return memory;
  }
  isolate->LowMemoryNotification();
  return allocator->AllocateUninitialized(length);
}

// Makes V8 collect garbage at once, and not for many rounds. Before V8 15 that
// takes reporting, for a moment, as much external memory as would make it do so
// by itself; V8 15 only begins to mark then. Hosts' callbacks run.
inline void CollectGarbageOnce(v8::Isolate* isolate,
                               [[maybe_unused]] size_t more_than_is_allowed) {
#if V8_ENCODING_V8_AT_LEAST(15, 0)
  // Collects before it calls the function.
  isolate->RetryCustomAllocate([] { return true; });
#else
  ExternalMemory memory;
  memory.Increase(isolate, more_than_is_allowed);
  memory.Decrease(isolate, more_than_is_allowed);
#endif
}

// Whether V8 collects garbage as soon as there is much external memory, and
// then runs hosts' finalizers. V8 15 marks beside, until the heap is full.
inline constexpr bool kCollectsForExternalMemory =
    !V8_ENCODING_V8_AT_LEAST(15, 0);

// The most bytes of a string that V8 has room for at hand. For each longer one
// it takes memory from the system, whose pages fault one by one, and gives it
// back with the string: 0.3 to 1.2 ns a byte, where decoding takes 0.05.
inline constexpr size_t kMaxQuickStringSize = (size_t{128} << 10) - 16;

// Whether V8 keeps such memory for the next string: up to 32 MiB, if no
// collection gives back more at once. Then a string takes 0.04 ns a byte.
inline constexpr bool kMayKeepStringMemory = V8_ENCODING_V8_AT_LEAST(14, 0);

// The most that the young generation may have, if neither the host nor V8's
// flags say otherwise: a part of HeapStatistics::heap_size_limit().
inline constexpr size_t kMaxYoungGenerationSize =
    size_t{V8_ENCODING_V8_AT_LEAST(14, 0)   ? 96
           : V8_ENCODING_V8_AT_LEAST(13, 0) ? 192
                                            : 48}
    << 20;

// Whether scripts' constructors are the better way to a large buffer: these
// versions look for garbage to collect when they are called, and not when an
// embedder brings memory, which makes the second a fifth slower from 20 KB on.
inline constexpr bool kPrefersConstructors = !V8_ENCODING_V8_AT_LEAST(13, 6);

#if !V8_ENCODING_V8_AT_LEAST(13, 6)
// Of what a std::shared_ptr counts in, which ends the process where it can't be
// allocated: it is put into memory that was allocated before, by malloc().
template <typename T>
struct CountAllocator {
  using value_type = T;
  static constexpr size_t kSize = 128;

  explicit CountAllocator(void* memory) : memory(memory) {}
  template <typename U>
  explicit CountAllocator(const CountAllocator<U>& other)
      : memory(other.memory) {}

  T* allocate(size_t) {
    static_assert(sizeof(T) <= kSize);
    static_assert(alignof(T) <= alignof(max_align_t));
    return static_cast<T*>(memory);
  }
  void deallocate(T* count, size_t) { std::free(count); }
  template <typename U>
  bool operator==(const CountAllocator<U>& other) const {
    return memory == other.memory;
  }

  void* memory;
};
#endif

// An ArrayBuffer of `length` bytes, at most v8::Uint8Array::kMaxLength, in the
// current context, to be filled in before any script runs: what it holds at
// first is undefined. Empty if there's no memory, with nothing thrown.
inline v8::MaybeLocal<v8::ArrayBuffer> NewArrayBuffer(v8::Isolate* isolate,
                                                      size_t length) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  return v8::ArrayBuffer::MaybeNew(
      isolate, length, v8::BackingStoreInitializationMode::kUninitialized);
#else
  // All that these versions have for this ends the process if there's no
  // memory, but for the constructors that scripts have. So the memory comes
  // from the isolate's allocator as V8 would take it: collecting garbage frees
  // other buffers.
  if (length == 0) {
    return v8::ArrayBuffer::New(isolate, 0);
  }
  void* const data = AllocateOrCollect(isolate, length);
  if (data == nullptr) {
    return {};
  }
  // Where the isolate owns its allocator, each BackingStore of V8's own does,
  // too: it may outlive the isolate, when it's transferred. An empty one, which
  // takes no memory, does that for ours.
  struct Owner {
    v8::ArrayBuffer::Allocator* allocator;
    std::unique_ptr<v8::BackingStore> keeps_allocator;
  };
  auto* const allocator = isolate->GetArrayBufferAllocator();
  auto* const owner = new (std::nothrow) Owner{allocator, nullptr};
  void* const count = std::malloc(CountAllocator<void>::kSize);
  if (owner == nullptr || count == nullptr) {
    delete owner;
    std::free(count);
    allocator->Free(data, length);
    return {};
  }
  owner->keeps_allocator = v8::ArrayBuffer::NewBackingStore(isolate, 0);
  std::unique_ptr<v8::BackingStore> store = v8::ArrayBuffer::NewBackingStore(
      data, length,
      [](void* memory, size_t its_length, void* its_owner) {
        auto* const to_free = static_cast<Owner*>(its_owner);
        to_free->allocator->Free(memory, its_length);
        delete to_free;
      },
      owner);
  return v8::ArrayBuffer::New(
      isolate, std::shared_ptr<v8::BackingStore>(
                   store.release(), std::default_delete<v8::BackingStore>(),
                   CountAllocator<void>(count)));
#endif
}

// Whether scripts can resize an ArrayBuffer, or grow a SharedArrayBuffer. V8
// 10.2 can't tell, and has none but by a flag.
inline bool IsResizable([[maybe_unused]] v8::Local<v8::ArrayBuffer> buffer) {
#if V8_ENCODING_V8_AT_LEAST(12, 4)
  return buffer->IsResizableByUserJavaScript();
#elif V8_ENCODING_V8_AT_LEAST(11, 3)
  return buffer->GetBackingStore()->IsResizableByUserJavaScript();
#else
  return false;
#endif
}
inline bool IsResizable(
    [[maybe_unused]] v8::Local<v8::SharedArrayBuffer> buffer) {
#if V8_ENCODING_V8_AT_LEAST(11, 3)
  return buffer->GetBackingStore()->IsResizableByUserJavaScript();
#else
  return false;
#endif
}

// V8 10.2 knows the length of a SharedArrayBuffer that has grown only there.
inline size_t ByteLength(v8::Local<v8::SharedArrayBuffer> buffer) {
#if V8_ENCODING_V8_AT_LEAST(11, 3)
  return buffer->ByteLength();
#else
  return buffer->GetBackingStore()->ByteLength();
#endif
}

// The bytes of a view that has a buffer, as they are now: none of one that is
// detached, or that reaches beyond the end of its buffer. False where V8 has no
// one call for that.
inline bool GetContents([[maybe_unused]] v8::Local<v8::ArrayBufferView> view,
                        [[maybe_unused]] std::span<uint8_t>* contents) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  // Only what's in V8's heap would go into the storage that this can be given.
  const v8::MemorySpan<uint8_t> found = view->GetContents({});
  *contents = {found.data(), found.size()};
  return true;
#else
  return false;
#endif
}

// Whether it's an immutable ArrayBuffer, which nothing may write to.
inline bool IsImmutable([[maybe_unused]] v8::Local<v8::ArrayBuffer> buffer) {
#if V8_ENCODING_V8_AT_LEAST(14, 6)
  return buffer->IsImmutable();
#else
  return false;
#endif
}

}  // namespace v8_encoding::compat

#endif  // V8_ENCODING_BINDINGS_V8_COMPAT_H_
