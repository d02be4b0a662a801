// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Interfaces elsewhere than on a global object, what hosts keep with a realm,
// and limits.

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

v8::Local<v8::String> Name(const char* name) {
  return v8::String::NewFromUtf8(v8::Isolate::GetCurrent(), name)
      .ToLocalChecked();
}

void SetGlobal(v8::Local<v8::Context> context,
               const char* name,
               v8::Local<v8::Value> value) {
  context->Global()->Set(context, Name(name), value).Check();
}

using PlacementTest = V8Test;

static_assert((InterfaceSet::kAll & ~InterfaceSet::kTextDecoder) ==
              ~InterfaceSet::kTextDecoder);
static_assert((~InterfaceSet::kTextDecoder & InterfaceSet::kTextDecoder) ==
              InterfaceSet{});

TEST_F(PlacementTest, OnAnyObject) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const Interfaces interfaces(
      isolate(),
      InstallOptions{.interfaces = ~InterfaceSet::kTextEncoderStream});
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  v8::Local<v8::Object> object = v8::Object::New(isolate());
  ASSERT_TRUE(interfaces.Install(bare, object).FromMaybe(false));
  SetGlobal(bare, "jail", object);
  EXPECT_EQ(testing::Evaluate(
                bare,
                "[typeof TextDecoder, typeof jail.TextDecoder,"
                " typeof jail.TextEncoderStream, Object.keys(jail).length,"
                " new jail.TextDecoder().decode("
                "     new jail.TextEncoder().encode('h\xC3\xA9'))].join()"),
            "undefined,function,undefined,0,h\xC3\xA9");
  // A null prototype falls back to the realm's own, as everywhere.
  EXPECT_EQ(testing::Evaluate(
                bare,
                "function Target() {} Target.prototype = null;"
                "Object.getPrototypeOf("
                "    Reflect.construct(jail.TextDecoder, [], Target)) ==="
                "    jail.TextDecoder.prototype"),
            "true");
  EXPECT_EQ(
      testing::Evaluate(bare,
                        "const {readable, writable} ="
                        "    new jail.TextDecoderStream(); typeof writable"),
      "object");
}

TEST_F(PlacementTest, AnObjectThatTakesNothingIsAnException) {
  const Interfaces interfaces(isolate());
  v8::Local<v8::Object> frozen = EvaluateToValue(context(), "Object.freeze({})")
                                     .ToLocalChecked()
                                     .As<v8::Object>();
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(interfaces.Install(context(), frozen).IsNothing());
  EXPECT_TRUE(try_catch.HasCaught());
}

TEST_F(PlacementTest, ConstructorsAreTheSameWhereverTheyAreFrom) {
  for (const bool lazy : {false, true}) {
    for (const bool from_template : {false, true}) {
      const Interfaces interfaces(isolate(), InstallOptions{.lazy = lazy});
      v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
      if (from_template) {
        interfaces.Install(global);
      }
      v8::Local<v8::Context> realm =
          v8::Context::New(isolate(), nullptr, global);
      if (!from_template) {
        ASSERT_TRUE(interfaces.Install(realm).FromMaybe(false));
      }
      v8::Local<v8::Function> constructor;
      ASSERT_TRUE(interfaces.GetConstructor(realm, InterfaceSet::kTextDecoder)
                      .ToLocal(&constructor));
      SetGlobal(realm, "given", constructor);
      EXPECT_EQ(testing::Evaluate(realm, "given === TextDecoder"), "true");
    }
  }
}

