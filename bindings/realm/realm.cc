// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/realm/realm.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "bindings/memory/copy_bytes.h"
#include "bindings/memory/short_text.h"
#include "bindings/realm/own_property.h"
#include "bindings/realm/private_key.h"
#include "bindings/realm/realm_value.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// The internal fields of the realm's object. All but the first three are
// undefined until they're needed.
enum InternalField {
  kUint8ArrayField,  // %Uint8Array%, or undefined; see below.
  kBuildField,       // BuildMark(), here in every build.
  kOthersField,      // A shelf.
  // A shelf of shelves of views of the buffer for small results. The i-th view
  // has i bytes.
  kViewsField,
  kEqualPairsField,  // See Realm.
  // A shelf of shelves of other pairs.
  kOtherPairsField = kEqualPairsField + Realm::kEqualPairShelves,
  kFieldCount,
};
static_assert(kEqualPairsField == Realm::kEqualPairsField);
static_assert(kFieldCount == Realm::kShelfSize);

// Those of the fields below that each kind of stream has.
enum StepsField { kTransformField, kFlushField, kBrandField, kStepsFieldCount };

// The fields of the shelf in kOthersField. All but the first are undefined
// until they're needed.
enum OtherField {
  kEmptyShelfField,  // What other shelves are copies of.
  kScratchField,     // The buffer for small results.
  kEmptyFunctionField,
  kNewPairField,  // What makes pairs of sizes.
  kFirstStepsField,
  kOtherFieldCount =
      kFirstStepsField + Realm::kStreamKindCount * kStepsFieldCount,
};
static_assert(kOtherFieldCount <= Realm::kShelfSize);
static_assert(Realm::kMaxCopiedLength < Realm::kShelfSize * Realm::kShelfSize);

// The fields of a shelf of other pairs, for each place: a pair of the sizes
// that were last asked for there, or undefined, and these sizes, as one
// integer.
enum PairField { kPairField, kSizesField, kPairFieldCount };
static_assert(Realm::kPairsOfShelf * kPairFieldCount <= Realm::kShelfSize);

static_assert(kBuildField >= compat::kFirstIntegerField);
static_assert(kSizesField >= compat::kFirstIntegerField);

// The fastest way for what's small.
v8::Local<v8::Number> ToNumber(v8::Isolate* isolate, size_t number) {
  return number <= INT32_MAX
             ? v8::Integer::New(isolate, static_cast<int32_t>(number))
                   .As<v8::Number>()
             : v8::Number::New(isolate, static_cast<double>(number));
}

void ThrowRangeError(v8::Isolate* isolate, std::string_view message) {
  v8::Local<v8::String> text;
  if (compat::NewAsciiString(isolate, message).ToLocal(&text)) {
    isolate->ThrowException(v8::Exception::RangeError(text));
  }
}

bool IsInField(v8::Local<v8::Object> object, int field, int32_t value) {
  v8::Local<v8::Value> kept = compat::GetInternalField(object, field);
  return !kept->IsUndefined() && kept.As<v8::Int32>()->Value() == value;
}

// Whether it's what Realm::Get() of this build has made.
bool IsOfThisBuild(v8::Local<v8::Object> found) {
  if (found->InternalFieldCount() != kFieldCount) {
    return false;
  }
  const v8::Local<v8::Value> mark =
      compat::GetInternalField(found, kBuildField);
  return mark->IsInt32() && mark.As<v8::Int32>()->Value() == BuildMark();
}

// In V8's own words, like the next.
void ThrowNoMemory(v8::Isolate* isolate) {
  ThrowRangeError(isolate, "Array buffer allocation failed");
}

void ThrowTooLong(v8::Isolate* isolate, size_t length) {
  ThrowRangeError(isolate, ShortText("Invalid typed array length: ", length));
}

