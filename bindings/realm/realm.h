// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a realm's encoders and streams share: the intrinsic %Uint8Array%, what
// makes small results cheap, and the streams' steps. All of it is held by one
// JavaScript object, which hangs off the context where no script can reach it.

#ifndef V8_ENCODING_BINDINGS_REALM_REALM_H_
#define V8_ENCODING_BINDINGS_REALM_REALM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding {

// What a stream does, see StreamsProvider; and what its steps know it by.
struct TransformSteps {
  v8::Local<v8::Function> transform;
  v8::Local<v8::Function> flush;
  // The `data` of both functions, and in a field of each stream that they are
  // for. Scripts never see it, and each realm and kind of stream has another:
  // but for realms that are loaded from the same snapshot.
  v8::Local<v8::Symbol> brand;
};

// An array whose bytes are undefined. They are to be filled in before any
// script runs.
struct UnfilledArray {
  v8::Local<v8::Uint8Array> array;
  std::span<uint8_t> bytes;
};

// InstallOptions::max_result_length. Only results from the second on are looked
// at, so that short calls don't have to look it up.
void SetMaxResultLength(v8::Isolate* isolate,
                        v8::Local<v8::ObjectTemplate> global,
                        size_t length);
[[nodiscard]] bool SetMaxResultLength(v8::Local<v8::Context> context,
                                      size_t length);
inline constexpr size_t kMinLimitedLength = size_t{1} << 20;

// The limit of the realm of `context`, kMinLimitedLength at least; SIZE_MAX if
// there's none. Nothing with an exception pending.
v8::Maybe<size_t> GetMaxResultLength(v8::Local<v8::Context> context);

class Realm {
 public:
  // The realm of `context`; made when first asked for. False with an exception
  // pending, or if the isolate is being terminated.
  //
  // Making it takes from the context what scripts can change there, and no
  // memory for anything else.
  [[nodiscard]] static bool Get(v8::Isolate* isolate,
                                v8::Local<v8::Context> context,
                                Realm* realm);

  Realm() = default;
  // Of what object() gave.
  Realm(v8::Isolate* isolate,
        v8::Local<v8::Context> context,
        v8::Local<v8::Object> object)
      : isolate_(isolate), context_(context), object_(object) {}

  v8::Local<v8::Object> object() const { return object_; }

  // Takes all the memory of the isolate's allocator that it ever will, but for
  // results. False with an exception pending: a RangeError if there's none.
  [[nodiscard]] bool Prepare();

  // Results up to this length are made by copying a view.
  static constexpr size_t kMaxCopiedLength = 64;

  // *Create a Uint8Array* that holds `bytes`, which are kMaxCopiedLength at
  // most. Empty with a RangeError pending if there's no memory.
  //
  // Calling the intrinsic constructor on a view is the one way to make V8 put
  // the elements into its own heap, with no ArrayBuffer until a script asks for
  // one. That takes a quarter of the time that making the buffer takes.
  v8::MaybeLocal<v8::Uint8Array> NewSmallUint8Array(
      std::span<const uint8_t> bytes);

  // A Uint8Array of `length` bytes. Nothing with a RangeError pending if
  // there's no memory, or if V8 or the host has no arrays of that length.
  v8::Maybe<UnfilledArray> NewUint8Array(size_t length);

  // From now on, this value's arrays may be longer than those that the host
  // lets scripts have.
  void IgnoreMaxResultLength() { has_max_result_length_ = false; }

  // An object of two numbers, { read, written }, say, whose shape is kept: so
  // each call for one realm gives the same two names, which are ASCII. Empty
  // with an exception pending, or if the isolate is being terminated.
  //
  // Of small numbers that were asked for twice, or are the same, as those of
  // short ASCII, the realm keeps an object that no script ever sees, and gives
  // copies of it: V8 copies an object in a third of the time that it takes to
  // make one of a template.
  v8::MaybeLocal<v8::Object> NewPairOfSizes(
      std::span<const std::string_view, 2> names,
      size_t first,
      size_t second) {
    if (first == second && first < kKeptEqualPairCount) {
      const int place = static_cast<int>(first);
      v8::Local<v8::Value> kept = compat::GetInternalField(
          GetShelf(object_, kEqualPairsField + place / kShelfSize),
          place % kShelfSize);
      if (!kept->IsUndefined()) [[likely]] {
        return compat::Clone(isolate_, kept.As<v8::Object>());
      }
    }
    return NewAnyPairOfSizes(names, first, second);
  }

  // A function in JavaScript that does nothing. Calling it lets V8 handle what
  // other threads have asked of it: interrupts, and the end of execution. (One
  // with a native callback wouldn't do: V8 looks only where JavaScript begins
  // or loops.) Empty with an exception pending.
  v8::MaybeLocal<v8::Function> GetEmptyFunction();

  // V8 gives an object few internal fields, so what there is more of is on
  // shelves: objects that hold so many values each, which the realm's object or
  // another shelf holds.
  static constexpr int kShelfSize = compat::kMaxInternalFieldCount;

  // The first of the internal fields of the realm's object that hold shelves of
  // pairs of sizes that are the same: the i-th is of i and i.
  static constexpr int kEqualPairsField = 4;

  // How many pairs are kept, and the largest number in those that aren't the
  // same: two of them fit a Smi on every build of V8.
  static constexpr int kEqualPairShelves = 6;
  static constexpr int kKeptEqualPairCount = kEqualPairShelves * kShelfSize;
  static constexpr int kPairsOfShelf = kShelfSize / 2;
  static constexpr int kKeptPairCount = kPairsOfShelf * kShelfSize;
  static constexpr size_t kMaxKeptSize = (1 << 15) - 1;

  // Functions with these callbacks, always the same ones for one kind of stream
  // in one realm. Nothing with an exception pending.
  enum class StreamKind { kDecoder, kEncoder };
  static constexpr int kStreamKindCount = 2;
  v8::Maybe<TransformSteps> GetSteps(StreamKind kind,
                                     v8::FunctionCallback transform,
                                     v8::FunctionCallback flush);

 private:
  // NewPairOfSizes() of sizes for which nothing is kept yet, or that differ.
  v8::MaybeLocal<v8::Object> NewAnyPairOfSizes(
      std::span<const std::string_view, 2> names,
      size_t first,
      size_t second);
  // Whether %Uint8Array% is known. Where it isn't, only speed is lost.
  bool KnowsUint8Array() const;
  v8::MaybeLocal<v8::Uint8Array> Construct(v8::Local<v8::Value> argument);
  [[nodiscard]] bool MakeScratch();
  // The shelf of what there is one of, which each realm has.
  v8::Local<v8::Object> Others() const;
  // The shelf in a field of the realm's object or of a shelf; made when first
  // asked for.
  v8::Local<v8::Object> GetShelf(v8::Local<v8::Object> holder, int field) {
    v8::Local<v8::Value> kept = compat::GetInternalField(holder, field);
    return kept->IsUndefined() ? MakeShelf(holder, field)
                               : kept.As<v8::Object>();
  }
  v8::Local<v8::Object> MakeShelf(v8::Local<v8::Object> holder, int field);

  v8::Isolate* isolate_ = nullptr;
  v8::Local<v8::Context> context_;
  v8::Local<v8::Object> object_;
  bool has_max_result_length_ = true;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_REALM_REALM_H_