TEST_F(PlacementTest, OnlyOneOfTheInterfacesHasAConstructor) {
  const Interfaces interfaces(
      isolate(), InstallOptions{.interfaces = InterfaceSet::kTextDecoder});
  for (const InterfaceSet set :
       {InterfaceSet::kTextEncoder, InterfaceSet::kAll, InterfaceSet{},
        InterfaceSet::kTextDecoder | InterfaceSet::kTextEncoder}) {
    v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(interfaces.GetConstructor(context(), set).IsEmpty());
    ASSERT_TRUE(try_catch.HasCaught());
    EXPECT_EQ(
        *v8::String::Utf8Value(isolate(), try_catch.Exception()),
        std::string_view(
            set == InterfaceSet::kTextEncoder
                ? "TypeError: Failed to execute 'GetConstructor' on "
                  "'Interfaces': The interface 'TextEncoder' is not among the "
                  "host's."
                : "TypeError: Failed to execute 'GetConstructor' on "
                  "'Interfaces': Exactly one interface must be named."));
  }
}

TEST_F(PlacementTest, InterfacesMove) {
  std::vector<Interfaces> all;
  all.emplace_back(isolate(),
                   InstallOptions{.interfaces = InterfaceSet::kTextDecoder});
  all.emplace_back(isolate());
  std::swap(all[0], all[1]);
  v8::Local<v8::Context> first = v8::Context::New(isolate());
  v8::Local<v8::Context> second = v8::Context::New(isolate());
  ASSERT_TRUE(all[0].Install(first).FromMaybe(false));
  ASSERT_TRUE(all[1].Install(second).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(first, "typeof TextEncoder"), "function");
  EXPECT_EQ(testing::Evaluate(second, "typeof TextEncoder"), "undefined");
  EXPECT_EQ(testing::Evaluate(second, "typeof TextDecoder"), "function");
}

// What GetInstallData() gives in the realm of an error.
void AddData(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode) {
  error->Set(context, Name("data"), GetInstallData(context).ToLocalChecked())
      .Check();
}

constexpr char kGetData[] =
    "try { new TextDecoder('no') } catch (error) { String(error.data) }";

TEST_F(PlacementTest, DataIsOfTheRealm) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, {.error_hook = AddData, .data = Name("theirs")});
  v8::Local<v8::Context> first = v8::Context::New(isolate(), nullptr, global);
  EXPECT_EQ(testing::Evaluate(first, kGetData), "theirs");

  v8::Local<v8::Context> second = v8::Context::New(isolate());
  ASSERT_TRUE(Install(second, {.error_hook = AddData,
                               .data = v8::Object::New(isolate())})
                  .FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(second, kGetData), "[object Object]");

  ASSERT_TRUE(
      SetInstallData(first, v8::Integer::New(isolate(), 7)).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(first, kGetData), "7");
  EXPECT_EQ(testing::Evaluate(second, kGetData), "[object Object]");
  EXPECT_TRUE(GetInstallData(context()).ToLocalChecked()->IsUndefined());
}

int pointed_to = 41;

TEST_F(PlacementTest, DataMayPoint) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global,
          {.data = compat::NewExternal(isolate(), &pointed_to)});
  v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
  v8::Local<v8::Value> data = GetInstallData(realm).ToLocalChecked();
  ASSERT_TRUE(data->IsExternal());
  EXPECT_EQ(compat::GetExternalPointer(data.As<v8::External>()), &pointed_to);
}

TEST(InstallDataTest, SurvivesASnapshot) {
  const InstallOptions plain = {.error_hook = AddData};
  std::vector<intptr_t> references = ExternalReferences(plain);
  references.push_back(reinterpret_cast<intptr_t>(&pointed_to));
  references.push_back(0);
  v8::StartupData blob;
  {
    TestSnapshotCreator creator(references);
    v8::Isolate* isolate = creator->GetIsolate();
    {
      v8::HandleScope scope(isolate);
      v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
      InstallOptions options = plain;
      options.data = compat::NewExternal(isolate, &pointed_to);
      Install(isolate, global, options);
      v8::Local<v8::Context> realm = v8::Context::New(isolate, nullptr, global);
      creator->SetDefaultContext(realm, {SerializeInternalField, nullptr});
    }
    blob =
        creator->CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
  }
  {
    v8::Isolate::CreateParams params;
    params.snapshot_blob = &blob;
    params.external_references = references.data();
    const TestIsolate loaded(params);
    v8::HandleScope scope(loaded.get());
    v8::Local<v8::Context> realm = v8::Context::New(
        loaded.get(), nullptr, {}, {}, {DeserializeInternalField, nullptr});
    v8::Context::Scope context_scope(realm);
    v8::Local<v8::Value> data = GetInstallData(realm).ToLocalChecked();
    ASSERT_TRUE(data->IsExternal());
    EXPECT_EQ(compat::GetExternalPointer(data.As<v8::External>()), &pointed_to);
    ASSERT_TRUE(SetInstallData(realm, Name("later")).FromMaybe(false));
    EXPECT_EQ(Evaluate(realm, kGetData), "later");
    ASSERT_TRUE(
        SetInstallData(realm, v8::Undefined(loaded.get())).FromMaybe(false));
    EXPECT_TRUE(GetInstallData(realm).ToLocalChecked()->IsUndefined());
  }
  delete[] blob.data;
}