// %Uint8Array%, or undefined if a script has taken it off its prototype before
// anyone asked. V8 gives embedders the prototype but not the constructor, and
// runs nothing of an embedder's when it makes a context from a template.
//
// So this takes what `constructor` holds, if calling it can't run a script,
// since no script defined it; if it's named "Uint8Array" where scripts can't
// rename it, which no proxy and no bound function is; and if its own
// `prototype` is the intrinsic one, which %Uint8Array% of no other realm has.
// What's left are native functions of the host's: calling it tells.
v8::MaybeLocal<v8::Value> FindUint8Array(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const v8::Local<v8::Value> none = v8::Undefined(isolate);
  // Without bytes a buffer takes no memory.
  v8::Local<v8::Object> prototype =
      compat::GetPrototype(
          v8::Uint8Array::New(v8::ArrayBuffer::New(isolate, 0), 0, 0))
          .As<v8::Object>();
  v8::Local<v8::Value> candidate;
  if (!GetOwnPropertyField(
           context, prototype,
           v8::String::NewFromUtf8Literal(isolate, "constructor"), "value")
           .To(&candidate)) {
    return {};
  }
  if (candidate.IsEmpty() || !candidate->IsFunction()) {
    return none;
  }
  v8::Local<v8::Function> function = candidate.As<v8::Function>();
  if (function->ScriptId() != v8::UnboundScript::kNoScriptId ||
      !function->GetName()->StrictEquals(
          v8::String::NewFromUtf8Literal(isolate, "Uint8Array"))) {
    return none;
  }
  v8::Local<v8::Value> its_prototype;
  if (!GetOwnPropertyField(context, function,
                           v8::String::NewFromUtf8Literal(isolate, "prototype"),
                           "value")
           .To(&its_prototype)) {
    return {};
  }
  if (its_prototype.IsEmpty() || !its_prototype->StrictEquals(prototype)) {
    return none;
  }
  v8::Local<v8::Object> array;
  if (!function->NewInstance(context).ToLocal(&array)) {
    return {};
  }
  return array->IsUint8Array() ? candidate : none;
}

constexpr std::string_view kMaxResultLengthName = "MaxResultLength";

}  // namespace

void SetMaxResultLength(v8::Isolate* isolate,
                        v8::Local<v8::ObjectTemplate> global,
                        size_t length) {
  if (length != 0) {
    SetRealmValue(isolate, global, kMaxResultLengthName,
                  v8::Number::New(isolate, static_cast<double>(length)));
  }
}

bool SetMaxResultLength(v8::Local<v8::Context> context, size_t length) {
  return length == 0 ||
         SetRealmValue(context, kMaxResultLengthName,
                       v8::Number::New(compat::GetIsolate(context),
                                       static_cast<double>(length)));
}

v8::Maybe<size_t> GetMaxResultLength(v8::Local<v8::Context> context) {
  v8::Local<v8::Value> length;
  if (!GetRealmValue(context, kMaxResultLengthName).ToLocal(&length)) {
    return v8::Nothing<size_t>();
  }
  if (!length->IsNumber()) {
    return v8::Just(SIZE_MAX);
  }
  // A size_t once, but perhaps no longer.
  const double number = length.As<v8::Number>()->Value();
  return v8::Just(number < 0x1p53
                      ? std::max(static_cast<size_t>(number), kMinLimitedLength)
                      : SIZE_MAX);
}

bool Realm::Get(v8::Isolate* isolate,
                v8::Local<v8::Context> context,
                Realm* realm) {
  // The prototype of V8's "extras binding", an object that each context has for
  // its embedder's use, and no script can reach. V8 tells a prototype in a
  // fraction of the time that it takes to find a property. Where something else
  // is, another build's object or Object.prototype, this looks behind it.
  v8::Local<v8::Object> extras = context->GetExtrasBindingObject();
  v8::Local<v8::Value> found = compat::GetPrototype(extras);
  while (found->IsObject()) {
    if (IsOfThisBuild(found.As<v8::Object>())) [[likely]] {
      *realm = Realm(isolate, context, found.As<v8::Object>());
      return true;
    }
    found = compat::GetPrototype(found.As<v8::Object>());
  }

  v8::Context::Scope context_scope(context);
  v8::Local<v8::ObjectTemplate> object_template =
      v8::ObjectTemplate::New(isolate);
  object_template->SetInternalFieldCount(kFieldCount);
  v8::Local<v8::Object> object;
  v8::Local<v8::Value> uint8_array;
  if (!object_template->NewInstance(context).ToLocal(&object) ||
      !FindUint8Array(context).ToLocal(&uint8_array)) {
    return false;
  }
  const v8::Local<v8::Object> empty_shelf = compat::Clone(isolate, object);
  const v8::Local<v8::Object> others = compat::Clone(isolate, object);
  others->SetInternalField(kEmptyShelfField, empty_shelf);
  object->SetInternalField(kOthersField, others);
  object->SetInternalField(kBuildField, v8::Integer::New(isolate, BuildMark()));
  object->SetInternalField(kUint8ArrayField, uint8_array);
  // Mostly Object.prototype, which is both's. A function of the host's, called
  // above, may have put something else there.
  const v8::Local<v8::Value> behind = compat::GetPrototype(extras);
  if ((behind != compat::GetPrototype(object) &&
       compat::SetPrototype(context, object, behind).IsNothing()) ||
      compat::SetPrototype(context, extras, object).IsNothing()) {
    return false;
  }
  *realm = Realm(isolate, context, object);
  return true;
}

v8::Local<v8::Object> Realm::Others() const {
  return compat::GetInternalField(object_, kOthersField).As<v8::Object>();
}

