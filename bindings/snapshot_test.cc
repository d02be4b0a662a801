// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Snapshots with the interfaces installed and objects of theirs alive, loaded
// in this process and in another one.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

using FunctionCodeHandling = v8::SnapshotCreator::FunctionCodeHandling;

std::vector<intptr_t> TerminatedReferences() {
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(0);
  return references;
}

// Names have two letters at least: scripts in V8 11.3 find no global of one
// letter that comes from a snapshot.

// Decoders in the middle of a character, one of them past an escape sequence;
// an encoder that has been used, and so knows its realm.
constexpr char kSetUp[] =
    "const utf8 = new TextDecoder('utf-8', {fatal: true});"
    "const jis = new TextDecoder('iso-2022-jp');"
    "const gb = new TextDecoder('gb18030');"
    "const bytes = (...list) => new Uint8Array(list);"
    "const before = utf8.decode(bytes(0x61, 0xE2, 0x82), {stream: true}) +"
    "    jis.decode(bytes(0x1B, 0x24, 0x42, 0x24), {stream: true}) +"
    "    gb.decode(bytes(0x81, 0x30, 0x81), {stream: true});"
    "const encoder = new TextEncoder;"
    "encoder.encode('abc').length + encoder.encodeInto('x', bytes(0)).read;"
    "before";

// What comes of it.
constexpr char kGoOn[] =
    "[utf8.decode(bytes(0xAC)), utf8.fatal,"
    " jis.decode(bytes(0x22)), gb.decode(bytes(0x30)).codePointAt(0),"
    " encoder.encode('h\u00E9').join('.'),"
    " JSON.stringify(encoder.encodeInto('abc', bytes(0, 0))),"
    " new TextDecoder('koi8-u').decode(bytes(0xAE)),"
    " new TextEncoder().encode('y'.repeat(100)).length].join()";
constexpr char kGoneOn[] =
    "\u20AC,true,\u3042,128,104.195.169,{\"read\":2,\"written\":2},\u045E,100";

struct Blob {
  std::string data;
  Interfaces::SnapshotIndices indices;
};

v8::StartupData ToStartupData(const std::string& blob) {
  return {blob.data(), static_cast<int>(blob.size())};
}

std::string CreateBlob(TestSnapshotCreator& creator,
                       FunctionCodeHandling handling) {
  const v8::StartupData data = creator->CreateBlob(handling);
  std::string blob(data.data, static_cast<size_t>(data.raw_size));
  delete[] data.data;
  return blob;
}

Blob MakeBlob(const std::vector<intptr_t>& references,
              FunctionCodeHandling handling = FunctionCodeHandling::kKeep,
              const InstallOptions& options = {},
              const std::string& set_up = kSetUp) {
  Blob blob;
  TestSnapshotCreator creator(references);
  v8::Isolate* isolate = creator->GetIsolate();
  {
    v8::HandleScope scope(isolate);
    v8::Local<v8::Context> context;
    {
      const Interfaces interfaces(isolate, options);
      v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
      interfaces.Install(global);
      context = v8::Context::New(isolate, nullptr, global);
      blob.indices = interfaces.AddTo(*creator);
    }
    EXPECT_EQ(Evaluate(context, set_up), "a");
    creator->SetDefaultContext(context, {SerializeInternalField, nullptr});
  }
  blob.data = CreateBlob(creator, handling);
  return blob;
}

// An isolate made from a blob.
class LoadedIsolate {
 public:
  LoadedIsolate(const std::string& blob,
                const std::vector<intptr_t>& references)
      : data_(ToStartupData(blob)), isolate_(Params(data_, references)) {}

  v8::Isolate* get() const { return isolate_.get(); }

  v8::Local<v8::Context> NewContext() const {
    return v8::Context::New(get(), nullptr, {}, {},
                            {DeserializeInternalField, nullptr});
  }

 private:
  static v8::Isolate::CreateParams Params(
      v8::StartupData& data,
      const std::vector<intptr_t>& references) {
    v8::Isolate::CreateParams params;
    params.snapshot_blob = &data;
    params.external_references = references.data();
    return params;
  }

  v8::StartupData data_;
  const TestIsolate isolate_;
};

// With the scripts' code in the snapshot, or without.
class SnapshotCodeTest : public ::testing::TestWithParam<FunctionCodeHandling> {
};

