// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A new interface from its IDL, idl/testing/counter.idl, to what scripts see.
// The first half is what its semantics file would be.

#include "bindings/webidl/template_builder.h"

#include <iterator>
#include <string>
#include <type_traits>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/interface_object.h"
#include "gtest/gtest.h"
#include "idl/testing/interfaces.h"

namespace v8_encoding {
namespace {

using idl::testing::Counter;

enum InternalField {
  kNameField,
  kConfigurationField,
  kTotalField,
  kFieldCount,
};

void ReturnField(const CallbackInfo& info, InternalField field) {
  info.GetReturnValue().Set(compat::GetInternalField(info.This(), field));
}

uint32_t Total(const CallbackInfo& info) {
  return compat::GetInternalField(info.This(), kTotalField)
      .As<v8::Uint32>()
      ->Value();
}

void SetTotal(const CallbackInfo& info, size_t total) {
  info.This()->SetInternalField(
      kTotalField, v8::Integer::NewFromUnsigned(info.GetIsolate(),
                                                static_cast<uint32_t>(total)));
}

v8::Local<v8::String> NewString(v8::Isolate* isolate, std::string_view text) {
  return compat::NewAsciiString(isolate, text).ToLocalChecked();
}

void Construct(const CallbackInfo& info) {
  if (!BeginConstruction(info, Counter::kInterface)) {
    return;
  }
  Counter::ConstructorArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  const idl::testing::CounterOptions& options = arguments.options;
  std::string configuration(idl::testing::CounterOptions::kUnitDefault);
  if (!options.unit.IsEmpty()) {
    configuration = *v8::String::Utf8Value(isolate, options.unit);
  }
  configuration += options.wrap ? " wrap" : "";
  configuration += options.aside ? " aside" : "";
  configuration += options.verbose ? " verbose" : "";
  info.This()->SetInternalField(kNameField, arguments.name);
  info.This()->SetInternalField(kConfigurationField,
                                NewString(isolate, configuration));
  SetTotal(info, 0);
}

void GetTotal(const CallbackInfo& info) {
  ReturnField(info, kTotalField);
}

void GetConfiguration(const CallbackInfo& info) {
  ReturnField(info, kConfigurationField);
}

void GetName(const CallbackInfo& info) {
  ReturnField(info, kNameField);
}

void AddBytes(const CallbackInfo& info) {
  Counter::AddBytesArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersOf(info))) {
    return;
  }
  SetTotal(info, Total(info) +
                     (arguments.twice ? 2 : 1) * arguments.bytes->ByteLength());
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> state = v8::Object::New(isolate);
  const auto& [name, total] = idl::testing::kCounterStateMembers;
  state
      ->Set(context, NewString(isolate, name),
            compat::GetInternalField(info.This(), kNameField))
      .Check();
  state
      ->Set(context, NewString(isolate, total),
            compat::GetInternalField(info.This(), kTotalField))
      .Check();
  info.GetReturnValue().Set(state);
}

void AddBuffer(const CallbackInfo& info) {
  Counter::AddBufferArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersOf(info))) {
    return;
  }
  BufferSourceBytes source;
  if (!arguments.input.IsEmpty() &&
      source.Get(info.GetIsolate(), arguments.input, Counter::kAddBuffer)) {
    SetTotal(info, Total(info) + source.bytes().bytes.size());
  }
  info.GetReturnValue().Set(
      arguments.note.IsEmpty()
          ? NewString(info.GetIsolate(),
                      Counter::AddBufferArguments::kNoteDefault)
          : arguments.note);
}

void Reset(const CallbackInfo& info) {
  SetTotal(info, 0);
}

constexpr auto kTable = Counter::Describe({
    .constructor = Construct,
    .get_total = GetTotal,
    .get_configuration = GetConfiguration,
    .get_name = GetName,
    .add_bytes = AddBytes,
    .add_buffer = AddBuffer,
    .reset = Reset,
});

}  // namespace

constinit const InterfaceDescriptor Counter::kInterface =
    kTable.Descriptor(kFieldCount);

// And a namespace.