// A global object whose properties are those of another object, as node:vm
// makes them. (Not called where an interceptor says in another way what it
// did.)
[[maybe_unused]] void GetOfBox(
    v8::Local<v8::Name> name,
    const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Value> value;
  if (info.Data()
          .As<v8::Object>()
          ->GetRealNamedProperty(info.GetIsolate()->GetCurrentContext(), name)
          .ToLocal(&value)) {
    info.GetReturnValue().Set(value);
  }
}

void DefineInBox(v8::Local<v8::Name> name,
                 const v8::PropertyDescriptor& descriptor,
                 const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::PropertyDescriptor property(descriptor.value(), true);
  info.Data()
      .As<v8::Object>()
      ->DefineProperty(info.GetIsolate()->GetCurrentContext(), name, property)
      .Check();
}

// Takes no value but undefined, which a lazy property has at first.
void DefineUndefinedInBox(v8::Local<v8::Name> name,
                          const v8::PropertyDescriptor& descriptor,
                          const v8::PropertyCallbackInfo<v8::Value>& info) {
  if (descriptor.value()->IsUndefined()) {
    DefineInBox(name, descriptor, info);
  } else {
    info.GetIsolate()->ThrowException(name);
  }
}

// False where interceptors say in another way what they did: npm's tests of
// node:vm's contexts are for those versions.
template <typename Configuration, typename Definer>
bool Intercept(v8::Local<v8::ObjectTemplate> global,
               v8::Local<v8::Object> box,
               Definer* definer) {
  if constexpr (std::is_constructible_v<
                    Configuration, decltype(&GetOfBox), std::nullptr_t,
                    std::nullptr_t, std::nullptr_t, std::nullptr_t, Definer*,
                    std::nullptr_t, v8::Local<v8::Object>>) {
    global->SetHandler(Configuration(GetOfBox, nullptr, nullptr, nullptr,
                                     nullptr, definer, nullptr, box));
    return true;
  }
  return false;
}