INSTANTIATE_TEST_SUITE_P(,
                         SnapshotCodeTest,
                         ::testing::Values(FunctionCodeHandling::kKeep,
                                           FunctionCodeHandling::kClear),
                         [](const auto& info) {
                           return info.param == FunctionCodeHandling::kKeep
                                      ? "Kept"
                                      : "Cleared";
                         });

TEST_P(SnapshotCodeTest, LiveObjectsGoOn) {
  const std::vector<intptr_t> references = TerminatedReferences();
  const Blob blob = MakeBlob(references, GetParam());
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  // Each context from the blob has objects of its own.
  for (int i = 0; i < 2; ++i) {
    v8::Local<v8::Context> context = isolate.NewContext();
    EXPECT_EQ(Evaluate(context, kGoOn), kGoneOn);
    EXPECT_EQ(Evaluate(context, "TextDecoder()").substr(0, 15),
              "threw TypeError");
    EXPECT_EQ(Evaluate(context,
                       "Object.getOwnPropertyDescriptor(TextDecoder.prototype,"
                       "    'encoding').get.call({})"),
              "threw TypeError: Illegal invocation");
  }
}

// A snapshot of an isolate that was made from one: the same decoders go on from
// each to the next, with collections and hot code in between.
TEST_P(SnapshotCodeTest, AndSnapshotsOfThose) {
  const std::vector<intptr_t> references = TerminatedReferences();
  std::string blob = MakeBlob(references, GetParam()).data;
  const auto run = [&blob, &references](const std::string& source) {
    const std::string from = blob;
    v8::StartupData from_data = ToStartupData(from);
    TestSnapshotCreator creator(references, &from_data);
    std::string result;
    {
      v8::Isolate* isolate = creator->GetIsolate();
      v8::HandleScope scope(isolate);
      v8::Local<v8::Context> context = v8::Context::New(
          isolate, nullptr, {}, {}, {DeserializeInternalField, nullptr});
      isolate->LowMemoryNotification();
      result = Evaluate(context, source);
      creator->SetDefaultContext(context, {SerializeInternalField, nullptr});
    }
    blob = CreateBlob(creator, GetParam());
    return result;
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run("(() => {"
                  "  let right = 0;"
                  "  for (let i = 0; i < 5000; ++i) {"
                  "    const text = utf8.decode(bytes(0xAC, 0xE2, 0x82),"
                  "                             {stream: true});"
                  "    const {read} = encoder.encodeInto('abc', bytes(0, 0));"
                  "    right += text === '\u20AC' && read === 2;"
                  "  }"
                  "  return right;"
                  "})()"),
              "5000");
  }
  LoadedIsolate isolate(blob, references);
  v8::HandleScope scope(isolate.get());
  EXPECT_EQ(Evaluate(isolate.NewContext(), kGoOn), kGoneOn);
}

void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  error
      ->Set(context, v8::String::NewFromUtf8Literal(isolate, "code"),
            v8::Integer::New(isolate, static_cast<int>(code)))
      .Check();
}

TEST_P(SnapshotCodeTest, OptionsHoldAfterLoading) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(reinterpret_cast<intptr_t>(AddCode));
  references.push_back(0);
  const InstallOptions options{
      .lazy = true, .error_hook = AddCode, .streams_globals = true};
  // All but one interface are still unread.
  const Blob blob =
      MakeBlob(references, GetParam(), options, "new TextDecoder; 'a'");
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = isolate.NewContext();
  EXPECT_EQ(Evaluate(context, "new TextEncoder().encode('abc').length"), "3");
  EXPECT_EQ(Evaluate(context,
                     "new TextDecoderStream().readable instanceof "
                     "ReadableStream"),
            "true");
  EXPECT_EQ(Evaluate(context,
                     "try { new TextDecoder('no') }"
                     "catch (error) { error.code }"),
            std::to_string(static_cast<int>(ErrorCode::kUnknownLabel)));

  // And for contexts that are made with the same templates.
  const Interfaces interfaces(isolate.get(), blob.indices, options);
  v8::Local<v8::Context> other = v8::Context::New(isolate.get());
  ASSERT_TRUE(interfaces.Install(other).FromMaybe(false));
  EXPECT_EQ(Evaluate(other,
                     "try { new TextDecoder('no') }"
                     "catch (error) { error.code }"),
            std::to_string(static_cast<int>(ErrorCode::kUnknownLabel)));
}