v8::Local<v8::Object> Realm::MakeShelf(v8::Local<v8::Object> holder,
                                       int field) {
  const v8::Local<v8::Object> shelf = compat::Clone(
      isolate_,
      compat::GetInternalField(Others(), kEmptyShelfField).As<v8::Object>());
  // The memory may have come from a collection, and a host's callback of that
  // have come here.
  v8::Local<v8::Value> kept = compat::GetInternalField(holder, field);
  if (!kept->IsUndefined()) {
    // Untested: V8 collects at no point that a test can choose.
    return kept.As<v8::Object>();
  }
  holder->SetInternalField(field, shelf);
  return shelf;
}

bool Realm::MakeScratch() {
  const v8::Local<v8::Object> others = Others();
  if (!compat::GetInternalField(others, kScratchField)->IsUndefined()) {
    return true;
  }
  v8::HandleScope scope(isolate_);
  v8::Local<v8::ArrayBuffer> scratch;
  {
    v8::Context::Scope context_scope(context_);
    if (compat::NewArrayBuffer(isolate_, kMaxCopiedLength).ToLocal(&scratch)) {
      // Goes into snapshots, too, with whatever is in it.
      std::memset(scratch->Data(), 0, kMaxCopiedLength);
      others->SetInternalField(kScratchField, scratch);
      return true;
    }
  }
  ThrowNoMemory(isolate_);
  return false;
}

bool Realm::KnowsUint8Array() const {
  return !compat::GetInternalField(object_, kUint8ArrayField)->IsUndefined();
}

v8::MaybeLocal<v8::Uint8Array> Realm::Construct(v8::Local<v8::Value> argument) {
  v8::Local<v8::Object> result;
  if (!compat::GetInternalField(object_, kUint8ArrayField)
           .As<v8::Function>()
           ->NewInstance(context_, 1, &argument)
           .ToLocal(&result)) {
    return {};
  }
  return result.As<v8::Uint8Array>();
}

v8::MaybeLocal<v8::Uint8Array> Realm::NewSmallUint8Array(
    std::span<const uint8_t> bytes) {
  const int place = static_cast<int>(bytes.size());
  const v8::Local<v8::Object> shelf =
      GetShelf(GetShelf(object_, kViewsField), place / kShelfSize);
  const int field = place % kShelfSize;
  v8::Local<v8::Value> view = compat::GetInternalField(shelf, field);
  if (view->IsUndefined()) {
    if (!KnowsUint8Array()) {
      UnfilledArray result;
      if (NewUint8Array(bytes.size()).To(&result)) {
        CopyBytes(bytes, result.bytes.data());
      }
      return result.array;
    }
    if (!MakeScratch()) {
      return {};
    }
    v8::Context::Scope context_scope(context_);
    view = v8::Uint8Array::New(
        compat::GetInternalField(Others(), kScratchField).As<v8::ArrayBuffer>(),
        0, bytes.size());
    shelf->SetInternalField(field, view);
  }
  auto* const scratch =
      static_cast<uint8_t*>(view.As<v8::Uint8Array>()->Buffer()->Data());
  v8::MaybeLocal<v8::Uint8Array> result;
  do {
    CopyBytes(bytes, scratch);
    result = Construct(view);
    // If V8 collected garbage for the array, and so called a host that made
    // another one, it has copied that one's bytes.
  } while (!result.IsEmpty() &&
           !std::equal(bytes.begin(), bytes.end(), scratch));
  return result;
}

v8::Maybe<UnfilledArray> Realm::NewUint8Array(size_t length) {
  size_t max_length = v8::Uint8Array::kMaxLength;
  if (has_max_result_length_ && length > kMinLimitedLength) {
    size_t limit;
    if (!GetMaxResultLength(context_).To(&limit)) {
      return v8::Nothing<UnfilledArray>();
    }
    max_length = std::min(max_length, limit);
  }
  if (length > max_length) {
    ThrowTooLong(isolate_, length);
    return v8::Nothing<UnfilledArray>();
  }
  v8::Local<v8::Uint8Array> array;
  if (compat::kPrefersConstructors && KnowsUint8Array() &&
      !Construct(v8::Number::New(isolate_, static_cast<double>(length)))
           .ToLocal(&array)) {
    return v8::Nothing<UnfilledArray>();
  }
  // A host may have made V8 put arrays of this length into its heap, where they
  // can't be filled in.
  if (array.IsEmpty() || !array->HasBuffer()) {
    v8::Context::Scope context_scope(context_);
    v8::Local<v8::ArrayBuffer> buffer;
    if (compat::NewArrayBuffer(isolate_, length).ToLocal(&buffer)) {
      array = v8::Uint8Array::New(buffer, 0, length);
    } else {
      array.Clear();
    }
  }
  if (array.IsEmpty()) {
    ThrowNoMemory(isolate_);
    return v8::Nothing<UnfilledArray>();
  }
  return v8::Just(UnfilledArray{
      .array = array,
      .bytes = {static_cast<uint8_t*>(array->Buffer()->Data()), length}});
}