namespace {

using idl::testing::CounterTools;
using idl::testing::CounterUnit;

// Its arguments, as they were converted.
void Sum(const CallbackInfo& info) {
  CounterTools::SumArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  const idl::testing::CounterSumOptions& options = arguments.options;
  const std::string text =
      std::to_string(arguments.first) + " " + std::to_string(arguments.second) +
      " " + std::to_string(options.limit) +
      (options.place.from_end ? " from the end" : "") +
      (options.place.unit == CounterUnit::kBit ? " bit" : " byte");
  info.GetReturnValue().Set(NewString(info.GetIsolate(), text));
}

void Nothing(const CallbackInfo& info) {
  CounterTools::NothingArguments arguments;
  if (arguments.Convert(info)) {
    info.GetReturnValue().Set(static_cast<int>(arguments.unit));
  }
}

constexpr auto kToolsTable =
    CounterTools::Describe({.sum = Sum, .nothing = Nothing});

}  // namespace

constinit const NamespaceDescriptor CounterTools::kNamespace =
    kToolsTable.Descriptor();

static_assert(std::size(idl::testing::kInterfaces) == 1);
static_assert(idl::testing::kCounterSumMembers[0] == "notes");

namespace {

// Callbacks that are left out or that the IDL doesn't have do not compile.
template <typename Callbacks>
concept TakesOnlyTheConstructor = requires {
  Callbacks{.constructor = Construct};
};
template <typename Callbacks>
concept TakesMore = requires {
  Callbacks{.constructor = Construct,
            .get_total = GetTotal,
            .get_configuration = GetConfiguration,
            .get_name = GetName,
            .add_bytes = AddBytes,
            .add_buffer = AddBuffer,
            .reset = Reset,
            .more = Reset};
};
static_assert(!TakesOnlyTheConstructor<Counter::Callbacks>);
static_assert(!TakesMore<Counter::Callbacks>);
static_assert(!std::is_default_constructible_v<Callback>);
static_assert(!std::is_constructible_v<Callback, std::nullptr_t>);

class TemplateBuilderTest : public testing::V8Test {
 protected:
  TemplateBuilderTest() {
    EXPECT_TRUE(DefineInterfaceObject(
        context(), Counter::kInterface,
        BuildTemplate(isolate(), Counter::kInterface), Creation::kEager));
    v8::Local<v8::Object> tools;
    EXPECT_TRUE(BuildTemplate(isolate(), CounterTools::kNamespace)
                    ->NewInstance(context())
                    .ToLocal(&tools));
    context()
        ->Global()
        ->Set(context(), NewString(isolate(), "tools"), tools)
        .Check();
  }
};

TEST_F(TemplateBuilderTest, MembersStandInTheOrderOfWebIdl) {
  // Attributes, then operations; of each those of the interface, then those of
  // the mixins in the order in which they're included.
  EXPECT_EQ(Evaluate("Reflect.ownKeys(Counter.prototype).map(String).join()"),
            "total,configuration,name,addBytes,addBuffer,reset,constructor,"
            "Symbol(Symbol.toStringTag)");
}

TEST_F(TemplateBuilderTest, FunctionsHaveNamesAndLengths) {
  EXPECT_EQ(Evaluate("Counter.name + Counter.length"), "Counter1");
  EXPECT_EQ(
      Evaluate("Object.values(Object.getOwnPropertyDescriptors("
               "    Counter.prototype)).map((each) => each.get ?? each.value)"
               "    .map((fn) => fn.name + fn.length).join()"),
      "get total0,get configuration0,get name0,addBytes2,addBuffer0,reset0,"
      "Counter1");
}

TEST_F(TemplateBuilderTest, AConstructorTakesItsOptions) {
  EXPECT_EQ(Evaluate("new Counter('n').configuration"), "byte wrap");
  EXPECT_EQ(Evaluate("new Counter('n', null).configuration"), "byte wrap");
  EXPECT_EQ(Evaluate("new Counter('n', { wrap: undefined, unit: undefined })"
                     "    .configuration"),
            "byte wrap");
  EXPECT_EQ(Evaluate("new Counter('n', { wrap: 0, unit: 8, verbose: 1, "
                     "                   aside: 'no' }).configuration"),
            "8 aside verbose");
  EXPECT_EQ(Evaluate("new Counter().name"),
            "threw TypeError: Failed to construct 'Counter': 1 argument "
            "required, but only 0 present.");
  EXPECT_EQ(Evaluate("new Counter('n', 1).name"),
            "threw TypeError: Failed to construct 'Counter': The provided "
            "value is not of type 'CounterOptions'.");
  EXPECT_EQ(Evaluate("new Counter(undefined).name"), "undefined");
}

TEST_F(TemplateBuilderTest, InheritedMembersOfDictionariesAreReadFirst) {
  EXPECT_EQ(Evaluate("log = [];"
                     "new Counter({ toString() { log.push('name'); } },"
                     "            new Proxy({}, { get(target, name) {"
                     "                              log.push(name); } }));"
                     "log.join()"),
            "name,unit,wrap,aside,verbose");
  EXPECT_EQ(Evaluate("log = [];"
                     "try { new Counter('n', {"
                     "  get unit() { log.push('unit'); return Symbol(); },"
                     "  get wrap() { log.push('wrap'); } });"
                     "} catch (error) { log.push(error.name); } log.join()"),
            "unit,TypeError");
}

TEST_F(TemplateBuilderTest, OperationsConvertTheirArguments) {
  EXPECT_EQ(Evaluate("c = new Counter('n');"
                     "JSON.stringify(c.addBytes(new Uint8Array(3), 'yes'))"),
            "{\"name\":\"n\",\"total\":6}");
  EXPECT_EQ(Evaluate("c.addBuffer(new ArrayBuffer(4)) + c.total"), "none10");
  EXPECT_EQ(Evaluate("c.addBuffer(undefined, 1) + c.total"), "110");
  EXPECT_EQ(Evaluate("c.reset() + ' ' + c.total"), "undefined 0");
  EXPECT_EQ(Evaluate("c.addBytes(new Uint8Array(1))"),
            "threw TypeError: Failed to execute 'addBytes' on 'Counter': 2 "
            "arguments required, but only 1 present.");
  EXPECT_EQ(Evaluate("c.addBytes([], true)"),
            "threw TypeError: Failed to execute 'addBytes' on 'Counter': "
            "parameter 1 is not of type 'Uint8Array'.");
  EXPECT_EQ(Evaluate("c.addBuffer('text')"),
            "threw TypeError: Failed to execute 'addBuffer' on 'Counter': The "
            "provided value is not of type '(ArrayBuffer or SharedArrayBuffer "
            "or ArrayBufferView)'.");
}

TEST_F(TemplateBuilderTest, ReceiversAndCallsAreChecked) {
  EXPECT_EQ(Evaluate("Counter.prototype.reset.call(new TextEncoder())"),
            "threw TypeError: Illegal invocation");
  EXPECT_EQ(Evaluate("Counter.prototype.total"),
            "threw TypeError: Illegal invocation");
  EXPECT_EQ(Evaluate("Counter('n')").find("threw TypeError: "), 0u);
  EXPECT_EQ(Evaluate("function none() {} none.prototype = null;"
                     "Object.getPrototypeOf(Reflect.construct("
                     "    Counter, ['n'], none)) === Counter.prototype"),
            "true");
  EXPECT_EQ(Evaluate("new (class extends Counter {})('n').name"), "n");
}

TEST_F(TemplateBuilderTest, NamespacesHaveOperationsOnly) {
  EXPECT_EQ(Evaluate("Reflect.ownKeys(tools).map(String).join()"),
            "sum,nothing,Symbol(Symbol.toStringTag)");
  EXPECT_EQ(Evaluate("String(tools)"), "[object CounterTools]");
  EXPECT_EQ(Evaluate("Object.getPrototypeOf(tools) === Object.prototype"),
            "true");
  EXPECT_EQ(Evaluate("tools.sum.name + tools.sum.length + "
                     "Object.hasOwn(tools.sum, 'prototype')"),
            "sum1false");
  EXPECT_EQ(Evaluate("(0, tools.sum)(1)"), "1 1 9007199254740991 byte");
}

TEST_F(TemplateBuilderTest, IntegersAreInRange) {
  EXPECT_EQ(Evaluate("tools.sum(9007199254740991, '0x10')"),
            "9007199254740991 16 9007199254740991 byte");
  EXPECT_EQ(Evaluate("tools.sum(-0.9, 1.9, { limit: null })"), "0 1 0 byte");
  EXPECT_EQ(Evaluate("tools.sum(undefined)"),
            "threw TypeError: Failed to execute 'sum' on 'CounterTools': Value "
            "is outside the 'unsigned long long' value range.");
  for (const char* value :
       {"-1", "NaN", "9007199254740992", "Infinity", "-Infinity", "1n"}) {
    EXPECT_TRUE(Evaluate(std::string("tools.sum(1, ") + value + ")")
                    .starts_with("threw TypeError"))
        << value;
    EXPECT_TRUE(Evaluate(std::string("tools.sum(1, 1, {limit: ") + value + "})")
                    .starts_with("threw TypeError"))
        << value;
  }
}

TEST_F(TemplateBuilderTest, EnumerationsAreStrings) {
  EXPECT_EQ(Evaluate("tools.nothing('byte')"), "1");
  EXPECT_EQ(Evaluate("tools.nothing({ toString: () => 'bit' })"), "0");
  EXPECT_EQ(Evaluate("tools.nothing('Bit')"),
            "threw TypeError: Failed to execute 'nothing' on 'CounterTools': "
            "The provided value 'Bit' is not a valid enum value of type "
            "CounterUnit.");
  EXPECT_EQ(Evaluate("tools.nothing(undefined)").substr(0, 15),
            "threw TypeError");
}

TEST_F(TemplateBuilderTest, DictionariesCanBeNested) {
  EXPECT_EQ(Evaluate("tools.sum(1, 2, { limit: 3, place: "
                     "                  { fromEnd: true, unit: 'bit' } })"),
            "1 2 3 from the end bit");
  EXPECT_EQ(Evaluate("tools.sum(1, 2, { limit: 3, place: null })"),
            "1 2 3 byte");
  EXPECT_EQ(Evaluate("tools.sum(1, 2, { limit: 3, place: 4 })"),
            "threw TypeError: Failed to execute 'sum' on 'CounterTools': The "
            "provided value is not of type 'CounterPlace'.");
}

// A message names an argument by its number; a member of a dictionary has none.
class ValueOriginTest : public TemplateBuilderTest {
 protected:
  // What the conversion of `value` to a Uint8Array throws.
  std::string Thrown(ValueOrigin origin, const std::string& value) {
    Source source{.isolate = isolate(),
                  .value = {},
                  .call = Counter::kAddBytes,
                  .origin = origin,
                  .refused_buffers = RefusedBuffers::kResizable};
    EXPECT_TRUE(
        testing::EvaluateToValue(context(), value).ToLocal(&source.value));
    v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(ConvertAllowSharedUint8Array(source).IsEmpty());
    return *v8::String::Utf8Value(isolate(), try_catch.Exception());
  }
};

TEST_F(ValueOriginTest, OfAWrongType) {
  EXPECT_EQ(Thrown(ValueOrigin::Argument(3), "8"),
            "TypeError: Failed to execute 'addBytes' on 'Counter': parameter 3 "
            "is not of type 'Uint8Array'.");
  EXPECT_EQ(Thrown(ValueOrigin::Unnamed(), "8"),
            "TypeError: Failed to execute 'addBytes' on 'Counter': The "
            "provided value is not of type 'Uint8Array'.");
}

TEST_F(ValueOriginTest, OfAResizableBuffer) {
  if (Evaluate("'resizable' in ArrayBuffer.prototype") != "true") {
    GTEST_SKIP() << "this V8 has no resizable buffers";
  }
  const std::string value =
      "new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))";
  EXPECT_EQ(Thrown(ValueOrigin::Argument(3), value),
            "TypeError: Failed to execute 'addBytes' on 'Counter': parameter 3 "
            "is, or is a view on, a buffer that can be resized.");
  EXPECT_EQ(Thrown(ValueOrigin::Unnamed(), value),
            "TypeError: Failed to execute 'addBytes' on 'Counter': The "
            "provided value is, or is a view on, a buffer that can be "
            "resized.");
}

}  // namespace
}  // namespace v8_encoding