TEST_P(SnapshotCodeTest, FunctionsInOptionsAndFewerInterfaces) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  InstallOptions options;
  options.interfaces =
      InterfaceSet::kTextDecoder | InterfaceSet::kTextDecoderStream;
  options.error_hook = AddCode;
  options.streams = [](v8::Local<v8::Context> context) {
    return BuiltInStreams(context);
  };
  options.streams_code_cache = [] { return ByteView(); };
  std::vector<intptr_t> references = ExternalReferences(options);
  references.push_back(0);
  const Blob blob =
      MakeBlob(references, GetParam(), options, "new TextDecoderStream; 'a'");
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  constexpr char kUse[] =
      "typeof TextEncoder + new TextDecoderStream().readable.locked +"
      "    new TextDecoder().decode(Uint8Array.of(97))";
  EXPECT_EQ(Evaluate(isolate.NewContext(), kUse), "undefinedfalsea");
  const Interfaces interfaces(isolate.get(), blob.indices, options);
  v8::Local<v8::Context> other = v8::Context::New(isolate.get());
  ASSERT_TRUE(interfaces.Install(other).FromMaybe(false));
  EXPECT_EQ(Evaluate(other, kUse), "undefinedfalsea");
}

TEST_P(SnapshotCodeTest, StreamsGoOn) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const std::vector<intptr_t> references = TerminatedReferences();
  const Blob blob = MakeBlob(
      references, GetParam(), {},
      "const bytes = (...list) => new Uint8Array(list);"
      "const decoding = new TextDecoderStream('utf-8', {fatal: true});"
      "const bytesIn = decoding.writable.getWriter();"
      "const textOut = decoding.readable.getReader();"
      "const encoding = new TextEncoderStream;"
      "const textIn = encoding.writable.getWriter();"
      "const bytesOut = encoding.readable.getReader();"
      "const log = [];"
      "const pump = (reader) => reader.read().then(({value, done}) => {"
      "  log.push(done ? 'done' : value); return done || pump(reader); },"
      "  (error) => { log.push(error.name) });"
      "pump(textOut); pump(bytesOut);"
      "bytesIn.write(bytes(0x61, 0xE2, 0x82));"
      "textIn.write('\\uD83D');"
      "'a'");
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = isolate.NewContext();
  // Promises' reactions run when a script has ended.
  Evaluate(context, "bytesIn.write(bytes(0xAC)); textIn.write('\\uDE00')");
  Evaluate(context,
           "bytesIn.write(bytes(0xFF)).catch(() => {});"
           "bytesIn.closed.catch(() => {})");
  Evaluate(context, "textIn.close()");
  EXPECT_EQ(Evaluate(context, "log.map(String).join('|')"),
            "a|\u20AC|240,159,152,128|TypeError|done");
}

v8::MaybeLocal<v8::Function> LeakySteps(v8::Local<v8::Context> context) {
  return EvaluateToValue(context,
                         "var given = [];"
                         "(transform, flush, state) => {"
                         "  given.push({transform, flush, state});"
                         "  return {readable: {}, writable: {}};"
                         "}")
      .ToLocalChecked()
      .As<v8::Function>();
}

TEST_P(SnapshotCodeTest, StepsOfStreamsKnowTheirStreams) {
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(reinterpret_cast<intptr_t>(LeakySteps));
  references.push_back(0);
  const Blob blob =
      MakeBlob(references, GetParam(), {.streams = LeakySteps},
               "new TextDecoderStream; new TextEncoderStream; 'a'");
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> contexts[] = {isolate.NewContext(),
                                       isolate.NewContext()};
  for (v8::Local<v8::Context> each : contexts) {
    each->SetSecurityToken(v8::Undefined(isolate.get()));
    // Two streams that were loaded and two that are new, each with the steps of
    // each.
    EXPECT_EQ(Evaluate(each,
                       "new TextDecoderStream; new TextEncoderStream;"
                       "const tryStep = (step, ...args) => {"
                       "  try { return step(...args) }"
                       "  catch (error) { return error.name }"
                       "};"
                       "const chunkFor = ({state}) => 'fatal' in state ?"
                       "    Uint8Array.of(65) : 'A';"
                       "given.map(({transform, flush}) =>"
                       "    given.map((one) =>"
                       "        tryStep(transform, one.state, chunkFor(one)) +"
                       "        tryStep(flush, one.state)).join()).join('|')"
                       "    .replaceAll('TypeErrorTypeError', 'no')"
                       "    .replaceAll('undefined', '')"),
              "A,no,A,no|no,65,no,65|A,no,A,no|no,65,no,65");
  }
  // Realms that are loaded from one snapshot are as alike as can be: whether
  // one's steps take another's streams is open.
  contexts[1]
      ->Global()
      ->Set(contexts[1],
            v8::String::NewFromUtf8Literal(isolate.get(), "others"),
            EvaluateToValue(contexts[0], "given").ToLocalChecked())
      .Check();
  const std::string open =
      Evaluate(contexts[1],
               "const [decoding, encoding] = given;"
               "[tryStep(decoding.transform, others[0].state,"
               "         Uint8Array.of(65)),"
               " tryStep(encoding.transform, others[1].state, 'A'),"
               " tryStep(encoding.transform, others[1].state,"
               "         'A'.repeat(5000)).length].join()");
  EXPECT_TRUE(open == "A,65,5000" || open == "TypeError,TypeError,9") << open;
}