TEST_F(PlacementTest, OnAGlobalObjectWithAnInterceptor) {
  for (const bool lazy : {false, true}) {
    v8::Local<v8::Object> box = v8::Object::New(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    if (!Intercept<v8::NamedPropertyHandlerConfiguration>(global, box,
                                                          DefineInBox)) {
      GTEST_SKIP() << "interceptors of this V8 return what they did";
    }
    v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
    ASSERT_TRUE(
        Install(realm, {.lazy = lazy, .streams_globals = HasBuiltInStreams()})
            .FromMaybe(false));
    EXPECT_EQ(testing::Evaluate(realm,
                                "new TextDecoder().decode("
                                "    new TextEncoder().encode('a'))"),
              "a");
    if (HasBuiltInStreams()) {
      EXPECT_EQ(testing::Evaluate(realm,
                                  "new ReadableStream() instanceof"
                                  "    ReadableStream"),
                "true");
    }
  }
}

[[maybe_unused]] void ThrowName(
    v8::Local<v8::Name> name,
    const v8::PropertyCallbackInfo<v8::Value>& info) {
  if (name->IsString()) {
    info.GetIsolate()->ThrowException(
        v8::Exception::ReferenceError(name.As<v8::String>()));
  }
}

// As browsers' windows never do, and jails may: of what the engine itself
// lacks, too.
template <typename Configuration>
bool ThrowForUnknownNames(v8::Local<v8::ObjectTemplate> global) {
  if constexpr (std::is_constructible_v<Configuration, decltype(&ThrowName)>) {
    Configuration configuration(&ThrowName);
    configuration.flags = v8::PropertyHandlerFlags::kNonMasking;
    global->SetHandler(configuration);
    return true;
  }
  return false;
}

TEST_F(PlacementTest, AnInterceptorThatThrowsForUnknownNames) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  if (!ThrowForUnknownNames<v8::NamedPropertyHandlerConfiguration>(global)) {
    GTEST_SKIP() << "interceptors of this V8 return what they did";
  }
  Install(isolate(), global);
  v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
  EXPECT_EQ(testing::Evaluate(realm,
                              "try { Nothing } catch (error) {"
                              "  `${error.name} ${error.message}` }"),
            "ReferenceError Nothing");
  EXPECT_TRUE(Prepare(realm).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(realm,
                              "const { readable, writable } ="
                              "    new TextDecoderStream();"
                              "readable.getReader({ mode: undefined })"
                              "    instanceof Object"),
            "true");
}

TEST_F(PlacementTest, AnInterceptorThatTakesNoStreams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  if (!Intercept<v8::NamedPropertyHandlerConfiguration>(
          global, v8::Object::New(isolate()), DefineUndefinedInBox)) {
    GTEST_SKIP() << "interceptors of this V8 return what they did";
  }
  v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
  v8::Context::Scope context_scope(realm);
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(Install(realm, {.streams_globals = true}).IsNothing());
  EXPECT_EQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
            std::string("ReadableStream"));
}

// A provider that asks for the data.
v8::MaybeLocal<v8::Function> StreamsOfData(v8::Local<v8::Context> context) {
  EXPECT_TRUE(GetInstallData(context).ToLocalChecked()->IsNumber());
  return BuiltInStreams(context);
}

TEST_F(PlacementTest, AProviderFindsTheData) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const InstallOptions options = {.streams = StreamsOfData,
                                  .data = v8::Integer::New(isolate(), 1)};
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  EXPECT_TRUE(Install(live, options).FromMaybe(false));
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, options);
  EXPECT_EQ(testing::Evaluate(v8::Context::New(isolate(), nullptr, global),
                              "new TextDecoderStream(); 1"),
            "1");
}

// With the interfaces and the extras.
v8::Local<v8::Context> NewRealm(v8::Isolate* isolate,
                                const InstallOptions& options) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  Install(isolate, global, options);
  global->Set(isolate, "extras", NewExtrasTemplate(isolate, options));
  return v8::Context::New(isolate, nullptr, global);
}

TEST_F(PlacementTest, SharedBuffersAreRefusedWhereAsked) {
  const InstallOptions strict = {.refuse_shared_buffers = true};
  v8::Local<v8::Context> realm = NewRealm(isolate(), strict);
  v8::Local<v8::Context> open = NewRealm(isolate(), {});
  for (const char* buffer :
       {"new SharedArrayBuffer(4)", "new Uint8Array(new SharedArrayBuffer(4))",
        "new DataView(new SharedArrayBuffer(4), 1)"}) {
    const std::string call =
        "new TextDecoder().decode(" + std::string(buffer) + ").length";
    EXPECT_EQ(testing::Evaluate(realm, call),
              "threw TypeError: Failed to execute 'decode' on 'TextDecoder': "
              "parameter 1 is, or is a view on, a SharedArrayBuffer.");
    EXPECT_NE(testing::Evaluate(open, call).substr(0, 5), "threw");
  }
  EXPECT_EQ(testing::Evaluate(realm,
                              "new TextEncoder().encodeInto('', "
                              "    new Uint8Array(new SharedArrayBuffer(4)))"),
            "threw TypeError: Failed to execute 'encodeInto' on "
            "'TextEncoder': parameter 2 is, or is a view on, a "
            "SharedArrayBuffer.");
  EXPECT_EQ(testing::Evaluate(
                realm, "extras.isWellFormedBytes(new SharedArrayBuffer(1))")
                .substr(0, 15),
            "threw TypeError");
  EXPECT_EQ(
      testing::Evaluate(
          realm,
          "[new ArrayBuffer(4), new Uint8Array(4), new Uint8Array(9999),"
          " new DataView(new ArrayBuffer(4))]"
          "    .map((each) => new TextDecoder().decode(each).length).join()"),
      "4,4,9999,4");
}