bool Realm::Prepare() {
  return !KnowsUint8Array() || MakeScratch();
}

v8::Maybe<TransformSteps> Realm::GetSteps(StreamKind kind,
                                          v8::FunctionCallback transform,
                                          v8::FunctionCallback flush) {
  const int first =
      kFirstStepsField + static_cast<int>(kind) * kStepsFieldCount;
  const auto field = [&](StepsField which) {
    return first + static_cast<int>(which);
  };
  const v8::Local<v8::Object> others = Others();
  if (compat::GetInternalField(others, first)->IsUndefined()) {
    v8::Local<v8::Symbol> brand = v8::Symbol::New(isolate_);
    v8::Local<v8::Function> functions[2];
    for (int i = 0; i < 2; ++i) {
      if (!v8::Function::New(context_, i == 0 ? transform : flush, brand, 0,
                             v8::ConstructorBehavior::kThrow)
               .ToLocal(&functions[i])) {
        return v8::Nothing<TransformSteps>();
      }
    }
    others->SetInternalField(field(kTransformField), functions[0]);
    others->SetInternalField(field(kFlushField), functions[1]);
    others->SetInternalField(field(kBrandField), brand);
  }
  const auto get = [&](StepsField which) {
    return compat::GetInternalField(others, field(which));
  };
  return v8::Just(
      TransformSteps{.transform = get(kTransformField).As<v8::Function>(),
                     .flush = get(kFlushField).As<v8::Function>(),
                     .brand = get(kBrandField).As<v8::Symbol>()});
}

v8::MaybeLocal<v8::Object> Realm::NewAnyPairOfSizes(
    std::span<const std::string_view, 2> names,
    size_t first,
    size_t second) {
  const auto make = [&] {
    return compat::NewPair(context_, Others(), kNewPairField, names,
                           ToNumber(isolate_, first),
                           ToNumber(isolate_, second));
  };
  if (first == second && first < kKeptEqualPairCount) {
    const int place = static_cast<int>(first);
    v8::Local<v8::Object> pair;
    if (!make().ToLocal(&pair)) {
      return {};
    }
    GetShelf(object_, kEqualPairsField + place / kShelfSize)
        ->SetInternalField(place % kShelfSize, pair);
    return compat::Clone(isolate_, pair);
  }
  if ((first | second) > kMaxKeptSize) {
    return make();
  }
  // Texts that are as long in UTF-8, but for the part of a character, come to
  // places of their own.
  const int place = static_cast<int>((first + 37 * second) % kKeptPairCount);
  const v8::Local<v8::Object> pairs =
      GetShelf(GetShelf(object_, kOtherPairsField), place / kPairsOfShelf);
  const int fields = place % kPairsOfShelf * kPairFieldCount;
  const auto sizes = static_cast<int32_t>(first << 15 | second);
  const bool were_last = IsInField(pairs, fields + kSizesField, sizes);
  if (were_last) [[likely]] {
    v8::Local<v8::Value> kept =
        compat::GetInternalField(pairs, fields + kPairField);
    if (!kept->IsUndefined()) [[likely]] {
      return compat::Clone(isolate_, kept.As<v8::Object>());
    }
  }
  v8::Local<v8::Object> pair;
  if (!make().ToLocal(&pair)) {
    return {};
  }
  // Both, always: the memory may have come from a collection, and a host's
  // callback of that have come to the same place with other sizes.
  pairs->SetInternalField(fields + kSizesField,
                          v8::Integer::New(isolate_, sizes));
  if (!were_last) {
    pairs->SetInternalField(fields + kPairField, v8::Undefined(isolate_));
    return pair;
  }
  pairs->SetInternalField(fields + kPairField, pair);
  return compat::Clone(isolate_, pair);
}

v8::MaybeLocal<v8::Function> Realm::GetEmptyFunction() {
  const v8::Local<v8::Object> others = Others();
  v8::Local<v8::Value> kept =
      compat::GetInternalField(others, kEmptyFunctionField);
  if (!kept->IsUndefined()) {
    return kept.As<v8::Function>();
  }
  v8::Local<v8::Function> function;
  if (compat::CompileFunction(context_, v8::String::Empty(isolate_), 0, nullptr,
                              v8::Undefined(isolate_))
          .ToLocal(&function)) {
    others->SetInternalField(kEmptyFunctionField, function);
  }
  return function;
}

}  // namespace v8_encoding