TEST(SnapshotTest, TemplatesServeMoreContexts) {
  const std::vector<intptr_t> references = TerminatedReferences();
  const Blob blob = MakeBlob(references);
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> from_blob = isolate.NewContext();
  const Interfaces interfaces(isolate.get(), blob.indices);

  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate.get());
  interfaces.Install(global);
  v8::Local<v8::Context> other =
      v8::Context::New(isolate.get(), nullptr, global);
  EXPECT_EQ(Evaluate(other, "new TextDecoder().decode(new Uint8Array([65]))"),
            "A");
  // They are the same interfaces.
  other->SetSecurityToken(from_blob->GetSecurityToken());
  other->Global()
      ->Set(other, v8::String::NewFromUtf8Literal(isolate.get(), "there"),
            from_blob->Global())
      .Check();
  EXPECT_EQ(Evaluate(other,
                     "TextDecoder.prototype.decode.call("
                     "    new there.TextDecoder, new Uint8Array([65]))"),
            "A");
}

void TakeTwice() {
  const std::vector<intptr_t> references = TerminatedReferences();
  const Blob blob = MakeBlob(references);
  LoadedIsolate isolate(blob.data, references);
  v8::HandleScope scope(isolate.get());
  const Interfaces first(isolate.get(), blob.indices);
  const Interfaces second(isolate.get(), blob.indices);
  v8::Local<v8::Context> context = v8::Context::New(isolate.get());
  ASSERT_TRUE(second.Install(context).FromMaybe(false));
  EXPECT_EQ(Evaluate(context, "new TextDecoder().decode(new Uint8Array([65]))"),
            "A");
}

#ifdef NDEBUG
TEST(SnapshotTest, IndicesThatAreTakenTwiceGiveNewTemplates) {
  TakeTwice();
}
#else
// In a process of its own, which ends.
TEST(SnapshotTest, IndicesThatAreTakenTwiceAreTold) {
  constexpr char kVariable[] = "V8_ENCODING_TEST_TAKES_TWICE";
  if (std::getenv(kVariable) != nullptr) {
    TakeTwice();
    return;
  }
  const std::string path =
      ::testing::TempDir() + "v8_encoding_twice." + std::to_string(getpid());
  const std::string command =
      std::string(kVariable) + "=1 " + ProgramCommand() +
      " --gtest_filter=SnapshotTest.IndicesThatAreTakenTwiceAreTold"
      " --gtest_output= >'" +
      path + "' 2>&1";
  EXPECT_NE(std::system(command.c_str()), 0);
  std::ifstream file(path);
  const std::string said((std::istreambuf_iterator<char>(file)),
                         std::istreambuf_iterator<char>());
  EXPECT_NE(said.find("Each index can be taken once"), std::string::npos)
      << said;
  std::remove(path.c_str());
}
#endif

// The name of the file with the blob, for the other process.
constexpr char kBlobVariable[] = "V8_ENCODING_TEST_BLOB";

TEST(SnapshotTest, AnotherProcess) {
  const std::vector<intptr_t> references = TerminatedReferences();
  if (const char* path = std::getenv(kBlobVariable)) {
    std::ifstream file(path, std::ios::binary);
    const std::string data((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    LoadedIsolate isolate(data, references);
    v8::HandleScope scope(isolate.get());
    ASSERT_EQ(Evaluate(isolate.NewContext(), kGoOn), kGoneOn);
    return;
  }

  const std::string path =
      ::testing::TempDir() + "v8_encoding." + std::to_string(getpid());
  std::ofstream(path, std::ios::binary) << MakeBlob(references).data;
  const std::string command =
      std::string(kBlobVariable) + "='" + path + "' " + ProgramCommand() +
      " --gtest_filter=SnapshotTest.AnotherProcess --gtest_brief=1"
      " --gtest_output= >&2";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace v8_encoding::testing