TEST_F(PlacementTest, ResultsHaveALimit) {
  constexpr char kMiB[] = "const MiB = 1 << 20; ";
  v8::Local<v8::Context> realm =
      NewRealm(isolate(), {.max_result_length = size_t{2} << 20});
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(
      Install(live, {.max_result_length = size_t{2} << 20}).FromMaybe(false));
  for (v8::Local<v8::Context> each : {realm, live}) {
    EXPECT_EQ(
        testing::Evaluate(
            each,
            kMiB + std::string(
                       "const results = [];"
                       "const attempt = (f) => {"
                       "  try { results.push(f().length); }"
                       "  catch (error) { results.push(error.name); }"
                       "};"
                       "const decoder = new TextDecoder();"
                       "const bytes = (n) => new Uint8Array(n).fill(0x61);"
                       "attempt(() => decoder.decode(bytes(2 * MiB)));"
                       "attempt(() => decoder.decode(bytes(2 * MiB + 1)));"
                       // Few characters of many bytes.
                       "const wide = new TextEncoder().encode("
                       "    '\xE3\x81\x82'.repeat(2 * MiB / 3));"
                       "attempt(() => decoder.decode(wide));"
                       "const encoder = new TextEncoder();"
                       "attempt(() => encoder.encode('a'.repeat(2 * MiB)));"
                       "attempt(() => encoder.encode('a'.repeat(2 * MiB + 1)));"
                       "attempt(() => encoder.encode("
                       "    '\xE3\x81\x82'.repeat(MiB)));"
                       // The decoder is as it was.
                       "decoder.decode(new Uint8Array([0xC3]), {stream: true});"
                       "attempt(() => decoder.decode(bytes(3 * MiB),"
                       "                             {stream: true}));"
                       "attempt(() => decoder.decode(new Uint8Array([0xA9])));"
                       "results.join()")),
        "2097152,RangeError,699050,2097152,RangeError,RangeError,RangeError,1");
  }
  EXPECT_EQ(
      testing::Evaluate(realm,
                        "try { extras.decodeRange(bytes(4 * MiB), 0, 3 * MiB) }"
                        "catch (error) { error.name }"),
      "RangeError");
  EXPECT_EQ(testing::Evaluate(
                realm, "extras.decodeRange(bytes(4 * MiB), 0, 2 * MiB).length"),
            "2097152");
  // Not below 1 MiB.
  EXPECT_EQ(testing::Evaluate(
                NewRealm(isolate(), {.max_result_length = 1}),
                "new TextDecoder().decode(new Uint8Array(1 << 20)).length"),
            "1048576");
  // Bytes that waited count, too.
  EXPECT_EQ(
      testing::Evaluate(
          NewRealm(isolate(), {.max_result_length = 1 << 20}),
          "const decoder = new TextDecoder('gb18030');"
          "decoder.decode(Uint8Array.of(0x81, 0x30, 0x81),"
          "               {stream: true});"
          "try {"
          "  decoder.decode(new Uint8Array((1 << 20) - 1).fill(97)).length"
          "} catch (error) { error.name }"),
      "RangeError");
}

}  // namespace
}  // namespace v8_encoding::testing
