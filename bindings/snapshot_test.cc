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
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

std::vector<intptr_t> TerminatedReferences() {
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(0);
  return references;
}

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

Blob MakeBlob(const std::vector<intptr_t>& references) {
  Blob blob;
  v8::SnapshotCreator creator(references.data());
  v8::Isolate* isolate = creator.GetIsolate();
  {
    v8::HandleScope scope(isolate);
    v8::Local<v8::Context> context;
    {
      const Interfaces interfaces(isolate);
      v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
      interfaces.Install(global);
      context = v8::Context::New(isolate, nullptr, global);
      blob.indices = interfaces.AddTo(creator);
    }
    EXPECT_EQ(Evaluate(context, kSetUp), "a");
    creator.SetDefaultContext(context, {SerializeInternalField, nullptr});
  }
  const v8::StartupData data =
      creator.CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
  blob.data.assign(data.data, static_cast<size_t>(data.raw_size));
  delete[] data.data;
  return blob;
}

// An isolate made from a blob.
class LoadedIsolate {
 public:
  LoadedIsolate(const std::string& blob,
                const std::vector<intptr_t>& references)
      : data_{blob.data(), static_cast<int>(blob.size())},
        allocator_(v8::ArrayBuffer::Allocator::NewDefaultAllocator()) {
    v8::Isolate::CreateParams params;
    params.snapshot_blob = &data_;
    params.external_references = references.data();
    params.array_buffer_allocator = allocator_.get();
    isolate_ = v8::Isolate::New(params);
    isolate_->Enter();
  }

  ~LoadedIsolate() {
    isolate_->Exit();
    isolate_->Dispose();
  }

  v8::Isolate* get() const { return isolate_; }

  v8::Local<v8::Context> NewContext() const {
    return v8::Context::New(isolate_, nullptr, {}, {},
                            {DeserializeInternalField, nullptr});
  }

 private:
  v8::StartupData data_;
  const std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  v8::Isolate* isolate_;
};

TEST(SnapshotTest, LiveObjectsGoOn) {
  const std::vector<intptr_t> references = TerminatedReferences();
  const Blob blob = MakeBlob(references);
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
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof(self));
  ASSERT_GT(length, 0);
  const std::string command =
      std::string(kBlobVariable) + "='" + path + "' '" +
      std::string(self, static_cast<size_t>(length)) +
      "' --gtest_filter=SnapshotTest.AnotherProcess --gtest_output= >&2";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace v8_encoding::testing
